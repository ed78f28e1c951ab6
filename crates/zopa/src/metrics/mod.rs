//! Measures that other programs and papers report, beside the score: each under the name of whoever defines it, so that no two
//! meanings share a word. Exact definitions with their sources: `docs/semantics.md`, section 3.
//!
//! [`Yardsticks`] hold what is the same for all runs of a scenario; [`Analysis::metrics`] judges one run by them.

mod efficiency;
mod fairness;
mod integrative;
mod json;
mod negmas;
mod published;

use zopa_model::Agreement;

use crate::analysis::Analysis;
use crate::score::Score;

pub use efficiency::Efficiency;
pub use fairness::Fairness;
pub use integrative::Integrative;
pub use json::metrics_json;
pub use negmas::Negmas;
pub use published::{Hua, Lewis};

/// Who defines a set of measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Namespace {
    /// The program NegMAS, 0.16: [`Negmas`].
    Negmas,
    /// Lewis et al. 2017, rates over deals: [`Lewis`].
    Lewis,
    /// Hua et al. 2024, rates over all negotiations: [`Hua`].
    Hua,
    /// Fair division, and indices of inequality: [`Fairness`].
    Fairness,
    /// Value created and claimed, compromise and logrolling: [`Integrative`].
    Integrative,
    /// How near to efficient: [`Efficiency`].
    Efficiency,
}

impl Namespace {
    /// Every namespace, in the order of the output.
    pub const ALL: [Self; 6] = [
        Self::Negmas,
        Self::Lewis,
        Self::Hua,
        Self::Fairness,
        Self::Integrative,
        Self::Efficiency,
    ];

    /// The name in the output: `negmas`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Negmas => "negmas",
            Self::Lewis => "lewis",
            Self::Hua => "hua",
            Self::Fairness => "fairness",
            Self::Integrative => "integrative",
            Self::Efficiency => "efficiency",
        }
    }
}

/// What the wanted measures need to know of a scenario, once for all its runs.
#[derive(Clone, Debug)]
pub struct Yardsticks {
    negmas: Option<negmas::Targets>,
    lewis: bool,
    hua: bool,
    fairness: Option<fairness::Ranges>,
    integrative: Option<integrative::Baseline>,
    efficiency: bool,
}

/// The measures of one run; `None` where they were not asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Metrics {
    /// Distances as NegMAS turns them into optimality.
    pub negmas: Option<Negmas>,
    /// Counted over deals.
    pub lewis: Option<Lewis>,
    /// Counted over all negotiations.
    pub hua: Option<Hua>,
    /// Fair division, and indices of inequality.
    pub fairness: Option<Fairness>,
    /// Value created and claimed.
    pub integrative: Option<Integrative>,
    /// How near to efficient.
    pub efficiency: Option<Efficiency>,
}

impl Yardsticks {
    /// The yardsticks of these namespaces for an analysed scenario. Linear in the frontier's pieces for `negmas`, in the
    /// resources for the others.
    #[must_use]
    pub fn of(analysis: &Analysis, namespaces: &[Namespace]) -> Self {
        let wants = |namespace| namespaces.contains(&namespace);
        Self {
            negmas: wants(Namespace::Negmas).then(|| negmas::Targets::of(analysis)),
            lewis: wants(Namespace::Lewis),
            hua: wants(Namespace::Hua),
            fairness: wants(Namespace::Fairness).then(|| fairness::Ranges::of(analysis)),
            integrative: wants(Namespace::Integrative).then(|| integrative::Baseline::of(analysis)),
            efficiency: wants(Namespace::Efficiency),
        }
    }
}

impl Analysis {
    /// Measures one run, whose score is at hand. The yardsticks are those of this analysis.
    #[must_use]
    pub fn metrics(
        &self,
        yardsticks: &Yardsticks,
        agreement: &Agreement,
        score: &Score,
    ) -> Metrics {
        Metrics {
            negmas: yardsticks
                .negmas
                .as_ref()
                .map(|targets| targets.measure(self, score)),
            lewis: yardsticks.lewis.then(|| Lewis::of(score)),
            hua: yardsticks.hua.then(|| Hua::of(self, agreement, score)),
            fairness: yardsticks
                .fairness
                .as_ref()
                .map(|ranges| ranges.measure(self, agreement, score)),
            integrative: yardsticks
                .integrative
                .as_ref()
                .map(|baseline| baseline.measure(score)),
            efficiency: yardsticks.efficiency.then(|| Efficiency::of(self, score)),
        }
    }
}
