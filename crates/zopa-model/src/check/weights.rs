//! Rules of the valuations of all resources together.

use super::Code;
use super::number::{decimal, is_dusty};
use super::parties::Roll;
use super::place::Place;
use super::report::{Report, clip};
use crate::exact::Rational;
use crate::json::Value;

/// Judges each party's valuations; silent where a valuation, a basis or a name is faulty.
pub(super) fn judge(root: &Place<'_, '_>, report: &mut Report<'_>) {
    let Some(list) = root.get("resources") else {
        return;
    };
    let resources = list.items();
    let Some(bases) = resources.iter().map(basis).collect::<Option<Vec<_>>>() else {
        return;
    };
    judge_bases(&resources, &bases, report);
    let names = Roll::read(root).and_then(|roll| roll.both());
    let Some(names) = names.filter(|_| resources.len() >= 2) else {
        return;
    };
    for name in names {
        let Some(column) = Column::read(name, &resources) else {
            continue;
        };
        if bases.contains(&Basis::Raw) {
            column.judge_raw(&list, report);
        } else {
            column.judge_normalized(&list, report);
        }
    }
}

/// What a resource's valuations are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Basis {
    Normalized,
    Raw,
}

/// The resource's basis; `None` where it is faulty.
pub(super) fn basis(resource: &Place<'_, '_>) -> Option<Basis> {
    if !matches!(resource.node.value, Value::Object(_)) {
        return None;
    }
    match resource.get("valuation_basis") {
        None => Some(Basis::Normalized),
        Some(basis) => match basis.text()? {
            "raw" => Some(Basis::Raw),
            _ => Some(Basis::Normalized),
        },
    }
}

fn judge_bases(resources: &[Place<'_, '_>], bases: &[Basis], report: &mut Report<'_>) {
    let raw = bases.iter().filter(|basis| **basis == Basis::Raw).count();
    if raw == 0 || raw == bases.len() {
        return;
    }
    let first = resources
        .iter()
        .zip(bases)
        .find(|(_, basis)| **basis == Basis::Raw);
    let Some(place) = first.and_then(|(resource, _)| resource.get("valuation_basis")) else {
        return;
    };
    let message = format!(
        "{raw} of {} resources are `raw`, the others `normalized_share`: all are renormalised",
        bases.len()
    );
    let help = "write the same `valuation_basis` on every resource";
    report.about(Code::MixedBases, &place, message, help);
}

/// One party's valuations.
struct Column<'n> {
    name: &'n str,
    sum: Rational,
    /// Is one of them reported as float dust itself?
    dusty: bool,
}

impl<'n> Column<'n> {
    /// `None` where a valuation is missing, faulty or doubtful.
    fn read(name: &'n str, resources: &[Place<'_, '_>]) -> Option<Self> {
        let (mut sum, mut dusty) = (Rational::ZERO, false);
        for resource in resources {
            let entries = resource.get("valuations")?.per_party();
            let mut own = entries.iter().filter(|(member, _)| member.key == name);
            let (member, value) = own.next()?;
            if own.next().is_some() || entries.len() != 2 {
                return None;
            }
            sum += value.as_ref()?;
            dusty |= matches!(member.value.value, Value::Number(text) if is_dusty(text));
        }
        Some(Self { name, sum, dusty })
    }

    fn judge_raw(&self, list: &Place<'_, '_>, report: &mut Report<'_>) {
        if self.sum.is_zero() {
            let message = format!(
                "`{}` values nothing: raw valuations are divided by their sum, which is 0",
                clip(self.name)
            );
            let help = "give the party a valuation above 0 for one resource at least";
            report.add(Code::ZeroWeights, &list.at, &list.key, message, help);
        }
    }

    fn judge_normalized(&self, list: &Place<'_, '_>, report: &mut Report<'_>) {
        let off = (&self.sum - &Rational::ONE).abs();
        let (name, sum) = (clip(self.name), decimal(&self.sum));
        if off > Rational::new(1, 1_000_000) {
            let message = format!("the valuations of `{name}` sum to {sum}, not to 1");
            let help = "correct them, or write \"valuation_basis\": \"raw\" on every resource";
            report.add(Code::WeightsSum, &list.at, &list.key, message, help);
        } else if !off.is_zero() && off < Rational::new(1, 1_000_000_000) && !self.dusty {
            let message = format!("the valuations of `{name}` sum to {sum}, nearly 1");
            let help = "round the valuations so that they sum to 1";
            report.add(Code::FloatDust, &list.at, &list.key, message, help);
        }
    }
}
