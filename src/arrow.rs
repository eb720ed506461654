//! Records as Arrow arrays: the fields of the record, nested as there.
//!
//! Moments are texts, as in the record; `span` is a struct of `start` and `end`, `scores` a map, `basis` a struct of five.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, BooleanArray, Float64Array, Int64Array, ListArray, MapArray, RecordBatch, StringArray, StructArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{ArrowError, Field, FieldRef, Fields, Schema, SchemaRef};
use serde::Serialize;

use crate::error::{Error, ErrorKind, Result};
use crate::languages::Language;
use crate::record::{Basis, Contributing, FigureRecord, Quote, Record, TimestampRecord, round};
use crate::timestamps::Moment;

/// A column: its name, whether a cell may be null, the cells.
type Column = (&'static str, bool, ArrayRef);

/// More text than this in one batch cannot be addressed.
const LONGEST_BATCH: usize = i32::MAX as usize;

/// The schema of [`batch`].
///
/// # Errors
/// Never, as far as is known; Arrow's own functions can fail.
pub fn schema() -> Result<SchemaRef> {
    Ok(batch(&[])?.schema())
}

/// A row for each record.
///
/// ```
/// let records = raiz::Pipeline::default().tag("The API was down from 14:02 to 14:40 UTC.");
/// let batch = raiz::arrow::batch(&records.iter().collect::<Vec<_>>())?;
/// assert_eq!((batch.num_rows(), batch.schema()), (1, raiz::arrow::schema()?));
/// # Ok::<(), raiz::Error>(())
/// ```
///
/// # Errors
/// Where the texts of the records are longer than 2 GiB together.
pub fn batch(records: &[&Record]) -> Result<RecordBatch> {
    if records.iter().map(|record| length(record)).fold(0, usize::saturating_add) > LONGEST_BATCH {
        return Err(Error::new(ErrorKind::Io, "records of more than 2 GiB of text do not fit into one batch"));
    }
    let broken = |error: ArrowError| Error::new(ErrorKind::Io, format!("cannot be written as Arrow: {error}"));
    let (fields, arrays) = fields(columns(records).map_err(broken)?);
    RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).map_err(broken)
}

/// Bytes of a record's texts, and entries of its lists: what offsets are kept of.
fn length(record: &Record) -> usize {
    let quotes = |quotes: &[Quote]| quotes.iter().map(|quote| quote.text.len() + 1).sum::<usize>();
    record.source.len()
        + record.id.as_ref().map_or(0, String::len)
        + record.title.as_ref().map_or(0, String::len)
        + quotes(&record.evidence)
        + record.contributing.iter().map(|link| link.label.len() + 1 + quotes(&link.evidence)).sum::<usize>()
        + record.scores.0.iter().map(|(label, _)| label.len() + 1).sum::<usize>()
        + record.timestamps.iter().map(|time| time.text.len() + 64).sum::<usize>()
        + record.figures.iter().map(|figure| figure.text.len() + figure.unit.len() + 32).sum::<usize>()
        + record.warnings.iter().map(|warning| warning.len() + 1).sum::<usize>()
}

fn columns(records: &[&Record]) -> std::result::Result<Vec<Column>, ArrowError> {
    let moments = |moment: fn(&Record) -> Option<Moment>| texts(records.iter().map(|record| moment(record)));
    Ok(vec![
        ("schema", false, texts(records.iter().map(|record| Some(record.schema)))),
        ("source", false, texts(records.iter().map(|record| Some(&record.source)))),
        ("id", true, texts(records.iter().map(|record| record.id.as_ref()))),
        ("incident", false, integers(records.iter().map(|record| Some(record.incident as i64)))),
        (
            "span",
            false,
            structs(vec![
                ("start", false, integers(records.iter().map(|record| Some(record.span.start as i64)))),
                ("end", false, integers(records.iter().map(|record| Some(record.span.end as i64)))),
            ])?,
        ),
        ("title", true, texts(records.iter().map(|record| record.title.as_ref()))),
        ("kind", false, texts(records.iter().map(|record| Some(name(record.kind))))),
        ("language", true, texts(records.iter().map(|record| record.language.map(Language::code)))),
        ("language_confidence", false, numbers(records.iter().map(|record| Some(round(record.language_confidence))))),
        ("cause", true, texts(records.iter().map(|record| record.cause.as_ref()))),
        ("confidence", false, numbers(records.iter().map(|record| Some(round(record.confidence))))),
        ("evidence", false, lists(records.iter().map(|record| record.evidence.as_slice()), quotes)?),
        ("contributing", false, lists(records.iter().map(|record| record.contributing.as_slice()), links)?),
        ("scores", false, scores(records)?),
        ("started", true, moments(|record| record.started)),
        ("detected", true, moments(|record| record.detected)),
        ("identified", true, moments(|record| record.identified)),
        ("mitigated", true, moments(|record| record.mitigated)),
        ("resolved", true, moments(|record| record.resolved)),
        ("basis", false, bases(records)?),
        ("duration_s", true, integers(records.iter().map(|record| record.duration_s))),
        ("timestamps", false, lists(records.iter().map(|record| record.timestamps.as_slice()), timestamps)?),
        ("figures", false, lists(records.iter().map(|record| record.figures.as_slice()), figures)?),
        ("warnings", false, list(records.iter().map(|record| record.warnings.len()), warnings(records))?),
    ])
}

fn quotes(quotes: &[&Quote]) -> std::result::Result<ArrayRef, ArrowError> {
    structs(vec![
        ("text", false, texts(quotes.iter().map(|quote| Some(&quote.text)))),
        ("start", false, integers(quotes.iter().map(|quote| Some(quote.start as i64)))),
        ("end", false, integers(quotes.iter().map(|quote| Some(quote.end as i64)))),
        ("weight", false, numbers(quotes.iter().map(|quote| Some(round(quote.weight))))),
    ])
}

fn links(links: &[&Contributing]) -> std::result::Result<ArrayRef, ArrowError> {
    structs(vec![
        ("label", false, texts(links.iter().map(|link| Some(&link.label)))),
        ("confidence", false, numbers(links.iter().map(|link| Some(round(link.confidence))))),
        ("evidence", false, lists(links.iter().map(|link| link.evidence.as_slice()), quotes)?),
    ])
}

fn timestamps(times: &[&TimestampRecord]) -> std::result::Result<ArrayRef, ArrowError> {
    structs(vec![
        ("text", false, texts(times.iter().map(|time| Some(&time.text)))),
        ("start", false, integers(times.iter().map(|time| Some(time.start as i64)))),
        ("end", false, integers(times.iter().map(|time| Some(time.end as i64)))),
        ("value", false, texts(times.iter().map(|time| Some(time.value)))),
        ("precision", false, texts(times.iter().map(|time| Some(name(time.precision))))),
        ("zone", true, texts(times.iter().map(|time| time.zone.as_ref()))),
        ("role", false, texts(times.iter().map(|time| Some(name(time.role))))),
    ])
}

fn figures(figures: &[&FigureRecord]) -> std::result::Result<ArrayRef, ArrowError> {
    structs(vec![
        ("text", false, texts(figures.iter().map(|figure| Some(&figure.text)))),
        ("start", false, integers(figures.iter().map(|figure| Some(figure.start as i64)))),
        ("end", false, integers(figures.iter().map(|figure| Some(figure.end as i64)))),
        ("kind", false, texts(figures.iter().map(|figure| Some(name(figure.kind))))),
        ("low", true, numbers(figures.iter().map(|figure| figure.low))),
        ("high", true, numbers(figures.iter().map(|figure| figure.high))),
        ("unit", false, texts(figures.iter().map(|figure| Some(&figure.unit)))),
        ("approximate", false, booleans(figures.iter().map(|figure| figure.approximate))),
        ("role", false, texts(figures.iter().map(|figure| Some(name(figure.role))))),
        ("impact", false, booleans(figures.iter().map(|figure| figure.impact))),
    ])
}

fn bases(records: &[&Record]) -> std::result::Result<ArrayRef, ArrowError> {
    let of = |basis: fn(&Record) -> Option<Basis>| texts(records.iter().map(|record| basis(record).map(name)));
    structs(vec![
        ("started", true, of(|record| record.basis.started)),
        ("detected", true, of(|record| record.basis.detected)),
        ("identified", true, of(|record| record.basis.identified)),
        ("mitigated", true, of(|record| record.basis.mitigated)),
        ("resolved", true, of(|record| record.basis.resolved)),
    ])
}

fn scores(records: &[&Record]) -> std::result::Result<ArrayRef, ArrowError> {
    let all = || records.iter().flat_map(|record| &record.scores.0);
    let (fields, arrays) = fields(vec![
        ("key", false, texts(all().map(|(label, _)| Some(label)))),
        ("value", false, numbers(all().map(|(_, score)| Some(round(*score))))),
    ]);
    let entries = StructArray::try_new(fields, arrays, None)?;
    let lengths = OffsetBuffer::from_lengths(records.iter().map(|record| record.scores.0.len()));
    let entry = Arc::new(Field::new("key_value", entries.data_type().clone(), false));
    Ok(Arc::new(MapArray::try_new(entry, lengths, entries, None, false)?))
}

fn warnings(records: &[&Record]) -> ArrayRef {
    texts(records.iter().flat_map(|record| &record.warnings).map(Some))
}

/// The name that a value has in the record.
fn name(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

fn texts(cells: impl Iterator<Item = Option<impl ToString>>) -> ArrayRef {
    Arc::new(cells.map(|cell| cell.map(|cell| cell.to_string())).collect::<StringArray>())
}

fn integers(cells: impl Iterator<Item = Option<i64>>) -> ArrayRef {
    Arc::new(cells.collect::<Int64Array>())
}

fn numbers(cells: impl Iterator<Item = Option<f64>>) -> ArrayRef {
    Arc::new(cells.collect::<Float64Array>())
}

fn booleans(cells: impl Iterator<Item = bool>) -> ArrayRef {
    Arc::new(cells.map(Some).collect::<BooleanArray>())
}

fn fields(columns: Vec<Column>) -> (Fields, Vec<ArrayRef>) {
    let (fields, arrays): (Vec<FieldRef>, Vec<ArrayRef>) =
        columns.into_iter().map(|(name, nullable, array)| (Arc::new(Field::new(name, array.data_type().clone(), nullable)), array)).unzip();
    (fields.into(), arrays)
}

fn structs(columns: Vec<Column>) -> std::result::Result<ArrayRef, ArrowError> {
    let rows = columns.first().map_or(0, |(_, _, array)| array.len());
    let (fields, arrays) = fields(columns);
    Ok(Arc::new(StructArray::try_new_with_length(fields, arrays, None, rows)?))
}

/// A column of lists: the entries of all rows make `entries`, which is cut at the rows' lengths.
fn list(lengths: impl Iterator<Item = usize>, entries: ArrayRef) -> std::result::Result<ArrayRef, ArrowError> {
    let entry = Arc::new(Field::new("element", entries.data_type().clone(), false));
    Ok(Arc::new(ListArray::try_new(entry, OffsetBuffer::from_lengths(lengths), entries, None)?))
}

fn lists<'r, T: 'r>(
    rows: impl Iterator<Item = &'r [T]>,
    entries: impl Fn(&[&'r T]) -> std::result::Result<ArrayRef, ArrowError>,
) -> std::result::Result<ArrayRef, ArrowError> {
    let rows: Vec<&[T]> = rows.collect();
    let all: Vec<&T> = rows.iter().copied().flatten().collect();
    list(rows.iter().map(|row| row.len()), entries(&all)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_the_record_s_fields_in_their_order() {
        let record = serde_json::to_value(&crate::Pipeline::default().tag("The API was down.")[0]).expect("JSON");
        let fields: Vec<String> = record.as_object().expect("an object").keys().cloned().collect();
        let columns: Vec<String> = schema().expect("a schema").fields().iter().map(|field| field.name().clone()).collect();
        assert_eq!(columns, fields);
    }
}
