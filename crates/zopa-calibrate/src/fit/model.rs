//! Statements as choices: which parameters there are, and what they say of each alternative.
//!
//! For a pair with scores `x_A`, `x_B`, `eta = beta . (x_A - x_B) + b`:
//!
//! ```text
//! V_j    = beta . (x_A + x_B) / 2 + (j / 2) eta + lambda_|j|,   j = 2, 1, 0, -1, -2,   lambda_1 = 0
//! V_none = alpha
//! ```
//!
//! `j` is A by much, A by little, a tie, B by little, B by much. A single survivor of the gates has `V = beta . x` against `alpha`.
//! With the cumulative link, `eta` and logistic noise fall between cuts `-t_2, -t_1, t_1, t_2` instead, and nothing is said of acceptance.

use zopa_model::Rational;

use crate::logit::Choices;
use crate::statement::{Answer, Statement};
use crate::{Side, Strength};

/// How judgments depend on the difference of two options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Link {
    /// Adjacent categories: each judgment is a choice with a worth of its own, that neither is acceptable among them.
    #[default]
    Adjacent,
    /// Cumulative (ordered logit): the difference with noise falls between cuts. It has no place for what is unacceptable.
    Cumulative,
}

impl Link {
    /// `adjacent` or `cumulative`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Adjacent => "adjacent",
            Self::Cumulative => "cumulative",
        }
    }
}

/// A parameter of the likelihood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Parameter {
    /// How strongly a criterion counts: `beta_k`.
    Criterion(usize),
    /// The log-odds of the first of two equal responses: `b`.
    FirstSlot,
    /// Of a tie: `lambda_0`; with the cumulative link the cut `t_1`.
    Tie,
    /// Of "by much" against "by little": `lambda_2`; with the cumulative link the cut `t_2`.
    Much,
    /// Of accepting neither: `alpha`.
    Threshold,
}

/// Which outcomes the statements hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// One of two options is better by much.
    pub much: usize,
    /// By little.
    pub little: usize,
    /// By how much was not said.
    pub better: usize,
    /// Ties.
    pub ties: usize,
    /// Both options are unacceptable.
    pub neither: usize,
    /// The one option that passed its gates was accepted.
    pub accepted: usize,
    /// The one option that passed its gates was rejected.
    pub rejected: usize,
}

impl Counts {
    /// Of these statements.
    #[must_use]
    pub fn of(statements: &[Statement]) -> Self {
        let mut counts = Self::default();
        for statement in statements {
            let place = match (statement.answer, statement.both().is_some()) {
                (Answer::Neither, true) => &mut counts.neither,
                (Answer::Neither, false) => &mut counts.rejected,
                (Answer::Tie, _) => &mut counts.ties,
                (Answer::Better(..), false) => &mut counts.accepted,
                (Answer::Better(_, Some(Strength::Significantly)), true) => &mut counts.much,
                (Answer::Better(_, Some(Strength::Slightly)), true) => &mut counts.little,
                (Answer::Better(..), true) => &mut counts.better,
            };
            *place += 1;
        }
        counts
    }

    /// Of two options one is better.
    #[must_use]
    pub fn decisive(&self) -> usize {
        self.much + self.little + self.better
    }

    /// Two options are compared.
    #[must_use]
    pub fn compared(&self) -> usize {
        self.decisive() + self.ties
    }

    /// Why a parameter beside the criteria is not estimated from these, if it is not.
    fn lacking(&self, parameter: Parameter, first_slot: bool, link: Link) -> Option<&'static str> {
        let reasons: &[(bool, &str)] = match parameter {
            Parameter::Criterion(_) => &[],
            Parameter::FirstSlot => &[
                (!first_slot, "taken as 0, as was asked"),
                (self.decisive() == 0, "no response wins over another"),
            ],
            Parameter::Tie => &[
                (self.ties == 0, "there is no tie"),
                (self.decisive() == 0, "there is nothing but ties"),
            ],
            Parameter::Much => &[
                (self.better > 0, "not every preference says by how much"),
                (self.much == 0, "nothing is significantly better"),
                (self.little == 0, "nothing is slightly better"),
            ],
            Parameter::Threshold => &[
                (
                    link == Link::Cumulative,
                    "the cumulative link has no place for what is unacceptable",
                ),
                (self.neither + self.rejected == 0, "nothing is unacceptable"),
                (
                    self.compared() + self.accepted == 0,
                    "nothing is acceptable",
                ),
            ],
        };
        let first = reasons.iter().find(|(holds, _)| *holds);
        first.map(|(_, reason)| *reason)
    }
}

/// The choices and their parameters.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) link: Link,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) choices: Choices,
    /// The group of each choice.
    pub(crate) groups: Vec<usize>,
    /// Parameters that are not estimated, with the reason.
    pub(crate) absent: Vec<(Parameter, &'static str)>,
}

impl Model {
    /// The choices in these statements.
    pub(crate) fn new(
        criteria: usize,
        statements: &[Statement],
        first_slot: bool,
        link: Link,
    ) -> Self {
        let counts = Counts::of(statements);
        let mut parameters: Vec<Parameter> = (0..criteria).map(Parameter::Criterion).collect();
        let mut absent = Vec::new();
        for parameter in [
            Parameter::FirstSlot,
            Parameter::Tie,
            Parameter::Much,
            Parameter::Threshold,
        ] {
            match counts.lacking(parameter, first_slot, link) {
                None => parameters.push(parameter),
                Some(reason) => absent.push((parameter, reason)),
            }
        }
        let shape = Shape {
            criteria,
            parameters: &parameters,
        };
        let mut nonnegative = vec![false; parameters.len()];
        nonnegative[..criteria].fill(true);
        let mut choices = Choices::new(nonnegative);
        if link == Link::Cumulative {
            choices.begin_at(shape.ordered_cuts());
        }
        let mut groups = Vec::new();
        for statement in statements {
            let added = match link {
                Link::Adjacent => shape.alternatives(statement).map(|(alternatives, chosen)| {
                    choices.push(&alternatives, chosen, 1);
                }),
                Link::Cumulative => shape.cuts(statement).map(|[high, low]| {
                    choices.push_grade(high.as_ref(), low.as_ref(), 1);
                }),
            };
            if added.is_some() {
                groups.push(statement.group);
            }
        }
        Self {
            link,
            choices,
            groups,
            absent,
            parameters,
        }
    }

    /// Where a parameter stands.
    pub(crate) fn place(&self, parameter: Parameter) -> Option<usize> {
        place(&self.parameters, parameter)
    }
}

fn place(parameters: &[Parameter], parameter: Parameter) -> Option<usize> {
    parameters.iter().position(|&known| known == parameter)
}

struct Shape<'p> {
    criteria: usize,
    parameters: &'p [Parameter],
}

impl Shape<'_> {
    /// The rows of a statement's alternatives, and which was chosen; `None` where it says nothing about the parameters.
    fn alternatives(&self, statement: &Statement) -> Option<(Vec<Vec<Rational>>, usize)> {
        let threshold = place(self.parameters, Parameter::Threshold);
        let threshold = threshold.filter(|_| statement.level);
        let none = threshold.map(|at| {
            let mut row = self.row();
            row[at] = Rational::from(1);
            row
        });
        let Some((a, b)) = statement.both() else {
            let mut row = self.row();
            let option = statement.options().next()?;
            row[..self.criteria].clone_from_slice(option);
            let chosen = usize::from(statement.answer == Answer::Neither);
            return Some((vec![row, none?], chosen));
        };
        let mut levels = vec![1_i128, -1];
        if place(self.parameters, Parameter::Tie).is_some() {
            levels.push(0);
        }
        if place(self.parameters, Parameter::Much).is_some() {
            levels.extend([2, -2]);
        }
        let said: Option<i128> = match statement.answer {
            Answer::Better(side, strength) => {
                let much = strength == Some(Strength::Significantly) && levels.contains(&2);
                let size = if much { 2 } else { 1 };
                Some(if side == Side::A { size } else { -size })
            }
            Answer::Tie => Some(0),
            Answer::Neither => None,
        };
        let mut rows: Vec<Vec<Rational>> = levels.iter().map(|&j| self.level(j, a, b)).collect();
        rows.extend(none.clone());
        let chosen = match said {
            Some(level) => levels.iter().position(|&j| j == level)?,
            None => none.map(|_| levels.len())?,
        };
        Some((rows, chosen))
    }

    fn row(&self) -> Vec<Rational> {
        vec![Rational::from(0); self.parameters.len()]
    }

    /// The row of `V_j`: shares `(2 + j) / 4` of A and `(2 - j) / 4` of B, doubled.
    fn level(&self, j: i128, a: &[Rational], b: &[Rational]) -> Vec<Rational> {
        let mut row = self.row();
        let (of_a, of_b) = (Rational::new(1 + j, 2), Rational::new(1 - j, 2));
        for (place, (x, y)) in row.iter_mut().zip(a.iter().zip(b)) {
            *place = &(x * &of_a) + &(y * &of_b);
        }
        let mut set = |parameter: Parameter, value: Rational| {
            if let Some(at) = place(self.parameters, parameter) {
                row[at] = value;
            }
        };
        set(Parameter::FirstSlot, Rational::new(j, 2));
        match j {
            0 => set(Parameter::Tie, Rational::from(1)),
            2 | -2 => set(Parameter::Much, Rational::from(1)),
            _ => {}
        }
        row
    }

    /// A point at which the cuts are in their order.
    fn ordered_cuts(&self) -> Vec<f64> {
        let at = |parameter: &Parameter| match parameter {
            Parameter::Tie => 1.0,
            Parameter::Much => 2.0,
            _ => 0.0,
        };
        self.parameters.iter().map(at).collect()
    }

    /// The upper and the lower cut of a statement's grade, where there are such; `None` where it compares nothing.
    ///
    /// A worth of `eta` and noise lies above a cut `t` with the probability `F(eta - t)`, so from `eta - t` for the lower cut of a grade
    /// down to that for the upper one.
    fn cuts(&self, statement: &Statement) -> Option<[Option<Vec<Rational>>; 2]> {
        let (a, b) = statement.both()?;
        let has = |parameter: Parameter| place(self.parameters, parameter).is_some();
        // `eta` and so many times a cut
        let above = |cut: Parameter, times: i64| {
            let mut row = self.row();
            for (place, (x, y)) in row.iter_mut().zip(a.iter().zip(b)) {
                *place = x - y;
            }
            for (parameter, value) in [(Parameter::FirstSlot, 1), (cut, times)] {
                if let Some(at) = place(self.parameters, parameter) {
                    row[at] = Rational::from(value);
                }
            }
            Some(row)
        };
        let (tie, much) = (Parameter::Tie, Parameter::Much);
        Some(match statement.answer {
            Answer::Neither => return None,
            Answer::Tie => [above(tie, 1), above(tie, -1)],
            Answer::Better(side, strength) => {
                let strength = strength.filter(|_| has(much));
                match (side, strength) {
                    (Side::A, Some(Strength::Significantly)) => [above(much, -1), None],
                    (Side::A, Some(Strength::Slightly)) => [above(tie, -1), above(much, -1)],
                    (Side::A, _) => [above(tie, -1), None],
                    (Side::B, Some(Strength::Significantly)) => [None, above(much, 1)],
                    (Side::B, Some(Strength::Slightly)) => [above(much, 1), above(tie, 1)],
                    (Side::B, _) => [None, above(tie, 1)],
                }
            }
        })
    }
}
