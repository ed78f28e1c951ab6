//! Programs whose answers are known by hand or by enumeration.

use super::*;

fn rational(num: i64, den: i64) -> Rational {
    Rational::new(num.into(), den.into())
}

fn row(coefficients: &[i64], bound: Rational, equal: bool) -> Row {
    Row {
        coefficients: coefficients.iter().map(|&value| value.into()).collect(),
        bound,
        equal,
        owner: None,
    }
}

fn boxed(unknowns: usize) -> Program {
    Program::new(vec![(0.into(), 1.into()); unknowns])
}

/// x + y = 1, x >= 1/3: x is in [1/3, 1], and 2x + y is in [4/3, 2].
#[test]
fn optima_are_exact() {
    let mut program = boxed(2);
    program.push(row(&[1, 1], 1.into(), true));
    program.push(row(&[1, 0], rational(1, 3), false));
    let objective = [2.into(), 1.into()];
    assert_eq!(
        program.minimise(&objective).expect("solved").value,
        rational(4, 3)
    );
    assert_eq!(
        program.maximise(&objective).expect("solved").value,
        2.into()
    );
}

#[test]
fn a_contradiction_is_infeasible() {
    let mut program = boxed(1);
    program.push(row(&[1], rational(2, 3), false));
    program.push(row(&[-1], rational(-1, 3), false));
    assert_eq!(
        program.minimise(&[1.into()]).err(),
        Some(Failure::Infeasible)
    );
}

/// All vertices of a program with three unknowns: every choice of three tight constraints that obeys the others.
fn enumerated(program: &Program, objective: &[Rational]) -> Option<Rational> {
    let mut all: Vec<Row> = program.rows.clone();
    for index in 0..3 {
        let unit = |sign: i64| {
            let mut coefficients = vec![0; 3];
            coefficients[index] = sign;
            row(
                &coefficients,
                if sign > 0 { 0.into() } else { (-1).into() },
                false,
            )
        };
        all.extend([unit(1), unit(-1)]);
    }
    let mut best: Option<Rational> = None;
    for i in 0..all.len() {
        for j in 0..i {
            for k in 0..j {
                let mut system = linear::Echelon::new(3);
                for index in [i, j, k] {
                    system.add(&all[index].coefficients, &all[index].bound);
                }
                let point = system.solution();
                if system.is_complete() && all.iter().all(|row| row.holds(&point)) {
                    let value = dot(objective, &point);
                    if best.as_ref().is_none_or(|best| value < *best) {
                        best = Some(value);
                    }
                }
            }
        }
    }
    best
}

proptest::proptest! {
    /// The proved optimum is the best vertex of all, ties and degenerate corners included.
    #[test]
    fn optima_are_those_of_enumeration(
        rows in proptest::collection::vec((proptest::array::uniform3(-3i64..=3), -4i64..=2), 0..7),
        objective in proptest::array::uniform3(-3i64..=3),
    ) {
        let mut program = boxed(3);
        for (coefficients, bound) in &rows {
            program.push(row(coefficients, rational(*bound, 4), false));
        }
        let objective = objective.map(Rational::from);
        match program.minimise(&objective) {
            Ok(optimum) => {
                proptest::prop_assert_eq!(Some(optimum.value.clone()), enumerated(&program, &objective));
                // the support alone proves it
                let mut alone = boxed(3);
                for &index in &optimum.support {
                    alone.push(program.rows[index].clone());
                }
                proptest::prop_assert_eq!(alone.minimise(&objective).expect("solved").value, optimum.value);
            }
            Err(failure) => {
                proptest::prop_assert_eq!(failure, Failure::Infeasible);
                proptest::prop_assert_eq!(enumerated(&program, &objective), None);
            }
        }
    }
}
