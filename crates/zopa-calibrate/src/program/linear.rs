//! Systems of linear equations in exact numbers: rank, null space, solution.

use zopa_model::Rational;

/// Equations in reduced row echelon form, built one at a time.
///
/// A row has one number for each unknown and the right-hand side last. Cost of adding one: (rank) x (unknowns) products.
#[derive(Clone, Debug)]
pub(crate) struct Echelon {
    unknowns: usize,
    /// Each with the unknown that it is solved for, whose coefficient is 1 here and 0 in every other one.
    rows: Vec<(usize, Vec<Rational>)>,
}

/// What an equation adds to those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Added {
    /// It raised the rank.
    Independent,
    /// It follows from the others.
    Implied,
    /// It contradicts the others.
    Contradicting,
}

impl Echelon {
    pub(crate) fn new(unknowns: usize) -> Self {
        Self {
            unknowns,
            rows: Vec::new(),
        }
    }

    /// The number of independent equations.
    pub(crate) fn rank(&self) -> usize {
        self.rows.len()
    }

    /// Is every unknown settled?
    pub(crate) fn is_complete(&self) -> bool {
        self.rank() == self.unknowns
    }

    /// Adds the equation `coefficients . x = bound`.
    pub(crate) fn add(&mut self, coefficients: &[Rational], bound: &Rational) -> Added {
        let mut row = coefficients.to_vec();
        row.push(bound.clone());
        for (pivot, known) in &self.rows {
            let factor = row[*pivot].clone();
            subtract(&mut row, &factor, known);
        }
        let Some(pivot) = (0..self.unknowns).find(|&index| !row[index].is_zero()) else {
            return if row[self.unknowns].is_zero() {
                Added::Implied
            } else {
                Added::Contradicting
            };
        };
        let lead = row[pivot].clone();
        for value in &mut row {
            *value = &*value / &lead;
        }
        for (_, known) in &mut self.rows {
            let factor = known[pivot].clone();
            subtract(known, &factor, &row);
        }
        self.rows.push((pivot, row));
        Added::Independent
    }

    /// The solution, 0 for what is not settled.
    pub(crate) fn solution(&self) -> Vec<Rational> {
        let mut point = vec![Rational::from(0); self.unknowns];
        for (pivot, row) in &self.rows {
            point[*pivot] = row[self.unknowns].clone();
        }
        point
    }

    /// A basis of the directions along which no equation changes: one for each unknown that is not settled, by that unknown.
    pub(crate) fn null_space(&self) -> Vec<Vec<Rational>> {
        let free = (0..self.unknowns).filter(|index| self.rows.iter().all(|(p, _)| p != index));
        free.map(|index| {
            let mut direction = vec![Rational::from(0); self.unknowns];
            direction[index] = Rational::from(1);
            for (pivot, row) in &self.rows {
                direction[*pivot] = -row[index].clone();
            }
            direction
        })
        .collect()
    }
}

/// `row -= factor * known`.
fn subtract(row: &mut [Rational], factor: &Rational, known: &[Rational]) {
    if factor.is_zero() {
        return;
    }
    for (value, other) in row.iter_mut().zip(known) {
        if !other.is_zero() {
            *value = &*value - &(factor * other);
        }
    }
}

/// `a . b`.
pub(crate) fn dot(a: &[Rational], b: &[Rational]) -> Rational {
    let products = a.iter().zip(b).filter(|(x, _)| !x.is_zero());
    products.map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(values: &[i64]) -> Vec<Rational> {
        values.iter().map(|&value| Rational::from(value)).collect()
    }

    /// x + y = 3, x - y = 1: x = 2, y = 1.
    #[test]
    fn equations_are_solved() {
        let mut system = Echelon::new(2);
        assert_eq!(system.add(&row(&[1, 1]), &3.into()), Added::Independent);
        assert_eq!(system.add(&row(&[2, 2]), &6.into()), Added::Implied);
        assert_eq!(system.add(&row(&[2, 2]), &7.into()), Added::Contradicting);
        assert_eq!(system.add(&row(&[1, -1]), &1.into()), Added::Independent);
        assert!(system.is_complete());
        assert_eq!(system.solution(), row(&[2, 1]));
    }

    /// x + y + z = 0 leaves two directions, each of which it maps to 0.
    #[test]
    fn what_is_not_settled_is_named() {
        let mut system = Echelon::new(3);
        system.add(&row(&[1, 1, 1]), &0.into());
        let free = system.null_space();
        assert_eq!(free, [row(&[-1, 1, 0]), row(&[-1, 0, 1])]);
        assert_eq!(system.rank(), 1);
    }
}
