//! A file of reference values that knows which of its values were looked at.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;
use zopa_model::{NearestFloat as _, Rational};

use crate::common::shared;

/// A file of reference values.
pub(crate) struct Book {
    name: &'static str,
    value: Value,
    seen: RefCell<BTreeSet<String>>,
}

/// A value of a book.
#[derive(Clone)]
pub(crate) struct At<'b> {
    book: &'b Book,
    pointer: String,
    value: &'b Value,
}

impl Book {
    /// The file, or a word on standard error that the test is skipped.
    pub(crate) fn open(name: &'static str) -> Option<Self> {
        let path = shared(&format!("calibrate/reference/{name}"))?;
        let text = fs::read_to_string(path).expect("a text");
        Some(Self {
            name,
            value: serde_json::from_str(&text).expect("JSON"),
            seen: RefCell::default(),
        })
    }

    /// The whole.
    pub(crate) fn top(&self) -> At<'_> {
        At {
            book: self,
            pointer: String::new(),
            value: &self.value,
        }
    }

    /// Fails on any value that was not looked at and is not one of those left out, and on a reason that is needed for none. In a pattern `*`
    /// stands for one step.
    pub(crate) fn close(self, left_out: &[(&str, &str)]) {
        let mut leaves = Vec::new();
        leaves_of(&self.value, "", &mut leaves);
        let seen = self.seen.into_inner();
        let mut used = vec![false; left_out.len()];
        let mut missed = Vec::new();
        for leaf in leaves.iter().filter(|leaf| !seen.contains(*leaf)) {
            let reason = left_out
                .iter()
                .position(|(pattern, _)| matches(pattern, leaf));
            match reason {
                Some(index) => used[index] = true,
                None => missed.push(leaf),
            }
        }
        let name = self.name;
        assert!(missed.is_empty(), "{name}: not compared: {missed:#?}");
        for ((pattern, reason), used) in left_out.iter().zip(used) {
            assert!(
                used,
                "{name}: `{pattern}` ({reason}) is left out of nothing"
            );
        }
        let compared = leaves.iter().filter(|leaf| seen.contains(*leaf)).count();
        eprintln!("{name}: {compared} of {} values read", leaves.len());
    }
}

fn leaves_of(value: &Value, at: &str, leaves: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                leaves_of(member, &format!("{at}/{key}"), leaves);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                leaves_of(item, &format!("{at}/{index}"), leaves);
            }
        }
        _ => leaves.push(at.to_owned()),
    }
}

/// Is a leaf one of a pattern, or below one?
fn matches(pattern: &str, leaf: &str) -> bool {
    let mut steps = leaf.split('/');
    let fits = |step: &str| steps.next().is_some_and(|own| step == "*" || step == own);
    pattern.split('/').all(fits)
}

impl<'b> At<'b> {
    /// A member that must be there.
    pub(crate) fn get(&self, key: &str) -> Self {
        let found = self.find(key);
        found.unwrap_or_else(|| panic!("{} has no `{key}`", self.pointer))
    }

    /// A member.
    pub(crate) fn find(&self, key: &str) -> Option<Self> {
        Some(self.below(key, self.value.get(key)?))
    }

    fn below(&self, step: &str, value: &'b Value) -> Self {
        Self {
            book: self.book,
            pointer: format!("{}/{step}", self.pointer),
            value,
        }
    }

    /// The items of a list.
    pub(crate) fn list(&self) -> Vec<Self> {
        let items = self.value.as_array().expect("a list").iter().enumerate();
        items
            .map(|(index, item)| self.below(&index.to_string(), item))
            .collect()
    }

    /// The members of an object.
    pub(crate) fn members(&self) -> Vec<(&'b str, Self)> {
        let members = self.value.as_object().expect("an object").iter();
        members
            .map(|(key, member)| (key.as_str(), self.below(key, member)))
            .collect()
    }

    /// Is there nothing?
    pub(crate) fn is_null(&self) -> bool {
        if self.value.is_null() {
            self.see();
        }
        self.value.is_null()
    }

    fn see(&self) {
        self.book.seen.borrow_mut().insert(self.pointer.clone());
    }

    fn seen(&self) -> &'b Value {
        self.see();
        self.value
    }

    pub(crate) fn text(&self) -> &'b str {
        self.seen().as_str().expect("a text")
    }

    /// A text, or a number as it is spelled.
    pub(crate) fn spelled(&self) -> String {
        let value = self.seen();
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    }

    pub(crate) fn flag(&self) -> bool {
        self.seen().as_bool().expect("true or false")
    }

    pub(crate) fn number(&self) -> f64 {
        self.seen().as_f64().expect("a number")
    }

    /// A list of numbers; NaN where there is none.
    pub(crate) fn numbers(&self) -> Vec<f64> {
        let list = self.list();
        list.iter()
            .map(|one| one.seen().as_f64().unwrap_or(f64::NAN))
            .collect()
    }

    pub(crate) fn count(&self) -> u64 {
        self.seen().as_u64().expect("a count")
    }

    pub(crate) fn times(&self) -> u32 {
        u32::try_from(self.count()).expect("small")
    }

    pub(crate) fn index(&self) -> usize {
        usize::try_from(self.count()).expect("small")
    }

    pub(crate) fn indices(&self) -> Vec<usize> {
        self.list().iter().map(Self::index).collect()
    }

    /// A number, exactly as it is spelled.
    pub(crate) fn decimal(&self) -> Rational {
        self.seen().to_string().parse().expect("a decimal")
    }

    pub(crate) fn decimals(&self) -> Vec<Rational> {
        self.list().iter().map(Self::decimal).collect()
    }

    /// `{"num": 1, "den": 3, "value": 0.33..}`, or null.
    pub(crate) fn fraction(&self) -> Option<Rational> {
        if self.is_null() {
            return None;
        }
        let [num, den] = ["num", "den"].map(|name| self.get(name).seen().as_i64());
        let value = self.get("value");
        let (Some(num), Some(den)) = (num, den) else {
            // of a fraction that is too long for machine words the decimal is near enough
            return Some(value.decimal());
        };
        let exact = Rational::new(num.into(), den.into());
        value.close_to(exact.to_f64(), 1e-12);
        Some(exact)
    }

    /// Compares a number within a distance.
    pub(crate) fn close_to(&self, ours: f64, within: f64) {
        let wanted = self.number();
        let what = &self.pointer;
        assert!(
            (ours - wanted).abs() <= within,
            "{}{what}: {ours}, wanted {wanted}",
            self.book.name
        );
    }

    /// Compares with a printed number: as near as its last digit tells, and within `most`.
    pub(crate) fn as_printed(&self, ours: f64, most: f64) {
        let text = self.value.to_string();
        let digits = text.split_once('.').map_or(0, |(_, digits)| digits.len());
        let half = 0.5 * 10_f64.powi(-i32::try_from(digits).expect("few"));
        self.close_to(ours, half.min(most) * (1.0 + 1e-9));
    }

    /// Compares a list of numbers within a distance; null with anything.
    pub(crate) fn all_close_to(&self, ours: &[f64], within: f64) {
        let list = self.list();
        assert_eq!(list.len(), ours.len(), "{}", self.pointer);
        for (one, ours) in list.iter().zip(ours) {
            if !one.is_null() {
                one.close_to(*ours, within);
            }
        }
    }
}
