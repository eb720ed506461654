//! Slack's status history: a list of incidents with notes in HTML or plain text, none of which has a status of its own.

use serde_json::Value;

use super::Export;
use super::report::Report;
use super::value::{entries, first, has, list, text, time};

/// The history of Slack's status page.
#[derive(Debug)]
pub(super) struct Slack;

const TYPES: &[&str] = &["incident", "outage", "notice", "maintenance"];

impl Export for Slack {
    fn name(&self) -> &'static str {
        "Slack history"
    }

    fn holds(&self, value: &Value) -> bool {
        let entry = |entry: &Value| has(entry, "notes") && has(entry, "date_created");
        first(value).is_some_and(entry) || has(value, "active_incidents")
    }

    fn entries(&self, mut value: Value) -> Vec<Value> {
        if has(&value, "active_incidents") { super::value::take_list(&mut value, "active_incidents") } else { entries(value) }
    }

    fn report(&self, entry: &Value) -> Report {
        let mut report = Report {
            id: text(entry, &["id"]),
            title: text(entry, &["title"]).unwrap_or_default(),
            started: time(entry, &["date_created"]),
            posted: time(entry, &["date_updated"]),
            ..Report::default()
        };
        report.expect("type", text(entry, &["type"]), TYPES);
        for note in list(entry, "notes") {
            // The last note is as often a summary of days later as the news of the end: its text must say which.
            report.update(None, time(note, &["date_created"]), text(note, &["body"]));
        }
        report
    }
}
