//! What is claimed of one solution that was found without the frontier.

use serde_json::{Value, json};
use zopa_model::UtilityPoint;
use zopa_solve::Concept;

use super::claims::{priced, readable, unproven, weights};
use crate::analysis::Deal;
use crate::only::{Only, OnlyAnswer};

/// The claims, each of whose regions the weights that the search ended with are to rule out.
pub(super) fn all(only: &Only) -> Vec<Value> {
    let about = only.concept.as_str();
    let deal = |deal: &Deal| priced(&only.scenario, &deal.utility, &deal.allocation);
    let regions = |count: usize, pair: &UtilityPoint| vec![weights(pair); count];
    let mut claims = match &only.answer {
        OnlyAnswer::BestFound { .. } => vec![unproven(about, "the search met its limit")],
        OnlyAnswer::Empty { closest, proof } => {
            let margin = closest.gain.smaller().to_string();
            vec![
                json!({"claim": "zopa", "deal": null, "weights": regions(1, &proof.weights)}),
                json!({"claim": "margin", "value": margin, "deal": deal(closest), "weights": regions(1, &proof.weights)}),
            ]
        }
        OnlyAnswer::Solved { unique: None, .. } => vec![unproven(
            about,
            "its proof needs a second maximiser, or that there is none: leave out `--only`",
        )],
        OnlyAnswer::Solved {
            unique: Some(false),
            other: None,
            ..
        } => vec![unproven(
            about,
            "its proof needs a second maximiser: leave out `--only`",
        )],
        OnlyAnswer::Solved {
            deal: best,
            proof,
            best_of_each,
            other,
            ..
        } => {
            // The line of the search for the concept's measure serves all its regions.
            let count = match only.concept {
                Concept::Nash | Concept::Utilitarian => 1,
                Concept::Egalitarian => 3,
                Concept::KalaiSmorodinsky => 0,
            };
            let mut claim =
                json!({"claim": about, "deal": deal(best), "other": other.as_deref().map(deal)});
            let mut weights = regions(count, &proof.weights);
            if let Some(both) = best_of_each {
                let gains = [0, 1].map(|party: usize| both[party].0.gain.0[party].is_positive());
                claim["ideal"] = both.iter().map(|(best, _)| deal(best)).collect();
                weights.extend(both.iter().flat_map(|(_, line)| regions(1, &line.weights)));
                if gains == [true, true] {
                    weights.extend(regions(3, &proof.weights));
                }
            }
            claim["weights"] = weights.into();
            let is_product_zero =
                only.concept == Concept::Nash && !best.gain.product().is_positive();
            vec![if is_product_zero {
                unproven(about, "its proof needs the ideal point: leave out `--only`")
            } else {
                claim
            }]
        }
    };
    readable(&mut claims);
    claims
}
