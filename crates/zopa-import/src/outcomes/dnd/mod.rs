//! Deal or No Deal (Lewis, Yarats, Dauphin, Parikh, Batra, "Deal or no deal? End-to-end learning of negotiation dialogues", EMNLP 2017).
//!
//! Two parties see books, hats and balls, each with values of its own per unit, talk, and then choose separately what they get. It is a
//! deal only where both choices together are exactly what there is. `agree` in the file does not say so: it also stands for two
//! choices of `no agreement`, and for a lost connection.
//!
//! A dialogue has two rows, one as each party saw it. They follow each other, but not every row has its mirror, so rows are paired by
//! what they say and never by counting lines. A row without its mirror is counted and left out.

mod pair;
mod row;

use self::pair::pair_up;
use self::row::{Form, Row};
use super::Unreadable;
use super::collect::{Collector, RunDraft};
use super::reason::Reason;
use super::units::{Claim, Kind, Split, Units};
use crate::Source;
use zopa_model::Rational;

/// What the corpus' items are; others are numbered.
const NAMES: [&str; 3] = ["book", "hat", "ball"];

/// The two views of one negotiation.
struct Dialogue<'r> {
    a: &'r Row,
    b: &'r Row,
}

/// Does a file look like this? Values alone are numbers like any others, and are not recognised.
pub(crate) fn recognises(source: &Source<'_>) -> bool {
    matches!(Form::of(source.text), Ok(form) if form != Form::Contexts)
}

/// Reads any of the corpus' forms, found from the first line that is not blank.
pub(super) fn read(text: &str, collector: &mut Collector) -> Result<(), Unreadable> {
    let form = Form::of(text)?;
    let mut rows: Vec<Row> = Vec::new();
    for (line, source) in (1..).zip(text.lines()) {
        let source = source.trim();
        if !form.has_row(source) {
            continue;
        }
        match form.row(line, source) {
            Ok(row) => rows.push(row),
            Err(message) => {
                collector.record();
                collector.remark(Reason::Malformed, line, message);
            }
        }
    }
    for (a, b) in pair_up(form, &rows) {
        collector.record();
        match b {
            Some(b) => take(collector, form, &Dialogue { a, b }),
            None => {
                let message = "no row beside it is the same dialogue as the partner saw it";
                collector.remark(Reason::NoMirror, a.line, message);
            }
        }
    }
    Ok(())
}

fn take(collector: &mut Collector, form: Form, dialogue: &Dialogue<'_>) {
    let Dialogue { a, b } = dialogue;
    let units = units(a, &b.own);
    if let Some((reason, message)) = units.fault() {
        collector.remark(reason, a.line, message);
        return;
    }
    let id = collector.scenario(units.draft());
    if form == Form::Contexts {
        collector.remark(Reason::NoRun, a.line, "values alone, without an outcome");
        return;
    }
    let outcome = outcome(&units, a, b);
    let (allocation, ending) = match outcome {
        Ok(split) => (Some(units.allocation(&split)), "agreed"),
        Err(reason) => {
            collector.remark(reason, a.line, reason.title());
            (None, reason.as_str())
        }
    };
    let fields = vec![
        ("ending".to_owned(), format!("\"{ending}\"")),
        ("lines".to_owned(), format!("[{},{}]", a.line, b.line)),
    ];
    collector.run(
        &id,
        RunDraft {
            name: None,
            line: a.line,
            allocation,
            fields,
        },
    );
}

fn units(a: &Row, partner: &[u64]) -> Units<'static> {
    let kinds = (0..a.counts.len()).map(|kind| Kind {
        name: match NAMES.get(kind) {
            Some(name) if a.counts.len() == NAMES.len() => (*name).to_owned(),
            _ => format!("item{kind}"),
        },
        count: a.counts[kind],
        points: [a.own[kind], partner[kind]].map(|points| Rational::from(i128::from(points))),
    });
    Units {
        stem: "dnd",
        title: "Deal or No Deal",
        parties: ["A", "B"],
        kinds: kinds.collect(),
        without_deal: [Rational::ZERO, Rational::ZERO],
    }
}

/// Who gets what, or why it is no deal.
fn outcome(units: &Units<'_>, a: &Row, b: &Row) -> Result<Split, Reason> {
    use row::Choice::{Disagree, Disconnect, NoAgreement, Take};
    match (&a.choice, &b.choice) {
        (Disconnect, _) | (_, Disconnect) => Err(Reason::Disconnect),
        (NoAgreement, NoAgreement) => Err(Reason::NoAgreement),
        (Disagree, _) | (_, Disagree) => Err(Reason::Disagree),
        (NoAgreement, Take(_)) | (Take(_), NoAgreement) => Err(Reason::OneSided),
        (Take(of_a), Take(of_b)) => {
            let split = [of_a.clone(), of_b.clone()];
            match Claim::of(&units.kinds, &split) {
                None => Ok(split),
                Some(Claim::Over) => Err(Reason::OverClaim),
                Some(Claim::Under) => Err(Reason::UnderClaim),
                Some(Claim::Mixed) => Err(Reason::MixedClaim),
            }
        }
    }
}
