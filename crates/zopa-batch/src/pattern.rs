//! Efficient allocations as text. Along a piece of the frontier one resource moves and all others stay: its allocations are one
//! text with two numbers in it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;
use zopa::{Allocation, Analysis, NearestFloat as _, PARTIES, Rational, Spot};

use crate::figures::write_number;
use crate::float::quotient;
use crate::outline::{Fraction, parts};

/// Texts of a scenario that are kept take no more bytes than this; others are made each time.
const MOST_BYTES: usize = 16 << 20;

/// The texts of a scenario's pieces, made when first asked for.
#[derive(Debug)]
pub(crate) struct Patterns {
    made: Vec<OnceLock<Box<Pattern>>>,
    /// What scaled utilities are to be divided by.
    scale: i64,
    bytes: AtomicUsize,
}

#[derive(Clone, Debug)]
enum Pattern {
    /// The same allocation everywhere on the piece.
    Fixed(String),
    /// The text before A's share of the moving resource, between both, and after B's.
    Split {
        text: [String; 3],
        /// A's share is its scaled utility less this, over that.
        rest: i64,
        whole: i64,
    },
    /// Several resources move.
    Several,
}

impl Patterns {
    pub(crate) fn new(pieces: usize, scale: i64) -> Self {
        Self {
            made: (0..pieces).map(|_| OnceLock::new()).collect(),
            scale,
            bytes: AtomicUsize::new(0),
        }
    }

    /// Uses a piece's pattern, and keeps it while there is room.
    fn with<R>(&self, analysis: &Analysis, piece: usize, use_it: impl FnOnce(&Pattern) -> R) -> R {
        if let Some(pattern) = self.made[piece].get() {
            return use_it(pattern);
        }
        let pattern = Pattern::of(analysis, piece, self.scale);
        let size = pattern.size();
        let fits = self
            .bytes
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |bytes| {
                Some(bytes + size).filter(|&bytes| bytes <= MOST_BYTES)
            })
            .is_ok();
        if fits {
            use_it(self.made[piece].get_or_init(|| Box::new(pattern)))
        } else {
            use_it(&pattern)
        }
    }

    /// The shares of the moving resource where A has this scaled utility; any numbers where nothing moves, `None` where several
    /// resources move or a number is too large.
    pub(crate) fn shares(
        &self,
        analysis: &Analysis,
        piece: usize,
        a: &Fraction,
    ) -> Option<[f64; PARTIES]> {
        self.with(analysis, piece, |pattern| match pattern {
            Pattern::Fixed(_) => Some([0.0, 0.0]),
            Pattern::Several => None,
            Pattern::Split { rest, whole, .. } => {
                let num = a.num.checked_sub(a.den.checked_mul((*rest).into())?)?;
                let den = a.den.checked_mul((*whole).into())?;
                let (num, den) = if den < 0 { (-num, -den) } else { (num, den) };
                Some([quotient(num, den), quotient(den - num, den)])
            }
        })
    }

    /// Appends the allocation on a piece with these shares of what moves.
    pub(crate) fn write(
        &self,
        analysis: &Analysis,
        piece: usize,
        shares: [f64; PARTIES],
        out: &mut Vec<u8>,
    ) {
        self.with(analysis, piece, |pattern| match pattern {
            Pattern::Fixed(text) => out.extend_from_slice(text.as_bytes()),
            Pattern::Split { text, .. } => {
                out.extend_from_slice(text[0].as_bytes());
                write_number(shares[0], out);
                out.extend_from_slice(text[1].as_bytes());
                write_number(shares[1], out);
                out.extend_from_slice(text[2].as_bytes());
            }
            Pattern::Several => {}
        });
    }
}

impl Pattern {
    fn of(analysis: &Analysis, piece: usize, scale: i64) -> Self {
        let end = |along| analysis.allocation(&Spot { piece, along });
        let from = end(Rational::ZERO);
        if analysis.frontier.piece(piece).is_point() {
            return Self::Fixed(texts(analysis, &from, None).concat());
        }
        let to = end(Rational::ONE);
        let mut moving = (0..from.shares.len()).filter(|&i| from.shares[i] != to.shares[i]);
        let (Some(resource), None) = (moving.next(), moving.next()) else {
            return Self::Several;
        };
        Self::split(analysis, piece, scale, (resource, &from, &to)).unwrap_or(Self::Several)
    }

    /// The pattern of a piece on which one resource moves; its shares sum to 1 everywhere.
    fn split(
        analysis: &Analysis,
        piece: usize,
        scale: i64,
        (resource, from, to): (usize, &Allocation, &Allocation),
    ) -> Option<Self> {
        let sums_to_1 = |shares: &[Rational; PARTIES]| &shares[0] + &shares[1] == Rational::ONE;
        if !sums_to_1(&from.shares[resource]) || !sums_to_1(&to.shares[resource]) {
            return None;
        }
        let moved = &analysis.scenario.resources[resource];
        let weight = &moved.weight[0] * &Rational::from(scale);
        let whole = if moved.kind.is_burden() {
            -weight
        } else {
            weight
        };
        let start = analysis.frontier.piece(piece).from.a() * &Rational::from(scale);
        let rest = start - &whole * &from.shares[resource][0];
        let integer = |value: &Rational| match parts(value)? {
            (num, 1) => Some(num),
            _ => None,
        };
        Some(Self::Split {
            text: texts(analysis, from, Some(resource)),
            rest: integer(&rest)?,
            whole: integer(&whole).filter(|&whole| whole != 0)?,
        })
    }

    fn size(&self) -> usize {
        match self {
            Self::Fixed(text) => text.len(),
            Self::Split { text, .. } => text.iter().map(String::len).sum(),
            Self::Several => 0,
        }
    }
}

/// An allocation as JSON, cut where the numbers of one resource are left out.
fn texts(analysis: &Analysis, allocation: &Allocation, without: Option<usize>) -> [String; 3] {
    let scenario = &analysis.scenario;
    let quoted = |name: &str| Value::from(name).to_string();
    let mut texts = [const { String::new() }; 3];
    let mut part = 0;
    for (index, (resource, shares)) in scenario
        .resources
        .iter()
        .zip(&allocation.shares)
        .enumerate()
    {
        texts[part].push(if index == 0 { '{' } else { ',' });
        texts[part].push_str(&quoted(&resource.id));
        for (party, share) in shares.iter().enumerate() {
            texts[part].push_str(if party == 0 { ":{" } else { "," });
            texts[part].push_str(&quoted(&scenario.parties[party].name));
            texts[part].push(':');
            if without == Some(index) {
                part += 1;
            } else {
                texts[part].push_str(&Value::from(share.to_f64()).to_string());
            }
        }
        texts[part].push('}');
    }
    texts[part].push('}');
    texts
}
