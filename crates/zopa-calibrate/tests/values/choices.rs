//! Wins, ties and choices between trains: estimates, standard errors, and where there are none.

use std::fs;
use std::io::Read as _;

use zopa_calibrate::fit::{FitOptions, likelihood};
use zopa_calibrate::logit::{Choices, Estimate, Separation};
use zopa_calibrate::{Answer, Side, Statement, Study};
use zopa_model::Rational;

use crate::book::{At, Book};
use crate::common::shared;

/// How near an estimate of another program is.
const NEAR: f64 = 1e-9;

/// What is left out of every file.
const WORDS: [(&str, &str); 4] = [
    ("/versions", "the programs that recomputed the values"),
    ("/model", "in words"),
    ("/cases/*/source", "in words"),
    (
        "/cases/*/grad_inf",
        "how far the other program went: ours is bounded in `estimate`",
    ),
];

/// An item's place among the parameters: the first item is the reference, at 0.
fn item(index: usize, items: usize, extra: usize) -> Vec<Rational> {
    let mut row = vec![Rational::from(0); items - 1 + extra];
    if index > 0 {
        row[index - 1] = 1.into();
    }
    row
}

fn estimate(choices: &Choices) -> Estimate {
    let free = vec![true; choices.parameters()];
    let found = choices.estimate(&free).expect("an estimate");
    for pull in &found.gradient {
        assert!(pull.abs() < 1e-8 * choices.len() as f64, "{pull}");
    }
    found
}

/// The items' estimates, that of the first one among them.
fn of_items(found: &Estimate, items: usize) -> Vec<f64> {
    let others = found.theta[..items - 1].iter().copied();
    [0.0].into_iter().chain(others).collect()
}

fn errors(found: &Estimate, places: std::ops::Range<usize>) -> Vec<f64> {
    places.map(|index| found.standard_error(index)).collect()
}

fn shares(theta: &[f64]) -> Vec<f64> {
    let sum: f64 = theta.iter().map(|t| t.exp()).sum();
    theta.iter().map(|t| t.exp() / sum).collect()
}

/// Rank, number of parameters and separation; where there is no estimate, a direction along which the likelihood rises for ever.
fn exists(choices: &Choices, case: &At<'_>) -> bool {
    let parameters = choices.parameters();
    assert_eq!(case.get("params").index(), parameters);
    let rank = parameters - choices.null_space().len();
    assert_eq!(case.get("rank").index(), rank);
    let separation = choices.separation(false).expect("decided");
    assert_eq!(case.get("separation").text(), separation.as_str());
    if let Some(direction) = case.find("direction").filter(|one| !one.is_null()) {
        let direction = direction.numbers();
        let at = |length: f64| {
            let theta: Vec<f64> = direction.iter().map(|d| d * length).collect();
            choices.derivatives(&theta).0
        };
        let values = [at(0.0), at(1.0), at(2.0), at(4.0)];
        assert!(values.is_sorted() && values[0] < values[3], "{values:?}");
    }
    separation == Separation::Overlap && rank == parameters
}

#[test]
fn bradley_terry() {
    let Some(book) = Book::open("bradley_terry.json") else {
        return;
    };
    for case in book.top().get("cases").list() {
        let name = case.get("name").text();
        match case.find("wins_row_beats_column") {
            Some(wins) => league(&case, &wins),
            None => baseball(&case, name.ends_with("True")),
        }
    }
    book.close(&[
        WORDS[0],
        WORDS[1],
        WORDS[2],
        WORDS[3],
        ("/cases/*/labels", "names of the items"),
        (
            "/cases/*/choix_ilsr_max_abs_diff",
            "how far another program was from the reference",
        ),
        (
            "/cases/*/choix_opt_max_abs_diff",
            "how far another program was from the reference",
        ),
        ("/cases/*/published/where", "in words"),
        (
            "/cases/0/published/se",
            "quoted from memory, and the last one contradicts the file's own recomputation",
        ),
    ]);
}

fn league(case: &At<'_>, wins: &At<'_>) {
    let wins = wins.list();
    let items = wins.len();
    let mut choices = Choices::new(vec![false; items - 1]);
    for (i, line) in wins.iter().enumerate() {
        for (j, times) in line.list().iter().enumerate() {
            let times = times.times();
            if times > 0 {
                choices.push(&[item(i, items, 0), item(j, items, 0)], 0, times);
            }
        }
    }
    if !exists(&choices, case) {
        return;
    }
    assert_eq!(case.get("reference_item").count(), 0);
    let found = estimate(&choices);
    let theta = of_items(&found, items);
    case.get("theta").all_close_to(&theta, NEAR);
    let mut errors = errors(&found, 0..items - 1);
    errors.insert(0, 0.0);
    case.get("se").all_close_to(&errors, NEAR);
    let mean = theta.iter().sum::<f64>() / items as f64;
    let centered: Vec<f64> = theta.iter().map(|t| t - mean).collect();
    case.get("theta_centered").all_close_to(&centered, NEAR);
    case.get("loglik").close_to(found.log_likelihood, 1e-8);
    if let Some(published) = case.find("published") {
        for (printed, ours) in published.get("theta").list().iter().zip(&theta) {
            printed.close_to(*ours, 0.00005);
        }
    }
}

/// Seven teams, at home and away: with and without the advantage of playing at home.
fn baseball(case: &At<'_>, order: bool) {
    let labels = case.get("labels").list();
    let labels: Vec<&str> = labels.iter().map(At::text).collect();
    let items = labels.len();
    let extra = usize::from(order);
    let place = |name: &At<'_>| {
        let name = name.text();
        labels.iter().position(|l| *l == name).expect("a team")
    };
    let mut choices = Choices::new(vec![false; items - 1 + extra]);
    for game in case.get("data_home_away_homewins_awaywins").list() {
        let game = game.list();
        let mut home = item(place(&game[0]), items, extra);
        if order {
            home[items - 1] = 1.into();
        }
        let sides = [home, item(place(&game[1]), items, extra)];
        choices.push(&sides, 0, game[2].times());
        choices.push(&sides, 1, game[3].times());
    }
    let found = estimate(&choices);
    let theta = of_items(&found, items);
    case.get("theta_ref_first_label").all_close_to(&theta, NEAR);
    let mut own = errors(&found, 0..items - 1);
    own.insert(0, 0.0);
    case.get("se").all_close_to(&own, NEAR);
    case.get("loglik").close_to(found.log_likelihood, 1e-8);
    let published = case.get("published");
    let as_printed = |name: &str, mut ours: Vec<f64>, within: f64| {
        ours.sort_by(f64::total_cmp);
        let from = ours.len() - published.get(name).list().len();
        published.get(name).all_close_to(&ours[from..], within);
    };
    if order {
        case.get("b").close_to(found.theta[items - 1], NEAR);
        case.get("b_se")
            .close_to(found.standard_error(items - 1), NEAR);
        published.get("b").close_to(found.theta[items - 1], 0.0005);
        case.get("worths_sum1").all_close_to(&shares(&theta), NEAR);
        as_printed("worths_sorted", shares(&theta), 0.0005);
    } else {
        let least = theta.iter().copied().fold(f64::INFINITY, f64::min);
        let above = theta.iter().map(|t| t - least).collect();
        as_printed("sorted_minus_min", above, 0.005);
    }
}

/// With ties: the puddings of Davidson (1970), a closed form, and what has no estimate.
#[test]
fn davidson() {
    let Some(book) = Book::open("davidson.json") else {
        return;
    };
    for case in book.top().get("cases").list() {
        let name = case.get("name").text();
        let games: Vec<Vec<usize>> = case
            .get("rows_i_j_wi_wj_ties")
            .list()
            .iter()
            .map(At::indices)
            .collect();
        let items = 1 + games
            .iter()
            .flat_map(|game| &game[..2])
            .max()
            .expect("games");
        let order = usize::from(name == "small_with_order");
        // parameters: items after the first, the first slot, the tie
        let tie_at = items - 1 + order;
        let mut choices = Choices::new(vec![false; tie_at + 1]);
        let half = Rational::new(1, 2);
        for game in games {
            let mut first = item(game[0], items, order + 1);
            let mut second = item(game[1], items, order + 1);
            if order == 1 {
                first[items - 1] = half.clone();
                second[items - 1] = -half.clone();
            }
            let both = first.iter().zip(&second);
            let mut tie: Vec<Rational> = both.map(|(x, y)| &(x + y) * &half).collect();
            tie[tie_at] = 1.into();
            let sides = [first, second, tie];
            for (chosen, count) in [(0, 2), (1, 3), (2, 4)] {
                if game[count] > 0 {
                    let times = u32::try_from(game[count]).expect("small");
                    choices.push(&sides, chosen, times);
                }
            }
        }
        if !exists(&choices, &case) {
            continue;
        }
        let found = estimate(&choices);
        let theta = of_items(&found, items);
        case.get("theta_ref0").all_close_to(&theta, NEAR);
        case.get("worth_sum1").all_close_to(&shares(&theta), NEAR);
        let tie = found.theta[tie_at];
        case.get("ln_nu").close_to(tie, NEAR);
        case.get("nu").close_to(tie.exp(), NEAR);
        case.get("loglik").close_to(found.log_likelihood, 1e-8);
        // in the order of the reference: items, the tie, the first slot
        let mut own = errors(&found, 0..items - 1);
        own.push(found.standard_error(tie_at));
        if order == 1 {
            case.get("b").close_to(found.theta[items - 1], NEAR);
            own.push(found.standard_error(items - 1));
        }
        case.get("se").all_close_to(&own, NEAR);
        if let Some(published) = case.find("published") {
            // the paper stopped its iteration early
            published.get("worth").all_close_to(&shares(&theta), 3e-5);
            published.get("nu").close_to(tie.exp(), 1e-5);
            published.get("theta_ref0").all_close_to(&theta, 2e-4);
            published
                .get("se_theta")
                .all_close_to(&own[..items - 1], 1e-4);
            published.get("ln_nu").close_to(tie, 1e-4);
            published.get("se_ln_nu").close_to(own[items - 1], 1e-4);
        }
        if let Some(closed) = case.find("closed_form") {
            assert_eq!(closed.get("theta_1").text(), "ln(4/9)");
            assert!((theta[1] - (4.0_f64 / 9.0).ln()).abs() < NEAR);
            closed.get("nu").close_to(tie.exp(), NEAR);
        }
    }
    book.close(&[
        WORDS[0],
        WORDS[1],
        WORDS[2],
        WORDS[3],
        ("/cases/*/published/note", "in words"),
    ]);
}

/// A choice between two trains: price, time, changes and comfort of both, and whether the second was chosen.
struct Trip {
    offers: [Vec<Rational>; 2],
    second: bool,
}

fn trips() -> Option<Vec<Trip>> {
    let path = shared("data/preferences/train_data.csv.gz")?;
    let bytes = fs::read(path).expect("readable");
    let mut text = String::new();
    flate2::read::GzDecoder::new(&bytes[..])
        .read_to_string(&mut text)
        .expect("a gzip file");
    let trip = |line: &str| {
        let fields = line.split(',').map(|field| field.trim_matches('"'));
        let fields: Vec<&str> = fields.collect();
        let offer = |from: usize| {
            let numbers = fields[from..from + 4].iter();
            numbers.map(|x| x.parse().expect("a number")).collect()
        };
        Trip {
            offers: [offer(3), offer(7)],
            second: fields[2] == "choice2",
        }
    };
    Some(text.lines().skip(1).map(trip).collect())
}

/// 2929 choices between two trains (Ben-Akiva, Bolduc & Bradley 1993), as the manual of `mlogit` estimates them.
#[test]
fn trains() {
    let Some(book) = Book::open("train_additive_logit.json") else {
        return;
    };
    let Some(trips) = trips() else {
        return;
    };
    let top = book.top();
    assert!(top.get("published_reproduced").flag());
    // price in guilders of cents, time in hours
    let scale = ["0.0220371", "1/60", "1", "1"].map(|text| {
        let value = text.parse::<Rational>().ok();
        value.unwrap_or_else(|| Rational::from_fraction(text).expect("a number"))
    });
    for (name, intercept) in [
        ("no_intercept_scaled_price_x0.0220371_time_hours", false),
        ("with_position_intercept", true),
    ] {
        let case = top.get(name);
        let mut choices = Choices::new(vec![false; 4 + usize::from(intercept)]);
        for trip in &trips {
            let rows = [0, 1].map(|place| {
                let values = trip.offers[place].iter().zip(&scale);
                let mut row: Vec<Rational> = values.map(|(x, s)| x * s).collect();
                if intercept {
                    row.push(Rational::from(i64::from(place == 0)));
                }
                row
            });
            choices.push(&rows, usize::from(trip.second), 1);
        }
        assert_eq!(choices.len(), 2929);
        assert_eq!(choices.separation(false), Ok(Separation::Overlap));
        let found = estimate(&choices);
        case.get("theta").all_close_to(&found.theta, 1e-8);
        let own = errors(&found, 0..choices.parameters());
        case.get("se").all_close_to(&own, 1e-8);
        case.get("loglik").close_to(found.log_likelihood, 1e-7);
        if let Some(published) = case.find("published") {
            published.get("theta").all_close_to(&found.theta, 5e-7);
            published
                .get("loglik")
                .close_to(found.log_likelihood, 0.05 + 1e-9);
        }
    }
    weights_of_trains(&top.get("range_normalised_lower_is_better"), &trips);
    book.close(&[
        WORDS[0],
        ("/source", "in words"),
        ("/*/grad_inf", "how far the other program went"),
        ("/*/published/where", "in words"),
    ]);
}

/// The way of `calibrate fit`: each attribute as a share of its range, lower being better; weights with errors by the delta method.
fn weights_of_trains(case: &At<'_>, trips: &[Trip]) {
    let low = case.get("ranges_min").decimals();
    let high = case.get("ranges_max").decimals();
    let share = |offer: &Vec<Rational>| -> Vec<Rational> {
        let ends = low.iter().zip(&high);
        let values = offer.iter().zip(ends);
        values
            .map(|(x, (low, high))| &(high - x) / &(high - low))
            .collect()
    };
    let statement = |(index, trip): (usize, &Trip)| Statement {
        name: String::new(),
        line: index + 1,
        group: index,
        a: Some(share(&trip.offers[0])),
        b: Some(share(&trip.offers[1])),
        answer: Answer::Better(if trip.second { Side::B } else { Side::A }, None),
        level: true,
    };
    let study = Study {
        criteria: ["price", "time", "changes", "comfort"]
            .map(str::to_owned)
            .to_vec(),
        statements: trips.iter().enumerate().map(statement).collect(),
        ..Study::default()
    };
    let options = FitOptions {
        first_slot: false,
        resampling: None,
        ..FitOptions::default()
    };
    let (estimate, reading) = likelihood(&study, &options).estimate.expect("an estimate");
    case.get("theta").all_close_to(&estimate.theta, 1e-7);
    let own: Vec<f64> = (0..4).map(|index| estimate.standard_error(index)).collect();
    case.get("se").all_close_to(&own, 1e-8);
    case.get("loglik").close_to(estimate.log_likelihood, 1e-7);
    case.get("kappa").close_to(reading.sensitivity.value, 1e-7);
    let figures: Vec<_> = reading
        .weights
        .iter()
        .map(|one| one.expect("identified"))
        .collect();
    let values: Vec<f64> = figures.iter().map(|one| one.value).collect();
    case.get("weights").all_close_to(&values, NEAR);
    let own: Vec<f64> = figures.iter().map(|one| one.standard_error).collect();
    case.get("weights_se_delta").all_close_to(&own, NEAR);
}
