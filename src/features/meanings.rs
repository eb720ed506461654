//! What the phrases of a sentence mean, all found in one pass: how it speaks, terms that stand for a label, concepts.

use super::concepts::{self, CONCEPTS, Concept};
use super::cues::{self, Cues, Listener};
use super::phrases::{Fits, Phrases};
use crate::languages::Language;

/// What a phrase means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// How the sentence speaks: a class of cues.
    Cue(u32),
    /// What the sentence is about.
    Concept(Concept),
    /// A term of the lexicon: the number of the label that it stands for.
    Term(u32),
}

/// The phrases of the program's tables: cues and concepts.
pub(crate) fn of_tables() -> Phrases<Meaning> {
    let mut phrases = Phrases::new();
    phrases.add_table(cues::TABLE, |class| cues::class(class).map(Meaning::Cue));
    phrases.add_table(concepts::TABLE, |concept| CONCEPTS.number(concept).map(Meaning::Concept));
    phrases
}

/// What the phrases of a sentence mean. Words are counted from its first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Meant {
    /// How it speaks.
    pub(super) cues: Cues,
    /// Its concepts, each time with the place of its first word.
    pub(super) concepts: Vec<(Concept, u32)>,
    /// The labels whose terms stand in it, each once.
    pub(crate) terms: Vec<u32>,
}

impl Meant {
    /// What the phrases among `words` mean.
    pub(crate) fn of<'f>(
        phrases: &Phrases<Meaning>,
        words: impl ExactSizeIterator<Item = Fits<'f, Meaning>>,
        language: Option<Language>,
    ) -> Meant {
        let (mut meant, mut listener) = (Meant::default(), Listener::default());
        let count = words.len();
        phrases.find(words, language, |meaning, first, end| match meaning {
            Meaning::Cue(class) => listener.hear(class, first, end),
            Meaning::Concept(concept) => meant.concepts.push((concept, first as u32)),
            Meaning::Term(label) => meant.terms.push(label),
        });
        meant.cues = listener.heard(count);
        meant.terms.sort_unstable();
        meant.terms.dedup();
        meant
    }

    /// Put its concepts into `weighed`, each once, in the order of their numbers, with the weight of the word that weighs
    /// most.
    pub(crate) fn weigh_concepts(&self, weight: impl Fn(usize) -> f32, weighed: &mut Vec<(Concept, f32)>) {
        weighed.clear();
        weighed.extend(self.concepts.iter().map(|&(concept, first)| (concept, weight(first as usize))));
        weighed.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        weighed.dedup_by_key(|(concept, _)| *concept);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::features::phrases::Fit;
    use crate::features::words::Words;

    /// The words of a text, and what the phrases of the tables in it mean.
    pub(in crate::features) fn meant(text: &str, language: Option<Language>) -> (Vec<String>, Meant) {
        let words = Words::of(text, &crate::tokens::scan(text));
        let phrases = of_tables();
        let fits: Vec<Fit<Meaning>> = words.distinct.iter().map(|word| phrases.fit(word)).collect();
        let meant = Meant::of(&phrases, words.places.iter().map(|place| fits[place.word as usize].lent()), language);
        (words.places.iter().map(|place| words.distinct.get(place.word).to_owned()).collect(), meant)
    }

    fn concepts(text: &str, language: Language, weight: impl Fn(usize) -> f32) -> Vec<(&'static str, f32)> {
        let mut weighed = Vec::new();
        meant(text, Some(language)).1.weigh_concepts(weight, &mut weighed);
        weighed.into_iter().map(|(concept, weight)| (CONCEPTS.name(concept), weight)).collect()
    }

    #[test]
    fn words_of_both_languages_share_a_concept() {
        for (english, portuguese, concept) in
            [("a spike", "um pico", "surge"), ("it overheated", "superaqueceu", "cooling"), ("the cert", "o certificado", "cert")]
        {
            for (text, language) in [(english, Language::En), (portuguese, Language::Pt)] {
                assert!(concepts(text, language, |_| 1.0).contains(&(concept, 1.0)), "{text}");
            }
        }
        assert_eq!(concepts("the weather was nice", Language::En, |_| 1.0), []);
    }

    #[test]
    fn a_concept_counts_once_with_its_heaviest_word() {
        let found = concepts("spike after spike", Language::En, |place| if place == 2 { 1.0 } else { 0.5 });
        assert_eq!(found.into_iter().filter(|(concept, _)| *concept == "surge").collect::<Vec<_>>(), [("surge", 1.0)]);
    }

    #[test]
    fn phrases_of_all_kinds_are_found_at_once() {
        let mut phrases = of_tables();
        phrases.add("full disk", None, Meaning::Term(7));
        let words = ["down", "due", "to", "a", "full", "disk"];
        let fits = words.map(|word| phrases.fit(word));
        let meant = Meant::of(&phrases, fits.iter().map(Fit::lent), Some(Language::En));
        assert_eq!((meant.cues.clause, meant.terms), (Some(3..6), vec![7]));
        assert!(meant.concepts.iter().any(|&(concept, first)| CONCEPTS.name(concept) == "disk" && first >= 4), "{:?}", meant.concepts);
    }
}
