//! What a negotiation *is*: exact numbers, scenarios, allocations and diagnostics.
//!
//! Pure: no files, no clock, no terminal, no globals.

mod allocation;
pub mod check;
mod code_table;
pub mod diagnostic;
mod domain;
pub mod exact;
pub mod json;
pub mod names;
mod run;
mod scenario;
mod terms;

pub use allocation::{Allocation, AllocationBuilder};
pub use check::{Checked, check};
pub use diagnostic::{Code, Diagnostic, Position, Severity};
pub use domain::{DomainIssue, IssueOption, IssueRange, IssueSpace, Term};
pub use exact::{NearestFloat, Rational};
pub use run::{Agreement, Run, RunError, RunErrorCode};
pub use scenario::{
    Batna, Convention, PARTIES, Party, Resource, ResourceKind, Scenario, UtilityPoint,
};
