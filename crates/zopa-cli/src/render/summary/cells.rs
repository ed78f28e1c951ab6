//! Numbers of a summary, as people read them.
#![expect(clippy::float_arithmetic, reason = "statistics are estimates")]

use zopa_stats::Interval;
use zopa_summary::Estimate;

/// What stands where a figure is undefined.
const NOTHING: &str = "-";

/// A part in percent: `62.5%`.
pub(super) fn percent(part: f64) -> String {
    format!("{}%", points(100.0 * part))
}

/// Points of 100: `62.5`.
pub(super) fn points(value: f64) -> String {
    unsigned_zero(format!("{value:.1}"))
}

/// Utilities: `0.625`.
pub(super) fn decimal(value: f64) -> String {
    unsigned_zero(format!("{value:.3}"))
}

fn unsigned_zero(text: String) -> String {
    let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
    match text.strip_prefix('-') {
        Some(rest) if is_zero => rest.to_owned(),
        _ => text,
    }
}

/// A difference in points, with its sign.
pub(super) fn signed(value: f64) -> String {
    let text = points(value);
    if text.starts_with('-') || value <= 0.0 {
        text
    } else {
        format!("+{text}")
    }
}

/// A value with its interval: `62.5% (51.2..72.7)`.
pub(super) fn with_interval(
    value: f64,
    interval: Option<Interval>,
    spelled: fn(f64) -> String,
) -> String {
    let bare = |value| spelled(value).trim_end_matches('%').to_owned();
    let interval =
        interval.map(|Interval { low, high }| format!(" ({}..{})", bare(low), bare(high)));
    format!("{}{}", spelled(value), interval.unwrap_or_default())
}

/// A figure with its interval, or a dash.
pub(super) fn estimate(estimate: Option<Estimate>, spelled: fn(f64) -> String) -> String {
    estimate.map_or_else(
        || NOTHING.to_owned(),
        |estimate| with_interval(estimate.value, estimate.interval, spelled),
    )
}

/// A p-value.
pub(super) fn p_value(p: f64) -> String {
    if p < 0.0001 {
        "<0.0001".to_owned()
    } else {
        format!("{p:.4}")
    }
}

/// The keys of groups.
pub(super) mod keys {
    use zopa_summary::{Group, Report};

    use crate::render::document::Align;

    /// What stands where a run has no such field.
    const MISSING: &str = "(none)";

    /// The names of the fields.
    pub(in crate::render::summary) fn header(report: &Report) -> Vec<(String, Align)> {
        if report.by.is_empty() {
            return vec![(String::new(), Align::Left)];
        }
        let names = report.by.iter();
        names.map(|name| (name.clone(), Align::Left)).collect()
    }

    /// The key of a group, or `all`.
    pub(in crate::render::summary) fn of(report: &Report, group: &Group) -> Vec<String> {
        let is_all = std::ptr::eq(group, &report.all);
        if is_all || report.by.is_empty() {
            let mut cells = vec![String::new(); report.by.len().max(1)];
            cells[0] = "all".to_owned();
            return cells;
        }
        let values = group.key.iter();
        values
            .map(|value| value.clone().unwrap_or_else(|| MISSING.to_owned()))
            .collect()
    }

    /// The key of a group in one line: `model-a, none`.
    pub(in crate::render::summary) fn line(report: &Report, group: &Group) -> String {
        of(report, group).join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spelled_for_people() {
        assert_eq!(percent(0.625), "62.5%");
        assert_eq!(decimal(-0.000_04), "0.000");
        assert_eq!(
            (signed(1.25), signed(-1.25), signed(0.0)),
            ("+1.2".to_owned(), "-1.2".to_owned(), "0.0".to_owned())
        );
        assert_eq!(
            (p_value(0.000_05), p_value(0.25)),
            ("<0.0001".to_owned(), "0.2500".to_owned())
        );
        let interval = Interval {
            low: 0.5,
            high: 0.75,
        };
        assert_eq!(
            with_interval(0.625, Some(interval), percent),
            "62.5% (50.0..75.0)"
        );
    }
}
