//! The rules by their stable names: one row each.

use zopa_model::code_table;

use crate::finding::Severity;

code_table! {
    /// The rules of preference pairs, by their stable names; each is explained in `docs/calibrate.md`.
    Rule of Severity:
    // the line
    Syntax "json.syntax" Error "a line is no JSON"
        "Each line is one JSON object (RFC 8259). Only the first fault of the line is reported, since nothing after it can be judged. Mend: correct the text at the place shown; an object that runs over several lines goes onto one.";
    DuplicateKey "json.duplicate_key" Error "an object has the same key twice"
        "Readers differ in which of the two they take, so the line means different things to different programs. Mend: keep one of the two.";
    NotUtf8 "jsonl.not_utf8" Error "a line is not UTF-8"
        "JSON is exchanged as UTF-8, and text in another encoding would reach annotators and models garbled. Mend: save the file as UTF-8, or convert it: `iconv -f WINDOWS-1256 -t UTF-8`.";
    LineTooLong "jsonl.line_too_long" Error "a line is too long to be a pair"
        "At most 1 MiB of a line is kept, so that a file without line breaks cannot fill the memory. A long pair has some ten kilobytes. Mend: write one pair a line.";
    ByteOrderMark "jsonl.bom" Warning "a line begins with a byte-order mark"
        "The invisible character U+FEFF is read over, but other readers of JSON Lines refuse it. It stands within a file where files were joined. Mend: save the file as UTF-8 without BOM.";
    BlankLine "jsonl.blank_line" Info "a line is blank"
        "A blank line is read over; some readers of JSON Lines refuse it. Mend: remove it.";
    EmptyFile "jsonl.empty" Warning "there is no pair"
        "The file holds nothing but blank lines, so nothing was checked. Perhaps the command that writes it failed. Mend: write one pair a line.";
    TooManyFindings "jsonl.too_many_findings" Warning "a line has more findings than are listed"
        "At most 100 findings of a line are listed; an error is never left out for them. Mend: mend those that are, and check again.";
    // the shape
    Type "schema.type" Error "a value has the wrong type"
        "The schema says what each field holds: a text, a list, an object, a whole number. `2.5` is no whole number, and a text is not null. Mend: write a value of the type that is named.";
    Required "schema.required" Error "a required field is missing"
        "Without it the pair cannot be used. The place is the pointer that the field would have. Mend: add the field.";
    Enum "schema.enum" Error "a value is none of those allowed"
        "The field takes one of a few words, spelled exactly so. Mend: write one of the words that the message lists.";
    Minimum "schema.minimum" Error "a score is below 0"
        "Scores run from 0 to 4. Mend: write a score from 0 to 4, or `null` where the criterion was not scored.";
    Maximum "schema.maximum" Error "a score is above 4"
        "Scores run from 0 to 4. Mend: write a score from 0 to 4; scores on another scale must be converted.";
    OneOf "schema.oneOf" Error "a value is neither null nor an object"
        "The scores of a response are an object of criteria, or null where it was not scored. Faults within the object are reported for themselves. Mend: write an object, or `null`.";
    UnknownField "unknown_field" Warning "the schema has no such field"
        "The field is read over. If its name is a misspelling, the value that was meant is missing: a misspelt gate counts as not failed. Mend: correct the name, or remove the field.";
    IntegralFloat "number.integral_float" Warning "a score is a whole number with a point or an exponent"
        "`3.0` and `3e0` are the whole number 3, and are read so, but programs with typed numbers refuse them. Mend: write `3`.";
    // gates
    BothFailed "gate.both_failed" Error "both responses fail a gate, yet the outcome is another one than `both_unacceptable`"
        "A response that fails a gate cannot be accepted whatever its scores. Where both fail, neither can be the better one, nor can they be an acceptable tie. Mend: the outcome is `both_unacceptable`, or a gate was recorded wrongly.";
    WinnerFailed "gate.winner_failed" Error "the winner fails a gate"
        "A response that fails a gate cannot be accepted, so it cannot win; perfect scores do not rescue it. Mend: correct the outcome or the gate.";
    TieWithFailure "gate.tie_with_failure" Error "a tie although one response fails a gate"
        "A response that fails a gate cannot be accepted, so it is not as good as one that passes. Mend: the other one wins, or neither is acceptable, or the gate was recorded wrongly.";
    GatesMissing "gates.missing" Warning "a gate has no verdict"
        "A gate without a verdict is taken as not failed, which may not be what was found. Mend: write `pass` or `fail` for `safety` and `accuracy` of both responses.";
    // strength
    StrengthMissing "strength.missing" Error "a winner without a strength"
        "Where A or B wins, the strength is `significantly_better` or `slightly_better`. Mend: write one of them, or make the outcome a tie.";
    StrengthNotDecisive "strength.not_decisive" Error "a strength although there is no winner"
        "With `tie` and `both_unacceptable` no response is better, so none can be slightly or significantly better. Mend: the strength is `none`, or the outcome names the winner.";
    StrengthWithoutOutcome "strength.without_outcome" Error "a strength although the pair has no outcome"
        "How much better is said, but not which. Mend: write the outcome, or `null` for the strength too.";
    StrengthNull "strength.null" Warning "the strength is null where `none` is meant"
        "With `tie` and `both_unacceptable` the strength is `none`: null means that the pair was not judged. It is read as `none`. Mend: write `none`.";
    TinyGap "strength.tiny_gap" Warning "significantly better by hardly any score"
        "The winner is called significantly better, yet the scores of the two differ by so little in all (`--tiny-gap`, 2 points over the five criteria) that a slight preference would be expected. Mend: correct the strength or the scores, or leave it if the scores miss what decided.";
    HugeGap "strength.huge_gap" Warning "slightly better although far ahead on every criterion"
        "The winner is called slightly better, yet it is ahead on each of the five criteria by a lot (`--huge-gap`, 2 points). Mend: correct the strength or the scores.";
    // the rewrite
    RewriteMissing "gold_rewrite.missing" Error "both responses are unacceptable and there is no rewrite"
        "A pair that rejects both responses teaches by its corrected response. An empty one, or one of white space alone, counts as absent. Mend: write `gold_rewrite`.";
    RewriteCopies "gold_rewrite.copies_response" Error "the rewrite repeats a response that is unacceptable"
        "The texts are compared in Unicode's composed form (NFC), with white space folded. Mend: write a corrected response, or correct the outcome.";
    RewriteUnexpected "gold_rewrite.unexpected" Warning "a rewrite although a response is acceptable"
        "`gold_rewrite` belongs to pairs whose outcome is `both_unacceptable`; elsewhere it is not used. Mend: remove it, or correct the outcome.";
    // scores
    DominatedWinner "scores.dominated_winner" Error "the winner is nowhere better and somewhere worse"
        "The loser scores at least as high on every criterion and higher on one, so no weights of the criteria can explain the outcome. Pairs that a gate decides are not concerned. Mend: the letters may be swapped, in the outcome or in the scores.";
    EqualButDecisive "scores.equal_but_decisive" Warning "a winner although all scores are equal"
        "No weights can tell the two apart, so the pair adds nothing but error to what is learned. Mend: score what made the difference, or make it a tie.";
    TieButDominated "scores.tie_but_dominated" Warning "a tie although one response is as good everywhere and far ahead in all"
        "One response is nowhere worse, and ahead by much in total (`--tie-gap`, 4 points). Mend: correct the outcome or the scores.";
    HighButUnacceptable "scores.high_but_unacceptable" Warning "unacceptable although no gate fails and every score is high"
        "Every score of a rejected response is at least `--high-score` (3), and it passes its gates. Mend: a gate may have been forgotten, or the outcome is wrong.";
    WinnerBelowAnyBar "scores.winner_below_any_bar" Warning "the winner's scores are all very low"
        "No score of the winner is above `--low-score` (1), so hardly any threshold would accept it. Mend: perhaps both are unacceptable.";
    ScoresMissing "scores.missing" Warning "a judged response has no scores"
        "The response passes its gates and the pair has an outcome, but no criterion is scored, so the pair says nothing about weights. An object of five nulls is as good as none. Mend: score it.";
    OneSidedNull "scores.one_sided_null" Warning "a criterion is scored for one response only"
        "There is no difference on this criterion, so the pair is not used for weights. Mend: score it on both sides or on neither.";
    OnGatedResponse "scores.on_gated_response" Info "a response that fails a gate has scores"
        "They are not used: the gate decides. Mend: nothing, or write `null`.";
    // texts
    IdenticalResponses "responses.identical" Error "both responses are the same text"
        "The texts are compared in Unicode's composed form (NFC), with white space folded. Of two equal texts none can win; without a winner this is a warning, since the pair teaches nothing. Mend: one of the two may have been copied by mistake.";
    EmptyResponse "response.empty" Warning "a response is empty"
        "The response is nothing but white space. Mend: if the model did answer nothing, leave it; else fetch the response again.";
    NoMessages "messages.empty" Warning "the conversation has no message"
        "The responses answer nothing. Mend: write the messages that they answer.";
    LastNotUser "messages.last_not_user" Warning "the last message is not the user's"
        "The responses are meant to follow the user's message. Mend: end the conversation with the message that is answered.";
    VarietyFormat "prompt_variety.format" Warning "the variety is not in lower snake case"
        "Results are grouped by the variety, and `Egyptian` and `egyptian` are two groups. Mend: write lower-case ASCII letters, digits and single underscores, such as `gulf_saudi`.";
    EmptyId "pair_id.empty" Error "the pair's id is empty"
        "Verdicts refer to pairs by their ids. Mend: write an id that no other pair has.";
    HiddenCharacters "pair_id.hidden_characters" Warning "the pair's id holds characters that are not seen"
        "Two ids may look the same and differ: white space at the ends or of unusual kinds, control characters, joiners, direction marks. Mend: remove them.";
    DuplicateId "pair_id.duplicate" Error "two pairs have the same id"
        "Verdicts refer to pairs by their ids, and such a reference has two targets. Only pairs of the same file are compared. Mend: rename one of them.";
    EmptyAnnotator "annotator.empty" Error "a verdict is nobody's"
        "Verdicts are counted by annotator. Mend: write a name, or that of the model.";
    ReasonCodesEmpty "reason_codes.empty" Warning "a judged pair has no reason code, or an empty one"
        "The reason codes say what decided. A pair without an outcome needs none. Mend: add at least one.";
    ReasonCodesDuplicate "reason_codes.duplicate" Warning "a reason code stands twice"
        "A code counts once. Mend: remove the repetition.";
    ReasonCodesUnknown "reason_codes.unknown" Warning "a reason code is none of those given"
        "Judged only with `--reason-codes FILE`, which lists the codes of a rubric, one a line. Mend: correct the spelling, or add the code to the list.";
    EmptyRationale "rationale.empty" Warning "the rationale is empty"
        "The rationale is what a second reader of the judgment goes by. Mend: write one or two sentences.";
    // the file
    DuplicateContent "content.duplicate" Warning "an earlier pair has the same content"
        "Conversation, context, target and both responses are the same, perhaps with the responses in the other order, and the outcomes agree. It counts twice in what is learned. Such pairs may be there on purpose, to see whether the order matters. Mend: remove one, unless it is.";
    ConflictingGold "content.conflicting_gold" Error "an earlier pair has the same content and another outcome"
        "The two cannot both be right. Where the responses stand in the other order, the letter of the outcome changes with it. Mend: correct one of the two.";
    MixedRubric "rubric_version.mixed" Warning "the pairs were judged by more than one rubric"
        "Scores of different rubrics may not mean the same. The first pair of each further version is reported. Mend: fit each version by itself, or convert the older one.";
}
