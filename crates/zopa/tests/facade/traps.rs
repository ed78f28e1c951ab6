//! What other programs get wrong in what they report, one test each.

use zopa::{Convention, Options, Rational};

use crate::compare::strokes;
use crate::printed::agreement;
use crate::scenarios::{analyze, exact, item, scenario};

fn run(allocation: &str) -> String {
    format!(r#"{{"scenario": "made_in_code", "allocation": {allocation}}}"#)
}

/// Two losses of .4 are no product of .16.
#[test]
fn two_losses_are_no_success() {
    let items = [
        item("x", "divisible", "0.5", "0.5"),
        item("y", "divisible", "0.5", "0.5"),
    ];
    let scenario = scenario(&items, [Some("0.9"), Some("0.9")]);
    let analysis = analyze(&scenario, Convention::Signed);
    let score = analysis.score(&agreement(&scenario, &run(r#"{"x": "Ann", "y": "Bob"}"#)));
    assert!(score.pareto_efficient && !score.individually_rational);
    assert_eq!(
        (
            score.nash_ratio,
            score.joint_gain_ratio,
            score.share_of_surplus
        ),
        (Rational::ZERO, None, None)
    );
    assert_eq!(score.value_efficiency.to_string(), "0");
}

/// A frontier is there whatever the BATNAs are.
#[test]
fn without_a_zopa_there_is_a_frontier() {
    let items = [
        item("x", "indivisible", "0.6", "0.6"),
        item("y", "indivisible", "0.4", "0.4"),
    ];
    let high = exact(&analyze(
        &scenario(&items, [Some("1"), Some("1")]),
        Convention::Signed,
    ));
    let low = exact(&analyze(
        &scenario(&items, [None, None]),
        Convention::Signed,
    ));
    assert_eq!(high["zopa"]["exists"], false);
    assert_eq!(strokes(&high["frontier"]), strokes(&low["frontier"]));
    assert_eq!(strokes(&high["frontier"]).len(), 4);
}

/// Joint gains are counted from the BATNAs (.6, .2): the van to Bob gives (.6, .6) and gains of (0, .4), to Ann (.9, .2) and
/// (.3, 0), 3/4 of the most. By utilities it would be 11/12.
#[test]
fn joint_gains_are_counted_from_the_batnas() {
    let items = [
        item("van", "indivisible", "0.3", "0.4"),
        item("brand", "both_benefit", "0.6", "0.2"),
    ];
    let scenario = scenario(&items, [Some("0.6"), Some("0.2")]);
    let analysis = analyze(&scenario, Convention::Signed);
    let ratio = |allocation: &str| {
        analysis
            .score(&agreement(&scenario, &run(allocation)))
            .joint_gain_ratio
            .map(|ratio| ratio.to_string())
    };
    assert_eq!(
        ratio(r#"{"van": "Bob", "brand": "shared"}"#).as_deref(),
        Some("1")
    );
    assert_eq!(
        ratio(r#"{"van": "Ann", "brand": "shared"}"#).as_deref(),
        Some("3/4")
    );
    assert_eq!(ratio(r#"{"brand": "shared"}"#).as_deref(), Some("0"));
    assert_eq!(ratio("{}").as_deref(), Some("-2"), "(-.6-.2)/.4");
}

/// A budget that runs out gives no analysis and no value, but says how far it came.
#[test]
fn an_exhausted_budget_gives_nothing() {
    let mut items = Vec::new();
    for power in 0..8 {
        let worth = format!("0.{:03}", 1 << power);
        let mut item = item(&format!("r{power}"), "indivisible", &worth, &worth);
        item.latent = (power < 2).then_some(0);
        items.push(item);
    }
    let scenario = scenario(&items, [None, None]);
    let budget = zopa::Budget {
        max_points: 100,
        ..zopa::Budget::default()
    };
    let options = Options {
        budget,
        ..Options::default()
    };
    match zopa::analyze(&scenario, &options).expect("there are resources") {
        zopa::Completeness::Stopped(stopped) => {
            // 2^7 = 128 is the first power of two above 100
            assert_eq!(
                (stopped.reason, stopped.points),
                (zopa::StopReason::Points, 128)
            );
            assert_eq!((stopped.merged, stopped.groups), (6, 8));
        }
        zopa::Completeness::Complete(_) => panic!("256 efficient points within 100"),
    }
    let value = zopa::latent_value(&scenario, &options).expect("two latent resources");
    assert!(matches!(value, zopa::Completeness::Stopped(_)));
}
