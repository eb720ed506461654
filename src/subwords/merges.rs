//! The merging of byte-pair encoding by itself: what `tokenizers` makes of a word in plain letters, without its detours.

use std::borrow::Cow;
use std::fmt;

use rustc_hash::FxHashMap;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::WORD_START;

/// Pieces, and which two of them make a third.
#[derive(Debug)]
pub(super) struct Merges {
    /// The number of each piece by its text.
    numbers: FxHashMap<Box<str>, u32>,
    /// The number of each piece of one ASCII character.
    letters: [Option<u32>; 128],
    /// The number of the mark of a word's start.
    start: Option<u32>,
    /// For two pieces: how early they are merged, and what they make.
    merged: FxHashMap<(u32, u32), (u32, u32)>,
}

impl Merges {
    /// Read a `tokenizer.json`; none where it is not of the one form that [`super::Subwords::train`] writes, so that something
    /// else might be done to words than merging.
    pub(super) fn read(json: &str) -> Option<Merges> {
        let file: File<'_> = serde_json::from_str(json).ok()?;
        let usual = file.truncation.is_null()
            && file.padding.is_null()
            && file.added_tokens.is_empty()
            && file.normalizer == normalizers()
            && file.pre_tokenizer == pre_tokenizers()
            && file.post_processor.is_null()
            && file.model.is_plain();
        if !usual {
            return None;
        }
        let mut numbers: FxHashMap<Box<str>, u32> = FxHashMap::default();
        let mut letters = [None; 128];
        numbers.reserve(file.model.vocab.0.len());
        for (piece, number) in file.model.vocab.0 {
            if let [letter] = piece.as_bytes()
                && let Some(place) = letters.get_mut(usize::from(*letter))
            {
                *place = Some(number);
            }
            numbers.insert(piece.as_ref().into(), number);
        }
        let mut merged = FxHashMap::default();
        merged.reserve(file.model.merges.len());
        let mut both = String::new();
        for (rank, (Piece(first), Piece(second))) in file.model.merges.iter().enumerate() {
            both.clear();
            both.push_str(first);
            both.push_str(second);
            let number = |piece: &str| numbers.get(piece).copied();
            merged.insert((number(first)?, number(second)?), (rank as u32, number(&both)?));
        }
        let start = numbers.get(WORD_START.encode_utf8(&mut [0; 4]) as &str).copied();
        Some(Merges { numbers, letters, start, merged })
    }

    /// The number of a piece.
    pub(super) fn number(&self, piece: &str) -> Option<u32> {
        self.numbers.get(piece).copied()
    }

    /// The pieces of a word; none where it holds a character that normalizing might change or that cutting might part from
    /// the others.
    pub(super) fn pieces(&self, word: &str) -> Option<Vec<u32>> {
        if word.contains("00") || !word.chars().all(|c| is_plain(c) || c == '\'') {
            return None;
        }
        let mut pieces = Vec::with_capacity(word.len() + 1);
        // Letters and apostrophes are words apart.
        for part in word.as_bytes().chunk_by(|a, b| (*a == b'\'') == (*b == b'\'')) {
            let first = pieces.len();
            pieces.extend(self.start);
            pieces.extend(std::str::from_utf8(part).ok()?.chars().filter_map(|c| self.letter(c)));
            self.merge(&mut pieces, first);
        }
        Some(pieces)
    }

    /// The piece of one character.
    fn letter(&self, c: char) -> Option<u32> {
        match self.letters.get(c as usize) {
            Some(&letter) => letter,
            None => self.number(c.encode_utf8(&mut [0; 4])),
        }
    }

    /// Merge what may be merged from place `first` on: always the two that were learnt first, of those the leftmost.
    fn merge(&self, pieces: &mut Vec<u32>, first: usize) {
        while pieces.len() > first + 1 {
            let pairs = pieces[first..].windows(2).enumerate();
            let known = pairs.filter_map(|(at, pair)| Some((self.merged.get(&(pair[0], pair[1]))?, at)));
            let Some((&(_, made), at)) = known.min_by_key(|&(&(rank, _), at)| (rank, at)) else { break };
            pieces[first + at] = made;
            pieces.remove(first + at + 1);
        }
    }
}

/// Letters that are what they are: small, without an accent, not put together from others; and the digit that stands for all.
fn is_plain(c: char) -> bool {
    matches!(c,
        'a'..='z' | '0' | 'ª' | 'µ' | 'º' | 'ß' | 'æ' | 'ð' | 'ø' | 'þ' | 'α'..='ω' | 'а'..='и' | 'к'..='я' | '\u{4e00}'..='\u{9fff}')
}

/// What is done to a text before it is cut.
fn normalizers() -> Value {
    serde_json::json!({"type": "Sequence", "normalizers": [
        {"type": "NFD"}, {"type": "StripAccents"}, {"type": "Lowercase"},
        {"type": "Replace", "pattern": {"Regex": "[0-9]+"}, "content": "0"},
    ]})
}

/// How it is cut into words.
fn pre_tokenizers() -> Value {
    serde_json::json!({"type": "Sequence", "pretokenizers": [
        {"type": "Whitespace"},
        {"type": "Metaspace", "replacement": WORD_START, "prepend_scheme": "always", "split": false},
    ]})
}

/// A `tokenizer.json`.
#[derive(Deserialize)]
struct File<'j> {
    truncation: Value,
    padding: Value,
    added_tokens: Vec<Value>,
    normalizer: Value,
    pre_tokenizer: Value,
    post_processor: Value,
    #[serde(borrow)]
    model: Model<'j>,
}

#[derive(Deserialize)]
struct Model<'j> {
    r#type: String,
    dropout: Value,
    unk_token: Value,
    continuing_subword_prefix: Value,
    end_of_word_suffix: Value,
    fuse_unk: bool,
    byte_fallback: bool,
    ignore_merges: bool,
    #[serde(borrow)]
    vocab: Vocabulary<'j>,
    #[serde(borrow)]
    merges: Vec<(Piece<'j>, Piece<'j>)>,
}

impl Model<'_> {
    /// Is it byte-pair encoding without anything beside it?
    fn is_plain(&self) -> bool {
        let additions = [&self.dropout, &self.unk_token, &self.continuing_subword_prefix, &self.end_of_word_suffix];
        self.r#type == "BPE" && additions.into_iter().all(Value::is_null) && !(self.fuse_unk || self.byte_fallback || self.ignore_merges)
    }
}

/// The text of a piece, which may hold escapes.
#[derive(Deserialize)]
struct Piece<'j>(#[serde(borrow)] Cow<'j, str>);

/// Pieces with their numbers, in the order of the file.
struct Vocabulary<'j>(Vec<(Cow<'j, str>, u32)>);

impl<'de: 'j, 'j> Deserialize<'de> for Vocabulary<'j> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pieces;
        impl<'de> Visitor<'de> for Pieces {
            type Value = Vec<(Cow<'de, str>, u32)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("pieces with their numbers")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pieces = Vec::new();
                while let Some((Piece(piece), number)) = map.next_entry()? {
                    pieces.push((piece, number));
                }
                Ok(pieces)
            }
        }
        deserializer.deserialize_map(Pieces).map(Vocabulary)
    }
}
