//! What is asked of a summary.

use zopa_stats::Bootstrap;

/// What is asked of a summary. Fields are named as runs have them; `a.b` is the field `b` within `a`.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The fields that make a group: runs with the same values in all of them. None: one group.
    pub by: Vec<String>,
    /// Runs with the same value of this field are drawn together; else each run is drawn by itself.
    pub cluster: Option<String>,
    /// What groups are compared with.
    pub baseline: Option<Baseline>,
    /// The fields in which two runs must agree to be a pair.
    pub pair_by: Vec<String>,
    /// How paired differences are tested.
    pub test: PairTest,
    /// How intervals are found; with 0 replicates only those of rates are.
    pub bootstrap: Bootstrap,
    /// A deal so far from the Nash solution, in utilities, still counts as being at it. 0 is exactly at it.
    pub nbs_distance: f64,
    /// The composite score, if it is asked for.
    pub composite: Option<CompositeSettings>,
    /// Keep the normalised gains of runs, to be drawn.
    pub points: bool,
}

/// The value of one of the fields that make a group. Groups with another value are compared with the group that has this
/// one and agrees in the other fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Baseline {
    /// The field.
    pub field: String,
    /// Its value.
    pub value: String,
}

/// How paired differences are tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairTest {
    /// By the ranks of their sizes.
    Wilcoxon,
    /// By their signs.
    Sign,
}

impl PairTest {
    /// Its name in output.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Wilcoxon => "wilcoxon",
            Self::Sign => "sign",
        }
    }
}

/// What is asked about the composite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompositeSettings {
    /// The weight that value efficiency would have, 0 to 1; the other five share the rest as they do today.
    pub value_efficiency_weight: Option<f64>,
}
