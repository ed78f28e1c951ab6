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

use zopa_model::Rational;

use crate::logit::Choices;
use crate::statement::{Answer, Statement};
use crate::{Side, Strength};

/// A parameter of the likelihood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Parameter {
    /// How strongly a criterion counts: `beta_k`.
    Criterion(usize),
    /// The log-odds of the first of two equal responses: `b`.
    FirstSlot,
    /// Of a tie: `lambda_0`.
    Tie,
    /// Of "by much" against "by little": `lambda_2`.
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
}

/// The choices and their parameters.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) choices: Choices,
    /// The group of each choice.
    pub(crate) groups: Vec<usize>,
    /// What is not estimated, and why.
    pub(crate) absent: Vec<(Parameter, &'static str)>,
}

impl Model {
    /// The choices in these statements.
    pub(crate) fn new(criteria: usize, statements: &[Statement], first_slot: bool) -> Self {
        let counts = Counts::of(statements);
        let mut parameters: Vec<Parameter> = (0..criteria).map(Parameter::Criterion).collect();
        let mut absent = Vec::new();
        let mut decide = |parameter: Parameter, missing: Option<&'static str>| match missing {
            None => parameters.push(parameter),
            Some(reason) => absent.push((parameter, reason)),
        };
        decide(
            Parameter::FirstSlot,
            match () {
                () if !first_slot => Some("taken as 0, as was asked"),
                () if counts.decisive() == 0 => Some("no response wins over another"),
                () => None,
            },
        );
        decide(
            Parameter::Tie,
            match () {
                () if counts.ties == 0 => Some("there is no tie"),
                () if counts.decisive() == 0 => Some("there is nothing but ties"),
                () => None,
            },
        );
        decide(
            Parameter::Much,
            match () {
                () if counts.better > 0 => Some("not every preference says by how much"),
                () if counts.much == 0 => Some("nothing is significantly better"),
                () if counts.little == 0 => Some("nothing is slightly better"),
                () => None,
            },
        );
        let none = counts.neither + counts.rejected;
        decide(
            Parameter::Threshold,
            match () {
                () if none == 0 => Some("nothing is unacceptable"),
                () if counts.compared() + counts.accepted == 0 => Some("nothing is acceptable"),
                () => None,
            },
        );
        let shape = Shape {
            criteria,
            parameters: &parameters,
        };
        let mut nonnegative = vec![false; parameters.len()];
        nonnegative[..criteria].fill(true);
        let mut choices = Choices::new(nonnegative);
        let mut groups = Vec::new();
        for statement in statements {
            if let Some((alternatives, chosen)) = shape.alternatives(statement) {
                choices.push(&alternatives, chosen, 1);
                groups.push(statement.group);
            }
        }
        Self {
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
}
