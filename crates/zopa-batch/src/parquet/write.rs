//! Scores as a Parquet file: a row for each run.

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use zopa_model::json::{Node, Value};

use super::failed;
use crate::sheet::{COLUMNS, LINE, cell, find, for_each, measures_of};

/// Rows of a group: they are in memory together.
const GROUP: usize = 1 << 14;

/// What a column holds, from narrow to wide: two kinds in one column make text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Unknown,
    Bool,
    Int,
    /// Integers of which some are no floats.
    Long,
    Double,
    Text,
}

impl Kind {
    fn of(node: &Node<'_>) -> Self {
        match &node.value {
            Value::Null => Self::Unknown,
            Value::Bool(_) => Self::Bool,
            Value::Number(text) => match text.parse::<i64>() {
                Ok(number) if number.unsigned_abs() <= 1 << f64::MANTISSA_DIGITS => Self::Int,
                Ok(_) => Self::Long,
                Err(_) if is_float(text) => Self::Double,
                Err(_) => Self::Text,
            },
            _ => Self::Text,
        }
    }

    /// What a column of scores holds where no run has a value.
    fn of_score(name: &str) -> Self {
        match name {
            "individually_rational" | "pareto_efficient" => Self::Bool,
            "status" | "error_code" | "error_at" | "error_message" | "convention"
            | "better_allocation" | "impasse" => Self::Text,
            _ => Self::Double,
        }
    }

    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unknown, kind) | (kind, Self::Unknown) => kind,
            (one, other) if one == other => one,
            (Self::Int | Self::Double, Self::Int | Self::Double) => Self::Double,
            (Self::Int | Self::Long, Self::Int | Self::Long) => Self::Long,
            _ => Self::Text,
        }
    }
}

/// Is the number's shortest float spelled with the same digits? Any other number stays as it is spelled.
fn is_float(text: &str) -> bool {
    let digits = |text: &str| {
        let spelled = text.split(['e', 'E']).next().unwrap_or_default();
        let digits: String = spelled.chars().filter(char::is_ascii_digit).collect();
        digits.trim_matches('0').to_owned()
    };
    let nearest = text.parse::<f64>();
    nearest.is_ok_and(|number| number.is_finite() && digits(&format!("{number:e}")) == digits(text))
}

/// The path of a column under `zopa`, and the place in the pair there.
type Path = (Vec<String>, Option<usize>);

/// The values of a column in a group of rows.
struct Values {
    name: String,
    kind: Kind,
    cells: Vec<Option<String>>,
}

/// Writes a Parquet file with the columns of [`write_csv`](crate::write_csv), in groups of rows with Snappy compression. `lines` is as
/// there.
///
/// # Errors
/// Those of the readers and of the writer, and where a line is no scored run.
pub fn write_parquet<R: BufRead>(
    lines: impl Fn() -> io::Result<R>,
    out: &mut (impl Write + Send),
) -> io::Result<()> {
    write_compressed(lines, out, Compression::SNAPPY)
}

/// [`write_parquet`] with this compression.
pub(super) fn write_compressed<R: BufRead>(
    lines: impl Fn() -> io::Result<R>,
    out: &mut (impl Write + Send),
    compression: Compression,
) -> io::Result<()> {
    let (mut columns, paths) = survey(lines()?)?;
    let known = columns.len() - paths.len();
    let properties = WriterProperties::builder()
        .set_compression(compression)
        .build();
    let schema = Arc::new(schema(&columns)?);
    let mut writer =
        SerializedFileWriter::new(out, schema, Arc::new(properties)).map_err(failed)?;
    let mut rows = 0;
    for_each(lines()?, |text, fields, (line, zopa)| {
        columns[0].cells.push(Some(line.to_owned()));
        for values in &mut columns[1..known] {
            let mut named = fields.iter().filter(|member| member.key == values.name);
            let value = named.next().map(|member| &member.value);
            values.cells.push(match value {
                // nothing is no deal, and so an allocation that is not there is an empty text
                None if values.name == "allocation" => Some(String::new()),
                Some(node) if node.value != Value::Null => Some(cell(text, node, false)),
                _ => None,
            });
        }
        for (values, (path, place)) in columns[known..].iter_mut().zip(&paths) {
            let value = find(zopa, path, *place).filter(|node| node.value != Value::Null);
            values.cells.push(value.map(|node| cell(text, node, true)));
        }
        rows += 1;
        if rows % GROUP == 0 {
            write_group(writer.next_row_group().map_err(failed)?, &mut columns)?;
        }
        Ok(())
    })?;
    if !rows.is_multiple_of(GROUP) {
        write_group(writer.next_row_group().map_err(failed)?, &mut columns)?;
    }
    writer.close().map_err(failed)?;
    Ok(())
}

/// The columns, still empty, and the paths of the last of them, which are under `zopa`. The first is the line; those of the runs' own
/// fields follow.
fn survey(lines: impl BufRead) -> io::Result<(Vec<Values>, Vec<Path>)> {
    let column = |name: &str, kind| Values {
        name: name.to_owned(),
        kind,
        cells: Vec::new(),
    };
    let mut own: Vec<Values> = Vec::new();
    let mut scores: Vec<(Values, Path)> = COLUMNS
        .iter()
        .map(|(name, path, place)| {
            let path = path.iter().map(|&key| key.to_owned()).collect();
            (column(name, Kind::Unknown), (path, *place))
        })
        .collect();
    for_each(lines, |_, fields, (_, zopa)| {
        if scores.len() == COLUMNS.len() {
            scores.extend(measures_of(zopa).into_iter().map(|[namespace, measure]| {
                let name = format!("{namespace}.{measure}");
                let path = vec!["metrics".to_owned(), namespace, measure];
                (column(&name, Kind::Unknown), (path, None))
            }));
        }
        for member in fields.iter().filter(|member| member.key != LINE) {
            let kind = match &*member.key {
                "allocation" => Kind::Text,
                _ => Kind::of(&member.value),
            };
            match own.iter_mut().find(|known| known.name == member.key) {
                Some(known) => known.kind = known.kind.and(kind),
                None => own.push(column(&member.key, kind)),
            }
        }
        for (values, (path, place)) in &mut scores {
            if let Some(node) = find(zopa, path, *place) {
                // a score is no integer, whatever it is worth
                let kind = match Kind::of(node) {
                    Kind::Unknown => Kind::Unknown,
                    _ if matches!(node.value, Value::Number(_)) => Kind::Double,
                    kind => kind,
                };
                values.kind = values.kind.and(kind);
            }
        }
        Ok(())
    })?;
    let (mut scores, paths): (Vec<Values>, Vec<Path>) = scores.into_iter().unzip();
    for values in &mut scores {
        if values.kind == Kind::Unknown {
            values.kind = Kind::of_score(&values.name);
        }
    }
    let mut columns = vec![column(LINE, Kind::Int)];
    columns.extend(own);
    columns.extend(scores);
    Ok((columns, paths))
}

fn schema(columns: &[Values]) -> io::Result<Type> {
    let mut fields = Vec::with_capacity(columns.len());
    for Values { name, kind, .. } in columns {
        let (physical, logical) = match kind {
            Kind::Bool => (Physical::BOOLEAN, None),
            Kind::Int | Kind::Long => (Physical::INT64, None),
            Kind::Double => (Physical::DOUBLE, None),
            Kind::Unknown | Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let field = Type::primitive_type_builder(name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical)
            .build()
            .map_err(failed)?;
        fields.push(Arc::new(field));
    }
    Type::group_type_builder("scores")
        .with_fields(fields)
        .build()
        .map_err(failed)
}

/// Writes a group of rows, and empties the columns.
fn write_group<W: Write + Send>(
    mut group: SerializedRowGroupWriter<'_, W>,
    columns: &mut [Values],
) -> io::Result<()> {
    let odd = || io::Error::new(io::ErrorKind::InvalidData, "a column changed its kind");
    for Values { kind, cells, .. } in columns {
        let mut writer = group.next_column().map_err(failed)?.ok_or_else(odd)?;
        let levels: Vec<i16> = cells.iter().map(|cell| i16::from(cell.is_some())).collect();
        let levels = Some(levels.as_slice());
        let cells = std::mem::take(cells).into_iter().flatten();
        match kind {
            Kind::Bool => {
                let values: Vec<bool> = cells.map(|cell| cell == "true").collect();
                writer
                    .typed::<BoolType>()
                    .write_batch(&values, levels, None)
                    .map_err(failed)?;
            }
            Kind::Int | Kind::Long => {
                let values: Result<Vec<i64>, _> = cells.map(|cell| cell.parse()).collect();
                writer
                    .typed::<Int64Type>()
                    .write_batch(&values.map_err(|_| odd())?, levels, None)
                    .map_err(failed)?;
            }
            Kind::Double => {
                let values: Result<Vec<f64>, _> = cells.map(|cell| cell.parse()).collect();
                writer
                    .typed::<DoubleType>()
                    .write_batch(&values.map_err(|_| odd())?, levels, None)
                    .map_err(failed)?;
            }
            Kind::Unknown | Kind::Text => {
                let values: Vec<ByteArray> = cells
                    .map(|cell| ByteArray::from(cell.into_bytes()))
                    .collect();
                writer
                    .typed::<ByteArrayType>()
                    .write_batch(&values, levels, None)
                    .map_err(failed)?;
            }
        }
        writer.close().map_err(failed)?;
    }
    group.close().map_err(failed)?;
    Ok(())
}
