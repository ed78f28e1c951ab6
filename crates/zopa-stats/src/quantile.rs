//! Means and quantiles of sorted numbers, and of samples that hold each of them several times.

/// The mean; `None` of nothing.
///
/// Values are added in their order: sort them where the order that they came in must not show in the last digit.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The mean of a sample that holds `values[i]` `times[i]` times; `None` if it is empty.
pub fn mean_of(values: &[f64], times: &[u32]) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0_u64);
    for (value, &times) in values.iter().zip(times) {
        sum += value * f64::from(times);
        count += u64::from(times);
    }
    (count > 0).then(|| sum / count as f64)
}

/// The quantile at `p` (0 to 1) of values in rising order; `None` of nothing.
///
/// Linear interpolation between the values around the place `p (n - 1)`, counted from 0: type 7 of R. J. Hyndman and
/// Y. Fan, "Sample quantiles in statistical packages", The American Statistician 50 (1996), 361-365, the default of R and
/// NumPy. Constant time.
pub fn quantile(sorted: &[f64], p: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let (at, part) = place(last, p);
    Some(between(sorted[at], sorted[last.min(at + 1)], part))
}

/// The median of values in rising order: [`quantile`] at one half.
pub fn median(sorted: &[f64]) -> Option<f64> {
    quantile(sorted, 0.5)
}

/// The median of a sample that holds `sorted[i]` `times[i]` times, `sorted` being in rising order; `None` if it is empty.
///
/// Linear time.
pub fn median_of(sorted: &[f64], times: &[u32]) -> Option<f64> {
    let total: usize = times.iter().map(|&times| times as usize).sum();
    let last = total.checked_sub(1)?;
    let (at, part) = place(last, 0.5);
    let mut passed = 0;
    let mut lower = None;
    for (&value, &times) in sorted.iter().zip(times) {
        passed += times as usize;
        if lower.is_none() && passed > at {
            lower = Some(value);
        }
        if let Some(lower) = lower
            && passed > last.min(at + 1)
        {
            return Some(between(lower, value, part));
        }
    }
    lower
}

/// The index below the place of a quantile, and how far the place is beyond it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the place is at least 0 and at most the last index"
)]
fn place(last: usize, p: f64) -> (usize, f64) {
    let place = p.clamp(0.0, 1.0) * last as f64;
    let at = (place.floor() as usize).min(last);
    (at, place - place.floor())
}

/// `low` where `part` is 0, `high` where it is 1; never outside the two.
fn between(low: f64, high: f64, part: f64) -> f64 {
    (low + part * (high - low)).clamp(low, high.max(low))
}
