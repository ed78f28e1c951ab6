//! One number of a scenario that can be moved: a valuation or a BATNA.

use zopa_model::{Allocation, Convention, IssueSpace, Rational, Scenario, UtilityPoint};

use crate::balance::weights;

/// What happens to a party's other valuations when one of them moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Others {
    /// They are scaled alike, so that the party's sum stays what it is.
    #[default]
    Renormalized,
    /// They stay, and the sum moves. (`raw` valuations are renormalized in any case.)
    Fixed,
}

impl Others {
    /// `renormalized` or `fixed`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Renormalized => "renormalized",
            Self::Fixed => "fixed",
        }
    }
}

/// Which number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// The party's valuation of the resource with this index, or behind the resources of an issue: its weight, what its options differ by.
    Valuation(usize),
    /// The party's BATNA.
    Batna,
}

/// A number that moves in a range, all else as [`Others`] says.
///
/// It is moved as a weight: then every utility of an allocation is linear in it. [`spelled`](Self::spelled) turns a weight into
/// the valuation as the file would have it.
#[derive(Clone, Debug)]
pub struct Lever<'s> {
    scenario: &'s Scenario,
    others: Others,
    /// The party whose number it is.
    pub party: usize,
    /// Which number.
    pub quantity: Quantity,
    /// Today's value.
    pub now: Rational,
    /// The range in which it may move, today's value inside.
    pub range: [Rational; 2],
    /// The sum of the party's weights.
    sum: Rational,
}

/// The numbers of a scenario that can be moved: the valuations by resource and party, then the BATNAs. A valuation that is all
/// that a party wants cannot be moved while its sum stays. Of a domain, the weight of an issue is moved: the distances of its options'
/// utilities from the lowest are scaled alike. An issue that is worth the same whatever is agreed cannot be moved.
#[must_use]
pub fn levers(scenario: &Scenario, others: Others) -> Vec<Lever<'_>> {
    let resources = 0..scenario.resources.len() + scenario.issues.len();
    let valuations =
        resources.flat_map(|resource| [0, 1].map(|party| (party, Quantity::Valuation(resource))));
    let all = valuations.chain([0, 1].map(|party| (party, Quantity::Batna)));
    all.filter_map(|(party, quantity)| Lever::new(scenario, others, party, quantity))
        .collect()
}

impl<'s> Lever<'s> {
    /// The lever; `None` where it cannot be moved.
    fn new(
        scenario: &'s Scenario,
        others: Others,
        party: usize,
        quantity: Quantity,
    ) -> Option<Self> {
        let others = if scenario.raw {
            Others::Renormalized
        } else {
            others
        };
        let weights = weights(scenario);
        let sum: Rational = weights.iter().map(|weight| &weight[party]).sum();
        let is_domain = !scenario.issues.is_empty();
        let mut lowest = Rational::ZERO;
        let (now, highest) = match quantity {
            Quantity::Batna if is_domain => {
                let [least, most] = scenario.utility_range(Convention::Signed);
                let now = scenario.disagreement_point().0[party].clone();
                lowest = least.0[party].clone().min(now.clone());
                (now, most.0[party].clone())
            }
            Quantity::Batna => (
                scenario.disagreement_point().0[party].clone(),
                Rational::ONE,
            ),
            Quantity::Valuation(index) => {
                let now = weights[index][party].clone();
                if is_domain && now.is_zero() {
                    return None;
                }
                let highest = match others {
                    Others::Fixed if is_domain => sum.clone(),
                    Others::Renormalized if is_domain && now != sum => sum.clone(),
                    Others::Fixed => Rational::ONE,
                    Others::Renormalized if now == sum => return None,
                    Others::Renormalized if scenario.raw => {
                        // a raw valuation of 1 beside the others
                        let rest = raw_rest(scenario, index, party);
                        Rational::ONE / (Rational::ONE + rest)
                    }
                    Others::Renormalized => sum.clone().min(Rational::ONE),
                };
                (now, highest)
            }
        };
        Some(Self {
            scenario,
            others,
            party,
            quantity,
            range: [lowest, highest.max(now.clone())],
            now,
            sum,
        })
    }

    /// The scenario with the number moved.
    #[must_use]
    pub fn moved(&self, to: &Rational) -> Scenario {
        let mut scenario = self.scenario.clone();
        match self.quantity {
            Quantity::Batna => {
                if let Some(batna) = &mut scenario.parties[self.party].batna {
                    batna.utility = to.clone();
                }
            }
            Quantity::Valuation(moved) => {
                let scale = (&self.sum - to).checked_div(&(&self.sum - &self.now));
                for (index, resource) in scenario.resources.iter_mut().enumerate() {
                    let weight = &mut resource.weight[self.party];
                    if index == moved {
                        *weight = to.clone();
                    } else if let (Others::Renormalized, Some(scale)) = (self.others, &scale) {
                        *weight = &*weight * scale;
                    }
                }
                let first = scenario.resources.len();
                for (index, issue) in (first..).zip(&mut scenario.issues) {
                    let factor = if index == moved {
                        to.checked_div(&self.now)
                    } else {
                        scale
                            .clone()
                            .filter(|_| self.others == Others::Renormalized)
                    };
                    if let Some(factor) = factor {
                        stretch(issue, self.party, &factor);
                    }
                }
            }
        }
        scenario
    }

    /// The disagreement point with the number moved. (A BATNA that the file does not give has no place in the scenario.)
    #[must_use]
    pub fn disagreement(&self, to: &Rational) -> UtilityPoint {
        let mut d = self.scenario.disagreement_point();
        if self.quantity == Quantity::Batna {
            d.0[self.party] = to.clone();
        }
        d
    }

    /// The party's gain from an allocation as a function of the number.
    pub(crate) fn gain(&self, allocation: &Allocation, convention: Convention) -> Line {
        let at = |to: &Rational| {
            let utility = self.moved(to).utility(allocation, convention);
            &utility.0[self.party] - &self.disagreement(to).0[self.party]
        };
        let [low, high] = &self.range;
        let (from, until) = (at(low), at(high));
        let slope = (&until - &from)
            .checked_div(&(high - low))
            .unwrap_or(Rational::ZERO);
        Line {
            start: from - &slope * low,
            slope,
        }
    }

    /// The scenario in which it moves.
    pub(crate) fn scenario(&self) -> &'s Scenario {
        self.scenario
    }

    /// The value as the file would spell it: a raw valuation for a weight of `raw` resources, else the value itself.
    #[must_use]
    pub fn spelled(&self, value: &Rational) -> Rational {
        match self.quantity {
            Quantity::Valuation(index) if self.scenario.raw => {
                let rest = raw_rest(self.scenario, index, self.party);
                let spare = Rational::ONE - value;
                (value * &rest).checked_div(&spare).unwrap_or(Rational::ONE)
            }
            _ => value.clone(),
        }
    }

    /// How fast the value moves with the number in the file: 1, but for raw valuations.
    #[must_use]
    pub fn speed(&self) -> Rational {
        match self.quantity {
            Quantity::Valuation(index) if self.scenario.raw => {
                let rest = raw_rest(self.scenario, index, self.party);
                let all = &rest + &self.scenario.resources[index].valuation[self.party];
                rest.checked_div(&all.square()).unwrap_or(Rational::ZERO)
            }
            _ => Rational::ONE,
        }
    }
}

/// Scales by how much a party's utilities of an issue differ from the lowest.
fn stretch(issue: &mut zopa_model::DomainIssue, party: usize, factor: &Rational) {
    let lowest = issue.corners().into_iter().map(|pair| &pair.0[party]).min();
    let Some(lowest) = lowest.cloned() else {
        return;
    };
    let change = |pair: &mut UtilityPoint| {
        let above = &pair.0[party] - &lowest;
        pair.0[party] = &lowest + &(&above * factor);
    };
    match &mut issue.space {
        IssueSpace::Options(options) => {
            for option in options {
                change(&mut option.utility);
            }
        }
        IssueSpace::Range(range) => range.utility.iter_mut().for_each(change),
    }
}

/// The sum of the party's valuations of all other resources.
fn raw_rest(scenario: &Scenario, index: usize, party: usize) -> Rational {
    let others = scenario.resources.iter().enumerate();
    let others = others.filter(|(other, _)| *other != index);
    others.map(|(_, resource)| &resource.valuation[party]).sum()
}

/// A linear function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) start: Rational,
    pub(crate) slope: Rational,
}

impl Line {
    pub(crate) fn at(&self, t: &Rational) -> Rational {
        &self.start + &(&self.slope * t)
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        Self {
            start: &self.start - &other.start,
            slope: &self.slope - &other.slope,
        }
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self {
            start: &self.start + &other.start,
            slope: &self.slope + &other.slope,
        }
    }

    pub(crate) fn times(&self, by: &Rational) -> Self {
        Self {
            start: &self.start * by,
            slope: &self.slope * by,
        }
    }

    /// Where it is 0; `None` where it is constant.
    pub(crate) fn root(&self) -> Option<Rational> {
        (-&self.start).checked_div(&self.slope)
    }
}
