//! Runs and scores in Parquet.

mod read;
mod write;

pub use read::{ParquetFile, ParquetRuns};
pub use write::write_parquet;

use std::io;

use parquet::errors::ParquetError;

/// What the library says of a compression that it was built without, before the compression's name.
const DISABLED: &str = "Disabled feature at compile time: ";

/// An error of the library as one of reading or writing.
fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::General(message) if message.starts_with(DISABLED) => {
            let codec = &message[DISABLED.len()..];
            let mend = if codec == "zstd" {
                "; build zopa with `--features zstd`, or write the file with `snappy`"
            } else {
                "; write the file with `snappy`"
            };
            let message = format!("the data is compressed inside with {codec}{mend}");
            io::Error::new(io::ErrorKind::Unsupported, message)
        }
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(inner) => io::Error::other(inner.to_string()),
        },
        error => io::Error::new(io::ErrorKind::InvalidData, error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runs::RunSource as _;

    /// What is written is read again, the earlier score left out, and nothing of the runs is lost.
    #[test]
    fn a_sheet_is_read_again() {
        let lines = [
            "1\t{\"run\":\"r1\",\"scenario\":\"s\",\"seed\":7,\"ok\":true,\"x\":0.5,\"scores\":{\"resolution\":50},\"allocation\":{\"cash\":{\"Ana\":0.6,\"Ben\":\"2/5\"}},\"zopa\":{\"status\":\"deal\",\"utility\":[0.25,0.5],\"pareto_efficient\":true,\"dominated_by\":null}}",
            "2\t{\"run\":\"17\",\"scenario\":\"s\",\"allocation\":null,\"note\":null,\"zopa\":{\"status\":\"no_deal\"}}",
            "3\t{\"line\":3,\"zopa\":{\"status\":\"invalid\",\"error\":{\"code\":\"malformed-json\",\"at\":\"\",\"message\":\"no\"}}}",
        ];
        let text = lines.join("\n") + "\n";
        let mut file = Vec::new();
        write_parquet(|| Ok(text.as_bytes()), &mut file).expect("written");
        let mut runs = ParquetFile::from_bytes(file)
            .and_then(|file| file.runs().map_err(io::Error::other))
            .expect("a Parquet file");
        let mut found = Vec::new();
        while let Some(chunk) = runs.next_chunk().expect("readable") {
            chunk.for_each(|line, text| {
                let bytes = text.expect("a row of Parquet is whole");
                found.push((line, String::from_utf8_lossy(bytes).into_owned()));
            });
        }
        let wanted = [
            "{\"run\":\"r1\",\"scenario\":\"s\",\"seed\":7,\"ok\":true,\"x\":0.5,\"scores\":{\"resolution\":50},\"allocation\":{\"cash\":{\"Ana\":0.6,\"Ben\":\"2/5\"}}}",
            "{\"run\":\"17\",\"scenario\":\"s\",\"allocation\":null}",
            "{}",
        ];
        let wanted: Vec<(usize, String)> = (1..).zip(wanted.map(str::to_owned)).collect();
        assert_eq!(found, wanted);
    }

    /// Numbers that no float holds keep all their digits, whatever else is in their column.
    #[test]
    fn no_digit_is_lost() {
        let line = |line: u8, long: &str, mixed: &str| {
            let zopa = "{\"status\":\"invalid\"}";
            format!(
                "{line}\t{{\"scenario\":\"s\",\"long\":{long},\"mixed\":{mixed},\"zopa\":{zopa}}}\n"
            )
        };
        let text = line(1, "9007199254740993", "9007199254740993")
            + &line(2, "1", "0.30000000000000004")
            + &line(3, "2", "1e400");
        let mut file = Vec::new();
        write_parquet(|| Ok(text.as_bytes()), &mut file).expect("written");
        let file = ParquetFile::from_bytes(file).expect("a Parquet file");
        assert_eq!(file.names()[..4], ["line", "scenario", "long", "mixed"]);
        let rows: Vec<Vec<String>> = file.cells().map(|row| row.expect("a row")).collect();
        let cells = |place: usize| rows.iter().map(|row| &row[place]).collect::<Vec<_>>();
        assert_eq!(cells(2), ["9007199254740993", "1", "2"]);
        let mixed = ["9007199254740993", "0.30000000000000004", "1e400"];
        assert_eq!(cells(3), mixed);
    }

    /// Every compression that this build knows is read, and of another one the message says what to do.
    #[test]
    fn compressed_data_is_read_or_told() {
        use parquet::basic::{Compression, GzipLevel};
        let text =
            "1\t{\"run\":\"r1\",\"scenario\":\"s\",\"seed\":7,\"zopa\":{\"status\":\"no_deal\"}}\n";
        let sheet = |compression| {
            let mut file = Vec::new();
            write::write_compressed(|| Ok(text.as_bytes()), &mut file, compression)?;
            let cells = ParquetFile::from_bytes(file)?.cells().next();
            cells.expect("a row")
        };
        for compression in [
            Compression::UNCOMPRESSED,
            Compression::SNAPPY,
            Compression::GZIP(GzipLevel::default()),
            Compression::LZ4_RAW,
        ] {
            let cells = sheet(compression).expect("a row");
            assert_eq!(cells[..4], ["1", "r1", "s", "7"], "{compression:?}");
        }
        let told =
            |codec: &str| failed(ParquetError::General(format!("{DISABLED}{codec}"))).to_string();
        assert!(told("brotli").ends_with("inside with brotli; write the file with `snappy`"));
        #[cfg(feature = "zstd")]
        {
            let zstd = sheet(Compression::ZSTD(parquet::basic::ZstdLevel::default()));
            assert_eq!(zstd.expect("a row")[..4], ["1", "r1", "s", "7"]);
        }
        assert!(told("zstd").contains("`--features zstd`"));
    }

    #[test]
    fn what_is_no_parquet_is_told() {
        assert!(ParquetFile::from_bytes(b"PAR1 and no more".to_vec()).is_err());
    }
}
