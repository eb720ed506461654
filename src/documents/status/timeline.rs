//! Incidents of home-made pages and of data sets: a name, and a list `updates` of texts with times.

use serde_json::Value;

use super::Export;
use super::report::Report;
use super::value::{entries, first, list, text, time};

/// Any object with a name and dated updates.
#[derive(Debug)]
pub(super) struct Timeline;

const TITLES: &[&str] = &["title", "name", "summary"];
const TEXTS: &[&str] = &["message", "content", "contents", "body", "text", "description"];
const TIMES: &[&str] = &["at", "date", "created_at", "createdAt", "timestamp", "time", "published_at", "display_at"];
const IMPACTS: &[&str] = &["none", "minor", "major", "critical", "maintenance", "low", "medium", "high"];

impl Export for Timeline {
    fn name(&self) -> &'static str {
        "list of updates"
    }

    fn holds(&self, value: &Value) -> bool {
        first(value).is_some_and(|entry| {
            let update = list(entry, "updates").first();
            text(entry, TITLES).is_some() && update.is_some_and(|update| text(update, TEXTS).is_some() && text(update, TIMES).is_some())
        })
    }

    fn entries(&self, value: Value) -> Vec<Value> {
        entries(value)
    }

    fn report(&self, entry: &Value) -> Report {
        let mut report = Report {
            id: text(entry, &["id"]),
            title: text(entry, TITLES).unwrap_or_default(),
            started: time(entry, &["downtime_start", "started_at", "startedAt"]),
            resolved: time(entry, &["downtime_end", "resolved_at", "resolvedAt"]),
            planned: (time(entry, &["scheduled_for"]), time(entry, &["scheduled_until"])),
            posted: time(entry, &["published_at", "created_at", "date"]),
            ..Report::default()
        };
        let impact = text(entry, &["impact"]);
        if impact.as_deref() == Some("maintenance") {
            // The first announcement is no start of the work.
            (report.started, report.resolved) = (None, None);
        }
        report.expect("Impact", impact, IMPACTS);
        for update in list(entry, "updates") {
            report.update(text(update, &["status", "state"]).as_deref(), time(update, TIMES), text(update, TEXTS));
        }
        report
    }
}
