//! How far answers hold: the report, the table, and the bars of a tornado.

use std::fmt::Write as _;

use zopa::{NearestFloat as _, Rational, UtilityPoint};
use zopa_design::{End, Interval, LeverReport, Quantity, Sensitivity, Uncertain};
use zopa_page::{allocation_lines, shortfall_lines, smallest_edit_line};
use zopa_plot::{Tornado, TornadoRow};

use super::document::{Align, Block, Table};
use super::figures::Figures;
use super::number;

/// The report.
pub(crate) fn report(found: &Sensitivity, figures: Figures) -> Vec<Block> {
    let analysis = &found.analysis;
    let scenario = &analysis.scenario;
    let zopa = if analysis.zopa.exists { "yes" } else { "none" };
    let mut blocks = vec![
        Block::Title(format!("{} ({})", scenario.name, scenario.id)),
        Block::Paragraph(format!(
            "ZOPA: {zopa}, margin {}. Convention: {}. When one valuation moves, the party's others are {}.",
            figures.signed(&analysis.zopa.margin),
            analysis.convention.as_str(),
            if scenario.raw {
                "renormalized"
            } else {
                found.options.others.as_str()
            }
        )),
        Block::Heading("Highest BATNAs".to_owned()),
        Block::List(thresholds(found, figures)),
    ];
    if let Some(shortfall) = &found.shortfall {
        blocks.push(Block::Heading("No ZOPA: what is missing".to_owned()));
        let mut lines = shortfall_lines(analysis, shortfall, figures);
        lines.push(smallest_edit_line(
            scenario,
            found.smallest_edit().as_ref(),
            figures,
        ));
        blocks.push(Block::List(lines));
    }
    blocks.push(Block::Heading("Where answers stay the same".to_owned()));
    blocks.push(Block::Table(table(found, figures)));
    blocks.push(Block::Paragraph(
        "The Nash allocation is the same deal to the last share; the Nash form assigns everything as today and splits the same \
         resource in any proportion. `..` means as far as the number can go, ( and ) that the answer differs at the end itself, ~ an \
         end that is no fraction. Slopes: how fast the Nash utilities move with the number."
            .to_owned(),
    ));
    blocks.push(Block::Heading(format!(
        "What a change of {} does, by its effect on the margin",
        figures.of(&found.options.step)
    )));
    blocks.push(Block::Table(swings(found, figures)));
    if let Some(uncertain) = &found.uncertain {
        blocks.push(Block::Heading("Under uncertainty".to_owned()));
        blocks.push(Block::List(unsure(found, uncertain, figures)));
    }
    blocks
}

fn thresholds(found: &Sensitivity, figures: Figures) -> Vec<String> {
    let scenario = &found.analysis.scenario;
    let d = &found.analysis.disagreement;
    let each = scenario.parties.iter().zip(&found.thresholds).enumerate();
    each.map(|(party, (who, threshold))| {
        let other = &scenario.parties[1 - party].name;
        match threshold {
            Some(threshold) => format!(
                "{}: there is a ZOPA with a BATNA up to {} (now {}), that of {other} being {}",
                who.name,
                figures.of(threshold),
                figures.of(&d.0[party]),
                figures.of(&d.0[1 - party])
            ),
            None => format!(
                "{}: with no BATNA at all, since that of {other} ({}) is out of reach by itself",
                who.name,
                figures.of(&d.0[1 - party])
            ),
        }
    })
    .chain([format!(
        "the whole trade-off between both has {} stretches: `--format json` lists them",
        found.trade_off.len()
    )])
    .collect()
}

fn name(found: &Sensitivity, lever: &LeverReport) -> String {
    let scenario = &found.analysis.scenario;
    let party = &scenario.parties[lever.party].name;
    match lever.quantity {
        Quantity::Valuation(index) => {
            let subject = scenario.subjects().nth(index).unwrap_or_default();
            format!("{subject} ({party})")
        }
        Quantity::Batna => format!("BATNA ({party})"),
    }
}

fn interval(of: &Interval, figures: Figures) -> String {
    if of.is_point() && !of.low.unlimited && !of.high.unlimited {
        return format!("{} only", figures.of(&of.low.value));
    }
    let end = |end: &End| {
        if end.unlimited {
            "..".to_owned()
        } else if end.within.is_some() {
            format!("~{}", number(end.value.to_f64()))
        } else {
            figures.of(&end.value)
        }
    };
    let open = if of.low.open { "(" } else { "[" };
    let close = if of.high.open { ")" } else { "]" };
    format!("{open}{}, {}{close}", end(&of.low), end(&of.high))
}

fn table(found: &Sensitivity, figures: Figures) -> Table {
    let rows = found.levers.iter().map(|lever| {
        let or_dash =
            |of: Option<&Interval>| of.map_or_else(|| "-".to_owned(), |of| interval(of, figures));
        vec![
            name(found, lever),
            figures.of(&lever.now),
            interval(&lever.verdict, figures),
            or_dash(lever.nash_allocation.as_ref()),
            or_dash(lever.nash_pattern.as_ref()),
            lever.derivatives.as_ref().map_or_else(
                || "-".to_owned(),
                |[a, b]| format!("{}, {}", figures.signed(a), figures.signed(b)),
            ),
        ]
    });
    Table {
        header: [
            ("number", Align::Left),
            ("now", Align::Right),
            ("same verdict", Align::Left),
            ("same Nash allocation", Align::Left),
            ("same Nash form", Align::Left),
            ("slopes", Align::Right),
        ]
        .map(|(name, align)| (name.to_owned(), align))
        .to_vec(),
        rows: rows.collect(),
    }
}

/// The levers by falling effect on the margin; of equal ones in their order.
fn by_effect(found: &Sensitivity) -> Vec<&LeverReport> {
    let mut levers: Vec<&LeverReport> = found.levers.iter().collect();
    levers.sort_by_key(|lever| std::cmp::Reverse(lever.swing.width()));
    levers
}

fn swings(found: &Sensitivity, figures: Figures) -> Table {
    let nash = |at: &Option<UtilityPoint>| {
        at.as_ref()
            .map_or_else(|| "no ZOPA".to_owned(), |at| figures.pair(at))
    };
    let rows = by_effect(found).into_iter().map(|lever| {
        let (down, up) = (&lever.swing.down, &lever.swing.up);
        vec![
            name(found, lever),
            format!("{} to {}", figures.of(&down.value), figures.of(&up.value)),
            figures.signed(&down.margin),
            figures.signed(&up.margin),
            nash(&down.nash),
            nash(&up.nash),
        ]
    });
    Table {
        header: [
            ("number", Align::Left),
            ("moved", Align::Right),
            ("margin lower", Align::Right),
            ("margin higher", Align::Right),
            ("Nash lower", Align::Right),
            ("Nash higher", Align::Right),
        ]
        .map(|(name, align)| (name.to_owned(), align))
        .to_vec(),
        rows: rows.collect(),
    }
}

fn unsure(found: &Sensitivity, uncertain: &Uncertain, figures: Figures) -> Vec<String> {
    let verdict = if !uncertain.worst.is_negative() {
        "there is a ZOPA whatever the values are"
    } else if uncertain.best.is_negative() {
        "there is no ZOPA whatever the values are"
    } else {
        "there is a ZOPA for some values and none for others"
    };
    let mut lines = vec![format!(
        "{verdict}: the margin is {} in the worst case and {} in the best (exact)",
        figures.signed(&uncertain.worst),
        figures.signed(&uncertain.best)
    )];
    if let Some(deal) = &uncertain.robust {
        let scenario = &found.analysis.scenario;
        let words = allocation_lines(scenario, deal, figures);
        lines.push(format!("both accept in every case: {}", words.join("; ")));
    } else if !uncertain.best.is_negative() {
        let interval = uncertain.probability();
        let rate = Rational::new(i128::from(uncertain.hits), i128::from(uncertain.draws));
        lines.push(format!(
            "probability of a ZOPA with uniform values: {} ({} of {} draws, seed {}; 95% interval {} to {})",
            number(rate.to_f64()),
            uncertain.hits,
            uncertain.draws,
            found.options.seed,
            number(interval.low),
            number(interval.high)
        ));
    }
    lines
}

/// The swings as bars in characters, `width` wide.
pub(crate) fn bars(found: &Sensitivity, width: usize) -> String {
    let levers = by_effect(found);
    let names: Vec<String> = levers.iter().map(|lever| name(found, lever)).collect();
    let longest = names.iter().map(|name| name.chars().count()).max();
    let longest = longest.unwrap_or(0);
    let room = width.saturating_sub(longest + 4).max(20);
    let now = &found.analysis.zopa.margin;
    let ends = levers
        .iter()
        .flat_map(|lever| [&lever.swing.down.margin, &lever.swing.up.margin])
        .chain([now]);
    let (low, high) = ends.fold((now.clone(), now.clone()), |(low, high), end| {
        (low.min(end.clone()), high.max(end.clone()))
    });
    let span = &high - &low;
    let place = |value: &Rational| {
        let cells = i128::try_from(room - 1).unwrap_or(1);
        let at = ((value - &low) * Rational::from(cells)).checked_div(&span);
        let at = at.unwrap_or(Rational::ZERO) + Rational::new(1, 2);
        let whole = at.numerator() / at.denominator();
        usize::try_from(&whole).unwrap_or(0).min(room - 1)
    };
    let middle = place(now);
    let mut out = String::new();
    for (lever, name) in levers.iter().zip(&names) {
        let (down, up) = (
            place(&lever.swing.down.margin),
            place(&lever.swing.up.margin),
        );
        let line: String = (0..room)
            .map(|cell| {
                let within = |end: usize| cell >= end.min(middle) && cell <= end.max(middle);
                match (cell == middle, within(down), within(up)) {
                    (true, _, _) => '|',
                    (_, true, true) => '#',
                    (_, true, _) => '<',
                    (_, _, true) => '>',
                    _ => ' ',
                }
            })
            .collect();
        let padding = " ".repeat(longest - name.chars().count());
        // writing to a String never fails
        let _ = writeln!(out, "  {name}{padding} {}", line.trim_end());
    }
    let _ = writeln!(
        out,
        "  margin from {} to {}; | now {}, < number lower, > higher, # either",
        number(low.to_f64()),
        number(high.to_f64()),
        number(now.to_f64())
    );
    out
}

/// The swings as a picture.
pub(crate) fn tornado(found: &Sensitivity) -> Tornado {
    let step = number(found.options.step.to_f64());
    let rows = by_effect(found).into_iter().map(|lever| TornadoRow {
        label: name(found, lever),
        low: lever.swing.down.margin.to_f64(),
        base: found.analysis.zopa.margin.to_f64(),
        high: lever.swing.up.margin.to_f64(),
    });
    Tornado {
        title: format!("{}: what moves the margin", found.analysis.scenario.name),
        axis: "margin of the ZOPA".to_owned(),
        ends: [format!("{step} lower"), format!("{step} higher")],
        rows: rows.collect(),
    }
}

/// The comma-separated form, a header and a row for each number; what is undefined is empty.
pub(crate) fn csv_rows(found: &Sensitivity, exact: bool) -> Vec<Vec<String>> {
    let of = |value: &Rational| {
        if exact {
            value.to_string()
        } else {
            value.to_f64().to_string()
        }
    };
    let ends = |interval: Option<&Interval>| match interval {
        Some(interval) => [of(&interval.low.value), of(&interval.high.value)],
        None => [String::new(), String::new()],
    };
    let header = [
        "kind",
        "party",
        "resource",
        "now",
        "verdict_low",
        "verdict_high",
        "nash_allocation_low",
        "nash_allocation_high",
        "nash_pattern_low",
        "nash_pattern_high",
        "slope_a",
        "slope_b",
        "margin_down",
        "margin_up",
    ];
    let scenario = &found.analysis.scenario;
    let rows = found.levers.iter().map(|lever| {
        let (kind, resource) = match lever.quantity {
            Quantity::Valuation(index) => {
                let subject = scenario.subjects().nth(index).unwrap_or_default();
                ("valuation", subject.to_owned())
            }
            Quantity::Batna => ("batna", String::new()),
        };
        let mut row = vec![
            kind.to_owned(),
            scenario.parties[lever.party].name.clone(),
            resource,
            of(&lever.now),
        ];
        row.extend(ends(Some(&lever.verdict)));
        row.extend(ends(lever.nash_allocation.as_ref()));
        row.extend(ends(lever.nash_pattern.as_ref()));
        match &lever.derivatives {
            Some(slopes) => row.extend(slopes.each_ref().map(of)),
            None => row.extend([String::new(), String::new()]),
        }
        row.extend([of(&lever.swing.down.margin), of(&lever.swing.up.margin)]);
        row
    });
    std::iter::once(header.map(str::to_owned).to_vec())
        .chain(rows)
        .collect()
}
