//! `zopa check`: judge scenario files, and mend them.

use std::fmt::Write as _;
use std::io::Write as _;

use rayon::ThreadPool;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use zopa::{Diagnostic, Severity};
use zopa_model::check::{Change, MAX_BYTES, check_file_stem, fix};

use super::scenario::{Unusable, text_of};
use super::threads;
use crate::args::{CheckArgs, CheckFormat};
use crate::exit::{Exit, Failure};
use crate::io::{self, Output, Source};
use crate::render::diagnostics::{Finding, findings, human};
use crate::render::{self, HELP, Style, count, printable};

/// So many files are judged before their findings are printed: the output comes in order, and early.
const BATCH: usize = 256;

/// What the judging of files adds up to.
#[derive(Default)]
struct Totals {
    files: usize,
    errors: usize,
    warnings: usize,
}

impl Totals {
    fn exit(&self) -> Exit {
        if self.errors > 0 {
            Exit::Findings
        } else {
            Exit::Done
        }
    }
}

/// A file's findings as they are printed.
struct Report {
    human: String,
    findings: Vec<Finding>,
    /// With `--lint`, what `lint` would print.
    lints: Option<Value>,
    /// What was mended, a line each.
    changes: String,
    errors: usize,
    warnings: usize,
}

/// The object that `--format json` prints.
#[derive(Serialize)]
struct Summary {
    files: usize,
    errors: usize,
    warnings: usize,
    diagnostics: Vec<Finding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lints: Option<Vec<Value>>,
}

pub(super) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let (sources, failures) = io::expand(&args.paths);
    if args.stdout {
        return mend_to_stdout(args, &sources, failures);
    }
    if args.fix && sources.contains(&Source::Stdin) {
        let failure = Failure::usage("standard input cannot be mended in place");
        return Err(failure.help("`--fix --stdout` prints the mended text"));
    }
    let mut exit = Exit::Done;
    for failure in &failures {
        io::complain(failure);
        exit = exit.max(failure.exit());
    }
    let mut output = Output::open(&args.output)?;
    let style = output.style();
    let pool = (sources.len() > 1).then(|| threads(&args.threads));
    let pool = pool.transpose()?;
    let mut totals = Totals::default();
    let mut all_findings = Vec::new();
    let mut all_lints = Vec::new();
    for batch in sources.chunks(BATCH) {
        for report in judge_all(batch, args, style, pool.as_ref()) {
            match report {
                Err(failure) => {
                    // the findings that came before are seen before
                    output.flush()?;
                    io::complain(&failure);
                    exit = exit.max(failure.exit());
                }
                Ok(report) => {
                    totals.files += 1;
                    totals.errors += report.errors;
                    totals.warnings += report.warnings;
                    match args.format {
                        CheckFormat::Human => {
                            output.write_all(report.changes.as_bytes())?;
                            output.write_all(report.human.as_bytes())?;
                        }
                        CheckFormat::Json => {
                            io::note(&report.changes);
                            all_findings.extend(report.findings);
                            all_lints.extend(report.lints);
                        }
                    }
                }
            }
        }
    }
    match args.format {
        CheckFormat::Human if args.quiet || totals.files == 0 => {}
        CheckFormat::Human => writeln!(output, "{}", summary(&totals))?,
        CheckFormat::Json => {
            let summary = Summary {
                files: totals.files,
                errors: totals.errors,
                warnings: totals.warnings,
                diagnostics: all_findings,
                lints: args.lint.then_some(all_lints),
            };
            serde_json::to_writer_pretty(&mut output, &summary).map_err(std::io::Error::from)?;
            output.write_all(b"\n")?;
        }
    }
    output.finish()?;
    Ok(exit.max(totals.exit()))
}

/// The reports in the order of the sources, whatever the number of threads.
fn judge_all(
    sources: &[Source],
    args: &CheckArgs,
    style: Style,
    pool: Option<&ThreadPool>,
) -> Vec<Result<Report, Failure>> {
    let judge = |source| judge(source, args, style);
    match pool {
        Some(pool) => pool.install(|| sources.par_iter().map(judge).collect()),
        None => sources.iter().map(judge).collect(),
    }
}

fn judge(source: &Source, args: &CheckArgs, style: Style) -> Result<Report, Failure> {
    let name = source.name();
    let (text, diagnostics, changes) = match text_of(&source.read(MAX_BYTES)?) {
        Err(Unusable { text, diagnostics }) => (text, diagnostics, String::new()),
        Ok(text) if args.fix => {
            let fixed = fix(&text);
            if let (Some(path), false) = (source.path(), fixed.changes.is_empty()) {
                io::replace_file(path, &fixed.text)?;
            }
            let changes = told(&name, &fixed.changes, style);
            let diagnostics = diagnostics_of(source, &fixed.text);
            (fixed.text, diagnostics, changes)
        }
        Ok(text) => {
            let diagnostics = diagnostics_of(source, &text);
            (text, diagnostics, String::new())
        }
    };
    let errors = diagnostics.iter().filter(|found| is_error(found)).count();
    let warnings = diagnostics.len() - errors;
    let mut report = Report {
        human: String::new(),
        findings: Vec::new(),
        lints: None,
        changes,
        errors,
        warnings,
    };
    match args.format {
        CheckFormat::Json => report.findings = findings(&name, &text, &diagnostics),
        CheckFormat::Human => {
            let shown: Vec<Diagnostic> = if args.quiet {
                diagnostics.into_iter().filter(is_error).collect()
            } else {
                diagnostics
            };
            report.human = human(&name, &text, &shown, style, io::terminal_width());
        }
    }
    if let (true, Some(scenario)) = (args.lint, zopa_model::check(&text).scenario)
        && let Some((human, lints)) = super::design::lint_findings(&name, &text, &scenario, style)
    {
        report.human += &human;
        report.lints = Some(lints);
    }
    Ok(report)
}

/// What `check` finds in the text, and in the file's name if it has one.
fn diagnostics_of(source: &Source, text: &str) -> Vec<Diagnostic> {
    let mut found = zopa::check(text).diagnostics;
    if let Some(misnamed) = source.stem().and_then(|stem| check_file_stem(text, stem)) {
        let place = found.partition_point(|earlier| earlier.span.start <= misnamed.span.start);
        found.insert(place, misnamed);
    }
    found
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
}

fn told(file: &str, changes: &[Change], style: Style) -> String {
    let mut out = String::new();
    for Change { line, message, .. } in changes {
        let head = style.paint(HELP, "mended:");
        // writing to a String never fails
        let _ = writeln!(
            out,
            "{head} {}:{line}: {}",
            printable(file),
            printable(message)
        );
    }
    out
}

/// `3 files, 2 errors, 1 warning`
fn summary(totals: &Totals) -> String {
    let parts = [
        count(totals.files, "file"),
        count(totals.errors, "error"),
        count(totals.warnings, "warning"),
    ];
    parts.join(", ")
}

/// `--fix --stdout`: the mended text is the result, all else is told on standard error.
fn mend_to_stdout(
    args: &CheckArgs,
    sources: &[Source],
    failures: Vec<Failure>,
) -> Result<Exit, Failure> {
    if let Some(failure) = failures.into_iter().next() {
        return Err(failure);
    }
    let [source] = sources else {
        let message = format!("`--fix --stdout` takes one file, found {}", sources.len());
        return Err(Failure::usage(message));
    };
    let name = source.name();
    let style = render::stderr_style();
    let width = io::terminal_width();
    let text = match text_of(&source.read(MAX_BYTES)?) {
        Ok(text) => text,
        Err(Unusable { text, diagnostics }) => {
            io::note(&human(&name, &text, &diagnostics, style, width));
            return Ok(Exit::Unusable);
        }
    };
    let fixed = fix(&text);
    let mut output = Output::open(&args.output)?;
    output.write_all(fixed.text.as_bytes())?;
    output.finish()?;
    let mut left = diagnostics_of(source, &fixed.text);
    let errors = left.iter().filter(|found| is_error(found)).count();
    if args.quiet {
        left.retain(is_error);
    } else {
        io::note(&told(&name, &fixed.changes, style));
    }
    io::note(&human(&name, &fixed.text, &left, style, width));
    Ok(if errors > 0 {
        Exit::Findings
    } else {
        Exit::Done
    })
}
