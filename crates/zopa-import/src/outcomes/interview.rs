//! The job interview (Yamaguchi, Iwasa, Fujita, "Dialogue act-based breakdown detection in negotiation dialogues", EACL 2021): JSON Lines
//! with the tables of the worker and the recruiter, and the deal.
//!
//! An `INTEGER` issue is worth its weight at one end and nothing at the other, linear in between: to the worker more is better, to the
//! recruiter less. A `DISCRETE` one is worth its weight times the option's. Where an issue is `relatedTo` another one, its options'
//! weights depend on that one's, so that utilities are a sum only if the two are *one* issue, with an option for each combination.

use zopa_model::Rational;
use zopa_model::json::{Node, Value};

use super::collect::{Collector, RunDraft};
use super::reason::Reason;
use super::record::{Fault, Record, as_whole, each, field, list, malformed, number, text, wanted};
use super::table::{Table, TableIssue, TableOption};
use super::{Unreadable, has_all};
use crate::Source;

/// A range of whole numbers may have so many.
const MOST_STEPS: u64 = 10_000;

/// The parties: the worker is A.
const PARTIES: [(&str, &str); 2] = [("worker", "Worker"), ("recruiter", "Recruiter")];

/// An option before it has a name: what it settles, and what it is worth to each.
struct Worth {
    settles: Vec<(String, String)>,
    utility: [Rational; 2],
}

/// Does a file look like this?
pub(crate) fn recognises(source: &Source<'_>) -> bool {
    has_all(source.text, &["\"worker\"", "\"recruiter\"", "\"deal\""])
}

pub(super) fn read(text: &str, collector: &mut Collector) -> Result<(), Unreadable> {
    each(text, collector, take)
}

fn take(collector: &mut Collector, record: &Record<'_>) -> Result<(), Fault> {
    let groups = groups(record.node)?;
    let table = table(&groups);
    let deal = field(record.node, "deal")?;
    let options = match &deal.value {
        Value::Null => None,
        Value::Object(_) => Some(settled(&groups, deal)?),
        _ => return Err(wanted("deal", "an object, or null", deal)),
    };
    let id = collector.scenario(table.draft(false));
    if options.is_none() {
        collector.remark(Reason::NoAgreement, record.line, "`deal` is null");
    }
    let name = record
        .node
        .get("id")
        .and_then(Node::as_str)
        .map(str::to_owned);
    let terms = record
        .carried("deal")
        .map(|(_, deal)| ("terms".to_owned(), deal));
    collector.run(
        &id,
        RunDraft {
            name,
            line: record.line,
            allocation: options.map(|options| table.allocation(&options)),
            fields: terms.into_iter().collect(),
        },
    );
    Ok(())
}

/// The options of each issue of the game, in the order of the worker's table.
fn groups(node: &Node<'_>) -> Result<Vec<Vec<Worth>>, Fault> {
    let mut sides = Vec::new();
    for (key, _) in PARTIES {
        sides.push(list(node, key)?);
    }
    let related = |issue: &Node<'_>| {
        issue
            .get("relatedTo")
            .and_then(Node::as_str)
            .map(str::to_owned)
    };
    let leaders: Vec<String> = sides[0].iter().filter_map(related).collect();
    let mut groups = Vec::new();
    for issue in sides[0] {
        let name = text(issue, "name")?;
        let other = named(sides[1], name)?;
        if leaders.iter().any(|leader| leader == name) {
            // it is part of the issue that is related to it
            continue;
        }
        if related(issue) != related(other) {
            return Err(malformed(format!(
                "the parties' tables relate `{name}` to different issues"
            )));
        }
        let group = match related(issue) {
            Some(leader) => {
                let leaders = [named(sides[0], &leader)?, named(sides[1], &leader)?];
                combined([issue, other], leaders)?
            }
            None if text(issue, "type")? == "INTEGER" => steps(name, [issue, other])?,
            None => discrete(name, [issue, other])?,
        };
        if group.is_empty() {
            return Err(malformed(format!("`{name}` has no options")));
        }
        groups.push(group);
    }
    Ok(groups)
}

fn named<'n>(issues: &'n [Node<'n>], name: &str) -> Result<&'n Node<'n>, Fault> {
    let found = issues
        .iter()
        .find(|issue| issue.get("name").and_then(Node::as_str) == Some(name));
    found.ok_or_else(|| {
        malformed(format!(
            "the issue `{name}` is in one table and not in the other"
        ))
    })
}

fn weight(node: &Node<'_>) -> Result<Rational, Fault> {
    number("weight", field(node, "weight")?)
}

/// A range of whole numbers.
fn steps(name: &str, sides: [&Node<'_>; 2]) -> Result<Vec<Worth>, Fault> {
    let [own, other] = sides;
    let ends = ["min", "max"].map(|key| field(own, key).and_then(|end| number(key, end)));
    let [min, max] = ends;
    let (min, max) = (min?, max?);
    for (key, end) in [("min", &min), ("max", &max)] {
        if number(key, field(other, key)?)? != *end {
            return Err(malformed(format!(
                "the parties' tables differ in `{key}` of `{name}`"
            )));
        }
    }
    let span = &max - &min;
    let count =
        as_whole(&span).filter(|count| (1..=MOST_STEPS).contains(count) && min.is_integer());
    let Some(count) = count else {
        return Err(malformed(format!(
            "`{name}` is a range of 2 to {MOST_STEPS} whole numbers"
        )));
    };
    let weights = [weight(own)?, weight(other)?];
    let step = |index: u64| {
        let index = Rational::from(i128::from(index));
        let up = index.checked_div(&span).unwrap_or(Rational::ZERO);
        let down = &Rational::ONE - &up;
        Worth {
            settles: vec![(name.to_owned(), (&min + &index).to_string())],
            utility: [&weights[0] * &up, &weights[1] * &down],
        }
    };
    Ok((0..=count).map(step).collect())
}

/// A list of options, by their names.
fn discrete(name: &str, sides: [&Node<'_>; 2]) -> Result<Vec<Worth>, Fault> {
    let weights = [weight(sides[0])?, weight(sides[1])?];
    let mut options = Vec::new();
    for option in list(sides[0], "options")? {
        let called = text(option, "name")?;
        let other = named(list(sides[1], "options")?, called)?;
        options.push(Worth {
            settles: vec![(name.to_owned(), called.to_owned())],
            utility: [
                &weights[0] * &weight(option)?,
                &weights[1] * &weight(other)?,
            ],
        });
    }
    Ok(options)
}

/// An issue and the one that it is related to: an option for each combination, worth what both issues give.
fn combined(sides: [&Node<'_>; 2], leaders: [&Node<'_>; 2]) -> Result<Vec<Worth>, Fault> {
    let name = text(leaders[0], "name")?;
    let alone = discrete(name, leaders)?;
    let weights = [weight(sides[0])?, weight(sides[1])?];
    let mut options = Vec::new();
    for option in list(sides[0], "options")? {
        let settles = combination(option)?;
        let mut others = list(sides[1], "options")?.iter();
        let other = others.find(|other| combination(other).is_ok_and(|found| found == settles));
        let other =
            other.ok_or_else(|| malformed("a combination is in one table and not in the other"))?;
        let leader = alone
            .iter()
            .find(|leader| settles.contains(&leader.settles[0]));
        let leader = leader
            .ok_or_else(|| malformed(format!("a combination names no option of `{name}`")))?;
        let own = [
            &weights[0] * &weight(option)?,
            &weights[1] * &weight(other)?,
        ];
        options.push(Worth {
            settles,
            utility: [0, 1].map(|party| &own[party] + &leader.utility[party]),
        });
    }
    Ok(options)
}

fn combination(option: &Node<'_>) -> Result<Vec<(String, String)>, Fault> {
    let names = field(option, "names")?.members().iter();
    let names = names.map(|member| {
        let value = member.value.as_str();
        let value = value.ok_or_else(|| wanted(&member.key, "a text", &member.value))?;
        Ok((member.key.to_string(), value.to_owned()))
    });
    names.collect()
}

fn table(groups: &[Vec<Worth>]) -> Table<'static> {
    let issues = groups.iter().map(|group| {
        let issue = &group[0].settles;
        let name: Vec<&str> = issue.iter().map(|(issue, _)| issue.as_str()).collect();
        let options = group.iter().map(|option| TableOption {
            name: option_name(option),
            utility: option.utility.clone(),
        });
        TableIssue {
            name: name.join(" and "),
            options: options.collect(),
        }
    });
    Table {
        stem: "job_interview",
        title: "A job interview".to_owned(),
        about: "A worker and a recruiter settle the terms of a job.".to_owned(),
        parties: PARTIES.map(|(_, name)| name),
        without_deal: [Rational::ZERO, Rational::ZERO],
        issues: issues.collect(),
    }
}

fn option_name(option: &Worth) -> String {
    let names: Vec<&str> = option
        .settles
        .iter()
        .map(|(_, value)| value.as_str())
        .collect();
    names.join(", ")
}

/// The index of the option that the deal settles each issue on.
fn settled(groups: &[Vec<Worth>], deal: &Node<'_>) -> Result<Vec<usize>, Fault> {
    let agreed = |(issue, value): &(String, String)| match deal.get(issue).map(|node| &node.value) {
        Some(Value::String(text)) => text == value,
        Some(Value::Number(spelled)) => {
            let number = Rational::from_json_number(spelled);
            number.is_ok_and(|number| number.to_string() == *value)
        }
        _ => false,
    };
    let indices = groups.iter().map(|group| {
        let index = group
            .iter()
            .position(|option| option.settles.iter().all(agreed));
        index.ok_or_else(|| {
            let issues: Vec<&str> = group[0]
                .settles
                .iter()
                .map(|(issue, _)| issue.as_str())
                .collect();
            let message = format!(
                "the deal is none of the options of `{}`",
                issues.join("` and `")
            );
            (Reason::OtherDeal, message)
        })
    });
    indices.collect()
}
