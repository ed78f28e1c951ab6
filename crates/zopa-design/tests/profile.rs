//! The quantities of a profile, against values worked out by hand and by enumeration.

mod common;

use common::{made, ratio};
use zopa::{NearestFloat as _, Rational};
use zopa_design::{
    Difficulty, DifficultyLimits, Profile, Rate, integrative_potential, profile_of, total_variation,
};

fn profile(made: &common::Made) -> Profile {
    profile_of(&made.study(), &DifficultyLimits::default(), 10_000, 1)
}

/// One divisible resource worth 1 to both: the frontier is the line from (0, 1) to (1, 0).
#[test]
fn a_fixed_pie() {
    let pie = made(&["a divisible 1 1", "b divisible 0 0"], ["0.2", "0.5"]);
    let profile = profile(&pie);
    // 1 - 0.2 - 0.5 is left to gain, half of it for both at once
    assert_eq!(profile.margin, ratio("0.15"));
    assert_eq!(profile.widths, Some([ratio("0.3"), ratio("0.3")]));
    assert_eq!(profile.area_share, ratio("1/2"));
    assert_eq!(profile.total_variation, Rational::ZERO);
    assert_eq!(profile.integrative_potential, Rational::ZERO);
    // from (1, 1) to the line x + y = 1: 1 / sqrt 2
    let opposition = profile.opposition.expect("a range");
    assert_eq!(opposition.squared, ratio("1/2"));
    assert_eq!(profile.efficient, None);
}

/// Where all resources are rival assets and weights sum to 1, the largest sum is 1 + TV.
#[test]
fn the_largest_sum_is_one_plus_the_distance() {
    let rival = made(
        &[
            "a divisible 0.5 0.2",
            "b indivisible 0.3 0.3",
            "c divisible 0.2 0.5",
        ],
        ["0.3", "0.3"],
    );
    let scenario = rival.scenario();
    let game = zopa::game(&scenario, zopa::Convention::Signed, |_| true);
    let tv = total_variation(&scenario);
    assert_eq!(tv, ratio("0.3"));
    assert_eq!(game.max_utility_sum(), Rational::ONE + &tv);
    assert_eq!(integrative_potential(&scenario), tv);
}

/// Counting by hand: a to Ann and b to Bob, or the other way, of four assignments; (0.7, 0.6) and (0.3, 0.4).
#[test]
fn deals_are_counted() {
    let two = made(
        &["a indivisible 0.7 0.4", "b indivisible 0.3 0.6"],
        ["0.25", "0.35"],
    );
    let both = profile(&two);
    assert_eq!(both.random, Rate::Exact(ratio("1/2")));
    assert_eq!(both.even_split, Rate::Exact(Rational::ONE));
    assert_eq!(both.outcomes, Some(4));
    // efficient: all to Bob, a to Ann, all to Ann
    assert_eq!(both.efficient, Some(3));
    let strict = profile(&made(
        &["a indivisible 0.7 0.4", "b indivisible 0.3 0.6"],
        ["0.5", "0.5"],
    ));
    assert_eq!(strict.random, Rate::Exact(ratio("1/4")));
    assert_eq!(strict.even_split, Rate::Exact(ratio("1/2")));
}

/// One divisible resource: with a at Ann, Ann has 0.4 and needs nothing more, Bob (0.6 of the cash) at least half of it; with a
/// at Bob, Ann needs half of the cash and Bob nothing. So half of the cash's splits in either case.
#[test]
fn shares_of_one_divisible_resource_are_measured() {
    let one = made(
        &["cash divisible 0.6 0.6", "a indivisible 0.4 0.4"],
        ["0.3", "0.3"],
    );
    assert_eq!(profile(&one).random, Rate::Exact(ratio("1/2")));
}

/// Two divisible resources: the exact rate is that of x + y >= 1/2 and <= 3/2 for uniform x and y: 3/4.
#[test]
fn draws_come_near_the_area() {
    let two = made(
        &["a divisible 0.5 0.5", "b divisible 0.5 0.5"],
        ["0.25", "0.25"],
    );
    let Rate::Sampled { hits, draws } = profile(&two).random else {
        panic!("two divisible resources are sampled");
    };
    assert_eq!(draws, 10_000);
    // three standard deviations: 3 sqrt(10000 * 3/4 * 1/4) = 130
    assert!((7370..=7630).contains(&hits), "{hits}");
    let again = profile(&two).random;
    assert_eq!(again, Rate::Sampled { hits, draws });
}

/// Burdens count in trade as assets do: what one bears more lightly it should bear.
#[test]
fn burdens_have_a_potential() {
    let burden = made(&["a -divisible 0.8 0.4", "b divisible 0.2 0.6"], ["", ""]);
    let profile = profile(&burden);
    assert_eq!(profile.integrative_potential, ratio("0.4"));
    assert_eq!(profile.total_variation, ratio("0.4"));
}

#[test]
fn levels_have_reasons() {
    let level = |resources: &[&str], batnas| profile(&made(resources, batnas)).computed;
    let pie = ["a divisible 0.5 0.5", "b divisible 0.5 0.5"];
    // margin 0.5 - d
    assert_eq!(level(&pie, ["0.46", "0.46"]).level, Difficulty::Expert);
    assert_eq!(
        level(&pie, ["0.45", "0.45"]).level,
        Difficulty::Intermediate
    );
    assert_eq!(level(&pie, ["0.6", "0.6"]).level, Difficulty::Expert);
    assert_eq!(level(&pie, ["0.1", "0.1"]).level, Difficulty::Novice);
    let hidden = ["a divisible 0.8 0.8", "b divisible? 0.2 0.2"];
    let judged = level(&hidden, ["0.42", "0.42"]);
    assert_eq!(judged.level, Difficulty::Expert);
    assert!(
        judged
            .reasons
            .iter()
            .any(|reason| reason.contains("revealed")),
        "{judged:?}"
    );
    assert_eq!(
        level(&hidden, ["0.1", "0.1"]).level,
        Difficulty::Intermediate
    );
}

/// The distance from the ideal point by a dense search along the frontier.
#[test]
fn opposition_is_a_shortest_distance() {
    let (_, scenario) = common::shipped("cofounder_windup_ip");
    let study = common::study(&scenario);
    let profile = profile_of(&study, &DifficultyLimits::default(), 100, 1);
    let [least, most] = scenario.utility_range(zopa::Convention::Signed);
    let mut nearest = f64::INFINITY;
    for piece in study.analysis.frontier.pieces() {
        for step in 0..=200 {
            let at = piece.at(&Rational::new(step, 200));
            let off = [0, 1].map(|party: usize| {
                ((&most.0[party] - &at.0[party]) / (&most.0[party] - &least.0[party])).to_f64()
            });
            nearest = nearest.min(off[0].hypot(off[1]));
        }
    }
    let exact = profile.opposition.expect("a range").squared.sqrt_to_f64();
    assert!(
        exact <= nearest && nearest < exact + 1e-3,
        "{exact} {nearest}"
    );
}
