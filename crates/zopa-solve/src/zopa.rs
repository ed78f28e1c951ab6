//! The zone of possible agreement.

use zopa_model::{Rational, UtilityPoint};

use crate::concepts::leximin::leximin;
use crate::frontier::{Frontier, Spot};

/// The feasible pairs that give both parties at least their BATNA.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zopa {
    /// Is there such a pair?
    pub exists: bool,
    /// The largest minimum of both gains over all feasible pairs; negative: by how much both BATNAs would have to fall.
    pub margin: Rational,
    /// The most that each party can get in it; `None` where it is empty.
    pub ideal: Option<UtilityPoint>,
    /// The area of what lies between the disagreement point and the frontier, as a share of the rectangle up to the ideal
    /// point, in [0, 1]; 0 where the zone is empty, 1 where that rectangle has no area.
    pub area_share: Rational,
}

impl Zopa {
    /// The zone for a disagreement point.
    ///
    /// Margin and ideal are binary searches; the area is linear in the number of pieces inside.
    #[must_use]
    pub fn of(frontier: &Frontier, disagreement: &UtilityPoint) -> Self {
        let margin = margin(frontier, disagreement);
        let d = frontier.scale(disagreement);
        let Some(ideal) = scaled_ideal(frontier, &d) else {
            return Self {
                exists: false,
                margin,
                ideal: None,
                area_share: Rational::ZERO,
            };
        };
        let rectangle = ideal.minus(&d).product();
        let area_share = if rectangle.is_zero() {
            Rational::ONE
        } else {
            area_above(frontier, &d) / rectangle
        };
        Self {
            exists: true,
            margin,
            ideal: Some(frontier.unscale(&ideal)),
            area_share,
        }
    }
}

/// The largest minimum of both gains over `disagreement`, over all feasible pairs: above 0 both can gain, below 0 there is
/// no ZOPA. O(log n).
#[must_use]
pub fn margin(frontier: &Frontier, disagreement: &UtilityPoint) -> Rational {
    let d = frontier.scale(disagreement);
    frontier.unscale_number(&scaled_margin(frontier, &d))
}

/// The efficient place where the smaller gain is largest, then the sum, then A's utility: the agreement that comes closest
/// where there is no ZOPA. O(log n).
#[must_use]
pub fn closest_to_agreement(frontier: &Frontier, disagreement: &UtilityPoint) -> Spot {
    leximin_by_gain(frontier, &frontier.scale(disagreement)).0
}

pub(crate) fn scaled_margin(frontier: &Frontier, d: &UtilityPoint) -> Rational {
    let (spot, _) = leximin_by_gain(frontier, d);
    frontier.scaled_utility(&spot).minus(d).smaller().clone()
}

/// Leximin of the gains themselves. With two numbers, the larger of equal minima's others is the larger sum.
pub(crate) fn leximin_by_gain(frontier: &Frontier, d: &UtilityPoint) -> (Spot, bool) {
    leximin(
        frontier,
        d,
        &UtilityPoint::new(Rational::ONE, Rational::ONE),
    )
}

/// The most that each party can get with the other at least at `d`, if both can be.
pub(crate) fn scaled_ideal(frontier: &Frontier, d: &UtilityPoint) -> Option<UtilityPoint> {
    let (_, a) = frontier.most_for_other(1, d.b())?;
    let (_, b) = frontier.most_for_other(0, d.a())?;
    (a >= *d.a() && b >= *d.b()).then(|| UtilityPoint::new(a, b))
}

/// The area between `d` and the frontier. Between two parts the height is that of the next one's start.
pub(crate) fn area_above(frontier: &Frontier, d: &UtilityPoint) -> Rational {
    let mut twice = Rational::ZERO;
    let mut x = d.a().clone();
    for part in frontier.parts_from(d) {
        let (from, to) = (part.from.minus(d), part.to.minus(d));
        twice += (part.from.a() - &x) * from.b() * Rational::from(2);
        twice += (part.to.a() - part.from.a()) * (from.b() + to.b());
        x = part.to.a().clone();
    }
    twice / Rational::from(2)
}
