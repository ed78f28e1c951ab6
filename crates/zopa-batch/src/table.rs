//! Runs from comma-separated values: a row each, shares in columns of their own or as JSON.

use std::io::Read;

use zopa_model::Rational;
use zopa_model::json::{self, quote};

use crate::lines::Lines;
use crate::runs::{Chunk, ReadError, RunSource};
use crate::sheet;

/// About so many bytes of runs are scored at once.
const CHUNK: usize = 1 << 18;

/// The field that a dotted column belongs to if it is no share: the category scores of a run.
const SCORES: &str = "scores";

/// Runs from comma-separated values with a header (RFC 4180).
///
/// A column named `RESOURCE.PARTY` (split at the last dot) is that party's share, a number or a fraction such as `1/3`. Where a column
/// `allocation` is the whole allocation as JSON, a column with a dot is a field like any other. Where all shares are empty, or
/// `allocation` is `null`, there is no deal. `scores.NAME` is a member of `scores`. Any other column is a field of the run: a number,
/// `true`, `false`, JSON in brackets, or else text; an empty cell is no field.
/// A sheet of scores may be scored again: its own columns are left out.
pub struct TableRuns<R> {
    reader: csv::Reader<Lines<R>>,
    columns: Option<Vec<Column>>,
}

/// A name and its value as JSON.
type Member<'c> = (&'c str, Vec<u8>);

/// What a column is for.
pub(crate) enum Column {
    Share {
        resource: String,
        party: String,
    },
    Allocation,
    Score(String),
    Field(String),
    /// A column of an earlier score.
    Old,
}

impl<R: Read + Send> TableRuns<R> {
    /// Runs from a reader; nothing is read yet.
    pub fn new(reader: R) -> Self {
        let mut builder = csv::ReaderBuilder::new();
        builder.flexible(true).has_headers(false);
        Self {
            reader: builder.from_reader(Lines::new(reader)),
            columns: None,
        }
    }

    fn header(&mut self) -> Result<Vec<Column>, ReadError> {
        let mut record = csv::StringRecord::new();
        self.reader.read_record(&mut record).map_err(fault)?;
        let names: Vec<&str> = record
            .iter()
            .map(|name| name.trim_start_matches('\u{feff}').trim())
            .collect();
        let mut columns = columns_of(&names);
        if let Err(ReadError::Faulty { line, .. }) = &mut columns {
            *line = self.line_of(record.position());
        }
        columns
    }

    /// The line on which a row stands that was looked for from here.
    fn line_of(&mut self, from: Option<&csv::Position>) -> usize {
        let byte = from.map_or(0, csv::Position::byte);
        self.reader.get_mut().of_row_from(byte)
    }
}

/// What columns of these names are for.
pub(crate) fn columns_of(names: &[&str]) -> Result<Vec<Column>, ReadError> {
    let has = |name| names.contains(&name);
    let fault = |message: String, help: &str| {
        Err(ReadError::Faulty {
            line: 1,
            column: 0,
            message,
            help: help.to_owned(),
        })
    };
    let nameless = || {
        fault(
            "there is no column `scenario`".to_owned(),
            "the first line names the columns: `run,scenario,cash.Ana,cash.Ben`",
        )
    };
    let is_sheet = has("value_efficiency") && has("error_code");
    for (index, name) in names.iter().enumerate() {
        if names[..index].contains(name) {
            let message = format!("two columns are called `{name}`");
            return fault(message, "give each column a name of its own");
        }
    }
    if !names.is_empty() && !has("scenario") {
        let other = [(';', "semicolons"), ('\t', "tabs"), ('|', "bars")];
        let [alone] = names else { return nameless() };
        let other = other.iter().find(|(mark, _)| alone.contains(*mark));
        return other.map_or_else(nameless, |(_, marks)| {
            fault(
                format!("the columns are separated by {marks}; commas are wanted"),
                "save the table with commas between its cells and points in its numbers",
            )
        });
    }
    let column = |name: &&str| match name.rsplit_once('.') {
        _ if *name == "allocation" => Column::Allocation,
        _ if is_sheet && sheet::is_own(name) => Column::Old,
        Some((SCORES, score)) => Column::Score(score.to_owned()),
        Some((resource, party)) if !has("allocation") => Column::Share {
            resource: resource.to_owned(),
            party: party.to_owned(),
        },
        _ => Column::Field((*name).to_owned()),
    };
    Ok(names.iter().map(column).collect())
}

impl<R: Read + Send> RunSource for TableRuns<R> {
    fn next_chunk(&mut self) -> Result<Option<Chunk>, ReadError> {
        let columns = match self.columns.take() {
            Some(columns) => columns,
            None => self.header()?,
        };
        let mut bytes = Vec::new();
        let mut texts = Vec::new();
        let mut record = csv::ByteRecord::new();
        while bytes.len() < CHUNK && texts.len() < CHUNK {
            match self.reader.read_byte_record(&mut record) {
                Ok(true) => {}
                Ok(false) => break,
                // what was read before is scored first
                Err(_) if !texts.is_empty() => break,
                Err(error) => return Err(fault(error)),
            }
            let is_blank = record.len() == 1 && record[0].trim_ascii().is_empty();
            if is_blank && columns.len() > 1 {
                continue;
            }
            let line = self.line_of(record.position());
            let start = bytes.len();
            let text = match odd_row(columns.len(), record.len()) {
                Some(reason) => Err(reason),
                None => {
                    write_run(&columns, &record, &mut bytes);
                    Ok(start..bytes.len())
                }
            };
            texts.push((line, text));
        }
        self.columns = Some(columns);
        Ok((!texts.is_empty()).then(|| Chunk::of_texts(bytes, texts)))
    }
}

fn fault(error: csv::Error) -> ReadError {
    let line = error.position().map_or(1, csv::Position::line);
    match error.into_kind() {
        csv::ErrorKind::Io(error) => ReadError::Io(error),
        _ => ReadError::Faulty {
            line: usize::try_from(line).unwrap_or(0),
            column: 0,
            message: "the line is no row of comma-separated values in UTF-8".to_owned(),
            help: "save the table as CSV in UTF-8".to_owned(),
        },
    }
}

/// Why a row is no run, where it has not as many cells as the header. What a row that was cut off does not say must not count as
/// nothing: a deal would become another deal, or none.
#[must_use]
pub fn odd_row(columns: usize, cells: usize) -> Option<String> {
    let hint = match cells.cmp(&columns) {
        std::cmp::Ordering::Equal => return None,
        std::cmp::Ordering::Less => "it may be cut off, or commas of empty cells are missing",
        std::cmp::Ordering::Greater => "a cell with a comma in it stands in double quotes",
    };
    let of = |count: usize, what| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let (cells, columns) = (of(cells, "cell"), of(columns, "column"));
    Some(format!("the row has {cells}, there are {columns}; {hint}"))
}

/// Appends a row as the JSON of a run.
fn write_run(columns: &[Column], record: &csv::ByteRecord, out: &mut Vec<u8>) {
    let mut row = Row::default();
    for (column, cell) in columns.iter().zip(record) {
        let cell = cell.trim_ascii();
        if !cell.is_empty() {
            let is_text = matches!(column, Column::Field(name) if name == "scenario");
            row.add(column, json_of(cell, is_text));
        }
    }
    row.write(columns, out);
}

/// The cells of a row by what they are for, each as JSON.
#[derive(Default)]
pub(crate) struct Row<'c> {
    fields: Vec<Member<'c>>,
    scores: Vec<Member<'c>>,
    shares: Vec<(&'c str, Vec<Member<'c>>)>,
    allocation: Option<Vec<u8>>,
}

impl<'c> Row<'c> {
    pub(crate) fn add(&mut self, column: &'c Column, json: Vec<u8>) {
        match column {
            Column::Old => {}
            Column::Allocation => self.allocation = Some(json),
            Column::Score(name) => self.scores.push((name, json)),
            Column::Field(name) => self.fields.push((name, json)),
            Column::Share { resource, party } => {
                match self.shares.iter_mut().find(|(known, _)| known == resource) {
                    Some((_, parties)) => parties.push((party, json)),
                    None => self.shares.push((resource, vec![(party, json)])),
                }
            }
        }
    }

    /// Appends the run.
    pub(crate) fn write(mut self, columns: &[Column], out: &mut Vec<u8>) {
        if !self.scores.is_empty() {
            let scores = object(&self.scores);
            self.fields.push((SCORES, scores));
        }
        self.fields
            .extend(self.allocation.map(|json| ("allocation", json)));
        if !self.shares.is_empty() {
            let shares = self.shares.iter();
            let shares: Vec<Member<'_>> = shares
                .map(|(resource, parties)| (*resource, object(parties)))
                .collect();
            self.fields.push(("allocation", object(&shares)));
        }
        let may_share = |column: &Column| matches!(column, Column::Share { .. });
        let says = self.fields.iter().any(|(name, _)| *name == "allocation");
        if !says && columns.iter().any(may_share) {
            self.fields.push(("allocation", b"null".to_vec()));
        }
        out.extend_from_slice(&object(&self.fields));
    }
}

fn object(members: &[Member<'_>]) -> Vec<u8> {
    let mut out = vec![b'{'];
    for (place, (name, json)) in members.iter().enumerate() {
        if place > 0 {
            out.push(b',');
        }
        out.extend_from_slice(quote(name).as_bytes());
        out.push(b':');
        out.extend_from_slice(json);
    }
    out.push(b'}');
    out
}

/// A cell as JSON: what is JSON already as it is, all else as a string. (What is no text stays no text.)
fn json_of(cell: &[u8], is_text: bool) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(cell) else {
        return [b"\"", cell, b"\""].concat();
    };
    let is_json = match text.as_bytes() {
        _ if is_text => false,
        [b'{' | b'[', ..] => json::parse(text).is_ok(),
        [b'-' | b'0'..=b'9', ..] => Rational::from_json_number(text).is_ok(),
        _ => matches!(text, "true" | "false" | "null"),
    };
    if is_json {
        // a line stays a line
        cell.iter().map(|&byte| byte.max(b' ')).collect()
    } else {
        quote(text).into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(usize, String)> {
        let mut runs = TableRuns::new(text.as_bytes());
        let mut found = Vec::new();
        while let Some(chunk) = runs.next_chunk().expect("readable") {
            chunk.for_each(|line, text| {
                let text = text.map_or_else(str::to_owned, |bytes| {
                    String::from_utf8_lossy(bytes).into_owned()
                });
                found.push((line, text));
            });
        }
        found
    }

    #[test]
    fn shares_stand_in_columns() {
        let text = "run,scenario,seed,cash.Ana,cash.Ben,van.Ana,scores.resolution\nr1,s,7,0.6,2/5,,50\nr 2,s,007,,,,\n";
        let wanted = [
            (
                2,
                r#"{"run":"r1","scenario":"s","seed":7,"scores":{"resolution":50},"allocation":{"cash":{"Ana":0.6,"Ben":"2/5"}}}"#,
            ),
            (
                3,
                r#"{"run":"r 2","scenario":"s","seed":"007","allocation":null}"#,
            ),
        ];
        assert_eq!(read(text), wanted.map(|(line, run)| (line, run.to_owned())));
    }

    #[test]
    fn an_allocation_may_be_json() {
        let text = "scenario,allocation,note\ns,\"{\"\"a\"\": \"\"Ana\"\"}\",\"two\nlines\"\ns,null,{}\n12,,\n";
        let wanted = [
            (
                2,
                r#"{"scenario":"s","note":"two\nlines","allocation":{"a": "Ana"}}"#,
            ),
            (4, r#"{"scenario":"s","note":{},"allocation":null}"#),
            (5, r#"{"scenario":"12"}"#),
        ];
        assert_eq!(read(text), wanted.map(|(line, run)| (line, run.to_owned())));
    }

    #[test]
    fn faults_are_told() {
        let fault = |text: &str| match TableRuns::new(text.as_bytes()).next_chunk() {
            Err(ReadError::Faulty { line, message, .. }) => Some((line, message)),
            _ => None,
        };
        let whole = TableRuns::new("run\n".as_bytes()).next_chunk().err();
        let whole = whole.map(|error| error.to_string());
        assert_eq!(
            whole.as_deref(),
            Some("line 1: there is no column `scenario`")
        );
        let told = |message: &str| Some((1, message.to_owned()));
        let without = fault("run,cash.Ana\n1,1\n");
        assert_eq!(without, told("there is no column `scenario`"));
        let twice = fault("scenario,a,a\n");
        assert_eq!(twice, told("two columns are called `a`"));
        assert!(matches!(TableRuns::new(&b""[..]).next_chunk(), Ok(None)));
        let (line, message) = fault("\n\nrun;scenario;cash.Ana\n").expect("a fault");
        assert_eq!(line, 3);
        assert!(message.contains("separated by semicolons"), "{message}");
    }

    /// A line of white space is blank here as it is among lines of JSON, and every row is told with its own line.
    #[test]
    fn blank_lines_are_counted_and_are_no_rows() {
        let text = "scenario,a.A\r\n\r\n \t\r\ns,1\r\n\r\ns\r\n";
        let found: Vec<usize> = read(text).into_iter().map(|(line, _)| line).collect();
        assert_eq!(found, [4, 6]);
    }

    #[test]
    fn beside_an_allocation_a_dot_is_part_of_a_name() {
        let text = "scenario,allocation,config.model,scores.x\ns,null,m-1,5\n";
        let run = r#"{"scenario":"s","config.model":"m-1","scores":{"x":5},"allocation":null}"#;
        assert_eq!(read(text), [(2, run.to_owned())]);
    }

    /// What is cut off says nothing of what was agreed: it is no deal with less in it, and no impasse.
    #[test]
    fn a_row_has_a_cell_for_each_column() {
        let text = "run,scenario,cash.Ana,cash.Ben\nr1,s,1,0\nr2,s,1,0,1\nr3,s\nr4,s,,\nr5,s,1";
        let wanted = [
            (
                2,
                r#"{"run":"r1","scenario":"s","allocation":{"cash":{"Ana":1,"Ben":0}}}"#,
            ),
            (
                3,
                "the row has 5 cells, there are 4 columns; a cell with a comma in it stands in double quotes",
            ),
            (
                4,
                "the row has 2 cells, there are 4 columns; it may be cut off, or commas of empty cells are missing",
            ),
            (5, r#"{"run":"r4","scenario":"s","allocation":null}"#),
            (
                6,
                "the row has 3 cells, there are 4 columns; it may be cut off, or commas of empty cells are missing",
            ),
        ];
        assert_eq!(read(text), wanted.map(|(line, run)| (line, run.to_owned())));
    }
}
