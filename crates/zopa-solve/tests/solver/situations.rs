//! The random games meet every situation that is easily got wrong. (A comparison on games that never have a gap proves little.)

use zopa_model::{Rational, UtilityPoint};

use crate::games::{self, Numbers};
use crate::oracle::Oracle;
use crate::random::Random;

#[test]
fn the_random_games_meet_every_situation() {
    let mut met = std::collections::BTreeMap::<&str, usize>::new();
    let mut random = Random::seeded(1);
    for number in 0..400 {
        let numbers = [Numbers::Coarse, Numbers::Signed][number % 2];
        let game = games::game(&mut random, numbers, 4, 50);
        let oracle = Oracle::of(&game);
        let mut note = |name, is_so: bool| *met.entry(name).or_default() += usize::from(is_so);
        let pieces = &oracle.frontier;
        note(
            "points alone",
            pieces.len() > 3 && pieces.iter().all(|piece| piece.is_point()),
        );
        for pair in pieces.windows(2) {
            let (first, second) = (&pair[0], &pair[1]);
            let corner = first.to == second.from;
            let turns_up = || {
                let (u, v) = (first.to.minus(&first.from), second.to.minus(&second.from));
                u.a() * v.b() > u.b() * v.a()
            };
            note("a corner outward", corner && !turns_up());
            note("a crossing: a corner inward", corner && turns_up());
            note("a gap, open at its left", first.to_open);
            note("a gap, open at its right", !corner && second.from_open);
            note(
                "a gap, closed on both sides",
                !corner && !first.to_open && !second.from_open,
            );
        }
        for d in games::disagreement_points(&mut random, numbers, &oracle) {
            let (ideal, nash) = (oracle.ideal(&d), oracle.nash(&d));
            note("no ZOPA", nash.is_none());
            note(
                "no ZOPA, but a lottery",
                nash.is_none() && oracle.nash_lottery(&d).is_some(),
            );
            note(
                "a ZOPA of one pair",
                ideal
                    .as_ref()
                    .is_some_and(|ideal| oracle.is_efficient(ideal)),
            );
            let Some((ideal, nash)) = ideal.zip(nash) else {
                continue;
            };
            let span = ideal.minus(&d);
            note("an ideal gain of 0", span.product().is_zero());
            note(
                "no product above 0, yet room",
                nash.utility.minus(&d).product().is_zero() && !span.product().is_zero(),
            );
            note("several Nash pairs", !nash.unique);
            note(
                "several utilitarian pairs",
                oracle.utilitarian(&d).is_some_and(|found| !found.unique),
            );
            note(
                "several egalitarian pairs",
                oracle.egalitarian(&d).is_some_and(|found| !found.unique),
            );
            note(
                "several Kalai-Smorodinsky pairs",
                oracle
                    .kalai_smorodinsky(&d)
                    .is_some_and(|found| !found.unique),
            );
            let better = oracle
                .nash_lottery(&d)
                .is_some_and(|found| found.product > nash.utility.minus(&d).product());
            note("a lottery that is better", better);
            note(
                "a ZOPA without area",
                oracle.area_share(&d) == Rational::ZERO,
            );
            let fair = oracle.egalitarian(&d).map(|found| found.utility);
            let concepts = [
                Some(nash.utility),
                oracle.kalai_smorodinsky(&d).map(|found| found.utility),
                fair,
            ];
            note("three concepts, three pairs", all_different(&concepts));
        }
    }
    assert!(met.len() >= 18, "{met:?}");
    assert!(met.values().all(|&count| count >= 10), "{met:?}");
}

fn all_different(points: &[Option<UtilityPoint>; 3]) -> bool {
    points[0] != points[1] && points[1] != points[2] && points[0] != points[2]
}
