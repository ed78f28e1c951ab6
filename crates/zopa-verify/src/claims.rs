//! What a certificate may claim, and the regions that each claim says are out of reach (`docs/certificates.md`).

use zopa_model::json::Node;
use zopa_model::{Convention, Rational, Scenario, UtilityPoint};

use crate::game::worth;
use crate::read::{fields, items, list, number, optional, pair, shares, text};
use crate::region::{Goal, Region, Ties};

/// Reads claims about one scenario.
pub(crate) struct Claims<'c> {
    pub(crate) scenario: &'c Scenario,
    pub(crate) convention: Convention,
    /// The BATNAs.
    pub(crate) d: UtilityPoint,
}

/// A claim whose deals are what they are said to be, and that is true if nothing feasible lies in the regions.
#[derive(Default)]
pub(crate) struct Stated {
    pub(crate) text: String,
    pub(crate) regions: Vec<Region>,
    /// Does it speak of lotteries?
    pub(crate) lotteries: bool,
    /// Why the certificate itself does not say that it is proved.
    pub(crate) reason: Option<String>,
}

pub(crate) type Checked<T> = Result<T, String>;

const CLOSED: [bool; 2] = [false, false];
const OPEN: [bool; 2] = [true, true];
const ABOVE_A: [bool; 2] = [true, false];
const ABOVE_B: [bool; 2] = [false, true];

impl Claims<'_> {
    /// What a claim of this name says.
    pub(crate) fn read(&self, claim: &Node<'_>, name: &str) -> Checked<Stated> {
        match name {
            "zopa" => self.zopa(claim),
            "margin" => self.margin(claim),
            "ideal" => self.ideal(claim),
            "nash" => self.nash(claim),
            "kalai_smorodinsky" => self.kalai_smorodinsky(claim),
            "egalitarian" => self.egalitarian(claim),
            "utilitarian" => self.utilitarian(claim),
            "nash_lottery" => self.nash_lottery(claim),
            "closest_to_agreement" => self.closest(claim),
            "frontier" => self.frontier(claim),
            "dominated" => self.dominated(claim),
            "efficient" => self.efficient(claim),
            "unproven" => unproven(claim),
            _ => Err("no such claim is known".to_owned()),
        }
    }

    fn zopa(&self, claim: &Node<'_>) -> Checked<Stated> {
        let [_, deal, _] = fields(claim, ["claim", "deal", "weights"])?;
        if optional(deal, |deal| self.inside(deal))?.is_some() {
            return stated("a ZOPA exists", vec![]);
        }
        stated("the ZOPA is empty", vec![Region::corner(&self.d, CLOSED)])
    }

    fn margin(&self, claim: &Node<'_>) -> Checked<Stated> {
        let [_, value, deal, _] = fields(claim, ["claim", "value", "deal", "weights"])?;
        let (value, gain) = (number(value)?, self.deal(deal)?.minus(&self.d));
        wants(
            *gain.smaller() == value,
            "the deal's smaller gain is not the margin",
        )?;
        let corner = self
            .d
            .plus(&UtilityPoint::new(value.clone(), value.clone()));
        stated(
            &format!("the ZOPA's margin is {value}"),
            vec![Region::corner(&corner, OPEN)],
        )
    }

    fn ideal(&self, claim: &Node<'_>) -> Checked<Stated> {
        let [_, deals, _] = fields(claim, ["claim", "deals", "weights"])?;
        let (ideal, regions) = self.best_of_each(deals)?;
        let text = format!(
            "within the ZOPA the parties can get {} at most",
            show(&ideal)
        );
        stated(&text, regions)
    }

    fn nash(&self, claim: &Node<'_>) -> Checked<Stated> {
        let [_, deal, other, _] = fields(claim, ["claim", "deal", "other", "weights"])?;
        let (utility, other) = self.solution(deal, other)?;
        let regions = self.better_products(&utility, other.as_ref())?;
        stated(&solved("Nash", &utility, other.as_ref()), regions)
    }

    fn kalai_smorodinsky(&self, claim: &Node<'_>) -> Checked<Stated> {
        let [_, deal, other, ideal, _] =
            fields(claim, ["claim", "deal", "other", "ideal", "weights"])?;
        let (utility, other) = self.solution(deal, other)?;
        let (ideal, mut regions) = self.best_of_each(ideal)?;
        let most = ideal.minus(&self.d);
        if most.product().is_zero() {
            // One party can gain nothing, so that one efficient pair is left: the ideal itself.
            wants(
                utility == ideal && other.is_none(),
                "the solution is not the ideal",
            )?;
        } else {
            regions.extend(self.better_balance(&utility, &most, Some(other.as_ref()))?);
        }
        stated(
            &solved("Kalai-Smorodinsky", &utility, other.as_ref()),
            regions,
        )
    }

    fn egalitarian(&self, claim: &Node<'_>) -> Checked<Stated> {
        let [_, deal, other, _] = fields(claim, ["claim", "deal", "other", "weights"])?;
        let (utility, other) = self.solution(deal, other)?;
        let regions = self.better_balance(&utility, &ones(), Some(other.as_ref()))?;
        stated(&solved("egalitarian", &utility, other.as_ref()), regions)
    }

    fn utilitarian(&self, claim: &Node<'_>) -> Checked<Stated> {
        let [_, deal, other, _] = fields(claim, ["claim", "deal", "other", "weights"])?;
        let (utility, other) = self.solution(deal, other)?;
        let as_good = other
            .as_ref()
            .is_none_or(|other| other.sum() == utility.sum());
        wants(as_good, "the other solution's sum is not the same")?;
        let goal = Goal::Line(ones(), utility.sum(), ties(&utility, other.as_ref()));
        let region = Region {
            goal,
            ..Region::corner(&self.d, CLOSED)
        };
        stated(
            &solved("utilitarian", &utility, other.as_ref()),
            vec![region],
        )
    }

    fn nash_lottery(&self, claim: &Node<'_>) -> Checked<Stated> {
        let [_, utility, lottery, _] = fields(claim, ["claim", "utility", "lottery", "weights"])?;
        let draws = list(lottery)?;
        let (text, regions) = if let Some(utility) = optional(utility, pair)? {
            wants(
                (1..=2).contains(&draws.len()),
                "a lottery has one or two draws",
            )?;
            let mut expected = UtilityPoint::new(Rational::ZERO, Rational::ZERO);
            let mut total = Rational::ZERO;
            for draw in draws {
                let [probability, deal] = fields(draw, ["probability", "deal"])?;
                let (probability, worth) = (number(probability)?, self.deal(deal)?);
                wants(probability.is_positive(), "a probability is above 0")?;
                expected = expected.plus(&UtilityPoint(worth.0.map(|value| value * &probability)));
                total += probability;
            }
            let right = total == Rational::ONE && expected == utility;
            wants(right, "the lottery is not worth what is claimed")?;
            wants(utility.covers(&self.d), "the lottery is below a BATNA")?;
            let text = format!("the Nash solution over lotteries is {}", show(&utility));
            (text, self.better_products(&utility, None)?)
        } else {
            wants(draws.is_empty(), "no lottery is wanted here")?;
            (
                "no lottery reaches both BATNAs".to_owned(),
                vec![Region::corner(&self.d, CLOSED)],
            )
        };
        Ok(Stated {
            text,
            regions,
            lotteries: true,
            reason: None,
        })
    }

    fn closest(&self, claim: &Node<'_>) -> Checked<Stated> {
        let [_, deal, _] = fields(claim, ["claim", "deal", "weights"])?;
        let utility = self.deal(deal)?;
        let regions = self.better_balance(&utility, &ones(), None)?;
        stated(
            &format!("{} comes closest to an agreement", show(&utility)),
            regions,
        )
    }

    fn dominated(&self, claim: &Node<'_>) -> Checked<Stated> {
        let [_, deal, better, _] = fields(claim, ["claim", "deal", "better", "weights"])?;
        let (utility, better) = (self.deal(deal)?, self.deal(better)?);
        wants(better.dominates(&utility), "the better deal is not better")?;
        let (worse, better) = (show(&utility), show(&better));
        stated(
            &format!("the deal worth {worse} is dominated by one worth {better}"),
            vec![],
        )
    }

    fn efficient(&self, claim: &Node<'_>) -> Checked<Stated> {
        let [_, deal, _] = fields(claim, ["claim", "deal", "weights"])?;
        let utility = self.deal(deal)?;
        let regions = [ABOVE_A, ABOVE_B].map(|above| Region::corner(&utility, above));
        stated(
            &format!("the deal worth {} is efficient", show(&utility)),
            regions.into(),
        )
    }

    /// What the parties get in two deals, each the best for one of them; and where a pair of the ZOPA would be better for one.
    fn best_of_each(&self, deals: &Node<'_>) -> Checked<(UtilityPoint, Vec<Region>)> {
        let [for_a, for_b] = items(deals)?;
        let (for_a, for_b) = (self.inside(for_a)?, self.inside(for_b)?);
        let best = UtilityPoint::new(for_a.a().clone(), for_b.b().clone());
        Ok((best.clone(), self.beyond(&best)))
    }

    /// Where a pair of the ZOPA gives a party more than this.
    fn beyond(&self, most: &UtilityPoint) -> Vec<Region> {
        let a = UtilityPoint::new(most.a().clone(), self.d.b().clone());
        let b = UtilityPoint::new(self.d.a().clone(), most.b().clone());
        vec![Region::corner(&a, ABOVE_A), Region::corner(&b, ABOVE_B)]
    }

    /// Where a pair of the ZOPA has a larger product of gains, or the same one and goes before or must not be.
    fn better_products(
        &self,
        utility: &UtilityPoint,
        other: Option<&UtilityPoint>,
    ) -> Checked<Vec<Region>> {
        let gain = utility.minus(&self.d);
        let level = gain.product();
        if level.is_positive() {
            let as_good = other.is_none_or(|other| other.minus(&self.d).product() == level);
            wants(as_good, "the other solution's product is not the same")?;
            let goal = Goal::Product(level, ties(utility, other));
            return Ok(vec![Region {
                goal,
                ..Region::corner(&self.d, CLOSED)
            }]);
        }
        // One party gains nothing, so that the ZOPA has at most two efficient pairs: one at which A gains nothing, one at which B does.
        let Some(other) = other else {
            return Ok(self.beyond(utility));
        };
        let others = other.minus(&self.d);
        let apart = gain.a().is_positive() && others.b().is_positive()
            || gain.b().is_positive() && others.a().is_positive();
        let before = (gain.sum(), utility.a()) > (others.sum(), other.a());
        let second = apart && before && others.product().is_zero();
        wants(second, "the other solution does not come second")?;
        let larger = |party: usize| utility.0[party].clone().max(other.0[party].clone());
        let mut regions = self.beyond(&UtilityPoint::new(larger(0), larger(1)));
        regions.push(Region::corner(&self.d, OPEN));
        Ok(regions)
    }

    /// Where a pair has a larger smaller ratio of gain to scale, or the same one and a larger other ratio; or has both ratios
    /// exchanged, unless this pair is then the better one for A. `Some(None)`: there must be no such other pair.
    fn better_balance(
        &self,
        utility: &UtilityPoint,
        scale: &UtilityPoint,
        other: Option<Option<&UtilityPoint>>,
    ) -> Checked<Vec<Region>> {
        let gain = utility.minus(&self.d);
        let (a, b) = (gain.a() / scale.a(), gain.b() / scale.b());
        let at = |a: &Rational, b: &Rational| {
            self.d
                .plus(&UtilityPoint::new(a * scale.a(), b * scale.b()))
        };
        let (smaller, mirror) = ((&a).min(&b), at(&b, &a));
        if let Some(Some(other)) = other {
            wants(
                a > b && *other == mirror,
                "the other solution has not the same ratios",
            )?;
        }
        let (own, exchanged) = if a >= b {
            (ABOVE_A, ABOVE_B)
        } else {
            (ABOVE_B, ABOVE_A)
        };
        let mirror_loses = a < b || a > b && other == Some(None);
        Ok(vec![
            Region::corner(&at(smaller, smaller), OPEN),
            Region::corner(utility, own),
            Region::corner(&mirror, if mirror_loses { CLOSED } else { exchanged }),
        ])
    }

    /// A solution's utilities, and those of another maximiser where there is one.
    fn solution(
        &self,
        deal: &Node<'_>,
        other: &Node<'_>,
    ) -> Checked<(UtilityPoint, Option<UtilityPoint>)> {
        let (utility, other) = (
            self.inside(deal)?,
            optional(other, |other| self.inside(other))?,
        );
        wants(
            other.as_ref() != Some(&utility),
            "the other solution is worth the same",
        )?;
        Ok((utility, other))
    }

    /// What a deal is worth, once the allocation is found to be feasible and worth what is claimed.
    pub(crate) fn deal(&self, deal: &Node<'_>) -> Checked<UtilityPoint> {
        let [utility, allocation] = fields(deal, ["utility", "allocation"])?;
        let (claimed, shares) = (pair(utility)?, shares(allocation, self.scenario)?);
        let found = worth(self.scenario, self.convention, &shares)?;
        let (is, said) = (show(&found), show(&claimed));
        wants(
            claimed == found,
            &format!("a deal is worth {is}, not {said}"),
        )?;
        Ok(found)
    }

    /// What a deal in the ZOPA is worth.
    fn inside(&self, deal: &Node<'_>) -> Checked<UtilityPoint> {
        let utility = self.deal(deal)?;
        wants(utility.covers(&self.d), "a deal is below a BATNA")?;
        Ok(utility)
    }
}

/// A claim that the certificate itself says is not proved.
fn unproven(claim: &Node<'_>) -> Checked<Stated> {
    let [_, about, reason, _] = fields(claim, ["claim", "about", "reason", "weights"])?;
    let (about, reason) = (text(about)?.to_owned(), Some(text(reason)?.to_owned()));
    Ok(Stated {
        text: about,
        reason,
        ..Stated::default()
    })
}

pub(crate) fn stated(text: &str, regions: Vec<Region>) -> Checked<Stated> {
    Ok(Stated {
        text: text.to_owned(),
        regions,
        ..Stated::default()
    })
}

fn ones() -> UtilityPoint {
    UtilityPoint::new(Rational::ONE, Rational::ONE)
}

fn ties(utility: &UtilityPoint, other: Option<&UtilityPoint>) -> Ties {
    if other.is_some() {
        Ties::Better(utility.clone())
    } else {
        Ties::AllBut(utility.clone())
    }
}

pub(crate) fn wants(holds: bool, fault: &str) -> Checked<()> {
    if holds { Ok(()) } else { Err(fault.to_owned()) }
}

fn show(point: &UtilityPoint) -> String {
    format!("({}, {})", point.a(), point.b())
}

fn solved(name: &str, utility: &UtilityPoint, other: Option<&UtilityPoint>) -> String {
    let unique = if other.is_some() {
        "one of several"
    } else {
        "the only one"
    };
    format!("the {name} solution is {}, {unique}", show(utility))
}
