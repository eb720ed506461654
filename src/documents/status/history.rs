//! `history.json` of Statuspage: months of incidents, each with the last thing that was said of it.

use serde_json::{Value, json};

use super::report::Report;
use super::value::{has, list, take_list, text};
use super::when::Stamp;
use super::{Export, markup};

/// The page history of Statuspage.
#[derive(Debug)]
pub(super) struct History;

impl Export for History {
    fn name(&self) -> &'static str {
        "Statuspage history"
    }

    fn holds(&self, value: &Value) -> bool {
        list(value, "months").first().is_some_and(|month| has(month, "incidents"))
            || value.get("months").is_some_and(Value::is_array) && has(value, "page")
    }

    fn entries(&self, mut value: Value) -> Vec<Value> {
        let mut found = Vec::new();
        for mut month in take_list(&mut value, "months") {
            let year = month.get("year").cloned().unwrap_or_default();
            for mut incident in take_list(&mut month, "incidents") {
                // The year stands with the month alone.
                if let Some(fields) = incident.as_object_mut() {
                    fields.insert("year".to_owned(), year.clone());
                } else {
                    incident = json!(null);
                }
                found.push(incident);
            }
        }
        found
    }

    fn report(&self, entry: &Value) -> Report {
        let mut report =
            Report { id: text(entry, &["code", "id"]), title: text(entry, &["name"]).unwrap_or_default(), ..Report::default() };
        let message = text(entry, &["message"]);
        let stamp = text(entry, &["timestamp"]).map(|stamp| markup::plain(&stamp)).unwrap_or_default();
        let year = entry.get("year").and_then(Value::as_i64).and_then(|year| i16::try_from(year).ok());
        let planned = text(entry, &["impact"]).as_deref() == Some("maintenance");
        match year.and_then(|year| span(&stamp, year)) {
            Some((from, to)) if planned => {
                // The message is the last of the work's.
                report.update(to.is_some().then_some("completed"), to.clone(), message);
                report.planned = (Some(from), to);
                return report;
            }
            Some((from, to)) => (report.started, report.resolved) = (Some(from), to),
            None if !stamp.is_empty() => {
                report.warn(format!("time `{stamp}` is not understood; it is kept as it stands"));
                report.facts.push(("Time", stamp));
            }
            None => {}
        }
        report.lead = message.map(|message| markup::plain(&message)).unwrap_or_default();
        report
    }
}

/// The two ends of `Mar 3, 10:00 - 11:20 UTC` or `Dec 31, 23:10 - Jan 1, 02:00 UTC`, which ends in a month of `year`.
///
/// The zone is the end's alone; the start is taken to be in the same.
pub(super) fn span(stamp: &str, year: i16) -> Option<(String, Option<String>)> {
    let Some((from, to)) = stamp.split_once(" - ") else {
        return Some((Stamp::parse(stamp)?.with_year(year), None));
    };
    let bare = Stamp::parse(from)?;
    let day = from.rsplit_once(',')?.0;
    let same_day = format!("{day}, {to}");
    let end = Stamp::parse(to).or_else(|| Stamp::parse(&same_day))?;
    let begun = if bare.month > end.month { year - 1 } else { year };
    let start = format!("{} {}", bare.with_year(begun), end.zone());
    Some((start, Some(end.with_year(year))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans() {
        for (stamp, from, to) in [
            ("Mar 3, 10:00 - 11:20 UTC", "Mar 3, 2024, 10:00 UTC", Some("Mar 3, 2024, 11:20 UTC")),
            ("Mar  3, 10:00 - Mar  4, 11:20 PST", "Mar 3, 2024, 10:00 PST", Some("Mar 4, 2024, 11:20 PST")),
            ("Dec 31, 23:10 - Jan 1, 02:00 UTC", "Dec 31, 2023, 23:10 UTC", Some("Jan 1, 2024, 02:00 UTC")),
            ("Mar 3, 10:00 UTC", "Mar 3, 2024, 10:00 UTC", None),
        ] {
            assert_eq!(span(stamp, 2024), Some((from.to_owned(), to.map(str::to_owned))), "{stamp}");
        }
        for stamp in ["", "-", "soon - later", "Mar 3 - Mar 4"] {
            assert_eq!(span(stamp, 2024), None, "{stamp}");
        }
    }
}
