//! How far a run has come, and its end by Ctrl-C: at once, between two documents, saying how to go on.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::console::Console;
use super::resume::{Note, Place};
use super::summary::counted;

/// Exit status of a run that a signal ended, without the signal's number, as shells have it: 130 for Ctrl-C.
const SIGNAL: i32 = 128;
/// How long an output that nobody reads may hold up the end.
const PATIENCE: Duration = Duration::from_millis(500);

/// What a run and its end by a signal share. While it is locked nothing is cut off.
#[derive(Debug)]
pub(crate) struct Progress {
    /// How far the run has come, as far as everything is written out.
    pub(crate) place: Place,
    /// Where that is noted, if the run can be gone on with.
    pub(crate) note: Option<Note>,
}

/// Lock the progress of a run.
pub(crate) fn lock(progress: &Mutex<Progress>) -> MutexGuard<'_, Progress> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Listen for signals that ask for the end; `scratch` is a file that is of no use when one comes.
pub(crate) fn listen(console: &Console, scratch: Option<PathBuf>, progress: Progress) -> Arc<Mutex<Progress>> {
    let shared = Arc::new(Mutex::new(progress));
    let (progress, console) = (Arc::clone(&shared), console.clone());
    wait(move |signal| end(signal, &progress, scratch.as_ref(), &console));
    shared
}

/// Wait for Ctrl-C, or what a scheduler sends, on a thread of its own.
#[cfg(unix)]
fn wait(end: impl Fn(i32) + Send + 'static) {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    // Where nobody can listen, the run ends as if it was killed, which loses nothing either.
    if let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) {
        thread::spawn(move || signals.forever().for_each(end));
    }
}

/// Other systems end the run as if it was killed, which loses nothing either.
#[cfg(not(unix))]
fn wait(_: impl Fn(i32) + Send + 'static) {}

#[allow(clippy::exit, reason = "the thread that reads may wait for input that never comes")]
fn end(signal: i32, progress: &Mutex<Progress>, scratch: Option<&PathBuf>, console: &Console) {
    let pause = Duration::from_millis(10);
    let mut waited = Duration::ZERO;
    let mut whole = progress.try_lock();
    while whole.is_err() && waited < PATIENCE {
        thread::sleep(pause);
        waited += pause;
        whole = progress.try_lock();
    }
    if let Some(scratch) = scratch {
        let _ = fs::remove_file(scratch);
    }
    console.finish();
    match &mut whole {
        Ok(progress) => {
            let Progress { place, note } = &mut **progress;
            let documents = counted(place.summary.documents, "document", "documents");
            // Where the note cannot be written, that of before holds.
            let noted = note.as_mut().is_some_and(|note| note.write(place).is_ok());
            let advice = if noted { "; the same command with --resume goes on from there" } else { "" };
            console.complain(format_args!("interrupted after {documents}{advice}"));
        }
        Err(_) => console.complain("interrupted while nobody took the output"),
    }
    std::process::exit(SIGNAL + signal);
}
