//! Choices with a linear index: one likelihood for Bradley-Terry, Davidson, adjacent categories and the conditional logit.
//!
//! Of the alternatives of a set, each with a row `z`, one is chosen with probability `exp(z_y . theta) / sum exp(z_j . theta)`
//! (McFadden 1974). Wins and losses are Bradley & Terry (1952), a third alternative for ties at half of both is Davidson (1970), two
//! more for strengths are the adjacent categories of Agresti (1992), and one for "none" has the threshold as its worth. The
//! log-likelihood is concave in all of these together.
//!
//! Statistics are floats by nature; rank and separation, which say whether there is an estimate at all, are decided exactly.

mod cone;
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
    sets: Vec<Set>,
    rows: Vec<Rational>,
    floats: Vec<f64>,
}

/// One choice: its alternatives are rows from `start`, of which `chosen` was chosen `times` times.
#[derive(Clone, Copy, Debug)]
struct Set {
    start: usize,
    alternatives: usize,
    chosen: usize,
    times: u32,
}

impl Choices {
    /// No choices yet; `nonnegative` says of each parameter whether it may not be negative.
    #[must_use]
    pub fn new(nonnegative: Vec<bool>) -> Self {
        Self {
            parameters: nonnegative.len(),
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
        let start = self.rows.len();
        for row in alternatives {
            assert_eq!(row.len(), self.parameters, "a number for each parameter");
            self.floats.extend(row.iter().map(|value| value.to_f64()));
            self.rows.extend_from_slice(row);
        }
        self.sets.push(Set {
            start,
            alternatives: alternatives.len(),
            chosen,
            times,
        });
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

    /// The rows `z_chosen - z_other`, exactly.
    fn differences(&self) -> impl Iterator<Item = Vec<Rational>> + '_ {
        self.sets.iter().flat_map(move |set| {
            let row = move |index: usize| {
                let start = set.start + index * self.parameters;
                &self.rows[start..start + self.parameters]
            };
            let others = (0..set.alternatives).filter(move |&index| index != set.chosen);
            others.map(move |index| {
                let pairs = row(set.chosen).iter().zip(row(index));
                pairs.map(|(x, y)| x - y).collect()
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

    /// The most likely parameters where large ones are held back by `ridge / 2 x (sum of squares)`: the mode of the posterior under
    /// independent normal priors of variance `1 / ridge`.
    #[must_use]
    pub fn penalised(&self, free: &[bool], ridge: f64) -> Option<Estimate> {
        cone::estimate(self, &self.weights(), free, None, ridge)
    }

    /// The log-likelihood at `theta`, its gradient and its matrix of second derivatives, row by row.
    #[must_use]
    pub fn derivatives(&self, theta: &[f64]) -> (f64, Vec<f64>, Vec<f64>) {
        let point = newton::evaluate(self, &self.weights(), theta, 0.0);
        let hessian = point.information.iter().map(|value| -value).collect();
        (point.value, point.gradient, hessian)
    }
}
