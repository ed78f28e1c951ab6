//! The solver's answers in the oracle's terms.

use zopa_model::UtilityPoint;
use zopa_solve::{Budget, Choice, Completeness, Frontier, Game, Piece, Values};

use crate::oracle::{Stroke, joined};

/// The frontier, which small games get within any budget; its values alone have the same pieces.
pub(crate) fn solve(game: &Game) -> Frontier {
    match Frontier::of(game, &Budget::default()) {
        Completeness::Complete(frontier) => {
            let values = Values::of(game, &Budget::default()).complete();
            let values = values.expect("what the frontier took suffices");
            assert!(values.pieces().eq(frontier.pieces()), "values differ");
            frontier
        }
        Completeness::Stopped(stopped) => panic!("out of budget: {stopped:?}"),
    }
}

/// The pieces as they are.
pub(crate) fn strokes(frontier: &Frontier) -> Vec<Stroke> {
    let stroke = |Piece {
                      from,
                      to,
                      from_open,
                      to_open,
                  }| Stroke {
        from,
        to,
        from_open,
        to_open,
    };
    frontier.pieces().map(stroke).collect()
}

/// The pieces joined where they are straight and connected.
pub(crate) fn joined_pieces(frontier: &Frontier) -> Vec<Stroke> {
    joined(strokes(frontier))
}

/// Does every choice belong to its issue?
pub(crate) fn is_feasible(game: &Game, agreement: &[Choice]) -> bool {
    use zopa_model::Rational;
    use zopa_solve::Issue;
    agreement.len() == game.issues.len()
        && game.issues.iter().zip(agreement).all(|pair| match pair {
            (Issue::Options(options), Choice::Option(index)) => *index < options.len(),
            (Issue::Segment(_), Choice::Mix(share)) => {
                *share >= Rational::ZERO && *share <= Rational::ONE
            }
            _ => false,
        })
}

/// What an agreement is worth, added up here.
pub(crate) fn priced(game: &Game, agreement: &[Choice]) -> UtilityPoint {
    use zopa_solve::Issue;
    let mut total = game.base.clone();
    for (issue, choice) in game.issues.iter().zip(agreement) {
        let worth = match (issue, choice) {
            (Issue::Options(options), Choice::Option(index)) => options[*index].clone(),
            (Issue::Segment([from, to]), Choice::Mix(share)) => {
                let mix =
                    |party: usize| &from.0[party] + &((&to.0[party] - &from.0[party]) * share);
                UtilityPoint::new(mix(0), mix(1))
            }
            _ => panic!("a choice of another form than its issue"),
        };
        total = total.plus(&worth);
    }
    total
}
