//! Calibration: preference pairs, their faults, and what is learned from them; how well judges agree; what a party's answers say.
//!
//! A *preference pair* is one line of a JSON Lines file: a conversation, two responses to it, whether each passes the gates, its
//! scores on five criteria, and which of the two a person prefers. [`PairReader`] goes through such a file and answers each
//! line with the [`Pair`] that it holds and with every finding about it.
//!
//! ```
//! let line = r#"{"pair_id": "p1"}"#;
//! let mut reader = zopa_calibrate::PairReader::new(line.as_bytes(), zopa_calibrate::Limits::default());
//! let record = reader.next().expect("a line").expect("readable");
//! assert!(record.pair.is_none());
//! assert_eq!(record.findings[0].rule.as_str(), "schema.required");
//! ```
//!
//! [`fit`] learns weights and a threshold from pairs, [`judge`] compares verdicts with gold, [`elicit`] asks a party of a scenario.
//! [`consistent`] takes statements at their word, [`logit`] as choices with chance in them, [`agreement`] measures raters.
//!
//! Pure: it reads from what it is given, opens no file, prints nothing.

pub mod agreement;
pub mod consistent;
pub mod elicit;
mod explain;
mod finding;
pub mod fit;
pub mod judge;
mod lines;
pub mod logit;
mod pair;
mod program;
mod reader;
mod rule;
mod rules;
mod schema;
mod statement;
mod study;
pub mod text;

pub use explain::rules_markdown;
pub use finding::{Finding, Related, Severity};
pub use lines::MAX_LINE;
pub use pair::{
    Context, Criterion, Gate, GateName, Gates, Gold, Message, Outcome, Pair, Response, Role,
    Scores, Side, Strength, TargetVariety,
};
pub use reader::{PairReader, Record};
pub use rule::Rule;
pub use rules::Limits;
pub use statement::{Answer, Statement, Unused, statement};
pub use study::{Collector, Question, Study};

/// The JSON Schema of a preference pair.
pub const SCHEMA: &str = include_str!("../../../data/preference-pair.schema.json");
