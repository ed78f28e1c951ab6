//! NegMAS's functions of one issue's value, those that are exact.

use std::collections::BTreeMap;

use zopa_model::Rational;
use zopa_model::json::{Node, Value};

use super::outline::{OutlineIssue, Space, Worth};
use super::tree;
use crate::number::clip;
use crate::{Door, NoteCode};

/// A function of the value of an issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Function {
    /// By the value's name.
    Table(BTreeMap<String, Rational>),
    /// A polynomial: the factors of the number's powers, from the constant.
    Polynomial(Vec<Rational>),
    /// Straight between points, level outside.
    Points(Vec<[Rational; 2]>),
}

/// What a value says that it is: the last part of the class's name.
pub(super) fn class<'n>(node: &'n Node<'_>) -> &'n str {
    let name = node.get("type").or(node.get("__python_class__"));
    let name = name.and_then(Node::as_str).unwrap_or_default();
    name.rsplit('.').next().unwrap_or(name)
}

impl Function {
    /// The number itself.
    pub(super) fn identity() -> Self {
        Self::Polynomial(vec![Rational::ZERO, Rational::ONE])
    }

    /// Reads a function; a bare map is a table.
    pub(super) fn read(node: &Node<'_>, door: &mut Door<'_, '_>) -> Option<Self> {
        let kind = class(node);
        let mut number = |key: &str, otherwise: Option<i64>| match (node.get(key), otherwise) {
            (None, Some(value)) => Some(Rational::from(value)),
            _ => tree::number_of(node, key, door),
        };
        match kind {
            "TableFun" => Self::table(tree::member(node, "mapping", door)?, door),
            "" if matches!(node.value, Value::Object(_)) => Self::table(node, door),
            "IdentityFun" => Some(Self::identity()),
            "ConstFun" => Some(Self::Polynomial(vec![number("bias", None)?])),
            "LinearFun" => Some(Self::Polynomial(vec![
                number("bias", Some(0))?,
                number("slope", None)?,
            ])),
            "AffineFun" => Some(Self::Polynomial(vec![
                number("bias", Some(0))?,
                number("slope", None)?,
            ])),
            "QuadraticFun" => {
                let factors = [
                    number("bias", Some(0))?,
                    number("a1", None)?,
                    number("a2", None)?,
                ];
                Some(Self::Polynomial(factors.to_vec()))
            }
            "PolynomialFun" => {
                let mut factors = vec![number("bias", Some(0))?];
                for item in tree::member(node, "coefficients", door)?.items() {
                    factors.push(tree::number(item, "a coefficient", door)?);
                }
                Some(Self::Polynomial(factors))
            }
            "TriangularFun" => {
                let corners = [
                    number("start", None)?,
                    number("middle", None)?,
                    number("end", None)?,
                ];
                let (low, scale) = (number("bias", Some(0))?, number("scale", Some(1))?);
                let high = &low + &scale;
                Self::points(&corners, &[&low, &high, &low], node, door)
            }
            "TrapezoidalFun" => {
                let corners = [
                    number("start", None)?,
                    number("rise_end", None)?,
                    number("fall_start", None)?,
                    number("end", None)?,
                ];
                let (low, scale) = (number("bias", Some(0))?, number("scale", Some(1))?);
                let high = &low + &scale;
                Self::points(&corners, &[&low, &high, &high, &low], node, door)
            }
            _ => {
                let message = format!(
                    "the function `{}` is not known, or has values that are no fractions",
                    clip(kind)
                );
                door.note(NoteCode::UnknownFunction, node.span.start, message);
                None
            }
        }
    }

    fn table(mapping: &Node<'_>, door: &mut Door<'_, '_>) -> Option<Self> {
        let mut table = BTreeMap::new();
        for member in mapping.members() {
            let what = format!("the worth of `{}`", clip(&member.key));
            table.insert(
                member.key.to_string(),
                tree::number(&member.value, &what, door)?,
            );
        }
        Some(Self::Table(table))
    }

    fn points(
        corners: &[Rational],
        worths: &[&Rational],
        node: &Node<'_>,
        door: &mut Door<'_, '_>,
    ) -> Option<Self> {
        if !corners.is_sorted_by(|a, b| a < b) {
            let message = format!("the corners of the `{}` do not rise", clip(class(node)));
            door.note(NoteCode::UnknownFunction, node.span.start, message);
            return None;
        }
        let points = corners.iter().zip(worths);
        let points = points.map(|(number, worth)| [number.clone(), (*worth).clone()]);
        Some(Self::Points(points.collect()))
    }

    /// What an issue's values are worth: weight times function, plus `bias`.
    pub(super) fn worth(
        &self,
        issue: &OutlineIssue,
        weight: &Rational,
        bias: &Rational,
        at: usize,
        door: &mut Door<'_, '_>,
    ) -> Option<Worth> {
        let scaled = |worth: &Rational| &(worth * weight) + bias;
        match (&issue.space, self) {
            (Space::Values(values), Self::Table(table)) => {
                let mut worth = |value: &String| {
                    if !table.contains_key(value) {
                        let message = format!(
                            "the value `{}` of the issue `{}` has no worth, which counts as 0",
                            clip(value),
                            clip(&issue.name)
                        );
                        door.note(NoteCode::MissingWorth, at, message);
                    }
                    scaled(table.get(value).unwrap_or(&Rational::ZERO))
                };
                Some(Worth::Table(values.iter().map(&mut worth).collect()))
            }
            (Space::Values(values), _) => {
                let mut table = Vec::new();
                let plain = self.curve(&Rational::ONE, &Rational::ZERO)?;
                for value in values {
                    let number =
                        door.number(value, issue.at, &format!("the value `{}`", clip(value)))?;
                    table.push(scaled(&plain.of_number(&number)?));
                }
                Some(Worth::Table(table))
            }
            (Space::Numbers { .. }, Self::Table(_)) => {
                let message = format!(
                    "a table values the issue `{}`, which is a range of numbers",
                    clip(&issue.name)
                );
                door.note(NoteCode::ProfilesDiffer, at, message);
                None
            }
            (Space::Numbers { .. }, _) => self.curve(weight, bias),
        }
    }

    fn curve(&self, weight: &Rational, bias: &Rational) -> Option<Worth> {
        let scaled = |worth: &Rational| &(worth * weight) + bias;
        match self {
            Self::Table(_) => None,
            Self::Polynomial(factors) => {
                let mut factors: Vec<Rational> =
                    factors.iter().map(|factor| factor * weight).collect();
                if let Some(constant) = factors.first_mut() {
                    *constant = &*constant + bias;
                }
                Some(Worth::Polynomial(factors))
            }
            Self::Points(points) => {
                let points = points
                    .iter()
                    .map(|[number, worth]| [number.clone(), scaled(worth)]);
                Some(Worth::Curve(points.collect()))
            }
        }
    }
}
