//! Scores as a table, and as comma-separated values.

use std::io::Write;

use zopa::{Analysis, Impasse, NearestFloat as _, Rational, Run, RunError, Score};
use zopa_model::json::{self, Node, Value};

use super::document::{Align, Block, Table, text};
use super::figures::Figures;
use super::{Style, count};
use crate::exit::Failure;

/// What a table shows of a run.
pub(crate) struct Record {
    line: usize,
    /// The run's own fields that are no lists or objects, as text.
    fields: Vec<(String, String)>,
    outcome: Result<Box<Score>, RunError>,
}

impl Record {
    pub(crate) fn new(
        run: Option<&Run<'_>>,
        line: usize,
        judged: &Result<(&Analysis, Score), RunError>,
    ) -> Self {
        let outcome = judged.as_ref().map(|(_, score)| Box::new(score.clone()));
        Self {
            line,
            fields: run.map(simple_fields).unwrap_or_default(),
            outcome: outcome.map_err(Clone::clone),
        }
    }

    fn field(&self, name: &str) -> Option<&str> {
        let mut fields = self.fields.iter();
        fields
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }
}

/// The members that a cell can hold, strings without their quotes.
fn simple_fields(run: &Run<'_>) -> Vec<(String, String)> {
    let own = format!("{{{}}}", run.own_fields());
    let simple = |node: &Node<'_>| match &node.value {
        Value::Null => Some(String::new()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Number(text) => Some((*text).to_owned()),
        Value::String(text) => Some(text.to_string()),
        Value::Array(_) | Value::Object(_) => None,
    };
    // what was read once is read again
    let root = json::parse(&own).ok();
    let members = root.iter().flat_map(Node::members);
    members
        .filter(|member| member.key != "allocation")
        .filter_map(|member| Some((member.key.to_string(), simple(&member.value)?)))
        .collect()
}

/// A column of a score: its name, and what stands in it.
type Column = (&'static str, fn(&Score, Full) -> String);

/// The columns of [`Sheet::csv`] after the runs' own fields, the status and the fault.
const COLUMNS: [Column; 22] = [
    ("convention", |score, _| {
        score.convention.as_str().to_owned()
    }),
    ("utility_a", |score, full| full.of(score.utility.a())),
    ("utility_b", |score, full| full.of(score.utility.b())),
    ("gain_a", |score, full| full.of(score.gain.a())),
    ("gain_b", |score, full| full.of(score.gain.b())),
    ("individually_rational", |score, _| {
        score.individually_rational.to_string()
    }),
    ("pareto_efficient", |score, _| {
        score.pareto_efficient.to_string()
    }),
    ("better_utility_a", |score, full| full.better(score, 0)),
    ("better_utility_b", |score, full| full.better(score, 1)),
    ("pareto_gap", |score, full| full.of(&score.pareto_gap)),
    ("left_on_table_a", |score, full| {
        full.of(&score.left_on_table[0])
    }),
    ("left_on_table_b", |score, full| {
        full.of(&score.left_on_table[1])
    }),
    ("nash_ratio", |score, full| full.of(&score.nash_ratio)),
    ("value_efficiency", |score, _| {
        score.value_efficiency.to_string()
    }),
    ("joint_gain_ratio", |score, full| {
        full.or_nothing(score.joint_gain_ratio.as_ref())
    }),
    ("distance_frontier", |score, _| {
        score.distance.frontier.to_string()
    }),
    ("distance_nash", |score, _| distance(score, 0)),
    ("distance_kalai_smorodinsky", |score, _| distance(score, 1)),
    ("distance_egalitarian", |score, _| distance(score, 2)),
    ("distance_utilitarian", |score, _| distance(score, 3)),
    ("share_of_surplus", |score, full| {
        full.or_nothing(score.share_of_surplus.as_ref())
    }),
    ("impasse", |score, _| {
        score.impasse.map_or("", Impasse::as_str).to_owned()
    }),
];

/// The distance to a solution, by its index in [`Concept::ALL`](zopa::Concept::ALL).
fn distance(score: &Score, concept: usize) -> String {
    score.distance.solutions[concept].map_or_else(String::new, |distance| distance.to_string())
}

/// Numbers with all their digits.
#[derive(Clone, Copy)]
struct Full {
    exact: bool,
}

impl Full {
    fn of(self, value: &Rational) -> String {
        if self.exact {
            value.to_string()
        } else {
            value.to_f64().to_string()
        }
    }

    fn or_nothing(self, value: Option<&Rational>) -> String {
        value.map_or_else(String::new, |value| self.of(value))
    }

    fn better(self, score: &Score, party: usize) -> String {
        self.or_nothing(
            score
                .dominated_by
                .as_ref()
                .map(|deal| &deal.utility.0[party]),
        )
    }
}

/// Where [`Sheet::text`] has the scenario.
const SCENARIO_COLUMN: usize = 1;

/// All scores, for what needs to see them together.
pub(crate) struct Sheet<'r> {
    pub(crate) records: &'r [Record],
    pub(crate) figures: Figures,
}

impl Sheet<'_> {
    /// Comma-separated values (RFC 4180, but lines end with a line feed): the runs' own simple fields, then the scores.
    pub(crate) fn csv(&self, output: &mut impl Write) -> Result<(), Failure> {
        let mut own: Vec<&str> = Vec::new();
        for (key, _) in self.records.iter().flat_map(|record| &record.fields) {
            if !own.contains(&key.as_str()) {
                own.push(key);
            }
        }
        let failed = |error: csv::Error| match error.into_kind() {
            csv::ErrorKind::Io(error) => Failure::from(error),
            other => Failure::unusable(format!("cannot write the scores as CSV: {other:?}")),
        };
        let mut writer = csv::Writer::from_writer(output);
        let header = ["line"].into_iter().chain(own.iter().copied());
        let header = header.chain(["status", "error_code", "error_at", "error_message"]);
        let header = header.chain(COLUMNS.map(|(name, _)| name));
        writer.write_record(header).map_err(failed)?;
        let full = Full {
            exact: self.figures.exact,
        };
        for record in self.records {
            let mut row = vec![record.line.to_string()];
            row.extend(
                own.iter()
                    .map(|name| record.field(name).unwrap_or_default().to_owned()),
            );
            match &record.outcome {
                Ok(score) => {
                    row.extend([score.status.as_str(), "", "", ""].map(str::to_owned));
                    row.extend(COLUMNS.iter().map(|(_, cell)| cell(score, full)));
                }
                Err(RunError { code, at, message }) => {
                    row.extend(["invalid", code.as_str(), at, message].map(str::to_owned));
                    row.extend(COLUMNS.iter().map(|_| String::new()));
                }
            }
            writer.write_record(row).map_err(failed)?;
        }
        Ok(writer.flush()?)
    }

    /// The main figures in columns, and a line that sums them up.
    pub(crate) fn text(&self, style: Style, width: usize) -> String {
        let header = [
            ("run", Align::Left),
            ("scenario", Align::Left),
            ("outcome", Align::Left),
            ("utilities", Align::Right),
            ("gains", Align::Right),
            ("Pareto", Align::Left),
            ("efficiency", Align::Right),
        ];
        let mut table = Table {
            header: header.map(|(name, align)| (name.to_owned(), align)).into(),
            rows: self.records.iter().map(|record| self.row(record)).collect(),
        };
        let mut scenarios = self.records.iter().map(|record| record.field("scenario"));
        let first = scenarios.next().flatten();
        let mut summary = self.summary();
        if let Some(only) = first.filter(|_| scenarios.all(|other| other == first)) {
            // the same in all rows: it need not stand in each
            summary = format!("{only}: {summary}");
            table.header.remove(SCENARIO_COLUMN);
            for row in &mut table.rows {
                row.remove(SCENARIO_COLUMN);
            }
        }
        let blocks = [Block::Table(table), Block::Paragraph(summary)];
        text(&blocks, style, width)
    }

    fn row(&self, record: &Record) -> Vec<String> {
        let field = |name| record.field(name).map(str::to_owned);
        let run = field("run").unwrap_or_else(|| format!("line {}", record.line));
        let scenario = field("scenario").unwrap_or_default();
        match &record.outcome {
            Err(error) => {
                let outcome = format!("invalid: {}", error.code);
                let mut row = vec![run, scenario, outcome];
                row.resize(7, String::new());
                row
            }
            Ok(score) => {
                let outcome = match score.impasse {
                    None => "deal".to_owned(),
                    Some(impasse) => format!("no deal, {}", impasse.as_str()),
                };
                let efficient = if score.pareto_efficient { "yes" } else { "no" };
                vec![
                    run,
                    scenario,
                    outcome,
                    self.figures.pair(&score.utility),
                    self.figures.gains(&score.gain),
                    efficient.to_owned(),
                    format!("{:.1}", score.value_efficiency),
                ]
            }
        }
    }

    /// `12 runs: 9 deals (7 efficient), 2 without a deal (1 justified), 1 invalid`
    fn summary(&self) -> String {
        let scores: Vec<&Score> = self
            .records
            .iter()
            .filter_map(|r| r.outcome.as_deref().ok())
            .collect();
        let deals = scores.iter().filter(|score| score.impasse.is_none());
        let efficient = deals.clone().filter(|score| score.pareto_efficient).count();
        let deals = deals.count();
        let justified = scores
            .iter()
            .filter(|score| score.impasse == Some(Impasse::Justified));
        format!(
            "{}: {} ({efficient} efficient), {} without a deal ({} justified), {} invalid",
            count(self.records.len(), "run"),
            count(deals, "deal"),
            scores.len() - deals,
            justified.count(),
            self.records.len() - scores.len()
        )
    }
}
