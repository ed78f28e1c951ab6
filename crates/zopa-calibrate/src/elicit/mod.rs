//! `elicit`: a party's valuations and BATNA from its answers to questions about packages.
//!
//! A question names two packages and asks which the party would rather have, or whether it would walk away from both; or which it would
//! take if it had to; or one package, and asks whether it is better than walking away. Answers are statements, so their ranges are those of
//! [`consistent`](crate::consistent): weights are the valuations, the threshold is the BATNA's utility. After each answer the next
//! question is the one that splits the valuations still possible most evenly, as far as a sample of them can tell.

mod answers;
mod json;
mod packages;
mod question;

use zopa_model::exact::NearestFloat as _;
use zopa_model::{Convention, Rational, Scenario};

pub use answers::{AnswerFault, Reply, answer_line, read_answer};
pub use json::{elicit_json, patch};
pub use question::{Chooser, Question};

use crate::consistent::{
    Conflict, Consistency, Effort, Feasible, Range, Reading, Unproved, consistency,
};
use crate::statement::{Answer, Statement};

/// What is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct ElicitOptions {
    /// A range is narrow enough when it is no wider than this.
    pub tolerance: Rational,
    /// Two packages that are called equal differ by no more than this.
    pub tie_most: Rational,
    /// May questions speak of chances of what is whole? Without them the worth of a thing that outweighs all others stays open.
    pub chances: bool,
    /// How burdens count: the scale of the BATNA. Valuations are the same in both.
    pub convention: Convention,
    /// The start of the random numbers that propose questions.
    pub seed: u64,
}

impl Default for ElicitOptions {
    /// Ranges no wider than a tenth; equal packages differ by a twentieth at most.
    fn default() -> Self {
        Self {
            tolerance: Rational::new(1, 10),
            tie_most: Rational::new(1, 20),
            chances: false,
            convention: Convention::default(),
            seed: 1,
        }
    }
}

/// What is known after some answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge {
    /// Of each resource's valuation, in the scenario's order.
    pub valuations: Vec<Range>,
    /// Of the BATNA's utility.
    pub batna: Range,
    /// Points at which the ranges end, each a vector of valuations, the BATNA and the tie limit.
    pub(crate) corners: Vec<Vec<f64>>,
    /// In the middle of what is possible: valuations with four decimals that sum to 1.
    pub estimate: Vec<Rational>,
    /// The same of the BATNA.
    pub batna_estimate: Rational,
}

impl Knowledge {
    /// The width of the widest range.
    #[must_use]
    pub fn widest(&self) -> Rational {
        let all = self.valuations.iter().chain([&self.batna]);
        let widest = all.map(Range::width).max();
        widest.unwrap_or_else(|| Rational::from(0))
    }
}

/// Why answers say nothing together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// They contradict one another.
    Contradiction(Box<Conflict>),
    /// The solver's answer did not stand its exact check.
    Unproved,
}

impl From<Unproved> for Trouble {
    fn from(_: Unproved) -> Self {
        Self::Unproved
    }
}

/// The questions of one party.
#[derive(Clone, Debug)]
pub struct Elicitation<'s> {
    pub(crate) scenario: &'s Scenario,
    pub(crate) party: usize,
    options: ElicitOptions,
    replies: Vec<Reply>,
}

impl<'s> Elicitation<'s> {
    /// No answers yet. `party` is an index; the scenario has at least two resources.
    #[must_use]
    pub fn new(scenario: &'s Scenario, party: usize, options: ElicitOptions) -> Self {
        Self {
            scenario,
            party,
            options,
            replies: Vec::new(),
        }
    }

    /// How burdens count.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.options.convention
    }

    /// The scenario.
    #[must_use]
    pub fn scenario(&self) -> &'s Scenario {
        self.scenario
    }

    /// The party's name.
    #[must_use]
    pub fn party_name(&self) -> &'s str {
        &self.scenario.parties[self.party].name
    }

    /// The valuations and the BATNA's utility that the scenario declares for the party.
    #[must_use]
    pub fn declared(&self) -> (Vec<Rational>, Rational) {
        let resources = self.scenario.resources.iter();
        let weights = resources.map(|resource| resource.weight[self.party].clone());
        let batna = self.scenario.parties[self.party].batna.as_ref();
        let utility = batna.map_or_else(|| Rational::from(0), |batna| batna.utility.clone());
        (weights.collect(), utility)
    }

    /// The answers so far.
    #[must_use]
    pub fn replies(&self) -> &[Reply] {
        &self.replies
    }

    /// Takes in an answer.
    ///
    /// # Errors
    /// If it contradicts those before it; it is then not taken in.
    pub fn add(&mut self, reply: Reply) -> Result<Knowledge, Trouble> {
        self.replies.push(reply);
        let known = self.knowledge();
        if known.is_err() {
            self.replies.pop();
        }
        known
    }

    /// Are all ranges narrow enough?
    #[must_use]
    pub fn is_complete(&self, known: &Knowledge) -> bool {
        known.widest() <= self.options.tolerance
    }

    /// What the answers say.
    ///
    /// Cost: two small linear programs for each resource.
    ///
    /// # Errors
    /// If they contradict one another.
    pub fn knowledge(&self) -> Result<Knowledge, Trouble> {
        let statements = self.statements();
        let reading = Reading {
            tie_most: self.options.tie_most.clone(),
            ..Reading::default()
        };
        let count = self.scenario.resources.len();
        let Some(mut feasible) = Feasible::new(count, &statements, &reading)? else {
            let found = consistency(count, &statements, &reading, Effort::default())?;
            return Err(match found {
                Consistency::Contradictory(conflict) => Trouble::Contradiction(conflict),
                Consistency::Consistent(_) => Trouble::Unproved,
            });
        };
        let survey = feasible.survey()?;
        let (estimate, batna_estimate) = middle(&survey.corners, count);
        let float = |corner: &Vec<Rational>| corner.iter().map(|value| value.to_f64()).collect();
        Ok(Knowledge {
            corners: survey.corners.iter().map(float).collect(),
            valuations: survey.weights,
            batna: survey.threshold,
            estimate,
            batna_estimate,
        })
    }

    fn statements(&self) -> Vec<Statement> {
        let counted = |package: &Vec<Rational>| self.counted(package);
        let replies = self.replies.iter().enumerate();
        replies
            .map(|(index, reply)| Statement {
                name: format!("answer {}", index + 1),
                line: index + 1,
                group: index,
                a: Some(counted(&reply.question.a)),
                b: reply.question.b.as_ref().map(counted),
                answer: reply.answer,
                level: !reply.question.forced,
            })
            .collect()
    }

    /// What a package adds to the party's utility for each unit of valuation: a burden's share counts negative, or what is avoided of
    /// it counts positive.
    pub(crate) fn counted(&self, package: &[Rational]) -> Vec<Rational> {
        let resources = self.scenario.resources.iter().zip(package);
        resources
            .map(
                |(resource, share)| match (resource.kind.is_burden(), self.options.convention) {
                    (false, _) => share.clone(),
                    (true, Convention::Signed) => -share.clone(),
                    (true, Convention::Avoided) => &Rational::from(1) - share,
                },
            )
            .collect()
    }

    /// The answer of a party with these valuations and BATNA, that calls packages equal that differ by no more than `tie`.
    #[must_use]
    pub fn simulated(
        &self,
        question: &Question,
        valuations: &[Rational],
        batna: &Rational,
        tie: &Rational,
    ) -> Answer {
        let worth = |package: &[Rational]| -> Rational {
            let counted = self.counted(package);
            counted.iter().zip(valuations).map(|(x, w)| x * w).sum()
        };
        question.answered_by::<Rational>(
            worth(&question.a),
            question.b.as_deref().map(worth),
            batna,
            tie,
        )
    }
}

/// The mean of the corners, rounded to four decimals so that the valuations still sum to 1.
fn middle(corners: &[Vec<Rational>], count: usize) -> (Vec<Rational>, Rational) {
    const UNITS: i128 = 10_000;
    let number = Rational::from(i128::try_from(corners.len().max(1)).unwrap_or(1));
    let mean = |index: usize| -> Rational {
        let sum: Rational = corners.iter().map(|corner| &corner[index]).sum();
        &sum / &number
    };
    // the nearest whole number of units, found by comparing: fractions of corners have long denominators
    let units = |value: &Rational| -> i128 {
        let doubled = value * &Rational::from(2 * UNITS);
        let (mut low, mut high) = (0, UNITS);
        while low < high {
            let middle = (low + high) / 2;
            if Rational::from(2 * middle + 1) <= doubled {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    };
    let means: Vec<Rational> = (0..count).map(mean).collect();
    let mut shares: Vec<i128> = means.iter().map(units).collect();
    let missing = UNITS - shares.iter().sum::<i128>();
    if let Some(largest) = (0..count).max_by_key(|&index| shares[index]) {
        shares[largest] += missing;
    }
    let share = |units: i128| Rational::new(units, UNITS);
    (
        shares.into_iter().map(share).collect(),
        share(units(&mean(count))),
    )
}
