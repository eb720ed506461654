//! What a sentence says, taken apart: its words, what lies between them, and how much each group of features counts.
//!
//! A feature lies within one word (the word itself, its n-grams and subwords) or between several (pairs of words,
//! concepts). What a word adds is the same in every sentence but for a factor for each group, so that it is worked out
//! once, when the word is first met; a sentence is then a sum over its words and what lies between them.

use super::{Concept, GROUPS, Group, TextFeatures, concept_keys};
use crate::features::cache::Known;
#[cfg(any(test, feature = "train"))]
use crate::features::rows::Row;

/// What a sentence says. Kept between sentences to save allocations.
#[derive(Debug, Default)]
pub(crate) struct Said {
    /// Its words, by their numbers, each with its weight.
    pub(crate) words: Vec<(u32, f32)>,
    /// Its pairs of neighbouring words with their values.
    pub(crate) pairs: Vec<(u32, f32)>,
    /// Its concepts and pairs of them with their values.
    pub(crate) concepts: Vec<(u32, f32)>,
    /// What the values of each group are multiplied by.
    pub(crate) factors: [f32; GROUPS],
    /// For each known word the sum of its weights in this sentence so far.
    met: Vec<f32>,
}

impl TextFeatures {
    /// Take a sentence apart: the numbers of its words among those that are known, each with its weight, and its
    /// concepts with theirs.
    pub(crate) fn say(&self, known: &Known, words: impl Iterator<Item = (u32, f32)>, concepts: &[(Concept, f32)], said: &mut Said) {
        said.words.clear();
        said.pairs.clear();
        said.concepts.clear();
        said.met.resize(known.len(), 0.0);
        let mut squares = [0.0_f32; GROUPS];
        let mut last: Option<(u32, f32)> = None;
        for (word, weight) in words {
            said.words.push((word, weight));
            let (feature, own) = known.own(word);
            // A word that stands twice is one feature with twice the value.
            let met = &mut said.met[word as usize];
            let grown = weight * (2.0 * *met + weight);
            *met += weight;
            for (sum, square) in squares.iter_mut().zip(own) {
                *sum += grown * square;
            }
            let this = feature.map(|feature| (feature, weight));
            if let Some(((before, weight_before), (word, weight))) = last.zip(this)
                && let Some(&pair) = self.pairs.get(&(before, word))
            {
                let value = self.rarity[pair as usize] * weight.min(weight_before);
                said.pairs.push((pair, value));
                squares[Group::Words as usize] += value * value;
            }
            last = this;
        }
        for (word, _) in &said.words {
            said.met[*word as usize] = 0.0;
        }
        for (key, weight) in concept_keys(concepts) {
            if let Some(&feature) = self.concepts.get(&key) {
                let value = self.rarity[feature as usize] * weight;
                said.concepts.push((feature, value));
                squares[Group::Concepts as usize] += value * value;
            }
        }
        said.factors = self.factors(&squares);
    }

    /// What the values of each group are multiplied by, the sum of whose squares is this: that gives each group the length
    /// of its weight, and then all of them together length 1.
    ///
    /// The squares are those of each word, pair and concept by itself. Different words that share a part make the length a
    /// little longer than 1; in return a word's squares are known without its neighbours.
    fn factors(&self, squares: &[f32; GROUPS]) -> [f32; GROUPS] {
        let groups = || squares.iter().zip(&self.weights);
        let whole: f32 = groups().filter(|&(&squares, _)| squares > 0.0).map(|(_, weight)| weight * weight).sum();
        let mut factors = [0.0; GROUPS];
        for (factor, (&squares, weight)) in factors.iter_mut().zip(groups()) {
            if squares > 0.0 && whole > 0.0 {
                *factor = weight / (squares * whole).sqrt();
            }
        }
        factors
    }

    /// The same as a sparse vector, for models to learn from; the words' rows must be known.
    #[cfg(any(test, feature = "train"))]
    pub(crate) fn row(&self, known: &Known, said: &Said) -> Row {
        let of_words = said.words.iter().flat_map(|&(word, weight)| known.row(word).map(move |(feature, value)| (feature, weight * value)));
        let mut values: Vec<(u32, f32)> = of_words.chain(said.pairs.iter().copied()).chain(said.concepts.iter().copied()).collect();
        for (feature, value) in &mut values {
            *value *= said.factors[self.group(*feature) as usize];
        }
        Row::of(values)
    }
}
