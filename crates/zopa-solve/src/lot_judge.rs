//! Judging whole-lot agreements by the million.

use dashu_int::ops::Abs;
use zopa_model::Rational;
use zopa_model::exact::Integer;

use crate::frontier::Frontier;
use crate::game::{Game, Issue};

/// Issues whose choices are looked up together.
const TOGETHER: usize = 8;

/// Judges agreements on finite issues that are given as bit sets, exactly and fast: on 50 issues, tens of millions a second and
/// core.
///
/// Bit i (of word i / 64) is set where issue i's first option is taken, and clear where its second is. Utilities are sums of
/// table entries, one for every eight issues. The efficient pairs lie by rising A and falling B, and so by rising difference
/// A - B: one binary search for an agreement's own difference finds both the pair that it would be if it were efficient, and the
/// two efficient pairs between which the largest equal gain of both lies.
#[derive(Clone, Debug)]
pub struct LotJudge {
    /// Both utilities before anything is chosen: all there is without issues.
    base: [i64; 2],
    /// For every eight issues, what each of their 256 choices adds; the first table's choices are on top of `base`.
    tables: Vec<[[i64; 2]; 256]>,
    /// The scaled efficient pairs, and A - B of each.
    pairs: Vec<[i64; 2]>,
    differences: Vec<i64>,
    scale: Rational,
}

/// The judgment of one agreement. Utilities are scaled: divide by [`LotJudge::scale`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LotJudgment {
    /// Both utilities, scaled.
    pub utility: [i64; 2],
    /// Does no feasible pair dominate it?
    pub efficient: bool,
    /// The largest t such that some feasible pair gives both parties t more, scaled; at least 0.
    pub pareto_gap: i64,
}

impl LotJudge {
    /// A judge for a game and its frontier; `None` where an issue is not finite or has one option alone, or where scaled
    /// utilities may not fit 62 bits.
    #[must_use]
    pub fn new(game: &Game, frontier: &Frontier) -> Option<Self> {
        let scale = frontier.common_denominator();
        let scaled = |value: &Rational| i64::try_from(&(value * &scale).numerator()).ok();
        let pair =
            |point: &zopa_model::UtilityPoint| Some([scaled(point.a())?, scaled(point.b())?]);
        let mut options = Vec::with_capacity(game.issues.len());
        let mut bound = Integer::from(0);
        for issue in &game.issues {
            let Issue::Options(pairs) = issue else {
                return None;
            };
            let [set, clear, ..] = pairs.as_slice() else {
                return None;
            };
            // An efficient pair may take any option.
            let mut largest = Integer::ZERO;
            for value in pairs.iter().map(pair) {
                for part in value? {
                    largest = largest.max(Integer::from(part).abs());
                }
            }
            bound += largest;
            options.push([pair(clear)?, pair(set)?]);
        }
        let base = pair(&game.base)?;
        let most = base
            .iter()
            .fold(bound, |bound, &value| bound + Integer::from(value).abs());
        if most >= Integer::from(1i64 << 61) {
            return None;
        }
        let pairs: Option<Vec<[i64; 2]>> =
            frontier.pieces().map(|piece| pair(&piece.from)).collect();
        let pairs = pairs?;
        let differences = pairs.iter().map(|[a, b]| a - b).collect();
        let mut tables: Vec<[[i64; 2]; 256]> = options.chunks(TOGETHER).map(table).collect();
        for entry in tables.first_mut().into_iter().flatten() {
            *entry = plus(*entry, base);
        }
        Some(Self {
            base,
            tables,
            pairs,
            differences,
            scale,
        })
    }

    /// What scaled utilities are to be divided by.
    #[must_use]
    pub fn scale(&self) -> &Rational {
        &self.scale
    }

    /// The scaled utilities of an agreement.
    ///
    /// # Panics
    /// If there are fewer words than the issues need.
    #[must_use]
    pub fn utility(&self, first_options: &[u64]) -> [i64; 2] {
        if self.tables.is_empty() {
            return self.base;
        }
        self.tables
            .iter()
            .enumerate()
            .fold([0, 0], |sum, (place, table)| {
                let (word, byte) = (place / TOGETHER, place % TOGETHER);
                plus(
                    sum,
                    table[usize::from(first_options[word].to_le_bytes()[byte])],
                )
            })
    }

    /// Judges an agreement. O(log n) for n efficient pairs.
    ///
    /// # Panics
    /// If there are fewer words than the issues need.
    #[must_use]
    pub fn judge(&self, first_options: &[u64]) -> LotJudgment {
        let utility = self.utility(first_options);
        let difference = utility[0] - utility[1];
        // Left of here A gains less than B from the agreement to a pair, from here on at least as much.
        let place = self
            .differences
            .partition_point(|&other| other < difference);
        let left = place
            .checked_sub(1)
            .map_or(0, |before| self.pairs[before][0] - utility[0]);
        let right = self.pairs.get(place).map_or(0, |pair| pair[1] - utility[1]);
        LotJudgment {
            utility,
            efficient: self.pairs.get(place) == Some(&utility),
            pareto_gap: left.max(right).max(0),
        }
    }
}

fn plus(a: [i64; 2], b: [i64; 2]) -> [i64; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

/// What every choice on up to eight issues adds. Each issue: what it adds where its bit is clear, and where it is set.
fn table(issues: &[[[i64; 2]; 2]]) -> [[i64; 2]; 256] {
    std::array::from_fn(|choice| {
        issues
            .iter()
            .enumerate()
            .fold([0, 0], |sum, (bit, options)| {
                plus(sum, options[choice >> bit & 1])
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::judge::{locate, pareto_gap};
    use crate::{Choice, Issue};
    use zopa_model::UtilityPoint;

    /// Eleven lots with valuations in tenths (quadratic residues make them look random): all 2,048 agreements.
    #[test]
    fn agrees_with_the_exact_judge_on_every_agreement() {
        let tenth = |value: i64| Rational::new(value.into(), 10);
        let point = |a, b| UtilityPoint::new(tenth(a), tenth(b));
        let lots = (1..12).map(|k: i64| {
            Issue::Options(vec![
                point(k * k % 13, 0),
                point(0, k * k * k % 11),
                point(0, 0),
            ])
        });
        let game = Game {
            base: point(-5, 3),
            issues: lots.collect(),
        };
        let frontier = Frontier::of(&game, &Budget::default())
            .complete()
            .expect("a small game");
        let judge = LotJudge::new(&game, &frontier).expect("finite issues");
        let mut efficient = 0;
        for bits in 0..1u64 << 11 {
            let found = judge.judge(&[bits]);
            let agreement: Vec<Choice> = (0..11)
                .map(|issue| Choice::Option(usize::from(bits >> issue & 1 == 0)))
                .collect();
            let utility = game.utility(&agreement);
            let scaled = |value: i64| Rational::from(value) / judge.scale();
            assert_eq!(UtilityPoint(found.utility.map(scaled)), utility);
            assert_eq!(
                found.efficient,
                locate(&frontier, &utility).is_some(),
                "{bits:b}"
            );
            assert_eq!(
                scaled(found.pareto_gap),
                pareto_gap(&frontier, &utility),
                "{bits:b}"
            );
            efficient += usize::from(found.efficient);
        }
        assert!(
            efficient >= frontier.len(),
            "every efficient pair has an agreement"
        );
    }

    #[test]
    fn a_game_without_issues_is_its_base() {
        let base = UtilityPoint::new(Rational::new(3, 2), Rational::from(-4));
        let game = Game {
            base: base.clone(),
            issues: Vec::new(),
        };
        let frontier = Frontier::of(&game, &Budget::default()).complete();
        let judge = LotJudge::new(&game, &frontier.expect("a small game")).expect("small numbers");
        let found = judge.judge(&[]);
        let unscaled = found
            .utility
            .map(|value| Rational::from(value) / judge.scale());
        assert_eq!(UtilityPoint(unscaled), base);
        assert!(found.efficient && found.pareto_gap == 0);
    }

    /// Bits choose among the first two options, but efficient pairs among all.
    #[test]
    fn a_third_option_counts_for_the_width() {
        let point = |a: i64, b: i64| UtilityPoint::new(a.into(), b.into());
        for (large, there) in [(1_i64 << 60, true), (1 << 62, false)] {
            let options = vec![point(1, 0), point(0, 1), point(large, -large)];
            let game = Game {
                base: point(0, 0),
                issues: vec![Issue::Options(options)],
            };
            let frontier = Frontier::of(&game, &Budget::default()).complete();
            let judge = LotJudge::new(&game, &frontier.expect("a small game"));
            assert_eq!(judge.is_some(), there);
            assert!(judge.is_none_or(|judge| judge.judge(&[1]).efficient));
        }
    }

    #[test]
    fn continuous_issues_have_no_bits() {
        let point = |a: i64, b: i64| UtilityPoint::new(a.into(), b.into());
        let game = Game {
            base: point(0, 0),
            issues: vec![Issue::Segment([point(1, 0), point(0, 1)])],
        };
        let frontier = Frontier::of(&game, &Budget::default())
            .complete()
            .expect("a small game");
        assert!(LotJudge::new(&game, &frontier).is_none());
    }
}
