//! What charts with a row for each thing have in common: labels at the left, a horizontal axis below.

use crate::axis::Axis;
use crate::canvas::{Canvas, Head};
use crate::look::Look;
use crate::words::shorten;

/// The width of these charts.
pub(crate) const WIDTH: f64 = 880.0;
/// From row to row.
pub(crate) const ROW: f64 = 28.0;
/// The longest label, in characters.
const LABEL_CHARACTERS: usize = 34;
/// The longest title.
const TITLE_CHARACTERS: usize = 84;
/// What a letter takes, about.
const LETTER: f64 = 7.4;
/// Above the first row where there is a title, and where there is none.
const TOPS: (f64, f64) = (64.0, 24.0);
/// Below the last row.
const BOTTOM: f64 = 52.0;

/// A chart of rows in the making.
pub(crate) struct Rows {
    pub(crate) canvas: Canvas,
    axis: Axis,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// What a chart of rows says about itself.
pub(crate) struct About<'t> {
    pub(crate) title: &'t str,
    pub(crate) description: &'t str,
    /// The name of the horizontal axis.
    pub(crate) axis: &'t str,
    /// The labels of the rows.
    pub(crate) labels: Vec<&'t str>,
    /// What the notes at the right take, in characters.
    pub(crate) notes: usize,
    /// Height that is kept free below the axis.
    pub(crate) below: f64,
}

impl Rows {
    /// The picture with title, labels, axis and grid.
    pub(crate) fn new(
        look: Look<'_>,
        about: &About<'_>,
        values: impl Iterator<Item = f64>,
    ) -> Self {
        let axis = Axis::over(values.filter(|value| value.is_finite()));
        let lengths = about.labels.iter().map(|label| label.chars().count());
        let longest = lengths.max().unwrap_or(0).min(LABEL_CHARACTERS);
        let top = if look.embedded { TOPS.1 } else { TOPS.0 };
        let bottom = top + ROW * length(about.labels.len());
        let canvas = Canvas::new(
            look,
            &Head {
                size: (WIDTH, bottom + BOTTOM + about.below),
                cut: 0.0,
                title: about.title,
                description: about.description,
                attributes: "",
            },
        );
        let mut rows = Self {
            canvas,
            axis,
            left: 28.0 + length(longest).max(4.0) * LETTER,
            right: WIDTH - 24.0 - length(about.notes) * LETTER,
            top,
            bottom,
        };
        if !look.embedded {
            let title = shorten(about.title, TITLE_CHARACTERS);
            rows.canvas.text((20.0, 34.0), " class=\"title\"", &title);
        }
        rows.grid(about.axis);
        for (row, label) in about.labels.iter().enumerate() {
            let at = (rows.left - 12.0, rows.y(row) + 4.5);
            let label = shorten(label, LABEL_CHARACTERS);
            rows.canvas.text(at, " text-anchor=\"end\"", &label);
        }
        rows
    }

    fn grid(&mut self, name: &str) {
        let axis = self.axis;
        for tick in axis.ticks() {
            let (x, top, bottom) = (self.x(tick), self.top, self.bottom);
            self.canvas
                .path("grid", &format!("M{x:.1} {top:.1}V{bottom:.1}"));
            let label = format!("{tick:.*}", axis.decimals);
            let at = (x, self.bottom + 18.0);
            self.canvas
                .text(at, " class=\"soft\" text-anchor=\"middle\"", &label);
        }
        let at = (f64::midpoint(self.left, self.right), self.bottom + 40.0);
        self.canvas
            .text(at, " class=\"soft\" text-anchor=\"middle\"", name);
    }

    /// Where a value stands.
    pub(crate) fn x(&self, value: f64) -> f64 {
        self.left + self.axis.share(value) * (self.right - self.left)
    }

    /// The middle of a row.
    pub(crate) fn y(&self, row: usize) -> f64 {
        self.top + ROW * (length(row) + 0.5)
    }

    /// Where the notes at the right start.
    pub(crate) fn notes(&self) -> f64 {
        self.right + 14.0
    }

    /// Where what stands below the axis starts.
    pub(crate) fn below(&self) -> f64 {
        self.bottom + BOTTOM
    }

    /// A line through all rows.
    pub(crate) fn upright(&mut self, class: &str, value: f64) {
        let (x, top, bottom) = (self.x(value), self.top - 4.0, self.bottom);
        self.canvas
            .path(class, &format!("M{x:.1} {top:.1}V{bottom:.1}"));
    }

    /// A row of samples below the axis, each with its text.
    pub(crate) fn legend(&mut self, samples: &[(Sample, &str)]) {
        let (mut x, y) = (self.left, self.below() + 6.0);
        for (sample, text) in samples {
            match sample {
                Sample::Bar(class) => self.canvas.rect(class, (x, y - 5.0), (x + 18.0, y + 5.0)),
                Sample::Dot(group) => self.canvas.dot(*group, (x + 9.0, y), 4.5),
            }
            self.canvas.text((x + 26.0, y + 4.5), "", text);
            x += 26.0 + 22.0 + length(text.chars().count()) * LETTER;
        }
    }
}

/// A sample in a legend.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sample {
    /// A bar of a class.
    Bar(&'static str),
    /// A dot of a group.
    Dot(usize),
}

/// A length as a number of the picture.
pub(crate) fn length(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
