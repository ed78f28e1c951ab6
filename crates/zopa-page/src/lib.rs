//! Pages about negotiations: a report in one file ([`report()`]), and a live page to tune a scenario ([`serve`]).
//!
//! Both are made of the same parts, which turn an analysis into HTML and SVG. Neither needs anything from elsewhere: styles and
//! scripts are in the binary, and the pages forbid browsers to fetch anything.

pub mod serve;

mod figures;
mod overlay;
mod part;
mod report;
mod shortfall;
mod subject;
mod words;

pub use figures::Figures;
pub use overlay::{OverlaidRun, Overlay, overlay};
pub use report::{Look, report};
pub use shortfall::{shortfall_lines, smallest_edit_line};
pub use subject::{GROUPED_BY, Missing, Subject};
pub use words::{Marked, allocation_lines, plane, solutions, verdict};
