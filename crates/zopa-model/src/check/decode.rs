//! From bytes to text.

use super::Code;
use crate::diagnostic::Diagnostic;
use crate::json::Span;

/// The largest file that is read, in bytes. One that people wrote has some 100 KB, a generated one of 100,000 resources 18 MB; the
/// bound keeps a wrong file (a log, an archive) from costing time and memory.
pub const MAX_BYTES: usize = 32 << 20;

/// The encodings that a byte-order mark announces, longest mark first.
const MARKS: [(&[u8], &str); 4] = [
    (&[0xff, 0xfe, 0, 0], "UTF-32"),
    (&[0, 0, 0xfe, 0xff], "UTF-32"),
    (&[0xff, 0xfe], "UTF-16"),
    (&[0xfe, 0xff], "UTF-16"),
];

/// The text of a file's bytes, byte-order mark included: what `check` reads.
///
/// # Errors
/// `too-large` or `not-utf8`. The diagnostic's span is in the text that [`String::from_utf8_lossy`] makes of the bytes.
pub fn decode(bytes: &[u8]) -> Result<String, Diagnostic> {
    if bytes.len() > MAX_BYTES {
        let message = format!(
            "the file has {} bytes, at most {MAX_BYTES} are read",
            bytes.len()
        );
        return Err(refuse(Code::TooLarge, 0..0, message, "is this a scenario?"));
    }
    if let Some(encoding) = wide_encoding(bytes) {
        let message = format!("the file is {encoding}, UTF-8 is wanted");
        return Err(refuse(
            Code::NotUtf8,
            0..0,
            message,
            "save the file as UTF-8, or as plain ASCII",
        ));
    }
    std::str::from_utf8(bytes)
        .map(str::to_owned)
        .map_err(|error| {
            let start = error.valid_up_to();
            let message = format!(
                "the file is not UTF-8: found byte 0x{:02X} at offset {start}",
                bytes[start]
            );
            // the bytes before are valid, so the offset is the same in the lossy text
            let span = start..start + char::REPLACEMENT_CHARACTER.len_utf8();
            refuse(
                Code::NotUtf8,
                span,
                message,
                "save the file as UTF-8, or as plain ASCII; it may be Latin-1 or Windows-1252 now",
            )
        })
}

fn refuse(code: Code, span: Span, message: String, help: &str) -> Diagnostic {
    Diagnostic {
        code,
        severity: code.severity(),
        message,
        help: Some(help.to_owned()),
        at: String::new(),
        span,
    }
}

/// UTF-16 or UTF-32, where a byte-order mark says so or the first characters of a JSON text, which are ASCII, show it by their NULs.
fn wide_encoding(bytes: &[u8]) -> Option<&'static str> {
    let marked = MARKS.iter().find(|(mark, _)| bytes.starts_with(mark));
    if let Some((_, encoding)) = marked {
        return Some(encoding);
    }
    let is_null: Vec<bool> = bytes.iter().take(4).map(|byte| *byte == 0).collect();
    match is_null[..] {
        [true, true, true, false] | [false, true, true, true] => Some("UTF-32"),
        [true, false, true, false] | [false, true, false, true] => Some("UTF-16"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(bytes: &[u8]) -> (Code, String, Span) {
        let found = decode(bytes).expect_err("not decoded");
        assert_eq!(found.severity, found.code.severity());
        (found.code, found.message, found.span)
    }

    #[test]
    fn utf8_is_text_with_or_without_a_mark() {
        assert_eq!(decode(b"{}").as_deref(), Ok("{}"));
        assert_eq!(decode(b"\xef\xbb\xbf{}").as_deref(), Ok("\u{feff}{}"));
        assert_eq!(decode(b"").as_deref(), Ok(""));
    }

    #[test]
    fn wide_encodings_are_named() {
        for (bytes, encoding) in [
            (&b"\xff\xfe{\0}\0"[..], "UTF-16"),
            (b"\xfe\xff\0{\0}", "UTF-16"),
            (b"{\0}\0", "UTF-16"),
            (b"\0{\0}", "UTF-16"),
            (b"\xff\xfe\0\0{\0\0\0", "UTF-32"),
            (b"\0\0\xfe\xff\0\0\0{", "UTF-32"),
            (b"{\0\0\0}\0\0\0", "UTF-32"),
            (b"\0\0\0{\0\0\0}", "UTF-32"),
        ] {
            let (code, message, _) = refused(bytes);
            assert_eq!(code, Code::NotUtf8);
            assert!(message.contains(encoding), "{message}");
        }
    }

    #[test]
    fn a_bad_byte_is_placed_in_the_lossy_text() {
        let bytes = b"{\"a\": \"caf\xe9\"}";
        let (code, message, span) = refused(bytes);
        assert_eq!(code, Code::NotUtf8);
        assert_eq!(
            message,
            "the file is not UTF-8: found byte 0xE9 at offset 10"
        );
        assert_eq!(&String::from_utf8_lossy(bytes)[span], "\u{fffd}");
    }

    #[test]
    fn the_largest_file_is_read_and_a_larger_one_is_not() {
        let bytes = vec![b' '; MAX_BYTES + 1];
        assert!(decode(&bytes[1..]).is_ok());
        assert_eq!(refused(&bytes).0, Code::TooLarge);
    }
}
