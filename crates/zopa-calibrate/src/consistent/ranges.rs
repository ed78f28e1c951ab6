//! What weights, threshold and limits can be where all statements agree.

use std::cmp::Ordering;

use zopa_model::Rational;

use super::{Reading, System, Unproved, rows};
use crate::program::Optimum;
use crate::statement::{Answer, Statement};

/// All values that an unknown can have: from the lowest to the highest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The lowest.
    pub low: Rational,
    /// The highest.
    pub high: Rational,
    /// No statement bounds it from below, only what holds of itself.
    pub open_below: bool,
    /// No statement bounds it from above.
    pub open_above: bool,
}

impl Range {
    /// The difference of its ends.
    #[must_use]
    pub fn width(&self) -> Rational {
        &self.high - &self.low
    }

    /// Does the value lie within?
    #[must_use]
    pub fn contains(&self, value: &Rational) -> bool {
        self.low <= *value && *value <= self.high
    }
}

/// What the statements leave open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranges {
    /// The margin by which every strict inequality can hold at once.
    pub margin: Rational,
    /// Weights at that margin, for illustration: others may have it too.
    pub example: Vec<Rational>,
    /// The threshold at that margin.
    pub example_threshold: Option<Rational>,
    /// Of each weight.
    pub weights: Vec<Range>,
    /// Of the threshold; none where no statement speaks of acceptability.
    pub threshold: Option<Range>,
    /// Of the tie limit; none where there is no tie.
    pub tie_limit: Option<Range>,
    /// Of the limit between little and much; none where no strength was said.
    pub strength_limit: Option<Range>,
}

/// What the statements say about two options that they do not speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// The first is at least as good under all weights that agree with the statements.
    First,
    /// The second is.
    Second,
    /// Both are: they are worth the same under all of them.
    Same,
    /// It depends on the weights.
    Open,
}

impl Preference {
    /// From the ends of the range of `U(first) - U(second)`.
    #[must_use]
    pub fn of(low: &Rational, high: &Rational) -> Self {
        match (
            low.signum() != Ordering::Less,
            high.signum() != Ordering::Greater,
        ) {
            (true, true) => Self::Same,
            (true, false) => Self::First,
            (false, true) => Self::Second,
            (false, false) => Self::Open,
        }
    }
}

impl System {
    /// The range of one unknown.
    fn range_of(&mut self, index: usize) -> Result<Range, Unproved> {
        let mut objective = vec![Rational::from(0); self.program.unknowns()];
        objective[index] = Rational::from(1);
        self.range(&objective)
    }

    /// The range of a sum of unknowns.
    pub(crate) fn range(&mut self, objective: &[Rational]) -> Result<Range, Unproved> {
        let low = self.program.minimise(objective)?;
        let high = self.program.maximise(objective)?;
        Ok(self.between(&low, &high))
    }

    fn between(&self, low: &Optimum, high: &Optimum) -> Range {
        Range {
            open_below: !self.speaks(low),
            open_above: !self.speaks(high),
            low: low.value.clone(),
            high: high.value.clone(),
        }
    }

    /// Does a statement take part in the proof?
    fn speaks(&self, optimum: &Optimum) -> bool {
        let rows = self.program.rows();
        let mut support = optimum.support.iter();
        support.any(|&index| rows[index].owner.is_some())
    }
}

/// Ranges, and corners of what is possible, those at which ranges end among them: weights, threshold, tie limit.
#[derive(Clone, Debug)]
pub(crate) struct Survey {
    pub(crate) weights: Vec<Range>,
    pub(crate) threshold: Range,
    pub(crate) corners: Vec<Vec<Rational>>,
}

/// All weights, thresholds and limits that agree with some statements: what can be asked about them.
#[derive(Clone, Debug)]
pub struct Feasible {
    system: System,
}

impl Feasible {
    /// Those that agree with the statements; `None` where the statements contradict one another.
    ///
    /// # Errors
    /// If the solver's answer does not stand its check.
    pub fn new(
        criteria: usize,
        statements: &[Statement],
        reading: &Reading,
    ) -> Result<Option<Self>, Unproved> {
        let mut system = System::new(criteria, statements, reading);
        if system.margin()?.value < reading.epsilon {
            return Ok(None);
        }
        system.demand(&reading.epsilon);
        Ok(Some(Self { system }))
    }

    /// The ranges of all weights and of the threshold, and corners of what is possible.
    ///
    /// # Errors
    /// If the solver's answer does not stand its check.
    pub(crate) fn survey(&mut self) -> Result<Survey, Unproved> {
        let criteria = self.system.criteria;
        let mut ranges = Vec::new();
        let mut corners = Vec::new();
        for index in (0..criteria).chain([rows::threshold(criteria)]) {
            let mut objective = vec![Rational::from(0); self.system.program.unknowns()];
            objective[index] = Rational::from(1);
            let low = self.system.program.minimise(&objective)?;
            let high = self.system.program.maximise(&objective)?;
            ranges.push(self.system.between(&low, &high));
            corners.extend([low.point, high.point]);
        }
        // where a range ends the threshold may be anything: corners far apart in both
        for index in 0..criteria {
            for (weight, sign) in [(2, -1), (2, 1), (-2, -1), (-2, 1)] {
                let mut objective = vec![Rational::from(0); self.system.program.unknowns()];
                objective[index] = Rational::from(weight);
                objective[rows::threshold(criteria)] = Rational::from(sign);
                corners.push(self.system.program.maximise(&objective)?.point);
            }
        }
        for corner in &mut corners {
            corner.truncate(rows::tie_limit(criteria) + 1);
        }
        let threshold = ranges.remove(criteria);
        Ok(Survey {
            weights: ranges,
            threshold,
            corners,
        })
    }

    /// The range of the worth of an option.
    ///
    /// # Errors
    /// If the solver's answer does not stand its check.
    pub fn worth(&mut self, option: &[Rational]) -> Result<Range, Unproved> {
        let mut objective = vec![Rational::from(0); self.system.program.unknowns()];
        objective[..option.len()].clone_from_slice(option);
        self.system.range(&objective)
    }

    /// The range of `U(first) - U(second)`.
    ///
    /// # Errors
    /// If the solver's answer does not stand its check.
    pub fn difference(
        &mut self,
        first: &[Rational],
        second: &[Rational],
    ) -> Result<Range, Unproved> {
        let differences: Vec<Rational> = first.iter().zip(second).map(|(x, y)| x - y).collect();
        self.worth(&differences)
    }

    /// The range of a weight.
    ///
    /// # Errors
    /// If the solver's answer does not stand its check.
    pub fn weight(&mut self, index: usize) -> Result<Range, Unproved> {
        self.system.range_of(index)
    }

    /// The range of the threshold.
    ///
    /// # Errors
    /// If the solver's answer does not stand its check.
    pub fn threshold(&mut self) -> Result<Range, Unproved> {
        self.system.range_of(rows::threshold(self.system.criteria))
    }
}

/// The ranges at the demanded margin, and an example at the largest.
pub(super) fn find(
    system: &mut System,
    statements: &[Statement],
    reading: &Reading,
    margin: &Optimum,
) -> Result<Ranges, Unproved> {
    let criteria = system.criteria;
    system.demand(&reading.epsilon);
    let weights = (0..criteria)
        .map(|index| system.range_of(index))
        .collect::<Result<_, _>>()?;
    let ties = statements
        .iter()
        .any(|s| s.compares() && s.answer == Answer::Tie);
    let strengths = statements.iter().any(|s| {
        s.compares()
            && matches!(s.answer, Answer::Better(_, Some(strength)) if strength != crate::Strength::None)
    });
    let levels = reading.threshold.is_some() && statements.iter().any(|s| s.level);
    let threshold = levels
        .then(|| system.range_of(rows::threshold(criteria)))
        .transpose()?;
    let tie_limit = ties
        .then(|| system.range_of(rows::tie_limit(criteria)))
        .transpose()?;
    let strength_limit = strengths
        .then(|| system.range_of(rows::strength_limit(criteria)))
        .transpose()?;
    Ok(Ranges {
        margin: margin.value.clone(),
        example: margin.point[..criteria].to_vec(),
        example_threshold: levels.then(|| margin.point[rows::threshold(criteria)].clone()),
        weights,
        threshold,
        tie_limit,
        strength_limit,
    })
}
