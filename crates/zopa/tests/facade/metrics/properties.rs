//! Ranges, symmetry, and what follows from what, on random scenarios.

use zopa::metrics::Metrics;
use zopa::{Agreement, Allocation, Convention, Rational, UtilityPoint};
use zopa_model::Batna;
use zopa_solve::{Game, Issue};

use super::{measure, rational};
use crate::made::{game, random_batnas, random_items, spelled};
use crate::random::Random;
use crate::scenarios::{Item, analyze, scenario};

/// A deal; `complete` leaves nothing on the table, and shared resources to both in full.
fn random_deal(random: &mut Random, items: &[Item], complete: bool) -> Allocation {
    let mut share = |item: &Item| {
        let quarter = rational(random.between(0, 4), 4);
        let whole = rational(random.between(0, 1), 1);
        let rest = |share: Rational| {
            let rest = Rational::ONE - &share;
            [share, rest]
        };
        match item.kind {
            "both_benefit" if complete => [Rational::ONE, Rational::ONE],
            "both_benefit" => [quarter, whole],
            "indivisible" | "divisible" if !complete && random.once_in(3) => {
                [Rational::ZERO, Rational::ZERO]
            }
            "indivisible" | "-indivisible" => rest(whole),
            _ => rest(quarter),
        }
    };
    Allocation {
        shares: items.iter().map(&mut share).collect(),
        terms: Vec::new(),
    }
}

fn deal(allocation: &Allocation) -> Agreement {
    Agreement::Deal {
        allocation: allocation.clone(),
        assumed: Vec::new(),
    }
}

fn swapped<T: Clone>([a, b]: &[T; 2]) -> [T; 2] {
    [b.clone(), a.clone()]
}

/// The measures with the parties' names exchanged.
fn exchanged(mut metrics: Metrics) -> Metrics {
    let point = |point: &UtilityPoint| UtilityPoint(swapped(&point.0));
    if let Some(lewis) = &mut metrics.lewis {
        lewis.score_all = point(&lewis.score_all);
        lewis.score_agreed = lewis.score_agreed.as_ref().map(point);
    }
    if let Some(fairness) = &mut metrics.fairness {
        fairness.envy = fairness.envy.as_ref().map(swapped);
        fairness.proportional_surplus = fairness.proportional_surplus.as_ref().map(swapped);
        fairness.satisfaction = fairness.satisfaction.as_ref().map(point);
    }
    if let Some(integrative) = &mut metrics.integrative {
        integrative.claimed = integrative.claimed.as_ref().map(swapped);
    }
    metrics
}

#[test]
fn exchanging_the_parties_exchanges_the_measures() {
    let mut random = Random::seeded(45);
    for _ in 0..150 {
        let items = random_items(&mut random, false);
        let batnas = random_batnas(&mut random);
        let mirrored: Vec<Item> = items
            .iter()
            .cloned()
            .map(|item| Item {
                worth: swapped(&item.worth),
                ..item
            })
            .collect();
        let convention = [Convention::Signed, Convention::Avoided][random.below(2)];
        let plain = analyze(&scenario(&items, spelled(&batnas)), convention);
        let mirror = analyze(&scenario(&mirrored, swapped(&spelled(&batnas))), convention);
        assert_eq!(
            measure(&plain, &Agreement::NoDeal),
            exchanged(measure(&mirror, &Agreement::NoDeal))
        );
        for _ in 0..4 {
            let allocation = random_deal(&mut random, &items, false);
            let other = Allocation {
                shares: allocation.shares.iter().map(swapped).collect(),
                terms: Vec::new(),
            };
            assert_eq!(
                measure(&plain, &deal(&allocation)),
                exchanged(measure(&mirror, &deal(&other))),
                "{items:?} {batnas:?} {allocation:?}"
            );
        }
    }
}

/// Whether a value is there and outside of [low, high].
fn outside(value: Option<&Rational>, low: Rational, high: Rational) -> bool {
    value.is_some_and(|value| *value < low || *value > high)
}

#[test]
fn measures_keep_to_their_ranges() {
    let mut random = Random::seeded(46);
    for _ in 0..300 {
        let items = random_items(&mut random, false);
        let scenario = scenario(&items, spelled(&random_batnas(&mut random)));
        let analysis = analyze(&scenario, Convention::Signed);
        let allocation = random_deal(&mut random, &items, false);
        let found = measure(&analysis, &deal(&allocation));
        let (zero, one, half) = (Rational::ZERO, Rational::ONE, rational(1, 2));
        let fairness = found.fairness.expect("asked for");
        assert!(fairness.ef1 == Some(true) || fairness.envy_free == Some(false));
        for (value, low, high) in [
            (fairness.equitability_gap.as_ref(), &zero, &one),
            (fairness.jain.as_ref(), &half, &one),
            (fairness.gini.as_ref(), &zero, &half),
        ] {
            assert!(!outside(value, low.clone(), high.clone()), "{fairness:?}");
        }
        let efficiency = found.efficiency.expect("asked for");
        let score = analysis.score_allocation(&allocation);
        for value in [efficiency.radial.as_ref(), efficiency.tripp_sondak.as_ref()] {
            assert!(!outside(value, zero.clone(), one.clone()), "{efficiency:?}");
            assert!(score.individually_rational || value.is_none());
            if score.pareto_efficient {
                assert!(value.is_none_or(|value| *value == one), "{efficiency:?}");
            }
        }
        let integrative = found.integrative.expect("asked for");
        if let Some(index) = &integrative.logrolling_index {
            assert!(*index <= one, "{integrative:?}");
        }
        if let Some([a, b]) = &integrative.claimed {
            assert_eq!(a + b, one);
        }
        let negmas = found.negmas.expect("asked for");
        let pareto = negmas.pareto_optimality;
        for other in [
            negmas.nash_optimality,
            negmas.kalai_optimality,
            negmas.modified_kalai_optimality,
            negmas.ks_optimality,
            negmas.modified_ks_optimality,
        ] {
            assert_eq!(other.is_none(), pareto.is_none());
            assert!(
                other <= pareto && other.is_none_or(|value| value >= 0.0),
                "{negmas:?}"
            );
        }
        assert!(pareto.is_none_or(|value| value <= 1.0));
        if score.pareto_efficient && score.individually_rational {
            assert_eq!(
                pareto
                    .map(|value| value.to_string())
                    .as_deref()
                    .unwrap_or("1"),
                "1"
            );
        }
    }
}

/// With two parties and nothing left over, a deal is envy-free exactly where it is proportional.
#[test]
fn envy_free_is_proportional_where_all_is_given_out() {
    let mut random = Random::seeded(47);
    let mut envy_free = 0;
    for _ in 0..400 {
        let items = random_items(&mut random, false);
        let analysis = analyze(&scenario(&items, [None, None]), Convention::Avoided);
        let allocation = random_deal(&mut random, &items, true);
        let found = measure(&analysis, &deal(&allocation))
            .fairness
            .expect("asked for");
        assert_eq!(
            found.envy_free, found.proportional,
            "{items:?} {allocation:?}"
        );
        envy_free += usize::from(found.envy_free == Some(true));
    }
    assert!((50..350).contains(&envy_free), "{envy_free} of 400");
}

/// Every pair of a game of whole resources.
fn all_pairs(game: &Game) -> Vec<UtilityPoint> {
    game.issues
        .iter()
        .fold(vec![game.base.clone()], |sums, issue| {
            let Issue::Options(options) = issue else {
                panic!("a game of whole resources")
            };
            sums.iter()
                .flat_map(|sum| options.iter().map(|option| sum.plus(option)))
                .collect()
        })
}

/// The area of what is at least `from` and at most one of the pairs, by a grid of all coordinates.
fn covered_area(pairs: &[UtilityPoint], from: &UtilityPoint) -> Rational {
    let cuts = |party: usize| {
        let above = pairs.iter().map(|pair| pair.0[party].clone());
        let mut cuts: Vec<Rational> = above.filter(|cut| *cut > from.0[party]).collect();
        cuts.push(from.0[party].clone());
        cuts.sort();
        cuts.dedup();
        cuts
    };
    let (across, up) = (cuts(0), cuts(1));
    let mut area = Rational::ZERO;
    for x in across.windows(2) {
        for y in up.windows(2) {
            let corner = UtilityPoint::new(x[1].clone(), y[1].clone());
            if pairs.iter().any(|pair| pair.covers(&corner)) {
                area += (&x[1] - &x[0]) * (&y[1] - &y[0]);
            }
        }
    }
    area
}

/// Radius and area by enumeration, on whole resources.
#[test]
fn radius_and_area_by_enumeration() {
    let mut random = Random::seeded(48);
    let mut compared = 0;
    for _ in 0..400 {
        let mut items = random_items(&mut random, false);
        for item in &mut items {
            item.kind = ["indivisible", "-indivisible", "indivisible"][random.below(3)];
        }
        let mut scenario = scenario(&items, [None, None]);
        let d = UtilityPoint::new(
            rational(random.between(-4, 5), 10),
            rational(random.between(-4, 5), 10),
        );
        for (party, utility) in scenario.parties.iter_mut().zip(&d.0) {
            party.batna = Some(Batna {
                utility: utility.clone(),
                description: String::new(),
            });
        }
        let analysis = analyze(&scenario, Convention::Signed);
        let pairs = all_pairs(&game(&items, Convention::Signed, &|_| false));
        let allocation = random_deal(&mut random, &items, false);
        let found = measure(&analysis, &deal(&allocation))
            .efficiency
            .expect("asked for");
        let gain = scenario.utility(&allocation, Convention::Signed).minus(&d);
        if !gain.is_nonnegative() || gain.sum().is_zero() {
            assert_eq!(found.radial, None);
            continue;
        }
        compared += 1;
        let stretch = |pair: &UtilityPoint| {
            let reached = pair.minus(&d);
            let ratios = (0..2).filter(|&party| gain.0[party].is_positive());
            let smallest = ratios.map(|party| &reached.0[party] / &gain.0[party]).min();
            smallest.filter(|_| reached.is_nonnegative())
        };
        let most = pairs
            .iter()
            .filter_map(stretch)
            .max()
            .expect("the deal itself");
        assert_eq!(found.radial, Rational::ONE.checked_div(&most), "{items:?}");
        let inferior = gain.product();
        let superior = covered_area(&pairs, &gain.plus(&d));
        assert_eq!(
            found.tripp_sondak,
            inferior.checked_div(&(&inferior + &superior)),
            "{items:?} {allocation:?}"
        );
    }
    assert!(compared > 60, "only {compared} deals were compared");
}
