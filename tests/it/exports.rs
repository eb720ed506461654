//! Exports of status pages, incident tools and trackers, and feeds: what a careful reader finds in each.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::command::raiz;

/// `tests/formats/status.tsv` says by hand what the record of each incident must hold; `*` stands for what no reader could tell.
#[test]
fn exports_are_read_as_a_person_reads_them() {
    let run = raiz(&["tag", "tests/formats/status"], "");
    assert_eq!(run.status, 1, "two of the samples are empty: {}", run.stderr);
    for empty in ["quiet.rss: no incident in it", "statuspage-none.json: no incident in it"] {
        assert!(run.stderr.contains(empty), "{}", run.stderr);
    }
    let mut records: BTreeMap<String, Value> = BTreeMap::new();
    for record in run.records() {
        let source = record["source"].as_str().expect("a text").trim_start_matches("tests/formats/status/").to_owned();
        assert_eq!(record["incident"], 0, "one document is one incident: {source}");
        records.insert(source, record);
    }
    let table = include_str!("../formats/status.tsv");
    let mut rows = table.lines();
    let columns: Vec<&str> = rows.next().expect("a header").split('\t').collect();
    let mut wrong = Vec::new();
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        let Some(record) = records.remove(cells[0]) else {
            wrong.push(format!("{}: no such record", cells[0]));
            continue;
        };
        for (name, expected) in columns.iter().zip(&cells).skip(1).filter(|(_, expected)| **expected != "*") {
            let found = record[*name].as_str().unwrap_or("-");
            if found != *expected {
                wrong.push(format!("{}: {name} is {found}, not {expected}", cells[0]));
            }
        }
    }
    wrong.extend(records.keys().map(|source| format!("{source}: nobody expects it")));
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn one_format_can_be_asked_for() {
    let feed = "<rss><channel><item><title>Login fails</title><description>The disk was full.</description></item></channel></rss>";
    let run = raiz(&["tag", "--input-format", "atom", "-"], feed);
    assert_eq!((run.status, run.field("title")), (0, vec!["Login fails".into()]), "{}", run.stderr);
    let run = raiz(&["tag", "--input-format", "statuspage", "-"], feed);
    assert!(run.status == 2 && run.stderr.contains("not valid JSON"), "{}", run.stderr);
    let run = raiz(&["tag", "--input-format", "statuspage", "-"], "{\"text\": \"The disk was full.\"}");
    assert!(run.status == 2 && run.stderr.contains("of no shape that is known"), "{}", run.stderr);
}
