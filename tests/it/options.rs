//! Usage: help, wrong options, and what the options change.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::command::{command, finish, raiz};

const REPORT: &str = "The API was down from 14:02 to 14:40 on 3 May 2024 because the disk was full.";

#[test]
fn help_and_version_go_to_standard_output() {
    for args in [&["--help"][..], &["tag", "--help"], &["--version"], &["corpus", "check", "--help"]] {
        let run = raiz(args, "");
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{args:?}");
        assert!(run.stdout.contains("raiz"), "{args:?}: {}", run.stdout);
    }
    let help = raiz(&["--help"], "").stdout;
    for name in ["tag", "extract", "explain", "train", "eval", "corpus", "report", "Exit status"] {
        assert!(help.contains(name), "{name} is missing: {help}");
    }
}

#[test]
fn wrong_usage_ends_with_2_and_a_helpful_message() {
    for (args, message) in [
        (&[][..], "Usage"),
        (&["tg"], "--help"),
        (&["tag", "--formt", "csv"], "--format"),
        (&["tag", "--format", "xml"], "jsonl"),
        (&["tag", "--input-format", "warc", "-"], "no WARC record"),
        (&["eval", "corpus", "--format", "parquet"], "Parquet"),
        (&["tag", "--format", "sqlite", "-"], "sqlite"),
        (&["tag", "--as-of", "yesterday", "-"], "--as-of"),
        (&["tag", "--time-zone", "Mars/Olympus", "-"], "Europe/Lisbon"),
        (&["tag", "--min-confidence", "80", "-"], "0 to 1"),
        (&["tag", "--model", "no/such/model", "-"], "no/such/model"),
        (&["tag", "--output", "no/such/folder/out.jsonl", "-"], "no/such/folder/out.jsonl"),
        (&["tag", "--output", "src", "-"], "folder"),
        (&["explain"], "PATH"),
        (&["corpus"], "check"),
        (&["corpus", "check"], "CORPUS"),
        (&["corpus", "check", "no/such/corpus"], "no/such/corpus"),
        (&["train", "corpus"], "--out"),
        (&["eval", "no/such/corpus"], "no/such/corpus"),
        (&["report", "no/such/tags.jsonl", "--out", "x.html"], "no/such/tags.jsonl"),
    ] {
        let run = raiz(args, REPORT);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(message), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn output_goes_to_a_file_that_is_whole_or_not_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tags.jsonl");
    let run = raiz(&["tag".as_ref(), "-".as_ref(), "--output".as_ref(), path.as_os_str()], REPORT);
    assert_eq!((run.status, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    let written = fs::read_to_string(&path).expect("written");
    assert_eq!(written, raiz(&["tag", "-"], REPORT).stdout);
    let names: Vec<_> = fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name()).collect();
    assert_eq!(names, ["tags.jsonl"], "no temporary file is left");
}

#[test]
fn an_input_is_not_written_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.jsonl");
    let rows = "{\"text\": \"The API was down because the disk was full.\"}\n";
    fs::write(&path, rows).expect("written");
    let run = raiz(&["tag".as_ref(), path.as_os_str(), "--output".as_ref(), path.as_os_str()], "");
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert!(run.stderr.contains("would be replaced"), "{}", run.stderr);
    assert_eq!(fs::read_to_string(&path).expect("still there"), rows);
}

#[test]
fn the_output_inside_the_input_folder_is_no_input() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("report.txt"), REPORT).expect("written");
    let output = folder.path().join("tags.jsonl");
    let args = ["tag".as_ref(), folder.path().as_os_str(), "--output".as_ref(), output.as_os_str()];
    assert_eq!(raiz(&args, "").status, 0);
    let first = fs::read_to_string(&output).expect("written");
    assert_eq!(raiz(&args, "").status, 0);
    assert_eq!(fs::read_to_string(&output).expect("written"), first);
}

#[cfg(unix)]
#[test]
fn an_output_file_has_the_usual_rights_and_a_link_stays_one() {
    use std::os::unix::fs::{MetadataExt, symlink};

    let folder = tempfile::tempdir().expect("a folder");
    let (real, link, plain) = (folder.path().join("real"), folder.path().join("link"), folder.path().join("plain"));
    fs::write(&real, "").expect("written");
    fs::write(&plain, "").expect("written");
    symlink(&real, &link).expect("linked");
    let new = folder.path().join("new");
    for path in [&link, &new] {
        assert_eq!(raiz(&["tag".as_ref(), "-".as_ref(), "--output".as_ref(), path.as_os_str()], REPORT).status, 0);
    }
    assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    assert!(!fs::read(&real).expect("there").is_empty());
    let mode = |path| fs::metadata(path).expect("there").mode() & 0o777;
    assert_eq!(mode(&new), mode(&plain));
}

#[test]
fn a_reader_that_stops_reading_is_no_failure() {
    let line = format!("{}\n", serde_json::json!({"text": REPORT}));
    let mut child = command(&["tag", "--input-format", "jsonl", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("raiz starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || {
        for _ in 0..20_000 {
            if std::io::Write::write_all(&mut stdin, line.as_bytes()).is_err() {
                break;
            }
        }
    });
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut first).expect("a line");
    assert!(first.starts_with("{\"schema\":\"raiz/1\""), "{first}");
    // The pipe is closed here, long before the last record.
    let output = child.wait_with_output().expect("raiz ends");
    writer.join().expect("the writer ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn records_are_the_same_whatever_the_number_of_threads() {
    let mut lines = String::new();
    for number in 0..700 {
        let text = format!("{REPORT} {} requests failed.", number * 7);
        lines.push_str(&serde_json::json!({"id": number, "text": text.repeat(1 + number % 5)}).to_string());
        lines.push('\n');
    }
    let one = raiz(&["tag", "--jobs", "1", "--input-format", "jsonl", "-"], &lines);
    assert_eq!(one.status, 0, "{}", one.stderr);
    let ids: Vec<String> = (0..700).map(|number| number.to_string()).collect();
    assert_eq!(one.field("id"), ids);
    for jobs in ["2", "7"] {
        let many = raiz(&["tag", "--jobs", jobs, "--input-format", "jsonl", "-"], &lines);
        assert!(many.stdout == one.stdout, "{jobs} threads give other bytes");
    }
}

#[test]
fn colour_is_asked_for_or_left_out() {
    let escape = '\u{1b}';
    let text = |args: &[&str]| raiz(args, REPORT).stdout;
    assert!(!text(&["explain", "-"]).contains(escape), "a pipe gets none");
    assert!(!text(&["explain", "--color", "never", "-"]).contains(escape));
    let mut with_wish = command(&["explain", "-"]);
    with_wish.env("NO_COLOR", "1");
    assert!(!finish(with_wish, REPORT.as_bytes()).stdout.contains(escape));
}

#[test]
fn text_from_documents_cannot_steer_the_terminal() {
    let report = format!("\u{1b}[2J\u{1b}]0;owned\u{7}{REPORT}");
    for args in [&["explain", "-"][..], &["tag", "--format", "text", "-"]] {
        let run = raiz(args, &report);
        assert!(!run.stdout.contains('\u{1b}') && !run.stdout.contains('\u{7}'), "{args:?}: {:?}", run.stdout);
    }
}

#[test]
fn the_summary_stands_on_standard_error_and_quiet_leaves_it_out() {
    let run = raiz(&["tag", "-"], REPORT);
    assert!(run.stderr.starts_with("1 document: 1 incident\ncauses: "), "{}", run.stderr);
    assert_eq!(raiz(&["tag", "--quiet", "-"], REPORT).stderr, "");
}
