//! Calibration: a fit against the reading of the pairs that it is made of, and a judge report.

use std::fmt::Write as _;
use std::time::Duration;

use zopa_calibrate::fit::{FitOptions, Resampling, likelihood};
use zopa_calibrate::judge::{Gold, JudgeOptions, Order, Verdict, judge};
use zopa_calibrate::{Collector, Criterion, Limits, Outcome, PairReader, Study};

use crate::table::{Table, ratio, time};
use crate::timing::{Side, race};

/// Pairs, and verdicts of one annotator.
const PAIRS: u64 = 10_000;

/// A fit takes no more than this many times as long as reading.
const AIM: f64 = 5.0;

/// A report with a thousand samples takes no longer than this.
const JUDGE_AIM: f64 = 10.0;

pub(super) fn make(patience: Duration) -> Vec<Table> {
    let text = pairs();
    let study = study(&text);
    assert_eq!(
        study.statements.len() as u64,
        PAIRS,
        "all pairs can be used"
    );
    let plain = FitOptions {
        resampling: None,
        ..FitOptions::default()
    };
    let found = likelihood(&study, &plain);
    assert!(found.estimate.is_some(), "the judgments overlap");
    let [reading, fitting] = race(
        patience,
        [
            Side::new(|| self::study(&text)),
            Side::new(|| likelihood(&study, &plain)),
        ],
    );
    let mut table = Table::new(
        "Calibration of 10,000 pairs",
        &["what", "time", "to reading", "aim"],
    );
    table.row([
        "reading and checking".to_owned(),
        time(reading.least),
        String::new(),
        String::new(),
    ]);
    table.row([
        "fit: likelihood, rank, separation".to_owned(),
        time(fitting.least),
        ratio(fitting.least, reading.least),
        format!("below {AIM}"),
    ]);
    let mut gold = Gold::default();
    for record in PairReader::new(text.as_bytes(), Limits::default()) {
        gold.add(&record.expect("memory is readable"));
    }
    let verdicts: Vec<Verdict> = (0..PAIRS).map(verdict).collect();
    let options = JudgeOptions {
        resampling: Some(Resampling::default()),
        ..JudgeOptions::default()
    };
    let resampled = FitOptions::default();
    // these work in several threads, so it is the clock on the wall that counts
    let [judging, intervals] = race(
        patience,
        [
            Side::waiting(|| judge(&gold, &verdicts, options)),
            Side::waiting(|| likelihood(&study, &resampled)),
        ],
    );
    table.row([
        "fit with 1,000 samples, all cores".to_owned(),
        time(intervals.least),
        ratio(intervals.least, reading.least),
        String::new(),
    ]);
    table.row([
        "judge: 10,000 verdicts, 1,000 samples, all cores".to_owned(),
        time(judging.least),
        ratio(judging.least, reading.least),
        format!("below {JUDGE_AIM} s"),
    ]);
    table.note(format!(
        "{PAIRS} made-up pairs of {} MB with noisy judgments. The fit in the second row is without resampling.",
        text.len() / 1_000_000
    ));
    vec![table]
}

fn study(text: &str) -> Study {
    let mut collector = Collector::default();
    for record in PairReader::new(text.as_bytes(), Limits::default()) {
        collector.add(&record.expect("memory is readable"));
    }
    collector.finish()
}

/// Numbers that look drawn: a step of SplitMix64.
fn drawn(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A file of pairs: scores are drawn, and the judgment is that of their sums with some noise.
fn pairs() -> String {
    let mut text = String::new();
    for index in 0..PAIRS {
        let mut number = drawn(index);
        let mut digit = |bound: u64| {
            let digit = number % bound;
            number = drawn(number);
            digit
        };
        let a: Vec<u64> = Criterion::ALL.iter().map(|_| digit(5)).collect();
        let b: Vec<u64> = a.iter().map(|score| (score + 1 + digit(4)) % 5).collect();
        let (of_a, of_b) = (
            a.iter().sum::<u64>() + digit(7),
            b.iter().sum::<u64>() + digit(7),
        );
        // one who is nowhere better does not win
        let ahead = |x: &[u64], y: &[u64]| x.iter().zip(y).any(|(x, y)| x > y);
        let (outcome, strength) = match of_a.abs_diff(of_b) {
            _ if of_a + of_b < 18 => ("both_unacceptable", "none"),
            0..=1 => ("tie", "none"),
            gap => {
                let winner = if of_a > of_b && ahead(&a, &b) || !ahead(&b, &a) {
                    "A"
                } else {
                    "B"
                };
                (
                    winner,
                    if gap > 5 {
                        "significantly_better"
                    } else {
                        "slightly_better"
                    },
                )
            }
        };
        let scores = |scores: &[u64]| -> String {
            let named = Criterion::ALL.iter().zip(scores);
            let parts: Vec<String> = named
                .map(|(name, score)| format!("\"{}\": {score}", name.as_str()))
                .collect();
            format!("{{{}}}", parts.join(", "))
        };
        let gates = "{\"safety\": \"pass\", \"accuracy\": \"pass\"}";
        // writing to a String never fails
        let _ = writeln!(
            text,
            "{{\"pair_id\": \"p{index}\", \"prompt_variety\": \"v{}\", \"target_variety\": \"msa\", \"domain\": \"d{}\", \
             \"messages\": [{{\"role\": \"user\", \"content\": \"When does the library open, and how does one get there by bus? ({index})\"}}], \
             \"response_a\": \"At nine, every day but Sunday; the bus stops at the door. ({index})\", \
             \"response_b\": \"It opens in the morning. See the board at the entrance. ({index})\", \
             \"gates\": {{\"a\": {gates}, \"b\": {gates}}}, \"criterion_scores\": {{\"a\": {}, \"b\": {}}}, \
             \"gold\": {{\"outcome\": \"{outcome}\", \"strength\": \"{strength}\", \"reason_codes\": [\"drawn\"]}}, \
             \"gold_rewrite\": \"At nine. ({index})\", \"rationale_en\": \"Drawn.\", \"rubric_version\": \"1\"}}",
            index % 6,
            index % 9,
            scores(&a),
            scores(&b),
        );
    }
    text
}

/// A verdict of the one annotator.
fn verdict(index: u64) -> Verdict {
    let number = drawn(index + PAIRS);
    let outcomes = Outcome::ALL;
    Verdict {
        line: usize::try_from(index).unwrap_or(usize::MAX),
        pair_id: format!("p{index}"),
        annotator: "one".to_owned(),
        order: Some(if number.is_multiple_of(2) {
            Order::Ab
        } else {
            Order::Ba
        }),
        outcome: outcomes
            .get(usize::try_from(number / 2 % 4).unwrap_or(0))
            .copied(),
        strength: None,
        gates: None,
        scores: None,
    }
}
