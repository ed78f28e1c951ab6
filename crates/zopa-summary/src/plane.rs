//! Runs on one plane, whatever their scenario: gains as parts of the scenario's largest joint gain.
//!
//! The scores of a run tell its joint gain and that gain's ratio to the largest one in the ZOPA. So the largest one is known
//! as soon as one run of the scenario has a joint gain other than 0, and needs no scenario file.

use std::collections::BTreeMap;

use crate::row::Row;

/// So many points of one group are drawn; of more, evenly spaced ones in the order of their value efficiency.
const MOST_POINTS: usize = 1000;

/// Runs on the normalised utility plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Plane {
    /// For each group of the report, in order.
    pub groups: Vec<Cloud>,
}

/// The runs of a group on the plane.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cloud {
    /// Both parties' gains over their BATNAs, divided by the largest joint gain in the scenario's ZOPA. An
    /// impasse is at (0, 0); on the line x + y = 1 the joint gain is largest.
    pub spots: Vec<Spot>,
    /// Negotiations in all.
    pub negotiations: usize,
    /// Negotiations in scenarios without a ZOPA, or of which too little is known: they have no place.
    pub without_place: usize,
}

/// A run on the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// The gains of A and B, normalised.
    pub at: [f64; 2],
    /// What came of it.
    pub outcome: PlaneOutcome,
}

/// What came of a run on the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaneOutcome {
    /// A Pareto-efficient deal.
    EfficientDeal,
    /// A deal than which both could have had better.
    DominatedDeal,
    /// No deal.
    Impasse,
}

impl PlaneOutcome {
    /// All, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::EfficientDeal, Self::DominatedDeal, Self::Impasse];

    fn of(row: &Row) -> Self {
        match (row.deal, row.efficient) {
            (false, _) => Self::Impasse,
            (true, true) => Self::EfficientDeal,
            (true, false) => Self::DominatedDeal,
        }
    }
}

/// The plane of rows in their order.
pub(crate) fn plane(rows: &[Row], groups: usize) -> Plane {
    let joint = |row: &Row| row.gain[0] + row.gain[1];
    let mut largest: BTreeMap<u32, f64> = BTreeMap::new();
    for row in rows {
        if let (Some(scenario), Some(ratio)) = (row.scenario, row.joint_gain_ratio) {
            let whole = joint(row) / ratio;
            if whole.is_finite() && whole > 0.0 {
                largest.entry(scenario).or_insert(whole);
            }
        }
    }
    let mut clouds = vec![Cloud::default(); groups];
    for row in rows {
        let cloud = &mut clouds[row.group as usize];
        cloud.negotiations += 1;
        match row.scenario.and_then(|scenario| largest.get(&scenario)) {
            Some(whole) => cloud.spots.push(Spot {
                at: row.gain.map(|gain| gain / whole),
                outcome: PlaneOutcome::of(row),
            }),
            None => cloud.without_place += 1,
        }
    }
    for cloud in &mut clouds {
        thin(&mut cloud.spots);
    }
    Plane { groups: clouds }
}

fn thin(spots: &mut Vec<Spot>) {
    let all = spots.len();
    if all > MOST_POINTS {
        *spots = (0..MOST_POINTS)
            .map(|place| spots[place * all / MOST_POINTS])
            .collect();
    }
}
