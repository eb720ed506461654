//! Byte ranges of a document's text.

use serde::{Serialize, Serializer};

/// A half-open range of byte offsets into a document's UTF-8 text, on character boundaries.
///
/// ```
/// use raiz::Span;
/// let span = Span::new(4, 9);
/// assert_eq!(span.of("the queue filled"), "queue");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset behind the last byte.
    pub end: usize,
}

impl Span {
    /// The range from `start` up to, not including, `end`.
    pub fn new(start: usize, end: usize) -> Span {
        debug_assert!(start <= end, "span {start}..{end} runs backwards");
        Span { start, end }
    }

    /// The slice of `text` this span names; empty where it does not fit the text.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }

    /// Length in bytes.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Does it hold no byte at all?
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Does `other` lie wholly within this span?
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Do the two share at least one byte?
    pub fn overlaps(self, other: Span) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The same span without white space at its ends.
    #[must_use]
    pub fn trimmed(self, text: &str) -> Span {
        let slice = self.of(text);
        let start = self.start + (slice.len() - slice.trim_start().len());
        Span::new(start, start + slice.trim().len())
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.start, self.end].serialize(serializer)
    }
}
