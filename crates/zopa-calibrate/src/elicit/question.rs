//! Questions, and which one to ask next.
#![expect(
    clippy::float_arithmetic,
    reason = "a sample proposes questions; answers are judged exactly"
)]

use chacha20::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use zopa_model::Rational;
use zopa_model::exact::NearestFloat as _;

use super::{Elicitation, Knowledge, packages};
use crate::Side;
use crate::consistent::Range;
use crate::statement::Answer;

/// So many possible parties are drawn.
const DRAWN: usize = 160;

/// So often questions are drawn anew where none of them tells anything.
const ATTEMPTS: u64 = 8;

/// So many questions are looked at.
const LOOKED_AT: usize = 3000;

/// A difference in another resource makes a question harder: it must tell this much more.
const HARDER: f64 = 0.03;

/// A question: which of two packages, or whether one is better than walking away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The party's share of each resource in the first package.
    pub a: Vec<Rational>,
    /// In the second; none where the question is whether to accept the first.
    pub b: Option<Vec<Rational>>,
    /// Of two packages: must the party take one? Then the answer says nothing of the BATNA, and valuations are learned even where
    /// walking away is better than most packages.
    pub forced: bool,
}

impl Question {
    /// The answer of a party to which the packages are worth so much.
    pub(super) fn answered_by<T>(&self, a: T, b: Option<T>, batna: &T, tie: &T) -> Answer
    where
        T: PartialOrd + Clone,
        for<'x> &'x T: std::ops::Sub<&'x T, Output = T>,
    {
        let Some(b) = b else {
            return if a >= *batna {
                Answer::Better(Side::A, None)
            } else {
                Answer::Neither
            };
        };
        if !self.forced && a < *batna && b < *batna {
            return Answer::Neither;
        }
        if &a - &b > *tie {
            Answer::Better(Side::A, None)
        } else if &b - &a > *tie {
            Answer::Better(Side::B, None)
        } else {
            Answer::Tie
        }
    }

    /// The question in plain words, a line each: what is asked, the packages, the possible answers.
    #[must_use]
    pub fn in_words(&self, elicitation: &Elicitation<'_>) -> Vec<String> {
        let words = |package: &[Rational]| {
            packages::in_words(elicitation.scenario, elicitation.party, package)
        };
        let (asked, answers) = match (&self.b, self.forced) {
            (Some(_), false) => (
                "Which would you rather have, or would you walk away from both?",
                "Answer `a`, `b`, `tie` (about equal) or `neither` (walking away is better than both).",
            ),
            (Some(_), true) => (
                "If you had to take one of these and could not walk away, which would it be?",
                "Answer `a`, `b` or `tie` (about equal).",
            ),
            (None, _) => (
                "Would you take this, or walk away?",
                "Answer `accept` or `reject`.",
            ),
        };
        let mut lines = vec![asked.to_owned(), format!("a: {}", words(&self.a))];
        lines.extend(self.b.as_ref().map(|b| format!("b: {}", words(b))));
        lines.push(answers.to_owned());
        lines
    }

    /// The words that answer it.
    #[must_use]
    pub fn answers(&self) -> &'static [&'static str] {
        match (&self.b, self.forced) {
            (Some(_), false) => &["a", "b", "tie", "neither"],
            (Some(_), true) => &["a", "b", "tie"],
            (None, _) => &["accept", "reject"],
        }
    }
}

/// How the next question is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chooser {
    /// The one whose answer tells most.
    Informative,
    /// Any, as a baseline.
    Random,
}

impl Elicitation<'_> {
    /// The next question; none where no question of those that are known tells anything.
    ///
    /// A question's worth is how much its answer is expected to lessen the variance of what is not known well enough, among parties drawn
    /// from what is possible; with more resources in it, it must be worth more. The same answers and seed give the same question.
    #[must_use]
    pub fn next_question(&self, known: &Knowledge, chooser: Chooser) -> Option<Question> {
        (0..ATTEMPTS).find_map(|attempt| self.proposed(known, chooser, attempt))
    }

    /// The best of some questions, drawn anew in each attempt.
    fn proposed(&self, known: &Knowledge, chooser: Chooser, attempt: u64) -> Option<Question> {
        let mut random = ChaCha8Rng::seed_from_u64(self.options.seed);
        let answers = u64::try_from(self.replies.len()).unwrap_or(u64::MAX);
        random.set_stream(answers.wrapping_mul(ATTEMPTS).wrapping_add(attempt));
        let packages = packages::packages(self.scenario, self.options.chances);
        let mut questions = self.questions(&packages, &mut random);
        let asked =
            |question: &Question| self.replies.iter().any(|reply| reply.question == *question);
        questions.retain(|question| !asked(question));
        if chooser == Chooser::Random {
            let at = below(&mut random, questions.len())?;
            return questions.into_iter().nth(at);
        }
        let parties = drawn(&known.corners, &mut random);
        let wide = self.wide(known, &packages, &parties);
        let mut best: Option<(f64, Question)> = None;
        for question in questions {
            let worth = self.worth(&question, &parties, &wide);
            if worth > 0.0 && best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, question));
            }
        }
        best.map(|(_, question)| question)
    }

    /// Which ranges, of the valuations and then of the BATNA, are wider than wanted and can be narrowed: that of the BATNA cannot where
    /// every package is worse than walking away, or better.
    fn wide(
        &self,
        known: &Knowledge,
        packages: &[Vec<Rational>],
        parties: &[Vec<f64>],
    ) -> Vec<bool> {
        let too_wide = |range: &Range| range.width() > self.options.tolerance;
        let mut wide: Vec<bool> = known.valuations.iter().map(too_wide).collect();
        let undecided = |package: &Vec<Rational>| {
            let package = floats(&self.counted(package));
            let mut accepted = parties
                .iter()
                .map(|party| worth_to(party, &package) >= party[package.len()]);
            let first = accepted.next();
            accepted.any(|one| Some(one) != first)
        };
        wide.push(too_wide(&known.batna) && packages.iter().any(undecided));
        wide
    }

    /// Some of the questions that have no obvious answer: all single offers, and pairs of which neither package is better in everything,
    /// each with and without the way out.
    fn questions(&self, packages: &[Vec<Rational>], random: &mut ChaCha8Rng) -> Vec<Question> {
        let counted: Vec<Vec<Rational>> = packages.iter().map(|one| self.counted(one)).collect();
        let single = |package: &Vec<Rational>| Question {
            a: package.clone(),
            b: None,
            forced: false,
        };
        let mut questions: Vec<Question> = packages.iter().map(single).collect();
        let mut add = |i: usize, j: usize| {
            let better = |x: &[Rational], y: &[Rational]| x.iter().zip(y).all(|(x, y)| x >= y);
            if !better(&counted[i], &counted[j]) && !better(&counted[j], &counted[i]) {
                questions.extend([false, true].map(|forced| Question {
                    a: packages[i].clone(),
                    b: Some(packages[j].clone()),
                    forced,
                }));
            }
        };
        let count = packages.len();
        if count * count <= 2 * LOOKED_AT {
            (0..count).for_each(|i| (0..i).for_each(|j| add(i, j)));
        } else {
            for _ in 0..LOOKED_AT {
                if let (Some(i), Some(j)) = (below(random, count), below(random, count)) {
                    add(i, j);
                }
            }
        }
        questions
    }

    /// By how much the answer is expected to lessen the variance of those valuations and that BATNA whose range is `wide`: the variance
    /// between the answers' means.
    fn worth(&self, question: &Question, parties: &[Vec<f64>], wide: &[bool]) -> f64 {
        let float = |package: &Vec<Rational>| floats(&self.counted(package));
        let (a, b) = (float(&question.a), question.b.as_ref().map(float));
        let count = a.len();
        // valuations and the BATNA; what is called equal is of no interest by itself
        let mut sums = vec![[0.0; 4]; count + 1];
        let mut answers = [0.0; 4];
        for party in parties {
            let worth = |package: &Vec<f64>| worth_to(party, package);
            let (batna, tie) = (party[count], party[count + 1]);
            let said = question.answered_by::<f64>(worth(&a), b.as_ref().map(worth), &batna, &tie);
            let place = match said {
                Answer::Better(Side::A, _) => 0,
                Answer::Better(Side::B, _) => 1,
                Answer::Tie => 2,
                Answer::Neither => 3,
            };
            answers[place] += 1.0;
            for (sum, value) in sums.iter_mut().zip(party) {
                sum[place] += value;
            }
        }
        let total: f64 = answers.iter().sum();
        if answers.contains(&total) {
            return 0.0;
        }
        let open = sums.iter().zip(wide).filter(|(_, wide)| **wide);
        let between: f64 = open
            .map(|(sum, _)| {
                let mean = sum.iter().sum::<f64>() / total;
                let parts = sum
                    .iter()
                    .zip(&answers)
                    .filter(|(_, number)| **number > 0.0);
                parts
                    .map(|(sum, number)| number / total * (sum / number - mean).powi(2))
                    .sum::<f64>()
            })
            .sum();
        let differ = |&index: &usize| match &b {
            Some(b) => a[index].total_cmp(&b[index]).is_ne(),
            None => a[index].total_cmp(&0.0).is_ne(),
        };
        let harder = u32::try_from((0..count).filter(differ).count()).unwrap_or(u32::MAX);
        between / (1.0 + HARDER * f64::from(harder))
    }
}

fn floats(values: &[Rational]) -> Vec<f64> {
    values.iter().map(|value| value.to_f64()).collect()
}

/// What a package is worth to a party, whose valuations come first.
fn worth_to(party: &[f64], package: &[f64]) -> f64 {
    package.iter().zip(party).map(|(x, w)| x * w).sum()
}

/// Parties between the corners of what is possible: mixtures with random shares, so each of them is possible too.
fn drawn(corners: &[Vec<f64>], random: &mut ChaCha8Rng) -> Vec<Vec<f64>> {
    let one = |random: &mut ChaCha8Rng| -> Vec<f64> {
        // cubes of exponential variables: a few corners weigh most, so that mixtures do not all lie in the middle
        let shares: Vec<f64> = corners
            .iter()
            .map(|_| (-(1.0 - unit(random)).ln()).powi(3))
            .collect();
        let total: f64 = shares.iter().sum();
        let width = corners.first().map_or(0, Vec::len);
        (0..width)
            .map(|index| {
                let parts = corners.iter().zip(&shares);
                parts
                    .map(|(corner, share)| corner[index] * share)
                    .sum::<f64>()
                    / total
            })
            .collect()
    };
    (0..DRAWN).map(|_| one(random)).collect()
}

/// From 0 up to 1.
fn unit(random: &mut ChaCha8Rng) -> f64 {
    f64::from(random.next_u32()) / (f64::from(u32::MAX) + 1.0)
}

/// A number below `bound`; none below 0. (The remainder favours small numbers by less than one in a million.)
fn below(random: &mut ChaCha8Rng, bound: usize) -> Option<usize> {
    let bound = u64::try_from(bound).ok().filter(|&bound| bound > 0)?;
    usize::try_from(random.next_u64() % bound).ok()
}
