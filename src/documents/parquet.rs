//! Rows of Parquet files: the columns of the text, the id and the date are read, a few rows at a time.
//!
//! A file is read where it lies; a stream has to be taken whole, because the description of its columns stands at the end.

use std::fs::File;
use std::io::{BufRead, Read, Seek};
use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Float64Type, Int32Type, Int64Type, TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType, UInt64Type,
};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, TimeUnit};
use jiff::{Timestamp, ToSpan, civil};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use parquet::file::reader::ChunkReader;

use super::columns::Columns;
use super::formats::{self, Head, Setup};
use super::text::read_all;
use super::{Document, Fields};
use crate::error::{Error, ErrorKind, Result};

/// What a Parquet file begins with.
const MAGIC: &[u8] = b"PAR1";
/// So many rows are unpacked at once.
const ROWS: usize = 128;

/// Reads the rows of a file.
struct Reader {
    fields: Fields,
    file: Option<File>,
    rows: Option<Rows>,
    done: bool,
}

/// The rows of a file that is open.
struct Rows {
    columns: Columns,
    /// The columns that are read, as numbers of all columns.
    read: Vec<usize>,
    batches: ParquetRecordBatchReader,
    batch: Option<RecordBatch>,
    /// The next row of the batch.
    row: usize,
    /// Rows read so far.
    count: usize,
}

/// A reader of Parquet files.
pub(super) fn open(setup: &Setup<'_>) -> Box<dyn formats::Reader> {
    let file = setup.file.and_then(|file| file.try_clone().ok());
    Box::new(Reader { fields: setup.fields.clone(), file, rows: None, done: false })
}

/// Is it a Parquet file?
pub(super) fn looks_like(head: &Head<'_>) -> bool {
    head.bytes.starts_with(MAGIC)
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").field("fields", &self.fields).field("done", &self.done).finish_non_exhaustive()
    }
}

impl formats::Reader for Reader {
    fn next(&mut self, input: &mut dyn BufRead) -> Option<Result<Document>> {
        if self.done {
            return None;
        }
        let item = self.read(input);
        self.done = !matches!(item, Some(Ok(_)));
        item
    }
}

impl Reader {
    fn read(&mut self, input: &mut dyn BufRead) -> Option<Result<Document>> {
        if self.rows.is_none() {
            match self.begin(input) {
                Ok(rows) => self.rows = Some(rows),
                Err(error) => return Some(Err(error)),
            }
        }
        let rows = self.rows.as_mut()?;
        while rows.batch.as_ref().is_none_or(|batch| rows.row >= batch.num_rows()) {
            match guarded(|| rows.batches.next().transpose()) {
                Ok(Some(batch)) => {
                    rows.batch = Some(batch);
                    rows.row = 0;
                }
                Ok(None) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
        Some(Ok(rows.document()))
    }

    fn begin(&mut self, input: &mut dyn BufRead) -> Result<Rows> {
        // Of a packed file the stream is what is inside.
        if let Some(mut file) = self.file.take().filter(|file| file.metadata().is_ok_and(|data| data.is_file())) {
            let mut start = [0; MAGIC.len()];
            if file.rewind().is_ok() && file.read_exact(&mut start).is_ok() && start == MAGIC {
                return self.rows(file);
            }
        }
        let all = read_all(input, Vec::new())?;
        self.rows(::bytes::Bytes::from(all))
    }

    fn rows(&self, file: impl ChunkReader + 'static) -> Result<Rows> {
        let builder = guarded(|| ParquetRecordBatchReaderBuilder::try_new(file))?;
        let names: Vec<String> = builder.schema().fields().iter().map(|field| field.name().clone()).collect();
        let columns = Columns::find(&names, &self.fields)?;
        let read = columns.read();
        for &at in &read {
            let field = builder.schema().field(at);
            if !is_readable(field.data_type()) {
                let message = format!("column `{}` is of type {}, not text, number or date", field.name(), field.data_type());
                return Err(Error::new(ErrorKind::Malformed, message));
            }
        }
        let mask = ProjectionMask::roots(builder.parquet_schema(), read.iter().copied());
        let batches = guarded(|| builder.with_projection(mask).with_batch_size(ROWS).build())?;
        Ok(Rows { columns, read, batches, batch: None, row: 0, count: 0 })
    }
}

impl Rows {
    fn document(&mut self) -> Document {
        let (row, batch) = (self.row, self.batch.as_ref());
        self.row += 1;
        self.count += 1;
        let cells: Vec<Option<String>> =
            (0..self.read.len()).map(|place| batch.and_then(|batch| cell(batch.columns().get(place)?.as_ref(), row))).collect();
        let mut document = self.columns.document(|at| self.read.binary_search(&at).ok().and_then(|place| cells.get(place)?.as_deref()));
        document.source = document.id.clone().unwrap_or_else(|| self.count.to_string());
        document
    }
}

/// Can cells of this type be made text?
fn is_readable(kind: &DataType) -> bool {
    match kind {
        DataType::Dictionary(_, values) => is_readable(values),
        DataType::List(item) | DataType::LargeList(item) => is_readable(item.data_type()),
        _ => matches!(
            kind,
            DataType::Null
                | DataType::Utf8
                | DataType::LargeUtf8
                | DataType::Utf8View
                | DataType::Binary
                | DataType::Int32
                | DataType::Int64
                | DataType::UInt64
                | DataType::Float64
                | DataType::Boolean
                | DataType::Date32
                | DataType::Timestamp(..)
        ),
    }
}

/// A cell as text; none where it is null.
fn cell(column: &dyn Array, row: usize) -> Option<String> {
    if column.is_null(row) {
        return None;
    }
    Some(match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).to_owned(),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row).to_owned(),
        DataType::Utf8View => column.as_string_view().value(row).to_owned(),
        DataType::Binary => String::from_utf8_lossy(column.as_binary::<i32>().value(row)).into_owned(),
        DataType::Int32 => column.as_primitive::<Int32Type>().value(row).to_string(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).to_string(),
        DataType::UInt64 => column.as_primitive::<UInt64Type>().value(row).to_string(),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).to_string(),
        DataType::Boolean => column.as_boolean().value(row).to_string(),
        DataType::Date32 => {
            let days = i64::from(column.as_primitive::<Date32Type>().value(row));
            civil::date(1970, 1, 1).checked_add(days.days()).ok()?.to_string()
        }
        DataType::Timestamp(unit, _) => match unit {
            TimeUnit::Second => Timestamp::from_second(column.as_primitive::<TimestampSecondType>().value(row)),
            TimeUnit::Millisecond => Timestamp::from_millisecond(column.as_primitive::<TimestampMillisecondType>().value(row)),
            TimeUnit::Microsecond => Timestamp::from_microsecond(column.as_primitive::<TimestampMicrosecondType>().value(row)),
            TimeUnit::Nanosecond => Timestamp::from_nanosecond(i128::from(column.as_primitive::<TimestampNanosecondType>().value(row))),
        }
        .ok()?
        .to_string(),
        DataType::Dictionary(..) => {
            let dictionary = column.as_any_dictionary();
            let key = *dictionary.normalized_keys().get(row)?;
            return cell(dictionary.values().as_ref(), key);
        }
        DataType::List(_) => lines(column.as_list::<i32>().value(row).as_ref()),
        DataType::LargeList(_) => lines(column.as_list::<i64>().value(row).as_ref()),
        _ => return None,
    })
}

/// The entries of a list, a line each.
fn lines(list: &dyn Array) -> String {
    (0..list.len()).filter_map(|at| cell(list, at)).collect::<Vec<_>>().join("\n")
}

/// Do `work`; what is wrong with the file is an error, also where the library that reads it gives up.
fn guarded<T, E: std::fmt::Display>(work: impl FnOnce() -> Result<T, E>) -> Result<T> {
    let broken = |why: String| Error::new(ErrorKind::Malformed, format!("not a sound Parquet file: {why}"));
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(error)) => Err(broken(error.to_string())),
        Err(_) => Err(broken("its parts contradict each other".to_owned())),
    }
}

#[cfg(test)]
mod tests;
