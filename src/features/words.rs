//! The words of a document as features see them: folded, with digits levelled, each distinct word once.

use std::collections::HashMap;
use std::ops::Range;

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
    pub(crate) distinct: Vec<String>,
    /// Every place, in the order of the text.
    pub(crate) places: Vec<Place>,
}

impl Words {
    /// The words of `tokens`, which belong to `text`.
    pub(crate) fn of(text: &str, tokens: &[Token]) -> Words {
        let mut words = Words::default();
        let mut numbers: HashMap<Box<[u8]>, u32> = HashMap::new();
        let mut folded: Vec<u8> = Vec::with_capacity(64);
        let mut at = 0;
        while at < tokens.len() {
            if !is_part(&tokens[at]) {
                at += 1;
                continue;
            }
            let first = at;
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
            let number = if let Some(&number) = numbers.get(folded.as_slice()) {
                number
            } else {
                let number = words.distinct.len() as u32;
                words.distinct.push(String::from_utf8_lossy(&folded).into_owned());
                numbers.insert(folded.as_slice().into(), number);
                number
            };
            words.places.push(Place { word: number, token: first as u32 });
        }
        words
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
        &self.distinct[self.places[place].word as usize]
    }
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
        assert_eq!(words.distinct, ["disk", "full", "the", "was"]);
        assert_eq!(words.within(&(0..3)), 0..2);
        assert_eq!(words.within(&(3..tokens.len())), 2..6);
    }
}
