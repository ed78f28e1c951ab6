//! XML as trees of elements with attributes; what stands between elements is left out. No document type is accepted, so no entity
//! is ever expanded, and nothing is fetched. Two faults of real files are forgiven with a note: a bare `&`, and space before the
//! declaration.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, errors::IllFormedError};

use crate::number::clip;
use crate::{NoteCode, Notes, Source};

/// Elements nested deeper than this are refused: no file of a domain comes near.
pub(crate) const MAX_DEPTH: usize = 128;

/// More elements than this are refused.
pub(crate) const MAX_ELEMENTS: usize = 1_000_000;

/// More attributes of one element than this are refused.
const MAX_ATTRIBUTES: usize = 64;

/// An element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Element {
    pub(crate) name: String,
    attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Element>,
    /// Where it begins, in bytes.
    pub(crate) at: usize,
}

impl Element {
    /// An attribute's value.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The children with this name.
    pub(crate) fn all<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The first child with this name.
    pub(crate) fn first(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    /// This element and all in it, each before what it holds.
    pub(crate) fn descend(&self) -> Vec<&Self> {
        let mut found = Vec::new();
        let mut left = vec![self];
        while let Some(element) = left.pop() {
            found.push(element);
            left.extend(element.children.iter().rev());
        }
        found
    }
}

/// The root of a file; else a note.
pub(crate) fn read(source: &Source<'_>, notes: &mut Notes) -> Option<Element> {
    match Builder::new(source, notes).build() {
        Ok(root) => Some(root),
        Err(Fault { code, at, message }) => {
            notes.add(code, source, at, message);
            None
        }
    }
}

/// Why a file is no tree.
struct Fault {
    code: NoteCode,
    at: usize,
    message: String,
}

fn fault<T>(code: NoteCode, at: usize, message: impl Into<String>) -> Result<T, Fault> {
    let message = message.into();
    Err(Fault { code, at, message })
}

struct Builder<'b, 't> {
    source: &'b Source<'t>,
    notes: &'b mut Notes,
    /// The elements that are open, from the root.
    open: Vec<Element>,
    root: Option<Element>,
    elements: usize,
}

impl<'b, 't> Builder<'b, 't> {
    fn new(source: &'b Source<'t>, notes: &'b mut Notes) -> Self {
        Self {
            source,
            notes,
            open: Vec::new(),
            root: None,
            elements: 0,
        }
    }

    fn build(mut self) -> Result<Element, Fault> {
        let text = self.source.text;
        let unmarked = text.strip_prefix('\u{feff}').unwrap_or(text);
        let trimmed = unmarked.trim_start();
        let skipped = text.len() - trimmed.len();
        if trimmed.len() < unmarked.len() && trimmed.starts_with("<?xml") {
            let message = "there is space before the XML declaration, which is read over";
            self.notes
                .add(NoteCode::SpaceBeforeXml, self.source, 0, message);
        }
        let mut reader = Reader::from_str(trimmed);
        reader.config_mut().allow_dangling_amp = true;
        loop {
            let at = skipped + offset(reader.buffer_position());
            match reader.read_event() {
                Ok(Event::Start(start)) => {
                    let element = self.element(&start, at)?;
                    self.open.push(element);
                    if self.open.len() > MAX_DEPTH {
                        let message = format!("elements are nested deeper than {MAX_DEPTH}");
                        return fault(NoteCode::TooDeep, at, message);
                    }
                }
                Ok(Event::Empty(start)) => {
                    let element = self.element(&start, at)?;
                    self.close(element)?;
                }
                Ok(Event::End(_)) => match self.open.pop() {
                    Some(element) => self.close(element)?,
                    None => {
                        return fault(
                            NoteCode::MalformedFile,
                            at,
                            "an element ends that none began",
                        );
                    }
                },
                Ok(Event::DocType(_)) => {
                    let message = "the file has a document type, which could define entities; none is accepted";
                    return fault(NoteCode::DocumentType, at, message);
                }
                Ok(Event::Eof) => break,
                Ok(_) => {}
                Err(error) => {
                    let at = skipped + offset(reader.error_position());
                    return fault(NoteCode::MalformedFile, at, told(&error));
                }
            }
        }
        if let Some(open) = self.open.last() {
            let message = format!("the file ends within `{}`", clip(&open.name));
            return fault(NoteCode::MalformedFile, text.len(), message);
        }
        match self.root {
            Some(root) => Ok(root),
            None => fault(NoteCode::MalformedFile, 0, "the file has no element"),
        }
    }

    fn element(&mut self, start: &BytesStart<'_>, at: usize) -> Result<Element, Fault> {
        self.elements += 1;
        if self.elements > MAX_ELEMENTS {
            let message = format!("there are more than {MAX_ELEMENTS} elements");
            return fault(NoteCode::TooManyParts, at, message);
        }
        let mut attributes = Vec::new();
        let mut all = start.attributes();
        // a check for repeated names would compare each with all before it
        for attribute in all.with_checks(false) {
            let Ok(attribute) = attribute else {
                let message = format!(
                    "an attribute of `{}` is not written as name=\"value\"",
                    clip(start.name().into_inner())
                );
                return fault(NoteCode::MalformedFile, at, message);
            };
            if attributes.len() == MAX_ATTRIBUTES {
                let message = format!("an element has more than {MAX_ATTRIBUTES} attributes");
                return fault(NoteCode::TooManyParts, at, message);
            }
            let (value, is_bare) = unescaped(&attribute.value);
            if is_bare {
                let message = format!("a bare `&` in `{}` is read as itself", clip(&value));
                self.notes
                    .add(NoteCode::BareAmpersand, self.source, at, message);
            }
            attributes.push((attribute.key.into_inner().to_owned(), value));
        }
        Ok(Element {
            name: start.name().into_inner().to_owned(),
            attributes,
            children: Vec::new(),
            at,
        })
    }

    fn close(&mut self, element: Element) -> Result<(), Fault> {
        match self.open.last_mut() {
            Some(parent) => parent.children.push(element),
            None if self.root.is_none() => self.root = Some(element),
            None => {
                let message = "there is a second element after the first has ended";
                return fault(NoteCode::MalformedFile, element.at, message);
            }
        }
        Ok(())
    }
}

fn offset(position: u64) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX)
}

/// What is wrong, in our words where there is more to say.
fn told(error: &quick_xml::Error) -> String {
    match error {
        quick_xml::Error::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
            format!("`{}` ends as `{}`", clip(expected), clip(found))
        }
        other => format!("the XML is not well-formed: {other}"),
    }
}

/// A value with its references replaced: the five that XML knows, and characters by number. What is no reference stays, which is told
/// beside it.
fn unescaped(raw: &str) -> (String, bool) {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    let mut is_bare = false;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let reference = after.find(';').map(|end| &after[..end]);
        match reference.and_then(|name| Some((character(name)?, name.len()))) {
            Some((character, length)) => {
                out.push(character);
                rest = &after[length + 1..];
            }
            None => {
                is_bare = true;
                out.push('&');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    (out.replace(['\r', '\n', '\t'], " "), is_bare)
}

fn character(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Result<(Element, Vec<NoteCode>), NoteCode> {
        let source = Source {
            name: "f.xml",
            text,
        };
        let mut notes = Notes::default();
        let root = read(&source, &mut notes);
        let codes: Vec<NoteCode> = notes.counts().map(|(code, _)| code).collect();
        root.map_or_else(|| Err(codes[0]), |root| Ok((root, codes.clone())))
    }

    #[test]
    fn elements_have_attributes_and_children() {
        let text = "<?xml version=\"1.0\"?>\n<a x=\"1 &lt; &#50;\"><!-- c --><b y='&quot;'/>text<b/></a>\n";
        let (root, codes) = tree(text).expect("a tree");
        assert_eq!(codes, []);
        assert_eq!(root.get("x"), Some("1 < 2"));
        let names: Vec<&str> = root.descend().iter().map(|e| e.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "b"]);
        assert_eq!(root.first("b").and_then(|b| b.get("y")), Some("\""));
        assert_eq!(&text[root.at..root.at + 2], "<a");
    }

    #[test]
    fn usual_faults_are_forgiven_and_told() {
        let (root, codes) =
            tree("\n\n<?xml version=\"1.0\"?><a x=\"fish & chips &co;\"/>").expect("a tree");
        assert_eq!(root.get("x"), Some("fish & chips &co;"));
        assert_eq!(codes, [NoteCode::SpaceBeforeXml, NoteCode::BareAmpersand]);
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        let deep = "<a>".repeat(MAX_DEPTH + 1);
        let many = format!("<a {}/>", "x=\"\" ".repeat(MAX_ATTRIBUTES + 1));
        let laughs = "<!DOCTYPE a [<!ENTITY b \"ha\"><!ENTITY c \"&b;&b;&b;\">]><a x=\"&c;\"/>";
        for (text, code) in [
            ("", NoteCode::MalformedFile),
            ("no tree", NoteCode::MalformedFile),
            ("<a><b></a>", NoteCode::MalformedFile),
            ("<a><b/>", NoteCode::MalformedFile),
            ("<a x=\"1\" y=", NoteCode::MalformedFile),
            ("<a/><b/>", NoteCode::MalformedFile),
            ("</a>", NoteCode::MalformedFile),
            ("<a x=1/>", NoteCode::MalformedFile),
            (&deep, NoteCode::TooDeep),
            (&many, NoteCode::TooManyParts),
            (laughs, NoteCode::DocumentType),
            (
                "<!DOCTYPE a SYSTEM \"http://example.org/a.dtd\"><a/>",
                NoteCode::DocumentType,
            ),
        ] {
            assert_eq!(tree(text).err(), Some(code), "{text:.60}");
        }
    }
}
