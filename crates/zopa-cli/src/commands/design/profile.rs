//! `zopa profile`: what scenarios are like, in numbers.

use std::io::Write as _;

use zopa::{Completeness, Options, Scenario};
use zopa_design::{Study, profile_json, profile_of};

use super::each_scenario;
use crate::args::{ProfileArgs, ProfileFormat};
use crate::commands::analyze::numbers;
use crate::exit::{Exit, Failure};
use crate::io::{self, Output, Source};
use crate::render::document;
use crate::render::figures::Figures;
use crate::render::profile::{csv_header, csv_row, report};

pub(crate) fn run(args: &ProfileArgs) -> Result<Exit, Failure> {
    let mut output = Output::open(&args.output)?;
    let limits = args.difficulty.limits();
    let options = Options {
        convention: args.numbers.convention.into(),
        ..Options::default()
    };
    let work = |_: &Source, _: &str, scenario: &Scenario| {
        Ok(match Study::of(scenario, &options)? {
            Completeness::Complete(study) => {
                let parties = scenario.parties.each_ref().map(|party| party.name.clone());
                let profile = profile_of(&study, &limits, args.draws.draws, args.draws.seed);
                Completeness::Complete((profile, parties))
            }
            Completeness::Stopped(stopped) => Completeness::Stopped(stopped),
        })
    };
    let mut profiles = Vec::new();
    let exit = each_scenario(&args.paths, &args.threads, work, |_, profile| {
        profiles.push(profile);
        Ok(())
    })?;
    let figures = Figures {
        exact: args.numbers.exact,
    };
    match args.format {
        ProfileFormat::Table => {
            let blocks = report(&profiles, figures);
            let text = document::text(&blocks, output.style(), io::terminal_width());
            output.write_all(text.as_bytes())?;
        }
        ProfileFormat::Md => {
            let text = document::markdown(&report(&profiles, figures));
            output.write_all(text.as_bytes())?;
        }
        ProfileFormat::Csv => {
            let mut writer = csv::Writer::from_writer(&mut output);
            writer.write_record(csv_header()).map_err(csv_failure)?;
            for (profile, _) in &profiles {
                let row = csv_row(profile, args.numbers.exact);
                writer.write_record(row).map_err(csv_failure)?;
            }
            writer.flush()?;
        }
        ProfileFormat::Json => {
            let numbers = numbers(args.numbers.exact);
            let all: Vec<_> = profiles
                .iter()
                .map(|(profile, _)| profile_json(profile, numbers))
                .collect();
            let whole = serde_json::json!({"schema_version": 1, "profiles": all});
            writeln!(output, "{whole:#}")?;
        }
    }
    output.finish()?;
    Ok(exit)
}

pub(super) fn csv_failure(error: csv::Error) -> Failure {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        other => Failure::unusable(format!("cannot write the table: {other:?}")),
    }
}
