//! A run that was cut short is gone on with: nothing lost, nothing twice, whatever cut it.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::command::{Ended, command, finish, raiz};

/// Reports of two services, a broken line among them now and then.
fn feed(documents: usize) -> String {
    let mut lines = String::new();
    for number in 0..documents {
        let (service, length) = (["The booking desk", "O portal de matrículas"][number % 2], 10 + number % 45);
        let text = format!(
            "{service} was down on {} May 2024 from 14:02 for {length} minutes. The disk of node {number} was full, and {} requests failed.",
            1 + number % 28,
            number * 3
        );
        let line = if number % 97 == 41 { "{\"text\": ".to_owned() } else { json!({"id": number, "text": text}).to_string() };
        lines.push_str(&line);
        lines.push('\n');
    }
    lines
}

/// A folder with a feed in it, and where its records go.
struct Place {
    folder: tempfile::TempDir,
    output: PathBuf,
}

impl Place {
    fn new(lines: &str) -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("feed.jsonl"), lines).expect("written");
        let output = folder.path().join("out/tags");
        fs::create_dir(folder.path().join("out")).expect("made");
        Place { folder, output }
    }

    /// `raiz tag` of the feed, seen from its folder.
    fn tag(&self, args: &[&str]) -> Command {
        let mut command = command(&[&["tag", "feed.jsonl", "--output", "out/tags"], args].concat());
        command.current_dir(self.folder.path());
        command
    }

    fn beside(&self, ending: &str) -> PathBuf {
        self.output.with_extension(ending)
    }

    fn written(&self) -> String {
        fs::read_to_string(&self.output).expect("written")
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.folder.path().join("out"))
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// The bytes of a run that nothing cuts short, and what it says.
    fn uninterrupted(&self, args: &[&str]) -> (String, String) {
        let ended = finish(self.tag(args), b"");
        assert_eq!(ended.status, 1, "some lines are broken: {}", ended.stderr);
        let written = self.written();
        fs::remove_file(&self.output).expect("there");
        assert_eq!(self.names(), Vec::<String>::new());
        (written, ended.stderr)
    }
}

/// The first twelve lines.
fn half(lines: &str) -> &str {
    lines.match_indices('\n').nth(11).map_or(lines, |(end, _)| &lines[..=end])
}

fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |data| data.len())
}

fn quiet(mut command: Command) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("raiz starts")
}

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

#[test]
fn killed_at_any_point_a_run_is_gone_on_with() {
    let place = Place::new(&feed(1_200));
    let mut dice = Dice(20_240_503);
    for args in [&["--format", "jsonl"][..], &["--format", "csv"], &["--format", "json"], &["--format", "jsonl", "--dedup"]] {
        let (expected, said) = place.uninterrupted(args);
        let args = [args, &["--resume"]].concat();
        let (mut cut, mut kept) = (0, 0);
        // A run may be done before it can be killed, on a machine that is busy with something else.
        for _ in 0..40 {
            if cut == 5 {
                break;
            }
            let mut child = quiet(place.tag(&args));
            let until = dice.below(expected.len() as u64);
            while child.try_wait().expect("a child").is_none() && length(&place.beside("partial")) < until {
                thread::sleep(Duration::from_millis(1));
            }
            child.kill().expect("killed");
            let ended = child.wait().expect("ended");
            if ended.code().is_some() {
                // It was done before it could be killed; the next one begins anew.
                assert_eq!((ended.code(), place.written() == expected), (Some(1), true), "{args:?}");
                fs::remove_file(&place.output).expect("there");
                continue;
            }
            cut += 1;
            kept += u64::from(length(&place.beside("partial")) > 0);
            assert!(!place.output.exists(), "{args:?}: half a file under the whole one's name");
        }
        assert!(cut >= 1 && kept >= 1, "{args:?}: cut short {cut} times, {kept} times with something written");
        let ended = finish(place.tag(&args), b"");
        assert_eq!(ended.status, 1, "{}", ended.stderr);
        assert!(place.written() == expected, "{args:?}: not the bytes of an uninterrupted run");
        assert_eq!(place.names(), ["tags"], "nothing else is left");
        // A run that was killed when all but the name was there has said already what failed.
        let counts: String = said.split_inclusive('\n').filter(|line| !line.starts_with("raiz: ")).collect();
        assert!([&said, &counts].contains(&&ended.stderr), "failures and counts are those of the whole: {}", ended.stderr);
        fs::remove_file(&place.output).expect("there");
    }
}

#[test]
fn a_full_disk_is_named_and_gone_on_from() {
    let place = Place::new(&feed(1_200));
    let (expected, _) = place.uninterrupted(&[]);
    // No file may grow beyond some hundred blocks, and what hits that limit is told of it as of a full disk.
    let limited = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", 400);
    let mut command = Command::new("sh");
    let raiz = place.tag(&[]);
    command.arg("-c").arg(limited).arg(raiz.get_program()).args(raiz.get_args()).current_dir(place.folder.path());
    let ended = finish(command, b"");
    assert_eq!(ended.status, 2, "{}", ended.stderr);
    assert!(ended.stderr.contains("--resume"), "{}", ended.stderr);
    assert_eq!(place.names(), ["tags.partial", "tags.resume"]);
    let ended = finish(place.tag(&["--resume"]), b"");
    assert_eq!(ended.status, 1, "{}", ended.stderr);
    assert!(place.written() == expected, "not the bytes of an uninterrupted run");
}

/// Start a run on standard input, let it write the records of `lines`, and leave it waiting for more.
fn waiting(place: &Place, lines: &str) -> Child {
    let args = ["tag", "--input-format", "jsonl", "-", "--output", "out/tags"];
    let mut command = command(&args);
    command.current_dir(place.folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("raiz starts");
    child.stdin.as_mut().expect("a pipe").write_all(lines.as_bytes()).expect("fed");
    let written = || fs::read_to_string(place.beside("partial")).map_or(0, |text| text.lines().count());
    while written() < lines.lines().count() {
        assert!(child.try_wait().expect("a child").is_none(), "it ended before it was interrupted");
        thread::sleep(Duration::from_millis(1));
    }
    child
}

fn interrupt(mut child: Child) -> Ended {
    // Left open, so that it is the signal that ends the run.
    let _stdin = child.stdin.take();
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(status.success());
    let output = child.wait_with_output().expect("ended");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Ended { status: output.status.code().unwrap_or(-1), stdout: text(output.stdout), stderr: text(output.stderr) }
}

#[test]
fn an_interrupted_run_ends_with_130_and_says_how_to_go_on() {
    let lines = feed(30);
    let expected = raiz(&["tag", "--input-format", "jsonl", "-"], &lines).stdout;
    let place = Place::new("");
    let ended = interrupt(waiting(&place, half(&lines)));
    assert_eq!(ended.status, 130, "{}", ended.stderr);
    assert!(ended.stderr.contains("interrupted after 12 documents") && ended.stderr.contains("--resume"), "{}", ended.stderr);
    let mut again = command(&["tag", "--input-format", "jsonl", "-", "--output", "out/tags", "--resume"]);
    again.current_dir(place.folder.path());
    assert_eq!(finish(again, lines.as_bytes()).status, 0);
    assert_eq!(place.written(), expected);
}

#[test]
fn a_slow_stream_is_answered_document_by_document() {
    let mut child = command(&["tag", "--input-format", "jsonl", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("raiz starts");
    let (mut stdin, mut stdout) = (child.stdin.take().expect("a pipe"), BufReader::new(child.stdout.take().expect("a pipe")));
    for line in feed(3).lines() {
        writeln!(stdin, "{line}").expect("fed");
        let mut answer = String::new();
        stdout.read_line(&mut answer).expect("a line");
        assert!(serde_json::from_str::<Value>(&answer).is_ok() && answer.ends_with('\n'), "{answer}");
    }
    drop(stdin);
    assert_eq!(child.wait().expect("ended").code(), Some(0));
}

#[test]
fn other_inputs_options_and_models_are_refused() {
    let lines = feed(30);
    let half = half(&lines);
    let place = Place::new("");
    let _ = interrupt(waiting(&place, half));
    let (partial, note) = (place.beside("partial"), place.beside("resume"));
    let kept = (fs::read(&partial).expect("there"), fs::read(&note).expect("there"));
    let usual = ["tag", "--input-format", "jsonl", "-", "--output", "out/tags", "--resume"];
    // The shipped model with another threshold.
    let other_model = tempfile::tempdir().expect("a folder");
    for name in ["config.json", "tokenizer.json", "model.safetensors"] {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/models/base/").to_owned() + name;
        let text = fs::read(path).expect("a model's file");
        let changed =
            String::from_utf8(text.clone()).map(|text| text.replacen("\"incident_from\": 0.03", "\"incident_from\": 0.04", 1).into_bytes());
        fs::write(other_model.path().join(name), changed.unwrap_or(text)).expect("written");
    }
    let other_model = other_model.path().to_str().expect("a plain name");
    let other_text = lines.replacen("14:02", "14:03", 1);
    let (first, _) = lines.split_once('\n').expect("a line");
    for (args, lines, message) in [
        (&["--date-order", "dmy"][..], lines.as_str(), "the options changed"),
        (&["--min-confidence", "0.5"], &lines, "the options changed"),
        (&["--format", "csv"], &lines, "the format changed"),
        (&["--model", other_model], &lines, "the model changed"),
        (&["--dedup"], &lines, "the options changed"),
        (&[], &other_text, "the inputs changed"),
        (&[], first, "the inputs changed"),
    ] {
        // The note may be of the first documents only: what was done after it is done again.
        let mut again = command(&[&usual[..], args].concat());
        again.current_dir(place.folder.path());
        let ended = finish(again, lines.as_bytes());
        assert_eq!(ended.status, 2, "{args:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(message) && ended.stderr.contains("anew"), "{args:?}: {}", ended.stderr);
        assert!(!place.output.exists() && partial.exists() && note.exists(), "{args:?}");
    }
    fs::write(&partial, "").expect("written");
    fs::write(&note, &kept.1).expect("written");
    let mut again = command(&usual);
    again.current_dir(place.folder.path());
    assert!(finish(again, lines.as_bytes()).stderr.contains("shorter than it was left"));
    for (args, message) in [(&["--resume"][..], "--output FILE"), (&["--resume", "--format", "parquet", "-o", "x"], "--output FILE")] {
        let ended = raiz(&[&["tag", "-"], args].concat(), "");
        assert_eq!(ended.status, 2);
        assert!(ended.stderr.contains(message), "{}", ended.stderr);
    }
    // Without --resume the run starts anew, whatever is left.
    fs::write(&partial, &kept.0).expect("written");
    let mut anew = command(&usual[..usual.len() - 1]);
    anew.current_dir(place.folder.path());
    assert_eq!(finish(anew, half.as_bytes()).status, 0);
    assert_eq!((place.written().lines().count(), place.names()), (12, vec!["tags".to_owned()]));
}

#[test]
fn a_run_that_was_whole_but_for_its_name_is_not_done_again() {
    let lines = feed(30);
    let half = half(&lines);
    for renamed in [false, true] {
        let place = Place::new("");
        let _ = interrupt(waiting(&place, half));
        let (partial, note) = (place.beside("partial"), place.beside("resume"));
        let mut noted: Value = serde_json::from_slice(&fs::read(&note).expect("there")).expect("JSON");
        noted["place"]["finished"] = true.into();
        noted["place"]["bytes"] = length(&partial).into();
        noted["place"]["summary"]["documents"] = 12.into();
        fs::write(&note, noted.to_string()).expect("written");
        if renamed {
            fs::rename(&partial, &place.output).expect("renamed");
        }
        let mut again = command(&["tag", "--input-format", "jsonl", "-", "--output", "out/tags", "--resume"]);
        again.current_dir(place.folder.path());
        let ended = finish(again, b"");
        assert_eq!(ended.status, 0, "{}", ended.stderr);
        assert!(ended.stderr.starts_with("12 documents"), "{}", ended.stderr);
        assert_eq!((place.written().lines().count(), place.names()), (12, vec!["tags".to_owned()]), "renamed: {renamed}");
    }
}

#[test]
fn two_runs_cannot_write_one_file() {
    let line = feed(1);
    let place = Place::new("");
    let mut first = waiting(&place, &line);
    let mut second = command(&["tag", "-", "--output", "out/tags"]);
    second.current_dir(place.folder.path());
    let ended = finish(second, line.as_bytes());
    assert_eq!(ended.status, 2);
    assert!(ended.stderr.contains("another run is writing it"), "{}", ended.stderr);
    drop(first.stdin.take());
    assert_eq!(first.wait_with_output().expect("ended").status.code(), Some(0));
    assert_eq!(place.written().lines().count(), 1);
}
