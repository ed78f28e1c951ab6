//! Why a record was left out, or is to be taken with care: one table.

use zopa_model::code_table;

/// What becomes of a record with a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It makes no run.
    Skipped,
    /// It makes a run, and a reader should know something about it.
    Kept,
}

impl Fate {
    /// The stable spelling.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Skipped => "skipped",
            Self::Kept => "kept",
        }
    }
}

code_table! {
    /// Why a record was left out, or is to be taken with care.
    Reason of Fate:
    // no record at all
    Malformed "malformed" Skipped "the record cannot be read"
        "The line or the value is not what the format has there: no JSON, a field missing, a text where a number belongs.";
    DuplicateKey "duplicate-key" Skipped "the record has a key twice"
        "Which of the two values counts, nobody can know.";
    // no game
    NoValues "no-values" Skipped "the record does not say what anything is worth"
        "Without both parties' values there is no scenario, so not even an impasse can be judged.";
    NegativeValue "negative-value" Skipped "a unit has a negative value"
        "Goods in whole units are written as assets, which are worth 0 or more.";
    TooManyUnits "too-many-units" Skipped "there are too many units, or fewer than two"
        "Each unit becomes a resource of its own: at least 2, at most 1,000 in one scenario.";
    LeftOut "left-out" Skipped "the mapping leaves the record out"
        "As its `[skip]` says.";
    // no outcome
    NoMirror "no-mirror" Skipped "the partner's row is missing"
        "A dialogue has two rows, one as each party saw it. One alone does not tell whether the partner chose the same deal.";
    Unfinished "unfinished" Skipped "the record ends before anybody accepted or walked away"
        "It is no deal and no decision against one.";
    OtherDeal "other-deal" Skipped "what was agreed is not among the possible deals"
        "The deal names something that the scenario has not, or more units than there are.";
    NoSuchPayoffs "no-such-payoffs" Skipped "no deal of the scenario has the recorded payoffs"
        "The record tells payoffs, not terms, and no combination of options is worth that to both.";
    // outcomes that are no deal
    NoAgreement "no-agreement" Kept "both gave up: no deal"
        "Both chose `no agreement`, or one walked away.";
    Disconnect "disconnect" Kept "somebody left: no deal"
        "A lost connection ends a negotiation as no deal; whether anybody wanted that is not known.";
    OverClaim "over-claim" Kept "the choices claim more than there is: no deal"
        "Each party chose for itself at the end. Together they took more units than there are, so nothing was agreed.";
    UnderClaim "under-claim" Kept "the choices claim less than there is: no deal"
        "Each party chose for itself at the end. Together they took fewer units than there are, so nothing was agreed.";
    MixedClaim "mixed-claim" Kept "the choices do not fit together: no deal"
        "Each party chose for itself at the end: too much of one thing, too little of another, so nothing was agreed.";
    Disagree "disagree" Kept "the choices differ: no deal"
        "The file says that the parties' final choices differ, but not how.";
    OneSided "one-sided" Kept "one party chose a deal, the other one none: no deal"
        "A deal is what both accept.";
    NotSettled "not-settled" Kept "the source counts it as not settled: no deal"
        "Talk that sounds like an agreement, where the parties' accounts of it differ, or where time ran out.";
    // deals to be taken with care
    UnitsLeft "units-left" Kept "the deal leaves units to nobody"
        "They stay on the table, and the deal is scored so.";
    OtherPoints "other-points" Kept "the recorded utilities are not those of the deal"
        "The source may discount by time or have made an error. Scores are of the deal; the recorded numbers are the run's own fields.";
    SeveralDeals "several-deals" Kept "several deals have the recorded payoffs"
        "The record tells payoffs, not terms. The first of the deals with these payoffs stands in the run: every score is the same for all of them, up to the rounding of the payoffs.";
    RepeatedRecord "repeated-record" Kept "a record has the name of an earlier one"
        "Its run is named after its line, so that both can be told apart.";
    NoRun "no-run" Kept "a scenario without a run"
        "The file describes games, not what was agreed in them.";
}
