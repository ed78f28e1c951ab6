//! What many scored runs say together: groups with intervals, paired lifts, and what the benchmark's composite would be.
//!
//! A [`Collector`] takes scored runs one at a time, in any order, and makes a [`Report`].
//!
//! ```
//! use zopa_stats::{Bootstrap, Level};
//! use zopa_summary::{Collector, PairTest, Settings};
//!
//! let settings = Settings {
//!     by: vec!["model".to_owned()],
//!     cluster: None,
//!     baseline: None,
//!     pair_by: vec!["scenario".to_owned(), "seed".to_owned()],
//!     test: PairTest::Wilcoxon,
//!     bootstrap: Bootstrap { replicates: 1000, seed: 0, level: Level::P95 },
//!     nbs_distance: 0.0,
//!     composite: None,
//!     points: false,
//! };
//! let mut collector = Collector::new(settings);
//! let invalid = br#"{"model": "m", "zopa": {"status": "invalid", "error": {"code": "not-a-share"}}}"#;
//! collector.add_json(invalid).expect("a scored run");
//! let report = collector.finish().expect("the runs have what was asked for");
//! assert_eq!(report.groups[0].counts.invalid["not-a-share"], 1);
//! assert!(report.groups[0].figures.is_none(), "one run is too few");
//! ```
//!
//! Figures are estimates, so they are floats; nothing here decides about an allocation. Pure: whoever calls it reads the
//! runs and prints the report. Work is spread over the caller's threads; their number leaves no trace.
#![expect(clippy::float_arithmetic, reason = "statistics are estimates")]

mod cells;
mod collect;
mod composite;
mod figures;
mod json;
mod key;
mod lift;
mod line;
mod notes;
mod plane;
mod report;
mod row;
mod scored;
mod settings;

pub use cells::Columns;
pub use collect::{Collector, Unusable};
pub use composite::{Composite, GroupComposite, Means, Reweighted};
pub use figures::{Estimate, Figure, Figures, MIN_NEGOTIATIONS};
pub use json::report_json;
pub use lift::{Lift, LiftFigures};
pub use plane::{Cloud, Plane, PlaneOutcome, Spot};
pub use report::{Comparison, Group, Report};
pub use row::Counts;
pub use scored::{CATEGORIES, Fault, Measures, Outcome, Scored, composite};
pub use settings::{Baseline, CompositeSettings, PairTest, Settings};
