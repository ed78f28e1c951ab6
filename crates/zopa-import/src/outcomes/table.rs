//! Issues with options, as an option-table domain.

use zopa_model::Rational;
use zopa_model::json::quote;

use super::collect::{Draft, DraftId};
use super::spell::decimal;
use crate::snake;

/// Issues that are settled one by one, each on one of its options.
#[derive(Clone, Debug)]
pub(crate) struct Table<'n> {
    /// The corpus in one word, for ids.
    pub(crate) stem: &'n str,
    /// A title.
    pub(crate) title: String,
    /// What it is about, and what a utility is.
    pub(crate) about: String,
    /// The parties' names, which differ.
    pub(crate) parties: [&'n str; 2],
    /// What each party has without a deal.
    pub(crate) without_deal: [Rational; 2],
    /// The issues.
    pub(crate) issues: Vec<TableIssue>,
}

/// One issue.
#[derive(Clone, Debug)]
pub(crate) struct TableIssue {
    /// Its name.
    pub(crate) name: String,
    /// Its options.
    pub(crate) options: Vec<TableOption>,
}

/// One option.
#[derive(Clone, Debug)]
pub(crate) struct TableOption {
    /// Its name.
    pub(crate) name: String,
    /// What it is worth to each party.
    pub(crate) utility: [Rational; 2],
}

impl Table<'_> {
    /// The domain. Its id is the stem, the names of the issues if they are few, and a
    /// fingerprint.
    pub(crate) fn draft(&self, names_in_id: bool) -> Draft {
        let [a, b] = self.parties.map(quote);
        let mut stem = self.stem.to_owned();
        if names_in_id {
            for issue in &self.issues {
                let name = snake(&issue.name);
                if !name.is_empty() {
                    stem += &format!("_{name}");
                }
            }
        }
        let mut issues = Vec::new();
        for issue in &self.issues {
            let mut options = Vec::new();
            for option in &issue.options {
                let [of_a, of_b] = &option.utility;
                options.push(format!(
                    "        {{\"name\": {}, \"utilities\": {{{a}: {}, {b}: {}}}}}",
                    quote(&option.name),
                    utility(of_a),
                    utility(of_b)
                ));
            }
            issues.push(format!(
                "    {{\n      \"name\": {},\n      \"options\": [\n{}\n      ]\n    }}",
                quote(&issue.name),
                options.join(",\n")
            ));
        }
        let mut parties = Vec::new();
        for (name, without) in [a, b].iter().zip(&self.without_deal) {
            parties.push(format!(
                "    {{\"name\": {name}, \"batna\": {}}}",
                utility(without)
            ));
        }
        let rest = format!(
            ",\n  \"name\": {},\n  \"description\": {},\n  \"parties\": [\n{}\n  ],\n  \"issues\": [\n{}\n  ]\n}}\n",
            quote(&self.title),
            quote(&self.about),
            parties.join(",\n"),
            issues.join(",\n")
        );
        Draft {
            id: DraftId::Stem(stem),
            text: ["{\n  \"id\": ".to_owned(), rest],
        }
    }

    /// The allocation that settles each issue on the option with this index.
    pub(crate) fn allocation(&self, options: &[usize]) -> String {
        let terms = self.issues.iter().zip(options).map(|(issue, &index)| {
            let name = issue.options.get(index).map_or("", |option| &option.name);
            format!("{}:{}", quote(&issue.name), quote(name))
        });
        format!("{{{}}}", terms.collect::<Vec<_>>().join(","))
    }
}

/// A utility as a domain spells it: a decimal, or where it has no end a fraction between quotes.
fn utility(value: &Rational) -> String {
    decimal(value).unwrap_or_else(|| quote(&value.to_string()))
}
