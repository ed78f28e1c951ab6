//! The columns that a score adds to a table: those of `zopa score --format csv`, by their names and in their order.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{BooleanBuilder, Float64Builder, StringBuilder};
use arrow_schema::{DataType, Field};
use zopa::{Convention, Impasse, Rational, RunError, Score, Status};
use zopa_batch::Figures;

/// What became of a row.
pub(super) struct Row {
    /// Its score, or its fault.
    pub(super) judged: Result<Judged, RunError>,
    /// The score or the fault in JSON, where that is asked for.
    pub(super) json: Option<String>,
}

/// A valid row's score.
pub(super) enum Judged {
    /// In nearest floats.
    Nearest(Box<Figures>),
    /// In exact fractions.
    Exact(Box<Score>),
}

/// What stands in a cell.
enum Cell<'r> {
    Nothing,
    Text(&'r str),
    Truth(bool),
    Number(&'r Rational),
    Float(f64),
}

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Truth,
    /// Rational: a float, or a fraction in a text.
    Number,
    /// Irrational: always a float.
    Float,
}

struct Column {
    name: &'static str,
    kind: Kind,
    cell: for<'r> fn(&'r Row) -> Cell<'r>,
}

/// A column of rows that have a score: what stands in it, from figures in floats and from exact ones.
macro_rules! of_score {
    ($name:literal, $kind:ident, |$score:ident| $figures:expr, $exact:expr) => {
        Column {
            name: $name,
            kind: Kind::$kind,
            cell: |row| match &row.judged {
                Ok(Judged::Nearest($score)) => $figures.into(),
                Ok(Judged::Exact($score)) => $exact.into(),
                Err(_) => Cell::Nothing,
            },
        }
    };
    ($name:literal, $kind:ident, |$score:ident| $same:expr) => {
        of_score!($name, $kind, |$score| $same, $same)
    };
}

/// A column of rows that have a fault.
macro_rules! of_fault {
    ($name:literal, |$fault:ident| $cell:expr) => {
        Column {
            name: $name,
            kind: Kind::Text,
            cell: |row| match &row.judged {
                Ok(_) => Cell::Nothing,
                Err($fault) => Cell::Text($cell),
            },
        }
    };
}

/// The columns, in their order.
const COLUMNS: [Column; 26] = [
    Column {
        name: "status",
        kind: Kind::Text,
        cell: |row| match &row.judged {
            Ok(Judged::Nearest(score)) => score.status.into(),
            Ok(Judged::Exact(score)) => score.status.into(),
            Err(_) => Cell::Text("invalid"),
        },
    },
    of_fault! { "error_code", |fault| fault.code.as_str() },
    of_fault! { "error_at", |fault| &fault.at },
    of_fault! { "error_message", |fault| &fault.message },
    of_score! { "convention", Text, |score| score.convention },
    of_score! { "utility_a", Number, |score| score.utility[0], score.utility.a() },
    of_score! { "utility_b", Number, |score| score.utility[1], score.utility.b() },
    of_score! { "gain_a", Number, |score| score.gain[0], score.gain.a() },
    of_score! { "gain_b", Number, |score| score.gain[1], score.gain.b() },
    of_score! { "individually_rational", Truth, |score| score.individually_rational },
    of_score! { "pareto_efficient", Truth, |score| score.pareto_efficient },
    of_score! {
        "better_utility_a", Number, |score| score.dominated_by.as_ref().map(|better| better.utility[0]),
        score.dominated_by.as_ref().map(|better| better.utility.a())
    },
    of_score! {
        "better_utility_b", Number, |score| score.dominated_by.as_ref().map(|better| better.utility[1]),
        score.dominated_by.as_ref().map(|better| better.utility.b())
    },
    of_score! { "pareto_gap", Number, |score| score.pareto_gap, &score.pareto_gap },
    of_score! { "left_on_table_a", Number, |score| score.left_on_table[0], &score.left_on_table[0] },
    of_score! { "left_on_table_b", Number, |score| score.left_on_table[1], &score.left_on_table[1] },
    of_score! { "nash_ratio", Number, |score| score.nash_ratio, &score.nash_ratio },
    of_score! { "value_efficiency", Float, |score| score.value_efficiency },
    of_score! { "joint_gain_ratio", Number, |score| score.joint_gain_ratio, score.joint_gain_ratio.as_ref() },
    of_score! { "distance_frontier", Float, |score| score.distance_frontier, score.distance.frontier },
    of_score! { "distance_nash", Float, |score| score.distance_solutions[0], score.distance.solutions[0] },
    of_score! { "distance_kalai_smorodinsky", Float, |score| score.distance_solutions[1], score.distance.solutions[1] },
    of_score! { "distance_egalitarian", Float, |score| score.distance_solutions[2], score.distance.solutions[2] },
    of_score! { "distance_utilitarian", Float, |score| score.distance_solutions[3], score.distance.solutions[3] },
    of_score! { "share_of_surplus", Number, |score| score.share_of_surplus, score.share_of_surplus.as_ref() },
    of_score! { "impasse", Text, |score| score.impasse },
];

/// The column with the whole score; its name is the field's in the output of `zopa score`.
const JSON: Column = Column {
    name: "zopa",
    kind: Kind::Text,
    cell: |row| row.json.as_deref().map_or(Cell::Nothing, Cell::Text),
};

impl<'r, T: Into<Cell<'r>>> From<Option<T>> for Cell<'r> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Cell::Nothing, Into::into)
    }
}

impl From<bool> for Cell<'_> {
    fn from(truth: bool) -> Self {
        Cell::Truth(truth)
    }
}

impl From<f64> for Cell<'_> {
    fn from(float: f64) -> Self {
        Cell::Float(float)
    }
}

impl<'r> From<&'r Rational> for Cell<'r> {
    fn from(number: &'r Rational) -> Self {
        Cell::Number(number)
    }
}

impl From<Convention> for Cell<'_> {
    fn from(convention: Convention) -> Self {
        Cell::Text(convention.as_str())
    }
}

impl From<Status> for Cell<'_> {
    fn from(status: Status) -> Self {
        Cell::Text(status.as_str())
    }
}

impl From<Impasse> for Cell<'_> {
    fn from(impasse: Impasse) -> Self {
        Cell::Text(impasse.as_str())
    }
}

/// The columns that are added.
pub(super) struct Columns {
    columns: Vec<Column>,
    exact: bool,
    prefix: String,
}

impl Columns {
    pub(super) fn new(exact: bool, json: bool, prefix: &str) -> Self {
        let mut columns = Vec::from(COLUMNS);
        if json {
            columns.push(JSON);
        }
        Self {
            columns,
            exact,
            prefix: prefix.to_owned(),
        }
    }

    pub(super) fn names(&self) -> Vec<String> {
        let names = self.columns.iter();
        names
            .map(|column| format!("{}{}", self.prefix, column.name))
            .collect()
    }

    /// The columns' fields. Of every row only the status is known to be there.
    pub(super) fn fields(&self) -> Vec<Field> {
        let fields = self.names().into_iter().zip(&self.columns);
        fields
            .map(|(name, column)| {
                let data_type = match column.kind {
                    Kind::Truth => DataType::Boolean,
                    Kind::Float => DataType::Float64,
                    Kind::Number if !self.exact => DataType::Float64,
                    Kind::Number | Kind::Text => DataType::Utf8,
                };
                Field::new(name, data_type, true)
            })
            .collect()
    }

    /// The columns of these rows.
    pub(super) fn arrays(&self, rows: &[Row]) -> Vec<ArrayRef> {
        let columns = self.columns.iter();
        columns.map(|column| self.array(column, rows)).collect()
    }

    fn array(&self, column: &Column, rows: &[Row]) -> ArrayRef {
        let cells = rows.iter().map(column.cell);
        match column.kind {
            Kind::Truth => {
                let mut built = BooleanBuilder::with_capacity(rows.len());
                for cell in cells {
                    built.append_option(match cell {
                        Cell::Truth(truth) => Some(truth),
                        _ => None,
                    });
                }
                Arc::new(built.finish())
            }
            Kind::Number | Kind::Float if !(self.exact && column.kind == Kind::Number) => {
                let mut built = Float64Builder::with_capacity(rows.len());
                for cell in cells {
                    built.append_option(match cell {
                        Cell::Float(float) => Some(float),
                        _ => None,
                    });
                }
                Arc::new(built.finish())
            }
            _ => {
                let mut built = StringBuilder::new();
                for cell in cells {
                    match cell {
                        Cell::Text(text) => built.append_value(text),
                        Cell::Number(number) => built.append_value(number.to_string()),
                        _ => built.append_null(),
                    }
                }
                Arc::new(built.finish())
            }
        }
    }
}
