//! Texts in a few numbers each: how alike two are, and whether each has words that the other lacks.

use std::collections::BTreeSet;

use crate::tables;
use crate::tokens::{self, TokenKind};

/// Words in a run.
const RUN: usize = 3;
/// Hash functions, and so least values.
const FUNCTIONS: usize = 48;
/// Least values in a band: texts with one band in common are looked at.
const ROWS: usize = 4;
/// Bands of a text.
pub(super) const BANDS: usize = FUNCTIONS / ROWS;
/// Distinct words that are kept of a text, the same ones of all texts.
const KEPT: usize = 64;

/// A word or number of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word {
    /// As written, but for case and accents.
    written: u64,
    /// Is it a number?
    number: bool,
}

/// The words and numbers of `text`.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut folded = Vec::new();
    tokens::scan(text)
        .iter()
        .filter_map(|token| {
            folded.clear();
            match token.kind {
                TokenKind::Word => token.of(text).chars().for_each(|c| tables::fold_char(c, &mut folded)),
                TokenKind::Number => folded.extend_from_slice(token.of(text).as_bytes()),
                _ => return None,
            }
            Some(Word { written: hash(&folded), number: token.kind == TokenKind::Number })
        })
        .collect()
}

/// `MinHash`: of each of some hash functions the least value over all runs of words.
///
/// The share of functions on which two texts agree estimates the share of their runs that they have in common.
#[derive(Debug, Clone)]
pub(super) struct Minima([u16; FUNCTIONS]);

impl Minima {
    /// The least values of a text; numbers are levelled.
    pub(super) fn of(words: &[Word]) -> Minima {
        let mut least = [u32::MAX; FUNCTIONS];
        for run in words.windows(RUN.min(words.len()).max(1)) {
            let mut value = run.iter().fold(SEED, |state, word| mix(state, if word.number { 0 } else { word.written }));
            for least in &mut least {
                // Each function is a further step of one generator.
                value = value.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                *least = (*least).min((value >> 32) as u32);
            }
        }
        // The upper bits of a least value are mostly zero; the lower ones tell values apart.
        Minima(least.map(|value| value as u16))
    }

    /// The bands, each with `salt`.
    pub(super) fn bands(&self, salt: u64) -> [u64; BANDS] {
        std::array::from_fn(|band| {
            let rows = &self.0[band * ROWS..][..ROWS];
            rows.iter().fold(mix(salt, band as u64), |state, &value| mix(state, u64::from(value)))
        })
    }

    /// About what share of all their runs both texts have.
    pub(super) fn alike(&self, other: &Minima) -> f64 {
        let same = self.0.iter().zip(&other.0).filter(|(one, two)| one == two).count();
        same as f64 / FUNCTIONS as f64
    }
}

/// The distinct words of a text, or a sample of them: those of the least hashes, so that two texts' samples can be compared.
#[derive(Debug, Clone)]
pub(super) struct WordSet {
    /// All words and numbers of the text, repeated ones too.
    pub(super) count: usize,
    /// One value for all words in their order.
    pub(super) digest: u64,
    kept: Box<[u32]>,
    /// Are these all there are?
    whole: bool,
}

impl WordSet {
    /// The words of a text, numbers as written.
    pub(super) fn of(words: &[Word]) -> WordSet {
        // The last bit says whether it is a number.
        let value = |word: &Word| (mix(SEED, word.written) >> 32) as u32 & !1 | u32::from(word.number);
        let distinct: BTreeSet<u32> = words.iter().map(value).collect();
        let kept: Box<[u32]> = distinct.iter().take(KEPT).copied().collect();
        WordSet {
            count: words.len(),
            digest: words.iter().fold(SEED, |state, word| mix(state, word.written)),
            whole: kept.len() == distinct.len(),
            kept,
        }
    }

    /// What each of two texts has to itself.
    pub(super) fn apart(&self, other: &WordSet) -> Apart {
        // Beyond the last word of a sample nothing is known of its text.
        let end = |set: &WordSet| if set.whole { u32::MAX } else { set.kept.last().copied().unwrap_or(u32::MAX) };
        let end = end(self).min(end(other));
        let own = |set: &WordSet, others: &WordSet| {
            let known = &set.kept[..set.kept.partition_point(|&word| word <= end)];
            let own = known.iter().filter(|word| others.kept.binary_search(word).is_err());
            let numbers = own.clone().any(|word| word & 1 == 1);
            (own.count() as f64 / known.len().max(1) as f64, numbers)
        };
        let ((one, numbers), (two, other_numbers)) = (own(self, other), own(other, self));
        Apart { exchanged: one.min(two), numbers: numbers && other_numbers }
    }
}

/// What two texts do not have in common.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Apart {
    /// About what share of its words each has to itself, whichever has less: nothing where one only adds to the other.
    pub(super) exchanged: f64,
    /// Does each have numbers to itself?
    pub(super) numbers: bool,
}

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// One value of bytes, the same on every machine.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |state, &byte| (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// One value of two.
pub(super) fn mix(state: u64, value: u64) -> u64 {
    let mixed = (state.rotate_left(23) ^ value).wrapping_mul(SEED);
    mixed ^ (mixed >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text of the numbers in a range, as words.
    fn text(range: std::ops::Range<u32>) -> String {
        let letters = |number: u32| number.to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')).collect::<String>();
        range.map(|number| format!("w{} ", letters(number))).collect::<Vec<_>>().concat()
    }

    #[test]
    fn likeness_is_about_the_share_of_common_runs() {
        let whole = Minima::of(&words(&text(0..400)));
        // Runs of the longer text are those of both, so the share is that of the shorter one's length.
        for (part, expected) in [(0..400, 1.0), (0..320, 0.8), (0..200, 0.5), (1_000..1_400, 0.0)] {
            let found = whole.alike(&Minima::of(&words(&text(part.clone()))));
            assert!((found - expected).abs() <= 0.16, "{part:?}: {found}, not about {expected}");
        }
    }

    #[test]
    fn case_accents_marks_and_numbers_do_not_count_for_likeness() {
        let minima = |text: &str| Minima::of(&words(text));
        assert!(minima("Às 10h caíram 3 nós.").alike(&minima("as 22H, cairam 41 nos")) >= 1.0);
        assert!(minima("Caíram três nós da rede.").alike(&minima("Da rede caíram nós três.")) < 0.5);
    }

    #[test]
    fn words_of_ones_own_are_counted_on_both_sides() {
        let set = |text: &str| WordSet::of(&words(text));
        for (one, two, exchanged, numbers) in [
            ("a b c d", "a b c d e 5", 0.0, false),
            ("a b 12 c", "a b 13 c", 0.25, true),
            ("a b x c", "a b 13 c", 0.25, false),
            ("a b c d x", "a b c y", 0.25, false),
        ] {
            assert_eq!(set(one).apart(&set(two)), Apart { exchanged, numbers }, "{one} / {two}");
        }
        let (long, longer, other) = (set(&text(0..900)), set(&text(0..1_000)), set(&text(450..1_350)));
        assert!(long.apart(&longer).exchanged <= 0.0);
        assert!(long.apart(&other).exchanged > 0.3, "{:?}", long.apart(&other));
    }
}
