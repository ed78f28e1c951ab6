//! The hash by which a page's policy knows its own style and script.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

/// A hash source of a Content-Security-Policy (W3C, CSP Level 3, section 2.3.1).
pub(super) fn of(text: &str) -> String {
    format!(
        "sha256-{}",
        STANDARD.encode(Sha256::digest(text.as_bytes()))
    )
}

#[cfg(test)]
mod tests {
    /// The example of CSP Level 3: `alert('Hello, world.');`
    #[test]
    fn a_known_hash() {
        assert_eq!(
            super::of("alert('Hello, world.');"),
            "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng="
        );
    }
}
