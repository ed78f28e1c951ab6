//! The textbook merge of packed pairs, values only: no witness, no division into parts, one width.

use std::collections::BTreeMap;
use std::hint::select_unpredictable;

use super::Point;

/// What the merges found.
#[derive(Clone, Debug, Default)]
pub struct Merged {
    /// A's utility in the low half and B's in the high half, by rising utility of A.
    pub packed: Vec<u64>,
    /// How many elements went through merges: the lengths of both streams, over all merges.
    pub elements: usize,
}

impl Merged {
    /// The pairs.
    #[must_use]
    pub fn points(&self) -> Vec<Point> {
        self.packed.iter().map(|&pair| unpacked(pair)).collect()
    }
}

/// The two utilities of a packed pair.
#[must_use]
pub fn unpacked(pair: u64) -> Point {
    (i64::from(pair.low()), i64::from(pair.high()))
}

/// Two numbers of 32 bits in one of 64.
pub(super) trait Halves {
    fn low(self) -> u32;
    fn high(self) -> u32;
}

impl Halves for u64 {
    #[expect(clippy::cast_possible_truncation, reason = "the low half is meant")]
    fn low(self) -> u32 {
        self as u32
    }

    fn high(self) -> u32 {
        (self >> 32) as u32
    }
}

/// The undominated pairs of lots whose values add up to less than 2^32 for each party.
///
/// Lots go in by rising sum of both values; equal ones as 1, 2, 4, ... and the rest of them.
///
/// # Panics
/// If a value is negative or the sums are larger.
#[must_use]
pub fn frontier(lots: &[(i64, i64)]) -> Merged {
    let half = |value: i64| u64::from(u32::try_from(value).expect("sums fit 32 bits"));
    let all_b = half(lots.iter().map(|lot| lot.1).sum());
    half(lots.iter().map(|lot| lot.0).sum());
    let mut list = vec![all_b << 32];
    let mut out = Vec::new();
    let mut elements = 0;
    for (a, b) in grouped(lots) {
        // A gains what B loses: one subtraction moves both halves, since none of them runs over.
        let step = half(a).wrapping_sub(half(b) << 32);
        elements += 2 * list.len();
        merge(&list, step, &mut out);
        std::mem::swap(&mut list, &mut out);
    }
    Merged {
        packed: list,
        elements,
    }
}

fn grouped(lots: &[(i64, i64)]) -> Vec<(i64, i64)> {
    let mut counts: BTreeMap<(i64, i64), i64> = BTreeMap::new();
    for &lot in lots {
        *counts.entry(lot).or_default() += 1;
    }
    let mut grouped = Vec::with_capacity(counts.len());
    for ((a, b), mut left) in counts {
        let mut size = 1;
        while left > 0 {
            let taken = size.min(left);
            grouped.push((a * taken, b * taken));
            left -= taken;
            size *= 2;
        }
    }
    grouped.sort_by_key(|(a, b)| a + b);
    grouped
}

/// The undominated members of the list and of the list moved by a step. Both run by falling B.
fn merge(list: &[u64], step: u64, out: &mut Vec<u64>) {
    out.clear();
    out.resize(2 * list.len(), 0);
    let (mut i, mut j, mut kept) = (0, 0, 0);
    let mut last = None;
    while i < list.len() || j < list.len() {
        let first = list.get(i).copied();
        let second = list.get(j).map(|pair| pair.wrapping_add(step));
        // A missing head is below any other.
        let takes_second = second > first;
        let next = select_unpredictable(takes_second, second, first).unwrap_or_default();
        i += usize::from(!takes_second);
        j += usize::from(takes_second);
        out[kept] = next;
        let undominated = last.is_none_or(|last| next.low() > last);
        kept += usize::from(undominated);
        last = last.max(Some(next.low()));
    }
    out.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_lots_by_hand() {
        // To A none, (1, 4), (3, 2) or both: (0, 6), (1, 2), (3, 4), (4, 0); (1, 2) is dominated by (3, 4).
        let merged = frontier(&[(3, 2), (1, 4)]);
        assert_eq!(merged.points(), [(0, 6), (3, 4), (4, 0)]);
        // The first merge has 1 + 1 elements, the second 2 + 2.
        assert_eq!(merged.elements, 6);
    }

    #[test]
    fn seven_equal_lots_are_three_merges() {
        let merged = frontier(&[(1, 1); 7]);
        assert_eq!(
            merged.points(),
            (0..=7).map(|a| (a, 7 - a)).collect::<Vec<_>>()
        );
        // 1, 2 and 4 of them: lists of 1, 2 and 4 members.
        assert_eq!(merged.elements, 2 * (1 + 2 + 4));
    }
}
