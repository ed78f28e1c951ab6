//! How far answers hold: exact intervals of every valuation and BATNA, and answers under uncertainty.

mod curve;
mod family;
mod interval;
mod intervals_file;
mod json;
mod lever;
mod mend;
mod nash;
mod probe;
mod swing;
mod uncertain;
mod zone;

use zopa::{Analysis, AnalyzeError, Completeness, Options, Stopped, analyze};
use zopa_model::{PARTIES, Rational, Scenario};

use crate::empty::{Shortfall, shortfall};
use crate::tune::Change;
use probe::Ground;

pub use curve::{Stretch, threshold_batnas, trade_off};
pub use interval::{End, Interval};
pub use intervals_file::intervals_from_json;
pub use json::sensitivity_json;
pub use lever::{Lever, Others, Quantity, levers};
pub use mend::smallest_valuation_edit;
pub use swing::{Swing, Swung};
pub use uncertain::{Intervals, Uncertain};

/// What to look at.
#[derive(Clone, Debug)]
pub struct SensitivityOptions {
    /// What a party's other valuations do when one moves.
    pub others: Others,
    /// How far numbers are moved for the swings; 1/20.
    pub step: Rational,
    /// Intervals of the numbers, for the answers under uncertainty.
    pub intervals: Option<Intervals>,
    /// Draws for the probability.
    pub draws: u64,
    /// Their seed.
    pub seed: u64,
}

impl Default for SensitivityOptions {
    fn default() -> Self {
        Self {
            others: Others::default(),
            step: Rational::new(1, 20),
            intervals: None,
            draws: 1000,
            seed: 1,
        }
    }
}

/// How the answers depend on one number.
#[derive(Clone, Debug)]
pub struct LeverReport {
    /// The party whose number it is.
    pub party: usize,
    /// Which number.
    pub quantity: Quantity,
    /// Today's value, as spelled in the file.
    pub now: Rational,
    /// Where the verdict on the ZOPA stays the same.
    pub verdict: Interval,
    /// Where today's Nash allocation goes on having the largest product of gains; `None` where there is no Nash solution or its
    /// product is 0.
    pub nash_allocation: Option<Interval>,
    /// Where the Nash deal goes on splitting the same resource, all else being assigned as today.
    pub nash_pattern: Option<Interval>,
    /// The derivatives of both parties' Nash utilities by this number; `None` where there are none.
    pub derivatives: Option<[Rational; PARTIES]>,
    /// What small moves do.
    pub swing: Swing,
}

/// How the answers about a scenario depend on its numbers.
#[derive(Clone, Debug)]
pub struct Sensitivity {
    /// Today's answers.
    pub analysis: Analysis,
    /// The options.
    pub options: SensitivityOptions,
    /// Each party's highest BATNA with which there is a ZOPA, the other's being as it is.
    pub thresholds: [Option<Rational>; PARTIES],
    /// The same for every BATNA of B.
    pub trade_off: Vec<Stretch>,
    /// Each number that can be moved: the valuations by resource and party, then the BATNAs.
    pub levers: Vec<LeverReport>,
    /// The answers under uncertainty, where intervals were given.
    pub uncertain: Option<Uncertain>,
    /// What is missing, where there is no ZOPA.
    pub shortfall: Option<Shortfall>,
}

impl Sensitivity {
    /// Where there is no ZOPA: the smallest change of one valuation that makes one; `None` where none does, or there is a ZOPA. Of
    /// equal changes the first.
    #[must_use]
    pub fn smallest_edit(&self) -> Option<Change> {
        if self.analysis.zopa.exists {
            return None;
        }
        let valuations = self.levers.iter();
        let valuations = valuations.filter(|lever| lever.quantity != Quantity::Batna);
        mend::smallest(valuations.flat_map(|lever| {
            mend::crossings(lever.party, lever.quantity, &lever.now, &lever.verdict)
        }))
    }
}

/// How the answers about a scenario depend on its valuations and BATNAs.
///
/// The intervals are exact. The cost is that of some tens of frontiers for each number.
///
/// # Errors
/// Where the scenario has no resources.
pub fn sensitivity(
    scenario: &Scenario,
    options: &Options<'_>,
    wanted: &SensitivityOptions,
) -> Result<Completeness<Sensitivity>, AnalyzeError> {
    let analysis = match analyze(scenario, options)? {
        Completeness::Complete(analysis) => analysis,
        Completeness::Stopped(stopped) => return Ok(Completeness::Stopped(stopped)),
    };
    let ground = Ground {
        convention: options.convention,
        budget: options.budget,
    };
    Ok(match of_analysis(analysis, &ground, wanted) {
        Ok(sensitivity) => Completeness::Complete(sensitivity),
        Err(stopped) => Completeness::Stopped(stopped),
    })
}

fn of_analysis(
    analysis: Analysis,
    ground: &Ground<'_>,
    wanted: &SensitivityOptions,
) -> Result<Sensitivity, Stopped> {
    let scenario = &analysis.scenario;
    let mut reports = Vec::new();
    for lever in levers(scenario, wanted.others) {
        let (_, verdict) = zone::verdict(ground, &lever)?;
        let nash = nash::stability(ground, &lever)?;
        let (allocation, pattern, derivatives) = match nash {
            None => (None, None, None),
            Some(nash) => (Some(nash.allocation), Some(nash.pattern), nash.derivatives),
        };
        reports.push(LeverReport {
            party: lever.party,
            quantity: lever.quantity,
            now: lever.spelled(&lever.now),
            verdict: verdict.map(|value| lever.spelled(value)),
            nash_allocation: allocation,
            nash_pattern: pattern,
            derivatives,
            swing: swing::swing(ground, &lever, &wanted.step)?,
        });
    }
    let uncertain = match &wanted.intervals {
        None => None,
        Some(known) => Some(uncertain::uncertain(
            ground,
            scenario,
            known,
            wanted.draws,
            wanted.seed,
        )?),
    };
    Ok(Sensitivity {
        thresholds: threshold_batnas(&analysis),
        trade_off: trade_off(&analysis),
        shortfall: shortfall(&analysis),
        options: wanted.clone(),
        levers: reports,
        uncertain,
        analysis,
    })
}
