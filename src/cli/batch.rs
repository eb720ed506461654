//! A batch: documents read, worked on by all threads, and written in their order.
//!
//! The next chunk is read while the present one is worked on, so at most two chunks are in memory, whatever the number of
//! documents and threads.

use std::path::PathBuf;

use anyhow::Context;
use raiz::{Document, Error, Record};
use rayon::prelude::*;

use super::args::{Common, Format, Reading};
use super::console::Console;
use super::input::Inputs;
use super::output::{self, Output};
use super::render::{Rendered, Writer, render};
use super::status::Status;
use super::summary::{Summary, Tally};
use super::table::View;

/// A chunk ends with the document that reaches either number.
const CHUNK_DOCUMENTS: usize = 256;
const CHUNK_BYTES: usize = 4 << 20;

/// Documents, and what could not be read, in the order of the input.
type Chunk = Vec<Result<Document, Error>>;

/// Give every document of `paths` to `work` and write the records.
pub(crate) fn run(
    paths: &[PathBuf],
    reading: &Reading,
    common: &Common,
    view: View,
    work: impl Fn(&Document) -> Vec<Record> + Sync,
) -> anyhow::Result<Status> {
    let format = output::format(common)?;
    let pool = threads(common)?;
    let console = Console::new(common);
    let mut inputs = Inputs::new(paths, reading, common.output.as_deref())?;
    let mut writer = Writer::new(Output::open(common)?, format, view);
    let mut summary = Summary::new(view);
    let mut chunk = fill(&mut inputs);
    while !chunk.is_empty() {
        let (next, done) = pool.install(|| rayon::join(|| fill(&mut inputs), || work_on(chunk, format, view, &work)));
        for item in done {
            match item {
                Ok((rendered, tally)) => {
                    writer.write(rendered)?;
                    summary.add(tally);
                    console.tick();
                }
                Err(error) => {
                    summary.failed += 1;
                    console.complain(error);
                }
            }
        }
        writer.flush()?;
        chunk = next;
    }
    summary.skipped = std::mem::take(&mut inputs.skipped);
    let status = Status::of_batch(summary.documents, summary.failed);
    // A run that did nothing leaves an output of earlier days alone.
    if status != Status::Nothing {
        writer.finish()?;
    }
    console.finish();
    console.note(&summary);
    Ok(status)
}

/// As many threads as `--jobs` says.
pub(crate) fn threads(common: &Common) -> anyhow::Result<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new().num_threads(common.jobs).build().context("cannot start threads")
}

fn fill(inputs: &mut Inputs) -> Chunk {
    let mut chunk = Chunk::new();
    let mut bytes = 0;
    while chunk.len() < CHUNK_DOCUMENTS && bytes < CHUNK_BYTES {
        let Some(item) = inputs.next() else { break };
        bytes += item.as_ref().map_or(0, |document| document.text.len());
        chunk.push(item);
    }
    chunk
}

fn work_on(
    chunk: Chunk,
    format: Format,
    view: View,
    work: &(impl Fn(&Document) -> Vec<Record> + Sync),
) -> Vec<anyhow::Result<(Rendered, Tally)>> {
    chunk
        .into_par_iter()
        .map(|item| {
            let document = item?;
            let records = work(&document);
            let rendered = render(format, view, &records).with_context(|| document.source.clone())?;
            Ok((rendered, Tally::of(&records)))
        })
        .collect()
}
