//! Pages about negotiations: a report in one file ([`report()`]), and a live page to tune a scenario.
//!
//! Both are made of the same parts, which turn an analysis into HTML and SVG. Neither needs anything from elsewhere: styles and
//! scripts are in the binary, and the pages forbid browsers to fetch anything.

mod figures;
mod overlay;
mod part;
mod report;
mod subject;
mod words;

pub use figures::Figures;
pub use overlay::{OverlaidRun, Overlay, overlay};
pub use report::{Look, report};
pub use subject::{Missing, Subject};
pub use words::{Marked, plane, solutions, verdict};
