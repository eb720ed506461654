//! Better Stack: `index.json`, a document of JSON:API, whose reports and updates are linked by their ids.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Export;
use super::report::Report;
use super::value::{list, names, take_list, text, time};

/// A status page of Better Stack.
#[derive(Debug)]
pub(super) struct BetterStack;

const KINDS: &[&str] = &["manual", "automatic", "maintenance"];

impl Export for BetterStack {
    fn name(&self) -> &'static str {
        "Better Stack page"
    }

    fn holds(&self, value: &Value) -> bool {
        text(value, &["data.type"]).as_deref() == Some("status_page")
    }

    fn entries(&self, mut value: Value) -> Vec<Value> {
        let mut reports = Vec::new();
        let mut updates: BTreeMap<String, Value> = BTreeMap::new();
        for entry in take_list(&mut value, "included") {
            match text(&entry, &["type"]).as_deref() {
                Some("status_report") => reports.push(entry),
                Some("status_update") => {
                    let id = text(&entry, &["id"]).unwrap_or_default();
                    updates.insert(id, entry);
                }
                _ => {}
            }
        }
        for report in &mut reports {
            let linked = list(report, "relationships.status_updates.data").iter();
            let own: Vec<Value> = linked.filter_map(|link| updates.remove(&text(link, &["id"])?)).collect();
            if let Some(fields) = report.as_object_mut() {
                fields.insert("updates".to_owned(), Value::Array(own));
            }
        }
        // Updates that are linked from their own side alone.
        let mut strays: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for update in updates.into_values() {
            let id = text(&update, &["relationships.status_report.data.id", "attributes.status_report_id"]);
            strays.entry(id.unwrap_or_default()).or_default().push(update);
        }
        for report in &mut reports {
            let own = text(report, &["id"]).and_then(|id| strays.remove(&id)).unwrap_or_default();
            if let Some(Value::Array(updates)) = report.get_mut("updates") {
                updates.extend(own);
            }
        }
        reports
    }

    fn report(&self, entry: &Value) -> Report {
        let kind = text(entry, &["attributes.report_type"]);
        let planned = kind.as_deref() == Some("maintenance");
        let ends = (time(entry, &["attributes.starts_at"]), time(entry, &["attributes.ends_at"]));
        let mut report =
            Report { id: text(entry, &["id"]), title: text(entry, &["attributes.title"]).unwrap_or_default(), ..Report::default() };
        report.expect("Report type", kind, KINDS);
        if planned {
            report.planned = ends;
        } else {
            (report.started, report.resolved) = ends;
        }
        for update in list(entry, "updates") {
            report.update(None, time(update, &["attributes.published_at"]), text(update, &["attributes.message"]));
        }
        // `ends_at` is left empty in reports that are over.
        let over = text(entry, &["attributes.aggregate_state"]).as_deref() == Some("resolved");
        if over && report.resolved.is_none() && !planned {
            report.warn("resolved by its state, without a time: the end is read from the updates".to_owned());
        }
        if report.updates.is_empty() {
            report.lead = names(entry, "attributes.affected_resources").join(", ");
        }
        report
    }
}
