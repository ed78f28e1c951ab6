//! Colours and styles of all pictures.

/// Where a picture will be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look<'i> {
    /// Is it a part of a page, which brings [`rules`] and [`palette`]? Else it is a file and brings its own style, in
    /// light colours.
    pub embedded: bool,
    /// What the ids in it start with; different for each picture of a page.
    pub id: &'i str,
}

impl Look<'static> {
    /// A picture in a file of its own.
    pub const FILE: Self = Self {
        embedded: false,
        id: "zopa",
    };
}

impl<'i> Look<'i> {
    /// A picture in a page, with an id of its own there.
    #[must_use]
    pub const fn embedded(id: &'i str) -> Self {
        Self { embedded: true, id }
    }
}

/// A colour by its name in the rules: on light and on dark paper. Those of groups are made after M. Okabe and K. Ito,
/// "Color universal design" (2008), darkened or lightened until each has a contrast of 3 to its paper.
const COLOURS: [(&str, &str, &str); 18] = [
    ("paper", "#fff", "#12171d"),
    ("ink", "#1f2933", "#e4e9ee"),
    ("soft", "#52606d", "#a3b0bc"),
    ("grid", "#e4e7eb", "#29323b"),
    ("frame", "#7b8794", "#7b8794"),
    ("zopa", "#cfe8dc", "#1b3d31"),
    ("zopa-edge", "#7fb79b", "#4d9274"),
    ("line", "#12507b", "#7dc1f2"),
    ("batna", "#9b4d0f", "#f0a565"),
    ("low", "#0072b2", "#56b4e9"),
    ("high", "#c25500", "#f39a4d"),
    ("group-0", "#0072b2", "#56b4e9"),
    ("group-1", "#c25500", "#f39a4d"),
    ("group-2", "#007a5a", "#35c79a"),
    ("group-3", "#a8477f", "#e5a3c7"),
    ("group-4", "#806600", "#e2c84a"),
    ("group-5", "#555", "#b9c1c9"),
    ("heat", "#0b5f8f", "#3f9fd3"),
];

/// How many groups have a colour and a shape of their own.
pub(crate) const GROUPS: usize = 6;

const RULES: &str = "\
.plot text{font-family:system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif;font-size:13px;fill:var(--plot-ink)}\
.plot .title{font-size:19px;font-weight:600}.plot .soft{fill:var(--plot-soft)}.plot .small{font-size:12px}.plot .strong{font-weight:600}\
.plot .letters{font-weight:700;stroke:var(--plot-paper);stroke-width:3px;paint-order:stroke}\
.plot .paper{fill:var(--plot-paper)}.plot .grid{stroke:var(--plot-grid)}.plot .frame{fill:none;stroke:var(--plot-frame)}\
.plot .zopa{fill:var(--plot-zopa)}.plot .zopa-edge{fill:none;stroke:var(--plot-zopa-edge);stroke-width:1}\
.plot .line{fill:none;stroke:var(--plot-line);stroke-width:2.5;stroke-linejoin:round}.plot .dot{fill:var(--plot-line)}\
.plot .open{fill:var(--plot-paper);stroke:var(--plot-line);stroke-width:1.8}\
.plot .batna{stroke:var(--plot-batna);stroke-width:1.6;stroke-dasharray:6 4}\
.plot .mark{fill:var(--plot-paper);stroke:var(--plot-ink);stroke-width:2.2}.plot .leader{stroke:var(--plot-soft);stroke-width:1}\
.plot .run{fill:none;stroke:var(--plot-high);stroke-width:1.6}.plot .reference{stroke:var(--plot-soft);stroke-width:1.2}\
.plot .low{fill:var(--plot-low)}.plot .high{fill:var(--plot-high)}\
.plot .heat{fill:var(--plot-heat)}.plot .on-heat{fill:var(--plot-paper)}\
.plot .group-0{fill:var(--plot-group-0);stroke:var(--plot-group-0)}.plot .group-1{fill:var(--plot-group-1);stroke:var(--plot-group-1)}\
.plot .group-2{fill:var(--plot-group-2);stroke:var(--plot-group-2)}.plot .group-3{fill:var(--plot-group-3);stroke:var(--plot-group-3)}\
.plot .group-4{fill:var(--plot-group-4);stroke:var(--plot-group-4)}.plot .group-5{fill:var(--plot-group-5);stroke:var(--plot-group-5)}\
.plot .whisker{stroke-width:2;fill:none}.plot .run.grouped{fill:none;stroke-width:2}";

/// The style sheet of all pictures, for a page; its colours are variables, see [`palette`].
#[must_use]
pub fn rules() -> &'static str {
    RULES
}

/// The colours as variables `--plot-NAME` of a page: light, and dark where the reader's system is dark. Prints are light.
#[must_use]
pub fn palette() -> String {
    let set = |dark: bool| {
        let all = COLOURS.iter().map(|(name, light, night)| {
            let colour = if dark { night } else { light };
            format!("--plot-{name}:{colour};")
        });
        all.collect::<String>()
    };
    format!(
        ":root{{{}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{}}}}}\n",
        set(false),
        set(true)
    )
}

/// The style sheet with light colours in it, for a file: few programs that draw SVG know variables.
pub(crate) fn light() -> String {
    let mut rules = RULES.to_owned();
    for (name, light, _) in COLOURS {
        rules = rules.replace(&format!("var(--plot-{name})"), light);
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, as WCAG 2.1 defines it.
    fn luminance(colour: &str) -> f64 {
        let digits = colour.trim_start_matches('#');
        let pairs: Vec<String> = if digits.len() == 3 {
            digits.chars().map(|c| format!("{c}{c}")).collect()
        } else {
            (0..3)
                .map(|i| digits[2 * i..2 * i + 2].to_owned())
                .collect()
        };
        let parts = pairs.iter().map(|pair| {
            let part = f64::from(u8::from_str_radix(pair, 16).expect("hexadecimal")) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        parts
            .zip([0.2126, 0.7152, 0.0722])
            .map(|(p, w)| p * w)
            .sum()
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// WCAG 2.1: 4.5 for text, 3 for what carries meaning in a picture.
    #[test]
    fn colours_are_readable_on_their_paper() {
        assert!((contrast("#fff", "#000") - 21.0).abs() < 1e-9);
        let (_, light, dark) = COLOURS[0];
        for (name, on_light, on_dark) in COLOURS {
            let least = match name {
                "ink" | "soft" | "batna" | "heat" => 4.5,
                // the area of the ZOPA is told by its edge and the lines around it, the grid by its labels
                "paper" | "grid" | "zopa" | "zopa-edge" => continue,
                _ => 3.0,
            };
            assert!(contrast(on_light, light) >= least, "{name} on light");
            assert!(contrast(on_dark, dark) >= least, "{name} on dark");
        }
    }

    #[test]
    fn a_file_needs_no_variables() {
        assert!(!light().contains("var("), "{}", light());
    }
}
