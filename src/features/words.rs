//! The words of a document as features see them: folded, with digits levelled, each distinct word once.

use std::hash::BuildHasher;
use std::ops::Range;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::tables;
use crate::tokens::{Token, TokenKind};

/// A word at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// Its number among the document's distinct words.
    pub(crate) word: u32,
    /// The token it begins with.
    pub(crate) token: u32,
}

/// The words of a document.
///
/// A word is a run of letters and digits that nothing separates (`k8s`, `don't`), lower-cased, without accents, with
/// every run of digits written as `0`: numbers differ from report to report and say nothing about causes.
#[derive(Debug, Default)]
pub(crate) struct Words {
    /// Every distinct word, in the order of its first place.
    pub(crate) distinct: Distinct,
    /// Every place, in the order of the text.
    pub(crate) places: Vec<Place>,
}

/// Distinct words by their numbers: one after the other in one string.
#[derive(Debug, Default)]
pub(crate) struct Distinct {
    text: String,
    /// Where each word ends.
    ends: Vec<u32>,
}

impl Distinct {
    fn push(&mut self, word: &str) -> u32 {
        self.text.push_str(word);
        self.ends.push(self.text.len() as u32);
        self.ends.len() as u32 - 1
    }

    /// The word of a number.
    pub(crate) fn get(&self, number: u32) -> &str {
        let from = (number as usize).checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or_default();
        let to = self.ends.get(number as usize).copied().unwrap_or(from);
        self.text.get(from as usize..to as usize).unwrap_or_default()
    }

    /// All words, in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len() as u32).map(|number| self.get(number))
    }
}

impl Words {
    /// The words of `tokens`, which belong to `text`.
    pub(crate) fn of(text: &str, tokens: &[Token]) -> Words {
        let mut words = Words::default();
        // A word stands in a text some three times.
        let mut numbers: HashTable<u32> = HashTable::with_capacity(tokens.len() / 6);
        // Words of the tables are told apart by their numbers there; 0 is a word not met yet.
        let mut by_id = vec![0_u32; tables::ids().len()];
        let mut folded: Vec<u8> = Vec::with_capacity(64);
        let mut at = 0;
        while at < tokens.len() {
            if !is_part(&tokens[at]) {
                at += 1;
                continue;
            }
            let first = at;
            let id = tokens[at].word;
            if !id.is_none() && stands_alone(tokens, at) {
                let number = &mut by_id[id.index()];
                if *number == 0 {
                    *number = words.number(id.text(), &mut numbers) + 1;
                }
                words.places.push(Place { word: *number - 1, token: first as u32 });
                at += 1;
                continue;
            }
            folded.clear();
            let mut apostrophe = false;
            loop {
                let token = &tokens[at];
                if token.kind == TokenKind::Number {
                    folded.push(b'0');
                } else {
                    tables::fold(token.of(text), &mut folded);
                }
                at += 1;
                let Some(next) = tokens.get(at) else { break };
                if is_part(next) && !next.spaced {
                    continue;
                }
                let behind = tokens.get(at + 1).is_some_and(|token| is_part(token) && !token.spaced);
                if apostrophe || next.spaced || !behind || !(next.is('\'') || next.is('’')) {
                    break;
                }
                apostrophe = true;
                folded.push(b'\'');
                at += 1;
            }
            let number = words.number(&String::from_utf8_lossy(&folded), &mut numbers);
            words.places.push(Place { word: number, token: first as u32 });
        }
        words
    }

    /// The number of a word, a new one where it was not met before; `numbers` finds it by its text.
    fn number(&mut self, word: &str, numbers: &mut HashTable<u32>) -> u32 {
        let hash = FxBuildHasher.hash_one(word);
        if let Some(&number) = numbers.find(hash, |&number| self.distinct.get(number) == word) {
            return number;
        }
        let number = self.distinct.push(word);
        let distinct = &self.distinct;
        numbers.insert_unique(hash, number, |&number| FxBuildHasher.hash_one(distinct.get(number)));
        number
    }

    /// The places that begin within `tokens`, as a range of [`Words::places`].
    pub(crate) fn within(&self, tokens: &Range<usize>) -> Range<usize> {
        let first = self.places.partition_point(|place| (place.token as usize) < tokens.start);
        let last = self.places.partition_point(|place| (place.token as usize) < tokens.end);
        first..last
    }

    /// The word at a place.
    #[cfg(test)]
    fn at(&self, place: usize) -> &str {
        self.distinct.get(self.places[place].word)
    }
}

/// Is the token at `at` a word by itself, with nothing behind it that might belong to it?
fn stands_alone(tokens: &[Token], at: usize) -> bool {
    tokens.get(at + 1).is_none_or(|next| next.spaced || !is_part(next) && !next.is('\'') && !next.is('’'))
}

fn is_part(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Word | TokenKind::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let words = Words::of(text, &crate::tokens::scan(text));
        (0..words.places.len()).map(|place| words.at(place).to_owned()).collect()
    }

    #[test]
    fn words_are_folded_and_digits_levelled() {
        assert_eq!(shown("O nó K8s-12 não subiu: 4.031 erros"), ["o", "no", "k0s", "0", "nao", "subiu", "0", "0", "erros"]);
        assert_eq!(shown("It didn’t; 'quoted' rock'n'roll"), ["it", "didn't", "quoted", "rock'n", "roll"]);
    }

    #[test]
    fn a_word_is_kept_once_and_found_by_tokens() {
        let text = "Disk full. The DISK was full.";
        let tokens = crate::tokens::scan(text);
        let words = Words::of(text, &tokens);
        assert_eq!(words.distinct.iter().collect::<Vec<_>>(), ["disk", "full", "the", "was"]);
        assert_eq!(words.within(&(0..3)), 0..2);
        assert_eq!(words.within(&(3..tokens.len())), 2..6);
    }
}
