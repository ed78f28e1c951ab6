//! Scoring runs by the million.
//!
//! [`Scorers`] holds the scenarios that runs may name, each analysed once, and answers the text of a run with its score.
//! Ordinary runs are scored in checked machine integers (a microsecond or so); whatever is unusual, wrong or large is judged in exact
//! fractions by `zopa`, and both ways give the same bytes.
//!
//! ```
//! use zopa_batch::{Scorers, Scratch};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let text = std::fs::read_to_string("../../data/scenarios/cofounder_windup_ip.json")?;
//! let scenario = zopa::check(&text).scenario.ok_or("the file has errors")?;
//! let mut scorers = Scorers::new();
//! scorers.add_scenario(scenario, zopa::Convention::Signed);
//! let run = r#"{"scenario": "cofounder_windup_ip", "allocation": null}"#;
//! let (_, figures) = scorers.score(run, &mut Scratch::default())?;
//! assert_eq!(figures.nash_ratio, 0.0);
//! # Ok(()) }
//! ```

mod deal;
mod decode;
mod figures;
mod float;
mod lines;
mod order;
mod outline;
mod parquet;
mod pattern;
mod runs;
mod scan;
mod scorer;
mod scorers;
mod seek;
mod sheet;
mod short;
mod table;
#[cfg(test)]
mod tests;

pub use decode::decoded;
pub use figures::{Better, Figures, Witness};
pub use lines::Lines;
pub use order::in_order;
pub use parquet::{ParquetFile, ParquetRuns, write_parquet};
pub use runs::{Chunk, JsonRuns, MOST_LINE, ReadError, RunSource};
pub use scorer::Scorer;
pub use scorers::{Place, Scored, Scorers, Scratch, analysis, refuse};
pub use sheet::{number_line, write_csv};
pub use table::{TableRuns, odd_row};
