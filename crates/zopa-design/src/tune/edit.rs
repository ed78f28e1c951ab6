//! Changed numbers put into the text of a scenario file, and nothing else touched.

use zopa_model::json::{self, Edit, pointer_token, quote};
use zopa_model::{Rational, Scenario};

use super::Change;
use crate::sensitivity::Quantity;

impl Change {
    /// Where the number stands in the scenario file, as a JSON Pointer.
    #[must_use]
    pub fn at(&self, scenario: &Scenario) -> String {
        match self.quantity {
            Quantity::Batna => format!("/participants/{}/batna_config/utility", self.party),
            Quantity::Valuation(index) => {
                let name = pointer_token(&scenario.parties[self.party].name);
                format!("/resources/{index}/valuations/{name}")
            }
        }
    }
}

/// What a BATNA that a change adds is said to be.
const NOT_DESCRIBED: &str = "Not described yet.";

/// The text with each changed number spelled anew, and with the BATNAs that were added; `None` where the text is not the scenario's.
#[must_use]
pub fn edited(text: &str, scenario: &Scenario, changes: &[Change]) -> Option<String> {
    let edits: Vec<Edit> = changes
        .iter()
        .map(|change| {
            let value = decimal(&change.to);
            if change.added {
                return Edit::Set {
                    at: format!("/participants/{}/batna_config", change.party),
                    value: format!(
                        "{{ \"utility\": {value}, \"description\": {} }}",
                        quote(NOT_DESCRIBED)
                    ),
                };
            }
            Edit::Set {
                at: change.at(scenario),
                value,
            }
        })
        .collect();
    json::edited(text, &edits).ok()
}

/// A number with finitely many decimals, spelled as such. (Others are cut after 30 places.)
pub(crate) fn decimal(value: &Rational) -> String {
    const MOST: usize = 30;
    let (mut rest, mut digits) = (value.abs(), String::new());
    let whole = rest.numerator() / rest.denominator();
    rest = rest - Rational::from(whole.clone());
    while !rest.is_zero() && digits.len() < MOST {
        rest = rest * Rational::from(10);
        let digit = rest.numerator() / rest.denominator();
        digits += &digit.to_string();
        rest = rest - Rational::from(digit);
    }
    let sign = if value.is_negative() { "-" } else { "" };
    if digits.is_empty() {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{digits}")
    }
}

/// A unified diff of two texts, with three lines around each change; empty where nothing differs.
#[must_use]
pub fn unified_diff(name: &str, before: &str, after: &str) -> String {
    similar::TextDiff::from_lines(before, after)
        .unified_diff()
        .context_radius(3)
        .header(name, name)
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spelled() {
        for (value, text) in [
            (Rational::new(7, 20), "0.35"),
            (Rational::new(-1, 8), "-0.125"),
            (Rational::ONE, "1"),
            (Rational::ZERO, "0"),
        ] {
            assert_eq!(decimal(&value), text);
        }
    }

    #[test]
    fn a_diff_names_its_lines() {
        let before = "a\nb\nc\nd\ne\nf\ng\nh\n";
        let after = "a\nb\nc\nd\nE\nf\ng\nh\n";
        assert_eq!(
            unified_diff("x", before, after),
            "--- x\n+++ x\n@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n"
        );
        assert_eq!(unified_diff("x", before, before), "");
        let longer = before.replace("b\n", "b\nb2\n");
        assert_eq!(
            unified_diff("x", before, &longer),
            "--- x\n+++ x\n@@ -1,5 +1,6 @@\n a\n b\n+b2\n c\n d\n e\n"
        );
    }
}
