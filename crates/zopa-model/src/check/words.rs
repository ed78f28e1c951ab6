//! The telling words of a text, for matching texts about the same thing.

use std::collections::BTreeSet;

use rust_stemmers::{Algorithm, Stemmer};

/// Words that say nothing about what a text is about.
const STOP_WORDS: &[&str] = &[
    "a", "about", "after", "all", "also", "an", "and", "any", "are", "as", "at", "be", "because",
    "been", "before", "both", "but", "by", "can", "could", "did", "do", "does", "each", "exists",
    "for", "from", "had", "has", "have", "having", "he", "her", "hers", "him", "his", "how", "if",
    "in", "into", "is", "it", "its", "knows", "more", "most", "my", "no", "not", "of", "off", "on",
    "one", "only", "or", "other", "our", "out", "over", "own", "s", "she", "so", "some", "such",
    "t", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "those",
    "to", "too", "under", "up", "very", "was", "we", "were", "what", "when", "where", "which",
    "while", "who", "whole", "whom", "whose", "will", "with", "would", "you", "your",
];

/// The shortest stem that may stand for a longer one that begins with it: `apolog` for `apologis`.
const SHORTEST_PREFIX: usize = 5;

/// A set of word stems.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Words(BTreeSet<String>);

impl Words {
    /// The stems of the words of a text, stop words left out.
    pub(super) fn of(text: &str) -> Self {
        let stemmer = Stemmer::create(Algorithm::English);
        let words = text
            .split(|c: char| !c.is_alphanumeric())
            .map(str::to_lowercase)
            .filter(|word| !word.is_empty() && !STOP_WORDS.contains(&word.as_str()));
        Self(words.map(|word| stemmer.stem(&word).into_owned()).collect())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Is one of the words more than a number?
    pub(super) fn has_letters(&self) -> bool {
        self.0
            .iter()
            .any(|word| word.chars().any(char::is_alphabetic))
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.0.extend(other.0.iter().cloned());
    }

    /// The words that `other` has not.
    pub(super) fn without(&self, other: &Self) -> Self {
        Self(self.0.difference(&other.0).cloned().collect())
    }

    /// How many of these words occur in `text`.
    pub(super) fn found_in(&self, text: &Self) -> usize {
        self.0.iter().filter(|word| text.has(word)).count()
    }

    fn has(&self, word: &str) -> bool {
        let alike = |other: &str| {
            let (short, long) = if other.len() < word.len() {
                (other, word)
            } else {
                (word, other)
            };
            short.len() >= SHORTEST_PREFIX && long.starts_with(short)
        };
        self.0.contains(word) || self.0.iter().any(|other| alike(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_are_one() {
        let text = Words::of("She has been licensing the recipes, and apologised.");
        for word in ["license", "recipe", "apology"] {
            assert_eq!(Words::of(word).found_in(&text), 1, "{word}");
        }
        assert_eq!(Words::of("patent").found_in(&text), 0);
        assert!(!Words::of("the of and, who, 12").has_letters());
    }
}
