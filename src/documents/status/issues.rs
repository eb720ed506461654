//! Issues of GitHub and GitLab, from their API or `gh`: the incident as it was reported, and the comments on it.

use serde_json::Value;

use super::Export;
use super::report::Report;
use super::value::{entries, first, has, list, names, take_list, text, time};

/// A list of issues, or one.
#[derive(Debug)]
pub(super) struct Issues;

const BODIES: &[&str] = &["body", "description", "note"];
const CREATED: &[&str] = &["created_at", "createdAt"];

impl Export for Issues {
    fn name(&self) -> &'static str {
        "list of issues"
    }

    fn holds(&self, value: &Value) -> bool {
        let found = if has(value, "items") { list(value, "items").first() } else { first(value) };
        found.is_some_and(|entry| {
            let numbered = has(entry, "number") || has(entry, "iid");
            numbered && has(entry, "title") && text(entry, CREATED).is_some() && BODIES.iter().any(|name| has(entry, name))
        })
    }

    fn entries(&self, mut value: Value) -> Vec<Value> {
        if has(&value, "items") { take_list(&mut value, "items") } else { entries(value) }
    }

    fn report(&self, entry: &Value) -> Report {
        let body = text(entry, BODIES);
        let open = text(entry, &["state"]).is_some_and(|state| matches!(state.to_lowercase().as_str(), "open" | "opened"));
        let mut report =
            Report { id: text(entry, &["number", "iid"]), title: text(entry, &["title"]).unwrap_or_default(), open, ..Report::default() };
        if is_of_monitor(entry) {
            // A monitor closes its issue when the site is up; a person does so when the paperwork is done.
            report.resolved = time(entry, &["closed_at", "closedAt"]);
        }
        report.update(Some("reported"), time(entry, CREATED), body);
        for comment in ["comments", "notes"].iter().flat_map(|name| list(entry, name)) {
            // What the tracker itself notes down is about labels and people.
            if comment.get("system").and_then(Value::as_bool) == Some(true) {
                continue;
            }
            let Some(said) = text(comment, BODIES) else { continue };
            let (status, said) = match said.strip_prefix("**Resolved:**") {
                Some(rest) => (Some("resolved"), rest.trim().to_owned()),
                None => (None, said),
            };
            report.update(status, time(comment, CREATED), Some(said));
        }
        report
    }

    fn is_of_incidents(&self) -> bool {
        false
    }
}

/// Was the issue opened by a monitor, as Upptime does?
fn is_of_monitor(entry: &Value) -> bool {
    let body = text(entry, BODIES).unwrap_or_default();
    names(entry, "labels").iter().any(|label| label == "status") && body.contains("HTTP code")
}
