//! The parts of which pages are made: an analysis as HTML. Everything is escaped by the templates.

mod findings;
mod frontier;
mod latent;
mod lints;
mod plane;
mod resources;
mod runs;
mod sensitivity;
mod solutions;
mod zone;

pub(crate) use findings::findings;
pub(crate) use frontier::frontier;
pub(crate) use latent::latent;
pub(crate) use lints::lints;
pub(crate) use plane::{picture, places};
pub(crate) use resources::{issues, resources};
pub(crate) use runs::runs;
pub(crate) use sensitivity::sensitivity;
pub(crate) use solutions::solutions;
pub(crate) use zone::{mood, mood_word, sentence, zone};

use maud::{Markup, html};

/// A section with a heading of the given level.
pub(crate) fn section(level: u8, id: &str, heading: &str, content: Markup) -> Markup {
    html! {
        section id=(id) {
            (title(level, id, heading))
            (content)
        }
    }
}

/// A message as a sentence: names between backticks as code, the first letter large, a full stop.
pub(crate) fn sentence_of(message: &str) -> Markup {
    let message = message.trim_end_matches('.');
    let mut first = message.split('`').next().unwrap_or_default().chars();
    let letter = first.next().map(|c| c.to_uppercase().to_string());
    html! {
        @for (index, piece) in message.split('`').enumerate() {
            @if index % 2 == 1 { code { (piece) } }
            @else if index == 0 { (letter.as_deref().unwrap_or_default()) (first.as_str()) }
            @else { (piece) }
        }
        "."
    }
}

fn title(level: u8, id: &str, heading: &str) -> Markup {
    html! {
        @match level {
            2 => { h2 id={ (id) "-heading" } { (heading) } },
            3 => { h3 id={ (id) "-heading" } { (heading) } },
            _ => { h4 id={ (id) "-heading" } { (heading) } },
        }
    }
}
