use super::*;
use zopa_model::exact::Integer;

fn pair(a: i64, b: i64) -> Pair {
    [Integer::from(a), Integer::from(b)]
}

#[test]
fn three_lots_by_hand() {
    // Lots (gain of A, gain of B) from B's best.
    // Of the eight sums (0,0) (3,-2) (2,-3) (5,-5) (7,-7) (10,-9) (9,-10) (12,-12), (2,-3) and (9,-10) are dominated.
    let bounds = pair(12, 12);
    let mut list = List::of(vec![(0i64, 0i64)], &bounds);
    let mut room = Room::new(&list[0], &bounds, true);
    let lots = [pair(3, -2), pair(2, -3), pair(7, -7)];
    let add = |lot| Level::Lot(add_lot(&mut list, &mut room, std::slice::from_ref(lot)));
    let levels = lots.iter().map(add).collect();
    let trace = Trace {
        levels,
        ..Trace::default()
    };
    assert_eq!(
        *list,
        [(0, 0), (3, -2), (5, -5), (7, -7), (10, -9), (12, -12)]
    );
    assert_eq!(trace.options(2), [1, 1, 0]);
    assert_eq!(trace.options(4), [1, 0, 1]);
}

#[test]
fn a_lot_of_three_options() {
    // Sums: (0,0) (4,-1); (1,-3) (5,-4); (5,-4) (9,-5): (1,-3) is dominated by (4,-1); (5,-4) occurs twice.
    let bounds = pair(9, 5);
    let mut list = List::of(vec![(0i64, 0i64), (4, -1)], &bounds);
    let mut room = Room::new(&list[0], &bounds, true);
    let merges = add_lot(&mut list, &mut room, &[pair(1, -3), pair(5, -4)]);
    assert_eq!(*list, [(0, 0), (4, -1), (5, -4), (9, -5)]);
    let levels = vec![Level::Lot(merges)];
    let trace = Trace {
        levels,
        ..Trace::default()
    };
    assert_eq!(
        [trace.options(0), trace.options(1), trace.options(3)],
        [[0], [0], [2]]
    );
}

/// Sums as they are held in either width, made from what A has gained and B has lost.
fn sums<S: Sum>(pairs: &[(i64, i64)], bounds: &Pair) -> Vec<S> {
    let start = S::start(bounds);
    let sum = |&(gain, loss): &(i64, i64)| start.moved(&S::step(&pair(gain, -loss)));
    pairs.iter().map(sum).collect()
}

/// The undominated ones of two staircases, the second moved, as sorting and filtering find them.
fn expected(kept: &[(i64, i64)], list: &[(i64, i64)], step: (i64, i64)) -> Vec<(i64, i64)> {
    let moved = list.iter().map(|sum| (sum.0 + step.0, sum.1 + step.1));
    let mut all: Vec<_> = kept.iter().copied().chain(moved).collect();
    all.sort_by_key(|&(gain, loss)| (loss, -gain));
    let mut undominated: Vec<(i64, i64)> = Vec::new();
    for sum in all {
        if undominated.last().is_none_or(|last| sum.0 > last.0) {
            undominated.push(sum);
        }
    }
    undominated
}

/// Merges in one way, and compares sums and witnesses with what is expected.
fn agrees<S: Sum + PartialEq>(
    [kept, list]: [&[(i64, i64)]; 2],
    step: (i64, i64),
    merge: impl Fn(&List<S>, &List<S>, &S::Step, &mut Room<'_, S>) -> Merge,
) -> Merge {
    let bounds = pair(200_000, 500_000);
    let [first, second] = [kept, list].map(|pairs| List::of(sums::<S>(pairs, &bounds), &bounds));
    let mut room = Room::new(&first[0], &bounds, true);
    let merged = merge(&first, &second, &S::step(&pair(step.0, -step.1)), &mut room);
    let expected = expected(kept, list, step);
    assert!(*room.out == sums::<S>(&expected, &bounds));
    for (number, &sum) in expected.iter().enumerate() {
        let source = match merged.source(number) {
            trace::Source::First(place) => kept[place],
            trace::Source::Second(place) => (list[place].0 + step.0, list[place].1 + step.1),
        };
        assert_eq!(source, sum, "number {number}");
    }
    let mut untraced = Room::new(&first[0], &bounds, false);
    merge(
        &first,
        &second,
        &S::step(&pair(step.0, -step.1)),
        &mut untraced,
    );
    assert!(*untraced.out == *room.out);
    merged
}

/// Every way of merging, in both widths, finds what sorting and filtering find.
#[test]
fn merges_agree_with_sorting_and_filtering() {
    // Staircases with uneven steps (quadratic residues make them look random).
    let mut long = vec![(0i64, 0i64)];
    for k in 1..6000i64 {
        let (a, b) = long[long.len() - 1];
        long.push((a + 1 + k * k % 7, b + 1 + k * k % 11));
    }
    let steps = [(3, 5), (40, 33), (9000, 12_000), (1, 70_000), (30_000, 1)];
    for step in steps {
        for length in [
            1, 2, 7, 8, 9, 15, 16, 17, 31, 63, 64, 65, 66, 127, 200, 513, 6000,
        ] {
            // The moved list is at first as long as the other, then shorter.
            for list in [&long[..length], &long[..length.div_ceil(3)]] {
                let streams = [&long[..length], list];
                agrees::<(i64, i64)>(streams, step, merge);
                agrees::<u64>(streams, step, merge);
                #[cfg(target_arch = "x86_64")]
                agrees::<u64>(streams, step, |kept, list, step, room| {
                    let plain = crate::vector::merge_without_masks;
                    merge_in_vectors(kept, list, step, room, plain)
                        .unwrap_or_else(|| merge_side_by_side(kept, list, step, room))
                });
                let merged = agrees::<u64>(streams, step, merge_side_by_side);
                assert_eq!(merged.parts() > 1, length > 500 && list.len() > 100);
            }
        }
    }
}
