//! Games with continuous issues as well.
//!
//! The core is searched as without them, with two differences. Every state stands for the concave chain of the segments laid
//! on it ([`Chain`]), and is offered with the best point of that chain, a fraction found by bisection. And what lies ahead of a
//! state includes the segments. Whether a point is better is decided in fractions; the region of better points is described
//! by whole numbers rounded outwards, which costs a little search and no exactness.
//!
//! Where a segment of the split's own ratio can take up what the lots of that ratio leave, the relaxed optimum is attained, and
//! nothing is searched at all.

mod chain;
mod seek;

use zopa_model::exact::Integer;
use zopa_model::{PARTIES, Rational};

use super::aim::Aim;
use super::concepts::{Answer, More, Place, Proof};
use super::core::{Item, lot_items, near_lots, order, refine, table_items};
use super::engine::{PROBE, PROBE_POINTS, changed, hull_edges, root};
use super::line::index;
use super::problem::{Assignment, Pair, Problem, reduced};
use super::region::Line;
use super::search::{Meter, Seeker};
use super::split::split;
use super::states::explore;
use crate::budget::Budget;
use chain::Chain;
use seek::{Point, Seek, Target};

/// A problem with segments, how the parties' gains compare, and what the searches may cost.
pub(super) struct Blend<'p, 'm> {
    pub(super) problem: Problem<'p, Integer>,
    /// What passes to A with each segment.
    pub(super) edges: &'p [(Integer, Integer)],
    /// Gains divided by these are utilities, up to a common factor.
    pub(super) scale: Pair<Integer>,
    pub(super) meter: Meter<'m>,
}

/// What one search found.
struct Found {
    best: Option<(Point, Place<Rational>)>,
    proof: Proof<Integer>,
    closed: bool,
}

type Blended = Answer<Integer, Rational>;

/// The best for A and for B.
type Best = [(Place<Rational>, Proof<Integer>); PARTIES];

fn ideal(best: &Best) -> Pair<Rational> {
    [0, 1].map(|party: usize| best[party].0.gains[party].clone())
}

impl Blend<'_, '_> {
    /// The largest product of gains.
    pub(super) fn nash(&mut self) -> Blended {
        let found = self.run(Target::Product {
            scale: self.scale.clone(),
        });
        match found.best {
            Some((point, place)) if found.closed => Answer::Solved {
                place,
                unique: Some(!point.tied),
                proof: found.proof,
                more: More::default(),
            },
            None if found.closed => match self.egalitarian() {
                Answer::Solved { place, proof, .. } => Answer::Solved {
                    place,
                    unique: None,
                    proof,
                    more: More::default(),
                },
                other => other,
            },
            best => open(best, Some(found.proof), None),
        }
    }

    /// The largest smaller gain, then the larger other one.
    pub(super) fn egalitarian(&mut self) -> Blended {
        let scale = self.scale.clone();
        self.leximin(scale, None)
    }

    /// The largest smaller share of the ideal gains, then the larger other one.
    pub(super) fn kalai_smorodinsky(&mut self) -> Blended {
        let mut best = Vec::new();
        for party in 0..PARTIES {
            let most = self.run(Target::Most { party });
            if !most.closed {
                return Answer::before_the_ideal(most.best.map(|(_, place)| place), best);
            }
            match most.best {
                Some((_, place)) if !place.gains[party].is_negative() => {
                    best.push((place, most.proof));
                }
                _ => return self.egalitarian(),
            }
        }
        let best: Best = best.try_into().expect("one for each party");
        let ideal = ideal(&best);
        if let Some(other) = (0..PARTIES).find(|&party| !ideal[PARTIES - 1 - party].is_positive()) {
            let (place, proof) = best[other].clone();
            return Answer::Solved {
                place,
                unique: Some(true),
                proof,
                more: More {
                    best_of_each: Some(best),
                    other: None,
                },
            };
        }
        // A direction is the same on any scale: whole numbers.
        let along =
            |party: usize| ideal[party].numerator() * ideal[PARTIES - 1 - party].denominator();
        self.leximin(reduced(&[along(0), along(1)]), Some(best))
    }

    /// The largest sum of utilities, then the largest smaller gain. Whether another point has the same sum is not asked.
    pub(super) fn utilitarian(&mut self) -> Blended {
        let weights = [self.scale[1].clone(), self.scale[0].clone()];
        let scale = self.scale.clone();
        let found = self.run(Target::Sum { weights, scale });
        match found.best {
            Some((_, place)) if found.closed => Answer::Solved {
                place,
                unique: None,
                proof: found.proof,
                more: More::default(),
            },
            None if found.closed => self.egalitarian(),
            best => open(best, Some(found.proof), None),
        }
    }

    fn leximin(&mut self, scale: Pair<Integer>, best_of_each: Option<Best>) -> Blended {
        let found = self.run(Target::Leximin { scale });
        match found.best {
            Some((_, closest)) if found.closed && !closest.is_deal() => Answer::Empty {
                closest,
                proof: found.proof,
            },
            Some((point, place)) if found.closed => Answer::Solved {
                place,
                unique: Some(!point.tied),
                proof: found.proof,
                more: More {
                    best_of_each,
                    other: None,
                },
            },
            best => open(
                best.filter(|(_, place)| place.is_deal()),
                Some(found.proof),
                best_of_each.as_ref().map(ideal),
            ),
        }
    }

    /// One search.
    fn run(&mut self, target: Target) -> Found {
        let problem = &self.problem;
        let aim = target.aim();
        let line_weights = self.weights(&aim);
        let (mut root, mut gains, level) = root(problem, &line_weights);
        let chain = Chain::of(self.edges, &line_weights);
        gains = chain.at_root(&gains);
        let line = Line::through(line_weights, &gains);
        fill(problem, &level, &aim.peak(&line), &mut gains, &mut root);
        let lowest = [
            problem.lowest()[0].clone(),
            problem.lowest()[1].clone() - chain.total_loss(),
        ];
        let mut seek = Seek::new(target, &chain, lowest);
        seek.offer(&gains);
        let mut closed = true;
        let mut changes = Vec::new();
        if !seek.at_bound(&line)
            && let Some(slack) = seek.region().most_loss(&line)
        {
            let near = near_lots(problem.lots, &line, &slack);
            let mut items: Vec<Item<Integer>> = table_items(problem, &root, &line, &slack);
            for lots in [&level, &near] {
                items.extend(lot_items(problem, &root, &line, lots));
            }
            let done = |seek: &Seek<'_>| seek.at_bound(&line);
            let beyond = chain.slopes();
            let mut search = |items: &[Item<Integer>], meter: &mut Meter<'_>| {
                let ended = explore(items, &gains, &beyond, done, &mut seek, meter);
                changes = ended.changes.unwrap_or(std::mem::take(&mut changes));
                (ended.closed, seek.region().most_loss(&line))
            };
            let mut slack = Some(slack);
            if items.len() > PROBE {
                // A few items first, for a better point to cut off by.
                order(&mut items, PROBE, &line);
                let budget = Budget {
                    max_points: PROBE_POINTS.min(self.meter.max_points()),
                    stop: None,
                };
                (_, slack) = search(&items[..PROBE], &mut Meter::new(&budget));
            }
            if let Some(slack) = slack {
                refine(&mut items, &slack);
                let all = items.len();
                order(&mut items, all, &line);
                (closed, _) = search(&items, &mut self.meter);
            }
        }
        let slack = seek.region().most_loss(&line);
        let assignment = changed(root, &changes, problem.lots.len());
        let best = seek.best.map(|point| {
            let place = Place {
                gains: point.gains.clone(),
                assignment,
                shares: chain.shares(point.edge, &point.along),
            };
            (point, place)
        });
        Found {
            best,
            proof: Proof { line, slack },
            closed,
        }
    }

    /// The weights of the line along the edge, of lots, tables or segments, that the relaxed optimum divides.
    fn weights(&self, aim: &Aim<Integer>) -> Pair<Integer> {
        let mut edges = self.problem.lots.to_vec();
        edges.extend_from_slice(self.edges);
        for table in self.problem.tables {
            hull_edges(table, &mut edges);
        }
        let advances = |gains: &Pair<Integer>, edge: &(Integer, Integer)| aim.advances(gains, edge);
        match split(&edges, &self.problem.start, advances) {
            Some((gain, loss)) => reduced(&[loss, gain]),
            None => [Integer::ONE, Integer::ONE],
        }
    }
}

/// Gives lots on the line to A while A's gain does not exceed the peak; what is left, segments may take up.
fn fill(
    problem: &Problem<'_, Integer>,
    level: &[u32],
    peak: &Integer,
    gains: &mut Pair<Integer>,
    root: &mut Assignment,
) {
    for &lot in level {
        let (gain, loss) = &problem.lots[index(lot)];
        if &gains[0] + gain <= *peak {
            *gains = [&gains[0] + gain, &gains[1] - loss];
            root.to_a[index(lot)] = true;
        }
    }
}

fn open(
    best: Option<(Point, Place<Rational>)>,
    proof: Option<Proof<Integer>>,
    ideal: Option<Pair<Rational>>,
) -> Blended {
    Answer::Open {
        best: best.map(|(_, place)| place),
        proof,
        ideal,
    }
}
