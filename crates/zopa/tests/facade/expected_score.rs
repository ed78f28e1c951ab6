//! Scores by their definitions.

use zopa::{
    Analysis, Concept, Distances, Impasse, NearestFloat, Rational, Score, Status, UtilityPoint,
};

use crate::oracle::Oracle;

/// The score by the definitions, from the oracle's numbers. `utility` is `None` for no deal.
pub(crate) fn expected_score(
    analysis: &Analysis,
    oracle: &Oracle,
    d: &UtilityPoint,
    utility: Option<UtilityPoint>,
) -> Score {
    let status = if utility.is_some() {
        Status::Deal
    } else {
        Status::NoDeal
    };
    let utility = utility.unwrap_or_else(|| d.clone());
    let gain = utility.minus(d);
    let rational = gain.is_nonnegative();
    let efficient = !oracle.is_dominated(&utility);
    let best = oracle
        .nash(d)
        .map(|chosen| chosen.utility.minus(d).product());
    let yes = |is_so: bool| if is_so { Rational::ONE } else { Rational::ZERO };
    let nash_ratio = match (status, best) {
        (Status::NoDeal, _) => yes(efficient),
        (Status::Deal, None) => Rational::ZERO,
        (Status::Deal, Some(best)) if best.is_zero() => yes(efficient && rational),
        (Status::Deal, Some(_)) if !rational => Rational::ZERO,
        (Status::Deal, Some(best)) => gain.product() / best,
    };
    let most = oracle
        .utilitarian(d)
        .map(|chosen| chosen.utility.minus(d).sum());
    let dominated_by = (!efficient).then(|| {
        let better = oracle
            .nash(&utility)
            .expect("something dominates it")
            .utility;
        assert!(better.dominates(&utility));
        better
    });
    let found = match status {
        Status::Deal => None,
        Status::NoDeal if efficient => Some(Impasse::Justified),
        Status::NoDeal => Some(Impasse::Missed),
    };
    let root = |square: Rational| square.sqrt_to_f64();
    let off = |point: UtilityPoint| {
        let off = utility.minus(&point);
        root(off.a().square() + off.b().square())
    };
    let solutions = [
        oracle.nash(d),
        oracle.kalai_smorodinsky(d),
        oracle.egalitarian(d),
        oracle.utilitarian(d),
    ];
    assert_eq!(
        Concept::ALL.map(Concept::as_str),
        ["nash", "kalai_smorodinsky", "egalitarian", "utilitarian"]
    );
    Score {
        convention: analysis.convention,
        status,
        assumed: Vec::new(),
        individually_rational: rational,
        pareto_efficient: efficient,
        dominated_by: dominated_by.map(|better| {
            // Which allocation attains it is the solver's to say, and checked where it is printed.
            let spot = zopa_solve::judge::locate(&analysis.frontier, &better).expect("efficient");
            analysis.deal(&spot, &utility)
        }),
        pareto_gap: oracle.pareto_gap(&utility),
        left_on_table: oracle.left_on_table(&utility),
        value_efficiency: root(&nash_ratio * &Rational::from(10_000)),
        nash_ratio,
        joint_gain_ratio: most.and_then(|most| gain.sum().checked_div(&most)),
        distance: Distances {
            frontier: root(oracle.squared_distance(&utility)),
            solutions: solutions.map(|chosen| chosen.map(|chosen| off(chosen.utility))),
        },
        share_of_surplus: if rational {
            gain.a().checked_div(&gain.sum())
        } else {
            None
        },
        impasse: found,
        utility,
        gain,
    }
}
