//! What a check found, in words. The numbers are those of the claims, which the kernel holds against the allocations.

use zopa_model::UtilityPoint;

use crate::format::{Deal, Pair, Says, Solution, point};

/// A claim that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its place among the certificate's claims, from 0.
    pub index: usize,
    /// What kind of claim it is: `nash`.
    pub name: String,
    /// What it says.
    pub statement: String,
    /// Which of its regions (by index, as `weights` lists them) could not be ruled out; none where it is proved.
    pub open: Vec<usize>,
    /// Why it is not proved; `None` where it is.
    pub reason: Option<String>,
}

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// What is proved.
    pub proved: Vec<Claim>,
    /// What is neither proved nor found false.
    pub unproven: Vec<Claim>,
    /// Why the certificate is worth nothing: something in it is false, or it is for another scenario, or no certificate.
    /// Then nothing is proved.
    pub rejected: Option<String>,
}

impl Verdict {
    /// Lists a claim of which these regions, of so many, are open.
    pub(crate) fn add(
        &mut self,
        index: usize,
        says: &Says,
        d: &UtilityPoint,
        open: Vec<usize>,
        of: usize,
    ) {
        let reason = match says {
            Says::Unproven { reason, .. } => Some(reason.clone()),
            _ if open.is_empty() => None,
            _ => {
                let beside = match says {
                    Says::Frontier {
                        second: Some(second),
                        ..
                    } => format!(
                        "; a second algorithm (`{}`) is said to have found the same pieces",
                        second.algorithm
                    ),
                    _ => String::new(),
                };
                let open = open.len();
                Some(format!(
                    "{open} of {of} regions could not be ruled out{beside}"
                ))
            }
        };
        let list = if reason.is_none() {
            &mut self.proved
        } else {
            &mut self.unproven
        };
        let (name, statement) = (says.name().to_owned(), statement(says, d));
        list.push(Claim {
            index,
            name,
            statement,
            open,
            reason,
        });
    }
}

/// What a claim says, of a scenario with these BATNAs.
fn statement(says: &Says, d: &UtilityPoint) -> String {
    let deal = |deal: &Deal| show(&deal.utility);
    match says {
        Says::Zopa { deal: Some(_) } => "a ZOPA exists".to_owned(),
        Says::Zopa { deal: None } => "the ZOPA is empty".to_owned(),
        Says::Margin { deal } => {
            let gain = point(&deal.utility).minus(d);
            format!("the ZOPA's margin is {}", gain.smaller())
        }
        Says::Ideal { deals } => {
            let [a, b] = [&deals[0].utility[0].0, &deals[1].utility[1].0];
            format!("within the ZOPA the parties can get ({a}, {b}) at most")
        }
        Says::Nash(solution) => solved("Nash", solution),
        Says::KalaiSmorodinsky { solution, .. } => solved("Kalai-Smorodinsky", solution),
        Says::Egalitarian(solution) => solved("egalitarian", solution),
        Says::Utilitarian(solution) => solved("utilitarian", solution),
        Says::NashLottery { lottery: None } => "no lottery reaches both BATNAs".to_owned(),
        Says::NashLottery {
            lottery: Some(lottery),
        } => {
            format!(
                "the Nash solution over lotteries is {}",
                show(&lottery.utility)
            )
        }
        Says::ClosestToAgreement { deal: closest } => {
            format!("{} comes closest to an agreement", deal(closest))
        }
        Says::Frontier { pieces, .. } => format!("the frontier has these {} pieces", pieces.len()),
        Says::Dominated {
            deal: worse,
            better,
        } => {
            format!(
                "the deal worth {} is dominated by one worth {}",
                deal(worse),
                deal(better)
            )
        }
        Says::Efficient { deal: efficient } => {
            format!("the deal worth {} is efficient", deal(efficient))
        }
        Says::Unproven { about, .. } => about.clone(),
    }
}

fn solved(name: &str, solution: &Solution) -> String {
    let more = match (solution.unique, &solution.other) {
        (true, _) => ", the only one",
        (false, Some(_)) => ", one of several",
        (false, None) => "",
    };
    format!(
        "the {name} solution is {}{more}",
        show(&solution.deal.utility)
    )
}

fn show(pair: &Pair) -> String {
    format!("({}, {})", pair[0].0, pair[1].0)
}
