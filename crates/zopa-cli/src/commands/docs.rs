//! `zopa docs`: the page `docs/cli.md`, made from the help of every command.

use std::fmt::Write as _;
use std::io::Write as _;

use clap::{Command, CommandFactory as _};

use crate::args::Arguments;
use crate::exit::{Exit, Failure};
use crate::io::Output;

/// The page's width does not depend on the terminal.
const WIDTH: usize = 100;

const INTRODUCTION: &str = "\
<!-- Generated from crates/zopa-cli/src/args; `UPDATE_DOCS=1 cargo test -p zopa-cli` rewrites it. -->

# The command line

What `zopa --help` and `zopa COMMAND --help` print. `-h` prints a shorter form.
";

pub(super) fn run() -> Result<Exit, Failure> {
    let mut output = Output::stdout();
    output.write_all(page().as_bytes())?;
    output.finish()?;
    Ok(Exit::Done)
}

fn page() -> String {
    let mut program = Arguments::command().term_width(WIDTH);
    program.build();
    let mut out = String::from(INTRODUCTION);
    section(&mut out, "zopa", &mut program);
    subcommands(&mut out, "zopa", &mut program);
    out
}

/// A section for each command below one, and for those below it.
fn subcommands(out: &mut String, title: &str, program: &mut Command) {
    let shown = program
        .get_subcommands_mut()
        .filter(|command| !command.is_hide_set() && command.get_name() != "help");
    for command in shown {
        let title = format!("{title} {}", command.get_name());
        section(out, &title, command);
        subcommands(out, &title, command);
    }
}

fn section(out: &mut String, title: &str, command: &mut Command) {
    let help = command.render_long_help().to_string();
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    // writing to a String never fails
    let _ = write!(
        out,
        "\n## {title}\n\n```text\n{}\n```\n",
        lines.join("\n").trim_end()
    );
}
