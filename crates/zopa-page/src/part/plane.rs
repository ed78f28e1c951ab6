//! The utility plane in a page: the picture, and what a pointer or a key finds on it.

use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};
use zopa::{
    Allocation, Analysis, IssueSpace, NearestFloat as _, PARTIES, Rational, Term, UtilityPoint,
};
use zopa_plot::{Look, Plane};

/// At most so many pieces of a frontier can be pointed at: more cannot be told apart.
const MOST: usize = 4000;

/// The picture with the data behind it and the control to walk along the frontier. `id` is unique in the page.
pub(crate) fn picture(id: &str, plane: &Plane, places: &Value) -> Markup {
    let svg = plane.svg(Look::embedded(&format!("{id}-plot")));
    html! {
        figure.plane id=(id) {
            div.plane-picture { (PreEscaped(svg)) }
            div.walk {
                label for={ (id) "-walk" } { "Walk along the frontier" }
                input.walk-range type="range" id={ (id) "-walk" } min="0" max="1" step="1" value="0";
            }
            output.walk-deal for={ (id) "-walk" } {
                p.soft { "Point at the frontier, or move the control, to see the deal behind a place." }
            }
            (data("places", places))
        }
    }
}

/// JSON in a page; `<` is spelled so that no text can end the element.
pub(crate) fn data(class: &str, value: &Value) -> Markup {
    let text = value.to_string().replace('<', "\\u003c");
    html! { script type="application/json" class=(class) { (PreEscaped(text)) } }
}

/// The places of the frontier with the deals at their ends, for the script of the page.
pub(crate) fn places(analysis: &Analysis) -> Value {
    let scenario = &analysis.scenario;
    let pair = |point: &UtilityPoint| json!([point.a().to_f64(), point.b().to_f64()]);
    let shares = |allocation: &Allocation| {
        let all = allocation.shares.iter();
        let all =
            all.map(|shares: &[Rational; PARTIES]| json!([shares[0].to_f64(), shares[1].to_f64()]));
        // of an issue the option's index, or the number
        let terms = allocation.terms.iter().map(|term| match term {
            Term::Option(index) => json!([index, index]),
            Term::Value(value) => json!([value.to_f64(), value.to_f64()]),
        });
        Value::Array(all.chain(terms).collect())
    };
    let pieces = analysis.pieces().take(MOST).map(|piece| {
        if piece.piece.is_point() {
            json!({"from": pair(&piece.piece.from), "shares": shares(&piece.from)})
        } else {
            json!({
                "from": pair(&piece.piece.from),
                "to": pair(&piece.piece.to),
                "shares": shares(&piece.from),
                "toShares": shares(&piece.to),
            })
        }
    });
    let resources = scenario.resources.iter().map(|resource| {
        json!({
            "name": resource.name,
            "unit": resource.unit,
            "quantity": resource.quantity.to_f64(),
            "whole": resource.kind.is_whole(),
            "shared": resource.kind == zopa::ResourceKind::BothBenefit,
            "burden": resource.kind.is_burden(),
        })
    });
    let issues = scenario.issues.iter().map(|issue| match &issue.space {
        IssueSpace::Options(options) => {
            let names: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
            json!({"name": issue.name, "options": names})
        }
        IssueSpace::Range(range) => {
            json!({"name": issue.name, "range": true, "unit": range.unit})
        }
    });
    json!({
        "parties": scenario.parties.each_ref().map(|party| party.name.as_str()),
        "batna": pair(&analysis.disagreement),
        "resources": resources.chain(issues).collect::<Vec<_>>(),
        "pieces": pieces.collect::<Vec<_>>(),
    })
}
