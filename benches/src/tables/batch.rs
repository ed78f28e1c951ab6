//! Scoring a million runs, against only reading them.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use zopa_batch::{Chunk, JsonRuns, Place, ReadError, RunSource as _, Scorers, Scratch, in_order};
use zopa_model::Convention;

use crate::instances::SEED;
use crate::rivals::typed;
use crate::runs::{Made, scenarios, write};
use crate::table::{Table, count, ratio, three_digits};

const RUNS: u64 = 1_000_000;
const SCENARIOS: usize = 50;

/// The most that scoring may cost, in times of reading.
const MOST: f64 = 2.5;

/// How much faster two threads are to be than one.
const SPEEDUP: f64 = 1.7;

/// The most memory, in MB.
const MOST_MEMORY: f64 = 200.0;

/// Times each side at least so often, in turn.
const ROUNDS: usize = 3;

pub(super) fn make(patience: Duration) -> Vec<Table> {
    let mut table = Table::new(
        "Scoring runs, all fields, against only reading them",
        &["", "time", "runs /s", "to reading", "bar"],
    );
    let path = std::env::temp_dir().join(format!("zopa-runs-{}.jsonl", std::process::id()));
    match measure(&path, patience, &mut table) {
        Ok(()) => {}
        Err(reason) => table.note(format!("SKIPPED: {reason}")),
    }
    // it is a temporary file
    let _ = std::fs::remove_file(&path);
    vec![table]
}

fn measure(path: &Path, patience: Duration, table: &mut Table) -> Result<(), String> {
    let told = |error: std::io::Error| error.to_string();
    let made = scenarios(SCENARIOS, SEED);
    write_file(&made, RUNS, path).map_err(told)?;
    let bytes = std::fs::metadata(path).map_err(told)?.len();
    let scorers = scorers(&made)?;
    let mut least = [f64::INFINITY; 3];
    let begin = Instant::now();
    let mut rounds = 0;
    while rounds < ROUNDS || begin.elapsed() < patience {
        let sides: [&dyn Fn() -> Result<usize, ReadError>; 3] =
            [&|| read(path), &|| score(path, &scorers, 1), &|| {
                score(path, &scorers, 2)
            }];
        for (least, side) in least.iter_mut().zip(sides) {
            let start = Instant::now();
            let found = side().map_err(|error| error.to_string())?;
            *least = least.min(start.elapsed().as_secs_f64());
            assert_eq!(u64::try_from(found), Ok(RUNS), "every run counts");
        }
        rounds += 1;
    }
    let [reading, one, two] = least;
    let rows = [
        (
            "typed records by serde_json, nothing written",
            reading,
            String::new(),
        ),
        ("scored, one thread", one, format!("at most x{MOST}")),
        (
            "scored, two threads",
            two,
            format!("at least x{SPEEDUP} faster than one: {}", ratio(one, two)),
        ),
    ];
    for (name, seconds, bar) in rows {
        #[expect(clippy::cast_precision_loss, reason = "a rate has three digits")]
        let rate = RUNS as f64 / seconds;
        table.row([
            name.to_owned(),
            format!("{} s", three_digits(seconds)),
            format!("{} k", three_digits(rate / 1e3)),
            ratio(seconds, reading),
            bar,
        ]);
    }
    match peak_of_scoring(path) {
        Some(peak) => table.note(format!(
            "Peak memory of a process that scores the file on two threads: {} MB (bar: {MOST_MEMORY} MB).",
            three_digits(peak)
        )),
        None => table.note("SKIPPED: there is no peak in `/proc/self/status`."),
    }
    table.note(format!(
        "{} runs over {SCENARIOS} scenarios of 5 to 14 resources, {} MB, all deals different. Scoring reads the file, judges each run exactly, \
         and makes every line of the output, which goes nowhere.",
        count(usize::try_from(RUNS).unwrap_or(0)),
        bytes / 1_000_000
    ));
    Ok(())
}

fn write_file(made: &[Made], runs: u64, path: &Path) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    write(made, runs, SEED, &mut out)?;
    out.flush()
}

/// Writes the scenarios into `scenarios` in a folder, and so many runs into `runs.jsonl`.
///
/// # Errors
/// Where a file cannot be written.
pub fn write_runs(runs: u64, folder: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| error.to_string();
    let made = scenarios(SCENARIOS, SEED);
    let inner = folder.join("scenarios");
    std::fs::create_dir_all(&inner).map_err(told)?;
    for made in &made {
        std::fs::write(inner.join(format!("{}.json", made.id)), &made.text).map_err(told)?;
    }
    write_file(&made, runs, &folder.join("runs.jsonl")).map_err(told)
}

fn scorers(made: &[Made]) -> Result<Scorers, String> {
    let mut scorers = Scorers::new();
    for made in made {
        let checked = zopa_model::check(&made.text);
        let scenario = checked
            .scenario
            .ok_or_else(|| format!("`{}` has errors: {:?}", made.id, checked.diagnostics))?;
        scorers.add_scenario(scenario, Convention::Signed);
        // analysed before the clock runs
        scorers
            .scorer(&made.id)
            .map_err(|error| error.to_string())?;
    }
    Ok(scorers)
}

fn chunks(path: &Path) -> Result<JsonRuns<File>, ReadError> {
    Ok(JsonRuns::new(File::open(path)?))
}

/// Reads every run into a typed record.
fn read(path: &Path) -> Result<usize, ReadError> {
    let mut chunks = chunks(path)?;
    let mut found = 0;
    while let Some(chunk) = chunks.next_chunk()? {
        chunk.for_each(|_, text| {
            let bytes = text.unwrap_or_default();
            let run: Result<typed::Run<'_>, _> = serde_json::from_slice(bytes);
            found += usize::from(std::hint::black_box(run).is_ok());
        });
    }
    Ok(found)
}

/// Scores every run; how many are valid.
fn score(path: &Path, scorers: &Scorers, threads: usize) -> Result<usize, ReadError> {
    let mut chunks = chunks(path)?;
    let mut found = 0;
    in_order(
        threads,
        || chunks.next_chunk(),
        |chunk: Chunk| {
            let mut scratch = Scratch::default();
            let mut out = Vec::with_capacity(chunk.len() * 4);
            let mut valid = 0;
            chunk.for_each(|line, text| {
                let bytes = text.unwrap_or_default();
                let numbers = zopa::Numbers::Nearest;
                let place = Place { file: None, line };
                valid += usize::from(scorers.answer(bytes, place, numbers, &mut scratch, &mut out));
                out.push(b'\n');
            });
            (valid, out)
        },
        |(valid, out)| {
            found += valid;
            std::hint::black_box(out);
            Ok(())
        },
    )?;
    Ok(found)
}

/// The most MB that a process of its own holds.
fn peak_of_scoring(path: &Path) -> Option<f64> {
    let own: PathBuf = std::env::current_exe().ok()?;
    let output = Command::new(own).arg("--score").arg(path).output().ok()?;
    let kilobytes: u32 = String::from_utf8(output.stdout).ok()?.trim().parse().ok()?;
    Some(f64::from(kilobytes) / 1024.0)
}

/// What the process of its own does: scores a file, and says how many kilobytes it held at most. `None` where the system does not tell.
///
/// # Errors
/// Where the file cannot be read or a scenario has errors.
pub fn peak_of_file(path: &Path) -> Result<Option<usize>, String> {
    let scorers = scorers(&scenarios(SCENARIOS, SEED))?;
    score(path, &scorers, 2).map_err(|error| error.to_string())?;
    Ok(super::memory::peak())
}
