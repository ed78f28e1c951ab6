//! The values of a lever over which there goes on being a ZOPA, or none. Exact: with a party's number moved, the most that it
//! can gain while the other has its BATNA is a maximum of finitely many linear functions.

use zopa::Stopped;
use zopa_model::Rational;

use super::interval::{End, Interval};
use super::lever::{Lever, Line, Quantity};
use super::probe::Ground;

/// The interval around today's value over which the verdict stays, with the verdict.
pub(crate) fn verdict(ground: &Ground<'_>, lever: &Lever<'_>) -> Result<(bool, Interval), Stopped> {
    let [low, high] = &lever.range;
    let now = ground.probe(lever, &lever.now)?.most(lever);
    let whole = Interval {
        low: End::unlimited(low.clone()),
        high: End::unlimited(high.clone()),
    };
    let Some((gain, _)) = now else {
        // What the other party can get does not depend on this number.
        return Ok((false, whole));
    };
    let exists = !gain.is_negative();
    if lever.quantity == Quantity::Batna {
        // The most that the party can get is the highest BATNA with which there is a ZOPA.
        let threshold = &lever.now + &gain;
        let interval = if !exists {
            let low = if threshold < *low {
                whole.low
            } else {
                End::open(threshold)
            };
            Interval { low, ..whole }
        } else if threshold >= *high {
            whole
        } else {
            Interval {
                high: End::exact(threshold),
                ..whole
            }
        };
        return Ok((exists, interval));
    }
    let side = Side { ground, lever };
    let end = |limit: &Rational| {
        if exists {
            side.last_with(limit)
        } else {
            side.first_with(limit)
        }
    };
    Ok((
        exists,
        Interval {
            low: end(low)?,
            high: end(high)?,
        },
    ))
}

/// Searches from today's value towards one end of the range.
struct Side<'g> {
    ground: &'g Ground<'g>,
    lever: &'g Lever<'g>,
}

impl Side<'_> {
    /// The most that the party can gain at `t`, and a line that is there and nowhere above it.
    fn most(&self, t: &Rational) -> Result<(Rational, Line), Stopped> {
        let most = self.ground.probe(self.lever, t)?.most(self.lever);
        Ok(most.expect("what the other party can get does not depend on this number"))
    }

    /// There is none today. The most is convex, so it is below 0 up to the first value where it is not: from outside, the roots
    /// of lines that touch it come nearer until one is that value.
    fn first_with(&self, limit: &Rational) -> Result<End, Stopped> {
        let mut at = limit.clone();
        let (mut most, mut line) = self.most(&at)?;
        if most.is_negative() {
            return Ok(End::unlimited(at));
        }
        while most.is_positive() {
            at = line.root().expect("a line from below 0 to above 0");
            (most, line) = self.most(&at)?;
        }
        Ok(End::open(at))
    }

    /// There is one today. Steps along lines that touch the most from below never pass the last value where it is 0 or more.
    fn last_with(&self, limit: &Rational) -> Result<End, Stopped> {
        let outwards = limit > &self.lever.now;
        let falls = |line: &Line| {
            if outwards {
                line.slope.is_negative()
            } else {
                line.slope.is_positive()
            }
        };
        let beyond = |t: &Rational| if outwards { t >= limit } else { t <= limit };
        let mut at = self.lever.now.clone();
        loop {
            if beyond(&at) {
                return Ok(End::unlimited(limit.clone()));
            }
            let (most, line) = self.most(&at)?;
            if !falls(&line) {
                return Ok(End::unlimited(limit.clone()));
            }
            if most.is_positive() {
                at = line.root().expect("a line that falls");
                continue;
            }
            match self.pass(&at, limit)? {
                None => return Ok(End::exact(at)),
                Some(further) => at = further,
            }
        }
    }

    /// The most is 0 at `at`. Does it stay so further on? `Some` with a value up to which it is 0 or more; `None` where it falls
    /// below 0 at once.
    fn pass(&self, at: &Rational, limit: &Rational) -> Result<Option<Rational>, Stopped> {
        let mut further = limit.clone();
        loop {
            let (most, line) = self.most(&further)?;
            if most.is_negative() {
                // convex, 0 at one end and below 0 at the other
                return Ok(None);
            }
            if line.at(at).is_zero() {
                return Ok(Some(further));
            }
            let root = line.root().filter(|root| *root != further);
            further = root.unwrap_or_else(|| (at + &further) / Rational::from(2));
        }
    }
}
