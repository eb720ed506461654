//! Root causes: which label, how surely, and on what evidence.

use crate::incidents::{Incident, Kind};
use crate::reading::Reading;
use crate::span::Span;

/// The label of incidents whose report names no cause.
pub const UNKNOWN: &str = "unknown";

/// A sentence that speaks for a label.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Evidence {
    /// The sentence.
    pub(crate) span: Span,
    /// Its share in the decision.
    pub(crate) weight: f64,
}

/// A label with its probability and what speaks for it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Link {
    pub(crate) label: String,
    pub(crate) confidence: f64,
    pub(crate) evidence: Vec<Evidence>,
}

/// What the model says of one incident.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Verdict {
    pub(crate) kind: Kind,
    /// The root cause.
    pub(crate) cause: Link,
    /// Further links of the chain, strongest first.
    pub(crate) contributing: Vec<Link>,
    /// Every label of the model with its probability.
    pub(crate) scores: Vec<(String, f64)>,
}

/// Judge one incident of a document.
pub(crate) fn judge(_reading: &Reading<'_>, _incident: &Incident) -> Verdict {
    let cause = Link { label: UNKNOWN.into(), confidence: 0.0, evidence: Vec::new() };
    Verdict { kind: Kind::Incident, cause, contributing: Vec::new(), scores: Vec::new() }
}
