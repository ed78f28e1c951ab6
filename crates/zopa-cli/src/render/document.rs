//! A report as headings, paragraphs, tables and lists, printed as text or as Markdown.

use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table as Grid, TableStyle,
    Width,
};

use super::{HEADING, Style, printable};

/// Only a line below the header.
const RULED: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('\u{2500}').junction('\u{2500}'));

/// Words up to this length are never cut in a table, however narrow the terminal.
const LONGEST_WORD: usize = 32;

/// A part of a report.
#[derive(Clone, Debug)]
pub(crate) enum Block {
    /// The title of the whole.
    Title(String),
    /// The heading of a section.
    Heading(String),
    /// Prose.
    Paragraph(String),
    /// One line each.
    List(Vec<String>),
    /// Columns.
    Table(Table),
    /// Text whose layout matters.
    Drawing(String),
}

/// A table.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// The header, each column with its alignment.
    pub(crate) header: Vec<(String, Align)>,
    /// The rows, as long as the header.
    pub(crate) rows: Vec<Vec<String>>,
}

/// How a column is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// The report as text, in lines of at most `width` characters where words allow.
pub(crate) fn text(blocks: &[Block], style: Style, width: usize) -> String {
    let mut out = String::new();
    let mut below_heading = false;
    for block in blocks {
        // a heading stands close to what it heads
        if !out.is_empty() && !below_heading {
            out.push('\n');
        }
        below_heading = matches!(block, Block::Heading(_));
        match block {
            Block::Title(title) => line(&mut out, &style.paint(HEADING, &printable(title))),
            Block::Heading(heading) => line(&mut out, &style.paint(HEADING, &printable(heading))),
            Block::Paragraph(prose) => wrap(&mut out, "  ", "  ", &printable(prose), width),
            Block::List(items) => {
                for item in items {
                    wrap(&mut out, "  ", "    ", &printable(item), width);
                }
            }
            Block::Table(table) => grid(&mut out, table, width),
            Block::Drawing(drawing) => out.push_str(drawing),
        }
    }
    out
}

fn line(out: &mut String, text: &str) {
    out.push_str(text.trim_end());
    out.push('\n');
}

/// Markdown's prose in lines of at most `width` characters; code and lists stay as they are.
pub(crate) fn rewrap(markdown: &str, width: usize) -> String {
    let mut out = String::new();
    let mut prose = String::new();
    let mut in_code = false;
    for source in markdown.lines().chain([""]) {
        let fence = source.starts_with("```");
        if in_code || fence || source.is_empty() || source.starts_with(['-', '|', '#', ' ']) {
            if !prose.is_empty() {
                wrap(&mut out, "", "", &std::mem::take(&mut prose), width);
            }
            line(&mut out, source);
            in_code ^= fence;
        } else {
            if !prose.is_empty() {
                prose.push(' ');
            }
            prose.push_str(source);
        }
    }
    out
}

/// Prose in lines; further lines are indented by `hang`.
fn wrap(out: &mut String, indent: &str, hang: &str, prose: &str, width: usize) {
    let mut current = String::from(indent);
    let mut empty = true;
    for word in prose.split(' ') {
        let longer = current.chars().count() + word.chars().count() + usize::from(!empty);
        if !empty && longer > width {
            line(out, &current);
            current = String::from(hang);
            empty = true;
        }
        if !empty {
            current.push(' ');
        }
        current.push_str(word);
        empty = false;
    }
    line(out, &current);
}

fn grid(out: &mut String, table: &Table, width: usize) {
    let mut grid = Grid::new();
    grid.load_style(RULED);
    grid.set_content_arrangement(ContentArrangement::Dynamic);
    grid.set_width(u16::try_from(width.saturating_sub(1)).unwrap_or(u16::MAX));
    grid.set_header(table.header.iter().map(|(name, _)| printable(name)));
    for row in &table.rows {
        grid.add_row(row.iter().map(|cell| printable(cell)));
    }
    for (index, (column, (name, align))) in grid.column_iter_mut().zip(&table.header).enumerate() {
        column.set_cell_alignment(match align {
            Align::Left => CellAlignment::Left,
            Align::Right => CellAlignment::Right,
        });
        let cells = table.rows.iter().map(|row| row[index].as_str());
        let widest =
            longest_word(cells.chain([name.as_str()])) + usize::from(column.padding_width());
        let widest = Width::Fixed(u16::try_from(widest).unwrap_or(u16::MAX));
        column.set_constraint(ColumnConstraint::LowerBoundary(widest));
    }
    for text in grid.lines() {
        line(out, &format!(" {text}"));
    }
}

/// The length of the longest word, so far as a column can make room for it.
fn longest_word<'t>(texts: impl Iterator<Item = &'t str>) -> usize {
    let words = texts.flat_map(|text| text.split(' '));
    let longest = words.map(|word| word.chars().count()).max();
    longest.unwrap_or(0).min(LONGEST_WORD)
}

/// The report as Markdown.
pub(crate) fn markdown(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        if !out.is_empty() {
            out.push('\n');
        }
        match block {
            Block::Title(title) => line(&mut out, &format!("# {}", inline(title))),
            Block::Heading(heading) => line(&mut out, &format!("## {}", inline(heading))),
            Block::Paragraph(prose) => line(&mut out, &inline(prose)),
            Block::List(items) => {
                for item in items {
                    line(&mut out, &format!("- {}", inline(item)));
                }
            }
            Block::Table(table) => {
                let cells = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
                let header = table.header.iter().map(|(name, _)| cell(name)).collect();
                line(&mut out, &cells(header));
                let rule = table.header.iter().map(|(_, align)| match align {
                    Align::Left => "---".to_owned(),
                    Align::Right => "---:".to_owned(),
                });
                line(&mut out, &cells(rule.collect()));
                for row in &table.rows {
                    line(
                        &mut out,
                        &cells(row.iter().map(|text| cell(text)).collect()),
                    );
                }
            }
            Block::Drawing(drawing) => {
                out.push_str("```text\n");
                out.push_str(drawing);
                out.push_str("```\n");
            }
        }
    }
    out
}

/// Text in which nothing is markup: what Markdown and HTML would read as such is escaped. (An underscore within a word
/// and a code span are left: identifiers stay legible.)
fn inline(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in printable(text).chars() {
        match c {
            '\\' | '*' | '[' | ']' | '<' | '>' | '#' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

fn cell(text: &str) -> String {
    inline(text).replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_wrapped_at_words() {
        let mut out = String::new();
        wrap(&mut out, "  ", "    ", "one two three four", 11);
        assert_eq!(out, "  one two\n    three\n    four\n");
    }

    #[test]
    fn code_is_not_wrapped_again() {
        let markdown = "one two\nthree four\n\n```json\n{\"a\": 1, \"b\": 2}\n```\n- item\n";
        let wrapped = "one two three\nfour\n\n```json\n{\"a\": 1, \"b\": 2}\n```\n- item\n\n";
        assert_eq!(rewrap(markdown, 14), wrapped);
    }

    #[test]
    fn markup_in_names_is_no_markup() {
        let table = Table {
            header: vec![("a".to_owned(), Align::Right)],
            rows: vec![vec!["x|y *z*".to_owned()]],
        };
        assert_eq!(
            markdown(&[Block::Table(table)]),
            "| a |\n| ---: |\n| x\\|y \\*z\\* |\n"
        );
    }
}
