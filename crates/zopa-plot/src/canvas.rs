//! Writing SVG.

use std::fmt::Write as _;

use crate::look::{Look, light};

/// A picture in the making. Its lines are SVG.
pub(crate) struct Canvas {
    out: String,
}

/// What a picture is.
pub(crate) struct Head<'t> {
    /// Width and height.
    pub(crate) size: (f64, f64),
    /// What is cut off at the top.
    pub(crate) cut: f64,
    /// What it is.
    pub(crate) title: &'t str,
    /// What it shows, for those who do not see it.
    pub(crate) description: &'t str,
    /// Further attributes, each with a space before it.
    pub(crate) attributes: &'t str,
}

impl Canvas {
    /// The beginning of a picture.
    pub(crate) fn new(look: Look<'_>, head: &Head<'_>) -> Self {
        let mut canvas = Self { out: String::new() };
        let ((width, height), cut) = (head.size, head.cut);
        let (height, id) = (height - cut, escape(look.id));
        let size = if look.embedded {
            String::new()
        } else {
            format!(" width=\"{width}\" height=\"{height}\"")
        };
        canvas.line(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" viewBox=\"0 {cut} {width} {height}\"{size} role=\"img\" \
             aria-labelledby=\"{id}-title {id}-description\"{}>",
            head.attributes
        ));
        canvas.line(&format!(
            "<title id=\"{id}-title\">{}</title>",
            escape(head.title)
        ));
        canvas.line(&format!(
            "<desc id=\"{id}-description\">{}</desc>",
            escape(head.description)
        ));
        if !look.embedded {
            canvas.line(&format!("<style>{}</style>", light()));
        }
        canvas.line(&format!(
            "<rect class=\"paper\" y=\"{cut}\" width=\"{width}\" height=\"{height}\"/>"
        ));
        canvas
    }

    /// A line of SVG as it is.
    pub(crate) fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// A text at a place.
    pub(crate) fn text(&mut self, (x, y): (f64, f64), attributes: &str, text: &str) {
        let text = escape(text);
        self.line(&format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\"{attributes}>{text}</text>"
        ));
    }

    /// A path of a class.
    pub(crate) fn path(&mut self, class: &str, path: &str) {
        self.line(&format!("<path class=\"{class}\" d=\"{path}\"/>"));
    }

    /// A box of a class; sides that are turned around are turned back.
    pub(crate) fn rect(&mut self, class: &str, (x0, y0): (f64, f64), (x1, y1): (f64, f64)) {
        self.line(&format!(
            "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
            x0.min(x1),
            y0.min(y1),
            (x1 - x0).abs(),
            (y1 - y0).abs()
        ));
    }

    /// A dot of a group: each has its colour and its shape.
    pub(crate) fn dot(&mut self, group: usize, (x, y): (f64, f64), size: f64) {
        let class = group % crate::look::GROUPS;
        let (s, t) = (size, size * 1.25);
        let mut path = String::new();
        // writing to a String never fails
        let _ = match class {
            0 => {
                self.line(&format!(
                    "<circle class=\"group-0\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{s:.1}\"/>"
                ));
                return;
            }
            1 => write!(
                path,
                "M{:.1} {:.1}h{:.1}v{:.1}h-{:.1}z",
                x - s,
                y - s,
                2.0 * s,
                2.0 * s,
                2.0 * s
            ),
            2 => write!(
                path,
                "M{x:.1} {:.1}l{t:.1} {:.1}h-{:.1}z",
                y - t,
                2.0 * t,
                2.0 * t
            ),
            3 => write!(
                path,
                "M{x:.1} {:.1}l{t:.1} {t:.1}l-{t:.1} {t:.1}l-{t:.1} -{t:.1}z",
                y - t
            ),
            4 => write!(
                path,
                "M{x:.1} {:.1}l{t:.1} -{:.1}h-{:.1}z",
                y + t,
                2.0 * t,
                2.0 * t
            ),
            _ => write!(
                path,
                "M{:.1} {:.1}l{:.1} {:.1}m-{:.1} 0l{:.1} -{:.1}",
                x - s,
                y - s,
                2.0 * s,
                2.0 * s,
                2.0 * s,
                2.0 * s,
                2.0 * s
            ),
        };
        let whisker = if class == 5 { " whisker" } else { "" };
        self.path(&format!("group-{class}{whisker}"), &path);
    }

    /// The whole picture.
    pub(crate) fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }
}

/// Text as XML and as HTML, also between quotation marks; characters that XML cannot hold become U+FFFD.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => out.push(char::REPLACEMENT_CHARACTER),
            c if c.is_control() => out.push(char::REPLACEMENT_CHARACTER),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_the_picture() {
        assert_eq!(
            escape("R&D <\"x\">\u{1b}'"),
            "R&amp;D &lt;&quot;x&quot;&gt;\u{fffd}&#39;"
        );
    }
}
