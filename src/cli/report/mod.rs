//! `raiz report`: a page of plots and tables over tagged records, whole in one file.

mod charts;
mod rows;

use std::io::Write;

use anyhow::{Context, bail};
use minijinja::value::Serde;
use minijinja::{Environment, context};
use serde::Serialize;

use super::args::{Common, ReportArgs};
use super::console::Console;
use super::output::Output;
use super::status::Status;
use super::summary::counted;
use super::table::duration;
use rows::Row;

const TEMPLATE: &str = include_str!("page.html");
/// More incidents than these are left out of the table (never out of the plots), for the browser's sake.
const LISTED: usize = 5_000;

/// Write the page.
pub(crate) fn run(args: &ReportArgs, common: &Common) -> anyhow::Result<Status> {
    let console = Console::new(common);
    let (mut rows, mut failed) = (Vec::new(), 0);
    for path in &args.tags {
        rows::read(path, |item| match item {
            Ok(row) => rows.push(row),
            Err(error) => {
                failed += 1;
                console.complain(error);
            }
        });
    }
    if rows.is_empty() {
        bail!("no records to report on");
    }
    let page = page(&args.title, &rows)?;
    let mut output = Output::open(&Common { output: Some(args.out.clone()), ..common.clone() })?;
    output.write_all(page.as_bytes())?;
    output.finish()?;
    console.finish();
    console.note(format_args!("{}: {}", args.out.display(), counted(rows.len(), "record", "records")));
    Ok(Status::of_batch(rows.len(), failed))
}

/// A row of the page's table.
#[derive(Debug, Serialize)]
struct Listed<'a> {
    source: &'a str,
    title: &'a str,
    cause: &'a str,
    confidence: String,
    contributing: String,
    started: &'a str,
    duration: String,
    figures: String,
}

/// The page as HTML.
fn page(title: &str, rows: &[Row]) -> anyhow::Result<String> {
    let incidents: Vec<&Row> = rows.iter().filter(|row| row.is_incident()).collect();
    let listed: Vec<Listed<'_>> = incidents.iter().take(LISTED).map(|row| listed(row)).collect();
    let mut environment = Environment::new();
    // The name's ending switches escaping on.
    environment.add_template("page.html", TEMPLATE)?;
    let template = environment.get_template("page.html")?;
    let values = context! {
        title,
        records => rows.len(),
        incidents => incidents.len(),
        maintenance => rows.iter().filter(|row| row.kind == "maintenance").count(),
        other => rows.iter().filter(|row| row.kind == "other").count(),
        charts => Serde([
            charts::causes(&incidents),
            charts::contributing(&incidents),
            charts::durations(&incidents),
        ]),
        timeline => Serde(charts::timeline(&incidents)),
        listed => Serde(listed),
        left_out => incidents.len().saturating_sub(LISTED),
    };
    template.render(values).context("cannot fill in the page")
}

fn listed(row: &Row) -> Listed<'_> {
    let mut figures: Vec<&str> = row.figures.iter().map(|figure| figure.text.as_str()).collect();
    let mut seen = std::collections::BTreeSet::new();
    figures.retain(|figure| seen.insert(*figure));
    Listed {
        source: &row.source,
        title: row.title.as_deref().unwrap_or_default(),
        cause: row.cause(),
        confidence: format!("{:.0} %", row.confidence * 100.0),
        contributing: row.contributing.iter().map(|link| link.label.as_str()).collect::<Vec<_>>().join(", "),
        started: row.started.as_deref().unwrap_or_default(),
        duration: row.duration_s.map(duration).unwrap_or_default(),
        figures: figures.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(json: serde_json::Value) -> Row {
        serde_json::from_value(json).expect("a record")
    }

    #[test]
    fn everything_from_outside_is_escaped() {
        let hostile = "<script>alert(1)</script>\"'&";
        let rows = [row(serde_json::json!({
            "schema": "raiz/1", "source": hostile, "title": hostile, "kind": "incident", "cause": hostile, "confidence": 0.5,
            "started": hostile, "figures": [{"text": hostile}], "contributing": [{"label": hostile}]
        }))];
        let page = page(hostile, &rows).expect("rendered");
        assert!(!page.contains("<script"), "{page}");
        assert!(page.matches("&lt;script&gt;").count() >= 6);
    }

    #[test]
    fn the_page_needs_nothing_from_elsewhere() {
        let page = page("Incidents", &[row(serde_json::json!({"schema": "raiz/1", "source": "a", "kind": "incident", "cause": "dns"}))]);
        let page = page.expect("rendered");
        for outside in ["src=", "href=\"http", "url(", "@import"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn records_without_incidents_make_a_page_too() {
        let page = page("Nothing", &[row(serde_json::json!({"schema": "raiz/1", "source": "a", "kind": "other", "cause": null}))]);
        assert!(page.expect("rendered").contains("No incidents"));
    }
}
