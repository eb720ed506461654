//! The corpus that ships with the project: sound, and described as it is.

use std::fmt::Write;

use raiz::corpus::{Corpus, Finding, Severity, check, stats};

fn corpus() -> Corpus {
    let (corpus, broken) = Corpus::read(&["corpus"]).expect("the corpus is read");
    assert!(broken.is_empty(), "{broken:#?}");
    corpus
}

#[test]
fn nothing_in_it_breaks_the_rules() {
    let findings = check(&corpus());
    let errors: Vec<String> = findings.iter().filter(|finding| finding.severity == Severity::Error).map(Finding::to_string).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn every_text_is_named_after_its_file() {
    for report in &corpus().reports {
        assert_eq!(report.path.file_stem().and_then(|stem| stem.to_str()), Some(report.id.as_str()));
    }
}

/// The part of the data card between the comments of this name.
fn card_part(name: &str) -> String {
    let card = std::fs::read_to_string("corpus/README.md").expect("the data card is read").replace("\r\n", "\n");
    let (_, rest) = card.split_once(&format!("<!-- {name} -->\n")).expect("an opening comment");
    rest.split_once(&format!("<!-- /{name} -->")).expect("a closing comment").0.to_owned()
}

#[test]
fn the_data_card_has_the_counts_and_labels_of_the_corpus() {
    let corpus = corpus();
    assert_eq!(card_part("stats"), stats(&corpus).to_string(), "put the output of `raiz corpus stats corpus` into corpus/README.md");
    let mut labels = String::from("| label | what it is | o que é |\n|---|---|---|\n");
    for label in &corpus.taxonomy.definitions {
        writeln!(labels, "| {} | {} | {} |", label.label, label.en, label.pt).expect("a string takes all");
    }
    assert_eq!(card_part("labels"), labels, "put the rows of corpus/labels.tsv into corpus/README.md");
}

#[test]
fn what_is_exported_reads_back() {
    let corpus = corpus();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("corpus.jsonl");
    std::fs::write(&file, corpus.to_json_lines().join("\n")).expect("the export is written");
    let again = Corpus::open(&[&file]).expect("the export is read");
    assert_eq!(again.to_json_lines(), corpus.to_json_lines());
}
