//! From the text of an allocation to the parties' utilities, in machine integers.
//!
//! Whatever is unusual or wrong is refused, and judged by `zopa_model::Run` in exact fractions; what is accepted is worth the same
//! there.

use zopa::{Convention, PARTIES, ResourceKind, Scenario};

use crate::outline::{Place, lcm, parts, wide};
use crate::scan::Look;
use crate::short;

/// Integers of shares stay below this.
const MOST: i64 = 1 << 53;

/// What a scenario's resources are worth, scaled to whole numbers.
#[derive(Clone, Debug)]
pub(crate) struct Worths {
    /// The convention's constant.
    base: [i64; PARTIES],
    names: [Box<str>; PARTIES],
    resources: Vec<Worth>,
}

#[derive(Clone, Debug)]
struct Worth {
    id: Box<str>,
    kind: ResourceKind,
    /// What the whole is worth to each party; negative for a burden.
    whole: [i64; PARTIES],
    quantity: Option<(i64, i64)>,
    /// Where it stays if it is not named: with this party, or with nobody; `None` where it must be named.
    unnamed: Option<Option<usize>>,
}

/// A share: a quotient, at least 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Share {
    num: i64,
    den: i64,
}

const NOTHING: Share = Share { num: 0, den: 1 };
const WHOLE: Share = Share { num: 1, den: 1 };

/// What reading an allocation needs, kept from run to run so that nothing is allocated for each.
#[derive(Debug, Default)]
pub(crate) struct Desk {
    given: Vec<Option<[Share; PARTIES]>>,
    named: Vec<bool>,
    /// Shares that are neither nothing nor whole, with what the whole is worth and to whom.
    parted: Vec<(usize, i64, Share)>,
    /// The latent burdens that the run did not name, each with the party at which it stays.
    pub(crate) assumed: Vec<(usize, usize)>,
}

impl Worths {
    /// The resources of a scenario, in units of `1 / scale`; `None` where they are no whole numbers or too large.
    pub(crate) fn of(scenario: &Scenario, convention: Convention, scale: i64) -> Option<Self> {
        let whole = |value: &zopa::Rational| match parts(&(value * &zopa::Rational::from(scale)))? {
            (num, 1) => Some(num),
            _ => None,
        };
        let shift = scenario.shift(convention);
        let mut resources = Vec::with_capacity(scenario.resources.len());
        for resource in &scenario.resources {
            let burden = resource.kind.is_burden();
            let sign = if burden { -1 } else { 1 };
            resources.push(Worth {
                id: resource.id.as_str().into(),
                kind: resource.kind,
                whole: [
                    sign * whole(&resource.weight[0])?,
                    sign * whole(&resource.weight[1])?,
                ],
                quantity: parts(&resource.quantity),
                unnamed: match (burden, resource.latent, resource.held_by) {
                    (false, ..) => Some(None),
                    (true, true, Some(holder)) => Some(Some(holder)),
                    _ => None,
                },
            });
        }
        Some(Self {
            base: [whole(shift.a())?, whole(shift.b())?],
            names: scenario
                .parties
                .each_ref()
                .map(|party| party.name.as_str().into()),
            resources,
        })
    }

    fn party(&self, name: &[u8]) -> Option<usize> {
        self.names
            .iter()
            .position(|known| short::same(known.as_bytes(), name))
    }

    /// The resource with this id, most likely the one after the last.
    fn resource(&self, id: &[u8], guess: usize) -> Option<usize> {
        let is_it = |index: usize| {
            self.resources
                .get(index)
                .is_some_and(|resource| short::same(resource.id.as_bytes(), id))
        };
        if is_it(guess) {
            return Some(guess);
        }
        (0..self.resources.len()).find(|&index| is_it(index))
    }

    /// The utilities of the allocation at which the look stands; `None` for what is unusual or wrong.
    pub(crate) fn price(&self, allocation: &mut Look<'_>, desk: &mut Desk) -> Option<Place> {
        desk.given.clear();
        desk.given.resize(self.resources.len(), None);
        desk.named.clear();
        desk.named.resize(self.resources.len(), false);
        desk.assumed.clear();
        desk.parted.clear();
        self.read(allocation, desk)?;
        let mut sum = self.base;
        let mut den = 1i64;
        for (index, resource) in self.resources.iter().enumerate() {
            match desk.given[index] {
                Some(shares) => {
                    for (party, share) in shares.into_iter().enumerate() {
                        let whole = resource.whole[party];
                        if share.num == share.den {
                            sum[party] = sum[party].checked_add(whole)?;
                        } else if share.num != 0 {
                            if den % share.den != 0 {
                                den = lcm(den, share.den)?;
                            }
                            desk.parted.push((party, whole, share));
                        }
                    }
                }
                None => {
                    if let Some(holder) = resource.unnamed? {
                        sum[holder] = sum[holder].checked_add(resource.whole[holder])?;
                        desk.assumed.push((index, holder));
                    }
                }
            }
        }
        let mut utility = [sum[0].checked_mul(den)?, sum[1].checked_mul(den)?];
        for (party, whole, Share { num, den: own }) in desk.parted.drain(..) {
            let share = num.checked_mul(den / own)?.checked_mul(whole)?;
            utility[party] = utility[party].checked_add(share)?;
        }
        Some(Place { utility, den })
    }

    fn read(&self, look: &mut Look<'_>, desk: &mut Desk) -> Option<()> {
        look.mark(b'{')?;
        if look.peek()? == b'}' {
            look.pass(1);
            return Some(());
        }
        let mut guess = 0;
        loop {
            let index = self.resource(look.name()?, guess)?;
            guess = index + 1;
            if std::mem::replace(&mut desk.named[index], true) {
                return None;
            }
            look.mark(b':')?;
            let resource = &self.resources[index];
            match look.peek()? {
                b'n' => look.word(b"null")?,
                b'"' => {
                    let name = look.name()?;
                    desk.given[index] = Some(match self.party(name) {
                        Some(0) => [WHOLE, NOTHING],
                        Some(_) => [NOTHING, WHOLE],
                        None if name == b"shared" && resource.kind == ResourceKind::BothBenefit => {
                            [WHOLE, WHOLE]
                        }
                        None => return None,
                    });
                }
                b'{' => {
                    let shares = self.shares(look, resource)?;
                    desk.given[index] = Some(resource.settle(shares)?);
                }
                _ => return None,
            }
            if look.ends(b'}')? {
                return Some(());
            }
        }
    }

    fn shares(&self, look: &mut Look<'_>, resource: &Worth) -> Option<[Share; PARTIES]> {
        let mut shares = [None; PARTIES];
        look.mark(b'{')?;
        if look.peek()? == b'}' {
            look.pass(1);
            return Some([NOTHING, NOTHING]);
        }
        loop {
            let party = self.party(look.name()?)?;
            look.mark(b':')?;
            let share = match look.peek()? {
                b'"' => fraction(look.name()?)?,
                b'{' => {
                    look.mark(b'{')?;
                    if look.name()? != b"amount" {
                        return None;
                    }
                    look.mark(b':')?;
                    let amount = number(look)?;
                    if !look.ends(b'}')? {
                        return None;
                    }
                    let (num, den) = resource.quantity?;
                    Share {
                        num: amount.num.checked_mul(den)?,
                        den: amount.den.checked_mul(num)?,
                    }
                }
                _ => number(look)?,
            };
            if shares[party].replace(share).is_some() || share.num > MOST || share.den > MOST {
                return None;
            }
            if look.ends(b'}')? {
                return Some(shares.map(|share| share.unwrap_or(NOTHING)));
            }
        }
    }
}

/// Passes a number.
#[inline]
fn number(look: &mut Look<'_>) -> Option<Share> {
    let (share, length) = decimal(look.rest())?;
    look.pass(length);
    Some(share)
}

impl Worth {
    /// The shares with rounding errors taken out, if they are feasible, as in `zopa-model`.
    fn settle(&self, [a, b]: [Share; PARTIES]) -> Option<[Share; PARTIES]> {
        if self.kind == ResourceKind::BothBenefit {
            let capped = |share: Share| {
                if share.num <= share.den {
                    Some(share)
                } else {
                    // within a millionth above 1
                    let above = i128::from(share.num - share.den) * 1_000_000;
                    (above <= i128::from(share.den)).then_some(WHOLE)
                }
            };
            return Some([capped(a)?, capped(b)?]);
        }
        let (sum, one) = if a.den == b.den {
            (i128::from(a.num) + i128::from(b.num), i128::from(a.den))
        } else {
            (
                wide(a.num, b.den).checked_add(wide(b.num, a.den))?,
                wide(a.den, b.den),
            )
        };
        let shares = if sum == one {
            [a, b]
        } else if (sum - one).abs().checked_mul(1_000_000)? <= one {
            let sum = i64::try_from(sum).ok().filter(|&sum| sum <= MOST)?;
            let scaled = |own: Share, other: Share| {
                let num = if own.den == other.den {
                    own.num
                } else {
                    own.num.checked_mul(other.den)?
                };
                Some(Share { num, den: sum })
            };
            [scaled(a, b)?, scaled(b, a)?]
        } else if sum > one || self.kind.is_burden() {
            return None;
        } else {
            [a, b]
        };
        let whole = |share: Share| share.num == 0 || share.num == share.den;
        (!self.kind.is_whole() || shares.into_iter().all(whole)).then_some(shares)
    }
}

/// `p/q` or `p`, at least 0.
fn fraction(text: &[u8]) -> Option<Share> {
    let slash = text.iter().position(|&byte| byte == b'/');
    let (num, den) = match slash {
        Some(slash) => (&text[..slash], whole_number(&text[slash + 1..])?),
        None => (text, 1),
    };
    let num = whole_number(num)?;
    (den > 0).then_some(Share { num, den })
}

fn whole_number(digits: &[u8]) -> Option<i64> {
    if digits.is_empty() || digits.len() > 15 {
        return None;
    }
    digits.iter().try_fold(0, |value, digit| {
        digit
            .is_ascii_digit()
            .then(|| value * 10 + i64::from(digit - b'0'))
    })
}

/// A decimal of at most 15 digits without sign and exponent at the start of a text, in lowest terms as far as 2 and 5 go for
/// trailing zeros; and its length. Numbers that are no JSON are refused.
#[inline]
fn decimal(text: &[u8]) -> Option<(Share, usize)> {
    let mut value = 0i64;
    let mut den = 1i64;
    let mut point = None;
    let mut length = 0;
    for &byte in text {
        match byte {
            b'0'..=b'9' => {
                value = value * 10 + i64::from(byte - b'0');
                if point.is_some() {
                    den *= 10;
                }
            }
            b'.' if point.is_none() => point = Some(length),
            b',' | b'}' | b' ' | b'\t' | b'\n' | b'\r' => break,
            _ => return None,
        }
        length += 1;
        if length > 16 {
            return None;
        }
    }
    let whole = point.unwrap_or(length);
    let leading_zero = whole > 1 && text[0] == b'0';
    if whole == 0 || leading_zero || point == Some(length - 1) {
        return None;
    }
    while den > 1 && value % 10 == 0 {
        (value, den) = (value / 10, den / 10);
    }
    Some((Share { num: value, den }, length))
}
