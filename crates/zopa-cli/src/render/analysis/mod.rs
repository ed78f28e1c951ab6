//! An analysis as a report for people, and as what is drawn of it.

mod frontier;
mod latent;
mod only;
mod solutions;

pub(crate) use only::only_report;
pub(crate) use zopa_page::{allocation_lines, plane, verdict};

use zopa::{Analysis, Convention, DomainIssue, IssueSpace, LatentValue, Rational, Scenario, Term};

use zopa_design::{Change, shortfall};
use zopa_page::{shortfall_lines, smallest_edit_line};

use super::document::{Align, Block, Table};
use super::figures::Figures;
use super::{count, shorten};

/// So many characters of what a BATNA is.
const LONGEST_DESCRIPTION: usize = 100;

/// What a report shows beside the analysis itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choices {
    /// How numbers look.
    pub(crate) figures: Figures,
    /// Show the whole frontier.
    pub(crate) full: bool,
    /// Speak of the option that shows the whole frontier.
    pub(crate) hint: bool,
}

/// The report; `edit` is the smallest change of one valuation that makes a ZOPA, where there is none and it was searched.
pub(crate) fn report(
    analysis: &Analysis,
    latent: Option<&LatentValue>,
    edit: Option<&Option<Change>>,
    choices: Choices,
) -> Vec<Block> {
    let figures = choices.figures;
    let scenario = &analysis.scenario;
    let mut blocks = vec![
        Block::Title(format!("{} ({})", scenario.name, scenario.id)),
        Block::Heading("Parties".to_owned()),
        Block::List(parties(analysis, figures)),
    ];
    if scenario.issues.is_empty() {
        let title = "Resources, and their weight for each party";
        blocks.push(Block::Heading(title.to_owned()));
        blocks.push(Block::Table(resources(scenario, figures)));
    } else {
        let title = "Issues, and what each party likes best";
        blocks.push(Block::Heading(title.to_owned()));
        blocks.push(Block::Table(issues(scenario, figures)));
    }
    let warnings = warnings(analysis);
    if !warnings.is_empty() {
        blocks.push(Block::Heading("Warnings".to_owned()));
        blocks.push(Block::List(warnings));
    }
    blocks.push(Block::Heading("ZOPA".to_owned()));
    blocks.push(Block::Paragraph(zopa(analysis, figures)));
    if let Some(shortfall) = shortfall(analysis) {
        let mut lines = shortfall_lines(analysis, &shortfall, figures);
        if !scenario.resources.is_empty() {
            lines.push(match edit {
                Some(edit) => smallest_edit_line(scenario, edit.as_ref(), figures),
                None => "the smallest change of one valuation that makes a ZOPA takes longer: `zopa sensitivity` searches it".to_owned(),
            });
        }
        blocks.push(Block::Heading("No ZOPA: what is missing".to_owned()));
        blocks.push(Block::List(lines));
    }
    blocks.extend(frontier::section(analysis, choices));
    blocks.extend(solutions::section(analysis, figures));
    if let Some(latent) = latent {
        blocks.extend(latent::section(scenario, latent, figures));
    }
    blocks
}

fn parties(analysis: &Analysis, figures: Figures) -> Vec<String> {
    let line = |(party, utility): (&zopa::Party, &Rational)| {
        let utility = figures.of(utility);
        match &party.batna {
            Some(batna) if batna.description.is_empty() => {
                format!("{}: BATNA {utility}", party.name)
            }
            Some(batna) => {
                let description = shorten(&batna.description, LONGEST_DESCRIPTION);
                format!("{}: BATNA {utility} - {description}", party.name)
            }
            None => format!(
                "{}: BATNA {utility}, assumed: the file gives none",
                party.name
            ),
        }
    };
    let parties = analysis.scenario.parties.iter();
    let mut lines: Vec<String> = parties.zip(&analysis.disagreement.0).map(line).collect();
    if analysis
        .scenario
        .resources
        .iter()
        .any(|resource| resource.kind.is_burden())
    {
        lines.push(
            match analysis.convention {
                Convention::Signed => "Convention: signed - a burden counts negative",
                Convention::Avoided => "Convention: avoided - escaping a burden counts as a gain",
            }
            .to_owned(),
        );
    }
    lines
}

fn resources(scenario: &Scenario, figures: Figures) -> Table {
    let [a, b] = scenario.parties.each_ref().map(|party| party.name.clone());
    let row = |resource: &zopa::Resource| {
        let mut kind = resource.kind.as_str().to_owned();
        if resource.latent {
            let holder = resource.held_by.map(|party| &scenario.parties[party].name);
            kind.push_str(", latent");
            kind.extend(holder.map(|name| format!(" ({name})")));
        }
        vec![
            resource.id.clone(),
            figures.quantity(&resource.quantity, resource),
            kind,
            figures.of(&resource.weight[0]),
            figures.of(&resource.weight[1]),
        ]
    };
    Table {
        header: vec![
            ("resource".to_owned(), Align::Left),
            ("quantity".to_owned(), Align::Right),
            ("kind".to_owned(), Align::Left),
            (a, Align::Right),
            (b, Align::Right),
        ],
        rows: scenario.resources.iter().map(row).collect(),
    }
}

/// What each issue offers, and each party's best term with its utility; of equals the first.
fn issues(scenario: &Scenario, figures: Figures) -> Table {
    let [a, b] = scenario.parties.each_ref().map(|party| party.name.clone());
    let row = |issue: &DomainIssue| {
        let (offer, terms) = match &issue.space {
            IssueSpace::Options(options) => (
                count(options.len(), "option"),
                (0..options.len()).map(Term::Option).collect::<Vec<_>>(),
            ),
            IssueSpace::Range(range) => {
                let ends = range.ends.clone().map(Term::Value);
                let [from, to] = ends.each_ref().map(|end| figures.term(issue, end));
                (format!("{from} to {to}"), ends.to_vec())
            }
        };
        let best = |party: usize| {
            let worths = terms.iter().rev().filter_map(|term| {
                let worth = issue.worth(term)?;
                Some((worth.0[party].clone(), term))
            });
            let best = worths.max_by(|p, q| p.0.cmp(&q.0));
            best.map_or_else(String::new, |(worth, term)| {
                format!("{} ({})", figures.term(issue, term), figures.of(&worth))
            })
        };
        vec![issue.name.clone(), offer, best(0), best(1)]
    };
    Table {
        header: vec![
            ("issue".to_owned(), Align::Left),
            ("offers".to_owned(), Align::Left),
            (a, Align::Left),
            (b, Align::Left),
        ],
        rows: scenario.issues.iter().map(row).collect(),
    }
}

fn warnings(analysis: &Analysis) -> Vec<String> {
    let found = analysis.scenario.warnings.iter();
    let mut lines: Vec<String> = found
        .map(|w| format!("{}: {}", w.code, w.message))
        .collect();
    let word = zopa::Code::ConventionDecidesZopa.as_str();
    let told = analysis
        .scenario
        .warnings
        .iter()
        .any(|w| w.code.as_str() == word);
    if analysis.convention_decides_zopa && !told {
        let other = match analysis.convention {
            Convention::Signed => Convention::Avoided,
            Convention::Avoided => Convention::Signed,
        };
        let turn = if analysis.zopa.exists {
            "there is no ZOPA"
        } else {
            "a ZOPA exists"
        };
        lines.push(format!(
            "{word}: with `--convention {}` {turn}",
            other.as_str()
        ));
    }
    lines
}

fn zopa(analysis: &Analysis, figures: Figures) -> String {
    let mut text = verdict(analysis, figures);
    if let Some(ideal) = &analysis.zopa.ideal {
        let [a, b] = &analysis.scenario.parties;
        text.push_str(&format!(
            " In it {} can get up to {}, {} up to {}. It covers {} of the area between the BATNAs and these best outcomes.",
            a.name,
            figures.of(ideal.a()),
            b.name,
            figures.of(ideal.b()),
            figures.of(&analysis.zopa.area_share)
        ));
    }
    text
}
