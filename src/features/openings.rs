//! How a word opens a sentence: by asking for something to be done, telling what somebody did, or referring back.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

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
static WORDS: LazyLock<FxHashMap<&'static str, u8>> = LazyLock::new(|| {
    let rows = include_str!("../tables/openings.tsv").lines().filter(|row| !row.starts_with('#'));
    rows.filter_map(|row| row.split_once('\t'))
        .filter_map(|(word, name)| Some((word, OPENINGS.iter().position(|known| *known == name)? as u8)))
        .collect()
});

/// Words that belong to the time of a timeline's entry.
const CLOCK_WORDS: [&str; 12] = ["am", "pm", "utc", "gmt", "bst", "cet", "cest", "pst", "pdt", "est", "edt", "h"];

impl Opening {
    /// How `word` opens a sentence.
    pub(crate) fn of(word: &str) -> Opening {
        if word.starts_with('0') || CLOCK_WORDS.contains(&word) {
            return Opening::Passed;
        }
        WORDS.get(word).map_or(Opening::Plain, |&opening| Opening::Does(opening))
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
