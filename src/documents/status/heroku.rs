//! Heroku: incidents with updates, of which `state` and the times can be trusted, `resolved` and `duration` not.

use serde_json::Value;

use super::Export;
use super::report::Report;
use super::value::{entries, first, has, list, take_list, text, time};

/// The incidents of Heroku's status page.
#[derive(Debug)]
pub(super) struct Heroku;

const STATES: &[&str] = &["open", "resolved", "scheduled", "inprogress", "completed", "closed", "unresolved"];

impl Export for Heroku {
    fn name(&self) -> &'static str {
        "Heroku list"
    }

    fn holds(&self, value: &Value) -> bool {
        let typed =
            |entry: &Value| list(entry, "updates").first().is_some_and(|update| has(update, "update_type") && has(update, "contents"));
        let lists = || ["incidents", "scheduled"].iter().flat_map(|name| list(value, name)).next();
        first(value).is_some_and(typed) || lists().is_some_and(typed)
    }

    fn entries(&self, mut value: Value) -> Vec<Value> {
        if !(has(&value, "incidents") || has(&value, "scheduled")) {
            return entries(value);
        }
        let mut found = take_list(&mut value, "incidents");
        found.append(&mut take_list(&mut value, "scheduled"));
        found
    }

    fn report(&self, entry: &Value) -> Report {
        let state = text(entry, &["state"]);
        let mut report = Report {
            id: text(entry, &["id"]),
            title: text(entry, &["title", "name"]).unwrap_or_default(),
            started: time(entry, &["created_at"]),
            posted: time(entry, &["updated_at"]),
            ..Report::default()
        };
        report.expect("State", state.clone(), STATES);
        for update in list(entry, "updates") {
            report.update(
                text(update, &["update_type"]).as_deref(),
                time(update, &["created_at", "updated_at"]),
                text(update, &["contents"]),
            );
        }
        if state.as_deref() == Some("resolved") && entry.get("resolved").and_then(Value::as_bool) == Some(false) {
            report.warn("`resolved` is false although the state is resolved; the state counts".to_owned());
        }
        report
    }
}
