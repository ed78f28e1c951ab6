//! Goods that are divided in whole units, as a mediation scenario: each unit is an indivisible resource of its own.
//!
//! Points become utilities on a scale that both parties share: the smallest power of ten that holds everything a party can get.
//! So 10 points of Deal or No Deal are a utility of 1, and every number stays an exact decimal.

use std::fmt::Write as _;

use zopa_model::Rational;
use zopa_model::json::quote;

use super::collect::{Draft, DraftId};
use super::reason::Reason;
use super::spell::{decimal, fingerprint, plain, power_of_ten};
use crate::snake;

/// A scenario has at most so many units: each is a resource with a text of its own.
pub(crate) const MOST_UNITS: u64 = 1000;

/// Longer ids are replaced by a fingerprint: they name files.
const LONGEST_ID: usize = 120;

/// One kind of goods.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    /// What it is called.
    pub(crate) name: String,
    /// How many units there are.
    pub(crate) count: u64,
    /// What one unit is worth to each party, in points.
    pub(crate) points: [Rational; 2],
}

/// What is to be divided, and between whom.
#[derive(Clone, Debug)]
pub(crate) struct Units<'n> {
    /// The corpus in one word, for ids.
    pub(crate) stem: &'n str,
    /// Its title.
    pub(crate) title: &'n str,
    /// The parties' names, which differ.
    pub(crate) parties: [&'n str; 2],
    /// The goods.
    pub(crate) kinds: Vec<Kind>,
    /// What each party has without a deal, in points.
    pub(crate) without_deal: [Rational; 2],
}

/// Who gets how many units of each kind.
pub(crate) type Split = [Vec<u64>; 2];

/// Why a split is none of the goods'.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// More than there is of some, less of none.
    Over,
    /// Less than there is of some, more of none.
    Under,
    /// Both.
    Mixed,
}

impl Claim {
    /// How two claims relate to what there is; `None` where they fit exactly.
    pub(crate) fn of(kinds: &[Kind], split: &Split) -> Option<Self> {
        let (mut over, mut under) = (false, false);
        for (kind, (a, b)) in kinds.iter().zip(split[0].iter().zip(&split[1])) {
            let claimed = a.saturating_add(*b);
            over |= claimed > kind.count;
            under |= claimed < kind.count;
        }
        match (over, under) {
            (false, false) => None,
            (true, false) => Some(Self::Over),
            (false, true) => Some(Self::Under),
            (true, true) => Some(Self::Mixed),
        }
    }
}

impl Units<'_> {
    /// Why this is no game, if it is none.
    pub(crate) fn fault(&self) -> Option<(Reason, String)> {
        let units = self.kinds.iter();
        let units = units.fold(0_u64, |sum, kind| sum.saturating_add(kind.count));
        if !(2..=MOST_UNITS).contains(&units) {
            let message = format!("{units} units; 2 to {MOST_UNITS} are wanted");
            return Some((Reason::TooManyUnits, message));
        }
        let negative = self
            .kinds
            .iter()
            .find(|kind| kind.points.iter().any(Rational::is_negative));
        negative.map(|kind| {
            let message = format!("a unit of `{}` has a value below 0", kind.name);
            (Reason::NegativeValue, message)
        })
    }

    /// Points for a utility of 1.
    pub(crate) fn scale(&self) -> Rational {
        let totals = [0, 1].map(|party| self.total(party));
        power_of_ten(totals.iter().chain(&self.without_deal))
    }

    fn total(&self, party: usize) -> Rational {
        let worth = |kind: &Kind| &kind.points[party] * &Rational::from(i128::from(kind.count));
        self.kinds.iter().map(worth).sum()
    }

    /// What a split is worth to both, in points.
    pub(crate) fn points(&self, split: &Split) -> [Rational; 2] {
        [0, 1].map(|party| {
            let kinds = self.kinds.iter().zip(&split[party]);
            kinds
                .map(|(kind, &units)| &kind.points[party] * &Rational::from(i128::from(units)))
                .sum()
        })
    }

    /// The ids of a kind's units.
    fn ids(&self, kind: usize) -> impl Iterator<Item = String> + use<> {
        let name = snake(&self.kinds[kind].name);
        let name = if name.is_empty() {
            "item".to_owned()
        } else {
            name
        };
        let same = |other: &Kind| snake(&other.name) == name;
        // kinds whose names differ only in what an id cannot hold are told apart by their place
        let name = if self.kinds.iter().filter(|other| same(other)).count() > 1 || name == "item" {
            format!("{name}_{}", kind + 1)
        } else {
            name
        };
        (1..=self.kinds[kind].count).map(move |unit| format!("{name}_{unit}"))
    }

    /// The allocation of a split, as a run has it. Units that nobody gets are not named.
    pub(crate) fn allocation(&self, split: &Split) -> String {
        let mut out = String::from("{");
        for (kind, (&to_a, &to_b)) in split[0].iter().zip(&split[1]).enumerate() {
            let taken = to_a.saturating_add(to_b);
            for (unit, id) in (0_u64..)
                .zip(self.ids(kind))
                .take_while(|(unit, _)| *unit < taken)
            {
                let party = self.parties[usize::from(unit >= to_a)];
                let comma = if out.len() > 1 { "," } else { "" };
                // writing to a String never fails
                let _ = write!(out, "{comma}{}:{}", quote(&id), quote(party));
            }
        }
        out.push('}');
        out
    }

    /// The scenario.
    pub(crate) fn draft(&self) -> Draft {
        let scale = self.scale();
        Draft {
            id: self.id(),
            text: [
                "{\n  \"id\": ".to_owned(),
                format!(",\n{}", self.body(&scale)),
            ],
        }
    }

    /// The whole content where numbers are whole and few, else a fingerprint of the numbers.
    fn id(&self) -> DraftId {
        let goods = self.kinds.iter().map(|kind| {
            let name = snake(&kind.name);
            let name = if name.is_empty() { "item" } else { &name };
            format!("{name}{}", kind.count)
        });
        let goods: Vec<String> = goods.collect();
        let mut whole = format!("{}_{}", self.stem, goods.join("_"));
        let mut is_whole = true;
        let mut list = |label: &str, values: Vec<&Rational>| {
            is_whole &= values.iter().all(|value| value.is_integer());
            whole += &format!("_{label}");
            for value in values {
                whole += &format!("_{value}");
            }
        };
        for (party, label) in ["a", "b"].into_iter().enumerate() {
            let values = self.kinds.iter().map(|kind| &kind.points[party]);
            list(label, values.collect());
        }
        if self.without_deal.iter().any(|points| !points.is_zero()) {
            list("d", self.without_deal.iter().collect());
        }
        // other names of parties make another scenario
        if self.parties != ["A", "B"] {
            whole += &format!("_{}", fingerprint(&self.parties));
        }
        let fits = whole.len() <= LONGEST_ID && !whole.contains('-');
        if is_whole && fits {
            DraftId::Whole(whole)
        } else {
            DraftId::Stem(self.stem.to_owned())
        }
    }

    fn body(&self, scale: &Rational) -> String {
        let [a, b] = self.parties.map(quote);
        let goods = self.kinds.iter();
        let goods = goods.map(|kind| format!("{} of {}", kind.count, plain(&kind.name)));
        let goods = goods.collect::<Vec<_>>().join(", ");
        let title = quote(&format!("{}: {goods}", plain(self.title)));
        let about = format!(
            "Two parties divide goods in whole units: {goods}. A utility of 1 is {scale} points of the source, for both parties. \
             This file was made from recorded data; its numbers are the data's, its texts are filled in."
        );
        let people = [0, 1].map(|party| self.person(party, scale)).join(",\n");
        let mut resources: Vec<String> = Vec::new();
        for (index, kind) in self.kinds.iter().enumerate() {
            let weights = [0, 1].map(|party| fraction(&kind.points[party], scale));
            for (unit, id) in (1..).zip(self.ids(index)) {
                let name = quote(&format!("{} {unit} of {}", plain(&kind.name), kind.count));
                resources.push(format!(
                    "    {{\"id\": {}, \"name\": {name}, \"unit\": \"count\", \"quantity\": 1, \"divisibility\": \"indivisible\", \
                     \"valuations\": {{{a}: {}, {b}: {}}}, \"visibility\": \"known\"}}",
                    quote(&id),
                    weights[0],
                    weights[1]
                ));
            }
        }
        format!(
            r#"  "name": {title},
  "description": {},
  "conflict_type": "commercial",
  "difficulty": "intermediate",
  "participants": [
{people}
  ],
  "mediator_config": {{
    "description": "Nobody mediates: the parties negotiate alone.",
    "focus_areas": ["The goods", "What they are worth", "Who gets what"],
    "web_search_enabled": false
  }},
  "expected_topics": ["The goods", "What they are worth to each", "Who gets what", "What happens without a deal"],
  "evaluation_criteria": {{
    "min_turns": 1,
    "max_turns": 100,
    "success_indicators": ["Both accept one division", "Nothing is claimed twice", "Nothing is left over"]
  }},
  "sample_turns": [
    {{"speaker": {a}, "message": "What would you like?", "turn_number": 1}},
    {{"speaker": {b}, "message": "Let us see what there is.", "turn_number": 2}}
  ],
  "resources": [
{}
  ]
}}
"#,
            quote(&about),
            resources.join(",\n")
        )
    }

    fn person(&self, party: usize, scale: &Rational) -> String {
        let name = quote(self.parties[party]);
        let points = self.kinds.iter().map(|kind| {
            let points = &kind.points[party];
            format!(
                "{} points for each of {}",
                spelled(points),
                plain(&kind.name)
            )
        });
        let worth = quote(&points.collect::<Vec<_>>().join(", "));
        let without = &self.without_deal[party];
        let utility = fraction(without, scale);
        let without = spelled(without);
        format!(
            r#"    {{
      "name": {name},
      "backstory": "A party of a recorded negotiation, known by its values alone.",
      "stated_goal": "As many points as possible.",
      "hidden_facts": [{worth}, "Without a deal: {without} points"],
      "archetype": "Negotiator",
      "batna_config": {{"description": "No deal: {without} points.", "utility": {utility}}}
    }}"#
        )
    }
}

/// Points as they are written in a sentence.
fn spelled(points: &Rational) -> String {
    decimal(points).unwrap_or_else(|| points.to_string())
}

/// Points as a utility. The scale is a power of ten and points are decimals, so this one has an end.
fn fraction(points: &Rational, scale: &Rational) -> String {
    let utility = points.checked_div(scale).unwrap_or(Rational::ZERO);
    spelled(&utility)
}
