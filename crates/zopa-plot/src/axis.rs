//! Axes with round numbers.

/// The part of one axis that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Where it starts.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
    first_tick: f64,
    step: f64,
    ticks: u32,
    /// Decimal places that its ticks need.
    pub decimals: usize,
}

/// An axis is cut into about so many steps.
const STEPS: f64 = 5.0;

/// The share of an axis that is left free at each end.
const MARGIN: f64 = 0.04;

impl Axis {
    /// An axis that shows all values, with round numbers at its ticks.
    #[must_use]
    pub fn over(values: impl Iterator<Item = f64>) -> Self {
        let (mut low, mut high) = values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if high - low < 1e-9 {
            (low, high) = (low - 0.5, high + 0.5);
        }
        let rough = (high - low) / STEPS;
        let power = rough.log10().floor();
        let unit = 10f64.powf(power);
        let factor = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .find(|factor| factor * unit >= rough * (1.0 - 1e-9))
            .unwrap_or(10.0);
        let step = factor * unit;
        // what is less than a thousandth of a step beyond a tick does not need another step
        let first = (low / step + 1e-3).floor();
        let last = (high / step - 1e-3).ceil().max(first + 1.0);
        let margin = (last - first) * step * MARGIN;
        let power = if factor > 5.0 { power + 1.0 } else { power };
        Self {
            low: first * step - margin,
            high: last * step + margin,
            first_tick: first * step,
            step,
            ticks: whole(last - first) + 1,
            decimals: usize::try_from(whole((-power).max(0.0))).unwrap_or(0),
        }
    }

    /// The round numbers on it.
    pub fn ticks(&self) -> impl Iterator<Item = f64> {
        let Self {
            first_tick, step, ..
        } = *self;
        (0..self.ticks).map(move |index| {
            let tick = first_tick + step * f64::from(index);
            if tick.abs() < step * 1e-6 { 0.0 } else { tick }
        })
    }

    /// Where a value is: 0 at the start of the axis, 1 at its end.
    #[must_use]
    pub fn share(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }
}

/// A small whole number that a float holds.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, and callers pass small whole numbers"
)]
fn whole(value: f64) -> u32 {
    value.round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_cover_the_values() {
        let axis = Axis::over([0.0, 1.0].into_iter());
        let ticks: Vec<String> = axis.ticks().map(|tick| format!("{tick:.1}")).collect();
        assert_eq!(ticks, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(axis.decimals, 1);
        let axis = Axis::over([-0.31, 0.12].into_iter());
        assert!(axis.low < -0.31 && axis.high > 0.12);
        let ticks: Vec<String> = axis.ticks().map(|tick| format!("{tick:.1}")).collect();
        assert_eq!(ticks, ["-0.4", "-0.3", "-0.2", "-0.1", "0.0", "0.1", "0.2"]);
    }

    #[test]
    fn one_value_has_an_axis_too() {
        let axis = Axis::over([0.4].into_iter());
        assert!(axis.low < 0.4 && axis.high > 0.4);
    }
}
