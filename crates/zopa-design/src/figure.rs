//! Numbers in messages.

use zopa_model::{NearestFloat as _, Rational};

/// A number for people: at most four decimal places, none that are 0 at the end.
pub(crate) fn figure(value: &Rational) -> String {
    let text = format!("{:.4}", value.to_f64());
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_short() {
        for (value, text) in [
            (Rational::new(1, 3), "0.3333"),
            (Rational::from(5), "5"),
            (Rational::new(-1, 1_000_000), "0"),
        ] {
            assert_eq!(figure(&value), text);
        }
    }
}
