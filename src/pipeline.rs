//! The whole flow: a document in, its records out.

use std::path::Path;
use std::sync::Arc;

use crate::cause::{Evidence, Link, Verdict};
use crate::documents::Document;
use crate::error::Result;
use crate::figures::{self, Figure};
use crate::impact::{self, Scene};
use crate::incidents::{self, Kind};
use crate::model::Model;
use crate::reading::Reading;
use crate::record::{Contributing, FigureRecord, Quote, Record, SCHEMA, Scores, TimestampRecord};
use crate::span::Span;
use crate::timestamps::{self, Moment, Scope, TimeSettings, Timeline, Timestamp};

/// Tags documents. Cheap to clone, free to share between threads, and never panics on any text.
#[derive(Debug, Clone, Default)]
pub struct Pipeline {
    settings: TimeSettings,
    /// None stands for the model inside the library, which is read when the first document is tagged.
    model: Option<Arc<Model>>,
    min_confidence: f64,
}

impl Pipeline {
    /// A pipeline with the model in a folder.
    ///
    /// ```no_run
    /// let pipeline = raiz::Pipeline::open("models/mine")?.with_min_confidence(0.5);
    /// # Ok::<(), raiz::Error>(())
    /// ```
    ///
    /// # Errors
    /// Of kind [`ErrorKind::Model`](crate::ErrorKind::Model), where the folder is no sound model.
    pub fn open(folder: impl AsRef<Path>) -> Result<Pipeline> {
        Ok(Pipeline::default().with_model(Model::open(folder)?))
    }

    /// The same pipeline with another model.
    #[must_use]
    pub fn with_model(mut self, model: impl Into<Arc<Model>>) -> Pipeline {
        self.model = Some(model.into());
        self
    }

    /// The same pipeline with what is known about the documents' times before they are read.
    ///
    /// ```
    /// let times = raiz::TimeSettings { zone: Some(jiff::tz::TimeZone::UTC), ..raiz::TimeSettings::default() };
    /// let records = raiz::Pipeline::default().with_settings(times).tag("The API was down from 14:02 to 14:40.");
    /// assert_eq!(records.len(), 1);
    /// ```
    #[must_use]
    pub fn with_settings(mut self, times: TimeSettings) -> Pipeline {
        self.settings = times;
        self
    }

    /// The same pipeline, naming only causes of at least this confidence; the others are `unknown`.
    #[must_use]
    pub fn with_min_confidence(mut self, confidence: f64) -> Pipeline {
        self.min_confidence = confidence;
        self
    }

    /// The model in use; none where the library was built without one and none was given.
    pub fn model(&self) -> Option<Arc<Model>> {
        self.model.clone().or_else(Model::embedded)
    }

    /// The records of a text: one for each incident in it, in its order.
    ///
    /// ```
    /// let records = raiz::Pipeline::default().tag("The API was down from 14:02 to 14:40 UTC.");
    /// assert_eq!(records.len(), 1);
    /// ```
    pub fn tag(&self, text: &str) -> Vec<Record> {
        self.tag_document(&Document::new(text))
    }

    /// The records of a document.
    pub fn tag_document(&self, document: &Document) -> Vec<Record> {
        let text = document.text.as_str();
        let reading = Reading::new(text);
        let incidents = incidents::segment(text, &reading.tokens, &reading.lines);
        let model = self.model();
        let (timeline, figures) = self.extract(&reading, document, Scope::Report);
        let (mut timestamps, time_warnings) = (timeline.timestamps, timeline.warnings);
        let mut records = Vec::with_capacity(incidents.len());
        let mut judging = model.as_deref().map(|model| (&model.classifier, model.classifier.facts(&reading)));
        let judge = |incident| {
            judging
                .as_mut()
                .map_or_else(Verdict::silent, |(classifier, facts)| classifier.judge(&reading, facts, incident, self.min_confidence))
        };
        let verdicts: Vec<Verdict> = incidents.iter().map(judge).collect();
        let mut kinds: Vec<Kind> = verdicts.iter().map(|verdict| verdict.kind).collect();
        incidents::settle_kinds(&reading.tokens, &incidents, &mut kinds);
        incidents::find_planned(text, &reading.tokens, &incidents, &mut kinds);
        if document.is_incident {
            incidents::trust_export(&reading.tokens, &incidents, &mut kinds);
        }
        for (number, ((incident, verdict), kind)) in incidents.iter().zip(verdicts).zip(kinds).enumerate() {
            let own: Vec<Figure> = figures.iter().filter(|figure| incident.span.contains(figure.span)).cloned().collect();
            let from = timestamps.partition_point(|timestamp| timestamp.span.start < incident.span.start);
            let to = timestamps.partition_point(|timestamp| timestamp.span.start < incident.span.end);
            let scene = Scene { tokens: &reading.tokens, lines: &reading.lines, sentences: &reading.sentences, incident, figures: &own };
            let impact = impact::assess(&scene, &mut timestamps[from..to], document.is_open);
            // Nothing can be read in a language that is not known.
            let kind = if reading.language.language.is_some() { kind } else { Kind::Other };
            let is_incident = kind == Kind::Incident;
            let mut warnings = document.warnings.clone();
            warnings.extend(time_warnings.iter().filter(|(span, _)| incident.span.contains(*span)).map(|(_, warning)| warning.clone()));
            warnings.extend(impact.warnings);
            records.push(Record {
                schema: SCHEMA,
                source: document.source.clone(),
                id: document.id.clone(),
                incident: number,
                span: incident.span,
                title: incident.title.map(|span| span.of(text).to_owned()),
                kind,
                language: reading.language.language,
                language_confidence: reading.language.confidence,
                cause: is_incident.then(|| verdict.cause.label.clone()),
                confidence: verdict.cause.confidence,
                evidence: quotes(text, &verdict.cause.evidence),
                contributing: verdict.contributing.iter().map(|link| contributing(text, link)).collect(),
                scores: Scores(verdict.scores),
                started: impact.started.map(placed),
                detected: impact.detected.map(placed),
                identified: impact.identified.map(placed),
                mitigated: impact.mitigated.map(placed),
                resolved: impact.resolved.map(placed),
                basis: impact.basis,
                duration_s: impact.duration_s,
                timestamps: timestamps[from..to].iter().map(|timestamp| timestamp_record(text, timestamp)).collect(),
                figures: own.iter().filter(|figure| figure.impact).map(|figure| figure_record(text, figure)).collect(),
                warnings,
            });
        }
        records
    }

    /// Timestamps with the warnings about them, and figures.
    fn extract(&self, reading: &Reading<'_>, document: &Document, scope: Scope) -> (Timeline, Vec<Figure>) {
        let mut settings = self.settings.clone();
        settings.anchor = document.date.or(settings.anchor);
        let language = reading.language.language;
        let timeline = timestamps::find(reading.text, &reading.tokens, &reading.lines, language, &settings, scope);
        let figures = figures::find(reading.text, &reading.tokens, &reading.lines, &reading.sentences, &timeline.timestamps, language);
        (timeline, figures)
    }

    /// Language, timestamps and every quantity of a text of any kind; no model is asked. What lasts (a range, a week, a month)
    /// is given by its two ends, as two timestamps of one span.
    pub fn extract_document(&self, document: &Document) -> Record {
        let reading = Reading::new(&document.text);
        let text = document.text.as_str();
        let (timeline, figures) = self.extract(&reading, document, Scope::Anything);
        let (timestamps, warnings) = (timeline.ends, timeline.warnings);
        Record {
            schema: SCHEMA,
            source: document.source.clone(),
            id: document.id.clone(),
            incident: 0,
            span: Span::new(0, text.len()),
            title: None,
            kind: Kind::Other,
            language: reading.language.language,
            language_confidence: reading.language.confidence,
            cause: None,
            confidence: 0.0,
            evidence: Vec::new(),
            contributing: Vec::new(),
            scores: Scores::default(),
            started: None,
            detected: None,
            identified: None,
            mitigated: None,
            resolved: None,
            basis: crate::record::Bases::default(),
            duration_s: None,
            timestamps: timestamps.iter().map(|timestamp| timestamp_record(text, timestamp)).collect(),
            figures: figures.iter().map(|figure| figure_record(text, figure)).collect(),
            warnings: document.warnings.iter().cloned().chain(warnings.into_iter().map(|(_, warning)| warning)).collect(),
        }
    }
}

/// A moment as the record's five name it: without its year a day is no place in time, and programs that read ISO 8601
/// stumble over it, so the clock time alone is given; the timestamps keep month and day.
fn placed(moment: Moment) -> Moment {
    if moment.year.is_none() && moment.clock.is_some() { Moment { month: None, day: None, ..moment } } else { moment }
}

fn quotes(text: &str, evidence: &[Evidence]) -> Vec<Quote> {
    evidence
        .iter()
        .map(|part| Quote { text: part.span.of(text).to_owned(), start: part.span.start, end: part.span.end, weight: part.weight })
        .collect()
}

fn contributing(text: &str, link: &Link) -> Contributing {
    Contributing { label: link.label.clone(), confidence: link.confidence, evidence: quotes(text, &link.evidence) }
}

fn timestamp_record(text: &str, timestamp: &Timestamp) -> TimestampRecord {
    TimestampRecord {
        text: timestamp.span.of(text).to_owned(),
        start: timestamp.span.start,
        end: timestamp.span.end,
        value: timestamp.value,
        precision: timestamp.value.precision(),
        zone: timestamp.zone.map(|span| span.of(text).to_owned()),
        role: timestamp.role,
    }
}

fn figure_record(text: &str, figure: &Figure) -> FigureRecord {
    FigureRecord {
        text: figure.span.of(text).to_owned(),
        start: figure.span.start,
        end: figure.span.end,
        kind: figure.kind,
        low: figure.low,
        high: figure.high,
        unit: figure.unit.clone(),
        approximate: figure.approximate,
        role: figure.role,
        impact: figure.impact,
    }
}
