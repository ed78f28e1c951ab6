//! Recorded outcomes: a folder with scenarios, and the runs on them.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use zopa_import::Source as Text;
use zopa_import::outcomes::{Imported, Mapping, Unreadable, read};

use super::group::{self, Group};
use super::told;
use crate::args::{ImportArgs, TallyFormat};
use crate::exit::{Exit, Failure};
use crate::io::{self, Output, Source};
use crate::render::{printable, stderr_style, tally};

/// A mapping has a few kilobytes.
const MAX_MAPPING: usize = 1 << 20;

/// Files of one corpus.
pub(super) fn run(args: &ImportArgs, group: &Group) -> Result<Exit, Failure> {
    let folder = folder(args)?;
    let imported = read(group.format, &group.sources()).map_err(|fault| unusable(&fault))?;
    finish(
        args,
        &group.name,
        &told(group.format, args),
        &imported,
        folder,
    )
}

/// Tables that a mapping explains.
pub(super) fn run_mapped(args: &ImportArgs, mapping: &Path) -> Result<Exit, Failure> {
    let folder = folder(args)?;
    let source = Source::new(mapping);
    let bytes = source.read(MAX_MAPPING)?;
    let text = String::from_utf8(bytes)
        .ok()
        .filter(|text| text.len() <= MAX_MAPPING);
    let text = text.ok_or_else(|| {
        let message = format!("`{}` is no mapping", source.name());
        Failure::unusable(message).help("a mapping is a small TOML file")
    })?;
    let mapping = Mapping::parse(&text).map_err(|mut fault| {
        fault.file = source.name();
        unusable(&fault)
    })?;
    let files = group::read(&args.paths)?;
    let sources = files.iter().map(|(name, text)| Text { name, text });
    let sources: Vec<Text<'_>> = sources.collect();
    let imported = mapping.read(&sources).map_err(|fault| unusable(&fault))?;
    finish(args, sources[0].name, "as mapped", &imported, folder)
}

/// The folder that was asked for; it may not be there yet.
fn folder(args: &ImportArgs) -> Result<&Path, Failure> {
    if args.round_decimals.is_some() || args.steps.is_some() {
        return Err(Failure::usage(
            "`--round-decimals` and `--steps` are for domains",
        ));
    }
    let path = args.output.output.as_deref();
    let path = path.filter(|path| *path != Path::new("-")).ok_or_else(|| {
        Failure::usage("recorded outcomes become many files")
            .help("`-o FOLDER` writes `scenarios/` and `runs.jsonl` there")
    })?;
    if path.is_file() {
        let message = format!("`{}` is a file", path.display());
        return Err(Failure::usage(message).help("`-o` names a folder here"));
    }
    Ok(path)
}

fn unusable(fault: &Unreadable) -> Failure {
    let place = fault
        .position
        .map(|at| format!(":{}:{}", at.line, at.column));
    let place = place.unwrap_or_default();
    let message = format!(
        "{}{place}: {}",
        printable(&fault.file),
        printable(&fault.message)
    );
    Failure::unusable(message).help(fault.help.clone())
}

fn finish(
    args: &ImportArgs,
    name: &str,
    how: &str,
    imported: &Imported,
    folder: &Path,
) -> Result<Exit, Failure> {
    io::note(&tally::remarks(&imported.tally, stderr_style()));
    if imported.scenarios.is_empty() {
        let message = format!(
            "no record of `{name}` can be used, of {}",
            imported.tally.records
        );
        return Err(
            Failure::unusable(message).help("is the format right? `--from` names another one")
        );
    }
    write(args, imported, folder)?;
    let mut output = Output::stdout();
    match args.format.unwrap_or(TallyFormat::Text) {
        TallyFormat::Text => {
            let text = tally::text(imported, &format!("{name}: {how}"), folder, output.style());
            output.write_all(text.as_bytes())?;
        }
        TallyFormat::Json => writeln!(output, "{:#}", tally::json(imported))?,
    }
    output.finish()?;
    Ok(if args.strict && imported.tally.skipped() > 0 {
        Exit::Findings
    } else {
        Exit::Done
    })
}

/// The scenarios first: runs that are there have theirs beside them.
fn write(args: &ImportArgs, imported: &Imported, folder: &Path) -> Result<(), Failure> {
    let force = args.output.force;
    let scenarios = folder.join("scenarios");
    io::make_folder(&scenarios)?;
    let runs = folder.join("runs.jsonl");
    let mut output = (!imported.runs.is_empty())
        .then(|| Output::open_at(&runs, force))
        .transpose()?;
    for scenario in &imported.scenarios {
        let path = scenarios.join(format!("{}.json", scenario.id));
        // an earlier import may have written it: the id tells the content
        if fs::read(&path).is_ok_and(|known| known == scenario.text.as_bytes()) {
            continue;
        }
        let mut file = Output::open_at(&path, force)?;
        file.write_all(scenario.text.as_bytes())?;
        file.finish()?;
    }
    if let Some(output) = &mut output {
        for run in &imported.runs {
            writeln!(output, "{run}")?;
        }
    }
    output.map_or(Ok(()), Output::finish)
}
