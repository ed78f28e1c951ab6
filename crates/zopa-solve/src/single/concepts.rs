//! The solution concepts, each as one or a few searches.

use zopa_model::{PARTIES, Rational};

use super::aim::{Aim, Best, ray_floor};
use super::engine::{Found, Known, run};
use super::number::{Number, Ring};
use super::problem::{Assignment, Pair, Problem, wide_dot};
use super::region::Line;
use super::search::Meter;

/// A pair of gains with who has what.
#[derive(Clone, Debug)]
pub(super) struct Place<G> {
    pub(super) gains: Pair<G>,
    pub(super) assignment: Assignment,
    /// What share of each segment passes to A.
    pub(super) shares: Vec<Rational>,
}

impl<G: Ring> Place<G> {
    /// Does nobody fall short of a BATNA?
    pub(super) fn is_deal(&self) -> bool {
        self.gains.iter().all(|gain| *gain >= G::of(0))
    }
}

/// What the searches for a concept found: in integers `T`, with gains of another kind where segments make them fractions.
#[derive(Clone, Debug)]
pub(super) enum Answer<T, G = T> {
    /// The solution.
    Solved {
        place: Place<G>,
        unique: Option<bool>,
        /// Of the search for the concept's objective.
        proof: Proof<T>,
        /// What else belongs to the concept.
        more: More<T, G>,
    },
    /// No pair gives both a gain of at least 0.
    Empty {
        /// The leximin pair.
        closest: Place<G>,
        /// Of the search for the largest smaller gain.
        proof: Proof<T>,
    },
    /// The budget ran out.
    Open {
        /// A pair of gains of at least 0.
        best: Option<Place<G>>,
        /// Of the search for the concept's objective, if it began.
        proof: Option<Proof<T>>,
        ideal: Option<Pair<G>>,
    },
}

impl<T, G: Ring> Answer<T, G> {
    /// A search for what is best for one party was cut off: what it found by then, and what was found for the party before.
    pub(super) fn before_the_ideal(
        found: Option<Place<G>>,
        best: Vec<(Place<G>, Proof<T>)>,
    ) -> Self {
        // What is good for one party is a deal of the ZOPA as well, if it leaves the other one its BATNA.
        let best = best.into_iter().map(|(place, _)| place);
        Self::Open {
            best: found.into_iter().chain(best).find(Place::is_deal),
            proof: None,
            ideal: None,
        }
    }
}

/// What a concept's searches found beside its solution.
#[derive(Clone, Debug)]
pub(super) struct More<T, G = T> {
    /// The best for A and for B, where the concept asks for them.
    pub(super) best_of_each: Option<[(Place<G>, Proof<T>); PARTIES]>,
    /// Another pair that does as well, where one is known.
    pub(super) other: Option<Place<G>>,
}

impl<T, G> Default for More<T, G> {
    fn default() -> Self {
        Self {
            best_of_each: None,
            other: None,
        }
    }
}

/// What shows that a pair is the best one.
#[derive(Clone, Debug)]
pub(super) struct Proof<T> {
    pub(super) line: Line<T>,
    /// The largest loss that a pair as good can have.
    pub(super) slack: Option<T>,
}

/// A problem with how the parties' gains compare, and what the searches may cost.
pub(super) struct Task<'p, 'm, T> {
    pub(super) problem: Problem<'p, T>,
    /// Gains divided by these are utilities, up to a common factor.
    pub(super) scale: Pair<T>,
    pub(super) meter: Meter<'m>,
}

impl<T: Number> Task<'_, '_, T> {
    fn run(&mut self, aim: Aim<T>, known: Known<T>) -> Found<T> {
        run(&self.problem, aim, known, &mut self.meter)
    }

    /// The largest product of gains.
    pub(super) fn nash(&mut self) -> Answer<T> {
        let scale = self.scale.clone();
        let found = self.run(Aim::Product { scale }, Known::nothing());
        let proof = proof(&found);
        match found.best {
            Some((best, assignment)) if found.closed => Answer::Solved {
                unique: Some(!best.tied),
                place: place(best, assignment),
                proof,
                more: More::default(),
            },
            None if found.closed => self.egalitarian_unless_empty(),
            best => open(best, Some(proof)),
        }
    }

    /// Where no product is above 0: the egalitarian pair, if its gains are at least 0. Whether others have the product 0 as
    /// well is not asked.
    fn egalitarian_unless_empty(&mut self) -> Answer<T> {
        match self.egalitarian() {
            Answer::Solved { place, proof, .. } => Answer::Solved {
                place,
                unique: None,
                proof,
                more: More::default(),
            },
            other => other,
        }
    }

    /// The largest smaller gain, then the larger other one.
    pub(super) fn egalitarian(&mut self) -> Answer<T> {
        let scale = self.scale.clone();
        match self.leximin(&scale) {
            Answer::Solved { place, proof, .. } if !place.is_deal() => Answer::Empty {
                closest: place,
                proof,
            },
            // What falls short for a party is no deal.
            Answer::Open {
                best: Some(best),
                proof,
                ideal,
            } if !best.is_deal() => Answer::Open {
                best: None,
                proof,
                ideal,
            },
            other => other,
        }
    }

    /// The largest smaller share of the ideal gains, then the larger other one.
    pub(super) fn kalai_smorodinsky(&mut self) -> Answer<T> {
        let mut best = Vec::new();
        for party in 0..PARTIES {
            let found = self.run(Aim::Most { party }, Known::nothing());
            if !found.closed {
                let found = found.best.map(|(most, assignment)| place(most, assignment));
                return Answer::before_the_ideal(found, best);
            }
            let proof = proof(&found);
            match found.best {
                Some((most, assignment)) if most.gains[party] >= T::of(0) => {
                    best.push((place(most, assignment), proof));
                }
                _ => return self.egalitarian_unless_empty(),
            }
        }
        let best: [(Place<T>, Proof<T>); PARTIES] = best.try_into().expect("one for each party");
        let gains = [0, 1].map(|party: usize| best[party].0.gains[party].clone());
        // A party that can gain nothing is left out: what is best for the other one then.
        if let Some(other) = (0..PARTIES).find(|&party| !gains[PARTIES - 1 - party].is_positive()) {
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
        match self.leximin(&gains) {
            Answer::Solved {
                place,
                unique,
                proof,
                more,
            } => Answer::Solved {
                place,
                unique,
                proof,
                more: More {
                    best_of_each: Some(best),
                    ..more
                },
            },
            Answer::Open {
                best: found, proof, ..
            } => Answer::Open {
                best: found.filter(Place::is_deal),
                proof,
                ideal: Some(gains),
            },
            empty @ Answer::Empty { .. } => empty,
        }
    }

    /// The largest sum of utilities, then the largest smaller gain.
    pub(super) fn utilitarian(&mut self) -> Answer<T> {
        // A gain counts the more the smaller its scale is.
        let weights = [self.scale[1].clone(), self.scale[0].clone()];
        let aim = Aim::Sum {
            weights: weights.clone(),
        };
        let found = self.run(aim, Known::nothing());
        let proof = proof(&found);
        let Some((best, _)) = &found.best else {
            return if found.closed {
                self.egalitarian_unless_empty()
            } else {
                open(None, Some(proof))
            };
        };
        if !found.closed {
            return open(found.best, Some(proof));
        }
        let level = wide_dot(&weights, &best.gains);
        let line = found.line.weights.clone();
        let fairest = self.run(
            Aim::RayAbove {
                scale: self.scale.clone(),
                weights: weights.clone(),
                level: level.clone(),
            },
            Known {
                best: found.best,
                weights: Some(line.clone()),
            },
        );
        let (best, assignment) = match fairest.best {
            Some(best) if fairest.closed => best,
            // The sum is the largest all the same.
            best => return open(best, Some(proof)),
        };
        let another = self.run(
            Aim::Another {
                than: best.gains.clone(),
                weights,
                level,
            },
            Known {
                best: None,
                weights: Some(line),
            },
        );
        let closed = another.closed;
        let other = another
            .best
            .map(|(best, assignment)| place(best, assignment));
        let unique = match other {
            Some(_) => Some(false),
            None => closed.then_some(true),
        };
        Answer::Solved {
            place: place(best, assignment),
            unique,
            proof,
            more: More {
                best_of_each: None,
                other,
            },
        }
    }

    /// Leximin of the gains, each divided by its part of `scale`.
    ///
    /// The largest smaller gain first. A leximin pair has that gain for one party, and the most for the other that goes with
    /// at least that gain: two more searches.
    fn leximin(&mut self, scale: &Pair<T>) -> Answer<T> {
        let aim = Aim::Ray {
            scale: scale.clone(),
        };
        let found = self.run(aim, Known::nothing());
        let proof = proof(&found);
        let closed = found.closed;
        let Some((best, _)) = found.best.as_ref().filter(|_| closed) else {
            return open(found.best, Some(proof));
        };
        let floor = ray_floor(scale, &best.gains, &self.problem.lowest(), false);
        let mut places = Vec::new();
        for (party, least) in floor.into_iter().enumerate() {
            let mut raised = [T::of(0), T::of(0)];
            raised[party] = least.clone();
            let problem = self.problem.above(&raised);
            let aim = Aim::Most {
                party: PARTIES - 1 - party,
            };
            let most = run(&problem, aim, Known::nothing(), &mut self.meter);
            match most.best {
                Some((mut best, assignment)) if most.closed => {
                    best.gains[party] = best.gains[party].clone() + least;
                    places.push(place(best, assignment));
                }
                _ => return open(found.best, Some(proof)),
            }
        }
        let key = |gains: &Pair<T>| {
            let mut key = [gains[0].times(&scale[1]), gains[1].times(&scale[0])];
            key.sort();
            key
        };
        let keys = [key(&places[0].gains), key(&places[1].gains)];
        let unique = keys[0] != keys[1] || places[0].gains == places[1].gains;
        // The first search gives the most to B, the second to A.
        let chosen = usize::from(keys[1] >= keys[0]);
        let place = places.swap_remove(chosen);
        Answer::Solved {
            place,
            unique: Some(unique),
            proof,
            more: More {
                best_of_each: None,
                other: places.pop().filter(|_| !unique),
            },
        }
    }
}

fn place<T>(best: Best<T>, assignment: Assignment) -> Place<T> {
    Place {
        gains: best.gains,
        assignment,
        shares: Vec::new(),
    }
}

fn proof<T: Number>(found: &Found<T>) -> Proof<T> {
    Proof {
        line: found.line.clone(),
        slack: found.slack.clone(),
    }
}

fn open<T: Number>(best: Option<(Best<T>, Assignment)>, proof: Option<Proof<T>>) -> Answer<T> {
    Answer::Open {
        best: best.map(|(best, assignment)| place(best, assignment)),
        proof,
        ideal: None,
    }
}
