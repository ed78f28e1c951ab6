//! Tables of runs, in and out by the Arrow C data interface.
//!
//! A table has a column of scenarios' ids and one of allocations (or one for each share). Its score is the same table with the columns of
//! [`columns`] behind its own, which are shared, not copied.

mod columns;
mod export;
mod json;
mod score;
mod shares;
mod texts;

use std::sync::Arc;

use arrow_array::ffi_stream::RecordBatchStreamReader;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_pyarrow::FromPyArrow;
use arrow_schema::{ArrowError, Schema, SchemaRef};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::catalogue::Catalogue;
use crate::errors::TableError;
use columns::Columns;
pub(crate) use export::{ScoredBatch, ScoredTable};
use score::{Job, Workers};

/// What is to be made of a table.
#[derive(FromPyObject)]
struct Plan {
    /// The name of the column of scenarios' ids.
    #[pyo3(attribute)]
    scenario: String,
    /// The name of the column of allocations.
    #[pyo3(attribute)]
    allocation: String,
    /// Are rational numbers written as fractions?
    #[pyo3(attribute)]
    exact: bool,
    /// Is the whole score added as JSON?
    #[pyo3(attribute)]
    json: bool,
    /// What the names of added columns begin with.
    #[pyo3(attribute)]
    prefix: String,
    /// Are the table's own columns kept?
    #[pyo3(attribute)]
    keep: bool,
    /// How many threads work; 0 for all processors.
    #[pyo3(attribute)]
    threads: usize,
}

impl Plan {
    fn columns(&self) -> Columns {
        Columns::new(self.exact, self.json, &self.prefix)
    }

    /// The schema of the result.
    fn schema(&self, own: &Schema, columns: &Columns) -> PyResult<SchemaRef> {
        let mut fields = Vec::new();
        if self.keep {
            let added = columns.names();
            let taken: Vec<String> = own
                .fields()
                .iter()
                .filter(|field| added.iter().any(|name| name == field.name()))
                .map(|field| format!("`{}`", field.name()))
                .collect();
            if !taken.is_empty() {
                let message = format!(
                    "the table has columns that the score would add: {}; drop or rename them, or give `prefix` a text that \
                     the names of added columns begin with",
                    taken.join(", ")
                );
                return Err(TableError::new_err((message,)));
            }
            fields.extend(own.fields().iter().cloned());
        }
        fields.extend(columns.fields().into_iter().map(Arc::new));
        Ok(Arc::new(Schema::new_with_metadata(
            fields,
            own.metadata().clone(),
        )))
    }
}

/// The schema that scoring a table with this one gives.
#[pyfunction]
pub(crate) fn score_schema(
    table: &Bound<'_, PyAny>,
    plan: &Bound<'_, PyAny>,
) -> PyResult<ScoredTable> {
    let plan: Plan = plan.extract()?;
    let own = Schema::from_pyarrow_bound(table)?;
    let schema = plan.schema(&own, &plan.columns())?;
    Ok(ScoredTable::new(schema, Vec::new()))
}

/// Scores every row of a table. Python's lock is released meanwhile; Ctrl-C ends it.
#[pyfunction]
pub(crate) fn score_table(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    catalogue: &Catalogue,
    plan: &Bound<'_, PyAny>,
) -> PyResult<ScoredTable> {
    let plan: Plan = plan.extract()?;
    if !table.hasattr("__arrow_c_stream__")? {
        return Err(no_table(table, "__arrow_c_stream__"));
    }
    let reader = RecordBatchStreamReader::from_pyarrow_bound(table)?;
    let own = reader.schema();
    // what a producer in Python does while it is read, it does with its own hold of the lock
    let batches = py
        .detach(|| reader.collect::<Result<Vec<_>, ArrowError>>())
        .map_err(|error| TableError::new_err((format!("cannot read the table: {error}"),)))?;
    let (schema, batches) = score(py, &own, batches, catalogue, &plan)?;
    Ok(ScoredTable::new(schema, batches))
}

/// Scores every row of one record batch; a long one comes back in several.
#[pyfunction]
pub(crate) fn score_batch(
    py: Python<'_>,
    batch: &Bound<'_, PyAny>,
    catalogue: &Catalogue,
    plan: &Bound<'_, PyAny>,
) -> PyResult<Vec<ScoredBatch>> {
    let plan: Plan = plan.extract()?;
    if !batch.hasattr("__arrow_c_array__")? {
        return Err(no_table(batch, "__arrow_c_array__"));
    }
    let batch = RecordBatch::from_pyarrow_bound(batch)?;
    let (_, batches) = score(py, &batch.schema(), vec![batch], catalogue, &plan)?;
    Ok(batches.into_iter().map(ScoredBatch::new).collect())
}

fn score(
    py: Python<'_>,
    own: &SchemaRef,
    batches: Vec<RecordBatch>,
    catalogue: &Catalogue,
    plan: &Plan,
) -> PyResult<(SchemaRef, Vec<RecordBatch>)> {
    let columns = plan.columns();
    let schema = plan.schema(own, &columns)?;
    let job = Job::new(own, &schema, &columns, catalogue, plan)
        .map_err(|message| TableError::new_err((message,)))?;
    let workers = Workers::new(plan.threads).map_err(|message| TableError::new_err((message,)))?;
    let pieces = job.pieces(&batches);
    let mut scored = Vec::with_capacity(pieces.len());
    // Ctrl-C is looked for between helpings
    for helping in pieces.chunks(workers.helping()) {
        let results = py.detach(|| workers.map(helping, |piece| job.score(piece)));
        for result in results {
            scored.push(result.map_err(|message| TableError::new_err((message,)))?);
        }
        py.check_signals()?;
    }
    Ok((schema, scored))
}

fn no_table(found: &Bound<'_, PyAny>, wanted: &str) -> PyErr {
    let kind = found.get_type().fully_qualified_name();
    let kind = kind.map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "a table that speaks the Arrow C data interface (`{wanted}`) is wanted, such as one of pyarrow, polars or pandas; \
         found {kind}"
    ))
}
