//! Choices with a linear index: published estimates, closed forms, and what must hold of any maximum.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "statistics are floats by nature; helpers serve several tests"
)]

mod common;

use std::fs;
use std::io::Read as _;

use common::root;
use serde_json::Value;
use zopa_calibrate::logit::{Choices, Estimate, Separation};
use zopa_model::Rational;

fn reference(name: &str) -> Option<Value> {
    let path = root().join("../shared/calibrate/reference").join(name);
    match fs::read_to_string(path) {
        Ok(text) => Some(serde_json::from_str(&text).expect("JSON")),
        Err(_) => {
            eprintln!(
                "SKIPPED: there is no ../shared/calibrate/reference/{name} beside the repository"
            );
            None
        }
    }
}

fn row(values: &[i64]) -> Vec<Rational> {
    values.iter().map(|&value| value.into()).collect()
}

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().expect("a list").iter();
    list.map(|number| number.as_f64().unwrap_or(f64::NAN))
        .collect()
}

fn close(ours: f64, wanted: f64, within: f64, what: &str) {
    assert!(
        (ours - wanted).abs() <= within,
        "{what}: {ours}, wanted {wanted}"
    );
}

fn whole(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a count")).expect("small")
}

fn times(value: &Value) -> u32 {
    u32::try_from(value.as_u64().expect("a count")).expect("small")
}

/// An item's place among the parameters: the first item is the reference, at 0.
fn item(index: usize, items: usize, extra: usize, factor: i64) -> Vec<Rational> {
    let mut row = vec![Rational::from(0); items - 1 + extra];
    if index > 0 {
        row[index - 1] = factor.into();
    }
    row
}

fn estimate(choices: &Choices) -> Estimate {
    let found = choices
        .estimate(&vec![true; choices.parameters()])
        .expect("an estimate");
    for pull in &found.gradient {
        assert!(pull.abs() < 1e-8 * choices.len() as f64, "{pull}");
    }
    found
}

#[test]
fn bradley_terry() {
    let Some(reference) = reference("bradley_terry.json") else {
        return;
    };
    for case in reference["cases"].as_array().expect("a list") {
        let name = case["name"].as_str().expect("a name");
        let Some(wins) = case["wins_row_beats_column"].as_array() else {
            continue;
        };
        let items = wins.len();
        let mut choices = Choices::new(vec![false; items - 1]);
        for (i, line) in wins.iter().enumerate() {
            for j in 0..items {
                if times(&line[j]) > 0 {
                    let sides = [item(i, items, 0, 1), item(j, items, 0, 1)];
                    choices.push(&sides, 0, times(&line[j]));
                }
            }
        }
        let rank = choices.parameters() - choices.null_space().len();
        assert_eq!(rank, whole(&case["rank"]), "{name}");
        let separation = choices.separation(false).expect("decided");
        assert_eq!(
            separation.as_str(),
            case["separation"].as_str().expect("a word"),
            "{name}"
        );
        if case["theta"].is_null() {
            continue;
        }
        let found = estimate(&choices);
        for (index, (theta, error)) in numbers(&case["theta"])
            .iter()
            .zip(numbers(&case["se"]))
            .enumerate()
            .skip(1)
        {
            close(found.theta[index - 1], *theta, 1e-9, name);
            close(found.standard_error(index - 1), error, 1e-9, name);
        }
        close(
            found.log_likelihood,
            case["loglik"].as_f64().expect("a number"),
            1e-8,
            name,
        );
    }
}

/// Seven teams, at home and away: with and without the advantage of playing at home.
#[test]
fn baseball() {
    let Some(reference) = reference("bradley_terry.json") else {
        return;
    };
    for (name, order) in [("baseball_order_False", 0), ("baseball_order_True", 1)] {
        let cases = reference["cases"].as_array().expect("a list");
        let case = cases
            .iter()
            .find(|case| case["name"] == name)
            .expect("the case");
        let labels: Vec<&str> = case["labels"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|l| l.as_str().expect("a name"))
            .collect();
        let place = |name: &Value| {
            labels
                .iter()
                .position(|l| *l == name.as_str().expect("a name"))
                .expect("a team")
        };
        let mut choices = Choices::new(vec![false; 6 + order]);
        for game in case["data_home_away_homewins_awaywins"]
            .as_array()
            .expect("a list")
        {
            let mut home = item(place(&game[0]), 7, order, 1);
            if order == 1 {
                home[6] = 1.into();
            }
            let sides = [home, item(place(&game[1]), 7, order, 1)];
            choices.push(&sides, 0, times(&game[2]));
            choices.push(&sides, 1, times(&game[3]));
        }
        let found = estimate(&choices);
        for (index, theta) in numbers(&case["theta_ref_first_label"])
            .iter()
            .enumerate()
            .skip(1)
        {
            close(found.theta[index - 1], *theta, 1e-9, name);
            close(
                found.standard_error(index - 1),
                numbers(&case["se"])[index],
                1e-9,
                name,
            );
        }
        close(
            found.log_likelihood,
            case["loglik"].as_f64().expect("a number"),
            1e-8,
            name,
        );
        if order == 1 {
            close(found.theta[6], case["b"].as_f64().expect("b"), 1e-9, name);
            close(
                found.standard_error(6),
                case["b_se"].as_f64().expect("its error"),
                1e-9,
                name,
            );
            // as printed by Agresti
            close(found.theta[6], 0.302, 0.0005, name);
        }
    }
}

/// With ties: the puddings of Davidson (1970), a closed form, and what has no estimate.
#[test]
fn davidson() {
    let Some(reference) = reference("davidson.json") else {
        return;
    };
    for case in reference["cases"].as_array().expect("a list") {
        let name = case["name"].as_str().expect("a name");
        let games = case["rows_i_j_wi_wj_ties"].as_array().expect("a list");
        let items = 1 + games
            .iter()
            .flat_map(|game| [whole(&game[0]), whole(&game[1])])
            .max()
            .expect("games");
        let order = usize::from(name == "small_with_order");
        // parameters: items after the first, the first slot, the tie
        let tie_at = items - 1 + order;
        let mut choices = Choices::new(vec![false; tie_at + 1]);
        let half = Rational::new(1, 2);
        for game in games {
            let mut first = item(whole(&game[0]), items, order + 1, 1);
            let mut second = item(whole(&game[1]), items, order + 1, 1);
            if order == 1 {
                first[items - 1] = half.clone();
                second[items - 1] = -half.clone();
            }
            let mut tie: Vec<Rational> = first
                .iter()
                .zip(&second)
                .map(|(x, y)| &(x + y) * &half)
                .collect();
            tie[tie_at] = 1.into();
            let sides = [first, second, tie];
            for (chosen, count) in [(0, 2), (1, 3), (2, 4)] {
                if times(&game[count]) > 0 {
                    choices.push(&sides, chosen, times(&game[count]));
                }
            }
        }
        let rank = choices.parameters() - choices.null_space().len();
        assert_eq!(rank, whole(&case["rank"]), "{name}");
        let separation = choices.separation(false).expect("decided");
        assert_eq!(
            separation.as_str(),
            case["separation"].as_str().expect("a word"),
            "{name}"
        );
        if case["theta_ref0"].is_null() {
            continue;
        }
        let found = estimate(&choices);
        for (index, theta) in numbers(&case["theta_ref0"]).iter().enumerate().skip(1) {
            close(found.theta[index - 1], *theta, 1e-9, name);
        }
        close(
            found.theta[tie_at],
            case["ln_nu"].as_f64().expect("a number"),
            1e-9,
            name,
        );
        close(
            found.log_likelihood,
            case["loglik"].as_f64().expect("a number"),
            1e-8,
            name,
        );
        // in the order of the reference: items, the tie, the first slot
        let mut errors: Vec<f64> = (0..items - 1)
            .map(|index| found.standard_error(index))
            .collect();
        errors.push(found.standard_error(tie_at));
        if order == 1 {
            let wanted = case["b"].as_f64().expect("b");
            close(found.theta[items - 1], wanted, 1e-9, name);
            errors.push(found.standard_error(items - 1));
        }
        for (ours, wanted) in errors.iter().zip(numbers(&case["se"])) {
            close(*ours, wanted, 1e-9, name);
        }
    }
}

/// 2929 choices between two trains (Ben-Akiva, Bolduc & Bradley 1993), as the manual of `mlogit` estimates them.
#[test]
fn trains() {
    let Some(reference) = reference("train_additive_logit.json") else {
        return;
    };
    let path = root().join("../shared/data/preferences/train_data.csv.gz");
    let Ok(bytes) = fs::read(path) else {
        eprintln!(
            "SKIPPED: there is no ../shared/data/preferences/train_data.csv.gz beside the repository"
        );
        return;
    };
    let mut text = String::new();
    flate2::read::GzDecoder::new(&bytes[..])
        .read_to_string(&mut text)
        .expect("a gzip file");
    let scales: [(&str, [&str; 4]); 3] = [
        // price in guilders of cents, time in hours
        (
            "no_intercept_scaled_price_x0.0220371_time_hours",
            ["0.0220371", "1/60", "1", "1"],
        ),
        ("with_position_intercept", ["0.0220371", "1/60", "1", "1"]),
        (
            "range_normalised_lower_is_better",
            ["-1/12400", "-1/195", "-1/4", "-1/2"],
        ),
    ];
    for (name, scale) in scales {
        let case = &reference[name];
        let intercept = name == "with_position_intercept";
        let scale = scale.map(|text| {
            text.parse::<Rational>()
                .or_else(|_| Rational::from_fraction(text))
                .expect("a number")
        });
        let bounded = name.starts_with("range");
        let mut choices = Choices::new(vec![bounded; 4 + usize::from(intercept)]);
        for line in text.lines().skip(1) {
            let fields: Vec<&str> = line
                .split(',')
                .map(|field| field.trim_matches('"'))
                .collect();
            let offer = |from: usize| -> Vec<Rational> {
                let values = fields[from..from + 4].iter().zip(&scale);
                let mut row: Vec<Rational> = values
                    .map(|(x, s)| &x.parse::<Rational>().expect("a number") * s)
                    .collect();
                if intercept {
                    row.push(Rational::from(i64::from(from == 3)));
                }
                row
            };
            choices.push(
                &[offer(3), offer(7)],
                usize::from(fields[2] == "choice2"),
                1,
            );
        }
        assert_eq!(choices.len(), 2929);
        assert_eq!(
            choices.separation(bounded).expect("decided"),
            Separation::Overlap
        );
        let found = estimate(&choices);
        for (index, theta) in numbers(&case["theta"]).iter().enumerate() {
            close(
                found.theta[index],
                *theta,
                1e-8 * theta.abs().max(1.0),
                name,
            );
            close(
                found.standard_error(index),
                numbers(&case["se"])[index],
                1e-8,
                name,
            );
        }
        close(
            found.log_likelihood,
            case["loglik"].as_f64().expect("a number"),
            1e-7,
            name,
        );
        if let Some(published) = case["published"]["theta"].as_array() {
            for (ours, printed) in found.theta.iter().zip(published) {
                close(
                    *ours,
                    printed.as_f64().expect("a number"),
                    5e-7,
                    "as published",
                );
            }
        }
    }
}

/// Second derivatives are those of differences of the first.
#[test]
fn derivatives_are_those_of_differences() {
    let mut choices = Choices::new(vec![false; 3]);
    choices.push(&[row(&[1, 0, 2]), row(&[0, 3, 1]), row(&[-1, 1, 0])], 1, 2);
    choices.push(&[row(&[2, 1, -1]), row(&[0, 0, 1])], 0, 1);
    let theta = [0.3, -0.2, 0.5];
    let (value, gradient, hessian) = choices.derivatives(&theta);
    let h = 1e-5;
    for i in 0..3 {
        let mut up = theta;
        let mut down = theta;
        up[i] += h;
        down[i] -= h;
        let (above, g_above, _) = choices.derivatives(&up);
        let (below, g_below, _) = choices.derivatives(&down);
        close((above - below) / (2.0 * h), gradient[i], 1e-8, "gradient");
        assert!(above + below - 2.0 * value < 0.0, "it is concave");
        for j in 0..3 {
            close(
                (g_above[j] - g_below[j]) / (2.0 * h),
                hessian[3 * i + j],
                1e-8,
                "hessian",
            );
        }
    }
}

/// x beats y 3 to 1 on a criterion that counts against x: with weights that may not be negative, the weight is 0.
#[test]
fn a_weight_stays_at_its_bound() {
    let mut choices = Choices::new(vec![true, true]);
    // the first criterion is won by the worse, the second by the better: 3 to 1 and 1 to 3
    choices.push(&[row(&[0, 1]), row(&[1, 0])], 0, 3);
    choices.push(&[row(&[0, 1]), row(&[1, 0])], 1, 1);
    choices.push(&[row(&[1, 0]), row(&[0, 0])], 1, 3);
    choices.push(&[row(&[1, 0]), row(&[0, 0])], 0, 1);
    let found = choices.estimate(&[true, true]).expect("an estimate");
    assert_eq!(found.at_bound, [true, false]);
    // with the first weight at 0 the second alone explains 3 to 1: its log-odds are ln 3
    close(found.theta[1], 3.0_f64.ln(), 1e-9, "the other weight");
    assert!(found.gradient[0] < 0.0, "it would be negative");
    // two answers that contradict each other can be told apart freely, but not by weights
    let mut opposed = Choices::new(vec![true, true]);
    opposed.push(&[row(&[0, 0]), row(&[1, 1])], 0, 1);
    opposed.push(&[row(&[0, 0]), row(&[1, 0])], 0, 1);
    assert!(matches!(
        opposed.separation(false),
        Ok(Separation::Complete(_))
    ));
    assert_eq!(opposed.separation(true), Ok(Separation::Overlap));
}
