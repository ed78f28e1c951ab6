//! The most memory that a frontier needs. Measured in processes of their own, which have held nothing else.

use std::process::Command;
use std::time::Duration;

use super::digits;
use crate::instances::{Family, SEED, game, valuations};
use crate::kernels::solve;
use crate::table::{Table, count, three_digits};

const SIX_DIGITS: i64 = 999_999;

pub(super) fn make(_: Duration) -> Vec<Table> {
    let mut table = Table::new(
        "Peak memory of a frontier with witnesses",
        &[
            "family",
            "digits",
            "n",
            "points",
            "before, MB",
            "peak, MB",
            "bytes per point",
        ],
    );
    for (family, n) in [
        (Family::Uncorrelated, 100),
        (Family::Uncorrelated, 500),
        (Family::Positive, 300),
        (Family::Uncorrelated, 900),
    ] {
        match in_own_process(family, n) {
            Some([points, before, peak]) => table.row([
                family.name().to_owned(),
                digits(SIX_DIGITS),
                n.to_string(),
                count(points),
                megabytes(before),
                megabytes(peak),
                count((peak - before) * 1024 / points),
            ]),
            None => {
                table.note("SKIPPED: there is no peak in `/proc/self/status`.");
                return vec![table];
            }
        }
    }
    table.note(
        "The kernel's figure for the whole process (`VmHWM`). Before: when the game is made and nothing is solved yet. \
         Per point: what solving added.",
    );
    vec![table]
}

/// Points, and kilobytes before and at the peak.
fn in_own_process(family: Family, n: u64) -> Option<[usize; 3]> {
    let own = std::env::current_exe().ok()?;
    let output = Command::new(own)
        .args(["--peak", family.name(), &n.to_string()])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let numbers: Vec<usize> = text
        .split_whitespace()
        .map_while(|word| word.parse().ok())
        .collect();
    numbers.try_into().ok()
}

/// What the process of its own does: solves one instance and says how many points it has, and the kilobytes before and at the
/// peak. `None` where the system does not tell.
#[must_use]
pub fn peak_of_one(family: Family, n: u64) -> Option<String> {
    let game = game(&valuations(family, n, SIX_DIGITS, SEED), &[]);
    let before = peak()?;
    let points = solve(&game).len();
    Some(format!("{points} {before} {}", peak()?))
}

/// The most kilobytes that this process has held.
pub(super) fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

fn megabytes(kilobytes: usize) -> String {
    let kilobytes = u32::try_from(kilobytes).unwrap_or(u32::MAX);
    three_digits(f64::from(kilobytes) / 1024.0)
}
