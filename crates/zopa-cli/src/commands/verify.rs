//! `zopa verify`: is a proof of an analysis sound?

use std::io::Write as _;

use zopa_verify::{Claim, Verdict};

use super::scenario;
use crate::args::{CheckFormat, VerifyArgs};
use crate::exit::{Exit, Failure};
use crate::io::{Output, Source};
use crate::render::document::rewrap;
use crate::render::{HEADING, Style};

/// The longest certificate that is read.
const MAX_BYTES: usize = 1 << 28;

pub(super) fn run(args: &VerifyArgs) -> Result<Exit, Failure> {
    let source = Source::new(&args.certificate);
    if source == Source::Stdin && Source::new(&args.scenario) == Source::Stdin {
        return Err(Failure::usage("standard input can be read once"));
    }
    let bytes = source.read(MAX_BYTES)?;
    let certificate = String::from_utf8(bytes)
        .map_err(|_| Failure::unusable(format!("`{}` is not UTF-8 text", source.name())))?;
    let source = Source::new(&args.scenario);
    let bytes = source.read(zopa_model::check::MAX_BYTES)?;
    let text = scenario::text_of(&bytes).map_err(|refused| {
        let reason = refused
            .diagnostics
            .first()
            .map_or("", |found| found.message.as_str());
        Failure::unusable(format!("cannot read `{}`: {reason}", source.name()))
    })?;
    let verdict = zopa_verify::verify(&certificate, &text);
    let mut output = Output::stdout();
    let report = match args.format {
        CheckFormat::Human => human(&verdict, output.style()),
        CheckFormat::Json => format!("{:#}\n", json(&verdict)),
    };
    output.write_all(report.as_bytes())?;
    output.finish()?;
    Ok(if verdict.rejected.is_some() {
        Exit::Findings
    } else {
        Exit::Done
    })
}

fn human(verdict: &Verdict, style: Style) -> String {
    let width = crate::io::terminal_width();
    let mut text = String::new();
    let mut section = |title: &str, claims: &[Claim]| {
        if claims.is_empty() {
            return;
        }
        text.push_str(&style.paint(HEADING, title));
        text.push('\n');
        for claim in claims {
            let reason = claim
                .reason
                .as_ref()
                .map_or_else(String::new, |reason| format!(" ({reason})"));
            text.push_str(
                rewrap(
                    &format!("- {}: {}{reason}", claim.name, claim.statement),
                    width,
                )
                .trim_end(),
            );
            text.push('\n');
        }
    };
    section("Proved", &verdict.proved);
    section("Not proved", &verdict.unproven);
    if let Some(reason) = &verdict.rejected {
        text.push_str(&format!("{}\n{reason}\n", style.paint(HEADING, "Rejected")));
    }
    text
}

fn json(verdict: &Verdict) -> serde_json::Value {
    let claims = |claims: &[Claim]| {
        let claim = |claim: &Claim| {
            serde_json::json!({
                "index": claim.index,
                "claim": claim.name,
                "statement": claim.statement,
                "reason": claim.reason,
            })
        };
        claims.iter().map(claim).collect::<Vec<_>>()
    };
    serde_json::json!({
        "proved": claims(&verdict.proved),
        "unproven": claims(&verdict.unproven),
        "rejected": verdict.rejected,
    })
}
