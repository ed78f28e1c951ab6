//! GENIUS XML. An issue's weight is the most that it is worth, so that evaluations divided by the largest are what they shall be.

use std::fmt::Write as _;

use zopa_model::{DomainIssue, IssueSpace, Rational};

use super::fit::{MOST_DIGITS, Wants, fitted, line, weight, worths};
use super::{Written, names};
use crate::domain::Domain;
use crate::number::decimal_of;
use crate::{Notes, Source};

pub(super) fn write(
    domain: &Domain,
    id: &str,
    source: &Source<'_>,
    notes: &mut Notes,
) -> Option<Vec<Written>> {
    let domain = fitted(domain, Wants { unit: true }, source, notes)?;
    let files = names(id, &domain, "xml");
    let mut texts = vec![template(&domain, &files)];
    for party in 0..2 {
        texts.push(profile(&domain, party)?);
    }
    Some(files.into_iter().zip(texts).collect())
}

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// The domain's file.
fn template(domain: &Domain, files: &[String; 3]) -> String {
    let mut out = String::from(HEAD);
    out += "<negotiation_template number_of_sessions=\"1\">\n";
    for (party, file) in domain.parties.iter().zip(&files[1..]) {
        // writing to a String never fails
        let _ = writeln!(
            out,
            "  <agent name=\"{}\" class=\"\" utility_space=\"{file}\"/>",
            escaped(&party.name)
        );
    }
    let count = domain.issues.len();
    let _ = writeln!(
        out,
        "  <utility_space number_of_issues=\"{count}\">\n  {}",
        objective(domain)
    );
    for (index, issue) in domain.issues.iter().enumerate() {
        let mut lines = vec![head(issue, index)];
        match &issue.space {
            IssueSpace::Options(options) => {
                let items = options.iter().enumerate();
                lines.extend(items.map(|(index, option)| {
                    format!(
                        "  <item index=\"{}\" value=\"{}\"/>",
                        index + 1,
                        escaped(&option.name)
                    )
                }));
            }
            IssueSpace::Range(range) => lines.push(bounds(&range.ends)),
        }
        lines.push("</issue>".to_owned());
        for line in lines {
            let _ = writeln!(out, "      {line}");
        }
    }
    out + "    </objective>\n  </utility_space>\n</negotiation_template>\n"
}

/// A party's file.
fn profile(domain: &Domain, party: usize) -> Option<String> {
    let mut out = String::from(HEAD);
    let count = domain.issues.len();
    let _ = writeln!(
        out,
        "<utility_space number_of_issues=\"{count}\">\n{}",
        objective(domain)
    );
    let mut weights = Vec::new();
    for (index, issue) in domain.issues.iter().enumerate() {
        let most = issue
            .corners()
            .into_iter()
            .map(|pair| pair.0[party].clone())
            .max()?;
        let mut lines = vec![head(issue, index)];
        match &issue.space {
            IssueSpace::Options(options) => {
                let worths = worths(options, party);
                // shares of the largest where these are decimals, else the worths as they are: both mean the same
                let is_plain = weight(&worths, &most) == most && !most.is_zero();
                let divisor = if is_plain {
                    most.clone()
                } else {
                    Rational::ONE
                };
                for (index, (option, worth)) in options.iter().zip(&worths).enumerate() {
                    let evaluation = worth.checked_div(&divisor)?;
                    let evaluation = decimal_of(&evaluation, MOST_DIGITS)?;
                    lines.push(format!(
                        "  <item index=\"{}\" value=\"{}\" evaluation=\"{evaluation}\"/>",
                        index + 1,
                        escaped(&option.name)
                    ));
                }
                weights.push(most);
            }
            IssueSpace::Range(range) => {
                let ends = range.utility.each_ref().map(|pair| &pair.0[party]);
                let numbers = line(&range.ends, ends);
                let weight = weight(&numbers, &most);
                let [slope, level] = numbers.map(|number| {
                    let part = number.checked_div(&weight).unwrap_or(Rational::ZERO);
                    decimal_of(&part, MOST_DIGITS)
                });
                lines.push(bounds(&range.ends));
                lines.push(format!(
                    "  <evaluator ftype=\"linear\" parameter0=\"{}\" parameter1=\"{}\"/>",
                    level?, slope?
                ));
                weights.push(weight);
            }
        }
        lines.push("</issue>".to_owned());
        for line in lines {
            let _ = writeln!(out, "    {line}");
        }
    }
    for (index, weight) in weights.iter().enumerate() {
        let weight = decimal_of(weight, MOST_DIGITS)?;
        let _ = writeln!(
            out,
            "    <weight index=\"{}\" value=\"{weight}\"/>",
            index + 1
        );
    }
    out += "  </objective>\n  <discount_factor value=\"1.0\"/>\n";
    if let Some(batna) = &domain.parties[party].batna {
        let batna = decimal_of(batna, MOST_DIGITS)?;
        let _ = writeln!(out, "  <reservation value=\"{batna}\"/>");
    }
    Some(out + "</utility_space>\n")
}

fn objective(domain: &Domain) -> String {
    let name = escaped(domain.name.as_deref().unwrap_or("root"));
    format!(
        "  <objective index=\"0\" name=\"{name}\" description=\"\" type=\"objective\" etype=\"objective\">"
    )
}

fn head(issue: &DomainIssue, index: usize) -> String {
    let kind = match issue.space {
        IssueSpace::Options(_) => "discrete",
        IssueSpace::Range(_) => "real",
    };
    let name = escaped(&issue.name);
    format!(
        "<issue index=\"{}\" name=\"{name}\" vtype=\"{kind}\" type=\"{kind}\" etype=\"{kind}\">",
        index + 1
    )
}

fn bounds(ends: &[Rational; 2]) -> String {
    let [from, to] = ends
        .each_ref()
        .map(|end| decimal_of(end, MOST_DIGITS).unwrap_or_default());
    format!("  <range lowerbound=\"{from}\" upperbound=\"{to}\"/>")
}

/// A text as an attribute's value.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
