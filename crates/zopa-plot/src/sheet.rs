//! Several pictures in one file, one below the other.

use crate::canvas::{Canvas, Head};
use crate::look::Look;
use crate::words::shorten;

/// Several pictures in one, one below the other.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// What is shown.
    pub title: String,
    /// The pictures, each with its heading. They are made with [`Look::embedded`], with different ids.
    pub parts: Vec<(String, String)>,
}

/// The room above a picture, for its heading.
const HEADING: f64 = 52.0;

impl Sheet {
    /// The picture. What is no picture is left out.
    #[must_use]
    pub fn svg(&self, look: Look<'_>) -> String {
        let sized = self.parts.iter().filter_map(|(heading, picture)| {
            let (width, height) = size(picture)?;
            Some((heading, picture, width, height))
        });
        let sized: Vec<_> = sized.collect();
        let width = sized.iter().map(|part| part.2).fold(0.0, f64::max);
        let height: f64 = sized.iter().map(|part| part.3 + HEADING).sum();
        let headings: Vec<&str> = sized.iter().map(|part| part.0.as_str()).collect();
        let mut canvas = Canvas::new(
            look,
            &Head {
                size: (width, height),
                cut: 0.0,
                title: &self.title,
                description: &format!("{}.", headings.join(". ")),
                attributes: "",
            },
        );
        let mut top = 0.0;
        for (heading, picture, width, height) in sized {
            // 19 pixels high, a letter is some 10 wide
            let heading = shorten(heading, 90);
            canvas.text((20.0, top + 34.0), " class=\"title\"", &heading);
            top += HEADING;
            let place = format!("<svg x=\"0\" y=\"{top}\" width=\"{width}\" height=\"{height}\"");
            canvas.line(picture.replacen("<svg", &place, 1).trim_end());
            top += height;
        }
        canvas.finish()
    }
}

/// The width and the height of a picture, from the view box that it begins with.
fn size(picture: &str) -> Option<(f64, f64)> {
    let (_, rest) = picture.split_once("viewBox=\"")?;
    let (numbers, _) = rest.split_once('"')?;
    let mut numbers = numbers.split(' ').skip(2);
    let mut next = || numbers.next()?.parse().ok();
    Some((next()?, next()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{IntervalRow, Intervals};

    #[test]
    fn pictures_stand_one_below_the_other() {
        let chart = |id: &str| {
            let chart = Intervals {
                title: id.to_owned(),
                axis: "points".to_owned(),
                reference: None,
                rows: vec![IntervalRow::new("a", 0.0, -2.0, 1.0)],
            };
            chart.svg(Look::embedded(id))
        };
        let (one, two) = (chart("one"), chart("two"));
        let (width, height) = size(&one).expect("a picture has a size");
        let sheet = Sheet {
            title: "Both".to_owned(),
            parts: vec![
                ("One".to_owned(), one),
                ("none".to_owned(), "no picture".to_owned()),
                ("Two".to_owned(), two),
            ],
        };
        let svg = sheet.svg(Look::FILE);
        let whole = format!("viewBox=\"0 0 {width} {}\"", 2.0 * (height + HEADING));
        assert!(svg.contains(&whole), "{svg}");
        let second = format!("<svg x=\"0\" y=\"{}\"", 2.0 * HEADING + height);
        assert!(svg.contains(&second), "{svg}");
        assert!(svg.contains("two-title") && !svg.contains("no picture"));
    }
}
