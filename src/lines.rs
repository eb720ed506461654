//! What the lines of a document are: headings, items, rows, running text, and the section of the report that each stands in.
//!
//! [`layout`](crate::layout) says which is which.

use std::ops::Range;

use crate::span::Span;

/// What a line is, by its marks and its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineKind {
    /// A heading: `#` marks, an underline, bold alone, or a short line that introduces what follows.
    /// The number is its level, 1 (outermost) to 6; 6 also for a short introducing line.
    Heading(u8),
    /// A list item.
    Item,
    /// A row of a table.
    Row,
    /// Running text.
    Text,
    /// Nothing but a rule, a table border or a code fence.
    Rule,
    /// Code inside a fence.
    Code,
    /// A setting of front matter: `date: 2024-01-02`.
    Meta,
}

/// A line that is not empty.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    /// The line without white space at its ends.
    pub(crate) span: Span,
    /// What it is.
    pub(crate) kind: LineKind,
    /// Blanks and tabs before its first character.
    pub(crate) indent: usize,
    /// Its tokens: a range of the document's.
    pub(crate) tokens: Range<usize>,
    /// Does an empty line (or the start of the text) stand before it?
    pub(crate) after_blank: bool,
    /// The heading line above it that it stands under, as an index into the lines.
    pub(crate) heading: Option<usize>,
    /// The section of the report that it stands in.
    pub(crate) section: Option<Section>,
}

impl Line {
    /// What the line says, without heading marks, list bullets or emphasis around it.
    pub(crate) fn content<'t>(&self, text: &'t str) -> &'t str {
        let marks: &[char] = &['#', '*', '_', '-', '•', '–', '=', '>', '+', '☰', '|', ':', ' ', '\t', '\u{a0}'];
        self.span.of(text).trim_matches(marks)
    }

    /// Is it a heading by its marks, not only by its shortness?
    pub(crate) fn is_marked_heading(&self) -> bool {
        matches!(self.kind, LineKind::Heading(level) if level < 6)
    }

    /// Is it a heading?
    pub(crate) fn is_heading(&self) -> bool {
        matches!(self.kind, LineKind::Heading(_))
    }
}

/// What a section of a report is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Section {
    /// What happened, in short.
    Summary,
    /// Who and what was affected, and how.
    Impact,
    /// Why it happened.
    Cause,
    /// What helped it to happen or made it worse.
    Factors,
    /// What was suspected and was not the cause.
    Excluded,
    /// When what happened.
    Timeline,
    /// How it was noticed.
    Detection,
    /// What was done about it.
    Response,
    /// What ended it.
    Resolution,
    /// What shall be done from now on.
    Actions,
    /// What was learned; what went well and what did not.
    Lessons,
    /// How things were before; notes, lists of people, references.
    Background,
}

impl Section {
    /// Every section, in the order of the numbers that `as usize` gives.
    pub(crate) const ALL: [Section; 12] = [
        Section::Summary,
        Section::Impact,
        Section::Cause,
        Section::Factors,
        Section::Excluded,
        Section::Timeline,
        Section::Detection,
        Section::Response,
        Section::Resolution,
        Section::Actions,
        Section::Lessons,
        Section::Background,
    ];

    /// Its name in `tables/sections.tsv`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Section::Summary => "summary",
            Section::Impact => "impact",
            Section::Cause => "cause",
            Section::Factors => "factors",
            Section::Excluded => "excluded",
            Section::Timeline => "timeline",
            Section::Detection => "detection",
            Section::Response => "response",
            Section::Resolution => "resolution",
            Section::Actions => "actions",
            Section::Lessons => "lessons",
            Section::Background => "background",
        }
    }
}
