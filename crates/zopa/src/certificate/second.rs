//! The frontier once more, by an algorithm that shares nothing with the engine's.

use zopa_model::{Convention, Rational, Scenario, UtilityPoint};
use zopa_solve::Issue;
use zopa_verify::format::{Second, pair};

use crate::lower::game;

/// The most entries that all passes over the array may look at: a fraction of a second, and some 100 MB where there are few passes.
const MOST_WORK: usize = 1 << 22;

/// What R. Bellman's recursion finds: `most[s]` is the most that B can have when A has s units, and an issue makes it the largest of
/// `most[s - a] + b` over its options (a, b). ("Dynamic programming", 1957, for the knapsack.) The pairs that no other one covers are
/// the frontier.
///
/// `None` where something can be divided, or where A's utilities have too many digits for an array. A unit is A's utility times
/// `scale`; where that is no whole number for some option, there is no answer either.
///
/// O(s) for each option, with s units in all that A can get.
pub(super) fn second(
    scenario: &Scenario,
    convention: Convention,
    scale: &Rational,
) -> Option<Second> {
    let game = game(scenario, convention, |_| true);
    let units = |value: Rational| {
        let units = value * scale.clone();
        let whole = units.is_integer().then(|| units.numerator())?;
        usize::try_from(whole).ok()
    };
    let (mut least, mut work) = (game.base.a().clone(), 0_usize);
    let mut most = vec![Some(game.base.b().clone())];
    for issue in &game.issues {
        let Issue::Options(options) = issue else {
            return None;
        };
        let low = options.iter().map(|option| option.a()).min()?;
        let steps: Option<Vec<(usize, &Rational)>> = options
            .iter()
            .map(|option| Some((units(option.a() - low)?, option.b())))
            .collect();
        let steps = steps?;
        let widest = steps.iter().map(|step| step.0).max()?;
        let length = most.len().checked_add(widest)?;
        work = work.checked_add(length.checked_mul(options.len())?)?;
        if work > MOST_WORK {
            return None;
        }
        let mut next: Vec<Option<Rational>> = vec![None; length];
        for (before, held) in most.iter().enumerate() {
            let Some(held) = held else { continue };
            for (step, gain) in &steps {
                let entry = &mut next[before + step];
                *entry = entry.take().max(Some(held + *gain));
            }
        }
        (least, most) = (least + low.clone(), next);
    }
    let mut points: Vec<UtilityPoint> = Vec::new();
    for (place, held) in most.into_iter().enumerate().rev() {
        let Some(b) = held else { continue };
        if points.last().is_none_or(|last| b > *last.b()) {
            let place = Rational::from(i64::try_from(place).ok()?);
            points.push(UtilityPoint::new(&least + &(place / scale.clone()), b));
        }
    }
    let pieces = points.iter().rev().map(|point| vec![pair(point)]);
    Some(Second::of(&pieces.collect::<Vec<_>>()))
}
