//! What a scenario is to become: targets, each with an exact measure of how far off it is.

use std::fmt;

use zopa::{Concept, Options};
use zopa_model::names::did_you_mean;
use zopa_model::{Allocation, Rational, Scenario};

use crate::balance::{integrative_potential, total_variation};
use crate::difficulty::{Difficulty, DifficultyLimits, difficulty};
use crate::outcomes::{even_split_rate, random_rate};
use crate::runner_up::runner_up;
use crate::study::Study;

/// Draws behind the computed difficulty while tuning.
const DRAWS: u32 = 1000;

/// What stands for an end that is open: no quantity is so large.
const OPEN: i64 = 1000;

/// A property that a scenario is to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A ZOPA with at least this margin.
    Zopa(Rational),
    /// No ZOPA, with at least this gap: the margin is below 0, and at most minus this.
    NoZopa(Rational),
    /// The margin in a range.
    Margin([Rational; 2]),
    /// This allocation is the Nash solution, and the best deal that assigns the indivisible resources otherwise has a product
    /// smaller by at least this part.
    NashAt(Allocation, Rational),
    /// One pair of utilities has the largest product of gains.
    UniqueNash,
    /// The runner-up's product is smaller than the Nash solution's by at least this part.
    NashLead(Rational),
    /// Both parties gain the same in the Nash solution, but for at most this.
    EqualGains(Rational),
    /// The total variation distance in a range.
    Tv([Rational; 2]),
    /// The integrative potential in a range.
    Potential([Rational; 2]),
    /// Revealing this latent resource alone (by index), or all of them, adds at least this to the margin.
    Latent(Option<usize>, Rational),
    /// The computed difficulty.
    Difficulty(Difficulty),
}

/// The names of targets, as they are spelled.
const NAMES: [&str; 11] = [
    "zopa",
    "no-zopa",
    "margin",
    "nash",
    "unique-nash",
    "nash-lead",
    "equal-gains",
    "tv",
    "potential",
    "latent",
    "difficulty",
];

impl Target {
    /// Reads a target: `zopa=0.05`, `no-zopa=0.1`, `margin=0.02..0.05`, `nash=cash:Ana,van:Ben` (with `@0.05` behind it, the lead over
    /// the runner-up; `cash:Ana 0.6` is a share, the rest being the other's), `unique-nash`, `nash-lead=0.05`, `equal-gains=0.01`,
    /// `tv=0.1..0.3`, `potential=0.1..0.2`, `latent=0.05`, `latent=patent:0.05`, `difficulty=expert`.
    ///
    /// # Errors
    /// Where the spelling is none of these, or names what the scenario does not have.
    pub fn parse(text: &str, scenario: &Scenario) -> Result<Self, String> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim())),
            None => (text.trim(), None),
        };
        let number = |default: Option<Rational>| match (value, default) {
            (Some(value), _) => amount(value),
            (None, Some(default)) => Ok(default),
            (None, None) => Err(format!("`{name}` wants a number: `{name}=0.05`")),
        };
        let zero = || Some(Rational::ZERO);
        Ok(match name {
            "zopa" => Self::Zopa(number(zero())?),
            "no-zopa" => Self::NoZopa(number(zero())?),
            "margin" => Self::Margin(range(value)?),
            "tv" => Self::Tv(range(value)?),
            "potential" => Self::Potential(range(value)?),
            "unique-nash" => Self::UniqueNash,
            "nash-lead" => Self::NashLead(number(None)?),
            "equal-gains" => Self::EqualGains(number(zero())?),
            "nash" => nash(value, scenario)?,
            "latent" => latent(value, scenario)?,
            "difficulty" => {
                let level = value.and_then(Difficulty::declared);
                Self::Difficulty(
                    level.ok_or("`difficulty` is `novice`, `intermediate` or `expert`")?,
                )
            }
            other => {
                let guess = did_you_mean(other, NAMES);
                return Err(format!(
                    "there is no target `{other}`{guess}; targets are {}",
                    NAMES.join(", ")
                ));
            }
        })
    }

    /// How the smallest change that reaches it is found.
    #[must_use]
    pub fn method(&self) -> &'static str {
        match self {
            Self::Zopa(_) => "a MILP for each of some efficient deals",
            Self::NoZopa(_) => {
                "linear programs to which the deals that remain acceptable are added one by one"
            }
            Self::Tv(_) | Self::Potential(_) => "a MILP",
            Self::NashAt(..) => {
                "a search, and linear programs to which better deals are added one by one"
            }
            _ => "a search",
        }
    }

    /// Do the claims of a certificate say whether it is reached?
    #[must_use]
    pub fn is_claimed(&self) -> bool {
        match self {
            Self::Zopa(_) | Self::NoZopa(_) | Self::Margin(_) => true,
            Self::UniqueNash | Self::EqualGains(_) => true,
            Self::NashAt(_, lead) => lead.is_zero(),
            Self::NashLead(_) | Self::Tv(_) | Self::Potential(_) => false,
            Self::Latent(..) | Self::Difficulty(_) => false,
        }
    }

    /// How far a scenario is from it: 0 where it is reached, and smaller the nearer it is.
    pub(crate) fn distance(&self, view: &View) -> Rational {
        let zopa = &view.study.analysis.zopa;
        let short = |have: &Rational, want: &Rational| (want - have).max(Rational::ZERO);
        let outside =
            |value: &Rational, [low, high]: &[Rational; 2]| short(value, low) + short(high, value);
        // what is no number: a little, or all
        let unmet = |met: bool| if met { Rational::ZERO } else { Rational::ONE };
        match self {
            Self::Zopa(margin) => short(&zopa.margin, margin),
            // a ZOPA with a margin of 0 is one
            Self::NoZopa(gap) if zopa.exists => &zopa.margin + gap + Rational::new(1, 1_000_000),
            Self::NoZopa(gap) => short(&-&zopa.margin, gap),
            Self::Margin(range) => outside(&zopa.margin, range),
            Self::Tv(range) => outside(&total_variation(&view.study.analysis.scenario), range),
            Self::Potential(range) => {
                outside(&integrative_potential(&view.study.analysis.scenario), range)
            }
            Self::UniqueNash => match view.study.analysis.solution(Concept::Nash) {
                None => view.far(),
                Some(nash) => unmet(nash.unique) * Rational::new(1, 1_000_000),
            },
            Self::NashLead(part) => match view.study.analysis.solution(Concept::Nash) {
                None => view.far(),
                Some(_) => short(&view.lead(), part),
            },
            Self::EqualGains(most) => match view.study.analysis.solution(Concept::Nash) {
                None => view.far(),
                Some(nash) => short(most, &(nash.gain.a() - nash.gain.b()).abs()),
            },
            Self::NashAt(allocation, lead) => view.off_nash(allocation, lead),
            Self::Latent(which, worth) => {
                let have = match (&view.study.latent, which) {
                    (None, _) => Rational::ZERO,
                    (Some(latent), Some(index)) => latent
                        .resources
                        .iter()
                        .find(|value| value.resource == *index)
                        .map_or(Rational::ZERO, |value| value.margin.clone()),
                    (Some(_), None) => view.study.latent_worth().unwrap_or(Rational::ZERO),
                };
                short(&have, worth)
            }
            Self::Difficulty(level) => view.off_level(*level),
        }
    }
}

fn amount(text: &str) -> Result<Rational, String> {
    text.parse()
        .ok()
        .filter(|value: &Rational| !value.is_negative())
        .ok_or_else(|| format!("`{text}` is no number from 0, such as 0.05 or 1/20"))
}

/// `0.1..0.3`; `0.1..` is open above, `..0.3` below, one number is that number.
fn range(text: Option<&str>) -> Result<[Rational; 2], String> {
    let signed = |text: &str| -> Result<Rational, String> {
        text.parse()
            .map_err(|_| format!("`{text}` is no number, such as 0.05 or 1/20"))
    };
    let text = text.ok_or("a range is wanted, such as 0.1..0.3")?;
    let [low, high] = match text.split_once("..") {
        None => [signed(text)?, signed(text)?],
        Some(("", "")) => return Err("a range has an end, such as 0.1..0.3".to_owned()),
        Some(("", high)) => [Rational::from(-OPEN), signed(high)?],
        Some((low, "")) => [signed(low)?, Rational::from(OPEN)],
        Some((low, high)) => [signed(low)?, signed(high)?],
    };
    if low > high {
        return Err(format!(
            "`{text}`: the range's first end is above its second"
        ));
    }
    Ok([low, high])
}

fn nash(text: Option<&str>, scenario: &Scenario) -> Result<Target, String> {
    let text = text.ok_or("`nash` wants a deal: `nash=cash:Ana,van:Ben`")?;
    let (deal, lead) = match text.rsplit_once('@') {
        Some((deal, lead)) => (deal, amount(lead)?),
        None => (text, Rational::ZERO),
    };
    let mut builder = Allocation::builder(scenario);
    for part in deal.split(',') {
        let (resource, who) = part.split_once(':').ok_or_else(|| {
            format!("`{part}`: a part of a deal is `RESOURCE:PARTY`, or `RESOURCE:PARTY SHARE`")
        })?;
        let (resource, who) = (resource.trim(), who.trim());
        if who == "both" {
            for party in &scenario.parties {
                builder = builder.give(&party.name, resource, 1);
            }
            continue;
        }
        let (name, share) = match who.rsplit_once(' ') {
            Some((name, share)) if scenario.party_index(who).is_none() => (name, amount(share)?),
            _ => (who, Rational::ONE),
        };
        let rest = Rational::ONE - &share;
        builder = builder.give(name, resource, share);
        if rest.is_positive()
            && let Some(index) = scenario.party_index(name)
        {
            builder = builder.give(&scenario.parties[1 - index].name, resource, rest);
        }
    }
    let allocation = builder.build().map_err(|error| error.message)?;
    Ok(Target::NashAt(allocation, lead))
}

fn latent(text: Option<&str>, scenario: &Scenario) -> Result<Target, String> {
    let text = text.ok_or("`latent` wants a number: `latent=0.05` or `latent=RESOURCE:0.05`")?;
    if scenario.resources.iter().all(|resource| !resource.latent) {
        return Err("the scenario has no latent resource".to_owned());
    }
    let Some((id, worth)) = text.split_once(':') else {
        return Ok(Target::Latent(None, amount(text)?));
    };
    let hidden = scenario.resources.iter().enumerate();
    let found = hidden
        .filter(|(_, resource)| resource.latent)
        .find(|(_, resource)| resource.id == id);
    match found {
        Some((index, _)) => Ok(Target::Latent(Some(index), amount(worth)?)),
        None => {
            let latent = scenario.resources.iter().filter(|resource| resource.latent);
            let known: Vec<String> = latent
                .map(|resource| format!("`{}`", resource.id))
                .collect();
            let known = known.join(", ");
            Err(format!(
                "there is no latent resource `{id}`; there is {known}"
            ))
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use crate::figure::figure;
        let range = |[low, high]: &[Rational; 2]| {
            if *high == Rational::from(OPEN) {
                format!("of at least {}", figure(low))
            } else if *low == Rational::from(-OPEN) {
                format!("of at most {}", figure(high))
            } else {
                format!("from {} to {}", figure(low), figure(high))
            }
        };
        match self {
            Self::Zopa(margin) => write!(f, "a ZOPA with a margin of at least {}", figure(margin)),
            Self::NoZopa(gap) => write!(f, "no ZOPA, with a gap of at least {}", figure(gap)),
            Self::Margin(ends) => write!(f, "a margin {}", range(ends)),
            Self::NashAt(_, lead) => {
                write!(
                    f,
                    "the given deal as Nash solution, with a lead of {}",
                    figure(lead)
                )
            }
            Self::UniqueNash => write!(f, "a Nash solution without ties"),
            Self::NashLead(part) => write!(f, "a Nash solution with a lead of {}", figure(part)),
            Self::EqualGains(most) => {
                write!(
                    f,
                    "equal gains in the Nash solution, but for {}",
                    figure(most)
                )
            }
            Self::Tv(ends) => write!(f, "a total variation distance {}", range(ends)),
            Self::Potential(ends) => write!(f, "an integrative potential {}", range(ends)),
            Self::Latent(_, worth) => {
                write!(f, "a revelation worth at least {}", figure(worth))
            }
            Self::Difficulty(level) => write!(f, "the computed difficulty {level}"),
        }
    }
}

/// A scenario as targets see it.
pub(crate) struct View {
    pub(crate) study: Study,
}

impl View {
    pub(crate) fn of(
        scenario: &Scenario,
        options: &Options<'_>,
        targets: &[Target],
    ) -> Option<Self> {
        let hidden = targets
            .iter()
            .any(|target| matches!(target, Target::Latent(..) | Target::Difficulty(_)));
        let study = if hidden {
            Study::of(scenario, options).ok()?.complete()?
        } else {
            let analysis = zopa::analyze(scenario, options).ok()?.complete()?;
            Study {
                analysis,
                latent: None,
            }
        };
        Some(Self { study })
    }

    /// Where there is no ZOPA and one is needed: what is missing, and more than any other distance.
    fn far(&self) -> Rational {
        Rational::from(2) - &self.study.analysis.zopa.margin
    }

    /// By which part the runner-up's product is smaller; 1 where there is none.
    fn lead(&self) -> Rational {
        let second = runner_up(&self.study.analysis);
        Rational::ONE - second.map_or(Rational::ZERO, |second| second.ratio)
    }

    /// How far the allocation is from being the Nash solution with a lead.
    fn off_nash(&self, allocation: &Allocation, lead: &Rational) -> Rational {
        let analysis = &self.study.analysis;
        let utility = analysis.scenario.utility(allocation, analysis.convention);
        let gain = utility.minus(&analysis.disagreement);
        if !gain.is_nonnegative() {
            return Rational::from(2) - gain.smaller();
        }
        let Some(nash) = analysis.solution(Concept::Nash) else {
            return self.far();
        };
        let behind = nash.product() - gain.product();
        if behind.is_positive() || nash.product().is_zero() {
            return Rational::ONE + behind;
        }
        if !nash.unique {
            return Rational::ONE;
        }
        (lead - &self.lead()).max(Rational::ZERO)
    }

    fn off_level(&self, level: Difficulty) -> Rational {
        let (study, limits) = (&self.study, DifficultyLimits::default());
        let random = random_rate(study, DRAWS, 1);
        let even = even_split_rate(study, DRAWS, 1);
        let found = difficulty(study, &random, &even, &limits);
        if found.level == level {
            return Rational::ZERO;
        }
        let margin = &study.analysis.zopa.margin;
        let step = Rational::new(1, 100);
        match level {
            Difficulty::Expert => (margin - &limits.weak_margin).max(Rational::ZERO) + step,
            Difficulty::Novice => {
                let rates = Rational::from(2) - random.value() - even.value();
                (&limits.weak_margin - margin).max(Rational::ZERO) + rates + step
            }
            Difficulty::Intermediate if found.level == Difficulty::Expert => {
                (&limits.weak_margin - margin).max(Rational::ZERO) + step
            }
            Difficulty::Intermediate => {
                (random.value() - &limits.easy_random).max(Rational::ZERO) + step
            }
        }
    }
}
