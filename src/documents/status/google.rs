//! Google Cloud and Workspace: `incidents.json`, a bare list.

use serde_json::Value;

use super::Export;
use super::report::Report;
use super::value::{entries, first, has, list, text, time};

/// The incidents of Google's status dashboards.
#[derive(Debug)]
pub(super) struct GoogleCloud;

const SEVERITIES: &[&str] = &["low", "medium", "high"];

impl Export for GoogleCloud {
    fn name(&self) -> &'static str {
        "Google Cloud list"
    }

    fn holds(&self, value: &Value) -> bool {
        first(value).is_some_and(|entry| has(entry, "external_desc"))
    }

    fn entries(&self, value: Value) -> Vec<Value> {
        entries(value)
    }

    fn report(&self, entry: &Value) -> Report {
        let mut report = Report {
            id: text(entry, &["id", "number"]),
            title: text(entry, &["external_desc", "service_name"]).unwrap_or_default(),
            started: time(entry, &["begin"]),
            resolved: time(entry, &["end"]),
            open: entry.get("end").is_some_and(Value::is_null),
            posted: time(entry, &["created", "modified"]),
            ..Report::default()
        };
        report.expect("Severity", text(entry, &["severity"]), SEVERITIES);
        for update in list(entry, "updates") {
            // Text by text it is the service that is available, or out, or disrupted.
            let status = text(update, &["status"]);
            report.update(
                status.as_deref(),
                time(update, &["when", "created", "modified"]),
                text(update, &["text"]).map(|text| unescaped(&text)),
            );
        }
        if report.updates.is_empty()
            && let Some(latest) = entry.get("most_recent_update")
        {
            let status = text(latest, &["status"]);
            report.update(status.as_deref(), time(latest, &["when", "created"]), text(latest, &["text"]).map(|text| unescaped(&text)));
        }
        report
    }
}

/// Headings come with their marks escaped: `## \# Incident Report`.
fn unescaped(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    for line in markdown.lines() {
        let content = line.trim_start_matches('#').trim_start();
        match content.strip_prefix("\\#") {
            Some(rest) => {
                text.push('#');
                text.push_str(&rest.replace("\\#", "#"));
            }
            None => text.push_str(line),
        }
        text.push('\n');
    }
    text
}
