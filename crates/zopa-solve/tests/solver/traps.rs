//! What other programs get wrong, one test each.

use zopa_model::{Rational, UtilityPoint};
use zopa_solve::concepts::{egalitarian, kalai_smorodinsky, nash, nash_lottery, utilitarian};
use zopa_solve::judge::is_dominated;
use zopa_solve::{Frontier, Game, Issue, Zopa, closest_to_agreement};

use crate::convert::solve;

fn number(text: &str) -> Rational {
    text.parse().expect("a number")
}

fn point(a: &str, b: &str) -> UtilityPoint {
    UtilityPoint::new(number(a), number(b))
}

/// One issue with these options.
fn table(options: &[(&str, &str)]) -> (Game, Frontier) {
    let options = options.iter().map(|(a, b)| point(a, b)).collect();
    let game = Game {
        base: point("0", "0"),
        issues: vec![Issue::Options(options)],
    };
    let frontier = solve(&game);
    (game, frontier)
}

/// Two losses multiply to a positive product: (1/2 - 9/10)^2 = 4/25 would look best.
#[test]
fn two_negative_gains_are_no_nash_point() {
    let (_, frontier) = table(&[("1/2", "1/2"), ("9/10", "1/10"), ("1/10", "9/10")]);
    let d = point("9/10", "9/10");
    assert_eq!(nash(&frontier, &d), None);
    assert_eq!(egalitarian(&frontier, &d), None);
    assert_eq!(kalai_smorodinsky(&frontier, &d), None);
    assert_eq!(utilitarian(&frontier, &d), None);
    assert_eq!(nash_lottery(&frontier, &d), None);
    let closest = frontier.utility(&closest_to_agreement(&frontier, &d));
    assert_eq!(
        closest,
        point("1/2", "1/2"),
        "both lose 2/5; elsewhere one loses 4/5"
    );
}

/// A BATNA below the worst outcome stays what it is. Two want (1, 4/25) and (4/25, 1) or may both take 299/1000. From (0, 0) the
/// products are 4/25 and (299/1000)^2 < 9/100: the first two tie. Were the BATNA raised to the worst outcome, 4/25 each,
/// theirs would be 0.
#[test]
fn a_batna_below_the_worst_outcome_is_not_altered() {
    let (_, frontier) = table(&[("1", "4/25"), ("4/25", "1"), ("299/1000", "299/1000")]);
    let found = nash(&frontier, &point("0", "0")).expect("a ZOPA");
    assert_eq!((found.product(), found.unique), (number("4/25"), false));
    assert_eq!(
        found.utility,
        point("1", "4/25"),
        "of the two the one that is better for A"
    );
    let raised = nash(&frontier, &point("4/25", "4/25")).expect("a ZOPA");
    assert_eq!(raised.utility, point("299/1000", "299/1000"));
    // Far below the worst outcome too: (1 + 1)(4/25 + 1) = 58/25 > (1299/1000)^2.
    let below = nash(&frontier, &point("-1", "-1")).expect("a ZOPA");
    assert_eq!(below.product(), number("58/25"));
}

/// Nash tied pairs are reported as such: 5 * 7 = 7 * 5, from assets worth (5, 5) and (7, 7).
#[test]
fn ties_are_reported() {
    let assets = ["5", "7"].map(|worth| Issue::Options(vec![point(worth, "0"), point("0", worth)]));
    let frontier = solve(&Game {
        base: point("0", "0"),
        issues: assets.to_vec(),
    });
    let zero = point("0", "0");
    for found in [
        nash(&frontier, &zero),
        egalitarian(&frontier, &zero),
        kalai_smorodinsky(&frontier, &zero),
    ] {
        let found = found.expect("a ZOPA");
        assert_eq!((found.utility, found.unique), (point("7", "5"), false));
    }
    let most = utilitarian(&frontier, &zero).expect("a ZOPA");
    assert_eq!(
        (most.utility, most.unique),
        (point("7", "5"), false),
        "all four sums are 12"
    );
    // With A's BATNA at 6, (7, 5) is left alone beside (12, 0): products 5 and 0.
    let found = nash(&frontier, &point("6", "0")).expect("a ZOPA");
    assert_eq!((found.utility, found.unique), (point("7", "5"), true));
}

/// A ZOPA that is one pair exists, and every concept finds that pair.
#[test]
fn a_zopa_of_a_single_point() {
    let line = Game {
        base: point("0", "0"),
        issues: vec![Issue::Segment([point("1", "0"), point("0", "1")])],
    };
    let (_, points) = table(&[("1/4", "3/4"), ("1", "0"), ("0", "1")]);
    for frontier in [solve(&line), points] {
        let d = point("1/4", "3/4");
        let zopa = Zopa::of(&frontier, &d);
        assert!(zopa.exists);
        assert_eq!((zopa.margin, zopa.ideal), (Rational::ZERO, Some(d.clone())));
        assert_eq!(zopa.area_share, Rational::ONE);
        for concept in [nash, kalai_smorodinsky, egalitarian, utilitarian] {
            let found = concept(&frontier, &d).expect("one pair");
            assert_eq!((found.utility, found.unique), (d.clone(), true));
            assert_eq!(found.gain, point("0", "0"));
        }
        assert_eq!(nash_lottery(&frontier, &d).expect("one pair").utility, d);
        // a hair more and there is none
        let more = point("1/4", "750000000000000001/1000000000000000000");
        assert!(!Zopa::of(&frontier, &more).exists);
        assert_eq!(nash(&frontier, &more), None);
    }
}

/// The frontier does not depend on the BATNAs; without a ZOPA it is all there.
#[test]
fn without_a_zopa_there_is_a_frontier() {
    let (_, frontier) = table(&[("0", "10"), ("6", "6"), ("5", "5"), ("10", "0")]);
    let d = point("7", "7");
    let zopa = Zopa::of(&frontier, &d);
    assert_eq!(
        (zopa.exists, zopa.ideal, zopa.area_share),
        (false, None, Rational::ZERO)
    );
    assert_eq!(zopa.margin, number("-1"));
    let ends: Vec<_> = frontier.pieces().map(|piece| piece.from).collect();
    assert_eq!(ends, [point("0", "10"), point("6", "6"), point("10", "0")]);
    assert_eq!(
        frontier.utility(&closest_to_agreement(&frontier, &d)),
        point("6", "6")
    );
}

/// The Nash point of the hull is exact. (1, 0) and (0, 1) and a third option just outside their line, at (1/2 + e, 1/2 + e) with
/// e = 10^-15: it is the best, and no mixture beats it. Just inside, at 1/2 - e, the mixture of the others does.
#[test]
fn the_lottery_is_exact() {
    let e = number("1/1000000000000000");
    let half = number("1/2");
    let middle = |value: Rational| {
        let options = vec![
            point("0", "1"),
            UtilityPoint::new(value.clone(), value),
            point("1", "0"),
        ];
        solve(&Game {
            base: point("0", "0"),
            issues: vec![Issue::Options(options)],
        })
    };
    let zero = point("0", "0");
    let outside = nash_lottery(&middle(&half + &e), &zero).expect("a lottery");
    assert_eq!(outside.utility, UtilityPoint::new(&half + &e, &half + &e));
    assert_eq!(outside.draws.len(), 1);
    let inside = nash_lottery(&middle(&half - &e), &zero).expect("a lottery");
    assert_eq!(inside.utility, point("1/2", "1/2"));
    let chances: Vec<_> = inside.draws.iter().map(|draw| draw.0.clone()).collect();
    assert_eq!(chances, [half.clone(), half.clone()]);
    // On the line it is an efficient pair itself: no lottery is needed.
    let on_line = nash_lottery(&middle(half), &zero).expect("a lottery");
    assert_eq!(
        (on_line.utility, on_line.draws.len()),
        (point("1/2", "1/2"), 1)
    );
}

/// The same pair twice is one efficient pair, and neither dominates the other.
#[test]
fn duplicates_do_not_dominate_each_other() {
    let (game, frontier) = table(&[("1/2", "1/2"), ("1/2", "1/2")]);
    assert_eq!(frontier.len(), 1);
    assert_eq!(frontier.piece(0).from, point("1/2", "1/2"));
    assert!(!is_dominated(&frontier, &point("1/2", "1/2")));
    let doubled = Game {
        base: game.base,
        issues: vec![game.issues[0].clone(), game.issues[0].clone()],
    };
    let ends: Vec<_> = solve(&doubled).pieces().collect();
    assert_eq!(ends.len(), 1);
    assert_eq!(ends[0].from, point("1", "1"));
}

/// Sums that floats tell apart or confuse: 0.1 + 0.2 and 0.3 are one number, and 10^-17 is something.
#[test]
fn no_float_noise() {
    let asset = |a: &str, b: &str| Issue::Options(vec![point(a, "0"), point("0", b)]);
    let issues = vec![
        asset("1/10", "1/10"),
        asset("1/5", "1/5"),
        asset("3/10", "3/10"),
    ];
    let frontier = solve(&Game {
        base: point("0", "0"),
        issues,
    });
    let of_a: Vec<_> = frontier
        .pieces()
        .map(|piece| piece.from.a().to_string())
        .collect();
    assert_eq!(
        of_a,
        ["0", "1/10", "1/5", "3/10", "2/5", "1/2", "3/5"],
        "3/10 comes about in two ways"
    );
    let (_, frontier) = table(&[("1", "1"), ("1", "100000000000000001/100000000000000000")]);
    assert_eq!(frontier.len(), 1);
    assert!(is_dominated(&frontier, &point("1", "1")));
}
