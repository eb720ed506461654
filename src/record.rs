//! The record: what is said about one incident, in the order in which it is written.

use serde::{Serialize, Serializer};

use crate::figures::{FigureKind, FigureRole};
use crate::incidents::Kind;
use crate::languages::Language;
use crate::span::Span;
use crate::timestamps::{Moment, Precision, Role};

/// Version of the record's form, in every record's `schema` field.
pub const SCHEMA: &str = "raiz/1";

/// What is said about one incident of a document.
///
/// Offsets are bytes of the document's text as given.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Record {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// Path or stream name of the document; inside a container `path#entry`.
    pub source: String,
    /// The document's own id, where the input has one.
    pub id: Option<String>,
    /// 0, 1, ... in the order of the document.
    pub incident: usize,
    /// The incident's part of the document.
    pub span: Span,
    /// Its title.
    pub title: Option<String>,
    /// Incident, maintenance, or neither.
    pub kind: Kind,
    /// English, Portuguese, or neither.
    pub language: Option<Language>,
    /// 0 to 1.
    #[serde(serialize_with = "rounded")]
    pub language_confidence: f64,
    /// The root cause; `unknown` where the text names none, `None` where it is no incident.
    pub cause: Option<String>,
    /// Calibrated: of the records given 0.8, about 80 % are right.
    #[serde(serialize_with = "rounded")]
    pub confidence: f64,
    /// The sentences that speak for the cause, strongest first.
    pub evidence: Vec<Quote>,
    /// Further links of the chain, strongest first.
    pub contributing: Vec<Contributing>,
    /// Every label of the model with its probability, in the model's order.
    pub scores: Scores,
    /// When the impact began.
    pub started: Option<Moment>,
    /// When it was noticed.
    pub detected: Option<Moment>,
    /// When its cause was found.
    pub identified: Option<Moment>,
    /// When a first remedy worked.
    pub mitigated: Option<Moment>,
    /// When the impact ended.
    pub resolved: Option<Moment>,
    /// Where each of the five was read.
    pub basis: Bases,
    /// Length of the customer impact in seconds.
    pub duration_s: Option<i64>,
    /// Every date and clock time.
    pub timestamps: Vec<TimestampRecord>,
    /// Every impact figure; from `extract`, every quantity.
    pub figures: Vec<FigureRecord>,
    /// What a reader should know before trusting the record.
    pub warnings: Vec<String>,
}

/// A quoted sentence and its share in a decision.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Quote {
    /// The sentence as it stands in the text.
    pub text: String,
    /// Offset of its first byte.
    pub start: usize,
    /// Offset behind its last byte.
    pub end: usize,
    /// Its share in the decision.
    #[serde(serialize_with = "rounded")]
    pub weight: f64,
}

/// A further link of the causal chain.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contributing {
    /// Its label.
    pub label: String,
    /// 0 to 1.
    #[serde(serialize_with = "rounded")]
    pub confidence: f64,
    /// The sentences that speak for it, strongest first.
    pub evidence: Vec<Quote>,
}

/// Labels with their probabilities; written as one JSON object.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scores(pub Vec<(String, f64)>);

impl Serialize for Scores {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(label, score)| (label, round(*score))))
    }
}

/// Where a moment of the record was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// In the running text.
    Prose,
    /// In the time of a status page's update.
    Update,
    /// In a heading, a header or front matter.
    Header,
}

/// Where each of a record's five moments was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Bases {
    /// Of `started`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started: Option<Basis>,
    /// Of `detected`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detected: Option<Basis>,
    /// Of `identified`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub identified: Option<Basis>,
    /// Of `mitigated`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mitigated: Option<Basis>,
    /// Of `resolved`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved: Option<Basis>,
}

/// A timestamp of the record.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TimestampRecord {
    /// As it stands in the text.
    pub text: String,
    /// Offset of its first byte.
    pub start: usize,
    /// Offset behind its last byte.
    pub end: usize,
    /// ISO 8601 as far as the document determines it.
    pub value: Moment,
    /// How exactly it is given.
    pub precision: Precision,
    /// The zone word as written.
    pub zone: Option<String>,
    /// What happened then.
    pub role: Role,
}

/// A figure of the record.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FigureRecord {
    /// As it stands in the text.
    pub text: String,
    /// Offset of its first byte.
    pub start: usize,
    /// Offset behind its last byte.
    pub end: usize,
    /// What it measures.
    pub kind: FigureKind,
    /// The least it can be.
    pub low: Option<f64>,
    /// The most it can be.
    pub high: Option<f64>,
    /// `s`, `%`, `B`, an ISO 4217 code, or the noun that is counted.
    pub unit: String,
    /// Does the text call it rough?
    pub approximate: bool,
    /// What it says about the incident.
    pub role: FigureRole,
    /// Does it measure the incident?
    pub impact: bool,
}

/// Four decimals: what is worth showing of a probability, and the same bytes on every machine.
pub(crate) fn round(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn rounded<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(round(*value))
}
