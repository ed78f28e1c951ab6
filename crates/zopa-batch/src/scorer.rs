//! One scenario, ready to score any number of runs.

use std::cell::RefCell;
use std::sync::OnceLock;

use serde_json::Value;
use zopa::metrics::{Namespace, Yardsticks};
use zopa::{
    Agreement, Analysis, Concept, NearestFloat as _, Numbers, PARTIES, Rational, Run, RunError,
    Spot, Status, UtilityPoint, allocation_json,
};

use crate::deal::{Desk, Worths};
use crate::figures::{At, Better, Figures, Witness, write_json};
use crate::float::{quotient, root};
use crate::outline::{Fraction, Outline, Place, lcm, parts, wide};
use crate::pattern::Patterns;
use crate::scan::Look;
use crate::seek::Best;

/// A scenario that was analysed, ready to score runs: exactly, and fast where the numbers fit machine integers (they do in any ordinary
/// scenario). It may be shared by threads.
#[derive(Debug)]
pub struct Scorer {
    analysis: Analysis,
    /// What the fast way needs; `None` where numbers are too large for it.
    fast: Option<Fast>,
    /// What the measures beside the score need, from the first run on.
    yardsticks: OnceLock<Yardsticks>,
    /// What a run without a deal is answered; the same for all.
    no_deal: OnceLock<(Figures, String)>,
}

#[derive(Debug)]
struct Fast {
    outline: Outline,
    worths: Worths,
    patterns: Patterns,
    disagreement: Place,
    /// The utilities of the solutions, scaled, by [`Concept::ALL`].
    solutions: [Option<Target>; 4],
    /// The Nash solution's product of gains, scaled.
    nash_product: Option<(i128, i128)>,
    /// The largest sum of gains, scaled.
    most_gain: Option<(i128, i128)>,
}

/// A pair of utilities, scaled, of which the distance is wanted.
#[derive(Debug)]
struct Target {
    exact: UtilityPoint,
    /// The same in machine integers, if it fits.
    place: Option<Place>,
}

/// The quotient of two products.
struct Ratio<const N: usize, const M: usize>([i128; N], [i128; M]);

impl<const N: usize, const M: usize> Ratio<N, M> {
    /// Both products, if they fit; else as a fraction.
    fn parts(&self) -> Result<(i128, i128), Rational> {
        let product = |factors: &[i128]| {
            let mut factors = factors.iter();
            factors.try_fold(1i128, |product, &factor| product.checked_mul(factor))
        };
        product(&self.0).zip(product(&self.1)).ok_or_else(|| {
            let product = |factors: &[i128]| {
                let factors = factors.iter().map(|&factor| Rational::from(factor));
                factors.fold(Rational::ONE, |product, factor| product * factor)
            };
            product(&self.0) / product(&self.1)
        })
    }

    fn float(&self) -> f64 {
        match self.parts() {
            Ok((num, den)) => quotient(num, den),
            Err(exact) => exact.to_f64(),
        }
    }

    fn root(&self) -> f64 {
        match self.parts() {
            Ok((num, den)) => root(num, den),
            Err(exact) => exact.sqrt_to_f64(),
        }
    }
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

impl Scorer {
    /// Makes an analysis ready. About as dear as the analysis itself, and linear in the frontier's pieces.
    #[must_use]
    pub fn new(analysis: Analysis) -> Self {
        Self {
            fast: Fast::of(&analysis),
            analysis,
            yardsticks: OnceLock::new(),
            no_deal: OnceLock::new(),
        }
    }

    /// The scenario's analysis.
    #[must_use]
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// What these measures need, computed once. The namespaces are always the same.
    pub(crate) fn yardsticks(&self, namespaces: &[Namespace]) -> &Yardsticks {
        self.yardsticks
            .get_or_init(|| Yardsticks::of(&self.analysis, namespaces))
    }

    /// Scores what a run agreed on, in exact fractions.
    ///
    /// # Errors
    /// The first fault of the run's allocation.
    pub fn score(&self, run: &Run<'_>) -> Result<Figures, RunError> {
        let agreement = run.agreement(&self.analysis.scenario)?;
        Ok(match agreement {
            Agreement::NoDeal => self.no_deal().0.clone(),
            Agreement::Deal { .. } => {
                Figures::of(&self.analysis.scenario, &self.analysis.score(&agreement))
            }
        })
    }

    /// Scores the `allocation` at which the look stands in machine integers. `None` for what is unusual or wrong; [`Self::score`]
    /// judges it then.
    pub(crate) fn score_quickly(&self, allocation: &mut Look<'_>) -> Option<Figures> {
        if allocation.peek()? == b'n' {
            allocation.word(b"null")?;
            return Some(self.no_deal().0.clone());
        }
        let fast = self.fast.as_ref()?;
        DESK.with_borrow_mut(|desk| {
            let at = fast.worths.price(allocation, desk)?;
            let mut figures = fast.figures(&self.analysis, at)?;
            figures.assumed.extend_from_slice(&desk.assumed);
            Some(figures)
        })
    }

    /// Appends a score as it stands under `zopa` in the output.
    pub fn write_json(&self, figures: &Figures, out: &mut Vec<u8>) {
        if figures.status == Status::NoDeal {
            out.extend_from_slice(self.no_deal().1.as_bytes());
            return;
        }
        self.write_afresh(figures, out);
    }

    fn write_afresh(&self, figures: &Figures, out: &mut Vec<u8>) {
        write_json(
            figures,
            out,
            |out| self.write_assumed(&figures.assumed, out),
            |place, out| self.write_allocation(place, out),
        );
    }

    /// An efficient allocation as `{resource: {party: share, party: share}}`.
    #[must_use]
    pub fn allocation(&self, place: &Witness) -> String {
        let mut out = Vec::new();
        self.write_allocation(place, &mut out);
        String::from_utf8(out).unwrap_or_default()
    }

    fn write_allocation(&self, Witness(at): &Witness, out: &mut Vec<u8>) {
        match at {
            At::Written(text) => out.extend_from_slice(text.as_bytes()),
            At::Piece(piece, shares) => {
                if let Some(fast) = &self.fast {
                    fast.patterns.write(&self.analysis, *piece, *shares, out);
                }
            }
        }
    }

    fn write_assumed(&self, assumed: &[(usize, usize)], out: &mut Vec<u8>) {
        let scenario = &self.analysis.scenario;
        for (place, &(resource, party)) in assumed.iter().enumerate() {
            out.push(if place == 0 { b'{' } else { b',' });
            let [id, name] = [
                &scenario.resources[resource].id,
                &scenario.parties[party].name,
            ]
            .map(|name| Value::from(name.as_str()).to_string());
            out.extend_from_slice(id.as_bytes());
            out.push(b':');
            out.extend_from_slice(name.as_bytes());
        }
        out.push(b'}');
    }

    fn no_deal(&self) -> &(Figures, String) {
        self.no_deal.get_or_init(|| {
            let score = self.analysis.score(&Agreement::NoDeal);
            let figures = Figures::of(&self.analysis.scenario, &score);
            let mut out = Vec::new();
            self.write_afresh(&figures, &mut out);
            (figures, String::from_utf8(out).unwrap_or_default())
        })
    }
}

impl Fast {
    fn of(analysis: &Analysis) -> Option<Self> {
        if !analysis.scenario.issues.is_empty() {
            // terms are no shares
            return None;
        }
        let d = &analysis.disagreement;
        let own = analysis.frontier.common_denominator();
        let (own, _) = parts(&own)?;
        let scale = lcm(lcm(own, parts(d.a())?.1)?, parts(d.b())?.1)?;
        let scaled = Rational::from(scale);
        let disagreement = Place::of(d, scale)?;
        let solutions = Concept::ALL.map(|concept| {
            let utility = &analysis.solution(concept)?.utility;
            Some(Target {
                exact: UtilityPoint(utility.0.each_ref().map(|value| value * &scaled)),
                place: Place::of(utility, scale),
            })
        });
        let outline = Outline::of(&analysis.frontier, scale)?;
        let nash = analysis.solution(Concept::Nash);
        let most = analysis.solution(Concept::Utilitarian);
        Some(Self {
            worths: Worths::of(&analysis.scenario, analysis.convention, scale)?,
            patterns: Patterns::new(analysis.frontier.len(), scale),
            outline,
            disagreement,
            solutions,
            nash_product: match nash {
                Some(nash) => Some((nash.product() * scaled.square()).small_parts()?),
                None => None,
            },
            most_gain: match most {
                Some(most) => Some((most.gain.sum() * &scaled).small_parts()?),
                None => None,
            },
        })
    }

    /// The figures of a deal at a place. `None` where a number is too large for the searches.
    fn figures(&self, analysis: &Analysis, at: Place) -> Option<Figures> {
        let outline = &self.outline;
        let asked = outline.ask(at)?;
        let unit = i128::from(outline.scale);
        let own = i128::from(at.den);
        let gain = [0, 1].map(|party| at.above(&self.disagreement, party));
        let individually_rational = gain[0] >= 0 && gain[1] >= 0;
        let additions = [0, 1].map(|party| outline.addition(&asked, party));
        let pareto_efficient = !outline.is_dominated(&asked, additions[1]);
        let dominated_by = if pareto_efficient {
            None
        } else {
            Some(self.better(analysis, &outline.best(&asked)?))
        };
        let at_least_0 = |value: Option<Fraction>| match value {
            Some(Fraction { num, den }) if num > 0 => Ratio([num], [den, unit]).float(),
            _ => 0.0,
        };
        let (nash_ratio, efficiency) = self.nash_ratio(gain, own, pareto_efficient);
        let distance_frontier = if pareto_efficient {
            0.0
        } else {
            let Fraction { num, den } = outline.nearest(&asked)?;
            Ratio([num], [den, unit, unit]).root()
        };
        let sum = gain[0] + gain[1];
        Some(Figures {
            convention: analysis.convention,
            status: Status::Deal,
            assumed: Vec::new(),
            utility: at
                .utility
                .map(|utility| quotient(utility.into(), own * unit)),
            gain: gain.map(|gain| quotient(gain, own * unit)),
            individually_rational,
            pareto_efficient,
            dominated_by,
            pareto_gap: at_least_0(Some(outline.gap(&asked))),
            left_on_table: additions.map(at_least_0),
            nash_ratio,
            value_efficiency: efficiency,
            joint_gain_ratio: self
                .most_gain
                .filter(|(most, _)| *most != 0)
                .map(|(most, den)| Ratio([sum, den], [own, most]).float()),
            distance_frontier,
            distance_solutions: self
                .solutions
                .each_ref()
                .map(|target| target.as_ref().map(|target| self.distance(&at, target))),
            share_of_surplus: (individually_rational && sum > 0).then(|| quotient(gain[0], sum)),
            impasse: None,
        })
    }

    /// The deal's `nash_ratio`, and 100 times its square root.
    fn nash_ratio(&self, gain: [i128; PARTIES], own: i128, efficient: bool) -> (f64, f64) {
        match self.nash_product {
            Some((0, _)) if gain[0] >= 0 && gain[1] >= 0 && efficient => (1.0, 100.0),
            Some((product, den)) if product != 0 && gain[0] >= 0 && gain[1] >= 0 => {
                let over = [own, own, product];
                (
                    Ratio([gain[0], gain[1], den], over).float(),
                    Ratio([gain[0], gain[1], den, 10_000], over).root(),
                )
            }
            _ => (0.0, 0.0),
        }
    }

    fn distance(&self, at: &Place, target: &Target) -> f64 {
        let unit = i128::from(self.outline.scale);
        let near = target.place.and_then(|other| {
            let [a, b] = [0, 1].map(|party| at.above(&other, party));
            let square = a.checked_mul(a)?.checked_add(b.checked_mul(b)?)?;
            let den = wide(at.den, other.den).checked_mul(unit)?;
            Some(root(square, den.checked_mul(den)?))
        });
        near.unwrap_or_else(|| {
            let off = [0, 1].map(|party| {
                Rational::new(at.utility[party].into(), at.den.into()) - &target.exact.0[party]
            });
            let square = off[0].square() + off[1].square();
            (square / Rational::from(unit).square()).sqrt_to_f64()
        })
    }

    fn better(&self, analysis: &Analysis, best: &Best) -> Better {
        let unit = i128::from(self.outline.scale);
        let float = |value: &Fraction| Ratio([value.num], [value.den, unit]).float();
        let at = match self.patterns.shares(analysis, best.piece, &best.utility[0]) {
            Some(shares) => At::Piece(best.piece, shares),
            None => At::Written(self.written(analysis, best)),
        };
        Better {
            utility: best.utility.each_ref().map(float),
            gain: best.gain.each_ref().map(float),
            allocation: Witness(at),
        }
    }

    /// The allocation at a place on a piece that moves several resources at once.
    fn written(&self, analysis: &Analysis, best: &Best) -> String {
        let piece = analysis.frontier.piece(best.piece);
        let Fraction { num, den } = best.utility[0];
        let utility = Rational::new(num, den) / Rational::from(self.outline.scale);
        let along = (&utility - piece.from.a()).checked_div(&(piece.to.a() - piece.from.a()));
        let allocation = analysis.allocation(&Spot {
            piece: best.piece,
            along: along.unwrap_or(Rational::ZERO),
        });
        allocation_json(&analysis.scenario, &allocation, Numbers::Nearest).to_string()
    }
}
