//! `zopa export`: a scenario as files of another program.

use std::io::Write as _;
use std::path::Path;

use zopa_import::export::{Target, write};
use zopa_import::{Notes, Source as Text};

use super::analyze::read;
use crate::args::ExportArgs;
use crate::exit::{Exit, Failure};
use crate::io::{self, Output, Source};
use crate::render::{notes, stderr_style};

pub(super) fn run(args: &ExportArgs) -> Result<Exit, Failure> {
    let source = Source::new(&args.scenario);
    let (text, scenario) = read(&source)?;
    let name = source.name();
    let target = Target::from(args.to);
    let mut found = Notes::default();
    let source = Text {
        name: &name,
        text: &text,
    };
    let files = write(&scenario, target, args.steps, &source, &mut found);
    io::note(&notes::notes(&found, stderr_style()));
    let Some(files) = files else {
        let message = format!(
            "`{name}` cannot be told in the format `{}`",
            target.as_str()
        );
        return Err(
            Failure::unusable(message).help("mend what is said above, or choose another format")
        );
    };
    if let [(_, text)] = files.as_slice() {
        let mut output = Output::open(&args.output)?;
        output.write_all(text.as_bytes())?;
        output.finish()?;
        return Ok(Exit::Done);
    }
    let folder = args
        .output
        .output
        .as_deref()
        .filter(|path| *path != Path::new("-"));
    let Some(folder) = folder else {
        let message = format!("the format `{}` is {} files", target.as_str(), files.len());
        return Err(Failure::usage(message).help("`-o FOLDER` says where they go"));
    };
    io::make_folder(folder)?;
    for (name, text) in &files {
        let path = folder.join(name);
        let mut output = Output::open_at(&path, args.output.force)?;
        output.write_all(text.as_bytes())?;
        output.finish()?;
        io::note(&format!("{}\n", path.display()));
    }
    Ok(Exit::Done)
}
