//! Intervals against analyses just inside and just outside of each end; known values; answers under uncertainty.

mod common;

use common::{Made, made, ratio};
use zopa::{Concept, Options, Rational, Scenario, analyze};
use zopa_design::{
    End, Interval, Intervals, Others, Quantity, Sensitivity, SensitivityOptions, levers,
    sensitivity,
};
use zopa_model::{Allocation, Convention};

fn report(scenario: &Scenario, options: &SensitivityOptions) -> Sensitivity {
    sensitivity(scenario, &Options::default(), options)
        .expect("resources")
        .complete()
        .expect("a small game")
}

fn analysis(scenario: &Scenario) -> zopa::Analysis {
    analyze(scenario, &Options::default())
        .expect("resources")
        .complete()
        .expect("a small game")
}

/// A small step; wider than what an end that is no fraction is enclosed in.
fn tiny() -> Rational {
    Rational::new(1, 10_000_000)
}

/// Values inside the interval, and one beyond each end at which the answer changes.
fn samples(interval: &Interval) -> (Vec<Rational>, Vec<Rational>) {
    let (low, high) = (&interval.low, &interval.high);
    let off = |end: &End| end.within.is_some() || end.open;
    let mut inside: Vec<Rational> = (1..8)
        .map(|part| &low.value + &((&high.value - &low.value) * Rational::new(part, 8)))
        .collect();
    let mut outside = Vec::new();
    let narrow = &high.value - &low.value < tiny() * Rational::from(4);
    if off(low) || off(high) {
        if narrow {
            inside.clear();
        }
    } else {
        inside.extend([low.value.clone(), high.value.clone()]);
    }
    if !low.unlimited {
        outside.push(if low.open {
            low.value.clone()
        } else {
            &low.value - &tiny()
        });
    }
    if !high.unlimited {
        outside.push(if high.open {
            high.value.clone()
        } else {
            &high.value + &tiny()
        });
    }
    (inside, outside)
}

fn check(scenario: &Scenario, others: Others) {
    let options = SensitivityOptions {
        others,
        ..SensitivityOptions::default()
    };
    let report = report(scenario, &options);
    let today = analysis(scenario);
    let deal = today
        .solution(Concept::Nash)
        .map(|nash| today.allocation(&nash.spot));
    for (lever, found) in levers(scenario, others).iter().zip(&report.levers) {
        let name = format!("{:?} of {} in {}", found.quantity, found.party, scenario.id);
        if found.quantity == Quantity::Batna && scenario.parties[found.party].batna.is_none() {
            continue;
        }
        let (inside, outside) = samples(&found.verdict);
        for value in inside {
            let there = analysis(&lever.moved(&value));
            assert_eq!(there.zopa.exists, today.zopa.exists, "{name} at {value}");
        }
        for value in outside {
            let there = analysis(&lever.moved(&value));
            assert_ne!(
                there.zopa.exists, today.zopa.exists,
                "{name} at {value}: {:?}",
                found.verdict
            );
        }
        let (Some(deal), Some(same), Some(form)) =
            (&deal, &found.nash_allocation, &found.nash_pattern)
        else {
            continue;
        };
        let product = |moved: &Scenario| {
            let gain = moved
                .utility(deal, Convention::Signed)
                .minus(&moved.disagreement_point());
            (gain.is_nonnegative()).then(|| gain.product())
        };
        let (inside, outside) = samples(same);
        for value in inside {
            let moved = lever.moved(&value);
            let best = analysis(&moved)
                .solution(Concept::Nash)
                .map(zopa::Solution::product);
            assert_eq!(best, product(&moved), "{name} at {value}: {same:?}");
        }
        for value in outside {
            let moved = lever.moved(&value);
            let best = analysis(&moved)
                .solution(Concept::Nash)
                .map(zopa::Solution::product);
            assert!(
                best != product(&moved) || best.is_none(),
                "{name} at {value}: {same:?}"
            );
        }
        // Inside, the best split of the same resource is as good as the best deal; outside it is not, or splits nothing.
        let Some(split) = deal.shares.iter().position(is_split) else {
            continue;
        };
        let (inside, outside) = samples(form);
        for value in inside {
            let moved = lever.moved(&value);
            let best = analysis(&moved)
                .solution(Concept::Nash)
                .map(zopa::Solution::product);
            assert_eq!(
                best,
                Some(best_split(&moved, deal, split).1),
                "{name} at {value}: {form:?}"
            );
        }
        for value in outside {
            let moved = lever.moved(&value);
            let best = analysis(&moved)
                .solution(Concept::Nash)
                .map(zopa::Solution::product);
            let (share, product) = best_split(&moved, deal, split);
            let whole = share.is_zero() || share == Rational::ONE;
            assert!(
                best != Some(product) || whole,
                "{name} at {value}: {form:?}"
            );
        }
    }
}

fn is_split(shares: &[Rational; 2]) -> bool {
    shares
        .iter()
        .all(|share| share.is_positive() && *share < Rational::ONE)
}

/// A's share with the largest product of gains, all else being as in the deal, and that product: a parabola through three points.
fn best_split(scenario: &Scenario, deal: &Allocation, split: usize) -> (Rational, Rational) {
    let product = |share: &Rational| {
        let mut deal = deal.clone();
        deal.shares[split] = [share.clone(), Rational::ONE - share];
        scenario
            .utility(&deal, Convention::Signed)
            .minus(&scenario.disagreement_point())
            .product()
    };
    let half = Rational::new(1, 2);
    let (start, middle, end) = (
        product(&Rational::ZERO),
        product(&half),
        product(&Rational::ONE),
    );
    // start + slope f + bend f^2
    let bend = (&start + &end - &middle * &Rational::from(2)) * Rational::from(2);
    let slope = &end - &start - bend.clone();
    let top = (-slope)
        .checked_div(&(bend * Rational::from(2)))
        .unwrap_or(Rational::ZERO);
    let share = top.max(Rational::ZERO).min(Rational::ONE);
    let product = product(&share);
    (share, product)
}

const KINDS: [&str; 5] = [
    "divisible",
    "indivisible",
    "-divisible",
    "-indivisible",
    "both_benefit",
];

/// A sequence that looks random.
struct Sequence(u64);

impl Sequence {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn twentieths(count: u64) -> String {
    if count == 20 {
        "1".to_owned()
    } else {
        format!("0.{:02}", count * 5)
    }
}

const BATNAS: [&str; 6] = ["0", "0.1", "0.2", "0.35", "0.5", "0.65"];

fn random(sequence: &mut Sequence) -> Made {
    let count = usize::try_from(2 + sequence.below(3)).expect("small");
    let mut parts = [[0u64; 2]; 5];
    for coin in 0..40 {
        let place = usize::try_from(sequence.below(count as u64)).expect("small");
        parts[place][coin % 2] += 1;
    }
    let resources: Vec<String> = (0..count)
        .map(|index| {
            let kind =
                KINDS[usize::try_from(sequence.below(5).min(sequence.below(5))).expect("small")];
            let [a, b] = parts[index];
            format!("r{index} {kind} {} {}", twentieths(a), twentieths(b))
        })
        .collect();
    let mut batna = || BATNAS[usize::try_from(sequence.below(6)).expect("small")];
    let texts: Vec<&str> = resources.iter().map(String::as_str).collect();
    made(&texts, [batna(), batna()])
}

#[test]
fn ends_are_where_answers_change() {
    let mut sequence = Sequence(7);
    for _ in 0..80 {
        let made = random(&mut sequence);
        let scenario = made.scenario();
        check(&scenario, Others::Renormalized);
        check(&scenario, Others::Fixed);
    }
}

#[test]
fn ends_hold_in_shipped_scenarios() {
    for id in [
        "season_tickets_split",
        "wound_clinic_noncompete",
        "orphan_song_royalties",
    ] {
        check(&common::shipped(id).1, Others::Renormalized);
    }
}

fn lever(report: &Sensitivity, party: usize, quantity: Quantity) -> &zopa_design::LeverReport {
    report
        .levers
        .iter()
        .find(|lever| lever.party == party && lever.quantity == quantity)
        .expect("a lever")
}

/// One pie of 1 with BATNAs of 0.2 and 0.5: the Nash split halves the rest, 0.35 and 0.65, and each BATNA moves both utilities by
/// half. There is a ZOPA up to BATNAs of 0.5 and 0.8.
#[test]
fn a_pie_by_hand() {
    let pie = made(&["a divisible 1 1", "b divisible 0 0"], ["0.2", "0.5"]).scenario();
    let report = report(
        &pie,
        &SensitivityOptions {
            others: Others::Fixed,
            ..Default::default()
        },
    );
    assert_eq!(report.thresholds, [Some(ratio("0.5")), Some(ratio("0.8"))]);
    let batna = lever(&report, 0, Quantity::Batna);
    assert_eq!(
        batna.verdict.high,
        End {
            value: ratio("0.5"),
            open: false,
            unlimited: false,
            within: None
        }
    );
    assert!(batna.verdict.low.unlimited);
    assert_eq!(batna.derivatives, Some([ratio("1/2"), ratio("-1/2")]));
    assert!(
        batna
            .nash_allocation
            .as_ref()
            .expect("a Nash deal")
            .is_point()
    );
    // the split stays inside as long as there is something to split: to 0.5
    let form = batna.nash_pattern.as_ref().expect("a Nash deal");
    assert_eq!(
        (&form.low.value, &form.high.value),
        (&ratio("0"), &ratio("0.5"))
    );
    // with a BATNA of 0.25 there is a quarter to gain together, an eighth for each
    assert_eq!(batna.swing.up.margin, ratio("0.125"));
    assert_eq!(
        batna.swing.up.nash.as_ref().expect("a ZOPA").0,
        [ratio("0.375"), ratio("0.625")]
    );
}

/// Derivatives against differences of analyses.
#[test]
fn derivatives_are_slopes() {
    let mut sequence = Sequence(11);
    let mut seen = 0;
    for _ in 0..60 {
        let scenario = random(&mut sequence).scenario();
        let report = report(&scenario, &SensitivityOptions::default());
        for (lever, found) in levers(&scenario, Others::Renormalized)
            .iter()
            .zip(&report.levers)
        {
            let (Some(slopes), Some(form)) = (&found.derivatives, &found.nash_pattern) else {
                continue;
            };
            let step = Rational::new(1, 1_000_000);
            let (before, after) = (&lever.now - &step, &lever.now + &step);
            if before <= form.low.value || after >= form.high.value {
                continue;
            }
            let nash = |value: &Rational| {
                analysis(&lever.moved(value))
                    .solution(Concept::Nash)
                    .expect("a ZOPA")
                    .utility
                    .clone()
            };
            let difference = nash(&after).minus(&nash(&before));
            for (moved, known) in difference.0.iter().zip(slopes) {
                let slope = moved / &(&step * &Rational::from(2));
                assert!(
                    (slope - known).abs() < Rational::new(1, 10_000),
                    "{:?}",
                    found.quantity
                );
            }
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}

/// Raw valuations move in the file: the same file with another number has another answer just beyond an end.
#[test]
fn raw_ends_are_in_the_files_numbers() {
    let with = |first: &str| Made {
        raw: true,
        ..made(
            &[
                &format!("a divisible {first} 0.4"),
                "b indivisible 0.5 0.8",
                "c divisible 0.3 0.2",
            ],
            ["0.5", "0.55"],
        )
    };
    let scenario = with("0.6").scenario();
    let report = report(&scenario, &SensitivityOptions::default());
    let today = analysis(&scenario).zopa.exists;
    let found = lever(&report, 0, Quantity::Valuation(0));
    assert_eq!(found.now, ratio("0.6"));
    for (end, outwards) in [(&found.verdict.low, -1), (&found.verdict.high, 1)] {
        if end.unlimited {
            continue;
        }
        let step = Rational::new(outwards, 100_000);
        let spelled = |value: Rational| {
            use zopa::NearestFloat as _;
            format!("{:.9}", value.to_f64())
        };
        let beyond = analysis(&with(&spelled(&end.value + &step)).scenario())
            .zopa
            .exists;
        let before = analysis(&with(&spelled(&end.value - &step)).scenario())
            .zopa
            .exists;
        assert_eq!((before, beyond), (today, !today), "{end:?}");
    }
}

/// The stretches of the trade-off are where a ZOPA is and is not.
#[test]
fn the_trade_off_is_the_border() {
    let scenario = made(
        &[
            "a divisible 0.3 0.2",
            "b indivisible 0.5 0.5",
            "c -indivisible 0.2 0.3",
        ],
        ["0.1", "0.1"],
    )
    .scenario();
    let report = report(&scenario, &SensitivityOptions::default());
    let frontier = &report.analysis.frontier;
    let covers = |a: &Rational, b: &Rational| {
        let d = zopa::UtilityPoint::new(a.clone(), b.clone());
        !zopa_solve::margin(frontier, &d).is_negative()
    };
    let mut last: Option<Rational> = None;
    for stretch in &report.trade_off {
        let [low, high] = &stretch.b;
        assert!(
            last.is_none_or(|last| last == *high),
            "no gap between stretches"
        );
        last = Some(low.clone());
        for part in 1..=4 {
            let along = Rational::new(part, 4);
            let b = low + &((high - low) * along.clone());
            let a = &stretch.a[0] + &((&stretch.a[1] - &stretch.a[0]) * along);
            assert!(covers(&a, &b));
            assert!(!covers(&(&a + &tiny()), &b));
        }
    }
}

/// One pie, weights known to a tenth: the sum is between 0.9 and 1.1 of what it is, and a BATNA of 0.55 each is met for some.
#[test]
fn necessary_and_possible() {
    let pie = |batna| made(&["a divisible 1 1", "b divisible 0 0"], [batna, batna]).scenario();
    let known = |scenario: &Scenario| Intervals::around(scenario, &ratio("0.1"));
    let under = |batna| {
        let scenario = pie(batna);
        let options = SensitivityOptions {
            intervals: Some(known(&scenario)),
            draws: 400,
            ..SensitivityOptions::default()
        };
        report(&scenario, &options).uncertain.expect("intervals")
    };
    // in the worst case 0.9 is divided (b is worth 0 at least), in the best 1.1 and 0.1
    let sure = under("0.45");
    assert_eq!((&sure.worst, sure.hits), (&Rational::ZERO, 400));
    let deal = sure.robust.expect("a robust deal");
    assert_eq!(deal.shares[0], [ratio("1/2"), ratio("1/2")]);
    let open = under("0.5");
    assert_eq!(open.worst, ratio("-0.05"));
    assert_eq!(open.best, ratio("0.1"));
    assert!(open.hits > 0 && open.hits < 400, "{}", open.hits);
    assert!(open.robust.is_none());
    let never = under("0.61");
    assert_eq!((&never.best, never.hits), (&ratio("-0.01"), 0));
    // the same seed, the same draws
    assert_eq!(under("0.5").hits, open.hits);
}
