//! `zopa score --explain`: one deal in sentences.

use std::io::Write as _;

use zopa::Run;
use zopa_batch::Scorers;
use zopa_model::json::Value;
use zopa_model::names::did_you_mean;

use super::feed::{read_error, runs};
use super::{agreement, parse};
use crate::args::ScoreArgs;
use crate::exit::{Exit, Failure};
use crate::io::{self, Output, Source};
use crate::render::explanation::explain;
use crate::render::figures::Figures;
use crate::render::{self, document};

/// Explains the run that was chosen; an invalid one by its fault.
pub(super) fn explain_one(
    args: &ScoreArgs,
    sources: &[Source],
    scorers: &Scorers,
    mut output: Output,
) -> Result<Exit, Failure> {
    let item = choose(args, sources)?;
    let figures = Figures {
        exact: args.numbers.exact,
    };
    let explained = parse(item.text.as_deref().map_err(String::as_str)).and_then(|run| {
        let (analysis, agreement) = agreement(&run, scorers)?;
        let score = analysis.score(&agreement);
        let name = label(&run).unwrap_or_else(|| format!("line {}", item.line));
        Ok(explain(&name, analysis, &agreement, &score, figures))
    });
    let valid = explained.is_ok();
    let text = match explained {
        Ok(blocks) => document::text(&blocks, output.style(), io::terminal_width()),
        Err(error) => {
            let message = format!("line {}: {} [{}]", item.line, error.message, error.code);
            render::fault(output.style(), "invalid run", &message, None)
        }
    };
    output.write_all(text.as_bytes())?;
    output.finish()?;
    Ok(if args.strict && !valid {
        Exit::Findings
    } else {
        Exit::Done
    })
}

/// The text of a run, perhaps no JSON, or why there is none, and the line on which it starts.
struct Item {
    line: usize,
    text: Result<Vec<u8>, String>,
}

/// The run with this name, or the only one.
fn choose(args: &ScoreArgs, sources: &[Source]) -> Result<Item, Failure> {
    let wanted = args.run.as_deref();
    let mut names = Vec::new();
    let mut chosen = None;
    let mut count = 0usize;
    for source in sources {
        let mut runs = runs(source, args.runs_format, source.open()?)?;
        while let Some(chunk) = runs
            .next_chunk()
            .map_err(|error| read_error(source, error))?
        {
            chunk.for_each(|line, text| {
                if let Some(wanted) = wanted {
                    let name = parse(text).ok().and_then(|run| label(&run));
                    if name.as_deref() != Some(wanted) {
                        names.extend(name);
                        return;
                    }
                }
                count += 1;
                chosen.get_or_insert_with(|| Item {
                    line,
                    text: text.map(<[u8]>::to_vec).map_err(str::to_owned),
                });
            });
        }
    }
    match (chosen, wanted) {
        (Some(item), _) if count == 1 => Ok(item),
        (None, Some(wanted)) => {
            let near = did_you_mean(wanted, names.iter().map(String::as_str));
            let message = format!("there is no run `{wanted}`{near}");
            Err(Failure::unusable(message))
        }
        (None, None) => Err(Failure::unusable("there is no run to explain")),
        (Some(_), Some(wanted)) => {
            let message = format!("{count} runs are called `{wanted}`");
            Err(Failure::unusable(message).help("give each run a name of its own"))
        }
        (Some(_), None) => {
            let message = format!("there are {count} runs, and one is explained");
            Err(Failure::usage(message).help("choose it with `--run ID`"))
        }
    }
}

/// What the run calls itself.
fn label(run: &Run<'_>) -> Option<String> {
    match &run.field("run")?.value {
        Value::String(name) => Some(name.to_string()),
        Value::Number(number) => Some((*number).to_owned()),
        _ => None,
    }
}
