//! Records in the form that was asked for.
//!
//! [`render`] makes the bytes of one document and runs on any thread; [`Writer`] puts documents one after the other.

use std::io::Write;

use raiz::Record;

use super::args::Format;
use super::columns;
use super::output::Output;
use super::table::{self, Layout, Row, View};

/// The records of one document, ready to be written.
#[derive(Debug)]
pub(crate) enum Rendered {
    /// As they will stand in the output.
    Bytes(Vec<u8>),
    /// Cells of a table, to be laid out with the other documents'.
    Rows(Vec<Row>),
}

/// Render the records of one document.
pub(crate) fn render(format: Format, view: View, records: &[Record]) -> anyhow::Result<Rendered> {
    let mut bytes = Vec::new();
    match format {
        Format::Text => return Ok(Rendered::Rows(table::rows(view, records))),
        Format::Csv | Format::Parquet => bytes = columns::rows(records)?,
        Format::Jsonl => {
            for record in records {
                serde_json::to_writer(&mut bytes, record)?;
                bytes.push(b'\n');
            }
        }
        Format::Json => {
            for (number, record) in records.iter().enumerate() {
                if number > 0 {
                    bytes.extend_from_slice(b",\n");
                }
                serde_json::to_writer(&mut bytes, record)?;
            }
        }
    }
    Ok(Rendered::Bytes(bytes))
}

/// Writes the records of many documents, in the order in which they come.
#[derive(Debug)]
pub(crate) struct Writer {
    output: Output,
    format: Format,
    begun: bool,
    layout: Layout,
    waiting: Vec<Row>,
}

impl Writer {
    /// A writer that has written nothing yet.
    pub(crate) fn new(output: Output, format: Format, view: View) -> Writer {
        Writer { output, format, begun: false, layout: Layout::new(view), waiting: Vec::new() }
    }

    /// Write the records of the next document.
    pub(crate) fn write(&mut self, rendered: Rendered) -> anyhow::Result<()> {
        match rendered {
            Rendered::Rows(rows) => self.waiting.extend(rows),
            Rendered::Bytes(bytes) if bytes.is_empty() => {}
            Rendered::Bytes(bytes) => {
                self.begin(true)?;
                self.output.write_all(&bytes)?;
            }
        }
        Ok(())
    }

    /// Let the reader see what was written so far.
    pub(crate) fn flush(&mut self) -> anyhow::Result<()> {
        if !self.waiting.is_empty() {
            let text = self.layout.lay_out(std::mem::take(&mut self.waiting));
            self.output.write_all(text.as_bytes())?;
        }
        self.output.flush()?;
        Ok(())
    }

    /// Write what stands at the end, and give a file its name.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.flush()?;
        if self.format == Format::Json || self.format == Format::Csv {
            self.begin(false)?;
        }
        if self.format == Format::Json {
            self.output.write_all(b"\n]\n")?;
        }
        self.output.finish()
    }

    /// What stands before the first record, and between two documents where `more` follows.
    fn begin(&mut self, more: bool) -> anyhow::Result<()> {
        let first = !std::mem::replace(&mut self.begun, true);
        match (self.format, first) {
            (Format::Json, true) => self.output.write_all(b"[\n")?,
            (Format::Json, false) if more => self.output.write_all(b",\n")?,
            (Format::Csv, true) => self.output.write_all(&columns::header()?)?,
            _ => {}
        }
        Ok(())
    }
}
