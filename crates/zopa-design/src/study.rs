//! A scenario with everything that several questions about it need, computed once.

use zopa::{Analysis, AnalyzeError, Completeness, LatentValue, Options, analyze, latent_value};
use zopa_model::{Rational, Scenario};

/// A scenario's analysis with the value of its latent resources.
#[derive(Clone, Debug)]
pub struct Study {
    /// Frontier, ZOPA and solutions of the full game.
    pub analysis: Analysis,
    /// The value of latent resources; `None` where the scenario has none, or more than their exact value is computed for.
    pub latent: Option<LatentValue>,
}

impl Study {
    /// Studies a scenario. The cost is that of its frontier, times 2^k for k latent resources.
    ///
    /// # Errors
    /// Where the scenario has nothing to agree on.
    pub fn of(
        scenario: &Scenario,
        options: &Options<'_>,
    ) -> Result<Completeness<Self>, AnalyzeError> {
        let analysis = match analyze(scenario, options)? {
            Completeness::Complete(analysis) => analysis,
            Completeness::Stopped(stopped) => return Ok(Completeness::Stopped(stopped)),
        };
        let latent = match latent_value(scenario, options) {
            Ok(Completeness::Complete(latent)) => latent,
            Ok(Completeness::Stopped(stopped)) => return Ok(Completeness::Stopped(stopped)),
            Err(AnalyzeError::TooManyLatent(_)) => None,
            Err(error) => return Err(error),
        };
        Ok(Completeness::Complete(Self { analysis, latent }))
    }

    /// What revealing every latent resource adds to the ZOPA's margin, at least 0; `None` where none was valued.
    #[must_use]
    pub fn latent_worth(&self) -> Option<Rational> {
        let latent = self.latent.as_ref()?;
        Some(&self.analysis.zopa.margin - &latent.known_only_zopa.margin)
    }

    /// Is there a ZOPA, but none while the latent resources are hidden?
    pub(crate) fn needs_revelation(&self) -> bool {
        let hidden = self.latent.as_ref().map(|latent| &latent.known_only_zopa);
        self.analysis.zopa.exists && hidden.is_some_and(|zopa| !zopa.exists)
    }

    /// Per party, how much it can gain inside the ZOPA; `None` where that is empty.
    #[must_use]
    pub fn widths(&self) -> Option<[Rational; 2]> {
        let ideal = self.analysis.zopa.ideal.as_ref()?;
        Some(ideal.minus(&self.analysis.disagreement).0)
    }
}
