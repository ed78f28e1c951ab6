//! What the choices can tell apart.

use zopa_model::Rational;

use super::model::Model;
use super::weights::Readable;

/// A direction along which no probability changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unidentified {
    /// How each parameter changes along it.
    pub direction: Vec<Rational>,
    /// The criteria in it.
    pub criteria: Vec<usize>,
    /// Does the sum of the weights stay the same along it? Then weight only moves between these criteria, and their sum is identified.
    pub sum_stays: bool,
}

/// What may be read, what is not identified, and which parameters are estimated: of each direction one is left at 0.
///
/// The weight of a criterion that never matters (it never differs within a pair, nor decides about a threshold) is not part of the
/// sum: the others' weights are shares among themselves.
pub(super) fn of(model: &Model, criteria: usize) -> (Readable, Vec<Unidentified>, Vec<bool>) {
    let p = model.parameters.len();
    let directions = model.choices.null_space();
    let mut readable = Readable {
        identified: vec![true; p],
        summed: vec![true; p],
        sum: true,
    };
    let mut free = vec![true; p];
    let mut found = Vec::new();
    for direction in directions {
        let changing = |index: &usize| !direction[*index].is_zero();
        let among: Vec<usize> = (0..criteria).filter(changing).collect();
        // this one changes in no other direction: the others are read with it at 0
        let unsettled = among.last().copied();
        if let Some(unsettled) = unsettled.or_else(|| (0..p).rev().find(changing)) {
            free[unsettled] = false;
        }
        for index in (0..p).filter(changing) {
            readable.identified[index] = false;
        }
        let sum: Rational = direction[..criteria].iter().sum();
        let sum_stays = sum.is_zero();
        match among[..] {
            [alone] => readable.summed[alone] = false,
            _ => readable.sum &= sum_stays,
        }
        found.push(Unidentified {
            criteria: among,
            sum_stays,
            direction,
        });
    }
    (readable, found, free)
}

impl Unidentified {
    /// Is it a single criterion that never matters?
    #[must_use]
    pub fn constant(&self) -> Option<usize> {
        match self.criteria[..] {
            [alone] => Some(alone),
            _ => None,
        }
    }
}
