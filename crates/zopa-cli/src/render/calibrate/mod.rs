//! What people read of calibration.

pub(crate) mod fit;

use zopa_model::{NearestFloat as _, Rational};
use zopa_plot::number;

/// An exact number for people: rounded, or as it is.
fn exactly(value: &Rational, exact: bool) -> String {
    if exact {
        value.to_string()
    } else {
        number(value.to_f64())
    }
}
