//! Judging a scenario file, with the findings that need the solver.

use zopa_model::Checked;

/// Judges the text of a scenario file: every finding of [`zopa_model::check`].
#[must_use]
pub fn check(text: &str) -> Checked {
    zopa_model::check(text)
}
