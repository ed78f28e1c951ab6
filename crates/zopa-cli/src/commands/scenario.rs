//! From a file's bytes to a scenario.

use zopa::{Code, Diagnostic, Scenario};
use zopa_model::check::{MAX_BYTES, decode};

/// Why there is no scenario.
#[derive(Debug)]
pub(super) struct Unusable {
    /// As much of the text as can be shown.
    pub(super) text: String,
    /// Every finding.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The text of a file of which at most one byte more than allowed was read.
pub(super) fn text_of(bytes: &[u8]) -> Result<String, Unusable> {
    decode(bytes).map_err(|mut refused| {
        let text = if refused.code == Code::TooLarge {
            // it was not read to its end, so its length is not known
            refused.message = format!("the file has more than {MAX_BYTES} bytes");
            String::new()
        } else {
            String::from_utf8_lossy(bytes).into_owned()
        };
        Unusable {
            text,
            diagnostics: vec![refused],
        }
    })
}

/// The text and the scenario in a file, if the file has no error.
pub(super) fn of_bytes(bytes: &[u8]) -> Result<(String, Scenario), Unusable> {
    let text = text_of(bytes)?;
    // Analyses find out by themselves whether the conventions disagree.
    let checked = zopa_model::check(&text);
    match checked.scenario {
        Some(scenario) => Ok((text, scenario)),
        None => Err(Unusable {
            text,
            diagnostics: checked.diagnostics,
        }),
    }
}
