//! An elicitation of nine answers, and a contradiction: all ranges, exactly.

use zopa_calibrate::consistent::{
    Conflict, Consistency, Effort, Feasible, Lenient, Range, Reading, Removal, consistency,
};
use zopa_calibrate::{Answer, Side, Statement};
use zopa_model::Rational;

use crate::book::{At, Book};

/// A statement about two options.
pub(crate) fn answered(a: Vec<Rational>, b: Vec<Rational>, answer: Answer) -> Statement {
    Statement {
        name: String::new(),
        line: 0,
        group: 0,
        a: Some(a),
        b: Some(b),
        answer,
        level: true,
    }
}

fn answer(word: &str) -> Answer {
    match word {
        "A" => Answer::Better(Side::A, None),
        "B" => Answer::Better(Side::B, None),
        "tie" => Answer::Tie,
        "none" => Answer::Neither,
        other => panic!("{other}"),
    }
}

/// The two ends of a list of two fractions.
fn ends(value: &At<'_>) -> [Option<Rational>; 2] {
    let list = value.list();
    [0, 1].map(|index| list[index].fraction())
}

fn same(range: &Range, wanted: &At<'_>) {
    assert_eq!(
        [&range.low, &range.high].map(|x| Some(x.clone())),
        ends(wanted)
    );
}

fn worth(option: &[Rational], weights: &[Rational]) -> Rational {
    option.iter().zip(weights).map(|(x, w)| x * w).sum()
}

#[test]
fn elicitation() {
    let Some(book) = Book::open("elicitation.json") else {
        return;
    };
    let top = book.top();
    let truth = top.get("truth");
    let (names, valuations): (Vec<&str>, Vec<Rational>) = truth
        .get("valuations")
        .members()
        .into_iter()
        .map(|(name, value)| (name, value.decimal()))
        .unzip();
    let order: Vec<&str> = vec!["house", "car", "savings", "piano"];
    let at = |name: &str| {
        names
            .iter()
            .position(|one| *one == name)
            .expect("a resource")
    };
    let valuations: Vec<Rational> = order
        .iter()
        .map(|name| valuations[at(name)].clone())
        .collect();
    let (batna, tie) = (truth.get("batna").decimal(), truth.get("tie").decimal());
    let reading = Reading {
        epsilon: top.get("eps").decimal(),
        tie_most: Rational::new(1, 20),
        ..Reading::default()
    };
    pairs_without_an_obvious_answer(&top);
    let mut statements = Vec::new();
    let mut ties = false;
    for step in top.get("trace").list() {
        let question = step.get("question").list();
        let [a, b] = [0, 1].map(|index| question[index].decimals());
        let mut before = Feasible::new(4, &statements, &reading)
            .expect("proved")
            .expect("consistent");
        let difference = before.difference(&a, &b).expect("proved");
        same(&difference, &step.get("range_of_U_a_minus_U_b_before"));
        let ambiguity = difference.high.clone().min(-difference.low.clone());
        assert_eq!(step.get("ambiguity").fraction(), Some(ambiguity));
        let said = answer(step.get("answer").text());
        // the party answers by its valuations
        let (of_a, of_b) = (worth(&a, &valuations), worth(&b, &valuations));
        let expected = match () {
            () if of_a < batna && of_b < batna => Answer::Neither,
            () if &of_a - &of_b > tie => Answer::Better(Side::A, None),
            () if &of_b - &of_a > tie => Answer::Better(Side::B, None),
            () => Answer::Tie,
        };
        assert_eq!(said, expected);
        ties |= said == Answer::Tie;
        statements.push(answered(a, b, said));
        let found = consistency(4, &statements, &reading, Effort::default()).expect("proved");
        let Consistency::Consistent(found) = found else {
            panic!("{found:?}");
        };
        let wanted = step.get("ranges_after");
        for ((name, range), valuation) in order.iter().zip(&found.weights).zip(&valuations) {
            same(range, &wanted.get(name));
            assert!(range.contains(valuation));
        }
        same(
            found.threshold.as_ref().expect("levels"),
            &wanted.get("batna"),
        );
        let limit = wanted.get("tie_width");
        match &found.tie_limit {
            Some(found) if ties => same(found, &limit),
            // nothing is said of ties: all that was allowed
            _ => assert_eq!(
                ends(&limit),
                [Some(0.into()), Some(reading.tie_most.clone())]
            ),
        }
    }
    contradiction(&top.get("contradiction"), &reading);
    book.close(&[]);
}

/// Pairs of the candidates of which neither is at least as good in everything.
fn pairs_without_an_obvious_answer(top: &At<'_>) {
    let candidates = top.get("candidate_allocations").list();
    let candidates: Vec<Vec<Rational>> = candidates.iter().map(At::decimals).collect();
    let covers = |x: &[Rational], y: &[Rational]| x.iter().zip(y).all(|(x, y)| x >= y);
    let mut count = 0;
    for (index, x) in candidates.iter().enumerate() {
        let others = candidates[..index].iter();
        count += others.filter(|y| !covers(x, y) && !covers(y, x)).count();
    }
    assert_eq!(top.get("undominated_pairs").index(), count);
}

/// A cycle of three answers among five: the cycle is the conflict, one removal mends it, and its error is three times the margin.
fn contradiction(case: &At<'_>, reading: &Reading) {
    let statements: Vec<Statement> = case
        .get("answers")
        .list()
        .iter()
        .map(|one| {
            let one = one.list();
            answered(one[0].decimals(), one[1].decimals(), answer(one[2].text()))
        })
        .collect();
    let found = consistency(4, &statements, reading, Effort::default()).expect("proved");
    assert_eq!(
        case.get("feasible_all").flag(),
        matches!(found, Consistency::Consistent(_))
    );
    let Consistency::Contradictory(conflict) = found else {
        panic!("{found:?}");
    };
    let Conflict {
        minimal,
        removal,
        least,
        ..
    } = *conflict;
    assert_eq!(
        minimal,
        case.get("minimal_conflict_by_deletion_filter").indices()
    );
    let wanted = case
        .get("smallest_removal_that_restores_consistency")
        .indices();
    assert_eq!(removal, Removal::Smallest(wanted));
    let least = least.expect("few statements");
    assert_eq!(case.get("F_star").fraction(), Some(least.total.clone()));
    let again = Lenient::new(4, &statements, reading)
        .least()
        .expect("proved");
    assert_eq!(again.total, least.total);
}
