//! Exact negotiation analytics: functions over plain data, and the reports that every front end prints.
//!
//! ```
//! use zopa::{Allocation, Concept, Options};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let text = std::fs::read_to_string("../../data/scenarios/cofounder_windup_ip.json")?;
//! let scenario = zopa::check(&text).scenario.ok_or("the file has errors")?;
//! let analysis = zopa::analyze(&scenario, &Options::default())?.complete().ok_or("out of budget")?;
//! let nash = analysis.solution(Concept::Nash).ok_or("no ZOPA")?;
//! let score = analysis.score_allocation(&analysis.allocation(&nash.spot));
//! assert!(score.pareto_efficient && score.nash_ratio == zopa::Rational::ONE);
//! # Ok(()) }
//! ```

mod analysis;
mod certificate;
mod json;
mod judgment;
mod latent;
mod lower;
pub mod metrics;
mod only;
mod score;
mod trade;

pub use analysis::{
    Analysis, AnalyzeError, Deal, FrontierPiece, LotteryDraw, Options, analyze, analyze_hiding,
};
pub use certificate::{CertificateError, CertificateOptions, certificate, only_certificate};
pub use json::{Numbers, allocation_json, analysis_json, invalid_json, overview_json, score_json};
pub use judgment::check;
pub use latent::{LatentValue, MAX_LATENT, ResourceValue, latent_value};
pub use lower::{certified_allocation, game};
pub use only::{Only, OnlyAnswer, only_json, solve_only};
pub use score::{Distances, Impasse, Score, Status};
pub use trade::{Transfer, trade};
pub use zopa_model::{
    Agreement, Allocation, Checked, Code, Convention, Diagnostic, DomainIssue, IssueOption,
    IssueRange, IssueSpace, PARTIES, Party, Position, Rational, Resource, ResourceKind, Run,
    RunError, RunErrorCode, Scenario, Severity, Term, UtilityPoint,
};
pub use zopa_model::{NearestFloat, diagnostic, exact, names};
pub use zopa_solve::{
    Budget, Completeness, Concept, Effort, Frontier, Game, Issue, Lottery, Piece, Solution, Spot,
    StopReason, Stopped, Zopa,
};
