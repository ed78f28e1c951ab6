//! Copying and comparing short texts without a call: where a length is known to the compiler, each is a few instructions.

/// Appends a text that is short mostly.
#[inline]
pub(crate) fn append(text: &[u8], out: &mut Vec<u8>) {
    let end = out.len() + text.len();
    match text.len() {
        17..=32 => two_parts::<16>(text, end, out),
        8..=16 => two_parts::<8>(text, end, out),
        4..=7 => two_parts::<4>(text, end, out),
        _ => out.extend_from_slice(text),
    }
}

/// Appends the first N bytes and the last N, which may overlap; `end` is the length to be reached.
#[inline]
fn two_parts<const N: usize>(text: &[u8], end: usize, out: &mut Vec<u8>) {
    if let (Some(first), Some(last)) = (text.first_chunk::<N>(), text.last_chunk::<N>()) {
        out.extend_from_slice(first);
        out.truncate(end - N);
        out.extend_from_slice(last);
    }
}

/// Are two texts, short mostly, the same?
#[inline]
pub(crate) fn same(x: &[u8], y: &[u8]) -> bool {
    x.len() == y.len()
        && match x.len() {
            8..=16 => ends::<8>(x) == ends::<8>(y),
            4..=7 => ends::<4>(x) == ends::<4>(y),
            _ => x == y,
        }
}

/// The first N bytes and the last N.
#[inline]
fn ends<const N: usize>(text: &[u8]) -> (Option<&[u8; N]>, Option<&[u8; N]>) {
    (text.first_chunk(), text.last_chunk())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_is_copied_and_compared_in_full() {
        for length in 0..70u8 {
            let text: Vec<u8> = (0..length).collect();
            let mut out = b"before ".to_vec();
            append(&text, &mut out);
            assert_eq!(out, [b"before ", text.as_slice()].concat());
            assert!(same(&text, &text.clone()));
            for place in 0..text.len() {
                let mut other = text.clone();
                other[place] ^= 1;
                assert!(!same(&text, &other), "length {length}, place {place}");
            }
            assert!(!same(&text, &[text.as_slice(), b"x"].concat()));
        }
    }
}
