//! Standard error: failures, warnings, progress, the closing summary.
//!
//! Nothing here panics when nobody listens: every write may fail, and that is ignored.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::args::{Color, Common};
use super::input::total;
use super::summary::{Summary, counted};

/// How often the progress is drawn anew.
const REDRAWN: Duration = Duration::from_millis(200);
/// What is shown of inputs whose length is known, and of streams.
const FILES: &str = "{bar:24} {percent}% {binary_bytes_per_sec}, {eta} left; {msg}";
const STREAM: &str = "{spinner} {binary_bytes} at {binary_bytes_per_sec}, {elapsed}; {msg}";

/// What is said beside the output.
#[derive(Debug, Clone)]
pub(crate) struct Console {
    quiet: bool,
    progress: ProgressBar,
}

impl Console {
    /// The console of a run; sets whether output is coloured at all.
    pub(crate) fn new(common: &Common) -> Console {
        match common.color {
            // `auto` of anstream looks at NO_COLOR and at the terminal.
            Color::Auto => {}
            Color::Always => anstream::ColorChoice::Always.write_global(),
            Color::Never => anstream::ColorChoice::Never.write_global(),
        }
        let progress = if common.quiet || !io::stderr().is_terminal() { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
        progress.enable_steady_tick(REDRAWN);
        Console { quiet: common.quiet, progress }
    }

    /// Show how much of the files at `paths` is `read`, on a terminal; how much there is is found out meanwhile.
    pub(crate) fn watch(&self, paths: &[PathBuf], read: Arc<AtomicU64>) {
        if self.progress.is_hidden() {
            return;
        }
        self.style(STREAM);
        let (console, paths) = (self.clone(), paths.to_vec());
        // Ends with the bar, or with the program.
        thread::spawn(move || {
            if let Some(total) = total(&paths) {
                console.progress.set_length(total);
                console.style(FILES);
            }
            while !console.progress.is_finished() {
                console.progress.set_position(read.load(Ordering::Relaxed));
                thread::sleep(REDRAWN);
            }
        });
    }

    fn style(&self, template: &str) {
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.progress.set_style(style.progress_chars("=> "));
        }
    }

    /// Show how far a batch has come.
    pub(crate) fn show(&self, summary: &Summary) {
        if !self.progress.is_hidden() {
            self.progress.set_message(progress(summary));
        }
    }

    /// Take the progress line away.
    pub(crate) fn finish(&self) {
        self.progress.finish_and_clear();
    }

    /// Name a failure, or a thing worth knowing before trusting the output.
    pub(crate) fn complain(&self, what: impl Display) {
        self.progress.suspend(|| say(&what));
    }

    /// Tell something that `--quiet` silences.
    pub(crate) fn note(&self, what: impl Display) {
        if !self.quiet {
            self.progress.suspend(|| {
                let _ = writeln!(io::stderr().lock(), "{}", printable(&what.to_string()));
            });
        }
    }
}

/// `1200 documents, 3 unknown, 1 failed`.
fn progress(summary: &Summary) -> String {
    let mut parts = vec![counted(summary.documents, "document", "documents")];
    let further = [(summary.unknown(), "unknown"), (summary.failed, "failed")];
    parts.extend(further.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")));
    parts.join(", ")
}

/// Name the failure that ended the run.
pub(crate) fn complain(error: &anyhow::Error) {
    say(&format!("{error:#}"));
}

fn say(what: &dyn Display) {
    let _ = writeln!(io::stderr().lock(), "raiz: {}", printable(&what.to_string()));
}

/// `text` without what would steer a terminal: documents and file names come from strangers.
///
/// Line feeds and tabs stay; other control characters and marks that turn the direction of writing become `\u{fffd}`.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    let steers = |c: char| {
        (c.is_control() && !matches!(c, '\n' | '\t'))
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
    };
    if text.contains(steers) { Cow::Owned(text.replace(steers, "\u{fffd}")) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_names_what_went_wrong_only_where_something_did() {
        let summary = |documents, failed| {
            let mut summary = Summary::default();
            (summary.documents, summary.failed) = (documents, failed);
            summary
        };
        assert_eq!(progress(&summary(1, 0)), "1 document");
        assert_eq!(progress(&summary(1_200, 3)), "1200 documents, 3 failed");
    }

    #[test]
    fn nothing_steers_the_terminal() {
        for (text, expected) in [
            ("queda às 9h\n\tfim", "queda às 9h\n\tfim"),
            ("\u{1b}[31mred", "\u{fffd}[31mred"),
            ("a\u{202e}txt.exe", "a\u{fffd}txt.exe"),
            ("bell\u{7}\r", "bell\u{fffd}\u{fffd}"),
        ] {
            assert_eq!(printable(text), expected);
        }
    }
}
