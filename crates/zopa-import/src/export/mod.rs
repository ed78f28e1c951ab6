//! Scenarios as files of other programs. What a format cannot say is refused with the reason, or cut into steps where that was asked for.

mod csv;
mod fit;
mod genius;
mod geniusweb;
mod negmas;
mod table;

use zopa_model::Scenario;

use crate::domain::Domain;
use crate::{Notes, Source};

/// Where a scenario can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// GENIUS XML: a domain and two profiles.
    Genius,
    /// GeniusWeb JSON: a domain and two profiles.
    GeniusWeb,
    /// NegMAS YAML: an outcome space and two utility functions.
    Negmas,
    /// One table with a row for each option.
    Csv,
}

impl Target {
    /// All of them.
    pub const ALL: &[Self] = &[Self::Genius, Self::GeniusWeb, Self::Negmas, Self::Csv];

    /// What it is called on the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Genius => "genius",
            Self::GeniusWeb => "geniusweb",
            Self::Negmas => "negmas",
            Self::Csv => "csv",
        }
    }
}

/// A file to write: its name and its text.
pub type Written = (String, String);

/// The files that say what a scenario says. `None`, with an error among the notes, where the format cannot. `source` is the scenario's
/// file, for messages; `steps` cuts what can be divided into so many equal steps.
///
/// Utilities may be shifted for each party, and multiplied by one factor for both, where a format wants numbers from 0 to 1 or
/// decimals: that changes no frontier but by the same map, and no solution. A note says so.
#[must_use]
pub fn write(
    scenario: &Scenario,
    target: Target,
    steps: Option<u32>,
    source: &Source<'_>,
    notes: &mut Notes,
) -> Option<Vec<Written>> {
    let keeps_ranges = matches!(target, Target::Genius | Target::Negmas);
    let mut maker = table::Maker {
        scenario,
        steps,
        keeps_ranges,
        source,
        notes,
    };
    let domain = maker.domain()?;
    let id = scenario.id.as_str();
    match target {
        Target::Genius => genius::write(&domain, id, source, notes),
        Target::GeniusWeb => geniusweb::write(&domain, id, source, notes),
        Target::Negmas => negmas::write(&domain, id, source, notes),
        Target::Csv => csv::write(&domain, id),
    }
}

/// A name for each of the three files: the id, and the id with each party.
fn names(id: &str, domain: &Domain, extension: &str) -> [String; 3] {
    let [a, mut b] = domain
        .parties
        .each_ref()
        .map(|party| crate::id_of(&party.name));
    if a == b {
        b.push_str("_2");
    }
    [
        format!("{id}.{extension}"),
        format!("{id}_{a}.{extension}"),
        format!("{id}_{b}.{extension}"),
    ]
}
