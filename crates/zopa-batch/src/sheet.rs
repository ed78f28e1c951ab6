//! Scores as a sheet: a row for each run. It is made from scored lines, since a header names the fields of all runs.

use std::io::{self, BufRead, Write};

use zopa::metrics::Namespace;
use zopa_model::json::{self, Member, Node, Value};

/// What the columns of a score hold: their names, and where that stands under `zopa`.
pub(crate) const COLUMNS: [(&str, &[&str], Option<usize>); 27] = [
    ("status", &["status"], None),
    ("error_code", &["error", "code"], None),
    ("error_at", &["error", "at"], None),
    ("error_message", &["error", "message"], None),
    ("convention", &["convention"], None),
    ("utility_a", &["utility"], Some(0)),
    ("utility_b", &["utility"], Some(1)),
    ("gain_a", &["gain"], Some(0)),
    ("gain_b", &["gain"], Some(1)),
    ("individually_rational", &["individually_rational"], None),
    ("pareto_efficient", &["pareto_efficient"], None),
    ("better_utility_a", &["dominated_by", "utility"], Some(0)),
    ("better_utility_b", &["dominated_by", "utility"], Some(1)),
    ("better_allocation", &["dominated_by", "allocation"], None),
    ("pareto_gap", &["pareto_gap"], None),
    ("left_on_table_a", &["left_on_table"], Some(0)),
    ("left_on_table_b", &["left_on_table"], Some(1)),
    ("nash_ratio", &["nash_ratio"], None),
    ("value_efficiency", &["value_efficiency"], None),
    ("joint_gain_ratio", &["joint_gain_ratio"], None),
    ("distance_frontier", &["distance", "frontier"], None),
    ("distance_nash", &["distance", "nash"], None),
    (
        "distance_kalai_smorodinsky",
        &["distance", "kalai_smorodinsky"],
        None,
    ),
    ("distance_egalitarian", &["distance", "egalitarian"], None),
    ("distance_utilitarian", &["distance", "utilitarian"], None),
    ("share_of_surplus", &["share_of_surplus"], None),
    ("impasse", &["impasse"], None),
];

/// The column with a run's line.
pub(crate) const LINE: &str = "line";

/// Is this a column that a sheet adds to the runs' own fields?
pub(crate) fn is_own(name: &str) -> bool {
    let is_measure = |(namespace, _): (&str, &str)| {
        Namespace::ALL
            .iter()
            .any(|known| known.as_str() == namespace)
    };
    name == LINE
        || COLUMNS.iter().any(|(known, ..)| *known == name)
        || name.split_once('.').is_some_and(is_measure)
}

/// Appends a scored run's line with the line of the input on which the run stands, as [`write_csv`] wants it.
pub fn number_line(line: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(line.to_string().as_bytes());
    out.push(b'\t');
}

/// Writes comma-separated values (RFC 4180, but lines end with a line feed): the line of each run in its input, the runs' own fields in the
/// order in which they first occur (what is no single value as JSON), the scores, and the measures, if there are any, as
/// `namespace.measure` (of a pair as JSON). `lines` gives the scored lines, each after its
/// number, from the start, twice.
///
/// # Errors
/// Those of the readers and of the writer, and where a line is no scored run.
pub fn write_csv<R: BufRead>(
    lines: impl Fn() -> io::Result<R>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut own: Vec<String> = Vec::new();
    let mut measures: Vec<[String; 2]> = Vec::new();
    for_each(lines()?, |_, fields, (_, zopa)| {
        if measures.is_empty() {
            measures = measures_of(zopa);
        }
        for member in fields {
            if member.key != LINE && !own.iter().any(|known| *known == member.key) {
                own.push(member.key.to_string());
            }
        }
        Ok(())
    })?;
    let mut writer = csv::Writer::from_writer(out);
    let header = [LINE].into_iter().chain(own.iter().map(String::as_str));
    let header = header.chain(COLUMNS.map(|(name, ..)| name));
    let measured: Vec<String> = measures.iter().map(|path| path.join(".")).collect();
    let header = header.chain(measured.iter().map(String::as_str));
    writer.write_record(header).map_err(io_error)?;
    let mut row = csv::StringRecord::new();
    for_each(lines()?, |text, fields, (line, zopa)| {
        row.clear();
        row.push_field(line);
        for name in &own {
            let mut named = fields.iter().filter(|member| member.key == *name);
            let value = named.next().map(|member| &member.value);
            let cell = match value {
                // an allocation that is there and says that there is no deal
                Some(value) if name == "allocation" && value.value == Value::Null => "null".into(),
                Some(value) => cell(text, value, false),
                None => String::new(),
            };
            row.push_field(&cell);
        }
        for (_, path, place) in &COLUMNS {
            let value = find(zopa, path, *place);
            row.push_field(&value.map_or_else(String::new, |value| cell(text, value, true)));
        }
        for [namespace, measure] in &measures {
            let value = find(
                zopa,
                &["metrics", namespace.as_str(), measure.as_str()],
                None,
            );
            row.push_field(&value.map_or_else(String::new, |value| cell(text, value, true)));
        }
        writer.write_record(&row).map_err(io_error)
    })?;
    writer.flush()
}

/// What happened to the writer, of the kind that it was: a reader that goes away is no fault.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Goes through scored lines: each one's text, the run's own fields, its number, and its score.
pub(crate) fn for_each(
    mut lines: impl BufRead,
    mut each: impl FnMut(&str, &[Member<'_>], (&str, &Node<'_>)) -> io::Result<()>,
) -> io::Result<()> {
    let odd = || io::Error::new(io::ErrorKind::InvalidData, "this is no scored run");
    let mut line = String::new();
    while lines.read_line(&mut line)? > 0 {
        let (number, text) = line.trim_end().split_once('\t').ok_or_else(odd)?;
        let node = json::parse(text).map_err(|_| odd())?;
        let (zopa, own) = node.members().split_last().ok_or_else(odd)?;
        each(text, own, (number, &zopa.value))?;
        line.clear();
    }
    Ok(())
}

/// The measures beside a score, by namespace and name; the same for every valid run.
pub(crate) fn measures_of(zopa: &Node<'_>) -> Vec<[String; 2]> {
    let namespaces = zopa
        .get("metrics")
        .map(Node::members)
        .unwrap_or_default()
        .iter();
    let of = |namespace: &Member<'_>| {
        let name = namespace.key.to_string();
        let measures = namespace.value.members().iter();
        measures
            .map(|measure| [name.clone(), measure.key.to_string()])
            .collect::<Vec<_>>()
    };
    namespaces.flat_map(of).collect()
}

pub(crate) fn find<'n, 's>(
    zopa: &'n Node<'s>,
    path: &[impl AsRef<str>],
    place: Option<usize>,
) -> Option<&'n Node<'s>> {
    let node = path
        .iter()
        .try_fold(zopa, |node, key| node.get(key.as_ref()))?;
    match place {
        Some(place) => node.items().get(place),
        None => Some(node),
    }
}

/// A value in a cell: strings without their quotes, numbers of scores with all their digits and without an exponent.
pub(crate) fn cell(text: &str, node: &Node<'_>, is_score: bool) -> String {
    match &node.value {
        Value::Null => String::new(),
        Value::Bool(value) => value.to_string(),
        Value::String(text) => text.to_string(),
        Value::Number(number) if is_score => number
            .parse::<f64>()
            .map_or_else(|_| (*number).to_owned(), |number| number.to_string()),
        Value::Number(number) => (*number).to_owned(),
        Value::Array(_) | Value::Object(_) => {
            let mut out = String::new();
            node.write_compact(text, &mut out);
            out
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever reads has gone.
    struct Gone;

    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_the_writer_met_keeps_its_kind() {
        let line = "1\t{\"run\":1,\"zopa\":{\"status\":\"no_deal\"}}\n".repeat(10_000);
        let written = write_csv(|| Ok(line.as_bytes()), &mut Gone);
        let kind = written.map_err(|error| error.kind());
        assert_eq!(kind, Err(io::ErrorKind::BrokenPipe));
    }
}
