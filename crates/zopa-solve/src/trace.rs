//! How every sum of a merged list came about, in two bits per step of every merge.
//!
//! A merge takes its steps from two streams in turn, and keeps or drops what it takes. Both facts are one bit a step. The kept
//! sum with number k is the k-th kept bit; how many steps before it took from the second stream says where in that stream, and
//! so where in the first, it stood. No allocation is ever copied while merging.

use crate::dense::Taken;

/// One merge of two streams, in one part or in several that were merged side by side. Its first step, which takes and keeps the
/// first of the first stream, is understood and has no bits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Merge {
    /// How many steps it took.
    pub(crate) steps: usize,
    part: Part,
    /// The parts after the first one.
    more: Vec<Part>,
    /// 64 steps a word; each part begins with a word of its own.
    words: Vec<Word>,
    /// Every [`MARK_EVERY`] words of a part but at its beginning: how many sums were kept, and taken from the second stream, before
    /// it in that part.
    marks: Vec<[usize; 2]>,
}

/// A run of steps of a merge.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    /// Where in the two streams it begins.
    first: [usize; 2],
    /// How many sums were kept before it.
    kept_before: usize,
    /// Its first word and its first mark.
    word: usize,
    mark: usize,
}

/// 64 steps, the first in the lowest bit.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Word {
    /// Was it taken from the second stream?
    pub(crate) second: u64,
    /// Was it kept?
    pub(crate) kept: u64,
}

/// Words from a mark to the next: a look-up reads at most as many.
const MARK_EVERY: usize = 32;

/// Where a sum came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The place in the first stream.
    First(usize),
    /// The place in the second stream.
    Second(usize),
}

impl Merge {
    /// A merge of so many steps with these words. Its first part begins at these places of the streams, after one sum was kept, and
    /// has the first `count` words.
    pub(crate) fn new(steps: usize, words: Vec<Word>, first: [usize; 2], count: usize) -> Self {
        let part = Part {
            first,
            kept_before: 1,
            word: 0,
            mark: 0,
        };
        let mut merge = Self {
            steps,
            part,
            more: Vec::new(),
            words,
            marks: Vec::new(),
        };
        merge.mark(0..count);
        merge
    }

    /// Adds the part that begins at these places of the streams, after `kept_before` sums were kept, and has these words.
    pub(crate) fn push_part(
        &mut self,
        first: [usize; 2],
        kept_before: usize,
        words: std::ops::Range<usize>,
    ) {
        self.more.push(Part {
            first,
            kept_before,
            word: words.start,
            mark: self.marks.len(),
        });
        self.mark(words);
    }

    fn mark(&mut self, words: std::ops::Range<usize>) {
        let mut counts = [0, 0];
        let mut chunks = self.words[words].chunks(MARK_EVERY).peekable();
        while let Some(chunk) = chunks.next() {
            if chunks.peek().is_none() {
                return;
            }
            for word in chunk {
                counts[0] += ones(word.kept);
                counts[1] += ones(word.second);
            }
            self.marks.push(counts);
        }
    }

    /// Where the kept sum with this number (from 0) came from.
    pub(crate) fn source(&self, number: usize) -> Source {
        if number == 0 {
            return Source::First(0);
        }
        let after = self.more.partition_point(|part| part.kept_before <= number);
        let part = after
            .checked_sub(1)
            .map_or(self.part, |index| self.more[index]);
        let number = number - part.kept_before;
        let next_mark = self
            .more
            .get(after)
            .map_or(self.marks.len(), |next| next.mark);
        let marks = &self.marks[part.mark..next_mark];
        let mark = marks.partition_point(|mark| mark[0] <= number);
        let start = mark.checked_sub(1).map_or([0, 0], |index| marks[index]);
        let [mut kept, mut second] = start;
        let mut steps = mark * MARK_EVERY * 64;
        for word in &self.words[part.word + mark * MARK_EVERY..] {
            let here = ones(word.kept);
            if kept + here > number {
                let bit = nth_one(word.kept, number - kept);
                second += ones(word.second & ((1 << bit) - 1));
                steps += bit;
                return if word.second >> bit & 1 == 1 {
                    Source::Second(part.first[1] + second)
                } else {
                    Source::First(part.first[0] + steps - second)
                };
            }
            kept += here;
            second += ones(word.second);
            steps += 64;
        }
        unreachable!("a sum that was kept has its bit")
    }

    #[cfg(test)]
    pub(crate) fn parts(&self) -> usize {
        1 + self.more.len()
    }
}

/// How many bits are set.
pub(crate) fn ones(word: u64) -> usize {
    usize::try_from(word.count_ones()).unwrap_or(0)
}

/// The place of the set bit with this number (from 0).
fn nth_one(mut word: u64, number: usize) -> usize {
    for _ in 0..number {
        word &= word - 1;
    }
    usize::try_from(word.trailing_zeros()).unwrap_or(0)
}

/// The merges of a lot: one for its second option, and one for each further one.
#[derive(Clone, Debug)]
pub(crate) struct Lot {
    pub(crate) second: Merge,
    pub(crate) further: Vec<Merge>,
}

impl Lot {
    /// Steps of all its merges.
    pub(crate) fn steps(&self) -> usize {
        let further = self.further.iter().map(|merge| merge.steps);
        self.second.steps + further.sum::<usize>()
    }

    /// The option that a sum took of the lot, and where the sum without it stood.
    fn undo(&self, mut place: usize) -> (usize, usize) {
        // The last option was merged last: it is undone first.
        for (index, merge) in self.further.iter().enumerate().rev() {
            match merge.source(place) {
                Source::Second(parent) => return (index + 2, parent),
                Source::First(before) => place = before,
            }
        }
        match self.second.source(place) {
            Source::Second(parent) => (1, parent),
            Source::First(before) => (0, before),
        }
    }
}

/// How the sums of the last list came about.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    pub(crate) levels: Vec<Level>,
    pub(crate) effort: Effort,
}

/// What a frontier cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Lots merged, list by list; identical issues make fewer lots than there are issues.
    pub lots: usize,
    /// Steps of all merges: members of lists looked at.
    pub merged: usize,
    /// Members of the longest list.
    pub longest: usize,
    /// Lots added on an array, where that was cheaper.
    pub dense_lots: usize,
    /// Members of lists that were dropped because the continuous issues cover them.
    pub pruned: usize,
}

/// What was done to a list.
#[derive(Clone, Debug)]
pub(crate) enum Level {
    /// A lot was merged in.
    Lot(Lot),
    /// The members at these places stayed.
    Kept(Vec<u32>),
    /// All further lots were added on an array: A's gains on the list before and after, and where each lot passed to A.
    Dense {
        before: Vec<u32>,
        after: Vec<u32>,
        lots: Vec<Taken>,
    },
}

impl Trace {
    /// The option taken of each lot, in the order of the lots, for the sum at this place of the last list.
    pub(crate) fn options(&self, place: usize) -> Vec<usize> {
        let mut place = place;
        let mut options = Vec::with_capacity(self.levels.len());
        for level in self.levels.iter().rev() {
            match level {
                Level::Kept(places) => place = usize::try_from(places[place]).unwrap_or(usize::MAX),
                Level::Lot(lot) => {
                    let (option, before) = lot.undo(place);
                    options.push(option);
                    place = before;
                }
                Level::Dense {
                    before,
                    after,
                    lots,
                } => {
                    let mut gain = usize::try_from(after[place]).unwrap_or(usize::MAX);
                    for lot in lots.iter().rev() {
                        let (taken, without) = lot.undo(gain);
                        options.push(usize::from(taken));
                        gain = without;
                    }
                    place = before.partition_point(|&known| {
                        usize::try_from(known).is_ok_and(|known| known < gain)
                    });
                }
            }
        }
        options.reverse();
        options
    }
}
