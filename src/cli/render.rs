//! Records in the form that was asked for.
//!
//! [`render`] makes the bytes of one document and runs on any thread; [`Writer`] puts documents one after the other.

use std::io::Write;

use super::args::Format;
use super::columns;
use super::output::Output;
use super::table::{self, Layout, Row, View};
use super::tagged::Tagged;

/// The records of one document, ready to be written.
#[derive(Debug)]
pub(crate) enum Rendered {
    /// As they will stand in the output.
    Bytes(Vec<u8>),
    /// Cells of a table, to be laid out with the other documents'.
    Rows(Vec<Row>),
    /// For a form that takes the records of many documents at once.
    Records(Vec<Tagged>),
}

/// Render the records of one document.
pub(crate) fn render(format: Format, view: View, records: Vec<Tagged>) -> anyhow::Result<Rendered> {
    let mut bytes = Vec::new();
    match format {
        Format::Text => return Ok(Rendered::Rows(table::rows(view, &records))),
        Format::Parquet | Format::Sqlite => return Ok(Rendered::Records(records)),
        Format::Csv => bytes = columns::rows(&records)?,
        Format::Jsonl => {
            for record in &records {
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

/// A form of output that is made of whole records.
pub(crate) trait Store: std::fmt::Debug {
    /// Add records.
    fn add(&mut self, records: Vec<Tagged>) -> anyhow::Result<()>;
    /// Write what is left, and give the file its name.
    fn finish(self: Box<Self>) -> anyhow::Result<()>;
}

/// Writes the records of many documents, in the order in which they come.
#[derive(Debug)]
pub(crate) enum Writer {
    /// Text that grows at its end.
    Stream(Stream),
    /// Anything else.
    Store(Box<dyn Store>),
}

/// A form of output that grows at its end.
#[derive(Debug)]
pub(crate) struct Stream {
    output: Output,
    format: Format,
    dedup: bool,
    begun: bool,
    layout: Layout,
    waiting: Vec<Row>,
}

impl Writer {
    /// A writer to `output`, which goes on behind what that holds; `dedup` says that every record has `duplicate_of`.
    pub(crate) fn new(output: Output, format: Format, view: View, dedup: bool) -> anyhow::Result<Writer> {
        Ok(match format {
            Format::Parquet => Writer::Store(super::stores::parquet(output, dedup)?),
            Format::Sqlite => Writer::Store(super::stores::sqlite(output)?),
            _ => {
                let begun = output.bytes > 0;
                Writer::Stream(Stream { output, format, dedup, begun, layout: Layout::new(view), waiting: Vec::new() })
            }
        })
    }

    /// Write the records of the next document.
    pub(crate) fn write(&mut self, rendered: Rendered) -> anyhow::Result<()> {
        match (self, rendered) {
            (Writer::Stream(stream), Rendered::Rows(rows)) => stream.waiting.extend(rows),
            (Writer::Stream(stream), Rendered::Bytes(bytes)) if !bytes.is_empty() => {
                stream.begin(true)?;
                stream.output.write_all(&bytes)?;
            }
            (Writer::Store(store), Rendered::Records(records)) => store.add(records)?,
            _ => {}
        }
        Ok(())
    }

    /// Let the reader see what was written so far; gives its length, where that says anything.
    pub(crate) fn flush(&mut self) -> anyhow::Result<u64> {
        match self {
            Writer::Stream(stream) => stream.flush(),
            Writer::Store(_) => Ok(0),
        }
    }

    /// Write what stands at the end; gives the whole length.
    pub(crate) fn end(&mut self) -> anyhow::Result<u64> {
        match self {
            Writer::Stream(stream) => {
                stream.flush()?;
                if stream.format == Format::Json || stream.format == Format::Csv {
                    stream.begin(false)?;
                }
                if stream.format == Format::Json {
                    stream.output.write_all(b"\n]\n")?;
                }
                stream.flush()
            }
            Writer::Store(_) => Ok(0),
        }
    }

    /// Give a file its name.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        match self {
            Writer::Stream(stream) => stream.output.finish(),
            Writer::Store(store) => store.finish(),
        }
    }

    /// Nothing was done: an output of earlier days stays.
    pub(crate) fn discard(self) {
        if let Writer::Stream(stream) = self {
            stream.output.discard();
        }
    }
}

impl Stream {
    fn flush(&mut self) -> anyhow::Result<u64> {
        if !self.waiting.is_empty() {
            let text = self.layout.lay_out(std::mem::take(&mut self.waiting));
            self.output.write_all(text.as_bytes())?;
        }
        self.output.flush()?;
        Ok(self.output.bytes)
    }

    /// What stands before the first record, and between two documents where `more` follows.
    fn begin(&mut self, more: bool) -> anyhow::Result<()> {
        let first = !std::mem::replace(&mut self.begun, true);
        match (self.format, first) {
            (Format::Json, true) => self.output.write_all(b"[\n")?,
            (Format::Json, false) if more => self.output.write_all(b",\n")?,
            (Format::Csv, true) => self.output.write_all(&columns::header(self.dedup)?)?,
            _ => {}
        }
        Ok(())
    }
}
