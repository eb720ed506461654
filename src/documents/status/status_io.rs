//! Status.io: `result.incidents` and `result.maintenance`, with codes for states and statuses.

use serde_json::{Value, json};

use super::Export;
use super::report::Report;
use super::value::{at, has, list, take_list, text, time};

/// A page of Status.io.
#[derive(Debug)]
pub(super) struct StatusIo;

/// What is being done about an incident.
const STATES: [(&str, &str); 3] = [("100", "Investigating"), ("200", "Identified"), ("300", "Monitoring")];
/// How far planned work is.
const WORK: [(&str, &str); 3] = [("100", "Scheduled"), ("200", "In progress"), ("300", "Verifying")];
/// How the parts are: of their codes this alone says something of the incident as a whole.
const OPERATIONAL: &str = "100";

impl Export for StatusIo {
    fn name(&self) -> &'static str {
        "Status.io page"
    }

    fn holds(&self, value: &Value) -> bool {
        at(value, "result.incidents").is_some() || at(value, "result.maintenance").is_some()
    }

    fn entries(&self, mut value: Value) -> Vec<Value> {
        let mut found = take_list(&mut value, "result.incidents");
        for list in ["active", "upcoming", "past"] {
            for mut work in take_list(&mut value, &format!("result.maintenance.{list}")) {
                if let Some(fields) = work.as_object_mut() {
                    fields.insert("planned".to_owned(), json!(true));
                }
                found.push(work);
            }
        }
        found
    }

    fn report(&self, entry: &Value) -> Report {
        let planned = has(entry, "planned") || has(entry, "datetime_planned_start");
        let mut report = Report {
            id: text(entry, &["_id", "id"]),
            title: text(entry, &["name"]).unwrap_or_default(),
            started: if planned { None } else { time(entry, &["datetime_open"]) },
            resolved: time(entry, &["datetime_resolved"]),
            planned: (time(entry, &["datetime_planned_start"]), time(entry, &["datetime_planned_end"])),
            posted: time(entry, &["datetime_open"]),
            ..Report::default()
        };
        for message in list(entry, "messages") {
            let state = text(message, &["state"]).unwrap_or_default();
            // Codes of parts: an announcement of work may find all of them well.
            let over = text(message, &["status"]).as_deref() == Some(OPERATIONAL) && !(planned && state == OPERATIONAL);
            let word = match (over, planned) {
                (true, true) => "Completed",
                (true, false) => "Resolved",
                (false, planned) => {
                    let words = if planned { &WORK } else { &STATES };
                    words.iter().find(|(code, _)| *code == state).map_or(state.as_str(), |(_, word)| word)
                }
            };
            report.update(Some(word), time(message, &["datetime"]), text(message, &["details"]));
        }
        report
    }
}
