//! Answers as lines of a file: each with its question, so that a file can be read by itself.

use serde_json::{Map, Value, json};
use zopa_model::json::{self, Node};
use zopa_model::names::alternatives;
use zopa_model::{Rational, Scenario};

use super::Question;
use crate::Side;
use crate::statement::Answer;

/// An answer and what was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// What was asked.
    pub question: Question,
    /// What was said.
    pub answer: Answer,
}

/// Why a line is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerFault {
    /// The value at fault, as a JSON Pointer.
    pub at: String,
    /// What was found and what is wanted.
    pub message: String,
}

/// An answer in its word, one of [`Question::answers`]; first letters will do, and `yes` and `no` of a single offer.
#[must_use]
pub fn read_answer(word: &str, question: &Question) -> Option<Answer> {
    let word = word.trim().to_lowercase();
    match (word.as_str(), question.b.is_some()) {
        ("a", true) | ("accept" | "yes" | "y" | "a", false) => Some(Answer::Better(Side::A, None)),
        ("b", true) => Some(Answer::Better(Side::B, None)),
        ("tie" | "t", true) => Some(Answer::Tie),
        ("neither" | "n", true) if !question.forced => Some(Answer::Neither),
        ("reject" | "no" | "n", false) => Some(Answer::Neither),
        _ => None,
    }
}

/// The word of an answer.
fn word(answer: Answer, single: bool) -> &'static str {
    match (answer, single) {
        (Answer::Neither, true) => "reject",
        (_, true) => "accept",
        (Answer::Better(Side::A, _), false) => "a",
        (Answer::Better(Side::B, _), false) => "b",
        (Answer::Tie, false) => "tie",
        (Answer::Neither, false) => "neither",
    }
}

/// A reply as a line of a file of answers; without an answer, a line to be completed.
#[must_use]
pub fn answer_line(scenario: &Scenario, question: &Question, answer: Option<Answer>) -> String {
    let package = |shares: &Vec<Rational>| -> Value {
        let named = scenario.resources.iter().zip(shares);
        let named = named.filter(|(_, share)| !share.is_zero());
        let members: Map<String, Value> = named
            .map(|(resource, share)| {
                let share = match share.small_parts() {
                    Some((num, 1)) => json!(i64::try_from(num).unwrap_or_default()),
                    _ => json!(share.to_string()),
                };
                (resource.id.clone(), share)
            })
            .collect();
        Value::Object(members)
    };
    let mut line = json!({
        "a": package(&question.a),
        "b": question.b.as_ref().map(package),
        "answer": answer.map(|answer| word(answer, question.b.is_none())),
    });
    if question.forced {
        line["forced"] = json!(true);
    }
    line.to_string()
}

impl Reply {
    /// Reads a line of a file of answers; `None` where it is blank.
    ///
    /// # Errors
    /// Where the line is no JSON object, names an unknown resource, has a share that is none, or has no answer.
    pub fn from_line(scenario: &Scenario, text: &str) -> Option<Result<Self, AnswerFault>> {
        let text = text.trim_start_matches('\u{feff}').trim();
        (!text.is_empty()).then(|| read(scenario, text))
    }
}

fn read(scenario: &Scenario, text: &str) -> Result<Reply, AnswerFault> {
    let root = json::parse(text).map_err(|error| AnswerFault {
        at: String::new(),
        message: error.message,
    })?;
    let fault = |at: &str, message: &str| AnswerFault {
        at: at.to_owned(),
        message: message.to_owned(),
    };
    let wanted =
        "`a` is wanted: an object with the party's share of each resource that it gets or bears";
    let a = root.get("a").ok_or_else(|| fault("/a", wanted))?;
    let a = package(scenario, a, "/a")?;
    let b = match root.get("b") {
        None => None,
        Some(node) if matches!(node.value, json::Value::Null) => None,
        Some(node) => Some(package(scenario, node, "/b")?),
    };
    let forced = match root.get("forced").map(|node| &node.value) {
        None | Some(json::Value::Null) => false,
        Some(json::Value::Bool(forced)) => *forced,
        Some(_) => {
            let wanted = "`forced` is `true` where one of the two had to be taken, else `false`";
            return Err(fault("/forced", wanted));
        }
    };
    if forced && b.is_none() {
        return Err(fault("/forced", "only one of two packages can be forced"));
    }
    let question = Question { a, b, forced };
    let said = root.get("answer").and_then(Node::as_str);
    let answer = said.and_then(|word| read_answer(word, &question));
    let words = alternatives(question.answers().iter().copied());
    let answer = answer.ok_or_else(|| fault("/answer", &format!("`answer` is wanted: {words}")))?;
    Ok(Reply { question, answer })
}

fn package(scenario: &Scenario, node: &Node<'_>, at: &str) -> Result<Vec<Rational>, AnswerFault> {
    let json::Value::Object(members) = &node.value else {
        return Err(AnswerFault {
            at: at.to_owned(),
            message: "a package is an object: resource id and the party's share".to_owned(),
        });
    };
    let mut shares = vec![Rational::from(0); scenario.resources.len()];
    for member in members {
        let at = format!("{at}/{}", member.key);
        let known = scenario.resources.iter().position(|r| r.id == member.key);
        let Some(index) = known else {
            let ids: Vec<&str> = scenario.resources.iter().map(|r| r.id.as_str()).collect();
            let message = format!(
                "there is no such resource; there are `{}`",
                ids.join("`, `")
            );
            return Err(AnswerFault { at, message });
        };
        let share = match &member.value.value {
            json::Value::Number(text) => Rational::from_json_number(text).ok(),
            json::Value::String(text) => Rational::from_fraction(text).ok(),
            _ => None,
        };
        let within = |share: &Rational| !share.is_negative() && *share <= Rational::from(1);
        shares[index] = share.filter(within).ok_or_else(|| AnswerFault {
            at,
            message: "a share is a number from 0 to 1, or a fraction such as \"1/3\"".to_owned(),
        })?;
    }
    Ok(shares)
}
