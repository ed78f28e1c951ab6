//! Agreement of annotators: the report and its pictures.

use zopa_calibrate::Outcome;
use zopa_calibrate::agreement::{Coefficient, Table as Counts, Undefined};
use zopa_calibrate::fit::Interval;
use zopa_calibrate::judge::{
    Annotator, Between, Figures, JudgeReport, Kind, Measured, Position, Proportion, Slice, Unusable,
};
use zopa_plot::{Heat, IntervalRow, Intervals, count, number};

use super::{exactly, table};
use crate::render::document::{Align, Block};

/// The strengths, in the order of their scale.
const STRENGTHS: [&str; 5] = [
    "A by much",
    "A by little",
    "tie",
    "B by little",
    "B by much",
];

/// The report.
pub(crate) fn report(found: &JudgeReport, exact: bool) -> Vec<Block> {
    let mut blocks = vec![
        Block::Title("How well verdicts agree with gold".to_owned()),
        Block::Paragraph(about(found)),
    ];
    for one in &found.annotators {
        annotator(&mut blocks, one, exact);
    }
    if found.annotators.len() > 1 {
        let both_orders = found.annotators.iter().any(|one| {
            let position = one.position.as_ref();
            position.is_ok_and(|position| position.swap.is_some())
        });
        between(&mut blocks, &found.between, both_orders, exact);
    }
    blocks
}

fn about(found: &JudgeReport) -> String {
    let mut text = format!(
        "{}, {}.",
        count(found.annotators.len(), "annotator"),
        count(found.pairs, "pair")
    );
    if let Some(resampling) = found.options.resampling {
        text += &format!(
            " Intervals of {} %: Wilson's for rates, from {} samples of prompts (seed {}) for coefficients.",
            number(resampling.percent()),
            resampling.replicates,
            resampling.seed
        );
    }
    text
}

fn annotator(blocks: &mut Vec<Block>, one: &Annotator, exact: bool) {
    blocks.push(Block::Heading(one.name.clone()));
    let unusable = Unusable::ALL.iter().filter_map(|reason| {
        let number = one.unusable.get(reason)?;
        Some(format!("{number} {}", words(*reason)))
    });
    let unusable: Vec<String> = unusable.collect();
    let mut text = count(one.verdicts, "verdict");
    if !unusable.is_empty() {
        text += &format!("; not compared: {}", unusable.join(", "));
    }
    blocks.push(Block::Paragraph(format!("{text}.")));
    let Some(all) = one.slices.iter().find(|slice| slice.kind == Kind::All) else {
        return;
    };
    blocks.push(counts(
        "gold",
        &Outcome::ALL.iter().map(|o| o.as_str()).collect::<Vec<_>>(),
        &all.figures.outcomes,
    ));
    if all.figures.enough {
        figures(blocks, &all.figures, exact);
    } else {
        blocks.push(Block::Paragraph(
            "Too few verdicts for more than counts.".to_owned(),
        ));
    }
    slices(blocks, &one.slices, exact);
    match &one.position {
        Ok(position) => places_of(blocks, position, exact),
        Err(reason) => blocks.push(Block::Paragraph(format!("Position: not judged, {reason}."))),
    }
}

fn words(reason: Unusable) -> &'static str {
    match reason {
        Unusable::NoOutcome => "without an outcome",
        Unusable::UnknownPair => "on unknown pairs",
        Unusable::PairNotJudged => "on pairs without gold",
        Unusable::Repeated => "repeated",
    }
}

/// A table of counts: gold in rows.
fn counts(corner: &str, names: &[&str], found: &Counts) -> Block {
    let mut header = vec![(corner, Align::Left)];
    header.extend(names.iter().map(|&name| (name, Align::Right)));
    let rows = names.iter().zip(found.counts()).map(|(name, row)| {
        let cells = row.iter().map(u64::to_string);
        std::iter::once((*name).to_owned()).chain(cells).collect()
    });
    table(&header, rows.collect())
}

fn figures(blocks: &mut Vec<Block>, found: &Figures, exact: bool) {
    let mut rows = vec![
        rate("accuracy", &found.accuracy, exact),
        rate("accuracy where both name a winner", &found.decisive, exact),
        measured("kappa", &found.kappa, exact),
        measured("AC1", &found.ac1, exact),
        measured("PABAK", &found.pabak, exact),
        rate("ties in gold", &found.gold_ties, exact),
        rate("ties in verdicts", &found.ties, exact),
        rate(
            "both unacceptable: recall",
            &found.unacceptable_recall,
            exact,
        ),
        rate(
            "both unacceptable: precision",
            &found.unacceptable_precision,
            exact,
        ),
    ];
    for gate in &found.gates {
        rows.push(rate(
            &format!("{} failures: recall", gate.gate.as_str()),
            &gate.recall,
            exact,
        ));
        rows.push(rate(
            &format!("{} failures: precision", gate.gate.as_str()),
            &gate.precision,
            exact,
        ));
    }
    if found.strength.table.total() > 0 {
        rows.push(measured(
            "strength: kappa, linear",
            &found.strength.linear,
            exact,
        ));
        rows.push(measured(
            "strength: kappa, quadratic",
            &found.strength.quadratic,
            exact,
        ));
    }
    for score in &found.scores {
        let name = format!("{}: kappa, quadratic", score.criterion.as_str());
        rows.push(vec![
            name,
            coefficient(&score.quadratic, exact),
            String::new(),
            score.table.total().to_string(),
        ]);
    }
    blocks.push(valued("", rows));
    if found.strength.table.total() > 0 {
        blocks.push(counts("gold strength", &STRENGTHS, &found.strength.table));
    }
}

fn slices(blocks: &mut Vec<Block>, all: &[Slice], exact: bool) {
    let parts = all.iter().filter(|slice| slice.kind != Kind::All);
    let rows: Vec<Vec<String>> = parts
        .map(|slice| {
            let found = &slice.figures;
            let figure = |text: String| {
                if found.enough {
                    text
                } else {
                    "too few".to_owned()
                }
            };
            vec![
                format!("{} {}", slice.kind.as_str(), slice.name),
                found.outcomes.total().to_string(),
                found.outcomes.agreed().to_string(),
                figure(share(&found.accuracy, exact)),
                figure(coefficient(&found.kappa.value, exact)),
                figure(share(&found.ties, exact)),
            ]
        })
        .collect();
    if rows.len() > 1 {
        let right = Align::Right;
        blocks.push(table(
            &[
                ("part", Align::Left),
                ("n", right),
                ("right", right),
                ("accuracy", right),
                ("kappa", right),
                ("ties", right),
            ],
            rows,
        ));
    }
}

fn places_of(blocks: &mut Vec<Block>, found: &Position, exact: bool) {
    let mut rows = vec![rate("first response named", &found.first, exact)];
    if let Some(swap) = &found.swap {
        rows.extend([
            rate("both orders: same outcome", &swap.consistent, exact),
            rate("both orders: accuracy, average", &swap.average, exact),
            rate("both orders: accuracy, right in both", &swap.both, exact),
            rate("both orders: accuracy, net", &swap.net, exact),
        ]);
    }
    blocks.push(valued("position", rows));
    let mut notes = vec![format!(
        "Errors against the first response {}, against the second {}: p {} (McNemar, exact).",
        found.lost_first,
        found.lost_second,
        chance(found.mcnemar)
    )];
    if let Some(swap) = &found.swap {
        notes.push(format!(
            "With the order the verdict changed toward the first response {} and toward the second {}: p {} (sign test, exact).",
            times(swap.toward_first),
            times(swap.toward_second),
            chance(swap.sign_test)
        ));
        notes.push(format!(
            "Two verdicts on one pair, as on {}, are not independent: intervals of rates and McNemar's p take them as if they were.",
            swap.consistent.of
        ));
    }
    if let Some(advantage) = found.advantage {
        notes.push(format!(
            "Log-odds of the first of two equal responses: {} ({}).",
            number(advantage.value),
            ends(advantage.interval)
        ));
    }
    blocks.push(Block::List(notes));
}

/// A p-value: `= 0.0312`, `< 0.0001`.
fn chance(p: f64) -> String {
    if p < 0.0001 {
        "< 0.0001".to_owned()
    } else {
        format!("= {}", number(p))
    }
}

fn times(number: u64) -> String {
    match number {
        1 => "once".to_owned(),
        more => format!("{more} times"),
    }
}

fn between(blocks: &mut Vec<Block>, found: &Between, both_orders: bool, exact: bool) {
    blocks.push(Block::Heading("Annotators among themselves".to_owned()));
    let mut rows = vec![measured(
        "outcomes: Krippendorff's alpha",
        &found.outcomes,
        exact,
    )];
    for one in &found.scores {
        let name = format!("{}: alpha, ordinal", one.criterion.as_str());
        rows.push(vec![
            name,
            coefficient(&one.alpha, exact),
            String::new(),
            String::new(),
        ]);
    }
    for two in &found.pairs {
        rows.push(vec![
            format!("{} and {}: kappa", two.names[0], two.names[1]),
            coefficient(&two.kappa, exact),
            String::new(),
            two.table.total().to_string(),
        ]);
    }
    blocks.push(valued("", rows));
    if both_orders {
        let text = "Of two verdicts of an annotator on a pair the one with A first counts here.";
        blocks.push(Block::Paragraph(text.to_owned()));
    }
}

/// A table of figures with their intervals and of how many they are.
fn valued(corner: &str, rows: Vec<Vec<String>>) -> Block {
    let right = ["value", "interval", "of"].map(|name| (name, Align::Right));
    let header: Vec<(&str, Align)> = [(corner, Align::Left)].into_iter().chain(right).collect();
    table(&header, rows)
}

fn rate(name: &str, found: &Proportion, exact: bool) -> Vec<String> {
    vec![
        name.to_owned(),
        share(found, exact),
        found.interval.map(ends).unwrap_or_default(),
        found.of.to_string(),
    ]
}

fn share(found: &Proportion, exact: bool) -> String {
    match found.value() {
        None => "none to count".to_owned(),
        Some(_) if exact => format!("{}/{}", found.hits, found.of),
        Some(value) => number(value),
    }
}

fn measured(name: &str, found: &Measured, exact: bool) -> Vec<String> {
    vec![
        name.to_owned(),
        coefficient(&found.value, exact),
        found.interval.map(ends).unwrap_or_default(),
        String::new(),
    ]
}

fn coefficient(value: &Coefficient, exact: bool) -> String {
    match value {
        Ok(value) => exactly(value, exact),
        Err(Undefined::TooFew) => "too few".to_owned(),
        Err(Undefined::NoVariation) => "no variation".to_owned(),
    }
}

fn ends(interval: Interval) -> String {
    format!("{} to {}", number(interval.low), number(interval.high))
}

/// Gold by verdict, of the annotator with the most verdicts.
pub(crate) fn confusion(found: &JudgeReport) -> Heat {
    // of several with as many, the first by name
    let most = found.annotators.iter().rev().max_by_key(|one| one.verdicts);
    let slice = most.and_then(|one| one.slices.first());
    let names: Vec<String> = Outcome::ALL
        .iter()
        .map(|one| one.as_str().replace('_', " "))
        .collect();
    Heat {
        title: format!(
            "Gold and verdicts of {}",
            most.map_or("nobody", |one| one.name.as_str())
        ),
        names: ["gold".to_owned(), "verdict".to_owned()],
        rows: names.clone(),
        columns: names,
        counts: slice
            .map(|one| one.figures.outcomes.counts().to_vec())
            .unwrap_or_default(),
    }
}

/// How often each annotator prefers what is shown first.
pub(crate) fn places(found: &JudgeReport) -> Intervals {
    let rows = found.annotators.iter().filter_map(|one| {
        let first = one.position.as_ref().ok()?.first;
        let interval = first.interval?;
        let mut row = IntervalRow::new(&one.name, first.value()?, interval.low, interval.high);
        row.note = Some(count(
            usize::try_from(first.of).unwrap_or(usize::MAX),
            "verdict",
        ));
        Some(row)
    });
    Intervals {
        title: "How often the response shown first is named".to_owned(),
        axis: "share of the verdicts that name a winner".to_owned(),
        reference: Some(0.5),
        rows: rows.collect(),
    }
}
