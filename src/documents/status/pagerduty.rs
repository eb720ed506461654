//! `PagerDuty`'s REST API, versions 1 and 2: incidents, the notes of one, and log entries, which are put together by incident.

use serde_json::{Value, json};

use super::Export;
use super::report::Report;
use super::value::{has, list, take_list, text, time};

/// A list of incidents.
#[derive(Debug)]
pub(super) struct Incidents;

/// The notes of one incident, which does not stand with them.
#[derive(Debug)]
pub(super) struct Notes;

/// What happened to incidents, entry by entry.
#[derive(Debug)]
pub(super) struct LogEntries;

const STATES: &[&str] = &["triggered", "acknowledged", "resolved"];
const TITLES: &[&str] =
    &["title", "trigger_summary_data.subject", "trigger_summary_data.description", "description", "summary", "incident_key"];
const CREATED: &[&str] = &["created_at", "created_on"];

impl Export for Incidents {
    fn name(&self) -> &'static str {
        "PagerDuty list of incidents"
    }

    fn holds(&self, value: &Value) -> bool {
        let one = |entry: &Value| has(entry, "incident_number") && (has(entry, "service") || has(entry, "html_url"));
        list(value, "incidents").first().or(value.get("incident")).is_some_and(one) || one(value)
    }

    fn entries(&self, mut value: Value) -> Vec<Value> {
        if has(&value, "incidents") {
            return take_list(&mut value, "incidents");
        }
        vec![value.get_mut("incident").map(Value::take).unwrap_or(value)]
    }

    fn report(&self, entry: &Value) -> Report {
        let state = text(entry, &["status"]);
        let over = state.as_deref() == Some("resolved");
        let title = text(entry, TITLES).unwrap_or_default();
        let mut report = Report {
            id: text(entry, &["id"]),
            started: time(entry, CREATED),
            resolved: time(entry, &["resolved_at"])
                .or_else(|| time(entry, &["last_status_change_at", "last_status_change_on"]).filter(|_| over)),
            lead: text(entry, &["body.details", "description"]).filter(|lead| *lead != title).unwrap_or_default(),
            title,
            ..Report::default()
        };
        report.expect("Status", state, STATES);
        for note in list(entry, "notes") {
            report.update(None, time(note, CREATED), text(note, &["content"]));
        }
        report
    }
}

impl Export for Notes {
    fn name(&self) -> &'static str {
        "PagerDuty list of notes"
    }

    fn holds(&self, value: &Value) -> bool {
        list(value, "notes").first().is_some_and(|note| has(note, "content") && text(note, CREATED).is_some()) && !has(value, "title")
    }

    fn entries(&self, value: Value) -> Vec<Value> {
        vec![value]
    }

    fn report(&self, entry: &Value) -> Report {
        let (id, title) = (text(entry, &["incident.id", "incident_id"]), "Notes of an incident".to_owned());
        let mut report = Report { id, title, ..Report::default() };
        for note in list(entry, "notes") {
            report.update(None, time(note, CREATED), text(note, &["content"]));
        }
        report
    }
}

impl Export for LogEntries {
    fn name(&self) -> &'static str {
        "PagerDuty list of log entries"
    }

    fn holds(&self, value: &Value) -> bool {
        has(value, "log_entries")
    }

    fn entries(&self, mut value: Value) -> Vec<Value> {
        let mut incidents: Vec<(Option<String>, Vec<Value>)> = Vec::new();
        let mut places = std::collections::BTreeMap::new();
        for entry in take_list(&mut value, "log_entries") {
            let id = text(&entry, &["incident.id"]);
            let place = *places.entry(id.clone()).or_insert(incidents.len());
            if place == incidents.len() {
                incidents.push((id, Vec::new()));
            }
            incidents[place].1.push(entry);
        }
        incidents.into_iter().map(|(id, entries)| json!({ "id": id, "entries": entries })).collect()
    }

    fn report(&self, entry: &Value) -> Report {
        let entries = list(entry, "entries");
        let title = |entry: &Value| text(entry, &["incident.title", "incident.summary", "channel.subject", "channel.summary"]);
        let title = entries.iter().find_map(title).unwrap_or_default();
        let mut report = Report { id: text(entry, &["id"]), title, ..Report::default() };
        for event in entries {
            let kind = text(event, &["type"]).unwrap_or_default();
            let status = match kind.trim_end_matches("_log_entry").trim_end_matches("_reference") {
                "trigger" => Some("Triggered"),
                "acknowledge" => Some("Acknowledged"),
                "resolve" => Some("Resolved"),
                // Who was paged, and how: nothing of the incident.
                "notify" => continue,
                _ => None,
            };
            let content =
                text(event, &["channel.content", "channel.details.description", "channel.details", "channel.summary", "note", "summary"]);
            report.update(status, time(event, CREATED), content);
        }
        report
    }
}
