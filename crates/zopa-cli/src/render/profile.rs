//! Profiles of scenarios: a table over several, all figures of one.

use zopa::{NearestFloat as _, Rational};
use zopa_design::{Profile, Rate};

use super::document::{Align, Block, Table};
use super::figures::Figures;
use super::number;

/// A scenario's profile with the names of its parties.
pub(crate) type Named = (Profile, [String; 2]);

/// The table of several profiles, or everything about one.
pub(crate) fn report(profiles: &[Named], figures: Figures) -> Vec<Block> {
    match profiles {
        [] => Vec::new(),
        [one] => single(one, figures),
        several => overview(several, figures),
    }
}

fn overview(profiles: &[Named], figures: Figures) -> Vec<Block> {
    let header = [
        ("scenario", Align::Left),
        ("ZOPA", Align::Left),
        ("margin", Align::Right),
        ("widths", Align::Right),
        ("area", Align::Right),
        ("TV", Align::Right),
        ("opposition", Align::Right),
        ("potential", Align::Right),
        ("random in", Align::Right),
        ("even in", Align::Right),
        ("efficient", Align::Right),
        ("latent", Align::Right),
        ("difficulty", Align::Left),
    ];
    let rows = profiles.iter().map(|(profile, _)| {
        let difficulty = &profile.computed.level;
        let declared = match &profile.declared {
            Some(declared) if declared != difficulty.as_str() => {
                format!("{difficulty} (says {declared})")
            }
            _ => difficulty.to_string(),
        };
        vec![
            profile.scenario.clone(),
            if profile.exists { "yes" } else { "none" }.to_owned(),
            figures.signed(&profile.margin),
            profile.widths.as_ref().map_or_else(dash, |[a, b]| {
                format!("{}, {}", figures.of(a), figures.of(b))
            }),
            figures.of(&profile.area_share),
            figures.of(&profile.total_variation),
            opposition(profile),
            figures.of(&profile.integrative_potential),
            rate(&profile.random),
            rate(&profile.even_split),
            efficient(profile),
            profile
                .latent_worth
                .as_ref()
                .map_or_else(dash, |worth| figures.signed(worth)),
            declared,
        ]
    });
    vec![
        Block::Table(Table {
            header: header
                .iter()
                .map(|(name, align)| ((*name).to_owned(), *align))
                .collect(),
            rows: rows.collect(),
        }),
        Block::Paragraph(
            "~ marks a rate from random draws, ∞ a continuum. `zopa profile FILE` tells more of one scenario, \
             docs/semantics.md under Design what each figure means."
                .to_owned(),
        ),
    ]
}

fn single((profile, parties): &Named, figures: Figures) -> Vec<Block> {
    let row = |name: &str, value: String| vec![name.to_owned(), value];
    let mut rows = vec![
        row(
            "ZOPA",
            if profile.exists { "yes" } else { "none" }.to_owned(),
        ),
        row("margin", figures.signed(&profile.margin)),
    ];
    if let Some(widths) = &profile.widths {
        for (name, width) in parties.iter().zip(widths) {
            rows.push(row(&format!("width for {name}"), figures.of(width)));
        }
    }
    rows.extend([
        row("area share", figures.of(&profile.area_share)),
        row(
            "total variation of the weights",
            figures.of(&profile.total_variation),
        ),
        row(
            "opposition (distance of the frontier from the ideal point, ranges scaled to 1)",
            opposition(profile),
        ),
        row(
            "integrative potential",
            figures.of(&profile.integrative_potential),
        ),
        row("random deals in the ZOPA", rate_in_words(&profile.random)),
        row(
            "even-split deals in the ZOPA",
            rate_in_words(&profile.even_split),
        ),
        row("efficient deals", efficient(profile)),
        row("pieces of the frontier", profile.pieces.to_string()),
        row(
            "ways to give everything out",
            profile
                .outcomes
                .map_or_else(|| "a continuum".to_owned(), |count| count.to_string()),
        ),
    ]);
    if let Some(worth) = &profile.latent_worth {
        rows.push(row(
            "latent resources add to the margin",
            figures.signed(worth),
        ));
    }
    if let Some(declared) = &profile.declared {
        rows.push(row("difficulty declared", declared.clone()));
    }
    rows.push(row(
        "difficulty computed",
        profile.computed.level.to_string(),
    ));
    vec![
        Block::Title(profile.scenario.clone()),
        Block::Table(Table {
            header: vec![
                ("quantity".to_owned(), Align::Left),
                ("value".to_owned(), Align::Right),
            ],
            rows,
        }),
        Block::Heading(format!("Why {}", profile.computed.level)),
        Block::List(profile.computed.reasons.clone()),
    ]
}

fn dash() -> String {
    "-".to_owned()
}

fn opposition(profile: &Profile) -> String {
    let value = profile.opposition.as_ref();
    value.map_or_else(dash, |value| number(value.squared.sqrt_to_f64()))
}

fn efficient(profile: &Profile) -> String {
    profile
        .efficient
        .map_or_else(|| "\u{221e}".to_owned(), |count| count.to_string())
}

/// `12.5%`, with a mark where it was sampled.
fn rate(rate: &Rate) -> String {
    let percent = rate.value() * Rational::from(100);
    let mark = if rate.is_exact() { "" } else { "~" };
    let text = format!("{:.1}", percent.to_f64());
    format!("{mark}{}%", text.trim_end_matches(".0"))
}

fn rate_in_words(of: &Rate) -> String {
    match of {
        Rate::Exact(_) => format!("{} (exact)", rate(of)),
        Rate::Sampled { draws, .. } => format!("{} ({draws} draws)", rate(of)),
    }
}

/// The header of the comma-separated form.
pub(crate) fn csv_header() -> [&'static str; 19] {
    [
        "scenario",
        "zopa_exists",
        "margin",
        "width_a",
        "width_b",
        "area_share",
        "total_variation",
        "opposition",
        "integrative_potential",
        "random_deals",
        "random_deals_exact",
        "even_split_deals",
        "even_split_deals_exact",
        "efficient_deals",
        "frontier_pieces",
        "outcomes",
        "latent_worth",
        "difficulty_declared",
        "difficulty_computed",
    ]
}

/// A profile as a row of it; what is undefined is empty.
pub(crate) fn csv_row(profile: &Profile, exact: bool) -> Vec<String> {
    let of = |value: &Rational| {
        if exact {
            value.to_string()
        } else {
            value.to_f64().to_string()
        }
    };
    let or_empty = |value: Option<&Rational>| value.map_or_else(String::new, of);
    let width = |party: usize| or_empty(profile.widths.as_ref().map(|widths| &widths[party]));
    let opposition = profile.opposition.as_ref();
    vec![
        profile.scenario.clone(),
        profile.exists.to_string(),
        of(&profile.margin),
        width(0),
        width(1),
        of(&profile.area_share),
        of(&profile.total_variation),
        opposition.map_or_else(String::new, |value| value.squared.sqrt_to_f64().to_string()),
        of(&profile.integrative_potential),
        of(&profile.random.value()),
        profile.random.is_exact().to_string(),
        of(&profile.even_split.value()),
        profile.even_split.is_exact().to_string(),
        profile
            .efficient
            .map_or_else(String::new, |count| count.to_string()),
        profile.pieces.to_string(),
        profile
            .outcomes
            .map_or_else(String::new, |count| count.to_string()),
        or_empty(profile.latent_worth.as_ref()),
        profile.declared.clone().unwrap_or_default(),
        profile.computed.level.to_string(),
    ]
}
