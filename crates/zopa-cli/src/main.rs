//! The command line: files in, reports out.

mod args;
mod commands;
mod exit;
mod io;
mod render;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = args::parse();
    render::set_color(arguments.color);
    let exit = commands::run(arguments.command).unwrap_or_else(|failure| {
        io::complain(&failure);
        failure.exit()
    });
    exit.into()
}
