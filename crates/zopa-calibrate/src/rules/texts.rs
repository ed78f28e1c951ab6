//! Texts: ids, messages, responses, reason codes, the rationale.

use std::collections::BTreeMap;

use super::Case;
use crate::finding::Severity;
use crate::text::{clip, folded, is_blank, is_hidden};
use crate::{Pair, Role, Rule, Side};

pub(super) fn judge(case: &mut Case<'_, '_>) {
    let pair = case.pair;
    id(case, &pair.pair_id);
    if !is_snake_case(&pair.prompt_variety) {
        let message = format!(
            "the variety is `{}`: lower snake case is wanted",
            clip(&pair.prompt_variety)
        );
        let help =
            "write lower-case ASCII letters, digits and single underscores, such as `gulf_saudi`";
        case.add(Rule::VarietyFormat, "/prompt_variety", message, help);
    }
    match pair.messages.last() {
        None => case.add(
            Rule::NoMessages,
            "/messages",
            "there is no message",
            "write the messages that the responses answer",
        ),
        Some(last) if last.role != Role::User => {
            let at = format!("/messages/{}/role", pair.messages.len() - 1);
            let message = format!("the last message is the {}'s", last.role.as_str());
            case.add(
                Rule::LastNotUser,
                &at,
                message,
                "end with the user's message that is answered",
            );
        }
        Some(_) => {}
    }
    responses(case, pair);
    reason_codes(case, pair);
    if is_blank(&pair.rationale_en) {
        case.add(
            Rule::EmptyRationale,
            "/rationale_en",
            "the rationale is empty",
            "write one or two sentences",
        );
    }
}

fn id(case: &mut Case<'_, '_>, id: &str) {
    if is_blank(id) {
        case.add(
            Rule::EmptyId,
            "/pair_id",
            "the pair's id is empty",
            "write an id that no other pair has",
        );
        return;
    }
    let hidden = id
        .chars()
        .find(|&c| is_hidden(c) || c.is_whitespace() && c != ' ');
    let message = match hidden {
        Some(c) => format!(
            "the pair's id holds the character U+{:04X}, which is not seen",
            u32::from(c)
        ),
        None if id.trim() != id => "the pair's id begins or ends with a space".to_owned(),
        None => return,
    };
    case.add(Rule::HiddenCharacters, "/pair_id", message, "remove it");
}

/// Lower-case ASCII words with single underscores between them.
fn is_snake_case(text: &str) -> bool {
    text.split('_').all(|word| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    })
}

fn responses(case: &mut Case<'_, '_>, pair: &Pair) {
    let mut any_blank = false;
    for &side in Side::ALL {
        if is_blank(&pair.response(side).text) {
            any_blank = true;
            let message = format!("response {} is empty", side.letter());
            let at = format!("/response_{}", side.as_str());
            case.add(
                Rule::EmptyResponse,
                &at,
                message,
                "fetch it again, unless the model did answer nothing",
            );
        }
    }
    if any_blank && !(is_blank(&pair.a.text) && is_blank(&pair.b.text)) {
        return;
    }
    if folded(&pair.a.text) != folded(&pair.b.text) {
        return;
    }
    let (severity, message) = match case.winner() {
        Some(_) => (
            Severity::Error,
            "both responses are the same text, yet one wins",
        ),
        None => (Severity::Warning, "both responses are the same text"),
    };
    let help = "was one of them copied by mistake?";
    case.add_as(
        severity,
        Rule::IdenticalResponses,
        "/response_b",
        message,
        help,
    );
}

fn reason_codes(case: &mut Case<'_, '_>, pair: &Pair) {
    let codes = &pair.gold.reason_codes;
    if codes.is_empty() && pair.gold.outcome.is_some() {
        let message = "there is no reason code";
        case.add(
            Rule::ReasonCodesEmpty,
            "/gold/reason_codes",
            message,
            "add the code of what decided",
        );
    }
    let mut seen = BTreeMap::new();
    for (index, code) in codes.iter().enumerate() {
        let at = format!("/gold/reason_codes/{index}");
        if is_blank(code) {
            case.add(
                Rule::ReasonCodesEmpty,
                &at,
                "the reason code is empty",
                "write the code, or remove it",
            );
            continue;
        }
        if let Some(first) = seen.get(code) {
            let message = format!(
                "the reason code `{}` stands in item {first} already",
                clip(code)
            );
            case.add(Rule::ReasonCodesDuplicate, &at, message, "remove it");
            continue;
        }
        seen.insert(code, index);
        let known = case.limits.reason_codes.as_ref();
        if let Some(known) = known.filter(|known| !known.contains(code)) {
            let near = zopa_model::names::nearest(code, known.iter().map(String::as_str));
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => "use one of the codes given, or add it to them".to_owned(),
            };
            let message = format!("the reason code `{}` is none of those given", clip(code));
            case.add(Rule::ReasonCodesUnknown, &at, message, help);
        }
    }
}
