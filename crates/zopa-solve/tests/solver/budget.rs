//! A budget that runs out says so, and never gives a frontier.

use std::sync::atomic::{AtomicUsize, Ordering};

use zopa_model::{Rational, UtilityPoint};
use zopa_solve::{Budget, Completeness, Frontier, Game, Issue, StopReason, Stopped};

use crate::convert::solve;

/// Assets worth 1, 2, 4, ... to both: all 2^count sums are efficient (u_A + u_B is the same for all).
fn powers_of_two(count: u32) -> Game {
    let zero = || Rational::ZERO;
    let asset = |power: u32| {
        let worth = Rational::from(1_i128 << power);
        Issue::Options(vec![
            UtilityPoint::new(worth.clone(), zero()),
            UtilityPoint::new(zero(), worth),
        ])
    };
    Game {
        base: UtilityPoint::new(zero(), zero()),
        issues: (0..count).map(asset).collect(),
    }
}

fn stopped(game: &Game, budget: &Budget<'_>) -> Stopped {
    match Frontier::of(game, budget) {
        Completeness::Stopped(stopped) => stopped,
        Completeness::Complete(frontier) => panic!("a frontier of {} pieces", frontier.len()),
    }
}

/// By hand: after k assets 2^k sums are kept, so 1000 are first exceeded by the tenth, with 1024.
#[test]
fn too_many_points() {
    let game = powers_of_two(12);
    let budget = Budget {
        max_points: 1000,
        ..Budget::default()
    };
    let expected = Stopped {
        reason: StopReason::Points,
        merged: 9,
        groups: 12,
        points: 1024,
    };
    assert_eq!(stopped(&game, &budget), expected);
}

/// By hand: 2^12 = 4096 points are kept at the end, and no more before.
#[test]
fn the_limit_itself_is_allowed() {
    let game = powers_of_two(12);
    let exact = Budget {
        max_points: 4096,
        ..Budget::default()
    };
    let frontier = Frontier::of(&game, &exact)
        .complete()
        .expect("4096 are allowed");
    assert_eq!(frontier.len(), 4096);
    let short = Budget {
        max_points: 4095,
        ..Budget::default()
    };
    assert_eq!(stopped(&game, &short).points, 4096);
    assert!(Frontier::of(&game, &short).complete().is_none());
}

#[test]
fn every_smaller_limit_stops_and_none_changes_the_answer() {
    let game = powers_of_two(7);
    let whole: Vec<_> = solve(&game).pieces().collect();
    for max_points in 0..200 {
        let budget = Budget {
            max_points,
            ..Budget::default()
        };
        match Frontier::of(&game, &budget) {
            Completeness::Complete(frontier) => {
                assert!(max_points >= 128, "{max_points}");
                assert!(frontier.pieces().eq(whole.iter().cloned()));
            }
            Completeness::Stopped(stopped) => {
                assert!(max_points < 128, "{max_points}: {stopped:?}");
                assert!(
                    stopped.points > max_points && stopped.merged < stopped.groups,
                    "{stopped:?}"
                );
            }
        }
    }
}

#[test]
fn a_stop_that_says_so_at_once() {
    let game = powers_of_two(12);
    let always = || true;
    let budget = Budget {
        stop: Some(&always),
        ..Budget::default()
    };
    let stopped = stopped(&game, &budget);
    assert_eq!(
        (stopped.reason, stopped.merged, stopped.groups),
        (StopReason::Stop, 0, 12)
    );
}

/// Asked at least once for each asset, and obeyed the first time that it says so.
#[test]
fn a_stop_that_says_so_later() {
    let game = powers_of_two(12);
    let asked = AtomicUsize::new(0);
    let later = || asked.fetch_add(1, Ordering::Relaxed) >= 5;
    let budget = Budget {
        stop: Some(&later),
        ..Budget::default()
    };
    let stopped = stopped(&game, &budget);
    assert_eq!(stopped.reason, StopReason::Stop);
    assert_eq!(asked.load(Ordering::Relaxed), 6, "it is not asked again");
    assert!(
        stopped.merged <= 5 && stopped.points == 1 << stopped.merged,
        "{stopped:?}"
    );
}

#[test]
fn a_stop_that_never_says_so_changes_nothing() {
    let game = powers_of_two(8);
    let asked = AtomicUsize::new(0);
    let never = || {
        asked.fetch_add(1, Ordering::Relaxed);
        false
    };
    let budget = Budget {
        stop: Some(&never),
        ..Budget::default()
    };
    let frontier = Frontier::of(&game, &budget).complete().expect("complete");
    assert!(frontier.pieces().eq(solve(&game).pieces()));
    assert!(asked.load(Ordering::Relaxed) >= 8);
}

/// Identical assets are merged by doubling, so that their number of groups grows with its logarithm (1000 = 1 + 2 + 4 + ...
/// + 256 + 489), and a budget of 1001 points suffices for 2^1000 allocations.
#[test]
fn identical_assets_are_cheap() {
    let pair = |a: i64, b: i64| UtilityPoint::new(Rational::from(a), Rational::from(b));
    let asset = Issue::Options(vec![pair(3, 0), pair(0, 2)]);
    let game = Game {
        base: pair(0, 0),
        issues: vec![asset; 1000],
    };
    let budget = Budget {
        max_points: 1001,
        ..Budget::default()
    };
    let frontier = Frontier::of(&game, &budget)
        .complete()
        .expect("1001 points");
    assert_eq!(frontier.len(), 1001);
    for (passed, piece) in (0_i64..).zip(frontier.pieces()) {
        assert_eq!(piece.from, pair(3 * passed, 2 * (1000 - passed)));
    }
    let short = Budget {
        max_points: 1000,
        ..Budget::default()
    };
    assert_eq!(stopped(&game, &short).groups, 10);
}
