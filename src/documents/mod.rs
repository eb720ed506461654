//! Documents: the texts that inputs hold, with what the input says about each.

use jiff::civil;

/// A text to read, and where it came from.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Document {
    /// Path or stream name; inside a container `path#entry`.
    pub source: String,
    /// The document's own id where the input has one.
    pub id: Option<String>,
    /// The text, as given (for HTML and other containers: as extracted).
    pub text: String,
    /// When it was written, where the input says so.
    pub date: Option<civil::DateTime>,
    /// What went wrong while it was read, but did not stop it.
    pub warnings: Vec<String>,
}

impl Document {
    /// A document of `text` alone.
    pub fn new(text: impl Into<String>) -> Document {
        Document { text: text.into(), ..Document::default() }
    }
}
