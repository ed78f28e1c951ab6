//! Making scored runs, for all tests.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "shared by several test programs, each of which uses a part"
)]

use zopa_stats::{Bootstrap, Level};
use zopa_summary::{Collector, PairTest, Report, Settings};

/// What most tests ask for: groups by `model`, few replicates.
pub fn settings() -> Settings {
    Settings {
        by: vec!["model".to_owned()],
        cluster: None,
        baseline: None,
        pair_by: vec!["scenario".to_owned(), "seed".to_owned()],
        test: PairTest::Wilcoxon,
        bootstrap: Bootstrap {
            replicates: 300,
            seed: 5,
            level: Level::P95,
        },
        nbs_distance: 0.0,
        composite: None,
        points: false,
    }
}

/// A deal: the run's own fields, then its value efficiency. It is dominated, and nothing else about it matters.
pub fn deal(own: &str, value_efficiency: f64) -> String {
    format!(
        r#"{{{own}, "zopa": {{"convention": "signed", "status": "deal", "gain": [0.1, 0.1], "pareto_efficient": false,
        "pareto_gap": 0.1, "left_on_table": [0.1, 0.1], "value_efficiency": {value_efficiency}, "joint_gain_ratio": 0.5,
        "distance": {{"nash": 0.1}}, "share_of_surplus": 0.5, "impasse": null}}}}"#
    )
}

/// A run that could not be scored.
pub fn invalid(own: &str, code: &str) -> String {
    format!(r#"{{{own}, "zopa": {{"status": "invalid", "error": {{"code": "{code}"}}}}}}"#)
}

/// The report of lines.
pub fn report(settings: Settings, lines: &[impl AsRef<str>]) -> Report {
    let mut collector = Collector::new(settings);
    for line in lines {
        collector.add_json(line.as_ref().as_bytes()).unwrap();
    }
    collector.finish().unwrap()
}
