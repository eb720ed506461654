//! The tense of verbs: what broke is told in the past, how things are built and what they can hold in the present.

use std::ops::BitOr;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::languages::Language;

/// The tenses that a sentence's verbs can have, in the order of their numbers.
pub(super) const TENSES: [&str; 4] = ["none", "past", "present", "both"];

/// The tenses of a word, or of several together, as a verb of either language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tense {
    en: u8,
    pt: u8,
}

impl BitOr for Tense {
    type Output = Tense;

    fn bitor(self, other: Tense) -> Tense {
        Tense { en: self.en | other.en, pt: self.pt | other.pt }
    }
}

/// What the table says of words and of endings.
#[derive(Default)]
struct Verbs {
    words: FxHashMap<&'static str, u8>,
    endings: Vec<(&'static str, u8)>,
}

/// English verbs, then Portuguese ones.
static VERBS: LazyLock<[Verbs; 2]> = LazyLock::new(|| {
    let mut verbs = <[Verbs; 2]>::default();
    for row in crate::tables::rows(include_str!("../tables/tenses.tsv")) {
        let mut fields = row.split('\t');
        let (Some(word), Some(language), Some(name)) = (fields.next(), fields.next(), fields.next()) else { continue };
        let verbs = &mut verbs[usize::from(language == "pt")];
        // The names stand in the order of the bits, so that the number of a name is its bits.
        let tense = TENSES.iter().position(|known| *known == name).unwrap_or_default() as u8;
        match word.strip_prefix('*') {
            Some(ending) => verbs.endings.push((ending, tense)),
            None => drop(verbs.words.insert(word, tense)),
        }
    }
    verbs
});

impl Verbs {
    fn tense(&self, word: &str) -> u8 {
        let by_ending = || self.endings.iter().find(|(ending, _)| word.len() > ending.len() + 1 && word.ends_with(ending));
        self.words.get(word).copied().unwrap_or_else(|| by_ending().map_or(0, |&(_, tense)| tense))
    }
}

impl Tense {
    /// The tense of `word`, folded.
    pub(crate) fn of(word: &str) -> Tense {
        let [en, pt] = &*VERBS;
        Tense { en: en.tense(word), pt: pt.tense(word) }
    }

    /// Its number among [`TENSES`] in a text of this language.
    pub(super) fn number(self, language: Option<Language>) -> usize {
        usize::from(if language == Some(Language::Pt) { self.pt } else { self.en })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_speak_in_the_past_or_in_the_present() {
        for (sentence, language, expected) in [
            ("the node ran out of disk", Language::En, "past"),
            ("the index was rebuilt and is served again", Language::En, "both"),
            ("each node has 16 cores", Language::En, "present"),
            ("queue 380", Language::En, "none"),
            ("we need more speed", Language::En, "none"),
            ("o disco encheu de madrugada", Language::Pt, "past"),
            ("cada loja tem dois links", Language::Pt, "present"),
            ("meu museu", Language::Pt, "none"),
        ] {
            let tense = sentence.split(' ').map(Tense::of).fold(Tense::default(), BitOr::bitor);
            assert_eq!(TENSES[tense.number(Some(language))], expected, "{sentence}");
        }
    }

    #[test]
    fn the_table_is_sound() {
        let mut seen = std::collections::HashSet::new();
        for row in crate::tables::rows(include_str!("../tables/tenses.tsv")) {
            let [word, language, tense] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}: three fields") };
            assert!(["en", "pt"].contains(&language) && ["past", "present", "-"].contains(&tense), "{row}");
            assert!(seen.insert((word, language)), "{row} stands twice");
            let bare = word.trim_start_matches('*');
            let words = crate::features::words::Words::of(bare, &crate::tokens::scan(bare));
            assert!(words.places.len() == 1 && words.distinct.get(0) == bare, "{row}: one folded word");
        }
    }
}
