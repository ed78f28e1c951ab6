//! What a value may be: the words in which `schema.rs` is written.

use std::fmt;

use crate::exact::Rational;
use crate::json::Member;
use crate::names::nearest;

/// What a value may be.
#[derive(Debug)]
pub(super) enum Rule {
    /// An object with known fields.
    Object(Object),
    /// An array.
    List(List),
    /// A non-empty text of printable ASCII characters.
    Text,
    /// A non-empty text without control characters, in any script.
    Name,
    /// An id in snake_case.
    Id,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A number.
    Number(Range),
    /// A number or null.
    NumberOrNull(Range),
    /// A number, or a text with an exact fraction.
    Exact,
    /// A whole number.
    Integer(Range),
    /// `true` or `false`.
    Bool,
    /// An object that maps each participant's name to such a value.
    PerParty(&'static Rule),
}

/// An object with known fields, in the order of the schema.
#[derive(Debug)]
pub(super) struct Object {
    /// What it is, in messages: `resource`.
    pub(super) noun: &'static str,
    /// Its fields.
    pub(super) fields: &'static [Field],
}

/// A field of an object.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) need: Need,
    pub(super) rule: Rule,
}

/// When a field has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    Required,
    Optional,
    /// Required where the other field has this value, optional elsewhere.
    RequiredWhere(&'static str, &'static str),
    /// Required where the other field has this value, meaningless elsewhere.
    OnlyWhere(&'static str, &'static str),
}

/// An array with bounds on its length.
#[derive(Debug)]
pub(super) struct List {
    pub(super) min: usize,
    pub(super) max: Option<usize>,
    pub(super) item: &'static Rule,
    /// What mends a wrong length, if there is more to say than to add or remove items.
    pub(super) help: &'static str,
}

/// Bounds of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Range {
    Any,
    AtLeast(i32),
    Above(i32),
    Between(i32, i32),
}

pub(super) const fn required(name: &'static str, rule: Rule) -> Field {
    let need = Need::Required;
    Field { name, need, rule }
}

pub(super) const fn optional(name: &'static str, rule: Rule) -> Field {
    let need = Need::Optional;
    Field { name, need, rule }
}

pub(super) const fn object(noun: &'static str, fields: &'static [Field]) -> Rule {
    Rule::Object(Object { noun, fields })
}

/// A list of `min` to `max` items.
pub(super) const fn list(min: usize, max: usize, item: &'static Rule) -> Rule {
    let (max, help) = (Some(max), "");
    Rule::List(List {
        min,
        max,
        item,
        help,
    })
}

/// A list of at least `min` items.
pub(super) const fn at_least(min: usize, item: &'static Rule) -> Rule {
    let (max, help) = (None, "");
    Rule::List(List {
        min,
        max,
        item,
        help,
    })
}

impl Rule {
    /// The list rule with a help line of its own.
    pub(super) const fn helped(self, help: &'static str) -> Self {
        match self {
            Self::List(List { min, max, item, .. }) => Self::List(List {
                min,
                max,
                item,
                help,
            }),
            other => other,
        }
    }

    /// What is wanted, with an article: `a number`.
    pub(super) fn wanted(&self) -> &'static str {
        match self {
            Self::Object(_) | Self::PerParty(_) => "an object",
            Self::List(_) => "an array",
            Self::Text | Self::Name | Self::Id | Self::OneOf(_) => "a string",
            Self::Number(_) => "a number",
            Self::NumberOrNull(_) => "a number or null",
            Self::Exact => "a number, or a string with a fraction",
            Self::Integer(_) => "a whole number",
            Self::Bool => "true or false",
        }
    }

    /// What such a value looks like in JSON.
    pub(super) fn example(&self) -> &'static str {
        match self {
            Self::Object(_) | Self::PerParty(_) => "{...}",
            Self::List(_) => "[...]",
            Self::Text | Self::Name | Self::Id | Self::OneOf(_) => "\"...\"",
            Self::Number(_) | Self::NumberOrNull(_) => "0.5",
            Self::Exact => "0.5 or \"1/3\"",
            Self::Integer(_) => "1",
            Self::Bool => "false",
        }
    }
}

impl Range {
    /// Is the number in the range?
    pub(super) fn holds(self, value: &Rational) -> bool {
        match self {
            Self::Any => true,
            Self::AtLeast(low) => *value >= Rational::from(low),
            Self::Above(low) => *value > Rational::from(low),
            Self::Between(low, high) => {
                *value >= Rational::from(low) && *value <= Rational::from(high)
            }
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("any number"),
            Self::AtLeast(low) => write!(f, "at least {low}"),
            Self::Above(low) => write!(f, "above {low}"),
            Self::Between(low, high) => write!(f, "between {low} and {high}"),
        }
    }
}

/// Which field a member of an object is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    /// The field of this name.
    Field(&'static Field),
    /// A name near the one of this field, which is missing: it is judged as that field.
    Misspelt(&'static Field),
    /// None.
    Unknown,
}

impl Known {
    /// The field that the member is, or is meant to be.
    pub(super) fn field(self) -> Option<&'static Field> {
        match self {
            Self::Field(field) | Self::Misspelt(field) => Some(field),
            Self::Unknown => None,
        }
    }
}

impl Object {
    /// Misspelt fields are looked for in objects of at most this many members: no scenario has more, and comparing names is slow.
    const MOST_GUESSED: usize = 64;

    /// Which field each member is. No two misspelt members are the same field.
    pub(super) fn known(&self, members: &[Member<'_>]) -> Vec<Known> {
        let find = |key: &str| self.fields.iter().find(|field| field.name == key);
        let mut known: Vec<Known> = members
            .iter()
            .map(|member| find(&member.key).map_or(Known::Unknown, Known::Field))
            .collect();
        if members.len() > Self::MOST_GUESSED {
            return known;
        }
        for index in 0..members.len() {
            if known[index].field().is_some() {
                continue;
            }
            let taken = |field: &&Field| {
                known
                    .iter()
                    .any(|other| other.field().is_some_and(|other| other.name == field.name))
            };
            let missing = self.fields.iter().filter(|field| !taken(field));
            let guess = nearest(&members[index].key, missing.map(|field| field.name));
            if let Some(field) = guess.and_then(find) {
                known[index] = Known::Misspelt(field);
            }
        }
        known
    }
}
