//! Does the evidence carry the answer? Sentences are taken out of reports of the corpus and the shipped model is asked again.

use raiz::corpus::{Corpus, Report};
use raiz::eval::evaluate;
use raiz::{Kind, Pipeline, Record};

/// Every so many-th report is looked at.
const EVERY: usize = 12;

#[test]
fn without_its_evidence_the_answer_changes_and_without_other_sentences_it_stays() {
    let corpus = Corpus::open(&["corpus"]).expect("a sound corpus");
    let told = |report: &&Report| report.kind == Kind::Incident && report.incidents.len() == 1 && report.incidents[0].evidence.is_some();
    let sample: Vec<&Report> = corpus.reports.iter().filter(told).step_by(EVERY).collect();
    let pipeline = Pipeline::default();
    let read = |report: &Report| -> Vec<Record> { pipeline.tag(&report.text) };
    let removal = evaluate(corpus.labels(), &sample, &read).removal["all"];
    assert!(removal.all.n >= 100, "{} reports", removal.all.n);
    let [first, all, others] = [removal.first, removal.all, removal.others].map(|share| share.value().unwrap_or_default());
    // The answers that stand are told again by other sentences.
    assert!(first >= 0.55, "{first:.3} change without the first sentence of evidence");
    assert!(all >= 0.60, "{all:.3} change without all evidence");
    assert!(others <= 0.02, "{others:.3} change without as many other sentences, the longest ones");
}
