//! Rules between the pairs of a file.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use zopa_model::json::Node;

use super::add_related;
use crate::finding::{Related, Report};
use crate::text::{clip, folded, is_blank};
use crate::{Outcome, Pair, Rule};

/// What is remembered of the pairs before.
#[derive(Default)]
pub(crate) struct Corpus {
    /// The line of each id.
    ids: BTreeMap<String, usize>,
    contents: BTreeMap<Fingerprint, Earlier>,
    /// The first pair's rubric and line.
    rubric: Option<(String, usize)>,
    other_rubrics: BTreeSet<String>,
}

/// Two independent hashes of a content; that two different contents have the same is out of the question.
type Fingerprint = [u64; 2];

/// The first pair of a content.
struct Earlier {
    line: usize,
    swapped: bool,
    /// The outcome, and the line that gave it: the first of this content that was judged.
    judged: Option<(Outcome, usize)>,
}

impl Corpus {
    /// Judges a pair against those before it, and remembers it.
    pub(crate) fn judge(&mut self, pair: &Pair, line: usize, root: &Node<'_>, report: &mut Report) {
        self.judge_id(pair, line, root, report);
        self.judge_content(pair, line, root, report);
        self.judge_rubric(pair, line, root, report);
    }

    fn judge_id(&mut self, pair: &Pair, line: usize, root: &Node<'_>, report: &mut Report) {
        if is_blank(&pair.pair_id) {
            return;
        }
        let Some(&first) = self.ids.get(&pair.pair_id) else {
            self.ids.insert(pair.pair_id.clone(), line);
            return;
        };
        let at = "/pair_id";
        let message = format!(
            "the id `{}` is that of line {first} already",
            clip(&pair.pair_id)
        );
        add_earlier(
            report,
            root,
            first,
            (Rule::DuplicateId, at),
            message,
            "rename one of the two",
        );
    }

    fn judge_content(&mut self, pair: &Pair, line: usize, root: &Node<'_>, report: &mut Report) {
        let (fingerprint, swapped) = fingerprint(pair);
        let Some(earlier) = self.contents.get_mut(&fingerprint) else {
            let judged = pair
                .gold
                .outcome
                .map(|outcome| (oriented(outcome, swapped), line));
            let earlier = Earlier {
                line,
                swapped,
                judged,
            };
            self.contents.insert(fingerprint, earlier);
            return;
        };
        let order = if earlier.swapped == swapped {
            ""
        } else {
            ", with the responses in the other order"
        };
        let outcome = pair.gold.outcome.map(|outcome| oriented(outcome, swapped));
        let conflict = match (outcome, earlier.judged) {
            (Some(outcome), Some((other, at))) => (outcome != other).then_some(at),
            (Some(outcome), None) => {
                earlier.judged = Some((outcome, line));
                None
            }
            (None, _) => None,
        };
        match conflict {
            Some(first) => {
                let at = "/gold/outcome";
                let message =
                    format!("line {first} has the same content{order}, and another outcome");
                let help = "correct one of the two; where the order changes, so does the letter";
                add_earlier(
                    report,
                    root,
                    first,
                    (Rule::ConflictingGold, at),
                    message,
                    help,
                );
            }
            None => {
                let first = earlier.line;
                let message = format!("line {first} has the same content{order}");
                let help = "remove one of the two, unless it is there to see whether order matters";
                add_earlier(
                    report,
                    root,
                    first,
                    (Rule::DuplicateContent, ""),
                    message,
                    help,
                );
            }
        }
    }

    fn judge_rubric(&mut self, pair: &Pair, line: usize, root: &Node<'_>, report: &mut Report) {
        let Some((rubric, first)) = &self.rubric else {
            self.rubric = Some((pair.rubric_version.clone(), line));
            return;
        };
        if *rubric == pair.rubric_version || !self.other_rubrics.insert(pair.rubric_version.clone())
        {
            return;
        }
        let at = "/rubric_version";
        let message = format!(
            "the rubric is `{}`, that of line {first} is `{}`",
            clip(&pair.rubric_version),
            clip(rubric)
        );
        let help = "fit each version by itself, or convert the older one";
        add_earlier(report, root, *first, (Rule::MixedRubric, at), message, help);
    }
}

/// Adds a finding that speaks of the same value of an earlier line.
fn add_earlier(
    report: &mut Report,
    root: &Node<'_>,
    line: usize,
    (rule, at): (Rule, &str),
    message: String,
    help: &str,
) {
    let earlier = Related {
        line,
        at: at.to_owned(),
    };
    add_related(report, root, (rule, at), message, help, vec![earlier]);
}

/// The outcome as it would be with the responses in the order of their texts.
fn oriented(outcome: Outcome, swapped: bool) -> Outcome {
    if swapped { outcome.swapped() } else { outcome }
}

/// What makes a pair the same task as another, with its responses in the order of their texts; and whether that order is the other one.
fn fingerprint(pair: &Pair) -> (Fingerprint, bool) {
    let (a, b) = (folded(&pair.a.text), folded(&pair.b.text));
    let swapped = a > b;
    let responses = if swapped { [b, a] } else { [a, b] };
    let messages: Vec<(&str, String)> = pair
        .messages
        .iter()
        .map(|message| (message.role.as_str(), folded(&message.content)))
        .collect();
    let context = pair
        .context
        .as_ref()
        .and_then(|context| context.text.as_deref())
        .map(folded);
    let content = (pair.target_variety, messages, context, responses);
    let hash = |seed: u64| {
        let mut hasher = DefaultHasher::new();
        seed.hash(&mut hasher);
        content.hash(&mut hasher);
        hasher.finish()
    };
    ([hash(0), hash(1)], swapped)
}
