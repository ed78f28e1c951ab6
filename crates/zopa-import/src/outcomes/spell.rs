//! Numbers and names as scenario files spell them.

use zopa_model::Rational;

/// More decimals than that are never needed: inputs have at most 100 digits each, and at most two are multiplied.
const MOST_PLACES: usize = 400;

/// A number as the decimal that it is; `None` where it has no end, as a third.
pub(crate) fn decimal(value: &Rational) -> Option<String> {
    let ten = Rational::from(10);
    let whole = value.abs().numerator() / value.abs().denominator();
    let mut rest = value.abs() - Rational::from(whole.clone());
    let mut digits = String::new();
    while !rest.is_zero() {
        if digits.len() == MOST_PLACES {
            return None;
        }
        rest = rest * ten.clone();
        let digit = rest.numerator() / rest.denominator();
        digits += &digit.to_string();
        rest = rest - Rational::from(digit);
    }
    let sign = if value.is_negative() { "-" } else { "" };
    Some(if digits.is_empty() {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{digits}")
    })
}

/// The smallest power of ten that is not below any of these.
pub(crate) fn power_of_ten<'r>(values: impl IntoIterator<Item = &'r Rational>) -> Rational {
    let mut power = Rational::ONE;
    for value in values {
        while &power < value {
            power = power * Rational::from(10);
        }
    }
    power
}

/// A text in ASCII without control characters, as scenario files want it.
pub(crate) fn plain(text: &str) -> String {
    let ascii = any_ascii::any_ascii(text);
    let printable = ascii
        .chars()
        .map(|c| if c.is_ascii_control() { ' ' } else { c });
    printable.collect::<String>().trim().to_owned()
}

/// Eight hexadecimal digits that depend on all of the texts (FNV-1a, Fowler, Noll, Vo 1991; folded to 32 bits).
pub(crate) fn fingerprint(texts: &[&str]) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in texts.iter().flat_map(|text| text.bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    format!("{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snake;

    #[test]
    fn decimals_are_written_out_or_refused() {
        for (num, den, text) in [
            (7, 20, Some("0.35")),
            (-3, 2, Some("-1.5")),
            (12, 1, Some("12")),
            (0, 1, Some("0")),
            (1, 1024, Some("0.0009765625")),
            (1, 3, None),
        ] {
            assert_eq!(decimal(&Rational::new(num, den)).as_deref(), text);
        }
    }

    #[test]
    fn a_scale_holds_the_largest() {
        let scale = |values: &[i128]| {
            let values: Vec<_> = values.iter().map(|&value| Rational::from(value)).collect();
            power_of_ten(&values)
        };
        assert_eq!(scale(&[10, 7]), Rational::from(10));
        assert_eq!(scale(&[36, 36]), Rational::from(100));
        assert_eq!(scale(&[0]), Rational::ONE);
    }

    #[test]
    fn names_become_ids() {
        assert_eq!(snake("Weekly holiday"), "weekly_holiday");
        assert_eq!(snake("  Émile's 2nd -- car "), "emile_s_2nd_car");
        assert_eq!(snake("--"), "");
        assert_eq!(plain("Gärten\n & Höfe"), "Garten  & Hofe");
    }

    #[test]
    fn fingerprints_are_those_of_fnv() {
        // FNV-1a of nothing is its offset basis, of "a" af63dc4c8601ec8c (the published test vectors).
        assert_eq!(
            fingerprint(&[""]),
            format!("{:08x}", 0xcbf2_9ce4_u32 ^ 0x8422_2325)
        );
        assert_eq!(
            fingerprint(&["a"]),
            format!("{:08x}", 0xaf63_dc4c_u32 ^ 0x8601_ec8c)
        );
    }
}
