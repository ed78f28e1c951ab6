//! Guessing the name that was meant.

/// Longer names are not compared: the time and memory of a comparison grow with the product of the lengths.
const LONGEST: usize = 200;

/// The known name most like `written`, if one is near enough to be meant: equal but for case, or by Damerau-Levenshtein
/// distance at most a third of the longer one's letters.
#[must_use]
pub fn nearest<'n>(written: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let length = written.chars().count();
    known
        .into_iter()
        .filter(|name| {
            // names too long to compare, and those whose lengths alone keep them apart
            let (other, longer) = (name.chars().count(), name.chars().count().max(length));
            longer <= LONGEST && other.abs_diff(length) * 3 <= longer
        })
        .map(|name| {
            let distance =
                strsim::damerau_levenshtein(&written.to_lowercase(), &name.to_lowercase());
            (distance, name)
        })
        .filter(|(distance, name)| *distance * 3 <= length.max(name.chars().count()))
        .min()
        .map(|(_, name)| name)
}

/// "; did you mean `name`?", or nothing.
#[must_use]
pub fn did_you_mean<'n>(written: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    nearest(written, known).map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

/// `one`, `one or two`, `one, two or three`, each in backticks.
#[must_use]
pub fn alternatives<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    joined(names, "or")
}

/// `one`, `one and two`, `one, two and three`, each in backticks.
#[must_use]
pub fn enumeration<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    joined(names, "and")
}

fn joined<'n>(names: impl IntoIterator<Item = &'n str>, conjunction: &str) -> String {
    let quoted: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} {conjunction} {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_not() {
        assert_eq!(
            nearest("divisble", ["divisible", "indivisible"]),
            Some("divisible")
        );
        assert_eq!(nearest("ANA", ["Ben", "Ana"]), Some("Ana"));
        assert_eq!(nearest("Zoe", ["Ben", "Ana"]), None);
        assert_eq!(alternatives(["a", "b", "c"]), "`a`, `b` or `c`");
        assert_eq!(enumeration(["a or b", "c"]), "`a or b` and `c`");
        // lengths alone keep these apart, and huge names are not compared at all
        assert_eq!(nearest("a", ["abcdefg"]), None);
        assert_eq!(nearest(&"x".repeat(1000), [&*"x".repeat(1000)]), None);
    }
}
