//! Labelled reports and sentences: what a model learns from and is measured on.
//!
//! A corpus is a folder (or several). Reports are Markdown files with a YAML head, sentences are rows of tab-separated
//! tables, and `labels.tsv` names the labels. A user's own export, JSON Lines with a text and a label, is read as well.

mod bank;
mod check;
mod duplicates;
mod jsonl;
#[allow(clippy::disallowed_methods, reason = "this is where a reader's labels are read")]
mod labelling;
mod lexicon;
#[allow(clippy::disallowed_methods, reason = "this is where a corpus is read")]
mod files;
mod head;
mod moment;
#[cfg(feature = "parquet")]
mod parquet;
mod quotes;
mod report;
mod split;
mod stats;
mod taxonomy;

use std::path::Path;

pub use bank::{BankSentence, NO_CAUSE};
pub use check::{Finding, Severity, check};
pub(crate) use duplicates::families;
pub use labelling::Labelling;
pub use lexicon::LexiconTerm;
pub(crate) use moment::parse as parse_moment;
pub(crate) use quotes::locate;
pub use report::{Contribution, GoldFigure, GoldTimestamp, LabelledIncident, Report};
pub use split::Split;
pub(crate) use split::fraction_of;
pub use stats::{Stats, Table, stats};
pub use taxonomy::{LabelDefinition, Taxonomy};

use crate::error::{Error, Result};

/// Labelled reports, single labelled sentences, and the labels they use.
///
/// ```no_run
/// let corpus = raiz::Corpus::open(&["corpus"])?;
/// for report in &corpus.reports {
///     for incident in &report.incidents {
///         println!("{} {}", report.id, incident.cause);
///     }
/// }
/// # Ok::<(), raiz::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Corpus {
    /// Reports and texts that are none, by identifier.
    pub reports: Vec<Report>,
    /// Single sentences, in the order of the tables.
    pub sentences: Vec<BankSentence>,
    /// Terms that stand for a label by themselves.
    pub lexicon: Vec<LexiconTerm>,
    /// The labels, in the order of `labels.tsv`; else every label in use, by name.
    pub taxonomy: Taxonomy,
    digest: String,
}

impl Corpus {
    /// Read every labelled file of `paths` (folders are walked, hidden files and `README.md` left out).
    ///
    /// # Errors
    /// The first file, in the order of reading, that cannot be read or breaks the format.
    pub fn open(paths: &[impl AsRef<Path>]) -> Result<Corpus> {
        let (corpus, errors) = Corpus::read(paths)?;
        match errors.into_iter().next() {
            Some(error) => Err(error),
            None => Ok(corpus),
        }
    }

    /// Like [`Corpus::open`], but goes on behind a broken file or row and gives all errors with what could be read.
    ///
    /// # Errors
    /// A path that does not exist, or a folder without one labelled file.
    pub fn read(paths: &[impl AsRef<Path>]) -> Result<(Corpus, Vec<Error>)> {
        files::read(paths)
    }

    /// The label names of causes, in the order of the taxonomy.
    pub fn labels(&self) -> Vec<&str> {
        self.taxonomy.labels().collect()
    }

    /// Fingerprint (SHA-256, in hexadecimal) of everything that was read, wherever the corpus lies.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// One JSON object for each report and sentence, without the line ends, for tools that read no Markdown. A corpus reads
    /// them back; `split` is the side that [`Report::split()`] gives.
    pub fn to_json_lines(&self) -> Vec<String> {
        jsonl::write(self)
    }

    /// The same as one Parquet file: a row for each report and sentence, incidents and what is marked in them as lists of
    /// structs. The columns `label` and `round` are there only where there are sentences.
    ///
    /// # Errors
    /// A corpus too large for one table: strings of more than 2 GiB together.
    #[cfg(feature = "parquet")]
    pub fn to_parquet(&self) -> Result<Vec<u8>> {
        parquet::write(self)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::span::Span;

    proptest! {
        /// Whatever a file holds, it is read or refused with its line, and the checks say what they think of it.
        #[test]
        fn any_text_is_read_or_refused(head in "[-a-z:{}\\[\\]\"# \n0-9é]{0,120}", text in "(?s).{0,80}", quote in "(?s).{0,6}") {
            let path: Arc<Path> = Arc::from(Path::new("a.md"));
            let frame = "id: a\nlanguage: pt\nkind: incident\nincidents:\n  - cause: dns\n    evidence: x\n    ";
            for content in [format!("---\n{head}\n---\n{text}"), format!("---\n{frame}{head}\n---\n{text}"), text.clone()] {
                match Report::parse(&path, &content) {
                    Ok(report) => {
                        let corpus = Corpus { reports: vec![report], ..Corpus::default() };
                        prop_assert!(check(&corpus).iter().all(|finding| finding.line > 0));
                        prop_assert_eq!(jsonl::parse(&path, &corpus.to_json_lines().join("\n")).2.len(), 0);
                    }
                    Err(error) => prop_assert!(error.line().is_some()),
                }
                prop_assert!(bank::parse(&path, &content).1.iter().all(|error| error.line().is_some()));
                prop_assert!(jsonl::parse(&path, &content).2.iter().all(|error| error.line().is_some()));
            }
            for place in locate(&text, Span::new(0, text.len()), [quote.as_str(), quote.as_str()].into_iter()) {
                prop_assert!(place.span().is_none_or(|span| span.of(&text) == quote));
            }
            let moment = moment::parse(&head).map(|moment| moment.to_string());
            prop_assert_eq!(moment.as_deref().and_then(moment::parse).map(|moment| moment.to_string()), moment);
        }
    }
}
