//! Checks certificates: proofs, in exact numbers, of what an analysis says about a scenario (`docs/certificates.md`).
//!
//! The checker is small, is meant to be read, and shares nothing with the engine that found the answers but the exact numbers
//! and the reader of scenarios. Two things carry every claim: *this allocation is worth that*, and *nothing feasible lies in that
//! region*. A false claim is never accepted: what cannot be proved within bounded steps is listed.
//!
//! What has to be trusted is the kernel, in this order: `game.rs` (what is feasible, and what it is worth), `region.rs` (the
//! sets), `search.rs` (whether anything feasible lies in one), `claims.rs` (which sets a claim needs). `format.rs` is the
//! file's form, `report.rs` what is said of it, and here the books are kept.

mod claims;
pub mod format;
mod game;
mod region;
mod report;
mod search;

use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use zopa_model::{Convention, Rational, Scenario};

use claims::Claims;
use format::{Certificate, Deal, Pair, Says, Second, compact, pair, point};
use game::Game;
pub use region::{Measure, Region};
pub use report::{Claim, Verdict};

/// The version of the format.
pub const VERSION: usize = 2;

/// The most steps that one check takes, whatever the certificate says: a step is one resource looked at or one sum of resources
/// listed, and twenty million take seconds to tens of seconds.
pub const MAX_STEPS: usize = 20_000_000;

/// Checks a certificate against the text of its scenario.
///
/// Never panics, and ends after at most [`MAX_STEPS`] steps beyond reading both texts.
#[must_use]
pub fn verify(certificate: &str, scenario: &str) -> Verdict {
    check(certificate, scenario).unwrap_or_else(|reason| Verdict {
        rejected: Some(reason),
        ..Verdict::default()
    })
}

/// The regions of a claim, for which a certificate is to give weights: the claim is true if nothing feasible lies in them.
///
/// # Errors
/// Where the claim's deals are not what it says.
pub fn regions(
    scenario: &Scenario,
    convention: Convention,
    says: &Says,
) -> Result<Vec<Region>, String> {
    let d = scenario.disagreement_point();
    Claims {
        scenario,
        convention,
        d,
    }
    .regions(says)
}

/// The SHA-256 hash of a text's bytes, in lower-case hexadecimal digits.
#[must_use]
pub fn sha256(text: &str) -> String {
    Sha256::digest(text)
        .iter()
        .fold(String::new(), |mut digits, byte| {
            // writing to a String never fails
            let _ = write!(digits, "{byte:02x}");
            digits
        })
}

/// What a certificate's `seal` must be: the hash of all that stands before it, without white space. It shows that a file was
/// damaged; it does not keep anybody from sealing a false claim, which the check itself finds.
#[must_use]
pub fn seal(certificate: &str) -> String {
    let text = compact(certificate);
    sha256(
        text.rsplit_once(",\"seal\":")
            .map_or(&text, |(before, _)| before),
    )
}

fn check(text: &str, scenario_text: &str) -> Result<Verdict, String> {
    let read = serde_json::from_str(text);
    let certificate: Certificate = read.map_err(|it| format!("this is no certificate: {it}"))?;
    let written = serde_json::to_string(&certificate);
    for (holds, fault) in [
        (
            certificate.certificate == VERSION,
            "this version of certificates is not known",
        ),
        (
            certificate.seal == seal(text),
            "the certificate was changed: its seal does not fit",
        ),
        (
            written.is_ok_and(|written| written == compact(text)),
            "the certificate is not written as one is",
        ),
        (
            certificate.sha256 == sha256(scenario_text),
            "the certificate is for another scenario: its hash does not fit",
        ),
    ] {
        wants(holds, fault)?;
    }
    let scenario = zopa_model::check(scenario_text).scenario;
    let scenario = &scenario.ok_or("the scenario has errors")?;
    let (names, d) = (
        scenario.parties.each_ref().map(|party| &party.name),
        scenario.disagreement_point(),
    );
    for (holds, fault) in [
        (
            scenario.issues.is_empty(),
            "the scenario is a domain: its options cannot be checked yet",
        ),
        (
            certificate.scenario == scenario.id,
            "the scenario's id is another",
        ),
        (
            certificate.parties.each_ref() == names,
            "the parties' names are others",
        ),
        (
            certificate.disagreement == pair(&d),
            "the BATNAs are others",
        ),
    ] {
        wants(holds, fault)?;
    }
    let named = |convention: &Convention| convention.as_str() == certificate.convention;
    let convention = [Convention::Signed, Convention::Avoided]
        .into_iter()
        .find(named);
    let convention = convention.ok_or("the convention is `signed` or `avoided`")?;
    let games = [false, true].map(|lotteries| Game::of(scenario, convention, lotteries));
    let kernel = Claims {
        scenario,
        convention,
        d,
    };
    let (mut verdict, mut left) = (Verdict::default(), MAX_STEPS);
    for (index, claim) in certificate.claims.iter().enumerate() {
        let false_as = |reason| format!("claim {index} ({}): {reason}", claim.says.name());
        agrees(&claim.says).map_err(false_as)?;
        let regions = kernel.regions(&claim.says).map_err(false_as)?;
        let game = &games[usize::from(matches!(claim.says, Says::NashLottery { .. }))];
        let open = still_open(game, &regions, &claim.weights, certificate.steps, &mut left);
        verdict.add(
            index,
            &claim.says,
            &kernel.d,
            open.map_err(false_as)?,
            regions.len(),
        );
    }
    Ok(verdict)
}

/// A second algorithm that found something else shows that one of the two is wrong. (That it was run the checker takes on trust; no
/// proof rests on it.)
fn agrees(says: &Says) -> Result<(), String> {
    let Says::Frontier {
        pieces,
        second: Some(second),
    } = says
    else {
        return Ok(());
    };
    let utilities = |ends: &Vec<Deal>| ends.iter().map(|end| end.utility.clone()).collect();
    let pieces: Vec<Vec<Pair>> = pieces.iter().map(utilities).collect();
    wants(
        *second == Second::of(&pieces),
        "the second algorithm found other pieces",
    )
}

/// Which regions cannot be ruled out in `steps` steps each, and those that are `left` for all. That something feasible lies in one
/// is an error.
fn still_open(
    game: &Game,
    regions: &[Region],
    weights: &[Option<Pair>],
    steps: usize,
    left: &mut usize,
) -> Result<Vec<usize>, String> {
    let all_there = weights.len() == regions.len();
    wants(all_there, "there are not as many weights as regions")?;
    let mut open = Vec::new();
    for (index, (region, weights)) in regions.iter().zip(weights).enumerate() {
        let weights = weights.as_ref().map(point);
        let mut numbers = weights.iter().flat_map(|weights| &weights.0);
        wants(numbers.all(Rational::is_positive), "weights are above 0")?;
        let mut unused = steps.min(*left);
        *left -= unused;
        let met = weights.and_then(|weights| game.meets(region, &weights, &mut unused));
        *left += unused;
        let fault = format!("it is false: region {index} holds a feasible pair");
        wants(met != Some(true), &fault)?;
        open.extend(met.is_none().then_some(index));
    }
    Ok(open)
}

fn wants(holds: bool, fault: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(fault.to_owned()) }
}
