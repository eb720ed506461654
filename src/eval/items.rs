//! One labelled incident beside what was said of it.

use serde::Serialize;

use crate::cause::UNKNOWN;
use crate::corpus::{LabelledIncident, Report};
use crate::incidents::Kind;
use crate::record::Record;

/// The label given where a page's incidents were not cut apart as they should be.
pub const MISSED: &str = "-";

/// How one incident was read: a row of the table of single results.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Item {
    /// The report's identifier.
    pub id: String,
    /// Which of its incidents.
    pub incident: usize,
    /// The report's language.
    pub language: String,
    /// The true cause.
    pub cause: String,
    /// The cause given.
    pub given: String,
    /// With this confidence.
    pub confidence: f64,
    /// The true chain, the cause first.
    pub chain: Vec<String>,
    /// The chain given.
    pub given_chain: Vec<String>,
    /// Is the marked evidence among the first sentence given, and among the first two? None where none is marked.
    pub evidence: Option<(bool, bool)>,
}

impl Item {
    /// Was the cause right?
    pub fn is_right(&self) -> bool {
        self.cause == self.given
    }
}

/// Pair each incident of `report` with its record: a single incident with the longest record that is called one, those of
/// a page in their order, and none of them where the page was cut into another number.
pub(super) fn pair<'r>(report: &Report, records: &'r [Record]) -> Vec<Option<&'r Record>> {
    let called: Vec<&Record> = records.iter().filter(|record| record.kind == Kind::Incident).collect();
    match report.incidents.len() {
        0 => Vec::new(),
        1 => {
            let candidates = if called.is_empty() { records.iter().collect() } else { called };
            // The first of several that are equally long.
            vec![candidates.into_iter().rev().max_by_key(|record| record.span.len())]
        }
        count if called.len() == count => called.into_iter().map(Some).collect(),
        count => vec![None; count],
    }
}

/// The cause that a record gives.
pub(super) fn given(record: Option<&Record>) -> &str {
    record.and_then(|record| record.cause.as_deref()).unwrap_or(UNKNOWN)
}

/// The items of `report`, whose incidents are paired with `records`.
pub(super) fn items(report: &Report, records: &[Option<&Record>]) -> Vec<Item> {
    let item = |(index, (incident, record)): (usize, (&LabelledIncident, Option<&Record>))| {
        let given = if record.is_none() && report.incidents.len() > 1 { MISSED } else { given(record) };
        let further = record.iter().flat_map(|record| &record.contributing).map(|link| link.label.clone());
        let evidence = report.evidence_span(index).map(|marked| {
            let hits = |count: usize| {
                record
                    .iter()
                    .flat_map(|record| record.evidence.iter().take(count))
                    .any(|quote| marked.start < quote.end && quote.start < marked.end)
            };
            (hits(1), hits(2))
        });
        Item {
            id: report.id.clone(),
            incident: index,
            language: report.language.clone(),
            cause: incident.cause.clone(),
            given: given.to_owned(),
            confidence: record.map_or(0.0, |record| record.confidence),
            chain: incident.chain().map(str::to_owned).collect(),
            given_chain: std::iter::once(given.to_owned()).chain(further).collect(),
            evidence,
        }
    };
    report.incidents.iter().zip(records.iter().copied()).enumerate().map(item).collect()
}
