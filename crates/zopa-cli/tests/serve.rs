//! `zopa serve` as users run it. What the server answers is tested beside it, and with a browser in tests/browser.

mod common;

use common::{command, ran, root, signal};

#[test]
fn what_cannot_be_served_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = ran(command(folder.path()).args(["serve", "nowhere"]));
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("there is no folder `nowhere`"),
        "{}",
        ran.stderr
    );
}

/// It tells its address, and an interrupt ends it in order.
#[test]
#[cfg(unix)]
fn an_interrupt_stops_it() {
    use std::io::{BufRead as _, BufReader};
    use std::process::{Command, Stdio};

    let mut server = Command::new(env!("CARGO_BIN_EXE_zopa"));
    server
        .arg("serve")
        .arg(root().join("data/scenarios"))
        .args(["--port", "0"]);
    let mut server = server
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("started");
    let mut line = String::new();
    let output = server.stdout.take().expect("an output");
    BufReader::new(output).read_line(&mut line).expect("a line");
    assert!(
        line.starts_with("http://127.0.0.1:") && line.ends_with("/\n"),
        "{line}"
    );
    signal("INT", &server);
    assert_eq!(server.wait().expect("ended").code(), Some(0));
}
