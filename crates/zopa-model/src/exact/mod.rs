//! Exact numbers: the only numbers that may enter an answer.
//!
//! User input becomes a [`Rational`] at the door (from the decimal that the file spells, never through
//! a float) and leaves as the nearest `f64` only in `float.rs`.

mod decimal;
mod float;
mod rational;

pub use decimal::{DecimalError, MAX_DIGITS, MAX_EXPONENT};
pub use float::NearestFloat;
pub use rational::Rational;

/// An integer of any size.
pub type Integer = dashu_int::IBig;
