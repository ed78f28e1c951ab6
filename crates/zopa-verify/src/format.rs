//! What a certificate's file holds: data alone, for the writer and the checker. Every field is explained in
//! `docs/certificates.md`.

#![expect(
    clippy::disallowed_types,
    reason = "what serde derives for tagged claims can hold numbers of any kind; no field does"
)]

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use zopa_model::{PARTIES, Rational, UtilityPoint};

/// An exact number, written as a reduced fraction in a string.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Exact(pub Rational);

/// A pair of numbers, A's first.
pub type Pair = [Exact; PARTIES];

/// A whole certificate.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Certificate {
    /// The version of the format: [`VERSION`](crate::VERSION).
    pub certificate: usize,
    /// The scenario's id.
    pub scenario: String,
    /// The hash of the scenario's text.
    pub sha256: String,
    /// The parties' names.
    pub parties: [String; PARTIES],
    /// `signed` or `avoided`.
    pub convention: String,
    /// The BATNAs.
    pub disagreement: Pair,
    /// How many steps the check of one region may take.
    pub steps: usize,
    /// What is claimed.
    pub claims: Vec<Claim>,
    /// The hash of all that stands before it.
    pub seal: String,
}

/// A claim, and its proof.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Claim {
    /// What it says.
    #[serde(flatten)]
    pub says: Says,
    /// For each of its regions the weights that rule it out; `None` leaves a region open.
    pub weights: Vec<Option<Pair>>,
}

/// What a claim says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "claim", rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "the fields are those of the table in docs/certificates.md"
)]
pub enum Says {
    /// A deal of the ZOPA; none: the ZOPA is empty.
    Zopa { deal: Option<Deal> },
    /// No deal has a larger smaller gain.
    Margin { deal: Deal },
    /// Within the ZOPA A gets no more than in the first deal, and B no more than in the second.
    Ideal { deals: [Deal; PARTIES] },
    /// The Nash solution.
    Nash(Solution),
    /// The Kalai-Smorodinsky solution, with the deals of [`Self::Ideal`].
    KalaiSmorodinsky {
        ideal: [Deal; PARTIES],
        #[serde(flatten)]
        solution: Solution,
    },
    /// The egalitarian solution.
    Egalitarian(Solution),
    /// The utilitarian solution.
    Utilitarian(Solution),
    /// The Nash solution over lotteries; none: no lottery reaches both BATNAs.
    NashLottery { lottery: Option<Lottery> },
    /// Where the ZOPA is empty, the deal that comes closest to one.
    ClosestToAgreement { deal: Deal },
    /// The whole Pareto frontier: points (one deal) and segments (their two ends), by rising utility of A.
    Frontier {
        pieces: Vec<Vec<Deal>>,
        second: Option<Second>,
    },
    /// The second deal is better for somebody and worse for nobody.
    Dominated { deal: Deal, better: Deal },
    /// No deal dominates this one.
    Efficient { deal: Deal },
    /// Nothing: this is not proved, and why.
    Unproven { about: String, reason: String },
}

/// What a second algorithm found, which shares nothing with the first one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Second {
    /// The algorithm: [`Self::ARRAY`].
    pub algorithm: String,
    /// The hash of the pieces' utilities.
    pub sha256: String,
}

impl Second {
    /// The recursion over an array of A's utilities.
    pub const ARRAY: &str = "array";

    /// That the array gives these pieces.
    #[must_use]
    pub fn of(pieces: &[Vec<Pair>]) -> Self {
        // lists of strings are always written
        let text = serde_json::to_string(pieces).unwrap_or_default();
        Self {
            algorithm: Self::ARRAY.to_owned(),
            sha256: crate::sha256(&text),
        }
    }
}

/// The solution of a concept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Solution {
    /// The solution itself.
    pub deal: Deal,
    /// Is it said to be the only pair that is best by the concept's measure?
    pub unique: bool,
    /// A deal of another worth that is as good by this measure: it shows that there are several.
    pub other: Option<Deal>,
}

/// One draw of two deals.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Lottery {
    /// What it is worth to both, in expectation.
    pub utility: Pair,
    /// The probabilities of the deals.
    pub probabilities: Pair,
    /// What may be drawn.
    pub deals: [Deal; 2],
}

/// An allocation, and what it is worth.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Deal {
    /// The utilities.
    pub utility: Pair,
    /// By resource and party, in alphabetical order: the share.
    pub allocation: BTreeMap<String, BTreeMap<String, Exact>>,
}

impl Says {
    /// The kind of the claim, as it is written.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Zopa { .. } => "zopa",
            Self::Margin { .. } => "margin",
            Self::Ideal { .. } => "ideal",
            Self::Nash(_) => "nash",
            Self::KalaiSmorodinsky { .. } => "kalai_smorodinsky",
            Self::Egalitarian(_) => "egalitarian",
            Self::Utilitarian(_) => "utilitarian",
            Self::NashLottery { .. } => "nash_lottery",
            Self::ClosestToAgreement { .. } => "closest_to_agreement",
            Self::Frontier { .. } => "frontier",
            Self::Dominated { .. } => "dominated",
            Self::Efficient { .. } => "efficient",
            Self::Unproven { .. } => "unproven",
        }
    }
}

impl TryFrom<String> for Exact {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        Rational::from_fraction(&text)
            .map(Self)
            .map_err(|error| format!("`{text}`: {error}"))
    }
}

impl From<Exact> for String {
    fn from(number: Exact) -> Self {
        number.0.to_string()
    }
}

/// The pair as a point.
#[must_use]
pub fn point(pair: &Pair) -> UtilityPoint {
    UtilityPoint(pair.each_ref().map(|number| number.0.clone()))
}

/// A point as a pair.
#[must_use]
pub fn pair(point: &UtilityPoint) -> Pair {
    point.0.each_ref().map(|number| Exact(number.clone()))
}

/// A certificate's text without the white space between its parts.
pub(crate) fn compact(text: &str) -> String {
    let (mut inside, mut escaped) = (false, false);
    let kept = text.chars().filter(|&letter| {
        let keep = inside || !letter.is_ascii_whitespace();
        inside ^= letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        keep
    });
    kept.collect()
}
