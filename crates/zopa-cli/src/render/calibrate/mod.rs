//! What people read of calibration.

pub(crate) mod elicit;
pub(crate) mod fit;
pub(crate) mod judge;

use zopa_calibrate::consistent::Range;
use zopa_model::{NearestFloat as _, Rational};
use zopa_plot::number;

use super::document::{Align, Block, Table};

/// An exact number for people: rounded, or as it is.
fn exactly(value: &Rational, exact: bool) -> String {
    if exact {
        value.to_string()
    } else {
        number(value.to_f64())
    }
}

/// Both ends of a range.
fn range(range: &Range, exact: bool) -> String {
    format!(
        "{} to {}",
        exactly(&range.low, exact),
        exactly(&range.high, exact)
    )
}

/// A table with this header.
fn table(header: &[(&str, Align)], rows: Vec<Vec<String>>) -> Block {
    Block::Table(Table {
        header: header
            .iter()
            .map(|(name, align)| ((*name).to_owned(), *align))
            .collect(),
        rows,
    })
}
