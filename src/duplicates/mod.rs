//! The same incident seen twice: the same page again, or a feed's entry and the postmortem that came later.
//!
//! Two records are one incident where
//!
//! - their texts share most runs of words, and neither their times nor their titles nor their other words contradict: two
//!   outages told by one template differ in these; or
//! - their titles name the same things and their times overlap.
//!
//! In doubt two records stay two: a row too many is seen, a lost incident is not. Memory is bounded: what was seen longest
//! ago is forgotten.

mod index;
mod sketch;
mod title;
mod when;

use crate::documents::Document;
use crate::incidents::Kind;
use crate::record::Record;
use index::{Generation, Keys};
use sketch::{Minima, WordSet};
use when::When;

/// Records in a generation; two generations are remembered.
const GENERATION: usize = 1 << 17;
/// Share of common runs of words that makes two texts the same, as far as it can be estimated.
const SAME_TEXT: f64 = 0.75;
/// Share of words that may have been exchanged where both texts are dated to the minute alike; numbers may not.
const OTHER_WORDS: f64 = 0.05;
/// An undated text of fewer words says too little to be known again.
const FEWEST_WORDS: usize = 12;

/// What is kept of a record to know its incident again.
#[derive(Debug, Clone)]
pub struct Fingerprint {
    place: String,
    keys: Keys,
    minima: Minima,
    words: WordSet,
    title: Option<u64>,
    when: When,
    /// Incidents alone are known again by title and times.
    incident: bool,
}

impl Fingerprint {
    /// The fingerprint of one of a document's records.
    pub fn of(document: &Document, record: &Record) -> Fingerprint {
        let text = record.span.of(&document.text);
        let words = sketch::words(text);
        let minima = Minima::of(&words);
        let when = When::of(record, document.date);
        let title = record.title.as_deref();
        let incident = record.kind == Kind::Incident;
        Fingerprint {
            place: format!("{}#{}", record.source, record.incident),
            keys: Keys {
                bands: minima.bands(when.digest()),
                title: title.and_then(title::subject).filter(|_| incident),
                days: when.days(),
            },
            words: WordSet::of(&words),
            title: title.map(title::digest),
            minima,
            when,
            incident,
        }
    }

    /// Are both of one incident?
    fn same_incident(&self, other: &Fingerprint) -> bool {
        let subject = self.incident && other.incident && self.keys.title.is_some() && self.keys.title == other.keys.title;
        (subject && self.when.overlaps(&other.when)) || self.same_text(other)
    }

    fn same_text(&self, other: &Fingerprint) -> bool {
        let titles_differ = self.title.zip(other.title).is_some_and(|(one, two)| one != two);
        if titles_differ || self.when.contradicts(&other.when) || self.minima.alike(&other.minima) < SAME_TEXT {
            return false;
        }
        let apart = self.words.apart(&other.words);
        if self.when.is_minute() && other.when.is_minute() {
            return apart.exchanged <= OTHER_WORDS && !apart.numbers;
        }
        // Without a date only a text that was added to is the same; what was exchanged makes it another.
        let long_enough = self.words.count.min(other.words.count) >= FEWEST_WORDS;
        apart.exchanged <= 0.0 && (long_enough || self.when.is_dated())
    }
}

/// The incidents seen so far.
///
/// ```
/// use raiz::{Document, Duplicates, Fingerprint, Pipeline};
/// let text = "On 3 May 2024 the ferry bookings were down from 14:02 to 14:40 UTC, because the disk was full.";
/// let (pipeline, mut seen) = (Pipeline::default(), Duplicates::default());
/// for (source, expected) in [("feed", None), ("page", Some("feed#0"))] {
///     let document = Document { source: source.into(), text: text.into(), ..Document::default() };
///     let record = &pipeline.tag_document(&document)[0];
///     assert_eq!(seen.first(Fingerprint::of(&document, record)).as_deref(), expected);
/// }
/// ```
#[derive(Debug, Default)]
pub struct Duplicates {
    /// What was seen before the present generation, and the present one.
    generations: [Generation; 2],
}

impl Duplicates {
    /// `source#incident` of the first record of the same incident; `None` for the first itself, which is remembered.
    pub fn first(&mut self, record: Fingerprint) -> Option<String> {
        let found = self.generations.iter().enumerate().find_map(|(at, seen)| Some((at, seen.find(&record)?)));
        let first = found.map(|(_, (first, _))| first.to_owned());
        // A copy of what is remembered for long teaches nothing.
        let known = found.is_some_and(|(generation, (_, copy))| generation == 1 && copy);
        if !known {
            if self.generations[1].len() >= GENERATION {
                self.generations.swap(0, 1);
                self.generations[1] = Generation::default();
            }
            self.generations[1].add(record, first.as_deref());
        }
        first
    }
}

#[cfg(test)]
mod tests;
