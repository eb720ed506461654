//! The sentence bank: labels, odd rows, duplicates, and sentences that stand in a report.

use std::collections::BTreeMap;

use crate::corpus::{BankSentence, NO_CAUSE};

use super::super::Corpus;
use super::super::duplicates::{self, SENTENCE_SHARE, SENTENCE_SHINGLE};
use super::whole::other_language;
use super::{Findings, short};

/// Shorter sentences share most of their few runs of words by chance.
const LEAST_WORDS_TO_COMPARE: usize = 6;

/// Check the sentences of `corpus`.
pub(super) fn check(corpus: &Corpus, findings: &mut Findings) {
    let mut seen: BTreeMap<(u64, &str), &BankSentence> = BTreeMap::new();
    let mut distinct: Vec<&BankSentence> = Vec::new();
    for row in &corpus.sentences {
        if row.label != NO_CAUSE && !corpus.taxonomy.contains(&row.label) {
            findings.error(&row.path, row.line, format!("`{}` is no label of this corpus", row.label));
        }
        let words = duplicates::word_count(&row.text);
        if row.text.trim() != row.text || row.text.contains("  ") {
            findings.error(&row.path, row.line, if row.text.trim() == row.text { "two spaces" } else { "white space at the ends" });
        }
        if words == 0 {
            findings.error(&row.path, row.line, format!("no sentence: {}", short(&row.text)));
            continue;
        }
        if let Some(found) = other_language(&row.language, &row.text).filter(|_| words >= LEAST_WORDS_TO_COMPARE) {
            findings.warn(&row.path, row.line, format!("in the table of `{}`, but reads like `{found}`", row.language));
        }
        let first = seen.entry((duplicates::fingerprint(&row.text), &row.language)).or_insert(row);
        if std::ptr::eq(*first, row) {
            distinct.push(row);
        } else {
            findings.error(&row.path, row.line, format!("the same sentence as in {}", place(first, row)));
        }
    }
    check_near_duplicates(corpus, &distinct, findings);
}

/// Where `first` stands, for a reader of `second`, and its label where that is another.
fn place(first: &BankSentence, second: &BankSentence) -> String {
    let file = if first.path == second.path { String::new() } else { format!("{} ", first.path.display()) };
    let label = if first.label == second.label { String::new() } else { format!(", which says `{}`", first.label) };
    format!("{file}line {}{label}", first.line)
}

fn check_near_duplicates(corpus: &Corpus, rows: &[&BankSentence], findings: &mut Findings) {
    let proofs: Vec<_> = corpus
        .reports
        .iter()
        .flat_map(|report| report.incidents.iter().filter_map(move |incident| Some((report, incident.evidence.as_deref()?))))
        .collect();
    let texts: Vec<&str> = rows.iter().map(|row| row.text.as_str()).chain(proofs.iter().map(|proof| proof.1)).collect();
    let words: Vec<usize> = texts.iter().map(|text| duplicates::word_count(text)).collect();
    for pair in duplicates::similar(&texts, SENTENCE_SHINGLE, SENTENCE_SHARE) {
        let (shorter, longer) = (words[pair.first].min(words[pair.second]), words[pair.first].max(words[pair.second]));
        let Some(first) = rows.get(pair.first).filter(|_| shorter >= LEAST_WORDS_TO_COMPARE) else { continue };
        match rows.get(pair.second) {
            // A long sentence that quotes a short one says something else besides.
            Some(second) if longer <= 2 * shorter => {
                findings.warn(&second.path, second.line, format!("nearly the sentence of {}", place(first, second)));
            }
            None => {
                let report = proofs[pair.second - rows.len()].0;
                findings.error(&first.path, first.line, format!("stands as evidence in {}", report.path.display()));
            }
            Some(_) => {}
        }
    }
}
