//! `zopa explain`: what a diagnostic's code means.

use std::io::Write as _;

use zopa_calibrate::Rule;
use zopa_design::Lint;
use zopa_import::NoteCode;
use zopa_import::outcomes::{Fate, Reason};
use zopa_model::names::nearest;
use zopa_model::{Code, RunErrorCode};

use crate::args::ExplainArgs;
use crate::exit::{Exit, Failure};
use crate::io::{self, Output};
use crate::render::document::rewrap;
use crate::render::{HEADING, Style};

/// A code of any kind.
struct Entry {
    word: &'static str,
    severity: &'static str,
    title: &'static str,
    explanation: &'static str,
}

pub(super) fn run(args: &ExplainArgs) -> Result<Exit, Failure> {
    let mut output = Output::stdout();
    let style = output.style();
    let entries = entries();
    let text = match &args.code {
        None => list(&entries, style),
        Some(code) => explain(&entries, code, style)?,
    };
    output.write_all(text.as_bytes())?;
    output.finish()?;
    Ok(Exit::Done)
}

fn entries() -> Vec<Entry> {
    let scenarios = Code::ALL.iter().map(|code| Entry {
        word: code.as_str(),
        severity: code.severity().as_str(),
        title: code.title(),
        explanation: code.explanation(),
    });
    let runs = RunErrorCode::ALL.iter().map(|code| Entry {
        word: code.as_str(),
        severity: "invalid run",
        title: code.title(),
        explanation: code.explanation(),
    });
    let pairs = Rule::ALL.iter().map(|rule| Entry {
        word: rule.as_str(),
        severity: rule.severity().as_str(),
        title: rule.title(),
        explanation: rule.explanation(),
    });
    let lints = Lint::ALL.iter().map(|lint| Entry {
        word: lint.as_str(),
        severity: lint.severity().as_str(),
        title: lint.title(),
        explanation: lint.explanation(),
    });
    let imports = NoteCode::ALL.iter().map(|code| Entry {
        word: code.as_str(),
        severity: code.severity().as_str(),
        title: code.title(),
        explanation: code.explanation(),
    });
    let records = Reason::ALL.iter().map(|code| Entry {
        word: code.as_str(),
        severity: match code.severity() {
            Fate::Skipped => "skipped record",
            Fate::Kept => "kept record",
        },
        title: code.title(),
        explanation: code.explanation(),
    });
    let all = scenarios.chain(runs).chain(lints).chain(pairs);
    all.chain(imports).chain(records).collect()
}

fn list(entries: &[Entry], style: Style) -> String {
    let width = |part: fn(&Entry) -> &str| entries.iter().map(|entry| part(entry).len()).max();
    let words = width(|entry| entry.word).unwrap_or(0);
    let severities = width(|entry| entry.severity).unwrap_or(0);
    let line = |entry: &Entry| {
        let padding = " ".repeat(words - entry.word.len());
        format!(
            "{}{padding}  {:severities$}  {}\n",
            style.paint(HEADING, entry.word),
            entry.severity,
            entry.title
        )
    };
    entries.iter().map(line).collect()
}

/// What the code means; where it is both a scenario's and a run's, what each means.
fn explain(entries: &[Entry], code: &str, style: Style) -> Result<String, Failure> {
    let wanted = code.trim_matches(['[', ']']).to_lowercase();
    let found: Vec<String> = entries
        .iter()
        .filter(|entry| entry.word.eq_ignore_ascii_case(&wanted))
        .map(|entry| {
            let head = format!("{} ({}): {}", entry.word, entry.severity, entry.title);
            let head = style.paint(HEADING, &head);
            let width = io::terminal_width();
            let text = rewrap(entry.explanation, width);
            format!("{head}\n\n{}\n", text.trim_end())
        })
        .collect();
    if found.is_empty() {
        let failure = Failure::usage(format!("there is no code `{code}`"));
        return Err(
            match nearest(&wanted, entries.iter().map(|entry| entry.word)) {
                Some(near) => failure.help(format!("did you mean `zopa explain {near}`?")),
                None => failure.help("`zopa explain` lists the codes"),
            },
        );
    }
    Ok(found.join("\n"))
}
