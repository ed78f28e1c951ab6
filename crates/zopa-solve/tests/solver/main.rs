//! The solver against a stupid oracle, axioms, published answers and real data.

mod axioms;
mod budget;
mod convert;
mod corpora;
mod equality;
mod games;
mod instances;
mod long_lists;
mod oracle;
#[path = "../../../../tests/support/random.rs"]
mod random;
mod rewriting;
#[path = "../../../../tests/support/shared.rs"]
mod shared;
mod situations;
mod traps;
mod widths;
