//! What a summary tells.

use zopa_stats::Bootstrap;

use crate::composite::Composite;
use crate::figures::Figures;
use crate::lift::Lift;
use crate::plane::Plane;
use crate::row::Counts;
use crate::settings::{Baseline, PairTest};

/// A summary of scored runs. It does not depend on the order of the runs, nor on the number of threads.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The fields that make a group.
    pub by: Vec<String>,
    /// How burdens count; `None` if every run is invalid.
    pub convention: Option<String>,
    /// What was drawn: runs, or the clusters by this field.
    pub cluster: Option<String>,
    /// How intervals were found.
    pub bootstrap: Bootstrap,
    /// How near to the Nash solution counts as being at it.
    pub nbs_distance: f64,
    /// The groups, by their keys: numbers by size, then texts, then what is missing.
    pub groups: Vec<Group>,
    /// All runs together.
    pub all: Group,
    /// The comparison with a baseline, if it was asked for.
    pub comparison: Option<Comparison>,
    /// The composite, if it was asked for.
    pub composite: Option<Composite>,
    /// The runs on the normalised plane, if they were asked for.
    pub plane: Option<Plane>,
    /// What a reader should know, in sentences.
    pub notes: Vec<String>,
}

/// A group of runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The values of the fields in [`Report::by`]; `None` where a run has no such field.
    pub key: Vec<Option<String>>,
    /// Its counts.
    pub counts: Counts,
    /// How many clusters its negotiations are from, if clusters are drawn.
    pub clusters: Option<usize>,
    /// Its figures; `None` for fewer negotiations than [`MIN_NEGOTIATIONS`](crate::MIN_NEGOTIATIONS).
    pub figures: Option<Figures>,
}

/// Groups compared with a baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The baseline.
    pub baseline: Baseline,
    /// The fields by which pairs are made.
    pub pair_by: Vec<String>,
    /// How differences are tested.
    pub test: PairTest,
    /// The groups that are not baselines themselves.
    pub lifts: Vec<Lift>,
}
