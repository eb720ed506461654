//! Tables of phrases with classes: which sentence holds a word like *because*, which heading speaks of causes.
//!
//! A row is `phrase  languages  class`. The words of a phrase are folded as [`Distinct`](super::words::Distinct) folds them;
//! one that ends in `*` stands for every word that begins so.

use rustc_hash::FxHashMap;

use crate::languages::Language;

/// Number of a word pattern of a table.
pub(crate) type Pattern = u32;

/// Number of what is behind the first word of a phrase.
pub(crate) type Start = u32;

/// Phrases, each with its meaning.
#[derive(Debug)]
pub(crate) struct Phrases<M> {
    whole: FxHashMap<Box<str>, Pattern>,
    begins: FxHashMap<Box<str>, Pattern>,
    longest_beginning: usize,
    places: Vec<Place>,
    nodes: Vec<Node<M>>,
}

/// Where a pattern stands in phrases.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    /// The node behind it as the first of a phrase; 0 where none begins with it.
    first: Start,
    /// Does it stand behind the first in any?
    inner: bool,
}

/// What is behind some words of a phrase.
#[derive(Debug)]
struct Node<M> {
    /// The patterns by which a phrase goes on, in their order, each with the next node.
    steps: Vec<(Pattern, u32)>,
    /// The meanings of phrases that end here, each with the language it holds in.
    ends: Vec<(Option<Language>, M)>,
}

impl<M> Node<M> {
    fn new() -> Node<M> {
        Node { steps: Vec::new(), ends: Vec::new() }
    }

    /// The next node by a pattern.
    fn step(&self, pattern: Pattern) -> Option<u32> {
        if self.steps.len() <= FEW {
            return self.steps.iter().find(|&&(known, _)| known == pattern).map(|&(_, next)| next);
        }
        self.steps.binary_search_by_key(&pattern, |&(known, _)| known).ok().map(|place| self.steps[place].1)
    }
}

/// So few steps are quicker looked at one after the other.
const FEW: usize = 8;

impl<M: Copy> Phrases<M> {
    /// No phrase at all.
    pub(crate) fn new() -> Phrases<M> {
        let (whole, begins) = (FxHashMap::default(), FxHashMap::default());
        Phrases { whole, begins, longest_beginning: 0, places: Vec::new(), nodes: vec![Node::new()] }
    }

    /// Add a table of the program; `meaning` gives what a class means.
    ///
    /// # Panics
    /// Where a row is not well-formed: the tables are part of the program.
    pub(crate) fn add_table(&mut self, rows: &str, meaning: impl Fn(&str) -> Option<M>) {
        for row in crate::tables::rows(rows) {
            let cells: Vec<&str> = row.split('\t').collect();
            let [phrase, language, class] = cells[..] else { panic!("not `phrase language class`: {row}") };
            let meaning = meaning(class).unwrap_or_else(|| panic!("no such class: {row}"));
            self.add(phrase, language_of(language), meaning);
        }
    }

    /// Add a phrase that holds in `language` (none: in both) and means `meaning`.
    pub(crate) fn add(&mut self, phrase: &str, language: Option<Language>, meaning: M) {
        let mut node = 0_u32;
        for (at, word) in phrase.split(' ').enumerate() {
            let next = (self.whole.len() + self.begins.len()) as Pattern;
            let pattern = if let Some(beginning) = word.strip_suffix('*') {
                self.longest_beginning = self.longest_beginning.max(beginning.len());
                *self.begins.entry(beginning.into()).or_insert(next)
            } else {
                *self.whole.entry(word.into()).or_insert(next)
            };
            let fresh = self.nodes.len() as u32;
            self.places.resize(self.places.len().max(pattern as usize + 1), Place::default());
            let place = &mut self.places[pattern as usize];
            let step = if at == 0 {
                &mut place.first
            } else {
                place.inner = true;
                let steps = &mut self.nodes[node as usize].steps;
                let place = steps.binary_search_by_key(&pattern, |&(known, _)| known).unwrap_or_else(|place| {
                    steps.insert(place, (pattern, 0));
                    place
                });
                &mut steps[place].1
            };
            let is_new = *step == 0;
            if is_new {
                *step = fresh;
            }
            node = *step;
            if is_new {
                self.nodes.push(Node::new());
            }
        }
        self.nodes[node as usize].ends.push((language, meaning));
    }

    /// How a word fits into the phrases.
    pub(crate) fn fit(&self, word: &str) -> Fit<M> {
        let mut fit = Fit::default();
        let longest = word.len().min(self.longest_beginning);
        let begins = (1..=longest).filter_map(|end| self.begins.get(word.get(..end)?));
        for &pattern in self.whole.get(word).into_iter().chain(begins) {
            let Place { first, inner } = self.places[pattern as usize];
            if inner {
                fit.inner.push(pattern);
            }
            if first != 0 {
                let node = &self.nodes[first as usize];
                fit.alone.extend_from_slice(&node.ends);
                if !node.steps.is_empty() {
                    fit.starts.push(first);
                }
            }
        }
        fit
    }

    /// Call `found(meaning, first, behind)` for every phrase among `words`, each of which comes as it fits.
    pub(crate) fn find<'f>(
        &self,
        words: impl Iterator<Item = Fits<'f, M>>,
        language: Option<Language>,
        mut found: impl FnMut(M, usize, usize),
    ) where
        M: 'f,
    {
        let holds = |holds_in: Option<Language>| language.is_none() || holds_in.is_none() || holds_in == language;
        // Phrases are a few words long, so that few are open at any word: node and first word of each.
        let [mut open, mut next_open] = [const { Vec::<(Start, usize)>::new() }; 2];
        for (at, fits) in words.enumerate() {
            next_open.clear();
            if !fits.inner.is_empty() {
                for &(node, first) in &open {
                    let node = &self.nodes[node as usize];
                    for next in fits.inner.iter().filter_map(|&pattern| node.step(pattern)) {
                        let node = &self.nodes[next as usize];
                        for &(_, meaning) in node.ends.iter().filter(|end| holds(end.0)) {
                            found(meaning, first, at + 1);
                        }
                        if !node.steps.is_empty() {
                            next_open.push((next, first));
                        }
                    }
                }
            }
            for &(_, meaning) in fits.alone.iter().filter(|end| holds(end.0)) {
                found(meaning, at, at + 1);
            }
            next_open.extend(fits.starts.iter().map(|&node| (node, at)));
            std::mem::swap(&mut open, &mut next_open);
        }
    }
}

/// How a word fits into the phrases of a table: worked out once for a word, so that a text is read by numbers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fit<M> {
    /// Its patterns by which a phrase goes on behind its first word.
    pub(crate) inner: Vec<Pattern>,
    /// What phrases of several words begin with it.
    pub(crate) starts: Vec<Start>,
    /// What it means by itself, each with the language that this holds in.
    pub(crate) alone: Vec<(Option<Language>, M)>,
}

/// The same, kept elsewhere.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fits<'f, M> {
    pub(crate) inner: &'f [Pattern],
    pub(crate) starts: &'f [Start],
    pub(crate) alone: &'f [(Option<Language>, M)],
}

impl<M> Fit<M> {
    /// The same, lent.
    #[cfg(any(test, feature = "train"))]
    pub(crate) fn lent(&self) -> Fits<'_, M> {
        Fits { inner: &self.inner, starts: &self.starts, alone: &self.alone }
    }
}

impl<M> Default for Fit<M> {
    fn default() -> Fit<M> {
        Fit { inner: Vec::new(), starts: Vec::new(), alone: Vec::new() }
    }
}

/// The language that a table names; `*` is both.
pub(crate) fn language_of(code: &str) -> Option<Language> {
    match code {
        "en" => Some(Language::En),
        "pt" => Some(Language::Pt),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::words::Words;

    fn found(text: &str, language: Option<Language>) -> Vec<(u32, usize, usize)> {
        let mut table = Phrases::new();
        let classes = ["backward", "verb"];
        let class = |class: &str| classes.iter().position(|&known| known == class).map(|class| class as u32);
        table.add_table("due to\ten\tbackward\ncaus*\t*\tverb\ncausad* por\tpt\tbackward\n", class);
        let words = Words::of(text, &crate::tokens::scan(text));
        let mut all = Vec::new();
        let fits: Vec<Fit<u32>> = words.distinct.iter().map(|word| table.fit(word)).collect();
        table.find(words.places.iter().map(|place| fits[place.word as usize].lent()), language, |class, first, behind| {
            all.push((class, first, behind));
        });
        all
    }

    #[test]
    fn phrases_of_words_and_beginnings() {
        assert_eq!(found("It failed due to heat, causing delay", Some(Language::En)), [(0, 2, 4), (1, 5, 6)]);
        assert_eq!(found("Causada por calor", Some(Language::Pt)), [(1, 0, 1), (0, 0, 2)]);
        assert_eq!(found("due date", None), []);
    }

    #[test]
    fn a_row_holds_in_its_languages_alone() {
        assert_eq!(found("causada por calor", Some(Language::En)), [(1, 0, 1)]);
        assert_eq!(found("due to", Some(Language::Pt)), []);
        assert_eq!(found("due to", None), [(0, 0, 2)]);
    }
}
