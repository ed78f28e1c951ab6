//! From a nested Arrow value to the JSON of an allocation.
//!
//! A struct has the same fields in every row, so a null in one means that the row does not name it; a map names what it
//! holds. A float stands for its shortest decimal.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use zopa_model::json::quote;

use super::texts::Texts;

/// Can values of this type be written?
pub(super) fn is_writable(data_type: &DataType) -> bool {
    match data_type {
        DataType::Struct(fields) => fields.iter().all(|field| is_writable(field.data_type())),
        DataType::Map(entries, _) => is_writable(entries.data_type()),
        other => is_plain(other),
    }
}

/// Is it a type of numbers, texts or flags?
pub(super) fn is_plain(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => super::texts::is_text(values),
        DataType::Null
        | DataType::Boolean
        | DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Float32
        | DataType::Float64
        | DataType::Decimal128(..) => true,
        other => other.is_integer(),
    }
}

/// Is there nothing in a row? (Columns of the type of nothing say of no row that it is null.)
pub(super) fn is_nothing(array: &dyn Array, row: usize) -> bool {
    *array.data_type() == DataType::Null || array.is_null(row)
}

/// Appends the value in a row; its type [`is_writable`].
pub(super) fn write(array: &dyn Array, row: usize, out: &mut String) {
    if is_nothing(array, row) {
        out.push_str("null");
        return;
    }
    match array.data_type() {
        DataType::Struct(_) => {
            let array = array.as_struct();
            let members = array.column_names().into_iter().zip(array.columns());
            let named = members.filter(|(_, column)| !is_nothing(column.as_ref(), row));
            write_members(named.map(|(name, column)| (name, column, row)), out);
        }
        DataType::Map(..) => {
            let array = array.as_map();
            let names = Texts::of(array.keys().as_ref());
            let span = offset(array.value_offsets()[row])..offset(array.value_offsets()[row + 1]);
            let members = span.map(|at| {
                let name = names.as_ref().and_then(|names| names.get(at));
                (name.unwrap_or_default(), array.values(), at)
            });
            write_members(members, out);
        }
        DataType::Boolean => out.push_str(if array.as_boolean().value(row) {
            "true"
        } else {
            "false"
        }),
        DataType::Float32 => write_float(&array.as_primitive::<Float32Type>().value(row), out),
        DataType::Float64 => write_float(&array.as_primitive::<Float64Type>().value(row), out),
        DataType::Decimal128(..) => {
            out.push_str(&array.as_primitive::<Decimal128Type>().value_as_string(row));
        }
        DataType::Int8 => write_integer(array.as_primitive::<Int8Type>().value(row), out),
        DataType::Int16 => write_integer(array.as_primitive::<Int16Type>().value(row), out),
        DataType::Int32 => write_integer(array.as_primitive::<Int32Type>().value(row), out),
        DataType::Int64 => write_integer(array.as_primitive::<Int64Type>().value(row), out),
        DataType::UInt8 => write_integer(array.as_primitive::<UInt8Type>().value(row), out),
        DataType::UInt16 => write_integer(array.as_primitive::<UInt16Type>().value(row), out),
        DataType::UInt32 => write_integer(array.as_primitive::<UInt32Type>().value(row), out),
        DataType::UInt64 => write_integer(array.as_primitive::<UInt64Type>().value(row), out),
        _ => match Texts::of(array).and_then(|texts| texts.get(row)) {
            Some(text) => out.push_str(&quote(text)),
            None => out.push_str("null"),
        },
    }
}

fn write_members<'m>(
    members: impl Iterator<Item = (&'m str, &'m ArrayRef, usize)>,
    out: &mut String,
) {
    out.push('{');
    for (index, (name, values, row)) in members.enumerate() {
        if index > 0 {
            out.push(',');
        }
        out.push_str(&quote(name));
        out.push(':');
        write(values.as_ref(), row, out);
    }
    out.push('}');
}

fn write_integer(value: impl std::fmt::Display, out: &mut String) {
    out.push_str(&value.to_string());
}

/// The shortest decimal; what is no number (`NaN`, `inf`) becomes a text, so that the engine says that it is no share.
fn write_float(value: &impl std::fmt::Debug, out: &mut String) {
    let text = format!("{value:?}");
    if text.contains(|c: char| c.is_ascii_digit()) {
        out.push_str(&text);
    } else {
        out.push_str(&quote(&text));
    }
}

/// Offsets are never negative.
fn offset(value: i32) -> usize {
    usize::try_from(value).unwrap_or_default()
}
