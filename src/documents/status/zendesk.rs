//! Tickets of Zendesk, from its API or a JSON export.

use serde_json::Value;

use super::Export;
use super::report::Report;
use super::value::{entries, first, has, list, take_list, text, time};

/// Tickets, or one.
#[derive(Debug)]
pub(super) struct Zendesk;

const TYPES: &[&str] = &["incident", "problem", "question", "task"];

impl Export for Zendesk {
    fn name(&self) -> &'static str {
        "list of tickets"
    }

    fn holds(&self, value: &Value) -> bool {
        let ticket = |entry: &Value| {
            let about = ["priority", "requester_id", "via", "custom_fields", "tags"].iter().any(|name| has(entry, name));
            about && has(entry, "subject") && has(entry, "description")
        };
        list(value, "tickets").first().or(value.get("ticket")).or(first(value)).is_some_and(ticket)
    }

    fn entries(&self, mut value: Value) -> Vec<Value> {
        if has(&value, "tickets") {
            return take_list(&mut value, "tickets");
        }
        match value.get_mut("ticket") {
            Some(ticket) => vec![ticket.take()],
            None => entries(value),
        }
    }

    fn report(&self, entry: &Value) -> Report {
        let description = text(entry, &["description"]);
        let mut report = Report {
            id: text(entry, &["id"]),
            title: text(entry, &["subject", "raw_subject"]).unwrap_or_default(),
            // `updated_at` moves with every change of a tag, long behind the end.
            resolved: time(entry, &["solved_at", "metric_set.solved_at", "metrics.solved_at"]),
            ..Report::default()
        };
        report.expect("Type", text(entry, &["type"]), TYPES);
        let created = time(entry, &["created_at"]);
        report.update(Some("reported"), created, description.clone());
        for comment in list(entry, "comments") {
            let said = text(comment, &["plain_body", "body", "html_body"]);
            // The first comment is the description.
            if said != description {
                report.update(None, time(comment, &["created_at"]), said);
            }
        }
        report
    }

    fn is_of_incidents(&self) -> bool {
        false
    }
}
