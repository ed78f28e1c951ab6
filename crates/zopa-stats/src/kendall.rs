//! Kendall's rank correlation.

use std::cmp::Ordering;

/// Kendall's tau-b of two rankings of the same things: 1 where they agree, -1 where one is the other upside down.
///
/// `tau_b = (C - D) / sqrt((C + D + Tx) (C + D + Ty))` over all pairs of things: C are in the same order in both, D in
/// opposite orders, Tx tied in `x` alone, Ty in `y` alone. Pairs tied in both do not count.
///
/// Source: M. G. Kendall, "The treatment of ties in ranking problems", Biometrika 33 (1945), 239-251; computed as by
/// W. R. Knight, "A computer method for calculating Kendall's tau with ungrouped data", JASA 61 (1966), 436-439.
///
/// `None` where the lengths differ, a value is not finite, or one side is tied throughout (fewer than two things are).
/// Time `O(n log n)`.
pub fn kendall(x: &[f64], y: &[f64]) -> Option<f64> {
    if x.len() != y.len() || !x.iter().chain(y).all(|value| value.is_finite()) {
        return None;
    }
    let order = |a: f64, b: f64| a.partial_cmp(&b).unwrap_or(Ordering::Equal);
    let mut things: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).collect();
    things.sort_by(|a, b| order(a.0, b.0).then(order(a.1, b.1)));
    let tied_in_x = pairs_within(&things, |a, b| order(a.0, b.0).is_eq());
    let tied_in_both = pairs_within(&things, |a, b| {
        order(a.0, b.0).is_eq() && order(a.1, b.1).is_eq()
    });
    let mut ranks: Vec<f64> = things.iter().map(|thing| thing.1).collect();
    let discordant = inversions(&mut ranks);
    let tied_in_y = pairs_within(&ranks, |a, b| order(*a, *b).is_eq());
    let all = pairs(things.len());
    let differ_in_x = all - tied_in_x;
    let differ_in_y = all - tied_in_y;
    if differ_in_x == 0 || differ_in_y == 0 {
        return None;
    }
    let concordant = all + tied_in_both - tied_in_x - tied_in_y - discordant;
    let scale = (differ_in_x as f64 * differ_in_y as f64).sqrt();
    Some(((concordant as f64 - discordant as f64) / scale).clamp(-1.0, 1.0))
}

/// The number of pairs among so many things.
fn pairs(things: usize) -> u64 {
    let things = things as u64;
    things * things.saturating_sub(1) / 2
}

/// The pairs of equal neighbours' runs in a sorted list.
fn pairs_within<T>(sorted: &[T], equal: impl Fn(&T, &T) -> bool) -> u64 {
    sorted.chunk_by(equal).map(|same| pairs(same.len())).sum()
}

/// Sorts, and counts the pairs that were in falling order: a merge sort.
fn inversions(values: &mut [f64]) -> u64 {
    if values.len() < 2 {
        return 0;
    }
    let (left, right) = values.split_at_mut(values.len() / 2);
    let mut count = inversions(left) + inversions(right);
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut i, mut j) = (0, 0);
    while i < left.len() || j < right.len() {
        if j == right.len() || i < left.len() && left[i] <= right[j] {
            merged.push(left[i]);
            i += 1;
        } else {
            count += (left.len() - i) as u64;
            merged.push(right[j]);
            j += 1;
        }
    }
    values.copy_from_slice(&merged);
    count
}
