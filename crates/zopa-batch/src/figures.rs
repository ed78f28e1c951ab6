//! The figures of one run's score, as they are printed: the nearest floats.

use zopa::{
    Convention, Deal, Impasse, NearestFloat as _, Numbers, PARTIES, Scenario, Score, Status,
    allocation_json,
};

use crate::short;

/// The score of a valid run. The fields are those of [`zopa::Score`]; numbers are the floats nearest to the exact values.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// How burdens count.
    pub convention: Convention,
    /// Deal or no deal.
    pub status: Status,
    /// Latent burdens that the run did not name, with the party (both by index) at which each stays.
    pub assumed: Vec<(usize, usize)>,
    /// The utilities; for no deal the BATNAs.
    pub utility: [f64; PARTIES],
    /// The utilities less the BATNAs.
    pub gain: [f64; PARTIES],
    /// Are both gains at least 0?
    pub individually_rational: bool,
    /// Does no feasible pair dominate it?
    pub pareto_efficient: bool,
    /// Where it is dominated: the Nash bargaining solution from here on.
    pub dominated_by: Option<Better>,
    /// The largest t such that some feasible pair gives both parties t more.
    pub pareto_gap: f64,
    /// Per party, the most it could add with the other one getting at least what it has.
    pub left_on_table: [f64; PARTIES],
    /// The product of the gains over the Nash bargaining solution's, in [0, 1].
    pub nash_ratio: f64,
    /// 100 times the square root of the exact `nash_ratio`.
    pub value_efficiency: f64,
    /// The sum of the gains over the largest one in the ZOPA; `None` where that is 0 or the ZOPA is empty.
    pub joint_gain_ratio: Option<f64>,
    /// Euclidean distance in utility space to the frontier.
    pub distance_frontier: f64,
    /// And to the solutions, by [`Concept::ALL`](zopa::Concept::ALL); `None` where there is none.
    pub distance_solutions: [Option<f64>; 4],
    /// A's part of the sum of the gains; `None` unless both are at least 0 and their sum is above 0.
    pub share_of_surplus: Option<f64>,
    /// For no deal, whether it was justified.
    pub impasse: Option<Impasse>,
}

/// An efficient allocation that dominates a run's.
#[derive(Clone, Debug, PartialEq)]
pub struct Better {
    /// Its utilities.
    pub utility: [f64; PARTIES],
    /// Its utilities less the run's.
    pub gain: [f64; PARTIES],
    /// Who gets what, to be written by [`Scorer::allocation`](crate::Scorer::allocation).
    pub allocation: Witness,
}

/// Where an efficient allocation is to be found.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness(pub(crate) At);

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum At {
    /// On a piece of the frontier whose ends differ in one resource at most, with its shares.
    Piece(usize, [f64; PARTIES]),
    /// Written out.
    Written(String),
}

impl Figures {
    /// The figures of an exact score.
    #[must_use]
    pub fn of(scenario: &Scenario, score: &Score) -> Self {
        let pair =
            |values: &[zopa::Rational; PARTIES]| values.each_ref().map(|value| value.to_f64());
        Self {
            convention: score.convention,
            status: score.status,
            assumed: score.assumed.clone(),
            utility: pair(&score.utility.0),
            gain: pair(&score.gain.0),
            individually_rational: score.individually_rational,
            pareto_efficient: score.pareto_efficient,
            dominated_by: score.dominated_by.as_ref().map(|deal| Better {
                utility: pair(&deal.utility.0),
                gain: pair(&deal.gain.0),
                allocation: Witness(At::Written(written(scenario, deal))),
            }),
            pareto_gap: score.pareto_gap.to_f64(),
            left_on_table: pair(&score.left_on_table),
            nash_ratio: score.nash_ratio.to_f64(),
            value_efficiency: score.value_efficiency,
            joint_gain_ratio: score.joint_gain_ratio.as_ref().map(|ratio| ratio.to_f64()),
            distance_frontier: score.distance.frontier,
            distance_solutions: score.distance.solutions,
            share_of_surplus: score.share_of_surplus.as_ref().map(|share| share.to_f64()),
            impasse: score.impasse,
        }
    }
}

fn written(scenario: &Scenario, deal: &Deal) -> String {
    allocation_json(scenario, &deal.allocation, Numbers::Nearest).to_string()
}

/// A float as JSON has it.
pub(crate) fn write_number(value: f64, out: &mut Vec<u8>) {
    if value.is_finite() {
        short::append(zmij::Buffer::new().format_finite(value).as_bytes(), out);
    } else {
        out.extend_from_slice(b"null");
    }
}

fn write_pair(values: [f64; PARTIES], out: &mut Vec<u8>) {
    out.push(b'[');
    write_number(values[0], out);
    out.push(b',');
    write_number(values[1], out);
    out.push(b']');
}

fn write_or_null(value: Option<f64>, out: &mut Vec<u8>) {
    match value {
        Some(value) => write_number(value, out),
        None => out.extend_from_slice(b"null"),
    }
}

fn write_flag(value: bool, out: &mut Vec<u8>) {
    out.extend_from_slice(if value { b"true" } else { b"false" });
}

fn write_impasse(impasse: Option<Impasse>, out: &mut Vec<u8>) {
    match impasse {
        None => out.extend_from_slice(b"null"),
        Some(impasse) => {
            out.push(b'"');
            out.extend_from_slice(impasse.as_str().as_bytes());
            out.push(b'"');
        }
    }
}

/// Appends members to an object that has one already: `,"key":` and what a function writes of the value. The texts between values are
/// put together when this is compiled.
macro_rules! members {
    ($out:ident; $($key:literal: $write:ident($value:expr),)*) => {
        $(
            $out.extend_from_slice(concat!(",\"", $key, "\":").as_bytes());
            $write($value, $out);
        )*
    };
}

/// Appends the figures as `zopa::score_json` has them. `assumed` and `allocation` write what needs names.
pub(crate) fn write_json(
    figures: &Figures,
    out: &mut Vec<u8>,
    assumed: impl FnOnce(&mut Vec<u8>),
    allocation: impl FnOnce(&Witness, &mut Vec<u8>),
) {
    out.extend_from_slice(b"{\"convention\":\"");
    out.extend_from_slice(figures.convention.as_str().as_bytes());
    out.extend_from_slice(b"\",\"status\":\"");
    out.extend_from_slice(figures.status.as_str().as_bytes());
    out.extend_from_slice(b"\",\"assumed\":");
    if figures.assumed.is_empty() {
        out.extend_from_slice(b"null");
    } else {
        assumed(out);
    }
    members! { out;
        "utility": write_pair(figures.utility),
        "gain": write_pair(figures.gain),
        "individually_rational": write_flag(figures.individually_rational),
        "pareto_efficient": write_flag(figures.pareto_efficient),
    }
    out.extend_from_slice(b",\"dominated_by\":");
    match &figures.dominated_by {
        None => out.extend_from_slice(b"null"),
        Some(better) => {
            out.extend_from_slice(b"{\"utility\":");
            write_pair(better.utility, out);
            members! { out; "gain": write_pair(better.gain), }
            out.extend_from_slice(b",\"allocation\":");
            allocation(&better.allocation, out);
            out.push(b'}');
        }
    }
    members! { out;
        "pareto_gap": write_number(figures.pareto_gap),
        "left_on_table": write_pair(figures.left_on_table),
        "nash_ratio": write_number(figures.nash_ratio),
        "value_efficiency": write_number(figures.value_efficiency),
        "joint_gain_ratio": write_or_null(figures.joint_gain_ratio),
    }
    out.extend_from_slice(b",\"distance\":{\"frontier\":");
    write_number(figures.distance_frontier, out);
    let [nash, kalai_smorodinsky, egalitarian, utilitarian] = figures.distance_solutions;
    members! { out;
        "nash": write_or_null(nash),
        "kalai_smorodinsky": write_or_null(kalai_smorodinsky),
        "egalitarian": write_or_null(egalitarian),
        "utilitarian": write_or_null(utilitarian),
    }
    out.push(b'}');
    members! { out;
        "share_of_surplus": write_or_null(figures.share_of_surplus),
        "impasse": write_impasse(figures.impasse),
    }
    out.push(b'}');
}
