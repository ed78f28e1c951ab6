//! The game: a sum of independent issues.

use zopa_model::{PARTIES, Rational, UtilityPoint};

/// One issue: what can be agreed on it, as utility pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Issue {
    /// One of finitely many options; at least one.
    Options(Vec<UtilityPoint>),
    /// Any mixture of two ends.
    Segment([UtilityPoint; 2]),
}

/// What is agreed on one issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The option with this index.
    Option(usize),
    /// The mixture of a segment's ends in which the second has this share, in [0, 1].
    Mix(Rational),
}

/// Issues that do not interact: the utility of an agreement is the base plus the sum of the issues' utilities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The constant part of every utility.
    pub base: UtilityPoint,
    /// The issues.
    pub issues: Vec<Issue>,
}

impl Game {
    /// What an agreement is worth: one choice per issue, in their order.
    ///
    /// # Panics
    /// If a choice does not belong to its issue.
    #[must_use]
    pub fn utility(&self, agreement: &[Choice]) -> UtilityPoint {
        assert_eq!(agreement.len(), self.issues.len(), "one choice per issue");
        let mut totals = self.base.0.clone().map(Total::from);
        for (issue, choice) in self.issues.iter().zip(agreement) {
            match (issue, choice) {
                (Issue::Options(options), Choice::Option(index)) => {
                    add(&mut totals, &options[*index]);
                }
                _ => add(&mut totals, &issue.worth(choice)),
            }
        }
        UtilityPoint(totals.map(Total::sum))
    }

    /// The largest sum of both utilities over all agreements. It needs no frontier: each issue's best option adds up.
    ///
    /// # Panics
    /// If an issue has no option.
    #[must_use]
    pub fn max_utility_sum(&self) -> Rational {
        let best = |issue: &Issue| {
            let pairs = match issue {
                Issue::Options(options) => options.as_slice(),
                Issue::Segment(ends) => ends.as_slice(),
            };
            pairs
                .iter()
                .map(UtilityPoint::sum)
                .max()
                .expect("an issue has an option")
        };
        self.issues
            .iter()
            .map(best)
            .fold(self.base.sum(), |total, best| total + best)
    }
}

impl Issue {
    /// What a choice is worth.
    ///
    /// # Panics
    /// If the choice does not belong to the issue.
    #[must_use]
    pub fn worth(&self, choice: &Choice) -> UtilityPoint {
        match (self, choice) {
            (Self::Options(options), Choice::Option(index)) => options[*index].clone(),
            (Self::Segment([from, to]), Choice::Mix(share)) => between(from, to, share),
            _ => panic!("an option belongs to a finite issue, a mixture to a segment"),
        }
    }
}

/// A sum on its way: fractions of one denominator are collected before they are brought into lowest terms.
struct Total {
    collected: Rational,
    numerator: i128,
    denominator: i128,
}

impl From<Rational> for Total {
    fn from(collected: Rational) -> Self {
        Self {
            collected,
            numerator: 0,
            denominator: 1,
        }
    }
}

impl Total {
    fn add(&mut self, value: &Rational) {
        let Some((numerator, denominator)) = value.small_parts() else {
            self.collected += value;
            return;
        };
        if denominator == self.denominator
            && let Some(sum) = self.numerator.checked_add(numerator)
        {
            self.numerator = sum;
            return;
        }
        self.collect();
        (self.numerator, self.denominator) = (numerator, denominator);
    }

    fn collect(&mut self) {
        self.collected += Rational::new(self.numerator, self.denominator);
    }

    fn sum(mut self) -> Rational {
        self.collect();
        self.collected
    }
}

fn add(totals: &mut [Total; PARTIES], pair: &UtilityPoint) {
    for (total, value) in totals.iter_mut().zip(&pair.0) {
        total.add(value);
    }
}

/// The point that lies the proportion `t` of the way from `from` to `to`.
pub(crate) fn between(from: &UtilityPoint, to: &UtilityPoint, t: &Rational) -> UtilityPoint {
    let coordinate = |party: usize| {
        let (from, to) = (&from.0[party], &to.0[party]);
        from + &(&(to - from) * t)
    };
    UtilityPoint::new(coordinate(0), coordinate(1))
}
