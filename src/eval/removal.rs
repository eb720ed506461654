//! Does the evidence carry the answer? What is said of a report whose evidence is blotted out.

use serde::{Serialize, Serializer};

use crate::corpus::Report;
use crate::reading::Reading;
use crate::record::Record;
use crate::span::Span;

use super::items::{given, pair};
use super::{Predictor, Share};

/// How often the cause changes, or turns `unknown`, when sentences are taken out of the text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RemovalScores {
    /// Without the first sentence of evidence.
    #[serde(serialize_with = "value")]
    pub first: Share,
    /// Without all evidence that is shown.
    #[serde(serialize_with = "value")]
    pub all: Share,
    /// Without as many other sentences, the longest ones: what it changes to take anything at all out.
    #[serde(serialize_with = "value")]
    pub others: Share,
}

fn value<S: Serializer>(share: &Share, serializer: S) -> Result<S::Ok, S::Error> {
    share.value().serialize(serializer)
}

impl RemovalScores {
    /// Add the counts of `more`.
    pub(super) fn add(&mut self, more: RemovalScores) {
        for (share, more) in [(&mut self.first, more.first), (&mut self.all, more.all), (&mut self.others, more.others)] {
            share.n += more.n;
            share.hits += more.hits;
        }
    }
}

/// Take sentences out of `report` and ask again. Only reports of one incident count, and those for whose cause there is evidence.
pub(super) fn removal(report: &Report, records: &[Record], predictor: &impl Predictor) -> RemovalScores {
    let mut scores = RemovalScores::default();
    let [_] = report.incidents.as_slice() else { return scores };
    let Some(Some(record)) = pair(report, records).pop().filter(|record| record.is_some_and(|record| !record.evidence.is_empty())) else {
        return scores;
    };
    let shown: Vec<Span> = record.evidence.iter().map(|quote| Span::new(quote.start, quote.end)).collect();
    let others = longest_others(&report.text, record.span, &shown);
    let changed = |spans: &[Span]| {
        let without = Report { text: blotted(&report.text, spans), ..report.clone() };
        let again = predictor.predict(&without);
        let again = pair(&without, &again);
        given(again.first().copied().flatten()) != given(Some(record))
    };
    scores.first.add(changed(&shown[..1]));
    scores.all.add(changed(&shown));
    if others.len() == shown.len() {
        scores.others.add(changed(&others));
    }
    scores
}

/// The longest sentences of the incident that are no evidence, as many as there is evidence.
fn longest_others(text: &str, incident: Span, shown: &[Span]) -> Vec<Span> {
    let reading = Reading::new(text);
    let all = reading.sentences.iter().map(|sentence| sentence.span);
    let mut others: Vec<Span> = all.filter(|span| incident.contains(*span) && !shown.iter().any(|shown| shown.overlaps(*span))).collect();
    others.sort_by_key(|span| (std::cmp::Reverse(span.len()), span.start));
    others.truncate(shown.len());
    others
}

/// `text` with blanks in the place of `spans`, so that everything else stays where it was.
fn blotted(text: &str, spans: &[Span]) -> String {
    let within = |at: usize| spans.iter().any(|span| span.start <= at && at < span.end);
    let mut blotted = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        if within(at) && character != '\n' {
            blotted.extend(std::iter::repeat_n(' ', character.len_utf8()));
        } else {
            blotted.push(character);
        }
    }
    blotted
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::Pipeline;
    use crate::incidents::Kind;
    use crate::record::Quote;

    const TEXT: &str =
        "Kiosk outage\n\nThe zone was empty, só isso. Nobody could pay at all during the whole of the long morning. We are sorry.\n";

    fn report() -> Report {
        let content = format!("---\nid: r\nlanguage: en\nkind: incident\nincidents: [{{cause: dns}}]\n---\n{TEXT}");
        Report::parse(&Arc::from(Path::new("r.md")), &content).expect("a sound report")
    }

    /// Says `dns` while the text speaks of a zone, and shows `shown` as evidence.
    fn reader(shown: &'static str) -> impl Fn(&Report) -> Vec<Record> {
        move |report| {
            let mut records = Pipeline::default().tag(&report.text);
            for record in &mut records {
                record.kind = Kind::Incident;
                record.cause = Some(if report.text.contains("zone") { "dns" } else { "unknown" }.into());
                let start = report.text.find(shown);
                record.evidence =
                    start.map(|start| Quote { text: shown.to_owned(), start, end: start + shown.len(), weight: 1.0 }).into_iter().collect();
            }
            records
        }
    }

    #[test]
    fn only_evidence_that_carries_the_answer_changes_it() {
        for (shown, hits) in [("The zone was empty, só isso.", [1, 1, 0]), ("We are sorry.", [0, 0, 0])] {
            let (report, reader) = (report(), reader(shown));
            let scores = removal(&report, &reader(&report), &reader);
            assert_eq!([scores.first.hits, scores.all.hits, scores.others.hits], hits, "{shown}");
            assert_eq!([scores.first.n, scores.all.n, scores.others.n], [1; 3], "{shown}");
        }
        let (report, silent) = (report(), reader("not in the text"));
        assert_eq!(removal(&report, &silent(&report), &silent), RemovalScores::default());
    }

    #[test]
    fn what_is_taken_out_leaves_the_rest_in_its_place() {
        let start = TEXT.find("The zone").expect("there");
        let span = Span::new(start, start + "The zone was empty, só isso.".len());
        let without = blotted(TEXT, &[span]);
        assert_eq!((without.len(), without.find("Nobody")), (TEXT.len(), TEXT.find("Nobody")));
        assert!(!without.contains("zone") && without.starts_with("Kiosk outage\n\n "));
        let whole = Span::new(0, TEXT.len());
        let others = longest_others(TEXT, whole, &[span]);
        assert_eq!(
            others.iter().map(|span| span.of(TEXT)).collect::<Vec<_>>(),
            ["Nobody could pay at all during the whole of the long morning."]
        );
    }
}
