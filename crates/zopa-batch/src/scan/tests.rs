use super::*;
use proptest::prelude::*;
use zopa_model::Run;

fn copy(text: &str) -> Option<String> {
    let mut out = Vec::new();
    let found = Scan::default().look(text.as_bytes(), &mut out, |look| {
        look.run(|_, look| look.value(1, true))
    });
    found.map(|_| String::from_utf8(out).expect("text"))
}

#[test]
fn fields_are_copied_without_space_and_as_spelled() {
    let text = r#" { "z" : 1.50 , "run":"r \u00e9\n", "zopa": {"old": [1, 2]}, "a": [1 , {"b": 1e2}, []],"scenario":"s" , "allocation":{ "x" : {"A": 0.50} } } "#;
    let mut out = Vec::new();
    let id = Scan::default().copy(text, &mut out, |id, look| {
        look.value(1, true)?;
        Some(id.to_owned())
    });
    let out = String::from_utf8(out).expect("text");
    let copied = r#""z":1.50,"run":"r \u00e9\n","a":[1,{"b":1e2},[]],"scenario":"s","allocation":{"x":{"A":0.50}}"#;
    assert_eq!(out, copied);
    assert_eq!(id.as_deref(), Some("s"));
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
