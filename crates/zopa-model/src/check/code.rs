//! The rules by their stable names: one row each.

use crate::code_table;
use crate::diagnostic::Severity;

code_table! {
    /// The rules, by their stable names; each is explained in `docs/diagnostics.md`.
    Code of Severity:
    // the text
    NotUtf8 "not-utf8" Error "the file is not UTF-8";
    TooLarge "too-large" Error "the file is too large to be a scenario";
    EmptyFile "empty-file" Error "the file is empty";
    Syntax "malformed-json" Error "the text is no JSON";
    CutOff "cut-off" Error "the text ends too early";
    TooDeep "too-deep" Error "arrays and objects are nested too deeply";
    ByteOrderMark "byte-order-mark" Warning "the file begins with a byte-order mark";
    DuplicateKey "duplicate-key" Error "an object has the same key twice";
    FileStem "file-stem" Error "the file's name is not the scenario's id";
    // the shape
    MissingField "missing-field" Error "a required field is missing";
    UnknownField "unknown-field" Error "the schema has no such field";
    ServerField "server-field" Error "a field that only the server may set";
    WrongType "wrong-type" Error "a value has the wrong type";
    UnknownValue "unknown-value" Error "a value is none of those allowed";
    EmptyString "empty-string" Error "a text is empty";
    NonAscii "non-ascii" Error "a text holds characters that are not ASCII";
    ControlCharacter "control-character" Error "a text holds line breaks, tabs or other control characters";
    SurroundingSpace "surrounding-space" Warning "a text begins or ends with white space";
    NotSnakeCase "not-snake-case" Error "an id is not in snake_case";
    TooFewItems "too-few-items" Error "a list is too short";
    TooManyItems "too-many-items" Error "a list is too long";
    ParticipantCount "participant-count" Error "there are not exactly two participants";
    OutOfRange "out-of-range" Error "a number is out of its range";
    NotAnInteger "not-an-integer" Error "a count is not a whole number";
    NumberLimits "number-limits" Error "a number has too many digits, or is too large or too small to be read";
    NegativeZero "negative-zero" Warning "a number is written as minus zero";
    FloatDust "float-dust" Warning "a number carries the rounding dust of a float";
    // parties and turns
    SameNames "same-names" Error "both participants have the same name";
    ReservedName "reserved-name" Error "a participant's name is reserved";
    UnknownParty "unknown-party" Error "`held_by` names no participant";
    UnknownSpeaker "unknown-speaker" Error "a turn's speaker is neither a participant nor the Moderator";
    SpeakerRepeats "speaker-repeats" Warning "the same speaker has two sample turns in a row";
    TurnOrder "turn-order" Error "the sample turns' numbers do not rise from 1";
    TurnLimits "turn-limits" Error "`min_turns` is above `max_turns`";
    // resources
    DuplicateId "duplicate-id" Error "two resources have the same id, or two issues or options the same name";
    ValuationsKeys "valuations-keys" Error "the keys of valuations or utilities are not exactly the two parties";
    WeightsSum "weights-sum" Warning "a party's normalized valuations do not sum to 1";
    MixedBases "mixed-bases" Warning "some valuations are raw and some normalized";
    ZeroWeights "zero-weights" Error "a party's raw valuations are all 0";
    BothBenefitLiability "both-benefit-liability" Error "a liability cannot benefit both";
    JointObligationAsset "joint-obligation-asset" Warning "a joint obligation calls itself an asset";
    UnusedField "unused-field" Warning "a field has no meaning here";
    PercentOfWhat "percent-of-what" Warning "a percentage does not say of what";
    // domains
    OptionsOrRange "options-or-range" Error "an issue has neither options nor a range, or both";
    EmptyRange "empty-range" Error "a range does not rise from `from` to `to`";
    // latent resources
    LatentNotInFacts "latent-not-in-facts" Warning "no hidden fact of its holder speaks of a latent resource";
    LatentInManyFacts "latent-in-many-facts" Warning "more than one hidden fact speaks of a latent resource";
    LatentNotRevealed "latent-not-revealed" Warning "no expected revelation speaks of a latent resource";
    // the report itself, and what an analysis finds
    TooManyFindings "too-many-findings" Warning "there are more findings than are listed";
    ConventionDecidesZopa "convention-decides-zopa" Warning "how burdens are counted decides whether a ZOPA exists";
}
