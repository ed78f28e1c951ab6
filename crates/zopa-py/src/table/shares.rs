//! Allocations in columns of their own: one for each share, named `resource.party`.

use arrow_array::RecordBatch;
use arrow_schema::Schema;
use zopa::Rational;
use zopa_model::json::quote;

use super::json;
use super::texts::Texts;

/// The columns of shares, by resource in the order in which a column first names it.
pub(super) struct Shares {
    resources: Vec<(String, Vec<Share>)>,
}

/// One column.
struct Share {
    party: String,
    column: usize,
}

impl Shares {
    /// The columns whose names have a dot (a party's name stands behind the last one) and whose cells can be shares.
    pub(super) fn of(schema: &Schema) -> Option<Self> {
        let mut resources: Vec<(String, Vec<Share>)> = Vec::new();
        for (column, field) in schema.fields().iter().enumerate() {
            let Some((resource, party)) = field.name().rsplit_once('.') else {
                continue;
            };
            if resource.is_empty() || party.is_empty() || !json::is_plain(field.data_type()) {
                continue;
            }
            let share = Share {
                party: party.to_owned(),
                column,
            };
            match resources.iter_mut().find(|(id, _)| id == resource) {
                Some((_, shares)) => shares.push(share),
                None => resources.push((resource.to_owned(), vec![share])),
            }
        }
        (!resources.is_empty()).then_some(Self { resources })
    }

    /// Appends the allocation in a row: what is null is not named, and where all is null there is no deal.
    pub(super) fn write(&self, piece: &RecordBatch, row: usize, out: &mut String) {
        let start = out.len();
        for (resource, shares) in &self.resources {
            let mut opened = false;
            for share in shares {
                let cells = piece.column(share.column).as_ref();
                if json::is_nothing(cells, row) {
                    continue;
                }
                let text = Texts::of(cells).map(|texts| texts.get(row).unwrap_or_default());
                if text.is_some_and(|text| text.trim().is_empty()) {
                    continue;
                }
                if opened {
                    out.push(',');
                } else {
                    out.push(if out.len() == start { '{' } else { ',' });
                    out.push_str(&quote(resource));
                    out.push_str(":{");
                    opened = true;
                }
                out.push_str(&quote(&share.party));
                out.push(':');
                match text.map(str::trim) {
                    // a number that was read as text is a number all the same
                    Some(text) if Rational::from_json_number(text).is_ok() => out.push_str(text),
                    Some(text) => out.push_str(&quote(text)),
                    None => json::write(cells, row, out),
                }
            }
            if opened {
                out.push('}');
            }
        }
        out.push_str(if out.len() == start { "null" } else { "}" });
    }
}
