//! The fixed sides of a corpus: what is learnt from, what is looked at while working, what is kept for the end.

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::Report;

/// A side of the fixed split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Split {
    /// To learn from: eight tenths.
    Train,
    /// To look at while working: one tenth.
    Dev,
    /// To be measured on when the work is done: one tenth.
    Test,
}

impl Split {
    /// Every side, in its order.
    pub const ALL: [Split; 3] = [Split::Train, Split::Dev, Split::Test];

    /// Its name in heads and exports.
    ///
    /// ```
    /// use raiz::corpus::Split;
    /// assert_eq!(Split::ALL.map(Split::name), ["train", "dev", "test"]);
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Split::Train => "train",
            Split::Dev => "dev",
            Split::Test => "test",
        }
    }

    /// The side named so; other tools call `dev` `validation`.
    pub(super) fn named(name: &str) -> Option<Split> {
        Split::ALL.into_iter().find(|split| split.name() == name).or((name == "validation").then_some(Split::Dev))
    }

    /// The side of everything that has `key`: of the first eight bytes of its SHA-256, read as a big-endian number, the
    /// last decimal digit; 8 is `dev`, 9 is `test`.
    fn of_key(key: &str) -> Split {
        match number(key) % 10 {
            8 => Split::Dev,
            9 => Split::Test,
            _ => Split::Train,
        }
    }
}

/// A number that looks random and is the same with every tool that knows SHA-256.
pub(crate) fn number(key: &str) -> u64 {
    Sha256::digest(key.as_bytes()).iter().take(8).fold(0, |number, &byte| (number << 8) | u64::from(byte))
}

/// A number from 0 to 1 that looks random: where it lies below a share, `key` belongs to that share of all.
pub(crate) fn fraction_of(key: &str) -> f64 {
    number(key) as f64 / u64::MAX as f64
}

impl Report {
    /// The side of the fixed split this report stands on: the one its head gives, else one drawn by its story, so that
    /// texts of one `family` (or `source`) stand on one side, on every machine and whatever else the corpus holds.
    ///
    /// ```no_run
    /// use raiz::corpus::Split;
    /// let corpus = raiz::Corpus::open(&["corpus"])?;
    /// let test = corpus.reports.iter().filter(|report| report.split() == Split::Test).count();
    /// # Ok::<(), raiz::Error>(())
    /// ```
    pub fn split(&self) -> Split {
        self.split.unwrap_or_else(|| Split::of_key(self.story()))
    }

    /// What texts that tell one story share: the name of their family, else of their source; a report of its own has its
    /// identifier.
    pub(crate) fn story(&self) -> &str {
        self.family.as_deref().or(self.source.as_deref()).unwrap_or(&self.id)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;

    fn report(head: &str) -> Report {
        let content = format!("---\nlanguage: en\nkind: other\n{head}\n---\nText.\n");
        Report::parse(&Arc::from(Path::new("a.md")), &content).expect("a sound report")
    }

    #[test]
    fn a_side_can_be_drawn_again_with_other_tools() {
        // python3 -c 'import hashlib; print(int(hashlib.sha256(b"k-1").hexdigest()[:16], 16) % 10)'
        for (id, digit, split) in [("k-1", 2, Split::Train), ("k-4", 8, Split::Dev), ("k-10", 9, Split::Test)] {
            assert_eq!((number(id) % 10, report(&format!("id: {id}")).split()), (digit, split), "{id}");
        }
    }

    #[test]
    fn a_story_stands_on_one_side() {
        for number in 0..50 {
            let sides = ["", "source: s"].map(|more| report(&format!("id: r-{number}\nfamily: f-{number}\n{more}")).split());
            assert_eq!(sides[0], sides[1]);
            assert_eq!(sides[0], report(&format!("id: f-{number}")).split());
            assert_eq!(report(&format!("id: r-{number}\nsource: f-{number}")).split(), sides[0]);
        }
        for (given, split) in [("train", Split::Train), ("dev", Split::Dev), ("validation", Split::Dev), ("test", Split::Test)] {
            assert_eq!(report(&format!("id: a\nsplit: {given}")).split(), split);
        }
    }

    #[test]
    fn about_a_tenth_is_kept_for_each_measurement() {
        let mut counts = std::collections::BTreeMap::new();
        for number in 0..2000 {
            *counts.entry(Split::of_key(&format!("r-{number}"))).or_insert(0) += 1;
        }
        assert!((160..240).contains(&counts[&Split::Dev]) && (160..240).contains(&counts[&Split::Test]), "{counts:?}");
    }
}
