//! What is missing where there is no ZOPA.

mod common;

use common::{made, ratio};
use zopa::{Options, Rational, analyze};
use zopa_design::{Quantity, shortfall, smallest_valuation_edit};

/// A pie of 1 and BATNAs of 0.6 and 0.7: 0.3 too much together.
#[test]
fn a_pie_is_short_by_hand() {
    let study = made(&["a divisible 1 1", "b divisible 0 0"], ["0.6", "0.7"]).study();
    let short = shortfall(&study.analysis).expect("no ZOPA");
    assert_eq!(short.equal_concession, ratio("0.15"));
    assert_eq!(short.gaps, [Some(ratio("0.3")), Some(ratio("0.3"))]);
    assert_eq!(short.batna_cut.sum(), ratio("0.3"));
    let proof = short.certificate.expect("no lottery helps");
    assert_eq!(proof.weights.0, [ratio("1/2"), ratio("1/2")]);
    // u_A + u_B <= 1, so the weighted gains are at most (1 - 1.3) / 2
    assert_eq!(proof.bound, ratio("-0.15"));
    assert!(!short.lottery);
    assert_eq!(short.minimax.utility.0, [ratio("0.45"), ratio("0.55")]);
}

/// All to the one or all to the other: a lottery reaches 0.5 each, a deal does not.
#[test]
fn a_lottery_leaves_no_certificate() {
    let study = made(&["a indivisible 1 1", "b both_benefit 0 0"], ["0.4", "0.3"]).study();
    let short = shortfall(&study.analysis).expect("no ZOPA");
    assert!(short.lottery && short.certificate.is_none());
    // A gets it: B lacks 0.3; B gets it: A lacks 0.4
    assert_eq!(short.batna_cut.0, [Rational::ZERO, ratio("0.3")]);
    assert_eq!(short.gaps, [Some(ratio("0.4")), Some(ratio("0.3"))]);
}

#[test]
fn with_a_zopa_nothing_is_missing() {
    let study = made(&["a divisible 1 1", "b divisible 0 0"], ["0.5", "0.5"]).study();
    assert!(shortfall(&study.analysis).is_none());
}

/// With t for b and the rest for a, Ann has 0.3 (1 - t) + t of 0.3 of a and all of b, which leaves Bob his 0.7: 0.6 from t = 3/7 up. For
/// Bob it would take 1/2. Half a step before it there is no ZOPA, and nothing is to be mended where there is one.
#[test]
fn the_smallest_edit_by_hand() {
    let study = made(&["a divisible 1 1", "b divisible 0 0"], ["0.6", "0.7"]).study();
    let options = Options::default();
    let edit = smallest_valuation_edit(&study.analysis, &options);
    let edit = edit.expect("a small game").expect("an edit");
    assert_eq!((edit.party, edit.quantity), (0, Quantity::Valuation(1)));
    assert_eq!((edit.from, &edit.to), (Rational::ZERO, &ratio("3/7")));
    for (to, exists) in [("3/7", true), ("42/100", false)] {
        let mut scenario = study.analysis.scenario.clone();
        scenario.resources[1].weight[0] = ratio(to);
        scenario.resources[0].weight[0] = Rational::ONE - ratio(to);
        let there = analyze(&scenario, &options).expect("resources");
        assert_eq!(there.complete().expect("small").zopa.exists, exists);
    }
    let study = made(&["a divisible 1 1", "b divisible 0 0"], ["0.5", "0.5"]).study();
    assert_eq!(
        smallest_valuation_edit(&study.analysis, &options),
        Some(None)
    );
}

/// In the shipped scenarios without a ZOPA: the certificate holds for each piece's ends, cutting BATNAs as said makes a ZOPA, and
/// nothing on a fine grid along the frontier lacks less.
#[test]
fn shortfalls_of_shipped_scenarios() {
    for id in [
        "wound_clinic_noncompete",
        "duplex_foundation_repair",
        "orphan_song_royalties",
    ] {
        let study = common::study(&common::shipped(id).1);
        let analysis = &study.analysis;
        let d = &analysis.disagreement;
        let short = shortfall(analysis).expect("no ZOPA");
        assert_eq!(short.certificate.is_none(), short.lottery, "{id}");
        let least = short.batna_cut.sum();
        for piece in analysis.frontier.pieces() {
            for step in 0..=20 {
                let at = piece.at(&Rational::new(step, 20));
                let lack = d.minus(&at).0.map(|lack| lack.max(Rational::ZERO));
                assert!(&lack[0] + &lack[1] >= least, "{id}");
                assert!(
                    lack[0].clone().max(lack[1].clone()) >= short.equal_concession,
                    "{id}"
                );
                if let Some(proof) = &short.certificate {
                    let gain = at.minus(d);
                    let sum = proof.weights.a() * gain.a() + proof.weights.b() * gain.b();
                    assert!(sum <= proof.bound && proof.bound.is_negative(), "{id}");
                }
            }
        }
        let cut = d.minus(&short.batna_cut);
        assert!(
            !zopa_solve::margin(&analysis.frontier, &cut).is_negative(),
            "{id}"
        );
    }
}
