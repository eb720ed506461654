//! The typed head of a report: the same fields whether they are written as YAML or as one line of JSON.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_saphyr::Spanned;

use crate::error::{Error, ErrorKind, Result};
use crate::figures::FigureKind;
use crate::incidents::Kind;

use super::report::{Contribution, GoldFigure, GoldTimestamp, LabelledIncident, Report};
use super::split::Split;

/// The head of a Markdown report. Unknown fields are refused, so that a misspelt one is not lost.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    id: String,
    language: String,
    variety: Option<Spanned<String>>,
    kind: Spanned<String>,
    set: Option<String>,
    hard: Option<bool>,
    source: Option<String>,
    family: Option<String>,
    split: Option<Spanned<String>>,
    note: Option<String>,
    #[serde(default)]
    incidents: Vec<Incident>,
    /// Lines of the file above the head's first.
    #[serde(skip)]
    above: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Incident {
    at: Option<String>,
    cause: Spanned<String>,
    #[serde(default)]
    contributing: Vec<Link>,
    evidence: Option<String>,
    start: Option<String>,
    end: Option<String>,
    duration_min: Option<f64>,
    timestamps: Option<Vec<Spanned<Stamp>>>,
    figures: Option<Vec<Spanned<Quantity>>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stamp {
    text: String,
    value: String,
    #[serde(default)]
    optional: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Quantity {
    text: String,
    kind: String,
    low: Option<f64>,
    high: Option<f64>,
    unit: String,
    #[serde(default)]
    optional: bool,
}

/// A contributing label, alone or with its evidence.
#[derive(Debug)]
struct Link(Contribution);

impl<'de> Deserialize<'de> for Link {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Link, D::Error> {
        struct LinkVisitor;
        impl<'de> Visitor<'de> for LinkVisitor {
            type Value = Link;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a label, or a map of `label` and `evidence`")
            }
            fn visit_str<E>(self, label: &str) -> std::result::Result<Link, E> {
                Ok(Link(Contribution { label: label.to_owned(), evidence: None }))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> std::result::Result<Link, A::Error> {
                #[derive(Deserialize)]
                #[serde(deny_unknown_fields)]
                struct Full {
                    label: String,
                    evidence: Option<String>,
                }
                let full = Full::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
                Ok(Link(Contribution { label: full.label, evidence: full.evidence }))
            }
        }
        deserializer.deserialize_any(LinkVisitor)
    }
}

/// Read a YAML head whose first line has `above` lines of the file before it.
pub(super) fn parse(yaml: &str, above: usize) -> Result<Head> {
    match serde_saphyr::from_str::<Head>(yaml) {
        Ok(head) => Ok(Head { above, ..head }),
        Err(error) => {
            let line = error.location().map_or(1, |at| at.line() as usize).max(1);
            Err(Error::new(ErrorKind::Corpus, message(&error)).at_line(above + line))
        }
    }
}

/// What is wrong, without the place and the excerpt that the parser adds.
fn message(error: &serde_saphyr::Error) -> String {
    let full = error.without_snippet().to_string();
    let first = full.lines().next().unwrap_or_default();
    let first = first.split(" at line ").next().unwrap_or(first);
    first.strip_prefix("error: ").unwrap_or(first).to_owned()
}

impl Head {
    /// The report that this head and `text` make.
    pub(super) fn into_report(self, path: &Arc<Path>, line: usize, text: String, text_line: usize) -> Result<Report> {
        let above = self.above;
        let place = |at: &serde_saphyr::Location| above + (at.line() as usize).max(1);
        let kind = parse_kind(&self.kind.value).ok_or_else(|| {
            Error::new(ErrorKind::Corpus, format!("no kind `{}`: one of incident, maintenance, other", self.kind.value))
                .at_line(place(&self.kind.referenced))
        })?;
        let variety = self.variety.map(|name| parse_variety(&name.value).map_err(|error| error.at_line(place(&name.referenced))));
        let split = self.split.map(|name| parse_split(&name.value).map_err(|error| error.at_line(place(&name.referenced))));
        let mut incidents = Vec::with_capacity(self.incidents.len());
        for incident in self.incidents {
            let figures = incident.figures.map(|figures| {
                figures
                    .into_iter()
                    .map(|figure| {
                        let line = place(&figure.referenced);
                        let Quantity { text, kind, low, high, unit, optional } = figure.value;
                        let kind = parse_figure_kind(&kind)
                            .ok_or_else(|| Error::new(ErrorKind::Corpus, format!("no kind of figure `{kind}`")).at_line(line))?;
                        Ok(GoldFigure { text, kind, low, high, unit, optional, line })
                    })
                    .collect::<Result<Vec<_>>>()
            });
            incidents.push(LabelledIncident {
                line: place(&incident.cause.referenced),
                at: incident.at,
                cause: incident.cause.value,
                contributing: incident.contributing.into_iter().map(|link| link.0).collect(),
                evidence: incident.evidence,
                start: incident.start,
                end: incident.end,
                duration_min: incident.duration_min,
                timestamps: incident.timestamps.map(|stamps| {
                    stamps
                        .into_iter()
                        .map(|stamp| GoldTimestamp {
                            line: place(&stamp.referenced),
                            text: stamp.value.text,
                            value: stamp.value.value,
                            optional: stamp.value.optional,
                        })
                        .collect()
                }),
                figures: figures.transpose()?,
            });
        }
        Ok(Report {
            id: self.id,
            path: Arc::clone(path),
            line,
            language: self.language,
            variety: variety.transpose()?,
            kind,
            set: self.set,
            hard: self.hard.unwrap_or_default(),
            source: self.source,
            family: self.family,
            split: split.transpose()?,
            note: self.note,
            incidents,
            text,
            text_line,
        })
    }
}

/// The kind named so.
pub(super) fn parse_kind(name: &str) -> Option<Kind> {
    Some(match name {
        "incident" => Kind::Incident,
        "maintenance" => Kind::Maintenance,
        "other" => Kind::Other,
        _ => return None,
    })
}

/// The name that [`parse_kind`] reads.
pub(super) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Incident => "incident",
        Kind::Maintenance => "maintenance",
        Kind::Other => "other",
    }
}

/// The varieties of a language that a head may name.
const VARIETIES: [&str; 2] = ["pt-BR", "pt-PT"];

/// The variety named so.
pub(super) fn parse_variety(name: &str) -> Result<String> {
    if VARIETIES.contains(&name) {
        return Ok(name.to_owned());
    }
    Err(Error::new(ErrorKind::Corpus, format!("no variety `{name}`: one of {}", VARIETIES.join(", "))))
}

/// The side of the split named so.
pub(super) fn parse_split(name: &str) -> Result<Split> {
    let sides = Split::ALL.map(Split::name).join(", ");
    Split::named(name).ok_or_else(|| Error::new(ErrorKind::Corpus, format!("no split `{name}`: one of {sides}")))
}

fn parse_figure_kind(name: &str) -> Option<FigureKind> {
    Some(match name {
        "duration" => FigureKind::Duration,
        "percentage" => FigureKind::Percentage,
        "count" => FigureKind::Count,
        "money" => FigureKind::Money,
        "data-size" => FigureKind::DataSize,
        _ => return None,
    })
}

/// The name that [`parse_figure_kind`] reads.
#[cfg(feature = "parquet")]
pub(super) fn figure_kind_name(kind: FigureKind) -> &'static str {
    match kind {
        FigureKind::Duration => "duration",
        FigureKind::Percentage => "percentage",
        FigureKind::Count => "count",
        FigureKind::Money => "money",
        FigureKind::DataSize => "data-size",
    }
}
