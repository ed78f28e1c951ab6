//! How cost grows, as tables and as plots.

use std::time::Duration;

use zopa_plot::{Curve, Curves, Look, Measure, Scale};
use zopa_solve::{Budget, Frontier, Game};

use crate::instances::{Family, SEED, game, valuations, with_noise};
use crate::kernels::solve;
use crate::table::{Table, count, time};
use crate::timing::{Side, race};

const SIX_DIGITS: i64 = 999_999;

/// One instance is as good or bad luck: the median of so many is shown.
const SEEDS: u64 = 5;

/// What was measured for one question.
struct Study {
    /// Its picture's name.
    name: &'static str,
    /// What every measurement was taken at: the heading of the first column.
    x: &'static str,
    plot: Curves,
    lines: Vec<Measured>,
}

/// A line of measurements.
struct Measured {
    name: String,
    colour: usize,
    broken: bool,
    at: Vec<Measurement>,
}

#[derive(Clone, Copy)]
struct Measurement {
    x: u32,
    points: usize,
    seconds: f64,
}

pub(super) fn make(patience: Duration) -> Vec<Table> {
    studies(patience).iter().map(Study::table).collect()
}

/// The tables, and pictures of the same measurements with their file names.
#[must_use]
pub fn plots(patience: Duration) -> (Vec<Table>, Vec<(String, String)>) {
    let studies = studies(patience);
    let picture = |study: &Study| {
        (
            format!("perf-{}.svg", study.name),
            study.plot().svg(Look::FILE),
        )
    };
    (
        studies.iter().map(Study::table).collect(),
        studies.iter().map(picture).collect(),
    )
}

fn studies(patience: Duration) -> Vec<Study> {
    let patience = patience / 4;
    let by_n = by_lots(patience);
    let points = Study {
        name: "points",
        plot: plot(
            "Points of the frontier",
            "indivisible resources",
            Measure::new("points", Scale::Log),
        ),
        lines: Vec::new(),
        x: by_n.x,
    };
    // The same measurements, seen from another side: a picture, no table.
    let points = Study {
        lines: by_n.lines.iter().map(Measured::of_points).collect(),
        ..points
    };
    vec![
        by_n,
        points,
        by_digits(patience),
        by_correlation(patience),
        by_divisible(patience),
    ]
}

fn by_lots(patience: Duration) -> Study {
    let lines = Family::ORDINARY
        .into_iter()
        .zip(0..)
        .flat_map(|(family, colour)| {
            [(999, true), (SIX_DIGITS, false)].map(|(v, broken)| Measured {
                name: format!("{}, {} digits", family.name(), super::digits(v)),
                colour,
                broken,
                at: [10, 20, 50, 100, 200, 500, 1_000]
                    .into_iter()
                    .filter_map(|n| {
                        measured(n, patience, |seed| {
                            game(&valuations(family, n.into(), v, seed), &[])
                        })
                    })
                    .collect(),
            })
        });
    Study {
        name: "lots",
        x: "n",
        plot: plot(
            "Time for the frontier",
            "indivisible resources",
            time_axis(),
        ),
        lines: lines.collect(),
    }
}

fn by_digits(patience: Duration) -> Study {
    let lines = Family::ORDINARY
        .into_iter()
        .zip(0..)
        .map(|(family, colour)| Measured {
            name: family.name().to_owned(),
            colour,
            broken: false,
            at: (1..=18)
                .filter_map(|digits| {
                    let v = 10i64.pow(digits) - 1;
                    measured(digits, patience, |seed| {
                        game(&valuations(family, 100, v, seed), &[])
                    })
                })
                .collect(),
        });
    let mut plot = plot(
        "Time for the frontier of 100 lots",
        "digits of the valuations",
        time_axis(),
    );
    plot.x = Measure::new("digits of the valuations", Scale::Linear);
    Study {
        name: "digits",
        x: "digits",
        plot,
        lines: lines.collect(),
    }
}

fn by_correlation(patience: Duration) -> Study {
    let families = [Family::Negative, Family::Positive];
    let lines = families
        .into_iter()
        .zip([0, 2])
        .map(|(family, colour)| Measured {
            name: family.name().to_owned(),
            colour,
            broken: false,
            at: [1, 2, 5, 10, 20, 50, 100]
                .into_iter()
                .filter_map(|percent| {
                    let noise = SIX_DIGITS / 100 * i64::from(percent);
                    measured(percent, patience, |seed| {
                        game(&with_noise(family, 100, SIX_DIGITS, noise, seed), &[])
                    })
                })
                .collect(),
        });
    Study {
        name: "correlation",
        x: "noise, %",
        plot: plot(
            "Time for the frontier of 100 lots",
            "noise between the parties' valuations, % of the largest",
            time_axis(),
        ),
        lines: lines.collect(),
    }
}

fn by_divisible(patience: Duration) -> Study {
    let mut lines = Vec::new();
    for (family, colour) in Family::ORDINARY.into_iter().zip(0..) {
        let with = |m: u32, seed: u64| {
            let lots = valuations(family, 200, SIX_DIGITS, seed);
            game(
                &lots,
                &valuations(family, m.into(), SIX_DIGITS, seed + SEEDS),
            )
        };
        let at = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500]
            .into_iter()
            .filter_map(|m| measured(m, patience, |seed| with(m, seed)));
        lines.push(Measured {
            name: family.name().to_owned(),
            colour,
            broken: false,
            at: at.collect(),
        });
    }
    Study {
        name: "divisible",
        x: "divisible",
        plot: plot(
            "Time for the frontier of 200 lots",
            "divisible resources beside them",
            time_axis(),
        ),
        lines,
    }
}

fn time_axis() -> Measure {
    Measure::new("time", Scale::LogSeconds)
}

fn plot(title: &str, x: &str, y: Measure) -> Curves {
    Curves {
        title: title.to_owned(),
        x: Measure::new(x, Scale::Log),
        y,
        curves: Vec::new(),
    }
}

/// The median instance by time. None where the default budget does not suffice for each.
fn measured(x: u32, patience: Duration, make: impl Fn(u64) -> Game) -> Option<Measurement> {
    let mut each = Vec::new();
    for seed in SEED..SEED + SEEDS {
        let game = make(seed);
        let points = Frontier::of(&game, &Budget::default()).complete()?.len();
        let [time] = race(patience, [Side::new(|| solve(&game))]);
        each.push((time.least, points));
    }
    each.sort_by(|p, q| p.0.total_cmp(&q.0));
    let (seconds, points) = each[each.len() / 2];
    Some(Measurement { x, points, seconds })
}

impl Measured {
    /// The same line with points for seconds.
    fn of_points(&self) -> Self {
        let at = self.at.iter().map(|measurement| Measurement {
            seconds: as_float(measurement.points),
            ..*measurement
        });
        Self {
            name: self.name.clone(),
            at: at.collect(),
            ..*self
        }
    }
}

impl Study {
    fn plot(&self) -> Curves {
        let line = |measured: &Measured| Curve {
            name: measured.name.clone(),
            group: measured.colour,
            broken: measured.broken,
            points: measured
                .at
                .iter()
                .filter(|measurement| measurement.x > 0)
                .map(|measurement| [f64::from(measurement.x), measurement.seconds])
                .collect(),
        };
        let lines = self.lines.iter().map(line);
        Curves {
            curves: lines.chain(self.levels()).collect(),
            ..self.plot.clone()
        }
    }

    /// What was measured at 0, which has no place on a logarithmic axis, as broken lines across.
    fn levels(&self) -> impl Iterator<Item = Curve> {
        self.lines.iter().filter_map(|measured| {
            let (first, last) = (measured.at.first()?, measured.at.last()?);
            let next = measured.at.get(1)?;
            (first.x == 0).then(|| Curve {
                name: format!("{}, none", measured.name),
                group: measured.colour,
                broken: true,
                points: [next, last]
                    .map(|end| [f64::from(end.x), first.seconds])
                    .to_vec(),
            })
        })
    }

    fn table(&self) -> Table {
        let names = self.lines.iter().map(|line| line.name.as_str());
        let columns: Vec<&str> = std::iter::once(self.x).chain(names).collect();
        let title = format!("{}, by {}", self.plot.title, self.plot.x.name);
        let mut table = Table::new(&title, &columns);
        let mut all: Vec<u32> = self
            .lines
            .iter()
            .flat_map(|line| &line.at)
            .map(|at| at.x)
            .collect();
        all.sort_unstable();
        all.dedup();
        for x in all {
            let cell = |line: &Measured| {
                let here = line.at.iter().find(|at| at.x == x);
                here.map_or("-".to_owned(), |at| self.shown(at))
            };
            table.row(std::iter::once(x.to_string()).chain(self.lines.iter().map(cell)));
        }
        table.note(format!(
            "The median of {SEEDS} instances. `-`: not measured, or beyond the default budget of points."
        ));
        table
    }

    fn shown(&self, measurement: &Measurement) -> String {
        if self.name == "points" {
            count(measurement.points)
        } else {
            time(measurement.seconds)
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of points are below 2^52"
)]
fn as_float(count: usize) -> f64 {
    count as f64
}
