//! Texts that are no JSON, messages and help, and the name of the file.

mod common;

use common::{CLEAN, assert_sound, edited, line, only};
use zopa_model::check::check_file_stem;
use zopa_model::{Code, check};

#[test]
fn help_names_what_was_meant() {
    for (old, new, help) in [
        (
            "\"held_by\": \"Ben\"",
            "\"held_by\": \"ben\"",
            "write \"Ben\"",
        ),
        (
            "\"speaker\": \"Ben\"",
            "\"speaker\": \"Bne\"",
            "write \"Ben\"",
        ),
        (
            "\"speaker\": \"Ben\"",
            "\"speaker\": \"moderator\"",
            "write \"Moderator\"",
        ),
        (
            "\"stated_goal\"",
            "\"stated_gaol\"",
            "did you mean `stated_goal`?",
        ),
        ("\"divisible\"", "\"Divisible\"", "write \"divisible\""),
        (
            "\"shared_garden\"",
            "\"Shared Garden\"",
            "write \"shared_garden\"",
        ),
        (
            "\"quantity\": 40",
            "\"quantity\": \"40\"",
            "remove the quotes: 40",
        ),
        (
            "\"web_search_enabled\": false",
            "\"web_search_enabled\": \"false\"",
            "remove the quotes: false",
        ),
        (
            "wants to keep",
            "\u{201c}wants\u{201d} to \u{2014} keep",
            "write `\\\"` or `'` for U+201C, write `\\\"` or `'` for U+201D, write `-` for U+2014",
        ),
        ("wants to keep", "want\u{e9}s", "write `e` for U+00E9"),
        ("wants to keep", "\\u200bwants", "remove U+200B"),
        ("\"Greenhouse\"", "\" Greenhouse \"", "write \"Greenhouse\""),
    ] {
        assert_eq!(only(&edited(old, new)).help.as_deref(), Some(help), "{new}");
    }
    let finding = only(&edited("wants to keep", "w\u{e4}nts \u{2019} \u{1f600}"));
    assert_eq!(
        finding.message,
        "`stated_goal` is not ASCII: found U+00E4 (`\u{e4}`), U+2019 (right single quotation mark), U+1F600 (emoji `\u{1f600}`)"
    );
}

#[test]
fn text_that_is_no_json_has_one_finding_at_its_place() {
    for (text, code, at_line, help) in [
        ("", Code::EmptyFile, 1, "one JSON object"),
        ("{\n\"id\": \"x\",\n}", Code::Syntax, 3, "remove the comma"),
        ("{\n\"id\": NaN}", Code::Syntax, 2, "leave the field out"),
        ("{\n// no\n}", Code::Syntax, 2, "no comments"),
        (
            "{\"a\": \u{201c}b\u{201d}}",
            Code::Syntax,
            1,
            "straight quotes",
        ),
        ("{\"a\": 1}\n{}", Code::Syntax, 2, ""),
        ("{\"a\":\n\"b", Code::CutOff, 2, "close"),
        ("[\n[", Code::CutOff, 2, "close"),
        ("\u{feff}", Code::EmptyFile, 1, ""),
    ] {
        let checked = check(text);
        assert_sound(text, &checked);
        let mut findings = checked.diagnostics;
        findings.retain(|finding| finding.code != Code::ByteOrderMark);
        let [finding] = findings.as_slice() else {
            panic!("{text}: {findings:#?}");
        };
        assert_eq!(
            (finding.code, line(text, finding)),
            (code, at_line),
            "{text}"
        );
        assert!(
            finding
                .help
                .as_ref()
                .is_some_and(|words| words.contains(help)),
            "{finding:?}"
        );
    }
}

#[test]
fn a_value_that_is_no_object_is_named() {
    for (text, wanted) in [
        ("[]", "a scenario is an object, found an array"),
        ("7", "a scenario is an object, found the number 7"),
        ("null", "a scenario is an object, found null"),
    ] {
        assert_eq!(only(text).message, wanted);
    }
}

#[test]
fn the_id_is_the_file_stem() {
    let finding = check_file_stem(CLEAN, "garden").expect("another name");
    assert_eq!((finding.code, finding.at.as_str()), (Code::FileStem, "/id"));
    assert_eq!(&CLEAN[finding.span.clone()], "\"shared_garden\"");
    assert_eq!(
        finding.help.as_deref(),
        Some("rename the file to `shared_garden.json`, or make the id `garden`")
    );
    let finding = check_file_stem(CLEAN, "Garden 2").expect("another name");
    assert_eq!(
        finding.help.as_deref(),
        Some("rename the file to `shared_garden.json`")
    );
    assert!(check_file_stem(&format!("\u{feff}{CLEAN}"), "shared_garden").is_none());
    // what `check` says is not said again
    for text in ["", "{", "[]", "{\"id\": 7}", "{\"id\": \"A b\"}"] {
        assert!(check_file_stem(text, "garden").is_none(), "{text}");
    }
}
