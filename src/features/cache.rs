//! What is known of words met before: a text repeats its words, and an archive repeats those of its texts.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::openings::Opening;
use super::phrases::Pattern;
#[cfg(any(test, feature = "train"))]
use super::rows::Row;
use super::text::OF_WORD;
use super::words::Words;

/// Words kept; a vocabulary that has grown larger is thrown away, so that no input fills the memory.
const MOST_WORDS: usize = 1 << 16;

/// So many answers are added up at a time: as many as a model has, of causes and of kinds, fit into three registers.
pub(crate) const LANES: usize = 24;

/// What a word adds to the margins of [`LANES`] answers, for each group of features.
pub(crate) type Shares = [[f32; LANES]; OF_WORD];

/// What a word is by itself: what it adds to a sentence, and the patterns of phrases that it fits.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct WordFacts {
    /// Its feature, where it is one.
    pub(crate) feature: Option<u32>,
    /// The sum of the squared values of each group.
    pub(crate) squares: [f32; OF_WORD],
    /// What it adds to all answers, [`LANES`] at a time; nothing for those who learn.
    pub(crate) shares: Vec<Shares>,
    /// Its features, for those who learn.
    #[cfg(any(test, feature = "train"))]
    pub(crate) row: Row,
    /// The patterns of phrases that it fits.
    pub(crate) patterns: Vec<Pattern>,
    /// How it opens a sentence.
    pub(crate) opening: Opening,
}

/// The facts of a word, and where the others stand in a [`Vocabulary`].
#[derive(Debug, Clone, Copy)]
struct Entry {
    feature: u32,
    squares: [f32; OF_WORD],
    shares: u32,
    #[cfg(any(test, feature = "train"))]
    row: [u32; 2],
    patterns: [u32; 2],
    opening: Opening,
}

/// In place of a word's feature: it is none.
const NO_FEATURE: u32 = u32::MAX;

/// Facts of words, each worked out once.
#[derive(Debug, Default)]
struct Vocabulary {
    numbers: FxHashMap<Box<str>, u32>,
    entries: Vec<Entry>,
    shares: Vec<Shares>,
    #[cfg(any(test, feature = "train"))]
    rows: Vec<(u32, f32)>,
    patterns: Vec<Pattern>,
}

impl Vocabulary {
    fn number(&mut self, word: &str, facts: impl Fn(&str) -> WordFacts) -> u32 {
        if let Some(&number) = self.numbers.get(word) {
            return number;
        }
        let facts = facts(word);
        let number = self.entries.len() as u32;
        let shares = self.shares.len() as u32;
        self.shares.extend(facts.shares);
        self.entries.push(Entry {
            feature: facts.feature.unwrap_or(NO_FEATURE),
            squares: facts.squares,
            shares,
            #[cfg(any(test, feature = "train"))]
            row: append(&mut self.rows, facts.row.iter()),
            patterns: append(&mut self.patterns, facts.patterns),
            opening: facts.opening,
        });
        self.numbers.insert(word.into(), number);
        number
    }
}

fn append<T>(all: &mut Vec<T>, more: impl IntoIterator<Item = T>) -> [u32; 2] {
    let from = all.len() as u32;
    all.extend(more);
    [from, all.len() as u32]
}

fn within<T>(all: &[T], [from, to]: [u32; 2]) -> &[T] {
    all.get(from as usize..to as usize).unwrap_or_default()
}

/// Facts of words, kept between documents. It makes nothing but time: what it gives is what the word alone would give.
///
/// Each thread takes a vocabulary of its own for as long as it reads a document, so that none waits for another.
#[derive(Debug, Default)]
pub(crate) struct WordCache {
    idle: Mutex<Vec<Vocabulary>>,
}

impl WordCache {
    /// The facts of each distinct word of a document; `facts` works out those of a word not met before.
    pub(crate) fn facts(&self, words: &Words, facts: impl Fn(&str) -> WordFacts) -> Facts<'_> {
        // A thread that fell leaves whole entries behind, so the lock's poison says nothing.
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut vocabulary = idle.unwrap_or_default();
        let entry = |word| {
            let number = vocabulary.number(word, &facts);
            vocabulary.entries[number as usize]
        };
        let entries = words.distinct.iter().map(entry).collect();
        Facts { cache: self, entries, vocabulary }
    }
}

/// The facts of a document's distinct words, by their numbers.
#[derive(Debug)]
pub(crate) struct Facts<'c> {
    cache: &'c WordCache,
    entries: Vec<Entry>,
    vocabulary: Vocabulary,
}

impl Facts<'_> {
    /// How many words are known.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The feature of a word, where it is one.
    #[inline]
    pub(super) fn feature(&self, word: u32) -> Option<u32> {
        self.entries.get(word as usize).map(|entry| entry.feature).filter(|&feature| feature != NO_FEATURE)
    }

    /// The sum of the squared values of each group of a word's features.
    #[inline]
    pub(super) fn squares(&self, word: u32) -> [f32; OF_WORD] {
        self.entries.get(word as usize).map_or([0.0; OF_WORD], |entry| entry.squares)
    }

    /// What a word adds to the answers of a block.
    #[inline]
    pub(crate) fn shares(&self, word: u32, block: usize) -> Option<&Shares> {
        self.vocabulary.shares.get(self.entries.get(word as usize)?.shares as usize + block)
    }

    /// The features of a word with their values.
    #[cfg(any(test, feature = "train"))]
    pub(super) fn row(&self, word: u32) -> impl Iterator<Item = (u32, f32)> + '_ {
        self.entries.get(word as usize).map_or(&[][..], |entry| within(&self.vocabulary.rows, entry.row)).iter().copied()
    }

    /// The patterns of phrases that a word fits.
    #[inline]
    pub(crate) fn patterns(&self, word: u32) -> &[Pattern] {
        self.entries.get(word as usize).map_or(&[], |entry| within(&self.vocabulary.patterns, entry.patterns))
    }

    /// How a word opens a sentence.
    pub(super) fn opening(&self, word: u32) -> Opening {
        self.entries.get(word as usize).map_or(Opening::default(), |entry| entry.opening)
    }
}

impl Drop for Facts<'_> {
    fn drop(&mut self) {
        let mut vocabulary = std::mem::take(&mut self.vocabulary);
        if vocabulary.entries.len() > MOST_WORDS {
            vocabulary = Vocabulary::default();
        }
        self.cache.idle.lock().unwrap_or_else(PoisonError::into_inner).push(vocabulary);
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
            feature: (word != "full").then_some(word.len() as u32),
            squares: [word.len() as f32, 0.5, 0.0],
            shares: vec![[[word.len() as f32; LANES]; OF_WORD], [[0.25; LANES]; OF_WORD]],
            row: Row { features: word.bytes().map(u32::from).collect(), values: word.bytes().map(f32::from).collect() },
            patterns: word.bytes().skip(3).map(u32::from).collect(),
            opening: if word == "full" { Opening::Passed } else { Opening::Plain },
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
                assert_eq!((facts.feature(number), facts.squares(number)), (expected.feature, expected.squares), "{word}");
                assert_eq!([0, 1].map(|block| facts.shares(number, block)), [0, 1].map(|block| expected.shares.get(block)), "{word}");
                assert!(facts.row(number).eq(expected.row.iter()), "{word}");
                assert_eq!((facts.patterns(number), facts.opening(number)), (expected.patterns.as_slice(), expected.opening), "{word}");
            }
        }
        assert_eq!(worked_out.get(), 3);
    }
}
