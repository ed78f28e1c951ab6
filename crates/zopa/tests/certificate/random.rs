//! Certificates of made-up scenarios, small enough to be looked through.

use proptest::prelude::*;
use zopa::Convention;

use super::{certificate, scenario_text};

pub(super) const KINDS: [&str; 6] = [
    "divisible",
    "lot",
    "divisible burden",
    "whole burden",
    "joint burden",
    "shared",
];

pub(super) fn resources(
    most: usize,
    largest: i64,
) -> impl Strategy<Value = Vec<(&'static str, i64, i64)>> {
    let kind = prop_oneof![4 => Just("lot"), 1 => prop::sample::select(&KINDS[..])];
    prop::collection::vec((kind, 0..=largest, 0..=largest), 2..=most)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Few different values make for ties, zeros and touching pieces.
    #[test]
    fn everything_is_proved_of_small_scenarios(
        resources in resources(7, 6),
        batnas in [0i64..20, 0i64..20],
        avoided in any::<bool>(),
    ) {
        let text = scenario_text(&resources, batnas);
        let convention = if avoided { Convention::Avoided } else { Convention::Signed };
        let certificate = certificate(&text, convention, &[]);
        let verdict = zopa_verify::verify(&certificate.to_string(), &text);
        prop_assert_eq!(&verdict.rejected, &None);
        prop_assert!(verdict.unproven.is_empty(), "{:?}\n{}", verdict.unproven, certificate);
    }
}
