//! Writing certificates: proofs of what an analysis says, for [`zopa_verify::verify`] to check (`docs/certificates.md`).
//!
//! Each claim gives allocations and, for every set of utility pairs that it says is out of reach, two weights that prove so.
//! Nothing here has to be trusted: what is written is checked before it is handed out, and again by whoever receives it.

mod claims;
mod hull;
mod second;
mod single;

use std::fmt;

use serde_json::Value;
use zopa_model::{Allocation, Convention, PARTIES, Rational, Scenario, UtilityPoint};
use zopa_verify::Region;
use zopa_verify::format::{Certificate, Claim, Deal, Exact, Pair, Says, pair};

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
    /// Answers that come with the certificate and have no short proof: what is said, and why that is listed as unproven.
    pub unproven: &'a [(&'a str, &'a str)],
}

impl<'a> CertificateOptions<'a> {
    /// The default of [`Self::steps`]: a fraction of a second.
    pub const DEFAULT_STEPS: usize = 200_000;

    /// The default of [`Self::max_pieces`].
    pub const DEFAULT_MAX_PIECES: usize = 2_000;

    /// The defaults for a scenario of this text, and nothing else.
    #[must_use]
    pub fn new(source: &'a str) -> Self {
        Self {
            source,
            steps: Self::DEFAULT_STEPS,
            max_pieces: Self::DEFAULT_MAX_PIECES,
            deals: &[],
            unproven: &[],
        }
    }
}

/// Why there is no certificate: the checker would reject it. That is so where the text is not the analysed scenario's, and where a
/// BATNA has more digits than a number in a certificate.
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
    write(&analysis.scenario, analysis.convention, claims, options)
}

/// The certificate of one solution that was found without the frontier: that it is the concept's, or that there is no ZOPA. What
/// needs more than the search knows is listed as unproven.
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
    claims: Vec<Claim>,
    options: &CertificateOptions<'_>,
) -> Result<Value, CertificateError> {
    let disagreement = pair(&scenario.disagreement_point());
    if !is_short(&disagreement) {
        let reason = "a BATNA has more digits than a certificate may hold";
        return Err(CertificateError(reason.to_owned()));
    }
    let mut written = Certificate {
        certificate: zopa_verify::VERSION,
        scenario: scenario.id.clone(),
        sha256: zopa_verify::sha256(options.source),
        parties: scenario.parties.each_ref().map(|party| party.name.clone()),
        convention: convention.as_str().to_owned(),
        disagreement,
        steps: options.steps,
        claims,
        seal: String::new(),
    };
    let verdict = zopa_verify::verify(&sealed(&mut written)?, options.source);
    if let Some(reason) = verdict.rejected {
        return Err(CertificateError(reason));
    }
    // What the checker cannot prove it need not try again.
    for claim in &verdict.unproven {
        for &region in &claim.open {
            written.claims[claim.index].weights[region] = None;
        }
    }
    sealed(&mut written)?;
    serde_json::to_value(&written).map_err(unwritten)
}

/// The certificate's text, with the seal that fits.
fn sealed(written: &mut Certificate) -> Result<String, CertificateError> {
    let text = serde_json::to_string(written).map_err(unwritten)?;
    written.seal = zopa_verify::seal(&text);
    serde_json::to_string(written).map_err(unwritten)
}

fn unwritten(error: serde_json::Error) -> CertificateError {
    CertificateError(error.to_string())
}

/// A claim with weights for each of its regions, by index; unproven where a reader would not take its numbers, which may be too
/// long.
fn claim(
    scenario: &Scenario,
    convention: Convention,
    says: Says,
    weights: impl Fn(usize, &Region) -> UtilityPoint,
) -> Claim {
    let text = serde_json::to_string(&says);
    if !text.is_ok_and(|text| serde_json::from_str::<Says>(&text).is_ok()) {
        let reason = "its numbers are longer than a certificate may hold";
        return unproven(says.name(), reason);
    }
    // What has no regions because it is false the checker rejects, and tells why.
    let regions = zopa_verify::regions(scenario, convention, &says).unwrap_or_default();
    let each = regions.iter().enumerate();
    let weights = each.map(|(index, region)| whole(&weights(index, region)));
    // Weights too long to be written leave a region open.
    let weights = weights.map(|weights| Some(weights).filter(is_short));
    Claim {
        weights: weights.collect(),
        says,
    }
}

/// Would a reader take both numbers?
fn is_short(pair: &Pair) -> bool {
    let mut texts = pair.iter().cloned().map(String::from);
    texts.all(|text| Exact::try_from(text).is_ok())
}

fn unproven(about: &str, reason: &str) -> Claim {
    let (about, reason) = (about.to_owned(), reason.to_owned());
    Claim {
        says: Says::Unproven { about, reason },
        weights: Vec::new(),
    }
}

/// A deal: its utilities, and who gets what.
fn priced(scenario: &Scenario, utility: &UtilityPoint, allocation: &Allocation) -> Deal {
    let names = scenario.parties.each_ref().map(|party| &party.name);
    let both = |shares: &[Rational; PARTIES]| {
        let named = names.into_iter().zip(shares);
        let each = named.map(|(name, share)| (name.clone(), Exact(share.clone())));
        each.collect()
    };
    let each = scenario.resources.iter().zip(&allocation.shares);
    let named = each.map(|(resource, shares)| (resource.id.clone(), both(shares)));
    Deal {
        utility: pair(utility),
        allocation: named.collect(),
    }
}

/// Weights as whole numbers without a common divisor; only their ratio matters.
fn whole(weights: &UtilityPoint) -> Pair {
    let ratio = weights.a() / weights.b();
    [ratio.numerator(), ratio.denominator()].map(|part| Exact(Rational::from(part)))
}
