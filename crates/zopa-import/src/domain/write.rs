//! A domain as a file of our own form, `data/domain.schema.json`.

use std::fmt::Write as _;

use zopa_model::json::quote;
use zopa_model::{IssueSpace, Rational, UtilityPoint};

use super::Domain;
use crate::number::{decimal, spelled};

impl Domain {
    /// The text of a domain file with this id. Numbers are decimals where that is exact and short, else fractions between quotes.
    #[must_use]
    pub fn to_json(&self, id: &str) -> String {
        let mut out = String::new();
        // writing to a String never fails
        let _ = self.write(id, &mut out);
        out
    }

    fn write(&self, id: &str, out: &mut String) -> std::fmt::Result {
        writeln!(out, "{{\n  \"id\": {},", quote(id))?;
        if let Some(name) = &self.name {
            writeln!(out, "  \"name\": {},", quote(name))?;
        }
        writeln!(out, "  \"parties\": [")?;
        for (index, party) in self.parties.iter().enumerate() {
            write!(out, "    {{\"name\": {}", quote(&party.name))?;
            if let Some(batna) = &party.batna {
                write!(out, ", \"batna\": {}", number(batna))?;
            }
            writeln!(out, "}}{}", comma(index, self.parties.len()))?;
        }
        writeln!(out, "  ],\n  \"issues\": [")?;
        for (index, issue) in self.issues.iter().enumerate() {
            writeln!(out, "    {{\n      \"name\": {},", quote(&issue.name))?;
            match &issue.space {
                IssueSpace::Options(options) => {
                    writeln!(out, "      \"options\": [")?;
                    for (index, option) in options.iter().enumerate() {
                        let name = quote(&option.name);
                        let utilities = self.utilities(&option.utility);
                        let comma = comma(index, options.len());
                        writeln!(
                            out,
                            "        {{\"name\": {name}, \"utilities\": {utilities}}}{comma}"
                        )?;
                    }
                    writeln!(out, "      ]")?;
                }
                IssueSpace::Range(range) => {
                    let [from, to] = range.ends.each_ref().map(spelled);
                    writeln!(
                        out,
                        "      \"range\": {{\n        \"from\": {from},\n        \"to\": {to},"
                    )?;
                    if let Some(unit) = &range.unit {
                        writeln!(out, "        \"unit\": {},", quote(unit))?;
                    }
                    let [low, high] = range.utility.each_ref().map(|pair| self.utilities(pair));
                    writeln!(
                        out,
                        "        \"utilities_from\": {low},\n        \"utilities_to\": {high}\n      }}"
                    )?;
                }
            }
            writeln!(out, "    }}{}", comma(index, self.issues.len()))?;
        }
        writeln!(out, "  ]\n}}")
    }

    fn utilities(&self, pair: &UtilityPoint) -> String {
        let [a, b] = self.parties.each_ref().map(|party| quote(&party.name));
        format!("{{{a}: {}, {b}: {}}}", number(pair.a()), number(pair.b()))
    }
}

fn number(value: &Rational) -> String {
    decimal(value).unwrap_or_else(|| quote(&value.to_string()))
}

fn comma(index: usize, count: usize) -> &'static str {
    if index + 1 == count { "" } else { "," }
}
