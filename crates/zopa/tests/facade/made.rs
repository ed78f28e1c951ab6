//! Random scenarios, and the games that they are by the table of feasible splits.

use zopa::{Convention, Rational, UtilityPoint};
use zopa_solve::{Game, Issue};

use crate::random::Random;
use crate::scenarios::{Item, KINDS, item};

/// A valuation or a BATNA from 0 to 1: tenths, thousandths or 17 digits.
pub(crate) fn decimal(random: &mut Random) -> String {
    match random.below(8) {
        0 => "0".to_owned(),
        1 => "1".to_owned(),
        2 => format!("0.{:03}", random.below(1000)),
        3 => format!("0.{:017}", random.between(0, 99_999_999_999_999_999)),
        _ => format!("0.{}", 1 + random.below(9)),
    }
}

pub(crate) fn random_items(random: &mut Random, latent: bool) -> Vec<Item> {
    let raw = random.once_in(4);
    let count = 2 + random.below(4);
    let mut items: Vec<Item> = Vec::new();
    for index in 0..count {
        let id = format!("r{index}");
        // Now and then the same thing again.
        if let (Some(last), true) = (items.last().cloned(), random.once_in(5)) {
            items.push(Item { id, ..last });
            continue;
        }
        let kind = KINDS[random.below(KINDS.len())];
        let mut item = item(&id, kind, &decimal(random), &decimal(random));
        item.raw = raw && !random.once_in(3);
        if latent && random.once_in(2) {
            item.latent = Some(random.below(2));
        }
        items.push(item);
    }
    // The weights of a raw scenario have a sum above 0.
    items[0].worth = ["0.3".to_owned(), "0.4".to_owned()];
    items
}

pub(crate) fn random_batnas(random: &mut Random) -> [Option<String>; 2] {
    std::array::from_fn(|_| (!random.once_in(4)).then(|| format!("0.{}", random.below(8))))
}

pub(crate) fn spelled(batnas: &[Option<String>; 2]) -> [Option<&str>; 2] {
    batnas.each_ref().map(Option::as_deref)
}

pub(crate) fn rational(text: &str) -> Rational {
    Rational::from_json_number(text).expect("a decimal")
}

/// Each party's weight of each item: as written, or divided by the party's sum as soon as one item is raw.
pub(crate) fn weights(items: &[Item]) -> Vec<[Rational; 2]> {
    let written: Vec<[Rational; 2]> = items
        .iter()
        .map(|item| item.worth.each_ref().map(|text| rational(text)))
        .collect();
    if !items.iter().any(|item| item.raw) {
        return written;
    }
    let sum = |party: usize| {
        written
            .iter()
            .map(|worth| worth[party].clone())
            .sum::<Rational>()
    };
    let sums = [sum(0), sum(1)];
    written
        .iter()
        .map(|worth| std::array::from_fn(|party| &worth[party] / &sums[party]))
        .collect()
}

pub(crate) fn is_burden(kind: &str) -> bool {
    kind.starts_with('-') || kind == "joint_obligation"
}

/// The game by the table of feasible splits. Items whose index is `hidden` are on the table no more.
pub(crate) fn game(items: &[Item], convention: Convention, hidden: &dyn Fn(usize) -> bool) -> Game {
    let zero = Rational::ZERO;
    let mut base = UtilityPoint::new(zero.clone(), zero.clone());
    let mut issues = Vec::new();
    for (index, (item, weight)) in items.iter().zip(weights(items)).enumerate() {
        let worth = if is_burden(item.kind) {
            weight.each_ref().map(|value| -value)
        } else {
            weight.clone()
        };
        if convention == Convention::Avoided && is_burden(item.kind) {
            base = base.plus(&UtilityPoint(weight));
        }
        let to_a = UtilityPoint::new(worth[0].clone(), zero.clone());
        let to_b = UtilityPoint::new(zero.clone(), worth[1].clone());
        let nobody = UtilityPoint::new(zero.clone(), zero.clone());
        issues.push(if hidden(index) {
            let holder = item.latent.expect("only latent items are hidden");
            let stays = if holder == 0 { to_a } else { to_b };
            Issue::Options(vec![if is_burden(item.kind) { stays } else { nobody }])
        } else {
            match item.kind {
                "divisible" | "-divisible" | "joint_obligation" => Issue::Segment([to_a, to_b]),
                "indivisible" => Issue::Options(vec![to_a, to_b, nobody]),
                "-indivisible" => Issue::Options(vec![to_a, to_b]),
                "both_benefit" => {
                    let both = UtilityPoint(worth);
                    Issue::Options(vec![to_a, to_b, nobody, both])
                }
                other => panic!("no kind {other}"),
            }
        });
    }
    Game { base, issues }
}
