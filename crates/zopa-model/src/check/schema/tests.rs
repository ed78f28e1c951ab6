//! The rules are held against the schema's file, keyword by keyword.

use super::{DOMAIN, SCENARIO};
use crate::check::rule::{List, Need, Object, Range, Rule};
use crate::json::{self, Node, Value};

const FILE: &str = include_str!("../../../../../data/benchmark-scenario.schema.json");

const DOMAIN_FILE: &str = include_str!("../../../../../data/domain.schema.json");

/// Keywords that say nothing about which values are valid.
const REMARKS: [&str; 5] = ["$schema", "$id", "title", "description", "default"];

fn words(node: &Node<'_>) -> Vec<String> {
    node.items()
        .iter()
        .filter_map(Node::as_str)
        .map(str::to_owned)
        .collect()
}

fn number(node: &Node<'_>, key: &str) -> Option<i32> {
    match node.get(key)?.value {
        Value::Number(text) => Some(text.trim_end_matches(".0").parse().expect("a small number")),
        _ => panic!("`{key}` is no number"),
    }
}

fn count(node: &Node<'_>, key: &str) -> Option<usize> {
    number(node, key).map(|count| usize::try_from(count).expect("a count"))
}

fn range(node: &Node<'_>) -> Range {
    match (
        number(node, "minimum"),
        number(node, "exclusiveMinimum"),
        number(node, "maximum"),
    ) {
        (Some(low), None, Some(high)) => Range::Between(low, high),
        (Some(low), None, None) => Range::AtLeast(low),
        (None, Some(low), None) => Range::Above(low),
        (None, None, None) => Range::Any,
        bounds => panic!("bounds {bounds:?}"),
    }
}

/// The definition that a `$ref` names.
fn resolve<'n, 's>(root: &'n Node<'s>, node: &'n Node<'s>) -> &'n Node<'s> {
    match node.get("$ref").and_then(Node::as_str) {
        None => node,
        Some(name) => {
            let name = name.strip_prefix("#/$defs/").expect("a local definition");
            root.get("$defs")
                .and_then(|defs| defs.get(name))
                .expect("the definition")
        }
    }
}

/// Asserts that `node` has exactly these constraints.
fn assert_keywords(node: &Node<'_>, keywords: &[&str], at: &str) {
    let mut found: Vec<&str> = node
        .members()
        .iter()
        .map(|member| member.key.as_ref())
        .collect();
    found.retain(|key| !REMARKS.contains(key) && *key != "$defs");
    found.sort_unstable();
    let mut wanted = keywords.to_vec();
    wanted.sort_unstable();
    assert_eq!(found, wanted, "{at}");
}

fn compare(root: &Node<'_>, node: &Node<'_>, rule: &Rule, at: &str) {
    let node = resolve(root, node);
    let kind = node
        .get("type")
        .map(|kind| kind.as_str().unwrap_or("several"));
    let bounds = |node: &Node<'_>| -> Vec<&str> {
        let all = ["minimum", "exclusiveMinimum", "maximum"];
        all.into_iter()
            .filter(|key| node.get(key).is_some())
            .collect()
    };
    match rule {
        Rule::Object(object) => compare_object(root, node, object, at),
        Rule::List(List { min, max, item, .. }) => {
            assert_eq!(kind, Some("array"), "{at}");
            assert_eq!(count(node, "minItems").unwrap_or(0), *min, "{at}");
            assert_eq!(count(node, "maxItems"), *max, "{at}");
            let mut keywords = vec!["type", "items"];
            keywords.extend(
                ["minItems", "maxItems"]
                    .iter()
                    .filter(|key| node.get(key).is_some()),
            );
            assert_keywords(node, &keywords, at);
            compare(
                root,
                node.get("items").expect("items"),
                item,
                &format!("{at}/items"),
            );
        }
        Rule::Text | Rule::Name | Rule::Id => {
            let pattern = match rule {
                Rule::Name => {
                    "^[^\\u0000-\\u001F\\u007F-\\u009F\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069]+$"
                }
                Rule::Id => "^[a-z0-9]+(_[a-z0-9]+)*$",
                _ => "^[\\x20-\\x7E]+$",
            };
            assert_eq!(kind, Some("string"), "{at}");
            assert_eq!(
                node.get("pattern").and_then(Node::as_str),
                Some(pattern),
                "{at}"
            );
            assert_eq!(count(node, "minLength"), Some(1), "{at}");
            assert_keywords(node, &["type", "pattern", "minLength"], at);
        }
        Rule::OneOf(allowed) => {
            assert_eq!(kind, Some("string"), "{at}");
            assert_eq!(words(node.get("enum").expect("enum")), *allowed, "{at}");
            assert_keywords(node, &["type", "enum"], at);
        }
        Rule::Number(wanted) | Rule::Integer(wanted) | Rule::NumberOrNull(wanted) => {
            match rule {
                Rule::Number(_) => assert_eq!(kind, Some("number"), "{at}"),
                Rule::Integer(_) => assert_eq!(kind, Some("integer"), "{at}"),
                _ => assert_eq!(
                    words(node.get("type").expect("type")),
                    ["number", "null"],
                    "{at}"
                ),
            }
            assert_eq!(range(node), *wanted, "{at}");
            assert_keywords(node, &[&bounds(node)[..], &["type"]].concat(), at);
        }
        Rule::Exact => {
            assert_eq!(
                words(node.get("type").expect("type")),
                ["number", "string"],
                "{at}"
            );
            assert_eq!(
                node.get("pattern").and_then(Node::as_str),
                Some("^-?[0-9]+/0*[1-9][0-9]*$"),
                "{at}"
            );
            assert_keywords(node, &["type", "pattern"], at);
        }
        Rule::Bool => {
            assert_eq!(kind, Some("boolean"), "{at}");
            assert_keywords(node, &["type"], at);
        }
        Rule::PerParty(value) => {
            assert_eq!(kind, Some("object"), "{at}");
            assert_eq!(count(node, "minProperties"), Some(2), "{at}");
            assert_eq!(count(node, "maxProperties"), Some(2), "{at}");
            let keywords = [
                "type",
                "minProperties",
                "maxProperties",
                "additionalProperties",
            ];
            assert_keywords(node, &keywords, at);
            let values = node
                .get("additionalProperties")
                .expect("additionalProperties");
            compare(root, values, value, &format!("{at}/*"));
        }
    }
}

fn compare_object(root: &Node<'_>, node: &Node<'_>, object: &Object, at: &str) {
    assert_eq!(
        node.get("additionalProperties").map(|node| &node.value),
        Some(&Value::Bool(false))
    );
    let properties = node.get("properties").expect("properties").members();
    let names: Vec<&str> = properties
        .iter()
        .map(|member| member.key.as_ref())
        .collect();
    let ours: Vec<&str> = object.fields.iter().map(|field| field.name).collect();
    assert_eq!(names, ours, "{at}");
    let mut required = words(node.get("required").expect("required"));
    let mut always: Vec<&str> = Vec::new();
    let mut conditions: Vec<(&str, &str, &str)> = Vec::new();
    for field in object.fields {
        match field.need {
            Need::Required => always.push(field.name),
            Need::RequiredWhere(other, value) | Need::OnlyWhere(other, value) => {
                conditions.push((other, value, field.name));
            }
            Need::Optional => {}
        }
    }
    required.sort_unstable();
    always.sort_unstable();
    assert_eq!(required, always, "{at}");
    let mut keywords = vec!["type", "additionalProperties", "required", "properties"];
    if let Some(all_of) = node.get("allOf") {
        keywords.push("allOf");
        let mut found: Vec<(&str, &str, &str)> = all_of.items().iter().map(condition).collect();
        found.sort_unstable();
        conditions.sort_unstable();
        assert_eq!(found, conditions, "{at}");
    } else {
        assert!(conditions.is_empty(), "{at}");
    }
    assert_keywords(node, &keywords, at);
    for (member, field) in properties.iter().zip(object.fields) {
        compare(
            root,
            &member.value,
            &field.rule,
            &format!("{at}/{}", field.name),
        );
    }
}

/// Of `if` a property is a constant `then` another one is required: (property, constant, other one).
fn condition<'n>(node: &'n Node<'_>) -> (&'n str, &'n str, &'n str) {
    assert_keywords(node, &["if", "then"], "allOf");
    let (premise, then) = (node.get("if").expect("if"), node.get("then").expect("then"));
    assert_keywords(premise, &["properties", "required"], "if");
    assert_keywords(then, &["required"], "then");
    let [property] = premise.get("properties").expect("properties").members() else {
        panic!("one property");
    };
    assert_eq!(
        words(premise.get("required").expect("required")),
        [property.key.as_ref()]
    );
    let constant = property
        .value
        .get("const")
        .and_then(Node::as_str)
        .expect("a constant");
    let [other] = then.get("required").expect("required").items() else {
        panic!("one field");
    };
    (
        property.key.as_ref(),
        constant,
        other.as_str().expect("a name"),
    )
}

#[test]
fn the_rules_are_the_schema() {
    let root = json::parse(FILE).expect("JSON");
    compare(&root, &root, &SCENARIO, "");
    let root = json::parse(DOMAIN_FILE).expect("JSON");
    compare(&root, &root, &DOMAIN, "");
}
