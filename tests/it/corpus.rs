//! The corpus that ships with the project: sound, and described as it is.

use std::collections::BTreeMap;
use std::fmt::Write;

use raiz::corpus::{BankSentence, Corpus, Finding, Severity, Split, check, stats};
use raiz::eval::{folds, hold_out};

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
    let (card, counted) = (card_part("stats"), stats(&corpus).to_string());
    if std::env::var("INSTA_UPDATE").is_ok_and(|wish| wish == "always") && card != counted {
        let whole = std::fs::read_to_string("corpus/README.md").expect("the data card is read");
        std::fs::write("corpus/README.md", whole.replace(&card, &counted)).expect("the data card is written");
    }
    assert_eq!(
        card, counted,
        "the counts have changed: INSTA_UPDATE=always cargo test --test it data_card puts them into corpus/README.md"
    );
    let mut labels = String::from("| label | what it is | o que é |\n|---|---|---|\n");
    for label in &corpus.taxonomy.definitions {
        writeln!(labels, "| {} | {} | {} |", label.label, label.en, label.pt).expect("a string takes all");
    }
    assert_eq!(card_part("labels"), labels, "put the rows of corpus/labels.tsv into corpus/README.md");
}

#[test]
fn stories_stand_on_one_side_of_everything() {
    let corpus = corpus();
    let (mut splits, mut sides) = (BTreeMap::new(), BTreeMap::new());
    let fold_of: BTreeMap<&str, usize> = folds(&corpus, 5)
        .expect("five folds")
        .iter()
        .flat_map(|fold| fold.test.iter().map(move |report| (report.id.as_str(), fold.index)))
        .collect();
    assert_eq!(fold_of.len(), corpus.reports.len(), "each report is tested once");
    for report in &corpus.reports {
        *splits.entry(report.split()).or_insert(0) += 1;
        if let Some(family) = &report.family {
            let side = (report.split(), fold_of[report.id.as_str()]);
            assert_eq!(*sides.entry(family).or_insert(side), side, "family {family}");
        }
    }
    assert_eq!(splits.len(), Split::ALL.len(), "{splits:?}");
    // Nothing that is held out has a near-duplicate among what is learnt.
    for side in [Split::Dev, Split::Test] {
        let fold = hold_out(&corpus, &[side]).expect("a side");
        assert_eq!(fold.test.len(), splits[&side]);
        assert_eq!(fold.train.len(), splits[&Split::Train], "a near-duplicate across the sides");
    }
}

#[test]
fn what_is_exported_reads_back() {
    let corpus = corpus();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("corpus.jsonl");
    std::fs::write(&file, corpus.to_json_lines().join("\n")).expect("the export is written");
    let again = Corpus::open(&[&file]).expect("the export is read");
    assert_eq!(again.to_json_lines(), corpus.to_json_lines());
    let said = |row: &BankSentence| (row.label.clone(), row.round, row.language.clone(), row.text.clone());
    assert!(again.sentences.iter().map(said).eq(corpus.sentences.iter().map(said)));
}
