//! Phrases of numbered words: what a run of tokens means together, found by numbers instead of strings.

use rustc_hash::FxHashMap;

use super::{WordId, ids, lookup};

/// Number of a node; 0 is none.
type Node = u16;

/// Phrases, each with its value.
#[derive(Debug)]
pub(crate) struct Phrases<T> {
    /// The node of each word as the first of a phrase.
    first: Vec<Node>,
    /// From a node and the next word to the next node.
    steps: FxHashMap<(Node, WordId), Node>,
    /// The value of the phrase that ends at a node.
    values: Vec<Option<T>>,
}

impl<T> Phrases<T> {
    /// No phrase yet.
    pub(crate) fn new() -> Phrases<T> {
        Phrases { first: vec![0; ids().count()], steps: FxHashMap::default(), values: vec![None] }
    }

    /// The place for the value of a phrase, whose words have a blank between them and a number each.
    ///
    /// # Panics
    /// Where a word is in no table: the tables are part of the program.
    pub(crate) fn entry(&mut self, phrase: &str) -> &mut Option<T> {
        let mut node = 0;
        for (at, word) in phrase.split(' ').enumerate() {
            let id = lookup(word.as_bytes());
            assert!(!id.is_none(), "`{word}` of `{phrase}` is in no table");
            let fresh = Node::try_from(self.values.len()).expect("fewer than 65,536 words in phrases");
            let step = if at == 0 { &mut self.first[id.index()] } else { self.steps.entry((node, id)).or_default() };
            if *step == 0 {
                *step = fresh;
                self.values.push(None);
            }
            node = *step;
        }
        &mut self.values[usize::from(node)]
    }

    /// The value of the phrase that `words` are.
    pub(crate) fn get(&self, mut words: impl Iterator<Item = WordId>) -> Option<&T> {
        let mut node = self.first[words.next()?.index()];
        while node != 0 {
            let Some(word) = words.next() else { return self.values[usize::from(node)].as_ref() };
            node = self.steps.get(&(node, word)).copied().unwrap_or_default();
        }
        None
    }

    /// Does any phrase begin with `word`?
    pub(crate) fn begin_with(&self, word: WordId) -> bool {
        self.first[word.index()] != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_found_whole_and_by_its_own_words_alone() {
        let mut phrases = Phrases::new();
        for (number, phrase) in ["root cause", "root", "what went well"].into_iter().enumerate() {
            *phrases.entry(phrase) = Some(number);
        }
        let found = |text: &str| phrases.get(text.split(' ').map(|word| lookup(word.as_bytes()))).copied();
        for (text, expected) in [
            ("root cause", Some(0)),
            ("root", Some(1)),
            ("what went well", Some(2)),
            ("what went", None),
            ("cause", None),
            ("root cause root", None),
            ("zebra", None),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
        assert!(phrases.begin_with(lookup(b"what")) && !phrases.begin_with(lookup(b"well")));
    }
}
