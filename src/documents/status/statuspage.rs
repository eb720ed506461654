//! Statuspage, API version 2 and what imitates it: `incidents.json`, `summary.json`, the management API's bare list, a
//! webhook's single incident.

use serde_json::Value;

use super::Export;
use super::report::Report;
use super::value::{entries, first, has, list, take_list, text, time};

/// The API of Statuspage, version 2.
#[derive(Debug)]
pub(super) struct Statuspage;

/// What the field `impact` may say.
const IMPACTS: &[&str] = &[
    "none",
    "minor",
    "major",
    "critical",
    "maintenance",
    "operational",
    "degradedperformance",
    "partialoutage",
    "majoroutage",
    "fulloutage",
];

impl Export for Statuspage {
    fn name(&self) -> &'static str {
        "Statuspage export"
    }

    fn holds(&self, value: &Value) -> bool {
        let page = value.get("page").is_some_and(Value::is_object);
        page && ["incidents", "incident", "scheduled_maintenances", "status"].iter().any(|name| has(value, name))
            || first(value).is_some_and(|entry| has(entry, "incident_updates"))
    }

    fn entries(&self, mut value: Value) -> Vec<Value> {
        if !has(&value, "page") || has(&value, "incident_updates") {
            return entries(value);
        }
        let mut found = take_list(&mut value, "incidents");
        found.append(&mut take_list(&mut value, "scheduled_maintenances"));
        found.extend(value.get_mut("incident").filter(|incident| incident.is_object()).map(Value::take));
        found
    }

    fn report(&self, entry: &Value) -> Report {
        let mut report = Report {
            id: text(entry, &["id"]),
            title: text(entry, &["name"]).unwrap_or_default(),
            // Imitations leave it out; what stands for it is the time of the first update.
            started: time(entry, &["started_at"]),
            resolved: time(entry, &["resolved_at"]),
            planned: (time(entry, &["scheduled_for"]), time(entry, &["scheduled_until"])),
            posted: time(entry, &["created_at", "updated_at"]),
            ..Report::default()
        };
        report.expect("Impact", text(entry, &["impact"]), IMPACTS);
        let postmortem = text(entry, &["postmortem_body"]);
        for update in list(entry, "incident_updates") {
            let (status, body) = (text(update, &["status"]), text(update, &["body"]));
            if status.as_deref() == Some("postmortem") && postmortem.is_some() {
                continue;
            }
            report.update(status.as_deref(), time(update, &["display_at", "created_at", "updated_at"]), body);
        }
        if report.updates.is_empty() {
            let (status, when) = (text(entry, &["status"]), time(entry, &["updated_at", "created_at"]));
            report.update(status.as_deref(), when, None);
        }
        if postmortem.is_some() {
            let when = time(entry, &["postmortem_published_at", "postmortem_body_last_updated_at"]);
            report.update(Some("postmortem"), when, postmortem);
        }
        if report.planned.0.is_some() {
            // The work's own time is what was planned, until an update says otherwise.
            report.started = None;
        }
        report
    }
}
