//! `raiz explain`: one document for a person, its text with evidence, times and figures marked.

use std::fmt::Write as _;
use std::io::Write as _;

use clap::builder::styling::{AnsiColor, Style};
use raiz::{Document, Kind, Quote, Record};

use super::args::{Common, ExplainArgs, Format};
use super::batch::{self, Job};
use super::console::{Console, printable};
use super::input::Inputs;
use super::output::Output;
use super::settings;
use super::status::Status;
use super::table::{View, duration, moment};

/// Labels whose probability is shown.
const LABELS_SHOWN: usize = 5;
/// Length of the longest bar.
const BAR: usize = 30;

/// Explain the document of the input; where it holds several, one after the other.
pub(crate) fn run(args: &ExplainArgs, common: &Common) -> anyhow::Result<Status> {
    let pipeline = settings::pipeline(common, &args.reading, Some(&args.judging))?;
    let paths = [args.path.clone()];
    if common.format.is_some_and(|format| format != Format::Text) {
        let job = Job {
            command: "explain",
            paths: &paths,
            reading: &args.reading,
            judging: Some(&args.judging),
            common,
            model: &settings::model_name(&pipeline),
            view: View::Tagged,
            dedup: false,
            resume: false,
        };
        return batch::run(job, |document| pipeline.tag_document(document));
    }
    let console = Console::new(common);
    let mut output = Output::open(common)?;
    let (mut done, mut failed) = (0, 0);
    for item in Inputs::new(&paths, &args.reading, common.output.as_deref())? {
        match item {
            Ok(document) => {
                let text = explain(&document, &pipeline.tag_document(&document), output.colored);
                output.write_all(text.as_bytes())?;
                done += 1;
            }
            Err(error) => {
                console.complain(error);
                failed += 1;
            }
        }
    }
    let status = Status::of_batch(done, failed);
    if status != Status::Nothing {
        output.finish()?;
    }
    console.finish();
    Ok(status)
}

/// What is said of `document`, and its text with everything marked that it was read from.
fn explain(document: &Document, records: &[Record], colored: bool) -> String {
    let mut out = String::new();
    for record in records {
        // Writing to a string cannot fail.
        let _ = facts(&mut out, record, records.len());
        let marks = marks(record);
        out.push('\n');
        let start = record.span.start.min(document.text.len());
        let end = record.span.end.clamp(start, document.text.len());
        mark(&mut out, &document.text, (start, end), &marks, colored.then(Style::new));
        out.push_str("\n\n");
    }
    out.push_str(if colored { "" } else { "Marked: >>evidence<<, [time = reading], {figure = kind}.\n" });
    out
}

fn facts(out: &mut String, record: &Record, incidents: usize) -> std::fmt::Result {
    let line = |text: &str| printable(&text.replace('\n', " ")).into_owned();
    let id = record.id.as_deref().map(|id| format!(" ({id})")).unwrap_or_default();
    writeln!(out, "{}{}, part {} of {incidents}", line(&record.source), line(&id), record.incident + 1)?;
    if let Some(title) = &record.title {
        writeln!(out, "title      {}", line(title))?;
    }
    let language = record.language.map_or("neither English nor Portuguese", |language| language.code());
    writeln!(out, "language   {language} ({})", percent(record.language_confidence))?;
    match (record.kind, &record.cause) {
        (Kind::Incident, Some(cause)) => writeln!(out, "cause      {cause} ({})", percent(record.confidence))?,
        (Kind::Maintenance, _) => writeln!(out, "kind       planned maintenance")?,
        _ => writeln!(out, "kind       no incident report")?,
    }
    for quote in &record.evidence {
        writeln!(out, "           {:>5.2}  {}", quote.weight, line(&quote.text))?;
    }
    for link in &record.contributing {
        writeln!(out, "and        {} ({})", link.label, percent(link.confidence))?;
        for quote in &link.evidence {
            writeln!(out, "           {:>5.2}  {}", quote.weight, line(&quote.text))?;
        }
    }
    let mut scores: Vec<&(String, f64)> = record.scores.0.iter().collect();
    scores.sort_by(|a, b| b.1.total_cmp(&a.1));
    for (number, (label, score)) in scores.iter().take(LABELS_SHOWN).enumerate() {
        let bar = "#".repeat((score.clamp(0.0, 1.0) * BAR as f64).round() as usize);
        writeln!(out, "{:<10} {label:<20} {:>5} {bar}", if number == 0 { "scores" } else { "" }, percent(*score))?;
    }
    let basis = &record.basis;
    for (name, value, basis) in [
        ("started", record.started, basis.started),
        ("detected", record.detected, basis.detected),
        ("identified", record.identified, basis.identified),
        ("mitigated", record.mitigated, basis.mitigated),
        ("resolved", record.resolved, basis.resolved),
    ] {
        if let Some(value) = value {
            let basis = basis.and_then(name_of).map(|basis| format!(" (from {basis})")).unwrap_or_default();
            writeln!(out, "{name:<10} {}{basis}", moment(&value))?;
        }
    }
    if let Some(seconds) = record.duration_s {
        writeln!(out, "duration   {}", duration(seconds))?;
    }
    for warning in &record.warnings {
        writeln!(out, "warning    {}", line(warning))?;
    }
    Ok(())
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// The name that a value has in the record.
fn name_of(value: impl serde::Serialize) -> Option<String> {
    serde_json::to_value(value).ok()?.as_str().map(str::to_owned)
}

/// A stretch of the text that something was read from.
#[derive(Debug, Clone)]
struct Mark {
    start: usize,
    end: usize,
    open: &'static str,
    /// What stands behind it where there is no colour.
    close: String,
    style: Style,
}

fn marks(record: &Record) -> Vec<Mark> {
    let evidence = record.evidence.iter().chain(record.contributing.iter().flat_map(|link| &link.evidence));
    let sentence =
        |quote: &Quote| Mark { start: quote.start, end: quote.end, open: ">>", close: "<<".into(), style: Style::new().underline() };
    let mut marks: Vec<Mark> = evidence.map(sentence).collect();
    marks.extend(record.timestamps.iter().map(|time| {
        let role = name_of(time.role).filter(|role| role != "event").map(|role| format!(", {role}")).unwrap_or_default();
        let close = format!(" = {}{role}]", moment(&time.value));
        Mark { start: time.start, end: time.end, open: "[", close, style: AnsiColor::Cyan.on_default() }
    }));
    marks.extend(record.figures.iter().map(|figure| {
        let close = format!(" = {}}}", name_of(figure.kind).unwrap_or_default());
        Mark { start: figure.start, end: figure.end, open: "{", close, style: AnsiColor::Yellow.on_default() }
    }));
    // Outer marks before the inner ones that begin with them; the same sentence for two labels once.
    marks.sort_by_key(|mark| (mark.start, std::cmp::Reverse(mark.end)));
    marks.dedup_by_key(|mark| (mark.start, mark.end));
    marks
}

/// Append `text[start..end]` with `marks`, which are sorted; `around` is the style it stands in, none without colour.
fn mark(out: &mut String, text: &str, (start, end): (usize, usize), marks: &[Mark], around: Option<Style>) {
    let plain = |out: &mut String, from: usize, to: usize| out.push_str(&printable(text.get(from..to).unwrap_or_default()));
    let mut at = start;
    let mut inner = marks;
    while let Some((first, rest)) = inner.split_first() {
        inner = rest;
        // What crosses the border of its surroundings cannot be marked as one.
        if first.start < at || first.end > end {
            continue;
        }
        let within = rest.partition_point(|mark| mark.start < first.end);
        plain(out, at, first.start);
        let (open, close) = match around {
            // A style ends all styles, so the one around it is set again.
            Some(around) => (format!("{}", first.style), format!("{:#}{around}", first.style)),
            None => (first.open.to_owned(), first.close.clone()),
        };
        out.push_str(&open);
        mark(out, text, (first.start, first.end), rest.get(..within).unwrap_or_default(), around.map(|_| first.style));
        out.push_str(&close);
        inner = rest.get(within..).unwrap_or_default();
        at = first.end;
    }
    plain(out, at, end);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(start: usize, end: usize, open: &'static str, close: &str) -> Mark {
        Mark { start, end, open, close: close.into(), style: Style::new() }
    }

    #[test]
    fn marks_nest_and_text_stays_whole() {
        let text = "At 9 DNS failed. 12 % lost. Às 10 fim.";
        let marks = [put(0, 16, ">>", "<<"), put(3, 4, "[", "]"), put(17, 21, "{", "}"), put(32, 34, "[", "]")];
        let mut out = String::new();
        mark(&mut out, text, (0, text.len()), &marks, None);
        assert_eq!(out, ">>At [9] DNS failed.<< {12 %} lost. Às [10] fim.");
    }

    #[test]
    fn marks_that_cross_are_left_out() {
        let text = "down for 5 minutes";
        let mut out = String::new();
        mark(&mut out, text, (0, text.len()), &[put(0, 10, ">>", "<<"), put(9, 18, "{", "}")], None);
        assert_eq!(out, ">>down for 5<< minutes");
    }
}
