//! Reading a certificate strictly: every field where it belongs, nothing else, and one spelling for every number.

use zopa_model::exact::Integer;
use zopa_model::json::{Node, Value};
use zopa_model::{PARTIES, Rational, Scenario, UtilityPoint};

use crate::game::Shares;

/// No number in a certificate, and no sum of shares, has a denominator of more digits.
const LONGEST: usize = 400;

/// Is this number short enough for its arithmetic to cost nothing to speak of?
pub(crate) fn is_short(value: &Rational) -> bool {
    value.small_parts().is_some() || value.denominator() < Integer::from(10).pow(LONGEST)
}

/// The values of an object that has these fields, in this order, and no others.
pub(crate) fn fields<'n, 's, const N: usize>(
    node: &'n Node<'s>,
    names: [&str; N],
) -> Result<[&'n Node<'s>; N], String> {
    let members = node.members();
    if !matches!(node.value, Value::Object(_)) || !members.iter().map(|m| &*m.key).eq(names) {
        return Err(format!(
            "an object with the fields {names:?}, in this order, is wanted"
        ));
    }
    Ok(std::array::from_fn(|index| &members[index].value))
}

/// Exactly N items of an array.
pub(crate) fn items<'n, 's, const N: usize>(
    node: &'n Node<'s>,
) -> Result<[&'n Node<'s>; N], String> {
    match (&node.value, node.items()) {
        (Value::Array(_), items) if items.len() == N => {
            Ok(std::array::from_fn(|index| &items[index]))
        }
        _ => Err(format!(
            "an array of {N} is wanted, found {}",
            node.describe()
        )),
    }
}

/// The items of an array.
pub(crate) fn list<'n, 's>(node: &'n Node<'s>) -> Result<&'n [Node<'s>], String> {
    match node.value {
        Value::Array(_) => Ok(node.items()),
        _ => Err(format!("an array is wanted, found {}", node.describe())),
    }
}

pub(crate) fn text<'n>(node: &'n Node<'_>) -> Result<&'n str, String> {
    node.as_str()
        .ok_or_else(|| format!("a string is wanted, found {}", node.describe()))
}

pub(crate) fn flag(node: &Node<'_>) -> Result<bool, String> {
    match node.value {
        Value::Bool(value) => Ok(value),
        _ => Err(format!("a boolean is wanted, found {}", node.describe())),
    }
}

/// A whole number, as JSON spells it.
pub(crate) fn count(node: &Node<'_>) -> Result<usize, String> {
    match node.value {
        Value::Number(text) => text.parse().map_err(|_| format!("`{text}` is no count")),
        _ => Err(format!(
            "a whole number is wanted, found {}",
            node.describe()
        )),
    }
}

/// An exact number: a string with a reduced fraction.
pub(crate) fn number(node: &Node<'_>) -> Result<Rational, String> {
    let text = text(node)?;
    let value = Rational::from_fraction(text)
        .map_err(|error| format!("an exact number is wanted: {error}"))?;
    if value.to_string() == text {
        Ok(value)
    } else {
        Err(format!("`{text}` is written {value} when reduced"))
    }
}

/// A pair of exact numbers, A's first.
pub(crate) fn pair(node: &Node<'_>) -> Result<UtilityPoint, String> {
    let [a, b] = items(node)?;
    Ok(UtilityPoint::new(number(a)?, number(b)?))
}

/// `None` for null, else what `read` makes of the value.
pub(crate) fn optional<'n, 's, T>(
    node: &'n Node<'s>,
    read: impl Fn(&'n Node<'s>) -> Result<T, String>,
) -> Result<Option<T>, String> {
    if node.value == Value::Null {
        Ok(None)
    } else {
        read(node).map(Some)
    }
}

/// An allocation: every resource and both parties, in the scenario's order.
pub(crate) fn shares(node: &Node<'_>, scenario: &Scenario) -> Result<Shares, String> {
    let names: [&str; PARTIES] = scenario.parties.each_ref().map(|party| party.name.as_str());
    let ids = scenario
        .resources
        .iter()
        .map(|resource| resource.id.as_str());
    if !node.members().iter().map(|member| &*member.key).eq(ids) {
        return Err("an allocation names every resource, in the scenario's order".to_owned());
    }
    let both = |node| {
        let [a, b] = fields(node, names)?;
        Ok([number(a)?, number(b)?])
    };
    node.members()
        .iter()
        .map(|member| both(&member.value))
        .collect()
}
