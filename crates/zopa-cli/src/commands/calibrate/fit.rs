//! `zopa calibrate fit`: weights and a threshold from preference pairs.

use std::io::Write as _;

use zopa_calibrate::consistent::{self, Reading};
use zopa_calibrate::fit::{FitOptions, fit, fit_json};
use zopa_calibrate::{Collector, Limits, PairReader, Study};
use zopa_plot::Look;

use super::super::threads;
use crate::args::{AnalysisFormat, FitArgs, TieAcceptance};
use crate::exit::{Exit, Failure};
use crate::io::{self, Beside, Output, Source};
use crate::render::calibrate::fit::{picture, report};
use crate::render::{self, count, document};

pub(super) fn run(args: &FitArgs) -> Result<Exit, Failure> {
    let source = Source::new(&args.pairs);
    let study = study(&source)?;
    let mut output = Output::open(&args.output)?;
    let plot = Beside::open(args.plot.as_ref(), args.output.force)?;
    let options = FitOptions {
        reading: Reading {
            epsilon: args.epsilon.clone(),
            tie_acceptance: match args.tie_acceptance {
                TieAcceptance::NotBothBelow => consistent::TieAcceptance::NotBothBelow,
                TieAcceptance::Both => consistent::TieAcceptance::Both,
            },
            ..Reading::default()
        },
        link: args.link.into(),
        first_slot: !args.no_first_slot,
        ridge: args.prior,
        resampling: args.resampling.resampling(),
        level: args.resampling.level.get(),
        ..FitOptions::default()
    };
    let found = threads(&args.threads)?.install(|| fit(&study, &options));
    let text = match args.format {
        AnalysisFormat::Json => format!("{:#}\n", fit_json(&study, &found, args.exact)),
        AnalysisFormat::Table => {
            let blocks = report(&study, &found, args.exact);
            document::text(&blocks, output.style(), io::terminal_width())
        }
        AnalysisFormat::Md => document::markdown(&report(&study, &found, args.exact)),
    };
    plot.write(|| Ok(picture(&found).svg(Look::FILE)))?;
    output.write_all(text.as_bytes())?;
    output.finish()?;
    Ok(Exit::Done)
}

/// Reads what may be learned from. That pairs are left out is told.
fn study(source: &Source) -> Result<Study, Failure> {
    let mut collector = Collector::default();
    for record in PairReader::new(source.reader()?, Limits::default()) {
        collector.add(&record.map_err(|error| source.unreadable(&error))?);
    }
    let study = collector.finish();
    if study.rejected > 0 {
        let message = format!(
            "{} of `{}` left out: in error",
            count(study.rejected, "line"),
            source.name()
        );
        let help = format!("`zopa calibrate check {}` lists the errors", source.name());
        let style = render::stderr_style();
        io::note(&render::fault(style, "warning", &message, Some(&help)));
    }
    if study.statements.is_empty() {
        let message = format!("`{}` holds no pair to learn from", source.name());
        let help = "a pair needs an outcome, and scores of the responses that pass their gates";
        return Err(Failure::unusable(message).help(help));
    }
    Ok(study)
}
