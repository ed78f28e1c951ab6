//! A column of texts, however it is laid out.

use arrow_array::cast::AsArray;
use arrow_array::{Array, LargeStringArray, StringArray, StringViewArray};
use arrow_schema::DataType;

/// A column of texts.
pub(super) struct Texts<'a> {
    values: Values<'a>,
    /// For each row its value, where the column is a dictionary, with the dictionary to ask for nulls.
    keys: Option<(Vec<usize>, &'a dyn Array)>,
}

enum Values<'a> {
    Small(&'a StringArray),
    Large(&'a LargeStringArray),
    View(&'a StringViewArray),
}

impl<'a> Texts<'a> {
    /// The column's texts, if it is one of texts.
    pub(super) fn of(array: &'a dyn Array) -> Option<Self> {
        if let Some(dictionary) = array.as_any_dictionary_opt() {
            return Some(Self {
                values: values(dictionary.values().as_ref())?,
                keys: Some((dictionary.normalized_keys(), array)),
            });
        }
        Some(Self {
            values: values(array)?,
            keys: None,
        })
    }

    /// The text in a row.
    pub(super) fn get(&self, row: usize) -> Option<&'a str> {
        let row = match &self.keys {
            Some((_, dictionary)) if dictionary.is_null(row) => return None,
            Some((keys, _)) => keys[row],
            None => row,
        };
        match self.values {
            Values::Small(array) => array.is_valid(row).then(|| array.value(row)),
            Values::Large(array) => array.is_valid(row).then(|| array.value(row)),
            Values::View(array) => array.is_valid(row).then(|| array.value(row)),
        }
    }
}

fn values(array: &dyn Array) -> Option<Values<'_>> {
    match array.data_type() {
        DataType::Utf8 => Some(Values::Small(array.as_string())),
        DataType::LargeUtf8 => Some(Values::Large(array.as_string())),
        DataType::Utf8View => Some(Values::View(array.as_string_view())),
        _ => None,
    }
}

/// Is a column of this type one of texts?
pub(super) fn is_text(data_type: &DataType) -> bool {
    match data_type {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Dictionary(_, values) => is_text(values),
        _ => false,
    }
}
