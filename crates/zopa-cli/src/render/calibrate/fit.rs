//! Weights and threshold: the report and its picture.

use zopa_calibrate::consistent::{Conflict, Consistency, Preference, Range, Ranges, Removal};
use zopa_calibrate::fit::{
    Counts, Estimates, Figure, Fit, Interval, Likelihood, Link, Unidentified, direction_in_names,
    parameter_name,
};
use zopa_calibrate::logit::Separation;
use zopa_calibrate::{Statement, Study, Unused};
use zopa_model::NearestFloat as _;
use zopa_plot::{IntervalRow, Intervals, count, number};

use super::{exactly, range, table};
use crate::render::document::{Align, Block};

/// So many names are listed.
const LISTED: usize = 12;

/// The report.
pub(crate) fn report(study: &Study, fit: &Fit, exact: bool) -> Vec<Block> {
    let mut blocks = vec![
        Block::Title("What the judgments say of the weights".to_owned()),
        Block::Paragraph(material(study, &fit.counts)),
    ];
    match &fit.consistency {
        Ok(Consistency::Consistent(ranges)) => consistent(&mut blocks, fit, ranges, exact),
        Ok(Consistency::Contradictory(conflict)) => contradictory(&mut blocks, study, conflict),
        Err(_) => blocks.push(Block::Paragraph(
            "The solver's answer did not stand its exact check, so nothing is said of ranges and contradictions.".to_owned(),
        )),
    }
    likely(&mut blocks, &fit.likelihood, &fit.criteria);
    if !fit.predictions.is_empty() {
        blocks.push(Block::Heading("Pairs that await judgment".to_owned()));
        let rows = fit.predictions.iter().map(|one| {
            vec![
                one.name.clone(),
                match one.preference {
                    Preference::First => "A, whatever the weights",
                    Preference::Second => "B, whatever the weights",
                    Preference::Same => "equal, whatever the weights",
                    Preference::Open => "depends on the weights",
                }
                .to_owned(),
                range(&one.difference, exact),
            ]
        });
        blocks.push(table(
            &[
                ("pair", Align::Left),
                ("better", Align::Left),
                ("U(A) - U(B)", Align::Right),
            ],
            rows.collect(),
        ));
    }
    blocks
}

/// How much there is to learn from.
fn material(study: &Study, counts: &Counts) -> String {
    let mut parts = vec![format!(
        "{} about {}",
        count(study.statements.len(), "judgment"),
        count(study.prompts, "prompt")
    )];
    for (number, what) in [
        (counts.much, "significantly better"),
        (counts.little, "slightly better"),
        (counts.ties, "tied"),
        (counts.neither, "both unacceptable"),
        (counts.accepted, "accepted as the only one past the gates"),
        (counts.rejected, "rejected as the only one past the gates"),
    ] {
        if number > 0 {
            parts.push(format!("{number} {what}"));
        }
    }
    let mut text = format!("{}.", parts.join(", "));
    let unused = Unused::ALL.iter().filter_map(|reason| {
        let count = study.unused.get(reason)?;
        Some(format!("{count} {}", reason.title()))
    });
    let mut left_out: Vec<String> = unused.collect();
    if study.rejected > 0 {
        left_out.push(format!("{} in error", study.rejected));
    }
    if !left_out.is_empty() {
        text += &format!(" Not used: {}.", left_out.join(", "));
    }
    text
}

fn consistent(blocks: &mut Vec<Block>, fit: &Fit, ranges: &Ranges, exact: bool) {
    blocks.push(Block::Heading("Taken at their word: consistent".to_owned()));
    blocks.push(Block::Paragraph(format!(
        "Some weights agree with every judgment, with a margin of up to {}. Each range holds all values that do; any value in \
         it may be the true one.",
        exactly(&ranges.margin, exact)
    )));
    let mut rows: Vec<Vec<String>> = Vec::new();
    for ((name, found), example) in fit
        .criteria
        .iter()
        .zip(&ranges.weights)
        .zip(&ranges.example)
    {
        rows.push(vec![
            name.clone(),
            range(found, exact),
            exactly(example, exact),
        ]);
    }
    for (name, found, example) in [
        (
            "threshold",
            &ranges.threshold,
            ranges.example_threshold.as_ref(),
        ),
        ("tie limit", &ranges.tie_limit, None),
        ("limit of slightly better", &ranges.strength_limit, None),
    ] {
        if let Some(found) = found {
            let example = example
                .map(|value| exactly(value, exact))
                .unwrap_or_default();
            rows.push(vec![name.to_owned(), range(found, exact), example]);
        }
    }
    blocks.push(table(
        &[
            ("", Align::Left),
            ("range", Align::Right),
            ("one that fits best", Align::Right),
        ],
        rows,
    ));
    let mut notes =
        vec!["`one that fits best` has the largest margin; others may have it too.".to_owned()];
    if let Some(threshold) = &ranges.threshold {
        let open = match (threshold.open_below, threshold.open_above) {
            (true, true) => Some("no judgment bounds the threshold"),
            (true, false) => Some("the threshold is bounded from above only: nothing was rejected"),
            (false, true) => Some("the threshold is bounded from below only: nothing was accepted"),
            (false, false) => None,
        };
        notes.extend(open.map(|text| format!("{}.", capitalised(text))));
    }
    blocks.push(Block::List(notes));
}

fn contradictory(blocks: &mut Vec<Block>, study: &Study, conflict: &Conflict) {
    blocks.push(Block::Heading(
        "Taken at their word: contradictory".to_owned(),
    ));
    let removed = conflict.removal.statements();
    let how_many = match &conflict.removal {
        Removal::Smallest(_) => format!(
            "Without {} the rest would be consistent, and no fewer suffice: {}.",
            count(removed.len(), "judgment"),
            names(study, removed)
        ),
        Removal::AtMost { at_least, .. } => format!(
            "At least {at_least} would have to go; without these {} the rest is consistent: {}.",
            removed.len(),
            names(study, removed)
        ),
    };
    blocks.push(Block::Paragraph(format!(
        "No weights agree with every judgment, so there are no ranges. {how_many}"
    )));
    blocks.push(Block::Paragraph(format!(
        "These contradict one another, and would not without any one of them: {}.",
        names(study, &conflict.minimal)
    )));
    if let Some(least) = &conflict.least {
        blocks.push(Block::Paragraph(format!(
            "The least total error is {}; with it {} cannot be explained. A contradiction may cost next to nothing, so this number is \
             no measure of contradiction.",
            number(least.total.to_f64()),
            count(least.missed.len(), "judgment")
        )));
    }
}

/// Some statements by name and line.
fn names(study: &Study, indices: &[usize]) -> String {
    let name = |&index: &usize| {
        let statement: &Statement = &study.statements[index];
        format!("`{}` (line {})", statement.name, statement.line)
    };
    let mut list: Vec<String> = indices.iter().take(LISTED).map(name).collect();
    if indices.len() > LISTED {
        list.push(format!("and {} more", indices.len() - LISTED));
    }
    list.join(", ")
}

fn likely(blocks: &mut Vec<Block>, found: &Likelihood, criteria: &[String]) {
    let Some((estimate, reading)) = &found.estimate else {
        blocks.push(Block::Heading("Taken as choices: no estimate".to_owned()));
        blocks.push(Block::Paragraph(why_none(found, criteria)));
        blocks.push(Block::List(cautions(found, criteria)));
        return;
    };
    let title = match found.ridge {
        Some(ridge) => format!(
            "Taken as choices: held back by a prior, ridge {}",
            number(ridge)
        ),
        None => "Taken as choices: the most likely weights".to_owned(),
    };
    blocks.push(Block::Heading(title));
    blocks.push(estimates(found, &estimate.at_bound, reading, criteria));
    blocks.push(Block::List(notes(found, reading, criteria)));
}

/// The table of what was estimated.
fn estimates(
    found: &Likelihood,
    at_bound: &[bool],
    reading: &Estimates,
    criteria: &[String],
) -> Block {
    let resampled = found.resampled.as_ref();
    let interval = resampled.map(|one| format!("{} % interval", number(one.resampling.percent())));
    let mut header = vec![
        ("", Align::Left),
        ("estimate", Align::Right),
        ("standard error", Align::Right),
    ];
    if let Some(interval) = &interval {
        header.push((interval, Align::Right));
    }
    let mut rows = Vec::new();
    let mut add = |name: &str, figure: Option<Figure>, interval: Option<Interval>, note: &str| {
        let mut row = match figure {
            Some(figure) => vec![
                name.to_owned(),
                format!("{}{note}", number(figure.value)),
                number(figure.standard_error),
            ],
            None => vec![name.to_owned(), "not identified".to_owned(), String::new()],
        };
        if resampled.is_some() {
            row.push(
                interval
                    .map(|one| ends(one.low, one.high))
                    .unwrap_or_default(),
            );
        }
        rows.push(row);
    };
    for (index, name) in criteria.iter().enumerate() {
        let interval = resampled.and_then(|one| *one.weights.get(index)?);
        let note = if at_bound[index] {
            " (at its bound)"
        } else {
            ""
        };
        add(name, reading.weights[index], interval, note);
    }
    let absent = |name: &str| {
        found
            .absent
            .iter()
            .any(|(p, _)| parameter_name(*p, criteria) == name)
    };
    if !absent("threshold") {
        add(
            "threshold",
            reading.threshold,
            resampled.and_then(|one| one.threshold),
            "",
        );
    }
    if !absent("first_slot") {
        add(
            "first slot (log-odds)",
            reading.first_slot,
            resampled.and_then(|one| one.first_slot),
            "",
        );
    }
    for (name, limit) in [
        ("tie limit", reading.tie_limit),
        ("limit of slightly better", reading.strength_limit),
    ] {
        if limit.is_some() {
            add(name, limit, None, "");
        }
    }
    let sensitivity = resampled.and_then(|one| one.sensitivity);
    add("sensitivity", Some(reading.sensitivity), sensitivity, "");
    table(&header, rows)
}

fn why_none(found: &Likelihood, criteria: &[String]) -> String {
    match &found.separation {
        Ok(Separation::Overlap) => "The likelihood has no maximum that could be found.".to_owned(),
        Ok(separation) => {
            let direction = separation.direction().unwrap_or_default();
            let named = direction_in_names(direction, &found.parameters, criteria);
            let named: Vec<String> = named
                .iter()
                .map(|(name, value)| format!("{name} {}{}", if value.is_positive() { "+" } else { "" }, number(value.to_f64())))
                .collect();
            let all = if matches!(separation, Separation::Complete(_)) { "every judgment becomes" } else { "some judgments become" };
            format!(
                "The judgments leave no room for chance: along {} {all} ever more likely, so nothing finite is most likely, \
                 and there are no standard errors. The ranges above are what can be said. `--prior ridge:1` gives an estimate that \
                 a prior holds back.",
                named.join(", ")
            )
        }
        Err(_) => "Whether there is an estimate could not be decided: the solver's answer did not stand its exact check.".to_owned(),
    }
}

fn notes(found: &Likelihood, reading: &Estimates, criteria: &[String]) -> Vec<String> {
    let mut notes = Vec::new();
    if let (Some(threshold), Some(of_two)) = (reading.threshold, reading.threshold_of_two) {
        notes.push(format!(
            "A single response worth {} is as likely accepted as not; of two equal ones, one is accepted as likely as not at {}.",
            number(threshold.value),
            number(of_two)
        ));
    }
    if let Some(profile) = found.profile {
        notes.push(format!(
            "The sensitivity is known to no better than a tenth; by the likelihood itself (profile, {} %) the threshold is {}.",
            number(profile.percent()),
            match (profile.low, profile.high) {
                (Some(low), Some(high)) => ends(low, high),
                (Some(low), None) => format!("above {}, without an upper end", number(low)),
                (None, Some(high)) => format!("below {}, without a lower end", number(high)),
                (None, None) => "anything".to_owned(),
            }
        ));
    }
    if found.link == Link::Cumulative {
        notes.push(format!(
            "{} compare two responses and take part. From a difference at a limit on, the better one is as likely preferred, or found \
             significantly better, as not.",
            count(found.choices, "judgment")
        ));
    }
    if reading.weights.iter().all(Option::is_none) && found.unidentified.is_empty() {
        notes.push(
            "There is no preference signal: judgments do not depend on the scores.".to_owned(),
        );
    }
    if let Some(resampled) = &found.resampled {
        let drawn = usize::try_from(resampled.resampling.replicates).unwrap_or(usize::MAX);
        let doubt = if resampled.undefined > drawn / 20 {
            " So many are missing that these intervals promise too much: there are too few judgments for them."
        } else {
            ""
        };
        notes.push(format!(
            "Intervals: {drawn} samples of {}, seed {}; {} of them had no estimate and are left out.{doubt}",
            count(resampled.groups, "prompt"),
            resampled.resampling.seed,
            resampled.undefined
        ));
    }
    notes.extend(cautions(found, criteria));
    notes
}

/// What is not estimated, or not identified.
fn cautions(found: &Likelihood, criteria: &[String]) -> Vec<String> {
    let absent = found.absent.iter().map(|(parameter, reason)| {
        format!(
            "Not estimated: {} ({reason}).",
            parameter_name(*parameter, criteria).replace('_', " ")
        )
    });
    let unidentified = found
        .unidentified
        .iter()
        .map(|one| not_identified(one, found, criteria));
    absent.chain(unidentified).collect()
}

fn not_identified(one: &Unidentified, found: &Likelihood, criteria: &[String]) -> String {
    let list: Vec<String> = one
        .criteria
        .iter()
        .map(|&index| format!("`{}`", criteria[index]))
        .collect();
    if let Some(alone) = one.constant() {
        return format!(
            "Not identified: `{}` never makes a difference; the other weights are shares among themselves.",
            criteria[alone]
        );
    }
    if one.sum_stays && !list.is_empty() {
        return format!(
            "Not identified: of {} only the sum of the weights.",
            list.join(", ")
        );
    }
    let named = direction_in_names(&one.direction, &found.parameters, criteria);
    let named: Vec<String> = named
        .iter()
        .map(|(name, value)| format!("{value} {name}"))
        .collect();
    format!(
        "Not identified: nothing changes along {}.",
        named.join(", ")
    )
}

/// The weights with ranges or intervals.
pub(crate) fn picture(fit: &Fit) -> Intervals {
    let ranges = match &fit.consistency {
        Ok(Consistency::Consistent(ranges)) => Some(ranges),
        _ => None,
    };
    let likely = fit.likelihood.estimate.as_ref().map(|(_, reading)| reading);
    let mut rows = Vec::new();
    let mut add = |name: &str,
                   range: Option<(&Range, f64)>,
                   figure: Option<Figure>,
                   interval: Option<Interval>| {
        let mut group = |label: &str, point: f64, (low, high): (f64, f64)| {
            let mut row = IntervalRow::new(name, point, low, high);
            row.group = Some(label.to_owned());
            rows.push(row);
        };
        if let Some((range, example)) = range {
            group("range", example, (range.low.to_f64(), range.high.to_f64()));
        }
        if let Some(figure) = figure {
            let ends = interval.map_or((figure.value, figure.value), |one| (one.low, one.high));
            group("estimate", figure.value, ends);
        }
    };
    let resampled = fit.likelihood.resampled.as_ref();
    for (index, name) in fit.criteria.iter().enumerate() {
        add(
            name,
            ranges.map(|found| (&found.weights[index], found.example[index].to_f64())),
            likely.and_then(|reading| reading.weights[index]),
            resampled.and_then(|one| *one.weights.get(index)?),
        );
    }
    let threshold = ranges.and_then(|found| {
        Some((
            found.threshold.as_ref()?,
            found.example_threshold.as_ref()?.to_f64(),
        ))
    });
    add(
        "threshold",
        threshold,
        likely.and_then(|reading| reading.threshold),
        resampled.and_then(|one| one.threshold),
    );
    Intervals {
        title: "Weights of the criteria, and the threshold".to_owned(),
        axis: "share of the worth of the best response".to_owned(),
        reference: None,
        rows,
    }
}

fn ends(low: f64, high: f64) -> String {
    format!("{} to {}", number(low), number(high))
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
