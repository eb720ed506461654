//! Every date and clock time of a document, resolved as far as the document determines it.

mod moment;
mod words;
mod cursor;
mod fields;
mod zone;
mod clock;
mod date;
mod stretch;
mod scan;
mod evidence;
mod resolve;
#[cfg(test)]
mod cases;

pub use moment::{Clock, Moment, Precision};

use cursor::{Bits, Cursor};
use evidence::Evidence;
use jiff::civil;
use serde::Serialize;

use crate::languages::Language;
use crate::lines::Line;
use crate::span::Span;
use crate::tokens::Token;

/// What happened at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Role {
    /// The impact began.
    Started,
    /// Somebody or something noticed.
    Detected,
    /// The cause was found.
    Identified,
    /// A first remedy worked.
    Mitigated,
    /// The impact ended.
    Resolved,
    /// The text, an update or a postmortem was written.
    Published,
    /// Anything else.
    Event,
}

/// A date or clock time as it stands in the text, and what it means.
#[derive(Debug, Clone)]
pub(crate) struct Timestamp {
    /// Where it stands.
    pub span: Span,
    /// What it means, as far as the document determines it.
    pub value: Moment,
    /// Where its zone word stands, if it has one.
    pub zone: Option<Span>,
    /// What happened then.
    pub role: Role,
}

/// How day and month are ordered in all-number dates such as `06/02/2022`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DateOrder {
    /// Decide from the document.
    #[default]
    Auto,
    /// Day, month, year.
    DayMonthYear,
    /// Month, day, year.
    MonthDayYear,
}

/// What is known about a document's times before it is read.
#[derive(Debug, Clone, Default)]
pub struct TimeSettings {
    /// When the document was written: anchors `yesterday` and dates without a year.
    pub anchor: Option<civil::DateTime>,
    /// The zone of clock times that name none.
    pub zone: Option<jiff::tz::TimeZone>,
    /// How all-number dates are ordered.
    pub order: DateOrder,
}

/// What is looked for in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Scope {
    /// The moments by which reports tell what happened.
    #[default]
    Report,
    /// Every expression of time, and the two ends of what lasts: a range, a week, a quarter, `the last three days`.
    Anything,
}

/// What [`find`] gives.
#[derive(Debug, Clone, Default)]
pub(crate) struct Timeline {
    /// In the order of the text, without overlaps; with [`Scope::Anything`] those that are no quantities.
    pub(crate) timestamps: Vec<Timestamp>,
    /// With [`Scope::Anything`]: the same, and each stretch of time as two timestamps of one span, its start and its end.
    pub(crate) ends: Vec<Timestamp>,
    /// What could not be decided, or contradicts itself; with the place it is about.
    pub(crate) warnings: Vec<(Span, String)>,
}

/// Find and resolve every timestamp of a document. Roles are all `Event`; [`crate::impact`] assigns them.
pub(crate) fn find(
    text: &str,
    tokens: &[Token],
    lines: &[Line],
    language: Option<Language>,
    settings: &TimeSettings,
    scope: Scope,
) -> Timeline {
    let bits = Bits::of_each(text, tokens, language);
    let cursor = Cursor { text, tokens, lines, language, scope, bits: &bits };
    let (mentions, declared) = scan::scan(&cursor);
    let evidence = Evidence::of(&cursor, &mentions, &declared, settings);
    resolve::resolve(cursor, mentions, evidence, settings)
}
