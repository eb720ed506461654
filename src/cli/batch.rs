//! A batch: documents read, worked on by all threads, and written in their order.
//!
//! One thread reads into a queue, all of `--jobs` work on what waits there, and the main thread writes. The queue, what is
//! worked on and what waits to be written hold a bounded part of the input each, whatever the number of documents and
//! threads.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::{Context, anyhow, bail};
use raiz::{Document, Duplicates, Fingerprint, Record};
use rayon::prelude::*;

use super::args::{Common, Format, Judging, Reading};
use super::console::Console;
use super::entries::{self, Assignment, Entry};
use super::input::Inputs;
use super::interrupt::{self, Progress};
use super::output::{self, Output};
use super::queue::{Bound, Queue};
use super::render::{Rendered, Writer, render};
use super::resume::{self, Note, Place, Request};
use super::status::Status;
use super::summary::{Summary, Tally};
use super::table::View;
use super::tagged::Tagged;

/// What waits for the threads that work, and what they work on, at most.
const CHUNK: Bound = Bound { documents: 256, bytes: 4 << 20 };

/// What a batch is asked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Job<'a> {
    /// The subcommand.
    pub(crate) command: &'static str,
    /// The inputs.
    pub(crate) paths: &'a [PathBuf],
    /// How they are read.
    pub(crate) reading: &'a Reading,
    /// How causes are given, where they are.
    pub(crate) judging: Option<&'a Judging>,
    /// What every subcommand takes.
    pub(crate) common: &'a Common,
    /// Fingerprint of the model that gives causes.
    pub(crate) model: &'a str,
    /// Which facts the table and the summary show.
    pub(crate) view: View,
    /// Mark incidents that were seen before.
    pub(crate) dedup: bool,
    /// Go on where the same run was cut short.
    pub(crate) resume: bool,
}

/// A document that is done.
struct Done {
    number: u64,
    digest: u64,
    /// `None` where its records were written by an earlier run.
    outcome: Option<anyhow::Result<(Rendered, Tally)>>,
}

/// Give every document of the inputs to `work` and write the records.
pub(crate) fn run(job: Job<'_>, work: impl Fn(&Document) -> Vec<Record> + Sync) -> anyhow::Result<Status> {
    let format = output::record_format(job.common)?;
    let pool = threads(job.common)?;
    let console = Console::new(job.common);
    let inputs = Inputs::new(job.paths, job.reading, job.common.output.as_deref())?;
    let Begun { output, note, place } = begin(&job, format)?;
    let Some(output) = output else { return Ok(conclude(note.as_ref(), &place.summary, &console)) };
    let lasting = note.is_some();
    let begun = place.clone();
    let progress = interrupt::listen(&console, output.scratch().map(Path::to_path_buf), Progress { place, note });
    let mut writer = Writer::new(output, format, job.view, job.dedup)?;
    let mut skipped = BTreeMap::new();
    if !begun.finished {
        console.watch(job.paths, Arc::clone(&inputs.read));
        let queue = Arc::new(Queue::new(CHUNK));
        let reader = {
            let assignment = Assignment { digests: lasting, done: begun.clone(), again: job.dedup };
            let (queue, console) = (Arc::clone(&queue), console.clone());
            // Nobody waits for it when the output breaks: it may be waiting for input that never comes.
            thread::spawn(move || {
                let read = entries::read(inputs, &queue, &assignment, &console);
                queue.close();
                read
            })
        };
        let written = thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(1);
            scope.spawn(|| pool.install(|| work_on(&queue, sender, format, &job, &work)));
            let written = write(receiver, &mut writer, &progress, &console);
            queue.close();
            written
        });
        if let Err(error) = written {
            let advice = "cut short; what is written is kept, and the same command with --resume goes on from there";
            return Err(if lasting { error.context(advice) } else { error });
        }
        skipped = reader.join().map_err(|_| anyhow!("the thread that reads broke off"))??;
    }
    let mut progress = interrupt::lock(&progress);
    let Progress { place, note } = &mut *progress;
    if !begun.finished {
        place.summary.skipped = skipped.into_iter().map(|(reason, count)| (reason.to_owned(), count)).collect();
    }
    // A run that did nothing leaves an output of earlier days alone.
    if place.summary.status() == Status::Nothing {
        writer.discard();
    } else {
        if !begun.finished {
            place.bytes = writer.end()?;
            place.finished = true;
            note.as_mut().map_or(Ok(()), |note| note.write(place))?;
        }
        writer.finish()?;
    }
    Ok(conclude(note.as_ref(), &place.summary, &console))
}

/// The closing words.
fn conclude(note: Option<&Note>, summary: &Summary, console: &Console) -> Status {
    if let Some(note) = note {
        note.remove();
    }
    console.finish();
    console.note(summary);
    summary.status()
}

/// Where a run begins.
struct Begun {
    /// `None` where the file has its name already and only that was not noted.
    output: Option<Output>,
    note: Option<Note>,
    place: Place,
}

/// Open the output: anew, or behind what an earlier run has written.
fn begin(job: &Job<'_>, format: Format) -> anyhow::Result<Begun> {
    let start = Place { summary: Summary::new(job.view), ..Place::default() };
    let grows = matches!(format, Format::Jsonl | Format::Json | Format::Csv);
    let Some(target) = output::target(job.common).filter(|_| grows) else {
        if job.resume {
            bail!("--resume needs --output FILE, and jsonl, json or csv as its form");
        }
        return Ok(Begun { output: Some(Output::open(job.common)?), note: None, place: start });
    };
    let partial = resume::partial(&target);
    let mut note = Note::new(&target, request(job, format));
    let place = if job.resume { note.read()? } else { None };
    let length = |path: &Path| fs::metadata(path).ok().map(|data| data.len());
    if let Some(place) = &place
        && place.finished
        && length(&partial).is_none()
        && length(&target) == Some(place.bytes)
    {
        return Ok(Begun { output: None, note: Some(note), place: place.clone() });
    }
    let place = place.unwrap_or(start);
    let output = Output::lasting(target, partial, place.bytes)?;
    note.write(&place)?;
    Ok(Begun { output: Some(output), note: Some(note), place })
}

fn request(job: &Job<'_>, format: Format) -> Request {
    Request {
        raiz: env!("CARGO_PKG_VERSION").to_owned(),
        command: job.command.to_owned(),
        model: job.model.to_owned(),
        inputs: job.paths.iter().map(|path| path.to_string_lossy().into_owned()).collect(),
        options: format!("{:?} {:?} {}", job.reading, job.judging, job.dedup),
        format: format!("{format:?}"),
    }
}

/// Work on what waits until nothing more comes, or nobody takes what was done.
#[allow(clippy::needless_pass_by_value, reason = "the sender ends with the work, so that the other side knows")]
fn work_on(
    queue: &Queue<Entry>,
    sender: SyncSender<Vec<Done>>,
    format: Format,
    job: &Job<'_>,
    work: &(impl Fn(&Document) -> Vec<Record> + Sync),
) {
    let mut seen = job.dedup.then(Duplicates::default);
    loop {
        let entries = queue.take();
        if entries.is_empty() {
            return;
        }
        let done: Vec<Done> = match &mut seen {
            None => entries.into_par_iter().map(|entry| Worked::of(entry, false, work).rendered(format, job.view)).collect(),
            Some(seen) => {
                let mut worked: Vec<Worked> = entries.into_par_iter().map(|entry| Worked::of(entry, true, work)).collect();
                for worked in &mut worked {
                    worked.compare(seen);
                }
                worked.into_par_iter().map(|worked| worked.rendered(format, job.view)).collect()
            }
        };
        if sender.send(done).is_err() {
            return;
        }
    }
}

/// A document that was worked on.
struct Worked {
    number: u64,
    digest: u64,
    written: bool,
    source: String,
    records: anyhow::Result<Vec<Tagged>>,
    fingerprints: Vec<Fingerprint>,
}

impl Worked {
    fn of(entry: Entry, compared: bool, work: &(impl Fn(&Document) -> Vec<Record> + Sync)) -> Worked {
        let (mut source, mut fingerprints) = (String::new(), Vec::new());
        let records = entry.item.map_err(anyhow::Error::from).map(|document| {
            let records = work(&document);
            if compared {
                fingerprints.extend(records.iter().map(|record| Fingerprint::of(&document, record)));
            }
            source = document.source;
            records.into_iter().map(|record| Tagged { record, duplicate_of: None }).collect()
        });
        Worked { number: entry.number, digest: entry.digest, written: entry.written, source, records, fingerprints }
    }

    fn compare(&mut self, seen: &mut Duplicates) {
        for (tagged, fingerprint) in self.records.iter_mut().flatten().zip(self.fingerprints.drain(..)) {
            tagged.duplicate_of = Some(seen.first(fingerprint));
        }
    }

    fn rendered(self, format: Format, view: View) -> Done {
        let outcome = (!self.written).then(|| {
            let records = self.records?;
            let tally = Tally::of(&records);
            Ok((render(format, view, records).with_context(|| self.source)?, tally))
        });
        Done { number: self.number, digest: self.digest, outcome }
    }
}

/// Write what comes, and note how far the run has come.
fn write(receiver: Receiver<Vec<Done>>, writer: &mut Writer, progress: &Mutex<Progress>, console: &Console) -> anyhow::Result<()> {
    for batch in receiver {
        let mut progress = interrupt::lock(progress);
        // A copy, so that what breaks off on the way is never noted.
        let mut place = progress.place.clone();
        for done in batch {
            match done.outcome {
                None => continue,
                Some(Ok((rendered, tally))) => {
                    writer.write(rendered)?;
                    place.summary.add(tally);
                }
                Some(Err(error)) => {
                    place.summary.failed += 1;
                    console.complain(error);
                }
            }
            (place.items, place.digest) = (done.number, done.digest);
        }
        place.bytes = writer.flush()?;
        progress.place = place;
        let Progress { place, note } = &mut *progress;
        if let Some(note) = note.as_mut().filter(|note| note.is_due()) {
            note.write(place)?;
        }
        console.show(&place.summary);
    }
    Ok(())
}

/// As many threads as `--jobs` says.
pub(crate) fn threads(common: &Common) -> anyhow::Result<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new().num_threads(common.jobs).build().context("cannot start threads")
}
