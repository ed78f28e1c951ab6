//! How hard a scenario is, by its numbers.

use std::fmt;

use zopa_model::Rational;

use crate::figure::figure;
use crate::outcomes::Rate;
use crate::study::Study;

/// The levels of difficulty of the scenario format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Difficulty {
    /// Hardly anything can go wrong.
    Novice,
    /// A comfortable ZOPA that has to be found.
    Intermediate,
    /// A weak ZOPA, or none.
    Expert,
}

impl Difficulty {
    /// Every level, from the easiest.
    pub const ALL: [Self; 3] = [Self::Novice, Self::Intermediate, Self::Expert];

    /// The spelling of the scenario format.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Novice => "novice",
            Self::Intermediate => "intermediate",
            Self::Expert => "expert",
        }
    }

    /// The level that a scenario file declares.
    #[must_use]
    pub fn declared(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.as_str() == text)
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Where the levels begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifficultyLimits {
    /// A ZOPA whose margin is below this is weak; 0.05.
    pub weak_margin: Rational,
    /// So large a part of the even-split deals makes a ZOPA hard to miss; 1.
    pub easy_even_split: Rational,
    /// So large a part of random deals does; 4/5.
    pub easy_random: Rational,
}

impl Default for DifficultyLimits {
    fn default() -> Self {
        Self {
            weak_margin: Rational::new(1, 20),
            easy_even_split: Rational::ONE,
            easy_random: Rational::new(4, 5),
        }
    }
}

/// A level, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgment {
    /// The level.
    pub level: Difficulty,
    /// What decided, in words with numbers; at least one.
    pub reasons: Vec<String>,
}

/// What is 1 in a scenario of resources: of a domain, whose utilities are on a scale of its own, the larger of what separates a party's
/// best from its worst deal.
fn scale(study: &Study) -> Rational {
    let analysis = &study.analysis;
    if analysis.scenario.issues.is_empty() {
        return Rational::ONE;
    }
    let [least, most] = analysis.scenario.utility_range(analysis.convention);
    let [a, b] = most.minus(&least).0;
    a.max(b)
}

/// The difficulty that a scenario's numbers speak for. In a domain, `weak_margin` is a part of the larger range of a party's utilities.
///
/// `expert` where there is no ZOPA, where its margin is below `weak_margin`, or where there is none until a latent resource is
/// revealed. Else `novice` where at least `easy_even_split` of the even-split deals and `easy_random` of random deals lie in the
/// ZOPA, and no latent resource adds to its margin. Else `intermediate`. The levels are those of the scenario format, which asks of an expert's scenario a weak ZOPA or none,
/// and calls a comfortable integrative one intermediate; the numbers are ours. What people feel plays no part in it.
#[must_use]
pub fn difficulty(
    study: &Study,
    random: &Rate,
    even_split: &Rate,
    limits: &DifficultyLimits,
) -> Judgment {
    let zopa = &study.analysis.zopa;
    let margin = figure(&zopa.margin);
    let weak_margin = &limits.weak_margin * &scale(study);
    let mut reasons = Vec::new();
    if !zopa.exists {
        reasons.push(format!("there is no ZOPA (margin {margin})"));
    } else if zopa.margin < weak_margin {
        let weak = figure(&weak_margin);
        reasons.push(format!("the ZOPA is weak: margin {margin}, below {weak}"));
    }
    if let (true, Some(latent)) = (study.needs_revelation(), &study.latent) {
        let hidden = figure(&latent.known_only_zopa.margin);
        reasons.push(format!(
            "there is no ZOPA until a latent resource is revealed (margin {hidden} before)"
        ));
    }
    if !reasons.is_empty() {
        return Judgment {
            level: Difficulty::Expert,
            reasons,
        };
    }
    let (even, any) = (even_split.value(), random.value());
    let percent = |rate: &Rational| figure(&(rate * &Rational::from(100)));
    let shares = format!(
        "{}% of even-split deals and {}% of random deals lie in the ZOPA",
        percent(&even),
        percent(&any)
    );
    let worth = study.latent_worth().filter(Rational::is_positive);
    let easy = even >= limits.easy_even_split && any >= limits.easy_random && worth.is_none();
    let level = if easy {
        Difficulty::Novice
    } else {
        Difficulty::Intermediate
    };
    reasons.push(format!("the ZOPA is comfortable (margin {margin})"));
    reasons.push(shares);
    if let Some(worth) = worth {
        reasons.push(format!(
            "revealing the latent resources adds {} to the margin",
            figure(&worth)
        ));
    }
    Judgment { level, reasons }
}
