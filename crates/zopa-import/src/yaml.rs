//! YAML as the trees that JSON is read into. Tags are never resolved: one that names a class of some language is refused. References
//! within the file are followed as far as the number of values is bounded.

use std::borrow::Cow;
use std::collections::BTreeMap;

use saphyr_parser::{Event, Parser, ScalarStyle, Tag};
use zopa_model::Rational;
use zopa_model::json::{MAX_DEPTH, Member, Node, Value};

use crate::number::clip;
use crate::{NoteCode, Notes, Source};

/// More values than this, those behind references counted each time, are refused.
const MAX_VALUES: usize = 1_000_000;

/// The first document of a file; else a note.
pub(crate) fn read<'t>(source: &Source<'t>, notes: &mut Notes) -> Option<Node<'t>> {
    match Builder::new(source.text).build() {
        Ok(root) => Some(root),
        Err((code, at, message)) => {
            notes.add(code, source, at, message);
            None
        }
    }
}

type Fault = (NoteCode, usize, String);

/// A collection that is open.
enum Open<'t> {
    List(Vec<Node<'t>>),
    Map(Vec<Member<'t>>, Option<(Cow<'t, str>, usize)>),
}

struct Builder<'t> {
    text: &'t str,
    open: Vec<(Open<'t>, usize, usize)>,
    /// What references stand for, with the number of values in it.
    anchors: BTreeMap<usize, (Node<'t>, usize)>,
    values: usize,
    root: Option<Node<'t>>,
    /// Up to where places were counted, in characters and in bytes.
    counted: (usize, usize),
}

impl<'t> Builder<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            open: Vec::new(),
            anchors: BTreeMap::new(),
            values: 0,
            root: None,
            counted: (0, 0),
        }
    }

    /// The place of a character, in bytes. Places mostly rise.
    fn place(&mut self, character: usize) -> usize {
        if character < self.counted.0 {
            self.counted = (0, 0);
        }
        let (characters, bytes) = self.counted;
        let rest = &self.text[bytes..];
        let mut indices = rest.char_indices().map(|(at, _)| at);
        let more = indices.nth(character - characters).unwrap_or(rest.len());
        self.counted = (character, bytes + more);
        bytes + more
    }

    fn build(mut self) -> Result<Node<'t>, Fault> {
        let mut parser = Parser::new_from_str(self.text);
        while let Some(event) = parser.next_event() {
            let (event, span) = event.map_err(|error| {
                let at = self.place(error.marker().index());
                let message = format!("the YAML is not well-formed: {}", error.info());
                (NoteCode::MalformedFile, at, message)
            })?;
            let at = self.place(span.start.index());
            let end = self.place(span.end.index());
            match event {
                Event::Scalar(text, style, anchor, tag) => {
                    allow(tag.as_deref(), at)?;
                    let value = self.scalar(text, style, at..end);
                    self.put(value, anchor, at, end)?;
                }
                Event::SequenceStart(anchor, tag) => {
                    allow(tag.as_deref(), at)?;
                    self.begin(Open::List(Vec::new()), anchor, at)?;
                }
                Event::MappingStart(anchor, tag) => {
                    allow(tag.as_deref(), at)?;
                    self.begin(Open::Map(Vec::new(), None), anchor, at)?;
                }
                Event::SequenceEnd | Event::MappingEnd => {
                    let Some((open, anchor, start)) = self.open.pop() else {
                        continue;
                    };
                    let value = match open {
                        Open::List(items) => Value::Array(items),
                        Open::Map(members, _) => Value::Object(members),
                    };
                    self.put(value, anchor, start, end)?;
                }
                Event::Alias(anchor) => {
                    let Some(values) = self.anchors.get(&anchor).map(|(_, values)| *values) else {
                        let message = "a reference to what holds it".to_owned();
                        return Err((NoteCode::MalformedFile, at, message));
                    };
                    self.count(values.saturating_sub(1), at)?;
                    let value = self.anchors[&anchor].0.value.clone();
                    self.put(value, 0, at, end)?;
                }
                Event::DocumentEnd => break,
                _ => {}
            }
        }
        let empty = || (NoteCode::MalformedFile, 0, "the file is empty".to_owned());
        self.root.ok_or_else(empty)
    }

    fn count(&mut self, more: usize, at: usize) -> Result<(), Fault> {
        self.values = self.values.saturating_add(more);
        if self.values > MAX_VALUES {
            let message =
                format!("there are more than {MAX_VALUES} values, counting what references repeat");
            return Err((NoteCode::TooManyParts, at, message));
        }
        Ok(())
    }

    fn begin(&mut self, open: Open<'t>, anchor: usize, at: usize) -> Result<(), Fault> {
        if self.open.len() == MAX_DEPTH {
            let message = format!("values are nested deeper than {MAX_DEPTH}");
            return Err((NoteCode::TooDeep, at, message));
        }
        self.open.push((open, anchor, at));
        Ok(())
    }

    /// A value that is complete, into what is open.
    fn put(&mut self, value: Value<'t>, anchor: usize, at: usize, end: usize) -> Result<(), Fault> {
        self.count(1, at)?;
        let node = Node {
            span: at..end.max(at),
            value,
        };
        if anchor > 0 {
            let size = size(&node);
            self.count(size, at)?;
            self.anchors.insert(anchor, (node.clone(), size));
        }
        match self.open.last_mut() {
            None => self.root = self.root.take().or(Some(node)),
            Some((Open::List(items), ..)) => items.push(node),
            Some((Open::Map(members, key), ..)) => match key.take() {
                Some((key, start)) => members.push(Member {
                    key_span: start..start + key.len(),
                    key,
                    value: node,
                }),
                None => {
                    let name = match node.value {
                        Value::String(text) => text,
                        Value::Number(text) => Cow::Borrowed(text),
                        Value::Bool(value) => Cow::Borrowed(if value { "true" } else { "false" }),
                        Value::Null => Cow::Borrowed("null"),
                        _ => {
                            let message = "a key is a list or a map".to_owned();
                            return Err((NoteCode::UnexpectedShape, at, message));
                        }
                    };
                    *key = Some((name, at));
                }
            },
        }
        Ok(())
    }

    /// What a scalar is: a number, a word of JSON, or a text.
    fn scalar(
        &self,
        text: Cow<'t, str>,
        style: ScalarStyle,
        span: std::ops::Range<usize>,
    ) -> Value<'t> {
        if style != ScalarStyle::Plain {
            return Value::String(text);
        }
        match text.as_ref() {
            "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
            "true" | "True" | "TRUE" => return Value::Bool(true),
            "false" | "False" | "FALSE" => return Value::Bool(false),
            _ => {}
        }
        let spelled = self.text.get(span).map(str::trim_end);
        match spelled.filter(|spelled| *spelled == text.as_ref()) {
            Some(spelled) if Rational::from_json_number(spelled).is_ok() => Value::Number(spelled),
            _ => Value::String(text),
        }
    }
}

/// How many values there are in one, itself included.
fn size(node: &Node<'_>) -> usize {
    let mut count = 0;
    let mut left = vec![node];
    while let Some(node) = left.pop() {
        count += 1;
        left.extend(node.items());
        left.extend(node.members().iter().map(|member| &member.value));
    }
    count
}

/// Tags of plain data say nothing new; any other is refused, since a value is not what it looks like then.
fn allow(tag: Option<&Tag>, at: usize) -> Result<(), Fault> {
    let Some(tag) = tag else { return Ok(()) };
    let is_plain = [
        "str",
        "int",
        "float",
        "bool",
        "null",
        "seq",
        "map",
        "python/tuple",
    ];
    if tag.handle == "tag:yaml.org,2002:" && is_plain.contains(&tag.suffix.as_str()) {
        return Ok(());
    }
    let message = format!(
        "the tag `{}` is not plain data; tags are never resolved",
        clip(&tag.to_string())
    );
    Err((NoteCode::ForeignTag, at, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Result<String, NoteCode> {
        let source = Source {
            name: "f.yml",
            text,
        };
        let mut notes = Notes::default();
        let root = read(&source, &mut notes);
        let code = notes.counts().next().map(|(code, _)| code);
        let root = root.ok_or_else(|| code.expect("a note"))?;
        Ok(shown(&root))
    }

    fn shown(node: &Node<'_>) -> String {
        match &node.value {
            Value::Null => "null".to_owned(),
            Value::Bool(value) => value.to_string(),
            Value::Number(text) => (*text).to_owned(),
            Value::String(text) => format!("{text:?}"),
            Value::Array(items) => format!(
                "[{}]",
                items.iter().map(shown).collect::<Vec<_>>().join(",")
            ),
            Value::Object(members) => {
                let members = members
                    .iter()
                    .map(|member| format!("{}:{}", member.key, shown(&member.value)));
                format!("{{{}}}", members.collect::<Vec<_>>().join(","))
            }
        }
    }

    #[test]
    fn yaml_is_read_as_json_is() {
        let text =
            "é: 1.50\nb:\n- x\n- 'y'\n- ~\nc: {1: true, yes: 2e3}\nd: !!python/tuple [1, .5]\n";
        assert_eq!(
            tree(text).as_deref(),
            Ok("{é:1.50,b:[\"x\",\"y\",null],c:{1:true,yes:2e3},d:[1,\".5\"]}")
        );
        assert_eq!(
            tree("a: &x [1, 2]\nb: *x\n").as_deref(),
            Ok("{a:[1,2],b:[1,2]}")
        );
    }

    #[test]
    fn hostile_files_are_refused() {
        let mut laughs = String::from("a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha, ha]\n");
        for level in 1..9 {
            let reference = format!("*a{}, ", level - 1);
            laughs += &format!(
                "a{level}: &a{level} [{}]\n",
                reference.repeat(10).trim_end_matches(", ")
            );
        }
        let deep = "[".repeat(MAX_DEPTH + 1);
        for (text, code) in [
            (laughs.as_str(), NoteCode::TooManyParts),
            (&deep, NoteCode::TooDeep),
            (
                "a: !!python/object/apply:os.system ['true']",
                NoteCode::ForeignTag,
            ),
            ("!<tag:example.org,2026:x> {}", NoteCode::ForeignTag),
            ("a: !custom 1", NoteCode::ForeignTag),
            ("a: &x [*x]", NoteCode::MalformedFile),
            ("a: [1, 2", NoteCode::MalformedFile),
            ("{a: 1}}", NoteCode::MalformedFile),
            ("", NoteCode::MalformedFile),
            ("? [a, b]\n: 1\n", NoteCode::UnexpectedShape),
        ] {
            assert_eq!(tree(text), Err(code), "{text:.60}");
        }
    }
}
