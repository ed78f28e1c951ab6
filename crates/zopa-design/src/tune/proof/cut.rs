//! Linear conditions that every change which reaches the targets meets.

use zopa_model::{Allocation, Convention, PARTIES, Rational, Scenario};

use crate::sensitivity::Quantity;
use crate::tune::space::Space;

/// A linear condition on weights and BATNAs: the weights of each party times `worth`, less its BATNA times `batna`, are at most
/// `bound` together, or less.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    worth: [Vec<Rational>; PARTIES],
    batna: [Rational; PARTIES],
    bound: Rational,
    strict: bool,
}

/// The same as a condition on steps: the coefficients times the steps are at most `limit`.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) coefficients: Vec<Rational>,
    pub(crate) limit: Rational,
}

impl Row {
    /// By how much a place breaks it; at most 0 where it does not.
    pub(crate) fn excess(&self, at: &[Rational]) -> Rational {
        let terms = self.coefficients.iter().zip(at);
        terms
            .map(|(coefficient, steps)| coefficient * steps)
            .sum::<Rational>()
            - &self.limit
    }
}

impl Cut {
    /// A sum of one party's gains from allocations, each times a factor, is at most `bound`, or less where it is `strict`.
    pub(crate) fn gains(
        scenario: &Scenario,
        convention: Convention,
        party: usize,
        parts: &[(&Allocation, Rational)],
        bound: Rational,
        strict: bool,
    ) -> Self {
        let mut cut = Self::none(scenario, bound, strict);
        for (allocation, factor) in parts {
            for (index, worth) in cut.worth[party].iter_mut().enumerate() {
                *worth += factor * &worth_of_one(scenario, convention, allocation, index, party);
            }
            cut.batna[party] += factor;
        }
        cut
    }

    /// The weights of both parties, each resource's difference (A's less B's) times a factor, are at most `bound` together.
    pub(crate) fn differences(scenario: &Scenario, factors: &[Rational], bound: Rational) -> Self {
        let mut cut = Self::none(scenario, bound, false);
        cut.worth = [
            factors.to_vec(),
            factors.iter().map(|factor| -factor).collect(),
        ];
        cut
    }

    fn none(scenario: &Scenario, bound: Rational, strict: bool) -> Self {
        let zeros = || vec![Rational::ZERO; scenario.resources.len()];
        Self {
            worth: [zeros(), zeros()],
            batna: [Rational::ZERO, Rational::ZERO],
            bound,
            strict,
        }
    }

    /// As a condition on whole steps within `ranges`. Weights of `raw` valuations are quotients: there the condition, which is one
    /// of a single party then, is multiplied by the sum of its valuations, and a BATNA that moves too counts as the one in its range
    /// that is easiest on it.
    pub(crate) fn row(&self, space: &Space<'_>, ranges: &[[i64; 2]]) -> Row {
        let scenario = space.scenario;
        let mut coefficients = vec![Rational::ZERO; space.numbers.len()];
        let mut left = self.bound.clone();
        for party in 0..PARTIES {
            let (worth, batna) = (&self.worth[party], &self.batna[party]);
            if batna.is_zero() && worth.iter().all(Rational::is_zero) {
                continue;
            }
            let own = || {
                let numbers = space.numbers.iter().enumerate();
                numbers.filter(move |(_, number)| number.party == party)
            };
            let quotients =
                scenario.raw && own().any(|(_, number)| number.quantity != Quantity::Batna);
            let d = &scenario.disagreement_point().0[party];
            if quotients {
                let moved = own().find(|(_, number)| number.quantity == Quantity::Batna);
                let end = usize::from(batna.is_positive());
                let easiest = moved.map_or_else(
                    || d.clone(),
                    |(place, number)| space.value(number, ranges[place][end]),
                );
                let free = &self.bound + &(batna * &easiest);
                left = Rational::ZERO;
                for (index, resource) in scenario.resources.iter().enumerate() {
                    left = left - (&worth[index] - &free) * &resource.valuation[party];
                }
                for (place, number) in own() {
                    if let Quantity::Valuation(index) = number.quantity {
                        coefficients[place] = &worth[index] - &free;
                    }
                }
                continue;
            }
            for (index, resource) in scenario.resources.iter().enumerate() {
                left = left - &worth[index] * &resource.weight[party];
            }
            left += batna * d;
            for (place, number) in own() {
                coefficients[place] = match number.quantity {
                    Quantity::Valuation(index) => worth[index].clone(),
                    Quantity::Batna => -batna,
                };
            }
        }
        let mut limit = left / space.step.clone();
        if self.strict {
            // Sums of whole steps are multiples of 1 over the common denominator.
            let all = coefficients.iter().chain([&limit]);
            let common = all.fold(Rational::ONE, |common, value| {
                let rest = (&common * value).denominator();
                common * Rational::from(rest)
            });
            limit = limit - Rational::ONE / common;
        }
        Row {
            coefficients,
            limit,
        }
    }
}

/// By how much the party's utility rises with its weight of a resource.
pub(crate) fn worth_of_one(
    scenario: &Scenario,
    convention: Convention,
    allocation: &Allocation,
    resource: usize,
    party: usize,
) -> Rational {
    let share = &allocation.shares[resource][party];
    match (scenario.resources[resource].kind.is_burden(), convention) {
        (false, _) => share.clone(),
        (true, Convention::Signed) => -share,
        (true, Convention::Avoided) => Rational::ONE - share,
    }
}
