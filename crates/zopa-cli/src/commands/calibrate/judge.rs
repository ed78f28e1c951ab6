//! `zopa calibrate judge`: how well annotators and models agree with gold.

use std::io::{BufRead as _, Write as _};
use std::path::PathBuf;

use zopa_calibrate::judge::{Gold, JudgeOptions, Verdict, judge, judge_json, verdict};
use zopa_calibrate::{Limits, PairReader};
use zopa_plot::Look;

use super::super::threads;
use crate::args::{AnalysisFormat, JudgeArgs};
use crate::exit::{Exit, Failure};
use crate::io::{self, Output, Source};
use crate::render::calibrate::judge::{confusion, places, report};
use crate::render::{self, count, document};

/// So many faults of verdicts are shown.
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
    let verdicts = read(&said)?;
    let mut output = Output::open(&args.output)?;
    let open = |path: &Option<PathBuf>| match path {
        Some(path) => Output::open_at(path, args.output.force).map(Some),
        None => Ok(None),
    };
    let (plot, plot_position) = (open(&args.plot)?, open(&args.plot_position)?);
    let options = JudgeOptions {
        resampling: args.resampling.resampling(),
        level: args.resampling.level,
        smallest_slice: args.smallest_slice,
    };
    let found = threads(&args.threads)?.install(|| judge(&gold, &verdicts, options));
    let text = match args.format {
        AnalysisFormat::Json => format!("{:#}\n", judge_json(&found, args.exact)),
        AnalysisFormat::Table => {
            let blocks = report(&found, args.exact);
            document::text(&blocks, output.style(), io::terminal_width())
        }
        AnalysisFormat::Md => document::markdown(&report(&found, args.exact)),
    };
    output.write_all(text.as_bytes())?;
    for (file, picture) in [
        (plot, confusion(&found).svg(Look::FILE)),
        (plot_position, places(&found).svg(Look::FILE)),
    ] {
        if let Some(mut file) = file {
            file.write_all(picture.as_bytes())?;
            file.finish()?;
        }
    }
    output.finish()?;
    Ok(Exit::Done)
}

/// Reads the verdicts. Lines that hold none are told and left out.
fn read(source: &Source) -> Result<Vec<Verdict>, Failure> {
    let mut reader = source.reader()?;
    let mut verdicts = Vec::new();
    let mut faults = Vec::new();
    let mut bytes = Vec::new();
    let mut line = 0;
    loop {
        let read = reader.read_until(b'\n', &mut bytes);
        if read.map_err(|error| source.unreadable(&error))? == 0 {
            break;
        }
        line += 1;
        match verdict(&String::from_utf8_lossy(&bytes), line) {
            Some(Ok(one)) => verdicts.push(one),
            Some(Err(fault)) => faults.push(fault),
            None => {}
        }
        bytes.clear();
    }
    for fault in faults.iter().take(SHOWN) {
        let message = format!("{}:{}: {}", source.name(), fault.line, fault.message);
        let at = format!("the value at `{}` of this line", fault.at);
        warn(
            &message,
            if fault.at.is_empty() {
                "one JSON object a line is wanted"
            } else {
                &at
            },
        );
    }
    if faults.len() > SHOWN {
        let message = format!(
            "{} more of `{}` left out",
            count(faults.len() - SHOWN, "line"),
            source.name()
        );
        warn(
            &message,
            "mend the first ones, and see whether the others go with them",
        );
    }
    if verdicts.is_empty() {
        let message = format!("`{}` holds no verdict", source.name());
        let help = "a line is `{\"pair_id\": \"p1\", \"annotator\": \"ana\", \"order\": \"ab\", \"outcome\": \"A\", \"strength\": \"slightly_better\"}`";
        return Err(Failure::unusable(message).help(help));
    }
    Ok(verdicts)
}

fn warn(message: &str, help: &str) {
    let style = render::stderr_style();
    io::note(&render::fault(style, "warning", message, Some(help)));
}
