//! The scenario that a file without errors describes.

use super::parties::Roll;
use super::place::Place;
use super::weights::{Basis, basis};
use crate::diagnostic::Diagnostic;
use crate::exact::Rational;
use crate::scenario::{Batna, PARTIES, Party, Resource, ResourceKind, Scenario};

/// The scenario; `None` where a value is faulty, which [`check`](super::check()) has reported then.
pub(super) fn build(root: &Place<'_, '_>, warnings: &[Diagnostic]) -> Option<Scenario> {
    let names = Roll::read(root)?.both()?;
    let participants = root.list("participants");
    let [a, b] = participants.as_slice() else {
        return None;
    };
    let resources = root.list("resources");
    let mut resources: Vec<Resource> = resources
        .iter()
        .map(|place| resource(place, names))
        .collect::<Option<_>>()?;
    let bases = root.list("resources");
    let raw = bases.iter().any(|place| basis(place) == Some(Basis::Raw));
    if raw {
        renormalise(&mut resources)?;
    }
    let text = |name| root.text_of(name).map(str::to_owned);
    Some(Scenario {
        id: text("id")?,
        name: text("name")?,
        description: text("description")?,
        conflict_type: text("conflict_type")?,
        difficulty: text("difficulty")?,
        parties: [party(a)?, party(b)?],
        resources,
        raw,
        issues: Vec::new(),
        warnings: warnings.to_vec(),
    })
}

fn party(place: &Place<'_, '_>) -> Option<Party> {
    let batna = match place.get("batna_config") {
        None => None,
        Some(batna) => Some(Batna {
            utility: batna.number_of("utility")?,
            description: batna.text_of("description")?.to_owned(),
        }),
    };
    let name = place.text_of("name")?.to_owned();
    Some(Party { name, batna })
}

fn resource(place: &Place<'_, '_>, names: [&str; PARTIES]) -> Option<Resource> {
    let text = |name| place.text_of(name).map(str::to_owned);
    let unit = text("unit")?;
    let entries = place.get("valuations")?.per_party();
    let value = |name: &str| {
        let entry = entries.iter().find(|(member, _)| member.key == name);
        entry.and_then(|(_, value)| value.clone())
    };
    let valuation = [value(names[0])?, value(names[1])?];
    let held_by = place.text_of("held_by");
    Some(Resource {
        id: text("id")?,
        name: text("name")?,
        unit: if unit == "other" {
            text("unit_label")?
        } else {
            unit
        },
        quantity: place.number_of("quantity")?,
        kind: kind(place)?,
        weight: valuation.clone(),
        valuation,
        latent: place.text_of("visibility")? == "latent",
        held_by: held_by.and_then(|holder| names.iter().position(|name| *name == holder)),
        external_value_usd: place.number_of("external_value_usd"),
        description: text("description"),
    })
}

/// The row of the table of feasible splits (`docs/semantics.md`, section 1).
fn kind(place: &Place<'_, '_>) -> Option<ResourceKind> {
    let is_burden = place.text_of("polarity") == Some("liability");
    Some(match (place.text_of("divisibility")?, is_burden) {
        ("divisible", false) => ResourceKind::DivisibleAsset,
        ("divisible", true) => ResourceKind::DivisibleBurden,
        ("indivisible", false) => ResourceKind::IndivisibleAsset,
        ("indivisible", true) => ResourceKind::IndivisibleBurden,
        _ => match place.text_of("shared_mode")? {
            "both_benefit" => ResourceKind::BothBenefit,
            _ => ResourceKind::DivisibleBurden,
        },
    })
}

/// Divides each party's valuations by their sum; `None` where that is 0.
fn renormalise(resources: &mut [Resource]) -> Option<()> {
    for party in 0..PARTIES {
        let sum: Rational = resources
            .iter()
            .map(|resource| &resource.valuation[party])
            .sum();
        for resource in &mut *resources {
            resource.weight[party] = resource.valuation[party].checked_div(&sum)?;
        }
    }
    Some(())
}
