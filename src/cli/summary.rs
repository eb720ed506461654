//! The closing words of a batch: how many documents, how many incidents of which cause, what was left out.

use std::collections::BTreeMap;
use std::fmt;

use raiz::Kind;
use serde::{Deserialize, Serialize};

use super::status::Status;
use super::table::View;
use super::tagged::Tagged;

/// The label of what names no cause.
const UNKNOWN: &str = "unknown";

/// Counts of a batch.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Summary {
    /// Documents written.
    pub(crate) documents: usize,
    /// Documents, files or lines that could not be done.
    pub(crate) failed: usize,
    /// Files of folders that are no text, by reason.
    pub(crate) skipped: BTreeMap<String, usize>,
    /// Only what was tagged has kinds and causes.
    tagged: bool,
    incidents: usize,
    maintenance: usize,
    other: usize,
    /// Records of incidents that were seen before.
    duplicates: usize,
    causes: BTreeMap<String, usize>,
}

/// What the summary needs to know of one document.
#[derive(Debug, Clone)]
pub(crate) struct Tally {
    records: Vec<(Kind, Option<String>)>,
    duplicates: usize,
}

impl Tally {
    /// Of a document's records.
    pub(crate) fn of(records: &[Tagged]) -> Tally {
        Tally {
            records: records.iter().map(|tagged| (tagged.record.kind, tagged.record.cause.clone())).collect(),
            duplicates: records.iter().filter(|tagged| tagged.seen_before().is_some()).count(),
        }
    }
}

impl Summary {
    /// The summary of a batch that has not begun.
    pub(crate) fn new(view: View) -> Summary {
        Summary { tagged: view == View::Tagged, ..Summary::default() }
    }

    /// Count one document.
    pub(crate) fn add(&mut self, tally: Tally) {
        self.documents += 1;
        self.duplicates += tally.duplicates;
        for (kind, cause) in tally.records.into_iter().filter(|_| self.tagged) {
            match kind {
                Kind::Incident => self.incidents += 1,
                Kind::Maintenance => self.maintenance += 1,
                Kind::Other => self.other += 1,
            }
            if let Some(cause) = cause {
                *self.causes.entry(cause).or_default() += 1;
            }
        }
    }

    /// Incidents without a cause.
    pub(crate) fn unknown(&self) -> usize {
        self.causes.get(UNKNOWN).copied().unwrap_or_default()
    }

    /// How the batch ends.
    pub(crate) fn status(&self) -> Status {
        Status::of_batch(self.documents, self.failed)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted(self.documents, "document", "documents"))?;
        let kinds = [
            (self.incidents, "incident", "incidents"),
            (self.maintenance, "maintenance", "maintenances"),
            (self.other, "other text", "other texts"),
        ];
        let kinds: Vec<String> =
            kinds.iter().filter(|(count, ..)| *count > 0).map(|(count, one, many)| counted(*count, one, many)).collect();
        if !kinds.is_empty() {
            write!(f, ": {}", kinds.join(", "))?;
        }
        let mut causes: Vec<(&String, &usize)> = self.causes.iter().collect();
        causes.sort_by_key(|(label, count)| (std::cmp::Reverse(**count), *label));
        if !causes.is_empty() {
            let causes: Vec<String> = causes.iter().map(|(label, count)| format!("{label} {count}")).collect();
            write!(f, "\ncauses: {}", causes.join(", "))?;
        }
        if self.duplicates > 0 {
            write!(f, "\nseen before: {}", counted(self.duplicates, "record", "records"))?;
        }
        let mut left_out: Vec<String> = self.skipped.iter().map(|(reason, count)| format!("{count} skipped ({reason})")).collect();
        if self.failed > 0 {
            left_out.insert(0, format!("{} failed (named above)", self.failed));
        }
        if !left_out.is_empty() {
            write!(f, "\nleft out: {}", left_out.join(", "))?;
        }
        Ok(())
    }
}

/// `1 document`, `2 documents`.
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_come_by_number_and_then_by_name() {
        let mut summary = Summary { failed: 1, skipped: BTreeMap::from([("image".to_owned(), 2)]), ..Summary::new(View::Tagged) };
        let incident = |cause: &str| (Kind::Incident, Some(cause.to_owned()));
        summary.add(Tally { records: vec![incident("dns"), incident("attack"), (Kind::Maintenance, None)], duplicates: 0 });
        summary.add(Tally { records: vec![incident("dns")], duplicates: 1 });
        assert_eq!(
            summary.to_string(),
            "2 documents: 3 incidents, 1 maintenance\ncauses: dns 2, attack 1\nseen before: 1 record\nleft out: 1 failed (named above), 2 skipped (image)"
        );
    }
}
