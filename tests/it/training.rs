//! Training on a user's own labelled rows, with labels of the user's own.

use std::fs;
use std::path::Path;

use crate::command::raiz;

/// What a report says around its cause; each row of the corpus has words of its own, as nobody writes a report twice.
const STORIES: [(&str, &str); 8] = [
    ("Orders could not be placed on Monday morning.", "Staff took them on paper until noon."),
    ("The booking page answered with errors for an hour.", "Guests were called back one by one."),
    ("Payroll ran late this month and salaries came on Friday.", "We apologise to all employees."),
    ("Nobody reached the library catalogue during the weekend.", "Readers may return books later without a fee."),
    ("Phones at the front desk stayed silent for two hours.", "Callers heard a busy tone."),
    ("Tickets for the evening show were not scanned.", "Visitors walked in after a glance at their papers."),
    ("The weather station sent no readings overnight.", "Gaps in the charts will remain."),
    ("Grades were missing from the student portal.", "Teachers uploaded them again the next day."),
];

/// Causes of two labels that any learner can tell apart.
const PLUMBING: [&str; 8] = [
    "A water pipe burst and flooded the servers.",
    "The cause was a leaking pipe above the machine room.",
    "Water from a broken pipe ran into the rack.",
    "A tap was left open and water reached the switch.",
    "A burst pipe soaked the power supply.",
    "The drain was blocked and water rose to the cables.",
    "A leaking valve let water drip on the disks.",
    "Pipe water flooded the cellar with our machines.",
];
const WILDLIFE: [&str; 8] = [
    "A squirrel chewed through the cable.",
    "The cause was a mouse that nested in the cabinet.",
    "Rats gnawed the cable behind the wall.",
    "A bird built a nest in the antenna and shorted it.",
    "A squirrel shorted the transformer outside.",
    "Ants filled the relay and it stuck.",
    "A marten chewed the cable under the roof.",
    "Mice gnawed the cable of the router.",
];
const TWO: [(&str, [&str; 8]); 2] = [("plumbing", PLUMBING), ("wildlife", WILDLIFE)];

/// A row for each cause and story, written into `folder`.
fn write_corpus(folder: &Path, labels: &[(&str, [&str; 8])]) {
    let mut rows = String::new();
    for (shift, (label, causes)) in labels.iter().enumerate() {
        for (number, cause) in causes.iter().enumerate() {
            let (before, after) = STORIES[(number * 3 + shift * 4) % STORIES.len()];
            let row = serde_json::json!({
                "id": format!("{label}-{number}"), "language": "en", "text": format!("{before} {cause} {after}"), "label": label,
                "evidence": cause
            });
            rows.push_str(&row.to_string());
            rows.push('\n');
        }
    }
    fs::write(folder.join("rows.jsonl"), rows).expect("written");
}

#[test]
fn a_model_of_one_s_own_labels_is_trained_and_used() {
    let folder = tempfile::tempdir().expect("a folder");
    write_corpus(folder.path(), &TWO);
    let corpus = folder.path().join("rows.jsonl");
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    for (model, jobs) in [(&first, "1"), (&second, "3")] {
        let args = ["train".as_ref(), corpus.as_os_str(), "--jobs".as_ref(), jobs.as_ref(), "--out".as_ref(), model.as_os_str()];
        let run = raiz(&args, "");
        assert_eq!((run.status, run.stdout.as_str()), (0, ""), "{}", run.stderr);
        assert!(run.stderr.contains("16 reports"), "{}", run.stderr);
    }
    for name in ["config.json", "tokenizer.json", "model.safetensors", "README.md"] {
        let bytes = |model: &Path| fs::read(model.join(name)).expect("written");
        assert!(bytes(&first) == bytes(&second), "{name} depends on the number of threads");
    }
    let report = "The museum could not sell tickets on Sunday. A squirrel gnawed the cable of the till. We are sorry.";
    let run = raiz(&["tag".as_ref(), "--model".as_ref(), first.as_os_str(), "-".as_ref()], report);
    assert_eq!((run.status, run.field("cause")), (0, vec!["wildlife".into()]), "{}", run.stderr);
}

#[test]
fn one_label_alone_cannot_be_learnt() {
    let folder = tempfile::tempdir().expect("a folder");
    write_corpus(folder.path(), &TWO[..1]);
    let (corpus, model) = (folder.path().join("rows.jsonl"), folder.path().join("model"));
    let run = raiz(&["train".as_ref(), corpus.as_os_str(), "--out".as_ref(), model.as_os_str()], "");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("label"), "{}", run.stderr);
    assert!(!model.exists(), "no folder is left behind");
}

#[test]
fn labels_without_a_word_of_evidence_teach_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    write_corpus(folder.path(), &TWO);
    let corpus = folder.path().join("rows.jsonl");
    let rows = fs::read_to_string(&corpus).expect("written").replace("\"evidence\"", "\"id2\"");
    fs::write(&corpus, rows).expect("written");
    let model = folder.path().join("model");
    let run = raiz(&["train".as_ref(), corpus.as_os_str(), "--out".as_ref(), model.as_os_str()], "");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("`evidence`") && !model.exists(), "{}", run.stderr);
}

#[test]
fn a_broken_corpus_is_named_and_nothing_is_trained() {
    let folder = tempfile::tempdir().expect("a folder");
    write_corpus(folder.path(), &TWO);
    fs::write(folder.path().join("broken.md"), "---\nid: broken\nlanguage: [\n---\nText.\n").expect("written");
    let model = folder.path().join("model");
    let run = raiz(&["train".as_ref(), folder.path().as_os_str(), "--out".as_ref(), model.as_os_str()], "");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("broken.md:") && !model.exists(), "{}", run.stderr);
    let check = raiz(&["corpus".as_ref(), "check".as_ref(), folder.path().as_os_str()], "");
    assert_eq!(check.status, 1);
    assert!(check.stdout.contains("broken.md:"), "{}", check.stdout);
}

#[test]
fn an_evaluation_is_held_against_its_baseline() {
    let folder = tempfile::tempdir().expect("a folder");
    write_corpus(folder.path(), &TWO);
    let (corpus, baseline) = (folder.path().join("rows.jsonl"), folder.path().join("baseline.json"));
    for (floor, status) in [("0.0", 0), ("1.01", 1)] {
        fs::write(&baseline, format!("{{\"causes\": {{\"all\": {{\"accuracy\": {floor}}}}}}}")).expect("written");
        let args = ["eval".as_ref(), corpus.as_os_str(), "--folds".as_ref(), "2".as_ref(), "--baseline".as_ref(), baseline.as_os_str()];
        let run = raiz(&args, "");
        assert_eq!(run.status, status, "{}", run.stderr);
        assert!(run.stdout.contains("macro-F1") && run.stdout.contains("wildlife"), "{}", run.stdout);
        assert_eq!(run.stderr.contains("causes.all.accuracy"), status == 1, "{}", run.stderr);
    }
}
