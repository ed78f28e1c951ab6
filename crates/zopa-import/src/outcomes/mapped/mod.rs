//! Tables of anybody's: CSV or JSON, with a mapping that says which column is what.
//!
//! Three forms of what is negotiated: `[units]`, goods in whole units with lists in cells; `[[kind]]`, the same with columns for each
//! kind; `[[issue]]`, options whose utilities the mapping gives. A record is no deal where `[no_deal]` says so, or where nothing at all is
//! said about who got what.

mod map;
mod rows;
mod toml;

use std::borrow::Cow;

use zopa_model::Rational;

use self::map::{From, IssueFrom, KindFrom, ListFrom, Subject, When};
use self::rows::{Row, number};
use super::collect::{Collector, Imported, RunDraft};
use super::reason::Reason;
use super::record::{Fault, as_whole, malformed};
use super::table::{Table, TableIssue, TableOption};
use super::units::{Claim, Kind, Split, Units};
use super::{Unreadable, gathered};
use crate::{Source, snake};

pub use self::map::Mapping;

/// The units of each kind that A and B got, as far as that is told.
type Taken = [Option<Vec<u64>>; 2];

impl Mapping {
    /// Reads tables by this mapping: JSON Lines or an array where a text begins with `{` or `[`, else CSV with a header.
    ///
    /// Linear in the length of the texts.
    ///
    /// # Errors
    /// Where a text as a whole is neither, or a column that the mapping names is not in the header.
    pub fn read(&self, sources: &[Source<'_>]) -> Result<Imported, Unreadable> {
        let columns = self.columns();
        gathered(sources, |text, collector| {
            rows::each(
                text,
                self.delimiter,
                &columns,
                collector,
                |collector, row| self.take(collector, row),
            )
        })
    }

    /// Every column that is named.
    fn columns(&self) -> Vec<String> {
        let mut columns: Vec<&String> = self.run.iter().collect();
        columns.extend(self.keep.iter().filter(|name| *name != "*"));
        columns.extend(
            self.no_deal
                .iter()
                .chain(&self.skip)
                .map(|when| &when.column),
        );
        columns.extend(self.without_deal.iter().filter_map(From::column));
        match &self.subject {
            Subject::Units {
                kinds,
                counts,
                values,
                to,
            } => {
                columns.extend(kinds.column());
                columns.extend(
                    [counts, &values[0], &values[1]]
                        .into_iter()
                        .filter_map(ListFrom::column),
                );
                columns.extend(to.iter().flatten());
            }
            Subject::Kinds(kinds) => {
                for kind in kinds {
                    columns.extend(
                        [&kind.count, &kind.values[0], &kind.values[1]]
                            .into_iter()
                            .filter_map(From::column),
                    );
                    columns.extend(kind.to.iter().flatten());
                }
            }
            Subject::Issues(issues) => columns.extend(issues.iter().map(|issue| &issue.column)),
        }
        columns.into_iter().cloned().collect()
    }

    fn take(&self, collector: &mut Collector, row: &Row<'_>) -> Result<(), Fault> {
        if let Some(word) = holds(self.skip.as_ref(), row)? {
            let message = format!("the mapping leaves out `{word}`");
            return Err((Reason::LeftOut, message));
        }
        let no_deal = holds(self.no_deal.as_ref(), row)?.is_some();
        let without_deal = [self.without_deal[0].of(row)?, self.without_deal[1].of(row)?];
        let stem = self.stem();
        let (id, allocation) = match &self.subject {
            Subject::Issues(issues) => {
                self.issues(collector, row, &stem, issues, without_deal, no_deal)?
            }
            _ => {
                let (kinds, split) = self.goods(row)?;
                let units = Units {
                    stem: &stem,
                    title: &self.name,
                    parties: self.parties.each_ref().map(String::as_str),
                    kinds,
                    without_deal,
                };
                units_of(collector, row, &units, split, no_deal)?
            }
        };
        if allocation.is_none() {
            collector.remark(Reason::NoAgreement, row.line(), "no deal is recorded");
        }
        let name = self
            .run
            .as_ref()
            .map(|column| row.text(column))
            .transpose()?;
        let name = name.filter(|name| !name.is_empty()).map(Cow::into_owned);
        collector.run(
            &id,
            RunDraft {
                name,
                line: row.line(),
                allocation,
                fields: self.fields(row),
            },
        );
        Ok(())
    }

    fn stem(&self) -> String {
        let stem = snake(&self.name);
        if stem.is_empty() {
            "imported".to_owned()
        } else {
            stem
        }
    }

    /// The columns that the run keeps. What a run has of its own is not overwritten.
    fn fields(&self, row: &Row<'_>) -> Vec<(String, String)> {
        let all = self.keep.iter().any(|name| name == "*");
        let names = if all { row.names() } else { self.keep.clone() };
        let names = names
            .into_iter()
            .filter(|name| !["run", "scenario", "allocation"].contains(&name.as_str()));
        let fields = names.filter_map(|name| {
            let value = row.carried(&name)?;
            Some((name.trim_start_matches('/').to_owned(), value))
        });
        fields.collect()
    }

    fn goods(&self, row: &Row<'_>) -> Result<(Vec<Kind>, Taken), Fault> {
        match &self.subject {
            Subject::Units {
                kinds,
                counts,
                values,
                to,
            } => self.listed(row, kinds, [counts, &values[0], &values[1]], to),
            Subject::Kinds(kinds) => named(row, kinds),
            Subject::Issues(_) => Err(malformed("there are no goods")),
        }
    }

    /// Goods whose names, counts and values are lists.
    fn listed(
        &self,
        row: &Row<'_>,
        kinds: &ListFrom<String>,
        [counts, of_a, of_b]: [&ListFrom<Rational>; 3],
        to: &[Option<String>; 2],
    ) -> Result<(Vec<Kind>, Taken), Fault> {
        let names = match kinds {
            ListFrom::Column(column) => row.list(column, &self.list)?,
            ListFrom::Fixed(names) => names.clone(),
        };
        let numbers = |from: &ListFrom<Rational>, what: &str| -> Result<Vec<Rational>, Fault> {
            let values = match from {
                ListFrom::Fixed(values) => values.clone(),
                ListFrom::Column(column) => {
                    let texts = row.list(column, &self.list)?;
                    texts
                        .iter()
                        .map(|text| number(column, text))
                        .collect::<Result<_, _>>()?
                }
            };
            same_length(what, values, names.len())
        };
        let counts = numbers(counts, "counts")?;
        let [a, b] = [numbers(of_a, "values")?, numbers(of_b, "values")?];
        let mut goods = Vec::new();
        for (kind, name) in names.iter().enumerate() {
            goods.push(Kind {
                name: name.clone(),
                count: units("counts", &counts[kind])?,
                points: [a[kind].clone(), b[kind].clone()],
            });
        }
        let took = |column: &Option<String>| -> Result<Option<Vec<u64>>, Fault> {
            let Some(column) = column else {
                return Ok(None);
            };
            let texts = row.list(column, &self.list)?;
            if texts.is_empty() {
                return Ok(None);
            }
            let taken = texts
                .iter()
                .map(|text| units(column, &number(column, text)?));
            same_length(column, taken.collect::<Result<_, _>>()?, names.len()).map(Some)
        };
        Ok((goods, [took(&to[0])?, took(&to[1])?]))
    }

    fn issues(
        &self,
        collector: &mut Collector,
        row: &Row<'_>,
        stem: &str,
        issues: &[IssueFrom],
        without_deal: [Rational; 2],
        no_deal: bool,
    ) -> Result<(String, Option<String>), Fault> {
        let table = Table {
            stem,
            title: self.name.clone(),
            about: "Issues with options, as the mapping of an import gives them.".to_owned(),
            parties: self.parties.each_ref().map(String::as_str),
            without_deal,
            issues: issues.iter().map(IssueFrom::table).collect(),
        };
        let mut settled = Vec::new();
        for issue in issues {
            let text = row.text(&issue.column)?;
            if text.is_empty() || no_deal {
                continue;
            }
            let index = issue.options.iter().position(|(name, _)| *name == text);
            settled.push(index.ok_or_else(|| {
                let message = format!("`{text}` is no option of `{}`", issue.name);
                (Reason::OtherDeal, message)
            })?);
        }
        if !settled.is_empty() && settled.len() < issues.len() {
            let message = format!("{} of {} issues are settled", settled.len(), issues.len());
            return Err((Reason::OtherDeal, message));
        }
        let id = collector.scenario(table.draft(false));
        Ok((
            id,
            (!settled.is_empty()).then(|| table.allocation(&settled)),
        ))
    }
}

/// Goods with a column for each figure of each kind.
fn named(row: &Row<'_>, kinds: &[KindFrom]) -> Result<(Vec<Kind>, Taken), Fault> {
    let goods = kinds
        .iter()
        .map(|kind| kind.of(row))
        .collect::<Result<_, _>>()?;
    let took = |party: usize| -> Result<Option<Vec<u64>>, Fault> {
        let mut taken = Vec::new();
        for kind in kinds {
            let Some(column) = &kind.to[party] else {
                continue;
            };
            let text = row.text(column)?;
            if !text.is_empty() {
                taken.push(units(column, &number(column, &text)?)?);
            }
        }
        match taken.len() {
            0 => Ok(None),
            known if known == kinds.len() => Ok(Some(taken)),
            known => {
                let message = format!("who got what is told of {known} of {} kinds", kinds.len());
                Err(malformed(message))
            }
        }
    };
    Ok((goods, [took(0)?, took(1)?]))
}

fn units_of(
    collector: &mut Collector,
    row: &Row<'_>,
    units: &Units<'_>,
    taken: Taken,
    no_deal: bool,
) -> Result<(String, Option<String>), Fault> {
    if let Some(fault) = units.fault() {
        return Err(fault);
    }
    let split = if no_deal {
        None
    } else {
        split(&units.kinds, taken)?
    };
    let allocation = match split {
        None => None,
        Some(split) => {
            match Claim::of(&units.kinds, &split) {
                None => {}
                Some(Claim::Under) => {
                    collector.remark(Reason::UnitsLeft, row.line(), "not every unit has a taker");
                }
                Some(Claim::Over | Claim::Mixed) => {
                    let message = "more units are dealt out than there are";
                    return Err((Reason::OtherDeal, message.to_owned()));
                }
            }
            Some(units.allocation(&split))
        }
    };
    Ok((collector.scenario(units.draft()), allocation))
}

/// Both parties' units; where only one party's are told the other one got the rest.
fn split(kinds: &[Kind], taken: Taken) -> Result<Option<Split>, Fault> {
    let rest = |taken: &[u64]| -> Result<Vec<u64>, Fault> {
        let rest = kinds
            .iter()
            .zip(taken)
            .map(|(kind, taken)| kind.count.checked_sub(*taken));
        let rest = rest.collect::<Option<_>>();
        let message = "a party got more units than there are";
        rest.ok_or_else(|| (Reason::OtherDeal, message.to_owned()))
    };
    Ok(match taken {
        [None, None] => None,
        [Some(a), Some(b)] => Some([a, b]),
        [Some(a), None] => {
            let b = rest(&a)?;
            Some([a, b])
        }
        [None, Some(b)] => {
            let a = rest(&b)?;
            Some([a, b])
        }
    })
}

/// The cell's word, if it is one of these.
fn holds(when: Option<&When>, row: &Row<'_>) -> Result<Option<String>, Fault> {
    let Some(When { column, values }) = when else {
        return Ok(None);
    };
    let word = row.text(column)?;
    Ok(values
        .iter()
        .any(|value| *value == word)
        .then(|| word.into_owned()))
}

fn units(what: &str, value: &Rational) -> Result<u64, Fault> {
    as_whole(value).ok_or_else(|| malformed(format!("`{what}` counts whole units, found {value}")))
}

fn same_length<T>(what: &str, values: Vec<T>, wanted: usize) -> Result<Vec<T>, Fault> {
    if values.len() == wanted {
        Ok(values)
    } else {
        let found = values.len();
        Err(malformed(format!(
            "`{what}` has {found} values for {wanted} kinds"
        )))
    }
}

impl From {
    fn column(&self) -> Option<&String> {
        match self {
            Self::Column(column) => Some(column),
            Self::Fixed(_) => None,
        }
    }

    fn of(&self, row: &Row<'_>) -> Result<Rational, Fault> {
        match self {
            Self::Column(column) => number(column, &row.text(column)?),
            Self::Fixed(value) => Ok(value.clone()),
        }
    }
}

impl<T> ListFrom<T> {
    fn column(&self) -> Option<&String> {
        match self {
            Self::Column(column) => Some(column),
            Self::Fixed(_) => None,
        }
    }
}

impl KindFrom {
    fn of(&self, row: &Row<'_>) -> Result<Kind, Fault> {
        Ok(Kind {
            name: self.name.clone(),
            count: units(&self.name, &self.count.of(row)?)?,
            points: [self.values[0].of(row)?, self.values[1].of(row)?],
        })
    }
}

impl IssueFrom {
    fn table(&self) -> TableIssue {
        let options = self.options.iter().map(|(name, utility)| TableOption {
            name: name.clone(),
            utility: utility.clone(),
        });
        TableIssue {
            name: self.name.clone(),
            options: options.collect(),
        }
    }
}
