//! The one error type of the library: what failed, and where.

use std::fmt;
use std::path::{Path, PathBuf};

/// What sort of thing went wrong; callers branch on this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A file or stream could not be read or written.
    Io,
    /// The bytes are no text (binary, or an encoding that is not understood).
    NotText,
    /// The input's container (JSON, front matter ...) is broken or lacks a field.
    Malformed,
    /// A model folder is missing, damaged, or of another format version.
    Model,
    /// A labelled corpus breaks its rules.
    Corpus,
    /// A setting makes no sense.
    Usage,
}

/// An error of this library: a kind, a message, and the place where it was met.
///
/// ```
/// use raiz::{Error, ErrorKind};
/// let error = Error::new(ErrorKind::Malformed, "no field `text`").at_path("feed.jsonl").at_line(3);
/// assert_eq!(error.to_string(), "feed.jsonl:3: no field `text`");
/// assert_eq!(error.kind(), ErrorKind::Malformed);
/// ```
#[derive(Debug, Clone)]
pub struct Error(Box<Repr>);

#[derive(Debug, Clone)]
struct Repr {
    kind: ErrorKind,
    message: String,
    path: Option<PathBuf>,
    line: Option<usize>,
}

impl Error {
    /// An error without a place.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error(Box::new(Repr { kind, message: message.into(), path: None, line: None }))
    }

    /// The same error, met in the file `path`; a path it already has is kept.
    #[must_use]
    pub fn at_path(mut self, path: impl AsRef<Path>) -> Error {
        self.0.path.get_or_insert_with(|| path.as_ref().to_path_buf());
        self
    }

    /// The same error, met in line `line` (counted from 1); a line it already has is kept.
    #[must_use]
    pub fn at_line(mut self, line: usize) -> Error {
        self.0.line.get_or_insert(line);
        self
    }

    /// What sort of error it is.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The file it was met in.
    pub fn path(&self) -> Option<&Path> {
        self.0.path.as_deref()
    }

    /// The line it was met in, counted from 1.
    pub fn line(&self) -> Option<usize> {
        self.0.line
    }

    /// The message without the place.
    pub fn message(&self) -> &str {
        &self.0.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.0.path, self.0.line) {
            (Some(path), Some(line)) => write!(f, "{}:{line}: {}", path.display(), self.0.message),
            (Some(path), None) => write!(f, "{}: {}", path.display(), self.0.message),
            (None, Some(line)) => write!(f, "line {line}: {}", self.0.message),
            (None, None) => f.write_str(&self.0.message),
        }
    }
}

impl std::error::Error for Error {}

/// What the library's fallible functions return.
pub type Result<T, E = Error> = std::result::Result<T, E>;
