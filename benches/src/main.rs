//! Prints tables of measured ratios. Without arguments all of them; `--help` says which there are.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use zopa_benches::instances::{Family, SEED, game, valuations};
use zopa_benches::kernels::{Kernel, run_kernel, solve};
use zopa_benches::tables::{self, ALL, Entry};
use zopa_benches::timing::{Side, noise, race};
use zopa_solve::Budget;
use zopa_solve::single::{LotsNash, nash_of_lots};

/// How long a row may take, unless told.
const PATIENCE: Duration = Duration::from_secs(1);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Result<(), String> {
    match *words {
        ["--help"] => {
            print!("{}", help());
            Ok(())
        }
        ["--kernel", name] => {
            let kernel = Kernel::ALL.into_iter().find(|kernel| kernel.name() == name);
            let kernel = kernel.ok_or(format!("there is no kernel `{name}`"))?;
            println!("{}", run_kernel(&kernel.input()));
            Ok(())
        }
        ["--peak", family, n] => {
            let peak = tables::peak_of_one(family_named(family)?, number(n)?);
            println!("{}", peak.ok_or("this system does not say")?);
            Ok(())
        }
        ["--runs", count, folder] => tables::write_runs(number(count)?, Path::new(folder)),
        ["--score", path] => {
            let peak = tables::peak_of_file(Path::new(path))?;
            println!("{}", peak.ok_or("this system does not say")?);
            Ok(())
        }
        ["--serve"] => serve(),
        ["--patience", seconds, ref names @ ..] => {
            print(names, Duration::from_secs(number(seconds)?))
        }
        ref names => print(names, PATIENCE),
    }
}

fn help() -> String {
    let mut help = "Usage: zopa-benches [--patience SECONDS] [TABLE...] [--plots FOLDER]\n       zopa-benches --runs COUNT FOLDER\n\nTables (all of them if none is named):\n".to_owned();
    for entry in ALL {
        help.push_str(&format!("  {:10} {}\n", entry.name, entry.about));
    }
    help.push_str("\n--plots draws what the table `growth` measures, and prints that table. --runs writes the scenarios and so many of the runs of the table `batch`.\n");
    help
}

fn print(names: &[&str], patience: Duration) -> Result<(), String> {
    let (names, folder) = match *names {
        [ref names @ .., "--plots", folder] => (names, Some(folder)),
        _ => (names, None),
    };
    let find = |name: &&str| {
        let entry = ALL.into_iter().find(|entry| entry.name == *name);
        entry.ok_or(format!("there is no table `{name}`; --help lists all"))
    };
    let mut entries: Vec<Entry> = names.iter().map(find).collect::<Result<_, _>>()?;
    if entries.is_empty() && folder.is_none() {
        entries = ALL.to_vec();
    }
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder).map_err(|error| format!("`{folder}`: {error}"))?;
    }
    for entry in entries {
        for table in (entry.make)(patience) {
            println!("{table}");
        }
    }
    if let Some(folder) = folder {
        let (tables, pictures) = tables::plots(patience);
        for table in tables {
            println!("{table}");
        }
        for (name, svg) in pictures {
            let path = Path::new(folder).join(name);
            std::fs::write(&path, svg).map_err(|error| format!("`{}`: {error}", path.display()))?;
        }
    }
    if let Some([half, most]) = noise::so_far() {
        println!(
            "Noise of this run: the median sample exceeded the least by {half:.0} % in half of all timings, by at most {most:.0} % in nine of ten."
        );
    }
    Ok(())
}

fn family_named(name: &str) -> Result<Family, String> {
    Family::named(name).ok_or(format!("there is no family `{name}`"))
}

fn number(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| format!("`{word}` is no number"))
}

/// How long a time that is asked for is taken. The first calls find memory that is not mapped yet.
const SERVED: Duration = Duration::from_millis(50);

/// Answers rivals in other languages, a line for a line, so that both are timed in turn inside one run.
///
/// `lots FAMILY N V` is answered by the lots, `A B A B ...`; `points` by all points of the frontier of those lots in the same form;
/// `time` by the least time of one call among a few milliseconds' worth; `nash` by the thresholds, the gains over them of the Nash
/// solution of those lots, and the least time of finding it.
fn serve() -> Result<(), String> {
    let mut lots = Vec::new();
    for line in std::io::stdin().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match *words {
            ["lots", family, n, v] => {
                let v = i64::try_from(number(v)?).map_err(|error| error.to_string())?;
                lots = valuations(family_named(family)?, number(n)?, v, SEED);
                lots.iter().map(|(a, b)| format!("{a} {b}")).collect()
            }
            ["points"] => {
                let frontier = solve(&game(&lots, &[]));
                let pieces = frontier.pieces();
                pieces
                    .map(|piece| format!("{} {}", piece.from.a(), piece.from.b()))
                    .collect()
            }
            ["time"] => {
                let game = game(&lots, &[]);
                let [time] = race(SERVED, [Side::new(|| solve(&game))]);
                vec![format!("{:e}", time.least)]
            }
            ["nash"] => {
                let thresholds = tables::thresholds(&lots);
                let nash = || nash_of_lots(&lots, thresholds, &Budget::default());
                let LotsNash::Solved { gain, .. } = nash() else {
                    return Err("the Nash solution is not found".to_owned());
                };
                let [time] = race(SERVED, [Side::new(nash)]);
                let pair = |(a, b): (i128, i128)| format!("{a} {b}");
                let thresholds = (thresholds.0.into(), thresholds.1.into());
                vec![pair(thresholds), pair(gain), format!("{:e}", time.least)]
            }
            _ => return Err(format!("`{line}` is no request")),
        };
        println!("{}", answer.join(" "));
    }
    Ok(())
}
