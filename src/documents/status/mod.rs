//! Exports of status pages, incident tools and trackers: one document for each incident in them.
//!
//! One file per shape. A shape is told by its content, and gives each incident as a [`Report`]: title, facts, and updates
//! with their times; [`report`] writes all of them down alike, as a page that the steps behind can read.

mod markup;
mod report;
mod value;
mod when;
mod words;

mod aws;
mod better_stack;
pub(super) mod cstate;
pub(super) mod feed;
mod firehydrant;
mod google;
mod heroku;
mod history;
mod instatus;
mod issues;
mod pagerduty;
mod slack;
mod status_io;
mod statuspage;
mod timeline;
mod xml;
mod zendesk;

use std::collections::BTreeSet;
use std::fmt;
use std::io::BufRead;

use serde_json::Value;

use super::formats::{self, Setup};
use super::{Document, Fields, json};
use crate::error::{Error, ErrorKind, Result};
use report::Report;

/// One shape of export, as JSON.
trait Export: fmt::Debug + Sync + Send {
    /// What it is called in messages.
    fn name(&self) -> &'static str;

    /// Is the value of this shape? Asked in the order of the table.
    fn holds(&self, value: &Value) -> bool;

    /// Its incidents, each in a value of its own, in the order of the export. A list that is null or missing has none.
    fn entries(&self, value: Value) -> Vec<Value>;

    /// What an entry, which is an object, tells.
    fn report(&self, entry: &Value) -> Report;

    /// Is every entry an incident, but for planned work? Trackers hold wishes and questions as well.
    fn is_of_incidents(&self) -> bool {
        true
    }
}

/// The shapes; what would pass for two is the first of them.
const SHAPES: &[&dyn Export] = &[
    &history::History,
    &better_stack::BetterStack,
    &instatus::Instatus,
    &statuspage::Statuspage,
    &status_io::StatusIo,
    &firehydrant::FireHydrant,
    &google::GoogleCloud,
    &aws::AwsHealth,
    &slack::Slack,
    &pagerduty::Incidents,
    &pagerduty::Notes,
    &pagerduty::LogEntries,
    &heroku::Heroku,
    &zendesk::Zendesk,
    &issues::Issues,
    &timeline::Timeline,
];

/// The shape of a value; none where it is none of them.
fn shape_of(value: &Value) -> Option<&'static dyn Export> {
    SHAPES.iter().copied().find(|shape| shape.holds(value))
}

/// The incidents in a value, where it is of a shape that is known; else the value again.
///
/// A value whose entries have the field that texts are asked for in is a list of documents, whatever else they hold.
pub(super) fn incidents(value: Value, fields: &Fields) -> Result<Incidents, Value> {
    let asked = value::first(&value).is_some_and(|entry| value::has(entry, &fields.text));
    match shape_of(&value).filter(|_| !asked) {
        Some(shape) => Ok(Incidents::new(shape, value)),
        None => Err(value),
    }
}

/// Gives the documents of one export.
#[derive(Debug)]
pub(super) struct Incidents {
    shape: &'static dyn Export,
    entries: std::iter::Enumerate<std::vec::IntoIter<Value>>,
    names: Names,
    empty: bool,
}

impl Incidents {
    /// The incidents in `value`, which is of that shape.
    fn new(shape: &'static dyn Export, value: Value) -> Incidents {
        let entries = shape.entries(value);
        Incidents { shape, empty: entries.is_empty(), entries: entries.into_iter().enumerate(), names: Names::default() }
    }

    /// The same incidents; those without an id are named after the line that they stand in.
    pub(super) fn of_line(mut self, line: usize) -> Incidents {
        self.names.line = Some((line, self.entries.len()));
        self
    }
}

impl Iterator for Incidents {
    type Item = Result<Document>;

    fn next(&mut self) -> Option<Result<Document>> {
        if std::mem::take(&mut self.empty) {
            return Some(Err(nothing_in(self.shape.name())));
        }
        let (number, entry) = self.entries.next()?;
        let report = if entry.is_object() { self.shape.report(&entry) } else { Report::default() };
        let is_incident = self.shape.is_of_incidents() && !report.is_planned();
        let is_open = report.is_open();
        let document = self.names.document(report, number, self.shape.name());
        Some(document.map(|document| Document { is_incident, is_open, ..document }))
    }
}

/// The error of an export without an incident.
fn nothing_in(name: &str) -> Error {
    Error::new(ErrorKind::Malformed, format!("no incident in it: this {name} is empty"))
}

/// Names the entries of one export, none of them twice.
#[derive(Debug, Default)]
struct Names {
    given: BTreeSet<String>,
    /// In JSON Lines, the line and how many entries it holds.
    line: Option<(usize, usize)>,
}

impl Names {
    /// The document of a report, named by its id, else by its place in the export.
    fn document(&mut self, report: Report, number: usize, export: &str) -> Result<Document> {
        if report.is_empty() {
            let message = format!("entry {number} of the {export}: nothing to read in it, no title, text or update");
            return Err(Error::new(ErrorKind::Malformed, message));
        }
        let mut document = report.document();
        let name = document.id.clone().unwrap_or_else(|| match self.line {
            Some((line, 1)) => line.to_string(),
            Some((line, _)) => format!("{line}.{number}"),
            None => number.to_string(),
        });
        document.source = if self.given.contains(&name) { format!("{name}~{number}") } else { name };
        self.given.insert(document.source.clone());
        Ok(document)
    }
}

/// Reads an input that is said to be the export of a status page.
#[derive(Debug, Default)]
struct Reader {
    incidents: Option<Incidents>,
    begun: bool,
}

/// A reader of status-page exports.
pub(super) fn open(_: &Setup<'_>) -> Box<dyn formats::Reader> {
    Box::new(Reader::default())
}

impl formats::Reader for Reader {
    fn next(&mut self, input: &mut dyn BufRead) -> Option<Result<Document>> {
        if !std::mem::replace(&mut self.begun, true) {
            let opened = json::parse(input).and_then(|value| {
                let shape = shape_of(&value).ok_or_else(unknown_shape)?;
                Ok(Incidents::new(shape, value))
            });
            match opened {
                Ok(incidents) => self.incidents = Some(incidents),
                Err(error) => return Some(Err(error)),
            }
        }
        self.incidents.as_mut()?.next()
    }
}

fn unknown_shape() -> Error {
    let names: Vec<&str> = SHAPES.iter().map(|shape| shape.name()).collect();
    Error::new(ErrorKind::Malformed, format!("of no shape that is known; known are: {}", names.join(", ")))
}

#[cfg(test)]
mod tests;
