//! What is JSON, and what is read of it.

use super::*;
use proptest::prelude::*;

/// Parts of JSON, good and bad.
const TOKENS: [&str; 32] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\"a\"",
    "\\",
    "\"\\n\"",
    "\"\\u00e9\"",
    "\"\\u12g4\"",
    "\"\\x\"",
    "null",
    "nul",
    "true",
    "false",
    "True",
    "-",
    "-0",
    "0",
    "1",
    "01",
    ".5",
    "1.",
    "1.5",
    "e",
    "2E+2",
    " ",
    "\n",
    "\u{a0}",
    "\u{e9}",
];

fn message(text: &str) -> String {
    parse(text).expect_err("no JSON").message
}

#[test]
fn pointers_lead_to_values() {
    let root = parse(r#"{"a/b": [1, {"m~n": 2}], "": 3}"#).expect("JSON");
    let number = |pointer: &str| match root.pointed(pointer).map(|node| &node.value) {
        Some(Value::Number(text)) => text.parse().ok(),
        _ => None,
    };
    assert_eq!(root.pointed(""), Some(&root));
    assert_eq!(number("/a~1b/0"), Some(1));
    assert_eq!(number("/a~1b/1/m~0n"), Some(2));
    assert_eq!(number("/"), Some(3));
    for nowhere in ["/a", "/a~1b/2", "/a~1b/x", "a"] {
        assert_eq!(root.pointed(nowhere), None, "{nowhere}");
    }
}

#[test]
fn values_keep_spelling_place_and_order() {
    let text = r#" {"b": 0.350, "a": ["x\u0041\n", null], "b": true} "#;
    let root = parse(text).expect("JSON");
    let keys: Vec<_> = root
        .members()
        .iter()
        .map(|member| member.key.as_ref())
        .collect();
    assert_eq!(keys, ["b", "a", "b"]);
    assert_eq!(
        root.get("b").map(|node| &text[node.span.clone()]),
        Some("0.350")
    );
    assert_eq!(
        root.get("a").map(|node| node.items()[0].as_str()),
        Some(Some("xA\n"))
    );
    let twice = duplicate_keys(&root);
    assert_eq!(twice.len(), 1);
    assert_eq!(
        (twice[0].0.as_str(), &text[twice[0].1.clone()]),
        ("/b", "\"b\"")
    );
}

#[test]
fn equal_keys_are_found_however_they_are_escaped() {
    let root = parse(r#"{"x": {"a/b~c": 1, "\u0061/b~c": 2}}"#).expect("JSON");
    assert_eq!(duplicate_keys(&root)[0].0, "/x/a~1b~0c");
}

#[test]
fn many_repeats_below_a_long_key_stay_within_bounds() {
    // 20,000 repeats, each with a pointer of 10,000 bytes, would be 200 MB.
    let long = "k".repeat(10_000);
    let text = format!("{{\"{long}\": {{\"a\": 0{}}}}}", ",\"a\": 0".repeat(20_000));
    let found = duplicate_keys(&parse(&text).expect("JSON"));
    assert_eq!(found[0].0, format!("/{long}/a"));
    assert!(found.len() > 1000 && found.len() < 2000, "{}", found.len());
}

#[test]
fn surrogates_pair_up_and_lone_ones_are_replaced() {
    let text = r#"["\ud83d\ude00", "\ud83d", "\ud83dx", "\ud83d\u0041"]"#;
    let root = parse(text).expect("JSON");
    let strings: Vec<_> = root.items().iter().map(Node::as_str).collect();
    assert_eq!(
        strings,
        [
            Some("\u{1f600}"),
            Some("\u{fffd}"),
            Some("\u{fffd}x"),
            Some("\u{fffd}A")
        ]
    );
    let mut out = String::new();
    root.write_compact(text, &mut out);
    assert_eq!(out, r#"["\ud83d\ude00","\ud83d","\ud83dx","\ud83d\u0041"]"#);
}

#[test]
fn what_is_no_json_is_refused_with_its_place() {
    for text in [
        "{\"run\": \"broken\"",
        "{} {}",
        "{\"run\": NaN}",
        "{\"run\": 01}",
        "{\"run\": \"a\",}",
        "{'run': 'a'}",
        "{run: 1}",
        "{\"run\": .5}",
        "{\"run\": \"\\x\"}",
        "[1,]",
        "\"a\nb\"",
        "",
        "  ",
        "-",
        "1.",
        "1e",
        "[\"\\u12g4\"]",
        "\u{feff}{}",
        "tru",
        "\"abc",
    ] {
        assert!(parse(text).is_err(), "{text}");
    }
    assert_eq!(message("[1, NaN]"), "`NaN` is not a JSON number");
    assert_eq!(
        message("{\"a\": 1"),
        "the text ends where `,` or `}` is wanted"
    );
    assert_eq!(parse("[1, x]").expect_err("no JSON").span, 4..5);
}

#[test]
fn deep_nesting_is_refused_without_exhausting_the_stack() {
    let error = parse(&"[".repeat(10_000)).expect_err("too deep");
    assert_eq!(
        (error.kind, error.span.start),
        (SyntaxErrorKind::TooDeep, MAX_DEPTH)
    );
    let deepest = format!("{}{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
    assert!(parse(&deepest).is_ok());
}

proptest! {
    #[test]
    fn quoting_and_reading_are_inverse(text in any::<String>()) {
        let quoted = quote(&text);
        let node = parse(&quoted);
        prop_assert_eq!(node.as_ref().ok().and_then(Node::as_str), Some(text.as_str()));
    }

    /// A fault of any text lies in it, and ends on characters.
    #[test]
    fn no_text_makes_the_reader_panic(text in any::<String>()) {
        if let Err(error) = parse(&text) {
            prop_assert!(text.get(error.span).is_some() && !error.message.is_empty());
        }
    }

    /// A good text with a few tokens changed is JSON exactly where serde_json takes it.
    #[test]
    fn what_is_json_is_what_serde_takes(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0_u8..3, prop::sample::select(&TOKENS[..])), 0..4),
    ) {
        let mut tokens = vec!["{", "\"a\"", ":", "[", "1", ",", " ", "true", "]", ",", "\"b\"", ":", "{", "}", "}"];
        for (place, way, token) in changes {
            let at = place.index(tokens.len());
            match way {
                0 => drop(tokens.remove(at)),
                1 => tokens.insert(at, token),
                _ => tokens[at] = token,
            }
        }
        let text = tokens.concat();
        let theirs = serde_json::from_str::<serde_json::Value>(&text);
        prop_assert_eq!(parse(&text).is_ok(), theirs.is_ok(), "{}", text);
    }
}
