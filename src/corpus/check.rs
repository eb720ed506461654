//! Is a corpus sound?
use std::path::PathBuf;

use super::Corpus;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth a look.
    Warning,
    /// Breaks the rules.
    Error,
}

/// Something wrong with a corpus, displayed as `file:line: message`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The file.
    pub path: PathBuf,
    /// The line there, counted from 1.
    pub line: usize,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
}

/// Everything wrong with `corpus`, by file and line.
pub fn check(_corpus: &Corpus) -> Vec<Finding> {
    Vec::new()
}
