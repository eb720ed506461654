//! Every quantity of a document, and which of them measure the incident.

use serde::Serialize;

use crate::language::Language;
use crate::layout::Line;
use crate::sentences::Sentence;
use crate::span::Span;
use crate::timestamps::Timestamp;
use crate::tokens::Token;

/// What a figure measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FigureKind {
    /// A length of time; unit `s`.
    Duration,
    /// A share; unit `%`.
    Percentage,
    /// A number of things; the unit is the text's noun.
    Count,
    /// An amount of money; the unit is an ISO 4217 code.
    Money,
    /// An amount of data; unit `B`.
    DataSize,
}

/// What a figure says about the incident.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FigureRole {
    /// How long the service was down.
    Downtime,
    /// How long, or how much of it, was degraded.
    Degraded,
    /// How late things were.
    Delay,
    /// Which share or number failed.
    ErrorRate,
    /// How many were affected.
    Affected,
    /// What was lost.
    Lost,
    /// An uptime share that the incident caused.
    Uptime,
    /// Anything else.
    Other,
}

/// A quantity as it stands in the text, and what it says.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Where it stands.
    pub span: Span,
    /// What it measures.
    pub kind: FigureKind,
    /// The least it can be; none for "less than 10".
    pub low: Option<f64>,
    /// The most it can be; none for "more than 10".
    pub high: Option<f64>,
    /// `s`, `%`, `B`, an ISO 4217 code, or the noun that is counted.
    pub unit: String,
    /// Does the text call it rough ("about", "cerca de")?
    pub approximate: bool,
    /// What it says about the incident.
    pub role: FigureRole,
    /// Does it measure the incident (and not a threshold, a setting, a capacity ...)?
    pub impact: bool,
}

/// Find every quantity of a document, in the order of the text, without overlaps.
pub(crate) fn find(
    _text: &str,
    _tokens: &[Token],
    _lines: &[Line],
    _sentences: &[Sentence],
    _times: &[Timestamp],
    _language: Option<Language>,
) -> Vec<Figure> {
    Vec::new()
}
