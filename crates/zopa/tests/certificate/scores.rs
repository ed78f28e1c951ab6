//! What a score says of a deal, a certificate proves of the same scenario in which the deal's utilities are the BATNAs: how much
//! both could still gain is its margin, what either could is its ideal, and the better deal is its Nash solution.

use proptest::prelude::*;
use serde_json::Value;
use zopa::{Allocation, Rational};
use zopa_verify::format::{Certificate, Says, point};

use super::certificate;
use super::near::cases;

/// The decimal of a number in [0, 1] with at most six places, if it is one.
fn decimal(value: &Rational) -> Option<Value> {
    let millionths = value * &Rational::from(1_000_000);
    let fits = millionths.is_integer() && !value.is_negative() && *value <= Rational::ONE;
    let text = format!("0.{:0>6}", millionths.numerator().to_string());
    let text = if *value == Rational::ONE { "1" } else { &text };
    fits.then(|| serde_json::from_str(text).expect("a number"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn scores_are_those_that_certificates_prove(case in cases()) {
        let (honest, known) = (case.honest(), case.analysis());
        let claims = honest["claims"].as_array().expect("claims");
        let ends = claims.iter().filter_map(|claim| claim.get("pieces")?.as_array()).flatten().filter_map(Value::as_array).flatten();
        let deals = claims.iter().filter_map(|claim| claim.get("deal")).filter(|deal| !deal.is_null());
        let mut seen = std::collections::BTreeSet::new();
        for end in ends.chain(deals) {
            for deal in case.near(end).into_iter().chain([end.clone()]) {
                let allocation = Allocation { shares: case.shares(&deal), terms: vec![] };
                let score = known.score_allocation(&allocation);
                let [Some(a), Some(b)] = score.utility.0.each_ref().map(decimal) else { continue };
                if !seen.insert(score.utility.clone()) { continue }
                let mut scenario: Value = serde_json::from_str(&case.text).expect("JSON");
                for (party, utility) in [a, b].into_iter().enumerate() {
                    scenario["participants"][party]["batna_config"]["utility"] = utility;
                }
                let text = scenario.to_string();
                let proof = certificate(&text, case.convention, &[]);
                let verdict = zopa_verify::verify(&proof.to_string(), &text);
                prop_assert!(verdict.rejected.is_none() && verdict.unproven.is_empty(), "{:?}", verdict);
                let proof: Certificate = serde_json::from_value(proof).expect("a certificate");
                for claim in proof.claims {
                    match claim.says {
                        Says::Margin { deal } => {
                            let gain = point(&deal.utility).minus(&score.utility);
                            prop_assert_eq!(gain.smaller(), &score.pareto_gap);
                        }
                        Says::Ideal { deals } => {
                            let most = [0, 1].map(|party: usize| &deals[party].utility[party].0 - &score.utility.0[party]);
                            prop_assert_eq!(&most, &score.left_on_table);
                            let efficient = most.iter().all(Rational::is_zero);
                            prop_assert_eq!(efficient, score.pareto_efficient);
                        }
                        Says::Nash(solution) => {
                            let better = score.dominated_by.as_ref().map_or(&score.utility, |better| &better.utility);
                            prop_assert_eq!(&point(&solution.deal.utility), better);
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}
