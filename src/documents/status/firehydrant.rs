//! `FireHydrant`: `payload.json`, whose timeline is of typed events, some of them notes.

use serde_json::Value;

use super::report::Report;
use super::value::{at, has, list, take_list, text, time};
use super::{Export, markup, words};

/// A status page of `FireHydrant`.
#[derive(Debug)]
pub(super) struct FireHydrant;

impl Export for FireHydrant {
    fn name(&self) -> &'static str {
        "FireHydrant payload"
    }

    fn holds(&self, value: &Value) -> bool {
        at(value, "config.companyName").is_some() && (has(value, "incidents") || has(value, "lifecyclePhases"))
    }

    fn entries(&self, mut value: Value) -> Vec<Value> {
        take_list(&mut value, "incidents")
    }

    fn report(&self, entry: &Value) -> Report {
        let mut report = Report {
            id: text(entry, &["id"]),
            title: text(entry, &["title", "name"]).unwrap_or_default(),
            started: time(entry, &["timestamps.started", "timestamps.detected"]),
            resolved: time(entry, &["timestamps.resolved"]),
            lead: text(entry, &["description", "summary"]).map(|lead| markup::plain(&lead)).unwrap_or_default(),
            ..Report::default()
        };
        let mut milestone = None;
        let mut updates = Vec::new();
        // Oldest first, so that a note has the milestone that was reached before it.
        for event in list(entry, "timeline").iter().rev() {
            let when = time(event, &["occurredAt", "time"]);
            milestone = text(event, &["details.milestoneUpdate.currentMilestone"]).or(milestone);
            let Some(note) = text(event, &["details.note", "details.note.note", "details.body"]) else { continue };
            let (status, note) = split(&note);
            updates.push((status.or_else(|| milestone.clone()), when, note));
        }
        for (status, when, note) in updates.into_iter().rev() {
            report.update(status.as_deref(), when, Some(note));
        }
        report
    }
}

/// A note that opens with its status, `➡️ **Resolved** — text` or `Resolved - text`: the status and the text behind it.
fn split(note: &str) -> (Option<String>, String) {
    let plain = note.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '*');
    let found = if let Some((status, rest)) = plain.strip_prefix("**").and_then(|rest| rest.split_once("**")) {
        Some((status, rest.trim_start_matches([' ', '—', '–', '-', ':'])))
    } else {
        plain.split_once(" - ").or_else(|| plain.split_once(" — "))
    };
    match found {
        Some((status, text)) if words::word(status).is_some() => (Some(status.to_owned()), text.trim().to_owned()),
        _ => (None, note.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_with_and_without_a_status() {
        for (note, status, text) in [
            ("➡️ **Resolved** — All is well.", Some("Resolved"), "All is well."),
            ("Investigating - Logins fail.", Some("Investigating"), "Logins fail."),
            ("**Note**: logins — all of them — fail", Some("Note"), "logins — all of them — fail"),
            ("Logins fail - some of them", None, "Logins fail - some of them"),
            ("", None, ""),
        ] {
            assert_eq!(split(note), (status.map(str::to_owned), text.to_owned()), "{note}");
        }
    }
}
