//! `--dedup`: the same incident seen twice is marked, in every form of output and whatever the number of threads.

use serde_json::{Value, json};

use crate::command::raiz;

/// Forty incidents, each of which comes again later as a copy.
fn feed() -> String {
    let line = |number: usize, id: String| {
        let text = format!(
            "On {} May 2024 from {:02}:10 UTC the lending desk in {} was shut for {} minutes, since its certificate had expired. \
             Nobody could borrow or return a book, and {} readers were sent home.",
            1 + number % 28,
            number % 24,
            ["Beja", "Serpa", "Moura"][number % 3],
            20 + number,
            number * 11 + 3
        );
        format!("{}\n", json!({"id": id, "text": text}))
    };
    let first = (0..40).map(|number| line(number, format!("a{number}")));
    first.chain((0..40).map(|number| line(number * 7 % 40, format!("b{number}")))).collect()
}

fn tag(args: &[&str]) -> crate::command::Ended {
    let run = raiz(&[&["tag", "--input-format", "jsonl", "-"], args].concat(), feed());
    assert_eq!(run.status, 0, "{}", run.stderr);
    run
}

#[test]
fn copies_name_the_first_and_the_first_names_nobody() {
    let run = tag(&["--dedup"]);
    let expected: Vec<Value> =
        (0..40).map(|_| Value::Null).chain((0..40).map(|number| json!(format!("<stdin>#a{}#0", number * 7 % 40)))).collect();
    assert_eq!(run.field("duplicate_of"), expected);
    assert!(run.stderr.contains("seen before: 40 records"), "{}", run.stderr);
}

#[test]
fn nothing_else_changes_and_without_the_option_there_is_no_such_field() {
    let (plain, marked) = (tag(&[]), tag(&["--dedup"]));
    for (plain, marked) in plain.stdout.lines().zip(marked.stdout.lines()) {
        assert!(!plain.contains("duplicate_of"));
        let same = plain.strip_suffix('}').expect("an object");
        assert!(marked.starts_with(same) && marked[same.len()..].starts_with(",\"duplicate_of\":"), "{marked}");
    }
    for jobs in ["1", "3"] {
        assert!(tag(&["--dedup", "--jobs", jobs]).stdout == marked.stdout, "{jobs} threads give other bytes");
    }
}

#[test]
fn tables_have_it_as_their_last_column() {
    let table = tag(&["--dedup", "--format", "csv"]).stdout;
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    assert_eq!(reader.headers().expect("a header").iter().next_back(), Some("duplicate_of"));
    let cells: Vec<String> = reader.records().map(|row| row.expect("a row").iter().next_back().unwrap_or_default().to_owned()).collect();
    assert_eq!((cells[0].as_str(), cells[41].as_str()), ("", "<stdin>#a7#0"));
    assert!(tag(&["--dedup", "--format", "text"]).stdout.contains("as in"));
}
