//! `zopa calibrate check`: judge files of preference pairs.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;

use serde::Serialize;
use zopa_calibrate::{Limits, PairReader, Record, Severity};

use crate::args::{PairLimitArgs, PairsCheckArgs, PairsFormat};
use crate::exit::{Exit, Failure};
use crate::io::{self, Output, Source};
use crate::render::count;
use crate::render::document::{Block, markdown};
use crate::render::pairs::{PairFinding, findings, human, in_rows};

/// A file of reason codes is a short list.
const MAX_CODES: usize = 1 << 20;

/// The object that `--format json` prints.
#[derive(Default, Serialize)]
struct Summary {
    files: usize,
    pairs: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
    diagnostics: Vec<PairFinding>,
}

impl Summary {
    fn count(&mut self, record: &Record) {
        self.pairs += usize::from(record.pair.is_some());
        for finding in &record.findings {
            match finding.severity {
                Severity::Error => self.errors += 1,
                Severity::Warning => self.warnings += 1,
                Severity::Info => self.infos += 1,
            }
        }
    }

    /// `1 file, 16 pairs, 0 errors, 0 warnings`, and what is worth knowing if there is any.
    fn in_words(&self) -> String {
        let mut parts = vec![
            count(self.files, "file"),
            count(self.pairs, "pair"),
            count(self.errors, "error"),
            count(self.warnings, "warning"),
        ];
        if self.infos > 0 {
            parts.push(count(self.infos, "info"));
        }
        parts.join(", ")
    }
}

pub(super) fn run(args: &PairsCheckArgs) -> Result<Exit, Failure> {
    let limits = limits(&args.limits)?;
    let mut output = Output::open(&args.output)?;
    let mut summary = Summary::default();
    let mut exit = Exit::Done;
    let mut seen = BTreeSet::new();
    for path in &args.files {
        let source = Source::new(path);
        if !seen.insert(source.clone()) {
            continue;
        }
        if let Err(failure) = judge(&source, args, &limits, &mut output, &mut summary) {
            if matches!(failure, Failure::ClosedPipe) {
                return Err(failure);
            }
            // the findings that came before are seen before
            output.flush()?;
            io::complain(&failure);
            exit = exit.max(failure.exit());
        }
    }
    match args.format {
        PairsFormat::Human if args.quiet || summary.files == 0 => {}
        PairsFormat::Human => writeln!(output, "{}", summary.in_words())?,
        PairsFormat::Md => {
            let mut blocks = Vec::new();
            if !summary.diagnostics.is_empty() {
                blocks.push(in_rows(&summary.diagnostics));
            }
            if !args.quiet && summary.files > 0 {
                blocks.push(Block::Paragraph(format!("{}.", summary.in_words())));
            }
            output.write_all(markdown(&blocks).as_bytes())?;
        }
        PairsFormat::Json => {
            serde_json::to_writer_pretty(&mut output, &summary).map_err(std::io::Error::from)?;
            output.write_all(b"\n")?;
        }
    }
    output.finish()?;
    if summary.errors > 0 {
        exit = exit.max(Exit::Findings);
    }
    Ok(exit)
}

/// Judges a file a line at a time. What was found before reading failed is kept, but the file does not count.
fn judge(
    source: &Source,
    args: &PairsCheckArgs,
    limits: &Limits,
    output: &mut Output,
    summary: &mut Summary,
) -> Result<(), Failure> {
    let name = source.name();
    let reader = PairReader::new(source.reader()?, limits.clone());
    for record in reader {
        let mut record = record.map_err(|error| source.unreadable(&error))?;
        summary.count(&record);
        if args.quiet {
            record
                .findings
                .retain(|finding| finding.severity == Severity::Error);
        }
        match args.format {
            PairsFormat::Json | PairsFormat::Md => summary
                .diagnostics
                .extend(findings(&name, (&record).into())),
            PairsFormat::Human => {
                let text = human(
                    &name,
                    (&record).into(),
                    output.style(),
                    io::terminal_width(),
                );
                output.write_all(text.as_bytes())?;
            }
        }
    }
    summary.files += 1;
    Ok(())
}

fn limits(args: &PairLimitArgs) -> Result<Limits, Failure> {
    let reason_codes = match &args.reason_codes {
        Some(path) => Some(reason_codes(path)?),
        None => None,
    };
    Ok(Limits {
        tie_gap: args.tie_gap,
        high_score: args.high_score,
        low_score: args.low_score,
        tiny_gap: args.tiny_gap,
        huge_gap: args.huge_gap,
        reason_codes,
    })
}

/// The codes of a file, one a line.
fn reason_codes(path: &Path) -> Result<BTreeSet<String>, Failure> {
    let source = Source::new(path);
    let bytes = source.read(MAX_CODES)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::unusable(format!("`{}` is not UTF-8", source.name())))?;
    let text = text.trim_start_matches('\u{feff}');
    let codes = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let codes: BTreeSet<String> = codes.map(str::to_owned).collect();
    if codes.is_empty() {
        let failure = Failure::unusable(format!("`{}` holds no reason code", source.name()));
        return Err(failure.help("write the codes of the rubric, one a line"));
    }
    Ok(codes)
}
