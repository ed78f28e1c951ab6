//! `zopa serve`: a live page to tune scenarios.

use std::io::{ErrorKind, Write as _};
use std::net::SocketAddr;

use zopa_page::serve::{ServeOptions, serve};

use crate::args::ServeArgs;
use crate::exit::{Exit, Failure, Reason};
use crate::io::{self, Output};

pub(super) fn run(args: &ServeArgs) -> Result<Exit, Failure> {
    let options = ServeOptions {
        port: args.port,
        convention: args.convention.into(),
        time_limit: args.time_limit,
    };
    serve(&args.folder, options, announce).map_err(|error| {
        let folder = args.folder.display();
        match error.kind() {
            ErrorKind::AddrInUse => Failure::unusable(format!("port {} is taken", args.port))
                .help("`--port 0` takes one that is free"),
            ErrorKind::NotFound => Failure::unusable(format!("there is no folder `{folder}`"))
                .help("name the folder of the scenarios"),
            ErrorKind::NotADirectory => Failure::unusable(format!("`{folder}` is no folder"))
                .help("name the folder that the scenario is in"),
            _ => Failure::unusable(format!("cannot serve `{folder}`: {}", Reason(&error))),
        }
    })?;
    io::note("stopped\n");
    Ok(Exit::Done)
}

/// Tells the address: a result, since programs may wait for it. That nobody reads it is no reason to stop.
fn announce(address: SocketAddr) {
    let mut output = Output::stdout();
    let _ = writeln!(output, "http://{address}/").and_then(|()| output.flush());
    io::note("listening on this machine alone; Ctrl-C stops\n");
}
