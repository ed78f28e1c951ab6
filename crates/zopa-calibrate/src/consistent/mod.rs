//! What follows if every statement is taken at its word: whether any weights agree with all, what their ranges are, and if there
//! are none, which statements contradict one another.
//!
//! The model is additive: `U(x) = sum of w_k x_k`, `w >= 0`, `sum w = 1`; an option is acceptable where `U >= tau`. Of two options
//! one is better where their difference exceeds the tie limit `t1`, by much where it exceeds `t2`. As linear constraints this is
//! UTADIS (Devaud, Groussaud & Jacquet-Lagreze 1980; Zopounidis & Doumpos 1999) on two axes, the difference and the level, with one
//! error for each constraint rather than for each option as in UTASTAR (Siskos & Yannacopoulos 1985): a cycle of strict
//! preferences would have no solution whatever the errors of its options.
//!
//! Everything is exact: each optimum comes with a proof, see `program`.

mod conflict;
mod least;
mod ranges;
mod rows;

use zopa_model::Rational;

pub use conflict::{Conflict, Removal};
pub use least::{LeastError, Lenient};
pub use ranges::{Feasible, Preference, Range, Ranges};

use crate::program::{Failure, Program};
use crate::statement::Statement;

/// How the statements are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// A strict inequality is by at least this much, on the scale where the best option is 1.
    pub epsilon: Rational,
    /// The tie limit is no larger.
    pub tie_most: Rational,
    /// What a tie says of acceptability.
    pub tie_acceptance: TieAcceptance,
    /// Between which worths the threshold lies; none where statements do not speak of acceptability.
    pub threshold: Option<(Rational, Rational)>,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            epsilon: Rational::new(1, 1000),
            tie_most: Rational::from(1),
            tie_acceptance: TieAcceptance::NotBothBelow,
            threshold: Some((Rational::from(0), Rational::from(1))),
        }
    }
}

/// What a tie says of acceptability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieAcceptance {
    /// They are not both below the threshold: all that follows from the outcome.
    NotBothBelow,
    /// Both are acceptable: stronger, where a rubric says so.
    Both,
}

/// What limits the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// So many contradictions are looked for in the search of a smallest removal.
    pub conflicts: usize,
}

impl Default for Effort {
    /// 40 contradictions: more are a matter of noise, not of slips that could be mended.
    fn default() -> Self {
        Self { conflicts: 40 }
    }
}

/// The solver's answer did not stand its exact check, so nothing is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unproved;

impl From<Failure> for Unproved {
    fn from(_: Failure) -> Self {
        Self
    }
}

/// What the statements say together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Consistency {
    /// Some weights agree with every statement.
    Consistent(Box<Ranges>),
    /// None do.
    Contradictory(Box<Conflict>),
}

/// Takes every statement at its word.
///
/// `names` are those of the criteria. Cost: some 2 (K + 3) small linear programs for K criteria where the statements are consistent; else
/// up to the limits of `effort`.
///
/// # Errors
/// If the solver's answer does not stand its check.
pub fn consistency(
    criteria: usize,
    statements: &[Statement],
    reading: &Reading,
    effort: Effort,
) -> Result<Consistency, Unproved> {
    let mut system = System::new(criteria, statements, reading);
    let margin = system.margin()?;
    if margin.value < reading.epsilon {
        let conflict = conflict::find(criteria, statements, reading, effort)?;
        return Ok(Consistency::Contradictory(Box::new(conflict)));
    }
    let ranges = ranges::find(&mut system, statements, reading, &margin)?;
    Ok(Consistency::Consistent(Box::new(ranges)))
}

/// The linear program of some statements. Its unknowns are the weights, the threshold, the two limits and the margin.
#[derive(Clone, Debug)]
pub(crate) struct System {
    pub(crate) program: Program,
    pub(crate) criteria: usize,
}

impl System {
    /// Of all the statements.
    pub(crate) fn new(criteria: usize, statements: &[Statement], reading: &Reading) -> Self {
        let mut program = rows::frame(criteria, reading);
        for (index, statement) in statements.iter().enumerate() {
            for row in rows::of(statement, index, criteria, reading) {
                program.push(row);
            }
        }
        Self { program, criteria }
    }

    /// The largest margin by which all strict inequalities can hold at once; negative where they cannot.
    pub(crate) fn margin(&mut self) -> Result<crate::program::Optimum, Failure> {
        let mut objective = vec![Rational::from(0); self.program.unknowns()];
        objective[rows::margin(self.criteria)] = Rational::from(1);
        self.program.maximise(&objective)
    }

    /// Demands this margin from now on.
    pub(crate) fn demand(&mut self, margin: &Rational) {
        let index = rows::margin(self.criteria);
        self.program
            .set_bounds(index, margin.clone(), margin.clone());
    }
}
