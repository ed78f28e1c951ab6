//! The trade that leads from one allocation to another.

use zopa_model::{Allocation, PARTIES, Rational};

/// One step of a trade: a share of a resource that changes hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The resource's index in the scenario.
    pub resource: usize,
    /// Who gives it; `None` where it was on the table.
    pub from: Option<usize>,
    /// Who gets it; `None` where it is left on the table.
    pub to: Option<usize>,
    /// The fraction of the whole that changes hands, in (0, 1].
    pub share: Rational,
}

/// What changes hands from one allocation to another of the same scenario, in the resources' order. (In a domain nothing changes
/// hands; [`Allocation::differences`] names the issues that are settled otherwise.)
#[must_use]
pub fn trade(from: &Allocation, to: &Allocation) -> Vec<Transfer> {
    let mut transfers = Vec::new();
    for (resource, (before, after)) in from.shares.iter().zip(&to.shares).enumerate() {
        let change: [Rational; PARTIES] =
            std::array::from_fn(|party| &after[party] - &before[party]);
        // What one party gives and the other gets passes between them; the rest comes from the table or is left there.
        let gives = |party: usize| (-&change[party]).max(Rational::ZERO);
        let gets = |party: usize| change[party].clone().max(Rational::ZERO);
        let mut add = |from, to, share: Rational| {
            if share.is_positive() {
                transfers.push(Transfer {
                    resource,
                    from,
                    to,
                    share,
                });
            }
        };
        for (giver, taker) in [(0, 1), (1, 0)] {
            let passed = gives(giver).min(gets(taker));
            add(None, Some(taker), gets(taker) - &passed);
            add(Some(giver), None, gives(giver) - &passed);
            add(Some(giver), Some(taker), passed);
        }
    }
    transfers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_pass_between_the_parties_and_the_table() {
        let share = |a, b| [Rational::new(a, 10), Rational::new(b, 10)];
        let before = Allocation {
            terms: Vec::new(),
            shares: vec![share(7, 3), share(0, 0), share(10, 0), share(5, 2)],
        };
        let after = Allocation {
            terms: Vec::new(),
            shares: vec![share(4, 6), share(0, 10), share(10, 0), share(2, 8)],
        };
        let transfer = |resource, from, to, tenths| Transfer {
            resource,
            from,
            to,
            share: Rational::new(tenths, 10),
        };
        assert_eq!(
            trade(&before, &after),
            [
                transfer(0, Some(0), Some(1), 3),
                transfer(1, None, Some(1), 10),
                transfer(3, None, Some(1), 3),
                transfer(3, Some(0), Some(1), 3),
            ]
        );
    }
}
