//! What a party's answers say: the report, and a line after each answer.

use zopa_calibrate::consistent::Range;
use zopa_calibrate::elicit::{Elicitation, Knowledge, Question, answer_line, patch};
use zopa_model::Convention;

use super::{exactly, range, table};
use crate::render::document::{Align, Block};

/// The report.
pub(crate) fn report(
    elicitation: &Elicitation<'_>,
    known: &Knowledge,
    next: Option<&Question>,
    note: Option<String>,
    exact: bool,
) -> Vec<Block> {
    let party = elicitation.party_name();
    let answers = zopa_plot::count(elicitation.replies().len(), "answer");
    let done = if elicitation.is_complete(known) {
        "Every range is as narrow as was asked for."
    } else {
        "Some ranges are still wider than was asked for."
    };
    let burdens = elicitation.scenario().resources.iter();
    let convention =
        burdens
            .clone()
            .any(|one| one.kind.is_burden())
            .then(|| match elicitation.convention() {
                Convention::Signed => "The BATNA is on the scale where a burden counts negative.",
                Convention::Avoided => {
                    "The BATNA is on the scale where escaping a burden counts as a gain."
                }
            });
    let mut blocks = vec![
        Block::Title(format!("What things are worth to {party}")),
        Block::Paragraph(format!(
            "{answers}. {done} Any value in a range agrees with all of them."
        )),
    ];
    let row = |name: &str, found: &Range, estimate: String| {
        vec![name.to_owned(), range(found, exact), estimate]
    };
    let resources = elicitation.scenario().resources.iter();
    let mut rows: Vec<Vec<String>> = resources
        .zip(&known.valuations)
        .zip(&known.estimate)
        .map(|((resource, found), estimate)| row(&resource.name, found, exactly(estimate, exact)))
        .collect();
    rows.push(row(
        "BATNA",
        &known.batna,
        exactly(&known.batna_estimate, exact),
    ));
    blocks.push(table(
        &[
            ("valuation", Align::Left),
            ("range", Align::Right),
            ("middle", Align::Right),
        ],
        rows,
    ));
    blocks.extend(convention.map(|text| Block::Paragraph(text.to_owned())));
    blocks.extend(note.map(Block::Paragraph));
    if next.is_none() && !elicitation.is_complete(known) {
        blocks.push(Block::Paragraph(
            "No further question that is known tells more: where every package is worse than walking away no answer bounds the BATNA \
             from above (with burdens, see `--convention avoided`), and a whole thing that outweighs all others cannot be weighed \
             against them (`--chances` then helps)."
                .to_owned(),
        ));
    }
    if let Some(question) = next {
        blocks.push(Block::Heading("The next question".to_owned()));
        blocks.push(Block::List(question.in_words(elicitation)));
        blocks.push(Block::Paragraph(
            "As a line for the file of answers, to be completed:".to_owned(),
        ));
        let line = answer_line(elicitation.scenario(), question, None);
        blocks.push(Block::Drawing(format!("{line}\n")));
    }
    blocks.push(Block::Heading("Patch of the scenario".to_owned()));
    blocks.push(Block::Drawing(format!("{:#}\n", patch(elicitation, known))));
    blocks
}

/// The ranges in a line, for after an answer.
pub(crate) fn ranges_line(elicitation: &Elicitation<'_>, known: &Knowledge) -> String {
    let resources = elicitation
        .scenario()
        .resources
        .iter()
        .zip(&known.valuations);
    let mut parts: Vec<String> = resources
        .map(|(resource, found)| format!("{} {}", resource.id, range(found, false)))
        .collect();
    parts.push(format!("BATNA {}", range(&known.batna, false)));
    format!(
        "after answer {}: {}\n",
        elicitation.replies().len(),
        parts.join("; ")
    )
}
