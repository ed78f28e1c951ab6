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
        OnlyAnswer::Solved {
            unique: Some(true),
            deal: best,
            proof,
        } => {
            let regions = match only.concept {
                Concept::Nash if best.gain.product().is_positive() => {
                    Some(regions(1, &proof.weights))
                }
                Concept::Egalitarian => Some(regions(3, &proof.weights)),
                Concept::Utilitarian => Some(regions(1, &proof.weights)),
                Concept::Nash | Concept::KalaiSmorodinsky => None,
            };
            vec![match regions {
                Some(regions) => {
                    json!({"claim": about, "deal": deal(best), "other": null, "weights": regions})
                }
                None => unproven(about, "its proof needs the ideal point: leave out `--only`"),
            }]
        }
        OnlyAnswer::Solved { .. } => {
            vec![unproven(
                about,
                "its proof needs a second maximiser, or that there is none: leave out `--only`",
            )]
        }
    };
    readable(&mut claims);
    claims
}
