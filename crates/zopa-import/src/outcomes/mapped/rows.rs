//! Records of any table: CSV, JSON Lines or an array, behind one way to ask for a cell.

use std::borrow::Cow;

use zopa_model::Rational;
use zopa_model::json::{Node, Value, quote};
use zopa_model::names::did_you_mean;

use crate::outcomes::Unreadable;
use crate::outcomes::collect::Collector;
use crate::outcomes::reason::Reason;
use crate::outcomes::record::{self, Fault, Record, malformed};

/// A record whose cells have names.
pub(super) enum Row<'r> {
    /// A line of CSV.
    Cells {
        line: usize,
        header: &'r [String],
        cells: &'r csv::StringRecord,
    },
    /// An object: a name is a key, or where it begins with `/` a JSON Pointer.
    Object(&'r Record<'r>),
}

/// A place in a text that rises, and its line. (The reader's own count begins at the end of the row before, and knows line feeds alone.)
#[derive(Default)]
struct Place {
    byte: usize,
    /// How many lines end before it.
    ended: usize,
}

impl Place {
    /// The line, from 1, of the first row that begins at this byte or behind it: blank lines are passed over.
    fn of_row_from(&mut self, text: &str, byte: u64) -> usize {
        let bytes = text.as_bytes();
        let from = usize::try_from(byte).unwrap_or(usize::MAX);
        while let Some(&byte) = bytes.get(self.byte) {
            let ends = match byte {
                b'\n' => true,
                b'\r' => bytes.get(self.byte + 1) != Some(&b'\n'),
                _ if self.byte >= from => break,
                _ => false,
            };
            self.ended += usize::from(ends);
            self.byte += 1;
        }
        self.ended + 1
    }
}

/// Takes every record of the text.
pub(super) fn each(
    text: &str,
    delimiter: u8,
    columns: &[String],
    collector: &mut Collector,
    mut take: impl FnMut(&mut Collector, &Row<'_>) -> Result<(), Fault>,
) -> Result<(), Unreadable> {
    if text.trim_start().starts_with(['{', '[']) {
        return record::each(text, collector, |collector, record| {
            take(collector, &Row::Object(record))
        });
    }
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| {
        Unreadable::new(
            format!("the header cannot be read: {error}"),
            "is it CSV?".to_owned(),
        )
    })?;
    let header: Vec<String> = header.iter().map(|name| name.trim().to_owned()).collect();
    if let Some(missing) = columns.iter().find(|column| !header.contains(column)) {
        let guess = did_you_mean(missing, header.iter().map(String::as_str));
        let message =
            format!("the mapping names the column `{missing}`, which the file has not{guess}");
        let help = format!("the file's columns are `{}`", header.join("`, `"));
        return Err(Unreadable::new(message, help));
    }
    let mut cells = csv::StringRecord::new();
    let mut place = Place::default();
    loop {
        let line = place.of_row_from(text, reader.position().byte());
        match reader.read_record(&mut cells) {
            Ok(false) => return Ok(()),
            Ok(true) => {
                collector.record();
                let taken = if cells.len() == header.len() {
                    take(
                        collector,
                        &Row::Cells {
                            line,
                            header: &header,
                            cells: &cells,
                        },
                    )
                } else {
                    let (found, wanted) = (cells.len(), header.len());
                    Err(malformed(format!(
                        "{found} cells, where the header has {wanted}"
                    )))
                };
                if let Err((reason, message)) = taken {
                    collector.remark(reason, line, message);
                }
            }
            Err(error) => {
                collector.record();
                collector.remark(Reason::Malformed, line, error.to_string());
                if reader.is_done() {
                    return Ok(());
                }
            }
        }
    }
}

impl Row<'_> {
    /// The line that it begins on, from 1.
    pub(super) fn line(&self) -> usize {
        match self {
            Self::Cells { line, .. } => *line,
            Self::Object(record) => record.line,
        }
    }

    /// The text of a cell, without white space around it; empty where there is nothing.
    pub(super) fn text(&self, name: &str) -> Result<Cow<'_, str>, Fault> {
        match self {
            Self::Cells { header, cells, .. } => {
                let at = header.iter().position(|known| known == name);
                Ok(Cow::Borrowed(
                    at.and_then(|at| cells.get(at)).unwrap_or_default().trim(),
                ))
            }
            Self::Object(record) => match found(record, name).map(|node| &node.value) {
                None | Some(Value::Null) => Ok(Cow::Borrowed("")),
                Some(Value::String(text)) => Ok(Cow::Borrowed(text.trim())),
                Some(Value::Number(spelled)) => Ok(Cow::Borrowed(spelled)),
                Some(Value::Bool(true)) => Ok(Cow::Borrowed("true")),
                Some(Value::Bool(false)) => Ok(Cow::Borrowed("false")),
                Some(Value::Array(_) | Value::Object(_)) => {
                    Err(malformed(format!("`{name}` is no single value")))
                }
            },
        }
    }

    /// The values of a cell with a list; none where there is nothing.
    pub(super) fn list(&self, name: &str, separator: &str) -> Result<Vec<String>, Fault> {
        if let Self::Object(record) = self
            && let Some(Node {
                value: Value::Array(items),
                ..
            }) = found(record, name)
        {
            let items = items.iter().map(|item| match &item.value {
                Value::String(text) => Ok(text.trim().to_owned()),
                Value::Number(spelled) => Ok((*spelled).to_owned()),
                _ => Err(malformed(format!("`{name}` is a list of numbers or texts"))),
            });
            return items.collect();
        }
        let text = self.text(name)?;
        if text.is_empty() {
            return Ok(Vec::new());
        }
        Ok(text
            .split(separator)
            .map(|part| part.trim().to_owned())
            .collect())
    }

    /// A cell as JSON, for the run's own fields: numbers as spelled.
    pub(super) fn carried(&self, name: &str) -> Option<String> {
        match self {
            Self::Cells { .. } => {
                let text = self.text(name).ok()?;
                Some(if text.is_empty() {
                    "null".to_owned()
                } else if Rational::from_json_number(&text).is_ok() {
                    text.into_owned()
                } else {
                    quote(&text)
                })
            }
            Self::Object(record) => {
                let mut out = String::new();
                found(record, name)?.write_compact(record.source, &mut out);
                Some(out)
            }
        }
    }

    /// The names of all cells.
    pub(super) fn names(&self) -> Vec<String> {
        match self {
            Self::Cells { header, .. } => header.to_vec(),
            Self::Object(record) => {
                let members = record.node.members().iter();
                members.map(|member| member.key.to_string()).collect()
            }
        }
    }
}

fn found<'n>(record: &'n Record<'_>, name: &str) -> Option<&'n Node<'n>> {
    if name.starts_with('/') {
        record.node.pointed(name)
    } else {
        record.node.get(name)
    }
}

/// A number as a cell spells it.
pub(super) fn number(what: &str, text: &str) -> Result<Rational, Fault> {
    Rational::from_json_number(text).map_err(|_| {
        let found = if text.is_empty() {
            "nothing".to_owned()
        } else {
            format!("`{text}`")
        };
        malformed(format!(
            "`{what}` is a number such as 3 or 0.5, found {found}"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_its_own_line() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["a,b", "", "1,2", "", "", "\"3", "", "3\",4", "5,6", ""].join(end);
            let mut reader = csv::Reader::from_reader(text.as_bytes());
            let mut place = Place::default();
            let mut found = Vec::new();
            reader.headers().expect("a header");
            loop {
                found.push(place.of_row_from(&text, reader.position().byte()));
                if !reader
                    .read_record(&mut csv::StringRecord::new())
                    .expect("rows")
                {
                    break;
                }
            }
            // the last one is the end, where no row is
            assert_eq!(found[..3], [3, 6, 9], "{end:?}");
        }
    }
}
