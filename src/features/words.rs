//! Words as features see them: folded, with digits levelled, each distinct word once.

use std::hash::BuildHasher;
use std::ops::Range;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::tables;
use crate::tokens::{Token, TokenKind};

/// A word at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// Its number among the distinct words.
    pub(crate) word: u32,
    /// The token it begins with.
    pub(crate) token: u32,
}

/// Words by their numbers, one after the other in one string, each once.
///
/// A word is a run of letters and digits that nothing separates (`k8s`, `don't`), lower-cased, without accents, with
/// every run of digits written as `0`: numbers differ from report to report and say nothing about causes.
#[derive(Debug, Default)]
pub(crate) struct Distinct {
    text: String,
    /// Where each word ends.
    ends: Vec<u32>,
    /// The number of a word by its text.
    numbers: HashTable<u32>,
    /// For each word of the tables its number and one more, so that it needs no looking up; 0 where it was not met yet.
    by_id: Vec<u32>,
}

impl Distinct {
    /// How many words there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many bytes they have together.
    pub(super) fn bytes(&self) -> usize {
        self.text.len()
    }

    /// The word of a number.
    pub(crate) fn get(&self, number: u32) -> &str {
        self.text.get(bounds(&self.ends, number)).unwrap_or_default()
    }

    /// All words, in the order of their numbers.
    #[cfg(any(test, feature = "train"))]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len() as u32).map(|number| self.get(number))
    }

    /// The number of a word, a new one where it was not met before; none where there are `most` words already.
    fn number(&mut self, word: &str, most: usize) -> Option<u32> {
        let Distinct { text, ends, numbers, .. } = self;
        let of = |text: &str, ends: &[u32], number: u32| FxBuildHasher.hash_one(&text[bounds(ends, number)]);
        let hash = FxBuildHasher.hash_one(word);
        if let Some(&number) = numbers.find(hash, |&number| &text[bounds(ends, number)] == word) {
            return Some(number);
        }
        if ends.len() >= most {
            return None;
        }
        let number = ends.len() as u32;
        text.push_str(word);
        ends.push(text.len() as u32);
        numbers.insert_unique(hash, number, |&number| of(text, ends, number));
        Some(number)
    }

    /// Put the words of `tokens`, which belong to `text`, into `places`, in the order of the text; words beyond `most` are left
    /// out.
    pub(super) fn read(&mut self, text: &str, tokens: &[Token], most: usize, places: &mut Vec<Place>) {
        places.clear();
        self.by_id.resize(tables::ids().len(), 0);
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
                if self.by_id[id.index()] == 0 {
                    self.by_id[id.index()] = self.number(id.text(), most).map_or(0, |number| number + 1);
                }
                let number = self.by_id[id.index()].checked_sub(1);
                places.extend(number.map(|word| Place { word, token: first as u32 }));
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
            let number = match std::str::from_utf8(&folded) {
                Ok(word) => self.number(word, most),
                Err(_) => self.number(&String::from_utf8_lossy(&folded), most),
            };
            places.extend(number.map(|word| Place { word, token: first as u32 }));
        }
    }
}

/// Where the word of a number stands among words with these ends.
fn bounds(ends: &[u32], number: u32) -> Range<usize> {
    let from = (number as usize).checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or_default();
    let to = ends.get(number as usize).copied().unwrap_or(from);
    from as usize..to as usize
}

/// The places that begin within `tokens`, as a range of `places`.
pub(crate) fn within(places: &[Place], tokens: &Range<usize>) -> Range<usize> {
    let first = places.partition_point(|place| (place.token as usize) < tokens.start);
    let length = places[first..].iter().take_while(|place| (place.token as usize) < tokens.end).count();
    first..first + length
}

/// The words of a document, numbered by themselves, for choosing features from them.
#[cfg(any(test, feature = "train"))]
#[derive(Debug, Default)]
pub(crate) struct Words {
    /// Every distinct word, in the order of its first place.
    pub(crate) distinct: Distinct,
    /// Every place, in the order of the text.
    pub(crate) places: Vec<Place>,
}

#[cfg(any(test, feature = "train"))]
impl Words {
    /// The words of `tokens`, which belong to `text`.
    pub(crate) fn of(text: &str, tokens: &[Token]) -> Words {
        let mut words = Words::default();
        words.distinct.read(text, tokens, usize::MAX, &mut words.places);
        words
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
        assert_eq!(within(&words.places, &(0..3)), 0..2);
        assert_eq!(within(&words.places, &(3..tokens.len())), 2..6);
    }
}
