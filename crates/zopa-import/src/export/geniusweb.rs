//! GeniusWeb JSON. Weights have to sum to exactly 1, and what no deal is worth has to be the utility of a bid.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use zopa_model::json::quote;
use zopa_model::{DomainIssue, IssueSpace, Rational};

use super::fit::{MOST_DIGITS, Wants, fitted, scale, weight, worths};
use super::{Written, names};
use crate::domain::Domain;
use crate::number::{clip, decimal_of, spelled};
use crate::{NoteCode, Notes, Source};

/// So many different utilities of partial bids are looked at for the bid that no deal is worth.
const MOST_SUMS: usize = 200_000;

/// The issue that takes the rest of the weights.
const REST: &str = "(rest of the weights)";

pub(super) fn write(
    domain: &Domain,
    id: &str,
    source: &Source<'_>,
    notes: &mut Notes,
) -> Option<Vec<Written>> {
    let mut domain = fitted(domain, Wants { unit: true }, source, notes)?;
    let mut weights = [weights(&domain, 0), weights(&domain, 1)];
    let sum = |weights: &[Rational]| weights.iter().sum::<Rational>();
    let tenth = Rational::new(1, 10);
    // weights that divide to decimals may be larger than what issues are worth
    while weights.iter().any(|all| sum(all) > Rational::ONE) {
        scale(&mut domain, &tenth);
        weights = weights.map(|all| all.iter().map(|weight| weight * &tenth).collect());
        let message = "all utilities are divided by 10, so that weights sum to 1";
        notes.add(NoteCode::Rescaled, source, 0, message);
    }
    let rests = weights.each_ref().map(|all| &Rational::ONE - &sum(all));
    let has_rest = rests.iter().any(|rest| !rest.is_zero());
    if has_rest {
        let message = format!(
            "weights have to sum to 1: an issue `{REST}` with one value, worth nothing, takes what is left"
        );
        notes.add(NoteCode::Rescaled, source, 0, message);
    }
    let files = names(id, &domain, "json");
    let values = values(&domain, has_rest);
    let title = quote(domain.name.as_deref().unwrap_or(id));
    let whole = format!("{{\n  \"name\": {title},\n  \"issuesValues\": {{\n{values}\n  }}\n}}\n");
    let mut texts = vec![whole];
    for party in 0..2 {
        let bid = reservation(&domain, party, has_rest, source, notes)?;
        let mut out = format!(
            "{{\n  \"LinearAdditiveUtilitySpace\": {{\n  \"name\": {},\n",
            quote(&domain.parties[party].name)
        );
        let rest = has_rest.then_some(&rests[party]);
        // writing to a String never fails
        let _ = write!(
            out,
            "  \"issueUtilities\": {{\n{}\n  }},\n",
            utilities(&domain, party, &weights[party], has_rest)?
        );
        let weighted = weighted(&domain, &weights[party], rest)?;
        let _ = writeln!(out, "  \"issueWeights\": {{{weighted}}},");
        let _ = write!(
            out,
            "  \"domain\": {{\"name\": {title}, \"issuesValues\": {{\n{values}\n  }}}}"
        );
        if let Some(bid) = bid {
            let _ = write!(
                out,
                ",\n  \"reservationBid\": {{\"issuevalues\": {{{bid}}}}}"
            );
        }
        texts.push(out + "\n  }\n}\n");
    }
    Some(files.into_iter().zip(texts).collect())
}

/// The names of an issue's options; ranges were cut before.
fn options(issue: &DomainIssue) -> &[zopa_model::IssueOption] {
    match &issue.space {
        IssueSpace::Options(options) => options,
        IssueSpace::Range(_) => &[],
    }
}

fn weights(domain: &Domain, party: usize) -> Vec<Rational> {
    let of = |issue: &DomainIssue| {
        let worths = worths(options(issue), party);
        let most = worths.iter().max().cloned().unwrap_or(Rational::ZERO);
        weight(&worths, &most)
    };
    domain.issues.iter().map(of).collect()
}

fn values(domain: &Domain, has_rest: bool) -> String {
    let issue = |issue: &DomainIssue| {
        let names: Vec<String> = options(issue)
            .iter()
            .map(|option| quote(&option.name))
            .collect();
        format!(
            "    {}: {{\"values\": [{}]}}",
            quote(&issue.name),
            names.join(", ")
        )
    };
    let mut lines: Vec<String> = domain.issues.iter().map(issue).collect();
    if has_rest {
        lines.push(format!("    {}: {{\"values\": [\"-\"]}}", quote(REST)));
    }
    lines.join(",\n")
}

fn utilities(
    domain: &Domain,
    party: usize,
    weights: &[Rational],
    has_rest: bool,
) -> Option<String> {
    let mut lines = Vec::new();
    let line = |name: &str, table: String| {
        format!(
            "    {}: {{\"DiscreteValueSetUtilities\": {{\"valueUtilities\": {{{table}}}}}}}",
            quote(name)
        )
    };
    for (issue, weight) in domain.issues.iter().zip(weights) {
        let mut table = Vec::new();
        for option in options(issue) {
            let part = option.utility.0[party]
                .checked_div(weight)
                .unwrap_or(Rational::ZERO);
            table.push(format!(
                "{}: {}",
                quote(&option.name),
                decimal_of(&part, MOST_DIGITS)?
            ));
        }
        lines.push(line(&issue.name, table.join(", ")));
    }
    if has_rest {
        lines.push(line(REST, "\"-\": 0".to_owned()));
    }
    Some(lines.join(",\n"))
}

fn weighted(domain: &Domain, weights: &[Rational], rest: Option<&Rational>) -> Option<String> {
    let mut all = Vec::new();
    for (issue, weight) in domain.issues.iter().zip(weights) {
        all.push(format!(
            "{}: {}",
            quote(&issue.name),
            decimal_of(weight, MOST_DIGITS)?
        ));
    }
    if let Some(rest) = rest {
        all.push(format!(
            "{}: {}",
            quote(REST),
            decimal_of(rest, MOST_DIGITS)?
        ));
    }
    Some(all.join(", "))
}

/// The members of a bid that is worth exactly what no deal is; none where that is 0.
fn reservation(
    domain: &Domain,
    party: usize,
    has_rest: bool,
    source: &Source<'_>,
    notes: &mut Notes,
) -> Option<Option<String>> {
    let wanted = domain.parties[party]
        .batna
        .clone()
        .filter(|batna| !batna.is_zero());
    let Some(wanted) = wanted else {
        return Some(None);
    };
    let mut sums: BTreeMap<Rational, Vec<usize>> = BTreeMap::from([(Rational::ZERO, Vec::new())]);
    for issue in &domain.issues {
        let mut next = BTreeMap::new();
        for (sum, chosen) in &sums {
            for (index, option) in options(issue).iter().enumerate() {
                let more = sum + &option.utility.0[party];
                if more <= wanted && next.len() < MOST_SUMS {
                    let with = || chosen.iter().copied().chain([index]).collect();
                    next.entry(more).or_insert_with(with);
                }
            }
        }
        sums = next;
    }
    let Some(chosen) = sums.get(&wanted) else {
        let message = format!(
            "GeniusWeb tells what no deal is worth by a bid, and no bid was found that is worth {} to `{}`",
            spelled(&wanted),
            clip(&domain.parties[party].name)
        );
        notes.add(NoteCode::NotExpressible, source, 0, message);
        return None;
    };
    let member = |(issue, index): (&DomainIssue, &usize)| {
        format!(
            "{}: {}",
            quote(&issue.name),
            quote(&options(issue)[*index].name)
        )
    };
    let mut members: Vec<String> = domain.issues.iter().zip(chosen).map(member).collect();
    if has_rest {
        members.push(format!("{}: \"-\"", quote(REST)));
    }
    Some(Some(members.join(", ")))
}
