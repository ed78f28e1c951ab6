//! What is missing where there is no ZOPA, in sentences.

use zopa::{Analysis, Rational, Scenario};
use zopa_design::{Change, Quantity, Shortfall};

use crate::figures::Figures;
use crate::words::allocation_lines;

/// What is missing, a sentence each: the proof, the gaps, the smallest cut of BATNAs, and the deals that come nearest.
#[must_use]
pub fn shortfall_lines(
    analysis: &Analysis,
    shortfall: &Shortfall,
    figures: Figures,
) -> Vec<String> {
    let scenario = &analysis.scenario;
    let [a, b] = scenario.parties.each_ref().map(|party| party.name.as_str());
    let mut lines = Vec::new();
    match &shortfall.certificate {
        Some(proof) => lines.push(format!(
            "proof: no deal and no lottery has more than {} in {} x gain of {a} + {} x gain of {b}",
            figures.of(&proof.bound),
            figures.of(proof.weights.a()),
            figures.of(proof.weights.b())
        )),
        None => lines.push(
            "a lottery between two deals would give both their BATNA in expectation: the frontier has a gap"
                .to_owned(),
        ),
    }
    lines.push(format!(
        "both BATNAs would have to fall by {} each",
        figures.of(&shortfall.equal_concession)
    ));
    for (party, gap) in [a, b].iter().zip(&shortfall.gaps) {
        lines.push(match gap {
            Some(gap) => format!("or that of {party} alone by {}", figures.of(gap)),
            None => format!("that of {party} alone does not help: the other one's is out of reach"),
        });
    }
    lines.push(format!(
        "the smallest cut in all is {}: {a} {}, {b} {}",
        figures.of(&shortfall.batna_cut.sum()),
        figures.of(shortfall.batna_cut.a()),
        figures.of(shortfall.batna_cut.b())
    ));
    let (minimax, min_sum) = (&shortfall.minimax, &shortfall.min_sum);
    let deals = if minimax.allocation == min_sum.allocation {
        vec![(
            "smallest larger shortfall, and smallest sum of shortfalls",
            minimax,
        )]
    } else {
        vec![
            ("smallest larger shortfall", minimax),
            ("smallest sum of shortfalls", min_sum),
        ]
    };
    for (what, deal) in deals {
        lines.push(format!(
            "{what}: utilities {} against BATNAs of {} ({})",
            figures.pair(&deal.utility),
            figures.pair(&analysis.disagreement),
            allocation_lines(scenario, &deal.allocation, figures).join("; ")
        ));
    }
    if scenario.resources.iter().any(|resource| resource.latent) {
        lines.push(
            "revealing latent resources does not help: they are on the table here already"
                .to_owned(),
        );
    }
    lines
}

/// The smallest change of one valuation that makes a ZOPA, in a sentence.
#[must_use]
pub fn smallest_edit_line(scenario: &Scenario, edit: Option<&Change>, figures: Figures) -> String {
    let Some(edit) = edit else {
        return "no change of one valuation makes a ZOPA".to_owned();
    };
    let party = &scenario.parties[edit.party].name;
    let what = match edit.quantity {
        Quantity::Valuation(index) => {
            let subject = scenario.subjects().nth(index).unwrap_or_default();
            format!("{subject} ({party})")
        }
        Quantity::Batna => format!("BATNA ({party})"),
    };
    format!(
        "the smallest change of one valuation that makes a ZOPA: {what} from {} to {}{}",
        figures.of(&edit.from),
        figures.of(&edit.to),
        if figures.exact || is_short(&edit.to) {
            ""
        } else {
            " (rounded)"
        }
    )
}

/// Does a number lose nothing by being printed with four decimal places?
fn is_short(value: &Rational) -> bool {
    (value * &Rational::from(10_000)).is_integer()
}
