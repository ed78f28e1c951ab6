//! How clearly the Nash solution stands out.

use zopa::{Analysis, Concept, Piece, Rational, Spot};
use zopa_model::{Term, UtilityPoint};

/// The best deal by the Nash product among those that assign the indivisible resources, or settle issues on options, otherwise than the
/// Nash solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunnerUp {
    /// Where it lies on the frontier.
    pub spot: Spot,
    /// Its product over the Nash solution's, in [0, 1].
    pub ratio: Rational,
}

/// The runner-up; `None` where the ZOPA holds no efficient deal with another assignment, or the Nash product is 0.
///
/// Linear in the number of pieces inside the ZOPA; the agreement of a piece is looked up only where it can be the runner-up.
#[must_use]
pub fn runner_up(analysis: &Analysis) -> Option<RunnerUp> {
    let nash = analysis.solution(Concept::Nash)?;
    let product = nash.product();
    if !product.is_positive() {
        return None;
    }
    let chosen = assignment(analysis, &nash.spot);
    let mut best: Option<(Rational, Spot)> = None;
    for (index, piece) in analysis.frontier.pieces().enumerate() {
        let Some((along, product)) = peak(&piece, &analysis.disagreement) else {
            continue;
        };
        if best.as_ref().is_some_and(|(known, _)| product <= *known) {
            continue;
        }
        let spot = Spot {
            piece: index,
            along,
        };
        if assignment(analysis, &spot) != chosen {
            best = Some((product, spot));
        }
    }
    best.map(|(second, spot)| RunnerUp {
        spot,
        ratio: second / product,
    })
}

/// Who gets each indivisible resource at a place of the frontier, and the options that are agreed.
fn assignment(analysis: &Analysis, spot: &Spot) -> (Vec<[Rational; 2]>, Vec<Term>) {
    let allocation = analysis.allocation(spot);
    let resources = analysis.scenario.resources.iter();
    let with_shares = resources.zip(allocation.shares);
    let whole = with_shares.filter(|(resource, _)| resource.kind.is_whole());
    let terms = allocation.terms.into_iter();
    let options = terms.filter(|term| matches!(term, Term::Option(_)));
    (whole.map(|(_, shares)| shares).collect(), options.collect())
}

/// How far along a piece the product of the gains over `d` is largest, and that product; `None` where no point of the piece
/// gives both parties at least `d`.
pub(crate) fn peak(piece: &Piece, d: &UtilityPoint) -> Option<(Rational, Rational)> {
    if piece.is_point() {
        let gain = piece.from.minus(d);
        return gain
            .is_nonnegative()
            .then(|| (Rational::ZERO, gain.product()));
    }
    let (gain, step) = (piece.from.minus(d), piece.to.minus(&piece.from));
    // A's utility rises along a piece and B's falls, so their BATNAs bound the part of it that both accept.
    let low = (-gain.a() / step.a().clone()).max(Rational::ZERO);
    let high = (-gain.b() / step.b().clone()).min(Rational::ONE);
    if low > high {
        return None;
    }
    let slope = step.a() * gain.b() + step.b() * gain.a();
    let top = slope / (step.product() * Rational::from(-2));
    let along = top.max(low).min(high);
    let product = piece.at(&along).minus(d).product();
    Some((along, product))
}
