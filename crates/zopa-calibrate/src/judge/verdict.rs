//! Verdicts: what an annotator or a judge model said of a pair. One JSON object a line.

use zopa_model::json::{self, Node, Value};

use crate::pair::{gates, scores};
use crate::{Gates, Outcome, Scores, Strength};

/// Which response was shown first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    /// A, as in the pair.
    Ab,
    /// B.
    Ba,
}

/// What somebody said of a pair, in the pair's own letters whatever was shown first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The line, from 1.
    pub line: usize,
    /// The pair.
    pub pair_id: String,
    /// Who said it.
    pub annotator: String,
    /// What was shown first; none where that is not known.
    pub order: Option<Order>,
    /// Which is better; none where no verdict was given.
    pub outcome: Option<Outcome>,
    /// By how much.
    pub strength: Option<Strength>,
    /// The gates of both responses, where they were judged.
    pub gates: Option<[Gates; 2]>,
    /// The scores of both responses, where they were given.
    pub scores: Option<[Scores; 2]>,
}

/// Why a line holds no verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerdictFault {
    /// The line, from 1.
    pub line: usize,
    /// The value at fault, as a JSON Pointer.
    pub at: String,
    /// What was found and what is wanted.
    pub message: String,
}

/// Reads a line of verdicts; `None` where it is blank.
///
/// # Errors
/// Where the line is no JSON object, lacks a field, or has a word that is not one of the format.
pub fn verdict(text: &str, line: usize) -> Option<Result<Verdict, VerdictFault>> {
    let text = text.trim_start_matches('\u{feff}').trim();
    (!text.is_empty()).then(|| read(text, line))
}

fn read(text: &str, line: usize) -> Result<Verdict, VerdictFault> {
    let fault = |at: &str, message: String| VerdictFault {
        line,
        at: at.to_owned(),
        message,
    };
    let root = json::parse(text).map_err(|error| fault("", error.message))?;
    if !matches!(root.value, Value::Object(_)) {
        return Err(fault("", "a verdict is an object".to_owned()));
    }
    let text_of = |key: &str| {
        let value = root.get(key).and_then(Node::as_str);
        let filled = value.filter(|text| !text.trim().is_empty());
        let missing = || fault(&format!("/{key}"), format!("`{key}` is wanted, as a text"));
        filled.map(str::to_owned).ok_or_else(missing)
    };
    // in the order of the documentation, so that the first fault told is the first to be met
    let pair_id = text_of("pair_id")?;
    let annotator = text_of("annotator")?;
    let order = word(&root, "order", &["ab", "ba"], line)?;
    let outcomes = words(Outcome::ALL.iter().map(|one| one.as_str()));
    let outcome = word(&root, "outcome", &outcomes, line)?;
    if root.get("outcome").is_none() {
        return Err(fault(
            "/outcome",
            "`outcome` is wanted, or null where none was given".to_owned(),
        ));
    }
    let strengths = words(Strength::ALL.iter().map(|one| one.as_str()));
    let strength = word(&root, "strength", &strengths, line)?;
    let both = |key: &str| {
        let node = root.get(key)?;
        Some([node.get("a")?, node.get("b")?])
    };
    Ok(Verdict {
        line,
        pair_id,
        annotator,
        order: order.map(|word| if word == "ab" { Order::Ab } else { Order::Ba }),
        outcome: outcome.and_then(Outcome::from_word),
        strength: strength.and_then(Strength::from_word),
        gates: both("gates").map(|nodes| nodes.map(gates)),
        scores: both("criterion_scores").map(|nodes| nodes.map(scores)),
    })
}

fn words<'w>(all: impl Iterator<Item = &'w str>) -> Vec<&'w str> {
    all.collect()
}

/// A word of a list, or none where it is null or absent.
fn word<'n>(
    root: &'n Node<'_>,
    key: &str,
    known: &[&str],
    line: usize,
) -> Result<Option<&'n str>, VerdictFault> {
    match root.get(key) {
        None => Ok(None),
        Some(node) if matches!(node.value, Value::Null) => Ok(None),
        Some(node) => match node.as_str() {
            Some(text) if known.contains(&text) => Ok(Some(text)),
            _ => Err(VerdictFault {
                line,
                at: format!("/{key}"),
                message: format!("`{key}` is none of `{}` or null", known.join("`, `")),
            }),
        },
    }
}
