//! A quick look through the text of a run: is it JSON without repeated keys, and where are `scenario` and `allocation`?
//!
//! The look copies the run's own fields in one line, without white space, numbers and strings as spelled, which is how they stand
//! in the output. It refuses whatever is unusual (escaped keys, very many keys, deep nesting, any fault); the reader of
//! `zopa-model` then judges the run, and says what is wrong with it.

use std::ops::Range;

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
}

/// Where things stand in the copy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// The value of `scenario`, quotes included.
    pub(crate) scenario: Option<Range<usize>>,
    /// The value of `allocation`.
    pub(crate) allocation: Option<Range<usize>>,
}

impl Scan {
    /// Appends a run's own fields to `out` as `"key":value` pairs without the braces, `zopa` left out. `None` for what is
    /// unusual; then `out` is as it was.
    pub(crate) fn copy(&mut self, text: &str, out: &mut Vec<u8>) -> Option<Found> {
        let length = out.len();
        self.keys.clear();
        let mut look = Look {
            text: text.as_bytes(),
            at: 0,
            copied: 0,
            out,
            keys: &mut self.keys,
        };
        let found = look.run();
        if found.is_none() {
            out.truncate(length);
        }
        found
    }
}

struct Look<'a> {
    text: &'a [u8],
    at: usize,
    /// Up to here the text has been copied or left out.
    copied: usize,
    out: &'a mut Vec<u8>,
    keys: &'a mut Vec<Range<usize>>,
}

impl Look<'_> {
    fn run(&mut self) -> Option<Found> {
        self.skip_space();
        self.take(b'{')?;
        self.copied = self.at;
        self.skip_space();
        let start = self.out.len();
        let mut found = Found::default();
        if self.peek() == Some(b'}') {
            self.at += 1;
        } else {
            loop {
                let before = self.out.len();
                if before > start {
                    self.out.push(b',');
                }
                let key = self.key(0)?;
                let value = self.out.len();
                let key = &self.text[key];
                // the shares of an allocation are looked at once more, when its names are known
                self.value(1, key != b"allocation")?;
                self.flush();
                let place = value..self.out.len();
                match key {
                    b"zopa" => self.out.truncate(before),
                    b"scenario" => found.scenario = Some(place),
                    b"allocation" => found.allocation = Some(place),
                    _ => {}
                }
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

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn take(&mut self, wanted: u8) -> Option<()> {
        (self.next()? == wanted).then_some(())
    }

    /// Copies what has been looked at.
    #[inline]
    fn flush(&mut self) {
        let rest = &self.text[self.copied..];
        let wanted = self.at - self.copied;
        match rest.first_chunk::<SHORT>() {
            // pieces are short mostly, and a copy of known length is a few instructions
            Some(start) if wanted <= SHORT => {
                let length = self.out.len() + wanted;
                self.out.extend_from_slice(start);
                self.out.truncate(length);
            }
            _ => self.out.extend_from_slice(&rest[..wanted]),
        }
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
        self.take(b'"')?;
        let start = self.at;
        loop {
            match self.next()? {
                b'"' => break,
                b'\\' | 0..=0x1f => return None,
                _ => {}
            }
        }
        let key = start..self.at - 1;
        let name = &self.text[key.clone()];
        let known = &self.keys[first..];
        let is_name = |other: &Range<usize>| {
            let other = &self.text[other.clone()];
            other.len() == name.len() && other.first() == name.first() && other == name
        };
        if known.len() == MOST_KEYS || known.iter().any(is_name) {
            return None;
        }
        self.keys.push(key.clone());
        self.skip_space();
        self.take(b':')?;
        self.skip_space();
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

    fn word(&mut self, word: &[u8]) -> Option<()> {
        let rest = &self.text[self.at..];
        let ends = !matches!(rest.get(word.len()), Some(byte) if byte.is_ascii_alphanumeric());
        (rest.starts_with(word) && ends).then(|| self.at += word.len())
    }

    fn string(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            self.at += plain(&self.text[self.at..]);
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
            self.skip_space();
            self.value(depth + 1, true)?;
            self.skip_space();
            match self.next()? {
                b',' => {}
                b']' => return Some(()),
                _ => return None,
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
            self.skip_space();
            if !unique {
                self.keys.truncate(first);
            }
            self.key(first)?;
            self.value(depth + 1, unique)?;
            self.skip_space();
            match self.next()? {
                b',' => {}
                b'}' => break,
                _ => return None,
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
mod tests {
    use super::*;
    use proptest::prelude::*;
    use zopa_model::Run;

    fn copy(text: &str) -> Option<String> {
        let mut out = Vec::new();
        Scan::default().copy(text, &mut out)?;
        Some(String::from_utf8(out).expect("text"))
    }

    #[test]
    fn fields_are_copied_without_space_and_as_spelled() {
        let text = r#" { "z" : 1.50 , "run":"r \u00e9\n", "zopa": {"old": [1, 2]}, "a": [1 , {"b": 1e2}, []],"scenario":"s" , "allocation":{ "x" : {"A": 0.50} } } "#;
        let mut out = Vec::new();
        let found = Scan::default().copy(text, &mut out).expect("a run");
        let out = String::from_utf8(out).expect("text");
        let copied = r#""z":1.50,"run":"r \u00e9\n","a":[1,{"b":1e2},[]],"scenario":"s","allocation":{"x":{"A":0.50}}"#;
        assert_eq!(out, copied);
        assert_eq!(&out[found.scenario.expect("there")], "\"s\"");
        assert_eq!(
            &out[found.allocation.expect("there")],
            r#"{"x":{"A":0.50}}"#
        );
        assert_eq!(copy("{}").as_deref(), Some(""));
        assert_eq!(copy(r#"{"zopa":1}"#).as_deref(), Some(""));
        assert_eq!(copy(r#"{"zopa":1,"a":2}"#).as_deref(), Some("\"a\":2"));
    }

    #[test]
    fn what_is_unusual_is_refused() {
        for text in [
            "",
            "[]",
            "{",
            "{} {}",
            "{\"a\":01}",
            "{\"a\":1,}",
            "{\"a\":nul}",
            "{\"a\":nullx}",
            "{\"a\":\"\t\"}",
            "{\"a\":1,\"a\":2}",
            "{\"x\":{\"a\":1,\"b\":2,\"a\":3}}",
            "{\"x\":[{\"a\":1,\"a\":3}]}",
            "{\"\\u0061\":1}",
            "{\"a\":\"\\x\"}",
            "{\"a\":\"\\u12g4\"}",
            "{\"a\":.5}",
            "{\"a\":1.}",
            "{\"a\":1e}",
            "{\"a\" 1}",
            "{\"a\":\"b",
        ] {
            assert_eq!(copy(text), None, "{text}");
        }
    }

    fn json() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            "[ ]{0,2}(null|true|false|-?(0|[1-9][0-9]{0,3})(\\.[0-9]{1,3})?([eE][+-]?[0-9]{1,2})?)[ ]{0,2}",
            any::<String>().prop_map(|text| zopa_model::json::quote(&text)),
            "\"([a-z \\t]|\\\\[\"\\\\/bfnrtu]|\\\\u[0-9a-f]{4}){0,12}\"",
        ];
        leaf.prop_recursive(4, 24, 5, |inner| {
            let key = "\"[a-d]{0,2}\"";
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4)
                    .prop_map(|items| format!("[{}]", items.join(", "))),
                proptest::collection::vec((key, inner), 0..4).prop_map(|members| {
                    let members = members.iter().map(|(key, value)| format!("{key} :{value}"));
                    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
                }),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        /// What is accepted is what the reader of `zopa-model` makes of it.
        #[test]
        fn what_is_accepted_is_read_alike(value in json(), cut in 0usize..200) {
            let whole = format!("{{\"run\": {value}, \"zopa\":1, \"b\":[{value}]}}");
            let cut = whole.chars().take(whole.chars().count().min(cut)).collect::<String>();
            for text in [whole, cut] {
                if let Some(copied) = copy(&text) {
                    let run = Run::parse(&text);
                    prop_assert_eq!(run.map(|run| run.own_fields()).ok(), Some(copied));
                }
            }
        }

        #[test]
        fn plain_text_ends_where_it_ends(text in any::<Vec<u8>>()) {
            let passed = plain(&text);
            let special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..=0x1f);
            let first = text.iter().position(special).unwrap_or(text.len());
            prop_assert!(passed <= first && first - passed < 8);
        }
    }
}
