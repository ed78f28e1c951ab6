//! A summary as a picture: runs on the normalised utility plane, and value efficiency by group.

use zopa_plot::{Dot, IntervalRow, Intervals, Look, Panel, Scatter, Sheet};
use zopa_summary::{Figure, PlaneOutcome, Report};

use super::cells::{keys, points};

/// Gains beyond these stand at the edge: in a narrow ZOPA a gain can be many times the largest joint gain.
const LEAST: f64 = -0.5;
/// See [`LEAST`].
const MOST: f64 = 1.5;

/// The picture in one file.
pub(crate) fn svg(report: &Report) -> String {
    let plane = plane(report);
    let intervals = intervals(report);
    Sheet {
        title: "Scored runs by group".to_owned(),
        parts: vec![
            (plane.title.clone(), plane.svg(Look::embedded("plane"))),
            (
                intervals.title.clone(),
                intervals.svg(Look::embedded("efficiency")),
            ),
        ],
    }
    .svg(Look::FILE)
}

/// A panel for each group; the line is where the joint gain is largest.
fn plane(report: &Report) -> Scatter {
    let clouds = report.plane.iter().flat_map(|plane| &plane.groups);
    let panels = report.groups.iter().zip(clouds).map(|(group, cloud)| {
        let dots = cloud.spots.iter();
        Panel {
            title: format!("{} (n = {})", keys::line(report, group), cloud.negotiations),
            dots: dots
                .map(|spot| Dot {
                    at: spot.at.map(|gain| gain.clamp(LEAST, MOST)),
                    group: spot.outcome as usize,
                })
                .collect(),
            lines: vec![vec![[0.0, 1.0], [1.0, 0.0]]],
        }
    });
    let outcomes = PlaneOutcome::ALL.map(|outcome| match outcome {
        PlaneOutcome::EfficientDeal => "efficient deal",
        PlaneOutcome::DominatedDeal => "dominated deal",
        PlaneOutcome::Impasse => "no deal",
    });
    Scatter {
        title: format!(
            "Gains over the BATNAs, as parts of the largest joint gain, drawn from {LEAST} to {MOST}"
        ),
        axes: ["gain of A".to_owned(), "gain of B".to_owned()],
        groups: outcomes.map(str::to_owned).into(),
        panels: panels.collect(),
    }
}

fn intervals(report: &Report) -> Intervals {
    let rows = report.groups.iter().map(|group| {
        let figures = group.figures.as_ref();
        let estimate = figures.and_then(|figures| figures.get(Figure::ValueEfficiencyMean));
        let point = estimate.map_or(f64::NAN, |estimate| estimate.value);
        let interval = estimate.and_then(|estimate| estimate.interval);
        let low = interval.map_or(point, |interval| interval.low);
        let high = interval.map_or(point, |interval| interval.high);
        let mut row = IntervalRow::new(&keys::line(report, group), point, low, high);
        row.note = Some(match estimate {
            Some(estimate) => format!("{} (n = {})", points(point), estimate.n),
            None => format!("n = {}, too few", group.counts.negotiations()),
        });
        row
    });
    let all = report.all.figures.as_ref();
    let mean = all.and_then(|figures| figures.get(Figure::ValueEfficiencyMean));
    Intervals {
        title: "Mean value efficiency, with intervals; the line is the mean of all runs".to_owned(),
        axis: "value efficiency, 0 to 100".to_owned(),
        reference: mean.map(|mean| mean.value),
        rows: rows.collect(),
    }
}
