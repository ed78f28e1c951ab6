//! A quick look through the text of a run: is it JSON without repeated keys, and what is its `allocation` worth?
//!
//! The look copies the run's own fields in one line, without white space, numbers and strings as spelled, which is how they stand
//! in the output. It refuses whatever is unusual (escaped keys, very many keys, deep nesting, any fault); the reader of
//! `zopa-model` then judges the run, and says what is wrong with it.

use std::ops::Range;

use crate::short;

/// Deeper values are left to the reader of `zopa-model`, which has a limit too.
const DEEPEST: usize = 64;

/// Objects with more keys are left to it too: keys are compared each with each.
const MOST_KEYS: usize = 64;

/// A short piece of text.
const SHORT: usize = 32;

/// What the look needs, kept from run to run so that nothing is allocated for each.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// The keys of the objects that are open, by place in the text.
    keys: Vec<Range<usize>>,
    /// Room for a copy that nobody wants.
    spare: Vec<u8>,
}

/// What is found of `scenario` and `allocation`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found<T> {
    /// Where in the text the scenario's id stands, without quotes.
    scenario: Option<Range<usize>>,
    /// Where in the copy the value of `allocation` stands.
    allocation: Option<Range<usize>>,
    /// What was read of the allocation, if the scenario was known by then.
    read: Option<T>,
}

impl Scan {
    /// Appends a run's own fields to `out` as `"key":value` pairs without the braces, `zopa` left out, and reads the allocation: `read`
    /// gets the scenario's id and a look that stands at the value, which it is to pass whole. `None` for what is unusual; then `out`
    /// is as it was.
    pub(crate) fn copy<T>(
        &mut self,
        text: &str,
        out: &mut Vec<u8>,
        read: impl Fn(&str, &mut Look<'_>) -> Option<T>,
    ) -> Option<T> {
        let length = out.len();
        let read_by_place = |place: Range<usize>, look: &mut Look<'_>| read(&text[place], look);
        let found = self.look(text.as_bytes(), out, |look| look.run(read_by_place));
        let found = found.and_then(|found| {
            // An allocation that came before its scenario is looked at again.
            found.read.or_else(|| {
                let (id, place) = found.scenario.zip(found.allocation)?;
                let mut spare = std::mem::take(&mut self.spare);
                spare.clear();
                let again = self.look(&out[place], &mut spare, |look| read(&text[id], look));
                self.spare = spare;
                again
            })
        });
        if found.is_none() {
            out.truncate(length);
        }
        found
    }

    fn look<T>(
        &mut self,
        text: &[u8],
        out: &mut Vec<u8>,
        read: impl FnOnce(&mut Look<'_>) -> Option<T>,
    ) -> Option<T> {
        self.keys.clear();
        let written = out.len();
        // What is copied is never longer than the text.
        out.resize(written + text.len() + SHORT, 0);
        let mut look = Look {
            text,
            at: 0,
            copied: 0,
            out,
            written,
            keys: &mut self.keys,
        };
        let found = read(&mut look);
        let written = look.written;
        out.truncate(written);
        found
    }
}

/// A place in the text of a run. What is passed is known to be JSON.
pub(crate) struct Look<'a> {
    text: &'a [u8],
    at: usize,
    /// Up to here the text has been copied or left out.
    copied: usize,
    /// Room for the copy, and up to where it is written.
    out: &'a mut [u8],
    written: usize,
    keys: &'a mut Vec<Range<usize>>,
}

impl<'a> Look<'a> {
    /// The whole run; its allocation by `read` if its scenario's id came before.
    fn run<T>(&mut self, read: impl Fn(Range<usize>, &mut Self) -> Option<T>) -> Option<Found<T>> {
        self.skip_space();
        self.take(b'{')?;
        self.copied = self.at;
        self.skip_space();
        let start = self.written;
        let mut found = Found {
            scenario: None,
            allocation: None,
            read: None,
        };
        if self.peek() == Some(b'}') {
            self.at += 1;
        } else {
            loop {
                let before = self.written;
                if before > start {
                    self.out[before] = b',';
                    self.written += 1;
                }
                let key = self.key(0)?;
                let value = self.written;
                match &self.text[key] {
                    b"zopa" => {
                        self.value(1, true)?;
                        self.flush();
                        self.written = before;
                    }
                    b"scenario" => {
                        let start = self.at + 1;
                        self.name()?;
                        found.scenario = Some(start..self.at - 1);
                    }
                    b"allocation" => {
                        match &found.scenario {
                            Some(place) => found.read = Some(read(place.clone(), self)?),
                            // its names are looked at when they are known
                            None => self.value(1, false)?,
                        }
                        self.flush();
                        found.allocation = Some(value..self.written);
                    }
                    _ => self.value(1, true)?,
                }
                self.flush();
                self.skip_space();
                match self.next()? {
                    b',' => self.copied = self.at,
                    b'}' => break,
                    _ => return None,
                }
                self.skip_space();
            }
        }
        self.copied = self.at;
        self.skip_space();
        (self.at == self.text.len()).then_some(found)
    }

    /// The next byte.
    #[inline]
    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// All that is still to be passed.
    #[inline]
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    /// Passes so many bytes, which the caller knows to be JSON.
    #[inline]
    pub(crate) fn pass(&mut self, bytes: usize) {
        self.at += bytes;
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn take(&mut self, wanted: u8) -> Option<()> {
        (self.next()? == wanted).then_some(())
    }

    /// Passes this byte and white space around it.
    #[inline]
    pub(crate) fn mark(&mut self, wanted: u8) -> Option<()> {
        self.skip_space();
        self.take(wanted)?;
        self.skip_space();
        Some(())
    }

    /// Passes a comma and what surrounds it, or the end of an array or object; was it the end?
    #[inline]
    pub(crate) fn ends(&mut self, end: u8) -> Option<bool> {
        self.skip_space();
        let byte = self.next()?;
        if byte == b',' {
            self.skip_space();
            return Some(false);
        }
        (byte == end).then_some(true)
    }

    /// A text without escapes, without its quotes.
    #[inline]
    pub(crate) fn name(&mut self) -> Option<&'a [u8]> {
        self.take(b'"')?;
        let start = self.at;
        loop {
            self.at += plain(self.rest());
            match self.next()? {
                b'"' => return Some(&self.text[start..self.at - 1]),
                b'\\' | 0..=0x1f => return None,
                _ => {}
            }
        }
    }

    /// Copies what has been looked at.
    #[inline]
    fn flush(&mut self) {
        let from = &self.text[self.copied..];
        let to = &mut self.out[self.written..];
        let wanted = self.at - self.copied;
        match (from.first_chunk::<SHORT>(), to.first_chunk_mut()) {
            // pieces are short mostly, and a copy of known length is a few instructions
            (Some(from), Some(to)) if wanted <= SHORT => *to = *from,
            _ => to[..wanted].copy_from_slice(&from[..wanted]),
        }
        self.written += wanted;
        self.copied = self.at;
    }

    /// Skips white space without copying it, or anything before it twice.
    #[inline]
    fn skip_space(&mut self) {
        if !matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            return;
        }
        self.flush();
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
        self.copied = self.at;
    }

    /// A key with its colon, not among the keys from `first` on, and copied. Its place in the text, without quotes.
    fn key(&mut self, first: usize) -> Option<Range<usize>> {
        let start = self.at + 1;
        let name = self.name()?;
        let known = &self.keys[first..];
        let is_name = |other: &Range<usize>| short::same(&self.text[other.clone()], name);
        if known.len() == MOST_KEYS || known.iter().any(is_name) {
            return None;
        }
        let key = start..self.at - 1;
        self.keys.push(key.clone());
        self.mark(b':')?;
        self.flush();
        Some(key)
    }

    /// Any value. Whether keys repeat is looked at where it is asked for.
    fn value(&mut self, depth: usize, unique: bool) -> Option<()> {
        match self.peek()? {
            b'"' => self.string(),
            b'{' => self.object(depth, unique),
            b'[' => self.array(depth),
            b'-' | b'0'..=b'9' => self.number(),
            b'n' => self.word(b"null"),
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            _ => None,
        }
    }

    /// This word.
    pub(crate) fn word(&mut self, word: &[u8]) -> Option<()> {
        let rest = &self.text[self.at..];
        let ends = !matches!(rest.get(word.len()), Some(byte) if byte.is_ascii_alphanumeric());
        (rest.starts_with(word) && ends).then(|| self.at += word.len())
    }

    fn string(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            self.at += plain(self.rest());
            match self.next()? {
                b'"' => return Some(()),
                b'\\' => match self.next()? {
                    b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => {}
                    b'u' => {
                        for _ in 0..4 {
                            if !self.next()?.is_ascii_hexdigit() {
                                return None;
                            }
                        }
                    }
                    _ => return None,
                },
                0..=0x1f => return None,
                _ => {}
            }
        }
    }

    fn digits(&mut self) -> Option<()> {
        if !self.next()?.is_ascii_digit() {
            return None;
        }
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        Some(())
    }

    fn number(&mut self) -> Option<()> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
            if matches!(self.peek(), Some(b'0'..=b'9')) {
                return None;
            }
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Some(())
    }

    fn array(&mut self, depth: usize) -> Option<()> {
        if depth == DEEPEST {
            return None;
        }
        self.at += 1;
        self.skip_space();
        if self.peek()? == b']' {
            self.at += 1;
            return Some(());
        }
        loop {
            self.value(depth + 1, true)?;
            if self.ends(b']')? {
                return Some(());
            }
        }
    }

    fn object(&mut self, depth: usize, unique: bool) -> Option<()> {
        if depth == DEEPEST {
            return None;
        }
        let first = self.keys.len();
        self.at += 1;
        self.skip_space();
        if self.peek()? == b'}' {
            self.at += 1;
            return Some(());
        }
        loop {
            if !unique {
                self.keys.truncate(first);
            }
            self.key(first)?;
            self.value(depth + 1, unique)?;
            if self.ends(b'}')? {
                break;
            }
        }
        self.keys.truncate(first);
        Some(())
    }
}

/// How many of the first bytes are neither a quote, nor a backslash, nor a control character; perhaps some fewer. Eight at a time.
#[inline]
fn plain(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    const TOPS: u64 = ONES << 7;
    let mut passed = 0;
    for chunk in bytes.chunks_exact(8) {
        let word = u64::from_le_bytes(chunk.try_into().unwrap_or_default());
        // a byte's top bit is set where it is below the given one, which is at most 0x80
        let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word & TOPS;
        let hits = below(word, 0x20)
            | below(word ^ (ONES * u64::from(b'"')), 1)
            | below(word ^ (ONES * u64::from(b'\\')), 1);
        if hits != 0 {
            // Borrows only ever mark bytes above the lowest hit, so that one is a hit indeed.
            return passed + hits.trailing_zeros() as usize / 8;
        }
        passed += 8;
    }
    passed
}

#[cfg(test)]
mod tests;
