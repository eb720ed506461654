//! How a word opens a sentence: by asking for something to be done, telling what somebody did, or referring back.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::tables;

/// In the table for words that an [`Opening::Passed`] is.
const PASSED: &str = "passed";

/// What the first word of a sentence does: asks for something to be done, tells what somebody did, or refers to what was
/// said before, of which the sentence then tells the consequence.
pub(super) const OPENINGS: [&str; 3] = ["request", "deed", "reference"];
/// An opening that asks for something.
pub(super) const REQUEST: u8 = 0;
/// `This was caused by ...` refers back and names a cause all the same.
pub(super) const REFERENCE: u8 = 2;

/// How a word opens a sentence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Opening {
    /// It does nothing of the kind.
    #[default]
    Plain,
    /// It belongs to the time of a timeline's entry; the first word behind it tells what the entry is about.
    Passed,
    /// It is one of [`OPENINGS`].
    Does(u8),
}

/// First words that ask for or tell of something done, with their opening.
static WORDS: LazyLock<FxHashMap<&'static str, Opening>> = LazyLock::new(|| {
    let opening = |name: &str| match name {
        PASSED => Some(Opening::Passed),
        _ => OPENINGS.iter().position(|known| *known == name).map(|number| Opening::Does(number as u8)),
    };
    let rows = tables::rows(include_str!("../tables/openings.tsv"));
    rows.filter_map(|row| row.split_once('\t')).filter_map(|(word, name)| Some((word, opening(name)?))).collect()
});

impl Opening {
    /// How `word` opens a sentence.
    pub(crate) fn of(word: &str) -> Opening {
        if word.starts_with('0') {
            return Opening::Passed;
        }
        WORDS.get(word).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_open_sentences() {
        let openings = ["0h", "utc", "add", "this", "disk"].map(Opening::of);
        assert_eq!(openings, [Opening::Passed, Opening::Passed, Opening::Does(REQUEST), Opening::Does(REFERENCE), Opening::Plain]);
    }
}
