//! Sets of utility pairs that a claim says nothing feasible lies in.

use zopa_model::{Rational, UtilityPoint as Point};

/// The pairs that are at least a corner and whose measure is at least a level.
///
/// Every region is *upward closed*: what is at least as good for both as one of its pairs belongs to it.
#[derive(Clone, Debug)]
pub struct Region {
    /// The corner: at least the BATNAs, where the measure is a product.
    pub corner: Point,
    /// What is measured of a pair.
    pub measure: Measure,
    /// The least measure.
    pub level: Rational,
    /// Must a pair be *above* the corner for A, for B, *above* the level? Else it may be at it.
    pub above: [bool; 3],
}

/// What is measured of a pair: something that never falls as a utility rises, and has one peak along every falling line.
#[derive(Clone, Debug)]
pub enum Measure {
    /// Nothing: the measure is 0.
    Nothing,
    /// The sum of the utilities, each times one of these weights above 0.
    Sum(Point),
    /// The product of the gains over these BATNAs.
    Product(Point),
}

impl Measure {
    pub(crate) fn of(&self, point: &Point) -> Rational {
        match self {
            Self::Nothing => Rational::ZERO,
            Self::Sum(weights) => weigh(weights, point),
            Self::Product(batnas) => point.minus(batnas).product(),
        }
    }
}

/// The sum of both coordinates, each times its weight.
pub(crate) fn weigh(weights: &Point, point: &Point) -> Rational {
    weights.a() * point.a() + weights.b() * point.b()
}

/// What a function makes of both coordinates.
pub(crate) fn each(point: &Point, make: impl Fn(&Rational) -> Rational) -> Point {
    Point(point.0.each_ref().map(make))
}

impl Region {
    /// Does the region hold this pair? (If so, it holds all pairs that cover it. If not, it holds none that it covers.)
    pub(crate) fn holds(&self, point: &Point) -> bool {
        let Point([a, b]) = point.minus(&self.corner);
        let over = [a, b, self.measure.of(point) - &self.level];
        let mut each = over.iter().zip(self.above);
        each.all(|(over, above)| over.is_positive() || over.is_zero() && !above)
    }

    /// Does the region hold a pair of this weighted sum? (If not, it holds none of a smaller one either.)
    pub(crate) fn reaches(&self, weights: &Point, sum: &Rational) -> bool {
        let spare = sum - &weigh(weights, &self.corner);
        if !spare.is_positive() || matches!(self.measure, Measure::Nothing) {
            // With nothing to spare the corner alone has this sum; with more there are pairs strictly above it.
            return spare.is_positive() || spare.is_zero() && self.holds(&self.corner);
        }
        let Point([a, b]) = each(weights, |weight| &spare / weight);
        let upper = self.corner.plus(&Point::new(Rational::ZERO, b));
        let lower = self.corner.plus(&Point::new(a, Rational::ZERO));
        self.meets(&upper, &lower)
    }

    /// Does the region hold a pair of the stretch between these, along which A gains and B loses (or which is one pair)?
    pub(crate) fn meets(&self, from: &Point, to: &Point) -> bool {
        let step = to.minus(from);
        if step.a().is_zero() {
            return self.holds(from);
        }
        let [first, peak, last] = self.places(from, &step);
        let (first, last) = (first.max(Rational::ZERO), last.min(Rational::ONE));
        let peak = peak.max(first.clone()).min(last.clone());
        // Between the first place and the last one both utilities are above the corner. So a measure above the level at an end
        // is above it inside too; one that only reaches the level does so at the peak, or at an end, which then has to count.
        let inside = first < last;
        let met = |place: &Rational| {
            let point = from.plus(&each(&step, |part| part * place));
            self.holds(&point) || inside && self.measure.of(&point) > self.level
        };
        first <= last && [first, peak, last].iter().any(met)
    }

    /// Does the region hold `from` plus any whole number of steps, along which A gains and B loses or the reverse?
    pub(crate) fn meets_grid(&self, from: &Point, step: &Point) -> bool {
        // The first and the last whole number within the corner, and those around the peak, are among these.
        let near =
            |place: &Rational| [-1, 0, 1, 2].map(|more| place.floor() + Rational::from(more));
        let mut places = self
            .places(from, step)
            .into_iter()
            .flat_map(|place| near(&place));
        places.any(|place| self.holds(&from.plus(&each(step, |part| part * &place))))
    }

    /// Along a falling line: where A comes to the corner, where the measure is largest (any place between, if it has no peak),
    /// and where B leaves the corner.
    fn places(&self, from: &Point, step: &Point) -> [Rational; 3] {
        let passes = |of: &Point, party: usize| (&of.0[party] - &from.0[party]) / &step.0[party];
        // a product is largest midway between where its two factors are 0
        let zeros = match &self.measure {
            Measure::Product(batnas) => batnas,
            Measure::Nothing | Measure::Sum(_) => &self.corner,
        };
        let peak = (passes(zeros, 0) + passes(zeros, 1)) / Rational::from(2);
        [passes(&self.corner, 0), peak, passes(&self.corner, 1)]
    }
}
