//! How near to efficient an outcome is, as a radius and as an area.

use zopa_model::Rational;
use zopa_solve::judge::{area_of_improvement, radial_stretch};

use crate::analysis::Analysis;
use crate::score::Score;

/// How near to efficient. Both compare with the BATNAs; no deal has neither.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Efficiency {
    /// The part that the gains are of the largest feasible gains in the same proportion, in (0, 1]. `None` where a gain is
    /// below 0 or both are 0.
    ///
    /// Source: M. J. Farrell, "The measurement of productive efficiency", Journal of the Royal Statistical Society A 120 (1957).
    pub radial: Option<Rational>,
    /// Of the pairs that are comparable, the part that is no better than this one, in [0, 1]: the area between the disagreement
    /// point and this pair over itself plus the area of feasible improvements. `None` where a gain is below 0 or both areas
    /// are 0.
    ///
    /// Source: T. Tripp, H. Sondak, "An evaluation of dependent variables in experimental negotiation studies: impasse rates and
    /// Pareto efficiency", Organizational Behavior and Human Decision Processes 51 (1992); areas in place of their counts.
    pub tripp_sondak: Option<Rational>,
}

impl Efficiency {
    pub(super) fn of(analysis: &Analysis, score: &Score) -> Self {
        let frontier = &analysis.frontier;
        let stretch = radial_stretch(frontier, &analysis.disagreement, &score.utility);
        Self {
            radial: stretch.and_then(|stretch| Rational::ONE.checked_div(&stretch)),
            tripp_sondak: if score.individually_rational {
                let inferior = score.gain.product();
                let superior = area_of_improvement(frontier, &score.utility);
                inferior.checked_div(&(&inferior + &superior))
            } else {
                None
            },
        }
    }
}
