//! Inverse design: the smallest change of a scenario's numbers with which it has the properties that are wanted.

mod bound;
mod edit;
mod proof;
mod propose;
mod search;
mod space;
mod target;

use serde_json::{Value, json};
use zopa::{Numbers, Options};
use zopa_model::names::did_you_mean;
use zopa_model::{Rational, Scenario};

use crate::figure::figure;
use crate::sensitivity::Quantity;
use search::Search;
use target::View;

pub use edit::{edited, unified_diff};
pub(crate) use space::Space;
pub use space::file_decimals;
pub use target::Target;

/// Numbers that are to stay as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    /// This party's (by index) alone.
    pub party: Option<usize>,
    /// The valuations of this resource (by index).
    pub resource: Option<usize>,
    /// All valuations.
    pub valuations: bool,
    /// The BATNA.
    pub batna: bool,
}

impl Lock {
    /// Reads a lock: a resource's id, `batna`, `valuations`, or a party's name for all of its numbers; the first three with
    /// `:PARTY` behind them for one party's alone.
    ///
    /// # Errors
    /// Where the scenario has no such thing.
    pub fn parse(text: &str, scenario: &Scenario) -> Result<Self, String> {
        let (what, who) = match text.rsplit_once(':') {
            Some((what, who)) => (what, Some(who)),
            None => (text, None),
        };
        let party = match who {
            None => None,
            Some(name) => Some(scenario.party_index(name).ok_or_else(|| {
                let names = scenario.parties.iter().map(|party| party.name.as_str());
                format!("there is no party `{name}`{}", did_you_mean(name, names))
            })?),
        };
        let lock = Self {
            party,
            resource: None,
            valuations: false,
            batna: false,
        };
        if let Some(index) = scenario.resource_index(what) {
            return Ok(Self {
                resource: Some(index),
                valuations: true,
                ..lock
            });
        }
        match what {
            "batna" => Ok(Self {
                batna: true,
                ..lock
            }),
            "valuations" => Ok(Self {
                valuations: true,
                ..lock
            }),
            name => match (scenario.party_index(name), who) {
                (Some(party), None) => Ok(Self {
                    party: Some(party),
                    valuations: true,
                    batna: true,
                    ..lock
                }),
                _ => {
                    let known = scenario
                        .resources
                        .iter()
                        .map(|resource| resource.id.as_str());
                    let known = known.chain(scenario.parties.iter().map(|p| p.name.as_str()));
                    let guess = did_you_mean(name, known.chain(["batna", "valuations"]));
                    Err(format!(
                        "there is nothing called `{name}` to lock{guess}; a resource, a party, `batna` or `valuations` is wanted"
                    ))
                }
            },
        }
    }
}

/// What is wanted, and what may be done for it.
#[derive(Clone, Debug)]
pub struct TuneOptions {
    /// What the scenario is to become; all of it.
    pub targets: Vec<Target>,
    /// What is to stay.
    pub locks: Vec<Lock>,
    /// The lowest and highest valuation that a change may lead to; [0, 1].
    pub bounds: [Rational; 2],
    /// The decimal places of changed numbers; `None` for those of the file (at least 2).
    pub decimals: Option<u32>,
    /// May a BATNA be added where the file has none?
    pub add_batnas: bool,
    /// How many scenarios may be analysed to find a change, and again to prove that none is smaller.
    pub effort: usize,
}

impl Default for TuneOptions {
    fn default() -> Self {
        Self {
            targets: Vec::new(),
            locks: Vec::new(),
            bounds: [Rational::ZERO, Rational::ONE],
            decimals: None,
            add_batnas: false,
            effort: 2000,
        }
    }
}

/// One number that changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The party whose number it is.
    pub party: usize,
    /// Which number.
    pub quantity: Quantity,
    /// Its value now.
    pub from: Rational,
    /// Its value then.
    pub to: Rational,
    /// Is it a BATNA that the file does not have yet? It counts as changed from 0.
    pub added: bool,
}

/// A change that reaches all targets, as an exact analysis of the changed scenario found.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// What changes, valuations before the BATNA, A's before B's; empty where the scenario is as wanted already.
    pub changes: Vec<Change>,
    /// The sum of all absolute changes.
    pub size: Rational,
    /// Was every smaller change tried and found not enough? Else it is the smallest found.
    pub smallest: bool,
    /// The changed scenario.
    pub scenario: Scenario,
}

/// Why there is no such change.
#[derive(Clone, Debug)]
pub struct Unreached {
    /// Of each target: how far off the nearest change leaves it; none where the time ran out before anything was analysed.
    pub distances: Vec<Rational>,
    /// What that nearest change is.
    pub nearest: Vec<Change>,
    /// What stands in the way, in words: each of these alone, given up, makes the targets reachable.
    pub binding: Vec<String>,
    /// Why no change within locks and bounds reaches the targets at all; `None` where that is not proved.
    pub proof: Option<Impossible>,
    /// Did the time run out?
    pub late: bool,
}

/// A proof that no change reaches the targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// What rules out all changes at once, in words; `None` where it took cases.
    pub reason: Option<String>,
    /// The cases that were ruled out one by one.
    pub cases: usize,
}

impl std::fmt::Display for Impossible {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.reason {
            Some(reason) => f.write_str(reason),
            None if self.cases == 1 => f.write_str("ruled out by a linear program"),
            None => write!(f, "ruled out in {} cases", self.cases),
        }
    }
}

/// The smallest change, by the sum of absolute changes, that reaches all targets: integer programs and a search propose changes on
/// the grid of the last decimal place, and each is analysed exactly. What was found is made smaller and, as far as the effort goes,
/// proved to be smallest; where nothing was found, it is proved, as far as the effort goes, that there is nothing.
///
/// A proof divides all changes into cases and rules each out by exact arithmetic: by bounds of what the target speaks of, or by linear
/// conditions that every change which reaches the targets meets. There are such conditions for `no-zopa`, a largest margin, a deal as Nash
/// solution, and a largest distance of weights; other targets are proved by bounds, and by trying what is left. The search ends where
/// `options.budget.stop` says so, with what is known by then.
///
/// # Errors
/// Where no change was found; with what stands in the way.
pub fn tune(
    scenario: &Scenario,
    options: &Options<'_>,
    wanted: &TuneOptions,
) -> Result<Tuned, Unreached> {
    let space = Space::of(scenario, wanted);
    let mut search = Search::new(space, &wanted.targets, options, wanted.effort);
    let found = find(&mut search, options);
    let least = bound::least_steps(&search.space, options, &wanted.targets);
    search.left = wanted.effort / 2;
    let mut proof = proof::prove(&mut search, found, least);
    search.left = wanted.effort / 2;
    if let (Some(best), false) = (&proof.best, proof.complete) {
        let (best, complete) = search.prove(best.clone(), least);
        proof.best = Some(best);
        proof.complete = complete;
    }
    let Some(best) = proof.best else {
        let late = search.is_late();
        let mut unreached = nearest(&search, options, wanted);
        unreached.proof = proof.complete.then_some(Impossible {
            reason: proof.reason,
            cases: proof.cases,
        });
        if !late {
            unreached.binding = binding(scenario, options, wanted);
        }
        unreached.late = late;
        return Err(unreached);
    };
    let changes = changes(&search.space, &best);
    Ok(Tuned {
        size: changes
            .iter()
            .map(|change| (&change.to - &change.from).abs())
            .sum(),
        scenario: search.space.moved(&best),
        changes,
        smallest: proof.complete,
    })
}

/// A change that reaches all targets, and a small one: of those that are proposed and brought there.
fn find(search: &mut Search<'_>, options: &Options<'_>) -> Option<space::Move> {
    let still = search.still();
    let mut starts = vec![still.clone()];
    if search.distance(&still).is_none_or(|off| off.is_positive()) {
        starts.extend(propose::proposals(search, options.convention));
        starts[1..].sort_by_key(Space::cost);
        starts.dedup();
        starts.truncate(6);
        // a proposal that fits already leaves little to do for the others
        starts.rotate_left(1);
    }
    let mut best: Option<space::Move> = None;
    for start in starts {
        let found = search.descend(start).map(|found| search.trim(found));
        if let Some(found) = found
            && best
                .as_ref()
                .is_none_or(|known| Space::cost(&found) < Space::cost(known))
        {
            best = Some(found);
        }
    }
    best
}

/// How near any change came.
fn nearest(search: &Search<'_>, options: &Options<'_>, wanted: &TuneOptions) -> Unreached {
    let by = search.nearest.clone();
    let by = by.map_or_else(|| search.still(), |(_, by)| by);
    let moved = search.space.moved(&by);
    let view = View::of(&moved, options, &wanted.targets);
    let distances = view.iter().flat_map(|view| {
        let targets = wanted.targets.iter();
        targets.map(|target| target.distance(view))
    });
    Unreached {
        distances: distances.collect(),
        nearest: changes(&search.space, &by),
        binding: Vec::new(),
        proof: None,
        late: false,
    }
}

/// The changes of numbers that lead from a move to the targets by the steepest way, or none where it leads nowhere.
pub(crate) fn reach(
    space: Space<'_>,
    options: &Options<'_>,
    wanted: &TuneOptions,
    from: space::Move,
) -> Option<Vec<Change>> {
    let mut search = Search::new(space, &wanted.targets, options, wanted.effort);
    let found = search.descend(from)?;
    Some(changes(&search.space, &found))
}

fn changes(space: &Space<'_>, by: &space::Move) -> Vec<Change> {
    let moved = space
        .numbers
        .iter()
        .zip(by)
        .filter(|(_, steps)| **steps != 0);
    moved
        .map(|(number, &steps)| Change {
            party: number.party,
            quantity: number.quantity,
            from: number.now.clone(),
            to: space.value(number, steps),
            added: number.added,
        })
        .collect()
}

/// Which single restriction, given up, makes the targets reachable.
fn binding(scenario: &Scenario, options: &Options<'_>, wanted: &TuneOptions) -> Vec<String> {
    let mut tries: Vec<(String, TuneOptions)> = Vec::new();
    for (index, lock) in wanted.locks.iter().enumerate() {
        let mut without = wanted.clone();
        without.locks.remove(index);
        tries.push((
            format!("the lock on {}", lock_name(lock, scenario)),
            without,
        ));
    }
    if wanted.bounds != [Rational::ZERO, Rational::ONE] {
        let bounds = [Rational::ZERO, Rational::ONE];
        let [low, high] = wanted.bounds.each_ref().map(figure);
        tries.push((
            format!("the bounds {low} to {high} of valuations"),
            TuneOptions {
                bounds,
                ..wanted.clone()
            },
        ));
    }
    let decimals = wanted.decimals.unwrap_or_else(|| file_decimals(scenario));
    tries.push((
        format!("the {decimals} decimal places (one more is enough)"),
        TuneOptions {
            decimals: Some(decimals + 1),
            ..wanted.clone()
        },
    ));
    if wanted.targets.len() > 1 {
        for (index, target) in wanted.targets.iter().enumerate() {
            let mut without = wanted.clone();
            without.targets.remove(index);
            tries.push((
                format!("the target of {target}, beside the others"),
                without,
            ));
        }
    }
    let enough = |wanted: &TuneOptions| {
        let wanted = TuneOptions {
            effort: wanted.effort / 4,
            ..wanted.clone()
        };
        let space = Space::of(scenario, &wanted);
        let mut search = Search::new(space, &wanted.targets, options, wanted.effort);
        find(&mut search, options).is_some()
    };
    tries
        .into_iter()
        .filter(|(_, wanted)| enough(wanted))
        .map(|(name, _)| name)
        .collect()
}

fn lock_name(lock: &Lock, scenario: &Scenario) -> String {
    let what = match (lock.resource, lock.valuations, lock.batna) {
        (Some(index), ..) => format!("`{}`", scenario.resources[index].id),
        (None, true, true) => "all numbers".to_owned(),
        (None, true, false) => "all valuations".to_owned(),
        (None, false, _) => "BATNAs".to_owned(),
    };
    match lock.party {
        Some(party) => format!("{what} of {}", scenario.parties[party].name),
        None => what,
    }
}

fn changes_json(scenario: &Scenario, changes: &[Change], numbers: Numbers) -> Value {
    let change = |change: &Change| {
        let (kind, resource) = match change.quantity {
            Quantity::Valuation(index) => ("valuation", Some(&scenario.resources[index].id)),
            Quantity::Batna => ("batna", None),
        };
        json!({
            "at": change.at(scenario),
            "kind": kind,
            "party": scenario.parties[change.party].name,
            "resource": resource,
            "from": numbers.of(&change.from),
            "to": numbers.of(&change.to),
            "added": change.added,
        })
    };
    changes.iter().map(change).collect()
}

fn targets_json(targets: &[Target]) -> Value {
    targets
        .iter()
        .map(|target| json!({"target": target.to_string(), "method": target.method()}))
        .collect()
}

/// The result as `zopa tune --format json` prints it; `scenario` is the one before.
#[must_use]
pub fn tuned_json(
    scenario: &Scenario,
    wanted: &TuneOptions,
    result: &Result<Tuned, Unreached>,
    numbers: Numbers,
) -> Value {
    let head = |reached: bool| {
        json!({
            "schema_version": 1,
            "scenario": scenario.id,
            "targets": targets_json(&wanted.targets),
            "reached": reached,
        })
    };
    match result {
        Ok(tuned) => {
            let mut value = head(true);
            value["changes"] = changes_json(scenario, &tuned.changes, numbers);
            value["size"] = numbers.of(&tuned.size);
            value["smallest"] = tuned.smallest.into();
            value
        }
        Err(unreached) => {
            let mut value = head(false);
            let distances = unreached.distances.iter().map(|off| numbers.of(off));
            value["distances"] = distances.collect();
            value["nearest"] = changes_json(scenario, &unreached.nearest, numbers);
            value["binding"] = unreached.binding.as_slice().into();
            value["late"] = unreached.late.into();
            value["impossible"] = unreached.proof.is_some().into();
            value["proof"] = unreached.proof.as_ref().map(Impossible::to_string).into();
            value
        }
    }
}
