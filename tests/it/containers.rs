//! Containers as inputs: tables, web pages, mails, crawls, Parquet, and gzip and zstd around any of them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use serde_json::Value;

use crate::command::{Ended, raiz};

const FOLDER: &str = "tests/formats/containers";

/// `tests/formats/containers.tsv` says by hand what is found in each file.
fn expected() -> Vec<BTreeMap<&'static str, &'static str>> {
    let mut rows = include_str!("../formats/containers.tsv").lines().filter(|row| !row.starts_with('#'));
    let columns: Vec<&str> = rows.next().expect("a header").split('\t').collect();
    rows.map(|row| columns.iter().copied().zip(row.split('\t')).collect()).collect()
}

/// Compare the records of a run with the rows of the table whose source begins with `file`.
fn check(run: &Ended, file: &str, strip: &str) {
    assert_eq!(run.status, 0, "{}", run.stderr);
    let rows: Vec<_> = expected().into_iter().filter(|row| row["source"].starts_with(file)).collect();
    let records = run.records();
    let mut wrong = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let Some(record) = records.get(at) else { break };
        for (name, expected) in row {
            let found = match &record[*name] {
                Value::Null => "-".to_owned(),
                Value::String(text) => text.replace(strip, ""),
                other => other.to_string(),
            };
            if found != *expected {
                wrong.push(format!("{} {name}: {found}, not {expected}", row["source"]));
            }
        }
    }
    assert!(!rows.is_empty() && wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(records.len(), rows.len(), "{file}: {}", run.stdout);
}

fn files() -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(FOLDER).expect("a folder").map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    assert!(names.len() > 5, "{names:?}");
    names
}

#[test]
fn every_container_is_read_as_a_person_reads_it() {
    let run = raiz(&["tag", FOLDER], "");
    check(&run, "", &format!("{FOLDER}/"));
    assert!(run.stderr.contains("1 skipped (no incident report by its words)"), "{}", run.stderr);
}

#[test]
fn containers_are_recognised_without_a_name() {
    for name in files() {
        let bytes = fs::read(Path::new(FOLDER).join(&name)).expect("read");
        let run = raiz(&["tag", "--quiet", "-"], &bytes);
        let sources: Vec<String> =
            run.field("source").iter().map(|source| source.as_str().unwrap_or_default().replace("<stdin>", &name)).collect();
        let rows: Vec<String> =
            expected().into_iter().filter(|row| row["source"].starts_with(&name)).map(|row| row["source"].to_owned()).collect();
        assert_eq!(sources, rows, "{name}: {}", run.stderr);
    }
}

#[test]
fn gzip_and_zstd_are_taken_off() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in files() {
        let bytes = fs::read(Path::new(FOLDER).join(&name)).expect("read");
        // Two members, cut anywhere.
        let (first, second) = bytes.split_at(bytes.len() / 2);
        let mut gzip = Vec::new();
        for part in [first, second] {
            flate2::read::GzEncoder::new(part, flate2::Compression::fast()).read_to_end(&mut gzip).expect("packed");
        }
        let zstd = zstd::encode_all(bytes.as_slice(), 1).expect("packed");
        for (packed, bytes) in [(format!("{name}.gz"), gzip), (format!("{name}.zst"), zstd)] {
            let path = folder.path().join(&packed);
            fs::File::create(&path).expect("made").write_all(&bytes).expect("written");
            let run = raiz(&["tag".as_ref(), path.as_os_str()], "");
            let strip = path.to_string_lossy().replace(&packed, "");
            let ending = packed.replace(&name, "");
            let found: Vec<String> = run
                .field("source")
                .iter()
                .map(|source| source.as_str().unwrap_or_default().replace(&strip, "").replacen(&ending, "", 1))
                .collect();
            let rows: Vec<&str> = expected().iter().filter(|row| row["source"].starts_with(&name)).map(|row| row["source"]).collect();
            assert_eq!(found, rows, "{packed}: {}", run.stderr);
        }
    }
}

#[test]
fn packed_data_that_breaks_off_is_an_error_and_what_came_before_is_kept() {
    let lines = "{\"id\": \"a\", \"text\": \"The disk was full.\"}\n".repeat(200);
    let mut gzip = Vec::new();
    flate2::read::GzEncoder::new(lines.as_bytes(), flate2::Compression::none()).read_to_end(&mut gzip).expect("packed");
    let run = raiz(&["tag", "--input-format", "jsonl", "-"], &gzip[..gzip.len() / 2]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.records().len() > 50 && run.stderr.contains("<stdin>"), "{}", run.stderr);
}

#[test]
fn a_missing_column_names_those_that_are_there() {
    let run = raiz(&["tag", "--text-field", "report", "-"], "id,body,date\n1,The disk was full.,2024-01-02\n");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("<stdin>:1: no column `report`; there is `id`, `body`, `date`"), "{}", run.stderr);
}

#[test]
fn the_filter_of_crawls_can_be_turned_off() {
    let path = format!("{FOLDER}/crawl.wet");
    let run = raiz(&["tag", "--no-crawl-filter", &path], "");
    assert_eq!((run.status, run.records().len()), (0, 3), "{}", run.stderr);
    assert!(!run.stderr.contains("skipped"), "{}", run.stderr);
}

#[test]
fn offsets_are_those_of_the_extracted_text() {
    let run = raiz(&["extract", "--input-format", "html", "-"], "<p>Down &mdash; from <b>14:02</b> to <i>15:10</i> UTC.</p>");
    let record = &run.records()[0];
    let text = "Down — from 14:02 to 15:10 UTC.\n";
    for found in record["timestamps"].as_array().expect("a list") {
        let offset = |name: &str| found[name].as_u64().expect("an offset") as usize;
        assert_eq!(text.get(offset("start")..offset("end")), found["text"].as_str());
    }
    assert_eq!(record["timestamps"].as_array().map(Vec::len), Some(2));
}

#[cfg(unix)]
#[test]
fn links_that_lead_back_are_passed_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).expect("made");
    fs::write(inner.join("report.txt"), "The API was down from 14:02 to 14:40 UTC because the disk was full.").expect("written");
    std::os::unix::fs::symlink("..", inner.join("back")).expect("linked");
    std::os::unix::fs::symlink(".", inner.join("here")).expect("linked");
    let run = raiz(&["tag".as_ref(), folder.path().as_os_str()], "");
    assert_eq!((run.status, run.records().len()), (0, 1), "{}", run.stderr);
    assert!(run.stderr.contains("2 skipped (link back to a folder above it)"), "{}", run.stderr);
}
