//! Reading runs: one object, an array of them, or one per line.

use zopa::Position;
use zopa_model::json::{self, Value};

use crate::exit::Failure;
use crate::io::{Lines, Source};

/// So many bytes of runs are scored at once: enough work for every thread, and bounded memory.
const CHUNK: usize = 1 << 20;

/// The text of a run.
pub(super) struct Item {
    /// The line on which it starts, from 1.
    pub(super) line: usize,
    /// What stands there, perhaps no JSON.
    pub(super) text: Result<String, NotText>,
}

/// The line is not UTF-8.
pub(super) struct NotText;

/// The runs of one source, a chunk at a time.
pub(super) struct Runs {
    lines: Lines,
    /// The number of lines read.
    line: usize,
    /// What was read while looking for the form.
    waiting: Vec<Item>,
}

impl Runs {
    /// Opens a source and finds out its form.
    pub(super) fn open(source: &Source) -> Result<Self, Failure> {
        let mut runs = Self {
            lines: source.lines()?,
            line: 0,
            waiting: Vec::new(),
        };
        let Some((first, mut bytes)) = runs.first_line()? else {
            return Ok(runs);
        };
        let start = std::str::from_utf8(&bytes).unwrap_or_default().trim_start();
        let opens = |c| start.starts_with(c);
        let alone = json::parse(start).is_ok();
        // A line that is JSON by itself is a line of JSON lines; but an array may stand in one line.
        if !(opens('{') && !alone || opens('[')) {
            runs.waiting.push(item(first, &bytes));
            return Ok(runs);
        }
        runs.lines.rest_into(&mut bytes)?;
        runs.waiting = whole(source, first, &bytes, alone)?;
        Ok(runs)
    }

    /// The first line that is not blank, with its number; without a byte-order mark.
    fn first_line(&mut self) -> Result<Option<(usize, Vec<u8>)>, Failure> {
        let mut bytes = Vec::new();
        while self.lines.next_into(&mut bytes)? {
            self.line += 1;
            if self.line == 1 && bytes.starts_with(b"\xef\xbb\xbf") {
                bytes.drain(..3);
            }
            if !bytes.trim_ascii().is_empty() {
                return Ok(Some((self.line, bytes)));
            }
            bytes.clear();
        }
        Ok(None)
    }

    /// The next runs, in order; none at the end.
    pub(super) fn next_chunk(&mut self) -> Result<Vec<Item>, Failure> {
        let mut items = std::mem::take(&mut self.waiting);
        let mut size = 0;
        let mut bytes = Vec::new();
        while size < CHUNK && self.lines.next_into(&mut bytes)? {
            self.line += 1;
            size += bytes.len();
            if !bytes.trim_ascii().is_empty() {
                items.push(item(self.line, &bytes));
            }
            bytes.clear();
        }
        Ok(items)
    }
}

fn item(line: usize, bytes: &[u8]) -> Item {
    let text = std::str::from_utf8(bytes).map(|text| text.trim().to_owned());
    Item {
        line,
        text: text.map_err(|_| NotText),
    }
}

/// The runs of a text that is known as a whole: an object over several lines, an array, or lines after all.
fn whole(
    source: &Source,
    first: usize,
    bytes: &[u8],
    first_is_json: bool,
) -> Result<Vec<Item>, Failure> {
    let lines = || {
        let lines = bytes.split(|&byte| byte == b'\n').enumerate();
        lines
            .filter(|(_, line)| !line.trim_ascii().is_empty())
            .map(|(index, line)| item(first + index, line))
            .collect()
    };
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Ok(lines());
    };
    let node = match json::parse(text) {
        Ok(node) => node,
        // the lines of JSON lines are read each by itself, so that a broken one harms no other
        Err(_) if first_is_json || text.trim_start().starts_with('{') => return Ok(lines()),
        Err(error) => {
            let Position { line, column } = Position::of(text, error.span.start);
            let message = format!(
                "{}:{}:{column}: {}",
                source.name(),
                first + line - 1,
                error.message
            );
            let help = "an array of runs is read as a whole; one run per line is the sturdier form";
            return Err(Failure::unusable(message).help(help));
        }
    };
    let Value::Array(items) = &node.value else {
        return Ok(vec![item(first, bytes)]);
    };
    let mut line = first;
    let mut passed = 0;
    let mut runs = Vec::with_capacity(items.len());
    for node in items {
        line += text[passed..node.span.start].matches('\n').count();
        passed = node.span.start;
        runs.push(item(line, text[node.span.clone()].as_bytes()));
    }
    Ok(runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(usize, String)> {
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        std::fs::write(file.path(), text).expect("written");
        let mut runs = Runs::open(&Source::File(file.path().to_owned())).expect("readable");
        let mut found = Vec::new();
        loop {
            let chunk = runs.next_chunk().expect("readable");
            if chunk.is_empty() {
                return found;
            }
            let items = chunk.into_iter();
            found.extend(
                items.map(|item| (item.line, item.text.unwrap_or_else(|_| "?".to_owned()))),
            );
        }
    }

    fn owned(items: &[(usize, &str)]) -> Vec<(usize, String)> {
        items
            .iter()
            .map(|(line, text)| (*line, (*text).to_owned()))
            .collect()
    }

    #[test]
    fn lines_are_counted_blank_ones_too() {
        let text = "\u{feff}\r\n{\"a\": 1}\r\n\r\n{\"b\": 2}\r\nnonsense";
        let wanted = [(2, "{\"a\": 1}"), (4, "{\"b\": 2}"), (5, "nonsense")];
        assert_eq!(read(text), owned(&wanted));
    }

    #[test]
    fn an_object_may_take_several_lines() {
        assert_eq!(
            read("\n{\n \"a\": 1\n}\n"),
            owned(&[(2, "{\n \"a\": 1\n}")])
        );
    }

    #[test]
    fn an_array_may_stand_in_one_line_or_many() {
        assert_eq!(
            read("[{\"a\": 1}, 2]"),
            owned(&[(1, "{\"a\": 1}"), (1, "2")])
        );
        assert_eq!(
            read("[\n{\"a\":\n1},\n\n2]"),
            owned(&[(2, "{\"a\":\n1}"), (5, "2")])
        );
        assert!(read("[]").is_empty());
    }

    /// Lines that are each JSON are lines, although the first begins with a bracket.
    #[test]
    fn lines_of_arrays_are_lines() {
        assert_eq!(
            read("[1]\n{\"a\": 1}\n"),
            owned(&[(1, "[1]"), (2, "{\"a\": 1}")])
        );
    }

    #[test]
    fn a_broken_first_line_harms_no_other() {
        assert_eq!(
            read("{\"a\": \n{\"b\": 2}\n"),
            owned(&[(1, "{\"a\":"), (2, "{\"b\": 2}")])
        );
    }

    #[test]
    fn nothing_is_no_run() {
        assert!(read("").is_empty() && read("\n \n").is_empty());
    }
}
