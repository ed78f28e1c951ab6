//! Pictures of negotiations: the utility plane and a few charts, as SVG.
//!
//! Numbers and names go in, text comes out; nothing here knows a scenario. Floats are at home in this crate: a picture is
//! approximate, and no answer comes out of it. Every picture has a title and a description in words for those who do not
//! see it, colours that can be told apart with any kind of sight, and a shape beside each colour.
//!
//! ```
//! use zopa_plot::{IntervalRow, Intervals, Look};
//!
//! let chart = Intervals {
//!     title: "Mean value efficiency".to_owned(),
//!     axis: "percent".to_owned(),
//!     reference: None,
//!     rows: vec![IntervalRow::new("model-a", 71.0, 64.5, 77.5)],
//! };
//! assert!(chart.svg(Look::FILE).starts_with("<svg"));
//! ```
#![expect(clippy::float_arithmetic, reason = "a drawing is approximate")]

mod axis;
mod canvas;
mod curves;
mod heat;
mod intervals;
mod labels;
mod look;
mod plane;
mod rows;
mod scatter;
mod sheet;
mod tornado;
mod words;

pub use axis::Axis;
pub use canvas::escape;
pub use curves::{Curve, Curves, Measure, Scale};
pub use heat::Heat;
pub use intervals::{IntervalRow, Intervals};
pub use look::{Look, palette, rules};
pub use plane::{Line, Mark, Piece, Place, Plane};
pub use scatter::{Dot, Panel, Scatter};
pub use sheet::Sheet;
pub use tornado::{Tornado, TornadoRow};
pub use words::{count, number, printable, shorten};
