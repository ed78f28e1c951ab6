//! A report of scenarios as one HTML file that needs nothing else.

mod seal;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use zopa::Convention;
use zopa_plot::{count, palette, rules};

use crate::figures::Figures;
use crate::part;
use crate::subject::Subject;
use crate::words;

/// The style of all pages, of reports alone, and the script that finds deals on a frontier.
const STYLE: &str = include_str!("../../assets/page.css");
const REPORT_STYLE: &str = include_str!("../../assets/report.css");
const SCRIPT: &str = include_str!("../../assets/plane.js");

/// What starts the script in a report.
const START: &str =
    "for (const figure of document.querySelectorAll(\"figure.plane\")) attach(figure);\n";

/// How a report looks.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// How numbers look.
    pub figures: Figures,
    /// How burdens count, for the page's foot.
    pub convention: Convention,
}

/// The report of one scenario, or of several with an index before them.
///
/// The page works without a network and without scripts; with them the deal behind each place of a frontier can be seen. Its
/// policy lets nothing be fetched, and runs the one script that is in it.
#[must_use]
pub fn report(subjects: &[Subject], look: Look) -> String {
    let style = format!("{}{}{STYLE}{REPORT_STYLE}", palette(), rules());
    let script = format!("{SCRIPT}{START}");
    let policy = format!(
        "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'",
        seal::of(&style),
        seal::of(&script)
    );
    let title = match subjects {
        [subject] => subject.title().to_owned(),
        _ => format!("{} analysed", count(subjects.len(), "scenario")),
    };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content={ "zopa " (env!("CARGO_PKG_VERSION")) };
                title { (title) }
                style { (PreEscaped(&style)) }
            }
            body {
                @if let [subject] = subjects {
                    main { article { (article(subject, 0, look, 1)) } }
                } @else {
                    header.page-head { h1 { (title) } (index(subjects, look.figures)) }
                    main {
                        @for (number, subject) in subjects.iter().enumerate() {
                            article.one-of-many id=(anchor(number)) { (article(subject, number, look, 2)) }
                        }
                    }
                }
                footer {
                    p.soft {
                        "Made by zopa " (env!("CARGO_PKG_VERSION")) ", convention " (look.convention.as_str()) ". "
                        @if look.figures.exact { "Numbers are exact." } @else {
                            "All comparisons are exact; numbers are shown with four decimal places."
                        }
                    }
                }
                script type="module" { (PreEscaped(&script)) }
            }
        }
    };
    page.into_string() + "\n"
}

fn anchor(number: usize) -> String {
    format!("scenario-{}", number + 1)
}

fn index(subjects: &[Subject], figures: Figures) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Index" {
            table {
                thead { tr {
                    th scope="col" { "Scenario" }
                    th scope="col" { "Difficulty" }
                    th.number scope="col" { "Resources" }
                    th scope="col" { "Verdict" }
                    th.number scope="col" { "Margin" }
                    th.number scope="col" { "Area share" }
                    th.number scope="col" { "Runs" }
                } }
                tbody {
                    @for (number, subject) in subjects.iter().enumerate() {
                        tr {
                            th scope="row" { a href={ "#" (anchor(number)) } { (subject.title()) } }
                            @match &subject.analysis {
                                Ok(analysis) => {
                                    td { (analysis.scenario.difficulty) }
                                    td.number { (analysis.scenario.resources.len()) }
                                    td { span.verdict-word data-mood=(part::mood(analysis)) { (part::mood_word(analysis)) } }
                                    td.number { (figures.of(&analysis.zopa.margin)) }
                                    td.number { (figures.of(&analysis.zopa.area_share)) }
                                },
                                Err(missing) => { td colspan="5" { (part::sentence_of(&missing.told())) } },
                            }
                            td.number { (subject.overlay.as_ref().map_or(0, |overlay| overlay.runs.len())) }
                        }
                    }
                }
            }
        }
    }
}

/// All about one scenario, its title a heading of this level.
fn article(subject: &Subject, number: usize, look: Look, level: u8) -> Markup {
    let figures = look.figures;
    let id = |part: &str| format!("{part}-{}", number + 1);
    let below = level + 1;
    html! {
        @match level { 1 => { h1 { (subject.title()) } }, _ => { h2 { (subject.title()) } } }
        @match &subject.analysis {
            Ok(analysis) => {
                @let scenario = &analysis.scenario;
                p.soft {
                    span.mono { (scenario.id) } " - "
                    @if scenario.issues.is_empty() {
                        (scenario.conflict_type) ", declared " (scenario.difficulty)
                    } @else { "a domain" }
                }
                p.lead { (scenario.description) }
                (part::section(below, &id("zone"), "Verdict", html! { (part::sentence(analysis, figures)) (part::zone(analysis, figures)) }))
                (part::section(below, &id("plane"), "What is possible", html! {
                    (picture(subject, analysis, &id("figure"), figures))
                    (part::frontier(analysis, figures))
                }))
                @if scenario.issues.is_empty() {
                    (part::section(below, &id("resources"), "Resources", part::resources(scenario, figures)))
                } @else {
                    (part::section(below, &id("resources"), "Issues", part::issues(scenario, figures)))
                }
                (part::section(below, &id("solutions"), solutions_heading(analysis), part::solutions(analysis, figures, below + 1)))
                @if let Some(latent) = &subject.latent {
                    (part::section(below, &id("latent"), "What revealing latent resources adds", part::latent(scenario, latent, figures)))
                }
                @if let Some(lints) = subject.lints.as_ref().filter(|lints| !lints.findings.is_empty()) {
                    (part::section(below, &id("lints"), "What a designer should know", part::lints(lints)))
                }
                @if let Some(found) = &subject.sensitivity {
                    (part::section(below, &id("sensitivity"), "What moves the verdict", part::sensitivity(found, figures, &id("tornado"))))
                }
                @if let Some(overlay) = &subject.overlay {
                    (part::section(below, &id("runs"), "Runs", part::runs(analysis, overlay, figures)))
                }
            },
            Err(missing) => { p.verdict data-mood="none" { span { (part::sentence_of(&missing.told())) } } },
        }
        @if !subject.diagnostics.is_empty() {
            (part::section(below, &id("findings"), "Findings", part::findings(&subject.text, &subject.diagnostics)))
        }
    }
}

fn solutions_heading(analysis: &zopa::Analysis) -> &'static str {
    if analysis.zopa.exists {
        "Fair solutions"
    } else {
        "Closest to agreement"
    }
}

fn picture(subject: &Subject, analysis: &zopa::Analysis, id: &str, figures: Figures) -> Markup {
    let mut plane = words::plane(analysis, figures);
    if let Some(overlay) = &subject.overlay {
        plane.runs = overlay.dots();
        plane.groups = overlay.groups();
    }
    part::picture(id, &plane, &part::places(analysis))
}
