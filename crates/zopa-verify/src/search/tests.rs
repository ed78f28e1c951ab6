//! The search against enumeration, and against large games whose answers are known from elsewhere.

use std::path::Path;

use proptest::prelude::*;
use zopa_model::json::{self, Node};

use super::*;
use crate::region::{Goal, Ties};

fn point(a: i64, b: i64) -> UtilityPoint {
    UtilityPoint::new(Rational::from(a), Rational::from(b))
}

/// A game of lots and divisible things, given as (A's gain, B's loss).
fn game(lots: &[(i64, i64)], parts: &[(i64, i64)]) -> Game {
    let mut parts = parts.to_vec();
    parts.sort_by(|p, q| (p.1 * q.0).cmp(&(q.1 * p.0)));
    let mut chain = vec![point(0, 0)];
    for (gain, loss) in &parts {
        chain.push(chain[chain.len() - 1].plus(&point(*gain, -loss)));
    }
    let all: i64 = lots.iter().chain(&parts).map(|(_, loss)| loss).sum();
    Game {
        start: point(0, all),
        lots: lots
            .iter()
            .map(|(gain, loss)| point(*gain, -loss))
            .collect(),
        chain,
    }
}

/// Some feasible pairs in whole numbers of twelfths: all of them where there are lots alone, else those with quarters of each part.
fn feasible(lots: &[(i64, i64)], parts: &[(i64, i64)]) -> Vec<(i64, i64)> {
    let mut pairs = vec![(0, 0)];
    let mut add = |steps: i64, (gain, loss): (i64, i64)| {
        let each = 0..=steps;
        pairs = pairs
            .iter()
            .flat_map(|(a, b)| {
                let share = |step: i64| 12 * step / steps;
                each.clone()
                    .map(move |step| (a + share(step) * gain, b + (12 - share(step)) * loss))
            })
            .collect();
    };
    lots.iter().for_each(|lot| add(1, *lot));
    parts.iter().for_each(|part| add(4, *part));
    pairs
}

/// The definitions of the regions, on twelfths.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    Corner { above: [bool; 2] },
    Line { line: (i64, i64), level: i64 },
    Product { level: i64 },
}

impl Wanted {
    fn holds(self, corner: (i64, i64), (a, b): (i64, i64)) -> bool {
        let (gain, loss) = (a - 12 * corner.0, b - 12 * corner.1);
        let at_least = gain >= 0 && loss >= 0;
        at_least
            && match self {
                Self::Corner { above } => (!above[0] || gain > 0) && (!above[1] || loss > 0),
                Self::Line { line, level } => line.0 * a + line.1 * b > 12 * level,
                Self::Product { level } => gain * loss > 144 * level,
            }
    }

    fn region(self, corner: (i64, i64)) -> Region {
        let (corner, closed) = (point(corner.0, corner.1), [false, false]);
        let (above, goal) = match self {
            Self::Corner { above } => (above, Goal::Corner),
            Self::Line { line, level } => {
                let line = point(line.0, line.1);
                (closed, Goal::Line(line, Rational::from(level), Ties::Out))
            }
            Self::Product { level } => (closed, Goal::Product(Rational::from(level), Ties::Out)),
        };
        Region {
            corner,
            above,
            goal,
        }
    }
}

fn wanted() -> impl Strategy<Value = Wanted> {
    prop_oneof![
        any::<[bool; 2]>().prop_map(|above| Wanted::Corner { above }),
        ((1i64..5, 1i64..5), 0i64..60).prop_map(|(line, level)| Wanted::Line { line, level }),
        (1i64..200).prop_map(|level| Wanted::Product { level }),
    ]
}

fn values(most: usize) -> impl Strategy<Value = Vec<(i64, i64)>> {
    prop::collection::vec((1i64..8, 1i64..8), 0..=most)
}

fn steps() -> Steps {
    Steps {
        each: 1_000_000,
        left: 1_000_000,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Whatever the weights, a region is ruled out exactly where enumeration finds nothing in it.
    #[test]
    fn lots_are_searched_exactly(
        lots in values(7),
        corner in (-2i64..20, -2i64..20),
        wanted in wanted(),
        weights in (0i64..6, 0i64..6),
    ) {
        prop_assume!(weights != (0, 0));
        let found = game(&lots, &[]).refute(&wanted.region(corner), &point(weights.0, weights.1), &mut steps());
        let met = feasible(&lots, &[]).into_iter().any(|pair| wanted.holds(corner, pair));
        prop_assert_eq!(matches!(found, Err(Failure::Met)), met, "{:?}", found);
        prop_assert_eq!(found.is_ok(), !met);
    }

    /// With something divisible no region is ruled out in which a quarter split lies, and weights change nothing.
    #[test]
    fn a_region_that_is_met_is_never_ruled_out(
        lots in values(4),
        parts in values(3),
        corner in (-2i64..20, -2i64..20),
        wanted in wanted(),
        weights in (0i64..6, 0i64..6),
    ) {
        prop_assume!(weights != (0, 0));
        let (game, region) = (game(&lots, &parts), wanted.region(corner));
        let found = game.refute(&region, &point(weights.0, weights.1), &mut steps());
        let met = feasible(&lots, &parts).into_iter().any(|pair| wanted.holds(corner, pair));
        prop_assert!(!(met && found.is_ok()));
        let mut all = steps();
        let sums = game.all_sums(&mut all).expect("a small game");
        let mut mine = all.begin();
        let without = game.refute_sums(&region, &sums, &mut mine, &mut all);
        prop_assert_eq!(found.is_ok(), without.is_ok());
    }
}

/// A and B value two parts at (6, 3) and (2, 4). The frontier runs from (0, 7) by (6, 4) to (8, 0).
#[test]
fn a_chain_is_met_exactly() {
    let game = game(&[], &[(2, 4), (6, 3)]);
    let meets = |wanted: Wanted, corner| {
        let found = game.refute(&wanted.region(corner), &point(1, 1), &mut steps());
        matches!(found, Err(Failure::Met))
    };
    // (7, 2) lies on the second edge
    assert!(meets(
        Wanted::Corner {
            above: [false, false]
        },
        (7, 2)
    ));
    assert!(!meets(
        Wanted::Corner {
            above: [true, false]
        },
        (7, 2)
    ));
    assert!(!meets(
        Wanted::Corner {
            above: [false, true]
        },
        (7, 2)
    ));
    assert!(meets(
        Wanted::Corner {
            above: [true, true]
        },
        (7, 1)
    ));
    // the largest sum is 10, the largest product 24, both at (6, 4)
    assert!(meets(
        Wanted::Line {
            line: (1, 1),
            level: 9
        },
        (0, 0)
    ));
    assert!(!meets(
        Wanted::Line {
            line: (1, 1),
            level: 10
        },
        (0, 0)
    ));
    assert!(meets(Wanted::Product { level: 23 }, (0, 0)));
    assert!(!meets(Wanted::Product { level: 24 }, (0, 0)));
}

/// One part worth 4 to both: on the edge from (0, 4) to (4, 0) the product is largest inside, at (2, 2).
#[test]
fn a_peak_inside_an_edge_is_seen() {
    let game = game(&[], &[(4, 4)]);
    for (level, met) in [(3, true), (4, false)] {
        let region = Wanted::Product { level }.region((0, 0));
        let found = game.refute(&region, &point(3, 2), &mut steps());
        assert_eq!(
            matches!(found, Err(Failure::Met)),
            met,
            "{level}: {found:?}"
        );
        assert_eq!(found.is_ok(), !met);
    }
}

/// 60 lots worth an even number to both: no pair has odd coordinates, and none lies strictly between two neighbours, which takes
/// the grid to see.
#[test]
fn a_grid_closes_what_no_search_could() {
    let lots: Vec<(i64, i64)> = (0..60)
        .map(|i| 2 * (1_000_000 + i * i))
        .map(|value| (value, value))
        .collect();
    let all: i64 = lots.iter().map(|(gain, _)| gain).sum();
    let even = all / 4 * 2;
    let game = game(&lots, &[]);
    let refuted = |region: Region| {
        let mut few = Steps {
            each: 1_000,
            left: 1_000,
        };
        game.refute(&region, &point(1, 1), &mut few).is_ok()
    };
    let odd = point(even - 1, all - even - 1);
    let goal = Goal::Product(Rational::ONE, Ties::Out);
    assert!(refuted(Region {
        goal,
        ..Region::corner(&odd, [false, false])
    }));
    let neighbours = point(even, all - even - 2);
    assert!(refuted(Region::corner(&neighbours, [true, true])));
    // what does hold a point of the grid is not closed by it
    assert!(!refuted(Region::corner(&neighbours, [true, false])));
    assert!(!refuted(Region::corner(&neighbours, [false, true])));
}

#[test]
fn what_takes_too_many_steps_is_left_open() {
    let lots: Vec<(i64, i64)> = (0..40)
        .map(|i| (1_000 + i * 37 % 101, 1_000 + i * 53 % 97))
        .collect();
    let game = game(&lots, &[]);
    let region = Region::corner(&point(15_000, 15_000), [true, true]);
    let mut few = Steps {
        each: 50,
        left: 1_000_000,
    };
    assert!(matches!(
        game.refute(&region, &point(1, 1), &mut few),
        Err(Failure::OutOfSteps)
    ));
    // a list may double before it is counted
    assert!(few.left >= 1_000_000 - 2 * 50);
}

/// Numbers as long as the reader takes are paid for in steps, so that they cannot hold up a check.
#[test]
fn long_numbers_take_more_steps() {
    let long = |seed: u32| -> Rational {
        format!("0.{}", (seed + 7).pow(3).to_string().repeat(12))
            .parse()
            .expect("a number")
    };
    let lots: Vec<UtilityPoint> = (0..40)
        .map(|i| UtilityPoint::new(long(i), -long(3 * i)))
        .collect();
    let start = lots.iter().fold(point(0, 0), |sum, lot| {
        UtilityPoint::new(Rational::ZERO, sum.b() - lot.b())
    });
    let game = Game {
        start,
        lots,
        chain: vec![point(0, 0)],
    };
    let middle = UtilityPoint::new(
        game.highest().a() / &Rational::from(2),
        game.highest().b() / &Rational::from(2),
    );
    let mut steps = Steps {
        each: 100_000,
        left: 1_000_000,
    };
    let found = game.refute(
        &Region::corner(&middle, [true, true]),
        &UtilityPoint::new(long(1), long(2)),
        &mut steps,
    );
    assert!(matches!(found, Err(Failure::OutOfSteps)), "{found:?}");
}

/// The generator of the reference instances: splitmix64.
struct Items {
    state: u64,
}

impl Items {
    fn range(&mut self, low: i64, high: i64) -> i64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        let width = u128::from((high - low + 1).unsigned_abs());
        low + i64::try_from((u128::from(z) * width) >> 64).expect("a small number")
    }

    fn item(&mut self, kind: &str, most: i64) -> (i64, i64) {
        let (a, tenth) = (self.range(1, most), most / 10);
        let b = match kind {
            "unc" => self.range(1, most),
            "neg" => (most + 1 - a + self.range(-tenth, tenth)).clamp(1, most),
            "pos" => (a + self.range(-tenth, tenth)).clamp(1, most),
            "strong" => a + tenth,
            "eq" => a,
            other => panic!("unknown kind {other}"),
        };
        (a, b)
    }
}

/// Nash solutions of up to 100,000 lots, each with its weights: nothing has a larger product, and something has this one.
#[test]
fn large_nash_solutions_are_proved() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/instances/22_large_generated_nbs.json");
    let Ok(text) = std::fs::read_to_string(&file) else {
        eprintln!("skipped: there is no reference data beside the repository");
        return;
    };
    let root = json::parse(&text).expect("JSON");
    let get = |node: &Node<'_>, path: &[&str]| -> Rational {
        let node = path.iter().fold(node.clone(), |node, key| {
            node.get(key).expect("a field").clone()
        });
        let text = match &node.value {
            json::Value::Number(text) => (*text).to_owned(),
            _ => node.as_str().expect("a number").to_owned(),
        };
        text.parse().expect("a number")
    };
    let whole = |value: &Rational| i64::try_from(value.numerator()).expect("a small number");
    for case in root.get("cases").expect("cases").items() {
        let generator = case.get("generator").expect("a generator");
        let kind = generator
            .get("kind")
            .and_then(Node::as_str)
            .expect("a kind");
        let [n, most, seed] = ["n", "V", "seed"].map(|key| whole(&get(generator, &[key])));
        let mut items = Items {
            state: (seed * 7919 + n * 31 + most).unsigned_abs(),
        };
        let lots: Vec<(i64, i64)> = (0..n).map(|_| items.item(kind, most)).collect();
        let game = game(&lots, &[]);
        let weights = case
            .get("certificate")
            .and_then(|c| c.get("weights"))
            .expect("weights")
            .items();
        let weight = |index: usize| -> Rational {
            weights[index]
                .as_str()
                .expect("a weight")
                .parse()
                .expect("a number")
        };
        let weights = UtilityPoint::new(weight(0), weight(1));
        let corner = UtilityPoint::new(get(case, &["batna", "A"]), get(case, &["batna", "B"]));
        let product = get(case, &["nbs", "product"]);
        let above = |level: Rational| {
            let goal = Goal::Product(level, Ties::Out);
            let region = Region {
                corner: corner.clone(),
                above: [false, false],
                goal,
            };
            game.refute(
                &region,
                &weights,
                &mut Steps {
                    each: 1_000_000,
                    left: 1_000_000,
                },
            )
        };
        let proved = above(product.clone());
        assert!(proved.is_ok(), "{kind} {n} {most}: {proved:?}");
        // Zero-sum lots are too many to find the allocation itself by a search.
        if kind != "eq" && most > 999 {
            let met = above(product - Rational::ONE);
            assert!(
                matches!(met, Err(Failure::Met)),
                "{kind} {n} {most}: {met:?}"
            );
        }
    }
}
