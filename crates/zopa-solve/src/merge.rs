//! The undominated sums of lots: Nemhauser and Ullmann's merge.
//!
//! G. L. Nemhauser, Z. Ullmann, "Discrete dynamic programming and capital allocation", Management Science 15 (1969).
//! Lots are added one after the other; after each, only undominated sums are kept. A dominated partial sum never becomes
//! efficient later: if q >= p and q != p, then q + s >= p + s and q + s != p + s for every s that the other lots add.
//!
//! Cost: linear in the lengths of all lists together. The lists can grow exponentially in the worst case; for random lots
//! their expected length is polynomial (R. Beier, B. Voecking, "Random knapsack in expected polynomial time", JCSS 69, 2004).
//!
//! Sums that are held in one word are merged in vector registers where the machine has them (`vector.rs`). Others, and on other
//! machines, have a merge without a branch that depends on the data, which runs in [`WAYS`] places at once: where the steps of one
//! wait for its last comparison, those of the others proceed.

use std::hint::select_unpredictable;

use crate::budget::{Budget, Completeness, StopReason, Stopped};
use crate::plan::{Lot, Pair};
use crate::sum::{Sum, VectorMerge};
use crate::trace::{self, Level, Merge, Trace, Word, ones};

/// How many parts of a long merge proceed side by side. Four gain half as much again over two; more gain nothing.
const WAYS: usize = 4;

/// Merges of fewer steps have one part.
const SHORT: usize = 2 * BLOCK * WAYS;

/// Steps in a word of the trace.
const BLOCK: usize = 64;

/// The undominated sums of all lots by rising gain of A (so falling B), and how each came about.
///
/// `prune`, if any, names the places of those members of a list that can still matter. It is asked whenever the list has
/// doubled since it was last asked, so that it costs in proportion to the lists. Without it, the rest of the lots is added on an
/// array as soon as that is [cheaper](Sum::add_densely). Without `traced`, only what it cost is recorded.
pub(crate) fn merge_all<S: Sum>(
    lots: &[Lot],
    bounds: &Pair,
    budget: &Budget<'_>,
    traced: bool,
    prune: Option<impl Fn(&[S]) -> Vec<u32>>,
) -> Completeness<(Vec<S>, Trace)> {
    let mut list = List::of(vec![S::start(bounds)], bounds);
    let mut trace = Trace::default();
    trace
        .levels
        .reserve_exact(if traced { lots.len() } else { 0 });
    let mut room = Room::new(&list[0], bounds, traced);
    let mut prune_at = PRUNE_FROM;
    for (merged, lot) in lots.iter().enumerate() {
        let stopped = |reason, points| {
            Completeness::Stopped(Stopped {
                reason,
                merged,
                groups: lots.len(),
                points,
            })
        };
        if budget.stop.is_some_and(|stop| stop()) {
            return stopped(StopReason::Stop, list.len());
        }
        if prune.is_none() {
            match S::add_densely(&list, &lots[merged..], bounds, budget) {
                None => {}
                Some(Ok((dense, level))) => {
                    trace.levels.extend(traced.then_some(level));
                    trace.effort.dense_lots = lots.len() - merged;
                    trace.effort.longest = trace.effort.longest.max(dense.len());
                    return Completeness::Complete((dense, trace));
                }
                Some(Err(added)) => {
                    return Completeness::Stopped(Stopped {
                        reason: StopReason::Stop,
                        merged: merged + added,
                        groups: lots.len(),
                        points: list.len(),
                    });
                }
            }
        }
        let merges = add_lot(&mut list, &mut room, &lot.steps);
        trace.effort.lots += 1;
        trace.effort.merged += merges.steps();
        trace.levels.extend(traced.then_some(Level::Lot(merges)));
        trace.effort.longest = trace.effort.longest.max(list.len());
        if let Some(prune) = prune.as_ref().filter(|_| list.len() >= prune_at) {
            let places = prune(&list);
            let at = |&place: &u32| list[usize::try_from(place).unwrap_or(usize::MAX)].clone();
            trace.effort.pruned += list.len() - places.len();
            list = List::of(places.iter().map(at).collect(), bounds);
            trace.levels.extend(traced.then_some(Level::Kept(places)));
            prune_at = PRUNE_FROM.max(2 * list.len());
        }
        if list.len() > budget.most_points() {
            return stopped(StopReason::Points, list.len());
        }
    }
    Completeness::Complete((list.into_members(), trace))
}

/// Shorter lists are not worth pruning.
const PRUNE_FROM: usize = 32;

/// Sums by falling B, and behind them some that come after all others, and room, so that vectors may be read beyond the end.
struct List<S> {
    sums: Vec<S>,
    len: usize,
}

impl<S: Sum> List<S> {
    fn of(members: Vec<S>, bounds: &Pair) -> Self {
        let mut list = Self {
            len: members.len(),
            sums: members,
        };
        list.end(list.len, bounds);
        list
    }

    /// So many are members, as they stand, and what follows them is the end.
    fn end(&mut self, len: usize, bounds: &Pair) {
        self.len = len;
        let [last, room] = S::PADDING.map(|beyond| len + beyond);
        if self.sums.len() < room {
            self.sums.resize(room, S::last(bounds));
        }
        self.sums[len..last].fill(S::last(bounds));
    }

    fn into_members(mut self) -> Vec<S> {
        self.sums.truncate(self.len);
        self.sums.shrink_to_fit();
        self.sums
    }
}

impl<S> std::ops::Deref for List<S> {
    type Target = [S];

    fn deref(&self) -> &[S] {
        &self.sums[..self.len]
    }
}

/// Room that merges write in, kept from one to the next.
struct Room<'b, S> {
    /// For the list to come.
    out: List<S>,
    /// For 64 sums of each part that is merged side by side.
    next: [[S; BLOCK]; WAYS],
    bounds: &'b Pair,
    /// Are the bits of steps wanted?
    traced: bool,
}

impl<'b, S: Sum> Room<'b, S> {
    fn new(sum: &S, bounds: &'b Pair, traced: bool) -> Self {
        Self {
            out: List::of(Vec::new(), bounds),
            next: std::array::from_fn(|_| std::array::from_fn(|_| sum.clone())),
            bounds,
            traced,
        }
    }
}

/// Replaces the list by the undominated sums of its members and a lot's options (the first adds nothing, the others a step
/// each).
///
/// # Panics
/// If there is no option but the first.
fn add_lot<S: Sum>(list: &mut List<S>, room: &mut Room<'_, S>, steps: &[Pair]) -> trace::Lot {
    let second = merge(list, list, &S::step(&steps[0]), room);
    let mut further = Vec::new();
    if steps.len() == 1 {
        std::mem::swap(list, &mut room.out);
    } else {
        let mut sums = std::mem::replace(&mut room.out, List::of(Vec::new(), room.bounds));
        for step in &steps[1..] {
            further.push(merge(&sums, list, &S::step(step), room));
            std::mem::swap(&mut sums, &mut room.out);
        }
        room.out = std::mem::replace(list, sums);
    }
    trace::Lot { second, further }
}

/// Writes to `room.out` the undominated members of `kept` and of `list` moved by `step`.
///
/// Both run by falling B. Of the two heads the one that [precedes](Sum::precedes) the other comes next, and is undominated
/// if A has more in it than in all before it. The first of `kept` comes before all others.
fn merge<S: Sum>(kept: &List<S>, list: &List<S>, step: &S::Step, room: &mut Room<'_, S>) -> Merge {
    let merged = merge_in_vectors(kept, list, step, room, S::merge_in_vectors);
    merged.unwrap_or_else(|| merge_side_by_side(kept, list, step, room))
}

/// [`merge`] by this function, if it can.
fn merge_in_vectors<S: Sum>(
    kept: &List<S>,
    list: &List<S>,
    step: &S::Step,
    room: &mut Room<'_, S>,
    merge: impl Fn(VectorMerge<'_, S>, &mut Vec<S>) -> Option<(usize, Vec<Word>)>,
) -> Option<Merge> {
    let total = kept.len() + list.len();
    let streams = VectorMerge {
        kept: &kept.sums,
        list: &list.sums,
        step,
        steps: total - 1,
        traced: room.traced,
    };
    let (length, words) = merge(streams, &mut room.out.sums)?;
    room.out.end(length, room.bounds);
    let blocks = words.len();
    Some(Merge::new(total, words, [1, 0], blocks))
}

/// [`merge`], in several parts side by side.
fn merge_side_by_side<S: Sum>(
    kept: &List<S>,
    list: &List<S>,
    step: &S::Step,
    room: &mut Room<'_, S>,
) -> Merge {
    let total = kept.len() + list.len();
    let (out, next) = (&mut room.out.sums, &mut room.next);
    out.resize(total, kept[0].clone());
    out[0] = kept[0].clone();
    let streams = Streams { kept, list, step };
    let ways = if total < SHORT { 1 } else { WAYS };
    // All parts but the last have the same whole number of blocks.
    let blocks = (total - 1) / ways / BLOCK;
    let mut words = vec![Word::default(); (total - 1).div_ceil(BLOCK)];
    let (mut out_left, mut words_left) = (&mut out[1..], words.as_mut_slice());
    let mut runs = Vec::with_capacity(ways);
    for way in 0..ways {
        let (sums, words) = if way + 1 < ways {
            (blocks * BLOCK, blocks)
        } else {
            (out_left.len(), words_left.len())
        };
        let (out_here, out_after) = out_left.split_at_mut(sums);
        let (words_here, words_after) = words_left.split_at_mut(words);
        (out_left, words_left) = (out_after, words_after);
        runs.push(streams.run_from(1 + way * blocks * BLOCK, out_here, words_here));
    }
    if let Ok(runs) = <&mut [Run<'_, S>; WAYS]>::try_from(runs.as_mut_slice()) {
        for _ in 0..blocks {
            streams.blocks(runs, next);
        }
    }
    if let Some(last) = runs.last_mut() {
        streams.finish(last, &mut next[0]);
    }
    let mut ends = [([0, 0], 0); WAYS];
    for (end, run) in ends.iter_mut().zip(&runs) {
        *end = (run.first, run.kept);
    }
    let count = words.len();
    // All parts but the last have `blocks` words; the first sums stand where they belong.
    let words_of = |way: usize| {
        way * blocks..if way + 1 < ways {
            (way + 1) * blocks
        } else {
            count
        }
    };
    let (first, mut length) = (ends[0].0, 1 + ends[0].1);
    let mut merge = Merge::new(total, words, first, words_of(0).end);
    for (way, (first, kept)) in ends.into_iter().enumerate().take(ways).skip(1) {
        let from = 1 + way * blocks * BLOCK;
        S::close_gap(out, from..from + kept, length);
        merge.push_part(first, length, words_of(way));
        length += kept;
    }
    room.out.end(length, room.bounds);
    merge
}

/// The two streams of a merge.
struct Streams<'s, S: Sum> {
    kept: &'s [S],
    list: &'s [S],
    step: &'s S::Step,
}

/// One part of a merge, under way.
struct Run<'o, S> {
    /// Where in the two streams it began.
    first: [usize; 2],
    /// Where it is.
    heads: [usize; 2],
    /// Room for as many sums as it has steps, and how many it has kept.
    out: &'o mut [S],
    kept: usize,
    /// The sum with the most for A so far.
    last: S,
    /// A word for every 64 steps, and how many are written.
    words: &'o mut [Word],
    blocks: usize,
}

impl<S: Sum> Streams<'_, S> {
    /// The part that begins after this many steps, at least one. What the steps before it kept last is the one with more for A
    /// of the two members just before its heads.
    fn run_from<'o>(&self, steps: usize, out: &'o mut [S], words: &'o mut [Word]) -> Run<'o, S> {
        let first = split(self.kept, self.list, self.step, steps);
        // The first of `kept` is the first step, so that there is a member before this head.
        let mut last = self.kept[first[0] - 1].clone();
        if first[1] > 0 {
            let moved = self.list[first[1] - 1].moved(self.step);
            if moved.gains_more(&last) {
                last = moved;
            }
        }
        Run {
            first,
            heads: first,
            out,
            kept: 0,
            last,
            words,
            blocks: 0,
        }
    }

    /// 64 steps of each part, side by side: first what comes next, then which of it is undominated.
    fn blocks(&self, runs: &mut [Run<'_, S>; WAYS], scratch: &mut [[S; BLOCK]; WAYS]) {
        let fits = |run: &Run<'_, S>| {
            run.heads[0] + BLOCK <= self.kept.len() && run.heads[1] + BLOCK <= self.list.len()
        };
        if !runs.iter().all(fits) {
            return runs
                .iter_mut()
                .for_each(|run| self.steps(run, BLOCK, &mut scratch[0]));
        }
        let heads = runs.each_ref().map(|run| run.heads);
        let words = self.next_in_order(&heads, scratch);
        for ((run, next), second) in runs.iter_mut().zip(&*scratch).zip(words) {
            run.take(next, second);
        }
    }

    /// The next 64 members of the merged order from each of these heads, and which of them the second stream gave. Neither stream
    /// ends before its head's 64th member.
    fn next_in_order(
        &self,
        heads: &[[usize; 2]; WAYS],
        next: &mut [[S; BLOCK]; WAYS],
    ) -> [u64; WAYS] {
        let firsts = heads.map(|heads| block(self.kept, heads[0]));
        let seconds = heads.map(|heads| block(self.list, heads[1]));
        let step = self.step.clone();
        let (mut from_first, mut words) = ([0usize; WAYS], [0u64; WAYS]);
        for place in 0..BLOCK {
            for way in 0..WAYS {
                // Remainders tell the compiler that no index is out of bounds; sums of steps cannot wrap.
                let i = from_first[way];
                let x = &firsts[way][i % BLOCK];
                let y = seconds[way][place.wrapping_sub(i) % BLOCK].moved(&step);
                let second = y.precedes(x);
                next[way][place] = select_unpredictable(second, y, x.clone());
                from_first[way] = i.wrapping_add(usize::from(!second));
                words[way] = words[way] >> 1 | u64::from(second) << 63;
            }
        }
        words
    }

    /// Up to 64 steps of one part, streams that end within them included.
    fn steps(&self, run: &mut Run<'_, S>, steps: usize, next: &mut [S; BLOCK]) {
        let [mut i, mut j] = run.heads;
        let (mut place, mut word) = (0, 0);
        while place < steps {
            let both = (self.kept.len() - i)
                .min(self.list.len() - j)
                .min(steps - place);
            for _ in 0..both {
                let (x, y) = (&self.kept[i], self.list[j].moved(self.step));
                let second = y.precedes(x);
                next[place] = select_unpredictable(second, y, x.clone());
                i += usize::from(!second);
                j += usize::from(second);
                word |= u64::from(second) << place;
                place += 1;
            }
            if both == 0 && i < self.kept.len() {
                next[place] = self.kept[i].clone();
                i += 1;
                place += 1;
            } else if both == 0 {
                next[place] = self.list[j].moved(self.step);
                j += 1;
                word |= 1 << place;
                place += 1;
            }
        }
        run.take(&next[..steps], word);
    }

    /// All that is left of a part.
    fn finish(&self, run: &mut Run<'_, S>, next: &mut [S; BLOCK]) {
        let done = run.heads[0] + run.heads[1] - run.first[0] - run.first[1];
        let mut left = run.out.len() - done;
        while left > 0 {
            let steps = BLOCK.min(left);
            self.steps(run, steps, next);
            left -= steps;
        }
    }
}

impl<S: Sum> Run<'_, S> {
    /// Keeps the undominated ones of the next sums, at most 64, of the merged order; `second` says which the second stream gave.
    fn take(&mut self, next: &[S], second: u64) {
        let out = &mut self.out[self.kept..][..next.len()];
        let mut last = self.last.clone();
        let (mut written, mut kept_bits) = (0, 0);
        for (place, sum) in next.iter().enumerate() {
            let kept = sum.gains_more(&last);
            out[written] = sum.clone();
            written += usize::from(kept);
            last = select_unpredictable(kept, sum.clone(), last);
            kept_bits |= u64::from(kept) << place;
        }
        self.kept += written;
        self.last = last;
        let from_second = ones(second);
        self.heads = [
            self.heads[0] + next.len() - from_second,
            self.heads[1] + from_second,
        ];
        self.words[self.blocks] = Word {
            second,
            kept: kept_bits,
        };
        self.blocks += 1;
    }
}

/// The 64 members from this place on.
fn block<S>(stream: &[S], from: usize) -> &[S; BLOCK] {
    stream[from..][..BLOCK]
        .try_into()
        .expect("a block of that length")
}

/// The heads after this many steps of a merge ("merge path": S. Odeh, O. Green, Z. Mwassi, O. Shmueli, Y. Birk, 2012).
fn split<S: Sum>(kept: &[S], list: &[S], step: &S::Step, steps: usize) -> [usize; 2] {
    let (mut low, mut high) = (steps.saturating_sub(list.len()), steps.min(kept.len()));
    while low < high {
        // Does the member `middle` of the first stream come within the first `steps`? It does unless the member of the second
        // one that would be taken in its stead precedes it.
        let middle = low + (high - low) / 2;
        if list[steps - 1 - middle].moved(step).precedes(&kept[middle]) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    [low, steps - low]
}

#[cfg(test)]
mod tests;
