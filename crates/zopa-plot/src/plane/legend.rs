//! The legend beside the plot.

use super::draw::{Drawing, FRAME, run_class, run_shape};
use crate::words::{number, shorten};

/// Where it starts.
const LEFT: f64 = 628.0;
/// From a sample to its text.
const INDENT: f64 = 20.0;
/// From line to line.
const LINE: f64 = 24.0;
/// The longest name of a party, in characters, that fits.
const NAME_CHARACTERS: usize = 16;
/// The longest name of a group of runs.
const GROUP_CHARACTERS: usize = 22;

impl Drawing<'_> {
    /// What the letters and the lines stand for.
    pub(super) fn legend(&mut self) {
        let mut y = FRAME.top + 12.0;
        let plane = self.plane;
        for mark in &plane.marks {
            self.text(
                (LEFT, y),
                " class=\"letters\" text-anchor=\"middle\"",
                &mark.letter.to_string(),
            );
            self.text((LEFT + INDENT, y), "", mark.name);
            let utilities = format!("{}, {}", number(mark.at[0]), number(mark.at[1]));
            self.text((LEFT + INDENT, y + 17.0), " class=\"soft\"", &utilities);
            y += 42.0;
        }
        y += 8.0;
        let mut dot = "point of the Pareto frontier";
        if self.lines.iter().any(|line| line.corners.len() > 1) {
            let line = "<path class=\"line\" d=\"M-12 0H12\"/>";
            self.sample(y, line, "Pareto frontier");
            y += LINE;
            dot = "point, or end that belongs to it";
        }
        self.sample(y, "<circle class=\"dot\" r=\"4\"/>", dot);
        if self.lines.iter().any(|line| line.from_open || line.to_open) {
            y += LINE;
            self.sample(
                y,
                "<circle class=\"open\" r=\"4\"/>",
                "end that does not belong to it",
            );
        }
        if !plane.region().is_empty() {
            y += LINE;
            let shade = "<rect class=\"zopa\" x=\"-12\" y=\"-7\" width=\"24\" height=\"14\"/>\
                         <rect class=\"zopa-edge\" x=\"-12\" y=\"-7\" width=\"24\" height=\"14\"/>";
            self.sample(y, shade, "ZOPA");
        }
        if !plane.runs.is_empty() {
            let mut names = vec![(None, "agreed in a run".to_owned())];
            if !plane.groups.is_empty() {
                let groups = plane.groups.iter().enumerate();
                let named =
                    groups.map(|(group, name)| (Some(group), shorten(name, GROUP_CHARACTERS)));
                names = named.collect();
            }
            for (group, name) in names {
                y += LINE;
                let (class, shape) = (run_class(group), run_shape(group));
                let sample = format!("<path class=\"{class}\" d=\"M0 0{shape}\"/>");
                self.sample(
                    y,
                    &sample,
                    &format!("{name}{}", if group.is_some() { " (runs)" } else { "" }),
                );
            }
        }
        for party in [0, 1] {
            y += LINE;
            let name = shorten(&plane.parties[party], NAME_CHARACTERS);
            let batna = format!("BATNA of {name}: {}", number(plane.disagreement[party]));
            let dash = if party == 0 { "M0 -10V10" } else { "M-12 0H12" };
            self.sample(y, &format!("<path class=\"batna\" d=\"{dash}\"/>"), &batna);
        }
    }

    fn sample(&mut self, y: f64, drawing: &str, text: &str) {
        self.canvas.line(&format!(
            "<g transform=\"translate({LEFT:.1} {:.1})\">{drawing}</g>",
            y - 4.5
        ));
        self.text((LEFT + INDENT, y), "", text);
    }
}
