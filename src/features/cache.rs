//! What is known of words met before: a text repeats its words, and an archive repeats those of its texts.

use std::sync::{Mutex, PoisonError};

use super::meanings::Meaning;
use super::openings::Opening;
use super::phrases::{Fit, Fits, Pattern, Start};
#[cfg(any(test, feature = "train"))]
use super::rows::Row;
use super::tenses::Tense;
use super::text::{OF_WORD, Said};
use super::words::{Distinct, Place};
use crate::languages::Language;
use crate::tokens::Token;

/// Words kept; a vocabulary that has grown larger is thrown away, so that no input fills the memory.
const MOST_WORDS: usize = 1 << 16;
/// The same for their bytes: what has no blanks is one word, however long.
const MOST_BYTES: usize = 1 << 22;

/// A document of more tokens is read at a desk of its own, and no more different words of it than this are seen: memory
/// stays bounded, and what is seen depends on the document alone.
const MOST_IN_DOCUMENT: usize = 1 << 18;
/// Places that a desk keeps room for.
const MOST_PLACES: usize = 1 << 20;

/// So many answers are added up at a time: as many as a model has, of causes and of kinds, fit into three registers.
pub(crate) const LANES: usize = 24;

/// What a word adds to the margins of [`LANES`] answers, for each group of features.
pub(crate) type Shares = [[f32; LANES]; OF_WORD];

/// What a word is by itself: what it adds to a sentence, and how it fits into phrases.
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
    /// How it fits into phrases.
    pub(crate) fit: Fit<Meaning>,
    /// How it opens a sentence.
    pub(crate) opening: Opening,
    /// Its tense, where it is a verb.
    pub(crate) tense: Tense,
}

/// The facts of a word, and where the others stand in [`Known`].
#[derive(Debug, Clone, Copy)]
struct Entry {
    feature: u32,
    squares: [f32; OF_WORD],
    shares: u32,
    #[cfg(any(test, feature = "train"))]
    row: [u32; 2],
    inner: [u32; 2],
    starts: [u32; 2],
    alone: [u32; 2],
    opening: Opening,
    tense: Tense,
}

/// In place of a word's feature: it is none.
const NO_FEATURE: u32 = u32::MAX;

/// The words met before with their facts, each worked out once, and the places of those in the document that is read.
#[derive(Debug, Default)]
pub(crate) struct Known {
    words: Distinct,
    places: Vec<Place>,
    entries: Vec<Entry>,
    shares: Vec<Shares>,
    #[cfg(any(test, feature = "train"))]
    rows: Vec<(u32, f32)>,
    inner: Vec<Pattern>,
    starts: Vec<Start>,
    alone: Vec<(Option<Language>, Meaning)>,
}

impl Known {
    /// Read a document; `facts` works out those of a word not met before. Words beyond `most` are passed over.
    fn read(&mut self, text: &str, tokens: &[Token], most: usize, facts: impl Fn(&str) -> WordFacts) {
        self.words.read(text, tokens, most, &mut self.places);
        for number in self.entries.len()..self.words.len() {
            let facts = facts(self.words.get(number as u32));
            let shares = self.shares.len() as u32;
            self.shares.extend(facts.shares);
            self.entries.push(Entry {
                feature: facts.feature.unwrap_or(NO_FEATURE),
                squares: facts.squares,
                shares,
                #[cfg(any(test, feature = "train"))]
                row: append(&mut self.rows, facts.row.iter()),
                inner: append(&mut self.inner, facts.fit.inner),
                starts: append(&mut self.starts, facts.fit.starts),
                alone: append(&mut self.alone, facts.fit.alone),
                opening: facts.opening,
                tense: facts.tense,
            });
        }
    }

    /// The words of the document, in their order.
    pub(crate) fn places(&self) -> &[Place] {
        &self.places
    }

    /// How many words are known.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The feature of a word, where it is one, and the sum of the squared values of each group of its features.
    #[inline]
    pub(super) fn own(&self, word: u32) -> (Option<u32>, &[f32; OF_WORD]) {
        let entry = &self.entries[word as usize];
        (Some(entry.feature).filter(|&feature| feature != NO_FEATURE), &entry.squares)
    }

    /// What a word adds to the answers of a block.
    #[inline]
    pub(crate) fn shares(&self, word: u32, block: usize) -> Option<&Shares> {
        self.shares.get(self.entries[word as usize].shares as usize + block)
    }

    /// The features of a word with their values.
    #[cfg(any(test, feature = "train"))]
    pub(super) fn row(&self, word: u32) -> impl Iterator<Item = (u32, f32)> + '_ {
        within(&self.rows, self.entries[word as usize].row).iter().copied()
    }

    /// How a word fits into phrases.
    #[inline]
    pub(crate) fn fits(&self, word: u32) -> Fits<'_, Meaning> {
        let entry = &self.entries[word as usize];
        let (inner, starts) = (within(&self.inner, entry.inner), within(&self.starts, entry.starts));
        Fits { inner, starts, alone: within(&self.alone, entry.alone) }
    }

    /// How a word opens a sentence.
    pub(super) fn opening(&self, word: u32) -> Opening {
        self.entries[word as usize].opening
    }

    /// The tense of a word.
    pub(super) fn tense(&self, word: u32) -> Tense {
        self.entries[word as usize].tense
    }
}

fn append<T>(all: &mut Vec<T>, more: impl IntoIterator<Item = T>) -> [u32; 2] {
    let from = all.len() as u32;
    all.extend(more);
    [from, all.len() as u32]
}

#[inline]
fn within<T>(all: &[T], [from, to]: [u32; 2]) -> &[T] {
    all.get(from as usize..to as usize).unwrap_or_default()
}

/// What a thread has before it while it reads a document.
#[derive(Debug, Default)]
struct Desk {
    known: Known,
    said: Said,
}

/// Facts of words, kept between documents. It makes nothing but time: what it gives is what the word alone would give.
///
/// Each thread takes a desk of its own for as long as it reads a document, so that none waits for another.
#[derive(Debug, Default)]
pub(crate) struct WordCache {
    idle: Mutex<Vec<Desk>>,
}

impl WordCache {
    /// The facts of the words of `tokens`, which belong to `text`; `facts` works out those of a word not met before.
    pub(crate) fn read(&self, text: &str, tokens: &[Token], facts: impl Fn(&str) -> WordFacts) -> Facts<'_> {
        let large = tokens.len() > MOST_IN_DOCUMENT;
        // A desk is put back whole or not at all, so the lock's poison says nothing.
        let idle = if large { None } else { self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop() };
        let mut desk = idle.unwrap_or_default();
        desk.known.read(text, tokens, if large { MOST_IN_DOCUMENT } else { usize::MAX }, facts);
        Facts { cache: self, desk }
    }
}

/// The words of a document with their facts.
#[derive(Debug)]
pub(crate) struct Facts<'c> {
    cache: &'c WordCache,
    desk: Desk,
}

impl Facts<'_> {
    /// The words, and room to take a sentence apart.
    pub(crate) fn saying(&mut self) -> (&Known, &mut Said) {
        (&self.desk.known, &mut self.desk.said)
    }
}

impl Drop for Facts<'_> {
    fn drop(&mut self) {
        let desk = std::mem::take(&mut self.desk);
        let known = &desk.known;
        let small = known.len() <= MOST_WORDS && known.words.bytes() <= MOST_BYTES && known.places.capacity() <= MOST_PLACES;
        // Whoever fell while reading may have left a sentence half taken apart.
        if small && !std::thread::panicking() {
            self.cache.idle.lock().unwrap_or_else(PoisonError::into_inner).push(desk);
        }
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
            fit: Fit {
                inner: word.bytes().skip(3).map(u32::from).collect(),
                starts: word.bytes().take(2).map(u32::from).collect(),
                alone: vec![(None, Meaning::Term(word.len() as u32))],
            },
            opening: if word == "full" { Opening::Passed } else { Opening::Plain },
            tense: Tense::of(word),
        };
        let counted = |word: &str| {
            worked_out.set(worked_out.get() + 1);
            plain(word)
        };
        for text in ["disk full disco", "full disk", "disco"] {
            let mut facts = cache.read(text, &crate::tokens::scan(text), counted);
            let (known, _) = facts.saying();
            assert_eq!(known.places().len(), text.split(' ').count());
            for (place, word) in known.places().iter().zip(text.split(' ')) {
                let (expected, number) = (plain(word), place.word);
                assert_eq!(known.own(number), (expected.feature, &expected.squares), "{word}");
                assert_eq!([0, 1].map(|block| known.shares(number, block)), [0, 1].map(|block| expected.shares.get(block)), "{word}");
                assert!(known.row(number).eq(expected.row.iter()), "{word}");
                let fits = known.fits(number);
                let fit = Fit { inner: fits.inner.to_vec(), starts: fits.starts.to_vec(), alone: fits.alone.to_vec() };
                assert_eq!((fit, known.opening(number)), (expected.fit, expected.opening), "{word}");
                assert_eq!(known.tense(number), expected.tense, "{word}");
            }
        }
        assert_eq!(worked_out.get(), 3);
    }
}
