//! What a scenario is like, in numbers.

use serde_json::{Map, Value, json};
use zopa::{AnalyzeError, Completeness, Numbers, Options};
use zopa_model::{NearestFloat as _, PARTIES, Rational, Scenario, UtilityPoint};

use crate::balance::{integrative_potential, total_variation};
use crate::difficulty::{DifficultyLimits, Judgment, difficulty};
use crate::outcomes::{Rate, count_outcomes, even_split_rate, random_rate};
use crate::study::Study;

/// The draws where rates are sampled, unless told otherwise.
pub(crate) const DRAWS: u32 = 10_000;

/// How far the parties' interests are opposed: the shortest distance from the frontier to the point where both get the most that
/// they can get at all, with each party's utilities scaled so that its lowest is 0 and its highest is 1. 0 where both can have
/// everything; at most the square root of 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opposition {
    /// The square of it, which is rational.
    pub squared: Rational,
}

/// The quantities of one scenario. Utilities and what is made of them are in the convention of the analysis.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The scenario's id.
    pub scenario: String,
    /// Is there a ZOPA?
    pub exists: bool,
    /// The ZOPA's margin.
    pub margin: Rational,
    /// How much each party can gain inside the ZOPA; `None` where it is empty.
    pub widths: Option<[Rational; PARTIES]>,
    /// The ZOPA's area share, in [0, 1].
    pub area_share: Rational,
    /// The total variation distance of the weights, in [0, 1].
    pub total_variation: Rational,
    /// `None` where a party can gain nothing anywhere.
    pub opposition: Option<Opposition>,
    /// What trade can add to the sum of utilities, at least 0.
    pub integrative_potential: Rational,
    /// The part of random deals inside the ZOPA.
    pub random: Rate,
    /// The part of even-split deals inside the ZOPA.
    pub even_split: Rate,
    /// The number of efficient utility pairs; `None` where they are a continuum.
    pub efficient: Option<usize>,
    /// The pieces of the frontier, points and segments.
    pub pieces: usize,
    /// The number of allocations that give everything out; `None` where they are a continuum.
    pub outcomes: Option<u64>,
    /// What revealing all latent resources adds to the margin; `None` where there are none.
    pub latent_worth: Option<Rational>,
    /// The difficulty that the file declares; a domain declares none.
    pub declared: Option<String>,
    /// The difficulty that the numbers speak for.
    pub computed: Judgment,
}

/// The profile of a scenario. Where deals cannot be enumerated, their rates are those of 10,000 draws with `seed`.
///
/// # Errors
/// Where the scenario has no resources.
pub fn profile(
    scenario: &Scenario,
    options: &Options<'_>,
    limits: &DifficultyLimits,
    seed: u64,
) -> Result<Completeness<Profile>, AnalyzeError> {
    Ok(match Study::of(scenario, options)? {
        Completeness::Complete(study) => {
            Completeness::Complete(profile_of(&study, limits, DRAWS, seed))
        }
        Completeness::Stopped(stopped) => Completeness::Stopped(stopped),
    })
}

/// The profile of a scenario that was studied already; rates that must be sampled are those of `draws` draws.
#[must_use]
pub fn profile_of(study: &Study, limits: &DifficultyLimits, draws: u32, seed: u64) -> Profile {
    let analysis = &study.analysis;
    let random = random_rate(study, draws, seed);
    let even_split = even_split_rate(study, draws, seed);
    let continuous = analysis.frontier.pieces().any(|piece| !piece.is_point());
    let pieces = analysis.frontier.len();
    Profile {
        scenario: analysis.scenario.id.clone(),
        exists: analysis.zopa.exists,
        margin: analysis.zopa.margin.clone(),
        widths: study.widths(),
        area_share: analysis.zopa.area_share.clone(),
        total_variation: total_variation(&analysis.scenario),
        opposition: opposition(study),
        integrative_potential: integrative_potential(&analysis.scenario),
        computed: difficulty(study, &random, &even_split, limits),
        random,
        even_split,
        efficient: (!continuous).then_some(pieces),
        pieces,
        outcomes: count_outcomes(&analysis.scenario),
        latent_worth: study.latent_worth(),
        declared: Some(analysis.scenario.difficulty.clone()).filter(|word| !word.is_empty()),
    }
}

fn opposition(study: &Study) -> Option<Opposition> {
    let analysis = &study.analysis;
    let [least, most] = analysis.scenario.utility_range(analysis.convention);
    let range = most.minus(&least);
    if range.0.iter().any(Rational::is_zero) {
        return None;
    }
    // what each party lacks at a point, as a part of its range
    let lack = |point: &UtilityPoint| -> [Rational; PARTIES] {
        let lack = most.minus(point);
        std::array::from_fn(|party| &lack.0[party] / &range.0[party])
    };
    let squares = analysis.frontier.pieces().map(|piece| {
        let (from, to) = (lack(&piece.from), lack(&piece.to));
        let step = [&to[0] - &from[0], &to[1] - &from[1]];
        let length = step[0].square() + step[1].square();
        let toward = -(&from[0] * &step[0] + &from[1] * &step[1]);
        let along = toward
            .checked_div(&length)
            .unwrap_or(Rational::ZERO)
            .max(Rational::ZERO)
            .min(Rational::ONE);
        let at = |party: usize| &from[party] + &(&step[party] * &along);
        at(0).square() + at(1).square()
    });
    squares.min().map(|squared| Opposition { squared })
}

/// The profile as `zopa profile --format json` prints it.
#[must_use]
pub fn profile_json(profile: &Profile, numbers: Numbers) -> Value {
    let rate = |rate: &Rate| match rate {
        Rate::Exact(value) => json!({"rate": numbers.of(value), "exact": true, "draws": null}),
        Rate::Sampled { draws, .. } => {
            json!({"rate": numbers.of(&rate.value()), "exact": false, "draws": draws})
        }
    };
    let or_null = |value: &Option<Rational>| value.as_ref().map_or(Value::Null, |v| numbers.of(v));
    let mut out = Map::new();
    let mut put = |key: &str, value: Value| out.insert(key.to_owned(), value);
    put("scenario", profile.scenario.as_str().into());
    put("zopa_exists", profile.exists.into());
    put("margin", numbers.of(&profile.margin));
    let widths = profile.widths.as_ref();
    put(
        "widths",
        widths.map_or(Value::Null, |widths| {
            json!(widths.each_ref().map(|width| numbers.of(width)))
        }),
    );
    put("area_share", numbers.of(&profile.area_share));
    put("total_variation", numbers.of(&profile.total_variation));
    let opposition = profile.opposition.as_ref();
    put(
        "opposition",
        json!({
            "variant": "distance of the frontier from the ideal point, ranges scaled to 1",
            "value": opposition.map(|opposition| opposition.squared.sqrt_to_f64()),
        }),
    );
    put(
        "integrative_potential",
        numbers.of(&profile.integrative_potential),
    );
    put("random_deals", rate(&profile.random));
    put("even_split_deals", rate(&profile.even_split));
    put("efficient_deals", profile.efficient.into());
    put("frontier_pieces", profile.pieces.into());
    put("outcomes", profile.outcomes.into());
    put("latent_worth", or_null(&profile.latent_worth));
    put(
        "difficulty",
        json!({
            "declared": profile.declared,
            "computed": profile.computed.level.as_str(),
            "reasons": profile.computed.reasons,
        }),
    );
    Value::Object(out)
}
