//! What a place that does not reach a target breaks: linear conditions of which every place that reaches it meets at least one set.

use zopa::{Analysis, Concept};
use zopa_model::{Allocation, Convention, PARTIES, Rational, Scenario, UtilityPoint};

use super::cut::Cut;
use crate::balance::is_rival;
use crate::runner_up::runner_up;
use crate::tune::target::{Target, View};

/// Sets of conditions. A place that reaches the target meets all conditions of at least one set.
pub(crate) type Alternatives = Vec<Vec<Cut>>;

/// Where one looks from: the scenario, how burdens count, and whose numbers move.
pub(crate) struct Outlook<'s> {
    pub(crate) scenario: &'s Scenario,
    pub(crate) convention: Convention,
    pub(crate) free: [bool; PARTIES],
}

impl Outlook<'_> {
    /// The sets for a place that is seen in `view`; `None` where the target is reached there, or nothing linear is known of it.
    pub(crate) fn broken(&self, target: &Target, view: &View) -> Option<Alternatives> {
        let analysis = &view.study.analysis;
        match target {
            Target::NoZopa(gap) => self.too_good(analysis, &-gap, gap.is_zero()),
            Target::Margin([_, high]) => self.too_good(analysis, high, false),
            Target::NashAt(deal, lead) => self.better(analysis, deal, lead),
            Target::Tv([_, high]) => self.too_far(analysis, high, false),
            Target::Potential([_, high]) => self.too_far(analysis, high, true),
            _ => None,
        }
    }

    /// Conditions that hold wherever the target is reached, whatever the place.
    pub(crate) fn always(&self, target: &Target) -> Vec<Cut> {
        let Target::NashAt(deal, _) = target else {
            return Vec::new();
        };
        // the product is above 0
        let positive = |party| self.cut(party, &[(deal, -Rational::ONE)], Rational::ZERO, true);
        (0..PARTIES).map(positive).collect()
    }

    fn cut(
        &self,
        party: usize,
        parts: &[(&Allocation, Rational)],
        bound: Rational,
        strict: bool,
    ) -> Cut {
        Cut::gains(self.scenario, self.convention, party, parts, bound, strict)
    }

    /// The margin is to be at most `most`: of the deal with the largest smaller gain, one party's gain must be.
    fn too_good(&self, analysis: &Analysis, most: &Rational, strict: bool) -> Option<Alternatives> {
        let margin = &analysis.zopa.margin;
        if margin < most || (margin == most && !strict) {
            return None;
        }
        let egalitarian = analysis.solution(Concept::Egalitarian);
        let spot = analysis
            .closest_to_agreement
            .as_ref()
            .or_else(|| egalitarian.map(|solution| &solution.spot))?;
        let deal = analysis.allocation(spot);
        // the gain of a party whose numbers stay is what it is
        let sides = (0..PARTIES).filter(|&party| self.free[party]);
        let one = |party| vec![self.cut(party, &[(&deal, Rational::ONE)], most.clone(), strict)];
        Some(sides.map(one).collect())
    }

    /// The given deal is to have the largest product of gains: of a deal that has a larger one at this place, the product must be
    /// smaller. It is linear where one party's numbers move. Where both do, whatever t is, one of two ratios of gains is at most t, or the
    /// other at most its inverse.
    fn better(
        &self,
        analysis: &Analysis,
        deal: &Allocation,
        lead: &Rational,
    ) -> Option<Alternatives> {
        let gains = |allocation: &Allocation| {
            let utility = analysis.scenario.utility(allocation, self.convention);
            utility.minus(&analysis.disagreement)
        };
        let own = gains(deal);
        if !own.is_nonnegative() {
            return None;
        }
        // among the deals that assign the indivisible resources alike, which are a convex set
        let rival = self.steepest(analysis, deal, &own);
        if let Some(sets) = self.tangent(&rival, &gains(&rival), deal, &own) {
            return Some(sets);
        }
        let nash = analysis.solution(Concept::Nash)?;
        if nash.product() > own.product() {
            let rival = analysis.allocation(&nash.spot);
            return Some(self.behind(&rival, &nash.gain, deal, &own, &Rational::ONE));
        }
        // Which deals the lead is over is plain only where what is not assigned whole adds the same to every efficient deal.
        let splits = self
            .scenario
            .resources
            .iter()
            .any(|r| is_rival(r) && !r.kind.is_whole());
        let second = runner_up(analysis)?;
        if splits || second.ratio <= Rational::ONE - lead {
            return None;
        }
        let rival = analysis.allocation(&second.spot);
        let mut sets = self.behind(&rival, &gains(&rival), deal, &own, &(Rational::ONE - lead));
        // or it is no efficient deal then: nothing but the given deal is better for both
        let dominated = (0..PARTIES).map(|party| {
            self.cut(
                party,
                &[(&rival, Rational::ONE), (deal, -Rational::ONE)],
                Rational::ZERO,
                false,
            )
        });
        sets.push(dominated.collect());
        Some(sets)
    }

    /// A deal's product is at most `part` of the given one's.
    fn behind(
        &self,
        rival: &Allocation,
        gain: &UtilityPoint,
        deal: &Allocation,
        own: &UtilityPoint,
        part: &Rational,
    ) -> Alternatives {
        if let Some(party) = self.alone() {
            let fixed = [gain, own].map(|gain| &gain.0[1 - party]);
            let parts = [(rival, fixed[0].clone()), (deal, -(part * fixed[1]))];
            return vec![vec![self.cut(party, &parts, Rational::ZERO, false)]];
        }
        // t is between what B allows and what A has
        let low = (part * own.b())
            .checked_div(gain.b())
            .unwrap_or(Rational::ZERO);
        let t = between(&low, gain.a().checked_div(own.a()));
        let s = part.checked_div(&t).unwrap_or(Rational::ONE);
        [t, s]
            .into_iter()
            .enumerate()
            .map(|(party, ratio)| {
                vec![self.cut(
                    party,
                    &[(rival, Rational::ONE), (deal, -ratio)],
                    Rational::ZERO,
                    false,
                )]
            })
            .collect()
    }

    /// In a convex set of deals the given one has the largest product exactly if no deal has more than 2 in the sum of gains over its
    /// own gains.
    fn tangent(
        &self,
        rival: &Allocation,
        gain: &UtilityPoint,
        deal: &Allocation,
        own: &UtilityPoint,
    ) -> Option<Alternatives> {
        let two = Rational::from(2);
        let sum = gain.a() * own.b() + gain.b() * own.a();
        if sum <= &two * &own.product() {
            return None;
        }
        if let Some(party) = self.alone() {
            let (b, own_b) = (&gain.0[1 - party], &own.0[1 - party]);
            let parts = [(rival, own_b.clone()), (deal, b - &(&two * own_b))];
            return Some(vec![vec![self.cut(party, &parts, Rational::ZERO, false)]]);
        }
        let low = gain
            .b()
            .checked_div(own.b())
            .map_or(Rational::ZERO, |b| (&two - b).max(Rational::ZERO));
        let high = gain
            .a()
            .checked_div(own.a())
            .map(|high| high.min(two.clone()));
        let t = between(&low, high);
        let sides = [t.clone(), two - t];
        let one = |(party, ratio): (usize, Rational)| {
            vec![self.cut(
                party,
                &[(rival, Rational::ONE), (deal, -ratio)],
                Rational::ZERO,
                false,
            )]
        };
        Some(sides.into_iter().enumerate().map(one).collect())
    }

    /// The deal that is best by the weights 1 over the given deal's gains, with the indivisible resources as they are there: each other one
    /// goes whole to whom it is worth more so.
    fn steepest(&self, analysis: &Analysis, deal: &Allocation, own: &UtilityPoint) -> Allocation {
        let mut rival = deal.clone();
        for (resource, shares) in analysis.scenario.resources.iter().zip(&mut rival.shares) {
            if resource.kind.is_whole() {
                continue;
            }
            let [a, b] = [&resource.weight[0] * own.b(), &resource.weight[1] * own.a()];
            let to_a = if resource.kind.is_burden() {
                a < b
            } else {
                a > b
            };
            *shares = match (is_rival(resource), to_a) {
                (false, _) => [Rational::ONE, Rational::ONE],
                (true, true) => [Rational::ONE, Rational::ZERO],
                (true, false) => [Rational::ZERO, Rational::ONE],
            };
        }
        rival
    }

    /// Half the sum of the differences of weights is to be at most `most`: with the signs of this place, which make it largest.
    fn too_far(
        &self,
        analysis: &Analysis,
        most: &Rational,
        rival_only: bool,
    ) -> Option<Alternatives> {
        let scenario = self.scenario;
        let sum: Rational = scenario
            .resources
            .iter()
            .map(|resource| &resource.weight[0])
            .sum();
        let other: Rational = scenario
            .resources
            .iter()
            .map(|resource| &resource.weight[1])
            .sum();
        // normalized weights are those as they are only where both sums are 1
        if scenario.raw || (!rival_only && (sum != Rational::ONE || other != Rational::ONE)) {
            return None;
        }
        let there = analysis.scenario.resources.iter();
        let factors: Vec<Rational> = there
            .map(|resource| {
                if rival_only && !is_rival(resource) {
                    return Rational::ZERO;
                }
                if resource.weight[0] >= resource.weight[1] {
                    Rational::ONE
                } else {
                    -Rational::ONE
                }
            })
            .collect();
        let bound = most * &Rational::from(2);
        Some(vec![vec![Cut::differences(scenario, &factors, bound)]])
    }

    /// The one party whose numbers move, if only one's do.
    fn alone(&self) -> Option<usize> {
        match self.free {
            [true, false] => Some(0),
            [false, true] => Some(1),
            _ => None,
        }
    }
}

/// A number between two, without needless digits; above the first where there is no second.
fn between(low: &Rational, high: Option<Rational>) -> Rational {
    let Some(high) = high else {
        return low * &Rational::from(2) + Rational::ONE;
    };
    let middle = (low + &high) / Rational::from(2);
    for places in 1..=9 {
        let scale = Rational::from(10i128.pow(places));
        let scaled = &middle * &scale;
        let short = Rational::from(scaled.numerator() / scaled.denominator()) / scale;
        if short > *low && short < high {
            return short;
        }
    }
    middle
}
