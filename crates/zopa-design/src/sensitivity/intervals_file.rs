//! Reading intervals of valuations and BATNAs from a file.

use zopa_model::json::{Node, Value, parse};
use zopa_model::names::did_you_mean;
use zopa_model::{Position, Rational, Scenario};

use super::uncertain::Intervals;

/// Reads intervals from a JSON text: `{"valuations": {"cash": {"Ana": [0.2, 0.3]}}, "batnas": {"Ben": [0.2, 0.4]}}`. What it does not
/// name is known exactly. In a scenario whose valuations are `raw` an interval of valuations is divided by the party's sum of today.
///
/// # Errors
/// Where the text is no such JSON, with the line.
pub fn intervals_from_json(text: &str, scenario: &Scenario) -> Result<Intervals, String> {
    let root = parse(text).map_err(|error| {
        let line = Position::of(text, error.span.start).line;
        format!("line {line}: {}", error.message)
    })?;
    let reader = Reader { text, scenario };
    let mut known = Intervals::around(scenario, &Rational::ZERO);
    if !matches!(root.value, Value::Object(_)) {
        return Err(reader.fault(&root, "an object with `valuations` and `batnas` is wanted"));
    }
    for member in root.members() {
        match &*member.key {
            "valuations" => {
                for resource in member.value.members() {
                    let index = reader.resource(&resource.key, &resource.value)?;
                    for party in resource.value.members() {
                        let (place, interval) = reader.of_party(&party.key, &party.value)?;
                        let sum = reader.divisor(place);
                        known.weights[index][place] = interval.map(|end| end / sum.clone());
                    }
                }
            }
            "batnas" => {
                for party in member.value.members() {
                    let (place, interval) = reader.of_party(&party.key, &party.value)?;
                    known.batnas[place] = interval;
                }
            }
            other => {
                let guess = did_you_mean(other, ["valuations", "batnas"]);
                let message = format!("there is no field `{other}`{guess}");
                return Err(reader.fault(&member.value, &message));
            }
        }
    }
    Ok(known)
}

struct Reader<'t> {
    text: &'t str,
    scenario: &'t Scenario,
}

impl Reader<'_> {
    fn fault(&self, node: &Node<'_>, message: &str) -> String {
        let line = Position::of(self.text, node.span.start).line;
        format!("line {line}: {message}")
    }

    fn resource(&self, id: &str, node: &Node<'_>) -> Result<usize, String> {
        self.scenario.resource_index(id).ok_or_else(|| {
            let known = self.scenario.resources.iter();
            let guess = did_you_mean(id, known.map(|resource| resource.id.as_str()));
            self.fault(node, &format!("there is no resource `{id}`{guess}"))
        })
    }

    fn of_party(&self, name: &str, node: &Node<'_>) -> Result<(usize, [Rational; 2]), String> {
        let place = self.scenario.party_index(name).ok_or_else(|| {
            let known = self.scenario.parties.iter();
            let guess = did_you_mean(name, known.map(|party| party.name.as_str()));
            self.fault(node, &format!("there is no party `{name}`{guess}"))
        })?;
        let number = |node: &Node<'_>| match node.value {
            Value::Number(text) => Rational::from_json_number(text).ok(),
            _ => None,
        };
        let ends: Option<Vec<Rational>> = node.items().iter().map(number).collect();
        match ends.as_deref() {
            Some([low, high]) if !low.is_negative() && low <= high && *high <= Rational::ONE => {
                Ok((place, [low.clone(), high.clone()]))
            }
            _ => Err(self.fault(
                node,
                &format!(
                    "the interval of `{name}` is two rising numbers from 0 to 1, such as [0.2, 0.3]"
                ),
            )),
        }
    }

    /// What turns a valuation into a weight: the party's sum where valuations are raw.
    fn divisor(&self, party: usize) -> Rational {
        if self.scenario.raw {
            let resources = self.scenario.resources.iter();
            resources.map(|resource| &resource.valuation[party]).sum()
        } else {
            Rational::ONE
        }
    }
}
