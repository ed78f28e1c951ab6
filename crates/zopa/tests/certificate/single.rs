//! Certificates of one solution that was found without the frontier.

use proptest::prelude::*;
use zopa::{CertificateOptions, Concept, Convention, Options};

use super::random::resources;
use super::{analysis, read, scenario_text};

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whether there is a solution, and whether it is the only one, is known from the frontier. Ties are frequent.
    #[test]
    fn one_solution_is_always_proved(
        resources in resources(7, 6),
        batnas in [0i64..20, 0i64..20],
    ) {
        let text = scenario_text(&resources, batnas);
        let known = analysis(&text, Convention::Signed);
        for concept in Concept::ALL {
            let only = zopa::solve_only(&read(&text), concept, &Options::default());
            let only = only.expect("something to analyse");
            let certificate = zopa::only_certificate(&only, &CertificateOptions::new(&text));
            let certificate = certificate.expect("a certificate").to_string();
            let verdict = zopa_verify::verify(&certificate, &text);
            prop_assert_eq!(&verdict.rejected, &None);
            let names: Vec<&str> = verdict.proved.iter().map(|claim| claim.name.as_str()).collect();
            let Some(solution) = known.solution(concept) else {
                prop_assert_eq!(names, ["zopa", "margin"]);
                continue;
            };
            prop_assert_eq!(names, [concept.as_str()], "{}", certificate);
            // What is said of other solutions is so.
            let statement = &verdict.proved[0].statement;
            prop_assert!(!statement.contains("the only one") || solution.unique, "{}", statement);
            prop_assert!(!statement.contains("one of several") || !solution.unique, "{}", statement);
        }
    }
}
