//! The two formats, `data/benchmark-scenario.schema.json` and `data/domain.schema.json`, a line per field. A test holds both
//! together.

use super::rule::Need::{OnlyWhere, RequiredWhere};
use super::rule::Range::{Above, Any, AtLeast, Between};
use super::rule::Rule::{
    Bool, Exact, Id, Integer, Name, Number, NumberOrNull, OneOf, PerParty, Text,
};
use super::rule::{Field, Rule, at_least, list, object, optional, required};
use crate::json::Node;

/// A scenario file.
pub(super) static SCENARIO: Rule = object(
    "scenario",
    &[
        required("id", Id),
        required("name", Text),
        required("description", Text),
        required("conflict_type", OneOf(CONFLICT_TYPES)),
        required("difficulty", OneOf(&["novice", "intermediate", "expert"])),
        required("participants", list(2, 2, &PARTICIPANT).helped(TWO_PARTIES)),
        required("mediator_config", MEDIATOR),
        required("expected_topics", list(4, 6, &Text)),
        required("evaluation_criteria", CRITERIA),
        required("sample_turns", list(2, 5, &TURN)),
        optional("resources", at_least(2, &RESOURCE).helped(FIXED_PIE)),
    ],
);

const CONFLICT_TYPES: &[&str] = &[
    "interpersonal",
    "workplace",
    "family",
    "community",
    "financial",
    "legal",
    "commercial",
    "international",
    "civil_rights",
    "restorative",
];

const TWO_PARTIES: &str = "a mediation has two parties; tell of others in the `backstory` or the `hidden_facts` of the two";

const FIXED_PIE: &str = "add a resource, or leave out `resources` for a purely relational conflict: a single divisible resource is a fixed pie";

static PARTICIPANT: Rule = object(
    "participant",
    &[
        required("name", Text),
        required("backstory", Text),
        required("stated_goal", Text),
        required("hidden_facts", at_least(2, &Text)),
        optional("hidden_emotions", at_least(0, &Text)),
        required("archetype", Text),
        optional("batna_config", BATNA),
    ],
);

const BATNA: Rule = object(
    "BATNA",
    &[
        required("utility", Number(Between(0, 1))),
        required("description", Text),
    ],
);

const MEDIATOR: Rule = object(
    "mediator",
    &[
        required("description", Text),
        required("focus_areas", list(3, 5, &Text)),
        required("web_search_enabled", Bool),
    ],
);

const CRITERIA: Rule = object(
    "list of criteria",
    &[
        required("min_turns", Integer(Above(0))),
        required("max_turns", Integer(Above(0))),
        required("success_indicators", at_least(3, &Text)),
        optional("expected_revelations", at_least(0, &Text)),
        optional("min_cooperative_percentage", NumberOrNull(Between(0, 100))),
    ],
);

static TURN: Rule = object(
    "sample turn",
    &[
        required("speaker", Text),
        required("message", Text),
        optional("internal_thought", Text),
        required("turn_number", Integer(AtLeast(1))),
    ],
);

static RESOURCE: Rule = object(
    "resource",
    &[
        required("id", Id),
        required("name", Text),
        required("unit", OneOf(UNITS)),
        Field {
            name: "unit_label",
            need: OnlyWhere("unit", "other"),
            rule: Text,
        },
        required("quantity", Number(Above(0))),
        required(
            "divisibility",
            OneOf(&["divisible", "indivisible", "shared"]),
        ),
        Field {
            name: "shared_mode",
            need: OnlyWhere("divisibility", "shared"),
            rule: OneOf(&["both_benefit", "joint_obligation"]),
        },
        optional("polarity", OneOf(&["asset", "liability"])),
        optional("external_value_usd", Number(AtLeast(0))),
        required("valuations", PerParty(&Number(Between(0, 1)))),
        optional("valuation_basis", OneOf(&["normalized_share", "raw"])),
        required("visibility", OneOf(&["known", "latent"])),
        Field {
            name: "held_by",
            need: RequiredWhere("visibility", "latent"),
            rule: Text,
        },
        optional("description", Text),
    ],
);

const UNITS: &[&str] = &["usd", "hours", "days", "count", "percent", "other"];

/// A domain file: issues with options, or with a range over which utilities are linear.
pub(super) static DOMAIN: Rule = object(
    "domain",
    &[
        required("id", Id),
        optional("name", Name),
        optional("description", Name),
        required(
            "parties",
            list(2, 2, &PARTY).helped("a domain has two parties"),
        ),
        required("issues", at_least(1, &ISSUE)),
    ],
);

static PARTY: Rule = object("party", &[required("name", Name), optional("batna", Exact)]);

static ISSUE: Rule = object(
    "issue",
    &[
        required("name", Name),
        optional("options", at_least(1, &OPTION)),
        optional("range", RANGE),
    ],
);

static OPTION: Rule = object(
    "option",
    &[
        required("name", Name),
        required("utilities", PerParty(&Exact)),
    ],
);

const RANGE: Rule = object(
    "range",
    &[
        required("from", Number(Any)),
        required("to", Number(Any)),
        optional("unit", Name),
        required("utilities_from", PerParty(&Exact)),
        required("utilities_to", PerParty(&Exact)),
    ],
);

/// Which of the formats a file is meant to be: a domain where it has what only domains have, and no participants.
pub(super) fn form(root: &Node<'_>) -> &'static Rule {
    let has = |key: &str| root.get(key).is_some();
    if (has("issues") || has("parties")) && !has("participants") {
        &DOMAIN
    } else {
        &SCENARIO
    }
}

#[cfg(test)]
mod tests;
