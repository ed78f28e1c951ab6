//! `zopa import`: other programs' files as scenarios.

mod domain;
mod group;
mod outcomes;

use zopa_import::{Format, Kind, Notes, Severity};

use crate::args::ImportArgs;
use crate::exit::{Exit, Failure};
use crate::io;
use crate::render::{notes, stderr_style};
use group::Group;

pub(super) fn run(args: &ImportArgs) -> Result<Exit, Failure> {
    if let Some(mapping) = &args.map {
        return outcomes::run_mapped(args, mapping);
    }
    let groups = group::groups(&args.paths, args.from)?;
    let kinds = groups.iter().map(|group| group.format.kind());
    let kinds: Vec<Kind> = kinds.collect();
    if kinds.iter().all(|kind| *kind == Kind::Domain) {
        if args.format.is_some() {
            let failure = Failure::usage("`--format` is for recorded outcomes");
            return Err(failure.help("a domain is written as one scenario file"));
        }
        return domain::run(args, &groups);
    }
    if let [group] = &groups[..] {
        return outcomes::run(args, group);
    }
    let formats: Vec<&str> = groups.iter().map(|group| group.format.as_str()).collect();
    let message = format!("there are files of {} at once", formats.join(", "));
    Err(Failure::usage(message)
        .help("import domains and each corpus of outcomes one after the other"))
}

/// Tells what reading a group found, and whether its result may be used.
fn accepted(args: &ImportArgs, group: &Group, found: &Notes) -> Result<(), Exit> {
    io::note(&notes::notes(found, stderr_style()));
    match found.worst() {
        Some(Severity::Error) => Err(Exit::Unusable),
        Some(Severity::Warning) if args.strict => {
            let message = format!(
                "`{}` is refused: something would have to be assumed",
                group.name
            );
            io::complain(
                &Failure::unusable(message).help("without `--strict` it is read as said above"),
            );
            Err(Exit::Findings)
        }
        _ => Ok(()),
    }
}

/// `genius (recognised)`, or as it was named.
fn told(format: Format, args: &ImportArgs) -> String {
    let how = if args.from.is_some() {
        "as named"
    } else {
        "recognised"
    };
    format!("{} ({how})", format.title())
}
