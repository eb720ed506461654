//! Records as rows of a flat CSV table, for spreadsheets: no lists, no objects, nothing that runs.

use std::fmt::Display;

use anyhow::Context;
use raiz::{Basis, Moment, Record};

use super::tagged::Tagged;

/// What a cell holds.
enum Cell {
    /// Words of the document, which may look like a formula.
    Text(String),
    /// Numbers, and words of ours.
    Plain(String),
}

/// A column: its name, and what a record has in it.
type Column = (&'static str, fn(&Record) -> Cell);

/// The columns, in the order of the record's fields.
///
/// What lists and objects hold beyond this (offsets, weights) stands in the other forms.
const COLUMNS: [Column; 29] = [
    ("schema", |record| plain(record.schema)),
    ("source", |record| Cell::Text(record.source.clone())),
    ("id", |record| text(record.id.as_deref())),
    ("incident", |record| plain(record.incident)),
    ("span_start", |record| plain(record.span.start)),
    ("span_end", |record| plain(record.span.end)),
    ("title", |record| text(record.title.as_deref())),
    ("kind", |record| plain(name(record.kind))),
    ("language", |record| plain(record.language.map_or("", raiz::Language::code))),
    ("language_confidence", |record| plain(rounded(record.language_confidence))),
    ("cause", |record| text(record.cause.as_deref())),
    ("confidence", |record| plain(rounded(record.confidence))),
    ("evidence", |record| lines(record.evidence.iter().map(|quote| quote.text.as_str()))),
    ("contributing", |record| list(record.contributing.iter().map(|link| link.label.as_str()))),
    ("scores", |record| list(record.scores.0.iter().map(|(label, score)| format!("{label} {}", rounded(*score))))),
    ("started", |record| moment(record.started.as_ref())),
    ("started_basis", |record| basis(record.basis.started)),
    ("detected", |record| moment(record.detected.as_ref())),
    ("detected_basis", |record| basis(record.basis.detected)),
    ("identified", |record| moment(record.identified.as_ref())),
    ("identified_basis", |record| basis(record.basis.identified)),
    ("mitigated", |record| moment(record.mitigated.as_ref())),
    ("mitigated_basis", |record| basis(record.basis.mitigated)),
    ("resolved", |record| moment(record.resolved.as_ref())),
    ("resolved_basis", |record| basis(record.basis.resolved)),
    ("duration_s", |record| plain(record.duration_s.map_or_else(String::new, |seconds| seconds.to_string()))),
    ("timestamps", |record| list(record.timestamps.iter().map(|time| format!("{} {}", time.value, name(time.role))))),
    ("figures", |record| list(record.figures.iter().map(|figure| format!("{} ({})", figure.text, name(figure.role))))),
    ("warnings", |record| lines(record.warnings.iter().map(String::as_str))),
];

/// The column that `--dedup` adds at the end.
const DUPLICATE_OF: &str = "duplicate_of";

/// The rows of `records`, without a header.
pub(crate) fn rows(records: &[Tagged]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for tagged in records {
        let further = tagged.duplicate_of.as_ref().map(|first| text(first.as_deref()));
        let cells = COLUMNS.iter().map(|(_, cell)| cell(&tagged.record)).chain(further);
        writer.write_record(cells.map(|cell| match cell {
            Cell::Text(text) => harmless(text),
            Cell::Plain(text) => text,
        }))?;
    }
    writer.into_inner().context("cannot write CSV")
}

/// The header row.
pub(crate) fn header(dedup: bool) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS.iter().map(|(name, _)| *name).chain(dedup.then_some(DUPLICATE_OF)))?;
    writer.into_inner().context("cannot write CSV")
}

/// A spreadsheet runs a cell that begins like a formula; an apostrophe before it makes it text.
fn harmless(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text }
}

fn plain(value: impl Display) -> Cell {
    Cell::Plain(value.to_string())
}

fn text(text: Option<&str>) -> Cell {
    Cell::Text(text.unwrap_or_default().to_owned())
}

/// Texts of any length, one on a line.
fn lines<'a>(texts: impl Iterator<Item = &'a str>) -> Cell {
    Cell::Text(texts.collect::<Vec<_>>().join("\n"))
}

/// Short entries on one line.
fn list(entries: impl Iterator<Item = impl ToString>) -> Cell {
    Cell::Text(entries.map(|entry| entry.to_string().replace(['\n', '\r'], " ")).collect::<Vec<_>>().join("; "))
}

fn moment(moment: Option<&Moment>) -> Cell {
    Cell::Text(moment.map_or_else(String::new, Moment::to_string))
}

fn basis(basis: Option<Basis>) -> Cell {
    Cell::Plain(basis.map_or_else(String::new, name))
}

/// The name that a value has in the record.
fn name(value: impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

/// A probability as the record gives it.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_of_the_record_has_a_column() {
        let record = serde_json::to_value(&raiz::Pipeline::default().tag("The API was down.")[0]).expect("JSON");
        let mut fields: Vec<&str> = record.as_object().expect("an object").keys().map(String::as_str).collect();
        // A field may stand in several columns: `span_start`, `started_basis`.
        let stands = |field: &&str| COLUMNS.iter().any(|(name, _)| name.split('_').any(|part| part == *field) || name == field);
        fields.retain(|field| !stands(field));
        assert_eq!(fields, Vec::<&str>::new());
    }

    #[test]
    fn cells_that_look_like_formulas_are_text() {
        for (text, expected) in [
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("+351 291 000 000", "'+351 291 000 000"),
            ("-2 nodes", "'-2 nodes"),
            ("--08-06T18:22:00", "'--08-06T18:22:00"),
            ("@all", "'@all"),
            ("\t=1", "'\t=1"),
            ("\r=1", "'\r=1"),
            ("a=1", "a=1"),
            ("", ""),
        ] {
            assert_eq!(harmless(text.to_owned()), expected);
        }
    }

    #[test]
    fn entries_of_a_list_stay_on_one_line_and_texts_have_lines_of_their_own() {
        let shown = |cell| match cell {
            Cell::Text(text) | Cell::Plain(text) => text,
        };
        assert_eq!(shown(list(["12 %\nof all", "3 h"].iter())), "12 % of all; 3 h");
        assert_eq!(shown(lines(["The disk was full.", "So it stopped."].into_iter())), "The disk was full.\nSo it stopped.");
    }
}
