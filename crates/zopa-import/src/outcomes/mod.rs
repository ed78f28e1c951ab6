//! What was agreed: records of negotiations as scenarios and runs.

/// Scenarios, and the runs on them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// Each scenario's id and the text of its file.
    pub scenarios: Vec<(String, String)>,
    /// The runs, a line of JSON each.
    pub runs: String,
}
