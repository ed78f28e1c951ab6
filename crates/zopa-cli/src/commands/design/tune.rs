//! `zopa tune` and `zopa generate`: scenarios with the properties that are wanted.

use std::fs;
use std::io::Write as _;

use zopa::{CertificateOptions, Options, Scenario};
use zopa_design::{
    Change, GenerateOptions, Lock, Quantity, Target, TuneOptions, Tuned, Unreached, edited,
    generate, tune, tuned_json, unified_diff,
};
use zopa_model::json::parse;

use crate::args::{GenerateArgs, TuneArgs, TuneFormat, WishArgs};
use crate::commands::analyze::{finished, numbers, read};
use crate::commands::deadline;
use crate::exit::{Exit, Failure, Reason};
use crate::io::{self, Beside, Output, Source};
use crate::render::figures::Figures;
use crate::render::{HEADING, count, stderr_style};

pub(crate) fn run(args: &TuneArgs) -> Result<Exit, Failure> {
    let source = Source::new(&args.scenario);
    let (text, scenario) = read(&source)?;
    with_resources(&source, &scenario)?;
    if args.write && source.path().is_none() {
        let failure = Failure::usage("standard input cannot be changed in place");
        return Err(failure.help("`--format file` prints the changed file"));
    }
    let (targets, locks) = wishes(&args.wish, &scenario)?;
    if targets.is_empty() {
        let failure = Failure::usage("`tune` wants a `--target`");
        return Err(failure.help("`zopa tune --help` lists them, such as `--target zopa=0.05`"));
    }
    let wanted = TuneOptions {
        targets,
        locks,
        bounds: bounds(&args.wish)?,
        decimals: decimals(&args.wish, &scenario)?,
        add_batnas: args.wish.add_batnas,
        effort: args.effort,
    };
    let late = deadline(args.time_limit);
    let options = Options::until(args.numbers.convention.into(), &late);
    let mut output = Output::open(&args.output)?;
    let proof = Beside::open(args.certificate.as_ref(), args.output.force)?;
    let result = tune(&scenario, &options, &wanted);
    let figures = Figures {
        exact: args.numbers.exact,
    };
    let changed = match &result {
        Err(unreached) => {
            tell_unreached(&scenario, &wanted, unreached, figures);
            None
        }
        Ok(tuned) => {
            let changed = edited(&text, &scenario, &tuned.changes)
                .ok_or_else(|| Failure::unusable("the changes do not fit the file"))?;
            proof.write(|| certificate(&source, &changed, &wanted, tuned, &options))?;
            tell(&scenario, &wanted, tuned, figures);
            if let (true, Some(path)) = (args.write, source.path()) {
                io::replace_file(path, &changed)?;
            }
            Some(changed)
        }
    };
    match (args.format, &changed) {
        (TuneFormat::Json, _) => {
            let value = tuned_json(&scenario, &wanted, &result, numbers(args.numbers.exact));
            writeln!(output, "{value:#}")?;
        }
        (TuneFormat::Diff, Some(changed)) => {
            output.write_all(unified_diff(&source.name(), &text, changed).as_bytes())?;
        }
        (TuneFormat::File, Some(changed)) => output.write_all(changed.as_bytes())?,
        (_, None) => {}
    }
    output.finish()?;
    Ok(if changed.is_some() {
        Exit::Done
    } else {
        Exit::Findings
    })
}

fn with_resources(source: &Source, scenario: &Scenario) -> Result<(), Failure> {
    if scenario.resources.is_empty() {
        let message = format!(
            "`{}` has no `resources`: there is nothing to change",
            source.name()
        );
        return Err(Failure::unusable(message));
    }
    Ok(())
}

/// The proof that the changed file is as wanted.
fn certificate(
    source: &Source,
    changed: &str,
    wanted: &TuneOptions,
    tuned: &Tuned,
    options: &Options<'_>,
) -> Result<String, Failure> {
    let scenario = zopa_model::check(changed).scenario;
    let scenario = scenario.ok_or_else(|| Failure::unusable("the changed file has errors"))?;
    let analysis = finished(source, zopa::analyze(&scenario, options))?;
    let beside = wanted.targets.iter().filter(|target| !target.is_claimed());
    let beside: Vec<String> = beside.map(Target::to_string).collect();
    let mut unproven: Vec<(&str, &str)> = beside
        .iter()
        .map(|target| (target.as_str(), "no claim of a certificate is about that"))
        .collect();
    if !tuned.changes.is_empty() {
        unproven.push((
            "that no smaller change is enough",
            if tuned.smallest {
                "all smaller ones were ruled out case by case, of which there is no short proof"
            } else {
                "this is the smallest that was found"
            },
        ));
    }
    let certificate = CertificateOptions {
        unproven: &unproven,
        ..CertificateOptions::new(changed)
    };
    let certificate = zopa::certificate(&analysis, &certificate)?;
    Ok(format!("{certificate:#}\n"))
}

fn wishes(args: &WishArgs, scenario: &Scenario) -> Result<(Vec<Target>, Vec<Lock>), Failure> {
    let targets = args.target.iter().map(|text| Target::parse(text, scenario));
    let locks = args.lock.iter().map(|text| Lock::parse(text, scenario));
    let targets: Result<_, String> = targets.collect();
    let locks: Result<_, String> = locks.collect();
    Ok((
        targets.map_err(Failure::usage)?,
        locks.map_err(Failure::usage)?,
    ))
}

fn bounds(args: &WishArgs) -> Result<[zopa::Rational; 2], Failure> {
    if args.min > args.max {
        return Err(Failure::usage("`--min` is above `--max`"));
    }
    Ok([args.min.clone(), args.max.clone()])
}

/// Fewer places than the file has would round numbers that nobody asked to change.
fn decimals(args: &WishArgs, scenario: &Scenario) -> Result<Option<u32>, Failure> {
    let file = zopa_design::file_decimals(scenario);
    match args.decimals {
        Some(wanted) if wanted < file => {
            let message =
                format!("the file's numbers have {file} decimal places, more than {wanted}");
            Err(Failure::usage(message).help("round them first, or leave `--decimals` out"))
        }
        wanted => Ok(wanted),
    }
}

fn spelled(scenario: &Scenario, change: &Change, figures: Figures) -> String {
    let party = &scenario.parties[change.party].name;
    let what = match change.quantity {
        Quantity::Valuation(index) => format!("{} of {party}", scenario.resources[index].id),
        Quantity::Batna => format!("BATNA of {party}"),
    };
    let from = if change.added {
        "none".to_owned()
    } else {
        figures.of(&change.from)
    };
    format!("{what}: {from} to {}", figures.of(&change.to))
}

/// What was found, on standard error: the result is the diff or the file.
fn tell(scenario: &Scenario, wanted: &TuneOptions, tuned: &Tuned, figures: Figures) {
    let style = stderr_style();
    let mut out = String::new();
    if tuned.changes.is_empty() {
        out += "the scenario is as wanted already: nothing changes\n";
    } else {
        let numbers = count(tuned.changes.len(), "number");
        let proof = if tuned.smallest {
            "proved: no smaller change is enough"
        } else {
            "the smallest found; `--effort` tries more"
        };
        let head = format!(
            "{numbers} changed by {} in all ({proof})",
            figures.of(&tuned.size)
        );
        out += &format!("{}\n", style.paint(HEADING, &head));
        for change in &tuned.changes {
            out += &format!("  {}\n", spelled(scenario, change, figures));
        }
    }
    for target in &wanted.targets {
        out += &match tuned.changes.is_empty() {
            true => format!("  reached: {target}\n"),
            false => format!("  reached: {target} (proposed by {})\n", target.method()),
        };
    }
    io::note(&out);
}

fn tell_unreached(
    scenario: &Scenario,
    wanted: &TuneOptions,
    unreached: &Unreached,
    figures: Figures,
) {
    let mut lines = Vec::new();
    for (target, off) in wanted.targets.iter().zip(&unreached.distances) {
        if off.is_positive() {
            lines.push(format!(
                "not reached: {target}; off by {} at best",
                figures.of(off)
            ));
        }
    }
    if !unreached.nearest.is_empty() {
        lines.push("the nearest change found:".to_owned());
        let nearest = unreached.nearest.iter();
        lines.extend(nearest.map(|change| format!("  {}", spelled(scenario, change, figures))));
    }
    let (message, help) = why_not(unreached);
    io::complain(&Failure::unusable(message).help(help));
    if !lines.is_empty() {
        io::note(&format!("{}\n", lines.join("\n")));
    }
}

/// What is known of why there is no change, and what would help.
fn why_not(unreached: &Unreached) -> (String, String) {
    if unreached.late {
        let message = "no change was found in the time there was";
        return (message.to_owned(), "raise `--time-limit`".to_owned());
    }
    let message = match &unreached.proof {
        Some(proof) => {
            format!("no change within locks and bounds reaches the targets (proved: {proof})")
        }
        None => "no change that reaches the targets was found".to_owned(),
    };
    let alone = "no single lock, bound or target stands in the way alone";
    let help = match (unreached.binding.as_slice(), &unreached.proof) {
        ([], Some(_)) => format!("{alone}: loosen several"),
        ([], None) => format!("{alone}; loosen several, or raise `--effort`"),
        (ways, _) => {
            let ways = ways.join(", or without ");
            format!("it can be reached without {ways}")
        }
    };
    (message, help)
}

pub(crate) fn run_generate(args: &GenerateArgs) -> Result<Exit, Failure> {
    let source = Source::new(&args.like);
    let (text, scenario) = read(&source)?;
    with_resources(&source, &scenario)?;
    let (targets, locks) = wishes(&args.wish, &scenario)?;
    let wanted = GenerateOptions {
        count: args.n,
        seed: args.seed,
        targets,
        locks,
        bounds: bounds(&args.wish)?,
        decimals: decimals(&args.wish, &scenario)?,
        add_batnas: args.wish.add_batnas,
    };
    let late = deadline(args.time_limit);
    let options = Options::until(args.numbers.convention.into(), &late);
    let family = generate(&text, &scenario, &options, &wanted)
        .map_err(|fault| Failure::unusable(fault).help("ask for less, or unlock more"))?;
    match &args.into {
        Some(folder) => {
            fs::create_dir_all(folder).map_err(|error| {
                let reason = Reason(&error);
                Failure::unusable(format!("cannot make `{}`: {reason}", folder.display()))
            })?;
            for made in &family {
                let path = folder.join(format!("{}.json", made.id));
                let mut file = Output::open_at(&path, args.output.force)?;
                file.write_all(made.text.as_bytes())?;
                file.finish()?;
            }
            let files = count(family.len(), "file");
            io::note(&format!("{files} written to `{}`\n", folder.display()));
        }
        None => {
            let mut output = Output::open(&args.output)?;
            for made in &family {
                let mut line = String::new();
                if let Ok(root) = parse(&made.text) {
                    root.write_compact(&made.text, &mut line);
                }
                line.push('\n');
                output.write_all(line.as_bytes())?;
            }
            output.finish()?;
        }
    }
    Ok(Exit::Done)
}
