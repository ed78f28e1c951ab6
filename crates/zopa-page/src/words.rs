//! What an analysis says in words, and what is drawn of it.

use zopa::{Allocation, Analysis, Concept, NearestFloat as _, Scenario, UtilityPoint};
use zopa_plot::{Mark, Piece, Plane};

use crate::figures::Figures;

/// The verdict in a sentence.
#[must_use]
pub fn verdict(analysis: &Analysis, figures: Figures) -> String {
    let margin = &analysis.zopa.margin;
    if margin.is_positive() {
        format!(
            "A ZOPA exists: a deal can give both at least {} more than their BATNAs.",
            figures.of(margin)
        )
    } else if analysis.zopa.exists {
        "A ZOPA exists, but no deal gives both more than their BATNAs.".to_owned()
    } else {
        format!(
            "There is no ZOPA: both BATNAs would have to fall by {} for a deal to satisfy both.",
            figures.of(&margin.abs())
        )
    }
}

/// A solution with what is printed of it.
pub struct Marked {
    /// The letter that marks it in pictures.
    pub letter: char,
    /// Its name.
    pub name: &'static str,
    /// Its utilities.
    pub utility: UtilityPoint,
    /// What it gives beyond the BATNAs.
    pub gain: UtilityPoint,
    /// `tied`, `average`, `certain` or nothing.
    pub remark: &'static str,
    /// Its deals: of a lottery several, each with what is said of it.
    pub deals: Vec<(String, Allocation)>,
}

/// The letter and the name that mark a concept.
fn label(concept: Concept) -> (char, &'static str) {
    match concept {
        Concept::Nash => ('N', "Nash"),
        Concept::KalaiSmorodinsky => ('K', "Kalai-Smorodinsky"),
        Concept::Egalitarian => ('E', "egalitarian"),
        Concept::Utilitarian => ('U', "utilitarian"),
    }
}

const LOTTERY: (char, &str) = ('L', "Nash lottery");
const CLOSEST: (char, &str) = ('C', "closest to agreement");

/// What the analysis found, in the order of the report.
#[must_use]
pub fn solutions(analysis: &Analysis, figures: Figures) -> Vec<Marked> {
    let mut rows = Vec::new();
    for concept in Concept::ALL {
        let Some(solution) = analysis.solution(concept) else {
            continue;
        };
        let (letter, name) = label(concept);
        rows.push(Marked {
            letter,
            name,
            utility: solution.utility.clone(),
            gain: solution.gain.clone(),
            remark: if solution.unique { "" } else { "tied" },
            deals: vec![(String::new(), analysis.allocation(&solution.spot))],
        });
    }
    if let Some(spot) = &analysis.closest_to_agreement {
        let deal = analysis.deal(spot, &analysis.disagreement);
        rows.push(Marked {
            letter: CLOSEST.0,
            name: CLOSEST.1,
            utility: deal.utility,
            gain: deal.gain,
            remark: "",
            deals: vec![(String::new(), deal.allocation)],
        });
    }
    if let Some(lottery) = &analysis.nash_lottery {
        let draws: Vec<_> = analysis.lottery_draws().collect();
        let certain = draws.len() == 1;
        let deals = draws.into_iter().map(|draw| {
            let chance = if certain {
                String::new()
            } else {
                format!(" with probability {}", figures.of(&draw.probability))
            };
            (chance, draw.allocation)
        });
        rows.push(Marked {
            letter: LOTTERY.0,
            name: LOTTERY.1,
            utility: lottery.utility.clone(),
            gain: lottery.gain.clone(),
            remark: if certain { "certain" } else { "average" },
            deals: deals.collect(),
        });
    }
    rows
}

/// What is drawn of an analysis.
#[must_use]
pub fn plane(analysis: &Analysis, figures: Figures) -> Plane {
    let place = |point: &UtilityPoint| [point.a().to_f64(), point.b().to_f64()];
    let pieces = analysis.frontier.pieces().map(|piece| {
        if piece.is_point() {
            return Piece::Point(place(&piece.from));
        }
        Piece::Segment {
            from: place(&piece.from),
            to: place(&piece.to),
            from_open: piece.from_open,
            to_open: piece.to_open,
        }
    });
    let marks = solutions(analysis, figures).into_iter().map(|row| Mark {
        letter: row.letter,
        name: row.name,
        at: place(&row.utility),
    });
    Plane {
        title: analysis.scenario.name.clone(),
        verdict: verdict(analysis, figures),
        parties: analysis
            .scenario
            .parties
            .each_ref()
            .map(|party| party.name.clone()),
        pieces: pieces.collect(),
        disagreement: place(&analysis.disagreement),
        marks: marks.collect(),
        runs: Vec::new(),
        groups: Vec::new(),
        shown: Vec::new(),
    }
}

/// `cash: Ana 72,000 usd, Ben 24,000 usd`, in a domain `price: 8000`, a line each.
#[must_use]
pub fn allocation_lines(
    scenario: &Scenario,
    allocation: &Allocation,
    figures: Figures,
) -> Vec<String> {
    let resources = scenario.resources.iter().zip(&allocation.shares);
    let terms = scenario
        .settled(allocation)
        .map(|(issue, term)| format!("{}: {}", issue.name, figures.term(issue, term)));
    resources
        .map(|(resource, shares)| {
            let burden = if resource.kind.is_burden() {
                " (burden)"
            } else {
                ""
            };
            format!(
                "{}{burden}: {}",
                resource.id,
                figures.shares(scenario, resource, shares)
            )
        })
        .chain(terms)
        .collect()
}
