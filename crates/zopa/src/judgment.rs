//! Judging a scenario file, with the findings that need the solver.

use zopa_model::{
    Checked, Code, Convention, Diagnostic, NearestFloat, Rational, Scenario, UtilityPoint,
};
use zopa_solve::single::{Outcome, solve_one};
use zopa_solve::{Budget, Concept, Game};

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
    // Raising all utilities by a constant is lowering the BATNAs by it.
    let d = scenario.disagreement_point();
    let game = game(scenario, Convention::Signed, |_| true);
    let (signed, avoided) = (margin(&game, &d)?, margin(&game, &d.minus(&burdens))?);
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

/// The ZOPA's margin, without a frontier; `None` in the rare case that it takes more than the default budget.
fn margin(game: &Game, disagreement: &UtilityPoint) -> Option<Rational> {
    match solve_one(game, Concept::Egalitarian, disagreement, &Budget::default()) {
        Outcome::Solved { deal, .. } | Outcome::Empty { closest: deal, .. } => {
            Some(deal.gain.smaller().clone())
        }
        Outcome::BestFound { .. } => None,
    }
}
