//! Subwords: frequent parts of words of both languages, learned by byte-pair encoding.
//!
//! The only place that knows the `tokenizers` crate; a model folder keeps the subwords as `tokenizer.json`, which
//! other programs can read.

use std::fmt;

use tokenizers::Tokenizer;

use crate::error::{Error, ErrorKind, Result};

/// Stands before the first piece of a word.
#[cfg(feature = "train")]
const WORD_START: char = '▁';

/// A character must occur so often to be learnt from.
#[cfg(feature = "train")]
const FREQUENT: u64 = 4;

/// A trained set of subwords.
pub(crate) struct Subwords {
    tokenizer: Tokenizer,
    json: String,
}

impl fmt::Debug for Subwords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Subwords({} pieces)", self.len())
    }
}

impl Subwords {
    /// Read a `tokenizer.json`.
    pub(crate) fn from_json(json: &str) -> Result<Subwords> {
        let tokenizer: Tokenizer =
            json.parse().map_err(|error| Error::new(ErrorKind::Model, format!("not a tokenizer of format 1.0: {error}")))?;
        Ok(Subwords { tokenizer, json: json.to_owned() })
    }

    /// The `tokenizer.json`.
    pub(crate) fn json(&self) -> &str {
        &self.json
    }

    /// How many pieces there are.
    pub(crate) fn len(&self) -> usize {
        self.tokenizer.get_vocab_size(false)
    }

    /// The text of a piece.
    pub(crate) fn name(&self, piece: u32) -> Option<String> {
        self.tokenizer.id_to_token(piece)
    }

    /// The pieces of a folded word. A word that the tokenizer refuses has none.
    pub(crate) fn pieces(&self, word: &str) -> Vec<u32> {
        self.tokenizer.encode_fast(word, false).map(|encoding| encoding.get_ids().to_vec()).unwrap_or_default()
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
    fn a_broken_file_is_an_error() {
        let error = Subwords::from_json("{\"version\": \"1.0\"}").expect_err("no model in it");
        assert_eq!(error.kind(), ErrorKind::Model);
    }
}
