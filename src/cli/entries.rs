//! The thread that reads: documents into the queue, numbered, and those passed over that an earlier run has done.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::bail;
use raiz::{Document, Error};

use super::console::Console;
use super::input::Inputs;
use super::queue::Queue;
use super::resume::Place;

/// A document, or what could not be read.
#[derive(Debug)]
pub(crate) struct Entry {
    /// What was read.
    pub(crate) item: Result<Document, Error>,
    /// How many there are up to this one.
    pub(crate) number: u64,
    /// Fingerprint of all up to this one; only where `--resume` may need it.
    pub(crate) digest: u64,
    /// Its records were written by an earlier run.
    pub(crate) written: bool,
}

/// What the reading thread is told.
#[derive(Debug)]
pub(crate) struct Assignment {
    /// Keep fingerprints.
    pub(crate) digests: bool,
    /// What an earlier run has done.
    pub(crate) done: Place,
    /// Hand on what was done all the same: later documents are compared with it.
    pub(crate) again: bool,
}

/// Read all inputs; gives what was skipped, by reason.
///
/// Fails where the inputs are no longer those of the run that is gone on with.
pub(crate) fn read(
    mut inputs: Inputs,
    queue: &Queue<Entry>,
    assignment: &Assignment,
    console: &Console,
) -> anyhow::Result<BTreeMap<&'static str, usize>> {
    let done = &assignment.done;
    let mut hasher = DefaultHasher::new();
    let mut number = 0;
    for item in &mut inputs {
        number += 1;
        if assignment.digests {
            digest(&mut hasher, &item);
        }
        let digest = hasher.finish();
        if number == done.items && digest != done.digest {
            bail!("--resume: the inputs changed: {}", other_documents(done.items));
        }
        let written = number <= done.items;
        if written {
            if let Err(error) = item {
                console.complain(error);
                continue;
            }
            if !assignment.again {
                continue;
            }
        }
        let bytes = item.as_ref().map_or(0, |document| document.text.len());
        if !queue.push(Entry { item, number, digest, written }, bytes) {
            break;
        }
    }
    if number < done.items {
        bail!("--resume: the inputs changed: {}", other_documents(done.items));
    }
    Ok(std::mem::take(&mut inputs.skipped))
}

fn other_documents(items: u64) -> String {
    format!("the first {items} documents are not those that the run had done; without --resume it starts anew")
}

fn digest(hasher: &mut DefaultHasher, item: &Result<Document, Error>) {
    match item {
        Ok(document) => {
            (&document.source, &document.id, &document.text, &document.warnings).hash(hasher);
            document.date.map(|date| date.to_string()).hash(hasher);
        }
        Err(error) => error.to_string().hash(hasher),
    }
}
