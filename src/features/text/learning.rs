//! Choosing the vocabulary of text features from a corpus.

use std::collections::HashMap;

use super::{ALONE, CONCEPTS, Concept, Group, GroupShape, Names, Result, Subwords, TextFeatures, concept_keys, grams, piece_keys};
use crate::features::words::Words;

/// How text features are chosen.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TextRecipe {
    /// Most features of each group, and its weight; 0 leaves the group out.
    pub(crate) groups: [(Group, usize, f32); 4],
    /// Shortest and longest character n-gram.
    pub(crate) lengths: [usize; 2],
    /// A feature must occur in so many texts.
    pub(crate) min_texts: u32,
    /// The power that rarities are raised to.
    pub(crate) power: f64,
}

/// Counts in how many texts each feature occurs.
#[derive(Debug, Default)]
pub(crate) struct TextLearner {
    texts: u32,
    numbers: HashMap<String, u32>,
    words: Vec<(String, u32)>,
    /// The parts of each word: numbers into `parts`.
    of_word: Vec<Vec<u32>>,
    pairs: HashMap<(u32, u32), u32>,
    parts: Vec<(String, Group, u32)>,
    part_numbers: HashMap<String, u32>,
    concepts: HashMap<(Concept, Concept), u32>,
}

impl TextLearner {
    /// See a text: the words of `document` at `places`, and its concepts.
    pub(crate) fn see(
        &mut self,
        document: &Words,
        places: std::ops::Range<usize>,
        concepts: &[(Concept, f32)],
        recipe: &TextRecipe,
        subwords: &Subwords,
    ) {
        self.texts += 1;
        for (key, _) in concept_keys(concepts) {
            *self.concepts.entry(key).or_insert(0) += 1;
        }
        let numbers: Vec<u32> =
            document.places[places].iter().map(|place| self.number(document.distinct.get(place.word), recipe, subwords)).collect();
        let mut pairs: Vec<(u32, u32)> = numbers.windows(2).map(|two| (two[0], two[1])).collect();
        pairs.sort_unstable();
        pairs.dedup();
        for pair in pairs {
            *self.pairs.entry(pair).or_insert(0) += 1;
        }
        let mut distinct = numbers;
        distinct.sort_unstable();
        distinct.dedup();
        let mut parts: Vec<u32> = Vec::new();
        for &word in &distinct {
            self.words[word as usize].1 += 1;
            parts.extend(&self.of_word[word as usize]);
        }
        parts.sort_unstable();
        parts.dedup();
        for part in parts {
            self.parts[part as usize].2 += 1;
        }
    }

    fn number(&mut self, word: &str, recipe: &TextRecipe, subwords: &Subwords) -> u32 {
        if let Some(&number) = self.numbers.get(word) {
            return number;
        }
        let number = self.words.len() as u32;
        self.numbers.insert(word.to_owned(), number);
        self.words.push((word.to_owned(), 0));
        let mut parts = Vec::new();
        if recipe.groups.iter().any(|&(group, most, _)| group == Group::Grams && most > 0) {
            grams(word, recipe.lengths, |gram| parts.push(self.part(format!("~{gram}"), Group::Grams)));
        }
        if recipe.groups.iter().any(|&(group, most, _)| group == Group::Pieces && most > 0) {
            for (first, second) in piece_keys(&subwords.pieces(word)) {
                let Some(mut name) = subwords.name(first).map(|name| format!("+{name}")) else { continue };
                if second != ALONE {
                    let Some(second) = subwords.name(second) else { continue };
                    name = format!("{name} {second}");
                }
                parts.push(self.part(name, Group::Pieces));
            }
        }
        self.of_word.push(parts);
        number
    }

    fn part(&mut self, name: String, group: Group) -> u32 {
        if let Some(&number) = self.part_numbers.get(&name) {
            return number;
        }
        let number = self.parts.len() as u32;
        self.part_numbers.insert(name.clone(), number);
        self.parts.push((name, group, 0));
        number
    }

    /// The features that occur often enough, the most frequent of each group.
    pub(crate) fn finish(self, recipe: &TextRecipe, subwords: &Subwords) -> Result<TextFeatures> {
        let mut groups = Vec::new();
        let (mut names, mut rarity) = (Vec::new(), Vec::new());
        for &(group, most, weight) in recipe.groups.iter().filter(|(_, most, _)| *most > 0) {
            let mut chosen: Vec<(u32, String)> = Vec::new();
            if group == Group::Words {
                let enough = |texts: u32| texts >= recipe.min_texts;
                chosen.extend(self.words.iter().filter(|word| enough(word.1)).map(|(word, texts)| (*texts, word.clone())));
                let pairs = self.pairs.iter().filter(|&(_, &texts)| enough(texts)).map(|(&(first, second), &texts)| {
                    (texts, format!("{} {}", self.words[first as usize].0, self.words[second as usize].0))
                });
                chosen.extend(pairs);
            } else if group == Group::Concepts {
                chosen.extend(self.concepts.iter().filter(|&(_, &texts)| texts >= recipe.min_texts).map(|(&(first, second), &texts)| {
                    let second = if second == ALONE { String::new() } else { format!(" {}", CONCEPTS.name(second)) };
                    (texts, format!("@{}{second}", CONCEPTS.name(first)))
                }));
            } else {
                let parts = self.parts.iter().filter(|part| part.1 == group && part.2 >= recipe.min_texts);
                chosen.extend(parts.map(|(name, _, texts)| (*texts, name.clone())));
            }
            chosen.sort_unstable_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
            chosen.truncate(most);
            if group == Group::Words {
                let words: std::collections::HashSet<String> =
                    chosen.iter().map(|(_, name)| name.clone()).filter(|name| !name.contains(' ')).collect();
                chosen.retain(|(_, name)| name.split(' ').all(|word| words.contains(word)));
            }
            groups.push(GroupShape { group, features: chosen.len(), weight });
            for (texts, name) in chosen {
                rarity.push((1.0 + f64::from(self.texts) / f64::from(texts)).ln().powf(recipe.power) as f32);
                names.push(name);
            }
        }
        TextFeatures::new(groups, recipe.lengths, Names::of_lines(&names.join("\n")), rarity, subwords)
    }
}
