//! What a mapping says: which column is what.

use zopa_model::Rational;

use super::toml::{Entry, Fault, Table, whole};
use crate::outcomes::Unreadable;

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum From {
    /// A column, by its name.
    Column(String),
    /// The mapping itself.
    Fixed(Rational),
}

/// Where a list comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ListFrom<T> {
    /// A column with a list in each cell.
    Column(String),
    /// The mapping itself.
    Fixed(Vec<T>),
}

/// What is negotiated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// Goods in whole units, as lists in cells.
    Units {
        kinds: ListFrom<String>,
        counts: ListFrom<Rational>,
        values: [ListFrom<Rational>; 2],
        to: [Option<String>; 2],
    },
    /// Goods in whole units, each kind with columns of its own.
    Kinds(Vec<KindFrom>),
    /// Issues with options.
    Issues(Vec<IssueFrom>),
}

/// One kind of goods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KindFrom {
    pub(super) name: String,
    pub(super) count: From,
    pub(super) values: [From; 2],
    pub(super) to: [Option<String>; 2],
}

/// One issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct IssueFrom {
    pub(super) name: String,
    pub(super) column: String,
    pub(super) options: Vec<(String, [Rational; 2])>,
}

/// Values of a column that mean something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct When {
    pub(super) column: String,
    pub(super) values: Vec<String>,
}

/// How records of a file are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    pub(super) name: String,
    pub(super) delimiter: u8,
    pub(super) list: String,
    pub(super) run: Option<String>,
    pub(super) keep: Vec<String>,
    pub(super) parties: [String; 2],
    pub(super) without_deal: [From; 2],
    pub(super) no_deal: Option<When>,
    pub(super) skip: Option<When>,
    pub(super) subject: Subject,
}

const KEYS: &[&str] = &[
    "name",
    "delimiter",
    "list",
    "run",
    "keep",
    "parties",
    "without_deal",
    "no_deal",
    "skip",
    "units",
    "kind",
    "issue",
];

impl Mapping {
    /// Reads a mapping; `docs/import.md` describes it.
    ///
    /// # Errors
    /// The first fault, with its place: no TOML, a key that is unknown or missing, or a value of another type.
    pub fn parse(text: &str) -> Result<Self, Unreadable> {
        whole(text, mapping)
    }
}

fn mapping(table: &Table<'_>) -> Result<Mapping, Fault> {
    table.only(KEYS)?;
    let text = |key: &'static str| table.get(key).map(|entry| entry.text()).transpose();
    let parties = match table.get("parties") {
        None => ["A".to_owned(), "B".to_owned()],
        Some(entry) => parties(entry)?,
    };
    let without_deal = match table.get("without_deal") {
        None => [From::Fixed(Rational::ZERO), From::Fixed(Rational::ZERO)],
        Some(entry) => two(entry, from)?,
    };
    let when = |key: &'static str| table.get(key).map(when).transpose();
    Ok(Mapping {
        name: text("name")?.unwrap_or("imported").to_owned(),
        delimiter: table.get("delimiter").map_or(Ok(b','), delimiter)?,
        list: match table.get("list") {
            Some(entry) if entry.text()?.is_empty() => {
                return Err(entry.wanted("what separates a list's values"));
            }
            Some(entry) => entry.text()?.to_owned(),
            None => "|".to_owned(),
        },
        run: text("run")?.map(str::to_owned),
        keep: table
            .get("keep")
            .map_or(Ok(Vec::new()), |entry| entry.texts())?,
        parties,
        without_deal,
        no_deal: when("no_deal")?,
        skip: when("skip")?,
        subject: subject(table)?,
    })
}

/// Words that mean something else in scenarios and runs.
const RESERVED: [&str; 2] = ["Moderator", "shared"];

fn delimiter(entry: Entry<'_>) -> Result<u8, Fault> {
    match entry.text()?.as_bytes() {
        &[byte] if byte.is_ascii() && byte != b'"' => Ok(byte),
        _ => Err(entry.wanted("a single character, such as `;` or a tab")),
    }
}

fn parties(entry: Entry<'_>) -> Result<[String; 2], Fault> {
    let [a, b] = entry.two()?;
    let names = [a.text()?, b.text()?].map(|name| name.trim().to_owned());
    if names[0] == names[1] || names.iter().any(String::is_empty) {
        return Err((entry.at, "`parties` are two names that differ".to_owned()));
    }
    if let Some(name) = names.iter().find(|name| RESERVED.contains(&name.as_str())) {
        return Err((
            entry.at,
            format!("a party cannot be called `{name}`: runs use the word otherwise"),
        ));
    }
    if let Some(name) = names
        .iter()
        .find(|name| !name.chars().all(|c| c.is_ascii_graphic() || c == ' '))
    {
        return Err((
            entry.at,
            format!("`{name}` is not in ASCII, as names in scenarios are"),
        ));
    }
    Ok(names)
}

fn two<T>(entry: Entry<'_>, read: impl Fn(Entry<'_>) -> Result<T, Fault>) -> Result<[T; 2], Fault> {
    let [a, b] = entry.two()?;
    Ok([read(a)?, read(b)?])
}

fn from(entry: Entry<'_>) -> Result<From, Fault> {
    match entry.number() {
        Some(number) => Ok(From::Fixed(number)),
        None => entry
            .text()
            .map(|column| From::Column(column.to_owned()))
            .map_err(|_| entry.wanted("a number, or a column's name")),
    }
}

fn list_from<T>(
    entry: Entry<'_>,
    read: impl Fn(Entry<'_>) -> Result<T, Fault>,
) -> Result<ListFrom<T>, Fault> {
    if entry.is_list() {
        let items = entry.list()?.into_iter();
        return items
            .map(read)
            .collect::<Result<_, _>>()
            .map(ListFrom::Fixed);
    }
    let column = entry
        .text()
        .map_err(|_| entry.wanted("a list, or a column's name"))?;
    Ok(ListFrom::Column(column.to_owned()))
}

fn fixed(entry: Entry<'_>) -> Result<Rational, Fault> {
    entry.number().ok_or_else(|| entry.wanted("a number"))
}

fn when(entry: Entry<'_>) -> Result<When, Fault> {
    let table = entry.table()?;
    table.only(&["column", "values"])?;
    Ok(When {
        column: table.need("column")?.text()?.to_owned(),
        values: table.need("values")?.texts()?,
    })
}

/// The columns that say what A and B got: one of them is enough, the other party then got the rest.
fn to(table: &Table<'_>) -> Result<[Option<String>; 2], Fault> {
    let column = |key: &'static str| -> Result<Option<String>, Fault> {
        table
            .get(key)
            .map(|entry| entry.text().map(str::to_owned))
            .transpose()
    };
    let to = [column("to_a")?, column("to_b")?];
    if to == [None, None] {
        return Err((table.at, "`to_a` or `to_b` is missing".to_owned()));
    }
    Ok(to)
}

fn subject(table: &Table<'_>) -> Result<Subject, Fault> {
    let given = [table.get("units"), table.get("kind"), table.get("issue")];
    match given {
        [Some(entry), None, None] => units(&entry.table()?),
        [None, Some(entry), None] => {
            let kinds = entry.list()?.into_iter().map(|entry| kind(&entry.table()?));
            kinds.collect::<Result<_, _>>().map(Subject::Kinds)
        }
        [None, None, Some(entry)] => {
            let issues = entry
                .list()?
                .into_iter()
                .map(|entry| issue(&entry.table()?));
            issues.collect::<Result<_, _>>().map(Subject::Issues)
        }
        _ => {
            let message = "one of `[units]`, `[[kind]]` and `[[issue]]` says what is negotiated";
            Err((table.at, message.to_owned()))
        }
    }
}

fn units(table: &Table<'_>) -> Result<Subject, Fault> {
    table.only(&["kinds", "counts", "values", "to_a", "to_b"])?;
    Ok(Subject::Units {
        kinds: list_from(table.need("kinds")?, |entry| {
            entry.text().map(str::to_owned)
        })?,
        counts: list_from(table.need("counts")?, fixed)?,
        values: two(table.need("values")?, |entry| list_from(entry, fixed))?,
        to: to(table)?,
    })
}

fn kind(table: &Table<'_>) -> Result<KindFrom, Fault> {
    table.only(&["name", "count", "values", "to_a", "to_b"])?;
    Ok(KindFrom {
        name: table.need("name")?.text()?.to_owned(),
        count: from(table.need("count")?)?,
        values: two(table.need("values")?, from)?,
        to: to(table)?,
    })
}

fn issue(table: &Table<'_>) -> Result<IssueFrom, Fault> {
    table.only(&["name", "column", "options"])?;
    let name = table.need("name")?.text()?.to_owned();
    let listed = table.need("options")?;
    let mut options: Vec<(String, [Rational; 2])> = Vec::new();
    for entry in listed.list()? {
        let parts = entry.list()?;
        let [option, a, b] = &parts[..] else {
            return Err(entry.wanted("a list of an option's name and both utilities"));
        };
        let option_name = option.text()?;
        if options.iter().any(|(known, _)| known == option_name) {
            return Err((
                option.at,
                format!("`{name}` has the option `{option_name}` twice"),
            ));
        }
        options.push((option_name.to_owned(), [fixed(*a)?, fixed(*b)?]));
    }
    if options.is_empty() {
        return Err((listed.at, format!("`{name}` has no options")));
    }
    let column = table.get("column").map(|entry| entry.text()).transpose()?;
    Ok(IssueFrom {
        column: column.unwrap_or(&name).to_owned(),
        name,
        options,
    })
}
