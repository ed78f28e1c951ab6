//! Changed numbers put into the text of a scenario file, and nothing else touched.

use std::fmt::Write as _;

use zopa_model::json::{Span, parse, pointer_token};
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

/// The text with each changed number spelled anew; `None` where the text is not the scenario's.
#[must_use]
pub fn edited(text: &str, scenario: &Scenario, changes: &[Change]) -> Option<String> {
    let root = parse(text).ok()?;
    let mut edits: Vec<(Span, String)> = Vec::new();
    for change in changes {
        let node = root.pointed(&change.at(scenario))?;
        edits.push((node.span.clone(), decimal(&change.to)));
    }
    Some(replaced(text, edits))
}

/// The text with these parts replaced; they do not overlap.
pub(crate) fn replaced(text: &str, mut edits: Vec<(Span, String)>) -> String {
    edits.sort_by_key(|(span, _)| span.start);
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for (span, new) in edits {
        out.push_str(&text[at..span.start]);
        out.push_str(&new);
        at = span.end;
    }
    out.push_str(&text[at..]);
    out
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

/// A unified diff of two texts with the same number of lines, with three lines around each change; empty where nothing differs.
#[must_use]
pub fn unified_diff(name: &str, before: &str, after: &str) -> String {
    const AROUND: usize = 3;
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let changed: Vec<usize> = (0..old.len().min(new.len()))
        .filter(|&line| old[line] != new[line])
        .collect();
    let mut out = String::new();
    let mut next = 0;
    while next < changed.len() {
        let first = changed[next].saturating_sub(AROUND);
        let mut last = changed[next];
        while next < changed.len() && changed[next] <= last + 2 * AROUND {
            last = changed[next];
            next += 1;
        }
        let end = (last + AROUND + 1).min(old.len());
        if out.is_empty() {
            // writing to a String never fails
            let _ = writeln!(out, "--- {name}\n+++ {name}");
        }
        let count = end - first;
        let _ = writeln!(out, "@@ -{},{count} +{},{count} @@", first + 1, first + 1);
        let mut line = first;
        while line < end {
            if old[line] == new[line] {
                let _ = writeln!(out, " {}", old[line]);
                line += 1;
                continue;
            }
            let run = (line..end).take_while(|&at| old[at] != new[at]).count();
            for gone in &old[line..line + run] {
                let _ = writeln!(out, "-{gone}");
            }
            for come in &new[line..line + run] {
                let _ = writeln!(out, "+{come}");
            }
            line += run;
        }
    }
    out
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
    }
}
