//! Lints of the ZOPA: whether there is one, and of what kind.

use zopa_model::{PARTIES, Rational};
use zopa_solve::judge::locate;

use super::{Collector, Finding, Lint, batna_at};
use crate::figure::figure;

pub(super) fn judge(report: &mut Collector<'_>) {
    unattainable(report);
    tension(report);
    verdict(report);
    convention(report);
    widths(report);
}

fn unattainable(report: &mut Collector<'_>) {
    let (scenario, analysis) = (report.scenario(), &report.study.analysis);
    let [_, most] = scenario.utility_range(analysis.convention);
    for party in 0..PARTIES {
        let (batna, most) = (&analysis.disagreement.0[party], &most.0[party]);
        if batna <= most {
            continue;
        }
        let message = format!(
            "the BATNA of `{}` is {}, more than the {} that it could get at best",
            scenario.parties[party].name,
            figure(batna),
            figure(most)
        );
        let help = format!(
            "lower it below {}; is it on the scale of the valuations?",
            figure(most)
        );
        let at = batna_at(scenario, party);
        let finding = Finding::new(Lint::BatnaUnattainable, at, message, help)
            .number("batna", batna)
            .number("attainable", most);
        report.add(finding);
    }
}

fn tension(report: &mut Collector<'_>) {
    let (scenario, d) = (report.scenario(), &report.study.analysis.disagreement);
    if !d.0.iter().all(Rational::is_zero) {
        return;
    }
    let missing = scenario.parties.iter().all(|party| party.batna.is_none());
    let found = if missing { "missing" } else { "0" };
    let message = format!(
        "both BATNAs are {found}: every deal that costs nobody anything is acceptable to both"
    );
    let help = "state in `batna_config` what each party can do without the other";
    let finding = Finding::new(Lint::NoTension, "/participants".to_owned(), message, help);
    report.add(finding);
}

fn verdict(report: &mut Collector<'_>) {
    let analysis = &report.study.analysis;
    let margin = &analysis.zopa.margin;
    let at = || "/participants".to_owned();
    if let Some(ideal) = &analysis.zopa.ideal {
        // One efficient pair is left exactly where both parties can have their most at once.
        if locate(&analysis.frontier, ideal).is_some() {
            let message = format!(
                "one efficient pair of utilities alone is acceptable to both: {}, {}",
                figure(ideal.a()),
                figure(ideal.b())
            );
            let help = "lower a BATNA, or let the parties want more of what the other has";
            let finding = Finding::new(Lint::ZopaPoint, at(), message, help)
                .number("margin", margin)
                .number("utility_a", ideal.a())
                .number("utility_b", ideal.b());
            report.add(finding);
        }
    } else {
        let short = margin.abs();
        let message = format!(
            "there is no ZOPA: both BATNAs would have to fall by {}",
            figure(&short)
        );
        let help = "nothing if an impasse is meant; else `zopa tune FILE --target zopa=0.05`";
        let finding = Finding::new(Lint::ZopaEmpty, at(), message, help).number("margin", margin);
        report.add(finding);
        if let Some(lottery) = &analysis.nash_lottery {
            let message = format!(
                "a draw between two deals would give both their BATNA and {}, {} on top, in expectation",
                figure(lottery.gain.a()),
                figure(lottery.gain.b())
            );
            let help = "make a resource `divisible`, or lower a BATNA";
            let finding = Finding::new(Lint::ZopaByLotteryOnly, at(), message, help)
                .number("gain_a", lottery.gain.a())
                .number("gain_b", lottery.gain.b());
            report.add(finding);
        }
    }
}

fn convention(report: &mut Collector<'_>) {
    let analysis = &report.study.analysis;
    if !analysis.convention_decides_zopa {
        return;
    }
    let (here, there) = if analysis.zopa.exists {
        ("a ZOPA", "none")
    } else {
        ("no ZOPA", "one")
    };
    let message = format!(
        "there is {here} in the `{}` convention, and {there} in the other",
        analysis.convention.as_str()
    );
    let help = "state the BATNAs in the convention that is meant, and analyse with it";
    let finding = Finding::new(
        Lint::ConventionDecides,
        "/participants".to_owned(),
        message,
        help,
    )
    .number("margin", &analysis.zopa.margin);
    report.add(finding);
}

fn widths(report: &mut Collector<'_>) {
    let scenario = report.scenario();
    let Some(widths) = report.study.widths() else {
        return;
    };
    let wide = usize::from(widths[1] > widths[0]);
    let (large, small) = (&widths[wide], &widths[1 - wide]);
    let most = &report.limits.max_width_ratio;
    if *large <= most * small {
        return;
    }
    let times = large.checked_div(small);
    let message = format!(
        "inside the ZOPA `{}` can gain up to {}, `{}` {}: {}",
        scenario.parties[wide].name,
        figure(large),
        scenario.parties[1 - wide].name,
        figure(small),
        times.as_ref().map_or_else(
            || "nothing at all".to_owned(),
            |times| format!("{} times less", figure(times))
        )
    );
    let help = format!(
        "raise the BATNA of `{}`, or lower that of `{}`",
        scenario.parties[wide].name,
        scenario.parties[1 - wide].name
    );
    let at = batna_at(scenario, wide);
    let mut finding = Finding::new(Lint::LopsidedZopa, at, message, help)
        .number("width_a", &widths[0])
        .number("width_b", &widths[1])
        .threshold("max-width-ratio", most);
    if let Some(times) = &times {
        finding = finding.number("ratio", times);
    }
    report.add(finding);
}
