//! `zopa lint`: what is odd about scenarios.

use std::io::Write as _;

use annotate_snippets::Level;
use serde_json::{Value, json};
use zopa::{Completeness, Convention, Numbers, Options, Scenario};
use zopa_design::{Finding, Limits, LintReport, Severity};
use zopa_model::json::{Span, parse};

use super::each_scenario;
use crate::args::{CheckFormat, LintArgs};
use crate::commands::analyze::numbers;
use crate::exit::{Exit, Failure};
use crate::io::{self, Output};
use crate::render::diagnostics::{Locator, Shown, with_lines};
use crate::render::figures::Figures;
use crate::render::{Style, count};

pub(crate) fn run(args: &LintArgs) -> Result<Exit, Failure> {
    let limits = args.limits.limits();
    let mut output = Output::open(&args.output)?;
    let style = output.style();
    let options = Options {
        convention: args.numbers.convention.into(),
        ..Options::default()
    };
    let (mut scenarios, mut warnings, mut notes) = (0, 0, 0);
    let mut all = Vec::new();
    let work = |_: &io::Source, text: &str, scenario: &Scenario| {
        let report = zopa_design::lint(scenario, &options, &limits)?;
        Ok(match report {
            Completeness::Complete(mut report) => {
                report
                    .findings
                    .retain(|finding| !args.allow.contains(&finding.lint));
                Completeness::Complete((text.to_owned(), report))
            }
            Completeness::Stopped(stopped) => Completeness::Stopped(stopped),
        })
    };
    let mut exit = each_scenario(
        &args.paths,
        &args.threads,
        work,
        |source, (text, report)| {
            scenarios += 1;
            for finding in &report.findings {
                match finding.lint.severity() {
                    Severity::Warning => warnings += 1,
                    Severity::Note => notes += 1,
                }
            }
            match args.format {
                CheckFormat::Human => {
                    let shown = human(&source.name(), &text, &report, style, args.numbers.exact);
                    output.write_all(shown.as_bytes())?;
                }
                CheckFormat::Json => {
                    all.push(for_programs(
                        &source.name(),
                        &text,
                        &report,
                        numbers(args.numbers.exact),
                    ));
                }
            }
            Ok(())
        },
    )?;
    match args.format {
        CheckFormat::Human if scenarios == 0 => {}
        CheckFormat::Human => {
            let parts = [
                count(scenarios, "scenario"),
                count(warnings, "warning"),
                count(notes, "note"),
            ];
            writeln!(output, "{}", parts.join(", "))?;
        }
        CheckFormat::Json => {
            let whole = json!({
                "schema_version": 1,
                "warnings": warnings,
                "notes": notes,
                "scenarios": all,
            });
            writeln!(output, "{whole:#}")?;
        }
    }
    output.finish()?;
    if args.strict && warnings > 0 {
        exit = exit.max(Exit::Findings);
    }
    Ok(exit)
}

/// The lints of one scenario for `check --lint`, with the defaults: for people and for programs. Nothing for a scenario that is too
/// large to be analysed, or has no resources.
pub(crate) fn lint_findings(
    file: &str,
    text: &str,
    scenario: &Scenario,
    style: Style,
) -> Option<(String, Value)> {
    let options = Options {
        convention: Convention::Signed,
        ..Options::default()
    };
    let report = zopa_design::lint(scenario, &options, &Limits::default()).ok()?;
    let report = report.complete()?;
    Some((
        human(file, text, &report, style, false),
        for_programs(file, text, &report, Numbers::Nearest),
    ))
}

/// The place of a finding in the text.
fn span(text: &str, finding: &Finding) -> Span {
    let root = parse(text).ok();
    let node = root.as_ref().and_then(|root| {
        let mut at = finding.at.as_str();
        loop {
            if let Some(node) = root.pointed(at) {
                return Some(node.span.clone());
            }
            at = &at[..at.rfind('/')?];
        }
    });
    // Of something that goes over lines its beginning is marked.
    node.map_or(0..0, |span| {
        let line = text[span.clone()].find('\n');
        line.map_or(span.clone(), |end| span.start..span.start + end)
    })
}

fn human(file: &str, text: &str, report: &LintReport, style: Style, exact: bool) -> String {
    let figures = Figures { exact };
    let shown = report.findings.iter().map(|finding| Shown {
        level: match finding.lint.severity() {
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        },
        code: finding.lint.as_str(),
        message: &finding.message,
        note: behind(finding, figures),
        help: Some(&finding.help),
        span: span(text, finding),
    });
    with_lines(file, text, shown, style, io::terminal_width())
}

/// The numbers behind a finding, in a line.
fn behind(finding: &Finding, figures: Figures) -> Option<String> {
    let numbers = finding.numbers.iter();
    let mut parts: Vec<String> = numbers
        .map(|(name, value)| format!("{name} {}", figures.of(value)))
        .collect();
    if let Some((option, value)) = &finding.threshold {
        parts.push(format!("threshold `--{option} {}`", figures.of(value)));
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn for_programs(file: &str, text: &str, report: &LintReport, numbers: Numbers) -> Value {
    let mut value = zopa_design::lint_json(report, numbers);
    value["file"] = file.into();
    let mut locator = Locator::new(text);
    if let Some(findings) = value["findings"].as_array_mut() {
        for (shown, finding) in findings.iter_mut().zip(&report.findings) {
            let (position, _) = locator.locate(span(text, finding).start);
            shown["line"] = position.line.into();
            shown["column"] = position.column.into();
        }
    }
    value
}
