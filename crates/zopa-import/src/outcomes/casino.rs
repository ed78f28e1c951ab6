//! CaSiNo (Chawla, Ramirez, Clever, Lucas, May, Gratch, "CaSiNo: a corpus of campsite negotiation dialogues for automatic negotiation
//! systems", NAACL 2021).
//!
//! Two campers divide three packages each of food, water and firewood. The most wanted kind is worth 5 points a package, then 4, then
//! 3; who walks away has 5 points. The deal is the last `Submit-Deal` before the `Accept-Deal`: earlier ones were turned down.

use zopa_model::Rational;
use zopa_model::json::Node;

use super::collect::{Collector, RunDraft};
use super::reason::Reason;
use super::record::{Fault, Record, each, field, list, malformed, number, text, whole};
use super::units::{Claim, Kind, Split, Units};
use super::{Unreadable, has_all};
use crate::Source;

/// The kinds, in the order of the corpus' papers.
const KINDS: [&str; 3] = ["Food", "Water", "Firewood"];

/// Packages of each kind.
const PACKAGES: u64 = 3;

/// Points of a package by how much a party wants its kind.
const POINTS: [(&str, i128); 3] = [("High", 5), ("Medium", 4), ("Low", 3)];

/// Points of each party when somebody walks away.
const WALK_AWAY: i128 = 5;

/// The parties: A is the first.
const AGENTS: [&str; 2] = ["mturk_agent_1", "mturk_agent_2"];

/// How a dialogue ended.
enum Ending {
    Deal(Split),
    WalkAway,
}

/// Does a file look like this?
pub(crate) fn recognises(source: &Source<'_>) -> bool {
    has_all(
        source.text,
        &["\"chat_logs\"", "\"participant_info\"", "\"value2issue\""],
    )
}

pub(super) fn read(text: &str, collector: &mut Collector) -> Result<(), Unreadable> {
    each(text, collector, take)
}

fn take(collector: &mut Collector, record: &Record<'_>) -> Result<(), Fault> {
    let units = units(record.node)?;
    let ending = ending(record.node)?;
    let name = record
        .carried("dialogue_id")
        .map(|(_, id)| format!("casino-{}", id.trim_matches('"')));
    let id = collector.scenario(units.draft());
    let (allocation, points, word) = match &ending {
        Ending::Deal(split) => match Claim::of(&units.kinds, split) {
            None => (
                Some(units.allocation(split)),
                units.points(split),
                "accepted",
            ),
            Some(Claim::Under) => {
                collector.remark(
                    Reason::UnitsLeft,
                    record.line,
                    "not every package has a taker",
                );
                (
                    Some(units.allocation(split)),
                    units.points(split),
                    "accepted",
                )
            }
            Some(Claim::Over | Claim::Mixed) => {
                let message = "more packages are dealt out than there are";
                return Err((Reason::OtherDeal, message.to_owned()));
            }
        },
        Ending::WalkAway => {
            collector.remark(Reason::NoAgreement, record.line, "somebody walked away");
            (None, units.without_deal.clone(), "walk-away")
        }
    };
    let mut fields = vec![("ending".to_owned(), format!("\"{word}\""))];
    if let Some(recorded) = recorded(record.node) {
        if recorded != points {
            let [a, b] = &recorded;
            let message = format!(
                "{a} and {b} are recorded, {} and {} expected",
                points[0], points[1]
            );
            collector.remark(Reason::OtherPoints, record.line, message);
        }
        let [a, b] = recorded;
        fields.push(("recorded_points".to_owned(), format!("[{a},{b}]")));
    }
    collector.run(
        &id,
        RunDraft {
            name,
            line: record.line,
            allocation,
            fields,
        },
    );
    Ok(())
}

fn units(node: &Node<'_>) -> Result<Units<'static>, Fault> {
    let people = field(node, "participant_info")?;
    let mut points: Vec<[Rational; 2]> = vec![[Rational::ZERO, Rational::ZERO]; KINDS.len()];
    for (party, agent) in AGENTS.iter().enumerate() {
        let wishes = field(field(people, agent)?, "value2issue")?;
        let mut seen = [false; KINDS.len()];
        for (rank, worth) in POINTS {
            let kind = index(text(wishes, rank)?)?;
            points[kind][party] = Rational::from(worth);
            seen[kind] = true;
        }
        if seen.contains(&false) {
            return Err(malformed(format!(
                "`value2issue` of `{agent}` names a kind twice"
            )));
        }
    }
    let kinds = KINDS.iter().zip(points).map(|(name, points)| Kind {
        name: (*name).to_owned(),
        count: PACKAGES,
        points,
    });
    Ok(Units {
        stem: "casino",
        title: "CaSiNo",
        parties: ["A", "B"],
        kinds: kinds.collect(),
        without_deal: [Rational::from(WALK_AWAY), Rational::from(WALK_AWAY)],
    })
}

fn index(kind: &str) -> Result<usize, Fault> {
    let known = KINDS.iter().position(|known| *known == kind);
    known.ok_or_else(|| {
        malformed(format!(
            "`{kind}` is none of `Food`, `Water` and `Firewood`"
        ))
    })
}

/// What the dialogue's actions lead to.
fn ending(node: &Node<'_>) -> Result<Ending, Fault> {
    let mut open: Option<&Node<'_>> = None;
    for turn in list(node, "chat_logs")? {
        match text(turn, "text")? {
            "Submit-Deal" => open = Some(turn),
            "Reject-Deal" => open = None,
            "Walk-Away" => return Ok(Ending::WalkAway),
            "Accept-Deal" => {
                let deal =
                    open.ok_or_else(|| malformed("a deal is accepted that nobody submitted"))?;
                if deal.get("id").and_then(Node::as_str) == turn.get("id").and_then(Node::as_str) {
                    return Err(malformed("a party accepts its own deal"));
                }
                return split(deal).map(Ending::Deal);
            }
            _ => {}
        }
    }
    let message = "neither `Accept-Deal` nor `Walk-Away` ends it";
    Err((Reason::Unfinished, message.to_owned()))
}

/// Who gets what by a submitted deal, from whoever submitted it.
fn split(deal: &Node<'_>) -> Result<Split, Fault> {
    let data = field(deal, "task_data")?;
    let part = |key: &str| -> Result<Vec<u64>, Fault> {
        let given = field(data, key)?;
        let kinds = KINDS.iter();
        kinds.map(|kind| whole(kind, field(given, kind)?)).collect()
    };
    let (own, other) = (part("issue2youget")?, part("issue2theyget")?);
    match text(deal, "id")? {
        id if id == AGENTS[0] => Ok([own, other]),
        id if id == AGENTS[1] => Ok([other, own]),
        id => Err(malformed(format!("`{id}` is no party"))),
    }
}

/// The points that the corpus recorded, if it has both.
fn recorded(node: &Node<'_>) -> Option<[Rational; 2]> {
    let of = |agent: &str| {
        let points = node.get("participant_info")?.get(agent)?.get("outcomes")?;
        number("points_scored", points.get("points_scored")?).ok()
    };
    Some([of(AGENTS[0])?, of(AGENTS[1])?])
}
