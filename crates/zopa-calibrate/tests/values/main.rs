//! Every value of the reference files that may lie beside the repository is compared, or left out with a reason: a file is closed by a
//! walk over all of its values, which fails on one that was never looked at.
#![allow(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "statistics are floats by nature"
)]

#[path = "../common/mod.rs"]
mod common;

mod agreement;
mod book;
mod choices;
mod grades;
mod statements;
mod utastar;
