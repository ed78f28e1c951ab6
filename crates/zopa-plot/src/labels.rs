//! Placing labels beside points so that nothing is covered.

/// An axis-parallel box in the picture, in pixels; y goes down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Area {
    /// The box of this size around a centre.
    pub(crate) fn around(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self {
            left: x - width / 2.0,
            top: y - height / 2.0,
            right: x + width / 2.0,
            bottom: y + height / 2.0,
        }
    }

    /// Do two boxes share some of their inside?
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    fn holds(&self, other: &Self) -> bool {
        self.left <= other.left
            && self.right >= other.right
            && self.top <= other.top
            && self.bottom >= other.bottom
    }
}

/// The directions in which a label may stand, best first: above and to the right of a frontier nothing is feasible.
const DIRECTIONS: [(f64, f64); 8] = [
    (0.7, -0.7),
    (1.0, -0.2),
    (0.2, -1.0),
    (-0.7, -0.7),
    (0.7, 0.7),
    (-0.7, 0.7),
    (-1.0, 0.0),
    (0.0, 1.0),
];

/// How far from its point a label may stand, in pixels from edge to point.
const DISTANCES: [f64; 5] = [8.0, 20.0, 36.0, 56.0, 80.0];

/// What covering another label costs, against what covering one place of a line costs.
const LABEL_COST: usize = 50;

/// Chooses a place for a label of this size beside a point: the first, in the order of preference, that covers least.
pub(crate) fn place(
    (x, y): (f64, f64),
    (width, height): (f64, f64),
    frame: &Area,
    labels: &[Area],
    dots: &[(f64, f64)],
) -> Area {
    let candidates = DISTANCES.iter().flat_map(|distance| {
        DIRECTIONS.iter().map(move |(right, down)| {
            let centre_x = x + right.signum() * step(*right) * (width / 2.0) + right * distance;
            let centre_y = y + down.signum() * step(*down) * (height / 2.0) + down * distance;
            Area::around(centre_x, centre_y, width, height)
        })
    });
    let cost = |area: &Area| {
        let covered = labels.iter().filter(|label| area.meets(label)).count();
        let touched = dots.iter().filter(|(x, y)| {
            *x > area.left - 3.0
                && *x < area.right + 3.0
                && *y > area.top - 3.0
                && *y < area.bottom + 3.0
        });
        let outside = usize::from(!frame.holds(area));
        (covered + outside) * LABEL_COST + touched.count()
    };
    // the first of equals: `min_by_key` keeps the earliest
    candidates
        .min_by_key(cost)
        .unwrap_or_else(|| Area::around(x, y, width, height))
}

/// A direction that hardly leans to a side leaves the label centred on that axis.
fn step(lean: f64) -> f64 {
    if lean.abs() < 0.1 { 0.0 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_one_place_do_not_cover_each_other() {
        let frame = Area::around(200.0, 200.0, 400.0, 400.0);
        let mut labels: Vec<Area> = Vec::new();
        for _ in 0..6 {
            let next = place((200.0, 200.0), (40.0, 16.0), &frame, &labels, &[]);
            assert!(
                labels.iter().all(|label| !label.meets(&next)),
                "{labels:?} {next:?}"
            );
            assert!(frame.holds(&next));
            labels.push(next);
        }
    }

    #[test]
    fn a_label_in_the_corner_stays_in_the_frame() {
        let frame = Area::around(200.0, 200.0, 400.0, 400.0);
        let next = place((399.0, 1.0), (60.0, 16.0), &frame, &[], &[]);
        assert!(frame.holds(&next), "{next:?}");
    }
}
