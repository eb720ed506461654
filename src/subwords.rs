//! Subwords: frequent parts of words of both languages, learned by byte-pair encoding.
//!
//! The only place that knows the `tokenizers` crate; a model folder keeps the subwords as `tokenizer.json`, which
//! other programs can read. Words in plain letters, which nearly all are, are cut by
//! [`merges`] alone.

mod merges;

use std::fmt;
use std::sync::OnceLock;

use tokenizers::Tokenizer;

use crate::error::{Error, ErrorKind, Result};

use merges::Merges;

/// Stands before the first piece of a word.
const WORD_START: char = '▁';

/// A character must occur so often to be learnt from.
#[cfg(feature = "train")]
const FREQUENT: u64 = 4;

/// A trained set of subwords.
pub(crate) struct Subwords {
    /// Read when the first word needs it, where `merges` knows the pieces.
    tokenizer: OnceLock<Option<Tokenizer>>,
    merges: Option<Merges>,
    json: String,
}

impl fmt::Debug for Subwords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Subwords({} bytes)", self.json.len())
    }
}

impl Subwords {
    /// Read a `tokenizer.json`.
    pub(crate) fn from_json(json: &str) -> Result<Subwords> {
        let subwords = Subwords { tokenizer: OnceLock::new(), merges: Merges::read(json), json: json.to_owned() };
        if subwords.merges.is_none() {
            let tokenizer: Tokenizer =
                json.parse().map_err(|error| Error::new(ErrorKind::Model, format!("not a tokenizer of format 1.0: {error}")))?;
            return Ok(Subwords { tokenizer: Some(tokenizer).into(), ..subwords });
        }
        Ok(subwords)
    }

    /// The `tokenizer.json`.
    pub(crate) fn json(&self) -> &str {
        &self.json
    }

    fn tokenizer(&self) -> Option<&Tokenizer> {
        self.tokenizer.get_or_init(|| self.json.parse().ok()).as_ref()
    }

    /// The text of a piece.
    #[cfg(feature = "train")]
    pub(crate) fn name(&self, piece: u32) -> Option<String> {
        self.tokenizer()?.id_to_token(piece)
    }

    /// The number of the piece with this text.
    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        match &self.merges {
            Some(merges) => merges.number(name),
            None => self.tokenizer()?.token_to_id(name),
        }
    }

    /// The pieces of a folded word. A word that the tokenizer refuses has none.
    pub(crate) fn pieces(&self, word: &str) -> Vec<u32> {
        self.merges.as_ref().and_then(|merges| merges.pieces(word)).unwrap_or_else(|| self.plain_pieces(word))
    }

    /// The same by the tokenizer alone.
    fn plain_pieces(&self, word: &str) -> Vec<u32> {
        let encoding = self.tokenizer().and_then(|tokenizer| tokenizer.encode_fast(word, false).ok());
        encoding.map(|encoding| encoding.get_ids().to_vec()).unwrap_or_default()
    }

    /// Learn `size` pieces from words and how often each occurs.
    ///
    /// The words must come in a fixed order for the same pieces to come out.
    #[cfg(feature = "train")]
    pub(crate) fn train(words: &[(String, u64)], size: usize) -> Result<Subwords> {
        use tokenizers::models::bpe::{BPE, BpeTrainer, BpeTrainerBuilder};
        use tokenizers::normalizers::replace::ReplacePattern;
        use tokenizers::normalizers::{Lowercase, NFD, Replace, Sequence as Normalizers, StripAccents};
        use tokenizers::pre_tokenizers::metaspace::{Metaspace, PrependScheme};
        use tokenizers::pre_tokenizers::sequence::Sequence as PreTokenizers;
        use tokenizers::pre_tokenizers::whitespace::Whitespace;
        use tokenizers::tokenizer::Trainer;

        let failed = |error: tokenizers::Error| Error::new(ErrorKind::Corpus, format!("no subwords could be learned: {error}"));
        let mut trainer: BpeTrainer = BpeTrainerBuilder::new().vocab_size(size).min_frequency(2).show_progress(false).build();
        // Rare characters would fill the alphabet. The trainer's own limit breaks ties by hash order, so it is not used.
        let mut characters: std::collections::BTreeMap<char, u64> = std::collections::BTreeMap::new();
        for (word, count) in words {
            for c in word.chars() {
                *characters.entry(c).or_insert(0) += count;
            }
        }
        let frequent = |word: &str| word.chars().all(|c| characters.get(&c).is_some_and(|&count| count >= FREQUENT));
        let learnt = words.iter().filter(|(word, _)| frequent(word));
        let repeated = learnt.flat_map(|(word, count)| std::iter::repeat_n(word.as_str(), *count as usize));
        trainer.feed(repeated, |word| Ok(vec![format!("{WORD_START}{word}")])).map_err(failed)?;
        let mut model = BPE::builder().build().map_err(failed)?;
        trainer.train(&mut model).map_err(failed)?;
        let mut tokenizer = Tokenizer::new(model);
        let digits = Replace::new(ReplacePattern::Regex("[0-9]+".into()), "0").map_err(failed)?;
        let normalizers = vec![NFD.into(), StripAccents.into(), Lowercase.into(), digits.into()];
        tokenizer.with_normalizer(Some(Normalizers::new(normalizers))).map_err(failed)?;
        // The mark of a word's start is a character of its own; an end-of-word suffix would number its pieces in hash order.
        let starts = Metaspace::new(WORD_START, PrependScheme::Always, false);
        tokenizer.with_pre_tokenizer(Some(PreTokenizers::new(vec![Whitespace {}.into(), starts.into()])));
        let json = tokenizer.to_string(true).map_err(failed)?;
        Subwords::from_json(&json)
    }
}

#[cfg(test)]
#[cfg(feature = "train")]
mod tests {
    use super::*;

    fn trained() -> Subwords {
        let counts = [("reinicio", 9), ("reiniciar", 7), ("reiniciado", 5), ("restart", 8), ("restarted", 6), ("disk", 4), ("discos", 3)];
        let words: Vec<_> = counts.iter().map(|&(word, count)| (word.to_owned(), count)).collect();
        Subwords::train(&words, 60).expect("enough words")
    }

    #[test]
    fn training_repeats_and_survives_its_file() {
        let (first, second) = (trained(), trained());
        assert_eq!(first.json(), second.json());
        let again = Subwords::from_json(first.json()).expect("just written");
        for word in ["reiniciou", "restarts", "disco", "zebra", "日本"] {
            assert_eq!(first.pieces(word), again.pieces(word), "{word}");
        }
    }

    #[test]
    fn frequent_stems_become_pieces() {
        let subwords = trained();
        let names: Vec<_> = subwords.pieces("reiniciado").into_iter().filter_map(|piece| subwords.name(piece)).collect();
        assert!(names.iter().any(|name| name.starts_with("▁reinici")), "{names:?}");
    }

    #[test]
    fn merging_alone_gives_what_the_tokenizer_gives() {
        let shipped = Subwords::from_json(include_str!("../models/base/tokenizer.json")).expect("the shipped model's");
        for subwords in [trained(), shipped] {
            assert!(subwords.merges.is_some(), "the form that training writes is known");
            for text in [
                include_str!("tables/figures.tsv"),
                include_str!("tables/cues.tsv"),
                include_str!("../README.md"),
                include_str!("subwords.rs"),
            ] {
                for word in text.split(|c: char| !c.is_alphanumeric() && c != '\'') {
                    let word = word.to_lowercase();
                    assert_eq!(subwords.pieces(&word), subwords.plain_pieces(&word), "{word}");
                }
            }
            for c in ('\u{80}'..='\u{52f}').chain(('\u{530}'..='\u{9fff}').step_by(97)).filter(|c| c.is_alphabetic()) {
                let word = format!("ra{c}o");
                assert_eq!(subwords.pieces(&word), subwords.plain_pieces(&word), "{word}");
            }
            for word in ["", "'", "''", "a''b", "0", "00", "0a00", "k0s", "don't", "rock'n", "▁a", "a_b", "zzzzzzz", "aaaaaa", "não"] {
                assert_eq!(subwords.pieces(word), subwords.plain_pieces(word), "{word}");
            }
        }
    }

    #[test]
    fn a_broken_file_is_an_error() {
        let error = Subwords::from_json("{\"version\": \"1.0\"}").expect_err("no model in it");
        assert_eq!(error.kind(), ErrorKind::Model);
    }
}
