//! The questions about one place: is it efficient, what could the parties add, how far is the frontier, which place is best from here?
//!
//! Numbers are scaled, and over the asked place's denominator where they are gains.

use std::cmp::Ordering;

use zopa::Rational;

use crate::outline::{Asked, Fraction, Outline, Place, Span, wide};

/// The best place from here, by the product of the gains.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    /// The piece on which it lies.
    pub(crate) piece: usize,
    pub(crate) utility: [Fraction; 2],
    /// Over the asked place.
    pub(crate) gain: [Fraction; 2],
    product: Square,
}

/// A product of two gains, or a square, in the gains' unit squared: a quotient with a narrow denominator.
#[derive(Clone, Copy, Debug)]
struct Square {
    num: u128,
    den: u64,
}

impl Square {
    fn cmp(&self, other: &Self) -> Ordering {
        long_product(self.num, other.den).cmp(&long_product(other.num, self.den))
    }
}

/// A product of 192 bits: the upper 128, and the lower 64.
fn long_product(long: u128, short: u64) -> (u128, u64) {
    let (low, high) = (low_half(long), long >> 64);
    let low = u128::from(low) * u128::from(short);
    (high * u128::from(short) + (low >> 64), low_half(low))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the lower half is what is wanted"
)]
fn low_half(value: u128) -> u64 {
    value as u64
}

impl Outline {
    /// The most that a party can get, over what it has at the asked place, with the other one getting at least what it has there;
    /// `None` where the other cannot have that. O(log n), all of it in `ask`.
    pub(crate) fn addition(&self, asked: &Asked, party: usize) -> Option<Fraction> {
        let at = &asked.at;
        let other = 1 - party;
        let span = match party {
            0 => &self.spans[asked.end.checked_sub(1)?],
            _ => self.spans.get(asked.first)?,
        };
        let near = if party == 0 { &span.to } else { &span.from };
        match &span.line {
            Some(line) if near.above(at, other) < 0 => Some(Fraction {
                num: line.clearance(at),
                den: wide(line.rise[other], at.den),
            }),
            _ => Some(Fraction {
                num: near.above(at, party),
                den: wide(near.den, at.den),
            }),
        }
    }

    /// Does a feasible pair dominate the asked place? `most` is what B could add there.
    pub(crate) fn is_dominated(&self, asked: &Asked, most: Option<Fraction>) -> bool {
        most.is_some_and(|most| most.num >= 0)
            && self.at_utility(asked, 0).is_none_or(|(_, b)| b.num != 0)
    }

    /// The efficient place at which a party gets exactly what it has at the asked place: its piece, and what the other gets there over
    /// what it has.
    fn at_utility(&self, asked: &Asked, party: usize) -> Option<(usize, Fraction)> {
        let at = &asked.at;
        let found = |index: usize| {
            let span = &self.spans[index];
            let (from, to) = (span.from.above(at, party), span.to.above(at, party));
            let reached = if party == 0 {
                from <= 0 && to >= 0
            } else {
                from >= 0 && to <= 0
            };
            let open = span.from_open && from == 0 || span.to_open && to == 0;
            (reached && !open).then(|| (index, span.other_over(at, party)))
        };
        match party {
            0 => (asked.first..self.spans.len())
                .take_while(|&index| self.spans[index].from.above(at, 0) <= 0)
                .find_map(found),
            // by falling B: the spans before `end` that do not end above the place
            _ => (0..asked.end)
                .rev()
                .take_while(|&index| self.spans[index].to.above(at, 1) <= 0)
                .filter_map(found)
                .last(),
        }
    }

    /// The largest equal gain of both parties over the asked place that some feasible pair allows. O(log n).
    pub(crate) fn gap(&self, asked: &Asked) -> Fraction {
        let at = &asked.at;
        // Here A gains less than B at the end of each span before, and at least as much at the ends from here on.
        let meet = self
            .spans
            .partition_point(|span| span.to.above(at, 0) < span.to.above(at, 1));
        let over = |place: &Place, party| Fraction {
            num: place.above(at, party),
            den: wide(place.den, at.den),
        };
        let before = meet
            .checked_sub(1)
            .map(|before| over(&self.spans[before].to, 0));
        let here = self.spans.get(meet).map(|span| match &span.line {
            Some(line) if span.from.above(at, 0) < span.from.above(at, 1) => Fraction {
                num: line.clearance(at),
                den: wide(line.rise[0] + line.rise[1], at.den),
            },
            _ => over(&span.from, 1),
        });
        match (before, here) {
            (Some(before), Some(here)) => before.max(here),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => Fraction { num: 0, den: 1 },
        }
    }

    /// The Nash bargaining solution with the asked place as disagreement point, which some feasible pair dominates.
    ///
    /// A piece's product is at most that of the box around it, and so for neighbours: the half with the larger bound is looked
    /// into first, and what cannot be as good as the best found so far is left out. Ties as in `zopa_solve::concepts::nash`.
    pub(crate) fn best(&self, asked: &Asked) -> Option<Best> {
        let mut best = None;
        if asked.first < asked.end {
            let bound = self.product_bound(asked, asked.first, asked.end);
            self.best_within(asked, (asked.first, asked.end), bound, &mut best);
        }
        best.or_else(|| self.best_for_one(asked))
    }

    /// The most that the product of the gains can be on these spans; 0 where none is above 0.
    fn product_bound(&self, asked: &Asked, from: usize, end: usize) -> u128 {
        let Place { utility, den } = asked.at;
        let a = self.boxes[end - 1][1] * den - utility[0];
        let b = self.boxes[from][3] * den - utility[1];
        if a > 0 && b > 0 {
            u128::from(a.unsigned_abs()) * u128::from(b.unsigned_abs())
        } else {
            0
        }
    }

    fn best_within(
        &self,
        asked: &Asked,
        (from, end): (usize, usize),
        bound: u128,
        best: &mut Option<Best>,
    ) {
        let bound_value = Square { num: bound, den: 1 };
        let hopeless = |best: &Option<Best>| match best {
            Some(best) => bound_value.cmp(&best.product) == Ordering::Less,
            None => bound == 0,
        };
        if hopeless(best) {
            return;
        }
        if end - from == 1 {
            if let Some(found) = self.spans[from].best(from, &asked.at)
                && best.as_ref().is_none_or(|best| found.beats(best))
            {
                *best = Some(found);
            }
            return;
        }
        let middle = from + (end - from) / 2;
        let (left, right) = (
            self.product_bound(asked, from, middle),
            self.product_bound(asked, middle, end),
        );
        if left >= right {
            self.best_within(asked, (from, middle), left, best);
            self.best_within(asked, (middle, end), right, best);
        } else {
            self.best_within(asked, (middle, end), right, best);
            self.best_within(asked, (from, middle), left, best);
        }
    }

    /// The rule where no feasible pair is better for both: the larger gain of one of them, then A's.
    fn best_for_one(&self, asked: &Asked) -> Option<Best> {
        let at = &asked.at;
        let none = Fraction {
            num: 0,
            den: i128::from(at.den),
        };
        let own = |party: usize| Fraction {
            num: i128::from(at.utility[party]),
            den: i128::from(at.den),
        };
        // what it is worth to a party, from its gain
        let raised = |party: usize, gain: &Fraction| Fraction {
            // the denominator is a multiple of the place's
            num: gain.num + i128::from(at.utility[party]) * (gain.den / i128::from(at.den)),
            den: gain.den,
        };
        let for_b = self.at_utility(asked, 0).filter(|(_, gain)| gain.num >= 0);
        let for_a = self.at_utility(asked, 1).filter(|(_, gain)| gain.num >= 0);
        let product = Square { num: 0, den: 1 };
        let to_b = for_b.map(|(piece, gain)| Best {
            piece,
            utility: [own(0), raised(1, &gain)],
            gain: [none, gain],
            product,
        });
        let to_a = for_a.map(|(piece, gain)| Best {
            piece,
            utility: [raised(0, &gain), own(1)],
            gain: [gain, none],
            product,
        });
        match (to_a, to_b) {
            (Some(a), Some(b)) if b.gain[1].cmp(&a.gain[0]) == Ordering::Greater => Some(b),
            (Some(a), _) => Some(a),
            (None, b) => b,
        }
    }

    /// The square of the distance to the frontier. Spans are left out as in [`Self::best`].
    pub(crate) fn nearest(&self, asked: &Asked) -> Option<Fraction> {
        let mut nearest = None;
        let whole = (0, self.spans.len());
        self.nearest_within(asked, whole, 0, &mut nearest);
        let Square { num, den } = nearest?;
        let at_den = i128::from(asked.at.den);
        Some(Fraction {
            num: i128::try_from(num).ok()?,
            den: i128::from(den).checked_mul(at_den.checked_mul(at_den)?)?,
        })
    }

    /// The square of the distance to the box around these spans.
    fn distance_bound(&self, asked: &Asked, from: usize, end: usize) -> u128 {
        let Place { utility, den } = asked.at;
        let off = |low: i64, high: i64, own: i64| {
            let off = (low * den - own).max(own - high * den).max(0);
            u128::from(off.unsigned_abs()) * u128::from(off.unsigned_abs())
        };
        let (left, right) = (&self.boxes[from], &self.boxes[end - 1]);
        off(left[0], right[1], utility[0]) + off(right[2], left[3], utility[1])
    }

    fn nearest_within(
        &self,
        asked: &Asked,
        (from, end): (usize, usize),
        bound: u128,
        nearest: &mut Option<Square>,
    ) {
        let bound_value = Square { num: bound, den: 1 };
        let hopeless = nearest
            .as_ref()
            .is_some_and(|nearest| bound_value.cmp(nearest) != Ordering::Less);
        if hopeless {
            return;
        }
        if end - from == 1 {
            let found = self.spans[from].squared_distance(&asked.at);
            if nearest
                .as_ref()
                .is_none_or(|nearest| found.cmp(nearest) == Ordering::Less)
            {
                *nearest = Some(found);
            }
            return;
        }
        let middle = from + (end - from) / 2;
        let (left, right) = (
            self.distance_bound(asked, from, middle),
            self.distance_bound(asked, middle, end),
        );
        if left <= right {
            self.nearest_within(asked, (from, middle), left, nearest);
            self.nearest_within(asked, (middle, end), right, nearest);
        } else {
            self.nearest_within(asked, (middle, end), right, nearest);
            self.nearest_within(asked, (from, middle), left, nearest);
        }
    }
}

impl Span {
    /// What the other party gets over `at` where this one gets what it has there. (The span reaches that.)
    fn other_over(&self, at: &Place, party: usize) -> Fraction {
        let other = 1 - party;
        match &self.line {
            Some(line) => Fraction {
                num: line.clearance(at),
                den: wide(line.rise[party], at.den),
            },
            None => Fraction {
                num: self.from.above(at, other),
                den: wide(self.from.den, at.den),
            },
        }
    }

    /// The largest product of the gains over `at`, if one is above 0.
    fn best(&self, piece: usize, at: &Place) -> Option<Best> {
        let Some(line) = &self.line else {
            return best_at(piece, &self.from, at);
        };
        // On the line the product is largest where both gains are half of what one could gain alone.
        let clearance = line.clearance(at);
        if clearance <= 0 {
            return None;
        }
        let most = [
            Fraction {
                num: clearance,
                den: 2 * wide(line.rise[1], at.den),
            },
            Fraction {
                num: clearance,
                den: 2 * wide(line.rise[0], at.den),
            },
        ];
        let ahead = |end: &Place| {
            let own = Fraction {
                num: end.above(at, 0),
                den: wide(end.den, at.den),
            };
            most[0].cmp(&own)
        };
        if ahead(&self.from) != Ordering::Greater {
            return best_at(piece, &self.from, at);
        }
        if ahead(&self.to) != Ordering::Less {
            return best_at(piece, &self.to, at);
        }
        let raised = |party: usize| Fraction {
            num: 2 * wide(line.rise[1 - party], at.utility[party]) + clearance,
            den: most[party].den,
        };
        let size = clearance.unsigned_abs();
        Some(Best {
            piece,
            utility: [raised(0), raised(1)],
            gain: most,
            product: Square {
                num: size * size,
                den: 4 * line.rise[0].unsigned_abs() * line.rise[1].unsigned_abs(),
            },
        })
    }

    fn squared_distance(&self, at: &Place) -> Square {
        if let Some(line) = &self.line {
            // The foot of the perpendicular lies on the span where both ends lie on their side of it.
            let along = |end: &Place| {
                i128::from(line.rise[0]) * end.above(at, 0)
                    - i128::from(line.rise[1]) * end.above(at, 1)
            };
            if along(&self.from) < 0 && along(&self.to) > 0 {
                let off = line.clearance(at).unsigned_abs();
                let [a, b] = line.rise.map(i64::unsigned_abs);
                return Square {
                    num: off * off,
                    den: a * a + b * b,
                };
            }
        }
        let end = |end: &Place| {
            let [a, b] = [0, 1].map(|party| end.above(at, party).unsigned_abs());
            Square {
                num: a * a + b * b,
                den: end.den.unsigned_abs() * end.den.unsigned_abs(),
            }
        };
        let (from, to) = (end(&self.from), end(&self.to));
        if to.cmp(&from) == Ordering::Less {
            to
        } else {
            from
        }
    }
}

/// One place as the best one, if both gain.
fn best_at(piece: usize, place: &Place, at: &Place) -> Option<Best> {
    let gain = [place.above(at, 0), place.above(at, 1)];
    if gain[0] <= 0 || gain[1] <= 0 {
        return None;
    }
    let den = wide(place.den, at.den);
    let own_den = place.den.unsigned_abs();
    Some(Best {
        piece,
        utility: place.utility.map(|utility| Fraction {
            num: i128::from(utility),
            den: i128::from(place.den),
        }),
        gain: gain.map(|num| Fraction { num, den }),
        product: Square {
            num: gain[0].unsigned_abs() * gain[1].unsigned_abs(),
            den: own_den * own_den,
        },
    })
}

impl Best {
    /// The larger product, then the larger smaller gain, then the larger utility of A, then the first piece.
    fn beats(&self, other: &Self) -> bool {
        let order = self.product.cmp(&other.product);
        let smaller = |best: &Self| best.gain[0].min(best.gain[1]);
        order
            .then_with(|| smaller(self).cmp(&smaller(other)))
            .then_with(|| self.utility[0].cmp(&other.utility[0]))
            .then_with(|| other.piece.cmp(&self.piece))
            == Ordering::Greater
    }
}

impl Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.den == other.den {
            return self.num.cmp(&other.num);
        }
        let crosswise = self
            .num
            .checked_mul(other.den)
            .zip(other.num.checked_mul(self.den));
        match crosswise {
            Some((own, other)) => own.cmp(&other),
            None => Rational::new(self.num, self.den).cmp(&Rational::new(other.num, other.den)),
        }
    }

    fn max(self, other: Self) -> Self {
        if other.cmp(&self) == Ordering::Greater {
            other
        } else {
            self
        }
    }

    fn min(self, other: Self) -> Self {
        if other.cmp(&self) == Ordering::Less {
            other
        } else {
            self
        }
    }
}
