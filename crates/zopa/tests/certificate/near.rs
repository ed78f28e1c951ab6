//! Claims that are false by a little are not believed: each deal of an honest certificate, changed by a lot that passes or by a
//! thousandth of what can be divided.
//!
//! What an honest certificate claims is true, so that a claim of the same kind about another pair is false.

use proptest::prelude::*;
use serde_json::{Value, json};
use zopa::{Allocation, Analysis, Convention, Rational};

use super::random::resources;
use super::{analysis, certificate, claiming, read, scenario_text, weighed};

type Resource = (&'static str, i64, i64);

/// A scenario with the deals that can be written of it.
#[derive(Debug)]
pub(super) struct Case {
    resources: Vec<Resource>,
    names: [String; 2],
    batnas: [i64; 2],
    pub(super) convention: Convention,
    pub(super) text: String,
}

/// Few things of all kinds, and few different values, which make for ties.
pub(super) fn cases() -> impl Strategy<Value = Case> {
    let scenario = (resources(5, 6), [0i64..14, 0i64..14], any::<bool>());
    scenario.prop_map(|(resources, batnas, avoided)| {
        let text = scenario_text(&resources, batnas);
        Case {
            names: read(&text).parties.map(|party| party.name),
            resources,
            batnas,
            convention: if avoided {
                Convention::Avoided
            } else {
                Convention::Signed
            },
            text,
        }
    })
}

fn number(value: &Value) -> Rational {
    Rational::from_fraction(value.as_str().expect("a number")).expect("a fraction")
}

impl Case {
    /// The certificate that is written of the scenario.
    pub(super) fn honest(&self) -> Value {
        certificate(&self.text, self.convention, &[])
    }

    pub(super) fn analysis(&self) -> Analysis {
        analysis(&self.text, self.convention)
    }

    pub(super) fn shares(&self, deal: &Value) -> Vec<[Rational; 2]> {
        let held = |index: usize| &deal["allocation"][format!("thing_{index}")];
        let both = |index| self.names.each_ref().map(|name| number(&held(index)[name]));
        (0..self.resources.len()).map(both).collect()
    }

    /// The deal of these shares, priced by the definitions.
    fn deal(&self, shares: &[[Rational; 2]]) -> Value {
        let mut allocation = json!({});
        let mut utility = [Rational::ZERO, Rational::ZERO];
        for (index, ((kind, a, b), held)) in self.resources.iter().zip(shares).enumerate() {
            let of = |party: usize| held[party].to_string();
            allocation[format!("thing_{index}")] =
                json!({&self.names[0]: of(0), &self.names[1]: of(1)});
            for (party, value) in [a, b].into_iter().enumerate() {
                let counted = match (kind.ends_with("burden"), self.convention) {
                    (false, _) => held[party].clone(),
                    (true, Convention::Signed) => -held[party].clone(),
                    (true, Convention::Avoided) => Rational::ONE - &held[party],
                };
                utility[party] = &utility[party] + &(counted * Rational::new((*value).into(), 100));
            }
        }
        json!({"utility": utility.map(|value| value.to_string()), "allocation": allocation})
    }

    /// Other deals next to one.
    pub(super) fn near(&self, deal: &Value) -> Vec<Value> {
        let shares = self.shares(deal);
        let mut found = Vec::new();
        for (index, (kind, _, _)) in self.resources.iter().enumerate() {
            let mut with = |held: [Rational; 2]| {
                let mut changed = shares.clone();
                changed[index] = held;
                found.push(self.deal(&changed));
            };
            let [a, b] = &shares[index];
            let whole = |a: i64, b: i64| [a, b].map(Rational::from);
            if *kind == "lot" || *kind == "whole burden" {
                with([b.clone(), a.clone()]);
                with(whole(1, 0));
                with(whole(0, 1));
            } else if *kind == "shared" {
                with(whole(1, 0));
                with([Rational::new(999, 1000), Rational::ONE]);
            } else {
                for step in [-1, 1] {
                    let moved = Rational::new(step, 1000);
                    let held = [a + &moved, b - &moved];
                    if held.iter().all(|share| !share.is_negative()) {
                        with(held);
                    }
                }
            }
        }
        found
    }

    /// The deal this far on the way from one to another.
    fn mix(&self, from: &Value, to: &Value, part: &Rational) -> Value {
        let (from, to) = (self.shares(from), self.shares(to));
        let between = |(from, to): (&[Rational; 2], &[Rational; 2])| {
            [0, 1].map(|party: usize| &from[party] + &((&to[party] - &from[party]) * part))
        };
        self.deal(&from.iter().zip(&to).map(between).collect::<Vec<_>>())
    }

    fn is_proved(&self, claim: &Value, weights: &[Value]) -> bool {
        let claim = weighed(&self.text, self.convention, claim.clone(), weights);
        let text = claiming(&self.text, self.convention, &[claim]);
        !zopa_verify::verify(&text, &self.text).proved.is_empty()
    }
}

/// A claim with something else in one place.
fn with(claim: &Value, at: &str, other: Value) -> Value {
    let mut forged = claim.clone();
    *forged.pointer_mut(at).expect("a place") = other;
    forged
}

/// What is false of all that small changes make of a true claim.
fn forgeries(case: &Case, claim: &Value, d: &[Rational; 2]) -> Vec<Value> {
    let margin = |deal: &Value| {
        let gain = |party: usize| number(&deal["utility"][party]) - &d[party];
        gain(0).min(gain(1))
    };
    let deal = &claim["deal"];
    let others = |will_do: &dyn Fn(&Value) -> bool| -> Vec<Value> {
        let near = case.near(deal).into_iter();
        let others = near.filter(|other| will_do(other));
        others.map(|other| with(claim, "/deal", other)).collect()
    };
    match claim["claim"].as_str().expect("a name") {
        "zopa" if !deal.is_null() => vec![
            json!({"claim": "zopa", "deal": null}),
            json!({"claim": "nash_lottery", "lottery": null}),
            json!({"claim": "closest_to_agreement", "deal": deal}),
        ],
        "margin" => others(&|other| margin(other) != margin(deal)),
        "ideal" => ideals(case, claim, "deals"),
        "kalai_smorodinsky" => [solutions(case, claim), ideals(case, claim, "ideal")].concat(),
        "nash" | "egalitarian" | "utilitarian" => solutions(case, claim),
        "closest_to_agreement" => others(&|other| other["utility"] != deal["utility"]),
        "nash_lottery" if !claim["lottery"].is_null() => lotteries(case, &claim["lottery"]),
        "frontier" => frontiers(case, claim["pieces"].as_array().expect("pieces")),
        _ => vec![],
    }
}

/// Deals that give one party something else than the most that it can get.
fn ideals(case: &Case, claim: &Value, field: &str) -> Vec<Value> {
    let mut forged = Vec::new();
    for party in 0..2 {
        let honest = &claim[field][party];
        let differs = |other: &Value| other["utility"][party] != honest["utility"][party];
        let others = case.near(honest).into_iter().filter(differs);
        forged.extend(others.map(|other| with(claim, &format!("/{field}/{party}"), other)));
    }
    forged
}

/// Another pair as the solution, as the second of several where there is one alone, or one alone where there are several.
fn solutions(case: &Case, claim: &Value) -> Vec<Value> {
    let (honest, unique) = (&claim["deal"], claim["unique"] == true);
    let mut forged = Vec::new();
    let mut forge = |deal: &Value, unique: bool, other: &Value| {
        let claim = with(claim, "/deal", deal.clone());
        let claim = with(&claim, "/unique", unique.into());
        forged.push(with(&claim, "/other", other.clone()));
    };
    let mut near = case.near(honest);
    near.retain(|other| other["utility"] != honest["utility"]);
    for other in &near {
        for unique in [true, false] {
            forge(other, unique, &Value::Null);
            forge(other, unique, honest);
        }
        if unique {
            forge(honest, false, other);
        }
    }
    if !unique {
        forge(honest, true, &Value::Null);
        forge(honest, true, &claim["other"]);
    }
    forged
}

/// Other lotteries, or none.
fn lotteries(case: &Case, honest: &Value) -> Vec<Value> {
    let drawn = |deals: &[Value; 2], first: Rational| {
        let chances = [first.clone(), Rational::ONE - &first];
        let expected = |party: usize| {
            let part = |draw: usize| number(&deals[draw]["utility"][party]) * &chances[draw];
            (part(0) + part(1)).to_string()
        };
        let probabilities = chances.each_ref().map(Rational::to_string);
        let utility = [0, 1].map(expected);
        json!({"utility": utility, "probabilities": probabilities, "deals": deals})
    };
    let deals = [0, 1].map(|draw: usize| honest["deals"][draw].clone());
    let first = number(&honest["probabilities"][0]);
    let steps = [-1, 1].map(|step| &first + &Rational::new(step, 1000));
    let possible = |first: &Rational| !first.is_negative() && *first <= Rational::ONE;
    let mut others: Vec<Value> = steps
        .into_iter()
        .filter(possible)
        .map(|first| drawn(&deals, first))
        .collect();
    for draw in 0..2 {
        others.extend(case.near(&deals[draw]).into_iter().map(|other| {
            let mut deals = deals.clone();
            deals[draw] = other;
            drawn(&deals, first.clone())
        }));
    }
    others.retain(|other| other["utility"] != honest["utility"]);
    others.push(Value::Null);
    let claim = |lottery| json!({"claim": "nash_lottery", "lottery": lottery});
    others.into_iter().map(claim).collect()
}

/// A piece left out, with another end, with a neighbour that is none, or with a gap.
fn frontiers(case: &Case, pieces: &[Value]) -> Vec<Value> {
    let mut forged = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        let mut forge = |others: &[Value]| {
            let pieces = [&pieces[..index], others, &pieces[index + 1..]].concat();
            forged.push(json!({"claim": "frontier", "pieces": pieces, "second": null}));
        };
        forge(&[]);
        let ends = piece.as_array().expect("ends");
        for (place, end) in ends.iter().enumerate() {
            let mut near = case.near(end);
            near.retain(|other| other["utility"] != end["utility"]);
            for other in near {
                forge(&[with(piece, &format!("/{place}"), other.clone())]);
                forge(&[piece.clone(), json!([other])]);
                forge(&[json!([other]), piece.clone()]);
            }
        }
        if let [from, to] = ends.as_slice() {
            let mix =
                |thousandths: i64| case.mix(from, to, &Rational::new(thousandths.into(), 1000));
            forge(&[json!([from]), json!([to])]);
            forge(&[json!([from, mix(500)]), json!([mix(501), to])]);
            forge(&[json!([from, mix(999)])]);
            forge(&[json!([mix(1), to])]);
        }
    }
    forged
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_false_by_a_little_is_not_proved(case in cases()) {
        let honest = case.honest();
        let d = case.batnas.map(|batna| Rational::new(batna.into(), 100));
        let weights = [json!(["1", "1"]), json!(["2", "3"]), json!(["1", "1000"])];
        let known = case.analysis();
        for claim in honest["claims"].as_array().expect("claims") {
            if let Some(deal) = claim.get("deal").filter(|deal| !deal.is_null()) {
                for deal in case.near(deal) {
                    let score = known.score_allocation(&Allocation {
                        shares: case.shares(&deal),
                        terms: vec![],
                    });
                    let efficient = case.is_proved(&json!({"claim": "efficient", "deal": deal}), &weights);
                    prop_assert_eq!(efficient, score.dominated_by.is_none(), "{}", deal);
                }
            }
            let own = claim["weights"].as_array().expect("weights");
            let weights = [own, &weights[..]].concat();
            for forged in forgeries(&case, claim, &d) {
                prop_assert!(!case.is_proved(&forged, &weights), "{}\n{}", forged, honest);
            }
        }
    }
}
