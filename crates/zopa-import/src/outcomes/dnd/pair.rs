//! Which two rows are one dialogue.

use super::row::{Form, Row};

/// The rows in pairs, and alone where a mirror is missing; in the order of the file.
///
/// In dialogues a row's mirror is the next one. Logs and contexts have two lines for each game, with equal counts.
pub(super) fn pair_up(form: Form, rows: &[Row]) -> Vec<(&Row, Option<&Row>)> {
    let mut pairs = Vec::new();
    let mut rest = rows.iter().peekable();
    while let Some(row) = rest.next() {
        let mirror = rest.next_if(|next| match form {
            Form::Tagged | Form::Plain => is_mirror(row, next),
            Form::Log | Form::Contexts => row.counts == next.counts,
        });
        pairs.push((row, mirror));
    }
    pairs
}

fn is_mirror(row: &Row, next: &Row) -> bool {
    let choices = match (&row.partner_choice, &next.partner_choice) {
        (Some(of_partner), Some(of_row)) => *of_partner == next.choice && *of_row == row.choice,
        // each row has its own party's choice alone, and both need not agree
        _ => true,
    };
    choices
        && row.counts == next.counts
        && row.partner.as_ref() == Some(&next.own)
        && next.partner.as_ref() == Some(&row.own)
        && same_dialogue(&row.dialogue, &next.dialogue)
}

/// Are these the same words, said by the other one? Files whose words were removed have `...` for each, which proves nothing.
fn same_dialogue(one: &str, other: &str) -> bool {
    let mut ones = one.split_whitespace();
    let mut others = other.split_whitespace();
    if is_removed(one) && is_removed(other) {
        return true;
    }
    loop {
        match (ones.next(), others.next()) {
            (None, None) => return true,
            (Some("YOU:"), Some("THEM:")) | (Some("THEM:"), Some("YOU:")) => {}
            (Some(word), Some(same)) if word == same && !SPEAKERS.contains(&word) => {}
            _ => return false,
        }
    }
}

const SPEAKERS: [&str; 2] = ["YOU:", "THEM:"];

fn is_removed(dialogue: &str) -> bool {
    let known = ["YOU:", "THEM:", "<eos>", "...", "<selection>"];
    dialogue
        .split_whitespace()
        .all(|token| known.contains(&token))
}
