//! Slack's status history: a list of incidents with notes in HTML or plain text, none of which has a status of its own.
//!
//! An incident that is resolved was so by its latest note, unless that is the summary of it that follows.

use serde_json::Value;

use super::report::Report;
use super::value::{entries, first, has, list, take_list, text, time};
use super::{Export, markup, when};

/// The history of Slack's status page.
#[derive(Debug)]
pub(super) struct Slack;

const CREATED: &[&str] = &["date_created"];
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
        if has(&value, "active_incidents") { take_list(&mut value, "active_incidents") } else { entries(value) }
    }

    fn report(&self, entry: &Value) -> Report {
        let mut report = Report {
            id: text(entry, &["id"]),
            title: text(entry, &["title"]).unwrap_or_default(),
            started: time(entry, CREATED),
            posted: time(entry, &["date_updated"]),
            ..Report::default()
        };
        report.expect("Type", text(entry, &["type"]), TYPES);
        let status = text(entry, &["status"]);
        let notes = list(entry, "notes");
        let told = |note: &Value| text(note, &["body"]).is_some_and(|body| is_summary(&markup::plain(&body)));
        let summed_up = notes.len() > 1 && notes.iter().any(told);
        let seconds = |note: &Value| when::seconds(&time(note, CREATED)?);
        let latest = notes.iter().filter_map(seconds).max();
        for note in notes {
            let status = match (summed_up, told(note)) {
                (true, true) => Some("postmortem"),
                // Which note told the end stands in the summary.
                (true, false) => None,
                (false, _) => status.as_deref().filter(|_| latest.is_some() && seconds(note) == latest),
            };
            report.update(status, time(note, CREATED), text(note, &["body"]));
        }
        report
    }
}

/// How the summary of an incident opens, in lower case.
const SUMMARIES: &[&str] = &["issue summary", "incident summary", "summary", "root cause"];

/// Does the note tell the whole incident afterwards: `Issue summary: ...`, `On June 3, from ...`?
fn is_summary(body: &str) -> bool {
    let head: String = body.chars().take(40).collect::<String>().to_lowercase();
    let dated = || {
        let mut words = head.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        matches!(words.next(), Some("on" | "from" | "between")) && words.next().is_some_and(|word| when::month(word).is_some())
    };
    SUMMARIES.iter().any(|opening| head.starts_with(opening)) || dated()
}
