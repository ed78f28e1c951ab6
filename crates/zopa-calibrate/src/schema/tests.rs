use serde_json::{Value as Json, json};

use super::*;
use crate::SCHEMA;

/// The keywords that the schema must have for a kind.
fn schema_of(kind: Kind) -> Json {
    match kind {
        Kind::Text => json!({"type": "string"}),
        Kind::Flag => json!({"type": "boolean"}),
        Kind::Anything => json!({"type": "object"}),
        Kind::Words(words, nullable) => {
            let mut all: Vec<Json> = words.iter().map(|word| json!(word)).collect();
            if nullable {
                all.push(Json::Null);
            }
            json!({"enum": all})
        }
        Kind::Object(fields) => object_schema(&json!("object"), fields),
        Kind::ObjectOrNull(fields) => object_schema(&json!(["object", "null"]), fields),
        Kind::OneOf(fields) => {
            json!({"oneOf": [{"type": "null"}, object_schema(&json!("object"), fields)]})
        }
        Kind::List(item) => json!({"type": "array", "items": schema_of(*item)}),
        Kind::Score => json!({"type": ["integer", "null"], "minimum": 0, "maximum": 4}),
    }
}

fn object_schema(type_: &Json, fields: &[Field]) -> Json {
    let properties: serde_json::Map<String, Json> = fields
        .iter()
        .map(|field| (field.name.to_owned(), schema_of(field.kind)))
        .collect();
    let required: Vec<&str> = fields
        .iter()
        .filter(|field| field.required)
        .map(|field| field.name)
        .collect();
    let mut schema = json!({"type": type_, "properties": properties});
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}

/// The schema without descriptions, its references resolved.
fn plain(node: &Json, root: &Json) -> Json {
    match node {
        Json::Object(members) => {
            if let Some(reference) = members.get("$ref").and_then(Json::as_str) {
                let target = root.pointer(reference.trim_start_matches('#'));
                return plain(target.expect("a definition"), root);
            }
            let kept = members.iter().filter(|(key, value)| {
                let prose = matches!(key.as_str(), "description" | "title") && value.is_string();
                !(prose || key.starts_with('$'))
            });
            Json::Object(
                kept.map(|(key, value)| (key.clone(), plain(value, root)))
                    .collect(),
            )
        }
        Json::Array(items) => items.iter().map(|item| plain(item, root)).collect(),
        other => other.clone(),
    }
}

/// The table says what the shipped schema says, keyword by keyword.
#[test]
fn the_table_is_the_schema() {
    let schema: Json = serde_json::from_str(SCHEMA).expect("JSON");
    assert_eq!(schema_of(Kind::Object(PAIR)), plain(&schema, &schema));
}
