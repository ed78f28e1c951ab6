//! `zopa sensitivity`: how far the answers about a scenario hold.

use std::io::Write as _;
use std::path::Path;

use zopa::{CertificateOptions, Options, Rational, Scenario};
use zopa_design::{Intervals, SensitivityOptions, intervals_from_json, sensitivity_json};
use zopa_plot::Look;

use crate::args::{ProfileFormat, SensitivityArgs};
use crate::commands::analyze::{finished, numbers, read};
use crate::exit::{Exit, Failure};
use crate::io::{self, Beside, Output, Source};
use crate::render::document::{self, Block};
use crate::render::figures::Figures;
use crate::render::sensitivity::{bars, csv_rows, report, tornado};

/// What is not about the file as it is.
const OF_OTHER_NUMBERS: [(&str, &str); 2] = [
    (
        "where answers stay the same when a number moves",
        "this speaks of other numbers: a file with the interval's end has a certificate of its own",
    ),
    (
        "what a change does",
        "this speaks of other numbers: the changed file has a certificate of its own",
    ),
];

/// A file of intervals is short.
const MAX_INTERVALS: usize = 1 << 20;

pub(crate) fn run(args: &SensitivityArgs) -> Result<Exit, Failure> {
    if args.plot && !matches!(args.format, ProfileFormat::Table | ProfileFormat::Md) {
        let failure = Failure::usage("bars cannot stand in JSON or CSV");
        return Err(failure.help("`--svg FILE` writes a picture beside it"));
    }
    let source = Source::new(&args.scenario);
    let (text, scenario) = read(&source)?;
    let intervals = match &args.interval {
        None => None,
        Some(_) if !scenario.issues.is_empty() => {
            let failure = Failure::usage(
                "`--interval` is about valuations of resources, and a domain has none",
            );
            return Err(failure.help("without it, the weights of its issues are moved one by one"));
        }
        Some(spec) => Some(intervals(spec, &scenario)?),
    };
    let mut output = Output::open(&args.output)?;
    let picture = Beside::open(args.svg.as_ref(), args.output.force)?;
    let proof = Beside::open(args.certificate.as_ref(), args.output.force)?;
    let options = Options {
        convention: args.numbers.convention.into(),
        ..Options::default()
    };
    let wanted = SensitivityOptions {
        others: args.others.into(),
        step: args.step.clone(),
        intervals,
        draws: args.draws,
        seed: args.seed,
    };
    let found = finished(
        &source,
        zopa_design::sensitivity(&scenario, &options, &wanted),
    )?;
    proof.write(|| {
        let certificate = CertificateOptions {
            unproven: &OF_OTHER_NUMBERS,
            ..CertificateOptions::new(&text)
        };
        let certificate = zopa::certificate(&found.analysis, &certificate)?;
        Ok(format!("{certificate:#}\n"))
    })?;
    picture.write(|| Ok(tornado(&found).svg(Look::FILE)))?;
    let figures = Figures {
        exact: args.numbers.exact,
    };
    let blocks = || {
        let mut blocks = report(&found, figures);
        if args.plot {
            blocks.push(Block::Drawing(bars(&found, io::terminal_width())));
        }
        blocks
    };
    match args.format {
        ProfileFormat::Table => {
            let text = document::text(&blocks(), output.style(), io::terminal_width());
            output.write_all(text.as_bytes())?;
        }
        ProfileFormat::Md => output.write_all(document::markdown(&blocks()).as_bytes())?,
        ProfileFormat::Json => {
            let value = sensitivity_json(&found, numbers(args.numbers.exact));
            writeln!(output, "{value:#}")?;
        }
        ProfileFormat::Csv => {
            let mut writer = csv::Writer::from_writer(&mut output);
            for row in csv_rows(&found, args.numbers.exact) {
                writer
                    .write_record(row)
                    .map_err(super::profile::csv_failure)?;
            }
            writer.flush()?;
        }
    }
    output.finish()?;
    Ok(Exit::Done)
}

/// A part of each party's total, or the intervals of a file.
fn intervals(spec: &str, scenario: &Scenario) -> Result<Intervals, Failure> {
    if let Ok(part) = spec.parse::<Rational>() {
        if part.is_negative() || part > Rational::ONE {
            let failure = Failure::usage("`--interval` takes a part from 0 to 1, or a file");
            return Err(failure.help("5% of the party's total is `--interval 0.05`"));
        }
        return Ok(Intervals::around(scenario, &part));
    }
    let source = Source::new(Path::new(spec));
    let bytes = source.read(MAX_INTERVALS)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::unusable(format!("`{spec}` is not UTF-8")))?;
    intervals_from_json(&text, scenario).map_err(|fault| {
        Failure::unusable(format!("`{spec}`, {fault}")).help(
            "a file of intervals is {\"valuations\": {\"RESOURCE\": {\"PARTY\": [0.2, 0.3]}}, \"batnas\": {\"PARTY\": [0.2, 0.4]}}",
        )
    })
}
