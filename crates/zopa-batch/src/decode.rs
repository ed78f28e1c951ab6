//! Compressed input, told by its first bytes.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

const BUFFER: usize = 1 << 17;

type Reader = Box<dyn Read + Send>;

/// What a reader holds: as it is, or decompressed where it begins as gzip or Zstandard data does.
///
/// # Errors
/// Those of the reader. Damaged data is an error of the reader that is returned.
pub fn decoded(reader: Reader) -> io::Result<Reader> {
    let mut reader = BufReader::with_capacity(BUFFER, reader);
    let mut start = Vec::new();
    // a pipe may give fewer bytes at first
    reader.by_ref().take(4).read_to_end(&mut start)?;
    let is_gzip = start.starts_with(&[0x1f, 0x8b]);
    let is_zstd = matches!(
        start.as_slice(),
        [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18]
    );
    let whole = io::Cursor::new(start).chain(reader);
    Ok(if is_gzip {
        Box::new(MultiGzDecoder::new(BufReader::with_capacity(BUFFER, whole)))
    } else if is_zstd {
        Box::new(Frames {
            source: BufReader::with_capacity(BUFFER, Box::new(whole)),
            decoder: FrameDecoder::new(),
            open: false,
        })
    } else {
        Box::new(whole)
    })
}

/// Zstandard frames, one after the other.
struct Frames {
    source: BufReader<Reader>,
    decoder: FrameDecoder,
    /// Is a frame begun and not at its end?
    open: bool,
}

impl Frames {
    /// Opens the next frame; `false` at the end.
    fn advance(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => {
                    self.open = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = u64::from(length);
                    io::copy(&mut self.source.by_ref().take(length), &mut io::sink())?;
                }
                Err(error) => return Err(damaged(&error)),
            }
        }
        Ok(false)
    }

    fn read_open(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let wanted = buffer.len().min(BUFFER);
        while self.decoder.can_collect() < wanted && !self.decoder.is_finished() {
            let more = BlockDecodingStrategy::UptoBytes(wanted - self.decoder.can_collect());
            self.decoder
                .decode_blocks(&mut self.source, more)
                .map_err(|error| damaged(&error))?;
        }
        let read = self.decoder.read(buffer)?;
        if read == 0 {
            self.open = false;
            let wanted = self.decoder.get_checksum_from_data();
            if wanted.is_some() && wanted != self.decoder.get_calculated_checksum() {
                return Err(damaged(&"the checksum does not fit"));
            }
        }
        Ok(read)
    }
}

impl Read for Frames {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while self.open || self.advance()? {
            let read = self.read_open(buffer)?;
            if read > 0 {
                return Ok(read);
            }
        }
        Ok(0)
    }
}

fn damaged(error: &dyn std::fmt::Display) -> io::Error {
    let message = format!("the Zstandard data is damaged or cut off: {error}");
    io::Error::new(io::ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write as _;

    fn read(bytes: &[u8]) -> (String, bool) {
        let mut text = Vec::new();
        let mut reader = decoded(Box::new(io::Cursor::new(bytes.to_vec()))).expect("opened");
        let whole = reader.read_to_end(&mut text).is_ok();
        (String::from_utf8(text).expect("text"), whole)
    }

    fn gzip(text: &str) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text.as_bytes()).expect("in memory");
        encoder.finish().expect("in memory")
    }

    /// A Zstandard frame of one raw block (RFC 8878, section 3.1.1), at most 255 bytes.
    fn zstd(text: &str) -> Vec<u8> {
        let size = u8::try_from(text.len()).expect("short");
        // magic; single segment, no checksum; content size; last raw block of this size
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x20, size];
        let header = u32::from(size) << 3 | 1;
        frame.extend_from_slice(&header.to_le_bytes()[..3]);
        frame.extend_from_slice(text.as_bytes());
        frame
    }

    #[test]
    fn plain_text_stays_as_it_is() {
        for text in ["", "{", "{}\n", "{\"a\": 1}\n{}"] {
            assert_eq!(read(text.as_bytes()), (text.to_owned(), true));
        }
    }

    #[test]
    fn parts_are_read_one_after_the_other() {
        let wanted = ("{\"a\": 1}\n{}\n".to_owned(), true);
        assert_eq!(read(&[gzip("{\"a\": 1}\n"), gzip("{}\n")].concat()), wanted);
        // a frame to be skipped (RFC 8878, section 3.1.2) stands in between
        let skipped = [0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7];
        let frames = [&zstd("{\"a\": 1}\n"), &skipped[..], &zstd("{}\n")].concat();
        assert_eq!(read(&frames), wanted);
    }

    #[test]
    fn what_is_cut_off_is_told() {
        let text = "{\"a\": 1}\n".repeat(20);
        for whole in [gzip(&text), zstd(&text)] {
            let (_, complete) = read(&whole[..whole.len() - 3]);
            assert!(!complete);
        }
    }
}
