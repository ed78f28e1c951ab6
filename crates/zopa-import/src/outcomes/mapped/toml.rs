//! A mapping's text, read strictly: every key is known, and every number is the decimal that the text spells.

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use zopa_model::names::did_you_mean;
use zopa_model::{Position, Rational};

use crate::outcomes::Unreadable;

/// What is wrong with a mapping: the place in bytes, and a message.
pub(super) type Fault = (usize, String);

/// A table with its place, whose keys are asked for by name.
pub(super) struct Table<'t> {
    pub(super) at: usize,
    entries: &'t DeTable<'t>,
}

/// A value with its place.
#[derive(Clone, Copy)]
pub(super) struct Entry<'t> {
    pub(super) at: usize,
    key: &'t str,
    value: &'t DeValue<'t>,
}

/// Takes the whole text.
pub(super) fn whole<T>(
    text: &str,
    take: impl FnOnce(&Table<'_>) -> Result<T, Fault>,
) -> Result<T, Unreadable> {
    let unreadable = |at: usize, message: String| Unreadable {
        position: Some(Position::of(text, at)),
        ..Unreadable::new(
            message,
            "docs/import.md describes the mapping, with an example",
        )
    };
    let root = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        unreadable(at, format!("the mapping is no TOML: {}", error.message()))
    })?;
    let table = Table {
        at: 0,
        entries: root.get_ref(),
    };
    take(&table).map_err(|(at, message)| unreadable(at, message))
}

impl<'t> Table<'t> {
    /// No key but these is there.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), Fault> {
        let mut keys = self.entries.keys();
        match keys.find(|key| !known.contains(&key.get_ref().as_ref())) {
            None => Ok(()),
            Some(key) => {
                let guess = did_you_mean(key.get_ref(), known.iter().copied());
                let message = format!("there is no key `{}` here{guess}", key.get_ref());
                Err((key.span().start, message))
            }
        }
    }

    /// The value of a key, if it is there.
    pub(super) fn get(&self, key: &'t str) -> Option<Entry<'t>> {
        let (_, value) = self
            .entries
            .iter()
            .find(|(found, _)| found.get_ref() == key)?;
        Some(Entry::new(key, value))
    }

    /// The value of a key that must be there.
    pub(super) fn need(&self, key: &'t str) -> Result<Entry<'t>, Fault> {
        self.get(key)
            .ok_or_else(|| (self.at, format!("`{key}` is missing")))
    }
}

impl<'t> Entry<'t> {
    fn new(key: &'t str, value: &'t Spanned<DeValue<'t>>) -> Self {
        Self {
            at: value.span().start,
            key,
            value: value.get_ref(),
        }
    }

    /// That something else is wanted here.
    pub(super) fn wanted(&self, what: &str) -> Fault {
        let found = self.value.type_str();
        (
            self.at,
            format!("`{}` is {what}, found a value of type {found}", self.key),
        )
    }

    /// A text.
    pub(super) fn text(&self) -> Result<&'t str, Fault> {
        self.value.as_str().ok_or_else(|| self.wanted("a text"))
    }

    /// A number, exactly as spelled; `None` where it is something else.
    pub(super) fn number(&self) -> Option<Rational> {
        let spelled = match self.value {
            DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str(),
            DeValue::Float(float) => float.as_str(),
            _ => return None,
        };
        Rational::from_json_number(spelled.strip_prefix('+').unwrap_or(spelled)).ok()
    }

    /// A list.
    pub(super) fn list(&self) -> Result<Vec<Self>, Fault> {
        let items = self.value.as_array().ok_or_else(|| self.wanted("a list"))?;
        Ok(items.iter().map(|item| Self::new(self.key, item)).collect())
    }

    /// Is it a list?
    pub(super) fn is_list(&self) -> bool {
        self.value.is_array()
    }

    /// A list of two.
    pub(super) fn two(&self) -> Result<[Self; 2], Fault> {
        let items = self.list()?;
        <[Self; 2]>::try_from(items).map_err(|_| self.wanted("a list of two: A's and B's"))
    }

    /// A list of texts.
    pub(super) fn texts(&self) -> Result<Vec<String>, Fault> {
        let items = self.list()?.into_iter();
        items.map(|item| item.text().map(str::to_owned)).collect()
    }

    /// A table.
    pub(super) fn table(&self) -> Result<Table<'t>, Fault> {
        let entries = self
            .value
            .as_table()
            .ok_or_else(|| self.wanted("a table"))?;
        Ok(Table {
            at: self.at,
            entries,
        })
    }
}
