//! What a sentence says, as a sparse vector: its words, pairs of words, parts of words.

#[cfg(feature = "train")]
mod learning;
mod said;

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::{FxBuildHasher, FxHashMap};
use serde::{Deserialize, Serialize};

use super::concepts::{CONCEPTS, Concept};
use super::names::Names;
use super::rows::Row;
use crate::error::{Error, ErrorKind, Result};
use crate::subwords::Subwords;

#[cfg(feature = "train")]
pub(crate) use learning::{TextLearner, TextRecipe};
pub(crate) use said::Said;

/// The groups of text features. Each is scaled to length 1 before they are weighed against each other, so that
/// the many parts of words do not drown the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Group {
    /// Words and pairs of neighbouring words; a pair's name holds a blank.
    Words,
    /// Character n-grams within a word, `^` and `$` marking its ends; names begin with `~`.
    Grams,
    /// Subwords and pairs of them within a word; names begin with `+`.
    Pieces,
    /// Concepts and pairs of them in one sentence; names begin with `@`.
    Concepts,
}

/// How many groups there are.
pub(crate) const GROUPS: usize = 4;
/// How many of them have features that lie within one word; they come first.
pub(crate) const OF_WORD: usize = 3;

/// The size and weight of a group.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct GroupShape {
    /// Which group.
    pub(crate) group: Group,
    /// How many features it has; groups stand one after the other.
    pub(crate) features: usize,
    /// Its weight against the others.
    pub(crate) weight: f32,
}

/// Turns words into sparse vectors over a closed vocabulary.
#[derive(Debug)]
pub(crate) struct TextFeatures {
    groups: Vec<GroupShape>,
    /// The weight of every group; 0 where there is none.
    weights: [f32; GROUPS],
    lengths: [usize; 2],
    names: Names,
    rarity: Vec<f32>,
    /// The features of words and of n-grams by their names.
    numbers: HashTable<u32>,
    pairs: FxHashMap<(u32, u32), u32>,
    pieces: FxHashMap<(u32, u32), u32>,
    concepts: FxHashMap<(Concept, Concept), u32>,
    has_grams: bool,
}

/// Second half of a key for a piece or concept that stands alone.
const ALONE: u32 = u32::MAX;

impl TextFeatures {
    /// Features with these names and rarities (inverse document frequencies), group by group.
    pub(crate) fn new(
        groups: Vec<GroupShape>,
        lengths: [usize; 2],
        names: Names,
        rarity: Vec<f32>,
        subwords: &Subwords,
    ) -> Result<TextFeatures> {
        let bad = |message: String| Err(Error::new(ErrorKind::Model, message));
        let sum = groups.iter().try_fold(0_usize, |sum, group| sum.checked_add(group.features));
        if sum != Some(names.len()) || names.len() != rarity.len() || u32::try_from(names.len()).is_err() {
            return bad(format!("{} feature names and {} rarities do not fit the groups", names.len(), rarity.len()));
        }
        let mut weights = [0.0; GROUPS];
        for shape in &groups {
            if !shape.weight.is_finite() || groups.iter().filter(|other| other.group == shape.group).count() > 1 {
                return bad("a feature group stands twice, or its weight is no number".into());
            }
            weights[shape.group as usize] = shape.weight;
        }
        if lengths[0] < 1 || lengths[0] > lengths[1] || lengths[1] > 12 {
            return bad(format!("n-gram lengths {} to {} make no sense", lengths[0], lengths[1]));
        }
        let mut features = TextFeatures {
            groups,
            weights,
            lengths,
            names,
            rarity,
            numbers: HashTable::new(),
            pairs: FxHashMap::default(),
            pieces: FxHashMap::default(),
            concepts: FxHashMap::default(),
            has_grams: false,
        };
        features.index(subwords)?;
        Ok(features)
    }

    fn index(&mut self, subwords: &Subwords) -> Result<()> {
        let bad = |message: String| Err(Error::new(ErrorKind::Model, message));
        let mut number = 0;
        let mut pairs = Vec::new();
        self.numbers.reserve(self.len(), |_| 0);
        for shape in self.groups.clone() {
            self.has_grams |= shape.group == Group::Grams && shape.features > 0;
            for _ in 0..shape.features {
                let name = self.names.get(number);
                let known = match shape.group {
                    Group::Words => match name.find(' ') {
                        Some(_) => {
                            pairs.push(number);
                            true
                        }
                        // A word may look like an n-gram's name, but no word begins with its mark.
                        None => !name.starts_with(GRAM) && insert(&mut self.numbers, &self.names, number),
                    },
                    Group::Grams => name.starts_with(GRAM) && insert(&mut self.numbers, &self.names, number),
                    Group::Pieces => name.strip_prefix('+').is_some_and(|pieces| {
                        let (first, second) = pieces.split_once(' ').map_or((pieces, None), |(first, second)| (first, Some(second)));
                        let first = subwords.number(first);
                        let second = second.map_or(Some(ALONE), |second| subwords.number(second));
                        let key = first.zip(second);
                        key.is_some_and(|key| self.pieces.insert(key, number).is_none())
                    }),
                    Group::Concepts => name.strip_prefix('@').is_some_and(|concepts| {
                        let (first, second) = concepts.split_once(' ').map_or((concepts, None), |(first, second)| (first, Some(second)));
                        let second = second.map_or(Some(ALONE), |second| CONCEPTS.number(second));
                        let key = CONCEPTS.number(first).zip(second);
                        key.is_some_and(|key| self.concepts.insert(key, number).is_none())
                    }),
                };
                if !known {
                    return bad(format!("feature name `{name}` is wrong or stands twice"));
                }
                number += 1;
            }
        }
        for number in pairs {
            let name = self.names.get(number);
            let words = name.split_once(' ').and_then(|(first, second)| Some((self.number(first)?, self.number(second)?)));
            let Some(key) = words else { return bad(format!("word pair `{name}` has a word that is no feature")) };
            self.pairs.insert(key, number);
        }
        Ok(())
    }

    /// The feature of a word, or of an n-gram with its mark before it.
    fn number(&self, name: &str) -> Option<u32> {
        self.numbers.find(FxBuildHasher.hash_one(name), |&number| self.names.get(number) == name).copied()
    }

    /// How many features there are.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// Names of all features, in their order.
    pub(crate) fn names(&self) -> &Names {
        &self.names
    }

    /// The groups, in their order.
    pub(crate) fn groups(&self) -> &[GroupShape] {
        &self.groups
    }

    /// The shortest and longest n-gram.
    pub(crate) fn lengths(&self) -> [usize; 2] {
        self.lengths
    }

    /// How rare each feature is.
    pub(crate) fn rarity(&self) -> &[f32] {
        &self.rarity
    }

    /// The group that a feature belongs to.
    fn group(&self, feature: u32) -> Group {
        let mut end = 0;
        let behind = |shape: &&GroupShape| {
            end += shape.features;
            (feature as usize) < end
        };
        self.groups.iter().find(behind).map_or(Group::Concepts, |shape| shape.group)
    }

    /// What one word is by itself.
    pub(crate) fn word(&self, word: &str, subwords: &Subwords) -> OwnFeatures {
        let own = Some(word).filter(|word| !word.starts_with(GRAM)).and_then(|word| self.number(word));
        let mut features: Vec<u32> = own.into_iter().collect();
        if self.has_grams {
            let mut name = String::new();
            grams(word, self.lengths, |gram| {
                name.clear();
                name.push(GRAM);
                name.push_str(gram);
                features.extend(self.number(&name));
            });
        }
        if !self.pieces.is_empty() {
            let pieces = subwords.pieces(word);
            features.extend(piece_keys(&pieces).filter_map(|key| self.pieces.get(&key)).copied());
        }
        let row = Row::of(features.into_iter().map(|feature| (feature, self.rarity[feature as usize])).collect());
        let groups: Vec<Group> = row.features.iter().map(|&feature| self.group(feature)).collect();
        let mut squares = [0.0; OF_WORD];
        for (&group, value) in groups.iter().zip(&row.values) {
            if let Some(sum) = squares.get_mut(group as usize) {
                *sum += value * value;
            }
        }
        OwnFeatures { word: own, row, groups, squares }
    }
}

/// What a word is by itself.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct OwnFeatures {
    /// Its feature, where it is one.
    pub(crate) word: Option<u32>,
    /// Its feature and those of its parts, with how often each occurs in it, weighed by rarity.
    pub(crate) row: Row,
    /// The group of each feature of the row.
    pub(crate) groups: Vec<Group>,
    /// The sum of the squared values of each group.
    pub(crate) squares: [f32; OF_WORD],
}

/// Stands before the name of an n-gram.
const GRAM: char = '~';

/// Put a feature where its name is looked for; false where the name stands there already.
fn insert(numbers: &mut HashTable<u32>, names: &Names, number: u32) -> bool {
    let name = names.get(number);
    let hash = |name: &str| FxBuildHasher.hash_one(name);
    match numbers.entry(hash(name), |&other| names.get(other) == name, |&number| hash(names.get(number))) {
        Entry::Occupied(_) => false,
        Entry::Vacant(place) => {
            place.insert(number);
            true
        }
    }
}

/// Every n-gram of `^word$` with `lengths[0]..=lengths[1]` characters; words below four characters are left to
/// themselves, and the whole word is no n-gram.
fn grams(word: &str, lengths: [usize; 2], mut found: impl FnMut(&str)) {
    let bordered = format!("^{word}$");
    let mut starts: Vec<usize> = bordered.char_indices().map(|(at, _)| at).collect();
    starts.push(bordered.len());
    let characters = starts.len() - 1;
    if characters < 6 {
        return;
    }
    for length in lengths[0]..=lengths[1].min(characters - 1) {
        for ends in starts.windows(length + 1) {
            found(&bordered[ends[0]..ends[length]]);
        }
    }
}

/// The keys of a word's pieces: each alone, and each with the next.
fn piece_keys(pieces: &[u32]) -> impl Iterator<Item = (u32, u32)> + '_ {
    let alone = pieces.iter().map(|&piece| (piece, ALONE));
    alone.chain(pieces.windows(2).map(|two| (two[0], two[1])))
}

/// The keys of a text's concepts: each alone, and each with every one behind it; two weigh as much as the lighter.
fn concept_keys(concepts: &[(Concept, f32)]) -> impl Iterator<Item = ((Concept, Concept), f32)> + '_ {
    concepts.iter().enumerate().flat_map(|(at, &(first, weight))| {
        let pairs = concepts[at + 1..].iter().map(move |&(second, other)| ((first, second), weight.min(other)));
        std::iter::once(((first, ALONE), weight)).chain(pairs)
    })
}
