//! Checks certificates: proofs, in exact numbers, of what an analysis says about a scenario (`docs/certificates.md`).
//!
//! The checker is small, is meant to be read, and shares nothing with the engine that found the answers but the exact numbers
//! and the reader of scenarios. [`verify`] takes every allocation's worth together anew, and rules out everything better by
//! weights that the certificate gives. It never accepts a false claim: what it cannot prove within bounded steps it lists.
//!
//! Read it in this order: `game.rs` (what is decided), `region.rs` (what is ruled out), `search.rs` (how), `claims.rs` and
//! `frontier.rs` (which claim needs what).

mod claims;
mod frontier;
mod game;
mod read;
mod region;
mod search;

use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use zopa_model::json::{self, Node};
use zopa_model::{Convention, UtilityPoint};

use claims::{Claims, Stated, wants};
use game::Game;
use search::{Failure, Prover, Steps};

/// The version of the format.
pub const VERSION: usize = 1;

/// The most steps that one check takes, whatever the certificate says: a step is one resource looked at or one sum of resources
/// kept, and twenty million take some seconds.
pub const MAX_STEPS: usize = 20_000_000;

/// A claim that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its place among the certificate's claims, from 0.
    pub index: usize,
    /// What kind of claim it is: `nash`.
    pub name: String,
    /// What it says.
    pub statement: String,
    /// Which of its regions (by index, as `weights` lists them) could not be ruled out; none where it is proved.
    pub open: Vec<usize>,
    /// Why it is not proved; `None` where it is.
    pub reason: Option<String>,
}

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// What is proved.
    pub proved: Vec<Claim>,
    /// What is neither proved nor found false.
    pub unproven: Vec<Claim>,
    /// Why the certificate is worth nothing: something in it is false, or it is for another scenario, or no certificate.
    /// Then nothing is proved.
    pub rejected: Option<String>,
}

/// Checks a certificate against the text of its scenario.
///
/// Never panics, and ends after at most [`MAX_STEPS`] steps beyond reading both texts.
#[must_use]
pub fn verify(certificate: &str, scenario: &str) -> Verdict {
    let mut verdict = Verdict::default();
    if let Err(reason) = check(certificate, scenario, &mut verdict) {
        verdict = Verdict {
            rejected: Some(reason),
            ..Verdict::default()
        };
    }
    verdict
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

/// What a certificate's `seal` must be: the hash of its other members, written without white space. It shows that a file was
/// damaged; it does not keep anybody from sealing a false claim, which the check itself finds.
///
/// # Errors
/// Where the text is no JSON.
pub fn seal(certificate: &str) -> Result<String, String> {
    let root = json::parse(certificate).map_err(|error| error.to_string())?;
    Ok(seal_of(&root, certificate))
}

fn seal_of(root: &Node<'_>, source: &str) -> String {
    let mut text = String::new();
    for member in root.members().iter().filter(|member| member.key != "seal") {
        text.push_str(&source[member.key_span.clone()]);
        text.push(':');
        member.value.write_compact(source, &mut text);
        text.push(',');
    }
    sha256(&text)
}

fn check(certificate: &str, scenario_text: &str, verdict: &mut Verdict) -> Result<(), String> {
    let root =
        json::parse(certificate).map_err(|error| format!("the certificate is no JSON: {error}"))?;
    let names = [
        "certificate",
        "scenario",
        "sha256",
        "parties",
        "convention",
        "disagreement",
        "steps",
        "claims",
        "seal",
    ];
    let [
        version,
        id,
        hash,
        parties,
        convention,
        disagreement,
        steps,
        claims,
        seal,
    ] = read::fields(&root, names)?;
    wants(
        read::count(version)? == VERSION,
        "this version of certificates is not known",
    )?;
    wants(
        read::text(seal)? == seal_of(&root, certificate),
        "the certificate was changed: its seal does not fit",
    )?;
    wants(
        read::text(hash)? == sha256(scenario_text),
        "the certificate is for another scenario: its hash does not fit",
    )?;
    let scenario = zopa_model::check(scenario_text)
        .scenario
        .ok_or("the scenario has errors")?;
    if !scenario.issues.is_empty() {
        return Err("the scenario is a domain: its options cannot be checked yet".to_owned());
    }
    wants(
        read::text(id)? == scenario.id,
        "the scenario's id is another",
    )?;
    let [a, b] = read::items(parties)?;
    let named = [read::text(a)?, read::text(b)?]
        == scenario.parties.each_ref().map(|party| party.name.as_str());
    wants(named, "the parties' names are others")?;
    let convention = match read::text(convention)? {
        "signed" => Convention::Signed,
        "avoided" => Convention::Avoided,
        _ => return Err("the convention is `signed` or `avoided`".to_owned()),
    };
    wants(
        read::pair(disagreement)? == scenario.disagreement_point(),
        "the BATNAs are others",
    )?;
    let d = scenario.disagreement_point();
    let mut steps = Steps {
        each: read::count(steps)?,
        left: MAX_STEPS,
    };
    let prover = |lotteries| Prover::new(Game::of(&scenario, convention, lotteries));
    let mut provers = [prover(false), prover(true)];
    let reader = Claims {
        scenario: &scenario,
        convention,
        d,
    };
    for (index, claim) in read::list(claims)?.iter().enumerate() {
        let name = claim
            .get("claim")
            .and_then(Node::as_str)
            .unwrap_or_default();
        let checked = prove(claim, name, &reader, &mut provers, &mut steps);
        let (stated, open) =
            checked.map_err(|reason| format!("claim {index} ({name}): {reason}"))?;
        let (left, all) = (open.len(), stated.regions.len());
        let some_open =
            (left > 0).then(|| format!("{left} of {all} regions could not be ruled out"));
        let reason = stated.reason.or(some_open);
        let list = if reason.is_none() {
            &mut verdict.proved
        } else {
            &mut verdict.unproven
        };
        let (name, statement) = (name.to_owned(), stated.text);
        list.push(Claim {
            index,
            name,
            statement,
            open,
            reason,
        });
    }
    Ok(())
}

/// What a claim says, and which of its regions could not be ruled out. A false claim is an error.
fn prove(
    claim: &Node<'_>,
    name: &str,
    reader: &Claims<'_>,
    provers: &mut [Prover; 2],
    steps: &mut Steps,
) -> Result<(Stated, Vec<usize>), String> {
    let stated = reader.read(claim, name)?;
    let weights = claim.get("weights").map_or(Ok(&[][..]), read::list)?;
    wants(
        weights.len() == stated.regions.len(),
        "there are not as many weights as regions",
    )?;
    let prover = &mut provers[usize::from(stated.lotteries)];
    let mut open = Vec::new();
    for (index, (region, weights)) in stated.regions.iter().zip(weights).enumerate() {
        if weights.as_str() == Some("unproven") {
            open.push(index);
            continue;
        }
        let weights = read::optional(weights, read::pair)?;
        let usable = |pair: &UtilityPoint| pair.is_nonnegative() && pair.sum().is_positive();
        wants(
            weights.as_ref().is_none_or(usable),
            "weights are at least 0, and not both 0",
        )?;
        match prover.rule_out(region, weights.as_ref(), steps) {
            Ok(()) => {}
            Err(Failure::OutOfSteps) => open.push(index),
            Err(Failure::Met) => {
                return Err(format!("it is false: region {index} holds a feasible pair"));
            }
        }
    }
    Ok((stated, open))
}
