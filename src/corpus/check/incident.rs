//! One report by itself: labels, evidence, times and figures.

use crate::figures::FigureKind;
use crate::incidents::Kind;
use crate::languages::Language;
use crate::span::Span;
use crate::tables::Class;
use crate::timestamps::Moment;
use crate::tokens;

use super::super::quotes::{self, Place};
use super::super::{Corpus, LabelledIncident, Report, moment};
use super::{Findings, short};
use crate::cause::UNKNOWN;

/// The languages that are learnt; texts in others need no labels.
const LEARNT: [&str; 2] = ["en", "pt"];

/// Check a report by itself.
pub(super) fn check_report(corpus: &Corpus, report: &Report, findings: &mut Findings) {
    if report.text.trim().is_empty() {
        findings.error(&report.path, report.text_line, "no text");
    }
    if report.kind != Kind::Incident && !report.incidents.is_empty() {
        findings.error(&report.path, report.line, "labelled incidents in a text that is no incident report");
    }
    if report.kind == Kind::Incident && report.incidents.is_empty() && LEARNT.contains(&report.language.as_str()) {
        findings.error(&report.path, report.line, "an incident report without a labelled incident");
    }
    if let Some(variety) = report.variety.as_ref().filter(|variety| variety.split('-').next() != Some(&report.language)) {
        findings.error(&report.path, report.line, format!("`{variety}` is no variety of `{}`", report.language));
    }
    check_parts(report, findings);
    let unmarked =
        report.incidents.len() > 1 && report.incidents.iter().any(|incident| incident.at.as_ref().is_none_or(|at| at.trim().is_empty()));
    for (index, incident) in report.incidents.iter().enumerate() {
        check_chain(corpus, report, incident, findings);
        check_impact(report, incident, findings);
        // Where the part or the one behind it has no beginning, that was said; nothing can be looked for in it.
        let Some(part) = report.incident_span(index).filter(|_| !unmarked) else { continue };
        check_evidence(report, incident, part, findings);
        check_gold(report, incident, part, findings);
    }
}

/// Does every part of a page begin where its `at` says, one behind the other?
fn check_parts(report: &Report, findings: &mut Findings) {
    for (incident, start) in report.incidents.iter().zip(report.incident_starts()) {
        match (&incident.at, start) {
            (None, _) if report.incidents.len() > 1 => {
                findings.error(&report.path, incident.line, "one of several incidents, without `at`");
            }
            (Some(at), _) if at.trim().is_empty() => findings.error(&report.path, incident.line, "`at` is empty"),
            (Some(at), None) if report.text.contains(at.as_str()) => {
                findings.error(&report.path, incident.line, format!("`at` does not stand behind the incident before it: {}", short(at)));
            }
            (Some(at), None) => findings.error(&report.path, incident.line, format!("`at` is not in the text: {}", short(at))),
            (Some(at), Some(start)) => {
                let before = report.text.get(..start).unwrap_or_default();
                if !before.is_empty() && !before.ends_with('\n') {
                    findings.warn(&report.path, incident.line, format!("`at` begins no line of the text: {}", short(at)));
                }
            }
            (None, _) => {}
        }
    }
}

fn check_chain(corpus: &Corpus, report: &Report, incident: &LabelledIncident, findings: &mut Findings) {
    let mut seen: Vec<&str> = Vec::new();
    for label in incident.chain() {
        if !corpus.taxonomy.contains(label) {
            findings.error(&report.path, incident.line, format!("`{label}` is no label of this corpus"));
        }
        if seen.contains(&label) {
            findings.error(&report.path, incident.line, format!("`{label}` stands twice in the chain"));
        } else if label == UNKNOWN && !seen.is_empty() {
            findings.error(&report.path, incident.line, "`unknown` cannot contribute");
        }
        seen.push(label);
    }
}

fn check_evidence(report: &Report, incident: &LabelledIncident, part: Span, findings: &mut Findings) {
    match &incident.evidence {
        Some(_) if incident.cause == UNKNOWN => findings.error(&report.path, incident.line, "`unknown` with evidence"),
        None if incident.cause != UNKNOWN => {
            findings.warn(&report.path, incident.line, format!("no evidence for `{}`", incident.cause));
        }
        _ => {}
    }
    let proofs = incident.evidence.iter().chain(incident.contributing.iter().filter_map(|link| link.evidence.as_ref()));
    for proof in proofs.filter(|proof| !part.of(&report.text).contains(proof.as_str()) || proof.trim().is_empty()) {
        findings.error(&report.path, incident.line, format!("evidence is {}: {}", where_else(report, proof), short(proof)));
    }
}

fn check_impact(report: &Report, incident: &LabelledIncident, findings: &mut Findings) {
    let mut read = |name: &str, value: &Option<String>| -> Option<Moment> {
        let value = value.as_deref()?;
        let moment = moment::parse(value);
        if moment.is_none() {
            findings.error(&report.path, incident.line, format!("{name} is no moment: {value}"));
        }
        moment
    };
    let (start, end) = (read("start", &incident.start), read("end", &incident.end));
    if let Some(minutes) = incident.duration_min.filter(|minutes| !minutes.is_finite() || *minutes < 0.0) {
        findings.error(&report.path, incident.line, format!("{minutes} minutes"));
        return;
    }
    let Some((start, end)) = start.zip(end) else { return };
    let seconds = end.seconds_since(&start);
    if seconds.is_some_and(|seconds| seconds < 0) || end.date().zip(start.date()).is_some_and(|(end, start)| end < start) {
        findings.error(&report.path, incident.line, "the end is before the start");
    } else if let Some((seconds, stated)) = seconds.zip(incident.duration_min) {
        let minutes = seconds as f64 / 60.0;
        // Stated lengths are rounded: an hour for 58 minutes is no contradiction.
        if (minutes - stated).abs() > f64::max(2.0, 0.1 * minutes) {
            findings.warn(&report.path, incident.line, format!("{stated} minutes, but {minutes} from start to end"));
        }
    }
}

fn check_gold(report: &Report, incident: &LabelledIncident, part: Span, findings: &mut Findings) {
    let stamps = incident.timestamps.as_deref().unwrap_or_default();
    for stamp in stamps.iter().filter(|stamp| moment::parse(&stamp.value).is_none()) {
        findings.error(&report.path, stamp.line, format!("value is no moment: {}", stamp.value));
    }
    for (stamp, date) in stamps.iter().filter_map(|stamp| Some((stamp, moment::parse(&stamp.value)?.date()?))) {
        let named = weekdays(&stamp.text, &report.language);
        if !named.is_empty() && !named.contains(&date.weekday().to_monday_one_offset()) {
            findings.warn(&report.path, stamp.line, format!("{date} is another day of the week: {}", short(&stamp.text)));
        }
    }
    let places = quotes::locate(&report.text, part, stamps.iter().map(|stamp| stamp.text.as_str()));
    check_places(report, stamps.iter().map(|stamp| (stamp.line, stamp.text.as_str())).zip(places), findings);

    let figures = incident.figures.as_deref().unwrap_or_default();
    for figure in figures {
        let problem = match (figure.low, figure.high) {
            (None, None) => Some("neither low nor high".to_owned()),
            (Some(low), Some(high)) if low > high => Some("low is above high".to_owned()),
            _ if !unit_fits(figure.kind, &figure.unit) => Some(format!("unit `{}` does not fit the kind", figure.unit)),
            _ => None,
        };
        if let Some(problem) = problem {
            findings.error(&report.path, figure.line, format!("{problem}: {}", short(&figure.text)));
        }
    }
    let places = quotes::locate(&report.text, part, figures.iter().map(|figure| figure.text.as_str()));
    check_places(report, figures.iter().map(|figure| (figure.line, figure.text.as_str())).zip(places), findings);
}

fn check_places<'q>(report: &Report, quotes: impl Iterator<Item = ((usize, &'q str), Place)>, findings: &mut Findings) {
    for ((line, quote), place) in quotes {
        match place {
            Place::At(_) => {}
            Place::Before(_) => findings.error(&report.path, line, format!("out of order: {}", short(quote))),
            Place::Nowhere => findings.error(&report.path, line, format!("{}: {}", where_else(report, quote), short(quote))),
        }
    }
}

/// What to say of words that are not in the part of their incident.
fn where_else(report: &Report, words: &str) -> &'static str {
    if !words.trim().is_empty() && report.text.contains(words) { "outside its incident's part" } else { "not in the text" }
}

/// The days of the week that `words` name, Monday being 1.
fn weekdays(words: &str, language: &str) -> Vec<i8> {
    let language = if language == Language::Pt.code() { Language::Pt } else { Language::En };
    let senses = tokens::scan(words).into_iter().filter_map(|token| token.word.sense_in(Class::Weekday, Some(language)));
    senses.map(|sense| sense.value as i8).collect()
}

fn unit_fits(kind: FigureKind, unit: &str) -> bool {
    match kind {
        FigureKind::Duration => unit == "s",
        FigureKind::Percentage => unit == "%",
        FigureKind::DataSize => unit == "B",
        FigureKind::Money => unit.len() == 3 && unit.bytes().all(|byte| byte.is_ascii_uppercase()),
        FigureKind::Count => !unit.is_empty(),
    }
}
