//! Incidents: the parts of a document that each tell of one.

use serde::Serialize;

use crate::layout::Line;
use crate::span::Span;
use crate::tokens::Token;

/// What a part of a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A report of something that went wrong.
    Incident,
    /// Planned work, announced or done.
    Maintenance,
    /// No report: an article, a template, a changelog.
    Other,
}

/// A part of a document that tells of one incident.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Incident {
    /// Its part of the document.
    pub(crate) span: Span,
    /// Its title, as it stands in the text.
    pub(crate) title: Option<Span>,
    /// The updates of a status page, in the order of the text.
    pub(crate) updates: Vec<Update>,
}

/// One entry of a status page's timeline.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Update {
    /// The whole entry.
    pub(crate) span: Span,
    /// Its status.
    pub(crate) status: Status,
    /// Where the status word and the time of the entry stand.
    pub(crate) header: Span,
}

/// The status that a status page gives an update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// Being looked into.
    Investigating,
    /// The cause is known.
    Identified,
    /// A remedy is in place and watched.
    Monitoring,
    /// News without a change.
    Update,
    /// Over.
    Resolved,
    /// A report afterwards.
    Postmortem,
    /// Planned work: announced, begun, checked or done.
    Maintenance,
}

/// Cut a document into incidents: at least one, together covering it, in its order.
pub(crate) fn segment(text: &str, _tokens: &[Token], _lines: &[Line]) -> Vec<Incident> {
    vec![Incident { span: Span::new(0, text.len()), title: None, updates: Vec::new() }]
}
