//! Whether there is a finite estimate (Albert & Anderson 1984), decided exactly.
//!
//! If some direction never makes a choice less likely and makes one more likely, the likelihood rises along it for ever. With rows
//! `A = z_chosen - z_other` that is `A d >= 0`, `A d != 0`: a linear program (Konis 2007).

use zopa_model::Rational;

use super::Choices;
use crate::consistent::Unproved;
use crate::program::{Program, Row};

/// Is there a finite estimate?
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Separation {
    /// Yes: choices overlap in every direction.
    Overlap,
    /// No: along the direction some choices become ever more likely, and others stay as they are.
    Quasi(Vec<Rational>),
    /// No: along the direction every choice becomes ever more likely.
    Complete(Vec<Rational>),
}

impl Separation {
    /// `overlap`, `quasi` or `complete`.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Overlap => "overlap",
            Self::Quasi(_) => "quasi",
            Self::Complete(_) => "complete",
        }
    }

    /// The direction, where there is one.
    #[must_use]
    pub fn direction(&self) -> Option<&[Rational]> {
        match self {
            Self::Overlap => None,
            Self::Quasi(direction) | Self::Complete(direction) => Some(direction),
        }
    }
}

/// With `constrained`, directions that make a parameter negative which may not be are left out.
pub(super) fn of(choices: &Choices, constrained: bool) -> Result<Separation, Unproved> {
    let p = choices.parameters;
    let mut program = frame(choices, constrained, (0.into(), 0.into()));
    let mut objective = vec![Rational::from(0); p + 1];
    let mut count = 0;
    for row in choices.differences() {
        for (place, x) in objective.iter_mut().zip(&row) {
            if !x.is_zero() {
                *place = &*place + x;
            }
        }
        count += 1;
        program.push(at_least(row, 0));
    }
    if count == 0 {
        return Ok(Separation::Overlap);
    }
    // the scale is of no account; near 1 the solver is at its best
    let scale = Rational::new(1, count);
    for place in &mut objective {
        *place = &*place * &scale;
    }
    let optimum = program.maximise(&objective)?;
    if !optimum.value.is_positive() {
        return Ok(Separation::Overlap);
    }
    let mut strict = frame(choices, constrained, (0.into(), 1.into()));
    for row in choices.differences() {
        strict.push(at_least(row, -1));
    }
    let mut margin = vec![Rational::from(0); p + 1];
    margin[p] = Rational::from(1);
    let margin = strict.maximise(&margin)?;
    let direction = |mut point: Vec<Rational>| {
        point.truncate(p);
        point
    };
    Ok(if margin.value.is_positive() {
        Separation::Complete(direction(margin.point))
    } else {
        Separation::Quasi(direction(optimum.point))
    })
}

/// Directions in a box, and a margin.
fn frame(choices: &Choices, constrained: bool, margin: (Rational, Rational)) -> Program {
    let bound = |&nonnegative: &bool| {
        let low = if constrained && nonnegative { 0 } else { -1 };
        (Rational::from(low), Rational::from(1))
    };
    let bounds = choices.nonnegative.iter().map(bound);
    Program::new(bounds.chain([margin]).collect())
}

/// `row . d + factor x margin >= 0`.
fn at_least(mut row: Vec<Rational>, factor: i32) -> Row {
    row.push(Rational::from(factor));
    Row {
        coefficients: row,
        bound: Rational::from(0),
        equal: false,
        owner: None,
    }
}
