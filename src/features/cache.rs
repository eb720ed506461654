//! The features of words met before: a text repeats its words, and an archive repeats those of its texts.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use super::text::WordFeatures;

/// Words kept; behind that, new ones are worked out each time, so that no input fills the memory.
const MOST_WORDS: usize = 1 << 16;

/// Features by word, shared between threads. It makes nothing but time: what it gives is what the word alone would give.
#[derive(Debug, Default)]
pub(crate) struct WordCache {
    known: RwLock<HashMap<Box<str>, Arc<WordFeatures>>>,
}

impl WordCache {
    /// The features of each of `words`; `features` works out those of a word not met before.
    pub(crate) fn features(&self, words: &[String], features: impl Fn(&str) -> WordFeatures) -> Vec<Arc<WordFeatures>> {
        let mut found: Vec<Option<Arc<WordFeatures>>> = {
            // A thread that fell leaves whole entries behind, so the lock's poison says nothing.
            let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
            words.iter().map(|word| known.get(word.as_str()).cloned()).collect()
        };
        let mut fresh = Vec::new();
        for (word, slot) in words.iter().zip(&mut found).filter(|(_, slot)| slot.is_none()) {
            let worked_out = Arc::new(features(word));
            fresh.push((word.as_str(), Arc::clone(&worked_out)));
            *slot = Some(worked_out);
        }
        if !fresh.is_empty() {
            let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
            let room = MOST_WORDS.saturating_sub(known.len());
            known.extend(fresh.into_iter().take(room).map(|(word, features)| (word.into(), features)));
        }
        found.into_iter().map(Option::unwrap_or_default).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_word_is_worked_out_once_and_always_the_same() {
        let (cache, worked_out) = (WordCache::default(), Cell::new(0));
        let plain = |word: &str| WordFeatures { word: Some(word.len() as u32), parts: word.bytes().map(u32::from).collect() };
        let counted = |word: &str| {
            worked_out.set(worked_out.get() + 1);
            plain(word)
        };
        let words = ["disk", "full", "disco"].map(str::to_owned);
        for _ in 0..3 {
            let cached = cache.features(&words, counted);
            assert!(words.iter().zip(&cached).all(|(word, features)| **features == plain(word)));
        }
        assert_eq!(worked_out.get(), 3);
    }
}
