//! `zopa calibrate elicit`: a party's valuations and BATNA from its answers.

use std::io::{BufRead, Write as _};

use zopa_calibrate::elicit::{
    Chooser, ElicitOptions, Elicitation, Knowledge, Question, Reply, Trouble, answer_line,
    elicit_json, patch, read_answer,
};
use zopa_model::{Rational, Scenario};

use super::super::scenario::{self, Unusable};
use crate::args::{AnalysisFormat, ElicitArgs};
use crate::exit::{Exit, Failure};
use crate::io::{self, Kept, Output, Source};
use crate::render::calibrate::elicit::{ranges_line, report};
use crate::render::diagnostics::human;
use crate::render::{self, count, document};

/// A file of answers is short.
const MAX_ANSWERS: usize = 1 << 24;

/// How asking goes on with answers that are kept.
const GOES_ON: &str = "`--answers` with that file goes on from there";

/// What a simulated party calls equal.
const SIMULATED_TIE: (i128, i128) = (1, 50);

pub(super) fn run(args: &ElicitArgs) -> Result<Exit, Failure> {
    let source = Source::new(&args.scenario);
    let (text, scenario) = read(&source)?;
    let party = party(&scenario, &args.party)?;
    if scenario.resources.len() < 2 {
        let message = format!("`{}` has no resources to ask about", source.name());
        return Err(Failure::unusable(message).help("valuations are of at least two `resources`"));
    }
    let mut output = Output::open(&args.output)?;
    let patched = args.patched.as_ref();
    let patched = patched.map(|path| Output::open_at(path, args.output.force));
    let patched = patched.transpose()?;
    let save = args.save.as_ref();
    let save = save.map(|path| Kept::open_at(path, args.output.force, GOES_ON));
    let save = save.transpose()?;
    let options = ElicitOptions {
        tolerance: args.tolerance.clone(),
        tie_most: args.tie_most.clone(),
        chances: args.chances,
        convention: args.numbers.convention.into(),
        seed: args.seed,
    };
    let mut elicitation = Elicitation::new(&scenario, party, options.clone());
    let mut note = None;
    let known = if args.simulate {
        let known = simulate(&mut elicitation, args, Chooser::Informative)?;
        let mut baseline = Elicitation::new(&scenario, party, options);
        let by_chance = simulate(&mut baseline, args, Chooser::Random)?;
        note = Some(compared(
            &elicitation,
            &baseline,
            baseline.is_complete(&by_chance),
        ));
        known
    } else {
        let answered = args.answers.as_ref();
        if let Some(path) = answered {
            from_file(&mut elicitation, &Source::new(path))?;
        }
        match (&save, answered) {
            (None, Some(_)) => known_of(&elicitation)?,
            (save, _) => ask(&mut elicitation, args.max_questions, save.as_ref())?,
        }
    };
    let next = if elicitation.is_complete(&known) {
        None
    } else {
        elicitation.next_question(&known, Chooser::Informative)
    };
    let text_of = |blocks: Vec<_>, output: &Output| match args.format {
        AnalysisFormat::Md => document::markdown(&blocks),
        _ => document::text(&blocks, output.style(), io::terminal_width()),
    };
    let result = match args.format {
        AnalysisFormat::Json => {
            let found = elicit_json(&elicitation, &known, next.as_ref(), args.numbers.exact);
            format!("{found:#}\n")
        }
        _ => text_of(
            report(
                &elicitation,
                &known,
                next.as_ref(),
                note,
                args.numbers.exact,
            ),
            &output,
        ),
    };
    output.write_all(result.as_bytes())?;
    if let Some(mut file) = patched {
        file.write_all(with_patch(&text, &elicitation, &known)?.as_bytes())?;
        file.finish()?;
        misnamed(args, &elicitation.scenario().id);
    }
    output.finish()?;
    Ok(Exit::Done)
}

fn read(source: &Source) -> Result<(String, Scenario), Failure> {
    let bytes = source.read(zopa_model::check::MAX_BYTES)?;
    scenario::of_bytes(&bytes).map_err(|Unusable { text, diagnostics }| {
        let style = render::stderr_style();
        io::note(&human(
            &source.name(),
            &text,
            &diagnostics,
            style,
            io::terminal_width(),
        ));
        let message = format!("`{}` has errors", source.name());
        Failure::unusable(message).help("mend what is said above")
    })
}

fn party(scenario: &Scenario, name: &str) -> Result<usize, Failure> {
    let found = scenario.parties.iter().position(|party| party.name == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = scenario
            .parties
            .iter()
            .map(|party| party.name.as_str())
            .collect();
        let message = format!("the scenario has no party `{name}`");
        Failure::usage(message).help(format!("its parties are `{}`", names.join("` and `")))
    })
}

/// Why answers cannot be used, with what would mend them.
fn troubled(trouble: &Trouble) -> Failure {
    match trouble {
        Trouble::Contradiction(conflict) => {
            let numbers = |list: &[usize]| -> String {
                let words: Vec<String> = list.iter().map(|index| (index + 1).to_string()).collect();
                words.join(", ")
            };
            let message = format!(
                "answers {} contradict one another",
                numbers(&conflict.minimal)
            );
            let help = format!(
                "no valuations agree with all of them; without answer {} the rest would agree",
                numbers(conflict.removal.statements())
            );
            Failure::unusable(message).help(help)
        }
        Trouble::Unproved => Failure::unusable("the solver's answer did not stand its exact check"),
    }
}

fn known_of(elicitation: &Elicitation<'_>) -> Result<Knowledge, Failure> {
    let known = elicitation.knowledge();
    known.map_err(|trouble| troubled(&trouble))
}

/// Says where the patched scenario's file has not the name that `check` wants.
fn misnamed(args: &ElicitArgs, id: &str) {
    let path = args.patched.as_deref();
    if let Some(path) = path.filter(|path| path.file_stem().is_none_or(|stem| stem != id)) {
        let path = path.display();
        io::note(&format!(
            "note: `zopa check` wants the file `{path}` to be named `{id}.json`, as its id says\n"
        ));
    }
}

/// Takes the answers of a file in, and tells the ranges after each.
fn from_file(elicitation: &mut Elicitation<'_>, source: &Source) -> Result<(), Failure> {
    let bytes = source.read(MAX_ANSWERS)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::unusable(format!("`{}` is not UTF-8", source.name())))?;
    for (number, line) in (1..).zip(text.lines()) {
        let Some(reply) = Reply::from_line(elicitation.scenario(), line) else {
            continue;
        };
        let reply = reply.map_err(|fault| {
            let message = format!("{}:{number}: {}", source.name(), fault.message);
            Failure::unusable(message).help(match fault.at.as_str() {
                "" => {
                    "an answer is one JSON object a line, as the next question prints it".to_owned()
                }
                at => format!("look at `{at}` of this line"),
            })
        })?;
        let known = elicitation
            .add(reply)
            .map_err(|trouble| troubled(&trouble))?;
        io::note(&ranges_line(elicitation, &known));
    }
    Ok(())
}

/// Asks on standard error, reads from standard input, and tells the ranges after each answer, which is kept at once.
fn ask(
    elicitation: &mut Elicitation<'_>,
    most: usize,
    save: Option<&Kept>,
) -> Result<Knowledge, Failure> {
    let mut known = known_of(elicitation)?;
    keep(elicitation, save)?;
    let mut input = Source::Stdin.reader()?;
    while elicitation.replies().len() < most && !elicitation.is_complete(&known) {
        let Some(question) = elicitation.next_question(&known, Chooser::Informative) else {
            break;
        };
        io::note(&format!(
            "\n{}. {}\n",
            elicitation.replies().len() + 1,
            question.in_words(elicitation).join("\n   ")
        ));
        let Some(reply) = reply(question, &mut input)? else {
            break;
        };
        match elicitation.add(reply) {
            Ok(found) => {
                known = found;
                keep(elicitation, save)?;
                io::note(&ranges_line(elicitation, &known));
            }
            Err(trouble) => {
                io::complain(&troubled(&trouble));
                io::note(
                    "The last answer is left out. The question comes again: answer it otherwise, or `quit`.\n",
                );
            }
        }
    }
    Ok(known)
}

/// Keeps the answers so far.
fn keep(elicitation: &Elicitation<'_>, save: Option<&Kept>) -> Result<(), Failure> {
    let Some(save) = save else { return Ok(()) };
    let replies = elicitation.replies().iter();
    let line = |reply: &Reply| {
        let line = answer_line(elicitation.scenario(), &reply.question, Some(reply.answer));
        line + "\n"
    };
    save.write(&replies.map(line).collect::<String>())
}

/// One answer from the terminal; none at its end, or where no more is wanted.
fn reply(question: Question, input: &mut impl BufRead) -> Result<Option<Reply>, Failure> {
    loop {
        io::note("> ");
        let mut bytes = Vec::new();
        let read = input.read_until(b'\n', &mut bytes);
        if read.map_err(|error| Source::Stdin.unreadable(&error))? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes);
        if ["quit", "q"].contains(&line.trim()) {
            return Ok(None);
        }
        match read_answer(&line, &question) {
            Some(answer) => return Ok(Some(Reply { question, answer })),
            None => io::note(&format!(
                "`{}`, or `quit`\n",
                question.answers().join("`, `")
            )),
        }
    }
}

/// Lets the scenario's own numbers answer.
fn simulate(
    elicitation: &mut Elicitation<'_>,
    args: &ElicitArgs,
    chooser: Chooser,
) -> Result<Knowledge, Failure> {
    let (valuations, batna) = elicitation.declared();
    let tie = Rational::new(SIMULATED_TIE.0, SIMULATED_TIE.1).min(args.tie_most.clone());
    let mut known = known_of(elicitation)?;
    while elicitation.replies().len() < args.max_questions && !elicitation.is_complete(&known) {
        let Some(question) = elicitation.next_question(&known, chooser) else {
            break;
        };
        let answer = elicitation.simulated(&question, &valuations, &batna, &tie);
        let reply = Reply { question, answer };
        known = elicitation
            .add(reply)
            .map_err(|trouble| troubled(&trouble))?;
    }
    Ok(known)
}

fn compared(chosen: &Elicitation<'_>, by_chance: &Elicitation<'_>, complete: bool) -> String {
    let drawn = by_chance.replies().len();
    format!(
        "A party that answers as the scenario says was asked {}. Questions drawn by chance: {}.",
        count(chosen.replies().len(), "question"),
        if complete {
            format!("{drawn} for the same")
        } else {
            format!("not done after {drawn}")
        }
    )
}

/// The scenario's text with the estimates in it, which has no error.
fn with_patch(
    text: &str,
    elicitation: &Elicitation<'_>,
    known: &Knowledge,
) -> Result<String, Failure> {
    let broken = || Failure::unusable("the patch does not fit the scenario");
    let mut root: serde_json::Value = serde_json::from_str(text).map_err(|_| broken())?;
    let operations = patch(elicitation, known);
    for operation in operations.as_array().ok_or_else(broken)? {
        let path = operation["path"].as_str().ok_or_else(broken)?;
        let value = operation["value"].clone();
        let (parent, key) = path.rsplit_once('/').ok_or_else(broken)?;
        let parent = root.pointer_mut(parent).ok_or_else(broken)?;
        parent[key.replace("~1", "/").replace("~0", "~")] = value;
    }
    let text = format!("{root:#}\n");
    if zopa_model::check(&text).scenario.is_none() {
        return Err(Failure::unusable(
            "the scenario would have errors with these numbers",
        ));
    }
    Ok(text)
}
