//! Choices with a linear index: one likelihood for Bradley-Terry, Davidson, adjacent categories and the conditional logit.
//!
//! Of the alternatives of a set, each with a row `z`, one is chosen with probability `exp(z_y . theta) / sum exp(z_j . theta)`
//! (McFadden 1974). Wins and losses are Bradley & Terry (1952), a third alternative for ties at half of both is Davidson (1970), two
//! more for strengths are the adjacent categories of Agresti (1992), and one for "none" has the threshold as its worth. The other
//! link is cumulative: a grade is chosen where a hidden worth with logistic noise falls between two cuts, `F(high . theta) - F(low .
//! theta)` (McCullagh 1980); with a tie between symmetric cuts it is Rao & Kupper (1967). The log-likelihood is concave in all of
//! these together (Burridge 1981; Pratt 1981).
//!
//! Statistics are floats by nature; rank and separation, which say whether there is an estimate at all, are decided exactly.

mod cone;
mod likelihood;
mod newton;
mod separation;

use zopa_model::Rational;
use zopa_model::exact::NearestFloat as _;

use crate::consistent::Unproved;
use crate::program::linear::{Added, Echelon};

pub use cone::Estimate;
pub use separation::Separation;

/// Choices among alternatives.
#[derive(Clone, Debug)]
pub struct Choices {
    parameters: usize,
    /// Parameters that may not be negative.
    nonnegative: Vec<bool>,
    /// Where the search for the maximum begins: 0, but for cuts, which must be in their order.
    start: Vec<f64>,
    sets: Vec<Set>,
    rows: Vec<Rational>,
    floats: Vec<f64>,
}

/// One choice: it has `count` rows from `start`, and was made `times` times.
#[derive(Clone, Copy, Debug)]
struct Set {
    start: usize,
    count: usize,
    kind: Kind,
    times: u32,
}

/// What the rows of a choice are.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Alternatives, of which this one was chosen.
    Chosen(usize),
    /// The upper cut alone: a grade below it.
    Below,
    /// The lower cut alone: a grade above it.
    Above,
    /// The upper cut, then the lower one: a grade between them.
    Between,
}

impl Choices {
    /// No choices yet; `nonnegative` says of each parameter whether it may not be negative.
    #[must_use]
    pub fn new(nonnegative: Vec<bool>) -> Self {
        Self {
            parameters: nonnegative.len(),
            start: vec![0.0; nonnegative.len()],
            nonnegative,
            sets: Vec::new(),
            rows: Vec::new(),
            floats: Vec::new(),
        }
    }

    /// Adds a choice that was made `times` times.
    ///
    /// # Panics
    /// If a row has another length than there are parameters, or `chosen` is no alternative.
    pub fn push(&mut self, alternatives: &[Vec<Rational>], chosen: usize, times: u32) {
        assert!(chosen < alternatives.len(), "one of the alternatives");
        self.add(alternatives.iter(), Kind::Chosen(chosen), times);
    }

    /// Adds a grade that was given `times` times: a hidden worth that lies below `high . theta` and above `low . theta`, where there are
    /// such cuts. The search must begin where cuts are in their order: see [`begin_at`](Self::begin_at).
    ///
    /// # Panics
    /// If a row has another length than there are parameters, or there is neither cut.
    pub fn push_grade(
        &mut self,
        high: Option<&Vec<Rational>>,
        low: Option<&Vec<Rational>>,
        times: u32,
    ) {
        let kind = match (high, low) {
            (Some(_), Some(_)) => Kind::Between,
            (Some(_), None) => Kind::Below,
            (None, low) => {
                assert!(low.is_some(), "one of the cuts");
                Kind::Above
            }
        };
        self.add(high.into_iter().chain(low), kind, times);
    }

    fn add<'r>(&mut self, rows: impl Iterator<Item = &'r Vec<Rational>>, kind: Kind, times: u32) {
        let start = self.rows.len();
        let mut count = 0;
        for row in rows {
            assert_eq!(row.len(), self.parameters, "a number for each parameter");
            self.floats.extend(row.iter().map(|value| value.to_f64()));
            self.rows.extend_from_slice(row);
            count += 1;
        }
        self.sets.push(Set {
            start,
            count,
            kind,
            times,
        });
    }

    /// Where the search for the maximum begins, instead of at 0.
    ///
    /// # Panics
    /// If there is not a number for each parameter.
    pub fn begin_at(&mut self, start: Vec<f64>) {
        assert_eq!(start.len(), self.parameters, "a number for each parameter");
        self.start = start;
    }

    /// The number of parameters.
    #[must_use]
    pub fn parameters(&self) -> usize {
        self.parameters
    }

    /// The number of choices, each counted as often as it was made.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sets.iter().map(|set| set.times as usize).sum()
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// How often each was made.
    fn weights(&self) -> Vec<f64> {
        self.sets.iter().map(|set| f64::from(set.times)).collect()
    }

    /// The rows `A` such that a choice becomes no less likely along `d` if and only if `A d >= 0` for all of its rows, exactly:
    /// `z_chosen - z_other`; of a grade the upper cut, and the lower one negated.
    fn differences(&self) -> impl Iterator<Item = Vec<Rational>> + '_ {
        self.sets.iter().flat_map(move |set| {
            let row = move |index: usize| {
                let start = set.start + index * self.parameters;
                &self.rows[start..start + self.parameters]
            };
            (0..set.count).filter_map(move |index| {
                let negated = || row(index).iter().map(|x| -x.clone()).collect();
                match (set.kind, index) {
                    (Kind::Chosen(chosen), _) if index == chosen => None,
                    (Kind::Chosen(chosen), _) => {
                        let pairs = row(chosen).iter().zip(row(index));
                        Some(pairs.map(|(x, y)| x - y).collect())
                    }
                    (Kind::Below, _) | (Kind::Between, 0) => Some(row(index).to_vec()),
                    (Kind::Above | Kind::Between, _) => Some(negated()),
                }
            })
        })
    }

    /// The directions in which no probability changes: what the choices cannot tell apart. Empty if every parameter is identified.
    ///
    /// Each has one parameter that changes in no other one: the last of those that may not be negative, or the last of all.
    ///
    /// Exact. Cost: up to (rows) x (parameters)^2 products; a few rows suffice where everything is identified.
    #[must_use]
    pub fn null_space(&self) -> Vec<Vec<Rational>> {
        // what comes first is solved for
        let mut order: Vec<usize> = (0..self.parameters).collect();
        order.sort_by_key(|&index| self.nonnegative[index]);
        let mut system = Echelon::new(self.parameters);
        let zero = Rational::from(0);
        for row in self.differences() {
            let row: Vec<Rational> = order.iter().map(|&index| row[index].clone()).collect();
            let added = system.add(&row, &zero);
            if added == Added::Independent && system.is_complete() {
                break;
            }
        }
        let in_place = |direction: Vec<Rational>| {
            let mut placed = vec![Rational::from(0); self.parameters];
            for (&index, value) in order.iter().zip(direction) {
                placed[index] = value;
            }
            placed
        };
        system.null_space().into_iter().map(in_place).collect()
    }

    /// Is there a finite estimate?
    ///
    /// # Errors
    /// If the solver's answer does not stand its check.
    pub fn separation(&self, constrained: bool) -> Result<Separation, Unproved> {
        separation::of(self, constrained)
    }

    /// The most likely parameters; `free` says which are estimated, the others are 0.
    ///
    /// Newton's method with backtracking, and an active set for the parameters that may not be negative. `None` if it does not
    /// settle, which it does where [`null_space`](Self::null_space) is empty on the free parameters and there is no separation.
    #[must_use]
    pub fn estimate(&self, free: &[bool]) -> Option<Estimate> {
        cone::estimate(self, &self.weights(), free, None, 0.0)
    }

    /// The same with the choices weighted by `weights`, from a start: for resampling.
    pub(crate) fn estimate_weighted(
        &self,
        weights: &[f64],
        free: &[bool],
        start: &Estimate,
    ) -> Option<Estimate> {
        cone::estimate(self, weights, free, Some(start), 0.0)
    }

    /// The most likely parameters from a start, for choices that differ little from those that the start belongs to.
    pub(crate) fn estimate_from(&self, free: &[bool], start: &Estimate) -> Option<Estimate> {
        self.estimate_weighted(&self.weights(), free, start)
    }

    /// The choices where parameter `from` is `factor` times the sum of the first `count` ones. Only for estimates: what is decided exactly
    /// looks at the choices as they were.
    #[expect(clippy::float_arithmetic, reason = "statistics are floats by nature")]
    pub(crate) fn folded(&self, from: usize, count: usize, factor: f64) -> Self {
        let mut folded = self.clone();
        for row in folded.floats.chunks_exact_mut(self.parameters) {
            let value = std::mem::take(&mut row[from]);
            for place in &mut row[..count] {
                *place += factor * value;
            }
        }
        folded
    }

    /// The most likely parameters where large ones are held back by `ridge / 2 x (sum of squares)`: the mode of the posterior under
    /// independent normal priors of variance `1 / ridge`.
    #[must_use]
    pub fn penalised(&self, free: &[bool], ridge: f64) -> Option<Estimate> {
        cone::estimate(self, &self.weights(), free, None, ridge)
    }

    /// The log-likelihood at `theta`, its gradient and its matrix of second derivatives, row by row.
    #[must_use]
    pub fn derivatives(&self, theta: &[f64]) -> (f64, Vec<f64>, Vec<f64>) {
        let point = likelihood::evaluate(self, &self.weights(), theta, 0.0);
        let hessian = point.information.iter().map(|value| -value).collect();
        (point.value, point.gradient, hessian)
    }
}
