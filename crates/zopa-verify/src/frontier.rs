//! The claim that a list of points and segments is the whole Pareto frontier.
//!
//! Let D be everything that is at most as good for both as some point of the list, ends included. Where all these points are
//! feasible and nothing feasible lies outside D, the efficient pairs are exactly those of D that no other pair of D dominates.
//! Which those are follows from each piece and its neighbours alone.

use zopa_model::UtilityPoint;
use zopa_model::json::Node;

use crate::claims::{Checked, Claims, Stated, stated, wants};
use crate::game::Game;
use crate::read::{fields, flag, list, shares};
use crate::region::{Goal, Region, Ties, weigh};

struct Piece {
    from: UtilityPoint,
    to: UtilityPoint,
    from_open: bool,
    to_open: bool,
}

impl Claims<'_> {
    pub(crate) fn frontier(&self, claim: &Node<'_>) -> Checked<Stated> {
        let [_, pieces, _] = fields(claim, ["claim", "pieces", "weights"])?;
        let pieces = list(pieces)?
            .iter()
            .map(|piece| self.piece(piece))
            .collect::<Checked<Vec<Piece>>>()?;
        let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else {
            return Err("a frontier has a piece".to_owned());
        };
        wants(
            !first.from_open && !last.to_open,
            "the outer ends are efficient",
        )?;
        let lowest = Game::of(self.scenario, self.convention, false).lowest();
        let above_all = UtilityPoint::new(lowest.a().clone(), first.from.b().clone());
        let mut regions = vec![Region::corner(&above_all, [false, true])];
        for (
            index,
            Piece {
                from, to, to_open, ..
            },
        ) in pieces.iter().enumerate()
        {
            if from != to {
                let line = UtilityPoint::new(from.b() - to.b(), to.a() - from.a());
                let corner = UtilityPoint::new(from.a().clone(), to.b().clone());
                let goal = Goal::Line(line.clone(), weigh(&line, from), Ties::Out);
                regions.push(Region {
                    goal,
                    ..Region::corner(&corner, [true, true])
                });
            }
            let Some(next) = pieces.get(index + 1) else {
                break;
            };
            let start = &next.from;
            wants(
                start.a() >= to.a() && start.b() <= to.b(),
                "the pieces are out of order",
            )?;
            // An end is left out where the other one dominates it, or where it is the other one's and that one comes first.
            let flags = (to.b() == start.b() && to != start, to.a() == start.a());
            let fault = "an end is open that is efficient, or the reverse";
            wants((*to_open, next.from_open) == flags, fault)?;
            if to.a() < start.a() {
                let corner = UtilityPoint::new(to.a().clone(), start.b().clone());
                regions.push(Region::corner(&corner, [true, true]));
            }
        }
        let beyond_all = UtilityPoint::new(last.to.a().clone(), lowest.b().clone());
        regions.push(Region::corner(&beyond_all, [true, false]));
        stated(
            &format!("the frontier has these {} pieces", pieces.len()),
            regions,
        )
    }

    /// A point, or a segment all of whose points are mixtures of its ends' allocations.
    fn piece(&self, node: &Node<'_>) -> Checked<Piece> {
        if node.get("point").is_some() {
            let [point] = fields(node, ["point"])?;
            let point = self.deal(point)?;
            return Ok(Piece {
                from: point.clone(),
                to: point,
                from_open: false,
                to_open: false,
            });
        }
        let [from, to, from_open, to_open] = fields(node, ["from", "to", "from_open", "to_open"])?;
        let (from_open, to_open) = (flag(from_open)?, flag(to_open)?);
        let piece = Piece {
            from: self.deal(from)?,
            to: self.deal(to)?,
            from_open,
            to_open,
        };
        let falls = piece.from.a() < piece.to.a() && piece.from.b() > piece.to.b();
        wants(falls, "along a segment A gains and B loses")?;
        // Every mixture of two feasible deals may be agreed on where they agree on all that is whole.
        let held = |deal: &Node<'_>| {
            let [_, allocation] = fields(deal, ["utility", "allocation"])?;
            shares(allocation, self.scenario)
        };
        let (before, after) = (held(from)?, held(to)?);
        let mut each = self
            .scenario
            .resources
            .iter()
            .zip(before.iter().zip(&after));
        let mixes = each.all(|(resource, (from, to))| from == to || !resource.kind.is_whole());
        wants(mixes, "a segment's ends differ in a whole resource")?;
        Ok(piece)
    }
}
