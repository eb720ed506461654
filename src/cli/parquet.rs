//! Records as a Parquet table, a part of them at a time.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use raiz::Record;

use super::output::Output;
use super::render::Store;
use super::tagged::Tagged;

/// Records that are turned into columns at once end with the one that reaches either number, the second being of text.
const BATCH: usize = 1_024;
const BATCH_BYTES: usize = 8 << 20;
/// A row group ends with the record that reaches either number.
const GROUP_ROWS: usize = 1 << 16;
const GROUP_BYTES: usize = 32 << 20;

/// A table that is being written.
pub(crate) struct Table {
    writer: ArrowWriter<Output>,
    schema: SchemaRef,
    dedup: bool,
    waiting: Vec<Tagged>,
    /// About how much text is in these.
    bytes: usize,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("dedup", &self.dedup).finish_non_exhaustive()
    }
}

impl Table {
    /// A table without rows; `dedup` adds the column `duplicate_of`.
    pub(crate) fn new(output: Output, dedup: bool) -> anyhow::Result<Table> {
        let mut fields: Vec<_> = raiz::arrow::schema()?.fields().iter().cloned().collect();
        if dedup {
            fields.push(Arc::new(Field::new("duplicate_of", DataType::Utf8, true)));
        }
        let schema = Arc::new(Schema::new(fields));
        let properties =
            WriterProperties::builder().set_compression(Compression::SNAPPY).set_max_row_group_row_count(Some(GROUP_ROWS)).build();
        Ok(Table {
            writer: ArrowWriter::try_new(output, Arc::clone(&schema), Some(properties))?,
            schema,
            dedup,
            waiting: Vec::new(),
            bytes: 0,
        })
    }

    fn write_waiting(&mut self) -> anyhow::Result<()> {
        self.bytes = 0;
        let waiting = std::mem::take(&mut self.waiting);
        let rows: Vec<&Record> = waiting.iter().map(|tagged| &tagged.record).collect();
        let mut columns = raiz::arrow::batch(&rows)?.columns().to_vec();
        if self.dedup {
            let first: ArrayRef = Arc::new(waiting.iter().map(Tagged::seen_before).collect::<StringArray>());
            columns.push(first);
        }
        self.writer.write(&RecordBatch::try_new(Arc::clone(&self.schema), columns)?)?;
        if self.writer.in_progress_size() >= GROUP_BYTES {
            self.writer.flush()?;
        }
        Ok(())
    }
}

impl Store for Table {
    fn add(&mut self, records: Vec<Tagged>) -> anyhow::Result<()> {
        for tagged in records {
            self.bytes += tagged.record.span.len();
            self.waiting.push(tagged);
            if self.waiting.len() >= BATCH || self.bytes >= BATCH_BYTES {
                self.write_waiting()?;
            }
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> anyhow::Result<()> {
        self.write_waiting()?;
        self.writer.into_inner()?.finish()
    }
}
