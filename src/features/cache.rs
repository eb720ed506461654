//! What is known of words met before: a text repeats its words, and an archive repeats those of its texts.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::counts::{Counts, Row};
use super::phrases::Pattern;
use super::words::Words;

/// Words kept; a vocabulary that has grown larger is thrown away, so that no input fills the memory.
const MOST_WORDS: usize = 1 << 16;

/// What a word is by itself: the features it has, and the patterns of phrases that it fits.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct WordFacts {
    /// Its feature, where it is one.
    pub(crate) word: Option<u32>,
    /// The features of its parts.
    pub(crate) parts: Vec<u32>,
    /// Patterns of cues that it fits.
    pub(crate) cues: Vec<Pattern>,
    /// Patterns of the lexicon that it fits.
    pub(crate) terms: Vec<Pattern>,
    /// Patterns of concepts that it fits.
    pub(crate) concepts: Vec<Pattern>,
}

/// Where the facts of a word stand in [`Vocabulary::parts`] and [`Vocabulary::patterns`].
#[derive(Debug, Clone, Copy)]
struct Entry {
    word: u32,
    parts: [u32; 2],
    cues: [u32; 2],
    terms: [u32; 2],
    concepts: [u32; 2],
}

/// In place of a word's feature: it is none.
const NO_FEATURE: u32 = u32::MAX;

/// Facts of words, each worked out once.
#[derive(Debug, Default)]
struct Vocabulary {
    numbers: FxHashMap<Box<str>, u32>,
    entries: Vec<Entry>,
    parts: Vec<u32>,
    patterns: Vec<Pattern>,
}

impl Vocabulary {
    fn number(&mut self, word: &str, facts: impl Fn(&str) -> WordFacts) -> u32 {
        if let Some(&number) = self.numbers.get(word) {
            return number;
        }
        let facts = facts(word);
        let number = self.entries.len() as u32;
        let parts = append(&mut self.parts, &facts.parts);
        let cues = append(&mut self.patterns, &facts.cues);
        let terms = append(&mut self.patterns, &facts.terms);
        let concepts = append(&mut self.patterns, &facts.concepts);
        self.entries.push(Entry { word: facts.word.unwrap_or(NO_FEATURE), parts, cues, terms, concepts });
        self.numbers.insert(word.into(), number);
        number
    }
}

fn append(all: &mut Vec<u32>, more: &[u32]) -> [u32; 2] {
    let from = all.len() as u32;
    all.extend_from_slice(more);
    [from, all.len() as u32]
}

fn within(all: &[u32], [from, to]: [u32; 2]) -> &[u32] {
    all.get(from as usize..to as usize).unwrap_or_default()
}

/// What a thread has before it while it reads a document.
#[derive(Debug, Default)]
struct Desk {
    vocabulary: Vocabulary,
    counts: Counts,
    row: Row,
}

/// Facts of words, kept between documents. It makes nothing but time: what it gives is what the word alone would give.
///
/// Each thread takes a desk of its own for as long as it reads a document, so that none waits for another.
#[derive(Debug, Default)]
pub(crate) struct WordCache {
    idle: Mutex<Vec<Desk>>,
}

impl WordCache {
    /// The facts of each distinct word of a document; `facts` works out those of a word not met before.
    pub(crate) fn facts(&self, words: &Words, facts: impl Fn(&str) -> WordFacts) -> Facts<'_> {
        // A thread that fell leaves whole entries behind, so the lock's poison says nothing.
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut desk = idle.unwrap_or_default();
        let entry = |word| {
            let number = desk.vocabulary.number(word, &facts);
            desk.vocabulary.entries[number as usize]
        };
        let known = words.distinct.iter().map(entry).collect();
        Facts { cache: self, known: Known { entries: known, vocabulary: desk.vocabulary }, counts: desk.counts, row: desk.row }
    }
}

/// The facts of a document's distinct words, by their numbers, and room to count features.
#[derive(Debug)]
pub(crate) struct Facts<'c> {
    cache: &'c WordCache,
    known: Known,
    counts: Counts,
    row: Row,
}

/// The facts of a document's distinct words, by their numbers.
#[derive(Debug)]
pub(super) struct Known {
    entries: Vec<Entry>,
    vocabulary: Vocabulary,
}

impl Known {
    /// The feature of a word, and those of its parts.
    pub(super) fn features(&self, word: u32) -> (Option<u32>, &[u32]) {
        let Some(entry) = self.entries.get(word as usize) else { return (None, &[]) };
        (Some(entry.word).filter(|&word| word != NO_FEATURE), within(&self.vocabulary.parts, entry.parts))
    }
}

impl Facts<'_> {
    /// What is needed to count the features of words, and a row to put them into.
    pub(super) fn counting(&mut self) -> (&Known, &mut Counts, &mut Row) {
        (&self.known, &mut self.counts, &mut self.row)
    }

    /// The patterns of cues that a word fits.
    pub(crate) fn cues(&self, word: u32) -> &[Pattern] {
        self.patterns(word, |entry| entry.cues)
    }

    /// The patterns of the lexicon that a word fits.
    pub(crate) fn terms(&self, word: u32) -> &[Pattern] {
        self.patterns(word, |entry| entry.terms)
    }

    /// The patterns of concepts that a word fits.
    pub(crate) fn concepts(&self, word: u32) -> &[Pattern] {
        self.patterns(word, |entry| entry.concepts)
    }

    fn patterns(&self, word: u32, which: impl Fn(&Entry) -> [u32; 2]) -> &[Pattern] {
        self.known.entries.get(word as usize).map_or(&[], |entry| within(&self.known.vocabulary.patterns, which(entry)))
    }
}

impl Drop for Facts<'_> {
    fn drop(&mut self) {
        let mut vocabulary = std::mem::take(&mut self.known.vocabulary);
        if vocabulary.entries.len() > MOST_WORDS {
            vocabulary = Vocabulary::default();
        }
        let desk = Desk { vocabulary, counts: std::mem::take(&mut self.counts), row: std::mem::take(&mut self.row) };
        self.cache.idle.lock().unwrap_or_else(PoisonError::into_inner).push(desk);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_word_is_worked_out_once_and_always_the_same() {
        let (cache, worked_out) = (WordCache::default(), Cell::new(0));
        let plain = |word: &str| WordFacts {
            word: (word != "full").then_some(word.len() as u32),
            parts: word.bytes().map(u32::from).collect(),
            cues: vec![7],
            terms: word.bytes().take(2).map(u32::from).collect(),
            concepts: word.bytes().skip(3).map(u32::from).collect(),
        };
        let counted = |word: &str| {
            worked_out.set(worked_out.get() + 1);
            plain(word)
        };
        for text in ["disk full disco", "full disk", "disco"] {
            let words = Words::of(text, &crate::tokens::scan(text));
            let facts = cache.facts(&words, counted);
            for (number, word) in words.distinct.iter().enumerate() {
                let expected = plain(word);
                let number = number as u32;
                assert_eq!(facts.known.features(number), (expected.word, expected.parts.as_slice()), "{word}");
                assert_eq!((facts.cues(number), facts.terms(number)), (expected.cues.as_slice(), expected.terms.as_slice()), "{word}");
                assert_eq!(facts.concepts(number), expected.concepts, "{word}");
            }
        }
        assert_eq!(worked_out.get(), 3);
    }
}
