//! What reading found: a table of codes, and notes that are counted by code.

use std::collections::BTreeMap;

use zopa_model::{Position, code_table};

use crate::Source;

/// How bad a note is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing: nothing was doubtful.
    Info,
    /// Something was assumed; strict reading refuses it.
    Warning,
    /// It cannot be read.
    Error,
}

impl Severity {
    /// `info`, `warning` or `error`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

code_table! {
    /// The notes of importers, by their stable names; each is explained in `docs/import.md`.
    NoteCode of Severity:
    // files
    FileTooLarge "file-too-large" Error "a file is too large to be read"
        "Files of domains have some kilobytes. The bound keeps a wrong file (a log, an archive) from costing time and memory. Mend: name the files that are meant.";
    MalformedFile "malformed-file" Error "a file is not well-formed"
        "The text is not what its format allows, or is cut off. Nothing after the fault can be judged. Mend: correct the text at the place shown, or export the file again.";
    DocumentType "document-type" Error "an XML file has a document type"
        "A document type (`<!DOCTYPE ...>`) can define entities, with which a few lines become gigabytes, and can name files to fetch. No file of a domain needs one, so none is accepted. Mend: remove it.";
    ForeignTag "foreign-tag" Error "a YAML file has a tag that is not plain data"
        "A tag such as `!!python/object/apply:os.system` asks the reader to make an object of some class. Tags are never resolved here, and a value with one is not what it looks like. Mend: export plain data.";
    SpaceBeforeXml "space-before-xml" Warning "there is space before the XML declaration"
        "The declaration has to be the first thing in a file; other readers refuse it. It is read over. Mend: remove the space.";
    BareAmpersand "bare-ampersand" Warning "an `&` is not written as a reference"
        "In XML an `&` is written `&amp;`. What is no reference is read as itself. Mend: write `&amp;`.";
    TooDeep "nested-too-deeply" Error "a file is nested too deeply"
        "No file of this kind is nested so deeply; the bound keeps a file from exhausting memory. Mend: is it the file that is meant?";
    TooManyParts "too-many-parts" Error "a file has too many parts"
        "The number of elements, or of values after references within the file are followed, is bounded, so that a small file cannot become a large one. Mend: is it the file that is meant?";
    UnexpectedShape "unexpected-shape" Error "a file lacks what its format requires"
        "A field or element that the format requires is missing or of another type. Mend: as the message says; perhaps the file is of another format (`--from`).";
    // numbers
    NotANumber "not-a-number" Error "a number cannot be read"
        "Numbers are read exactly as the decimals that the file spells. `NaN`, infinities and words are none. Mend: write a number.";
    NumberSpelling "number-spelling" Warning "a number is spelled in an unusual way"
        "`.2`, `2.`, `+2` and `02` are read as the numbers that they mean. Mend: `0.2` and `2`.";
    FloatDust "dusty-number" Warning "a number carries the rounding dust of a float"
        "A number of 16 digits or more, such as 0.39999999999999997, was printed from a float; another number is meant. Read as written it can split one point of the frontier into several. Mend: `--round-decimals N`.";
    WeightsSum "import-weights-sum" Warning "a profile's weights do not sum to 1"
        "Weights are used as written and never renormalised, as the programs that wrote the files do. Mend: correct a weight, or round what is dust with `--round-decimals N`.";
    WeightMissing "missing-weight" Warning "an issue has no weight"
        "An issue that a profile gives no weight counts as nothing for its party. GENIUS cannot value such a bid. Mend: give it a weight, 0 if it is worth nothing.";
    WorthAboveOne "utility-above-one" Warning "utilities can exceed 1"
        "GENIUS counts a utility above 1 as 1. Here it is not cut off: then utilities would be no sum over issues. Mend: weights that sum to at most 1.";
    NegativeWorth "negative-evaluation" Warning "an evaluation is negative"
        "GENIUS means evaluations to be at least 0. The number is used as written. Mend: raise all evaluations of the issue.";
    FlatIssue "flat-issue" Info "all evaluations of an issue are 0"
        "Evaluations are divided by the largest; where that is 0, GENIUS counts each value as 0.";
    EvaluatorSpelling "evaluator-spelling" Warning "an evaluator is spelled as of another type"
        "An integer issue has `slope` and `offset`, a real one `parameter0` and `parameter1`. Where the other's are written, utility is `parameter1` times the number plus `parameter0`, or `offset` plus `slope` times the distance from the lower bound. Mend: write the attributes of the issue's type.";
    NotAdditive "not-additive" Error "a utility is no sum over issues"
        "Only utilities that are sums over issues are read: constraints between issues, tables of whole outcomes and functions of several issues have no place in an option table. Mend: none; where few issues interact, join them to one with an option for each combination.";
    UnknownFunction "unknown-function" Error "a function of a number is not known, or not exact"
        "Lines, polynomials, triangles, constants and tables are read exactly. Others (sines, exponentials, Gaussians) have values that are no fractions. Mend: a table of the values.";
    // what a profile leaves open
    NoReservation "no-reservation" Warning "a profile has no reservation value"
        "Without one the party's utility without a deal (its BATNA) counts as 0. Mend: write the reservation value into the profile.";
    PartialBid "partial-bid" Warning "a reservation bid leaves an issue open"
        "The reservation value is the utility of the bid; what it leaves open counts as 0. Mend: complete the bid.";
    MissingWorth "missing-worth" Warning "a value has no utility"
        "A value that a profile does not name is worth 0 to its party. Mend: give it a utility.";
    HighReservation "reservation-above-one" Warning "a reservation value is above 1"
        "No utility of a usual profile exceeds 1, so that no deal would be acceptable. The number is used as written. Mend: is it a percentage?";
    EndlessReservation "endless-reservation" Warning "a reservation value is minus infinity"
        "Any deal is better than none then, by any measure, and solutions that compare gains have no meaning. The BATNA counts as 0. Mend: write what no deal is worth.";
    DiscountIgnored "discount-ignored" Info "a discount factor is not used"
        "Frontier and solutions are those of the domain as it stands at the start: nothing is discounted. The reservation value stays.";
    UnreadableDiscount "unreadable-discount" Warning "a discount factor is no number"
        "It is not used anyway. Mend: write a number, or remove it.";
    // the tree of issues
    NoObjective "no-objective" Warning "issues stand outside of an objective"
        "GENIUS keeps issues in an `objective`. Those outside are read as if they stood in one. Mend: export the file again.";
    Hierarchy "hierarchy" Info "objectives are nested"
        "An issue counts with its own weight; weights of objectives are not used. So does GENIUS 10.4.";
    IssueNumbers "issue-numbers" Warning "issues are not numbered from 1"
        "Issues of a domain and of its profiles belong together by their `index`, whatever numbers these are. Mend: number them from 1.";
    NamesDiffer "names-differ" Warning "a profile calls something by another name than the domain"
        "Issues belong together by index. Values belong together by name and, where a name is not the domain's, by their place in the list. Mend: write the domain's name.";
    DuplicateValue "duplicate-value" Warning "a value stands twice in an issue"
        "It is one value; the last evaluation counts. Mend: remove one of them.";
    StrayItem "stray-item" Warning "an `item` is no value"
        "An `item` within another element of an issue, such as a `similarity_function`, is read over. Mend: none needed.";
    // parties and names
    ProfileCount "profile-count" Error "there are not exactly two profiles"
        "A negotiation is between two parties here, and each has one profile. Mend: name the domain's file and the two profiles that are meant.";
    ProfilesDiffer "profiles-differ" Error "the profiles are of different domains"
        "Both profiles have to value the same issues and values. Mend: name two profiles of one domain.";
    CleanedName "cleaned-name" Warning "a name was cleaned"
        "White space around names is removed, and control characters within them, which could change what a terminal shows, are replaced by spaces. A name that is empty or stands twice then gets a number. Mend: correct the name in the file.";
    // what is written for other programs
    NotExpressible "not-expressible" Error "the format cannot say what the scenario says"
        "Option tables have no shares of a resource, GeniusWeb has no reservation but a bid's, and formats of decimals have no thirds. Mend: `--steps N` cuts what can be divided into N equal steps; or another format.";
    Rescaled "rescaled" Info "utilities were shifted or scaled"
        "GENIUS and GeniusWeb want utilities from 0 to 1, and all but CSV want decimals. Each party's utilities and BATNA are raised by one constant, and all are multiplied by one factor, which leaves every solution the same deal.";
    // what an issue can be
    TooManyValues "too-many-values" Error "an issue has too many values"
        "The values of an issue become options, which are listed one by one. Mend: `--steps N` cuts the range into N equal steps.";
    NotLinear "not-linear" Error "a real-valued issue is not linear in both profiles"
        "An issue with any number of a range is exact only where both parties' utilities are linear over it. Mend: `--steps N` cuts it into N equal steps, which changes the domain; the output says so.";
    CutIntoSteps "cut-into-steps" Info "an issue was cut into steps"
        "As `--steps` asks: the domain that is written is another one than that of the file, and has only the numbers at the steps' ends. A larger N comes closer.";
}

/// One note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The kind of it. Its spelling is stable.
    pub code: NoteCode,
    /// The file's name.
    pub file: String,
    /// The place in the file.
    pub position: Position,
    /// What was found, and what was assumed or is wanted: lower case, names in backticks.
    pub message: String,
}

impl Note {
    /// How bad it is.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
}

/// Notes in the order in which they were made. All are counted; of each code the first few are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    kept: Vec<Note>,
    counts: BTreeMap<NoteCode, usize>,
}

impl Notes {
    /// So many notes of a code are kept: more of the same help nobody.
    pub const KEPT: usize = 5;

    /// Adds a note about a place, in bytes from the file's start.
    pub fn add(
        &mut self,
        code: NoteCode,
        source: &Source<'_>,
        offset: usize,
        message: impl Into<String>,
    ) {
        let count = self.counts.entry(code).or_default();
        *count += 1;
        if *count <= Self::KEPT {
            self.kept.push(Note {
                code,
                file: source.name.to_owned(),
                position: Position::of(source.text, offset),
                message: message.into(),
            });
        }
    }

    /// The notes that are kept, in the order in which they were made.
    #[must_use]
    pub fn kept(&self) -> &[Note] {
        &self.kept
    }

    /// How many notes there are of each code, in the order of the table.
    pub fn counts(&self) -> impl Iterator<Item = (NoteCode, usize)> {
        self.counts.iter().map(|(code, count)| (*code, *count))
    }

    /// How many there are of a code.
    #[must_use]
    pub fn count(&self, code: NoteCode) -> usize {
        self.counts.get(&code).copied().unwrap_or(0)
    }

    /// The worst of them; `None` where there are none.
    #[must_use]
    pub fn worst(&self) -> Option<Severity> {
        self.counts.keys().map(|code| code.severity()).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_counted_and_few_are_kept() {
        let source = Source {
            name: "a.xml",
            text: "x\ny",
        };
        let mut notes = Notes::default();
        for _ in 0..9 {
            notes.add(NoteCode::FloatDust, &source, 2, "dust");
        }
        notes.add(NoteCode::CutIntoSteps, &source, 0, "cut");
        assert_eq!(notes.kept().len(), Notes::KEPT + 1);
        assert_eq!(notes.count(NoteCode::FloatDust), 9);
        assert_eq!(notes.kept()[0].position, Position { line: 2, column: 1 });
        assert_eq!(notes.worst(), Some(Severity::Warning));
        assert_eq!(Notes::default().worst(), None);
    }
}
