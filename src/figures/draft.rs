//! A quantity that has been read, before hedges and the impact decision.

use super::FigureKind;

/// A quantity as its grammar found it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Draft {
    /// What it measures.
    pub(super) kind: FigureKind,
    /// Its first token.
    pub(super) first: usize,
    /// The token behind its span.
    pub(super) end: usize,
    /// The token behind everything that was read for it (a noun behind a closing quote lies outside the span).
    pub(super) read: usize,
    /// The least it can be.
    pub(super) low: Option<f64>,
    /// The most it can be.
    pub(super) high: Option<f64>,
    /// Its unit as the record gives it.
    pub(super) unit: String,
    /// Is it rough by its own words (`a few`, `hundreds`)?
    pub(super) approximate: bool,
    /// Group of the counted noun; empty where none of the table is counted.
    pub(super) group: &'static str,
    /// Is it a count of some out of a named whole (`2 of 3 nodes`)?
    pub(super) part: bool,
    /// Is it a count behind its label (`Orders affected: 611`)?
    pub(super) labelled: bool,
    /// Is it a count without its noun?
    pub(super) bare: bool,
}

impl Draft {
    /// A quantity from token `first` up to `end` with both bounds known.
    pub(super) fn new(kind: FigureKind, first: usize, end: usize, bounds: (f64, f64), unit: &str) -> Draft {
        Draft {
            kind,
            first,
            end,
            read: end,
            low: Some(bounds.0),
            high: Some(bounds.1),
            unit: unit.to_owned(),
            approximate: false,
            group: "",
            part: false,
            labelled: false,
            bare: false,
        }
    }
}
