//! What `fix` mends, and what it leaves alone.

mod common;

use common::{CLEAN, edited, edited_all, found};
use zopa_model::check::fix;

/// The changes, as `line at: message`.
fn changes(text: &str) -> Vec<String> {
    let fixed = fix(text);
    fixed
        .changes
        .iter()
        .map(|change| format!("{} {}: {}", change.line, change.at, change.message))
        .collect()
}

#[test]
fn a_clean_text_stays_as_it_is() {
    let fixed = fix(CLEAN);
    assert_eq!(
        (fixed.text.as_str(), fixed.changes.as_slice()),
        (CLEAN, &[][..])
    );
}

#[test]
fn strings_are_mended_in_place() {
    for (old, new, mended) in [
        ("\"Caretaker\"", "\"Caret\u{e4}ker \"", "\"Caretaker\""),
        ("\"Caretaker\"", "\"\\tCaretaker\\n\"", "\"Caretaker\""),
        (
            "\"Caretaker\"",
            "\"\u{201c}Care\u{201d} \u{2013} t\u{2026}\"",
            "\"\\\"Care\\\" - t...\"",
        ),
        ("\"Caretaker\"", "\"a \\n\\n b\\tc\"", "\"a b c\""),
        // other escapes keep their spelling
        (
            "\"Caretaker\"",
            "\"\\u0041\\/\\\\ caf\\u00e9\"",
            "\"\\u0041\\/\\\\ cafe\"",
        ),
        ("\"Caretaker\"", "\"e\u{301}\u{200b}x\u{a0}y\"", "\"ex y\""),
        ("\"novice\"", "\" novice \"", "\"novice\""),
    ] {
        let base = edited("\"intermediate\"", "\"novice\"");
        let fixed = fix(&base.replacen(old, new, 1));
        assert_eq!(fixed.text, base.replacen(old, mended, 1), "{new}");
        assert_eq!(fixed.changes.len(), 1);
        assert_eq!(found(&fixed.text), [""; 0], "{new}");
    }
}

#[test]
fn what_has_no_plain_stand_in_is_left() {
    for odd in [
        "\"\u{e000}\"",
        "\"\\u0007\"",
        "\"\\ud83d\"",
        "\"   \"",
        "\"\u{200b}\"",
        "\"\"",
    ] {
        let text = edited("\"Caretaker\"", odd);
        assert_eq!(fix(&text).text, text, "{odd}");
    }
}

#[test]
fn a_name_and_its_references_are_mended_alike() {
    let text = CLEAN
        .replace("\"Ana\"", "\"An\u{e4}\"")
        .replace("\"Ben\"", "\"Ben \"");
    let fixed = fix(&text);
    assert_eq!(fixed.text, CLEAN);
    // two names, two speakers, one holder and two keys in each of three resources
    assert_eq!(fixed.changes.len(), 11);
}

#[test]
fn names_that_would_become_equal_or_reserved_are_left() {
    for (old, new) in [
        ("\"Ben\"", "\"An\u{e4}\""),
        (
            "\"harvest\",\n      \"name",
            "\"greenhouse \",\n      \"name",
        ),
        ("\"Ben\"", "\"sh\u{e4}red\""),
        ("\"Ana\"", "\"Moderator \""),
    ] {
        let text = CLEAN.replace(old, new).replace("a bus", "\u{e0} bus");
        let fixed = fix(&text);
        assert_eq!(fixed.text, text.replace("\u{e0} bus", "a bus"), "{new}");
        assert_eq!(fixed.changes.len(), 1, "{new}");
    }
}

#[test]
fn fields_are_put_into_the_order_of_the_schema_and_keep_their_layout() {
    let text = edited_all(&[
        ("  \"name\": \"The shared garden\",\n", ""),
        (
            "  \"conflict_type\": \"community\",\n",
            "  \"conflict_type\": \"community\",\n  \"name\": \"The shared garden\",\n",
        ),
    ]);
    assert_eq!(fix(&text).text, CLEAN);
    assert_eq!(changes(&text), ["1 : put the fields in the schema's order"]);
    let text = edited_all(&[(
        "\"speaker\": \"Ana\",\n      \"message\": \"I planned every bed of it.\",\n      \"turn_number\": 1",
        "\"turn_number\": 1, \"message\":\"I planned every bed of it.\",   \"speaker\": \"Ana\"",
    )]);
    let wanted = edited_all(&[(
        "\"speaker\": \"Ana\",\n      \"message\": \"I planned every bed of it.\",\n      \"turn_number\": 1",
        "\"speaker\": \"Ana\", \"message\":\"I planned every bed of it.\",   \"turn_number\": 1",
    )]);
    assert_eq!(fix(&text).text, wanted);
    assert_eq!(fix(&text).changes[0].at, "/sample_turns/0");
}

#[test]
fn unknown_fields_go_last_and_equal_keys_keep_their_order() {
    let text = "{\"zz\": 1, \"name\": \"b\", \"id\": 1, \"aa\": 2, \"name\": \"a\"}";
    assert_eq!(
        fix(text).text,
        "{\"id\": 1, \"name\": \"b\", \"name\": \"a\", \"zz\": 1, \"aa\": 2}"
    );
}

#[test]
fn layout_is_mended_at_line_ends_and_at_the_beginning() {
    let text = format!(
        "\u{feff}{}",
        CLEAN
            .replacen("{\n", "{\n  \t\r\n", 1)
            .replacen(",\n", ", \t\n", 1)
    );
    let fixed = fix(&text);
    assert_eq!(fixed.text, CLEAN.replacen("{\n", "{\n\r\n", 1));
    assert_eq!(
        changes(&text),
        [
            "1 : removed the byte-order mark",
            "2 : removed white space at the end of 2 lines"
        ]
    );
}

#[test]
fn numbers_and_what_is_no_json_are_left() {
    for text in [
        "",
        "\u{feff}{",
        "{\"name\": \"\u{e9}\",}  \n",
        "{\"id\": \"a\", \"x\": [1e400, -0, 0.30000000000000004, 1.50]}",
    ] {
        assert_eq!(fix(text).text, text);
    }
}
