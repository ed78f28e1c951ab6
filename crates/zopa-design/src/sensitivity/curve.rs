//! Which pairs of BATNAs leave something to agree on.

use zopa::Analysis;
use zopa_model::{PARTIES, Rational};
use zopa_solve::judge::best_for;

/// A stretch of B's BATNA, with the highest BATNA of A that leaves a ZOPA.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// B's BATNA: above the first (or at it, in the last stretch), up to the second.
    pub b: [Rational; 2],
    /// A's highest BATNA towards the first and at the second; linear between.
    pub a: [Rational; 2],
}

/// For each party, the highest BATNA with which there is a ZOPA while the other's stays; `None` where the other one's alone is out
/// of reach.
#[must_use]
pub fn threshold_batnas(analysis: &Analysis) -> [Option<Rational>; PARTIES] {
    std::array::from_fn(|party| {
        let floor = &analysis.disagreement.0[1 - party];
        let spot = best_for(&analysis.frontier, party, floor)?;
        Some(analysis.frontier.utility(&spot).0[party].clone())
    })
}

/// The whole trade-off between both BATNAs: the highest one of A for every one of B that can be met, by falling BATNA of B. It is the
/// frontier with its gaps filled. Linear in the number of its pieces.
#[must_use]
pub fn trade_off(analysis: &Analysis) -> Vec<Stretch> {
    let mut out: Vec<Stretch> = Vec::new();
    // where the stretch before ended, in B's BATNA and A's highest
    let mut before: Option<(Rational, Rational)> = None;
    for piece in analysis.frontier.pieces() {
        if let Some((b, a)) = &before
            && piece.from.b() < b
        {
            out.push(Stretch {
                b: [piece.from.b().clone(), b.clone()],
                a: [a.clone(), a.clone()],
            });
        }
        if !piece.is_point() {
            out.push(Stretch {
                b: [piece.to.b().clone(), piece.from.b().clone()],
                a: [piece.to.a().clone(), piece.from.a().clone()],
            });
        }
        before = Some((piece.to.b().clone(), piece.to.a().clone()));
    }
    if let Some((b, a)) = before {
        // with less for B than its lowest efficient utility A can still have no more
        let floor = b.clone().min(Rational::ZERO);
        out.push(Stretch {
            b: [floor, b],
            a: [a.clone(), a],
        });
    }
    out
}
