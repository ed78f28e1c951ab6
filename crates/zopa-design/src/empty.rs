//! What is missing where there is no ZOPA.

use serde_json::{Value, json};
use zopa::{Analysis, Deal, Frontier, Numbers, Piece, Spot};
use zopa_model::{PARTIES, Rational, Scenario, UtilityPoint};

use crate::sensitivity::threshold_batnas;

/// Why there is no ZOPA, and what would make one.
#[derive(Clone, Debug)]
pub struct Shortfall {
    /// Weights of both parties, at least 0 and with a sum of 1, such that no feasible pair has a weighted sum of gains above
    /// `bound`, which is below 0: so not even a lottery reaches both BATNAs. `None` where a lottery does; then no such weights exist.
    pub certificate: Option<Weights>,
    /// The amount by which both BATNAs would have to fall together.
    pub equal_concession: Rational,
    /// By how much each party's BATNA alone would have to fall; `None` where the other one's is out of reach by itself.
    pub gaps: [Option<Rational>; PARTIES],
    /// The deal whose larger shortfall is smallest.
    pub minimax: Deal,
    /// The deal whose sum of shortfalls is smallest.
    pub min_sum: Deal,
    /// The smallest total by which BATNAs must fall, and how it is shared: what each lacks in `min_sum`.
    pub batna_cut: UtilityPoint,
    /// Would a lottery over two deals give both their BATNA in expectation?
    pub lottery: bool,
}

/// Weights that prove that nothing reaches both BATNAs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Both parties' weights, with a sum of 1.
    pub weights: UtilityPoint,
    /// The largest weighted sum of gains over all feasible pairs, below 0.
    pub bound: Rational,
}

/// What is missing; `None` where there is a ZOPA.
///
/// Linear in the number of pieces of the frontier. Revealing latent resources is no way out: the full game, which is judged here, has
/// them on the table.
#[must_use]
pub fn shortfall(analysis: &Analysis) -> Option<Shortfall> {
    let closest = analysis.closest_to_agreement.as_ref()?;
    let d = &analysis.disagreement;
    let minimax = analysis.deal(closest, d);
    let min_sum = analysis.deal(&least_total(analysis), d);
    let thresholds = threshold_batnas(analysis);
    let gaps = std::array::from_fn(|party: usize| {
        let threshold = thresholds[party].as_ref()?;
        Some((&d.0[party] - threshold).max(Rational::ZERO))
    });
    Some(Shortfall {
        certificate: separating(analysis),
        equal_concession: analysis.zopa.margin.abs(),
        gaps,
        batna_cut: lacks(&min_sum.utility, d),
        minimax,
        min_sum,
        lottery: analysis.nash_lottery.is_some(),
    })
}

/// What each party lacks of its BATNA.
fn lacks(utility: &UtilityPoint, d: &UtilityPoint) -> UtilityPoint {
    UtilityPoint(d.minus(utility).0.map(|lack| lack.max(Rational::ZERO)))
}

/// The place of the frontier where the sum of what both lack is smallest; of equals the one where the larger lack is smaller, then
/// the first.
fn least_total(analysis: &Analysis) -> Spot {
    let d = &analysis.disagreement;
    let mut best: Option<((Rational, Rational), Spot)> = None;
    for (index, piece) in analysis.frontier.pieces().enumerate() {
        for along in corners(&piece, d) {
            let lack = lacks(&piece.at(&along), d);
            let key = (lack.sum(), lack.a().max(lack.b()).clone());
            if best.as_ref().is_none_or(|(known, _)| key < *known) {
                best = Some((
                    key,
                    Spot {
                        piece: index,
                        along,
                    },
                ));
            }
        }
    }
    let (_, spot) = best.expect("a frontier has a piece");
    spot
}

/// The smallest sum of what both parties lack of `floor`, over all feasible pairs. Linear in the number of pieces.
pub(crate) fn least_shortfall(frontier: &Frontier, floor: &UtilityPoint) -> Rational {
    let totals = frontier.pieces().flat_map(|piece| {
        let corners = corners(&piece, floor).into_iter();
        corners
            .map(move |along| lacks(&piece.at(&along), floor).sum())
            .collect::<Vec<_>>()
    });
    totals.min().expect("a frontier has a piece")
}

/// The places of a piece where the sum of shortfalls can be smallest: it is linear between its ends and those where a party just has
/// its BATNA. An open end counts: what dominates it lacks no more.
fn corners(piece: &Piece, d: &UtilityPoint) -> Vec<Rational> {
    let mut out = vec![Rational::ZERO];
    if !piece.is_point() {
        let step = piece.to.minus(&piece.from);
        for party in 0..PARTIES {
            let along = (&d.0[party] - &piece.from.0[party]) / step.0[party].clone();
            if along.is_positive() && along < Rational::ONE {
                out.push(along);
            }
        }
        out.push(Rational::ONE);
    }
    out
}

/// The weights with which the largest weighted sum of gains is smallest, if that is below 0. By the duality of linear programs it is
/// the largest smaller gain over lotteries: so the weights are those of the edge of the hull that the line of equal gains crosses, or
/// of one party alone.
fn separating(analysis: &Analysis) -> Option<Weights> {
    let d = &analysis.disagreement;
    let gains: Vec<UtilityPoint> = analysis
        .frontier
        .hull()
        .iter()
        .map(|vertex| vertex.minus(d))
        .collect();
    let one = || UtilityPoint::new(Rational::ONE, Rational::ZERO);
    let other = || UtilityPoint::new(Rational::ZERO, Rational::ONE);
    let mut candidates = vec![one(), other()];
    let lead = |gain: &UtilityPoint| gain.a() - gain.b();
    let crossing = gains
        .windows(2)
        .filter(|edge| !lead(&edge[0]).is_positive() && !lead(&edge[1]).is_negative());
    candidates.extend(crossing.map(|edge| {
        let step = edge[1].minus(&edge[0]);
        let (a, b) = (-step.b(), step.a().clone());
        let sum = &a + &b;
        UtilityPoint::new(a / &sum, b / &sum)
    }));
    let bound = |weights: &UtilityPoint| {
        let sums = gains
            .iter()
            .map(|gain| weights.a() * gain.a() + weights.b() * gain.b());
        sums.max().expect("a hull has a vertex")
    };
    let best = candidates
        .into_iter()
        .map(|weights| (bound(&weights), weights))
        .min_by(|one, other| one.0.cmp(&other.0));
    let (bound, weights) = best?;
    bound.is_negative().then_some(Weights { weights, bound })
}

/// The report as it stands under `no_zopa`.
#[must_use]
pub(crate) fn shortfall_json(
    scenario: &Scenario,
    shortfall: &Shortfall,
    numbers: Numbers,
) -> Value {
    let certificate = shortfall.certificate.as_ref().map(|weights| {
        json!({
            "weights": numbers.pair(&weights.weights),
            "bound": numbers.of(&weights.bound),
        })
    });
    json!({
        "certificate": certificate,
        "equal_concession": numbers.of(&shortfall.equal_concession),
        "gaps": shortfall.gaps.each_ref().map(|gap| gap.as_ref().map(|gap| numbers.of(gap))),
        "minimax": numbers.deal(scenario, &shortfall.minimax),
        "min_sum": numbers.deal(scenario, &shortfall.min_sum),
        "smallest_batna_cut": {"total": numbers.of(&shortfall.batna_cut.sum()), "by_party": numbers.pair(&shortfall.batna_cut)},
        "lottery": shortfall.lottery,
        "revelation": false,
    })
}
