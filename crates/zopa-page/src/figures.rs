//! Numbers and shares in words.

use zopa::{
    DomainIssue, IssueSpace, NearestFloat as _, PARTIES, Rational, Resource, ResourceKind,
    Scenario, Term, UtilityPoint,
};

use zopa_plot::{number, printable};

/// How numbers are printed for people.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// As exact fractions.
    pub exact: bool,
}

impl Figures {
    /// A number: the exact fraction, or at most four decimal places.
    #[must_use]
    pub fn of(self, value: &Rational) -> String {
        if self.exact {
            value.to_string()
        } else {
            number(value.to_f64())
        }
    }

    /// A difference, with its sign.
    #[must_use]
    pub fn signed(self, value: &Rational) -> String {
        let text = self.of(value);
        if value.is_positive() {
            format!("+{text}")
        } else {
            text
        }
    }

    /// `0.6, 0.55`
    #[must_use]
    pub fn pair(self, point: &UtilityPoint) -> String {
        format!("{}, {}", self.of(point.a()), self.of(point.b()))
    }

    /// `+0.25, +0.25`
    #[must_use]
    pub fn gains(self, point: &UtilityPoint) -> String {
        format!("{}, {}", self.signed(point.a()), self.signed(point.b()))
    }

    /// A quantity in a resource's unit: `96,000 usd`.
    #[must_use]
    pub fn quantity(self, quantity: &Rational, resource: &Resource) -> String {
        format!("{} {}", self.amount(quantity), printable(&resource.unit))
    }

    /// A part of a resource in its own unit; of a single thing, in percent.
    #[must_use]
    pub fn part(self, share: &Rational, resource: &Resource) -> String {
        if resource.quantity == Rational::ONE {
            let percent = share * &Rational::from(100);
            return format!("{}%", self.amount(&percent));
        }
        self.quantity(&(share * &resource.quantity), resource)
    }

    /// What is settled on an issue: an option's name, or a number with its unit.
    #[must_use]
    pub fn term(self, issue: &DomainIssue, term: &Term) -> String {
        match (&issue.space, term) {
            (IssueSpace::Options(options), Term::Option(index)) => options[*index].name.clone(),
            (IssueSpace::Range(range), Term::Value(value)) => {
                let unit = range.unit.as_ref().map(|unit| format!(" {unit}"));
                self.amount(value) + &unit.unwrap_or_default()
            }
            _ => String::new(),
        }
    }

    /// A number with thousands separated, and two decimal places where it has any.
    fn amount(self, value: &Rational) -> String {
        if self.exact {
            return value.to_string();
        }
        let rounded = value.to_f64();
        let text = if rounded.abs() < 10.0 {
            number(rounded)
        } else {
            let text = format!("{rounded:.2}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        };
        grouped(&text)
    }

    /// Who gets how much of a resource: `Ana 72,000 usd, Ben 24,000 usd`, `Ana`, `both`, `nobody`.
    #[must_use]
    pub fn shares(
        self,
        scenario: &Scenario,
        resource: &Resource,
        shares: &[Rational; PARTIES],
    ) -> String {
        if shares.iter().all(Rational::is_zero) {
            return "nobody".to_owned();
        }
        if resource.kind == ResourceKind::BothBenefit && shares.iter().all(|s| *s == Rational::ONE)
        {
            return "both".to_owned();
        }
        let parts = scenario.parties.iter().zip(shares);
        let parts = parts
            .filter(|(_, share)| !share.is_zero())
            .map(|(party, share)| {
                if resource.kind.is_whole() {
                    party.name.clone()
                } else {
                    format!("{} {}", party.name, self.part(share, resource))
                }
            });
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// `72000.5` as `72,000.5`
fn grouped(text: &str) -> String {
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let digits = whole.trim_start_matches('-');
    let mut out = String::from(&whole[..whole.len() - digits.len()]);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        assert_eq!(grouped("1234567.25"), "1,234,567.25");
        assert_eq!(grouped("-1000"), "-1,000");
        assert_eq!(grouped("999"), "999");
    }

    #[test]
    fn numbers_are_short_or_exact() {
        let third = Rational::new(1, 3);
        assert_eq!(Figures { exact: false }.signed(&third), "+0.3333");
        assert_eq!(Figures { exact: true }.signed(&third), "+1/3");
        assert_eq!(
            Figures { exact: false }.of(&Rational::new(-1, 1_000_000)),
            "0"
        );
        assert_eq!(
            Figures { exact: false }.amount(&Rational::from(32_000)),
            "32,000"
        );
    }
}
