//! What no stroke dominates, in a form that can be compared.

use zopa_model::UtilityPoint;

use super::stroke::{Interval, Stroke, cross};

/// What is left of all strokes when each has lost what another one dominates.
pub(crate) fn undominated(feasible: &[Stroke]) -> Vec<Stroke> {
    let mut left = Vec::new();
    // What a stroke dominates of which nothing is left, its dominators dominate too: it need not be asked again.
    let mut alive: Vec<&Stroke> = feasible.iter().collect();
    let mut index = 0;
    while index < alive.len() {
        let stroke = alive[index];
        let mut parts = vec![Interval::whole()];
        for other in &alive {
            let Some(lost) = stroke.dominated_by(other) else {
                continue;
            };
            parts = parts.iter().flat_map(|part| part.without(&lost)).collect();
            if parts.is_empty() {
                break;
            }
        }
        if parts.is_empty() {
            alive.remove(index);
        } else {
            left.extend(parts.iter().map(|part| stroke.part(part)));
            index += 1;
        }
    }
    left
}

/// Efficient strokes by rising utility of A, overlaps and straight joints united; a corner belongs to the first of its two
/// strokes.
pub(crate) fn joined(mut strokes: Vec<Stroke>) -> Vec<Stroke> {
    strokes.sort_by(|x, y| {
        (x.from.a(), x.from_open, x.to.a()).cmp(&(y.from.a(), y.from_open, y.to.a()))
    });
    let mut joined: Vec<Stroke> = Vec::new();
    for mut next in strokes {
        if let Some(last) = joined.last_mut() {
            let overlap = next.from.a() < last.to.a();
            let touch = next.from == last.to && !(next.from_open && last.to_open);
            if (overlap || touch) && is_straight(last, &next) {
                if last.to.a() < next.to.a() {
                    (last.to, last.to_open) = (next.to, next.to_open);
                } else if last.to == next.to {
                    last.to_open &= next.to_open;
                }
                continue;
            }
            assert!(
                !overlap,
                "two efficient strokes cross: {last:?} and {next:?}"
            );
            if touch {
                last.to_open = false;
                next.from_open = true;
            }
        }
        joined.push(next);
    }
    joined
}

fn is_straight(first: &Stroke, second: &Stroke) -> bool {
    let way = if first.is_point() { second } else { first };
    let along = way.to.minus(&way.from);
    let off = |point: &UtilityPoint| cross(&along, &point.minus(&way.from)).is_zero();
    [&first.from, &first.to, &second.from, &second.to]
        .into_iter()
        .all(off)
}

/// The frontier with the parties' places exchanged.
pub(crate) fn turned(frontier: &[Stroke]) -> Vec<Stroke> {
    let turn = |point: &UtilityPoint| UtilityPoint::new(point.b().clone(), point.a().clone());
    let strokes = frontier.iter().map(|stroke| Stroke {
        from: turn(&stroke.to),
        to: turn(&stroke.from),
        from_open: stroke.to_open,
        to_open: stroke.from_open,
    });
    joined(strokes.collect())
}

/// By hand: the line from (0,4) to (4,0), the point (3,3), which takes its middle, and the point (4,0), which is its end.
#[test]
fn a_point_takes_the_middle_of_a_line() {
    use zopa_model::Rational;
    let point = |a: i64, b: i64| UtilityPoint::new(Rational::from(a), Rational::from(b));
    let feasible = [
        Stroke::between(point(4, 0), point(0, 4)),
        Stroke::point(point(3, 3)),
        Stroke::point(point(4, 0)),
    ];
    let stroke = |from, to, from_open, to_open| Stroke {
        from,
        to,
        from_open,
        to_open,
    };
    assert_eq!(
        joined(undominated(&feasible)),
        [
            stroke(point(0, 4), point(1, 3), false, true),
            Stroke::point(point(3, 3)),
            stroke(point(3, 1), point(4, 0), true, false),
        ]
    );
}

/// By hand: (0,4)-(2,2) and (1,3)-(4,0) are one line; (2,1)-(3,0) lies below it, and (1,3)-(5,-3) leaves it at a corner.
#[test]
fn overlaps_are_united_and_corners_belong_to_the_first() {
    use zopa_model::Rational;
    let point = |a: i64, b: i64| UtilityPoint::new(Rational::from(a), Rational::from(b));
    let line = |(a, b), (c, d)| Stroke::between(point(a, b), point(c, d));
    let feasible = [
        line((0, 4), (2, 2)),
        line((1, 3), (4, 0)),
        line((2, 1), (3, 0)),
        line((4, 0), (5, -3)),
    ];
    let mut second = line((4, 0), (5, -3));
    second.from_open = true;
    assert_eq!(
        joined(undominated(&feasible)),
        [line((0, 4), (4, 0)), second]
    );
}
