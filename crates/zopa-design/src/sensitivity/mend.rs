//! The smallest change of one valuation that makes a ZOPA where there is none.

use zopa::{Analysis, Options};
use zopa_model::Rational;

use super::interval::Interval;
use super::lever::{Others, Quantity, levers};
use super::probe::Ground;
use super::zone;
use crate::tune::Change;

/// The most steps of merging, over all valuations, for which [`smallest_valuation_edit`] searches: some seconds.
const MOST_MERGED: u64 = 50_000_000;

/// The frontiers that a search takes for each valuation, about.
const PROBES: u64 = 6;

/// Where there is no ZOPA: the smallest change of one valuation that makes one, the party's others being scaled so that their sum
/// stays. The inner `None` where no such change does, or nothing is missing; the outer one where the search was stopped, or would
/// take longer than some seconds. Of equal changes the first.
///
/// Exact, as [`sensitivity`](fn@super::sensitivity) is; the cost is that of some frontiers for each valuation.
#[must_use]
pub fn smallest_valuation_edit(
    analysis: &Analysis,
    options: &Options<'_>,
) -> Option<Option<Change>> {
    if analysis.zopa.exists {
        return Some(None);
    }
    let ground = Ground {
        convention: options.convention,
        budget: options.budget,
    };
    let levers = levers(&analysis.scenario, Others::Renormalized);
    let each = u64::try_from(analysis.frontier.effort().merged).unwrap_or(u64::MAX);
    let count = u64::try_from(levers.len()).unwrap_or(u64::MAX);
    if each.saturating_mul(count).saturating_mul(PROBES) > MOST_MERGED {
        return None;
    }
    let mut changes = Vec::new();
    for lever in levers {
        if lever.quantity == Quantity::Batna {
            continue;
        }
        let (_, verdict) = zone::verdict(&ground, &lever).ok()?;
        let verdict = verdict.map(|value| lever.spelled(value));
        let now = lever.spelled(&lever.now);
        changes.extend(crossings(lever.party, lever.quantity, &now, &verdict));
    }
    Some(smallest(changes))
}

/// The changes of a number that lead to the ends of an interval which it may leave.
pub(super) fn crossings(
    party: usize,
    quantity: Quantity,
    now: &Rational,
    interval: &Interval,
) -> impl Iterator<Item = Change> {
    let ends = [&interval.low, &interval.high].map(|end| {
        (!end.unlimited).then(|| Change {
            party,
            quantity,
            from: now.clone(),
            to: end.value.clone(),
            added: false,
        })
    });
    ends.into_iter().flatten()
}

/// The smallest change; of equal ones the first.
pub(super) fn smallest(changes: impl IntoIterator<Item = Change>) -> Option<Change> {
    changes
        .into_iter()
        .min_by_key(|change| (&change.to - &change.from).abs())
}
