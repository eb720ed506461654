//! JSON Lines: a user's own labelled export in, the corpus out.

use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

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
    variety: Option<String>,
    set: Option<String>,
    #[serde(default)]
    hard: bool,
    source: Option<String>,
    family: Option<String>,
    split: Option<String>,
    note: Option<String>,
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
    // Tools that keep tables write every column in every row.
    if let Some(object) = value.as_object_mut() {
        object.retain(|_, cell| !cell.is_null());
    }
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
        variety: row.variety.as_deref().map(head::parse_variety).transpose()?,
        kind,
        set: row.set,
        hard: row.hard,
        source: row.source,
        family: row.family,
        split: row.split.as_deref().map(head::parse_split).transpose()?,
        note: row.note,
        incidents: incidents.collect(),
        text: row.text,
        text_line: line,
    })))
}

/// One object a report or sentence, in the order of the corpus.
pub(super) fn write(corpus: &Corpus) -> Vec<String> {
    let reports = corpus.reports.iter().map(|report| report_object(report).to_string());
    let sentences = corpus
        .sentences
        .iter()
        .map(|row| json!({"label": row.label, "round": row.round, "language": row.language, "text": row.text}).to_string());
    reports.chain(sentences).collect()
}

/// Every field in every row, empty ones as null, so that tools which take the columns from the first rows miss none.
fn report_object(report: &Report) -> Value {
    json!({
        "id": report.id, "language": report.language, "variety": report.variety, "kind": report.kind, "set": report.set,
        "hard": report.hard, "source": report.source, "family": report.family, "split": report.split(), "note": report.note,
        "incidents": report.incidents.iter().map(incident_object).collect::<Vec<_>>(), "text": report.text,
    })
}

fn incident_object(incident: &LabelledIncident) -> Value {
    let link = |link: &Contribution| json!({"label": link.label, "evidence": link.evidence});
    let contributing: Vec<Value> = incident.contributing.iter().map(link).collect();
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

    /// What is left when the places in the files, which an export does not have, are forgotten.
    fn placeless(reports: &[Report]) -> Vec<Report> {
        let mut reports = reports.to_vec();
        for report in &mut reports {
            (report.path, report.line, report.text_line) = (path(), 0, 0);
            // A side that was drawn is given from then on.
            report.split = Some(report.split());
            for incident in &mut report.incidents {
                incident.line = 0;
                incident.timestamps.iter_mut().flatten().for_each(|stamp| stamp.line = 0);
                incident.figures.iter_mut().flatten().for_each(|figure| figure.line = 0);
            }
        }
        reports
    }

    #[test]
    fn what_is_written_reads_back() {
        let full = "---\nid: w-1\nlanguage: pt\nvariety: pt-BR\nkind: incident\nset: general\nhard: true\nsource: s\nfamily: f\nsplit: dev\nnote: n\nincidents:\n  - at: Às\n    cause: dns\n    contributing: [database, {label: overload, evidence: fila}]\n    evidence: \"a zona\"\n    start: 2021-03-01T10:00\n    end: 2021-03-01\n    duration_min: 12.5\n    timestamps:\n      - {\"text\": \"10h\", \"value\": \"T10:00\"}\n    figures:\n      - {\"text\": \"12%\", \"kind\": \"percentage\", \"low\": 12, \"high\": null, \"unit\": \"%\", \"optional\": true}\n  - at: Às\n    cause: unknown\n    figures: []\n---\nÀs 10h caiu a zona,\n12% na fila. Às 11h \"nada\".\n";
        let bare = "---\nid: w-2\nlanguage: en\nkind: other\n---\nA text.\n";
        let reports = [full, bare].map(|content| Report::parse(&path(), content).expect("a sound report")).to_vec();
        let sentences = vec![BankSentence {
            path: path(),
            line: 3,
            label: "dns".into(),
            round: 2,
            language: "en".into(),
            text: "A \"zone\" was\tempty.".into(),
        }];
        let corpus = Corpus { reports, sentences, ..Corpus::default() };
        let (reports, sentences, errors) = parse(&path(), &write(&corpus).join("\n"));
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(placeless(&reports), placeless(&corpus.reports));
        assert_eq!(sentences, corpus.sentences);
        assert_eq!(write(&Corpus { reports, sentences, ..Corpus::default() }), write(&corpus));
    }

    #[test]
    fn empty_cells_are_no_cells() {
        let rows = r#"{"id": "a", "language": "en", "kind": "other", "incidents": [], "text": "One.", "label": null, "round": null}
{"id": null, "language": "en", "kind": null, "incidents": null, "text": "Two.", "label": "dns", "round": 1}
{"id": "c", "lang": "pt", "variety": "pt-PT", "hard": true, "split": "validation", "text": "Três.", "label": "dns", "note": null}
{"id": "d", "text": "Quatro.", "label": "dns", "split": "melhor"}"#;
        let (reports, sentences, errors) = parse(&path(), rows);
        assert_eq!((sentences.len(), reports.len()), (1, 2), "{errors:?}");
        let own = &reports[1];
        assert_eq!((own.variety.as_deref(), own.hard, own.split), (Some("pt-PT"), true, Some(super::super::Split::Dev)));
        assert_eq!(errors[0].to_string(), "own.jsonl:4: no split `melhor`: one of train, dev, test");
    }
}
