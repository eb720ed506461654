//! The lexicon: terms that stand for a label by themselves.

use std::path::Path;

use crate::error::{Error, ErrorKind};

/// The first line of a lexicon.
pub(super) const HEADER: &str = "label\tlanguage\tterm\tstrength";

/// A term and the label it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LexiconTerm {
    /// The label.
    pub label: String,
    /// ISO 639-1 code.
    pub language: String,
    /// The words; one that ends in `*` stands for all that begin so.
    pub term: String,
    /// 1 (a hint) to 3 (sure).
    pub strength: u32,
}

/// Read a lexicon's rows; those that break the format are errors.
pub(super) fn parse(path: &Path, content: &str, errors: &mut Vec<Error>) -> Vec<LexiconTerm> {
    let mut terms = Vec::new();
    for (at, row) in content.lines().enumerate().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let strength = cells.get(3).and_then(|cell| cell.parse().ok()).filter(|strength| (1..=3).contains(strength));
        match (&cells[..], strength) {
            ([label, language, term, _], Some(strength)) if !label.is_empty() && !term.trim().is_empty() => {
                let [label, language, term] = [label, language, term].map(|cell| (*cell).to_owned());
                terms.push(LexiconTerm { label, language, term, strength });
            }
            _ => errors.push(
                Error::new(ErrorKind::Corpus, "not `label language term strength` with a strength of 1 to 3").at_path(path).at_line(at + 1),
            ),
        }
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_terms_and_broken_rows_have_a_line() {
        let mut errors = Vec::new();
        let content = format!("{HEADER}\nhardware\ten\tdead disk*\t3\nhardware\ten\tdisk\t9\n");
        let terms = parse(Path::new("lexicon.tsv"), &content, &mut errors);
        assert_eq!((terms.len(), terms[0].term.as_str(), terms[0].strength), (1, "dead disk*", 3));
        assert_eq!(errors[0].line(), Some(3));
    }
}
