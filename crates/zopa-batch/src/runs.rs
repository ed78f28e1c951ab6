//! Reading runs as JSON: one object, an array of them, or one per line. A chunk at a time, so that memory stays bounded.

use std::fmt;
use std::io::{self, Read};
use std::ops::Range;

use zopa_model::json::{self, Value};

/// About so many bytes of runs are scored at once.
const CHUNK: usize = 1 << 18;

/// The most bytes that a line may have. It must be held in memory as a whole.
pub const MOST_LINE: usize = 1 << 28;

/// Runs as texts, perhaps no JSON, each with the line on which it starts, from 1.
#[derive(Debug, Default)]
pub struct Chunk {
    bytes: Vec<u8>,
    form: Form,
}

#[derive(Debug)]
enum Form {
    /// One to a line; the first line has this number.
    Lines(usize),
    /// These texts; in the place of one that is not whole, why it is not.
    Texts(Vec<(usize, Text)>),
}

/// Where a run's text stands, or why there is none.
pub(crate) type Text = Result<Range<usize>, String>;

impl Default for Form {
    fn default() -> Self {
        Self::Lines(1)
    }
}

/// Why runs cannot be read any further.
#[derive(Debug)]
pub enum ReadError {
    /// Reading failed.
    Io(io::Error),
    /// The text is an array that is no JSON, or something else that is faulty as a whole.
    Faulty {
        /// The line, from 1.
        line: usize,
        /// The column, from 1; 0 where it is not known.
        column: usize,
        /// What was found and what is wanted.
        message: String,
        /// What mends it.
        help: String,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Faulty {
                line,
                column: 0,
                message,
                ..
            } => write!(f, "line {line}: {message}"),
            Self::Faulty {
                line,
                column,
                message,
                ..
            } => write!(f, "line {line}, column {column}: {message}"),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Where chunks of runs come from.
pub trait RunSource: Send {
    /// The next runs, in order; `None` at the end.
    ///
    /// # Errors
    /// Where reading fails, or the text is faulty as a whole.
    fn next_chunk(&mut self) -> Result<Option<Chunk>, ReadError>;
}

impl Chunk {
    /// A chunk of texts that stand in `bytes`, each with its line; in the place of a text may stand why there is none.
    #[must_use]
    pub fn of_texts(bytes: Vec<u8>, texts: Vec<(usize, Text)>) -> Self {
        Self {
            bytes,
            form: Form::Texts(texts),
        }
    }

    /// Calls `each` with every run's line and text, in order; where a run has no text, with the reason. Blank lines are no runs.
    pub fn for_each(&self, mut each: impl FnMut(usize, Result<&[u8], &str>)) {
        match &self.form {
            Form::Texts(texts) => {
                for (line, text) in texts {
                    let text = text.as_ref().map_err(String::as_str);
                    each(*line, text.map(|range| &self.bytes[range.clone()]));
                }
            }
            Form::Lines(first) => {
                let mut start = 0;
                let mut line = *first;
                for end in memchr::memchr2_iter(b'\n', b'\r', &self.bytes) {
                    if self.bytes[end] == b'\r' && self.bytes.get(end + 1) == Some(&b'\n') {
                        continue;
                    }
                    if !self.bytes[start..end].trim_ascii().is_empty() {
                        each(line, Ok(&self.bytes[start..end]));
                    }
                    (start, line) = (end + 1, line + 1);
                }
                if !self.bytes[start..].trim_ascii().is_empty() {
                    each(line, Ok(&self.bytes[start..]));
                }
            }
        }
    }

    /// How many bytes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Is there nothing?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

/// The number of lines that end in these bytes: at a line feed, a carriage return, or both.
fn line_ends(bytes: &[u8]) -> usize {
    let feeds = memchr::memchr_iter(b'\n', bytes).count();
    let returns = memchr::memchr_iter(b'\r', bytes)
        .filter(|&at| bytes.get(at + 1) != Some(&b'\n'))
        .count();
    feeds + returns
}

/// Runs as JSON, from any reader.
pub struct JsonRuns<R> {
    reader: R,
    /// What was read beyond the last chunk's end.
    rest: Vec<u8>,
    ended: bool,
    /// Why reading ended, to be told after the lines before it.
    failed: Option<io::Error>,
    /// The line on which `rest` begins.
    line: usize,
    started: bool,
    waiting: Option<Chunk>,
}

impl<R: Read + Send> JsonRuns<R> {
    /// Runs from a reader; nothing is read yet.
    pub fn new(reader: R) -> Self {
        Self {
            reader,
            rest: Vec::new(),
            ended: false,
            failed: None,
            line: 1,
            started: false,
            waiting: None,
        }
    }

    /// Whole lines, at least one unless all is read; the bytes without what follows the last line's end.
    fn lines(&mut self) -> Result<Vec<u8>, ReadError> {
        let mut bytes = std::mem::take(&mut self.rest);
        let mut searched = 0;
        loop {
            // a carriage return at the very end may be half of a line's end
            let ended = usize::from(!self.ended);
            let within = bytes.len().saturating_sub(ended).max(searched);
            let end = memchr::memrchr2(b'\n', b'\r', &bytes[searched..within]);
            let end = if bytes.last() == Some(&b'\n') {
                Some(bytes.len())
            } else {
                end.map(|at| searched + at + 1)
            };
            if self.failed.is_some() {
                // what follows the last line's end is no whole line
                bytes.truncate(end.unwrap_or(0));
            }
            if self.ended {
                return Ok(bytes);
            }
            if let Some(end) = end
                && bytes.len() >= CHUNK
            {
                self.rest = bytes.split_off(end);
                self.rest.reserve(CHUNK);
                return Ok(bytes);
            }
            if end.is_none() {
                searched = within;
            }
            if bytes.len() > MOST_LINE && end.is_none() {
                return Err(ReadError::Faulty {
                    line: self.line,
                    column: 1,
                    message: format!("the line has more than {MOST_LINE} bytes"),
                    help: "one run stands on one line; is this a file of runs?".to_owned(),
                });
            }
            self.fill(&mut bytes);
        }
    }

    /// Reads on: about a chunk, more of a long line.
    fn fill(&mut self, bytes: &mut Vec<u8>) {
        let wanted = (bytes.len() / 8).clamp(CHUNK, 16 * CHUNK);
        let most = u64::try_from(wanted).unwrap_or(u64::MAX);
        bytes.reserve(wanted);
        match self.reader.by_ref().take(most).read_to_end(bytes) {
            Ok(read) => self.ended = read < wanted,
            Err(error) => {
                self.failed = Some(error);
                self.ended = true;
            }
        }
    }

    /// Finds out the form of the text, and reads it all if it is one value.
    fn start(&mut self) -> Result<(), ReadError> {
        self.started = true;
        let mut bytes = self.lines()?;
        if bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
        }
        let blank = bytes
            .iter()
            .position(|byte| !byte.is_ascii_whitespace())
            .unwrap_or(bytes.len());
        let begin = memchr::memrchr2(b'\n', b'\r', &bytes[..blank]).map_or(0, |at| at + 1);
        let end =
            memchr::memchr2(b'\n', b'\r', &bytes[blank..]).map_or(bytes.len(), |at| blank + at);
        let first = std::str::from_utf8(&bytes[begin..end])
            .unwrap_or_default()
            .trim();
        let opens = |c| first.starts_with(c);
        let alone = json::parse(first).is_ok();
        // A line that is JSON by itself is a line of JSON lines; but an array may stand in one line.
        if opens('{') && !alone || opens('[') {
            if let Some(error) = self.failed.take() {
                return Err(error.into());
            }
            bytes.append(&mut self.rest);
            self.reader.read_to_end(&mut bytes)?;
            self.ended = true;
            self.waiting = Some(whole(bytes, begin, alone)?);
        } else {
            self.waiting = Some(self.chunk(bytes));
        }
        Ok(())
    }

    fn chunk(&mut self, bytes: Vec<u8>) -> Chunk {
        let line = self.line;
        self.line += line_ends(&bytes);
        Chunk {
            bytes,
            form: Form::Lines(line),
        }
    }
}

impl<R: Read + Send> RunSource for JsonRuns<R> {
    fn next_chunk(&mut self) -> Result<Option<Chunk>, ReadError> {
        if !self.started {
            self.start()?;
        }
        if let Some(chunk) = self.waiting.take() {
            return Ok(Some(chunk));
        }
        if self.ended && self.rest.is_empty() {
            return self
                .failed
                .take()
                .map_or(Ok(None), |error| Err(error.into()));
        }
        let bytes = self.lines()?;
        if bytes.is_empty() {
            return self
                .failed
                .take()
                .map_or(Ok(None), |error| Err(error.into()));
        }
        Ok(Some(self.chunk(bytes)))
    }
}

/// The runs of a text that is known as a whole: an object over several lines, an array, or lines after all. The text begins on the
/// line that begins at `begin`.
fn whole(bytes: Vec<u8>, begin: usize, first_is_json: bool) -> Result<Chunk, ReadError> {
    let first = 1 + line_ends(&bytes[..begin]);
    let lines = |bytes| Chunk {
        bytes,
        form: Form::Lines(1),
    };
    let Ok(text) = std::str::from_utf8(&bytes) else {
        return Ok(lines(bytes));
    };
    let text = &text[begin..];
    let node = match json::parse(text) {
        Ok(node) => node,
        // the lines of JSON lines are read each by itself, so that a broken one harms no other
        Err(_) if first_is_json || text.trim_start().starts_with('{') => return Ok(lines(bytes)),
        Err(error) => {
            let before = &text[..error.span.start];
            let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
            return Err(ReadError::Faulty {
                line: first + line_ends(before.as_bytes()),
                column: before[start..].chars().count() + 1,
                message: error.message,
                help: "an array of runs is read as a whole; one run per line is the sturdier form"
                    .to_owned(),
            });
        }
    };
    let mut texts = Vec::new();
    match &node.value {
        Value::Array(items) => {
            let mut line = first;
            let mut passed = 0;
            for node in items {
                line += line_ends(&text.as_bytes()[passed..node.span.start]);
                passed = node.span.start;
                let range = begin + node.span.start..begin + node.span.end;
                texts.push((line, Ok(range)));
            }
        }
        _ => texts.push((first, Ok(begin..bytes.len()))),
    }
    Ok(Chunk::of_texts(bytes, texts))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Found = Vec<(usize, String)>;

    fn read_from(reader: impl Read + Send) -> (Found, Option<ReadError>) {
        let mut runs = JsonRuns::new(reader);
        let mut found = Vec::new();
        loop {
            match runs.next_chunk() {
                Ok(Some(chunk)) => chunk.for_each(|line, text| {
                    let bytes = text.expect("JSON has no rows");
                    let text = String::from_utf8_lossy(bytes).trim().to_owned();
                    found.push((line, text));
                }),
                Ok(None) => return (found, None),
                Err(error) => return (found, Some(error)),
            }
        }
    }

    fn read(text: &str) -> Found {
        let (found, error) = read_from(text.as_bytes());
        assert!(error.is_none(), "{error:?}");
        found
    }

    fn owned(items: &[(usize, &str)]) -> Found {
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
    fn lines_may_end_in_any_way() {
        let wanted = [(1, "{}"), (2, "[1]"), (3, "3"), (5, "4")];
        assert_eq!(read("{}\r[1]\n3\r\n\r4"), owned(&wanted));
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
    fn a_broken_array_is_told_with_its_place() {
        let (found, error) = read_from(&b"\n[{},\n{]"[..]);
        assert!(found.is_empty());
        assert!(matches!(
            error,
            Some(ReadError::Faulty {
                line: 3,
                column: 2,
                ..
            })
        ));
    }

    #[test]
    fn nothing_is_no_run() {
        assert!(read("").is_empty() && read("\n \n").is_empty());
    }

    /// Many chunks, lines that are longer than one, and line ends that fall on the end of one.
    #[test]
    fn chunks_are_put_together() {
        for end in ["\n", "\r\n", "\r"] {
            let line = |n: usize| format!("{n}:{}", "x".repeat(n * 37_507 % 400_000));
            let text: String = (1..60).map(|n| line(n) + end).collect();
            let wanted: Found = (1..60).map(|n| (n, line(n))).collect();
            assert!(read(&text) == wanted, "lines that end in {end:?}");
        }
    }

    /// A reader that fails.
    struct Torn;

    impl Read for Torn {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("torn"))
        }
    }

    #[test]
    fn whole_lines_before_a_fault_are_kept() {
        let bytes = b"{\"a\": 1}\n{\"a\": 2}\n{\"a\"";
        let (found, error) = read_from(bytes.chain(Torn));
        assert_eq!(found, owned(&[(1, "{\"a\": 1}"), (2, "{\"a\": 2}")]));
        assert!(matches!(error, Some(ReadError::Io(_))));
    }
}
