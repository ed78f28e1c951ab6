//! Lines of JSON: read one at a time, with a finding about each that holds none.

use std::io::{self, BufRead};

use zopa_model::json::{self, Node, SyntaxErrorKind};

use crate::Rule;
use crate::finding::Report;

/// At most this many bytes of a line are kept.
pub const MAX_LINE: usize = 1 << 20;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// The lines of a file, ended by LF or CR LF.
pub(crate) struct Lines<R> {
    input: R,
    /// The number of the line that was read last, from 1.
    pub(crate) number: usize,
    ended: bool,
}

/// What a line holds.
pub(crate) enum Content<'t> {
    /// Nothing but white space.
    Blank,
    /// No JSON, as a finding says.
    Broken,
    /// JSON.
    Value(Node<'t>),
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Self {
        Self {
            input,
            number: 0,
            ended: false,
        }
    }

    /// The next line without its end, cut off where it is too long; `None` at the end of the file, and after an error.
    pub(crate) fn next(&mut self) -> Option<io::Result<Vec<u8>>> {
        if self.ended {
            return None;
        }
        let mut bytes = Vec::new();
        match self.read_line(&mut bytes) {
            Ok(true) => {
                self.number += 1;
                Some(Ok(bytes))
            }
            Ok(false) => {
                self.ended = true;
                None
            }
            Err(error) => {
                self.ended = true;
                Some(Err(error))
            }
        }
    }

    /// Reads the next line without its end into `bytes`, no more than the limit and a byte; `false` at the end of the file.
    fn read_line(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        let mut any = false;
        loop {
            let available = match self.input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if available.is_empty() {
                break;
            }
            any = true;
            let newline = available.iter().position(|&byte| byte == b'\n');
            let part = &available[..newline.unwrap_or(available.len())];
            // one for the carriage return, one to know that it is too long
            let room = (MAX_LINE + 2).saturating_sub(bytes.len());
            bytes.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(newline.is_some());
            self.input.consume(used);
            if newline.is_some() {
                break;
            }
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        Ok(any)
    }
}

/// The text of a line; `false` where it is too long or no UTF-8, as a finding says. What is not UTF-8 is U+FFFD then.
pub(crate) fn text_of(bytes: Vec<u8>, report: &mut Report) -> (String, bool) {
    let too_long = bytes.len() > MAX_LINE;
    let (text, bad) = match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            (text, Some(at))
        }
    };
    if too_long {
        let message = format!("the line has more than {MAX_LINE} bytes");
        let help = format!("write one {} a line", report.subject());
        report.add(Rule::LineTooLong, "", 0..0, message, help);
    } else if let Some(at) = bad {
        let replaced = at..at + char::REPLACEMENT_CHARACTER.len_utf8();
        let help = "save the file as UTF-8, or convert it with `iconv`";
        report.add(Rule::NotUtf8, "", replaced, "the line is not UTF-8", help);
    }
    (text, !too_long && bad.is_none())
}

/// What the text of a line holds.
pub(crate) fn content<'t>(text: &'t str, report: &mut Report) -> Content<'t> {
    let start = if text.starts_with(BYTE_ORDER_MARK) {
        let mark = 0..BYTE_ORDER_MARK.len_utf8();
        let message = "the line begins with a byte-order mark (U+FEFF)";
        report.add(
            Rule::ByteOrderMark,
            "",
            mark.clone(),
            message,
            "save the file as UTF-8 without BOM",
        );
        mark.end
    } else {
        0
    };
    match json::parse_from(text, start) {
        Ok(root) => Content::Value(root),
        Err(error) if error.kind == SyntaxErrorKind::Empty => {
            report.add(Rule::BlankLine, "", 0..0, "the line is blank", "remove it");
            Content::Blank
        }
        Err(error) => {
            let help = syntax_help(text, error.span.start, error.kind);
            report.add(Rule::Syntax, "", error.span, error.message, help);
            Content::Broken
        }
    }
}

/// What mends a line that is malformed at this place.
fn syntax_help(text: &str, at: usize, kind: SyntaxErrorKind) -> &'static str {
    let before = text[..at].trim_end().chars().next_back();
    match (kind, text[at..].chars().next()) {
        (SyntaxErrorKind::CutOff, _) => {
            "an object that runs over several lines goes onto one; else close the brackets and quotes that are open"
        }
        (SyntaxErrorKind::TooDeep, _) => {
            "a pair needs 4 levels: remove the brackets that enclose nothing"
        }
        (_, Some('}' | ']')) if before == Some(',') => "remove the comma before it",
        (_, Some('"')) => "put a comma between the two, or `\\\"` for a quote within a string",
        (_, Some('\'')) => "strings and keys stand in double quotes",
        _ => "correct the text here; the faults after this place can be seen only then",
    }
}
