//! The deals of one scenario among runs, of which a certificate speaks.

use zopa::{Agreement, Allocation, RunError, Scenario};

use super::score::{parse, read_error, runs};
use crate::args::RunFormat;
use crate::exit::Failure;
use crate::io::{self, Source};
use crate::render::count;

/// The deals of this scenario among a file's runs.
pub(super) fn deals(source: &Source, scenario: &Scenario) -> Result<Vec<Allocation>, Failure> {
    let mut runs = runs(source, RunFormat::Auto, source.open()?)?;
    let (mut deals, mut invalid) = (Vec::new(), 0);
    let mut first = String::new();
    while let Some(chunk) = runs
        .next_chunk()
        .map_err(|error| read_error(source, error))?
    {
        chunk.for_each(|line, text| match deal(text, scenario) {
            Ok(deal) => deals.extend(deal),
            Err(error) => {
                if invalid == 0 {
                    first = format!("line {line}: {}", error.message);
                }
                invalid += 1;
            }
        });
    }
    if invalid > 0 {
        let (name, runs) = (source.name(), count(invalid, "invalid run"));
        io::note(&format!(
            "`{name}`: {runs} passed over, the first in {first}\n"
        ));
    }
    if deals.is_empty() {
        let message = format!("`{}` holds no deal of `{}`", source.name(), scenario.id);
        return Err(Failure::unusable(message).help("runs name their scenario: `zopa schema run`"));
    }
    Ok(deals)
}

/// The deal of a run, if it is one of this scenario.
fn deal(text: Result<&[u8], &str>, scenario: &Scenario) -> Result<Option<Allocation>, RunError> {
    let run = parse(text)?;
    if run.scenario()? != scenario.id {
        return Ok(None);
    }
    Ok(match run.agreement(scenario)? {
        Agreement::Deal { allocation, .. } => Some(allocation),
        Agreement::NoDeal => None,
    })
}
