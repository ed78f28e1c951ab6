//! Values of runs' own fields as keys, in an order that people expect.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// The value of a field: numbers first, by size; then texts; what is missing last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key(pub(crate) Option<String>);

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        let number = |key: &Self| {
            let text = key.0.as_deref()?;
            text.parse::<f64>().ok().filter(|value| value.is_finite())
        };
        let rank = |key: &Self, number: Option<f64>| match (&key.0, number) {
            (_, Some(_)) => 0,
            (Some(_), None) => 1,
            (None, None) => 2,
        };
        let (a, b) = (number(self), number(other));
        let by_number = match (a, b) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            _ => Ordering::Equal,
        };
        rank(self, a)
            .cmp(&rank(other, b))
            .then(by_number)
            .then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Keys by number, in the order in which they were first met.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keys {
    numbers: BTreeMap<Vec<Option<String>>, u32>,
}

impl Keys {
    /// The number of a key.
    pub(crate) fn number(&mut self, key: &[Option<String>]) -> u32 {
        if let Some(number) = self.numbers.get(key) {
            return *number;
        }
        let number = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        self.numbers.insert(key.to_vec(), number);
        number
    }

    /// The values that keys have at a place.
    pub(crate) fn values(&self, at: usize) -> BTreeSet<&str> {
        let keys = self.numbers.keys();
        keys.filter_map(|key| key[at].as_deref()).collect()
    }

    /// The keys in their order, and for each number its place in that order.
    pub(crate) fn sorted(self) -> (Vec<Vec<Key>>, Vec<u32>) {
        let mut keys: Vec<(Vec<Key>, u32)> = self
            .numbers
            .into_iter()
            .map(|(key, number)| (key.into_iter().map(Key).collect(), number))
            .collect();
        keys.sort();
        let mut places = vec![0; keys.len()];
        for (place, (_, number)) in (0..).zip(&keys) {
            places[*number as usize] = place;
        }
        (keys.into_iter().map(|(key, _)| key).collect(), places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_ordered_by_size_and_nothing_is_last() {
        let mut keys: Vec<Key> = [Some("b"), None, Some("10"), Some("9"), Some("a")]
            .map(|text| Key(text.map(str::to_owned)))
            .into();
        keys.sort();
        let texts: Vec<Option<&str>> = keys.iter().map(|key| key.0.as_deref()).collect();
        assert_eq!(texts, [Some("9"), Some("10"), Some("a"), Some("b"), None]);
    }
}
