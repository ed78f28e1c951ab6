//! Pairs of floats, lot by lot, filtered by comparing each with each: what a domain library does that
//! holds outcomes as pairs of floats and knows no order among them.

/// The undominated pairs by rising utility of A.
#[must_use]
pub fn frontier(lots: &[(i64, i64)]) -> Vec<(f64, f64)> {
    let mut points = vec![(0.0, 0.0)];
    for &(a, b) in lots {
        let [a, b] = [a, b].map(float);
        let given = |&(x, y): &(f64, f64)| [(x + a, y), (x, y + b)];
        let candidates: Vec<(f64, f64)> = points.iter().flat_map(given).collect();
        points = filter(&candidates);
    }
    points.sort_by(|p, q| p.0.total_cmp(&q.0));
    points
}

/// What no other candidate dominates; of equal ones the first.
fn filter(candidates: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let undominated = |(place, p): (usize, &(f64, f64))| {
        let beaten = candidates.iter().enumerate().any(|(other, q)| {
            q.0 >= p.0 && q.1 >= p.1 && (q.0 > p.0 || q.1 > p.1 || other < place)
        });
        (!beaten).then_some(*p)
    };
    let all = candidates.iter().enumerate();
    all.filter_map(undominated).collect()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "this rival computes with floats"
)]
fn float(value: i64) -> f64 {
    value as f64
}
