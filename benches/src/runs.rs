//! A benchmark's runs from a fixed seed: scenarios of ordinary size, and any number of outcomes with the fields that runs carry.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::instances::SplitMix64;

/// The scenario whose people and story the others borrow.
const STORY: &str = include_str!("../../data/scenarios/cofounder_windup_ip.json");

/// What is negotiated over, in the order in which scenarios take it.
const RESOURCES: [(&str, Kind); 14] = [
    ("cash_float", Kind::Divisible),
    ("patent", Kind::Indivisible),
    ("van", Kind::Indivisible),
    ("wage_arrears", Kind::Debt),
    ("equipment", Kind::Indivisible),
    ("brand", Kind::Shared),
    ("stock", Kind::Divisible),
    ("lease", Kind::IndivisibleDebt),
    ("storefront", Kind::Indivisible),
    ("workshop_evenings", Kind::Divisible),
    ("cold_trailer", Kind::Indivisible),
    ("festival_days", Kind::Divisible),
    ("member_list", Kind::Shared),
    ("recipes", Kind::Indivisible),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Divisible,
    Indivisible,
    Shared,
    Debt,
    IndivisibleDebt,
}

/// A scenario of the benchmark: its file, and what runs need of it.
#[derive(Clone, Debug)]
pub struct Made {
    /// Its id.
    pub id: String,
    /// The content of its file.
    pub text: String,
    resources: &'static [(&'static str, Kind)],
}

/// So many scenarios with 5 to 14 resources and valuations in thousandths.
///
/// # Panics
/// If the shipped scenario that lends its story is no JSON.
#[must_use]
pub fn scenarios(count: usize, seed: u64) -> Vec<Made> {
    let story: Value = serde_json::from_str(STORY).expect("a shipped scenario");
    let mut random = SplitMix64::new(seed);
    (0..count)
        .map(|index| {
            let resources = &RESOURCES[..5 + index % 10];
            let id = format!("made_{index:02}_{}", resources[resources.len() - 1].0);
            let weights = [0, 1].map(|_| thousandths(resources.len(), &mut random));
            let mut scenario = story.clone();
            scenario["id"] = id.clone().into();
            scenario["resources"] = (0..resources.len())
                .map(|place| resource(resources[place], [weights[0][place], weights[1][place]]))
                .collect();
            for (party, utility) in [0.25, 0.2].into_iter().enumerate() {
                scenario["participants"][party]["batna_config"]["utility"] = utility.into();
            }
            Made {
                id,
                text: scenario.to_string(),
                resources,
            }
        })
        .collect()
}

/// Numbers above 0 that sum to 1000.
fn thousandths(count: usize, random: &mut SplitMix64) -> Vec<i64> {
    let raw: Vec<i64> = (0..count).map(|_| random.range(10, 100)).collect();
    let sum: i64 = raw.iter().sum();
    let mut parts: Vec<i64> = raw.iter().map(|part| part * 1000 / sum).collect();
    parts[0] += 1000 - parts.iter().sum::<i64>();
    parts
}

fn resource((id, kind): (&str, Kind), weights: [i64; 2]) -> Value {
    let [a, b] = weights.map(|weight| f64::from(i32::try_from(weight).unwrap_or(0)) / 1000.0);
    let mut value = json!({
        "id": id,
        "name": id,
        "unit": "count",
        "quantity": 1,
        "valuations": {"Ana": a, "Ben": b},
        "visibility": "known",
        "description": "Made for a bench.",
    });
    let divisibility = match kind {
        Kind::Divisible | Kind::Debt => "divisible",
        Kind::Indivisible | Kind::IndivisibleDebt => "indivisible",
        Kind::Shared => "shared",
    };
    value["divisibility"] = divisibility.into();
    if kind == Kind::Shared {
        value["shared_mode"] = "both_benefit".into();
    }
    if matches!(kind, Kind::Debt | Kind::IndivisibleDebt) {
        value["polarity"] = "liability".into();
    }
    if matches!(kind, Kind::Divisible | Kind::Debt) {
        value["quantity"] = 12_000.into();
        value["unit"] = "usd".into();
    }
    value
}

/// Writes so many runs, a line each: some 370 bytes, one in twelve without a deal, all deals different.
///
/// # Errors
/// Those of the writer.
pub fn write(made: &[Made], count: u64, seed: u64, out: &mut impl Write) -> io::Result<()> {
    let mut random = SplitMix64::new(seed);
    let mut pick = |values: &[&'static str]| {
        let last = i64::try_from(values.len()).unwrap_or(1) - 1;
        values[usize::try_from(random.range(0, last)).unwrap_or(0)]
    };
    let mut numbers = SplitMix64::new(!seed);
    let scenarios = i64::try_from(made.len()).unwrap_or(1) - 1;
    for run in 0..count {
        let scenario = &made[usize::try_from(numbers.range(0, scenarios)).unwrap_or(0)];
        write!(
            out,
            "{{\"run\": \"{}-{run:07}\", \"scenario\": \"{}\", \"model\": \"{}\", \"mediator\": \"{}\", \"seed\": {}, \"allocation\": ",
            scenario.id,
            scenario.id,
            pick(&["model-a", "model-b", "model-c"]),
            pick(&["none", "facilitative", "evaluative"]),
            numbers.range(0, 9999),
        )?;
        if numbers.range(0, 11) == 0 {
            out.write_all(b"null")?;
        } else {
            for (place, (id, kind)) in scenario.resources.iter().enumerate() {
                out.write_all(if place == 0 { b"{" } else { b", " })?;
                let owner = pick(&["Ana", "Ben"]);
                match kind {
                    Kind::Shared => write!(out, "\"{id}\": \"shared\"")?,
                    Kind::Indivisible | Kind::IndivisibleDebt => {
                        write!(out, "\"{id}\": \"{owner}\"")?;
                    }
                    Kind::Divisible | Kind::Debt => {
                        let share = numbers.range(0, 10_000);
                        let decimal =
                            |share: i64| format!("{}.{:04}", share / 10_000, share % 10_000);
                        let (a, b) = (decimal(share), decimal(10_000 - share));
                        write!(out, "\"{id}\": {{\"Ana\": {a}, \"Ben\": {b}}}")?;
                    }
                }
            }
            out.write_all(b"}")?;
        }
        writeln!(
            out,
            ", \"scores\": {{\"cooperative\": {}, \"resolution\": {}, \"hidden_revelations\": {}, \"commitment_symmetry\": {}, \"mediator_quality\": {}}}}}",
            numbers.range(20, 100),
            numbers.range(20, 100),
            numbers.range(20, 100),
            numbers.range(20, 100),
            numbers.range(20, 100),
        )?;
    }
    Ok(())
}
