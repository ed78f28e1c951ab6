//! What each rule about pairs finds, and what it leaves alone.

#[path = "../common/mod.rs"]
mod common;

mod file;
mod single;

use serde_json::Value;
use zopa_calibrate::{Limits, Rule};

/// The findings of one pair, with the limits that hold unless others are chosen.
fn of(pair: &Value) -> Vec<String> {
    common::found(pair.to_string().as_bytes(), &Limits::default())
}

/// No rule is without a case here, or beside the verdicts.
#[test]
fn every_rule_has_a_case() {
    let sources = [
        include_str!("single.rs"),
        include_str!("file.rs"),
        include_str!("../judge.rs"),
    ];
    let sources = sources.concat().replace('"', " ");
    for rule in Rule::ALL {
        assert!(sources.contains(&format!("{rule} ")), "{rule}");
    }
}
