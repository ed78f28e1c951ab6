//! Mending what can be mended without judgment: ASCII stand-ins, white space, the order of members, a byte-order mark.
//!
//! The text is edited in place: what is not mended keeps its spelling and its layout, and numbers never change. A string is mended by
//! its contents alone, so that a name and all references to it are mended alike.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::characters::{spelled, stand_in};
use super::place::Place;
use super::report::clip;
use super::rule::{Known, Rule};
use super::{Code, check, text_start};
use crate::diagnostic::Severity;
use crate::json::{self, Member, Node, Value, pointer_token, quote};

/// A text with what [`fix`] did to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The mended text.
    pub text: String,
    /// Every change, in the order of the original text.
    pub changes: Vec<Change>,
}

/// One change that [`fix`] made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The value that changed, as a JSON Pointer into the original text.
    pub at: String,
    /// Its line in the original text, from 1.
    pub line: usize,
    /// What was done.
    pub message: String,
}

/// Mends a scenario file's text; a text that is no JSON stays as it is. The result has no error that the text has not, and
/// mending it again changes nothing.
#[must_use]
pub fn fix(text: &str) -> Fixed {
    let unchanged = || Fixed {
        text: text.to_owned(),
        changes: Vec::new(),
    };
    let Ok(root) = json::parse_from(text, text_start(text)) else {
        return unchanged();
    };
    let place = Place::root(&root);
    let mut names = BTreeSet::new();
    collect_names(&place, &mut names);
    let before = errors(text);
    // names and ids may become equal or reserved by mending; then they are left alone
    let scopes: &[Scope] = if place.is_domain() {
        // any script is welcome there
        &[Scope::Layout]
    } else {
        &[Scope::All, Scope::AllButNames, Scope::Layout]
    };
    for &scope in scopes {
        let mut mender = Mender {
            source: text,
            scope,
            names: &names,
            out: String::new(),
            changes: Vec::new(),
        };
        mender.mend(&place, &root);
        if mender.changes.is_empty() {
            return unchanged();
        }
        let after = errors(&mender.out);
        if after
            .iter()
            .all(|(code, count)| before.get(code).is_some_and(|most| count <= most))
        {
            return Fixed {
                text: mender.out,
                changes: number_lines(text, mender.changes),
            };
        }
    }
    unchanged()
}

/// How many errors of each code there are.
fn errors(text: &str) -> BTreeMap<Code, usize> {
    let mut counts = BTreeMap::new();
    for finding in check(text).diagnostics {
        if finding.severity == Severity::Error {
            *counts.entry(finding.code).or_default() += 1;
        }
    }
    counts
}

/// The participants' names, the keys that refer to them, and the resources' ids.
fn collect_names<'n>(root: &Place<'n, '_>, names: &mut BTreeSet<&'n str>) {
    for participant in root.list("participants") {
        names.extend(participant.text_of("name"));
    }
    for resource in root.list("resources") {
        names.extend(resource.text_of("id"));
        let valuations = resource.get("valuations");
        let members = valuations
            .map(|place| place.node.members())
            .unwrap_or_default();
        names.extend(members.iter().map(|member| member.key.as_ref()));
    }
}

/// Which strings are mended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    All,
    AllButNames,
    /// None.
    Layout,
}

struct Mender<'a> {
    source: &'a str,
    scope: Scope,
    names: &'a BTreeSet<&'a str>,
    out: String,
    /// Pointer, byte offset in the source, what was done.
    changes: Vec<(String, usize, String)>,
}

impl Mender<'_> {
    fn mend(&mut self, place: &Place<'_, '_>, root: &Node<'_>) {
        let start = text_start(self.source);
        if start > 0 {
            self.changes
                .push((String::new(), 0, "removed the byte-order mark".to_owned()));
        }
        self.out.push_str(&self.source[start..root.span.start]);
        self.value(root, Some(place.rule), &mut String::new());
        self.out.push_str(&self.source[root.span.end..]);
        self.trim_line_ends();
    }

    /// Strings hold no raw line breaks, so what stands before one is never part of a string.
    fn trim_line_ends(&mut self) {
        let blank = |c| matches!(c, ' ' | '\t');
        let mut trimmed = String::with_capacity(self.out.len());
        for line in self.out.split_inclusive('\n') {
            let content = line.trim_end_matches(['\n', '\r']);
            let ending = &line[content.len()..];
            trimmed.push_str(content.trim_end_matches(blank));
            trimmed.push_str(ending);
        }
        if trimmed.len() < self.out.len() {
            let is_ragged = |line: &str| line.trim_end_matches(['\n', '\r']).ends_with(blank);
            let mut offset = 0;
            for line in self.source.split_inclusive('\n') {
                if is_ragged(line) {
                    break;
                }
                offset += line.len();
            }
            let lines = self
                .source
                .split_inclusive('\n')
                .filter(|line| is_ragged(line))
                .count();
            let plural = if lines == 1 { "" } else { "s" };
            let message = format!("removed white space at the end of {lines} line{plural}");
            self.changes.push((String::new(), offset, message));
            self.out = trimmed;
        }
    }

    fn value(&mut self, node: &Node<'_>, rule: Option<&'static Rule>, at: &mut String) {
        match &node.value {
            Value::String(text) => self.string(text, node.span.clone(), at),
            Value::Array(items) => {
                let item_rule = match rule {
                    Some(Rule::List(list)) => Some(list.item),
                    _ => None,
                };
                let (length, mut end) = (at.len(), node.span.start);
                for (index, item) in items.iter().enumerate() {
                    self.out.push_str(&self.source[end..item.span.start]);
                    at.push_str(&format!("/{index}"));
                    self.value(item, item_rule, at);
                    at.truncate(length);
                    end = item.span.end;
                }
                self.out.push_str(&self.source[end..node.span.end]);
            }
            Value::Object(members) => self.object(node, members, rule, at),
            _ => self.out.push_str(&self.source[node.span.clone()]),
        }
    }

    /// Writes the members in the schema's order into the places of the members as they were: commas, white space and indentation stay.
    fn object(
        &mut self,
        node: &Node<'_>,
        members: &[Member<'_>],
        rule: Option<&'static Rule>,
        at: &mut String,
    ) {
        let known = match rule {
            Some(Rule::Object(object)) => object.known(members),
            _ => vec![Known::Unknown; members.len()],
        };
        let rank = |index: &usize| match (rule, known[*index]) {
            (Some(Rule::Object(object)), Known::Field(field)) => object
                .fields
                .iter()
                .position(|other| other.name == field.name),
            // unknown ones come last, in their order
            _ => None,
        };
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_by_key(|index| rank(index).unwrap_or(usize::MAX));
        if !order.is_sorted() {
            let message = "put the fields in the schema's order".to_owned();
            self.changes.push((at.clone(), node.span.start, message));
        }
        let is_per_party = matches!(rule, Some(Rule::PerParty(_)));
        let (length, mut end) = (at.len(), node.span.start);
        for (slot, &index) in members.iter().zip(&order) {
            let member = &members[index];
            self.out.push_str(&self.source[end..slot.key_span.start]);
            at.push('/');
            at.push_str(&pointer_token(&member.key));
            if is_per_party {
                self.string(&member.key, member.key_span.clone(), at);
            } else {
                self.out.push_str(&self.source[member.key_span.clone()]);
            }
            self.out
                .push_str(&self.source[member.key_span.end..member.value.span.start]);
            self.value(
                &member.value,
                known[index].field().map(|field| &field.rule),
                at,
            );
            at.truncate(length);
            end = slot.value.span.end;
        }
        self.out.push_str(&self.source[end..node.span.end]);
    }

    fn string(&mut self, text: &str, span: json::Span, at: &str) {
        let exempt = match self.scope {
            Scope::All => false,
            Scope::AllButNames => self.names.contains(text),
            Scope::Layout => true,
        };
        let spelling = &self.source[span.clone()];
        match mended(self.source, &span).filter(|_| !exempt) {
            Some(better) if better != spelling => {
                let message = format!("{} becomes {}", clip(spelling), clip(&better));
                self.changes.push((at.to_owned(), span.start, message));
                self.out.push_str(&better);
            }
            _ => self.out.push_str(spelling),
        }
    }
}

/// The string literal at `span`, mended; `None` where nothing would be left of it.
fn mended(source: &str, span: &json::Span) -> Option<String> {
    // each piece is the spelling of one character, or of what stands in for it; is it a space?
    let mut pieces: Vec<(Cow<'_, str>, bool)> = Vec::new();
    let mut after_break = false;
    for unit in spelled(source, span) {
        let is_break = matches!(unit.char, '\n' | '\r' | '\t');
        if is_break {
            // a line break with the white space around it is one space
            while pieces.last().is_some_and(|(_, is_space)| *is_space) {
                pieces.pop();
            }
            pieces.push((Cow::Borrowed(" "), true));
        } else if after_break && unit.char == ' ' {
            continue;
        } else if let Some(plain) = stand_in(unit.char) {
            let quoted = quote(&plain);
            let is_space = plain == " ";
            pieces.push((Cow::Owned(quoted[1..quoted.len() - 1].to_owned()), is_space));
        } else {
            pieces.push((Cow::Borrowed(&source[unit.span]), unit.char == ' '));
        }
        after_break = is_break;
    }
    let is_text = |(piece, is_space): &(Cow<'_, str>, bool)| !is_space && !piece.is_empty();
    let first = pieces.iter().position(is_text)?;
    let last = pieces.iter().rposition(is_text)?;
    let content: String = pieces[first..=last]
        .iter()
        .map(|(piece, _)| piece.as_ref())
        .collect();
    Some(format!("\"{}\"", content.trim_matches(' ')))
}

/// The changes in the order of the text, with their lines.
fn number_lines(source: &str, mut changes: Vec<(String, usize, String)>) -> Vec<Change> {
    changes.sort_by_key(|(_, offset, _)| *offset);
    let (mut line, mut counted) = (1, 0);
    let numbered = changes.into_iter().map(|(at, offset, message)| {
        line += source[counted..offset].matches('\n').count();
        counted = offset;
        Change { at, line, message }
    });
    numbered.collect()
}
