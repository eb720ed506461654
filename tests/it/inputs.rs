//! Where documents come from: files, folders, standard input, JSON Lines.

use std::fs;

use crate::command::raiz;

const ENGLISH: &str = "The API was down from 14:02 to 14:40 UTC because the disk was full.";
const PORTUGUESE: &str = "O serviço ficou fora do ar das 14h02 às 14h40 porque o disco encheu.";

#[test]
fn folders_are_walked_in_the_order_of_names() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["b.txt", "a/z.md", "a/c.txt", "c.jsonl", ".git/x.txt", "a/photo.JPG"] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        let text = if name.ends_with("jsonl") { format!("{}\n", serde_json::json!({"text": ENGLISH})) } else { ENGLISH.to_owned() };
        fs::write(path, text).expect("written");
    }
    // What is ignored by version control is a document all the same.
    fs::write(folder.path().join(".gitignore"), "*.txt\n").expect("written");
    let run = raiz(&["tag".as_ref(), folder.path().as_os_str()], "");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let root = folder.path().display().to_string();
    let sources: Vec<String> =
        run.field("source").iter().map(|source| source.as_str().expect("a text").trim_start_matches(&root).to_owned()).collect();
    assert_eq!(sources, ["/a/c.txt", "/a/z.md", "/b.txt", "/c.jsonl#1"]);
}

#[test]
fn no_path_and_a_dash_read_standard_input() {
    for args in [&["tag"][..], &["tag", "-"]] {
        let run = raiz(args, ENGLISH);
        assert_eq!(run.field("source"), ["<stdin>"], "{args:?}");
    }
}

#[test]
fn json_lines_carry_id_and_date_into_the_record() {
    let line = serde_json::json!({"key": 17, "corpo": PORTUGUESE, "quando": "2024-05-03"}).to_string();
    let args = ["tag", "--input-format", "jsonl", "--text-field", "corpo", "--id-field", "key", "--date-field", "quando", "-"];
    let run = raiz(&args, &line);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let record = &run.records()[0];
    assert_eq!((&record["id"], &record["language"]), (&"17".into(), &"pt".into()));
}

#[test]
fn json_lines_are_recognised_on_standard_input() {
    let lines = format!("{}\n{}\n", serde_json::json!({"id": "x", "text": ENGLISH}), serde_json::json!({"id": "y", "text": PORTUGUESE}));
    let run = raiz(&["tag"], &lines);
    assert_eq!(run.field("id"), ["x", "y"]);
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_row() {
    let lines =
        format!("\u{feff}{}\n{}\n", serde_json::json!({"id": "x", "text": ENGLISH}), serde_json::json!({"id": "y", "text": ENGLISH}));
    let run = raiz(&["tag", "--input-format", "jsonl", "-"], &lines);
    assert_eq!((run.status, run.field("id")), (0, vec!["x".into(), "y".into()]), "{}", run.stderr);
}

#[test]
fn explain_marks_what_was_read() {
    let run = raiz(&["explain", "-"], ENGLISH);
    assert_eq!(run.status, 0, "{}", run.stderr);
    for part in ["language   en", "cause", "14:02"] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let json = raiz(&["explain", "--format", "jsonl", "-"], ENGLISH);
    assert_eq!(json.stdout, raiz(&["tag", "-"], ENGLISH).stdout);
}
