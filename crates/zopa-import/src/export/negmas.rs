//! NegMAS YAML: an outcome space, and for each party a sum of tables, and of lines over ranges.

use std::fmt::Write as _;

use zopa_model::json::quote;
use zopa_model::{IssueSpace, Rational};

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
    let domain = fitted(domain, Wants { unit: false }, source, notes)?;
    let files = names(id, &domain, "yml");
    let texts = [
        Some(space(&domain, id)),
        function(&domain, 0),
        function(&domain, 1),
    ];
    let mut written = Vec::new();
    for (file, text) in files.into_iter().zip(texts) {
        written.push((file, text?));
    }
    Some(written)
}

fn number(value: &Rational) -> Option<String> {
    // YAML's whole numbers are integers in Python, which is as good
    decimal_of(value, MOST_DIGITS)
}

fn space(domain: &Domain, id: &str) -> String {
    let name = quote(domain.name.as_deref().unwrap_or(id));
    let mut out = format!("name: {name}\ntype: CartesianOutcomeSpace\nissues:\n");
    for issue in &domain.issues {
        let (kind, values) = match &issue.space {
            IssueSpace::Options(options) => {
                let names: Vec<String> = options.iter().map(|option| quote(&option.name)).collect();
                ("CategoricalIssue", names)
            }
            IssueSpace::Range(range) => {
                let ends = range.ends.iter().map(|end| number(end).unwrap_or_default());
                ("ContinuousIssue", ends.collect())
            }
        };
        // writing to a String never fails
        let _ = writeln!(
            out,
            "- name: {}\n  type: {kind}\n  values:",
            quote(&issue.name)
        );
        for value in values {
            let _ = writeln!(out, "  - {value}");
        }
    }
    out
}

fn function(domain: &Domain, party: usize) -> Option<String> {
    let whose = &domain.parties[party];
    let mut out = format!(
        "name: {}\ntype: LinearAdditiveUtilityFunction\n",
        quote(&whose.name)
    );
    match &whose.batna {
        Some(batna) => {
            let _ = writeln!(out, "reserved_value: {}", number(batna)?);
        }
        None => out += "reserved_value: 0\n",
    }
    out += "values:\n";
    let mut weights = Vec::new();
    for issue in &domain.issues {
        let most = issue
            .corners()
            .into_iter()
            .map(|pair| pair.0[party].abs())
            .max()?;
        match &issue.space {
            IssueSpace::Options(options) => {
                let worths = worths(options, party);
                // a weight where worths divide to decimals, else the worths as they are
                let is_plain = weight(&worths, &most) == most && !most.is_zero();
                let divisor = if is_plain { most } else { Rational::ONE };
                out += "- type: TableFun\n  mapping:\n";
                for (option, worth) in options.iter().zip(&worths) {
                    let part = number(&worth.checked_div(&divisor)?)?;
                    let _ = writeln!(out, "    {}: {part}", quote(&option.name));
                }
                weights.push(divisor);
            }
            IssueSpace::Range(range) => {
                let ends = range.utility.each_ref().map(|pair| &pair.0[party]);
                let [slope, level] = line(&range.ends, ends);
                let _ = writeln!(
                    out,
                    "- type: AffineFun\n  slope: {}\n  bias: {}",
                    number(&slope)?,
                    number(&level)?
                );
                weights.push(Rational::ONE);
            }
        }
    }
    out += "weights:\n";
    for weight in &weights {
        let _ = writeln!(out, "- {}", number(weight)?);
    }
    Some(out)
}
