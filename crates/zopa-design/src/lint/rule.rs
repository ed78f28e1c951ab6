//! The lints by their stable names: one row each.

use std::fmt::Write as _;

use zopa_model::code_table;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The scenario probably does not do what it is meant to do.
    Warning,
    /// Worth knowing; often meant.
    Note,
}

impl Severity {
    /// `warning` or `note`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

code_table! {
    /// The lints, by their stable names; each is explained in `docs/design.md`.
    Lint of Severity:
    // what there is to trade
    NoTradeSpace "no-trade-space" Warning "both parties want the same to the same degree"
        "The total variation distance TV of the two vectors of normalized weights is below `--min-tv` (0.05). Where every resource is a rival asset and weights sum to 1, the largest sum of utilities is 1 + TV, so with a small TV hardly anything is won by trading: the scenario is a fixed pie. Mend: let each party value something that matters less to the other; `zopa tune FILE --target tv=0.2` proposes the smallest change.";
    OneResourceDecides "one-resource-decides" Warning "one resource weighs more than everything else together"
        "A party's normalized weight of one resource is above `--max-weight` (1/2). Who gets that resource then decides what the party thinks of a deal, and nothing given in exchange can make up for it. Mend: lower the weight, or divide the resource into several.";
    DummyResource "dummy-resource" Warning "a resource is worth almost nothing to either party"
        "Both parties' normalized weights are at most `--dummy-weight` (0.02). It lengthens the conversation and changes no result. Mend: raise a valuation or remove the resource.";
    CompatibleResource "compatible-resource" Note "there is no conflict over a resource"
        "One party's normalized weight of a rival resource is at most `--compatible-weight` (0), the other's is not: the one loses nothing by giving it away, or by taking it on. Such a resource tests whether the parties find out that they agree (the literature calls it a compatible issue); where all are so there is nothing to negotiate. Mend: nothing if it is meant, else raise the smaller valuation.";
    SharedNotNegotiable "shared-not-negotiable" Note "a shared resource cannot be negotiated"
        "A resource of mode `both_benefit` is best for both parties at once when both have it whole. It raises both utilities by a constant and never enters a trade. Mend: nothing if it is meant as common ground, else make it `divisible`, or lower the BATNAs by what it adds.";
    TooFewOutcomes "too-few-outcomes" Warning "there are too few ways to divide the resources"
        "Nothing is divisible that both want, and the allocations that give everything out are fewer than `--min-outcomes` (8). A deal can then be found by trying. Mend: add resources, or make one divisible.";
    EqualRatios "equal-ratios" Note "two divisible resources have the same ratio of weights"
        "Both parties' weights of the two resources stand in the same ratio, so one can be exchanged for the other at no gain or loss: efficient deals are many allocations with the same utilities, and which of them is printed is arbitrary. Mend: nothing if it is meant, else change one valuation a little.";
    DustyValuation "dusty-valuation" Warning "a valuation has more decimal places than anyone meant"
        "It has more than `--max-decimals` (6) places, as the print of a float or of a quotient has. Exact comparisons then turn on digits that mean nothing. Mend: round the valuations so that each party's still sum to 1; `zopa check` marks those that are clearly dust.";
    // whether there is a deal
    ZopaEmpty "zopa-empty" Note "there is no ZOPA"
        "No allocation gives both parties at least their BATNA, so no deal is the right outcome. Mend: nothing if an impasse is meant; else `zopa sensitivity FILE` says what each BATNA would have to fall to, and `zopa tune FILE --target zopa=0.05` proposes the smallest change.";
    ZopaPoint "zopa-point" Warning "the ZOPA has one efficient deal only"
        "Exactly one efficient pair of utilities gives both parties at least their BATNA: there is one deal to find and nothing to bargain over. Mend: lower a BATNA, or change valuations so that something can be exchanged.";
    ZopaByLotteryOnly "zopa-by-lottery-only" Note "only a lottery gives both parties their BATNA"
        "There is no ZOPA, yet drawing between two deals gives both parties their BATNA or more in expectation: the frontier has a gap where an indivisible resource changes hands. Mend: make a resource divisible, or lower a BATNA.";
    ZopaIfRevealed "zopa-if-revealed" Note "there is a ZOPA only if latent resources are revealed"
        "With all resources on the table there is a ZOPA; while the latent ones are hidden there is none. A negotiation that does not surface them can only fail. Mend: nothing if that is the test, else make a resource `known`.";
    BatnaUnattainable "batna-unattainable" Warning "a BATNA is above all that the party can get"
        "Even with every asset and no burden the party would have less than its BATNA, so it never has a reason to agree, whatever the other one offers. Often the BATNA was stated on another scale or in the other convention. Mend: lower it below what is attainable.";
    NoTension "no-tension" Warning "neither party has anything to fall back on"
        "Both BATNAs are 0 or missing, so every deal with no negative utility is acceptable and nobody can walk away with reason. Mend: state what each party can do without the other in `batna_config`.";
    ConventionDecides "convention-decides" Warning "how burdens are counted decides whether a ZOPA exists"
        "Signed (a burden counts negative) and avoided (escaping one counts positive) give different answers. `check` says so too. Mend: state the BATNAs in the convention that is meant, and analyse with it.";
    LopsidedZopa "lopsided-zopa" Warning "one party can gain far more than the other"
        "Inside the ZOPA one party's largest gain over its BATNA is more than `--max-width-ratio` (5) times the other's. Hardly anything is at stake for the other one. Mend: raise the BATNA of the party with much to gain, or lower the other's.";
    // which deal
    NashTie "nash-tie" Warning "two deals tie for the Nash solution"
        "Several pairs of utilities have the largest product of gains, so the deal that scores are measured against is chosen by a rule of ties. Mend: change a valuation a little; `zopa tune FILE --target unique-nash` proposes the smallest change.";
    NashNearTie "nash-near-tie" Note "another deal is nearly as good as the Nash solution"
        "The best deal that assigns the indivisible resources otherwise has a product of gains within `--near-tie` (1%) of the largest. A small change of a valuation makes another deal the Nash solution. Mend: nothing, or widen the distance (`zopa tune FILE --target 'nash-lead=0.05'`).";
    EvenSplitSolves "even-split-solves" Warning "splitting everything evenly is efficient and acceptable"
        "A deal that halves each divisible resource and hands out the indivisible ones in equal number lies in the ZOPA, and no deal is better for both. Nothing has to be understood to find it. Mend: let valuations differ more, so that trading beats splitting.";
    NoEnvyFreeDeal "no-envy-free-deal" Note "no acceptable deal is free of envy"
        "There is a ZOPA, but in every deal in it that gives everything out some party would rather have what the other one has. A deal that both can accept will seem unfair to somebody. Mend: nothing if it is meant; else bring the BATNAs nearer to each other.";
    // hidden resources
    LatentChangesNothing "latent-changes-nothing" Warning "revealing a latent resource changes nothing"
        "Revealing it, alone or with others, changes neither the ZOPA's margin nor the Nash utilities. To uncover it is no achievement then. Mend: raise its valuations.";
    // the declared level
    DifficultyMismatch "difficulty-mismatch" Warning "the declared difficulty is not what the numbers speak for"
        "The scenario format asks of an `expert` scenario a weak ZOPA or none, and calls a comfortable integrative one `intermediate`. The computed level counts the numbers alone (`docs/semantics.md`, under Design); what is hard between people is not in it. Mend: change the level, the BATNAs or the valuations; `zopa profile` gives the reasons.";
}

/// Every lint under a heading of its own, in Markdown: a part of `docs/design.md`.
#[must_use]
pub fn lints_markdown() -> String {
    let mut out = String::new();
    for lint in Lint::ALL {
        // writing to a String never fails
        let _ = write!(
            out,
            "\n### {}\n\n*{}*: {}.\n\n{}\n",
            lint.as_str(),
            lint.severity().as_str(),
            lint.title(),
            lint.explanation()
        );
    }
    out
}
