//! GENIUS's evaluators: what the values of an issue are worth, each kind of issue in its way.

use std::collections::BTreeMap;

use zopa_model::Rational;

use super::genius::Kind;
use super::outline::{OutlineIssue, Space, Worth};
use crate::number::clip;
use crate::xml::Element;
use crate::{Door, NoteCode};

/// A largest evaluation below this makes an issue flat (GENIUS 10.4, `EvaluatorDiscrete.normalize`).
const FLAT: (i128, i128) = (1, 100_000);

/// An issue that is worth nothing.
pub(super) fn nothing(space: &Space) -> Worth {
    match space {
        Space::Values(values) => Worth::Table(vec![Rational::ZERO; values.len()]),
        Space::Numbers { ends, .. } => Worth::Curve(vec![[ends[0].clone(), Rational::ZERO]]),
    }
}

/// What the values of an issue are worth, weighted.
pub(super) fn worth(
    element: &Element,
    kind: Kind,
    issue: &OutlineIssue,
    weight: &Rational,
    door: &mut Door<'_, '_>,
) -> Option<Worth> {
    match &issue.space {
        Space::Values(values) => {
            let table = evaluations(element, values, &issue.name, door)?;
            Some(Worth::Table(
                table.iter().map(|worth| worth * weight).collect(),
            ))
        }
        Space::Numbers { ends, .. } => {
            let points = curve(element, kind, ends, &issue.name, door)?;
            let weighted = points
                .into_iter()
                .map(|[number, worth]| [number, &worth * weight]);
            Some(Worth::Curve(weighted.collect()))
        }
    }
}

/// The normalised evaluation of each value.
fn evaluations(
    element: &Element,
    values: &[String],
    name: &str,
    door: &mut Door<'_, '_>,
) -> Option<Vec<Rational>> {
    let name = clip(name);
    // by name, the last one counts; and by place, for names that are not the domain's
    let mut by_name: BTreeMap<&str, Rational> = BTreeMap::new();
    let mut by_place: Vec<Option<(&str, Rational)>> = Vec::new();
    for item in element.all("item") {
        let value = item.get("value").unwrap_or_default().trim();
        let text = item
            .get("evaluation")
            .filter(|text| !matches!(text.trim(), "" | "null"));
        let Some(text) = text else {
            by_place.push(None);
            continue;
        };
        let evaluation = door.number(
            text,
            item.at,
            &format!("the evaluation of `{}`", clip(value)),
        )?;
        if evaluation.is_negative() {
            let message = format!("the evaluation of `{}` is {}", clip(value), clip(text));
            door.note(NoteCode::NegativeWorth, item.at, message);
        }
        if by_name.insert(value, evaluation.clone()).is_some() {
            let message = format!(
                "the value `{}` of the issue `{name}` stands twice; the last evaluation counts",
                clip(value)
            );
            door.note(NoteCode::DuplicateValue, item.at, message);
        }
        by_place.push(Some((value, evaluation)));
    }
    let largest = by_name.values().max().cloned().unwrap_or(Rational::ZERO);
    let (num, den) = FLAT;
    let is_flat = largest < Rational::new(num, den);
    if is_flat {
        let message =
            format!("no evaluation of the issue `{name}` is above 0: each value counts as 0");
        door.note(NoteCode::FlatIssue, element.at, message);
    }
    let known = |value: &str| values.iter().any(|known| known.trim() == value);
    let mut table = Vec::new();
    for (place, value) in values.iter().enumerate() {
        let found = by_name.get(value.trim()).or_else(|| {
            let (called, evaluation) = by_place.get(place)?.as_ref()?;
            if known(called) {
                return None;
            }
            let message = format!(
                "`{}` of the issue `{name}` is `{}` in the domain",
                clip(called),
                clip(value)
            );
            door.note(NoteCode::NamesDiffer, element.at, message);
            Some(evaluation)
        });
        if found.is_none() {
            let message = format!(
                "the value `{}` of the issue `{name}` has no evaluation, which counts as 0",
                clip(value)
            );
            door.note(NoteCode::MissingWorth, element.at, message);
        }
        let evaluation = found
            .filter(|_| !is_flat)
            .and_then(|found| found.checked_div(&largest));
        table.push(evaluation.unwrap_or(Rational::ZERO));
    }
    Some(table)
}

/// The evaluation of numbers, as points between which it is straight.
fn curve(
    element: &Element,
    kind: Kind,
    ends: &[Rational; 2],
    name: &str,
    door: &mut Door<'_, '_>,
) -> Option<Vec<[Rational; 2]>> {
    let name = clip(name);
    let Some(evaluator) = element.first("evaluator") else {
        let message = format!("the issue `{name}` has no evaluator, and counts as 0");
        door.note(NoteCode::MissingWorth, element.at, message);
        return Some(vec![[ends[0].clone(), Rational::ZERO]]);
    };
    let mut value = |key: &str| {
        let text = evaluator.get(key).unwrap_or_default();
        door.number(
            text,
            evaluator.at,
            &format!("`{key}` of the issue `{name}`"),
        )
    };
    let function = evaluator
        .get("ftype")
        .unwrap_or("linear")
        .to_ascii_lowercase();
    let has = |key: &str| evaluator.get(key).is_some();
    let is_sloped = has("slope") || has("offset");
    let points = match function.as_str() {
        "linear" if is_sloped => {
            let (slope, offset) = (value("slope")?, value("offset")?);
            let from = element.get("lowerbound").or(element
                .first("range")
                .and_then(|range| range.get("lowerbound")));
            let from = match from {
                Some(text) => door.number(text, element.at, "`lowerbound`")?,
                None => ends[0].clone(),
            };
            line(&slope, &(&offset - &(&slope * &from)), ends)
        }
        "linear" => {
            let (slope, level) = (value("parameter1")?, value("parameter0")?);
            line(&slope, &level, ends)
        }
        "constant" => vec![[ends[0].clone(), value("parameter0")?]],
        "triangular" => {
            let [low, high, top] = [
                value("parameter0")?,
                value("parameter1")?,
                value("parameter2")?,
            ];
            if low >= top || top >= high {
                let message = format!("the triangle of the issue `{name}` does not rise and fall");
                door.note(NoteCode::UnknownFunction, evaluator.at, message);
                return None;
            }
            vec![
                [low, Rational::ZERO],
                [top, Rational::ONE],
                [high, Rational::ZERO],
            ]
        }
        _ => {
            let message = format!(
                "the evaluator of the issue `{name}` is `{}`; linear, constant and triangular are known",
                clip(&function)
            );
            door.note(NoteCode::UnknownFunction, evaluator.at, message);
            return None;
        }
    };
    let fits = is_sloped == (kind == Kind::Integer);
    if function == "linear" && !fits {
        let message = format!(
            "the evaluator of the issue `{name}` has the attributes of the other type of numbers"
        );
        door.note(NoteCode::EvaluatorSpelling, evaluator.at, message);
    }
    Some(points)
}

/// `slope` times the number plus `level`, held between 0 and 1.
fn line(slope: &Rational, level: &Rational, ends: &[Rational; 2]) -> Vec<[Rational; 2]> {
    let at = |number: &Rational| &(slope * number) + level;
    let mut numbers = ends.to_vec();
    for bound in [Rational::ZERO, Rational::ONE] {
        // where the line meets the bound, if that is inside
        if let Some(number) = (&bound - level).checked_div(slope)
            && number > ends[0]
            && number < ends[1]
        {
            numbers.push(number);
        }
    }
    numbers.sort();
    numbers.dedup();
    let held = |number: Rational| {
        let worth = at(&number).clamp(Rational::ZERO, Rational::ONE);
        [number, worth]
    };
    numbers.into_iter().map(held).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_held_between_0_and_1() {
        let ends = [Rational::from(0), Rational::from(10)];
        let shown = |points: Vec<[Rational; 2]>| {
            let points = points.iter().map(|[x, u]| format!("{x}:{u}"));
            points.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            shown(line(&Rational::new(1, 5), &Rational::new(-1, 2), &ends)),
            "0:0 5/2:0 15/2:1 10:1"
        );
        assert_eq!(
            shown(line(&Rational::new(-1, 10), &Rational::ONE, &ends)),
            "0:1 10:0"
        );
        assert_eq!(
            shown(line(&Rational::ZERO, &Rational::new(3, 2), &ends)),
            "0:1 10:1"
        );
    }
}
