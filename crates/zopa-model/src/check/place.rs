//! A value with its pointer and its rule: how the rules find their way through a file, faulty or not.

use super::rule::{Field, Known, Rule};
use super::schema::form;
use crate::exact::Rational;
use crate::json::{Member, Node, Span, Value, pointer_token};

/// A value of the file, with what the schema wants there.
#[derive(Clone)]
pub(super) struct Place<'n, 's> {
    /// The JSON Pointer.
    pub(super) at: String,
    /// Where the key stands; for an item of an array, the value.
    pub(super) key: Span,
    pub(super) node: &'n Node<'s>,
    pub(super) rule: &'static Rule,
}

impl<'n, 's> Place<'n, 's> {
    /// The whole file.
    pub(super) fn root(node: &'n Node<'s>) -> Self {
        Self {
            at: String::new(),
            key: node.span.start..node.span.start,
            node,
            rule: form(node),
        }
    }

    /// Is this the whole of a domain file?
    pub(super) fn is_domain(&self) -> bool {
        matches!(self.rule, Rule::Object(object) if object.noun == "domain")
    }

    /// The value of one of the place's members.
    pub(super) fn child(&self, member: &'n Member<'s>, rule: &'static Rule) -> Self {
        Self {
            at: format!("{}/{}", self.at, pointer_token(&member.key)),
            key: member.key_span.clone(),
            node: &member.value,
            rule,
        }
    }

    /// The members with the field that each of them is.
    pub(super) fn fields(&self) -> Vec<(&'n Member<'s>, Known)> {
        let members = self.node.members();
        match self.rule {
            Rule::Object(object) => members.iter().zip(object.known(members)).collect(),
            _ => Vec::new(),
        }
    }

    /// The value of a field, misspelt or not; of equal keys the first.
    pub(super) fn get(&self, name: &str) -> Option<Self> {
        let is_meant = |field: &&Field| field.name == name;
        self.fields().into_iter().find_map(|(member, known)| {
            let field = known.field().filter(is_meant)?;
            Some(self.child(member, &field.rule))
        })
    }

    /// The items, if the value is an array and shall be one; else none.
    pub(super) fn items(&self) -> Vec<Self> {
        let Rule::List(list) = self.rule else {
            return Vec::new();
        };
        let item = |(index, node): (usize, &'n Node<'s>)| Self {
            at: format!("{}/{index}", self.at),
            key: node.span.clone(),
            node,
            rule: list.item,
        };
        self.node.items().iter().enumerate().map(item).collect()
    }

    /// The items of a field; none where it is missing.
    pub(super) fn list(&self, name: &str) -> Vec<Self> {
        self.get(name).map(|list| list.items()).unwrap_or_default()
    }

    /// The text, if there is one where one is wanted.
    pub(super) fn text(&self) -> Option<&'n str> {
        match self.rule {
            Rule::Text | Rule::Name | Rule::Id => {
                self.node.as_str().filter(|text| !text.is_empty())
            }
            Rule::OneOf(words) => self.node.as_str().filter(|text| words.contains(text)),
            _ => None,
        }
    }

    /// The text of a field, if it is sound.
    pub(super) fn text_of(&self, name: &str) -> Option<&'n str> {
        self.get(name)?.text()
    }

    /// The number, if it is one that the rule allows.
    pub(super) fn number(&self) -> Option<Rational> {
        if matches!(self.rule, Rule::Exact) {
            return match &self.node.value {
                Value::Number(text) => Rational::from_json_number(text).ok(),
                Value::String(text) => super::number::fraction(text).ok(),
                _ => None,
            };
        }
        let (
            Value::Number(text),
            Rule::Number(range) | Rule::NumberOrNull(range) | Rule::Integer(range),
        ) = (&self.node.value, self.rule)
        else {
            return None;
        };
        Rational::from_json_number(text)
            .ok()
            .filter(|value| range.holds(value))
            .filter(|value| value.is_integer() || !matches!(self.rule, Rule::Integer(_)))
    }

    /// The number of a field, if it is sound.
    pub(super) fn number_of(&self, name: &str) -> Option<Rational> {
        self.get(name)?.number()
    }

    /// What each party's name is mapped to, if the value shall be such an object; of equal keys all.
    pub(super) fn per_party(&self) -> Vec<(&'n Member<'s>, Option<Rational>)> {
        let Rule::PerParty(rule) = self.rule else {
            return Vec::new();
        };
        let number = |member: &'n Member<'s>| self.child(member, rule).number();
        let members = self.node.members().iter();
        members.map(|member| (member, number(member))).collect()
    }

    /// The value's name in messages: the field's, or `an item of` the list's.
    pub(super) fn label(&self) -> String {
        let unescape = |token: &str| token.replace("~1", "/").replace("~0", "~");
        match self.at.rsplit_once('/') {
            None => match self.rule {
                Rule::Object(object) => format!("a {}", object.noun),
                _ => "a scenario".to_owned(),
            },
            Some((list, index))
                if !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                let list = list.rsplit_once('/').map_or("", |(_, list)| list);
                format!("an item of `{}`", unescape(list))
            }
            Some((_, key)) => format!("`{}`", super::report::clip(&unescape(key))),
        }
    }

    /// Where the object begins: the place of what it lacks.
    pub(super) fn opening(&self) -> Span {
        let start = self.node.span.start;
        start..start + 1
    }
}
