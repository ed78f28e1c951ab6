//! Random damage to the bytes of scenarios: nothing panics, and what is promised of any text holds.

mod common;

use common::{CLEAN, Random, assert_sound, errors};
use zopa_model::check::{decode, fix};
use zopa_model::json::{self, Node, Value};
use zopa_model::{check, names};

/// What a damaged file is made with.
const TOKENS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u00e9",
    "\\ud83d",
    "\\n",
    "null",
    "true",
    "-0",
    "1e400",
    "1e-400",
    "0.30000000000000004",
    "NaN",
    "\u{feff}",
    "\u{e9}",
    "\u{2019}",
    "\u{201c}x\u{201d}",
    "\u{1f600}",
    "\u{301}",
    "\u{200b}",
    "\u{a0}",
    " ",
    "  \n",
    "\t\r\n",
    "\"Ana\"",
    "\"Ben\"",
    "\"Ben \"",
    "\"B\u{e9}n\"",
    "\"Moderator\"",
    "\"sh\u{e4}red\"",
    "\"shared\"",
    "\"id\": \"x\",",
    "\"canary_string\": 1,",
    "[[[[[[[[",
    "0",
    "1",
    ".",
    "e5",
];

fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len() + 1);
    let some = at..(at + random.below(40)).min(bytes.len());
    match random.below(8) {
        0 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        1 => bytes.insert(at, u8::try_from(random.below(256)).expect("a byte")),
        2 => bytes.truncate(at),
        3 => drop(bytes.drain(some)),
        4 => {
            let copy = bytes[some].to_vec();
            let to = random.below(bytes.len() + 1);
            drop(bytes.splice(to..to, copy));
        }
        _ => {
            let token = random.pick(TOKENS).as_bytes().to_vec();
            drop(bytes.splice(at..at, token));
        }
    }
}

/// Puts tokens into strings and in place of values, so that the text stays JSON more often.
fn damage_gently(text: &str, random: &mut Random) -> String {
    let places: Vec<usize> = text
        .match_indices(|c: char| c.is_ascii_alphabetic())
        .map(|(at, _)| at)
        .collect();
    let at = places[random.below(places.len())];
    let inserted = [
        "\u{e9}",
        "\\u00e9",
        "\\n",
        " ",
        "\\t ",
        "\u{2019}",
        "\u{201d}",
        "\u{1f600}",
        "\\ud83d",
        "\u{301}",
        "\u{200b}",
        "\u{a0}",
        "\\\"",
        "\\\\",
    ];
    let mut out = text.to_owned();
    let token: &&str = random.pick(&inserted);
    out.insert_str(at, token);
    out
}

fn numbers<'s>(node: &Node<'s>, out: &mut Vec<&'s str>) {
    match &node.value {
        Value::Number(text) => out.push(text),
        Value::Array(items) => items.iter().for_each(|item| numbers(item, out)),
        Value::Object(members) => members
            .iter()
            .for_each(|member| numbers(&member.value, out)),
        _ => {}
    }
}

/// The numbers of a text as it spells them, sorted.
fn spelled_numbers(text: &str) -> Option<Vec<String>> {
    let root = json::parse(text.trim_start_matches('\u{feff}')).ok()?;
    let mut out = Vec::new();
    numbers(&root, &mut out);
    let mut out: Vec<String> = out.into_iter().map(str::to_owned).collect();
    out.sort();
    Some(out)
}

fn assert_promises(text: &str) {
    let checked = check(text);
    assert_sound(text, &checked);
    let fixed = fix(text);
    match spelled_numbers(text) {
        None => assert_eq!((fixed.text.as_str(), fixed.changes.len()), (text, 0)),
        Some(before) => {
            assert_eq!(
                spelled_numbers(&fixed.text),
                Some(before),
                "{text}\n{}",
                fixed.text
            );
            assert_eq!(fixed.text == text, fixed.changes.is_empty(), "{text}");
            let again = check(&fixed.text);
            assert!(
                errors(&again) <= errors(&checked),
                "{text}\n{:#?}",
                again.diagnostics
            );
            let twice = fix(&fixed.text);
            assert_eq!(
                (&twice.text, twice.changes.len()),
                (&fixed.text, 0),
                "{text}\n{:#?}",
                twice.changes
            );
            let lines = text.matches('\n').count() + 1;
            assert!(
                fixed
                    .changes
                    .iter()
                    .all(|change| (1..=lines).contains(&change.line))
            );
            assert!(fixed.changes.is_sorted_by_key(|change| change.line));
        }
    }
}

#[test]
fn any_damage_is_survived() {
    let mut random = Random::seeded(7);
    for number in 0..3000 {
        let mut bytes = CLEAN.as_bytes().to_vec();
        for _ in 0..1 + number % 4 {
            damage(&mut bytes, &mut random);
        }
        match decode(&bytes) {
            Ok(text) => assert_promises(&text),
            Err(finding) => {
                let lossy = String::from_utf8_lossy(&bytes);
                assert!(lossy.get(finding.span.clone()).is_some(), "{finding:?}");
            }
        }
    }
}

#[test]
fn any_odd_text_is_mended_or_left_alone() {
    let mut random = Random::seeded(11);
    let mut mended = 0;
    for number in 0..3000 {
        let mut text = CLEAN.to_owned();
        for _ in 0..1 + number % 5 {
            text = damage_gently(&text, &mut random);
        }
        assert_promises(&text);
        mended += usize::from(!fix(&text).changes.is_empty());
    }
    assert!(mended > 1000, "{mended}");
}

#[test]
fn hostile_files_are_judged_quickly() {
    let deep = "[".repeat(10_000);
    let many_keys: String = (0..20_000)
        .map(|number| format!("\"k{number}\": 1,"))
        .collect();
    let long_name = "x".repeat(1 << 20);
    let resources: String = (0..2_000)
        .map(|number| format!("{{\"id\": \"r{number}\", \"name\": \"n\", \"visibility\": \"latent\", \"held_by\": \"Ben\"}},"))
        .collect();
    for text in [
        deep.clone(),
        format!("{deep}{}", "]".repeat(10_000)),
        "{\"a\":".repeat(10_000),
        format!("{{{many_keys} \"id\": 1}}"),
        format!(
            "{{\"id\": \"x\", {}\"id\": 1}}",
            "\"id\": 1,".repeat(20_000)
        ),
        common::edited("\"unit\": \"other\"", &format!("\"{long_name}\": 1")),
        common::edited(
            "\"held_by\": \"Ben\"",
            &format!("\"held_by\": \"{long_name}\""),
        ),
        common::edited("\"resources\": [", &format!("\"resources\": [{resources}")),
        common::edited(
            "\"quantity\": 40",
            &format!("\"quantity\": 0.{}", "7".repeat(400)),
        ),
        common::edited(
            "\"quantity\": 40",
            &format!("\"quantity\": {}", "9".repeat(1 << 20)),
        ),
    ] {
        let checked = check(&text);
        assert_sound(&text, &checked);
        assert!(errors(&checked) > 0);
    }
    assert_eq!(names::nearest(&long_name, ["x"]), None);
}
