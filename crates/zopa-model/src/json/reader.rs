//! Recursive descent over the text.

use std::borrow::Cow;

use super::{MAX_DEPTH, Member, Node, SyntaxError, SyntaxErrorKind, Value};

pub(super) struct Reader<'s> {
    text: &'s str,
    at: usize,
}

impl<'s> Reader<'s> {
    pub(super) fn new(text: &'s str, start: usize) -> Self {
        Self { text, at: start }
    }

    /// One value with nothing but white space around it.
    pub(super) fn document(&mut self) -> Result<Node<'s>, SyntaxError> {
        self.skip_space();
        if self.at == self.text.len() {
            return Err(self.error(
                SyntaxErrorKind::Empty,
                "the text is empty, a JSON value is wanted",
            ));
        }
        let node = self.value(0)?;
        self.skip_space();
        if self.at < self.text.len() {
            return Err(self.found("the end of the text"));
        }
        Ok(node)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn error(&self, kind: SyntaxErrorKind, message: impl Into<String>) -> SyntaxError {
        let width = self.text[self.at..]
            .chars()
            .next()
            .map_or(0, char::len_utf8);
        SyntaxError {
            span: self.at..self.at + width,
            message: message.into(),
            kind,
        }
    }

    /// The error that something else than `wanted` stands here.
    fn found(&self, wanted: &str) -> SyntaxError {
        match self.text[self.at..].chars().next() {
            None => self.error(
                SyntaxErrorKind::CutOff,
                format!("the text ends where {wanted} is wanted"),
            ),
            Some(c) => self.error(
                SyntaxErrorKind::Malformed,
                format!("found `{}` where {wanted} is wanted", c.escape_debug()),
            ),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node<'s>, SyntaxError> {
        let start = self.at;
        let value = match self.peek() {
            Some(b'{') => Value::Object(self.object(depth)?),
            Some(b'[') => Value::Array(self.array(depth)?),
            Some(b'"') => Value::String(self.string()?),
            Some(b'-' | b'0'..=b'9') => Value::Number(self.number()?),
            _ => self.word()?,
        };
        Ok(Node {
            span: start..self.at,
            value,
        })
    }

    fn word(&mut self) -> Result<Value<'s>, SyntaxError> {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let value = match &rest[..length] {
            "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "" => return Err(self.found("a value")),
            word => {
                let message = match word {
                    "NaN" | "Infinity" | "nan" | "inf" => format!("`{word}` is not a JSON number"),
                    "None" | "True" | "False" => {
                        format!("`{word}` is Python's spelling; JSON has null, true and false")
                    }
                    _ => format!(
                        "found `{word}` where a value is wanted; strings stand in double quotes"
                    ),
                };
                let mut error = self.error(SyntaxErrorKind::Malformed, message);
                error.span.end = self.at + length;
                return Err(error);
            }
        };
        self.at += length;
        Ok(value)
    }

    fn deeper(&self, depth: usize) -> Result<usize, SyntaxError> {
        if depth == MAX_DEPTH {
            let message = format!("arrays and objects are nested more than {MAX_DEPTH} deep");
            return Err(self.error(SyntaxErrorKind::TooDeep, message));
        }
        Ok(depth + 1)
    }

    fn array(&mut self, depth: usize) -> Result<Vec<Node<'s>>, SyntaxError> {
        let depth = self.deeper(depth)?;
        let mut items = Vec::new();
        self.at += 1;
        self.skip_space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(items);
        }
        loop {
            self.skip_space();
            items.push(self.value(depth)?);
            self.skip_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(items);
                }
                _ => return Err(self.found("`,` or `]`")),
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Vec<Member<'s>>, SyntaxError> {
        let depth = self.deeper(depth)?;
        let mut members = Vec::new();
        self.at += 1;
        self.skip_space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(members);
        }
        loop {
            self.skip_space();
            let start = self.at;
            if self.peek() != Some(b'"') {
                return Err(self.found("a key in double quotes"));
            }
            let key = self.string()?;
            let key_span = start..self.at;
            self.skip_space();
            if self.peek() != Some(b':') {
                return Err(self.found("`:`"));
            }
            self.at += 1;
            self.skip_space();
            let value = self.value(depth)?;
            members.push(Member {
                key,
                key_span,
                value,
            });
            self.skip_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(members);
                }
                _ => return Err(self.found("`,` or `}`")),
            }
        }
    }

    fn digits(&mut self) -> Result<(), SyntaxError> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.found("a digit"));
        }
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<&'s str, SyntaxError> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
            if matches!(self.peek(), Some(b'0'..=b'9')) {
                return Err(self.error(
                    SyntaxErrorKind::Malformed,
                    "a number does not begin with a superfluous 0",
                ));
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
        Ok(&self.text[start..self.at])
    }

    fn string(&mut self) -> Result<Cow<'s, str>, SyntaxError> {
        self.at += 1;
        let mut run = self.at;
        let mut unescaped: Option<String> = None;
        loop {
            match self.peek() {
                Some(b'"') => {
                    let rest = &self.text[run..self.at];
                    self.at += 1;
                    return Ok(match unescaped {
                        None => Cow::Borrowed(rest),
                        Some(mut text) => {
                            text.push_str(rest);
                            Cow::Owned(text)
                        }
                    });
                }
                Some(b'\\') => {
                    let text = unescaped.get_or_insert_with(String::new);
                    text.push_str(&self.text[run..self.at]);
                    self.at += 1;
                    let c = self.escape()?;
                    unescaped.get_or_insert_with(String::new).push(c);
                    run = self.at;
                }
                Some(0..=0x1f) => {
                    return Err(self.found("a printable character or an escape such as `\\n`"));
                }
                Some(_) => self.at += 1,
                None => return Err(self.found("the closing quote of a string")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, SyntaxError> {
        let c = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.unicode_escape();
            }
            _ => return Err(self.found("an escape (one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u)")),
        };
        self.at += 1;
        Ok(c)
    }

    fn unicode_escape(&mut self) -> Result<char, SyntaxError> {
        let first = self.four_hex_digits()?;
        if (0xd800..0xdc00).contains(&first) && self.text[self.at..].starts_with("\\u") {
            let back = self.at;
            self.at += 2;
            let second = self.four_hex_digits()?;
            if (0xdc00..0xe000).contains(&second) {
                let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = back;
        }
        Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn four_hex_digits(&mut self) -> Result<u32, SyntaxError> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else {
                return Err(self.found("four hexadecimal digits"));
            };
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }
}
