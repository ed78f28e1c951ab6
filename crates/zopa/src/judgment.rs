//! Judging a scenario file, with the findings that need the solver.

use zopa_model::{Checked, Code, Convention, Diagnostic, NearestFloat, Rational, Scenario};
use zopa_solve::{Budget, Completeness, Frontier, margin};

use crate::lower::game;

/// Judges the text of a scenario file: every finding of [`zopa_model::check()`], and where the file has burdens and no errors, a
/// warning if the two conventions disagree on whether a ZOPA exists.
#[must_use]
pub fn check(text: &str) -> Checked {
    let mut checked = zopa_model::check(text);
    let warning = checked.scenario.as_ref().and_then(convention_decides_zopa);
    if let (Some(warning), Some(scenario)) = (warning, &mut checked.scenario) {
        checked.diagnostics.insert(0, warning.clone());
        scenario.warnings.insert(0, warning);
    }
    checked
}

fn convention_decides_zopa(scenario: &Scenario) -> Option<Diagnostic> {
    let burdens = scenario.shift(Convention::Avoided);
    if burdens.a().is_zero() && burdens.b().is_zero() {
        return None;
    }
    // A scenario whose frontier is beyond the default budget is not analysed either, and says so there.
    let Completeness::Complete(frontier) = Frontier::of(
        &game(scenario, Convention::Signed, |_| true),
        &Budget::default(),
    ) else {
        return None;
    };
    let d = scenario.disagreement_point();
    // Raising all utilities by a constant is lowering the BATNAs by it.
    let (signed, avoided) = (margin(&frontier, &d), margin(&frontier, &d.minus(&burdens)));
    let exists = |margin: &Rational| if margin.is_negative() { "none" } else { "one" };
    (signed.is_negative() != avoided.is_negative()).then(|| Diagnostic {
        code: Code::ConventionDecidesZopa,
        severity: Code::ConventionDecidesZopa.severity(),
        message: format!(
            "whether a ZOPA exists depends on how burdens count: {} in the `signed` convention (margin {}), {} in the \
             `avoided` one (margin {})",
            exists(&signed),
            signed.to_f64(),
            exists(&avoided),
            avoided.to_f64(),
        ),
        help: Some(
            "state the BATNAs in the convention that is meant, a burden borne counting negative (`signed`) or a burden escaped \
             counting positive (`avoided`), and analyse with it"
                .to_owned(),
        ),
        at: String::new(),
        span: 0..0,
    })
}
