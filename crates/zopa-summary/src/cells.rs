//! Scored runs as rows of a table: the columns of `zopa score --format csv`.

use crate::line::{categories, lacking, number_of, within};
use crate::scored::{CATEGORIES, Fault, Measures, OfPapers, Outcome, Scored};

/// Where the columns of a table are.
#[derive(Clone, Debug)]
pub struct Columns {
    header: Vec<String>,
    wanted: Vec<Wanted>,
    status: usize,
    /// The column `scores`, which holds JSON.
    scores: Option<usize>,
    /// A column for each category.
    categories: [Option<usize>; 5],
}

/// Where a field is.
#[derive(Clone, Debug)]
enum Wanted {
    Nowhere,
    Column(usize),
    /// In a column of JSON, at this path.
    Within(usize, String),
}

impl Columns {
    /// Finds the columns of scores and the fields that are wanted.
    ///
    /// # Errors
    /// [`Fault::NotScored`] if there is no column `status`.
    pub(crate) fn new(header: Vec<String>, wanted: &[String]) -> Result<Self, Fault> {
        // a run's own field of the same name stands before the score's
        let status = header.iter().rposition(|name| name == "status");
        let at = |name: &str| header.iter().position(|other| other == name);
        Ok(Self {
            status: status.ok_or(Fault::NotScored)?,
            wanted: wanted
                .iter()
                .map(|name| match (at(name), name.split_once('.')) {
                    (Some(column), _) => Wanted::Column(column),
                    (None, Some((first, path))) => at(first).map_or(Wanted::Nowhere, |column| {
                        Wanted::Within(column, path.to_owned())
                    }),
                    (None, None) => Wanted::Nowhere,
                })
                .collect(),
            scores: at("scores"),
            categories: CATEGORIES.map(|(name, _)| at(&format!("scores.{name}")).or(at(name))),
            header,
        })
    }

    /// The names of the columns of runs' own fields.
    pub(crate) fn names(&self) -> &[String] {
        &self.header[..self.status]
    }

    /// Reads a row. Empty cells are nothing.
    pub(crate) fn read(&self, row: &[&str]) -> Result<Scored, Fault> {
        let cell = |at: usize| row.get(at).copied().filter(|text| !text.is_empty());
        let found = |name: &str| {
            let at = self.header.iter().rposition(|other| other == name);
            at.and_then(cell)
        };
        let number = |name: &str| {
            let Some(text) = found(name) else {
                return Ok(None);
            };
            let broken = || Fault::Broken(format!("`{name}` is `{text}`, which is no number"));
            number_of(text).map(Some).ok_or_else(broken)
        };
        let flag = |name: &str| match found(name) {
            Some("true" | "True") => Some(true),
            Some("false" | "False") => Some(false),
            _ => None,
        };
        let needed = |name: &str| number(name)?.ok_or_else(|| lacking(name));
        let fields = self.wanted.iter();
        let fields = fields.map(|wanted| match wanted {
            Wanted::Nowhere => None,
            Wanted::Column(at) => cell(*at).map(str::to_owned),
            Wanted::Within(at, path) => cell(*at).and_then(|json| within(json, path)),
        });
        let outcome = match cell(self.status) {
            Some("invalid") => {
                let code = found("error_code").ok_or_else(|| lacking("error_code"))?;
                Outcome::Invalid(code.to_owned())
            }
            Some(status @ ("deal" | "no_deal")) => Outcome::Valid(Measures {
                convention: found("convention")
                    .ok_or_else(|| lacking("convention"))?
                    .to_owned(),
                deal: status == "deal",
                justified: found("impasse") == Some("justified"),
                pareto_efficient: flag("pareto_efficient")
                    .ok_or_else(|| lacking("pareto_efficient"))?,
                gain: [needed("gain_a")?, needed("gain_b")?],
                left_on_table: [needed("left_on_table_a")?, needed("left_on_table_b")?],
                pareto_gap: needed("pareto_gap")?,
                value_efficiency: needed("value_efficiency")?,
                joint_gain_ratio: number("joint_gain_ratio")?,
                nash_distance: number("distance_nash")?,
                share_of_surplus: number("share_of_surplus")?,
                of_papers: OfPapers {
                    lewis_pareto: flag("lewis.pareto_optimal"),
                    hua_pareto: flag("hua.pareto_optimal"),
                    hua_envy_free: flag("hua.envy_free"),
                    hua_both: flag("hua.pareto_optimal_and_envy_free"),
                },
            }),
            Some(other) => {
                let message = format!("`{other}` is no status of a score");
                return Err(Fault::Broken(message));
            }
            None => return Err(Fault::NotScored),
        };
        Ok(Scored {
            fields: fields.collect(),
            outcome,
            categories: self.categories(&cell),
        })
    }

    fn categories<'c>(&self, cell: &impl Fn(usize) -> Option<&'c str>) -> Option<[f64; 5]> {
        if let Some(json) = self.scores.and_then(cell) {
            return categories(json);
        }
        let mut scores = [0.0; 5];
        for (score, at) in scores.iter_mut().zip(self.categories) {
            *score = number_of(cell(at?)?)?;
        }
        let known = scores.iter().all(|score| (0.0..=100.0).contains(score));
        known.then_some(scores)
    }
}
