//! The façade against golden cases worked by hand, and against the solver tests' oracle on random scenarios.

mod compare;
mod domains;
mod expected_score;
mod golden;
mod invariants;
mod made;
mod metrics;
#[path = "../../../zopa-solve/tests/solver/oracle/mod.rs"]
mod oracle;
mod printed;
#[path = "../../../../tests/support/random.rs"]
mod random;
mod random_scenarios;
mod refusals;
mod scenarios;
#[path = "../../../../tests/support/shared.rs"]
mod shared;
mod shipped;
mod traps;
mod value_of_information;
