//! The value of latent resources, against the oracle on every coalition and Shapley's definition by orders of arrival.

use zopa::{Convention, Options, Rational, UtilityPoint, latent_value};

use crate::made::{game, random_batnas, random_items, spelled};
use crate::oracle::{Oracle, size};
use crate::random::Random;
use crate::scenarios::scenario;

/// All orders of the numbers below `count`.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for order in orders(count - 1) {
        for place in 0..count {
            let mut longer = order.clone();
            longer.insert(place, count - 1);
            all.push(longer);
        }
    }
    all
}

/// What each adds on arrival, on average over all orders.
fn shapley(count: usize, worth: &dyn Fn(&[usize]) -> Rational) -> Vec<Rational> {
    let orders = orders(count);
    let mut total = vec![Rational::ZERO; count];
    for order in &orders {
        for place in 0..count {
            let added = worth(&order[..=place]) - worth(&order[..place]);
            total[order[place]] += added;
        }
    }
    let number = Rational::from(i128::try_from(orders.len()).expect("few orders"));
    total.into_iter().map(|sum| sum / &number).collect()
}

#[test]
fn revelation_and_shapley_values_are_the_oracles() {
    let mut random = Random::seeded(401);
    let mut compared = [0; 4];
    for _ in 0..250 {
        let items = random_items(&mut random, true);
        let latent: Vec<usize> = (0..items.len())
            .filter(|&index| items[index].latent.is_some())
            .collect();
        let batnas = random_batnas(&mut random);
        let convention = [Convention::Signed, Convention::Avoided][random.below(2)];
        if latent.len() > 3 || size(&game(&items, convention, &|_| false)) > 120 {
            continue;
        }
        compared[latent.len()] += 1;
        let scenario = scenario(&items, spelled(&batnas));
        let options = Options {
            convention,
            ..Options::default()
        };
        let value = latent_value(&scenario, &options)
            .expect("few")
            .complete()
            .expect("small");
        let Some(value) = value else {
            assert!(latent.is_empty());
            continue;
        };
        let d = scenario.disagreement_point();
        // Revealed are these places of `latent`.
        let oracle = |revealed: &[usize]| {
            let hidden = |index: usize| {
                latent
                    .iter()
                    .position(|&other| other == index)
                    .is_some_and(|place| !revealed.contains(&place))
            };
            Oracle::of(&game(&items, convention, &hidden))
        };
        let margin = |revealed: &[usize]| oracle(revealed).margin(&d);
        let sum = |revealed: &[usize]| {
            let strokes = oracle(revealed).feasible;
            strokes
                .iter()
                .flat_map(|stroke| [stroke.from.sum(), stroke.to.sum()])
                .max()
                .expect("feasible")
        };
        let none = oracle(&[]);
        assert_eq!(
            value.known_only_zopa.exists,
            none.zopa_exists(&d),
            "{items:?}"
        );
        assert_eq!(value.known_only_zopa.margin, none.margin(&d), "{items:?}");
        assert_eq!(value.known_only_zopa.ideal, none.ideal(&d), "{items:?}");
        assert_eq!(
            value.known_only_zopa.area_share,
            none.area_share(&d),
            "{items:?}"
        );
        let nash = value
            .known_only_nash
            .as_ref()
            .map(|(deal, unique)| (deal.utility.clone(), *unique));
        assert_eq!(
            nash,
            none.nash(&d).map(|chosen| (chosen.utility, chosen.unique)),
            "{items:?}"
        );
        if let Some((deal, _)) = &value.known_only_nash {
            assert_eq!(
                scenario.utility(&deal.allocation, convention),
                deal.utility,
                "{items:?}"
            );
            for &index in &latent {
                let shares = &deal.allocation.shares[index];
                assert_eq!(
                    shares,
                    &scenario.resources[index].hidden_shares(),
                    "{items:?}"
                );
            }
        }
        let by_margin = shapley(latent.len(), &margin);
        let by_sum = shapley(latent.len(), &sum);
        assert_eq!(value.resources.len(), latent.len());
        for (place, found) in value.resources.iter().enumerate() {
            assert_eq!(found.resource, latent[place]);
            assert_eq!(found.shapley_margin, by_margin[place], "{items:?}");
            assert_eq!(found.shapley_utility_sum, by_sum[place], "{items:?}");
            assert_eq!(found.margin, margin(&[place]) - margin(&[]), "{items:?}");
            let (before, after) = (none.nash(&d), oracle(&[place]).nash(&d));
            let gain: Option<UtilityPoint> = after
                .zip(before)
                .map(|(after, before)| after.utility.minus(&before.utility));
            assert_eq!(found.nash_gain, gain, "{items:?}");
        }
        let all: Vec<usize> = (0..latent.len()).collect();
        let of_all: Rational = value
            .resources
            .iter()
            .map(|found| &found.shapley_margin)
            .sum();
        assert_eq!(of_all, margin(&all) - margin(&[]), "{items:?}");
        let of_all: Rational = value
            .resources
            .iter()
            .map(|found| &found.shapley_utility_sum)
            .sum();
        assert_eq!(of_all, sum(&all) - sum(&[]), "{items:?}");
    }
    assert!(compared.iter().all(|&count| count >= 10), "{compared:?}");
}

/// By hand: three games' worths 0, 1, 2, 4 give ((1-0) + (4-2))/2 and ((2-0) + (4-1))/2.
#[test]
fn shapley_by_orders() {
    let worth = |coalition: &[usize]| {
        Rational::from(match (coalition.contains(&0), coalition.contains(&1)) {
            (false, false) => 0,
            (true, false) => 1,
            (false, true) => 2,
            (true, true) => 4,
        })
    };
    assert_eq!(
        shapley(2, &worth),
        [Rational::new(3, 2), Rational::new(5, 2)]
    );
}
