//! A scenario's frontier with one number moved.

use zopa::{Completeness, Frontier, Solution, Spot, Stopped, certified_allocation, game};
use zopa_model::{Allocation, Convention, Rational, Scenario, UtilityPoint};
use zopa_solve::Budget;
use zopa_solve::concepts::nash;
use zopa_solve::judge::best_for;

use super::lever::{Lever, Line};

/// What probing needs to know.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'b> {
    pub(crate) convention: Convention,
    pub(crate) budget: Budget<'b>,
}

/// The frontier at one value of a lever.
pub(crate) struct Probe {
    scenario: Scenario,
    convention: Convention,
    pub(crate) frontier: Frontier,
    pub(crate) d: UtilityPoint,
}

impl Ground<'_> {
    /// The frontier with the lever at `to`.
    pub(crate) fn probe(&self, lever: &Lever<'_>, to: &Rational) -> Result<Probe, Stopped> {
        let scenario = lever.moved(to);
        let game = game(&scenario, self.convention, |_| true);
        match Frontier::of(&game, &self.budget) {
            Completeness::Complete(frontier) => Ok(Probe {
                scenario,
                convention: self.convention,
                frontier,
                d: lever.disagreement(to),
            }),
            Completeness::Stopped(stopped) => Err(stopped),
        }
    }
}

impl Probe {
    pub(crate) fn nash(&self) -> Option<Solution> {
        nash(&self.frontier, &self.d)
    }

    pub(crate) fn allocation(&self, spot: &Spot) -> Allocation {
        certified_allocation(
            &self.scenario,
            self.convention,
            |_| true,
            &self.frontier.agreement(spot),
            &self.frontier.utility(spot),
        )
    }

    /// The most that the lever's party can gain while the other one gets at least its BATNA, as a number and as the line of the
    /// allocation that attains it; `None` where the other cannot get its BATNA.
    pub(crate) fn most(&self, lever: &Lever<'_>) -> Option<(Rational, Line)> {
        let party = lever.party;
        let spot = best_for(&self.frontier, party, &self.d.0[1 - party])?;
        let gain = &self.frontier.utility(&spot).0[party] - &self.d.0[party];
        let line = lever.gain(&self.allocation(&spot), self.convention);
        Some((gain, line))
    }
}
