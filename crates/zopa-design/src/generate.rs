//! Families of scenarios: the same parties and resources, other numbers, with the properties that are wanted.

use std::collections::BTreeSet;

use chacha20::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use zopa::Options;
use zopa_model::json::{self, Edit, quote};
use zopa_model::{PARTIES, Rational, Scenario};

use crate::sensitivity::Quantity;
use crate::tune::{Change, Lock, Space, Target, TuneOptions, edited, file_decimals, reach};

/// So many random scenarios are tried for one that can be brought to the targets.
const TRIES: usize = 60;

/// So many analyses may be spent on bringing one there.
const EFFORT: usize = 600;

/// Random BATNAs are at most this.
const HIGHEST_BATNA: i128 = 60;

/// What family to make.
#[derive(Clone, Debug)]
pub struct GenerateOptions {
    /// How many scenarios.
    pub count: usize,
    /// Scenario k of a seed is the same whatever the count is.
    pub seed: u64,
    /// What each of them is to be; all of it.
    pub targets: Vec<Target>,
    /// What is to stay as in the scenario that they are made after.
    pub locks: Vec<Lock>,
    /// The lowest and highest valuation.
    pub bounds: [Rational; 2],
    /// The decimal places; `None` for those of the file (at least 2).
    pub decimals: Option<u32>,
    /// Is a BATNA added where the file has none?
    pub add_batnas: bool,
}

/// A scenario of a family.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Its id, which is to be its file's name as well.
    pub id: String,
    /// The scenario file.
    pub text: String,
    /// What is in it.
    pub scenario: Scenario,
}

/// Makes scenarios after a file: valuations drawn uniformly from all ways to divide each party's total into whole steps, BATNAs
/// from 0 to 0.6, and from there, where it is not as wanted already, the steepest way to the targets. Texts stay as they are but for
/// numbers, id and name; each result was checked as a file and analysed exactly.
///
/// # Errors
/// Where the text is no scenario, or 60 draws in a row could not be brought to the targets.
pub fn generate(
    text: &str,
    scenario: &Scenario,
    options: &Options<'_>,
    wanted: &GenerateOptions,
) -> Result<Vec<Generated>, String> {
    // the scenario that they are made after is none of them
    let mut seen = BTreeSet::from([Vec::new()]);
    (1..=wanted.count)
        .map(|index| {
            let mut random = ChaCha8Rng::seed_from_u64(wanted.seed);
            random.set_stream(u64::try_from(index).unwrap_or(u64::MAX));
            for _ in 0..TRIES {
                if options.budget.stop.is_some_and(|stop| stop()) {
                    let done = index - 1;
                    return Err(format!("the time ran out after {done} scenarios"));
                }
                let Some(changes) = one(scenario, options, wanted, &mut random) else {
                    continue;
                };
                let numbers = changes.iter().map(|change| {
                    let value = change.to.to_string();
                    (change.party, change.quantity, value)
                });
                if !seen.insert(numbers.collect()) {
                    continue;
                }
                // its name does not depend on the count either
                let id = format!("{}_{index:03}", scenario.id);
                return written(text, scenario, &changes, &id, index, &wanted.targets);
            }
            let targets: Vec<String> = wanted.targets.iter().map(Target::to_string).collect();
            Err(format!(
                "scenario {index}: none of {TRIES} random ones could be brought to {}",
                if targets.is_empty() {
                    "be new".to_owned()
                } else {
                    targets.join(", ")
                }
            ))
        })
        .collect()
}

/// The changes of one random scenario that has the properties; `None` where this draw led to none.
fn one(
    scenario: &Scenario,
    options: &Options<'_>,
    wanted: &GenerateOptions,
    random: &mut ChaCha8Rng,
) -> Option<Vec<Change>> {
    let limits = TuneOptions {
        targets: wanted.targets.clone(),
        locks: wanted.locks.clone(),
        bounds: wanted.bounds.clone(),
        decimals: Some(wanted.decimals.unwrap_or_else(|| file_decimals(scenario))),
        add_batnas: wanted.add_batnas,
        effort: EFFORT,
    };
    let space = Space::of(scenario, &limits);
    let mut by = vec![0; space.numbers.len()];
    for party in 0..PARTIES {
        let own = space.numbers.iter().enumerate();
        let free: Vec<usize> = own
            .filter(|(_, number)| number.party == party && number.quantity != Quantity::Batna)
            .map(|(place, _)| place)
            .collect();
        // from the lowest values, the rest is divided by cuts at random places
        let spare: i64 = free
            .iter()
            .map(|&place| -space.numbers[place].range[0])
            .sum();
        let parts = division(random, spare, free.len());
        for (&place, part) in free.iter().zip(parts) {
            by[place] = space.numbers[place].range[0] + part;
        }
    }
    for (place, number) in space.numbers.iter().enumerate() {
        if number.quantity == Quantity::Batna {
            let highest = Rational::new(HIGHEST_BATNA, 100) / space.step.clone();
            let steps = i64::try_from(highest.numerator() / highest.denominator()).ok()?;
            by[place] = number.range[0] + below(random, steps + 1);
        }
    }
    reach(space, options, &limits, by)
}

/// `whole` as a sum of so many parts from 0: all such sums are equally likely.
fn division(random: &mut ChaCha8Rng, whole: i64, parts: usize) -> Vec<i64> {
    if parts == 0 {
        return Vec::new();
    }
    let bars = i64::try_from(parts - 1).unwrap_or(0);
    let mut cuts = BTreeSet::new();
    while i64::try_from(cuts.len()).unwrap_or(0) < bars {
        cuts.insert(below(random, whole + bars));
    }
    let mut out = Vec::new();
    let mut before = -1;
    for cut in cuts {
        out.push(cut - before - 1);
        before = cut;
    }
    out.push(whole + bars - before - 1);
    out
}

/// A number below `bound`, which is small: the bias of the remainder does not matter.
fn below(random: &mut ChaCha8Rng, bound: i64) -> i64 {
    i64::from(random.next_u32()) % bound.max(1)
}

/// The file with the changed numbers, a new id and a new name, checked. A difficulty that was asked for is declared as well.
fn written(
    text: &str,
    scenario: &Scenario,
    changes: &[Change],
    id: &str,
    index: usize,
    targets: &[Target],
) -> Result<Generated, String> {
    let text = edited(text, scenario, changes).ok_or("the text is not the scenario's")?;
    let set = |at: &str, value: &str| Edit::Set {
        at: at.to_owned(),
        value: quote(value),
    };
    let name = format!("{} (variant {index})", scenario.name);
    let mut edits = vec![set("/id", id), set("/name", &name)];
    edits.extend(targets.iter().find_map(|target| match target {
        Target::Difficulty(level) => Some(set("/difficulty", &level.to_string())),
        _ => None,
    }));
    let text = json::edited(&text, &edits).map_err(|error| error.to_string())?;
    match zopa::check(&text).scenario {
        Some(scenario) => Ok(Generated {
            id: id.to_owned(),
            text,
            scenario,
        }),
        None => Err(format!("scenario {index} does not pass `check`")),
    }
}
