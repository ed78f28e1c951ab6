//! The values of a lever over which the Nash solution stays the same.
//!
//! With one party's number moved, the product of gains of a fixed allocation is linear in it: the other party's gain does not
//! move. So the largest product is convex, and the values at which a given allocation attains it are an interval. Its ends are found
//! from outside: where the allocation has lost, the line of the winner meets its line nearer to the end (Newton's method on a
//! convex function).

use zopa::{Solution, Stopped};
use zopa_model::{Allocation, Rational};

use super::family::{Family, Track, split};
use super::interval::{End, Interval};
use super::lever::Lever;
use super::probe::{Ground, Probe};

/// An end that is no fraction is enclosed in this width.
const WIDTH: i128 = 1_000_000_000;

/// Denominators beyond this are rounded, outwards, to keep numbers short.
const LONGEST: i128 = 1_000_000_000_000_000;

/// Steps of one search; each halves what is left at worst.
const STEPS: usize = 120;

/// Today's Nash solution and how it depends on a lever.
pub(crate) struct Stability {
    /// Where today's Nash allocation goes on having the largest product.
    pub(crate) allocation: Interval,
    /// Where the best deal goes on splitting the same resource, all else being assigned as today. For a deal that splits nothing
    /// that is the same.
    pub(crate) pattern: Interval,
    /// By the lever, the derivatives of both parties' Nash utilities, A's first; `None` where there are none today.
    pub(crate) derivatives: Option<[Rational; 2]>,
}

/// How today's Nash solution depends on a lever; `None` where there is none, or its product is 0.
pub(crate) fn stability(
    ground: &Ground<'_>,
    lever: &Lever<'_>,
) -> Result<Option<Stability>, Stopped> {
    let today = ground.probe(lever, &lever.now)?;
    let Some(nash) = today.nash().filter(|nash| nash.product().is_positive()) else {
        return Ok(None);
    };
    let deal = today.allocation(&nash.spot);
    let fixed = Search {
        ground,
        lever,
        rival: Rival::One(Track::of(ground, lever, &deal)),
    };
    let family =
        split(&deal, lever.scenario()).map(|split| Family::of(ground, lever, &deal, split));
    let allocation = if family.as_ref().is_some_and(Family::moves) {
        Interval {
            low: End::exact(lever.now.clone()),
            high: End::exact(lever.now.clone()),
        }
    } else {
        fixed.interval()?
    };
    let (pattern, own_and_other) = match family {
        None => {
            let Rival::One(track) = &fixed.rival else {
                unreachable!("made just above");
            };
            let still = !allocation.is_point();
            let slopes = [utility_slope(lever, &track.own.slope), Rational::ZERO];
            (allocation.clone(), still.then_some(slopes))
        }
        Some(family) => {
            let derivatives = family
                .derivatives(&lever.now)
                .map(|[own, other]| [utility_slope(lever, &own), other]);
            let search = Search {
                ground,
                lever,
                rival: Rival::Split(family),
            };
            (search.interval()?, derivatives)
        }
    };
    let speed = lever.speed();
    let derivatives = own_and_other.map(|slopes| {
        let [own, other] = slopes.map(|slope| slope * &speed);
        if lever.party == 0 {
            [own, other]
        } else {
            [other, own]
        }
    });
    Ok(Some(Stability {
        allocation: allocation.map(|value| lever.spelled(value)),
        pattern: pattern.map(|value| lever.spelled(value)),
        derivatives,
    }))
}

/// The slope of a utility, from that of the gain over a BATNA that may be the lever itself.
fn utility_slope(lever: &Lever<'_>, gain: &Rational) -> Rational {
    if lever.quantity == super::lever::Quantity::Batna {
        gain + &Rational::ONE
    } else {
        gain.clone()
    }
}

/// What is to stay the best.
enum Rival {
    One(Track),
    Split(Family),
}

struct Search<'g> {
    ground: &'g Ground<'g>,
    lever: &'g Lever<'g>,
    rival: Rival,
}

impl Search<'_> {
    fn interval(&self) -> Result<Interval, Stopped> {
        let [low, high] = &self.lever.range;
        Ok(Interval {
            low: self.end(low)?,
            high: self.end(high)?,
        })
    }

    fn product(&self, t: &Rational) -> Rational {
        match &self.rival {
            Rival::One(track) => track.product().at(t),
            Rival::Split(family) => family.best(t),
        }
    }

    /// The best deal at `t`, unless it is no better than the rival.
    fn better(&self, t: &Rational) -> Result<Option<(Probe, Solution)>, Stopped> {
        let probe = self.ground.probe(self.lever, t)?;
        let best = probe.nash();
        Ok(best
            .filter(|nash| nash.product() > self.product(t))
            .map(|nash| (probe, nash)))
    }

    /// The end towards `limit`.
    fn end(&self, limit: &Rational) -> Result<End, Stopped> {
        let now = &self.lever.now;
        if limit == now {
            return Ok(End::unlimited(limit.clone()));
        }
        let mut at = self.reach(limit);
        let mut exact = true;
        for _ in 0..STEPS {
            if at == *now {
                return Ok(End::exact(at));
            }
            let Some((probe, best)) = self.better(&at)? else {
                if let Some(inner) = self.lost_inside(&at)? {
                    at = inner;
                    continue;
                }
                let end = if at == *limit {
                    End::unlimited(at)
                } else {
                    End::exact(at)
                };
                return Ok(End {
                    within: (!exact).then(|| self.width()),
                    ..end
                });
            };
            let deal = probe.allocation(&best.spot);
            if let Some(touch) = self.touch(&deal, &at)? {
                return Ok(End::exact(touch));
            }
            let (next, is_exact) = self.meet(&deal, &at);
            exact = is_exact;
            // An end that is no fraction is come near to, and never met.
            let near = self.inwards(&next);
            if (&at - &next).abs() < self.width() && self.better(&near)?.is_none() {
                return Ok(End {
                    within: Some(self.width()),
                    ..End::exact(next)
                });
            }
            at = next;
        }
        Ok(End {
            within: Some((&at - now).abs()),
            ..End::exact(at)
        })
    }

    fn width(&self) -> Rational {
        let [low, high] = &self.lever.range;
        (high - low) / Rational::from(WIDTH)
    }

    /// A little nearer to today's value.
    fn inwards(&self, t: &Rational) -> Rational {
        let now = &self.lever.now;
        if t > now {
            (t - &self.width()).max(now.clone())
        } else {
            (t + &self.width()).min(now.clone())
        }
    }

    /// How far towards `limit` the rival can be the best by its own form: its gains stay above 0, and the best split stays inside
    /// the family.
    fn reach(&self, limit: &Rational) -> Rational {
        let now = &self.lever.now;
        let roots = match &self.rival {
            Rival::One(track) => vec![track.own.root()],
            Rival::Split(family) => {
                let [first, second] = family.slopes();
                vec![
                    first.root(),
                    second.root(),
                    family.vanishing().root(),
                    family.step().root(),
                ]
            }
        };
        let rises = limit > now;
        let between = |root: &Rational| {
            if rises {
                root >= now && root < limit
            } else {
                root <= now && root > limit
            }
        };
        let nearest = roots.into_iter().flatten().filter(between);
        let nearest = if rises { nearest.min() } else { nearest.max() };
        nearest.unwrap_or_else(|| limit.clone())
    }

    /// A fixed allocation that is an end of the family of the better deal loses where the best split begins to leave that end.
    fn touch(&self, deal: &Allocation, at: &Rational) -> Result<Option<Rational>, Stopped> {
        let split = split(deal, self.lever.scenario());
        let (Rival::One(track), Some(split)) = (&self.rival, split) else {
            return Ok(None);
        };
        let family = Family::of(self.ground, self.lever, deal, split);
        let ends = [family.first(), family.second()];
        for (end, slope) in ends.iter().zip(family.slopes()) {
            let Some(touch) = slope.root().filter(|_| end == track) else {
                continue;
            };
            let now = &self.lever.now;
            let inside = if at > now {
                touch >= *now && touch < *at
            } else {
                touch <= *now && touch > *at
            };
            if inside && self.better(&touch)?.is_none() {
                return Ok(Some(touch));
            }
        }
        Ok(None)
    }

    /// Where the better deal, kept as it is, stops being better; and whether that place is exact.
    fn meet(&self, deal: &Allocation, at: &Rational) -> (Rational, bool) {
        let rival = Track::of(self.ground, self.lever, deal).product();
        let now = &self.lever.now;
        match &self.rival {
            Rival::One(track) => {
                let ahead = rival.minus(&track.product());
                let root = ahead.root().unwrap_or_else(|| now.clone());
                self.shortened(root, at)
            }
            Rival::Split(family) => {
                // Linear less convex: not ahead today, ahead at `at`, so there is one change between.
                let (mut inner, mut outer) = (now.clone(), at.clone());
                let width = Rational::new(1, 1000) * self.width();
                while (&outer - &inner).abs() > width {
                    let middle = (&inner + &outer) / Rational::from(2);
                    if rival.at(&middle) > family.best(&middle) {
                        outer = middle;
                    } else {
                        inner = middle;
                    }
                }
                (inner, false)
            }
        }
    }

    /// A value with a short denominator, rounded away from today's value but never as far as `at`.
    fn shortened(&self, value: Rational, at: &Rational) -> (Rational, bool) {
        let long = value
            .small_parts()
            .is_none_or(|(_, denominator)| denominator > LONGEST);
        if !long {
            return (value, true);
        }
        let scaled = &value * &Rational::from(LONGEST);
        let floor = Rational::from(scaled.numerator() / scaled.denominator());
        let one = Rational::ONE;
        let rises = *at > self.lever.now;
        let outer = if rises { floor + one } else { floor };
        let outer = outer / Rational::from(LONGEST);
        let passes = if rises { outer >= *at } else { outer <= *at };
        if passes {
            (value, true)
        } else {
            (outer, false)
        }
    }

    /// A split deal is looked at inside too, at a few values: there alone its values need not be an interval. `Some` with a value
    /// where another deal is better.
    fn lost_inside(&self, at: &Rational) -> Result<Option<Rational>, Stopped> {
        const LOOKS: i128 = 8;
        if matches!(self.rival, Rival::One(_)) {
            return Ok(None);
        }
        let now = &self.lever.now;
        for look in 1..LOOKS {
            let t = now + &((at - now) * Rational::new(look, LOOKS));
            if self.better(&t)?.is_some() {
                return Ok(Some(t));
            }
        }
        Ok(None)
    }
}
