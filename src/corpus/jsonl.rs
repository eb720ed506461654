//! JSON Lines: a user's own labelled export in, the corpus out.

use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::error::{Error, ErrorKind, Result};
use crate::incidents::Kind;
use crate::{language, tokens};

use super::Corpus;
use super::bank::BankSentence;
use super::head::{self, Head};
use super::report::{Contribution, LabelledIncident, Report};

/// A row of a user's export; columns that are not named here do not matter.
#[derive(Debug, Deserialize)]
struct Row {
    text: String,
    #[serde(alias = "cause")]
    label: Option<String>,
    #[serde(default)]
    contributing: Vec<String>,
    evidence: Option<String>,
    #[serde(alias = "lang")]
    language: Option<String>,
    id: Option<Value>,
    kind: Option<String>,
    round: Option<u32>,
    set: Option<String>,
    source: Option<String>,
    family: Option<String>,
    split: Option<String>,
}

/// Read rows of `text` and `label` (or `cause`), or what [`write()`] wrote; a broken row is an error, the others are kept.
pub(super) fn parse(path: &Arc<Path>, content: &str) -> (Vec<Report>, Vec<BankSentence>, Vec<Error>) {
    let (mut reports, mut sentences, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    for (at, row) in content.lines().enumerate().filter(|(_, row)| !row.trim().is_empty()) {
        match parse_row(path, at + 1, row) {
            Ok(Labelled::Report(report)) => reports.push(*report),
            Ok(Labelled::Sentence(sentence)) => sentences.push(sentence),
            Err(error) => errors.push(error.at_path(path).at_line(at + 1)),
        }
    }
    (reports, sentences, errors)
}

enum Labelled {
    Report(Box<Report>),
    Sentence(BankSentence),
}

fn parse_row(path: &Arc<Path>, line: usize, row: &str) -> Result<Labelled> {
    let broken = |error: serde_json::Error| {
        let message = error.to_string();
        Error::new(ErrorKind::Corpus, message.split(" at line ").next().unwrap_or(&message))
    };
    let mut value: Value = serde_json::from_str(row).map_err(broken)?;
    if let Some(object) = value.as_object_mut().filter(|object| object.contains_key("incidents")) {
        let text = object.remove("text").and_then(|text| text.as_str().map(str::to_owned));
        let text = text.ok_or_else(|| Error::new(ErrorKind::Corpus, "no field `text`"))?;
        let head = Head::deserialize(value).map_err(broken)?;
        return Ok(Labelled::Report(Box::new(head.into_report(path, line, text, line)?)));
    }
    let row = Row::deserialize(value).map_err(broken)?;
    let language = row.language.unwrap_or_else(|| {
        let found = language::detect(&row.text, &tokens::scan(&row.text)).language;
        found.map_or("und", crate::languages::Language::code).to_owned()
    });
    if let (Some(round), Some(label)) = (row.round, &row.label) {
        let (path, label) = (Arc::clone(path), label.clone());
        return Ok(Labelled::Sentence(BankSentence { path, line, label, round, language, text: row.text }));
    }
    let kind = match row.kind.as_deref() {
        None => Kind::Incident,
        Some(name) => head::parse_kind(name)
            .ok_or_else(|| Error::new(ErrorKind::Corpus, format!("no kind `{name}`: one of incident, maintenance, other")))?,
    };
    if row.label.is_none() && row.kind.is_none() {
        return Err(Error::new(ErrorKind::Corpus, "no field `label` or `cause`"));
    }
    let incidents = row.label.into_iter().map(|cause| LabelledIncident {
        line,
        at: None,
        cause,
        contributing: row.contributing.iter().map(|label| Contribution { label: label.clone(), evidence: None }).collect(),
        evidence: row.evidence.clone().filter(|evidence| !evidence.is_empty()),
        start: None,
        end: None,
        duration_min: None,
        timestamps: None,
        figures: None,
    });
    let id = match row.id {
        Some(Value::String(id)) => id,
        Some(id) if !id.is_null() => id.to_string(),
        _ => format!("{}:{line}", path.file_name().unwrap_or_default().to_string_lossy()),
    };
    Ok(Labelled::Report(Box::new(Report {
        id,
        path: Arc::clone(path),
        line,
        language,
        kind,
        set: row.set,
        hard: false,
        source: row.source,
        family: row.family,
        split: row.split,
        note: None,
        incidents: incidents.collect(),
        text: row.text,
        text_line: line,
    })))
}

/// One object a report or sentence, in the order of the corpus.
pub(super) fn write(corpus: &Corpus) -> Vec<String> {
    let reports = corpus.reports.iter().map(|report| Value::Object(report_object(report)).to_string());
    let sentences = corpus
        .sentences
        .iter()
        .map(|row| json!({"label": row.label, "round": row.round, "language": row.language, "text": row.text}).to_string());
    reports.chain(sentences).collect()
}

fn report_object(report: &Report) -> Map<String, Value> {
    let mut object = Map::new();
    let mut put = |name: &str, value: Option<Value>| value.map(|value| object.insert(name.to_owned(), value));
    put("id", Some(report.id.clone().into()));
    put("language", Some(report.language.clone().into()));
    put("kind", serde_json::to_value(report.kind).ok());
    put("set", report.set.clone().map(Value::from));
    put("hard", report.hard.then_some(Value::Bool(true)));
    put("source", report.source.clone().map(Value::from));
    put("family", report.family.clone().map(Value::from));
    put("split", report.split.clone().map(Value::from));
    put("note", report.note.clone().map(Value::from));
    put("incidents", Some(report.incidents.iter().map(incident_object).collect()));
    put("text", Some(report.text.clone().into()));
    object
}

fn incident_object(incident: &LabelledIncident) -> Value {
    let contributing: Vec<Value> = incident
        .contributing
        .iter()
        .map(|link| match &link.evidence {
            None => Value::from(link.label.clone()),
            Some(evidence) => json!({"label": link.label, "evidence": evidence}),
        })
        .collect();
    let timestamps = incident.timestamps.as_ref().map(|stamps| {
        stamps.iter().map(|stamp| json!({"text": stamp.text, "value": stamp.value, "optional": stamp.optional})).collect::<Vec<_>>()
    });
    let figures = incident.figures.as_ref().map(|figures| {
        let object = |figure: &super::GoldFigure| {
            json!({"text": figure.text, "kind": figure.kind, "low": figure.low, "high": figure.high, "unit": figure.unit, "optional": figure.optional})
        };
        figures.iter().map(object).collect::<Vec<_>>()
    });
    json!({
        "at": incident.at, "cause": incident.cause, "contributing": contributing, "evidence": incident.evidence,
        "start": incident.start, "end": incident.end, "duration_min": incident.duration_min,
        "timestamps": timestamps, "figures": figures,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path() -> Arc<Path> {
        Arc::from(Path::new("own.jsonl"))
    }

    #[test]
    fn own_exports_need_only_a_text_and_a_label() {
        let rows = r#"{"text": "The resolver of the branch office lost its zone.", "label": "dns", "team": 7}
{"id": 12, "text": "Uma escavadeira rompeu a fibra da operadora na avenida.", "cause": "upstream-network", "evidence": "rompeu a fibra"}

{"text": "no label here"}
{"text": "How to write a runbook.", "kind": "other", "lang": "en"}
{"text": "It broke.", "label":
"#;
        let (reports, sentences, errors) = parse(&path(), rows);
        let seen: Vec<_> = reports.iter().map(|report| (report.id.as_str(), report.language.as_str(), report.incidents.len())).collect();
        assert_eq!(seen, [("own.jsonl:1", "en", 1), ("12", "pt", 1), ("own.jsonl:5", "en", 0)]);
        assert_eq!(reports[1].incidents[0].evidence.as_deref(), Some("rompeu a fibra"));
        assert!(sentences.is_empty());
        let told: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(told, ["own.jsonl:4: no field `label` or `cause`", "own.jsonl:6: EOF while parsing a value"]);
    }

    #[test]
    fn what_is_written_reads_back() {
        let head = "---\nid: w-1\nlanguage: pt\nkind: incident\nset: general\nhard: true\nincidents:\n  - cause: dns\n    contributing: [database, {label: overload, evidence: fila}]\n    evidence: \"a zona\"\n    start: 2021-03-01T10:00\n    duration_min: 12.5\n    timestamps:\n      - {\"text\": \"10h\", \"value\": \"T10:00\"}\n    figures:\n      - {\"text\": \"12%\", \"kind\": \"percentage\", \"low\": 12, \"high\": null, \"unit\": \"%\", \"optional\": true}\n---\nÀs 10h caiu a zona, 12% na fila.\n";
        let report = Report::parse(&path(), head).expect("a sound report");
        let corpus = Corpus { reports: vec![report], ..Corpus::default() };
        let (reports, _, errors) = parse(&path(), &write(&corpus).join("\n"));
        assert!(errors.is_empty(), "{errors:?}");
        let again = Corpus { reports, ..Corpus::default() };
        assert_eq!(write(&again), write(&corpus));
        assert_eq!(
            again.reports[0].incidents[0].figures.as_ref().map(|all| (all[0].low, all[0].high, all[0].optional)),
            Some((Some(12.0), None, true))
        );
    }
}
