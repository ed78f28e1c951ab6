//! What small moves do: the table behind a tornado plot.

use zopa::Stopped;
use zopa_model::{Rational, UtilityPoint};
use zopa_solve::margin;

use super::lever::Lever;
use super::probe::Ground;

/// The answers with a lever moved to one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swung {
    /// Where the lever stands, as spelled in the file.
    pub value: Rational,
    /// The ZOPA's margin there.
    pub margin: Rational,
    /// The Nash utilities there; `None` where there is no ZOPA.
    pub nash: Option<UtilityPoint>,
}

/// A lever moved down and up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swing {
    /// Moved down, at most to its lower end.
    pub down: Swung,
    /// Moved up, at most to its upper end.
    pub up: Swung,
}

impl Swing {
    /// The difference of both margins, at least 0: what a tornado is sorted by.
    #[must_use]
    pub fn width(&self) -> Rational {
        (&self.up.margin - &self.down.margin).abs()
    }
}

/// The answers with a lever moved down and up by `step`.
pub(crate) fn swing(
    ground: &Ground<'_>,
    lever: &Lever<'_>,
    step: &Rational,
) -> Result<Swing, Stopped> {
    let [low, high] = &lever.range;
    let at = |value: Rational| {
        let probe = ground.probe(lever, &value)?;
        Ok(Swung {
            value: lever.spelled(&value),
            margin: margin(&probe.frontier, &probe.d),
            nash: probe.nash().map(|nash| nash.utility),
        })
    };
    Ok(Swing {
        down: at((&lever.now - step).max(low.clone()))?,
        up: at((&lever.now + step).min(high.clone()))?,
    })
}
