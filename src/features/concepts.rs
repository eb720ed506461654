//! What the words of a sentence are about: *surge*, *spike* and *pico* are one concept, so that what is learnt with one
//! word, and in one language, holds for the others.
//!
//! The table is about incidents at large and knows nothing of labels; what a concept, or two of them in one sentence,
//! say about a cause is learnt.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Number of a concept.
pub(crate) type Concept = u32;

/// The table of the program: `phrase  language  concept`.
pub(super) const TABLE: &str = include_str!("../tables/concepts.tsv");

/// Concepts by their names.
pub(crate) struct Concepts {
    numbers: HashMap<&'static str, Concept>,
}

/// The concepts of the table, numbered as they first stand in it.
pub(crate) static CONCEPTS: LazyLock<Concepts> = LazyLock::new(|| {
    let mut numbers = HashMap::new();
    for name in crate::tables::rows(TABLE).filter_map(|row| row.rsplit('\t').next()) {
        let next = numbers.len() as Concept;
        numbers.entry(name).or_insert(next);
    }
    Concepts { numbers }
});

impl Concepts {
    /// The concept of that name.
    pub(crate) fn number(&self, name: &str) -> Option<Concept> {
        self.numbers.get(name).copied()
    }

    /// The name of a concept.
    #[cfg(any(test, feature = "train"))]
    pub(crate) fn name(&self, concept: Concept) -> &'static str {
        self.numbers.iter().find(|&(_, &number)| number == concept).map_or("", |(name, _)| name)
    }
}
