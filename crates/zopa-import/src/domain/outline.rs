//! What all formats come to: what can be agreed, and what each of it is worth to a party.

use zopa_model::Rational;
use zopa_model::json::Node;

use super::tree;
use crate::{Door, NoteCode, Notes, Options, Source};

/// What can be agreed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outline {
    /// The domain's title.
    pub(crate) name: Option<String>,
    pub(crate) issues: Vec<OutlineIssue>,
}

/// An issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutlineIssue {
    pub(crate) name: String,
    pub(crate) space: Space,
    /// Where it stands in the file that says so, in bytes.
    pub(crate) at: usize,
}

/// What can be agreed on an issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// One of these values.
    Values(Vec<String>),
    /// A number from the first to the second; with a step, one of those that lie whole steps from the first.
    Numbers {
        ends: [Rational; 2],
        step: Option<Rational>,
    },
}

/// One party's side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Profile<'t> {
    pub(crate) source: Source<'t>,
    /// The party's name, where a file says it.
    pub(crate) name: Option<String>,
    /// The utility without a deal, where the file says so.
    pub(crate) batna: Option<Rational>,
    /// What each issue of the outline is worth, weighted.
    pub(crate) worths: Vec<Worth>,
}

/// What the values of an issue are worth to a party.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Worth {
    /// Of each value of a list.
    Table(Vec<Rational>),
    /// Of any number: straight between these points (number, worth) by rising number, and level outside.
    Curve(Vec<[Rational; 2]>),
    /// Of any number, a polynomial: the factors of its powers, from the constant.
    Polynomial(Vec<Rational>),
}

/// What a format's reader gives: the outline and both profiles.
pub(crate) type Pieces<'t> = (Outline, [Profile<'t>; 2]);

impl Worth {
    /// The worth of a number.
    pub(crate) fn of_number(&self, value: &Rational) -> Option<Rational> {
        let points = match self {
            Self::Table(_) => return None,
            Self::Polynomial(factors) => {
                let horner = |sum: Rational, factor: &Rational| &(&sum * value) + factor;
                return Some(factors.iter().rev().fold(Rational::ZERO, horner));
            }
            Self::Curve(points) => points,
        };
        let next = points.partition_point(|[number, _]| number < value);
        match (
            next.checked_sub(1).map(|last| &points[last]),
            points.get(next),
        ) {
            (Some([x, u]), Some([y, v])) => {
                let along = (value - x).checked_div(&(y - x))?;
                Some(u + &(&(v - u) * &along))
            }
            (None, Some([_, level])) | (Some([_, level]), None) => Some(level.clone()),
            (None, None) => None,
        }
    }

    /// The largest worth.
    pub(crate) fn highest(&self) -> Option<&Rational> {
        match self {
            Self::Table(table) => table.iter().max(),
            Self::Curve(points) => points.iter().map(|[_, worth]| worth).max(),
            Self::Polynomial(_) => None,
        }
    }

    /// Both ends' worths, if it is straight from `from` to `to`.
    pub(crate) fn straight(&self, [from, to]: &[Rational; 2]) -> Option<[Rational; 2]> {
        let points = match self {
            Self::Table(_) => return None,
            Self::Polynomial(factors) => {
                let is_line = factors.iter().skip(2).all(Rational::is_zero);
                return if is_line {
                    Some([self.of_number(from)?, self.of_number(to)?])
                } else {
                    None
                };
            }
            Self::Curve(points) => points,
        };
        let ends = [self.of_number(from)?, self.of_number(to)?];
        let slope = (&ends[1] - &ends[0]).checked_div(&(to - from))?;
        let is_on = |[number, worth]: &[Rational; 2]| {
            number <= from || number >= to || *worth == &ends[0] + &(&slope * &(number - from))
        };
        points.iter().all(is_on).then_some(ends)
    }
}

/// A domain has at most so many issues; the largest of published ones has 50. What belongs to an issue is looked for among all.
const MAX_ISSUES: usize = 10_000;

/// Notes that there are too many issues, if one more is; `None` then.
pub(crate) fn few_issues(count: usize, at: usize, door: &mut Door<'_, '_>) -> Option<()> {
    if count < MAX_ISSUES {
        return Some(());
    }
    let message = format!("there are more than {MAX_ISSUES} issues");
    door.note(NoteCode::TooManyParts, at, message);
    None
}

/// The two of the profiles; else a note.
pub(crate) fn two<T>(
    mut found: Vec<T>,
    sources: &[Source<'_>],
    notes: &mut Notes,
) -> Option<[T; 2]> {
    let source = sources
        .first()
        .copied()
        .unwrap_or(Source { name: "", text: "" });
    if found.len() != 2 {
        let message = format!(
            "two profiles are wanted, one for each party, found {}",
            found.len()
        );
        notes.add(NoteCode::ProfileCount, &source, 0, message);
        return None;
    }
    let second = found.pop()?;
    let first = found.pop()?;
    Some([first, second])
}

/// How a format's domains and profiles are read, where a profile holds its domain too.
pub(super) struct Form<'t> {
    /// What a profile calls its domain.
    pub(super) domain: &'static str,
    pub(super) outline: fn(&Node<'_>, &mut Door<'_, '_>) -> Option<Outline>,
    pub(super) profile: fn(&Node<'_>, &Outline, &mut Door<'_, 't>) -> Option<Profile<'t>>,
}

impl<'t> Form<'t> {
    /// Reads two profiles over this outline or, where no file is one, over that of the first profile.
    pub(super) fn pieces(
        &self,
        outline: Option<Outline>,
        profiles: Vec<(Source<'t>, Node<'_>)>,
        sources: &[Source<'t>],
        options: &Options,
        notes: &mut Notes,
    ) -> Option<Pieces<'t>> {
        let profiles = two(profiles, sources, notes)?;
        let outline = match outline {
            Some(outline) => outline,
            None => {
                let (source, profile) = &profiles[0];
                let mut door = Door::new(*source, options, notes);
                let domain = tree::member(profile, self.domain, &mut door)?;
                (self.outline)(domain, &mut door)?
            }
        };
        let mut read = Vec::new();
        for (source, profile) in &profiles {
            let mut door = Door::new(*source, options, notes);
            read.push((self.profile)(profile, &outline, &mut door)?);
        }
        Some((outline, two(read, sources, notes)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: i128, u: i128) -> [Rational; 2] {
        [Rational::from(x), Rational::from(u)]
    }

    #[test]
    fn curves_are_straight_between_their_points_and_level_outside() {
        let roof = Worth::Curve(vec![point(0, 0), point(10, 20), point(20, 0)]);
        let at = |x: i128| roof.of_number(&Rational::from(x)).map(|u| u.to_string());
        let worths = [-1, 0, 5, 10, 15, 20, 21].map(|x| at(x).unwrap_or_default());
        assert_eq!(worths, ["0", "0", "10", "20", "10", "0", "0"]);
        let ends = |from: i128, to: i128| [Rational::from(from), Rational::from(to)];
        assert_eq!(roof.straight(&ends(0, 20)), None);
        assert_eq!(
            roof.straight(&ends(2, 10)),
            Some([Rational::from(4), Rational::from(20)])
        );
        // a corner of no angle is none
        let line = Worth::Curve(vec![point(0, 0), point(1, 1), point(2, 2)]);
        assert_eq!(
            line.straight(&ends(0, 2)),
            Some([Rational::ZERO, Rational::from(2)])
        );
        assert_eq!(Worth::Curve(Vec::new()).of_number(&Rational::ONE), None);
    }
}
