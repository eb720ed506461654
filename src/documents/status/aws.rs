//! AWS Health: the public `currentevents`, whose times are seconds since 1970, as text outside and as numbers inside.

use serde_json::Value;

use super::Export;
use super::report::Report;
use super::value::{entries, first, has, list, text, time};

/// The events of the AWS Health dashboard.
#[derive(Debug)]
pub(super) struct AwsHealth;

/// The state behind its number.
const STATES: [(&str, &str); 4] = [("0", "Resolved"), ("1", "Service information"), ("2", "Service disruption"), ("3", "Service outage")];

impl Export for AwsHealth {
    fn name(&self) -> &'static str {
        "AWS Health list"
    }

    fn holds(&self, value: &Value) -> bool {
        first(value).is_some_and(|entry| has(entry, "arn") && (has(entry, "event_log") || has(entry, "summary")))
    }

    fn entries(&self, value: Value) -> Vec<Value> {
        entries(value)
    }

    fn report(&self, entry: &Value) -> Report {
        let title = text(entry, &["summary"]).unwrap_or_default();
        let place = [text(entry, &["service_name"]), text(entry, &["region_name"])];
        let place: Vec<String> = place.into_iter().flatten().collect();
        let mut report = Report {
            id: text(entry, &["arn"]),
            // Summaries are all alike; what they are about stands beside them.
            title: if place.is_empty() { title } else { format!("{title}: {}", place.join(", ")) },
            posted: time(entry, &["date"]),
            ..Report::default()
        };
        let state = |value: &Value| {
            let number = text(value, &["status"])?;
            Some(STATES.iter().find(|(state, _)| *state == number).map_or(number, |(_, word)| (*word).to_owned()))
        };
        for update in list(entry, "event_log") {
            let text = text(update, &["message", "description", "summary"]);
            report.update(state(update).as_deref(), time(update, &["timestamp"]), text);
        }
        if report.updates.is_empty() {
            report.update(state(entry).as_deref(), time(entry, &["date"]), text(entry, &["description", "details"]));
        }
        report
    }
}
