//! Scored tables as Python sees them: objects that speak the Arrow C data interface (the PyCapsule protocol).

use std::ffi::CStr;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, RecordBatch, RecordBatchIterator, StructArray};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::errors::TableError;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

fn failed(error: &ArrowError) -> PyErr {
    TableError::new_err((format!("cannot hand out the scored table: {error}"),))
}

fn schema_capsule<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema).map_err(|error| failed(&error))?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

/// A scored table. `pyarrow.table`, `polars.DataFrame` and others take it.
#[pyclass(frozen, module = "zopa")]
pub(crate) struct ScoredTable {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl ScoredTable {
    pub(super) fn new(schema: SchemaRef, batches: Vec<RecordBatch>) -> Self {
        Self { schema, batches }
    }
}

#[pymethods]
impl ScoredTable {
    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        let fields = self.schema.fields().iter();
        fields.map(|field| field.name().as_str()).collect()
    }

    fn __len__(&self) -> usize {
        self.num_rows()
    }

    /// The schema, for whoever takes the table.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.schema)
    }

    /// The rows, for whoever takes the table. It is handed out as it is, whatever schema is asked for.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // the protocol lets a producer that cannot convert ignore the wish
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, self.schema.clone());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), STREAM)
    }
}

/// A scored record batch. `pyarrow.record_batch` and others take it.
#[pyclass(frozen, module = "zopa")]
pub(crate) struct ScoredBatch {
    batch: RecordBatch,
}

impl ScoredBatch {
    pub(super) fn new(batch: RecordBatch) -> Self {
        Self { batch }
    }
}

#[pymethods]
impl ScoredBatch {
    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.batch.num_rows()
    }

    fn __len__(&self) -> usize {
        self.num_rows()
    }

    /// The schema, for whoever takes the batch.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.batch.schema())
    }

    /// The rows, for whoever takes the batch. It is handed out as it is, whatever schema is asked for.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        let schema = schema_capsule(py, &self.batch.schema())?;
        let array = FFI_ArrowArray::new(&StructArray::from(self.batch.clone()).to_data());
        Ok((schema, PyCapsule::new_with_value(py, array, ARRAY)?))
    }
}
