//! Gathering scored runs, one at a time, into a report.

use std::collections::BTreeSet;

use rayon::prelude::*;
use zopa_model::names::did_you_mean;

use crate::cells::Columns;
use crate::composite::composites;
use crate::figures::{Figures, MIN_NEGOTIATIONS, units_of};
use crate::key::{Key, Keys};
use crate::lift::lifts;
use crate::line::{self, Reader};
use crate::notes;
use crate::plane::plane;
use crate::report::{Comparison, Group, Report};
use crate::row::{Counts, Numbers, Row};
use crate::scored::{Fault, Outcome, Scored, composite};
use crate::settings::Settings;

/// The field that names a run's scenario.
const SCENARIO: &str = "scenario";

/// Gathers scored runs. Some 130 bytes are kept of each valid run: intervals and medians need them all.
#[derive(Debug)]
pub struct Collector {
    settings: Settings,
    /// Where in [`Scored::fields`] each field of the settings is.
    places: Places,
    reader: Reader,
    /// For each wanted field, whether any run has it.
    present: Vec<bool>,
    groups: Keys,
    clusters: Keys,
    cells: Keys,
    scenarios: Keys,
    counts: Vec<Counts>,
    rows: Vec<Row>,
    conventions: BTreeSet<String>,
}

#[derive(Debug)]
struct Places {
    by: Vec<usize>,
    cluster: Option<usize>,
    pair_by: Vec<usize>,
    scenario: Option<usize>,
}

/// Why gathered runs make no report: what is wrong, and what mends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable {
    /// What is wrong, in one sentence.
    pub message: String,
    /// What mends it.
    pub help: String,
}

impl Collector {
    /// Nothing yet.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let mut wanted: Vec<String> = Vec::new();
        let mut place = |name: &str| {
            let known = wanted.iter().position(|other| other == name);
            known.unwrap_or_else(|| {
                wanted.push(name.to_owned());
                wanted.len() - 1
            })
        };
        let places = Places {
            by: settings.by.iter().map(|name| place(name)).collect(),
            cluster: settings.cluster.as_deref().map(&mut place),
            pair_by: match settings.baseline {
                Some(_) => settings.pair_by.iter().map(|name| place(name)).collect(),
                None => Vec::new(),
            },
            scenario: settings.points.then(|| place(SCENARIO)),
        };
        Self {
            settings,
            places,
            present: vec![false; wanted.len()],
            reader: Reader::new(wanted),
            groups: Keys::default(),
            clusters: Keys::default(),
            cells: Keys::default(),
            scenarios: Keys::default(),
            counts: Vec::new(),
            rows: Vec::new(),
            conventions: BTreeSet::new(),
        }
    }

    /// How many runs were added.
    #[must_use]
    pub fn runs(&self) -> u64 {
        self.counts.iter().map(|counts| counts.runs).sum()
    }

    /// Adds a run as `zopa score` writes it: one JSON object.
    ///
    /// # Errors
    /// The text is no such object, or the run has no score.
    pub fn add_json(&mut self, text: &[u8]) -> Result<(), Fault> {
        let scored = self.reader.read(text)?;
        self.add(&scored);
        Ok(())
    }

    /// Adds the runs of one JSON array. A fault comes with the number of its run, from 1; 0 is the array itself.
    ///
    /// # Errors
    /// The text is no array, or one of its elements cannot be added.
    pub fn add_array(&mut self, text: &[u8]) -> Result<(), (usize, Fault)> {
        let mut number = 0;
        let added = line::elements(text, |element| {
            number += 1;
            self.add_json(element.get().as_bytes())
                .map_err(|fault| (number, fault))
        });
        added.map_err(|fault| (0, fault))?
    }

    /// The columns of a table with this header.
    ///
    /// # Errors
    /// [`Fault::NotScored`] if scores have no columns.
    pub fn columns(&self, header: Vec<String>) -> Result<Columns, Fault> {
        Columns::new(header, self.reader.wanted())
    }

    /// Adds a row of a table.
    ///
    /// # Errors
    /// A cell cannot be read, or the run has no score.
    pub fn add_cells(&mut self, columns: &Columns, row: &[&str]) -> Result<(), Fault> {
        let scored = columns.read(row)?;
        for name in columns.names() {
            self.reader.remember(name);
        }
        self.add(&scored);
        Ok(())
    }

    /// The names of the fields that [`Scored::fields`] holds, in order.
    #[must_use]
    pub fn wanted(&self) -> &[String] {
        self.reader.wanted()
    }

    /// Adds a run. Its fields are those of [`Collector::wanted`]; what is missing at the end is nothing.
    pub fn add(&mut self, scored: &Scored) {
        for (present, field) in self.present.iter_mut().zip(&scored.fields) {
            *present |= field.is_some();
        }
        let field = |place: &usize| scored.fields.get(*place).cloned().flatten();
        let fields =
            |places: &[usize]| -> Vec<Option<String>> { places.iter().map(field).collect() };
        let group = self.groups.number(&fields(&self.places.by));
        if group as usize == self.counts.len() {
            self.counts.push(Counts::default());
        }
        let counts = &mut self.counts[group as usize];
        let measures = match &scored.outcome {
            Outcome::Invalid(code) => return counts.count_invalid(code),
            Outcome::Valid(measures) => measures,
        };
        counts.count(measures);
        if !self.conventions.contains(&measures.convention) {
            self.conventions.insert(measures.convention.clone());
        }
        let cell = fields(&self.places.pair_by);
        let whole = !cell.is_empty() && cell.iter().all(Option::is_some);
        let scenario = self.places.scenario.as_ref().and_then(field);
        let numbers = Numbers {
            group,
            cluster: match &self.places.cluster {
                Some(place) => self.clusters.number(&[field(place)]),
                None => 0,
            },
            cell: whole.then(|| self.cells.number(&cell)),
            scenario: scenario.map(|name| self.scenarios.number(&[Some(name)])),
        };
        let composite = match self.settings.composite {
            Some(_) => scored.categories.as_ref().map(composite),
            None => None,
        };
        let row = Row::new(numbers, measures, composite, self.settings.nbs_distance);
        self.rows.push(row);
    }

    /// The report. Work is spread over the threads of the pool in which this is called.
    ///
    /// # Errors
    /// A field that was asked for is in no run, no run has the baseline's value, or the runs' conventions differ.
    pub fn finish(self) -> Result<Report, Unusable> {
        self.check()?;
        let Self {
            settings,
            groups,
            clusters,
            cells,
            scenarios,
            counts,
            mut rows,
            conventions,
            ..
        } = self;
        let (keys, group_places) = groups.sorted();
        let (_, cluster_places) = clusters.sorted();
        let (_, cell_places) = cells.sorted();
        let (_, scenario_places) = scenarios.sorted();
        let mut sorted_counts = vec![Counts::default(); keys.len()];
        for (counts, place) in counts.into_iter().zip(&group_places) {
            sorted_counts[*place as usize] = counts;
        }
        for row in &mut rows {
            row.group = group_places[row.group as usize];
            if settings.cluster.is_some() {
                row.cluster = cluster_places[row.cluster as usize];
            }
            row.cell = row.cell.map(|cell| cell_places[cell as usize]);
            row.scenario = row.scenario.map(|number| scenario_places[number as usize]);
        }
        // rows that are equal in this order are interchangeable, so the order of the input leaves no trace
        rows.par_sort_unstable_by(Row::order);
        let mut by_group: Vec<Vec<&Row>> = keys.iter().map(|_| Vec::new()).collect();
        for row in &rows {
            by_group[row.group as usize].push(row);
        }
        let mut all_counts = Counts::default();
        for counts in &sorted_counts {
            all_counts.add(counts);
        }
        let groups: Vec<Group> = keys
            .iter()
            .zip(sorted_counts)
            .zip(&by_group)
            .map(|((key, counts), rows)| group(key, counts, rows, &settings))
            .collect();
        let all: Vec<&Row> = rows.iter().collect();
        let all = group(
            &vec![Key(None); settings.by.len()],
            all_counts,
            &all,
            &settings,
        );
        let comparison = settings.baseline.clone().map(|baseline| Comparison {
            baseline,
            pair_by: settings.pair_by.clone(),
            test: settings.test,
            lifts: lifts(&rows, &keys, &settings),
        });
        let composite = settings
            .composite
            .map(|composite| composites(&rows, keys.len(), composite));
        let mut report = Report {
            plane: settings.points.then(|| plane(&rows, keys.len())),
            by: settings.by,
            convention: conventions.into_iter().next(),
            cluster: settings.cluster,
            bootstrap: settings.bootstrap,
            nbs_distance: settings.nbs_distance,
            groups,
            all,
            comparison,
            composite,
            notes: Vec::new(),
        };
        report.notes = notes::of(&report);
        Ok(report)
    }

    /// Is what was asked for in the runs?
    fn check(&self) -> Result<(), Unusable> {
        if self.conventions.len() > 1 {
            return Err(Unusable {
                message: "some runs were scored by the `signed` convention, others by `avoided`: \
                          their figures cannot be averaged"
                    .to_owned(),
                help: "score all runs with the same `--convention`".to_owned(),
            });
        }
        if self.runs() == 0 {
            return Ok(());
        }
        for (name, present) in self.reader.wanted().iter().zip(&self.present) {
            let for_points = name == SCENARIO && !self.asks_for(name);
            if !present && !for_points {
                let names = self.reader.names.iter().map(String::as_str);
                return Err(Unusable {
                    message: format!("no run has a field `{name}`{}", did_you_mean(name, names)),
                    help: match name.as_str() {
                        "seed" => "pairs are made by the fields of `--pair-by`".to_owned(),
                        _ => "name fields that the runs themselves carry, as `model`".to_owned(),
                    },
                });
            }
        }
        if let Some(baseline) = &self.settings.baseline {
            let Some(at) = self
                .settings
                .by
                .iter()
                .position(|name| *name == baseline.field)
            else {
                return Err(Unusable {
                    message: format!("the baseline's field `{}` makes no groups", baseline.field),
                    help: format!("add `{}` to `--by`", baseline.field),
                });
            };
            let values = self.groups.values(at);
            if !values.contains(baseline.value.as_str()) {
                let mend = did_you_mean(&baseline.value, values.iter().copied());
                return Err(Unusable {
                    message: format!(
                        "no run has `{}` as its `{}`{mend}",
                        baseline.value, baseline.field
                    ),
                    help: "the baseline is one of the values that runs have".to_owned(),
                });
            }
        }
        Ok(())
    }

    fn asks_for(&self, name: &str) -> bool {
        let settings = &self.settings;
        let pair_by = settings.baseline.iter().flat_map(|_| &settings.pair_by);
        let mut asked = settings.by.iter().chain(&settings.cluster).chain(pair_by);
        asked.any(|asked| asked == name)
    }
}

fn group(key: &[Key], counts: Counts, rows: &[&Row], settings: &Settings) -> Group {
    let clustered = settings.cluster.is_some();
    Group {
        key: key.iter().map(|key| key.0.clone()).collect(),
        clusters: clustered.then(|| units_of(rows).iter().max().map_or(0, |last| last + 1)),
        figures: (counts.negotiations() >= MIN_NEGOTIATIONS)
            .then(|| Figures::of(rows, clustered, &settings.bootstrap)),
        counts,
    }
}
