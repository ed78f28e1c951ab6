//! Scores as a table for people.

use zopa::{Analysis, Impasse, Run, RunError, Score};
use zopa_batch::Place;
use zopa_model::json::{self, Node, Value};

use super::document::{Align, Block, Table, text};
use super::figures::Figures;
use super::{Style, count};

/// What a table shows of a run.
pub(crate) struct Record {
    /// What it is called where it has no name: `line 3`, and of which file.
    place: String,
    /// The run's own fields that are no lists or objects, as text.
    fields: Vec<(String, String)>,
    outcome: Result<Box<Score>, RunError>,
}

impl Record {
    pub(crate) fn new(
        run: Option<&Run<'_>>,
        place: Place<'_>,
        judged: &Result<(&Analysis, Score), RunError>,
    ) -> Self {
        let outcome = judged.as_ref().map(|(_, score)| Box::new(score.clone()));
        Self {
            place: match place.file {
                None => format!("line {}", place.line),
                Some(file) => format!("{file}:{}", place.line),
            },
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

/// Where [`Sheet::text`] has the scenario.
const SCENARIO_COLUMN: usize = 1;

/// All scores, for what needs to see them together.
pub(crate) struct Sheet<'r> {
    pub(crate) records: &'r [Record],
    pub(crate) figures: Figures,
}

impl Sheet<'_> {
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
        let run = field("run").unwrap_or_else(|| record.place.clone());
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
