//! A forger who knows the format, gives any allocation that is feasible, any weights, and a seal that fits, is not believed.
//!
//! What is feasible is enumerated here without the engine: whole things, and divisible ones in quarters.

use proptest::prelude::*;
use serde_json::{Value, json};
use zopa::Convention;

use super::random::resources;
use super::{alike, certificate, claiming, read, scenario_text, weighed};

/// One way to deal with everything, and what it is worth in quarters of hundredths.
#[derive(Clone, Debug)]
struct Deal {
    utility: [i64; 2],
    allocation: Value,
}

/// Each party's quarters of one resource.
fn splits(kind: &str) -> Vec<[i64; 2]> {
    let quarters = 0..=4i64;
    match kind {
        "divisible" => vec![[0, 4], [1, 3], [2, 2], [3, 1], [4, 0], [2, 1], [0, 0]],
        "lot" => vec![[0, 4], [4, 0], [0, 0]],
        "divisible burden" | "joint burden" => quarters.map(|share| [share, 4 - share]).collect(),
        "whole burden" => vec![[0, 4], [4, 0]],
        "shared" => vec![[4, 4], [4, 0], [1, 4]],
        other => panic!("unknown kind {other}"),
    }
}

fn deals(text: &str, resources: &[(&str, i64, i64)], convention: Convention) -> Vec<Deal> {
    let names = read(text).parties.map(|party| party.name);
    let mut deals = vec![Deal {
        utility: [0, 0],
        allocation: json!({}),
    }];
    for (index, (kind, a, b)) in resources.iter().enumerate() {
        let worth = |party: usize, share: i64| {
            let value = [a, b][party];
            match (kind.ends_with("burden"), convention) {
                (false, _) => value * share,
                (true, Convention::Signed) => -value * share,
                (true, Convention::Avoided) => value * (4 - share),
            }
        };
        let with = |deal: &Deal, split: [i64; 2]| {
            let mut deal = deal.clone();
            let exact = |share: i64| zopa::Rational::new(share.into(), 4).to_string();
            deal.allocation[format!("thing_{index}")] =
                json!({&names[0]: exact(split[0]), &names[1]: exact(split[1])});
            let gained = [0, 1].map(|party| worth(party, split[party]));
            deal.utility = [deal.utility[0] + gained[0], deal.utility[1] + gained[1]];
            deal
        };
        deals = deals
            .iter()
            .flat_map(|deal| {
                splits(kind)
                    .into_iter()
                    .map(|split| with(deal, split))
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    deals
}

/// A number of quarters of hundredths as a certificate writes it.
fn exact(value: i64) -> String {
    zopa::Rational::new(value.into(), 400).to_string()
}

fn pair(utility: [i64; 2]) -> Value {
    json!(utility.map(exact))
}

fn priced(deal: &Deal) -> Value {
    json!({"utility": pair(deal.utility), "allocation": deal.allocation})
}

fn product(gain: [i64; 2]) -> i64 {
    gain[0] * gain[1]
}

/// What a forger may write for weights: some pairs, also of which one is 0 or negative.
fn weights() -> impl Strategy<Value = Vec<Value>> {
    let one = prop_oneof![9 => 1i64..9, 1 => -3i64..1];
    let pair = (one.clone(), one).prop_map(|(a, b)| json!([a.to_string(), b.to_string()]));
    prop::collection::vec(pair, 1..5)
}

/// Claims about one deal, each with whether some other deal shows that it is false.
fn claims(deals: &[Deal], deal: &Deal, d: [i64; 2]) -> Vec<(Value, bool)> {
    let gain = |deal: &Deal| [deal.utility[0] - d[0], deal.utility[1] - d[1]];
    let inside = |deal: &Deal| gain(deal).iter().all(|gain| *gain >= 0);
    let smaller = |deal: &Deal| gain(deal)[0].min(gain(deal)[1]);
    let sum = |deal: &Deal| deal.utility[0] + deal.utility[1];
    let any = |shows: &dyn Fn(&Deal) -> bool| deals.iter().any(shows);
    let better = |other: &Deal| {
        other.utility != deal.utility
            && (0..2).all(|party| other.utility[party] >= deal.utility[party])
    };
    let solution = |name: &str, unique: bool| json!({"claim": name, "deal": priced(deal), "unique": unique, "other": null});
    let plain = |name: &str| json!({"claim": name, "deal": priced(deal)});
    let [a, b] = gain(deal);
    let outside = !inside(deal);
    // For unique solutions, an equal one elsewhere is enough.
    let differs = |other: &Deal| inside(other) && other.utility != deal.utility;
    let nash = |other: &Deal| (product(gain(other)), smaller(other), other.utility[0]);
    let balance = |other: &Deal| (smaller(other), sum(other), other.utility[0]);
    let largest_sum = |other: &Deal| (sum(other), smaller(other), other.utility[0]);
    // Where nobody can gain without the other one gaining nothing, balance decides for Nash too.
    let no_product = |other: &Deal| {
        (
            product(gain(other)),
            smaller(other),
            sum(other),
            other.utility[0],
        )
    };
    let mut claims = vec![
        (
            solution("nash", true),
            outside
                || any(&|other| {
                    differs(other)
                        && product(gain(other)) >= product([a, b])
                        && product(gain(other)) > 0
                }),
        ),
        (
            solution("nash", false),
            outside
                || if product([a, b]) > 0 {
                    any(&|other| inside(other) && nash(other) > nash(deal))
                } else {
                    any(&|other| inside(other) && no_product(other) > no_product(deal))
                },
        ),
        (
            solution("egalitarian", true),
            outside
                || any(&|other| {
                    differs(other) && (smaller(other), sum(other)) >= (smaller(deal), sum(deal))
                }),
        ),
        (
            solution("egalitarian", false),
            outside || any(&|other| inside(other) && balance(other) > balance(deal)),
        ),
        (
            solution("utilitarian", true),
            outside || any(&|other| differs(other) && sum(other) >= sum(deal)),
        ),
        (
            solution("utilitarian", false),
            outside || any(&|other| inside(other) && largest_sum(other) > largest_sum(deal)),
        ),
        (plain("efficient"), any(&better)),
        (
            plain("closest_to_agreement"),
            // a claim about negotiations without a ZOPA
            any(&inside)
                || any(&|other| {
                    (smaller(other), sum(other), other.utility[0])
                        > (smaller(deal), sum(deal), deal.utility[0])
                }),
        ),
        (plain("margin"), any(&|other| smaller(other) > a.min(b))),
        (json!({"claim": "zopa", "deal": null}), any(&inside)),
        (plain("zopa"), outside),
        (
            json!({"claim": "ideal", "deals": [priced(deal), priced(deal)]}),
            outside
                || any(&|other| {
                    inside(other) && (0..2).any(|party| other.utility[party] > deal.utility[party])
                }),
        ),
        (
            json!({"claim": "nash_lottery", "lottery": {"utility": pair(deal.utility),
                "probabilities": ["1", "0"], "deals": [priced(deal), priced(deal)]}}),
            outside
                || any(&|other| {
                    differs(other)
                        && product(gain(other)) >= product([a, b])
                        && product(gain(other)) > 0
                }),
        ),
        (
            json!({"claim": "nash_lottery", "lottery": null}),
            any(&inside),
        ),
        (
            json!({"claim": "frontier", "pieces": [[priced(deal)]], "second": null}),
            any(&|other| (0..2).any(|party| other.utility[party] > deal.utility[party])),
        ),
    ];
    let other = &deals[deals.len() / 2];
    claims.push((
        json!({"claim": "dominated", "deal": priced(deal), "better": priced(other)}),
        !better(other),
    ));
    claims
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_false_claim_is_proved(
        resources in resources(4, 6),
        batnas in [0i64..12, 0i64..12],
        avoided in any::<bool>(),
        weights in weights(),
    ) {
        let text = scenario_text(&resources, batnas);
        let convention = if avoided { Convention::Avoided } else { Convention::Signed };
        let deals = deals(&text, &resources, convention);
        let d = batnas.map(|batna| 4 * batna);
        for deal in deals.iter().step_by(1 + deals.len() / 15) {
            for (claim, is_false) in claims(&deals, deal, d) {
                let claim = weighed(&text, convention, claim, &weights);
                // alone, so that no other claim rejects the certificate
                let verdict = zopa_verify::verify(&claiming(&text, convention, std::slice::from_ref(&claim)), &text);
                prop_assert!(!is_false || verdict.proved.is_empty(), "{claim}");
                // a game this small leaves nothing open
                prop_assert!(verdict.unproven.is_empty(), "{claim}\n{:?}", verdict.unproven);
            }
        }
    }

    /// A frontier with a piece left out, with an end on the wrong side, or out of order, whatever the weights.
    #[test]
    fn no_other_frontier_is_proved(resources in resources(6, 6), seed in any::<prop::sample::Index>()) {
        let text = scenario_text(&resources, [0, 0]);
        let honest = certificate(&text, Convention::Signed, &[]);
        let is_frontier = |claim: &&Value| claim["claim"] == "frontier";
        let claim = honest["claims"].as_array().and_then(|all| all.iter().find(is_frontier)).expect("a frontier");
        let pieces = claim["pieces"].as_array().expect("pieces");
        let mut forgeries: Vec<Vec<Value>> = Vec::new();
        let index = seed.index(pieces.len());
        let without = |index: usize| {
            let mut pieces = pieces.clone();
            pieces.remove(index);
            pieces
        };
        forgeries.push(without(index));
        let twice = [&pieces[..=index], &pieces[index..]].concat();
        forgeries.push(twice);
        if pieces.len() > 1 {
            let mut turned = pieces.clone();
            turned.reverse();
            forgeries.push(turned);
        }
        if let [from, to] = pieces[index].as_array().expect("ends").as_slice() {
            let mut ends_alone = pieces.clone();
            ends_alone[index] = json!([from]);
            ends_alone.insert(index + 1, json!([to]));
            forgeries.push(ends_alone);
            let mut with_an_end = pieces.clone();
            with_an_end.insert(index, json!([from]));
            forgeries.push(with_an_end);
        }
        for forged in forgeries {
            let claim = json!({"claim": "frontier", "pieces": forged, "second": null});
            let claim = weighed(&text, Convention::Signed, claim, &alike());
            let verdict = zopa_verify::verify(&claiming(&text, Convention::Signed, &[claim]), &text);
            prop_assert!(verdict.rejected.is_some(), "{forged:?}\n{honest}");
        }
    }

    /// A solution is said to be unique where it is not, or the reverse, with any feasible allocation as the other one.
    #[test]
    fn no_other_uniqueness_is_proved(resources in resources(4, 4), batnas in [0i64..6, 0i64..6]) {
        let text = scenario_text(&resources, batnas);
        let honest = certificate(&text, Convention::Signed, &[]);
        let deals = deals(&text, &resources, Convention::Signed);
        let claims = honest["claims"].as_array().expect("claims");
        for claim in claims {
            let Some(other) = claim.get("other") else { continue };
            let mut forgeries = Vec::new();
            let mut forge = |unique: bool, other: Value| {
                let mut forged = claim.clone();
                (forged["unique"], forged["other"]) = (unique.into(), other);
                forgeries.push(forged);
            };
            if other.is_null() {
                let others = deals.iter().step_by(1 + deals.len() / 15).map(priced);
                others.for_each(|other| forge(false, other));
            } else {
                forge(true, Value::Null);
                forge(true, other.clone());
            }
            for forged in forgeries {
                let forged = weighed(&text, Convention::Signed, forged, &alike());
                let verdict = zopa_verify::verify(&claiming(&text, Convention::Signed, &[forged]), &text);
                prop_assert!(verdict.rejected.is_some(), "{claim}");
            }
        }
    }
}

/// Both solutions of Nash's product tie at (1/5, 3/10) and (3/10, 1/5); the rule takes the one better for A.
#[test]
fn the_wrong_one_of_two_ties_is_rejected() {
    let resources = [("lot", 20, 20), ("lot", 30, 30)];
    let text = scenario_text(&resources, [0, 0]);
    let deals = deals(&text, &resources, Convention::Signed);
    let with = |utility: [i64; 2]| {
        let found = deals.iter().find(|deal| deal.utility == utility);
        found.expect("a deal")
    };
    let (for_a, for_b) = (priced(with([120, 80])), priced(with([80, 120])));
    // lines of equal sums, and the tangents at either solution
    for weights in [["1", "1"], ["3", "2"], ["2", "3"]] {
        let verdict = |name: &str, chosen: &Value, unique: bool, other: &Value| {
            let claim = json!({"claim": name, "deal": chosen, "unique": unique, "other": other});
            let claim = weighed(&text, Convention::Signed, claim, &[json!(weights)]);
            zopa_verify::verify(&claiming(&text, Convention::Signed, &[claim]), &text)
        };
        for name in ["nash", "utilitarian"] {
            for chosen in [&for_a, &for_b] {
                assert!(verdict(name, chosen, true, &Value::Null).rejected.is_some());
                assert!(verdict(name, chosen, false, chosen).rejected.is_some());
            }
            for other in [&Value::Null, &for_a] {
                assert!(verdict(name, &for_b, false, other).rejected.is_some());
            }
            // that there are several need not be said
            for other in [&Value::Null, &for_b] {
                assert_eq!(verdict(name, &for_a, false, other).proved.len(), 1);
            }
        }
    }
}

/// One thing that cannot be divided, and no BATNAs: whoever gets it, the product is 0. The larger gain goes first, of equal ones A's.
#[test]
fn the_wrong_one_of_two_ends_is_rejected() {
    for (a, b, a_goes_first) in [(40, 30, true), (30, 40, false), (40, 40, true)] {
        let resources = [("lot", a, b), ("lot", 0, 0)];
        let text = scenario_text(&resources, [0, 0]);
        let deals = deals(&text, &resources, Convention::Signed);
        let with = |utility: [i64; 2]| {
            let found = deals.iter().find(|deal| deal.utility == utility);
            priced(found.expect("a deal"))
        };
        let (for_a, for_b) = (with([4 * a, 0]), with([0, 4 * b]));
        let verdict = |chosen: &Value, unique: bool, other: &Value| {
            let claim = json!({"claim": "nash", "deal": chosen, "unique": unique, "other": other});
            let claim = weighed(&text, Convention::Signed, claim, &alike());
            zopa_verify::verify(&claiming(&text, Convention::Signed, &[claim]), &text)
        };
        let (first, second) = if a_goes_first {
            (&for_a, &for_b)
        } else {
            (&for_b, &for_a)
        };
        assert_eq!(verdict(first, false, second).proved.len(), 1);
        assert_eq!(verdict(first, false, &Value::Null).proved.len(), 1);
        for other in [first, &Value::Null] {
            assert!(verdict(second, false, other).rejected.is_some());
        }
        for chosen in [first, second] {
            assert!(verdict(chosen, true, &Value::Null).rejected.is_some());
            assert!(verdict(chosen, false, &with([0, 0])).rejected.is_some());
        }
    }
}

/// A's BATNA is all that A can have, so that the Kalai-Smorodinsky solution is the ideal itself, and not what wastes B's thing.
#[test]
fn less_than_the_ideal_is_rejected_where_one_party_gains_nothing() {
    let resources = [("lot", 40, 0), ("lot", 0, 10)];
    let text = scenario_text(&resources, [40, 0]);
    let deals = deals(&text, &resources, Convention::Signed);
    let with = |utility: [i64; 2]| {
        let found = deals.iter().find(|deal| deal.utility == utility);
        priced(found.expect("a deal"))
    };
    let (ideal, wasted) = (with([160, 40]), with([160, 0]));
    let verdict = |chosen: &Value| {
        let claim = json!({"claim": "kalai_smorodinsky", "ideal": [ideal, ideal], "deal": chosen,
            "unique": true, "other": null});
        let claim = weighed(&text, Convention::Signed, claim, &alike());
        zopa_verify::verify(&claiming(&text, Convention::Signed, &[claim]), &text)
    };
    assert_eq!(verdict(&ideal).proved.len(), 1);
    assert!(verdict(&wasted).rejected.is_some());
}
