//! One table: a row for each option of each issue, and one for no deal. Numbers are decimals, or fractions where no decimal is exact.

use zopa_model::IssueSpace;

use super::Written;
use crate::domain::Domain;
use crate::number::spelled;

/// What stands in the row of the BATNAs, whose issue is empty.
const NO_DEAL: &str = "(no deal)";

pub(super) fn write(domain: &Domain, id: &str) -> Option<Vec<Written>> {
    let [a, b] = domain.parties.each_ref().map(|party| party.name.as_str());
    let mut rows = vec![["issue", "option", a, b].map(str::to_owned)];
    for issue in &domain.issues {
        let IssueSpace::Options(options) = &issue.space else {
            return None;
        };
        for option in options {
            let [a, b] = option.utility.0.each_ref().map(spelled);
            rows.push([issue.name.clone(), option.name.clone(), a, b]);
        }
    }
    let batna = |party: usize| domain.parties[party].batna.as_ref().map(spelled);
    let [a, b] = [batna(0), batna(1)].map(Option::unwrap_or_default);
    rows.push([String::new(), NO_DEAL.to_owned(), a, b]);
    let line = |row: &[String; 4]| row.each_ref().map(|cell| quoted(cell)).join(",") + "\n";
    let text: String = rows.iter().map(line).collect();
    Some(vec![(format!("{id}.csv"), text)])
}

/// A cell as RFC 4180 has it.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
