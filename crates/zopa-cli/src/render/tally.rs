//! What became of the records of an import.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};
use zopa_import::outcomes::{Fate, Imported, MOST_REMARKS, Reason, Tally};

use super::{HEADING, HELP, Style, WARNING, count, printable};

/// Records that were skipped, a line each, up to the number that is kept of a reason.
pub(crate) fn remarks(tally: &Tally, style: Style) -> String {
    let mut out = String::new();
    for remark in &tally.remarks {
        if remark.reason.severity() == Fate::Skipped {
            // writing to a String never fails
            let _ = writeln!(
                out,
                "{} {}:{}: {}",
                head(remark.reason, style),
                printable(&remark.file),
                remark.line,
                printable(&remark.message)
            );
        }
    }
    for (reason, number) in &tally.reasons {
        let more = number.saturating_sub(MOST_REMARKS);
        if reason.severity() == Fate::Skipped && more > 0 {
            let _ = writeln!(
                out,
                "{} and {}",
                head(*reason, style),
                count(more, "more record")
            );
        }
    }
    out
}

/// `skipped[no-mirror]:`
fn head(reason: Reason, style: Style) -> String {
    style.paint(WARNING, &format!("skipped[{reason}]:"))
}

/// The count for people.
pub(crate) fn text(imported: &Imported, name: &str, folder: &Path, style: Style) -> String {
    let tally = &imported.tally;
    let mut out = String::new();
    let title = format!("{}: {}", printable(name), count(tally.records, "record"));
    let _ = writeln!(out, "{}", style.paint(HEADING, &title));
    let _ = writeln!(
        out,
        "  {} and {} without a deal, on {}",
        count(tally.deals, "deal"),
        count(tally.no_deals, "negotiation"),
        count(imported.scenarios.len(), "scenario")
    );
    for (fate, title) in [
        (Fate::Skipped, "skipped"),
        (Fate::Kept, "kept, with a remark"),
    ] {
        let reasons = tally.reasons.iter();
        let reasons: Vec<_> = reasons
            .filter(|(reason, _)| reason.severity() == fate)
            .collect();
        let sum: usize = reasons.iter().map(|(_, number)| **number).sum();
        if sum > 0 {
            let _ = writeln!(out, "  {sum} {title}");
        }
        for (reason, number) in reasons {
            let code = style.paint(HELP, reason.as_str());
            let _ = writeln!(out, "    {number:>6}  {code}: {}", reason.title());
        }
    }
    let folder = folder.display();
    if imported.runs.is_empty() {
        let _ = writeln!(out, "written: {folder}/scenarios");
    } else {
        let _ = writeln!(out, "written: {folder}/scenarios and {folder}/runs.jsonl");
    }
    out
}

/// The count for programs.
pub(crate) fn json(imported: &Imported) -> Value {
    let tally = &imported.tally;
    let reasons = tally.reasons.iter().map(|(reason, number)| {
        json!({"code": reason.as_str(), "fate": reason.severity().as_str(), "count": number, "title": reason.title()})
    });
    let remarks = tally.remarks.iter().map(|remark| {
        json!({
            "code": remark.reason.as_str(),
            "file": remark.file,
            "line": remark.line,
            "message": remark.message,
        })
    });
    json!({
        "schema_version": 1,
        "records": tally.records,
        "deals": tally.deals,
        "no_deals": tally.no_deals,
        "skipped": tally.skipped(),
        "scenarios": imported.scenarios.len(),
        "runs": imported.runs.len(),
        "reasons": reasons.collect::<Vec<_>>(),
        "remarks": remarks.collect::<Vec<_>>(),
    })
}
