//! Which line of its file a row begins on.

use std::collections::VecDeque;
use std::io::{self, Read};

/// A reader that remembers where the lines of what it read begin, blank ones left out, until it was asked for them.
///
/// A reader of rows knows at which byte it began to look for one: at the end of the row before. Blank lines may follow there, and the
/// second half of a line's end.
pub struct Lines<R> {
    reader: R,
    /// How many bytes were read.
    passed: u64,
    /// The line of the next byte, from 1.
    line: usize,
    /// Does the next byte begin a line?
    fresh: bool,
    /// Was the last byte a carriage return? A line feed behind it ends no other line.
    returned: bool,
    starts: VecDeque<(u64, usize)>,
}

impl<R> Lines<R> {
    /// The lines of a reader; nothing is read yet.
    pub fn new(reader: R) -> Self {
        Self {
            reader,
            passed: 0,
            line: 1,
            fresh: true,
            returned: false,
            starts: VecDeque::new(),
        }
    }

    /// The line, from 1, of the first row that begins at this byte or behind it. The bytes that are asked for must rise.
    pub fn of_row_from(&mut self, byte: u64) -> usize {
        while self.starts.front().is_some_and(|&(start, _)| start < byte) {
            self.starts.pop_front();
        }
        self.starts.front().map_or(self.line, |&(_, line)| line)
    }

    fn pass(&mut self, bytes: &[u8]) {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if !self.fresh {
                let Some(end) = memchr::memchr2(b'\n', b'\r', &bytes[at..]) else {
                    break;
                };
                at += end;
                self.end_line(bytes[at]);
            } else if matches!(byte, b'\n' | b'\r') {
                self.end_line(byte);
            } else {
                let start = self.passed + u64::try_from(at).unwrap_or(0);
                self.starts.push_back((start, self.line));
                (self.fresh, self.returned) = (false, false);
            }
            at += 1;
        }
        self.passed += u64::try_from(bytes.len()).unwrap_or(0);
    }

    fn end_line(&mut self, byte: u8) {
        let goes_on = byte == b'\n' && self.returned;
        self.line += usize::from(!goes_on);
        (self.fresh, self.returned) = (true, byte == b'\r');
    }
}

impl<R: Read> Read for Lines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.pass(&buffer[..read]);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line of each row, read in pieces of so many bytes.
    fn rows(text: &str, piece: usize) -> Vec<usize> {
        let lines = Lines::new(text.as_bytes());
        let mut reader = csv::ReaderBuilder::new()
            .flexible(true)
            .has_headers(false)
            .buffer_capacity(piece)
            .from_reader(lines);
        let mut found = Vec::new();
        let mut row = csv::ByteRecord::new();
        while reader.read_byte_record(&mut row).expect("in memory") {
            let byte = row.position().expect("a row has a place").byte();
            found.push(reader.get_mut().of_row_from(byte));
        }
        found
    }

    #[test]
    fn a_row_has_its_own_line() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["a,b", "", "1,2", "", "", "\"3", "", "3\",4", "5,6", ""].join(end);
            for piece in [1, 2, 3, 5, 8192] {
                assert_eq!(rows(&text, piece), [1, 3, 6, 9], "{end:?} {piece}");
            }
            let marked = format!("\u{feff}{text}");
            assert_eq!(rows(&marked, 8192), [1, 3, 6, 9], "{end:?} marked");
        }
    }
}
