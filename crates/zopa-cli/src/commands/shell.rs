//! `zopa completions` and `zopa man`: what a shell and a reader of manuals want.

use std::io::Write as _;

use clap::CommandFactory as _;
use zopa_model::names::nearest;

use crate::args::{Arguments, CompletionsArgs, ManArgs};
use crate::exit::{Exit, Failure};
use crate::io::Output;

pub(super) fn completions(args: &CompletionsArgs) -> Result<Exit, Failure> {
    // the generator panics where it cannot write: let it write to memory
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::command(), "zopa", &mut script);
    print(&script)
}

pub(super) fn man(args: &ManArgs) -> Result<Exit, Failure> {
    let mut program = Arguments::command();
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => program
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| no_command(&program, name))?,
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command)
        .source(concat!("zopa ", env!("CARGO_PKG_VERSION")))
        .render(&mut page)?;
    print(&page)
}

fn no_command(program: &clap::Command, name: &str) -> Failure {
    let failure = Failure::usage(format!("there is no command `{name}`"));
    let known = program.get_subcommands().map(clap::Command::get_name);
    match nearest(name, known) {
        Some(near) => failure.help(format!("did you mean `{near}`?")),
        None => failure.help("`zopa --help` lists the commands"),
    }
}

fn print(bytes: &[u8]) -> Result<Exit, Failure> {
    let mut output = Output::stdout();
    output.write_all(bytes)?;
    output.finish()?;
    Ok(Exit::Done)
}
