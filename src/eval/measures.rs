//! All measures together: what `raiz eval` prints, for people or as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::corpus::{LabelledIncident, Report, locate, parse_moment};
use crate::incidents::Kind;
use crate::record::Record;
use crate::span::Span;

use super::calibration::{Coverage, accuracy_of_surest_half, calibration_error, risk_coverage};
use super::classification::{Confusion, LabelScore};
use super::items::{self, Item};
use super::removal::{RemovalScores, removal};
use super::spans::{ExtractionScore, ImpactScores, Tally, match_spans, same_figure, same_moment};
use super::{Predictor, f1, share};

/// Labels with fewer incidents than this have too little support for an F1 of their own to count.
const LEAST_SUPPORT: usize = 3;

/// A model's scores on labelled reports. Its `Display` is a report for people; `serde` gives the JSON form.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Evaluation {
    /// Root causes, by language (`en`, `pt`, ... and `all`).
    pub causes: BTreeMap<String, CauseScores>,
    /// Root causes: the table of confusions of all languages.
    pub confusion: Confusion,
    /// What is left when unsure answers are withheld.
    pub risk_coverage: Vec<Coverage>,
    /// Causes that change when their evidence is taken out of the text, by language.
    pub removal: BTreeMap<String, RemovalScores>,
    /// Incident, maintenance or neither.
    pub kinds: KindScores,
    /// Dates and clock times, by language.
    pub timestamps: BTreeMap<String, ExtractionScore>,
    /// Impact figures, by language.
    pub figures: BTreeMap<String, ExtractionScore>,
    /// Start, end and length of the impact.
    pub impact: ImpactScores,
    /// Every incident by itself, in the order of the corpus.
    #[serde(skip)]
    pub items: Vec<Item>,
    #[serde(skip)]
    labels: Vec<String>,
    #[serde(skip)]
    stamps: BTreeMap<String, Tally>,
    #[serde(skip)]
    amounts: BTreeMap<String, Tally>,
}

/// Scores of the root causes in one language.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CauseScores {
    /// How many incidents.
    pub n: usize,
    /// The share with the right cause.
    pub accuracy: Option<f64>,
    /// The mean F1 of the labels with at least three incidents.
    pub macro_f1: Option<f64>,
    /// The share whose given cause is the true one or a contributing one.
    pub cause_or_contributing: Option<f64>,
    /// F1 of all labels of the chain, the cause and the contributing ones.
    pub chain_f1: Option<f64>,
    /// Expected calibration error over ten bins.
    pub calibration_error: Option<f64>,
    /// The accuracy of the half given with the most confidence.
    pub accuracy_of_surest_half: Option<f64>,
    /// The share whose marked evidence is the first sentence given.
    pub evidence_first: Option<f64>,
    /// The share whose marked evidence is among the first two sentences given.
    pub evidence_in_first_two: Option<f64>,
    /// Precision, recall and F1 of each label.
    pub labels: Vec<LabelScore>,
}

impl CauseScores {
    /// The shares, in the order of the fields.
    pub(super) fn shares(&self) -> [Option<f64>; 8] {
        [
            self.accuracy,
            self.macro_f1,
            self.cause_or_contributing,
            self.chain_f1,
            self.calibration_error,
            self.accuracy_of_surest_half,
            self.evidence_first,
            self.evidence_in_first_two,
        ]
    }
}

/// How many, and which share of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Share {
    /// How many were counted.
    pub n: usize,
    /// How many of them the name speaks of.
    pub hits: usize,
}

impl Share {
    pub(super) fn add(&mut self, hit: bool) {
        self.n += 1;
        self.hits += usize::from(hit);
    }

    /// The share; none where nothing was counted.
    pub fn value(self) -> Option<f64> {
        share(self.hits, self.n)
    }
}

/// Whether texts were taken for what they are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct KindScores {
    /// Incident reports in a language that is learnt, taken for incident reports.
    pub incidents: Share,
    /// Notices of planned work, taken for that.
    pub maintenance: Share,
    /// Other texts, taken for that.
    pub others: Share,
    /// Texts that are no incident report, taken for one.
    pub taken_for_incidents: Share,
    /// Texts in a language that is learnt, found to be in it.
    pub language: Share,
    /// Texts in other languages, found to be in none that is learnt.
    pub foreign: Share,
    /// Texts of one incident, kept whole.
    pub kept_whole: Share,
    /// Pages of several incidents, cut into as many.
    pub right_count: Share,
}

impl Evaluation {
    pub(super) fn new(labels: Vec<&str>) -> Evaluation {
        Evaluation {
            causes: BTreeMap::new(),
            confusion: Confusion::new([], []),
            risk_coverage: Vec::new(),
            removal: BTreeMap::new(),
            kinds: KindScores::default(),
            timestamps: BTreeMap::new(),
            figures: BTreeMap::new(),
            impact: ImpactScores::default(),
            items: Vec::new(),
            labels: labels.into_iter().map(str::to_owned).collect(),
            stamps: BTreeMap::new(),
            amounts: BTreeMap::new(),
        }
    }

    /// Count one report and what is said of it.
    pub(super) fn add(&mut self, report: &Report, predictor: &impl Predictor) {
        let records = &predictor.predict(report);
        self.add_kind(report, records);
        let removal = removal(report, records, predictor);
        let paired = items::pair(report, records);
        for (incident, record) in report.incidents.iter().zip(&paired) {
            self.impact.add(incident, *record);
        }
        self.items.extend(items::items(report, &paired));
        for language in ["all", report.language.as_str()] {
            if removal.first.n > 0 {
                self.removal.entry(language.to_owned()).or_default().add(removal);
            }
            if let Some(tally) = match_timestamps(report, records) {
                self.stamps.entry(language.to_owned()).or_default().add(tally);
            }
            if let Some(tally) = match_figures(report, records) {
                self.amounts.entry(language.to_owned()).or_default().add(tally);
            }
        }
    }

    fn add_kind(&mut self, report: &Report, records: &[Record]) {
        let called = records.iter().filter(|record| record.kind == Kind::Incident).count();
        let is = |kind: Kind| called == 0 && records.first().is_some_and(|record| record.kind == kind);
        let language = records.first().and_then(|record| record.language).map(crate::languages::Language::code);
        let kinds = &mut self.kinds;
        if matches!(report.language.as_str(), "en" | "pt") {
            kinds.language.add(language == Some(&report.language));
            match report.kind {
                Kind::Incident => kinds.incidents.add(called > 0),
                Kind::Maintenance => kinds.maintenance.add(is(Kind::Maintenance)),
                Kind::Other => kinds.others.add(is(Kind::Other)),
            }
        } else {
            kinds.foreign.add(language.is_none());
        }
        if report.kind != Kind::Incident {
            kinds.taken_for_incidents.add(called > 0);
        }
        match report.incidents.len() {
            0 => {}
            1 => kinds.kept_whole.add(called == 1),
            count => kinds.right_count.add(called == count),
        }
    }

    /// Turn the counts into scores.
    pub(super) fn finish(&mut self) {
        self.items.sort_by(|a, b| (&a.id, a.incident).cmp(&(&b.id, b.incident)));
        let mut languages: Vec<String> = self.items.iter().map(|item| item.language.clone()).collect();
        languages.sort_unstable();
        languages.dedup();
        languages.push("all".into());
        for language in languages {
            let items: Vec<&Item> = self.items.iter().filter(|item| language == "all" || item.language == language).collect();
            let scores = cause_scores(&self.labels, &items);
            self.causes.insert(language, scores);
        }
        self.confusion = confusion(&self.labels, &self.items.iter().collect::<Vec<_>>());
        let answers: Vec<(f64, bool)> = self.items.iter().map(|item| (item.confidence, item.is_right())).collect();
        self.risk_coverage = risk_coverage(&answers);
        self.timestamps = self.stamps.iter().map(|(language, tally)| (language.clone(), tally.score())).collect();
        self.figures = self.amounts.iter().map(|(language, tally)| (language.clone(), tally.score())).collect();
    }

    /// Accuracy and macro-F1 over all languages: the two figures that a gate looks at.
    pub fn headline(&self) -> (Option<f64>, Option<f64>) {
        self.causes.get("all").map_or((None, None), |scores| (scores.accuracy, scores.macro_f1))
    }

    /// The scores as JSON holds them: four decimals, so that the same model gives the same bytes everywhere.
    pub fn to_json(&self) -> String {
        let mut value = serde_json::to_value(self).unwrap_or_default();
        round(&mut value);
        let mut json = serde_json::to_string_pretty(&value).unwrap_or_default();
        json.push('\n');
        json
    }
}

fn round(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Number(number) if number.is_f64() => {
            if let Some(rounded) = number.as_f64().and_then(|number| serde_json::Number::from_f64((number * 1e4).round() / 1e4)) {
                *number = rounded;
            }
        }
        serde_json::Value::Array(values) => values.iter_mut().for_each(round),
        serde_json::Value::Object(object) => object.values_mut().for_each(round),
        _ => {}
    }
}

fn confusion(labels: &[String], items: &[&Item]) -> Confusion {
    Confusion::new(labels.iter().map(String::as_str), items.iter().map(|item| (item.cause.as_str(), item.given.as_str())))
}

fn cause_scores(labels: &[String], items: &[&Item]) -> CauseScores {
    let table = confusion(labels, items);
    let answers: Vec<(f64, bool)> = items.iter().map(|item| (item.confidence, item.is_right())).collect();
    let (mut shared, mut given, mut wanted) = (0, 0, 0);
    for item in items {
        shared += item.chain.iter().filter(|label| item.given_chain.contains(label)).count();
        given += item.given_chain.len();
        wanted += item.chain.len();
    }
    let marked: Vec<(bool, bool)> = items.iter().filter_map(|item| item.evidence).collect();
    CauseScores {
        n: items.len(),
        accuracy: table.accuracy(),
        macro_f1: table.macro_f1(LEAST_SUPPORT),
        cause_or_contributing: share(items.iter().filter(|item| item.chain.contains(&item.given)).count(), items.len()),
        chain_f1: f1(shared, given, wanted),
        calibration_error: calibration_error(&answers),
        accuracy_of_surest_half: accuracy_of_surest_half(&answers),
        evidence_first: share(marked.iter().filter(|hit| hit.0).count(), marked.len()),
        evidence_in_first_two: share(marked.iter().filter(|hit| hit.1).count(), marked.len()),
        labels: table.scores(),
    }
}

/// The marked timestamps of `report` against those of `records`; none where none of its incidents is marked.
fn match_timestamps(report: &Report, records: &[Record]) -> Option<Tally> {
    let mut marked = Vec::new();
    for (part, incident) in parts(report) {
        let stamps = incident.timestamps.as_ref()?;
        let places = locate(&report.text, part, stamps.iter().map(|stamp| stamp.text.as_str()));
        marked.extend(stamps.iter().zip(places).filter_map(|(stamp, place)| Some((place.span()?, stamp))));
    }
    let mut found: Vec<_> = records.iter().flat_map(|record| &record.timestamps).collect();
    found.sort_by_key(|stamp| (stamp.start, stamp.end));
    found.dedup_by_key(|stamp| (stamp.start, stamp.end));
    let spans: Vec<Span> = found.iter().map(|stamp| Span::new(stamp.start, stamp.end)).collect();
    let optional: Vec<(Span, bool)> = marked.iter().map(|(span, stamp)| (*span, stamp.optional)).collect();
    (!report.incidents.is_empty()).then(|| {
        match_spans(&optional, &spans, |at, other| {
            parse_moment(&marked[at].1.value).is_some_and(|wanted| same_moment(&wanted, &found[other].value))
        })
    })
}

/// The marked figures of `report` against those of `records`; none where none of its incidents is marked.
fn match_figures(report: &Report, records: &[Record]) -> Option<Tally> {
    let mut marked = Vec::new();
    for (part, incident) in parts(report) {
        let figures = incident.figures.as_ref()?;
        let places = locate(&report.text, part, figures.iter().map(|figure| figure.text.as_str()));
        marked.extend(figures.iter().zip(places).filter_map(|(figure, place)| Some((place.span()?, figure))));
    }
    let mut found: Vec<_> = records.iter().flat_map(|record| &record.figures).collect();
    found.sort_by_key(|figure| (figure.start, figure.end));
    found.dedup_by_key(|figure| (figure.start, figure.end));
    let spans: Vec<Span> = found.iter().map(|figure| Span::new(figure.start, figure.end)).collect();
    let optional: Vec<(Span, bool)> = marked.iter().map(|(span, figure)| (*span, figure.optional)).collect();
    (!report.incidents.is_empty()).then(|| match_spans(&optional, &spans, |at, other| same_figure(marked[at].1, found[other])))
}

fn parts(report: &Report) -> impl Iterator<Item = (Span, &LabelledIncident)> {
    let whole = Span::new(0, report.text.len());
    report.incidents.iter().enumerate().map(move |(index, incident)| (report.incident_span(index).unwrap_or(whole), incident))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(id: &str, language: &str, chain: &[&str], given: &[&str], confidence: f64, evidence: Option<(bool, bool)>) -> Item {
        let owned = |labels: &[&str]| labels.iter().map(|label| (*label).to_owned()).collect::<Vec<_>>();
        Item {
            id: id.into(),
            incident: 0,
            language: language.into(),
            cause: chain[0].into(),
            given: given[0].into(),
            confidence,
            chain: owned(chain),
            given_chain: owned(given),
            evidence,
        }
    }

    #[test]
    fn chains_and_evidence_by_hand() {
        let mut evaluation = Evaluation::new(vec!["dns", "hardware", "unknown"]);
        evaluation.items = vec![
            item("b", "pt", &["dns", "hardware"], &["hardware"], 0.4, Some((false, true))),
            item("a", "en", &["dns"], &["dns", "hardware"], 0.9, Some((true, true))),
            item("c", "en", &["unknown"], &["dns"], 0.6, None),
            item("d", "en", &["hardware"], &["hardware"], 0.9, Some((false, false))),
        ];
        evaluation.finish();
        let all = &evaluation.causes["all"];
        assert_eq!((all.n, all.accuracy, all.cause_or_contributing), (4, Some(0.5), Some(0.75)));
        // Chains: 3 labels in both, 5 given, 5 true.
        assert_eq!(all.chain_f1, Some(0.6));
        assert_eq!((all.evidence_first, all.evidence_in_first_two), (Some(1.0 / 3.0), Some(2.0 / 3.0)));
        assert_eq!(all.accuracy_of_surest_half, Some(1.0));
        assert_eq!((evaluation.causes["pt"].n, evaluation.causes["en"].accuracy), (1, Some(2.0 / 3.0)));
        assert_eq!(evaluation.items.iter().map(|item| item.id.as_str()).collect::<String>(), "abcd");
        assert!(evaluation.to_json().contains("\"evidence_first\": 0.3333"), "{}", evaluation.to_json());
    }
}
