//! What hidden resources would be worth if revealed.

use zopa_model::{Rational, Scenario, UtilityPoint};
use zopa_solve::concepts::nash;
use zopa_solve::{Completeness, Frontier, Solution, Stopped, Zopa, margin};

use crate::analysis::{AnalyzeError, Deal, Options};
use crate::lower::{certified_allocation, game};

/// The most latent resources of a scenario: exact Shapley values run over all subsets, 2^12 frontiers.
pub const MAX_LATENT: usize = 12;

/// The value of a scenario's latent resources.
#[derive(Clone, Debug)]
pub struct LatentValue {
    /// The ZOPA while every latent resource is hidden.
    pub known_only_zopa: Zopa,
    /// The Nash bargaining solution then, with whether it is unique; `None` where there is no ZOPA.
    pub known_only_nash: Option<(Deal, bool)>,
    /// Each latent resource, in the scenario's order.
    pub resources: Vec<ResourceValue>,
}

/// The value of one latent resource.
#[derive(Clone, Debug)]
pub struct ResourceValue {
    /// The resource's index in the scenario.
    pub resource: usize,
    /// What revealing it alone adds to the ZOPA's margin.
    pub margin: Rational,
    /// What revealing it alone adds to the Nash bargaining solution's utilities; `None` where there is none before or after.
    pub nash_gain: Option<UtilityPoint>,
    /// Its Shapley value among the latent resources, on the ZOPA's margin.
    pub shapley_margin: Rational,
    /// Its Shapley value among the latent resources, on the largest sum of utilities over all feasible pairs.
    pub shapley_utility_sum: Rational,
}

/// The value of revealing each latent resource; `None` where the scenario has none.
///
/// Shapley values are exact, over all subsets (L. S. Shapley, "A value for n-person games", 1953): 2^k frontiers for k latent
/// resources.
///
/// # Errors
/// Where there are more than [`MAX_LATENT`].
pub fn latent_value(
    scenario: &Scenario,
    options: &Options<'_>,
) -> Result<Completeness<Option<LatentValue>>, AnalyzeError> {
    let resources = scenario.resources.iter().enumerate();
    let latent: Vec<usize> = resources
        .filter(|(_, resource)| resource.latent)
        .map(|(index, _)| index)
        .collect();
    if latent.is_empty() {
        return Ok(Completeness::Complete(None));
    }
    if latent.len() > MAX_LATENT {
        return Err(AnalyzeError::TooManyLatent(latent.len()));
    }
    Ok(match value_of(scenario, options, &latent) {
        Ok(value) => Completeness::Complete(Some(value)),
        Err(stopped) => Completeness::Stopped(stopped),
    })
}

/// A coalition of latent resources, as a bit set over their list.
type Coalition = usize;

/// What a coalition brings: its game's margin, its largest sum, and the Nash utilities where they are asked for.
struct Worth {
    margin: Rational,
    utility_sum: Rational,
    nash: Option<UtilityPoint>,
}

fn value_of(
    scenario: &Scenario,
    options: &Options<'_>,
    latent: &[usize],
) -> Result<LatentValue, Stopped> {
    let d = scenario.disagreement_point();
    let is_free = |coalition: Coalition| {
        move |resource: usize| {
            latent
                .iter()
                .position(|&other| other == resource)
                .is_some_and(|bit| coalition >> bit & 1 == 1)
        }
    };
    let frontier_of = |coalition: Coalition| {
        let game = game(scenario, options.convention, is_free(coalition));
        match Frontier::of(&game, &options.budget) {
            Completeness::Complete(frontier) => Ok((game.max_utility_sum(), frontier)),
            Completeness::Stopped(stopped) => Err(stopped),
        }
    };
    let worth_of = |coalition: Coalition, utility_sum: Rational, frontier: &Frontier| {
        let alone = coalition.count_ones() <= 1;
        let nash = if alone { nash(frontier, &d) } else { None };
        Worth {
            margin: margin(frontier, &d),
            utility_sum,
            nash: nash.map(|solution| solution.utility),
        }
    };
    let (utility_sum, known_only) = frontier_of(0)?;
    let mut worths = vec![worth_of(0, utility_sum, &known_only)];
    for coalition in 1..1usize << latent.len() {
        let (utility_sum, frontier) = frontier_of(coalition)?;
        worths.push(worth_of(coalition, utility_sum, &frontier));
    }
    let certify = |solution: Solution| {
        let agreement = known_only.agreement(&solution.spot);
        let allocation = certified_allocation(
            scenario,
            options.convention,
            is_free(0),
            &agreement,
            &solution.utility,
        );
        (
            Deal {
                utility: solution.utility,
                gain: solution.gain,
                allocation,
            },
            solution.unique,
        )
    };
    let resources = latent.iter().enumerate().map(|(bit, &resource)| {
        let (none, alone) = (&worths[0], &worths[1 << bit]);
        ResourceValue {
            resource,
            margin: &alone.margin - &none.margin,
            nash_gain: alone
                .nash
                .as_ref()
                .zip(none.nash.as_ref())
                .map(|(after, before)| after.minus(before)),
            shapley_margin: shapley(bit, latent.len(), |coalition| &worths[coalition].margin),
            shapley_utility_sum: shapley(bit, latent.len(), |coalition| {
                &worths[coalition].utility_sum
            }),
        }
    });
    Ok(LatentValue {
        known_only_zopa: Zopa::of(&known_only, &d),
        known_only_nash: nash(&known_only, &d).map(certify),
        resources: resources.collect(),
    })
}

/// The Shapley value of a player: its marginal contribution to each coalition of s others, weighted by s! (n-1-s)! / n!.
fn shapley<'v>(
    player: usize,
    players: usize,
    value: impl Fn(Coalition) -> &'v Rational,
) -> Rational {
    let factorial = |n: usize| {
        (1..=n)
            .map(|k| Rational::from(i128::try_from(k).unwrap_or(i128::MAX)))
            .fold(Rational::ONE, |product, k| product * k)
    };
    let others = (0..1 << players).filter(|coalition| coalition >> player & 1 == 0);
    let weighted = others.map(|coalition: Coalition| {
        let size = usize::try_from(coalition.count_ones()).unwrap_or(0);
        let weight = factorial(size) * factorial(players - 1 - size);
        (value(coalition | 1 << player) - value(coalition)) * weight
    });
    weighted.sum::<Rational>() / factorial(players)
}
