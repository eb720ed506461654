//! Records as rows of a CSV table: one column for each field of the record.

use anyhow::Context;
use raiz::Record;
use serde_json::Value;

/// The columns: the record's fields, in its order.
pub(crate) const COLUMNS: [&str; 24] = [
    "schema",
    "source",
    "id",
    "incident",
    "span",
    "title",
    "kind",
    "language",
    "language_confidence",
    "cause",
    "confidence",
    "evidence",
    "contributing",
    "scores",
    "started",
    "detected",
    "identified",
    "mitigated",
    "resolved",
    "basis",
    "duration_s",
    "timestamps",
    "figures",
    "warnings",
];

/// The rows of `records`, without a header.
pub(crate) fn rows(records: &[Record]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for record in records {
        let Value::Object(fields) = serde_json::to_value(record)? else { anyhow::bail!("a record is an object") };
        writer.write_record(fields.values().map(cell))?;
    }
    writer.into_inner().context("cannot write CSV")
}

/// The header row.
pub(crate) fn header() -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS)?;
    writer.into_inner().context("cannot write CSV")
}

/// Texts and numbers as they are, nothing for null, lists and objects as JSON.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_the_record_s_fields() {
        let records = raiz::Pipeline::default().tag("The API was down.");
        let record = serde_json::to_value(&records[0]).expect("records are written as JSON");
        let fields: Vec<&str> = record.as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(fields, COLUMNS);
    }

    #[test]
    fn cells_keep_text_and_write_lists_as_json() {
        for (value, expected) in [
            (serde_json::json!("a \"b\", c"), "a \"b\", c"),
            (serde_json::json!(null), ""),
            (serde_json::json!(0.5), "0.5"),
            (serde_json::json!([0, 7]), "[0,7]"),
            (serde_json::json!({"dns": 0.1}), "{\"dns\":0.1}"),
        ] {
            assert_eq!(cell(&value), expected);
        }
    }
}
