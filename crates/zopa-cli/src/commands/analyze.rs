//! `zopa analyze`: what two parties can agree on.

use std::io::Write as _;
use std::time::Instant;

use zopa::{
    AnalyzeError, Budget, CertificateOptions, Completeness, Numbers, Only, Options, Scenario,
    StopReason, Stopped,
};

use zopa_plot::Look;

use super::deadline;
use super::deals::deals;
use super::scenario::{self, Unusable};
use crate::args::{AnalysisFormat, AnalyzeArgs};
use crate::exit::{Exit, Failure};
use crate::io::{self, Beside, Output, Source};
use crate::render::analysis::{Choices, only_report, plane, report};
use crate::render::count;
use crate::render::diagnostics::human;
use crate::render::document::{self, Block};
use crate::render::figures::Figures;
use crate::render::plane as drawing;
use crate::render::{self, Style};

pub(super) fn run(args: &AnalyzeArgs) -> Result<Exit, Failure> {
    if args.plot && args.format == AnalysisFormat::Json {
        let failure = Failure::usage("a plot cannot stand in JSON");
        return Err(failure.help("`--svg FILE` writes a picture beside it"));
    }
    let source = Source::new(&args.scenario);
    let deals_from = args.deals.as_ref().map(|path| Source::new(path));
    if source == Source::Stdin && deals_from == Some(Source::Stdin) {
        return Err(Failure::usage("standard input can be read once"));
    }
    let (text, scenario) = read(&source)?;
    let mut output = Output::open(&args.output)?;
    let picture = Beside::open(args.svg.as_ref(), args.output.force)?;
    let proof = Beside::open(args.certificate.as_ref(), args.output.force)?;

    let started = Instant::now();
    let late = deadline(args.time_limit);
    let options = Options {
        convention: args.numbers.convention.into(),
        budget: Budget {
            max_points: args.max_points.unwrap_or(Budget::DEFAULT_MAX_POINTS),
            stop: Some(&late),
        },
    };
    let figures = Figures {
        exact: args.numbers.exact,
    };
    if let Some(concept) = args.only {
        let only = zopa::solve_only(&scenario, concept.into(), &options);
        let only = finished(&source, only.map(Completeness::Complete))?;
        return one_solution(args, &text, &only, output, proof);
    }
    let deals = deals_from.map(|source| deals(&source, &scenario));
    let deals = deals.transpose()?.unwrap_or_default();
    let analysis = finished(&source, zopa::analyze(&scenario, &options))?;
    if args.stats {
        io::note(&stats(&analysis, started.elapsed()));
    }
    let latent = finished(&source, zopa::latent_value(&scenario, &options))?;

    let edit = match args.format {
        AnalysisFormat::Json => None,
        _ => zopa_design::smallest_valuation_edit(&analysis, &options),
    };
    let blocks = |style: Style| {
        let choices = Choices {
            figures,
            full: args.full,
            hint: args.format == AnalysisFormat::Table,
        };
        let mut blocks = report(&analysis, latent.as_ref(), edit.as_ref(), choices);
        if args.plot {
            let width = io::terminal_width();
            let drawing = drawing::text(&plane(&analysis, figures), style, width);
            blocks.push(Block::Drawing(drawing));
        }
        blocks
    };
    let printed = match args.format {
        AnalysisFormat::Table => {
            let style = output.style();
            document::text(&blocks(style), style, io::terminal_width())
        }
        AnalysisFormat::Md => document::markdown(&blocks(Style::Plain)),
        AnalysisFormat::Json => {
            let numbers = numbers(args.numbers.exact);
            format!(
                "{:#}\n",
                zopa::analysis_json(&analysis, latent.as_ref(), numbers)
            )
        }
    };
    let certificate = CertificateOptions {
        deals: &deals,
        ..CertificateOptions::new(&text)
    };
    proof.write(|| {
        let certificate = zopa::certificate(&analysis, &certificate)?;
        Ok(format!("{certificate:#}\n"))
    })?;
    picture.write(|| Ok(plane(&analysis, figures).svg(Look::FILE)))?;
    output.write_all(printed.as_bytes())?;
    output.finish()?;
    Ok(Exit::Done)
}

/// Prints one solution alone.
fn one_solution(
    args: &AnalyzeArgs,
    scenario: &str,
    only: &Only,
    mut output: Output,
    proof: Beside,
) -> Result<Exit, Failure> {
    let figures = Figures {
        exact: args.numbers.exact,
    };
    let text = match args.format {
        AnalysisFormat::Table => document::text(
            &only_report(only, figures),
            output.style(),
            io::terminal_width(),
        ),
        AnalysisFormat::Md => document::markdown(&only_report(only, figures)),
        AnalysisFormat::Json => {
            format!("{:#}\n", zopa::only_json(only, numbers(args.numbers.exact)))
        }
    };
    proof.write(|| {
        let certificate = zopa::only_certificate(only, &CertificateOptions::new(scenario))?;
        Ok(format!("{certificate:#}\n"))
    })?;
    output.write_all(text.as_bytes())?;
    output.finish()?;
    Ok(Exit::Done)
}

/// What a search cost, in a line.
fn stats(analysis: &zopa::Analysis, time: std::time::Duration) -> String {
    let (frontier, effort) = (&analysis.frontier, analysis.frontier.effort());
    format!(
        "frontier: {} pieces from {} lots in {} ms; sums held in {} bits; {} steps of merging, longest list {}, {} lots added \
         on an array, {} sums covered by continuous resources\n",
        frontier.len(),
        effort.lots + effort.dense_lots,
        time.as_millis(),
        frontier.width().as_str(),
        effort.merged,
        effort.longest,
        effort.dense_lots,
        effort.pruned,
    )
}

/// How `--exact` makes numbers look in JSON.
pub(super) fn numbers(exact: bool) -> Numbers {
    if exact {
        Numbers::Exact
    } else {
        Numbers::Nearest
    }
}

/// The scenario, if its file has no error; else the findings are told.
pub(super) fn read(source: &Source) -> Result<(String, Scenario), Failure> {
    let text = source.read(zopa_model::check::MAX_BYTES)?;
    scenario::of_bytes(&text).map_err(|Unusable { text, diagnostics }| {
        let style = render::stderr_style();
        let width = io::terminal_width();
        io::note(&human(&source.name(), &text, &diagnostics, style, width));
        let message = format!("`{}` has errors and is not used", source.name());
        Failure::unusable(message)
            .help("mend what is said above; `zopa explain CODE` tells more about a code")
    })
}

pub(super) fn finished<T>(
    source: &Source,
    result: Result<Completeness<T>, AnalyzeError>,
) -> Result<T, Failure> {
    match result {
        Ok(Completeness::Complete(value)) => Ok(value),
        Ok(Completeness::Stopped(stopped)) => Err(out_of_budget(source, &stopped)),
        Err(error) => {
            let failure = Failure::unusable(format!("cannot analyse `{}`: {error}", source.name()));
            Err(match error {
                AnalyzeError::NothingToAnalyze => {
                    failure.help("an analysis needs at least two `resources` with valuations, or `issues` with options")
                }
                AnalyzeError::TooManyLatent(_) => failure.help("make some of them `known`"),
            })
        }
    }
}

fn out_of_budget(source: &Source, stopped: &Stopped) -> Failure {
    let (limit, help) = match stopped.reason {
        StopReason::Points => ("`--max-points`", "raise `--max-points`, or leave it out"),
        StopReason::Stop => ("`--time-limit`", "raise `--time-limit`, or leave it out"),
    };
    let message = format!(
        "the analysis of `{}` met its limit {limit}: {} of {} groups of resources were merged, with {} kept",
        source.name(),
        stopped.merged,
        stopped.groups,
        count(stopped.points, "point")
    );
    Failure::unusable(message).help(help)
}
