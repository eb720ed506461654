//! Atom and RSS histories: an entry is an incident, whose content holds its updates, newest first, as HTML.

use std::io::BufRead;

use jiff::civil;

use super::report::Report;
use super::xml::{self, Entry};
use super::{Names, history, markup, nothing_in, when, words};
use crate::bytes;
use crate::documents::formats::{self, Head, Setup};
use crate::documents::{Document, text};
use crate::error::{Error, ErrorKind, Result};

/// Reads the entries of one feed.
#[derive(Debug, Default)]
struct Reader {
    entries: std::iter::Enumerate<std::vec::IntoIter<Entry>>,
    names: Names,
    error: Option<Error>,
    begun: bool,
}

/// Does it begin as a feed does?
pub(in crate::documents) fn looks_like(head: &Head<'_>) -> bool {
    let mut rest = head.bytes.trim_ascii_start();
    // Above the first element stand the declaration, a style sheet and comments.
    while let Some((open, close)) = ASIDE.iter().find(|(open, _)| rest.starts_with(open)) {
        let Some(end) = memchr::memmem::find(&rest[open.len()..], close) else { return false };
        rest = rest[open.len() + end + close.len()..].trim_ascii_start();
    }
    let named = |name: &&[u8]| rest.starts_with(name) && rest.get(name.len()).is_none_or(|byte| !byte.is_ascii_alphanumeric());
    ROOTS.iter().any(named)
}

/// What may stand above the first element: how it opens and closes.
const ASIDE: [(&[u8], &[u8]); 3] = [(b"<?", b"?>"), (b"<!--", b"-->"), (b"<!DOCTYPE", b">")];
/// The first elements of feeds.
const ROOTS: [&[u8]; 4] = [b"<rss", b"<feed", b"<rdf:RDF", b"<atom:feed"];

/// A reader of Atom and RSS.
pub(in crate::documents) fn open(_: &Setup<'_>) -> Box<dyn formats::Reader> {
    Box::new(Reader::default())
}

impl formats::Reader for Reader {
    fn next(&mut self, input: &mut dyn BufRead) -> Option<Result<Document>> {
        if !std::mem::replace(&mut self.begun, true)
            && let Err(error) = self.begin(input)
        {
            return Some(Err(error));
        }
        match self.entries.next() {
            Some((number, entry)) => Some(self.names.document(report(&entry), number, "feed")),
            None => self.error.take().map(Err),
        }
    }
}

impl Reader {
    fn begin(&mut self, input: &mut dyn BufRead) -> Result<()> {
        let decoded = bytes::decode(text::read_all(input, Vec::new())?)?;
        let feed = xml::read(&decoded.text);
        if !feed.found {
            return Err(feed
                .error
                .unwrap_or_else(|| Error::new(ErrorKind::Malformed, "no Atom or RSS feed: there is no <feed> or <rss> in it")));
        }
        self.error = feed.error;
        if feed.entries.is_empty() && self.error.is_none() {
            return Err(nothing_in("feed"));
        }
        self.entries = feed.entries.into_iter().enumerate();
        Ok(())
    }
}

fn report(entry: &Entry) -> Report {
    let content = markup::plain(&entry.content);
    let given = |time: &String| (!time.is_empty()).then(|| time.clone());
    let mut report = Report {
        id: [&entry.id, &entry.link].into_iter().find(|id| !id.is_empty()).map(|id| own_id(id).to_owned()),
        title: entry.title.clone(),
        posted: given(&entry.published).or_else(|| given(&entry.updated)),
        ..Report::default()
    };
    // The feed's own time is that of the last change, or of planned work to come: no update is later.
    let latest = [&entry.published, &entry.updated].into_iter().filter_map(|time| when::civil(time)).max();
    for part in parts(&content, latest) {
        match part {
            Part::Lead(text) => {
                if let Some(span) = scheduled(&text, latest) {
                    report.planned = span;
                } else {
                    report.lead = text;
                }
            }
            Part::Update { status, time, text } => report.update(Some(&status), time, Some(text)),
        }
    }
    report
}

/// What stands above the planned time of work, in capitals.
const SCHEDULED: &str = "THIS IS A SCHEDULED EVENT ";

/// The two ends of planned work, in the year that brings them nearest to the entry's own time.
fn scheduled(lead: &str, latest: Option<civil::DateTime>) -> Option<(Option<String>, Option<String>)> {
    let stamp = lead.strip_prefix(SCHEDULED)?.trim();
    let latest = latest?;
    let away = |(from, _): &(String, Option<String>)| when::civil(from).map(|from| from.duration_since(latest).abs());
    let years = [latest.year(), latest.year() + 1, latest.year() - 1];
    let (from, to) = years.into_iter().filter_map(|year| history::span(stamp, year)).min_by_key(away)?;
    Some((Some(from), to))
}

/// The incident's own id in the id or address of an entry: `tag:host,2005:Incident/1234`, `https://host/incidents/abcd`.
fn own_id(id: &str) -> &str {
    let found = ["Incident/", "/incidents/", "/incident/"].iter().find_map(|mark| id.split_once(mark));
    let own = found.map_or("", |(_, own)| own.split(['/', '?', '#']).next().unwrap_or_default());
    if own.is_empty() { id } else { own }
}

/// A piece of an entry's content.
#[derive(Debug, PartialEq, Eq)]
enum Part {
    /// What stands above the updates, or all of it where there is none.
    Lead(String),
    /// A time, a status and a text.
    Update { status: String, time: Option<String>, text: String },
}

/// Cut a content at the lines that are times; below each stands `Status - text`, or text alone.
fn parts(content: &str, latest: Option<civil::DateTime>) -> Vec<Part> {
    let mut found = Vec::new();
    let mut open: Option<(String, Option<String>)> = None;
    let mut text = String::new();
    let mut lines = content.lines().peekable();
    loop {
        let line = lines.next();
        let time = line.and_then(|line| when::complete(line, latest));
        if line.is_none() || time.is_some() {
            let text = std::mem::take(&mut text).trim().to_owned();
            match open.take() {
                Some((status, time)) => found.push(Part::Update { status, time, text }),
                None if !text.is_empty() => found.push(Part::Lead(text)),
                None => {}
            }
        }
        let Some(line) = line else { return found };
        if time.is_some() {
            let head = lines.next_if(|next| status(next).is_some()).and_then(status);
            let (status, rest) = head.unwrap_or_default();
            open = Some((status.to_owned(), time));
            text.push_str(rest);
        } else {
            text.push_str(line);
        }
        text.push('\n');
    }
}

/// The status that a line opens with, and the text behind it.
fn status(line: &str) -> Option<(&str, &str)> {
    let (status, rest) = line.split_once(" - ").or_else(|| Some((line.strip_suffix(" -")?, ""))).unwrap_or((line, ""));
    let short =
        status.split_whitespace().count() <= LONGEST_STATUS && status.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '_'));
    let known = words::word(status).is_some();
    (known || short && !rest.is_empty() && status.starts_with(char::is_uppercase)).then(|| (status.trim(), rest.trim_start()))
}

/// A status that is not known has so many words at most.
const LONGEST_STATUS: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_cut_into_updates() {
        let latest = Some(civil::date(2025, 1, 1).at(2, 0, 0, 0));
        let content = "THIS IS A SCHEDULED EVENT\n\nJan  1, 01:40 UTC\nResolved - All is well.\n\nAnd stays so.\n\nDec 31, 23:05 UTC\nOn hold - Waiting.\n\nDec 31, 22:05 UTC\nLogins fail.\n";
        let update =
            |status: &str, time: &str, text: &str| Part::Update { status: status.into(), time: Some(time.into()), text: text.into() };
        assert_eq!(
            parts(content, latest),
            [
                Part::Lead("THIS IS A SCHEDULED EVENT".into()),
                update("Resolved", "Jan 1, 2025, 01:40 UTC", "All is well.\n\nAnd stays so."),
                update("On hold", "Dec 31, 2024, 23:05 UTC", "Waiting."),
                update("", "Dec 31, 2024, 22:05 UTC", "Logins fail."),
            ]
        );
        assert_eq!(parts("Logins failed.\nFixed - at last.", latest), [Part::Lead("Logins failed.\nFixed - at last.".into())]);
        assert_eq!(parts("", latest), []);
    }

    #[test]
    fn planned_work_has_the_nearest_year() {
        let latest = Some(civil::date(2023, 12, 20).at(9, 0, 0, 0));
        for (lead, from, to) in [
            ("Jan  6, 04:00 - 06:00 UTC", "Jan 6, 2024, 04:00 UTC", "Jan 6, 2024, 06:00 UTC"),
            ("Dec 18, 04:00 - Dec 19, 06:00 UTC", "Dec 18, 2023, 04:00 UTC", "Dec 19, 2023, 06:00 UTC"),
        ] {
            let found = scheduled(&format!("{SCHEDULED}{lead}"), latest);
            assert_eq!(found, Some((Some(from.to_owned()), Some(to.to_owned()))), "{lead}");
        }
        assert_eq!(scheduled("Scheduled for Jan 6, 04:00 - 06:00 UTC", latest), None);
    }

    #[test]
    fn ids_of_incidents() {
        for (id, own) in [
            ("tag:status.example,2005:Incident/1234", "1234"),
            ("https://status.example/incidents/ab12?x=1", "ab12"),
            ("https://status.example/incidents/", "https://status.example/incidents/"),
            ("queue-west", "queue-west"),
        ] {
            assert_eq!(own_id(id), own);
        }
    }
}
