//! One deal in sentences.

use zopa::{
    Agreement, Allocation, Analysis, Concept, Impasse, PARTIES, Rational, Resource, ResourceKind,
    Scenario, Score, Transfer, trade,
};

use super::analysis::allocation_lines;
use super::document::Block;
use super::figures::Figures;
use super::number;

/// What a run's outcome means: who gets what, whether both could do better and how, and how it compares with the solutions.
pub(crate) fn explain(
    name: &str,
    analysis: &Analysis,
    agreement: &Agreement,
    score: &Score,
    figures: Figures,
) -> Vec<Block> {
    let scenario = &analysis.scenario;
    let mut blocks = vec![Block::Title(format!("{name}: {}", scenario.name))];
    match agreement {
        Agreement::NoDeal => blocks.push(Block::Paragraph(no_deal(analysis, score, figures))),
        Agreement::Deal { allocation, .. } => {
            if scenario.issues.is_empty() {
                blocks.push(Block::Heading("What each party gets".to_owned()));
                let parties = (0..PARTIES).map(|party| gets(scenario, allocation, party, figures));
                blocks.push(Block::List(parties.collect()));
            } else {
                blocks.push(Block::Heading("What is agreed".to_owned()));
                let lines = allocation_lines(scenario, allocation, figures);
                blocks.push(Block::List(lines));
            }
            blocks.push(Block::List(worths(scenario, score, figures)));
        }
    }
    let assumed = score.assumed.iter().map(|&(resource, party)| {
        format!(
            "The run does not say who bears `{}`; it is latent, so it is taken to stay with {}.",
            scenario.resources[resource].id, scenario.parties[party].name
        )
    });
    let assumed: Vec<String> = assumed.collect();
    if !assumed.is_empty() {
        blocks.push(Block::List(assumed));
    }
    blocks.push(Block::Heading("Could they do better?".to_owned()));
    blocks.extend(better(analysis, agreement, score, figures));
    blocks.push(Block::Heading(
        "How far it is from the solutions".to_owned(),
    ));
    blocks.push(Block::List(distances(analysis, score, figures)));
    blocks
}

fn no_deal(analysis: &Analysis, score: &Score, figures: Figures) -> String {
    let [a, b] = analysis
        .scenario
        .parties
        .each_ref()
        .map(|party| &party.name);
    let d = &analysis.disagreement;
    let verdict = match score.impasse {
        Some(Impasse::Justified) => {
            "No deal would have been better than that: to walk away was justified."
        }
        _ => "A deal would have been better than that: an opportunity was missed.",
    };
    format!(
        "{a} and {b} did not agree: {a} is left with a BATNA of {}, {b} with one of {}. {verdict}",
        figures.of(d.a()),
        figures.of(d.b())
    )
}

/// `Ana gets patent, cash (24,000 of 96,000 usd); bears lease_debt (40%).`
fn gets(scenario: &Scenario, allocation: &Allocation, party: usize, figures: Figures) -> String {
    let (mut assets, mut burdens) = (Vec::new(), Vec::new());
    for (resource, shares) in scenario.resources.iter().zip(&allocation.shares) {
        let share = &shares[party];
        if share.is_zero() {
            continue;
        }
        let part = part(resource, share, figures);
        if resource.kind.is_burden() {
            burdens.push(part);
        } else if shares.iter().all(|share| *share == Rational::ONE) {
            assets.push(format!("{part} (so does the other)"));
        } else {
            assets.push(part);
        }
    }
    let name = &scenario.parties[party].name;
    let gets = if assets.is_empty() {
        "nothing".to_owned()
    } else {
        listed(&assets)
    };
    let bears = if burdens.is_empty() {
        String::new()
    } else {
        format!(" and bears {}", listed(&burdens))
    };
    format!("{name} gets {gets}{bears}.")
}

/// `24,000 usd of cash`, `the patent`
fn part(resource: &Resource, share: &Rational, figures: Figures) -> String {
    if resource.kind.is_whole()
        || (resource.kind == ResourceKind::BothBenefit && *share == Rational::ONE)
    {
        return format!("`{}`", resource.id);
    }
    if *share == Rational::ONE && resource.quantity == Rational::ONE {
        return format!("all of `{}`", resource.id);
    }
    let all = if *share == Rational::ONE { "all " } else { "" };
    format!(
        "{all}{} of `{}`",
        figures.part(share, resource),
        resource.id
    )
}

/// `a`, `a and b`, `a, b and c`
fn listed(items: &[String]) -> String {
    match items.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

fn worths(scenario: &Scenario, score: &Score, figures: Figures) -> Vec<String> {
    let worth = |party: usize| {
        let gain = &score.gain.0[party];
        let against = if gain.is_zero() {
            "exactly the BATNA".to_owned()
        } else {
            let side = if gain.is_negative() { "below" } else { "above" };
            format!("{} {side} the BATNA", figures.of(&gain.abs()))
        };
        let name = &scenario.parties[party].name;
        format!(
            "To {name} that is worth {}: {against}.",
            figures.of(&score.utility.0[party])
        )
    };
    let mut lines: Vec<String> = (0..PARTIES).map(worth).collect();
    if !score.individually_rational {
        lines.push("Somebody accepted less than the alternative.".to_owned());
    }
    lines
}

fn better(
    analysis: &Analysis,
    agreement: &Agreement,
    score: &Score,
    figures: Figures,
) -> Vec<Block> {
    let scenario = &analysis.scenario;
    let [a, b] = scenario.parties.each_ref().map(|party| &party.name);
    let Some(deal) = &score.dominated_by else {
        let text = "No. No feasible deal gives one party more without giving the other less (it is Pareto-efficient).";
        return vec![Block::Paragraph(text.to_owned())];
    };
    let gains = format!(
        "{a} would have {} more, {b} {} more",
        figures.of(deal.gain.a()),
        figures.of(deal.gain.b())
    );
    let verdict = if deal.gain.product().is_zero() {
        "Not both, but one without loss to the other."
    } else {
        "Yes, both."
    };
    let mut blocks = match agreement {
        Agreement::NoDeal => vec![
            Block::Paragraph(format!("{verdict} With this deal {gains}:")),
            Block::List(allocation_lines(scenario, &deal.allocation, figures)),
        ],
        Agreement::Deal { allocation, .. } => {
            let steps = trade(allocation, &deal.allocation);
            let steps = steps.iter().map(|step| transfer(scenario, step, figures));
            let changes = resettled(scenario, allocation, &deal.allocation, figures);
            let by = if scenario.issues.is_empty() {
                "this trade"
            } else {
                "these changes"
            };
            vec![
                Block::Paragraph(format!("{verdict} By {by} {gains}:")),
                Block::List(steps.chain(changes).collect()),
            ]
        }
    };
    let [left_a, left_b] = &score.left_on_table;
    blocks.push(Block::Paragraph(format!(
        "Without loss to the other, {a} alone could have up to {} more, or {b} alone up to {}.",
        figures.of(left_a),
        figures.of(left_b)
    )));
    blocks
}

/// ``price`: 7500 in place of 8000.`
fn resettled(
    scenario: &Scenario,
    before: &Allocation,
    after: &Allocation,
    figures: Figures,
) -> Vec<String> {
    let pairs = scenario.settled(before).zip(scenario.settled(after));
    pairs
        .filter(|((_, old), (_, new))| old != new)
        .map(|((issue, old), (_, new))| {
            format!(
                "`{}`: {} in place of {}.",
                issue.name,
                figures.term(issue, new),
                figures.term(issue, old)
            )
        })
        .collect()
}

/// `Ana gives Ben 12,000 usd of cash.`
fn transfer(scenario: &Scenario, step: &Transfer, figures: Figures) -> String {
    let resource = &scenario.resources[step.resource];
    let what = part(resource, &step.share, figures);
    let name = |party: usize| &scenario.parties[party].name;
    let burden = resource.kind.is_burden();
    match (step.from, step.to) {
        (Some(from), Some(to)) if burden => {
            format!("{} takes over {what} from {}.", name(to), name(from))
        }
        (Some(from), Some(to)) => format!("{} gives {} {what}.", name(from), name(to)),
        (None, Some(to)) if resource.kind == ResourceKind::BothBenefit => {
            format!("{} shares in {what}.", name(to))
        }
        (None, Some(to)) => format!("{} gets {what}, which nobody has now.", name(to)),
        (Some(from), None) => format!("{} gives up {what}.", name(from)),
        (None, None) => String::new(),
    }
}

fn distances(analysis: &Analysis, score: &Score, figures: Figures) -> Vec<String> {
    let mut lines = Vec::new();
    for (concept, distance) in Concept::ALL.iter().zip(score.distance.solutions) {
        let Some((solution, distance)) = analysis.solution(*concept).zip(distance) else {
            continue;
        };
        lines.push(format!(
            "{} from the {} solution ({})",
            number(distance),
            concept.title(),
            figures.pair(&solution.utility)
        ));
    }
    if lines.is_empty() {
        lines.push("There is no ZOPA, so there is no solution to compare with.".to_owned());
    }
    lines.push(format!(
        "{} from the frontier; a value efficiency of {:.1} out of 100",
        number(score.distance.frontier),
        score.value_efficiency
    ));
    lines
}
