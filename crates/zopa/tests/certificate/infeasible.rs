//! Deals that cannot be agreed on prove nothing, however good they are.

use serde_json::{Value, json};
use zopa::Convention;
use zopa_verify::Verdict;

use super::{alike, claiming, read, scenario_text, weighed};

/// A text, and the checker's verdict on one claim about it.
fn verdict(text: &str, claim: Value) -> Verdict {
    let claim = weighed(text, Convention::Signed, claim, &alike());
    zopa_verify::verify(&claiming(text, Convention::Signed, &[claim]), text)
}

/// A deal by shares of `thing_0`, `thing_1`, ..., the first party's first.
fn deal(text: &str, utility: [&str; 2], shares: &[[&str; 2]]) -> Value {
    let names = read(text).parties.map(|party| party.name);
    let each = shares.iter().enumerate().map(|(index, [a, b])| {
        let both = json!({&names[0]: a, &names[1]: b});
        (format!("thing_{index}"), both)
    });
    json!({"utility": utility, "allocation": each.collect::<Value>()})
}

#[test]
fn shares_that_nobody_may_hold_are_rejected() {
    let resources = [
        ("lot", 20, 20),
        ("divisible", 20, 20),
        ("divisible burden", 20, 20),
        ("whole burden", 20, 20),
        ("shared", 20, 20),
    ];
    let text = scenario_text(&resources, [0, 0]);
    // the burdens to B, the shared thing to both, and nothing else: (1/5, -1/5)
    let honest = [["0", "0"], ["0", "0"], ["0", "1"], ["0", "1"], ["1", "1"]];
    let efficient = |utility, shares: &[[&str; 2]]| {
        let dominated = deal(&text, ["1/5", "-1/5"], &honest);
        let better = deal(&text, utility, shares);
        let claim = json!({"claim": "dominated", "deal": dominated, "better": better});
        verdict(&text, claim)
    };
    let with = |index: usize, shares| {
        let mut changed = honest;
        changed[index] = shares;
        changed
    };
    assert_eq!(
        efficient(["1/5", "0"], &with(0, ["0", "1"])).proved.len(),
        1
    );
    assert_eq!(
        efficient(["3/10", "-1/10"], &with(1, ["1/2", "1/2"]))
            .proved
            .len(),
        1
    );
    for (utility, shares) in [
        // a lot in halves, twice, and less than nothing of it
        (["3/10", "-1/10"], with(0, ["1/2", "1/2"])),
        (["2/5", "0"], with(0, ["1", "1"])),
        (["3/5", "-1/5"], with(0, ["2", "0"])),
        (["3/5", "-2/5"], with(0, ["2", "-1"])),
        // more of something divisible than there is
        (["3/10", "0"], with(1, ["1/2", "1"])),
        // a burden that nobody bears in full, or that is borne in halves
        (["1/5", "0"], with(2, ["0", "0"])),
        (["1/5", "-1/10"], with(2, ["0", "1/2"])),
        (["1/5", "0"], with(3, ["0", "0"])),
        // more than the whole of what is shared
        (["2/5", "-1/5"], with(4, ["2", "1"])),
    ] {
        let reason = efficient(utility, &shares).rejected.expect("a reason");
        assert!(reason.contains("nobody may hold"), "{shares:?}: {reason}");
    }
}

#[test]
fn a_whole_thing_makes_no_segment() {
    let text = scenario_text(&[("lot", 40, 40), ("lot", 0, 0)], [0, 0]);
    let ends = [
        deal(&text, ["0", "2/5"], &[["0", "1"], ["0", "0"]]),
        deal(&text, ["2/5", "0"], &[["1", "0"], ["0", "0"]]),
    ];
    let frontier = |pieces: Value| {
        verdict(
            &text,
            json!({"claim": "frontier", "pieces": pieces, "second": null}),
        )
    };
    assert_eq!(frontier(json!([[ends[0]], [ends[1]]])).proved.len(), 1);
    assert_eq!(
        frontier(json!([ends])).rejected.as_deref(),
        Some("claim 0 (frontier): a segment's ends differ in a whole resource")
    );
    // neither no end nor three are a piece
    for pieces in [
        json!([[ends[0]], [], [ends[1]]]),
        json!([[ends[0], ends[1], ends[1]]]),
    ] {
        assert!(frontier(pieces).rejected.is_some());
    }
}

#[test]
fn probabilities_sum_to_one() {
    let text = scenario_text(&[("lot", 40, 40), ("lot", 10, 10)], [0, 0]);
    let deal = deal(&text, ["2/5", "1/10"], &[["1", "0"], ["0", "1"]]);
    let lottery = |utility: [&str; 2], probabilities: [&str; 2]| {
        let drawn =
            json!({"utility": utility, "probabilities": probabilities, "deals": [deal, deal]});
        let claim = json!({"claim": "nash_lottery", "lottery": drawn});
        verdict(&text, claim).rejected.expect("a reason")
    };
    let other_worth = "claim 0 (nash_lottery): the lottery is not worth what is claimed";
    assert_eq!(lottery(["4/5", "1/5"], ["2", "0"]), other_worth);
    assert_eq!(lottery(["2/5", "1/10"], ["2", "-1"]), other_worth);
    assert_eq!(lottery(["1/5", "1/20"], ["1/4", "1/4"]), other_worth);
    assert_eq!(lottery(["1", "1"], ["1/2", "1/2"]), other_worth);
    // feasible, but not the best: that is (1/4, 1/4)
    assert!(lottery(["2/5", "1/10"], ["1", "0"]).contains("holds a feasible pair"));
}
