//! Runs from a Parquet file: a row each.

use std::fs::File;
use std::io;

use bytes::Bytes;
use parquet::file::reader::{ChunkReader, FileReader, SerializedFileReader};
use parquet::record::Field;
use parquet::record::reader::RowIter;
use zopa_model::json::{self, quote};

use super::failed;
use crate::figures::write_number;
use crate::runs::{Chunk, ReadError, RunSource};
use crate::table::{Column, Row, columns_of};

/// About so many bytes of runs are scored at once.
const CHUNK: usize = 1 << 18;

/// A Parquet file of which nothing but the end was read.
pub struct ParquetFile {
    reader: Box<dyn FileReader>,
}

impl ParquetFile {
    /// Opens a file.
    ///
    /// # Errors
    /// Where it cannot be read, or is no Parquet file.
    pub fn open(file: File) -> io::Result<Self> {
        Self::new(file)
    }

    /// Opens what is in memory.
    ///
    /// # Errors
    /// Where it is no Parquet file.
    pub fn from_bytes(bytes: Vec<u8>) -> io::Result<Self> {
        Self::new(Bytes::from(bytes))
    }

    fn new<R: ChunkReader + 'static>(file: R) -> io::Result<Self> {
        let reader = SerializedFileReader::new(file).map_err(failed)?;
        Ok(Self {
            reader: Box::new(reader),
        })
    }

    /// The names of its columns.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let schema = self.reader.metadata().file_metadata().schema();
        let names = schema.get_fields().iter();
        names.map(|field| field.name().to_owned()).collect()
    }

    /// Its rows as cells of a sheet: texts as they are, nothing where there is no value, all else as JSON.
    pub fn cells(self) -> impl Iterator<Item = io::Result<Vec<String>>> {
        let cell = |(_, field): (&String, &Field)| match field {
            Field::Str(text) => text.clone(),
            field => json_of(field, false)
                .map(|json| String::from_utf8_lossy(&json).into_owned())
                .unwrap_or_default(),
        };
        RowIter::from_file_into(self.reader).map(move |row| {
            let row = row.map_err(failed)?;
            Ok(row.get_column_iter().map(cell).collect())
        })
    }

    /// Its rows as runs.
    ///
    /// # Errors
    /// Where there is no column `scenario`, or two columns have one name.
    pub fn runs(self) -> Result<ParquetRuns, ReadError> {
        let names = self.names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let columns = columns_of(&names)?;
        let is_share = |column: &Column| matches!(column, Column::Share { .. });
        Ok(ParquetRuns {
            has_shares: columns.iter().any(is_share),
            columns,
            rows: RowIter::from_file_into(self.reader),
            passed: 0,
            failure: None,
        })
    }
}

/// Runs from a Parquet file.
///
/// Columns are those of CSV ([`TableRuns`](crate::TableRuns)). Values keep their types; groups and maps become objects without what is null
/// in them, lists become arrays. A text that is JSON in brackets, and any in `allocation`, is JSON.
pub struct ParquetRuns {
    rows: RowIter<'static>,
    columns: Vec<Column>,
    has_shares: bool,
    passed: usize,
    /// Why there is no next row.
    failure: Option<io::Error>,
}

impl RunSource for ParquetRuns {
    fn next_chunk(&mut self) -> Result<Option<Chunk>, ReadError> {
        let mut bytes = Vec::new();
        let mut texts = Vec::new();
        while bytes.len() < CHUNK && self.failure.is_none() {
            let fields = match self.rows.next() {
                None => break,
                Some(Ok(fields)) => fields,
                // what was read before is scored first
                Some(Err(error)) => {
                    self.failure = Some(failed(error));
                    break;
                }
            };
            self.passed += 1;
            let mut row = Row::default();
            for (column, (_, field)) in self.columns.iter().zip(fields.get_column_iter()) {
                let is_allocation = matches!(column, Column::Allocation);
                match json_of(field, is_allocation) {
                    // an empty text is no allocation, nothing is no deal
                    Some(json) if is_allocation && json == b"\"\"" => {}
                    Some(json) => row.add(column, json),
                    None if is_allocation && !self.has_shares => row.add(column, b"null".to_vec()),
                    None => {}
                }
            }
            let start = bytes.len();
            row.write(&self.columns, &mut bytes);
            texts.push((self.passed, Ok(start..bytes.len())));
        }
        if texts.is_empty() {
            return match self.failure.take() {
                Some(error) => Err(error.into()),
                None => Ok(None),
            };
        }
        Ok(Some(Chunk::of_texts(bytes, texts)))
    }
}

/// A value as JSON; `None` for null.
fn json_of(field: &Field, is_allocation: bool) -> Option<Vec<u8>> {
    let float = |value: f64| {
        let mut out = Vec::new();
        write_number(value, &mut out);
        out
    };
    let object = |members: Vec<(String, Vec<u8>)>| {
        let members = members
            .into_iter()
            .map(|(name, json)| [quote(&name).into_bytes(), b":".to_vec(), json].concat());
        [
            b"{".to_vec(),
            members.collect::<Vec<_>>().join(&b','),
            b"}".to_vec(),
        ]
        .concat()
    };
    Some(match field {
        Field::Null => return None,
        Field::Bool(value) => value.to_string().into_bytes(),
        Field::Byte(value) => value.to_string().into_bytes(),
        Field::Short(value) => value.to_string().into_bytes(),
        Field::Int(value) => value.to_string().into_bytes(),
        Field::Long(value) => value.to_string().into_bytes(),
        Field::UByte(value) => value.to_string().into_bytes(),
        Field::UShort(value) => value.to_string().into_bytes(),
        Field::UInt(value) => value.to_string().into_bytes(),
        Field::ULong(value) => value.to_string().into_bytes(),
        // a narrow float's shortest decimal is what was meant
        Field::Float(value) => float(value.to_string().parse().unwrap_or(f64::NAN)),
        Field::Double(value) => float(*value),
        Field::Str(text) => {
            let is_json = is_allocation || text.starts_with(['{', '[']);
            if is_json && json::parse(text).is_ok() {
                text.bytes().map(|byte| byte.max(b' ')).collect()
            } else {
                quote(text).into_bytes()
            }
        }
        Field::Group(row) => object(
            row.get_column_iter()
                .filter_map(|(name, field)| Some((name.clone(), json_of(field, false)?)))
                .collect(),
        ),
        Field::MapInternal(map) => object(
            map.entries()
                .iter()
                .filter_map(|(key, field)| {
                    let name = match key {
                        Field::Str(name) => name.clone(),
                        other => other.to_string(),
                    };
                    Some((name, json_of(field, false)?))
                })
                .collect(),
        ),
        Field::ListInternal(list) => {
            let items = list.elements().iter();
            let items: Vec<Vec<u8>> = items
                .map(|item| json_of(item, false).unwrap_or_else(|| b"null".to_vec()))
                .collect();
            [b"[".to_vec(), items.join(&b','), b"]".to_vec()].concat()
        }
        // decimals, dates and times as they are shown
        Field::Decimal(_) => field.to_string().into_bytes(),
        other => quote(other.to_string().trim_matches('"')).into_bytes(),
    })
}
