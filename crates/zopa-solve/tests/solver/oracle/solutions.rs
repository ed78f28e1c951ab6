//! Every number that the solver gives, by trying all places where it could be attained.
//!
//! On one stroke each objective is largest at an end, where a BATNA is just met, where gains (or gains in some scale) are equal,
//! or at the peak of the product. So all of these places of all strokes are written down, and the best one is taken.

use zopa_model::{PARTIES, Rational, UtilityPoint};

use super::Oracle;
use super::stroke::Stroke;

/// What a concept chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    pub(crate) utility: UtilityPoint,
    pub(crate) unique: bool,
}

/// What the Nash solution over lotteries chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Drawn {
    pub(crate) utility: UtilityPoint,
    pub(crate) product: Rational,
}

fn two() -> Rational {
    Rational::from(2)
}

/// Where, as a proportion, a linear function with these values at both ends is 0.
fn root(first: &Rational, last: &Rational) -> Option<Rational> {
    let along = first.checked_div(&(first - last))?;
    (!along.is_negative() && along <= Rational::ONE).then_some(along)
}

/// The places of a stroke where something could be largest. `scale` divides the gains that are made equal.
fn places(stroke: &Stroke, d: &UtilityPoint, scale: &UtilityPoint) -> Vec<UtilityPoint> {
    let (first, last) = (stroke.from.minus(d), stroke.to.minus(d));
    let step = last.minus(&first);
    let lead = |gain: &UtilityPoint| gain.a() * scale.b() - gain.b() * scale.a();
    let slope = |gain: &UtilityPoint| gain.a() * step.b() + gain.b() * step.a();
    let along = [
        Some(Rational::ZERO),
        Some(Rational::ONE),
        root(first.a(), last.a()),
        root(first.b(), last.b()),
        root(&lead(&first), &lead(&last)),
        root(&slope(&first), &slope(&last)),
    ];
    along
        .iter()
        .flatten()
        .map(|along| stroke.at(along))
        .collect()
}

impl Oracle {
    /// Does the frontier hold it?
    pub(crate) fn is_efficient(&self, point: &UtilityPoint) -> bool {
        self.frontier.iter().any(|stroke| stroke.holds(point))
    }

    /// The efficient places that give both at least `d`, without repetition.
    fn agreeable(&self, d: &UtilityPoint, scale: &UtilityPoint) -> Vec<UtilityPoint> {
        let mut places = self.efficient(d, scale);
        places.retain(|point| point.covers(d));
        places
    }

    fn efficient(&self, d: &UtilityPoint, scale: &UtilityPoint) -> Vec<UtilityPoint> {
        let all = self
            .frontier
            .iter()
            .flat_map(|stroke| places(stroke, d, scale));
        let mut efficient: Vec<UtilityPoint> =
            all.filter(|point| self.is_efficient(point)).collect();
        efficient.sort();
        efficient.dedup();
        efficient
    }

    pub(crate) fn zopa_exists(&self, d: &UtilityPoint) -> bool {
        !self.agreeable(d, &equal()).is_empty()
    }

    pub(crate) fn ideal(&self, d: &UtilityPoint) -> Option<UtilityPoint> {
        let places = self.agreeable(d, &equal());
        let most = |party: usize| places.iter().map(|point| point.0[party].clone()).max();
        Some(UtilityPoint::new(most(0)?, most(1)?))
    }

    /// Over all that is feasible, not over the frontier alone.
    pub(crate) fn margin(&self, d: &UtilityPoint) -> Rational {
        let all = self
            .feasible
            .iter()
            .flat_map(|stroke| places(stroke, d, &equal()));
        all.map(|point| point.minus(d).smaller().clone())
            .max()
            .expect("something is feasible")
    }

    pub(crate) fn closest_to_agreement(&self, d: &UtilityPoint) -> UtilityPoint {
        let key = |point: &UtilityPoint| (point.minus(d).smaller().clone(), point.sum());
        best(&self.efficient(d, &equal()), &key, &key)
            .expect("a frontier")
            .utility
    }

    pub(crate) fn nash(&self, d: &UtilityPoint) -> Option<Chosen> {
        let places = self.agreeable(d, &equal());
        let product = |point: &UtilityPoint| point.minus(d).product();
        let smaller = |point: &UtilityPoint| point.minus(d).smaller().clone();
        if places.iter().map(product).max()?.is_positive() {
            best(&places, &product, &|point| (product(point), smaller(point)))
        } else {
            best(&places, &product, &|point| (smaller(point), point.sum()))
        }
    }

    pub(crate) fn kalai_smorodinsky(&self, d: &UtilityPoint) -> Option<Chosen> {
        let span = self.ideal(d)?.minus(d);
        let ratios = |point: &UtilityPoint| {
            let gain = point.minus(d);
            let ratio = |party: usize| gain.0[party].checked_div(&span.0[party]);
            let mut ratios: Vec<Rational> = (0..PARTIES).filter_map(ratio).collect();
            ratios.sort();
            ratios
        };
        best(&self.agreeable(d, &span), &ratios, &ratios)
    }

    pub(crate) fn egalitarian(&self, d: &UtilityPoint) -> Option<Chosen> {
        let key = |point: &UtilityPoint| (point.minus(d).smaller().clone(), point.sum());
        best(&self.agreeable(d, &equal()), &key, &key)
    }

    pub(crate) fn utilitarian(&self, d: &UtilityPoint) -> Option<Chosen> {
        let smaller = |point: &UtilityPoint| point.minus(d).smaller().clone();
        let key = |point: &UtilityPoint| (point.sum(), smaller(point));
        best(&self.agreeable(d, &equal()), &UtilityPoint::sum, &key)
    }

    /// The best mixture of any two corners.
    pub(crate) fn nash_lottery(&self, d: &UtilityPoint) -> Option<Drawn> {
        let mut corners: Vec<&UtilityPoint> = self
            .frontier
            .iter()
            .flat_map(|stroke| [&stroke.from, &stroke.to])
            .collect();
        corners.sort();
        corners.dedup();
        let mut mixtures = Vec::new();
        for (index, first) in corners.iter().enumerate() {
            for second in &corners[index..] {
                let stroke = Stroke::between((*first).clone(), (*second).clone());
                mixtures.extend(places(&stroke, d, &equal()));
            }
        }
        mixtures.retain(|point| point.covers(d));
        let product = |point: &UtilityPoint| point.minus(d).product();
        // Where no product is above 0, one party gains nothing: the other one's gain decides.
        let best = mixtures
            .into_iter()
            .max_by_key(|point| (product(point), point.sum()))?;
        Some(Drawn {
            product: product(&best),
            utility: best,
        })
    }

    /// The most that B can have with A at least at `floor`, over all that is feasible.
    pub(crate) fn most_for_b(&self, floor: &Rational) -> Option<Rational> {
        let at = |stroke: &Stroke| {
            let along = root(&(floor - stroke.from.a()), &(floor - stroke.to.a()));
            if floor <= stroke.from.a() {
                Some(stroke.from.b().clone())
            } else {
                along.map(|along| stroke.at(&along).b().clone())
            }
        };
        self.feasible.iter().filter_map(at).max()
    }

    /// Strip by strip; within a strip between two places the height falls straight, so its middle tells the area.
    pub(crate) fn area_share(&self, d: &UtilityPoint) -> Rational {
        let Some(ideal) = self.ideal(d) else {
            return Rational::ZERO;
        };
        let rectangle = ideal.minus(d).product();
        let mut cuts: Vec<Rational> = self
            .efficient(d, &equal())
            .iter()
            .map(|point| point.a().clone())
            .collect();
        cuts.extend(
            self.frontier
                .iter()
                .flat_map(|stroke| [stroke.from.a().clone(), stroke.to.a().clone()]),
        );
        cuts.extend([d.a().clone(), ideal.a().clone()]);
        cuts.retain(|cut| cut >= d.a() && cut <= ideal.a());
        cuts.sort();
        let mut area = Rational::ZERO;
        for strip in cuts.windows(2) {
            let middle = (&strip[0] + &strip[1]) / two();
            let height = self.most_for_b(&middle).expect("left of the ideal") - d.b();
            area += (&strip[1] - &strip[0]) * height;
        }
        area.checked_div(&rectangle).unwrap_or(Rational::ONE)
    }

    pub(crate) fn is_dominated(&self, point: &UtilityPoint) -> bool {
        let alone = Stroke::point(point.clone());
        self.feasible
            .iter()
            .any(|stroke| alone.dominated_by(stroke).is_some())
    }

    pub(crate) fn pareto_gap(&self, point: &UtilityPoint) -> Rational {
        self.margin(point).max(Rational::ZERO)
    }

    pub(crate) fn left_on_table(&self, point: &UtilityPoint) -> [Rational; PARTIES] {
        let all = || {
            self.feasible
                .iter()
                .flat_map(|stroke| places(stroke, point, &equal()))
        };
        std::array::from_fn(|party| {
            let other = PARTIES - 1 - party;
            let enough = all().filter(|place| place.0[other] >= point.0[other]);
            let more = enough.map(|place| &place.0[party] - &point.0[party]).max();
            more.unwrap_or(Rational::ZERO).max(Rational::ZERO)
        })
    }

    pub(crate) fn squared_distance(&self, point: &UtilityPoint) -> Rational {
        let to = |stroke: &Stroke| {
            let (off, step) = (point.minus(&stroke.from), stroke.to.minus(&stroke.from));
            let dot = off.a() * step.a() + off.b() * step.b();
            let length = step.a().square() + step.b().square();
            let foot = dot.checked_div(&length).unwrap_or(Rational::ZERO);
            let nearest = stroke
                .at(&foot.max(Rational::ZERO).min(Rational::ONE))
                .minus(point);
            nearest.a().square() + nearest.b().square()
        };
        self.frontier.iter().map(to).min().expect("a frontier")
    }
}

fn equal() -> UtilityPoint {
    UtilityPoint::new(Rational::ONE, Rational::ONE)
}

/// The best place by `key`, then A's utility; `unique` if no other place is as good by `objective`.
fn best<O: Ord, K: Ord>(
    places: &[UtilityPoint],
    objective: &dyn Fn(&UtilityPoint) -> O,
    key: &dyn Fn(&UtilityPoint) -> K,
) -> Option<Chosen> {
    let best = places
        .iter()
        .max_by_key(|point| (key(point), point.a().clone()))?;
    let most = places.iter().map(objective).max()?;
    let as_good = places
        .iter()
        .filter(|point| objective(point) == most)
        .count();
    Some(Chosen {
        utility: best.clone(),
        unique: as_good == 1,
    })
}
