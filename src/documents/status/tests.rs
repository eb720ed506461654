use std::fs;
use std::path::PathBuf;

use super::super::{Documents, InputFormat};
use super::*;

fn read(source: &str, content: &[u8], format: InputFormat) -> Vec<String> {
    Documents::open(source, content, format, &Fields::default())
        .map(|item| item.map_or_else(|error| format!("! {error}"), |document| document.source))
        .collect()
}

/// The sample exports, by name.
fn samples() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/formats/status");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    assert!(paths.len() > 20, "{paths:?}");
    paths
}

/// The text that each sample is read as; `INSTA_UPDATE=always cargo test` writes them anew after a wanted change.
#[test]
fn the_texts_of_the_samples_are_as_reviewed() {
    for path in samples() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let content = fs::read(&path).expect("read");
        let mut shown: Vec<String> = Vec::new();
        for item in Documents::open(&*name, content.as_slice(), InputFormat::Auto, &Fields::default()) {
            match item {
                Ok(document) => {
                    let date = document.date.map(|date| date.to_string()).unwrap_or_default();
                    shown.push(format!("=== {} | {} | {date}", document.source, document.id.unwrap_or_default()));
                    shown.extend(document.warnings.iter().map(|warning| format!("=! {warning}")));
                    shown.push(document.text.trim_end().to_owned());
                }
                Err(error) => shown.push(format!("=! {error}")),
            }
        }
        insta::assert_snapshot!(name.replace('.', "-"), shown.join("\n"));
    }
}

#[test]
fn exports_of_incidents_say_so_but_for_planned_work() {
    let incidents = |content: &str| -> Vec<bool> {
        let documents = Documents::open("x.json", content.as_bytes(), InputFormat::Auto, &Fields::default());
        documents.map(|document| document.expect("a document").is_incident).collect()
    };
    let incident = r#"{"id": "a1", "name": "Login fails", "status": "resolved", "impact": "minor", "incident_updates": []}"#;
    let planned = r#"{"id": "b2", "name": "Move", "status": "completed", "impact": "maintenance", "incident_updates": [],
        "scheduled_for": "2024-05-01T10:00:00Z", "scheduled_until": "2024-05-01T11:00:00Z"}"#;
    assert_eq!(incidents(&format!(r#"{{"page": {{"id": "p"}}, "incidents": [{incident}, {planned}]}}"#)), [true, false]);
    let issue = r#"[{"number": 7, "title": "Dark theme, please", "body": "It would be nice.", "state": "open", "created_at": "2024-05-01T10:00:00Z"}]"#;
    assert_eq!(incidents(issue), [false]);
}

#[test]
fn what_an_export_leaves_open_has_no_end() {
    let updates = r#"[{"status": "identified", "body": "The disk is full and uploads fail.", "created_at": "2024-05-01T10:20:00Z"},
        {"status": "investigating", "body": "Uploads fail.", "created_at": "2024-05-01T10:00:00Z"}]"#;
    let export = format!(
        r#"{{"page": {{"id": "p"}}, "incidents": [{{"id": "a1", "name": "Uploads fail", "status": "identified", "impact": "major", "incident_updates": {updates}}}]}}"#
    );
    let mut documents = Documents::open("x.json", export.as_bytes(), InputFormat::Auto, &Fields::default());
    let document = documents.next().expect("an incident").expect("a document");
    assert!(document.is_open);
    let record = crate::Pipeline::default().tag_document(&document).remove(0);
    assert_eq!((record.resolved, record.duration_s), (None, None));
    assert_eq!(record.started.map(|moment| moment.to_string()).as_deref(), Some("2024-05-01T10:00:00+00:00"));
}

#[test]
fn shapes_are_told_by_content() {
    for path in samples().iter().filter(|path| path.extension().is_some_and(|ending| ending == "json")) {
        let content = fs::read(path).expect("read");
        let auto = read("x.json", &content, InputFormat::Auto);
        let asked = read("<stdin>", &content, InputFormat::Statuspage);
        let ids = |found: &[String], source: &str| found.iter().map(|name| name.replace(source, "")).collect::<Vec<_>>();
        assert_eq!(ids(&auto, "x.json"), ids(&asked, "<stdin>"), "{}", path.display());
    }
    for path in samples().iter().filter(|path| path.extension().is_some_and(|ending| ending == "rss" || ending == "atom")) {
        let content = fs::read(path).expect("read");
        assert_eq!(read("feed", &content, InputFormat::Auto), read("feed", &content, InputFormat::Atom), "{}", path.display());
        assert_ne!(read("feed", &content, InputFormat::Auto), ["feed"], "a feed is no text: {}", path.display());
    }
}

#[test]
fn nothing_is_lost_in_silence() {
    let page = r#""page": {"id": "p", "name": "P", "status": "UP"}"#;
    let empty = [
        format!("{{{page}, \"incidents\": null}}"),
        format!("{{{page}, \"incidents\": []}}"),
        format!("{{{page}}}"),
        format!("{{{page}, \"months\": []}}"),
        r#"{"result": {"incidents": null}}"#.to_owned(),
        r#"{"log_entries": null}"#.to_owned(),
        r#"{"data": {"type": "status_page"}}"#.to_owned(),
        r#"{"config": {"companyName": "C"}, "incidents": null}"#.to_owned(),
    ];
    for content in &empty {
        for format in [InputFormat::Auto, InputFormat::Statuspage] {
            let found = read("x.json", content.as_bytes(), format);
            assert!(found.len() == 1 && found[0].starts_with("! x.json: no incident in it"), "{content}: {found:?}");
        }
    }
    let odd = format!(
        "{{{page}, \"incidents\": [null, 7, {{}}, {{\"name\": \"Slow\"}}, {{\"id\": \"a\", \"name\": \"Down\"}}, {{\"id\": \"a\", \"name\": \"Up\"}}]}}"
    );
    let found = read("x.json", odd.as_bytes(), InputFormat::Auto);
    assert!(found[..3].iter().all(|error| error.contains("nothing to read in it")), "{found:?}");
    assert_eq!(found[3..], ["x.json#3", "x.json#a", "x.json#a~5"]);
    let unknown = read("x.json", b"{\"a\": 1}", InputFormat::Statuspage);
    assert!(unknown[0].starts_with("! x.json: of no shape that is known; known are: Statuspage history, "), "{unknown:?}");
}

#[test]
fn the_field_that_is_asked_for_comes_first() {
    let issue = r#"{"number": 3, "title": "T", "body": "The disk was full.", "created_at": "2024-01-02T03:04:05Z"}"#;
    assert_eq!(read("x.jsonl", issue.as_bytes(), InputFormat::Auto), ["x.jsonl#3"]);
    let fields = Fields { text: "body".to_owned(), ..Fields::default() };
    for source in ["x.jsonl", "x.json"] {
        let found: Vec<_> = Documents::open(source, issue.as_bytes(), InputFormat::Auto, &fields).collect();
        assert_eq!(found[0].as_ref().expect("a document").text, "The disk was full.");
    }
}

#[test]
fn lines_may_be_exports() {
    let row = |name: &str| format!("{{\"name\": \"{name}\", \"updates\": [{{\"date\": \"2024-01-02\", \"content\": \"Slow.\"}}]}}\n");
    let page = "{\"page\": {\"id\": \"p\"}, \"incidents\": [{\"name\": \"One\"}, {\"id\": \"t\", \"name\": \"Two\"}]}\n";
    let lines = format!("{}{page}{}{{\"text\": \"plain\"}}\n{{\"no\": 1}}\n", row("A"), row("B"));
    let found = read("x.jsonl", lines.as_bytes(), InputFormat::Auto);
    assert_eq!(found[..5], ["x.jsonl#1", "x.jsonl#2.0", "x.jsonl#t", "x.jsonl#3", "x.jsonl#4"]);
    assert_eq!(found[5..], ["! x.jsonl:5: no field `text`; there is `no`"]);
}

#[test]
fn feeds_that_are_broken_give_what_they_have() {
    let entry = "<entry><id>a</id><title>Down</title><content type='xhtml'><div><p>Disk &lt;7&gt; full.</p></div></content></entry>";
    let feed = format!("<?xml version='1.0'?>\n<!-- made by hand -->\n<feed xmlns='http://www.w3.org/2005/Atom'>{entry}");
    assert_eq!(read("f", feed.as_bytes(), InputFormat::Auto), ["f#a"], "cut off behind an entry");
    let broken = read("f", format!("{feed}<entry><title>Up</title>\n<!-- never closed").as_bytes(), InputFormat::Auto);
    assert_eq!(broken[..2], ["f#a", "f#1"]);
    assert!(broken[2].starts_with("! f:4: not valid XML: "), "{broken:?}");
    let texts: Vec<String> =
        Documents::open("f", feed.as_bytes(), InputFormat::Auto, &Fields::default()).map(|item| item.expect("read").text).collect();
    assert_eq!(texts, ["# Down\n\nDisk <7> full.\n"]);
    let page = read("x.atom", b"<!doctype html>\n<html><p>Busy</p></html>", InputFormat::Auto);
    assert!(page[0].starts_with("! x.atom: no Atom or RSS feed"), "{page:?}");
}

#[test]
fn no_export_makes_it_panic() {
    // Every sample, cut off anywhere and with bytes put in the wrong place.
    for path in samples() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let content = fs::read(&path).expect("read");
        for part in 1..12 {
            let cut = content.len() * part / 12;
            let _ = read(&name, &content[..cut], InputFormat::Auto);
            let mut swapped = content.clone();
            swapped.rotate_left(cut);
            let _ = read(&name, &swapped, InputFormat::Auto);
        }
    }
    let odd = [
        r#"[{"external_desc": {"a": 1}, "updates": {"x": []}, "begin": [], "severity": 4}]"#,
        r#"[{"arn": 5, "summary": null, "event_log": [null, 3, {"timestamp": "99999999999999999999", "status": {}}]}]"#,
        r#"{"months": [null, {"incidents": null}, {"year": "x", "incidents": [null, {"name": "N", "timestamp": " - "}]}], "page": 1}"#,
        r#"{"data": {"type": "status_page"}, "included": [null, {"type": "status_report", "attributes": null}]}"#,
        r#"{"incidents": [{"incident_number": null, "service": 1, "notes": [1]}]}"#,
    ];
    for content in odd {
        assert!(!read("x.json", content.as_bytes(), InputFormat::Auto).is_empty(), "{content}");
    }
}
