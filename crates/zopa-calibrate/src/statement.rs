//! Statements: what a judge or a party said about options whose scores are known. Pairs and answers become statements, and all
//! that is learned is learned from them.

use zopa_model::Rational;

use crate::{Pair, Scores, Side, Strength};

/// The highest score of a criterion.
const TOP: i128 = 4;

/// What was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// This one is better, by much or by little where that was said. Of a single option: it is acceptable.
    Better(Side, Option<Strength>),
    /// They are as good as each other, and not both unacceptable.
    Tie,
    /// None of those that passed the gates is acceptable.
    Neither,
}

/// One statement about two options, or about one.
///
/// An option is its scores, each from 0 to 1 (a burden's from -1 to 0), in the order of the criteria.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The name by which people know it: the id of the pair.
    pub name: String,
    /// The line where it stands, from 1; 0 where it stands in no file.
    pub line: usize,
    /// Statements of the same group are drawn together by the bootstrap: those about the same prompt.
    pub group: usize,
    /// The first option; none where a gate rejects it.
    pub a: Option<Vec<Rational>>,
    /// The second option; none where a gate rejects it.
    pub b: Option<Vec<Rational>>,
    /// What was said.
    pub answer: Answer,
    /// Are the options' levels known, not only their difference? (Not where a criterion was scored on neither side.)
    pub level: bool,
}

impl Statement {
    /// The options that stand, in their order.
    pub fn options(&self) -> impl Iterator<Item = &Vec<Rational>> {
        self.a.iter().chain(&self.b)
    }

    /// Both options, where both stand.
    #[must_use]
    pub fn both(&self) -> Option<(&[Rational], &[Rational])> {
        Some((self.a.as_deref()?, self.b.as_deref()?))
    }

    /// Does it say which of two options is better, or that they are as good as each other?
    #[must_use]
    pub fn compares(&self) -> bool {
        self.both().is_some() && self.answer != Answer::Neither
    }
}

/// Why a pair is no statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unused {
    /// It has no outcome.
    NotJudged,
    /// Both responses fail a gate, so nothing is said about scores.
    BothFailed,
    /// A response that passes its gates has no scores.
    NotScored,
    /// A criterion is scored on one side only.
    OneSided,
    /// One response stands, or neither was accepted, and a criterion was not scored: no level is known.
    NoLevel,
}

impl Unused {
    /// All reasons, in the order in which they are looked for.
    pub const ALL: [Self; 5] = [
        Self::NotJudged,
        Self::BothFailed,
        Self::NotScored,
        Self::OneSided,
        Self::NoLevel,
    ];

    /// The word for programs.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NotJudged => "not_judged",
            Self::BothFailed => "both_failed",
            Self::NotScored => "not_scored",
            Self::OneSided => "one_sided_null",
            Self::NoLevel => "no_level",
        }
    }

    /// The words for people.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::NotJudged => "not judged",
            Self::BothFailed => "both responses fail a gate",
            Self::NotScored => "a response without scores",
            Self::OneSided => "a criterion scored on one side only",
            Self::NoLevel => "no complete scores to compare with the threshold",
        }
    }
}

/// What a pair says about scores.
///
/// A response that fails a gate leaves the choice. A criterion that is scored on neither side adds nothing to the difference, and
/// leaves the levels unknown.
///
/// # Errors
/// Why it says nothing.
pub fn statement(pair: &Pair, line: usize, group: usize) -> Result<Statement, Unused> {
    let outcome = pair.gold.outcome.ok_or(Unused::NotJudged)?;
    let answer = match outcome.winner() {
        Some(side) => Answer::Better(side, pair.gold.strength),
        None if outcome == crate::Outcome::Tie => Answer::Tie,
        None => Answer::Neither,
    };
    let stands = |side: Side| !pair.response(side).gates.fails();
    let scores = |side: Side| &pair.response(side).scores;
    let standing: Vec<Side> = [Side::A, Side::B]
        .into_iter()
        .filter(|&s| stands(s))
        .collect();
    if standing.is_empty() {
        return Err(Unused::BothFailed);
    }
    if standing.iter().any(|&side| scores(side).is_empty()) {
        return Err(Unused::NotScored);
    }
    let level = standing
        .iter()
        .all(|&side| scores(side).complete().is_some());
    if let [first, second] = standing[..] {
        let one_sided = |(x, y): (&Option<u8>, &Option<u8>)| x.is_some() != y.is_some();
        if scores(first).0.iter().zip(&scores(second).0).any(one_sided) {
            return Err(Unused::OneSided);
        }
    }
    if !level && (standing.len() == 1 || answer == Answer::Neither) {
        return Err(Unused::NoLevel);
    }
    let option = |side: Side| stands(side).then(|| fractions(scores(side)));
    Ok(Statement {
        name: pair.pair_id.clone(),
        line,
        group,
        a: option(Side::A),
        b: option(Side::B),
        answer,
        level,
    })
}

/// The scores as shares of the highest; 0 for what was not scored.
fn fractions(scores: &Scores) -> Vec<Rational> {
    let share = |score: &Option<u8>| Rational::new(score.unwrap_or(0).into(), TOP);
    scores.0.iter().map(share).collect()
}
