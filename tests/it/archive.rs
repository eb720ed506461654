//! The sample archive: what a careful reader finds in it, and the whole records.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::command::raiz;

/// Records of the archive, by source and number.
fn records() -> BTreeMap<(String, u64), Value> {
    let run = raiz(&["tag", "tests/archive", "--format", "jsonl"], "");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let key = |record: &Value| {
        let source = record["source"].as_str().expect("a text").trim_start_matches("tests/archive/").to_owned();
        (source, record["incident"].as_u64().expect("a number"))
    };
    run.records().into_iter().map(|record| (key(&record), record)).collect()
}

/// `tests/archive.tsv` says by hand what each record must hold; what is known to be read wrong stands in
/// `tests/archive-faults.txt`, so that neither a new fault nor the end of an old one goes unnoticed.
#[test]
fn the_archive_is_read_as_a_person_reads_it() {
    let mut records = records();
    let table = include_str!("../archive.tsv");
    let mut rows = table.lines().filter(|row| !row.starts_with('#'));
    let columns: Vec<&str> = rows.next().expect("a header").split('\t').collect();
    let mut wrong = Vec::new();
    for row in rows {
        let cells: BTreeMap<&str, &str> = columns.iter().copied().zip(row.split('\t')).collect();
        let (source, number) = (cells["source"], cells["incident"].parse().expect("a number"));
        let Some(record) = records.remove(&(source.to_owned(), number)) else {
            wrong.push(format!("{source} {number}: no such record"));
            continue;
        };
        for (name, expected) in cells.into_iter().filter(|(name, _)| !matches!(*name, "source" | "incident")) {
            let found = match &record[name] {
                Value::Null => "-".to_owned(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            if found != expected {
                wrong.push(format!("{source} {number}: {name} is {found}, not {expected}"));
            }
        }
    }
    wrong.extend(records.keys().map(|(source, number)| format!("{source} {number}: nobody expects it")));
    let known: Vec<&str> = include_str!("../archive-faults.txt").lines().filter(|line| !line.starts_with('#')).collect();
    assert!(wrong == known, "what is read wrong now, which differs from tests/archive-faults.txt:\n{}", wrong.join("\n"));
}

/// Every field of every record; `INSTA_UPDATE=always cargo test` writes them anew after a wanted change.
#[test]
fn the_records_of_the_archive_are_as_reviewed() {
    let mut by_source: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for ((source, _), mut record) in records() {
        // Probabilities of every label say nothing that a reviewer could judge.
        record.as_object_mut().expect("an object").remove("scores");
        by_source.entry(source).or_default().push(record);
    }
    for (source, records) in by_source {
        insta::assert_json_snapshot!(source.replace(['#', '.'], "-"), records);
    }
}
