//! Comparing JSON by what is expected of it.

use serde_json::Value;
use zopa::{Rational, UtilityPoint};

use crate::oracle::{Stroke, joined};

/// Says where `found` is not as `expected`: fields not expected are passed over, numbers may differ by 10^-12.
pub(crate) fn differences(expected: &Value, found: &Value, at: &str) -> Vec<String> {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => expected
            .iter()
            .flat_map(|(key, expected)| {
                let at = format!("{at}/{key}");
                match (key.as_str(), found.get(key)) {
                    (_, None) => vec![format!("{at}: missing")],
                    ("frontier", Some(found)) if expected.is_array() => {
                        frontiers(expected, found, &at)
                    }
                    (_, Some(found)) => differences(expected, found, &at),
                }
            })
            .collect(),
        (Value::Array(expected), Value::Array(found)) if expected.len() == found.len() => {
            let pairs = expected.iter().zip(found).enumerate();
            pairs
                .flat_map(|(i, (x, y))| differences(x, y, &format!("{at}/{i}")))
                .collect()
        }
        (Value::Number(x), Value::Number(y)) if is_near(x.as_f64(), y.as_f64()) => Vec::new(),
        _ if expected == found => Vec::new(),
        _ => vec![format!("{at}: expected {expected}, found {found}")],
    }
}

#[expect(clippy::float_arithmetic, reason = "distances are irrational")]
fn is_near(x: Option<f64>, y: Option<f64>) -> bool {
    x.zip(y).is_some_and(|(x, y)| (x - y).abs() <= 1e-12)
}

fn frontiers(expected: &Value, found: &Value, at: &str) -> Vec<String> {
    let (expected, found) = (strokes(expected), strokes(found));
    if expected == found {
        return Vec::new();
    }
    vec![format!("{at}: expected {expected:?}, found {found:?}")]
}

/// The pieces of a printed frontier, joined.
pub(crate) fn strokes(frontier: &Value) -> Vec<Stroke> {
    let stroke = |piece: &Value| {
        if piece.get("point").is_some() {
            return Stroke::point(point(&piece["point"]));
        }
        Stroke {
            from: point(&piece["from"]),
            to: point(&piece["to"]),
            from_open: piece["from_open"] == true,
            to_open: piece["to_open"] == true,
        }
    };
    joined(
        frontier
            .as_array()
            .expect("a list")
            .iter()
            .map(stroke)
            .collect(),
    )
}

pub(crate) fn number(value: &Value) -> Rational {
    value
        .as_str()
        .expect("an exact number")
        .parse()
        .expect("a fraction")
}

pub(crate) fn point(value: &Value) -> UtilityPoint {
    UtilityPoint::new(number(&value[0]), number(&value[1]))
}
