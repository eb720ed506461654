//! Going on where a run was cut short: by Ctrl-C, by `kill -9`, by a full disk.
//!
//! While a run writes `FILE`, its records go to `FILE.partial`, and `FILE.resume` says what the run was asked and how far
//! it has come: so many documents read, so many bytes written. That note is replaced in one piece after whole documents
//! were written out, so that it never tells of more than there is. `--resume` cuts `FILE.partial` to that length, passes
//! over those documents, and goes on. At the end `FILE.partial` becomes `FILE`.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use super::summary::Summary;

/// Time between two notes; what was done since the last one is done again after a `kill -9`.
const BETWEEN_NOTES: Duration = Duration::from_millis(100);

/// What a run was asked: the same must be asked to go on with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Request {
    /// Version of the program.
    pub(crate) raiz: String,
    /// The subcommand.
    pub(crate) command: String,
    /// The model's fingerprint.
    pub(crate) model: String,
    /// The inputs, as typed.
    pub(crate) inputs: Vec<String>,
    /// How they are read and how causes are given.
    pub(crate) options: String,
    /// The form of the output.
    pub(crate) format: String,
}

impl Request {
    /// What is asked differently now, in words.
    fn changed(&self, now: &Request) -> Vec<&'static str> {
        let parts = [
            ("the version of raiz", self.raiz == now.raiz),
            ("the subcommand", self.command == now.command),
            ("the model", self.model == now.model),
            ("the inputs", self.inputs == now.inputs),
            ("the options", self.options == now.options),
            ("the format", self.format == now.format),
        ];
        parts.into_iter().filter(|(_, same)| !same).map(|(part, _)| part).collect()
    }
}

/// How far a run has come.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Place {
    /// Documents, and what could not be read, that are done.
    pub(crate) items: u64,
    /// Fingerprint of these.
    pub(crate) digest: u64,
    /// Bytes of their records.
    pub(crate) bytes: u64,
    /// Was it the last document?
    pub(crate) finished: bool,
    /// What is said of them at the end.
    pub(crate) summary: Summary,
}

/// The note beside an output that is being written.
#[derive(Debug)]
pub(crate) struct Note {
    path: PathBuf,
    request: Request,
    written: Option<Instant>,
}

#[derive(Serialize, Deserialize)]
struct Noted<'a> {
    request: Cow<'a, Request>,
    place: Cow<'a, Place>,
}

/// Where the records of `target` are while it is written.
pub(crate) fn partial(target: &Path) -> PathBuf {
    beside(target, ".partial")
}

/// Where the note on `target` is.
pub(crate) fn note(target: &Path) -> PathBuf {
    beside(target, ".resume")
}

fn beside(target: &Path, ending: &str) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

impl Note {
    /// The note on `target` of a run that was asked `request`; nothing is written yet.
    pub(crate) fn new(target: &Path, request: Request) -> Note {
        Note { path: note(target), request, written: None }
    }

    /// How far the run has come that left a note; `None` where there is none.
    ///
    /// Fails where the run of then was asked something else.
    pub(crate) fn read(&self) -> anyhow::Result<Option<Place>> {
        let anew = "; without --resume the run starts anew";
        let text = match fs::read(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.with_context(|| format!("{}: cannot be read", self.path.display()))?,
        };
        let noted: Noted<'static> = serde_json::from_slice(&text).with_context(|| format!("{}: damaged{anew}", self.path.display()))?;
        let changed = noted.request.changed(&self.request);
        if !changed.is_empty() {
            bail!("--resume: {} changed since the run was cut short{anew}", changed.join(" and "));
        }
        Ok(Some(noted.place.into_owned()))
    }

    /// Is it time for the next note?
    pub(crate) fn is_due(&self) -> bool {
        self.written.is_none_or(|then| then.elapsed() >= BETWEEN_NOTES)
    }

    /// Write down how far the run has come.
    pub(crate) fn write(&mut self, place: &Place) -> anyhow::Result<()> {
        let noted = Noted { request: Cow::Borrowed(&self.request), place: Cow::Borrowed(place) };
        let new = beside(&self.path, ".new");
        let written = fs::write(&new, serde_json::to_vec(&noted)?).and_then(|()| fs::rename(&new, &self.path));
        written.with_context(|| format!("{}: cannot be written", self.path.display()))?;
        self.written = Some(Instant::now());
        Ok(())
    }

    /// Take the note away: there is nothing to go on with.
    pub(crate) fn remove(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> Request {
        Request {
            raiz: "1".into(),
            command: "tag".into(),
            model: "m".into(),
            inputs: vec!["a.jsonl".into()],
            options: String::new(),
            format: "jsonl".into(),
        }
    }

    #[test]
    fn a_note_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("tags.jsonl");
        let mut note = Note::new(&target, request());
        assert!(note.read().expect("no note").is_none() && note.is_due());
        for bytes in [7, 2_000] {
            note.write(&Place { items: 3, digest: u64::MAX, bytes, ..Place::default() }).expect("written");
            let place = Note::new(&target, request()).read().expect("read").expect("there");
            assert_eq!((place.items, place.digest, place.bytes, place.finished), (3, u64::MAX, bytes, false));
        }
        note.remove();
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }

    #[test]
    fn another_request_is_refused_and_the_difference_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("tags.jsonl");
        Note::new(&target, request()).write(&Place::default()).expect("written");
        for (changed, named) in [
            (Request { raiz: "2".into(), ..request() }, "the version of raiz changed"),
            (Request { command: "extract".into(), ..request() }, "the subcommand changed"),
            (Request { model: "n".into(), ..request() }, "the model changed"),
            (Request { inputs: vec![], ..request() }, "the inputs changed"),
            (Request { options: "dmy".into(), format: "csv".into(), ..request() }, "the options and the format changed"),
        ] {
            let error = Note::new(&target, changed).read().expect_err(named).to_string();
            assert!(error.contains(named), "{error}");
        }
        fs::write(note(&target), "{").expect("written");
        assert!(Note::new(&target, request()).read().is_err_and(|error| error.to_string().contains("damaged")));
    }
}
