//! The relaxed optimum, without sorting.
//!
//! If lots were divisible, the efficient gains would form a concave chain: from everything with B, the lots pass to A by
//! falling ratio of A's gain to B's loss. The relaxed optimum of an aim divides the lots of one ratio at most. That ratio is
//! found as a quantile is: a sorted sample brackets it, one pass sums up the lots above the bracket and keeps those within it
//! (C. A. R. Hoare's selection, 1961, with the two pivots of R. W. Floyd and R. L. Rivest, "Expected time bounds for
//! selection", CACM 18, 1975). Expected time O(n); a bracket that missed costs another pass.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::number::{Number, Wide};
use super::problem::Pair;

/// Up to this many edges are sorted at once.
const SORTED: usize = 64;
/// One edge in this many belongs to the sample.
const SAMPLED: usize = 32;
/// The smallest sample.
const SMALLEST_SAMPLE: usize = 32;
/// Of samples below this size, the place is corrected by one pass over all edges.
const RECENTRED: usize = 128;
/// The largest sample.
const LARGEST_SAMPLE: usize = 1024;

/// The edge on which the relaxed optimum lies: the last one by falling ratio at whose beginning `advances` holds, or the
/// first. `None` if there are no edges. `start` are the gains before all edges.
pub(super) fn split<T: Number>(
    edges: &[(T, T)],
    start: &Pair<T>,
    advances: impl Fn(&Pair<T>, &(T, T)) -> bool,
) -> Option<(T, T)> {
    let mut pool = Cow::Borrowed(edges);
    let mut gains = start.clone();
    let (mut found, mut first) = (None, None);
    while pool.len() > SORTED {
        let (high, low) = bracket(&pool, &gains, &advances);
        if by_ratio(&high, &low).is_eq() && pool.iter().all(|edge| by_ratio(edge, &high).is_eq()) {
            return if found.is_some() && !advances(&gains, &high) {
                found
            } else {
                Some(high)
            };
        }
        let parts = Parts::of(&pool, &high, &low);
        let before = moved(&gains, &parts.above);
        if !advances(&before, &high) {
            pool = Cow::Owned(keep(&pool, |edge| by_ratio(edge, &high).is_lt()));
            first = Some(high);
            continue;
        }
        let after = moved(&before, &parts.high);
        if !advances(&after, &high) {
            return Some(high);
        }
        let before = moved(&after, &parts.between);
        if !advances(&before, &low) {
            found = Some(high);
            gains = after;
            pool = Cow::Owned(parts.within);
            continue;
        }
        gains = moved(&before, &parts.low);
        if !advances(&gains, &low) {
            return Some(low);
        }
        pool = Cow::Owned(keep(&pool, |edge| by_ratio(edge, &low).is_gt()));
        found = Some(low);
    }
    let mut rest = pool.into_owned();
    rest.sort_unstable_by(by_ratio);
    for edge in &rest {
        if !advances(&gains, edge) {
            break;
        }
        gains = moved(&gains, edge);
        found = Some(edge.clone());
    }
    found.or_else(|| rest.into_iter().next()).or(first)
}

/// By falling ratio of gain to loss.
fn by_ratio<T: Number>(x: &(T, T), y: &(T, T)) -> Ordering {
    (y.0.clone() * x.1.clone()).cmp(&(x.0.clone() * y.1.clone()))
}

fn moved<T: Number>(gains: &Pair<T>, edge: &(T, T)) -> Pair<T> {
    [
        gains[0].clone() + edge.0.clone(),
        gains[1].clone() - edge.1.clone(),
    ]
}

fn keep<T: Number>(pool: &[(T, T)], kept: impl Fn(&(T, T)) -> bool) -> Vec<(T, T)> {
    pool.iter().filter(|edge| kept(edge)).cloned().collect()
}

/// Two edges between whose ratios the sought one probably lies, the higher first.
fn bracket<T: Number>(
    pool: &[(T, T)],
    gains: &Pair<T>,
    advances: &impl Fn(&Pair<T>, &(T, T)) -> bool,
) -> ((T, T), (T, T)) {
    let size = (pool.len() / SAMPLED).clamp(SMALLEST_SAMPLE, LARGEST_SAMPLE);
    let stride = pool.len() / size;
    let mut sample: Vec<(T, T)> = pool.iter().step_by(stride).cloned().collect();
    sample.sort_unstable_by(by_ratio);
    // The walk along the sample stands for that along the pool, on a smaller scale.
    let scale = T::of(i64::try_from(stride).unwrap_or(i64::MAX)).widen();
    let walk = |from: usize, gains: &Pair<T>| {
        let mut walked = gains
            .each_ref()
            .map(|gain| T::narrow(&gain.widen().div_floor(&scale)).expect("a quotient fits"));
        let mut place = from;
        while place < sample.len() && advances(&walked, &sample[place]) {
            walked = moved(&walked, &sample[place]);
            place += 1;
        }
        if place == from {
            while let Some((gain, loss)) = place.checked_sub(1).map(|before| &sample[before]) {
                walked = moved(&walked, &(-gain.clone(), -loss.clone()));
                if advances(&walked, &sample[place - 1]) {
                    break;
                }
                place -= 1;
            }
        }
        place
    };
    let last = sample.len() - 1;
    let mut place = walk(0, gains);
    // Three standard deviations of a quantile of the sample, at most.
    let mut margin = sample.len().isqrt() * 3 / 2;
    let (mut first, mut end) = (0, last);
    if sample.len() < RECENTRED {
        // What the pool really holds above the guess leaves less to guess.
        let guess = &sample[place.min(last)];
        let before = moved(gains, &T::above(pool, guess));
        let centre = walk(place.min(last), &before);
        if centre > place {
            first = place
        } else {
            end = place.min(last)
        }
        margin = 2 + centre.abs_diff(place).isqrt() * 3 / 2;
        place = centre;
    }
    let high = place.saturating_sub(margin).clamp(first, end);
    let low = (place + margin).clamp(first, end);
    (sample[high].clone(), sample[low].clone())
}

/// The sums of a pool's edges in five classes of ratios, and the edges in the middle class.
#[derive(Debug)]
pub(super) struct Parts<T> {
    pub(super) above: (T, T),
    pub(super) high: (T, T),
    pub(super) between: (T, T),
    pub(super) within: Vec<(T, T)>,
    pub(super) low: (T, T),
}

impl<T: Number> Parts<T> {
    /// Of no edges.
    pub(super) fn nothing() -> Self {
        let zero = || (T::of(0), T::of(0));
        Self {
            above: zero(),
            high: zero(),
            between: zero(),
            within: Vec::new(),
            low: zero(),
        }
    }

    /// Of a pool, by the ratios of two edges, the higher first.
    fn of(pool: &[(T, T)], high: &(T, T), low: &(T, T)) -> Self {
        T::parts(pool, high, low)
    }
}

#[cfg(test)]
mod tests {
    use super::super::random::seeded;
    use super::*;

    /// By sorting and walking: the definition.
    fn plainly(
        edges: &[(i64, i64)],
        advances: impl Fn(&[i64; 2], &(i64, i64)) -> bool,
        start: [i64; 2],
    ) -> (i64, i64) {
        let mut sorted = edges.to_vec();
        sorted.sort_by(by_ratio);
        let mut gains = start;
        let mut found = sorted[0];
        for edge in sorted {
            if !advances(&gains, &edge) {
                break;
            }
            found = edge;
            gains = [gains[0] + edge.0, gains[1] - edge.1];
        }
        found
    }

    #[test]
    fn selecting_finds_what_sorting_finds() {
        let mut random = seeded(1);
        for round in 0..300_i64 {
            let most = [5, 1000, 1_000_000][usize::try_from(round % 3).expect("small")];
            let n = random(3000);
            let edges: Vec<(i64, i64)> = (0..n).map(|_| (random(most), random(most))).collect();
            let total: i64 = edges.iter().map(|edge| edge.1).sum();
            // B keeps at least this much of its total: any quantile, sometimes all or nothing.
            let keep = random(total + total / 5) - total / 10;
            let advances = |gains: &[i64; 2], _: &(i64, i64)| gains[1] > 0;
            let start = [0, total - keep];
            let (x, y) = (
                split(&edges, &start, advances).expect("edges"),
                plainly(&edges, advances, start),
            );
            assert_eq!(
                x.0 * y.1,
                y.0 * x.1,
                "{n} edges up to {most}, keeping {keep}"
            );
        }
    }
}
