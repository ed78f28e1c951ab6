//! Domains: a scenario file for each group.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use zopa_import::domain::{Domain, read};
use zopa_import::{Notes, id_of};
use zopa_model::{IssueSpace, Rational};

use super::group::Group;
use super::{accepted, told};
use crate::args::ImportArgs;
use crate::exit::{Exit, Failure};
use crate::io::{self, Output};
use crate::render::count;

pub(super) fn run(args: &ImportArgs, groups: &[Group]) -> Result<Exit, Failure> {
    let folder = folder(args, groups)?;
    let mut ids = BTreeSet::new();
    let mut exit = Exit::Done;
    for group in groups {
        let mut notes = Notes::default();
        let domain = read(group.format, &group.sources(), &args.options(), &mut notes);
        let accepted = accepted(args, group, &notes);
        let (Some(domain), Ok(())) = (domain, accepted) else {
            exit = exit.max(accepted.err().unwrap_or(Exit::Unusable));
            continue;
        };
        let id = id(&domain, group, args, folder.is_some(), &mut ids);
        let mut output = match &folder {
            Some(folder) => Output::open_at(&folder.join(format!("{id}.json")), args.output.force)?,
            None => Output::open(&args.output)?,
        };
        output.write_all(domain.to_json(&id).as_bytes())?;
        output.finish()?;
        io::note(&format!(
            "{}: {}\n",
            group.name,
            summary(&domain, group, args)
        ));
    }
    Ok(exit)
}

/// The folder that the files go to: one that is there, or of several domains the one to make.
fn folder(args: &ImportArgs, groups: &[Group]) -> Result<Option<PathBuf>, Failure> {
    let path = args.output.output.as_deref();
    match path.filter(|path| *path != Path::new("-")) {
        Some(path) if path.is_dir() => Ok(Some(path.to_owned())),
        Some(path) if groups.len() > 1 => {
            io::make_folder(path)?;
            Ok(Some(path.to_owned()))
        }
        None if groups.len() > 1 => {
            let message = format!(
                "there are {}, found in folders",
                count(groups.len(), "domain")
            );
            Err(Failure::usage(message).help("`-o FOLDER` writes a file for each"))
        }
        _ => Ok(None),
    }
}

/// The id: of one file the stem of its name, so that the file is named after it; else made of the folder's or the domain's name.
fn id(
    domain: &Domain,
    group: &Group,
    args: &ImportArgs,
    in_folder: bool,
    ids: &mut BTreeSet<String>,
) -> String {
    let stem = args.output.output.as_deref().and_then(Path::file_stem);
    let stem = stem.and_then(|stem| stem.to_str()).filter(|_| !in_folder);
    if let Some(stem) = stem.filter(|stem| id_of(stem) == *stem) {
        return stem.to_owned();
    }
    let whence = if group.files.len() > 1 && !in_folder {
        domain.name.as_deref().unwrap_or(&group.stem)
    } else {
        &group.stem
    };
    let id = id_of(whence);
    let numbered = (2..).map(|number| format!("{id}_{number}"));
    let mut candidates = std::iter::once(id.clone()).chain(numbered);
    // of endlessly many candidates one is new
    candidates.find(|id| ids.insert(id.clone())).unwrap_or(id)
}

/// `profiles of NegoLog, JSON (recognised): 3 issues, 27 outcomes, between `a` and `b``
fn summary(domain: &Domain, group: &Group, args: &ImportArgs) -> String {
    let issues = count(domain.issues.len(), "issue");
    let [a, b] = domain.parties.each_ref().map(|party| party.name.as_str());
    let format = told(group.format, args);
    format!(
        "{format}: {issues}, {}, between `{a}` and `{b}`",
        outcomes(domain)
    )
}

/// How many outcomes there are.
fn outcomes(domain: &Domain) -> String {
    let mut all = Rational::ONE;
    for issue in &domain.issues {
        let IssueSpace::Options(options) = &issue.space else {
            return "any number of outcomes".to_owned();
        };
        all = &all * &Rational::from(i64::try_from(options.len()).unwrap_or(i64::MAX));
    }
    format!("{all} outcomes")
}
