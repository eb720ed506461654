//! What the words of a sentence are about: *surge*, *spike* and *pico* are one concept, so that what is learnt with one
//! word, and in one language, holds for the others.
//!
//! The table is about incidents at large and knows nothing of labels; what a concept, or two of them in one sentence,
//! say about a cause is learnt.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use super::phrases::{Pattern, Phrases};
use super::words::Words;
use crate::languages::Language;

/// Number of a concept.
pub(crate) type Concept = u32;

/// Concepts by their words.
pub(crate) struct Concepts {
    phrases: Phrases,
    numbers: HashMap<&'static str, Concept>,
}

/// The table of the program.
pub(crate) static CONCEPTS: LazyLock<Concepts> = LazyLock::new(|| Concepts::read(include_str!("../tables/concepts.tsv")));

impl Concepts {
    /// Read a table `phrase  language  concept`; concepts are numbered as they first stand in it.
    fn read(rows: &'static str) -> Concepts {
        let mut names: Vec<&'static str> = Vec::new();
        let mut numbers = HashMap::new();
        for name in rows.lines().filter(|row| !row.starts_with('#')).filter_map(|row| row.rsplit('\t').next()) {
            numbers.entry(name).or_insert_with(|| {
                names.push(name);
                names.len() as Concept - 1
            });
        }
        Concepts { phrases: Phrases::read(rows, &names), numbers }
    }

    /// The concept of that name.
    pub(crate) fn number(&self, name: &str) -> Option<Concept> {
        self.numbers.get(name).copied()
    }

    /// The name of a concept.
    #[cfg(any(test, feature = "train"))]
    pub(crate) fn name(&self, concept: Concept) -> &'static str {
        self.numbers.iter().find(|&(_, &number)| number == concept).map_or("", |(name, _)| name)
    }

    /// The patterns of concepts that a word fits.
    pub(crate) fn fits(&self, word: &str) -> Vec<Pattern> {
        self.phrases.fits(word)
    }

    /// The concepts at `places`, each once, in the order of their numbers, with the weight of the word that weighs most;
    /// `patterns` gives those that a word fits.
    pub(crate) fn of<'f>(
        &self,
        patterns: impl Fn(u32) -> &'f [Pattern],
        words: &Words,
        places: Range<usize>,
        language: Option<Language>,
        weight: impl Fn(usize) -> f32,
    ) -> Vec<(Concept, f32)> {
        let mut found: Vec<(Concept, f32)> = Vec::new();
        let start = places.start;
        self.phrases.find(patterns, places.map(|place| words.places[place].word), language, |concept, first, _| {
            found.push((concept, weight(start + first)));
        });
        found.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        found.dedup_by_key(|(concept, _)| *concept);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn concepts(words: &Words, language: Language, weight: impl Fn(usize) -> f32) -> Vec<(Concept, f32)> {
        let fits: Vec<Vec<Pattern>> = words.distinct.iter().map(|word| CONCEPTS.fits(word)).collect();
        CONCEPTS.of(|word| &fits[word as usize], words, 0..words.places.len(), Some(language), weight)
    }

    fn names(text: &str, language: Language) -> Vec<&'static str> {
        let words = Words::of(text, &crate::tokens::scan(text));
        let found = concepts(&words, language, |_| 1.0);
        found.into_iter().map(|(concept, _)| CONCEPTS.name(concept)).collect()
    }

    #[test]
    fn words_of_both_languages_share_a_concept() {
        for (english, portuguese, concept) in
            [("a spike", "um pico", "surge"), ("it overheated", "superaqueceu", "cooling"), ("the cert", "o certificado", "cert")]
        {
            assert!(names(english, Language::En).contains(&concept), "{english}");
            assert!(names(portuguese, Language::Pt).contains(&concept), "{portuguese}");
        }
        assert_eq!(names("the weather was nice", Language::En), [""; 0]);
    }

    #[test]
    fn a_concept_counts_once_with_its_heaviest_word() {
        let text = "spike after spike";
        let words = Words::of(text, &crate::tokens::scan(text));
        let weight = |place: usize| if place == 2 { 1.0 } else { 0.5 };
        let found = concepts(&words, Language::En, weight);
        assert_eq!(
            found.iter().filter(|(concept, _)| Some(*concept) == CONCEPTS.number("surge")).collect::<Vec<_>>(),
            [&(CONCEPTS.number("surge").expect("in the table"), 1.0)]
        );
    }
}
