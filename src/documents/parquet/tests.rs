use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, StringArray, TimestampMillisecondArray};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

use super::super::{Documents, InputFormat};
use super::*;

/// A file with these columns.
fn file(columns: Vec<(&str, ArrayRef)>, compression: Compression) -> Vec<u8> {
    let batch = RecordBatch::try_from_iter(columns).expect("columns of one length");
    let mut out = Vec::new();
    let settings = WriterProperties::builder().set_compression(compression).build();
    let mut writer = ArrowWriter::try_new(&mut out, batch.schema(), Some(settings)).expect("a writer");
    writer.write(&batch).expect("written");
    writer.close().expect("closed");
    out
}

fn rows() -> Vec<(&'static str, ArrayRef)> {
    vec![
        ("score", Arc::new(Int64Array::from(vec![1, 2, 3])) as ArrayRef),
        ("text", Arc::new(StringArray::from(vec![Some("The disk was full."), None, Some("A fila encheu.")])) as ArrayRef),
        ("url", Arc::new(StringArray::from(vec!["http://a.example", "http://b.example", "http://c.example"])) as ArrayRef),
        ("date", Arc::new(TimestampMillisecondArray::from(vec![1_700_000_000_000, 0, 0])) as ArrayRef),
    ]
}

fn read(bytes: &[u8], fields: &Fields) -> Vec<Result<Document>> {
    Documents::open("rows", bytes, InputFormat::Auto, fields).collect()
}

#[test]
fn rows_are_documents_whatever_the_compression() {
    let zstd = Compression::ZSTD(ZstdLevel::default());
    for compression in [Compression::UNCOMPRESSED, Compression::SNAPPY, zstd, Compression::GZIP(parquet::basic::GzipLevel::default())] {
        let found: Vec<Document> =
            read(&file(rows(), compression), &Fields::default()).into_iter().map(|item| item.expect("a row")).collect();
        let texts: Vec<(&str, &str)> = found.iter().map(|document| (document.source.as_str(), document.text.as_str())).collect();
        let expected =
            [("rows#http://a.example", "The disk was full."), ("rows#http://b.example", ""), ("rows#http://c.example", "A fila encheu.")];
        assert_eq!(texts, expected, "{compression}");
        assert_eq!(found[0].date.map(|date| date.to_string()).as_deref(), Some("2023-11-14T22:13:20"));
    }
}

#[test]
fn a_file_is_read_where_it_lies() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.parquet");
    std::fs::write(&path, file(rows(), Compression::SNAPPY)).expect("written");
    let found = Documents::open_path(&path, InputFormat::Auto, &Fields::default()).expect("opened").count();
    assert_eq!(found, 3);
}

#[test]
fn what_is_wrong_is_said_once() {
    let whole = file(rows(), Compression::SNAPPY);
    let missing = Fields { text: "body".into(), ..Fields::default() };
    let found = read(&whole, &missing);
    assert_eq!(found.len(), 1);
    let message = found[0].as_ref().expect_err("no such column").to_string();
    assert_eq!(message, "rows: no column `body`; there is `score`, `text`, `url`, `date`; name one with --text-field");
    let number = Fields { text: "score".into(), ..Fields::default() };
    assert_eq!(read(&whole, &number)[0].as_ref().expect("numbers are text too").text, "1");
    for cut in [4, 20, whole.len() / 2, whole.len() - 1] {
        let found = read(&whole[..cut], &Fields::default());
        assert!(found.len() == 1 && found[0].as_ref().is_err_and(|error| error.message().starts_with("not a sound Parquet")), "{cut}");
    }
}

#[test]
fn damaged_bytes_never_end_the_run() {
    let whole = file(rows(), Compression::SNAPPY);
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x55;
        // Whatever comes of it comes to an end.
        assert!(read(&damaged, &Fields::default()).len() <= 4, "{at}");
    }
}
