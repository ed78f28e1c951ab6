//! Plain enumeration: all 2^n assignments, sorted.

use super::{Point, undominated};

/// The undominated pairs of all assignments of at most 30 lots.
///
/// # Panics
/// If there are more.
#[must_use]
pub fn frontier(lots: &[(i64, i64)]) -> Vec<Point> {
    assert!(lots.len() <= 30, "2^30 pairs fill the memory already");
    let mut points = vec![(0, 0)];
    points.reserve(1 << lots.len());
    for &(a, b) in lots {
        for place in 0..points.len() {
            let (x, y) = points[place];
            points.push((x + a, y));
            points[place] = (x, y + b);
        }
    }
    undominated(points)
}
