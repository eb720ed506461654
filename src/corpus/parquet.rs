//! A corpus as one Parquet table, the nested gold as lists of structs.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, BooleanArray, Float64Array, Int32Array, ListArray, RecordBatch, StringArray, StructArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, Field, FieldRef, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;

use crate::error::{Error, ErrorKind, Result};

use super::head::{figure_kind_name, kind_name};
use super::{BankSentence, Corpus, GoldFigure, GoldTimestamp, LabelledIncident, Report};

/// The bytes of the table: a row for each report, then for each sentence. The columns `label` and `round` are there only with
/// sentences, which have none of the others but `language` and `text`.
pub(super) fn write(corpus: &Corpus) -> Result<Vec<u8>> {
    let broken = |error: ParquetError| Error::new(ErrorKind::Io, error.to_string());
    let batch = batch(corpus).map_err(|error| Error::new(ErrorKind::Io, error.to_string()))?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).map_err(broken)?;
    writer.write(&batch).map_err(broken)?;
    writer.into_inner().map_err(broken)
}

/// A row of the table.
#[derive(Clone, Copy)]
enum Row<'c> {
    Report(&'c Report),
    Sentence(&'c BankSentence),
}

impl<'c> Row<'c> {
    fn report(self) -> Option<&'c Report> {
        if let Row::Report(report) = self { Some(report) } else { None }
    }

    fn sentence(self) -> Option<&'c BankSentence> {
        if let Row::Sentence(row) = self { Some(row) } else { None }
    }
}

fn batch(corpus: &Corpus) -> std::result::Result<RecordBatch, ArrowError> {
    let rows: Vec<Row<'_>> = corpus.reports.iter().map(Row::Report).chain(corpus.sentences.iter().map(Row::Sentence)).collect();
    let of_report = |cell: fn(&Report) -> Option<&str>| strings(rows.iter().map(|row| row.report().and_then(cell)));
    let incidents = rows.iter().map(|row| row.report().map(|report| report.incidents.as_slice()));
    let mut columns: Vec<(&str, ArrayRef)> = vec![
        ("id", of_report(|report| Some(&report.id))),
        (
            "language",
            strings(rows.iter().map(|row| {
                Some(match row {
                    Row::Report(report) => report.language.as_str(),
                    Row::Sentence(row) => row.language.as_str(),
                })
            })),
        ),
        ("variety", of_report(|report| report.variety.as_deref())),
        ("kind", of_report(|report| Some(kind_name(report.kind)))),
        ("set", of_report(|report| report.set.as_deref())),
        ("hard", Arc::new(rows.iter().map(|row| row.report().map(|report| report.hard)).collect::<BooleanArray>())),
        ("source", of_report(|report| report.source.as_deref())),
        ("family", of_report(|report| report.family.as_deref())),
        ("split", of_report(|report| Some(report.split().name()))),
        ("note", of_report(|report| report.note.as_deref())),
        ("incidents", lists(incidents, incident_columns)?),
        (
            "text",
            strings(rows.iter().map(|row| {
                Some(match row {
                    Row::Report(report) => report.text.as_str(),
                    Row::Sentence(row) => row.text.as_str(),
                })
            })),
        ),
    ];
    if !corpus.sentences.is_empty() {
        columns.push(("label", strings(rows.iter().map(|row| row.sentence().map(|row| row.label.as_str())))));
        let rounds = rows.iter().map(|row| row.sentence().map(|row| i32::try_from(row.round).unwrap_or(i32::MAX)));
        columns.push(("round", Arc::new(rounds.collect::<Int32Array>())));
    }
    let fields: Vec<FieldRef> = columns.iter().map(|(name, column)| field(name, column)).collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns.into_iter().map(|(_, column)| column).collect())
}

fn incident_columns(incidents: &[&LabelledIncident]) -> std::result::Result<Vec<(&'static str, ArrayRef)>, ArrowError> {
    let text = |cell: fn(&LabelledIncident) -> Option<&str>| strings(incidents.iter().map(|incident| cell(incident)));
    Ok(vec![
        ("at", text(|incident| incident.at.as_deref())),
        ("cause", text(|incident| Some(&incident.cause))),
        (
            "contributing",
            lists(incidents.iter().map(|incident| Some(incident.contributing.as_slice())), |links| {
                Ok(vec![
                    ("label", strings(links.iter().map(|link| Some(link.label.as_str())))),
                    ("evidence", strings(links.iter().map(|link| link.evidence.as_deref()))),
                ])
            })?,
        ),
        ("evidence", text(|incident| incident.evidence.as_deref())),
        ("start", text(|incident| incident.start.as_deref())),
        ("end", text(|incident| incident.end.as_deref())),
        ("duration_min", numbers(incidents.iter().map(|incident| incident.duration_min))),
        ("timestamps", lists(incidents.iter().map(|incident| incident.timestamps.as_deref()), stamp_columns)?),
        ("figures", lists(incidents.iter().map(|incident| incident.figures.as_deref()), figure_columns)?),
    ])
}

#[allow(clippy::unnecessary_wraps, reason = "what columns of lists are made with")]
fn stamp_columns(stamps: &[&GoldTimestamp]) -> std::result::Result<Vec<(&'static str, ArrayRef)>, ArrowError> {
    Ok(vec![
        ("text", strings(stamps.iter().map(|stamp| Some(stamp.text.as_str())))),
        ("value", strings(stamps.iter().map(|stamp| Some(stamp.value.as_str())))),
        ("optional", Arc::new(stamps.iter().map(|stamp| Some(stamp.optional)).collect::<BooleanArray>())),
    ])
}

#[allow(clippy::unnecessary_wraps, reason = "what columns of lists are made with")]
fn figure_columns(figures: &[&GoldFigure]) -> std::result::Result<Vec<(&'static str, ArrayRef)>, ArrowError> {
    Ok(vec![
        ("text", strings(figures.iter().map(|figure| Some(figure.text.as_str())))),
        ("kind", strings(figures.iter().map(|figure| Some(figure_kind_name(figure.kind))))),
        ("low", numbers(figures.iter().map(|figure| figure.low))),
        ("high", numbers(figures.iter().map(|figure| figure.high))),
        ("unit", strings(figures.iter().map(|figure| Some(figure.unit.as_str())))),
        ("optional", Arc::new(figures.iter().map(|figure| Some(figure.optional)).collect::<BooleanArray>())),
    ])
}

fn strings<'s>(cells: impl Iterator<Item = Option<&'s str>>) -> ArrayRef {
    Arc::new(cells.collect::<StringArray>())
}

fn numbers(cells: impl Iterator<Item = Option<f64>>) -> ArrayRef {
    Arc::new(cells.collect::<Float64Array>())
}

fn field(name: &str, column: &ArrayRef) -> FieldRef {
    Arc::new(Field::new(name, column.data_type().clone(), true))
}

/// A column of lists of structs: the fields of all entries of all rows are columns, cut at the rows' lengths.
fn lists<'s, T: 's>(
    rows: impl Iterator<Item = Option<&'s [T]>>,
    columns: impl Fn(&[&'s T]) -> std::result::Result<Vec<(&'static str, ArrayRef)>, ArrowError>,
) -> std::result::Result<ArrayRef, ArrowError> {
    let rows: Vec<Option<&[T]>> = rows.collect();
    let entries: Vec<&T> = rows.iter().copied().flatten().flatten().collect();
    let (fields, arrays): (Vec<FieldRef>, Vec<ArrayRef>) =
        columns(&entries)?.into_iter().map(|(name, column)| (field(name, &column), column)).unzip();
    let structs: ArrayRef = Arc::new(StructArray::try_new(fields.into(), arrays, None)?);
    let lengths = OffsetBuffer::from_lengths(rows.iter().map(|row| row.map_or(0, <[T]>::len)));
    let present: NullBuffer = rows.iter().map(Option::is_some).collect();
    Ok(Arc::new(ListArray::try_new(field("element", &structs), lengths, structs, Some(present))?))
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "a Parquet reader wants a file")]
mod tests {
    use std::path::Path;

    use arrow_array::cast::AsArray;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    use super::*;

    /// The table of `corpus`, written and read.
    fn table(corpus: &Corpus) -> RecordBatch {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("corpus.parquet");
        std::fs::write(&path, write(corpus).expect("a table")).expect("written");
        let file = std::fs::File::open(&path).expect("there");
        let mut reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("a Parquet file").build().expect("readable");
        reader.next().expect("a batch").expect("readable")
    }

    #[test]
    fn rows_hold_reports_and_sentences() {
        let page = "---\nid: p\nlanguage: pt\nvariety: pt-BR\nkind: incident\nhard: true\nsplit: dev\nincidents:\n  - {at: A, cause: dns, contributing: [attack], evidence: a, duration_min: 2.5, timestamps: [{text: b, value: 2022-01}], figures: []}\n  - {at: B, cause: attack, figures: [{text: c, kind: data-size, low: 1, high: null, unit: B, optional: true}]}\n---\nA\nB\n";
        let other = "---\nid: o\nlanguage: en\nkind: other\nsplit: test\n---\nText.\n";
        let path: Arc<Path> = Arc::from(Path::new("p.md"));
        let reports = [page, other].map(|content| Report::parse(&path, content).expect("a sound report")).to_vec();
        let mut corpus = Corpus { reports, ..Corpus::default() };
        assert_eq!((table(&corpus).num_rows(), table(&corpus).num_columns()), (2, 12));
        corpus.sentences = vec![BankSentence { path, line: 1, label: "dns".into(), round: 2, language: "en".into(), text: "Gone.".into() }];
        let table = table(&corpus);
        assert_eq!((table.num_rows(), table.num_columns()), (3, 14));
        let column = |name: &str| table.column_by_name(name).unwrap_or_else(|| panic!("no column {name}"));
        let cells = |array: &ArrayRef| array.as_string::<i32>().iter().map(|cell| cell.unwrap_or("-").to_owned()).collect::<Vec<_>>();
        for (name, expected) in [
            ("id", ["p", "o", "-"]),
            ("language", ["pt", "en", "en"]),
            ("variety", ["pt-BR", "-", "-"]),
            ("kind", ["incident", "other", "-"]),
            ("split", ["dev", "test", "-"]),
            ("text", ["A\nB", "Text.", "Gone."]),
            ("label", ["-", "-", "dns"]),
        ] {
            assert_eq!(cells(column(name)), expected, "{name}");
        }
        assert_eq!(column("hard").as_boolean().iter().collect::<Vec<_>>(), [Some(true), Some(false), None]);
        let lists = column("incidents").as_list::<i32>();
        assert_eq!((lists.value_length(0), lists.value_length(1), lists.is_null(2)), (2, 0, true));
        let incidents = lists.values().as_struct();
        assert_eq!(cells(incidents.column_by_name("cause").expect("cause")), ["dns", "attack"]);
        assert_eq!(cells(incidents.column_by_name("evidence").expect("evidence")), ["a", "-"]);
        let stamps = incidents.column_by_name("timestamps").expect("timestamps").as_list::<i32>();
        assert!(stamps.is_null(1), "marked by nobody is not the same as none");
        assert_eq!(cells(stamps.values().as_struct().column_by_name("value").expect("value")), ["2022-01"]);
        let figures = incidents.column_by_name("figures").expect("figures").as_list::<i32>();
        assert_eq!((figures.is_null(0), figures.value_length(0), figures.value_length(1)), (false, 0, 1));
        let figure = figures.values().as_struct();
        assert_eq!(cells(figure.column_by_name("kind").expect("kind")), ["data-size"]);
        assert!(figure.column_by_name("high").expect("high").is_null(0));
    }

    #[test]
    fn an_empty_table_is_one_too() {
        assert!(write(&Corpus::default()).is_ok());
    }
}
