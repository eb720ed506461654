//! A record with what a run adds to it.

use raiz::Record;
use serde::{Serialize, Serializer};

/// A record, and whether its incident was seen before.
#[derive(Debug)]
pub(crate) struct Tagged {
    /// What the library says.
    pub(crate) record: Record,
    /// `source#incident` of the first record of the same incident; the outer `None` where nobody asked for it.
    #[allow(clippy::option_option, reason = "not asked for, none, and one are three things in the record")]
    pub(crate) duplicate_of: Option<Option<String>>,
}

impl Tagged {
    /// Was the incident seen before?
    pub(crate) fn seen_before(&self) -> Option<&str> {
        self.duplicate_of.as_ref()?.as_deref()
    }
}

/// The record's fields and, where it was asked for, `duplicate_of` behind them.
#[derive(Serialize)]
struct Extended<'a> {
    #[serde(flatten)]
    record: &'a Record,
    duplicate_of: &'a Option<String>,
}

impl Serialize for Tagged {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.duplicate_of {
            None => self.record.serialize(serializer),
            Some(duplicate_of) => Extended { record: &self.record, duplicate_of }.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_extended_at_its_end_and_only_when_asked() {
        let record = raiz::Pipeline::default().tag("The API was down from 14:02 to 14:40.").remove(0);
        let plain = serde_json::to_string(&record).expect("JSON");
        let body = plain.strip_suffix('}').expect("an object").to_owned();
        let written = |duplicate_of| serde_json::to_string(&Tagged { record: record.clone(), duplicate_of }).expect("JSON");
        for (duplicate_of, expected) in [
            (None, plain.clone()),
            (Some(None), format!("{body},\"duplicate_of\":null}}")),
            (Some(Some("a.md#0".to_owned())), format!("{body},\"duplicate_of\":\"a.md#0\"}}")),
        ] {
            assert_eq!(written(duplicate_of), expected);
        }
    }
}
