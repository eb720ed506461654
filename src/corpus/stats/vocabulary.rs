//! How varied the wording is: words, and how many runs of words are not said twice.

use std::collections::HashSet;

use crate::incidents::Kind;
use crate::languages::Language;

use super::super::duplicates::word_hashes;
use super::super::{Corpus, split};
use super::Table;

/// Words in every sample: shares of distinct words fall with the length of a text, so only equal lengths compare.
const SAMPLE: usize = 10_000;
/// The longest runs of words looked at.
const LONGEST_RUN: usize = 3;

/// Tokens and types of reports and sentences in each learnt language, and the share of distinct runs of one to three words
/// in equal samples of them. Case, accents and the digits of numbers do not count.
pub(super) fn table(corpus: &Corpus) -> Table {
    let mut rows = Vec::new();
    for language in [Language::En, Language::Pt].map(Language::code) {
        let reports = corpus.reports.iter().filter(|report| report.kind == Kind::Incident && report.language == language);
        let sentences = corpus.sentences.iter().filter(|row| row.language == language);
        rows.extend(row(format!("incident reports {language}"), reports.map(|report| report.text.as_str()).collect()));
        rows.extend(row(format!("sentences {language}"), sentences.map(|row| row.text.as_str()).collect()));
    }
    let mut columns = ["texts", "number", "tokens", "types"].map(str::to_owned).to_vec();
    columns.extend((1..=LONGEST_RUN).map(|length| format!("distinct-{length}")));
    Table { title: format!("Vocabulary, and distinct runs of words in samples of {SAMPLE} words"), columns, rows }
}

fn row(name: String, mut texts: Vec<&str>) -> Option<Vec<String>> {
    // An order that has nothing to do with sets and labels.
    texts.sort_by_cached_key(|text| (split::number(text), *text));
    let words: Vec<Vec<u64>> = texts.iter().map(|text| word_hashes(text)).collect();
    let tokens: usize = words.iter().map(Vec::len).sum();
    let types: HashSet<u64> = words.iter().flatten().copied().collect();
    let mut row = vec![name, texts.len().to_string(), tokens.to_string(), types.len().to_string()];
    let sample = sample(&words, SAMPLE);
    row.extend((1..=LONGEST_RUN).map(|length| match &sample {
        Some(sample) => format!("{:.3}", distinct(sample, length)),
        None => "-".into(),
    }));
    (tokens > 0).then_some(row)
}

/// The first `size` words, text by text; none where there are fewer.
fn sample(texts: &[Vec<u64>], size: usize) -> Option<Vec<&[u64]>> {
    let mut left = size;
    let mut sample = Vec::new();
    for text in texts {
        let taken = text.get(..left).unwrap_or(text);
        left -= taken.len();
        sample.push(taken);
        if left == 0 {
            return Some(sample);
        }
    }
    None
}

/// The share of different ones among all runs of `length` words that stand within a text.
fn distinct(texts: &[&[u64]], length: usize) -> f64 {
    let runs = || texts.iter().flat_map(|text| text.windows(length));
    let all = runs().count();
    if all == 0 { 0.0 } else { runs().collect::<HashSet<_>>().len() as f64 / all as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_counted_within_texts() {
        let words = ["the roof fell and the roof fell", "the roof held"].map(word_hashes);
        let whole = sample(&words, 10).expect("ten words");
        // the roof fell and held: 5 of 10; pairs: the-roof roof-fell fell-and and-the roof-held: 5 of 8.
        assert!((distinct(&whole, 1) - 0.5).abs() < 1e-12);
        assert!((distinct(&whole, 2) - 0.625).abs() < 1e-12);
        // the-roof-fell roof-fell-and fell-and-the and-the-roof the-roof-held: 5 of 6.
        assert!((distinct(&whole, 3) - 5.0 / 6.0).abs() < 1e-12);
        // The sample ends inside the second text.
        assert!((distinct(&sample(&words, 8).expect("eight words"), 1) - 0.5).abs() < 1e-12);
        assert_eq!(sample(&words, 11), None);
    }
}
