//! Training on a user's own labelled rows, with labels of the user's own.

use std::fs;
use std::path::Path;

use crate::command::raiz;

/// Rows of two labels that any learner can tell apart, written into `folder`.
fn write_corpus(folder: &Path, labels: &[(&str, &str)]) {
    let mut rows = String::new();
    for number in 0..12 {
        for (label, cause) in labels {
            let text = format!("On {} March 2024 the shop was down for {} minutes. {cause} in room {number}.", number + 1, number + 20);
            rows.push_str(
                &serde_json::json!({"id": format!("{label}-{number}"), "language": "en", "text": text, "label": label}).to_string(),
            );
            rows.push('\n');
        }
    }
    fs::write(folder.join("rows.jsonl"), rows).expect("written");
}

const TWO: [(&str, &str); 2] =
    [("plumbing", "A water pipe burst and flooded the servers"), ("wildlife", "A squirrel chewed through the cable")];

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
        assert!(run.stderr.contains("24 reports"), "{}", run.stderr);
    }
    for name in ["config.json", "tokenizer.json", "model.safetensors", "README.md"] {
        let bytes = |model: &Path| fs::read(model.join(name)).expect("written");
        assert!(bytes(&first) == bytes(&second), "{name} depends on the number of threads");
    }
    let report = "On 9 May 2024 the shop was down for 30 minutes. A squirrel chewed through the cable in room 44.";
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
