//! Certificates of one solution that was found without the frontier.

use proptest::prelude::*;
use zopa::{CertificateOptions, Concept, Convention, Options};

use super::random::resources;
use super::{analysis, read, scenario_text};

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whether there is a solution, and whether it is the only one, is known from the frontier. Ties are frequent.
    #[test]
    fn one_solution_is_proved_unless_it_is_said_why_not(
        resources in resources(7, 6),
        batnas in [0i64..20, 0i64..20],
    ) {
        let text = scenario_text(&resources, batnas);
        let known = analysis(&text, Convention::Signed);
        let divided = resources.iter().any(|(kind, ..)| kind.starts_with("divisible"));
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
            let known_to_be_open = match concept {
                // Products of 0 need the ideal point; a second maximiser of another product is not searched for.
                Concept::Nash => !solution.unique || solution.product().is_zero(),
                // With something to divide, no second maximiser is known, nor that there is none.
                Concept::KalaiSmorodinsky | Concept::Egalitarian => !solution.unique && divided,
                Concept::Utilitarian => divided,
            };
            if !known_to_be_open {
                prop_assert_eq!(names, [concept.as_str()], "{}", certificate);
            }
        }
    }
}
