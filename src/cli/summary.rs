//! The closing words of a batch: how many documents, how many incidents of which cause, what was left out.

use std::collections::BTreeMap;
use std::fmt;

use raiz::{Kind, Record};

use super::table::View;

/// Counts of a batch.
#[derive(Debug, Clone, Default)]
pub(crate) struct Summary {
    /// Documents written.
    pub(crate) documents: usize,
    /// Documents, files or lines that could not be done.
    pub(crate) failed: usize,
    /// Files of folders that are no text, by reason.
    pub(crate) skipped: BTreeMap<&'static str, usize>,
    /// Only what was tagged has kinds and causes.
    tagged: bool,
    incidents: usize,
    maintenance: usize,
    other: usize,
    causes: BTreeMap<String, usize>,
}

/// What the summary needs to know of one document.
#[derive(Debug, Clone)]
pub(crate) struct Tally(Vec<(Kind, Option<String>)>);

impl Tally {
    /// Of a document's records.
    pub(crate) fn of(records: &[Record]) -> Tally {
        Tally(records.iter().map(|record| (record.kind, record.cause.clone())).collect())
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
        for (kind, cause) in tally.0.into_iter().filter(|_| self.tagged) {
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
        let mut summary = Summary { failed: 1, skipped: BTreeMap::from([("image", 2)]), ..Summary::new(View::Tagged) };
        let incident = |cause: &str| (Kind::Incident, Some(cause.to_owned()));
        summary.add(Tally(vec![incident("dns"), incident("attack"), (Kind::Maintenance, None)]));
        summary.add(Tally(vec![incident("dns")]));
        assert_eq!(
            summary.to_string(),
            "2 documents: 3 incidents, 1 maintenance\ncauses: dns 2, attack 1\nleft out: 1 failed (named above), 2 skipped (image)"
        );
    }
}
