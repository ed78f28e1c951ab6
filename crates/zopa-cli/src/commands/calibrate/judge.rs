//! `zopa calibrate judge`: how well annotators and models agree with gold.

use std::io::Write as _;

use zopa_calibrate::judge::{Gold, JudgeOptions, Verdict, VerdictReader, judge, judge_json};
use zopa_calibrate::{Limits, PairReader};
use zopa_plot::Look;

use super::super::threads;
use crate::args::{AnalysisFormat, JudgeArgs};
use crate::exit::{Exit, Failure};
use crate::io::{self, Beside, Output, Source};
use crate::render::calibrate::judge::{confusion, places, report};
use crate::render::pairs::{PairFinding, findings, human};
use crate::render::{self, count, document};

/// So many lines of verdicts are shown with their findings.
const SHOWN: usize = 10;

pub(super) fn run(args: &JudgeArgs) -> Result<Exit, Failure> {
    let pairs = Source::new(&args.pairs);
    let said = Source::new(&args.verdicts);
    if pairs == Source::Stdin && said == Source::Stdin {
        return Err(Failure::usage(
            "only one of the two files can be standard input",
        ));
    }
    let mut gold = Gold::default();
    for record in PairReader::new(pairs.reader()?, Limits::default()) {
        gold.add(&record.map_err(|error| pairs.unreadable(&error))?);
    }
    if gold.rejected > 0 {
        let lines = count(gold.rejected, "line");
        let message = format!("{lines} of `{}` left out: in error", pairs.name());
        let help = format!("`zopa calibrate check {}` lists the errors", pairs.name());
        warn(&message, &help);
    }
    let (verdicts, diagnostics) = read(&said)?;
    let mut output = Output::open(&args.output)?;
    let plot = Beside::open(args.plot.as_ref(), args.output.force)?;
    let plot_position = Beside::open(args.plot_position.as_ref(), args.output.force)?;
    let options = JudgeOptions {
        resampling: args.resampling.resampling(),
        level: args.resampling.level.get(),
        smallest_slice: args.smallest_slice,
    };
    let found = threads(&args.threads)?.install(|| judge(&gold, &verdicts, options));
    let text = match args.format {
        AnalysisFormat::Json => {
            let mut object = judge_json(&found, args.exact);
            object["diagnostics"] =
                serde_json::to_value(&diagnostics).map_err(std::io::Error::from)?;
            format!("{object:#}\n")
        }
        AnalysisFormat::Table => {
            let blocks = report(&found, args.exact);
            document::text(&blocks, output.style(), io::terminal_width())
        }
        AnalysisFormat::Md => document::markdown(&report(&found, args.exact)),
    };
    plot.write(|| Ok(confusion(&found).svg(Look::FILE)))?;
    plot_position.write(|| Ok(places(&found).svg(Look::FILE)))?;
    output.write_all(text.as_bytes())?;
    output.finish()?;
    Ok(Exit::Done)
}

/// Reads the verdicts, and the findings about them for programs. Findings are told; lines that hold no verdict are left out.
fn read(source: &Source) -> Result<(Vec<Verdict>, Vec<PairFinding>), Failure> {
    let name = source.name();
    let style = render::stderr_style();
    let (mut verdicts, mut found) = (Vec::new(), Vec::new());
    let (mut faulty, mut lost) = (0, 0);
    for record in VerdictReader::new(source.reader()?) {
        let record = record.map_err(|error| source.unreadable(&error))?;
        if !record.findings.is_empty() {
            faulty += 1;
            lost += usize::from(record.verdict.is_none());
            found.extend(findings(&name, (&record).into()));
            if faulty <= SHOWN {
                io::note(&human(&name, (&record).into(), style, io::terminal_width()));
            }
        }
        verdicts.extend(record.verdict);
    }
    if faulty > SHOWN {
        let message = format!("{} more lines of `{name}` have findings", faulty - SHOWN);
        let help = "mend the first ones, and see whether the others go with them";
        warn(&message, help);
    }
    if verdicts.is_empty() {
        let message = format!("`{name}` holds no verdict");
        let help = "a line is `{\"pair_id\": \"p1\", \"annotator\": \"ana\", \"order\": \"ab\", \"outcome\": \"A\", \"strength\": \"slightly_better\"}`";
        return Err(Failure::unusable(message).help(help));
    }
    if lost > 0 {
        let message = format!("{} of `{name}` left out: in error", count(lost, "line"));
        warn(&message, "`zopa explain CODE` tells more of each finding");
    }
    Ok((verdicts, found))
}

fn warn(message: &str, help: &str) {
    let style = render::stderr_style();
    io::note(&render::fault(style, "warning", message, Some(help)));
}
