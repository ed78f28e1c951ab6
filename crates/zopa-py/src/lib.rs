//! The native half of the Python package `zopa`.
//!
//! It is thin on purpose. Results cross over as the JSON of [`zopa::analysis_json`] and [`zopa::score_json`], the contract of
//! every front end, and become classes in Python (`python/zopa`); tables cross over by the Arrow C data interface, without
//! copies. Python's lock is released wherever the engine works.

mod analysis;
mod catalogue;
mod deal;
mod errors;
mod scenario;
mod table;

/// The native half of `zopa`; use the package, not this.
#[pyo3::pymodule]
mod _zopa {
    #[pymodule_export]
    use super::analysis::Analysis;
    #[pymodule_export]
    use super::catalogue::Catalogue;
    #[pymodule_export]
    use super::deal::deal_json;
    #[pymodule_export]
    use super::scenario::{Scenario, check, conventions, max_bytes};
    #[pymodule_export]
    use super::table::{ScoredBatch, ScoredTable, score_batch, score_schema, score_table};
}
