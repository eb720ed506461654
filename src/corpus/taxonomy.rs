//! The labels of a corpus, with their definitions.

use std::path::Path;
use std::sync::Arc;

use crate::error::{Error, ErrorKind};

/// The first line of `labels.tsv`.
pub(super) const HEADER: &str = "label\ten\tpt";

/// A label and what it stands for, in both languages.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LabelDefinition {
    /// The name, as records give it.
    pub label: String,
    /// What it stands for, in English.
    pub en: String,
    /// What it stands for, in Portuguese.
    pub pt: String,
    /// The file and line that define it; none where the label was only met.
    pub place: Option<(Arc<Path>, usize)>,
}

/// The labels that a corpus may use, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Taxonomy {
    /// The labels with their definitions (empty ones where the corpus has no `labels.tsv`).
    pub definitions: Vec<LabelDefinition>,
    /// Does the corpus define them, or were they only met?
    pub declared: bool,
}

impl Taxonomy {
    /// The names, in their order.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.definitions.iter().map(|definition| definition.label.as_str())
    }

    /// Is `label` one of them?
    pub fn contains(&self, label: &str) -> bool {
        self.labels().any(|known| known == label)
    }

    /// The labels met in use, without definitions.
    pub(super) fn met<'l>(labels: impl Iterator<Item = &'l str>) -> Taxonomy {
        let mut names: Vec<&str> = labels.collect();
        names.sort_unstable();
        names.dedup();
        let definitions = names
            .into_iter()
            .map(|label| LabelDefinition { label: label.to_owned(), en: String::new(), pt: String::new(), place: None })
            .collect();
        Taxonomy { definitions, declared: false }
    }

    /// Add the rows of a `labels.tsv`.
    pub(super) fn extend(&mut self, path: &Arc<Path>, content: &str, errors: &mut Vec<Error>) {
        self.declared = true;
        for (at, row) in content.lines().enumerate().skip(1) {
            let broken = |message: String| Error::new(ErrorKind::Corpus, message).at_path(path).at_line(at + 1);
            match row.split('\t').collect::<Vec<_>>()[..] {
                [label, en, pt] if self.contains(label) || label.is_empty() || en.is_empty() || pt.is_empty() => {
                    errors.push(broken(format!("label `{label}` stands twice or lacks a definition")));
                }
                [label, en, pt] => {
                    let place = Some((Arc::clone(path), at + 1));
                    self.definitions.push(LabelDefinition { label: label.to_owned(), en: en.to_owned(), pt: pt.to_owned(), place });
                }
                _ if row.trim().is_empty() => {}
                _ => errors.push(broken("a label needs a name, an English and a Portuguese definition".into())),
            }
        }
    }
}
