//! One concept's solution without the frontier, for games that are too large for one.
//!
//! [`solve_one`] finds the Nash, Kalai-Smorodinsky, egalitarian or utilitarian agreement of a game with any number of issues,
//! proves it, or says how far from the best the best one found can be. [`nash_of_lots`] is the Nash solution of indivisible lots
//! given as plain integers.
//!
//! # Method
//!
//! Per party, utilities are multiplied by their common denominator; everything below is in whole numbers, and exact.
//!
//! 1. *Relaxation* (`split.rs`). If lots were divisible, the efficient gains would form a concave chain, along which lots pass to
//!    A by falling ratio of A's gain to B's loss. The edge on which the concept's optimum lies is found in expected linear time,
//!    without sorting. Its normal is the pair of weights (w, v) of a line: no agreement has w x + v y > W, where x and y are the
//!    gains of A and B.
//! 2. *Root* (`engine.rs`, `line.rs`). Each issue gets what is best in these weights. Lots of the split's own ratio can go either
//!    way without leaving the line; dividing them best is a subset-sum problem, attacked by filling up and meeting in the middle.
//! 3. *Core* (`core.rs`). Every other change of an issue loses something on the line, and losses add up. With the best agreement
//!    so far comes a largest loss that a better one can have; issues that would lose more are fixed.
//! 4. *Lattice* (`lattice.rs`). The gains that changes of core issues attain lie on a lattice. Where so few levels of loss are left
//!    that its points in the region of better gains can be listed, and there are none, the search is over.
//! 5. *States* (`states.rs`). Otherwise the core is searched: partial sums, without dominated ones and without those whose
//!    relaxation stays below the best.
//!
//! Segments lay a concave chain on each state (`mixed/`).
//!
//! # Why it is right
//!
//! - Let s = W - w x - v y be an agreement's loss and d = w x - v y. Then 4 w v x y = (W - s)^2 - d^2. A product of at least p needs
//!   s <= W - 2 sqrt(w v p); no allowance for rounding is needed, since the integer root is rounded up.
//! - The gains that are better than a given pair lie in a set that is closed upwards: above a hyperbola, or between two floors and
//!   above a level. What is still to come moves a state at best along the best ratio left on each party's side, and no further
//!   than all of it; both slopes bend down from the line, so that every completion lies below the two, and a state from which
//!   neither reaches the set has no completion in it.
//! - If q >= p and q is not p, all that is added to both keeps the order, so that q's completions are at least as good as p's in
//!   every concept, and better wherever a product is above 0.
//! - Kalai-Smorodinsky and egalitarian solutions: with m the largest smaller share, a leximin pair has the share m for one party
//!   and, for the other, the most that goes with at least m: two more searches, the better of which is the answer.
//!
//! # What is promised
//!
//! The utilities are those that [`crate::concepts`] would choose on the frontier, with the same rules for ties. Of several
//! agreements with these utilities one is returned, the same one every time. `unique` is that of [`crate::Solution`] wherever it is
//! given; it is not determined where all products are 0, nor for the sum of a game with continuous issues. Every agreement is
//! priced anew before it is returned.
//!
//! # Cost
//!
//! Expected O(n) and a core of a few issues where ratios are spread out; O(n) and a subset-sum of random lots where all are
//! equal. In the worst case exponential, as it must be (the equal case holds the partition problem): then the search ends after
//! [`max_points`](crate::Budget::max_points) partial sums at once or 32 times as many in all, whichever comes first, with what it
//! found and a bound.
//!
//! # Sources
//!
//! J. F. Nash, "The bargaining problem", Econometrica 18 (1950). E. Balas, E. Zemel, "An algorithm for large zero-one knapsack
//! problems", Operations Research 28 (1980), for the core; D. Pisinger, "A minimal algorithm for the 0-1 knapsack problem",
//! Operations Research 45 (1997), for the order of its search. I. Caragiannis et al., "The unreasonable fairness of maximum Nash
//! welfare", ACM TEAC 7 (2019), bound the product by tangents; here one tangent line is enough.
//!
//! # Example
//!
//! ```
//! use zopa_model::{Rational, UtilityPoint};
//! use zopa_solve::single::{Concept, Outcome, solve_one};
//! use zopa_solve::{Budget, Game, Issue};
//!
//! let point = |a: i64, b: i64| UtilityPoint::new(Rational::from(a), Rational::from(b));
//! let lot = |a, b| Issue::Options(vec![point(a, 0), point(0, b)]);
//! let game = Game { base: point(0, 0), issues: vec![lot(6, 2), lot(3, 3), lot(2, 6)] };
//! match solve_one(&game, Concept::Nash, &point(1, 1), &Budget::default()) {
//!     // A takes the first two lots: 9 and 6, of which 8 and 5 are gains. B might as well have the second one.
//!     Outcome::Solved { deal, unique, .. } => {
//!         assert_eq!((deal.gain, unique), (point(8, 5), Some(false)));
//!     }
//!     other => panic!("{other:?}"),
//! }
//! ```

mod aim;
mod concepts;
mod core;
mod engine;
mod lattice;
mod line;
mod lots;
mod lower;
mod mixed;
mod number;
mod outcome;
mod passes;
mod problem;
#[cfg(test)]
mod random;
mod region;
mod search;
mod split;
mod states;

pub use crate::concepts::Concept;
pub use lots::{LotsNash, nash_of_lots};
pub use outcome::{Certificate, Deal, Outcome, solve_one};
