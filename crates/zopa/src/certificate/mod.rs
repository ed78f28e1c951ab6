//! Writing certificates: proofs of what an analysis says, for [`zopa_verify::verify`] to check (`docs/certificates.md`).
//!
//! Each claim gives allocations and, for every set of utility pairs that it says is out of reach, two weights that prove so.
//! Nothing here has to be trusted: what is written is checked before it is handed out, and again by whoever receives it.

mod claims;
mod hull;
mod single;

use std::fmt;

use serde_json::{Value, json};
use zopa_model::{Allocation, Convention, Scenario};

use crate::analysis::Analysis;
use crate::only::Only;

/// What a certificate is to hold.
#[derive(Clone, Copy, Debug)]
pub struct CertificateOptions<'a> {
    /// The text of the scenario's file, byte for byte: the certificate names its hash.
    pub source: &'a str,
    /// The steps that the proof of one region may take: what needs more is listed as unproven.
    pub steps: usize,
    /// A frontier of more pieces is listed as unproven instead of being written out.
    pub max_pieces: usize,
    /// Deals of which to prove that they are efficient, or dominated by a better one.
    pub deals: &'a [Allocation],
}

impl<'a> CertificateOptions<'a> {
    /// The default of [`Self::steps`]: a fraction of a second.
    pub const DEFAULT_STEPS: usize = 200_000;

    /// The default of [`Self::max_pieces`].
    pub const DEFAULT_MAX_PIECES: usize = 2_000;

    /// The defaults for a scenario of this text, and no deals.
    #[must_use]
    pub fn new(source: &'a str) -> Self {
        Self {
            source,
            steps: Self::DEFAULT_STEPS,
            max_pieces: Self::DEFAULT_MAX_PIECES,
            deals: &[],
        }
    }
}

/// Why there is no certificate: the checker would reject it. That is so where the text is not the analysed scenario's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateError(String);

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the certificate would not stand: {}", self.0)
    }
}

impl std::error::Error for CertificateError {}

/// The certificate of an analysis: what is proved of it, and what is not.
///
/// # Errors
/// Where the checker rejects it.
pub fn certificate(
    analysis: &Analysis,
    options: &CertificateOptions<'_>,
) -> Result<Value, CertificateError> {
    let claims = claims::all(analysis, options);
    let (scenario, convention) = (&analysis.scenario, analysis.convention);
    write(scenario, convention, claims, options)
}

/// The certificate of one solution that was found without the frontier: that it is the concept's, and the only one, or that there
/// is no ZOPA. What needs more than the search knows is listed as unproven.
///
/// # Errors
/// Where the checker rejects it.
pub fn only_certificate(
    only: &Only,
    options: &CertificateOptions<'_>,
) -> Result<Value, CertificateError> {
    let claims = single::all(only);
    write(&only.scenario, only.convention, claims, options)
}

/// The claims with what they are about, checked and sealed.
fn write(
    scenario: &Scenario,
    convention: Convention,
    claims: Vec<Value>,
    options: &CertificateOptions<'_>,
) -> Result<Value, CertificateError> {
    let parties = scenario.parties.each_ref().map(|party| party.name.as_str());
    let mut written = json!({
        "certificate": zopa_verify::VERSION,
        "scenario": scenario.id,
        "sha256": zopa_verify::sha256(options.source),
        "parties": parties,
        "convention": convention.as_str(),
        "disagreement": claims::pair(&scenario.disagreement_point()),
        "steps": options.steps,
        "claims": claims,
    });
    seal(&mut written)?;
    let verdict = zopa_verify::verify(&written.to_string(), options.source);
    if let Some(reason) = verdict.rejected {
        return Err(CertificateError(reason));
    }
    // What the checker cannot prove it need not try again.
    for claim in &verdict.unproven {
        for &region in &claim.open {
            written["claims"][claim.index]["weights"][region] = "unproven".into();
        }
    }
    seal(&mut written)?;
    Ok(written)
}

fn seal(written: &mut Value) -> Result<(), CertificateError> {
    let seal = zopa_verify::seal(&written.to_string()).map_err(CertificateError)?;
    written["seal"] = seal.into();
    Ok(())
}
