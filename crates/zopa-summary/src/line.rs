//! Scored runs as `zopa score` writes them in JSON.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use zopa_model::exact::{NearestFloat as _, Rational};

use crate::scored::{CATEGORIES, Fault, Measures, OfPapers, Outcome, Scored};

/// So many names of fields are kept, to guess the one that was meant.
const NAMES: usize = 256;

/// Reads scored runs: the fields that are wanted of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reader {
    wanted: Vec<String>,
    /// The names of fields that runs have.
    pub(crate) names: BTreeSet<String>,
}

impl Reader {
    pub(crate) fn new(wanted: Vec<String>) -> Self {
        Self {
            wanted,
            names: BTreeSet::new(),
        }
    }

    /// Reads one object.
    pub(crate) fn read(&mut self, text: &[u8]) -> Result<Scored, Fault> {
        let mut json = serde_json::Deserializer::from_slice(text);
        let found = Object { reader: self }.deserialize(&mut json);
        let found = found.and_then(|found| json.end().map(|()| found));
        let Found {
            fields,
            score,
            categories,
        } = found.map_err(|error| Fault::Broken(in_words(&error)))?;
        let score = score.ok_or(Fault::NotScored)?;
        Ok(Scored {
            fields,
            categories,
            outcome: outcome(score)?,
        })
    }

    pub(crate) fn wanted(&self) -> &[String] {
        &self.wanted
    }

    /// Keeps the name of a field that a run has.
    pub(crate) fn remember(&mut self, name: &str) {
        if self.names.len() < NAMES && !self.names.contains(name) {
            self.names.insert(name.to_owned());
        }
    }
}

/// The texts of the elements of an array, in order.
pub(crate) fn elements<'t, E>(
    text: &'t [u8],
    each: impl FnMut(&'t RawValue) -> Result<(), E>,
) -> Result<Result<(), E>, Fault> {
    struct Elements<F>(F);

    impl<'t, E, F: FnMut(&'t RawValue) -> Result<(), E>> Visitor<'t> for Elements<F> {
        type Value = Result<(), E>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an array of scored runs")
        }

        fn visit_seq<A: SeqAccess<'t>>(mut self, mut seq: A) -> Result<Self::Value, A::Error> {
            while let Some(element) = seq.next_element()? {
                if let Err(error) = (self.0)(element) {
                    // what follows is not looked at
                    while seq.next_element::<IgnoredAny>()?.is_some() {}
                    return Ok(Err(error));
                }
            }
            Ok(Ok(()))
        }
    }

    let mut json = serde_json::Deserializer::from_slice(text);
    let done = json.deserialize_seq(Elements(each));
    done.and_then(|done| json.end().map(|()| done))
        .map_err(|error| Fault::Broken(error.to_string()))
}

/// An error of a text of one line, with its column.
fn in_words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&place) {
        Some(words) => format!("{words} (column {})", error.column()),
        None => text,
    }
}

/// The name of a member, borrowed where it is spelled without escapes.
#[derive(Deserialize)]
struct Key<'t>(#[serde(borrow)] Cow<'t, str>);

/// What stands in an object.
struct Found<'t> {
    fields: Vec<Option<String>>,
    score: Option<Score<'t>>,
    categories: Option<[f64; 5]>,
}

struct Object<'r> {
    reader: &'r mut Reader,
}

impl<'t> DeserializeSeed<'t> for Object<'_> {
    type Value = Found<'t>;

    fn deserialize<D: Deserializer<'t>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'t> Visitor<'t> for Object<'_> {
    type Value = Found<'t>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a scored run, which is an object")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = Found {
            fields: vec![None; self.reader.wanted.len()],
            score: None,
            categories: None,
        };
        while let Some(Key(key)) = map.next_key()? {
            if key == "zopa" {
                found.score = Some(map.next_value()?);
                continue;
            }
            self.reader.remember(&key);
            let wanted = self.reader.wanted.iter().any(|name| {
                let rest = name.strip_prefix(&*key);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            });
            if !wanted && key != "scores" {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            let value: &RawValue = map.next_value()?;
            if key == "scores" {
                found.categories = categories(value.get());
            }
            for (field, name) in found.fields.iter_mut().zip(&self.reader.wanted) {
                match name.strip_prefix(&*key) {
                    Some("") => *field = text_of(value),
                    Some(rest) if field.is_none() => {
                        if let Some(path) = rest.strip_prefix('.') {
                            *field = within(value.get(), path);
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(found)
    }
}

/// A value as a text: a string without quotes, `null` as nothing, all else as it is spelled.
fn text_of(value: &RawValue) -> Option<String> {
    match value.get() {
        "null" => None,
        text if text.starts_with('"') => serde_json::from_str(text).ok(),
        text => Some(text.to_owned()),
    }
}

/// The value at a path of names with dots between them.
pub(crate) fn within(json: &str, path: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(json).ok()?;
    let found = path
        .split('.')
        .try_fold(&value, |value, name| value.get(name))?;
    match found {
        serde_json::Value::Null => None,
        serde_json::Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// All five category scores, if they are there and between 0 and 100.
pub(crate) fn categories(json: &str) -> Option<[f64; 5]> {
    let value: serde_json::Value = serde_json::from_str(json).ok()?;
    let mut scores = [0.0; 5];
    for (score, (name, _)) in scores.iter_mut().zip(CATEGORIES) {
        *score = value.get(name)?.as_f64()?;
    }
    scores
        .iter()
        .all(|score| (0.0..=100.0).contains(score))
        .then_some(scores)
}

/// The object that `zopa score` adds to a run.
#[derive(Deserialize)]
struct Score<'t> {
    #[serde(borrow)]
    status: Cow<'t, str>,
    #[serde(borrow)]
    convention: Option<Cow<'t, str>>,
    gain: Option<[Number; 2]>,
    pareto_efficient: Option<bool>,
    pareto_gap: Option<Number>,
    left_on_table: Option<[Number; 2]>,
    value_efficiency: Option<Number>,
    joint_gain_ratio: Option<Number>,
    distance: Option<Distance>,
    share_of_surplus: Option<Number>,
    metrics: Option<Metrics>,
    #[serde(borrow)]
    impasse: Option<Cow<'t, str>>,
    #[serde(borrow)]
    error: Option<ScoreError<'t>>,
}

#[derive(Deserialize)]
struct Distance {
    nash: Option<Number>,
}

/// Of all measures of others those that are counted.
#[derive(Deserialize)]
struct Metrics {
    lewis: Option<Lewis>,
    hua: Option<Hua>,
}

#[derive(Deserialize)]
struct Lewis {
    pareto_optimal: Option<bool>,
}

#[derive(Deserialize)]
struct Hua {
    pareto_optimal: Option<bool>,
    envy_free: Option<bool>,
    pareto_optimal_and_envy_free: Option<bool>,
}

impl From<Option<Metrics>> for OfPapers {
    fn from(metrics: Option<Metrics>) -> Self {
        let (lewis, hua) = metrics.map_or((None, None), |metrics| (metrics.lewis, metrics.hua));
        let hua = hua.as_ref();
        Self {
            lewis_pareto: lewis.and_then(|lewis| lewis.pareto_optimal),
            hua_pareto: hua.and_then(|hua| hua.pareto_optimal),
            hua_envy_free: hua.and_then(|hua| hua.envy_free),
            hua_both: hua.and_then(|hua| hua.pareto_optimal_and_envy_free),
        }
    }
}

#[derive(Deserialize)]
struct ScoreError<'t> {
    #[serde(borrow)]
    code: Cow<'t, str>,
}

fn outcome(score: Score<'_>) -> Result<Outcome, Fault> {
    let deal = match &*score.status {
        "invalid" => {
            let error = score.error.ok_or_else(|| lacking("error"))?;
            return Ok(Outcome::Invalid(error.code.into_owned()));
        }
        "deal" => true,
        "no_deal" => false,
        other => {
            let message = format!("`{other}` is no status of a score");
            return Err(Fault::Broken(message));
        }
    };
    let pair = |pair: Option<[Number; 2]>, name| {
        let pair = pair.ok_or_else(|| lacking(name))?;
        Ok(pair.map(|number| number.0))
    };
    let number = |number: Option<Number>, name| Ok(number.ok_or_else(|| lacking(name))?.0);
    Ok(Outcome::Valid(Measures {
        convention: score
            .convention
            .ok_or_else(|| lacking("convention"))?
            .into_owned(),
        deal,
        justified: score.impasse.as_deref() == Some("justified"),
        pareto_efficient: score
            .pareto_efficient
            .ok_or_else(|| lacking("pareto_efficient"))?,
        gain: pair(score.gain, "gain")?,
        left_on_table: pair(score.left_on_table, "left_on_table")?,
        pareto_gap: number(score.pareto_gap, "pareto_gap")?,
        value_efficiency: number(score.value_efficiency, "value_efficiency")?,
        joint_gain_ratio: score.joint_gain_ratio.map(|number| number.0),
        nash_distance: score
            .distance
            .ok_or_else(|| lacking("distance"))?
            .nash
            .map(|n| n.0),
        share_of_surplus: score.share_of_surplus.map(|number| number.0),
        of_papers: score.metrics.into(),
    }))
}

pub(crate) fn lacking(name: &str) -> Fault {
    Fault::Broken(format!("the score has no `{name}`"))
}

/// A number, or the exact fraction that `--exact` writes in its place.
struct Number(f64);

/// The number that a text spells: a decimal, or a fraction.
pub(crate) fn number_of(text: &str) -> Option<f64> {
    let value = text.parse::<f64>().ok().filter(|value| value.is_finite());
    value.or_else(|| Some(Rational::from_fraction(text).ok()?.to_f64()))
}

impl<'t> Deserialize<'t> for Number {
    /// From its spelling: what serde_json takes for a float may be off by a digit, and one score has one value in all forms.
    fn deserialize<D: Deserializer<'t>>(json: D) -> Result<Self, D::Error> {
        let text = <&RawValue>::deserialize(json)?.get();
        let bare = text
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'));
        let number = number_of(bare.unwrap_or(text)).map(Number);
        number.ok_or_else(|| {
            let message = format!("found `{text}`, wanted a number, or a fraction in a string");
            de::Error::custom(message)
        })
    }
}
