//! Steps of criteria and statements about five means of transport and ten cars: least error, ranges and differences, exactly.

use std::collections::BTreeMap;

use zopa_calibrate::consistent::{Lenient, Reading};
use zopa_calibrate::{Answer, Side, Statement};
use zopa_model::{NearestFloat as _, Rational};

use super::statements::answered;
use crate::book::{At, Book};

/// What a criterion is called, and the worths at which its steps begin, from worst to best.
struct Criterion<'b> {
    name: &'b str,
    breaks: Vec<f64>,
}

/// How far a value has come on each step: a step before it is 1, one after it 0.
fn steps(breaks: &[f64], value: f64) -> Vec<f64> {
    let pairs = breaks.iter().zip(&breaks[1..]);
    pairs
        .map(|(from, to)| ((value - from) / (to - from)).clamp(0.0, 1.0))
        .collect()
}

#[test]
fn utastar() {
    let Some(book) = Book::open("utastar.json") else {
        return;
    };
    for case in book.top().get("cases").list() {
        let name = case.get("name").text();
        if let Some(status) = case.find("status") {
            // errors of options instead of statements: a cycle adds up to 0 >= 4 x delta, whatever they are
            assert_eq!(status.text(), "infeasible");
            let times = Rational::from(4);
            let lack = &case.get("delta").decimal() * &times;
            assert_eq!(case.get("phase1_value").fraction(), Some(lack));
            continue;
        }
        method(&case, name);
    }
    book.close(&[
        ("/cases/*/source", "in words"),
        ("/cases/*/note", "in words"),
        ("/cases/2/relations", "those of the next case"),
        ("/cases/*/variables", "names of the steps"),
        ("/cases/*/published_from_memory/status", "in words"),
        ("/cases/*/published_from_memory/F_star", "that of the case"),
        (
            "/cases/*/check_of_published_vectors",
            "what the reference made of the published vectors: made again here",
        ),
    ]);
}

fn method(case: &At<'_>, name: &str) {
    let criteria = case.get("criteria").list();
    let criteria: Vec<Criterion<'_>> = criteria
        .iter()
        .map(|one| Criterion {
            name: one.get("name").text(),
            breaks: one.get("breakpoints_worst_to_best").numbers(),
        })
        .collect();
    let options = options(case, &criteria, name.ends_with("as_printed"));
    let option = |one: &At<'_>| options[one.text()].clone();
    let relations = case.get("relations").list();
    let statements: Vec<Statement> = relations
        .iter()
        .map(|one| {
            let one = one.list();
            let said = match one[1].text() {
                "P" => Answer::Better(Side::A, None),
                _ => Answer::Tie,
            };
            answered(option(&one[0]), option(&one[2]), said)
        })
        .collect();
    let reading = Reading {
        epsilon: case.get("delta").decimal(),
        tie_most: 0.into(),
        threshold: None,
        ..Reading::default()
    };
    let unknowns = options.values().next().expect("options").len();
    let mut lenient = Lenient::new(unknowns, &statements, &reading);
    let least = lenient.least().expect("proved").total;
    assert_eq!(
        case.get("F_star").fraction().as_ref(),
        Some(&least),
        "{name}"
    );

    // each criterion's weight is the sum of its steps
    let mut from = 0;
    for criterion in &criteria {
        let to = from + criterion.breaks.len() - 1;
        let mut objective = vec![Rational::from(0); unknowns];
        objective[from..to].fill(1.into());
        let [low, high] = lenient.range(&objective, &least).expect("proved");
        let wanted = case.get("weight_ranges_at_F_star").get(criterion.name);
        assert_eq!(wanted.get("min").fraction(), Some(low), "{name}");
        assert_eq!(wanted.get("max").fraction().as_ref(), Some(&high), "{name}");
        // the vertex that is listed has the most, at the least error
        let vertex = case.get("max_vertices").get(criterion.name).numbers();
        explains(&vertex, &statements, &reading, &least, 1e-9);
        let most: f64 = vertex[from..to].iter().sum();
        assert!((most - high.to_f64()).abs() < 1e-9, "{name}");
        from = to;
    }
    for (pair, wanted) in case.get("min_U_a_minus_U_b").members() {
        let (a, b) = pair.split_once('|').expect("two names");
        let both = options[a].iter().zip(&options[b]);
        let difference: Vec<Rational> = both.map(|(x, y)| x - y).collect();
        let [low, _] = lenient.range(&difference, &least).expect("proved");
        assert_eq!(wanted.fraction(), Some(low), "{name}: {pair}");
    }
    worths(case, &criteria, &options);
    let vertex = case.get("one_optimal_vertex").numbers();
    explains(&vertex, &statements, &reading, &least, 1e-9);
    if let Some(published) = case.find("published_from_memory") {
        recalled(&published, &criteria, &statements, &reading);
    }
}

/// Each option as shares of the steps: exactly as listed, which is what its performances say.
fn options(
    case: &At<'_>,
    criteria: &[Criterion<'_>],
    rounded: bool,
) -> BTreeMap<String, Vec<Rational>> {
    let mut options = BTreeMap::new();
    for (name, listed) in case.get("coefficients").members() {
        let listed: Vec<Rational> = listed
            .list()
            .iter()
            .map(|one| one.fraction().expect("a share"))
            .collect();
        let performances = case.get("performances").get(name).list();
        let values = performances.iter();
        let values = values.map(|one| one.spelled().parse().expect("a number"));
        let made: Vec<f64> = criteria
            .iter()
            .zip(values)
            .flat_map(|(criterion, value)| steps(&criterion.breaks, value))
            .collect();
        assert_eq!(made.len(), listed.len());
        for (made, listed) in made.iter().zip(&listed) {
            let within = if rounded { 0.005 } else { 1e-9 };
            assert!((made - listed.to_f64()).abs() <= within, "{name}");
        }
        options.insert(name.to_owned(), listed);
    }
    options
}

/// Worths of the options at the mean of the vertices, and at another point.
fn worths(case: &At<'_>, criteria: &[Criterion<'_>], options: &BTreeMap<String, Vec<Rational>>) {
    let vertices: Vec<Vec<f64>> = criteria
        .iter()
        .map(|one| case.get("max_vertices").get(one.name).numbers())
        .collect();
    let number = vertices.len() as f64;
    let mean: Vec<f64> = (0..vertices[0].len())
        .map(|step| vertices.iter().map(|one| one[step]).sum::<f64>() / number)
        .collect();
    case.get("average_of_max_vertices")
        .all_close_to(&mean, 1e-12);
    let other = case.get("one_optimal_vertex").numbers();
    for (name, option) in options {
        let worth = |weights: &[f64]| -> f64 {
            let products = option.iter().zip(weights);
            products.map(|(x, w)| x.to_f64() * w).sum()
        };
        for (list, weights) in [
            ("average_overall_values", &mean),
            ("one_optimal_overall_values", &other),
        ] {
            let wanted = case.get(list).get(name).fraction().expect("a worth");
            assert!((worth(weights) - wanted.to_f64()).abs() < 1e-9);
        }
    }
}

/// Weights that sum to 1 and have no more than the least error.
fn explains(
    weights: &[f64],
    statements: &[Statement],
    reading: &Reading,
    least: &Rational,
    within: f64,
) {
    assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(weights.iter().all(|w| *w >= 0.0));
    let error: f64 = statements
        .iter()
        .map(|one| {
            let (a, b) = one.both().expect("two options");
            let both = a.iter().zip(b).zip(weights);
            let difference: f64 = both.map(|((x, y), w)| (x.to_f64() - y.to_f64()) * w).sum();
            match one.answer {
                Answer::Tie => difference.abs(),
                _ => (reading.epsilon.to_f64() - difference).max(0.0),
            }
        })
        .sum();
    assert!(error <= least.to_f64() + within, "{error}");
}

/// Published vectors, as they were recalled: all explain the statements as far as their digits go, and two have the most of a criterion.
fn recalled(
    published: &At<'_>,
    criteria: &[Criterion<'_>],
    statements: &[Statement],
    reading: &Reading,
) {
    let none = Rational::from(0);
    let mut solution = vec![0.0; 8];
    for (name, value) in published.get("optimal_solution").members() {
        // `w23`: the third step of the second criterion
        let digits: Vec<usize> = name[1..]
            .chars()
            .map(|c| usize::try_from(c.to_digit(10).expect("a digit")).expect("small"))
            .collect();
        let before = criteria[..digits[0] - 1].iter();
        let from: usize = before.map(|one| one.breaks.len() - 1).sum();
        solution[from + digits[1] - 1] = value.number();
    }
    explains(&solution, statements, reading, &none, 0.001);
    for (name, vertex) in published.get("max_vertices").members() {
        let vertex = vertex.numbers();
        explains(&vertex, statements, reading, &none, 0.001);
        let most: f64 = match name {
            "price" => vertex[..2].iter().sum(),
            _ => vertex[2..5].iter().sum(),
        };
        let wanted = if name == "price" { 0.9375 } else { 0.95 };
        assert!((most - wanted).abs() < 1e-9, "{name}");
    }
}
