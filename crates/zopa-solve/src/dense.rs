//! Merging lots on an array instead of a list, where gains are small.
//!
//! `losses[s]` is the least that B loses when A gains exactly `s` units. A lot (a, b) changes it to
//! `min(losses[s], losses[s - a] + b)`: R. Bellman's recursion for the knapsack (1957). Where most values of `s` up to the sum of
//! all gains are on the list anyway, a pass over the array costs less than a merge: it has no comparison that steers it, and
//! runs in vector registers.
//!
//! One bit for every lot and value of `s` says whether the lot passed to A.

#[cfg(target_arch = "x86_64")]
mod masked;

use pulp::Arch;

/// Entries that are handled together: the bits of a word.
const BLOCK: usize = 32;

/// Bytes of a line of memory.
const LINE: usize = 64;

/// More than any loss, with room for another.
const UNREACHED: i32 = i32::MAX / 2;

/// The largest sum of losses.
pub(crate) const MOST_LOSS: i64 = (i32::MAX / 4) as i64;

/// The bits of a block.
const WEIGHTS: [i32; BLOCK] = {
    let mut weights = [1i32; BLOCK];
    let mut bit = 1;
    while bit < BLOCK {
        weights[bit] = weights[bit - 1].wrapping_mul(2);
        bit += 1;
    }
    weights
};

/// The array while lots are added.
pub(crate) struct Dense {
    /// Preceded by a block of [`UNREACHED`], so that a block may begin before 0; and before it by what aligns blocks in memory.
    losses: Vec<i32>,
    /// Where the array begins.
    start: usize,
    /// The largest gain that is reached.
    reach: usize,
    taken: Vec<Taken>,
}

/// Where a lot passed to A.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    gain: usize,
    /// A bit for every gain of A after the lot, from 0.
    bits: Vec<i32>,
}

impl Taken {
    /// Whether the lot passed to A in the best way to this gain, and the gain without it.
    pub(crate) fn undo(&self, gain: usize) -> (bool, usize) {
        let taken = self.bits[gain / BLOCK] & WEIGHTS[gain % BLOCK] != 0;
        (taken, if taken { gain - self.gain } else { gain })
    }
}

impl Dense {
    /// The array that holds these (gain, loss) pairs, with room for gains up to `most`.
    pub(crate) fn of(pairs: impl Iterator<Item = (usize, i32)>, most: usize) -> Self {
        let room = BLOCK + (most + 1).next_multiple_of(BLOCK);
        let mut losses = vec![UNREACHED; room + BLOCK];
        // A register that lies across two lines of memory takes twice as long.
        let start = losses.as_ptr().align_offset(LINE).min(BLOCK);
        let mut reach = 0;
        for (gain, loss) in pairs {
            losses[start + BLOCK + gain] = loss;
            reach = reach.max(gain);
        }
        Self {
            losses,
            start,
            reach,
            taken: Vec::new(),
        }
    }

    /// Adds a lot: A's gain, at least 1, and B's loss.
    pub(crate) fn add(&mut self, gain: usize, loss: i32) {
        self.reach += gain;
        let mut bits = vec![0; self.reach / BLOCK + 1];
        let losses = &mut self.losses[self.start..][..BLOCK + bits.len() * BLOCK];
        let pass = Pass {
            losses,
            gain,
            loss,
            bits: &mut bits,
        };
        pass.dispatch();
        self.taken.push(Taken { gain, bits });
    }

    /// The undominated (gain, loss) pairs by rising gain, and where each lot passed to A.
    pub(crate) fn finish(self) -> (Vec<(usize, i32)>, Vec<Taken>) {
        let mut least = UNREACHED;
        let mut pairs = Vec::new();
        for gain in (0..=self.reach).rev() {
            let loss = self.losses[self.start + BLOCK + gain];
            if loss < least {
                least = loss;
                pairs.push((gain, loss));
            }
        }
        pairs.reverse();
        (pairs, self.taken)
    }
}

/// One pass over the array.
struct Pass<'p> {
    losses: &'p mut [i32],
    gain: usize,
    loss: i32,
    bits: &'p mut [i32],
}

/// Compiled for the widest vectors of the machine.
impl pulp::NullaryFnOnce for Pass<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.run(Plain);
    }
}

impl Pass<'_> {
    /// Runs in the best registers of the machine.
    fn dispatch(self) {
        let pass = self;
        #[cfg(target_arch = "x86_64")]
        let Some(pass) = masked::run(pass) else {
            return;
        };
        Arch::new().dispatch(pass);
    }

    #[inline(always)]
    fn run(self, way: impl Lessen) {
        let Self {
            losses,
            gain,
            loss,
            bits,
        } = self;
        // From above, so that what is read below has not been changed yet.
        for (block, word) in bits.iter_mut().enumerate().rev() {
            let at = BLOCK + block * BLOCK;
            let Some(from) = at.checked_sub(gain) else {
                // Here and below only the block's last entries can be reached by the lot.
                *word = slow_block(losses, at, gain, loss);
                continue;
            };
            let mut moved = [0; BLOCK];
            moved.copy_from_slice(&losses[from..from + BLOCK]);
            let here: &mut [i32; BLOCK] = (&mut losses[at..at + BLOCK])
                .try_into()
                .expect("a block of that length");
            *word = way.lessen(&moved, here, loss);
        }
    }
}

/// A way to add a lot to a block.
trait Lessen: Copy {
    /// Lessens each entry to `moved + loss` where that is less, and says where. All numbers are between 0 and 3/4 of the largest, so
    /// that nothing wraps. (A function of its own, so that the compiler knows the two arrays to be apart.)
    fn lessen(self, moved: &[i32; BLOCK], here: &mut [i32; BLOCK], loss: i32) -> i32;
}

/// Arithmetic that compilers turn into vectors.
#[derive(Clone, Copy)]
struct Plain;

impl Lessen for Plain {
    #[inline(always)]
    fn lessen(self, moved: &[i32; BLOCK], here: &mut [i32; BLOCK], loss: i32) -> i32 {
        let mut set = 0;
        for place in 0..BLOCK {
            // A check for wrapping, or a branch, would keep the loop out of vector registers. `better` is all ones where the difference
            // is negative, else 0.
            let difference = moved[place].wrapping_add(loss).wrapping_sub(here[place]);
            let better = difference >> 31;
            here[place] = here[place].wrapping_add(difference & better);
            set |= WEIGHTS[place] & better;
        }
        set
    }
}

/// A block of which the first entries are below the lot's gain.
fn slow_block(losses: &mut [i32], at: usize, gain: usize, loss: i32) -> i32 {
    let mut set = 0;
    for bit in (0..BLOCK).rev() {
        let Some(from) = (at + bit).checked_sub(gain).filter(|&from| from >= BLOCK) else {
            break;
        };
        let moved = losses[from] + loss;
        if moved < losses[at + bit] {
            losses[at + bit] = moved;
            set |= WEIGHTS[bit];
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lots (3, 2), (2, 3), (7, 7), (40, 1), (33, 90): all 32 sums, filtered by hand-written comparison.
    #[test]
    fn agrees_with_enumeration() {
        let lots: [(usize, i32); 5] = [(3, 2), (2, 3), (7, 7), (40, 1), (33, 90)];
        let mut dense = Dense::of(std::iter::once((0, 0)), 85);
        for (gain, loss) in lots {
            dense.add(gain, loss);
        }
        let (pairs, taken) = dense.finish();
        let sums = (0..1usize << lots.len()).map(|set| {
            let members = lots
                .iter()
                .enumerate()
                .filter(|(lot, _)| set >> lot & 1 == 1);
            members.fold((0, 0), |sum, (_, lot)| (sum.0 + lot.0, sum.1 + lot.1))
        });
        let sums: Vec<(usize, i32)> = sums.collect();
        let dominated = |x: &(usize, i32)| sums.iter().any(|y| y != x && y.0 >= x.0 && y.1 <= x.1);
        let mut expected: Vec<_> = sums.iter().copied().filter(|sum| !dominated(sum)).collect();
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(pairs, expected);
        for (gain, loss) in pairs {
            let (mut left, mut lost) = (gain, 0);
            for (lot, taken) in lots.iter().zip(&taken).rev() {
                let (passed, before) = taken.undo(left);
                left = before;
                lost += if passed { lot.1 } else { 0 };
            }
            assert_eq!((left, lost), (0, loss), "at gain {gain}");
        }
    }
}
