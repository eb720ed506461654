//! Standard error: failures, warnings, progress, the closing summary.
//!
//! Nothing here panics when nobody listens: every write may fail, and that is ignored.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::args::{Color, Common};

/// What is said beside the output.
#[derive(Debug)]
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
        if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} documents, {per_sec}, {elapsed}") {
            progress.set_style(style);
        }
        progress.enable_steady_tick(Duration::from_millis(200));
        Console { quiet: common.quiet, progress }
    }

    /// One more document is done.
    pub(crate) fn tick(&self) {
        self.progress.inc(1);
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
