//! Scoring rows, in pieces of bounded size, on as many threads as are asked for.

use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{Schema, SchemaRef};
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::de::IgnoredAny;
use zopa::{Numbers, Run, RunError, RunErrorCode, invalid_json, score_json};
use zopa_batch::Scratch;
use zopa_model::json::quote;

use super::Plan;
use super::columns::{Columns, Judged, Row};
use super::json;
use super::shares::Shares;
use super::texts::{Texts, is_text};
use crate::catalogue::Catalogue;

/// So many rows are scored by one thread at a time. The pieces do not depend on the number of threads.
const PIECE: usize = 4096;

/// Pieces for each thread between two looks for Ctrl-C: a fraction of a second.
const HELPING: usize = 4;

/// One table, or one record batch, to be scored.
pub(super) struct Job<'j> {
    schema: &'j SchemaRef,
    columns: &'j Columns,
    catalogue: &'j Catalogue,
    plan: &'j Plan,
    /// Where the scenarios' ids stand.
    scenario: usize,
    allocations: Place,
}

/// Where the allocations stand.
enum Place {
    /// In one column.
    Column(usize),
    /// In a column for each share.
    Shares(Shares),
}

impl<'j> Job<'j> {
    /// A job for tables of a schema.
    ///
    /// # Errors
    /// Where a column is missing, or of a type that it cannot have.
    pub(super) fn new(
        own: &Schema,
        schema: &'j SchemaRef,
        columns: &'j Columns,
        catalogue: &'j Catalogue,
        plan: &'j Plan,
    ) -> Result<Self, String> {
        let place = |name: &str, argument: &str| {
            own.index_of(name).map_err(|_| {
                let fields = own.fields().iter();
                let names: Vec<String> = fields.map(|field| format!("`{}`", field.name())).collect();
                format!(
                    "the table has no column `{name}`; it has {}; name the column by the argument `{argument}`",
                    names.join(", ")
                )
            })
        };
        let scenario = place(&plan.scenario, "scenario")?;
        let allocations = match (place(&plan.allocation, "allocation"), Shares::of(own)) {
            (Ok(column), _) => Place::Column(column),
            (Err(_), Some(shares)) => Place::Shares(shares),
            (Err(missing), None) => {
                return Err(format!(
                    "{missing}; or give each share a column `RESOURCE.PARTY`"
                ));
            }
        };
        let type_of = |index: usize| own.field(index).data_type();
        if !is_text(type_of(scenario)) {
            return Err(format!(
                "the column `{}` holds scenarios' ids, which are texts; found {}",
                plan.scenario,
                type_of(scenario)
            ));
        }
        if let Place::Column(column) = allocations
            && !json::is_writable(type_of(column))
        {
            return Err(format!(
                "the column `{}` holds allocations, as JSON in a text, or as a struct or map of shares; found {}",
                plan.allocation,
                type_of(column)
            ));
        }
        Ok(Self {
            schema,
            columns,
            catalogue,
            plan,
            scenario,
            allocations,
        })
    }

    /// The rows of batches in pieces, without copies.
    pub(super) fn pieces(&self, batches: &[RecordBatch]) -> Vec<RecordBatch> {
        let mut pieces = Vec::new();
        for batch in batches {
            for start in (0..batch.num_rows()).step_by(PIECE) {
                pieces.push(batch.slice(start, PIECE.min(batch.num_rows() - start)));
            }
        }
        pieces
    }

    /// Scores a piece.
    ///
    /// # Errors
    /// Where the batch is not of the table's schema.
    pub(super) fn score(&self, piece: &RecordBatch) -> Result<RecordBatch, String> {
        let rows = self.rows(piece)?;
        let own: &[ArrayRef] = if self.plan.keep { piece.columns() } else { &[] };
        let arrays = own.iter().cloned().chain(self.columns.arrays(&rows));
        RecordBatch::try_new(self.schema.clone(), arrays.collect())
            .map_err(|error| format!("cannot build the scored table: {error}"))
    }

    fn rows(&self, piece: &RecordBatch) -> Result<Vec<Row>, String> {
        let scenarios = Texts::of(piece.column(self.scenario).as_ref());
        let Some(scenarios) = scenarios else {
            return Err(format!(
                "the column `{}` changed its type within the table",
                self.plan.scenario
            ));
        };
        let column = match self.allocations {
            Place::Column(column) => Some(piece.column(column).as_ref()),
            Place::Shares(_) => None,
        };
        let texts = column.and_then(Texts::of);
        let mut desk = Desk::default();
        let rows = (0..piece.num_rows()).map(|row| {
            begin_run(scenarios.get(row), &mut desk.run);
            let run = match (&self.allocations, &texts) {
                (Place::Shares(shares), _) => {
                    shares.write(piece, row, &mut desk.run);
                    Ok(())
                }
                (Place::Column(_), Some(texts)) => write_text(texts.get(row), &mut desk.run),
                (Place::Column(column), None) => {
                    json::write(piece.column(*column).as_ref(), row, &mut desk.run);
                    Ok(())
                }
            };
            desk.run.push('}');
            let judged = run.and_then(|()| self.judge(&mut desk));
            judged.unwrap_or_else(|error| Row {
                json: self.plan.json.then(|| invalid_json(&error).to_string()),
                judged: Err(error),
            })
        });
        Ok(rows.collect())
    }

    fn judge(&self, desk: &mut Desk) -> Result<Row, RunError> {
        let scorers = &self.catalogue.scorers;
        if self.plan.exact {
            let run = Run::parse(&desk.run)?;
            let analysis = scorers.scorer(run.scenario()?)?.analysis();
            let score = analysis.score(&run.agreement(&analysis.scenario)?);
            let json = || score_json(&analysis.scenario, &score, Numbers::Exact).to_string();
            return Ok(Row {
                json: self.plan.json.then(json),
                judged: Ok(Judged::Exact(Box::new(score))),
            });
        }
        let (scorer, figures) = scorers.score(&desk.run, &mut desk.scratch)?;
        let json = || {
            desk.json.clear();
            scorer.write_json(&figures, &mut desk.json);
            String::from_utf8_lossy(&desk.json).into_owned()
        };
        Ok(Row {
            json: self.plan.json.then(json),
            judged: Ok(Judged::Nearest(Box::new(figures))),
        })
    }
}

/// What one thread writes on, again and again.
#[derive(Default)]
struct Desk {
    /// The text of a run.
    run: String,
    /// Its score in JSON.
    json: Vec<u8>,
    scratch: Scratch,
}

/// The run of a row, up to its allocation.
fn begin_run(scenario: Option<&str>, run: &mut String) {
    run.clear();
    run.push('{');
    if let Some(id) = scenario {
        run.push_str("\"scenario\":");
        run.push_str(&quote(id));
        run.push(',');
    }
    run.push_str("\"allocation\":");
}

/// Appends the JSON in a cell; nothing is no deal.
///
/// # Errors
/// Where it is no JSON. It is looked at alone first, so that no text reaches beyond its cell; quickly, and for the message again.
fn write_text(text: Option<&str>, run: &mut String) -> Result<(), RunError> {
    let text = text.unwrap_or("null");
    if serde_json::from_str::<IgnoredAny>(text).is_err() {
        zopa_model::json::parse(text).map_err(|error| RunError {
            code: RunErrorCode::MalformedJson,
            at: "/allocation".to_owned(),
            message: error.message,
        })?;
    }
    run.push_str(text);
    Ok(())
}

/// The threads of one call. They end with it: threads that outlived it would be missing in a process that forks, and the
/// next call there would wait for them for ever.
pub(super) struct Workers {
    pool: Option<ThreadPool>,
}

impl Workers {
    /// So many threads; 0 for all processors.
    ///
    /// # Errors
    /// Where they cannot be started.
    pub(super) fn new(threads: usize) -> Result<Self, String> {
        if threads == 1 {
            return Ok(Self { pool: None });
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| format!("cannot start threads: {error}"))?;
        Ok(Self { pool: Some(pool) })
    }

    /// How many pieces to take at a time.
    pub(super) fn helping(&self) -> usize {
        let threads = self
            .pool
            .as_ref()
            .map_or(1, ThreadPool::current_num_threads);
        threads * HELPING
    }

    /// The results, in the order of the pieces.
    pub(super) fn map<T: Send>(
        &self,
        pieces: &[RecordBatch],
        work: impl Fn(&RecordBatch) -> T + Send + Sync,
    ) -> Vec<T> {
        match &self.pool {
            Some(pool) => pool.install(|| pieces.par_iter().map(work).collect()),
            None => pieces.iter().map(work).collect(),
        }
    }
}
