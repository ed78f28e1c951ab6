//! A scenario as issues with options: resources become issues, and what can be divided is cut where that was asked for.

use zopa_model::{
    DomainIssue, IssueOption, IssueRange, IssueSpace, PARTIES, Rational, Resource, ResourceKind,
    Scenario,
};

use crate::domain::{Domain, DomainParty};
use crate::number::{clip, spelled};
use crate::{NoteCode, Notes, Source};

type Shares = [Rational; PARTIES];

pub(super) struct Maker<'m> {
    pub(super) scenario: &'m Scenario,
    pub(super) steps: Option<u32>,
    /// Does the format know ranges of numbers?
    pub(super) keeps_ranges: bool,
    pub(super) source: &'m Source<'m>,
    pub(super) notes: &'m mut Notes,
}

impl Maker<'_> {
    fn note(&mut self, code: NoteCode, message: String) {
        self.notes.add(code, self.source, 0, message);
    }

    pub(super) fn domain(&mut self) -> Option<Domain> {
        let scenario = self.scenario;
        let mut issues = Vec::new();
        for resource in &scenario.resources {
            issues.push(self.resource(resource)?);
        }
        for issue in &scenario.issues {
            let space = match &issue.space {
                IssueSpace::Range(range) if !self.keeps_ranges => self.cut(range, &issue.name)?,
                space => space.clone(),
            };
            let name = issue.name.clone();
            issues.push(DomainIssue { name, space });
        }
        if issues.is_empty() {
            let message = "the scenario has nothing to agree on".to_owned();
            self.note(NoteCode::NotExpressible, message);
            return None;
        }
        let party = |index: usize| {
            let party = &scenario.parties[index];
            DomainParty {
                name: party.name.clone(),
                batna: party.batna.as_ref().map(|batna| batna.utility.clone()),
            }
        };
        Some(Domain {
            name: Some(scenario.name.clone()).filter(|name| *name != scenario.id),
            parties: [party(0), party(1)],
            issues,
        })
    }

    /// A resource as an issue: its options are who gets what.
    fn resource(&mut self, resource: &Resource) -> Option<DomainIssue> {
        let [a, b] = self
            .scenario
            .parties
            .each_ref()
            .map(|party| party.name.as_str());
        let whole = |to_a: i32, to_b: i32| [Rational::from(to_a), Rational::from(to_b)];
        let mut options = vec![(a.to_owned(), whole(1, 0)), (b.to_owned(), whole(0, 1))];
        match resource.kind {
            ResourceKind::IndivisibleBurden => {}
            ResourceKind::IndivisibleAsset => options.push(("nobody".to_owned(), whole(0, 0))),
            kind => {
                let Some(steps) = self.steps else {
                    let message = format!(
                        "the resource `{}` is a {}: an option table knows no shares; `--steps N` cuts it into N equal parts",
                        clip(&resource.id),
                        kind.as_str()
                    );
                    self.note(NoteCode::NotExpressible, message);
                    return None;
                };
                if kind == ResourceKind::BothBenefit {
                    options.insert(0, ("shared".to_owned(), whole(1, 1)));
                    options.push(("nobody".to_owned(), whole(0, 0)));
                } else {
                    let message = format!(
                        "the resource `{}` is cut into {steps} equal parts",
                        clip(&resource.id)
                    );
                    self.note(NoteCode::CutIntoSteps, message);
                    options = (0..=steps).map(|part| split(part, steps, [a, b])).collect();
                }
            }
        }
        let option = |(name, shares): (String, Shares)| IssueOption {
            name,
            utility: resource.worth(&shares),
        };
        Some(DomainIssue {
            name: resource.id.clone(),
            space: IssueSpace::Options(options.into_iter().map(option).collect()),
        })
    }

    /// A range as the numbers at the ends of equal steps.
    fn cut(&mut self, range: &IssueRange, name: &str) -> Option<IssueSpace> {
        let Some(steps) = self.steps else {
            let message = format!(
                "the issue `{}` is a range of numbers; `--steps N` cuts it into N equal steps",
                clip(name)
            );
            self.note(NoteCode::NotExpressible, message);
            return None;
        };
        let message = format!("the issue `{}` is cut into {steps} equal steps", clip(name));
        self.note(NoteCode::CutIntoSteps, message);
        let option = |part: u32| {
            let along = Rational::new(part.into(), steps.into());
            let [from, to] = &range.utility;
            let step = to.minus(from);
            let part = zopa_model::UtilityPoint::new(step.a() * &along, step.b() * &along);
            IssueOption {
                name: spelled(&range.at(&along)),
                utility: from.plus(&part),
            }
        };
        Some(IssueSpace::Options((0..=steps).map(option).collect()))
    }
}

/// So many of the equal parts to A, the rest to B.
fn split(part: u32, steps: u32, [a, b]: [&str; 2]) -> (String, Shares) {
    let to_a = Rational::new(part.into(), steps.into());
    let to_b = &Rational::ONE - &to_a;
    let name = format!("{a} {}, {b} {}", spelled(&to_a), spelled(&to_b));
    (name, [to_a, to_b])
}
