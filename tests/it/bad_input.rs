//! Inputs that cannot be read are named, the rest is written, and the exit status says so.

use std::fs;

use crate::command::raiz;

const GOOD: &str = "The API was down from 14:02 to 14:40 UTC on 3 May 2024 because the disk was full.";

/// A folder with a good report and `bytes` in the file `name`.
fn folder_with(name: &str, bytes: &[u8]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a-good.txt"), GOOD).expect("written");
    fs::write(folder.path().join(name), bytes).expect("written");
    folder
}

#[test]
fn a_bad_file_alone_is_nothing_done_and_in_a_batch_some_failed() {
    for (name, bytes, message) in [
        ("empty.txt", &b""[..], "empty"),
        ("blank.md", b" \n\t\n", "empty"),
        ("empty.jsonl", b"", "empty"),
        ("program.bin", b"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00>\x00", "binary"),
        ("broken.json", b"{\"text\": ", "broken.json:1"),
    ] {
        let folder = folder_with(name, bytes);
        let alone = raiz(&["tag".as_ref(), folder.path().join(name).as_os_str()], "");
        assert_eq!((alone.status, alone.stdout.as_str()), (2, ""), "{name}: {}", alone.stderr);
        let batch = raiz(&["tag".as_ref(), folder.path().as_os_str()], "");
        assert_eq!((batch.status, batch.records().len()), (1, 1), "{name}: {}", batch.stderr);
        for run in [&alone, &batch] {
            assert!(run.stderr.contains(name) && run.stderr.contains(message), "{name}: {}", run.stderr);
        }
    }
}

#[test]
fn broken_lines_are_named_by_file_and_line() {
    let lines = format!(
        "{}\n{{\"id\": 2, \"text\": \n\n{}\n[1, 2]\n{}\n{}\n",
        serde_json::json!({"id": 1, "text": GOOD}),
        serde_json::json!({"id": 3, "body": "no text here"}),
        serde_json::json!({"id": 4, "text": 17}),
        serde_json::json!({"id": "5", "text": GOOD}),
    );
    let folder = folder_with("feed.jsonl", lines.as_bytes());
    let path = folder.path().join("feed.jsonl");
    let run = raiz(&["tag".as_ref(), path.as_os_str()], "");
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert_eq!(run.field("id"), ["1", "5"]);
    for (line, message) in [(2, "JSON"), (4, "`text`"), (5, "JSON"), (6, "`text`")] {
        let place = format!("{}:{line}: ", path.display());
        assert!(run.stderr.lines().any(|said| said.contains(&place) && said.contains(message)), "{place}{message}: {}", run.stderr);
    }
}

#[test]
fn a_missing_field_names_the_option_s_field() {
    let run = raiz(&["tag", "--input-format", "jsonl", "--text-field", "body"], "{\"text\": \"a\", \"corpo\": \"b\"}\n");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("<stdin>:1:") && run.stderr.contains("`body`") && run.stderr.contains("corpo"), "{}", run.stderr);
}

#[test]
fn windows_1252_is_read_as_it_was_meant() {
    let bytes = b"Indisponibilidade do servi\xe7o das 14h02 \xe0s 14h40 por falha de configura\xe7\xe3o.";
    let folder = folder_with("carta.txt", bytes);
    let run = raiz(&["tag".as_ref(), folder.path().join("carta.txt").as_os_str()], "");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let record = &run.records()[0];
    assert_eq!(record["language"], "pt");
    let text = "Indisponibilidade do serviço das 14h02 às 14h40 por falha de configuração.";
    assert_eq!(record["span"], serde_json::json!([0, text.len()]), "offsets count the bytes of the UTF-8 text");
}

#[test]
fn a_folder_with_nothing_to_read_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("logo.png"), b"\x89PNG").expect("written");
    fs::write(folder.path().join(".hidden.txt"), GOOD).expect("written");
    let run = raiz(&["tag".as_ref(), folder.path().as_os_str()], "");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("nothing to read") && run.stderr.contains(&folder.path().display().to_string()), "{}", run.stderr);
    assert!(run.stderr.contains("1 skipped (image)"), "{}", run.stderr);
}

#[test]
fn a_path_that_does_not_exist_is_named() {
    let run = raiz(&["tag", "no/such/file.txt", "-"], GOOD);
    assert_eq!((run.status, run.records().len()), (1, 1));
    assert!(run.stderr.contains("no/such/file.txt"), "{}", run.stderr);
    assert_eq!(raiz(&["tag", "no/such/file.txt"], "").status, 2);
}

#[test]
fn standard_input_without_a_byte_is_nothing_done() {
    for args in [&["tag"][..], &["extract", "-"], &["tag", "--input-format", "jsonl", "-"], &["explain", "-"]] {
        let run = raiz(args, "");
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains("<stdin>") && run.stderr.contains("empty"), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn failures_are_named_even_when_quiet() {
    let run = raiz(&["tag", "--quiet", "no/such/file.txt", "-"], GOOD);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains("no/such/file.txt"), "{}", run.stderr);
}

#[test]
fn nothing_is_written_over_a_good_file_when_nothing_was_done() {
    let folder = folder_with("empty.txt", b"");
    let (input, output) = (folder.path().join("empty.txt"), folder.path().join("tags.jsonl"));
    fs::write(&output, "yesterday's tags").expect("written");
    let run = raiz(&["tag".as_ref(), input.as_os_str(), "--output".as_ref(), output.as_os_str()], "");
    assert_eq!(run.status, 2);
    assert_eq!(fs::read_to_string(&output).expect("there"), "yesterday's tags");
}
