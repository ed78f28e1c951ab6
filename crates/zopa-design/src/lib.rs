//! The designer's bench: for whoever tunes a scenario until it is as hard, as integrative and as fair as meant.
//!
//! [`lint`] reports what is odd about a scenario's numbers, [`profile`] measures it, and
//! [`sensitivity`] says how far the answers hold, [`tune`](fn@tune) finds the smallest change that has a
//! property, and [`generate`](fn@generate) makes families of scenarios that have it. Both are functions over plain data, and both
//! have a JSON form.

mod balance;
mod difficulty;
mod empty;
mod figure;
mod generate;
mod lint;
mod outcomes;
mod profile;
mod runner_up;
mod sensitivity;
mod study;
mod tune;

pub use balance::{integrative_potential, normalized_weights, total_variation};
pub use difficulty::{Difficulty, DifficultyLimits, Judgment, difficulty};
pub use empty::{Shortfall, Weights, shortfall};
pub use generate::{GenerateOptions, Generated, generate};
pub use lint::{
    Finding, Limits, Lint, LintReport, Severity, lint, lint_json, lint_study, lints_markdown,
};
pub use outcomes::{Rate, efficient_even_split};
pub use profile::{Opposition, Profile, profile, profile_json, profile_of};
pub use runner_up::{RunnerUp, runner_up};
pub use sensitivity::{
    End, Interval, Intervals, Lever, LeverReport, Others, Quantity, Sensitivity,
    SensitivityOptions, Stretch, Swing, Swung, Uncertain, intervals_from_json, levers, sensitivity,
    sensitivity_json, smallest_valuation_edit, threshold_batnas, trade_off,
};
pub use study::Study;
pub use tune::{
    Change, Impossible, Lock, Target, TuneOptions, Tuned, Unreached, edited, file_decimals, tune,
    tuned_json, unified_diff,
};
