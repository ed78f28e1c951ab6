//! From a deal in Python's values to JSON, number by number as it is spelled.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};
use zopa_model::json::quote;

/// Deals are flat: a resource, a party, an amount.
const MAX_DEPTH: usize = 16;

/// A deal as the JSON of a run's `allocation`; `None` is no deal.
///
/// A float stands for its shortest decimal (0.1 for 0.1), a `Decimal` for its digits, a `Fraction` for itself.
#[pyfunction]
pub(crate) fn deal_json(deal: &Bound<'_, PyAny>) -> PyResult<String> {
    let mut out = String::new();
    write(deal, 0, &mut out)?;
    Ok(out)
}

/// The run in which a scenario's parties agree on a deal.
pub(crate) fn run_text(scenario: &str, deal: &Bound<'_, PyAny>) -> PyResult<String> {
    let mut out = format!("{{\"scenario\":{},\"allocation\":", quote(scenario));
    write(deal, 0, &mut out)?;
    out.push('}');
    Ok(out)
}

fn write(value: &Bound<'_, PyAny>, depth: usize, out: &mut String) -> PyResult<()> {
    if depth > MAX_DEPTH {
        return Err(PyValueError::new_err(format!(
            "a deal is nested at most {MAX_DEPTH} deep"
        )));
    }
    if value.is_none() {
        out.push_str("null");
    } else if let Ok(text) = value.cast::<PyString>() {
        out.push_str(&quote(text.to_str()?));
    } else if let Ok(truth) = value.cast::<PyBool>() {
        out.push_str(if truth.is_true() { "true" } else { "false" });
    } else if value.is_instance_of::<PyInt>() {
        out.push_str(value.str()?.to_str()?);
    } else if let Ok(number) = value.cast::<PyFloat>() {
        write_float(number.value(), out)?;
    } else if let Ok(members) = value.cast::<PyMapping>() {
        write_members(members, depth, out)?;
    } else if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        // no share is a list; the engine says so with the place
        out.push('[');
        for (index, item) in value.try_iter()?.enumerate() {
            if index > 0 {
                out.push(',');
            }
            write(&item?, depth + 1, out)?;
        }
        out.push(']');
    } else {
        write_number(value, out)?;
    }
    Ok(())
}

fn write_members(members: &Bound<'_, PyMapping>, depth: usize, out: &mut String) -> PyResult<()> {
    out.push('{');
    for (index, pair) in members.items()?.iter().enumerate() {
        let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
        let Ok(key) = key.cast::<PyString>() else {
            let message = format!(
                "the keys of a deal are names of resources and parties, found {}",
                key.repr()?
            );
            return Err(PyTypeError::new_err(message));
        };
        if index > 0 {
            out.push(',');
        }
        out.push_str(&quote(key.to_str()?));
        out.push(':');
        write(&value, depth + 1, out)?;
    }
    out.push('}');
    Ok(())
}

/// The shortest decimal that reads as this float.
fn write_float(value: f64, out: &mut String) -> PyResult<()> {
    if !value.is_finite() {
        return Err(PyValueError::new_err(format!(
            "a share is a finite number, found {value}"
        )));
    }
    out.push_str(&serde_json::Value::from(value).to_string());
    Ok(())
}

/// The numbers that are no builtins: `Decimal`, `Fraction`, and what numpy and others make.
fn write_number(value: &Bound<'_, PyAny>, out: &mut String) -> PyResult<()> {
    let kind = value.get_type().fully_qualified_name()?;
    let kind = kind.to_str()?;
    let spelled = value.str()?;
    let spelled = spelled.to_str()?;
    if kind == "decimal.Decimal" {
        if !value.call_method0("is_finite")?.is_truthy()? {
            return Err(PyValueError::new_err(format!(
                "a share is a finite number, found {spelled}"
            )));
        }
        // JSON has no leading or trailing point, and neither has a Decimal
        out.push_str(spelled);
    } else if kind == "fractions.Fraction" {
        out.push_str(&quote(spelled));
    } else if value.hasattr("__index__")? {
        out.push_str(value.call_method0("__index__")?.str()?.to_str()?);
    } else if value.hasattr("__float__")? {
        write_float(value.call_method0("__float__")?.extract()?, out)?;
    } else {
        let message = format!(
            "a share is a number, a fraction such as \"1/3\", a party's name or a dict of shares, found {kind}"
        );
        return Err(PyTypeError::new_err(message));
    }
    Ok(())
}
