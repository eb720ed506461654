//! An incident as an export tells it, and the text that it is read as: title, facts, updates, each with its time.

use jiff::civil;

use super::{markup, when, words};
use crate::bytes::{self, Decoded};
use crate::documents::Document;

/// One incident of an export.
#[derive(Debug, Clone, Default)]
pub(super) struct Report {
    /// Its own id.
    pub(super) id: Option<String>,
    /// Its title, markup and all.
    pub(super) title: String,
    /// When it began and ended, where the export says so beside its updates.
    pub(super) started: Option<String>,
    pub(super) resolved: Option<String>,
    /// Does the export say that it is not over?
    pub(super) open: bool,
    /// From when to when work is planned.
    pub(super) planned: (Option<String>, Option<String>),
    /// When it was written or last changed; stands in the text only where nothing else tells a time.
    pub(super) posted: Option<String>,
    /// What else the reader needs, a line each.
    pub(super) facts: Vec<(&'static str, String)>,
    /// Text above the updates.
    pub(super) lead: String,
    /// The updates, in the order of the export.
    pub(super) updates: Vec<Update>,
    /// What was odd about the entry.
    pub(super) warnings: Vec<String>,
}

/// An update: a status, its time as given, and what it says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Update {
    status: String,
    /// A status that is not known, as it stands.
    unknown: Option<String>,
    pub(super) time: Option<String>,
    pub(super) text: String,
}

/// Times that differ by no more than this, in seconds, say the same.
const SAME: i64 = 1;
/// A title that is longer, in bytes or words, is a sentence.
const LONGEST_TITLE: usize = 150;
const MOST_WORDS: usize = 20;
/// What is further apart than this does not fit.
const APART: i64 = 3600;

impl Report {
    /// Append an update; a status that is not known is kept as it stands.
    pub(super) fn update(&mut self, status: Option<&str>, time: Option<String>, text: Option<String>) {
        let text = text.map(|text| markup::plain(&text)).unwrap_or_default();
        let status = status.map(str::trim).filter(|status| !status.is_empty());
        let word = status.map_or_else(|| Some("Update".to_owned()), words::word);
        let unknown = if word.is_none() { status.map(str::to_owned) } else { None };
        if let Some(unknown) = &unknown {
            self.warn(format!("status `{unknown}` is not known; it is kept as it stands"));
        }
        self.updates.push(Update { status: word.unwrap_or_else(|| "Update".to_owned()), unknown, time, text });
    }

    /// Keep `value` in a line of its own, with a warning, where it is none of `known`, which are all in lower case; letters
    /// alone count.
    pub(super) fn expect(&mut self, label: &'static str, value: Option<String>, known: &[&str]) {
        let Some(value) = value else { return };
        let plain: String = value.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
        if !known.contains(&plain.as_str()) {
            self.warn(format!("{} `{value}` is not known; it is kept as it stands", label.to_lowercase()));
            self.facts.push((label, value));
        }
    }

    /// Does it tell of planned work?
    pub(super) fn is_planned(&self) -> bool {
        self.planned != (None, None)
    }

    /// Append a warning, once.
    pub(super) fn warn(&mut self, warning: String) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// Is there anything to read?
    pub(super) fn is_empty(&self) -> bool {
        self.title.trim().is_empty() && self.lead.trim().is_empty() && self.updates.iter().all(|update| update.text.is_empty())
    }

    /// The document to read; its source is left empty.
    pub(super) fn document(mut self) -> Document {
        self.announce();
        self.compare();
        let date = self.date();
        let text = self.render();
        let Decoded { text, warnings } = bytes::repair(Decoded { text, warnings: self.warnings });
        Document { id: self.id, text, date, warnings, ..Document::default() }
    }

    /// What is said of planned work before it begins, without a status, announces it.
    fn announce(&mut self) {
        let Some(begin) = self.planned.0.as_deref().and_then(when::seconds) else { return };
        for update in self.updates.iter_mut().filter(|update| update.status == "Update" && update.unknown.is_none()) {
            if update.time.as_deref().and_then(when::seconds).is_some_and(|time| time < begin) {
                "Scheduled".clone_into(&mut update.status);
            }
        }
    }

    /// The day that dates without a year are counted from.
    fn date(&self) -> Option<civil::DateTime> {
        let updates = || self.updates.iter().filter_map(|update| update.time.as_deref());
        let earliest = updates().filter_map(|time| Some((when::seconds(time)?, time))).min().map(|(_, time)| time);
        let told = [self.started.as_deref(), earliest, self.posted.as_deref(), self.planned.0.as_deref(), self.resolved.as_deref()];
        told.into_iter().flatten().find_map(when::civil)
    }

    /// The time of the last update that says it is over, and of the first update of all.
    fn clock(&self) -> (Option<i64>, Option<i64>) {
        let seconds = |update: &Update| update.time.as_deref().and_then(when::seconds);
        let over = self.updates.iter().filter(|update| words::is_over(&update.status)).filter_map(seconds).max();
        (self.updates.iter().filter_map(seconds).min(), over)
    }

    /// Do the export and the states of its updates say that the incident is not over?
    pub(super) fn is_open(&self) -> bool {
        let staged = self.open || self.updates.iter().any(|update| words::is_open(&update.status));
        staged && self.clock().1.is_none() && self.resolved.as_deref().and_then(when::seconds).is_none() && self.planned.0.is_none()
    }

    /// Warn where what the export says of the incident and what its updates say does not fit.
    fn compare(&mut self) {
        let (first, over) = self.clock();
        let started = self.started.as_deref().and_then(when::seconds);
        let resolved = self.resolved.as_deref().and_then(when::seconds);
        let (begun, ended) = (self.started.clone().unwrap_or_default(), self.resolved.clone().unwrap_or_default());
        if let (Some(from), Some(to)) = (started, resolved)
            && to < from
        {
            self.warn(format!("resolved at {ended}, before it started at {begun}"));
        }
        if let (Some(from), Some(first)) = (started, first)
            && from > first + APART
        {
            self.warn(format!("started at {begun}, but updates tell of it earlier"));
        }
        if self.is_open() {
            self.warn("not over yet, as far as the export says".to_owned());
        }
        if let (Some(to), Some(over)) = (resolved, over)
            && to > over + APART
        {
            self.warn(format!("resolved at {ended}, but an update says so earlier"));
        }
    }

    fn render(&self) -> String {
        let mut text = String::new();
        let title = markup::plain(&self.title).split_whitespace().collect::<Vec<_>>().join(" ");
        if !title.is_empty() {
            let title = title.trim_end_matches('.');
            // A mark of its own, so that no title is taken for an update's head; a label, where it reads like something else.
            let odd = title.len() > LONGEST_TITLE || title.split(' ').count() > MOST_WORDS || title.contains(": ");
            text.push_str(if odd { "Title: " } else { "# " });
            text.push_str(title);
            text.push_str("\n\n");
        }
        let facts = self.fact_lines();
        for (name, value) in &facts {
            text.push_str(name);
            text.push_str(": ");
            text.push_str(value);
            text.push('\n');
        }
        if !facts.is_empty() {
            text.push('\n');
        }
        let lead = self.lead.trim();
        if !lead.is_empty() {
            text.push_str(lead);
            text.push_str("\n\n");
        }
        for update in &self.updates {
            update.render(&mut text);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        text
    }

    /// The lines between title and updates: only what no update says.
    fn fact_lines(&self) -> Vec<(&'static str, String)> {
        let (first, over) = self.clock();
        let same = |a: &str, b: Option<i64>| when::seconds(a).zip(b).is_some_and(|(a, b)| (a - b).abs() <= SAME);
        // What was planned is what was done, unless an update tells when the work began or ended.
        let told = |says: fn(&str) -> bool| self.updates.iter().any(|update| says(&update.status));
        let (begun, ended) = (told(words::has_begun), told(words::is_over));
        let from = if begun { "Planned start" } else { "Start" };
        let to = if begun || ended { "Planned end" } else { "End" };
        let mut lines = Vec::new();
        lines.extend(self.started.clone().filter(|time| !same(time, first)).map(|time| ("Started", time)));
        lines.extend(self.resolved.clone().filter(|time| !same(time, over)).map(|time| ("Resolved", time)));
        lines.extend(self.planned.0.clone().map(|time| (from, time)));
        lines.extend(self.planned.1.clone().map(|time| (to, time)));
        if lines.is_empty() && first.is_none() {
            lines.extend(self.posted.clone().map(|time| ("Published", time)));
        }
        lines.extend(self.facts.iter().cloned());
        lines
    }
}

impl Update {
    fn render(&self, text: &mut String) {
        text.push_str(&self.status);
        if let Some(time) = &self.time {
            text.push_str(" - ");
            text.push_str(time);
        }
        text.push('\n');
        if let Some(unknown) = &self.unknown {
            text.push_str("Status: ");
            text.push_str(unknown);
            text.push('\n');
        }
        for line in self.text.lines() {
            // The outermost heading is the incident's.
            if line.starts_with("# ") {
                text.push('#');
            }
            text.push_str(line);
            text.push('\n');
        }
        text.push('\n');
    }
}
