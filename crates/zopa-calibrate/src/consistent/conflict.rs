//! Which statements contradict one another.

use std::collections::BTreeSet;

use zopa_model::Rational;

use super::{Effort, LeastError, Lenient, Reading, System, Unproved};
use crate::statement::Statement;

/// Of more statements than this, those of a contradiction are removed together: a removal is then found in seconds, and is larger. And the
/// least error is not sought.
const THOROUGH_UP_TO: usize = 1000;

/// What is known of contradictory statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The largest margin by which the strict inequalities could hold at once: below what is demanded.
    pub margin: Rational,
    /// Statements that contradict one another, none of which can be spared: without any one of them the rest agree.
    pub minimal: Vec<usize>,
    /// Statements whose removal leaves no contradiction.
    pub removal: Removal,
    /// How near weights can come to all statements; not where there are very many, or it could not be proved.
    pub least: Option<LeastError>,
}

/// Statements whose removal leaves no contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Removal {
    /// No smaller set does.
    Smallest(Vec<usize>),
    /// It does, but a smaller one may too: the search met its limit. At least `at_least` must go.
    AtMost {
        /// The statements.
        statements: Vec<usize>,
        /// No fewer than this many suffice.
        at_least: usize,
    },
}

impl Removal {
    /// The statements.
    #[must_use]
    pub fn statements(&self) -> &[usize] {
        match self {
            Self::Smallest(statements) | Self::AtMost { statements, .. } => statements,
        }
    }
}

/// One contradiction by the deletion filter, and a smallest removal by hitting sets.
///
/// The removal is found as in Reiter (1987) and Davies & Bacchus (2011): a smallest set that meets every contradiction known so far
/// is removed; if the rest agree it is a smallest removal of all, else the rest hold another contradiction.
pub(super) fn find(
    criteria: usize,
    statements: &[Statement],
    reading: &Reading,
    effort: Effort,
) -> Result<Conflict, Unproved> {
    let mut search = Search {
        system: System::new(criteria, statements, reading),
        demanded: &reading.epsilon,
    };
    let (margin, first) = search.contradiction(&BTreeSet::new())?;
    let minimal = search.filtered(first.unwrap_or_default())?;
    let mut known = vec![minimal.clone()];
    let removal = loop {
        let hitting = smallest_hitting_set(&known);
        let removed: BTreeSet<usize> = hitting.iter().copied().collect();
        match search.contradiction(&removed)?.1 {
            None => break Removal::Smallest(hitting),
            Some(_) if known.len() >= effort.conflicts => {
                break Removal::AtMost {
                    statements: search.greedy(removed, statements.len() <= THOROUGH_UP_TO)?,
                    at_least: hitting.len(),
                };
            }
            Some(rest) => known.push(search.filtered(rest)?),
        }
    };
    // a description: what else is known stands without it
    let least = (statements.len() <= THOROUGH_UP_TO)
        .then(|| Lenient::new(criteria, statements, reading).least().ok())
        .flatten();
    Ok(Conflict {
        margin,
        minimal,
        removal,
        least,
    })
}

struct Search<'s> {
    system: System,
    demanded: &'s Rational,
}

impl Search<'_> {
    /// The largest margin without the removed statements, and those that prove that it is below what is demanded, if it is.
    fn contradiction(
        &mut self,
        removed: &BTreeSet<usize>,
    ) -> Result<(Rational, Option<Vec<usize>>), Unproved> {
        self.among(|index| !removed.contains(&index))
    }

    fn among(
        &mut self,
        keep: impl Fn(usize) -> bool,
    ) -> Result<(Rational, Option<Vec<usize>>), Unproved> {
        self.system.program.restrict(keep);
        let margin = self.system.margin()?;
        if margin.value >= *self.demanded {
            return Ok((margin.value, None));
        }
        let rows = self.system.program.rows();
        let owners: BTreeSet<usize> = margin
            .support
            .iter()
            .filter_map(|&row| rows[row].owner)
            .collect();
        Ok((margin.value, Some(owners.into_iter().collect())))
    }

    /// The deletion filter: each statement in turn is left out if the others contradict one another without it.
    fn filtered(&mut self, mut conflict: Vec<usize>) -> Result<Vec<usize>, Unproved> {
        let mut at = 0;
        while at < conflict.len() {
            let left_out = conflict[at];
            let without = |index: usize| index != left_out && conflict.contains(&index);
            if self.among(without)?.1.is_some() {
                conflict.remove(at);
            } else {
                at += 1;
            }
        }
        Ok(conflict)
    }

    /// Removes statements of each contradiction that is left until none is: the first, and then puts back what was not needed; or, if
    /// not `thorough`, all.
    fn greedy(
        &mut self,
        mut removed: BTreeSet<usize>,
        thorough: bool,
    ) -> Result<Vec<usize>, Unproved> {
        while let Some(conflict) = self.contradiction(&removed)?.1 {
            let most = if thorough { 1 } else { conflict.len() };
            removed.extend(conflict.into_iter().take(most));
        }
        if thorough {
            for index in removed.clone() {
                removed.remove(&index);
                if self.contradiction(&removed)?.1.is_some() {
                    removed.insert(index);
                }
            }
        }
        Ok(removed.into_iter().collect())
    }
}

/// A smallest set with an element of each of the sets; of several the first in the order of their elements.
fn smallest_hitting_set(sets: &[Vec<usize>]) -> Vec<usize> {
    let mut size = 1;
    loop {
        let mut chosen = Vec::new();
        if hits(sets, size, &mut chosen) {
            chosen.sort_unstable();
            return chosen;
        }
        size += 1;
    }
}

/// Completes `chosen` to hit every set with at most `left` more elements.
fn hits(sets: &[Vec<usize>], left: usize, chosen: &mut Vec<usize>) -> bool {
    let missed = |chosen: &[usize]| {
        sets.iter()
            .find(|set| !set.iter().any(|x| chosen.contains(x)))
    };
    let Some(set) = missed(chosen) else {
        return true;
    };
    if left == 0 || disjoint(sets, chosen) > left {
        return false;
    }
    for &element in set {
        chosen.push(element);
        if hits(sets, left - 1, chosen) {
            return true;
        }
        chosen.pop();
    }
    false
}

/// How many sets without a common element are not hit: each needs an element of its own.
fn disjoint(sets: &[Vec<usize>], chosen: &[usize]) -> usize {
    let mut used: BTreeSet<usize> = chosen.iter().copied().collect();
    let mut count = 0;
    for set in sets {
        if set.iter().all(|element| !used.contains(element)) {
            used.extend(set);
            count += 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: 2 and 5 hit all three; no single element does.
    #[test]
    fn hitting_sets_are_smallest() {
        let sets = [vec![1, 2], vec![2, 3], vec![4, 5], vec![5, 6]];
        assert_eq!(smallest_hitting_set(&sets), [2, 5]);
        assert_eq!(smallest_hitting_set(&[vec![7, 9]]), [7]);
    }
}
