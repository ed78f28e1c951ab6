//! The tables.

mod batch;
mod calibrate;
mod dense;
mod frontier;
mod growth;
mod memory;
mod mixed;
mod nash;
mod process;
mod rivals;
mod scoring;
mod witnesses;

pub use batch::{peak_of_file, write_runs};
pub use growth::plots;
pub use memory::peak_of_one;
pub use nash::thresholds;

use std::time::Duration;

use crate::table::Table;

/// A table that can be asked for.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it shows, in a line.
    pub about: &'static str,
    /// Measures and makes it. The argument is how long each row may take, unless one call alone takes longer.
    pub make: fn(Duration) -> Vec<Table>,
}

/// All tables.
pub const ALL: [Entry; 12] = [
    Entry {
        name: "frontier",
        about: "the frontier of indivisible resources, and the cost of a merged element",
        make: frontier::make,
    },
    Entry {
        name: "rivals",
        about: "the same frontiers by other methods in Rust",
        make: rivals::make,
    },
    Entry {
        name: "dense",
        about: "small valuations: lots on an array against lists",
        make: dense::make,
    },
    Entry {
        name: "witnesses",
        about: "what it costs to know an agreement for every point",
        make: witnesses::make,
    },
    Entry {
        name: "mixed",
        about: "divisible resources beside indivisible ones",
        make: mixed::make,
    },
    Entry {
        name: "scoring",
        about: "judging agreements against a known frontier",
        make: scoring::make,
    },
    Entry {
        name: "batch",
        about: "scoring a million runs, against only reading them",
        make: batch::make,
    },
    Entry {
        name: "nash",
        about: "one Nash solution without the frontier, against sorting",
        make: nash::make,
    },
    Entry {
        name: "process",
        about: "the program from start to end",
        make: process::make,
    },
    Entry {
        name: "memory",
        about: "the most memory that a frontier needs",
        make: memory::make,
    },
    Entry {
        name: "calibrate",
        about: "a fit against reading its pairs, and a judge report",
        make: calibrate::make,
    },
    Entry {
        name: "growth",
        about: "how cost grows with lots, digits, correlation and divisible resources",
        make: growth::make,
    },
];

/// How many digits valuations up to this one have.
fn digits(v: i64) -> String {
    v.to_string().len().to_string()
}
