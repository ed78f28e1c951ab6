//! What no change within ranges can do, by bounds of the quantities that targets speak of.

use zopa_model::{PARTIES, Rational};

use super::bracket::{margin_bound, weight_ranges};
use crate::balance::is_rival;
use crate::difficulty::{Difficulty, DifficultyLimits};
use crate::figure::figure;
use crate::tune::search::Search;
use crate::tune::target::Target;

/// Why no change within the ranges reaches the target, in words; `None` where it may.
pub(crate) fn out_of_reach(
    search: &mut Search<'_>,
    ranges: &[[i64; 2]],
    target: &Target,
) -> Option<String> {
    let all: &dyn Fn(usize) -> bool = &|_| true;
    let none: &dyn Fn(usize) -> bool = &|_| false;
    let mut margin = |is_free: &dyn Fn(usize) -> bool, highest: bool| {
        search.left = search.left.saturating_sub(1);
        margin_bound(&search.space, ranges, search.options, is_free, highest)
    };
    let below = |least: &Rational, margin: Option<Rational>| {
        let highest = margin.filter(|highest| highest < least)?;
        Some(format!("the margin cannot be above {}", figure(&highest)))
    };
    let above = |most: &Rational, strict: bool, margin: Option<Rational>| {
        let lowest = margin.filter(|lowest| lowest > most || (strict && lowest == most))?;
        Some(format!("the margin cannot be below {}", figure(&lowest)))
    };
    match target {
        Target::Zopa(least) => below(least, margin(all, true)),
        Target::NoZopa(gap) => above(&-gap, gap.is_zero(), margin(all, false)),
        Target::Margin([low, high]) => {
            below(low, margin(all, true)).or_else(|| above(high, false, margin(all, false)))
        }
        Target::UniqueNash | Target::NashLead(_) | Target::EqualGains(_) | Target::NashAt(..) => {
            let reason = below(&Rational::ZERO, margin(all, true))?;
            Some(format!("there can be no ZOPA: {reason}"))
        }
        Target::Difficulty(Difficulty::Novice | Difficulty::Intermediate) => {
            below(&DifficultyLimits::default().weak_margin, margin(all, true))
        }
        Target::Difficulty(Difficulty::Expert) => None,
        Target::Latent(which, worth) => {
            let one: &dyn Fn(usize) -> bool = &|index| which.is_none_or(|which| which == index);
            let most = margin(one, true)? - margin(none, false)?;
            (most < *worth).then(|| format!("revealing cannot add more than {}", figure(&most)))
        }
        Target::Tv(range) => apart(search, ranges, range, false),
        Target::Potential(range) => apart(search, ranges, range, true),
    }
}

/// Half the sum of the differences of weights, between its bounds.
fn apart(
    search: &Search<'_>,
    ranges: &[[i64; 2]],
    [low, high]: &[Rational; 2],
    rival_only: bool,
) -> Option<String> {
    let scenario = search.space.scenario;
    let kept = |party: usize| {
        let weights = scenario
            .resources
            .iter()
            .map(|resource| &resource.weight[party]);
        weights.sum::<Rational>() == Rational::ONE
    };
    if !rival_only && !(0..PARTIES).all(kept) {
        return None;
    }
    let weights = weight_ranges(&search.space, ranges);
    let (mut least, mut most) = (Rational::ZERO, Rational::ZERO);
    for (index, resource) in scenario.resources.iter().enumerate() {
        if rival_only && !is_rival(resource) {
            continue;
        }
        let [a, b] = [&weights[0][index], &weights[1][index]];
        let (over, under) = (&a[1] - &b[0], &b[1] - &a[0]);
        most += over.clone().max(under.clone());
        least += (-over).max(-under).max(Rational::ZERO);
    }
    let half = |sum: Rational| sum / Rational::from(2);
    let (least, most) = (half(least), half(most));
    let what = if rival_only {
        "integrative potential"
    } else {
        "total variation distance"
    };
    if most < *low {
        Some(format!("the {what} cannot be above {}", figure(&most)))
    } else if least > *high {
        Some(format!("the {what} cannot be below {}", figure(&least)))
    } else {
        None
    }
}
