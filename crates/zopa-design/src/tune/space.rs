//! The scenarios within reach: every unlocked number moved by whole steps of the last decimal place.

use zopa_model::{Batna, PARTIES, Rational, Scenario};

use super::{Lock, TuneOptions};
use crate::lint::decimal_places;
use crate::sensitivity::Quantity;

/// How far each number is moved, in steps; by the order of [`Space::numbers`].
pub(crate) type Move = Vec<i64>;

/// A number that may move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    pub(crate) party: usize,
    pub(crate) quantity: Quantity,
    pub(crate) now: Rational,
    /// The most steps down (at most 0) and up.
    pub(crate) range: [i64; 2],
    /// Is it a BATNA that the file does not have?
    pub(crate) added: bool,
}

/// All moves.
pub(crate) struct Space<'s> {
    pub(crate) scenario: &'s Scenario,
    pub(crate) numbers: Vec<Number>,
    /// The size of a step.
    pub(crate) step: Rational,
}

impl<'s> Space<'s> {
    pub(crate) fn of(scenario: &'s Scenario, options: &TuneOptions) -> Self {
        let step = step(options.decimals.unwrap_or_else(|| file_decimals(scenario)));
        let mut numbers = Vec::new();
        let mut add =
            |party: usize, quantity: Quantity, now: Option<Rational>, bounds: [Rational; 2]| {
                let added = now.is_none();
                let now = now.unwrap_or(Rational::ZERO);
                let locked = options.locks.iter().any(|lock| lock.holds(party, quantity));
                let [low, high] = bounds.map(|bound| (bound - &now) / step.clone());
                let range = [ceiling(&low).min(0), floor(&high).max(0)];
                if !locked && range != [0, 0] {
                    numbers.push(Number {
                        party,
                        quantity,
                        now,
                        range,
                        added,
                    });
                }
            };
        for party in 0..PARTIES {
            for (index, resource) in scenario.resources.iter().enumerate() {
                let now = resource.valuation[party].clone();
                add(
                    party,
                    Quantity::Valuation(index),
                    Some(now),
                    options.bounds.clone(),
                );
            }
            let batna = scenario.parties[party].batna.as_ref();
            if batna.is_some() || options.add_batnas {
                let bounds = [Rational::ZERO, Rational::ONE];
                let now = batna.map(|batna| batna.utility.clone());
                add(party, Quantity::Batna, now, bounds);
            }
        }
        Self {
            scenario,
            numbers,
            step,
        }
    }

    /// The scenario after a move.
    pub(crate) fn moved(&self, by: &Move) -> Scenario {
        self.placed(
            &by.iter()
                .map(|&steps| Rational::from(steps))
                .collect::<Vec<_>>(),
        )
    }

    /// The scenario with each number moved by so many steps, which need not be whole.
    pub(crate) fn placed(&self, by: &[Rational]) -> Scenario {
        let mut scenario = self.scenario.clone();
        for (number, steps) in self.numbers.iter().zip(by) {
            if steps.is_zero() {
                continue;
            }
            let value = &number.now + &(&self.step * steps);
            match number.quantity {
                Quantity::Valuation(index) => {
                    scenario.resources[index].valuation[number.party] = value;
                }
                Quantity::Batna => set_batna(&mut scenario, number.party, value),
            }
        }
        weigh(&mut scenario);
        scenario
    }

    pub(crate) fn value(&self, number: &Number, steps: i64) -> Rational {
        &number.now + &(&self.step * &Rational::from(steps))
    }

    /// Its size in steps: the sum of all absolute changes.
    pub(crate) fn cost(by: &Move) -> i64 {
        by.iter().map(|steps| steps.abs()).sum()
    }

    /// Is it within the ranges, and does it leave the sums of normalized valuations as they are?
    pub(crate) fn allows(&self, by: &Move) -> bool {
        let inside = self
            .numbers
            .iter()
            .zip(by)
            .all(|(number, steps)| (number.range[0]..=number.range[1]).contains(steps));
        inside && (self.scenario.raw || (0..PARTIES).all(|party| self.balance(party, by) == 0))
    }

    fn balance(&self, party: usize, by: &Move) -> i64 {
        let valuations = self.numbers.iter().zip(by);
        valuations
            .filter(|(number, _)| number.party == party && number.quantity != Quantity::Batna)
            .map(|(_, steps)| steps)
            .sum()
    }

    /// How many steps the normalized valuations of numbers before `next` are out of balance: at least so many must follow.
    pub(crate) fn imbalance(&self, by: &Move, next: usize) -> i64 {
        if self.scenario.raw {
            return 0;
        }
        let mut out = [0i64; PARTIES];
        for (number, steps) in self.numbers.iter().zip(by).take(next) {
            if number.quantity != Quantity::Batna {
                out[number.party] += steps;
            }
        }
        out.iter().map(|steps| steps.abs()).sum()
    }

    /// The smallest moves that are allowed: from one valuation of a party to another, or of one number alone.
    pub(crate) fn directions(&self) -> Vec<Vec<(usize, i64)>> {
        let mut out = Vec::new();
        for (index, number) in self.numbers.iter().enumerate() {
            if number.quantity == Quantity::Batna || self.scenario.raw {
                out.push(vec![(index, 1)]);
                out.push(vec![(index, -1)]);
                continue;
            }
            for (other, to) in self.numbers.iter().enumerate() {
                if other != index && to.party == number.party && to.quantity != Quantity::Batna {
                    out.push(vec![(index, -1), (other, 1)]);
                }
            }
        }
        out
    }
}

/// A party's BATNA made this; one that was missing is there then.
pub(crate) fn set_batna(scenario: &mut Scenario, party: usize, utility: Rational) {
    let batna = scenario.parties[party].batna.get_or_insert_with(|| Batna {
        utility: Rational::ZERO,
        description: String::new(),
    });
    batna.utility = utility;
}

/// The weights that follow from the valuations.
fn weigh(scenario: &mut Scenario) {
    for party in 0..PARTIES {
        let valuations = scenario.resources.iter();
        let sum: Rational = valuations.map(|resource| &resource.valuation[party]).sum();
        for resource in &mut scenario.resources {
            let valuation = &resource.valuation[party];
            resource.weight[party] = if scenario.raw {
                valuation.checked_div(&sum).unwrap_or(Rational::ZERO)
            } else {
                valuation.clone()
            };
        }
    }
}

impl Lock {
    fn holds(&self, party: usize, quantity: Quantity) -> bool {
        let named = match (self.resource, quantity) {
            (_, Quantity::Batna) => self.batna,
            (Some(locked), Quantity::Valuation(index)) => locked == index,
            (None, Quantity::Valuation(_)) => self.valuations,
        };
        named && self.party.is_none_or(|locked| locked == party)
    }
}

/// The decimal places of a file: the most that one of its valuations and BATNAs has, at least 2.
#[must_use]
pub fn file_decimals(scenario: &Scenario) -> u32 {
    let valuations = scenario
        .resources
        .iter()
        .flat_map(|resource| resource.valuation.iter());
    let batnas = scenario
        .parties
        .iter()
        .filter_map(|party| party.batna.as_ref())
        .map(|batna| &batna.utility);
    valuations
        .chain(batnas)
        .map(decimal_places)
        .max()
        .unwrap_or(0)
        .clamp(2, 12)
}

fn step(decimals: u32) -> Rational {
    Rational::new(1, 10i128.pow(decimals.min(12)))
}

fn floor(value: &Rational) -> i64 {
    let quotient = value.numerator() / value.denominator();
    let whole = i64::try_from(quotient).unwrap_or(0);
    if Rational::from(whole) > *value {
        whole - 1
    } else {
        whole
    }
}

fn ceiling(value: &Rational) -> i64 {
    -floor(&-value)
}
