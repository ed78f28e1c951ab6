//! A scored run, as far as a summary needs it.

/// The five category scores of the benchmark with their weights in percent, in the order of [`Scored::categories`].
pub const CATEGORIES: [(&str, u32); 5] = [
    ("cooperative", 25),
    ("resolution", 25),
    ("hidden_revelations", 20),
    ("commitment_symmetry", 15),
    ("mediator_quality", 15),
];

/// A scored run.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// The run's own fields that were asked for, in that order: a text as it is, a number as it was spelled.
    pub fields: Vec<Option<String>>,
    /// What came of it.
    pub outcome: Outcome,
    /// The category scores, 0 to 100, where the run carries all of them.
    pub categories: Option<[f64; 5]>,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It could not be scored, for the reason with this code.
    Invalid(String),
    /// Its score.
    Valid(Measures),
}

/// The fields of a score, as in `docs/semantics.md`, section 3; both parties' in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Measures {
    /// How burdens count.
    pub convention: String,
    /// Was there a deal?
    pub deal: bool,
    /// Of no deal: was it the right outcome?
    pub justified: bool,
    /// Is the outcome Pareto efficient?
    pub pareto_efficient: bool,
    /// What the parties gained over their BATNAs.
    pub gain: [f64; 2],
    /// What each could have had in addition.
    pub left_on_table: [f64; 2],
    /// What both could have had in addition.
    pub pareto_gap: f64,
    /// The headline, 0 to 100.
    pub value_efficiency: f64,
    /// The gains' sum relative to the largest in the ZOPA.
    pub joint_gain_ratio: Option<f64>,
    /// How far from the Nash solution.
    pub nash_distance: Option<f64>,
    /// The first party's part of both gains.
    pub share_of_surplus: Option<f64>,
    /// What papers count, where the run was scored with their measures.
    pub of_papers: OfPapers,
}

/// Measures as two papers define them, see `docs/semantics.md`; `None` where a run was not scored with them or they say nothing of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct OfPapers {
    /// Lewis et al. 2017: is the deal Pareto efficient? Nothing of no deal.
    pub lewis_pareto: Option<bool>,
    /// Hua et al. 2024: is there a deal, and is it Pareto efficient?
    pub hua_pareto: Option<bool>,
    /// Hua et al. 2024: is there a deal, and is it envy-free?
    pub hua_envy_free: Option<bool>,
    /// Hua et al. 2024: both.
    pub hua_both: Option<bool>,
}

/// Why a record is of no use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is a run without a score.
    NotScored,
    /// It cannot be read as a scored run, for this reason.
    Broken(String),
}

/// Today's composite of category scores: their mean, weighted as in [`CATEGORIES`].
#[must_use]
pub fn composite(categories: &[f64; 5]) -> f64 {
    let weighted = categories.iter().zip(CATEGORIES);
    let sum: f64 = weighted
        .map(|(score, (_, weight))| score * f64::from(weight))
        .sum();
    sum / 100.0
}
