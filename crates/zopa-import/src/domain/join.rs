//! One domain of what can be agreed and what it is worth to both.

use zopa_model::{DomainIssue, IssueOption, IssueRange, IssueSpace, Rational, UtilityPoint};

use super::outline::{Outline, OutlineIssue, Profile, Space, Worth};
use super::{Domain, DomainParty, name};
use crate::number::{clip, spelled};
use crate::{Door, NoteCode, Notes, Options};

/// An issue has at most so many options. The largest of published domains has some hundreds; the bound keeps a range of millions
/// from becoming a file that nobody can read.
pub(crate) const MAX_OPTIONS: usize = 10_000;

/// Notes that an issue has too many values; `None` then.
pub(super) fn few_values(
    count: usize,
    issue: &str,
    at: usize,
    door: &mut Door<'_, '_>,
) -> Option<()> {
    if count <= MAX_OPTIONS {
        return Some(());
    }
    let message = format!(
        "the issue `{}` has {count} values, at most {MAX_OPTIONS} are listed",
        clip(issue)
    );
    door.note(NoteCode::TooManyValues, at, message);
    None
}

/// Makes the domain.
pub(super) fn join(
    outline: &Outline,
    profiles: &[Profile<'_>; 2],
    options: &Options,
    notes: &mut Notes,
) -> Option<Domain> {
    let source = profiles[0].source;
    let names = outline
        .issues
        .iter()
        .map(|issue| name::cleaned(&issue.name, "the issue", &source, issue.at, notes));
    let names = names.collect();
    let names = name::distinct(names, "issue", &source, 0, notes);
    let mut issues = Vec::new();
    for (index, (issue, name)) in outline.issues.iter().zip(names).enumerate() {
        let worths = profiles.each_ref().map(|profile| &profile.worths[index]);
        let mut joined = Joiner {
            issue,
            worths,
            options,
            profiles,
            notes,
        };
        let space = joined.space()?;
        issues.push(DomainIssue { name, space });
    }
    if issues.is_empty() {
        notes.add(NoteCode::UnexpectedShape, &source, 0, "there is no issue");
        return None;
    }
    let parties = parties(profiles, notes);
    let title = outline.name.as_deref().map(name::clean);
    Some(Domain {
        name: title.filter(|title| !title.is_empty()),
        parties,
        issues,
    })
}

/// The parties: the names that the files give if they differ, else those of the profiles' files, else `A` and `B`.
fn parties(profiles: &[Profile<'_>; 2], notes: &mut Notes) -> [DomainParty; 2] {
    let given = profiles.each_ref().map(|profile| {
        let name = profile.name.as_deref().map(name::clean);
        name.unwrap_or_default()
    });
    let stems = profiles
        .each_ref()
        .map(|profile| name::clean(profile.source.stem()));
    let fallback = ["A", "B"].map(str::to_owned);
    let fits = |[a, b]: &[String; 2]| a != b && !a.is_empty() && !b.is_empty();
    let names = [given, stems, fallback].into_iter().find(fits);
    let [a, b] = names.unwrap_or_else(|| ["A", "B"].map(str::to_owned));
    let party = |name: String, profile: &Profile<'_>, notes: &mut Notes| {
        if profile.batna.is_none() {
            let message = format!(
                "`{}` has no reservation value: its BATNA counts as 0",
                clip(&name)
            );
            notes.add(NoteCode::NoReservation, &profile.source, 0, message);
        }
        DomainParty {
            name,
            batna: profile.batna.clone(),
        }
    };
    [party(a, &profiles[0], notes), party(b, &profiles[1], notes)]
}

/// One issue on its way.
struct Joiner<'j, 't> {
    issue: &'j OutlineIssue,
    worths: [&'j Worth; 2],
    options: &'j Options,
    profiles: &'j [Profile<'t>; 2],
    notes: &'j mut Notes,
}

impl Joiner<'_, '_> {
    fn note(&mut self, code: NoteCode, message: String) {
        let source = self.profiles[0].source;
        self.notes.add(code, &source, self.issue.at, message);
    }

    fn space(&mut self) -> Option<IssueSpace> {
        match &self.issue.space {
            Space::Values(values) => self.listed(values),
            Space::Numbers { ends, step: None } => self.ranged(ends),
            Space::Numbers {
                ends,
                step: Some(step),
            } => self.stepped(ends, step),
        }
    }

    /// Named values.
    fn listed(&mut self, values: &[String]) -> Option<IssueSpace> {
        if values.len() > MAX_OPTIONS {
            return self.too_many(&values.len().to_string());
        }
        let source = self.profiles[0].source;
        let at = self.issue.at;
        let names = values
            .iter()
            .map(|value| name::cleaned(value, "the value", &source, at, self.notes))
            .collect();
        let names = name::distinct(names, "value", &source, at, self.notes);
        let mut list = Vec::new();
        for (index, name) in names.into_iter().enumerate() {
            let [a, b] = self.worths.map(|worth| match worth {
                Worth::Table(table) => table.get(index).cloned(),
                Worth::Curve(_) | Worth::Polynomial(_) => None,
            });
            list.push(IssueOption {
                name,
                utility: UtilityPoint::new(a?, b?),
            });
        }
        Some(IssueSpace::Options(list))
    }

    /// Any number of a range: as it is where that is exact, else cut.
    fn ranged(&mut self, ends: &[Rational; 2]) -> Option<IssueSpace> {
        let name = clip(&self.issue.name);
        let straight = self.worths.map(|worth| worth.straight(ends));
        if let [Some([a, c]), Some([b, d])] = straight {
            return Some(IssueSpace::Range(Box::new(IssueRange {
                ends: ends.clone(),
                unit: None,
                utility: [UtilityPoint::new(a, b), UtilityPoint::new(c, d)],
            })));
        }
        let Some(steps) = self.options.steps else {
            let message = format!(
                "the real-valued issue `{name}` is not linear in both profiles; `--steps N` would cut it into N equal steps"
            );
            self.note(NoteCode::NotLinear, message);
            return None;
        };
        let step = (&ends[1] - &ends[0]).checked_div(&Rational::from(i64::from(steps)))?;
        let message = format!(
            "the issue `{name}` is cut into {steps} equal steps of {}",
            spelled(&step)
        );
        self.note(NoteCode::CutIntoSteps, message);
        self.enumerated(ends, &step)
    }

    /// Numbers at whole steps: all of them, or as many as were asked for.
    fn stepped(&mut self, ends: &[Rational; 2], step: &Rational) -> Option<IssueSpace> {
        let count = (&ends[1] - &ends[0]).checked_div(step)?;
        let whole = Rational::from(count.numerator() / count.denominator());
        let most = Rational::from(i64::try_from(MAX_OPTIONS).unwrap_or(i64::MAX) - 1);
        if whole <= most {
            return self.enumerated(ends, step);
        }
        let Some(steps) = self.options.steps else {
            return self.too_many(&(&whole + &Rational::ONE).to_string());
        };
        let message = format!(
            "the issue `{}` has {} values and is cut into {steps} steps",
            clip(&self.issue.name),
            &whole + &Rational::ONE
        );
        self.note(NoteCode::CutIntoSteps, message);
        // the values nearest below equal parts, so that each is one of the issue's
        let parts = Rational::from(i64::from(steps));
        let mut values: Vec<Rational> = Vec::new();
        for index in 0..=steps {
            let exact = (&whole * &Rational::from(i64::from(index))).checked_div(&parts)?;
            let floor = Rational::from(exact.numerator() / exact.denominator());
            let value = &ends[0] + &(&floor * step);
            if values.last() != Some(&value) {
                values.push(value);
            }
        }
        self.numbers(&values)
    }

    fn enumerated(&mut self, ends: &[Rational; 2], step: &Rational) -> Option<IssueSpace> {
        let mut values = Vec::new();
        let mut value = ends[0].clone();
        while value <= ends[1] {
            if values.len() == MAX_OPTIONS {
                return self.too_many("more");
            }
            values.push(value.clone());
            value = &value + step;
        }
        self.numbers(&values)
    }

    /// Options that are numbers.
    fn numbers(&mut self, values: &[Rational]) -> Option<IssueSpace> {
        let worths = self.worths;
        let option = |value: &Rational| {
            let [a, b] = worths.map(|worth| worth.of_number(value));
            Some(IssueOption {
                name: spelled(value),
                utility: UtilityPoint::new(a?, b?),
            })
        };
        let list = values.iter().map(option).collect::<Option<_>>()?;
        Some(IssueSpace::Options(list))
    }

    fn too_many(&mut self, count: &str) -> Option<IssueSpace> {
        let message = format!(
            "the issue `{}` has {count} values, at most {MAX_OPTIONS} are listed; `--steps N` cuts a range of numbers into N steps",
            clip(&self.issue.name)
        );
        self.note(NoteCode::TooManyValues, message);
        None
    }
}
