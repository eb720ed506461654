//! Instatus: `summary.json`, which holds what is going on now, without updates.

use serde_json::Value;

use super::Export;
use super::report::Report;
use super::value::{at, has, names, take_list, text, time};

/// The summary of an Instatus page.
#[derive(Debug)]
pub(super) struct Instatus;

/// What the field `impact` may say.
const IMPACTS: &[&str] = &["operational", "degradedperformance", "partialoutage", "minoroutage", "majoroutage", "undermaintenance"];

impl Export for Instatus {
    fn name(&self) -> &'static str {
        "Instatus summary"
    }

    fn holds(&self, value: &Value) -> bool {
        let page = at(value, "page.status").is_some_and(Value::is_string);
        page && !has(value, "incidents") || has(value, "activeIncidents") || has(value, "activeMaintenances")
    }

    fn entries(&self, mut value: Value) -> Vec<Value> {
        let mut found = take_list(&mut value, "activeIncidents");
        found.append(&mut take_list(&mut value, "activeMaintenances"));
        found
    }

    fn report(&self, entry: &Value) -> Report {
        let begins = time(entry, &["started", "start"]);
        let planned = has(entry, "start") || has(entry, "duration");
        let mut report = Report {
            id: text(entry, &["id"]),
            title: text(entry, &["name"]).unwrap_or_default(),
            started: if planned { None } else { begins.clone() },
            planned: if planned { (begins.clone(), None) } else { (None, None) },
            posted: time(entry, &["updatedAt"]),
            ..Report::default()
        };
        if let Some(minutes) = text(entry, &["duration"]) {
            report.facts.push(("Planned length", format!("{minutes} minutes")));
        }
        report.expect("Impact", text(entry, &["impact"]), IMPACTS);
        let parts = names(entry, "components");
        if !parts.is_empty() {
            report.facts.push(("Affected", parts.join(", ")));
        }
        let status = text(entry, &["status"]);
        // Begun, it is where it was last changed; else where it begins.
        report.update(status.as_deref(), time(entry, &["updatedAt"]).or(begins), None);
        report
    }
}
