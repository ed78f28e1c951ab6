//! Deal or No Deal, in all four forms.

use zopa_import::Format;
use zopa_import::outcomes::Reason;

use super::{assert_sound, attempt, count, import, runs};

/// One book worth 6 to A and 4 to B, two hats (1 and 0), two balls (1 and 3).
const A: &str = "1 6 2 1 2 1";
const B: &str = "1 4 2 0 2 3";

fn plain(own: &str, partner: &str, is_first: bool, choice: &str, word: &str) -> String {
    let (one, other) = if is_first {
        ("YOU:", "THEM:")
    } else {
        ("THEM:", "YOU:")
    };
    format!(
        "{own} {one} the book for me <eos> {other} fine , i agree <eos> {one} <selection> {choice} <eos> reward=1 {word} {partner}"
    )
}

fn pair(of_a: &str, of_b: &str, word: &str) -> String {
    format!(
        "{}\n{}\n",
        plain(A, B, true, of_a, word),
        plain(B, A, false, of_b, word)
    )
}

#[test]
fn a_deal_is_two_choices_that_fit() {
    let text = pair(
        "item0=1 item1=2 item2=0",
        "item0=0 item1=0 item2=2",
        "agree",
    );
    let imported = import(Format::Dnd, &text);
    assert_sound(&imported);
    assert_eq!((imported.tally.records, imported.tally.deals), (1, 1));
    let run = &runs(&imported)[0];
    assert_eq!(run["scenario"], "dnd_book1_hat2_ball2_a_6_1_1_b_4_0_3");
    assert_eq!(
        run["allocation"],
        serde_json::json!({"book_1": "A", "hat_1": "A", "hat_2": "A", "ball_1": "B", "ball_2": "B"})
    );
    assert_eq!(run["lines"], serde_json::json!([1, 2]));
    // ten points are a utility of 1: a hat of A's is worth a tenth
    let scenario = zopa_model::check(&imported.scenarios[0].text)
        .scenario
        .expect("a scenario");
    assert_eq!(
        scenario.resources[1].weight[0],
        zopa_model::Rational::new(1, 10)
    );
}

/// `agree` says nothing: what decides is whether both choices together are what there is.
#[test]
fn choices_that_do_not_fit_are_no_deal() {
    for (of_a, of_b, reason) in [
        (
            "item0=1 item1=2 item2=1",
            "item0=0 item1=0 item2=2",
            Reason::OverClaim,
        ),
        (
            "item0=1 item1=1 item2=0",
            "item0=0 item1=0 item2=2",
            Reason::UnderClaim,
        ),
        (
            "item0=1 item1=1 item2=0",
            "item0=1 item1=0 item2=2",
            Reason::MixedClaim,
        ),
        ("no agreement", "no agreement", Reason::NoAgreement),
        ("disconnect", "disconnect", Reason::Disconnect),
        ("no agreement", "item0=0 item1=0 item2=2", Reason::OneSided),
    ] {
        let imported = import(Format::Dnd, &pair(of_a, of_b, "agree"));
        assert_eq!(count(&imported, reason), 1, "{of_a} | {of_b}");
        assert_eq!((imported.tally.deals, imported.tally.no_deals), (0, 1));
        assert!(runs(&imported)[0]["allocation"].is_null());
    }
}

/// A row without its mirror shifts all that follows for whoever counts lines.
#[test]
fn rows_are_paired_by_what_they_say() {
    let lone = plain(A, B, true, "item0=1 item1=2 item2=2", "disagree");
    let deal = pair(
        "item0=1 item1=2 item2=0",
        "item0=0 item1=0 item2=2",
        "agree",
    );
    let imported = import(Format::Dnd, &format!("{lone}\n{deal}{lone}\n"));
    assert_eq!(count(&imported, Reason::NoMirror), 2);
    assert_eq!((imported.tally.records, imported.tally.deals), (3, 1));
    assert_eq!(imported.tally.skipped(), 2);
    assert_eq!(runs(&imported)[0]["lines"], serde_json::json!([2, 3]));
}

/// The same values and other words are another dialogue.
#[test]
fn other_words_are_no_mirror() {
    let deal = pair(
        "item0=1 item1=2 item2=0",
        "item0=0 item1=0 item2=2",
        "agree",
    );
    let other = deal.replacen("the book", "that book", 1);
    assert_eq!(count(&import(Format::Dnd, &other), Reason::NoMirror), 2);
}

fn tagged(own: &str, partner: &str, output: &str) -> String {
    format!(
        "<input> {own} </input> <dialogue> YOU: ... <eos> THEM: ... <eos> YOU: <selection> </dialogue> \
         <output> {output} </output> <partner_input> {partner} </partner_input>"
    )
}

#[test]
fn tagged_lines_hold_both_choices() {
    let (of_a, of_b) = ("item0=0 item1=2 item2=0", "item0=1 item1=0 item2=2");
    let six = |word: &str| [word; 6].join(" ");
    let text = [
        tagged(A, B, &format!("{of_a} {of_b}")),
        tagged(B, A, &format!("{of_b} {of_a}")),
        tagged(A, B, &six("<no_agreement>")),
        tagged(B, A, &six("<no_agreement>")),
        tagged(A, B, &six("<disagree>")),
        tagged(A, B, &six("<disconnect>")),
        tagged(B, A, &six("<disconnect>")),
    ];
    let imported = import(Format::Dnd, &text.join("\n"));
    assert_eq!((imported.tally.deals, imported.tally.no_deals), (1, 2));
    for reason in [Reason::NoAgreement, Reason::NoMirror, Reason::Disconnect] {
        assert_eq!(count(&imported, reason), 1, "{reason}");
    }
    // one game, three times
    assert_eq!(imported.scenarios.len(), 1);
}

#[test]
fn logs_of_self_play_and_contexts_have_two_lines_a_game() {
    let log = format!(
        "Agent 1: hello\ndebug: {A} item0=1 item1=2 item2=0 item0=1 item1=2 item2=0\n\
         debug: {B} item0=0 item1=0 item2=2 item0=0 item1=0 item2=2\n-----\n"
    );
    let imported = import(Format::Dnd, &log);
    assert_eq!((imported.tally.records, imported.tally.deals), (1, 1));
    let contexts = import(Format::Dnd, &format!("{A}\n{B}\n{B}\n{A}\n"));
    assert_sound(&contexts);
    assert_eq!((contexts.scenarios.len(), contexts.runs.len()), (2, 0));
    assert_eq!(count(&contexts, Reason::NoRun), 2);
}

#[test]
fn faulty_lines_are_counted_with_their_place() {
    let deal = pair(
        "item0=1 item1=2 item2=0",
        "item0=0 item1=0 item2=2",
        "agree",
    );
    let broken = [
        "1 6 2 1 2 YOU: odd <eos> YOU: <selection> no agreement <eos> reward=0 agree 1 4 2 0 2 3",
        "1 6 2 1 2 1 YOU: <selection> item0=1 item1=2 <eos> reward=0 agree 1 4 2 0 2 3",
        "1 6 2 1 2 1 YOU: <selection> item0=1 item1=2 item2=-1 <eos> reward=0 agree 1 4 2 0 2 3",
        "1 6 2 1 2 1 YOU: hello",
        "1 6 2 1 2 1 YOU: <selection> no agreement <eos> reward=0 agree 1 4 3 0 2 3",
    ];
    let text = format!("{deal}{}\n", broken.join("\n"));
    let imported = import(Format::Dnd, &text);
    assert_eq!(count(&imported, Reason::Malformed), broken.len());
    assert_eq!(imported.tally.deals, 1);
    let lines: Vec<usize> = imported
        .tally
        .remarks
        .iter()
        .map(|remark| remark.line)
        .collect();
    assert_eq!(lines, [3, 4, 5, 6, 7]);
}

#[test]
fn what_is_no_deal_or_no_deal_is_refused() {
    for text in ["", "hello\n", "{\"a\": 1}\n", "<?xml version=\"1.0\"?>"] {
        let refused = attempt(Format::Dnd, text).expect_err(text);
        assert_eq!(
            refused.message,
            "the first line is none of Deal or No Deal's"
        );
    }
}
