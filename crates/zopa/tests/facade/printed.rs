//! What an analysis prints, against the oracle and against its own allocations.

use serde_json::Value;
use zopa::{Agreement, Allocation, Analysis, Rational, Run, Scenario, UtilityPoint};

use crate::compare::{number, point, strokes};
use crate::oracle::Oracle;
use crate::scenarios::exact;

/// Reads the line as `zopa score` would.
pub(crate) fn agreement(scenario: &Scenario, line: &str) -> Agreement {
    let run = Run::parse(line).expect("JSON");
    run.agreement(scenario)
        .unwrap_or_else(|error| panic!("{error} in {line}"))
}

pub(crate) fn check_analysis(analysis: &Analysis, oracle: &Oracle, d: &UtilityPoint) {
    assert_eq!(&analysis.disagreement, d);
    let json = exact(analysis);
    assert_eq!(strokes(&json["frontier"]), oracle.frontier);
    let found = |name: &str| {
        let solution = &json["solutions"][name];
        (!solution.is_null()).then(|| (point(&solution["utility"]), solution["unique"] == true))
    };
    let expected = [
        ("nash", oracle.nash(d)),
        ("kalai_smorodinsky", oracle.kalai_smorodinsky(d)),
        ("egalitarian", oracle.egalitarian(d)),
        ("utilitarian", oracle.utilitarian(d)),
    ];
    for (name, expected) in expected {
        assert_eq!(
            found(name),
            expected.map(|chosen| (chosen.utility, chosen.unique)),
            "{name}"
        );
    }
    let lottery = &json["solutions"]["nash_lottery"];
    let drawn = oracle.nash_lottery(d);
    assert_eq!(lottery.is_null(), drawn.is_none());
    if let Some(drawn) = drawn {
        assert_eq!(point(&lottery["utility"]), drawn.utility);
        assert_eq!(number(&lottery["product"]), drawn.product);
    }
    let zopa = &json["zopa"];
    assert_eq!(zopa["exists"], oracle.zopa_exists(d));
    assert_eq!(number(&zopa["margin"]), oracle.margin(d));
    assert_eq!(number(&zopa["area_share"]), oracle.area_share(d));
    assert_eq!(
        (!zopa["ideal"].is_null()).then(|| point(&zopa["ideal"])),
        oracle.ideal(d)
    );
    let closest = &json["closest_to_agreement"];
    assert_eq!(closest.is_null(), oracle.zopa_exists(d));
    if !closest.is_null() {
        assert_eq!(point(&closest["utility"]), oracle.closest_to_agreement(d));
    }
    check_printed_allocations(analysis, &json);
}

/// Every allocation printed can be scored as it stands, and is worth what stands beside it.
fn check_printed_allocations(analysis: &Analysis, json: &Value) {
    let mut printed: Vec<(&Value, &Value, bool)> = Vec::new();
    for piece in json["frontier"].as_array().expect("a list") {
        if piece.get("point").is_some() {
            printed.push((&piece["point"], &piece["allocation"], true));
        } else {
            // An open end is dominated, or its neighbour's.
            printed.push((
                &piece["from"],
                &piece["from_allocation"],
                piece["from_open"] == false,
            ));
            printed.push((
                &piece["to"],
                &piece["to_allocation"],
                piece["to_open"] == false,
            ));
        }
    }
    for solution in json["solutions"].as_object().expect("solutions").values() {
        if solution.get("allocation").is_some() {
            printed.push((&solution["utility"], &solution["allocation"], true));
        }
        for draw in solution
            .get("lottery")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            printed.push((&draw["utility"], &draw["allocation"], true));
        }
    }
    if let Some(closest) = json
        .get("closest_to_agreement")
        .filter(|closest| !closest.is_null())
    {
        printed.push((&closest["utility"], &closest["allocation"], true));
    }
    for (utility, allocation, efficient) in printed {
        let line = format!(
            r#"{{"scenario": "{}", "allocation": {allocation}}}"#,
            analysis.scenario.id
        );
        let score = analysis.score(&agreement(&analysis.scenario, &line));
        assert_eq!(score.utility, point(utility), "{line}");
        assert!(
            !efficient || score.pareto_efficient && score.dominated_by.is_none(),
            "{line}"
        );
        assert_eq!(score.pareto_gap, Rational::ZERO, "{line}");
    }
    check_mixtures(analysis, json);
}

/// Mixing the two end allocations of a segment attains its middle, and only what `moving` names differs.
fn check_mixtures(analysis: &Analysis, json: &Value) {
    for piece in json["frontier"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|piece| piece.get("from").is_some())
    {
        let shares = |end: &str| -> Vec<[Rational; 2]> {
            let resources = analysis.scenario.resources.iter();
            let names = analysis
                .scenario
                .parties
                .each_ref()
                .map(|party| party.name.as_str());
            resources
                .map(|resource| names.map(|name| number(&piece[end][&resource.id][name])))
                .collect()
        };
        let (from, to) = (shares("from_allocation"), shares("to_allocation"));
        let half = Rational::new(1, 2);
        let mix = |(from, to): (&[Rational; 2], &[Rational; 2])| {
            std::array::from_fn(|party| (&from[party] + &to[party]) * &half)
        };
        let middle = Allocation {
            shares: from.iter().zip(&to).map(mix).collect(),
            terms: Vec::new(),
        };
        let ends = point(&piece["from"]).plus(&point(&piece["to"]));
        let score = analysis.score_allocation(&middle);
        assert_eq!(
            score.utility,
            UtilityPoint(ends.0.map(|value| value * &half))
        );
        assert!(score.pareto_efficient, "{piece}");
        let resources = analysis.scenario.resources.iter().zip(from.iter().zip(&to));
        let moving: Vec<&str> = resources
            .filter(|(_, (from, to))| from != to)
            .map(|(resource, _)| resource.id.as_str())
            .collect();
        assert_eq!(piece["moving"], serde_json::json!(moving), "{piece}");
    }
}
