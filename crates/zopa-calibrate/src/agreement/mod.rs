//! How far raters agree, beyond what chance would bring about.
//!
//! Counts are whole numbers, so each coefficient is a fraction and is computed as one. Where its denominator is 0 it is not
//! defined: not 0, not 1, and no reason to stop.

mod alpha;

use zopa_model::Rational;

pub use alpha::{Difference, alpha};

/// Why a figure is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// There is nothing, or only one, to compare.
    TooFew,
    /// Every value is the same, so chance alone would agree as well.
    NoVariation,
}

impl Undefined {
    /// The word for programs.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::TooFew => "n<2",
            Self::NoVariation => "no_variation",
        }
    }
}

/// A coefficient, or why there is none.
pub type Coefficient = Result<Rational, Undefined>;

/// How much a disagreement counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Weighting {
    /// Any is as bad as any other.
    Nominal,
    /// By the distance of the two categories.
    Linear,
    /// By its square.
    Quadratic,
    /// As given, row by row; 0 on the diagonal.
    Custom(Vec<Vec<i64>>),
}

impl Weighting {
    fn of(&self, row: usize, column: usize) -> i128 {
        let distance = i128::try_from(row.abs_diff(column)).unwrap_or(i128::MAX);
        match self {
            Self::Nominal => i128::from(row != column),
            Self::Linear => distance,
            Self::Quadratic => distance * distance,
            Self::Custom(weights) => weights[row][column].into(),
        }
    }
}

/// How often one rater said `row` where the other said `column`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    counts: Vec<Vec<u64>>,
}

impl Table {
    /// An empty one of so many categories.
    #[must_use]
    pub fn new(categories: usize) -> Self {
        Self {
            counts: vec![vec![0; categories]; categories],
        }
    }

    /// Adds `times` cases.
    ///
    /// # Panics
    /// If there is no such category.
    pub fn add(&mut self, row: usize, column: usize, times: u64) {
        self.counts[row][column] += times;
    }

    /// The counts by row.
    #[must_use]
    pub fn counts(&self) -> &[Vec<u64>] {
        &self.counts
    }

    /// All cases.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// Cases in which both said the same.
    #[must_use]
    pub fn agreed(&self) -> u64 {
        (0..self.counts.len())
            .map(|index| self.counts[index][index])
            .sum()
    }

    /// The cases of a row.
    #[must_use]
    pub fn row(&self, row: usize) -> u64 {
        self.counts[row].iter().sum()
    }

    /// The cases of a column.
    #[must_use]
    pub fn column(&self, column: usize) -> u64 {
        self.counts.iter().map(|row| row[column]).sum()
    }

    fn margins(&self) -> Vec<(i128, i128)> {
        let both = (0..self.counts.len()).map(|index| (self.row(index), self.column(index)));
        both.map(|(row, column)| (row.into(), column.into()))
            .collect()
    }

    /// The share of cases in which both said the same; none where there are no cases.
    #[must_use]
    pub fn agreement(&self) -> Option<Rational> {
        let total = self.total();
        (total > 0).then(|| Rational::new(self.agreed().into(), total.into()))
    }

    /// Cohen's kappa, weighted: one less the ratio of disagreement to that of raters who keep their margins and know nothing of each
    /// other (Cohen 1960, 1968).
    ///
    /// # Errors
    /// Without cases, and where no disagreement is to be expected.
    pub fn kappa(&self, weighting: &Weighting) -> Coefficient {
        let (seen, expected) = self.disagreement(weighting)?;
        Ok(&Rational::from(1) - &Rational::new(seen, expected))
    }

    /// The two disagreements of kappa on a common scale, for whoever divides them otherwise.
    fn disagreement(&self, weighting: &Weighting) -> Result<(i128, i128), Undefined> {
        let total = i128::from(self.total());
        if total == 0 {
            return Err(Undefined::TooFew);
        }
        let margins = self.margins();
        let (mut seen, mut expected) = (0, 0);
        for (row, counts) in self.counts.iter().enumerate() {
            for (column, &count) in counts.iter().enumerate() {
                let weight = weighting.of(row, column);
                seen += weight * i128::from(count) * total;
                expected += weight * margins[row].0 * margins[column].1;
            }
        }
        if expected == 0 {
            return Err(Undefined::NoVariation);
        }
        Ok((seen, expected))
    }

    /// Scott's pi (1955): as kappa, with the chance of raters who share one margin.
    ///
    /// # Errors
    /// Without cases, and where both always say the same one thing.
    pub fn scott_pi(&self) -> Coefficient {
        let margins = self.margins().into_iter();
        let sum: i128 = margins.map(|(r, c)| (r + c) * (r + c)).sum();
        self.beyond_chance(|total| Rational::new(sum, 4 * total * total))
    }

    /// Gwet's AC1 (2008): the chance is that of cases that are hard to tell, so it does not grow where one category prevails.
    ///
    /// # Errors
    /// Without cases.
    pub fn ac1(&self) -> Coefficient {
        let categories = i128::try_from(self.counts.len()).unwrap_or(i128::MAX);
        let margins = self.margins().into_iter();
        self.beyond_chance(|total| {
            let sum: i128 = margins.map(|(r, c)| (r + c) * (2 * total - r - c)).sum();
            Rational::new(sum, 4 * total * total * (categories - 1))
        })
    }

    /// Kappa with all categories equally likely: prevalence-adjusted and bias-adjusted (Byrt, Bishop & Carlin 1993).
    ///
    /// # Errors
    /// Without cases.
    pub fn pabak(&self) -> Coefficient {
        let categories = i128::try_from(self.counts.len()).unwrap_or(i128::MAX);
        self.beyond_chance(|_| Rational::new(1, categories))
    }

    /// `(agreement - chance) / (1 - chance)`.
    fn beyond_chance(&self, chance: impl FnOnce(i128) -> Rational) -> Coefficient {
        let agreement = self.agreement().ok_or(Undefined::TooFew)?;
        let chance = chance(self.total().into());
        let room = &Rational::from(1) - &chance;
        (&agreement - &chance)
            .checked_div(&room)
            .ok_or(Undefined::NoVariation)
    }
}
