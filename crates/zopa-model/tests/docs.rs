//! The page `docs/diagnostics.md` is what the codes say.

use std::path::Path;

use zopa_model::check::diagnostics_markdown;
use zopa_model::{Code, RunErrorCode};

#[test]
fn the_page_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/diagnostics.md");
    let page = diagnostics_markdown();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &page).expect("the page is written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == page,
        "docs/diagnostics.md is stale: run `UPDATE_DOCS=1 cargo test -p zopa-model`"
    );
}

#[test]
fn every_code_is_explained_with_a_mend() {
    let scenario = Code::ALL
        .iter()
        .map(|code| (code.as_str(), code.title(), code.explanation()));
    let run = RunErrorCode::ALL
        .iter()
        .map(|code| (code.as_str(), code.title(), code.explanation()));
    for (word, title, explanation) in scenario.chain(run) {
        assert!(explanation.contains("\nMend: "), "{word}");
        assert!(
            explanation.is_ascii()
                || explanation.contains('\u{e9}')
                || explanation.contains('\u{2019}'),
            "{word}"
        );
        assert!(
            !title.ends_with('.') && title.chars().next().is_some_and(|c| !c.is_uppercase()),
            "{word}"
        );
    }
}
