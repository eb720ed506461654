//! Texts that are the same or nearly so, found by the runs of words they share.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use crate::tables;
use crate::tokens::{self, TokenKind};

use super::report::Report;

/// Words in a run for whole texts: long enough that stock phrases do not count.
pub(super) const TEXT_SHINGLE: usize = 5;
/// Share of the shorter text's runs that make two texts near-duplicates.
pub(super) const TEXT_SHARE: f64 = 0.25;
/// Words in a run for single sentences.
pub(super) const SENTENCE_SHINGLE: usize = 3;
/// Share of the shorter sentence's runs that make two sentences near-duplicates.
pub(super) const SENTENCE_SHARE: f64 = 0.6;

/// A run of words in more texts than this is a stock phrase and counts for nothing, which keeps the work linear.
const STOCK_PHRASE: usize = 40;

/// Two texts, by index, and the share of the shorter one's runs of words that stand in both.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pair {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) share: f64,
}

/// Every pair of `texts` that shares at least `least` of the shorter one's runs of `length` words, in their order. A copy of
/// an earlier text is paired with that text alone, so that any number of copies stays linear and is not taken for a phrase.
pub(super) fn similar(texts: &[&str], length: usize, least: f64) -> Vec<Pair> {
    let shingles: Vec<Vec<u64>> = texts.iter().map(|text| shingles(text, length)).collect();
    let mut firsts: HashMap<&[u64], usize> = HashMap::with_capacity(shingles.len());
    let mut pairs: Vec<Pair> = Vec::new();
    let mut places: Vec<(u64, u32)> = Vec::with_capacity(shingles.iter().map(Vec::len).sum());
    for (text, runs) in shingles.iter().enumerate() {
        match firsts.entry(runs) {
            Entry::Occupied(first) => pairs.push(Pair { first: *first.get(), second: text, share: 1.0 }),
            Entry::Vacant(free) => {
                free.insert(text);
                places.extend(runs.iter().map(|&run| (run, text as u32)));
            }
        }
    }
    places.sort_unstable();
    let mut shared: HashMap<(u32, u32), u32> = HashMap::new();
    for group in places.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() <= STOCK_PHRASE) {
        for (at, (_, first)) in group.iter().enumerate() {
            for (_, second) in &group[at + 1..] {
                *shared.entry((*first, *second)).or_default() += 1;
            }
        }
    }
    pairs.extend(shared.into_iter().filter_map(|((first, second), count)| {
        let (first, second) = (first as usize, second as usize);
        let share = f64::from(count) / shingles[first].len().min(shingles[second].len()) as f64;
        (share >= least).then_some(Pair { first, second, share })
    }));
    pairs.sort_unstable_by_key(|pair| (pair.first, pair.second));
    pairs
}

/// The distinct runs of `length` words of `text`, as hashes; a shorter text is one run.
///
/// Case and accents do not count, and every number is the same number, so that a text varied by filling in other
/// figures is still the same.
fn shingles(text: &str, length: usize) -> Vec<u64> {
    let words = word_hashes(text);
    let mut runs: Vec<u64> = if words.len() < length { vec![hash_run(&words)] } else { words.windows(length).map(hash_run).collect() };
    runs.sort_unstable();
    runs.dedup();
    runs
}

/// One hash for all words of `text`: equal texts are equal but for case, accents, numbers, white space and punctuation.
pub(super) fn fingerprint(text: &str) -> u64 {
    hash_run(&word_hashes(text))
}

/// How many words and numbers `text` has.
pub(super) fn word_count(text: &str) -> usize {
    word_hashes(text).len()
}

/// The words and numbers of `text` as hashes: case and accents do not count, and every number is the same.
pub(super) fn word_hashes(text: &str) -> Vec<u64> {
    let mut folded = Vec::new();
    tokens::scan(text)
        .iter()
        .filter_map(|token| match token.kind {
            TokenKind::Word => {
                folded.clear();
                token.of(text).chars().for_each(|c| tables::fold_char(c, &mut folded));
                Some(hash(&folded))
            }
            TokenKind::Number => Some(hash(b"0")),
            _ => None,
        })
        .collect()
}

fn hash_run(words: &[u64]) -> u64 {
    words.iter().fold(SEED, |state, word| hash_on(state, &word.to_le_bytes()))
}

fn hash(bytes: &[u8]) -> u64 {
    hash_on(SEED, bytes)
}

/// FNV-1a, 64 bit: folds must be the same with every version of the compiler, which the standard hasher does not promise.
fn hash_on(state: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(state, |state, &byte| (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// Reports that tell one story: of one `family` or `source`, or near-duplicates. Gives each report's group as the index
/// of the group's first member.
pub(crate) fn families(reports: &[&Report]) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..reports.len()).collect();
    let mut named: BTreeMap<(bool, &str), usize> = BTreeMap::new();
    for (at, report) in reports.iter().enumerate() {
        let family = report.family.as_deref().map(|name| (false, name));
        let source = report.source.as_deref().map(|name| (true, name));
        for key in family.into_iter().chain(source) {
            let first = *named.entry(key).or_insert(at);
            join(&mut groups, first, at);
        }
    }
    let texts: Vec<&str> = reports.iter().map(|report| report.text.as_str()).collect();
    for pair in similar(&texts, TEXT_SHINGLE, TEXT_SHARE) {
        join(&mut groups, pair.first, pair.second);
    }
    (0..groups.len()).map(|at| root(&mut groups, at)).collect()
}

fn root(groups: &mut [usize], mut at: usize) -> usize {
    while groups[at] != at {
        // Shorter ways for whoever asks next.
        groups[at] = groups[groups[at]];
        at = groups[at];
    }
    at
}

/// The lower index becomes the group's name.
fn join(groups: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(groups, a), root(groups, b));
    groups[a.max(b)] = a.min(b);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_the_shorter_text() {
        // Runs of three: the first has 4 (abc bcd cde def), the second 2 (bcd cde), the third 1 of its own.
        let texts = ["a b c d e f", "b c d e", "x y z"];
        assert_eq!(similar(&texts, 3, 0.5), [Pair { first: 0, second: 1, share: 1.0 }]);
        // a b c d | b c d x: runs abc bcd | bcd cdx, one of two is shared.
        assert_eq!(similar(&["a b c d", "b c d x"], 3, 0.4), [Pair { first: 0, second: 1, share: 0.5 }]);
        assert_eq!(similar(&["a b c d", "b c d x"], 3, 0.6), []);
    }

    #[test]
    fn case_accents_and_numbers_do_not_count() {
        assert_eq!(fingerprint("Às 10h caíram 3 nós."), fingerprint("as 22H cairam 41 nos"));
        assert_ne!(fingerprint("Três nós caíram."), fingerprint("Caíram três nós."));
    }

    #[test]
    fn phrases_that_everybody_uses_make_no_pair() {
        let texts: Vec<String> = (0..=STOCK_PHRASE).map(|number| format!("we are sorry for this {}", "x".repeat(number + 1))).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        assert_eq!(similar(&texts, 5, 0.5), []);
        assert_eq!(similar(&texts[..3], 5, 0.5).len(), 3);
    }

    #[test]
    fn any_number_of_copies_is_found() {
        let texts = vec!["The shop of the town was shut, since the roof had come down on Monday."; 3 * STOCK_PHRASE];
        let pairs = similar(&texts, TEXT_SHINGLE, TEXT_SHARE);
        assert_eq!(pairs.len(), texts.len() - 1);
        assert!(pairs.iter().all(|pair| pair.first == 0 && pair.share > 0.99));
    }
}
