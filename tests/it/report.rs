//! The page over tagged records.

use std::fs;

use crate::command::raiz;

#[test]
fn a_page_is_made_of_tagged_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let (tags, page) = (folder.path().join("tags.jsonl"), folder.path().join("page.html"));
    let run = raiz(&["tag".as_ref(), "tests/archive".as_ref(), "--output".as_ref(), tags.as_os_str()], "");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let run = raiz(&["report".as_ref(), tags.as_os_str(), "--out".as_ref(), page.as_os_str()], "");
    assert_eq!((run.status, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    let html = fs::read_to_string(&page).expect("written");
    for part in ["<!DOCTYPE html>", "<svg", "Root causes", "status-history.txt"] {
        assert!(html.contains(part), "{part}");
    }
    // Every label of a part leads to a part.
    for id in html.split("aria-labelledby=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert_eq!(html.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
    }
    assert_eq!(html.matches("<svg").count(), html.matches("</svg>").count());
    assert_eq!(html.matches("<tr>").count(), html.matches("</tr>").count());
}

#[test]
fn a_broken_record_is_named_and_the_others_are_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let (tags, page) = (folder.path().join("tags.jsonl"), folder.path().join("page.html"));
    let good = raiz(&["tag", "-"], "The API was down because the disk was full.").stdout;
    fs::write(&tags, format!("{good}{{\"schema\": \"raiz/1\"\n{}", good.replace("raiz/1", "raiz/9"))).expect("written");
    let run = raiz(&["report".as_ref(), tags.as_os_str(), "--out".as_ref(), page.as_os_str()], "");
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stderr.contains("tags.jsonl:2: ") && run.stderr.contains("tags.jsonl:3: schema `raiz/9`"), "{}", run.stderr);
    assert!(page.exists());
}
