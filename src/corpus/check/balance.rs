//! Labels against languages and sets: what is too little to learn or measure, or out of proportion.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use crate::languages::Language;

use super::super::{Corpus, Report};
use super::Findings;

/// Incidents of a label in one language below which it can be neither learnt nor measured.
const LEAST_SUPPORT: usize = 10;
/// A cell is skewed where it holds so many times its share, or so many times less.
const SKEW: usize = 3;
/// Smaller shares come out too uneven by chance.
const LEAST_SHARE: usize = 6;
/// Incident reports of a language from which on some of them should be marked hard.
const WANTS_HARD: usize = 100;

/// Check how the labels of `corpus` are spread.
pub(super) fn check(corpus: &Corpus, findings: &mut Findings) {
    if !corpus.taxonomy.declared {
        return;
    }
    let learnt = [Language::En, Language::Pt].map(Language::code);
    let told: Vec<&Report> =
        corpus.reports.iter().filter(|report| learnt.contains(&report.language.as_str()) && !report.incidents.is_empty()).collect();
    let languages: Vec<&str> = learnt.into_iter().filter(|language| told.iter().any(|report| report.language == *language)).collect();
    let places: BTreeMap<&str, &(Arc<Path>, usize)> =
        corpus.taxonomy.definitions.iter().filter_map(|label| Some((label.label.as_str(), label.place.as_ref()?))).collect();
    let mut warn = |label: &str, message: String| {
        if let Some((path, line)) = places.get(label) {
            findings.warn(path, *line, message);
        }
    };

    let by_language = Cells::of(told.iter().map(|report| (*report, report.language.as_str())));
    for label in corpus.taxonomy.labels() {
        for language in &languages {
            let count = by_language.cell(label, language);
            if count < LEAST_SUPPORT {
                warn(label, format!("label `{label}` has {count} incidents in `{language}`, fewer than {LEAST_SUPPORT}"));
            }
        }
    }
    let by_set = Cells::of(told.iter().filter_map(|report| Some((*report, report.set.as_deref()?))));
    for (cells, what) in [(&by_language, ""), (&by_set, "set ")] {
        for (label, column, count, share) in cells.skewed() {
            warn(label, format!("label `{label}` has {count} incidents in {what}`{column}`, where its share would be {share:.0}"));
        }
    }
    check_bank(corpus, &mut warn);
    check_hard(corpus, &told, &languages, findings);
}

/// Incidents by label and something else.
struct Cells<'c> {
    counts: BTreeMap<(&'c str, &'c str), usize>,
    rows: BTreeMap<&'c str, usize>,
    columns: BTreeMap<&'c str, usize>,
    all: usize,
}

impl<'c> Cells<'c> {
    fn of(reports: impl Iterator<Item = (&'c Report, &'c str)>) -> Cells<'c> {
        let mut cells = Cells { counts: BTreeMap::new(), rows: BTreeMap::new(), columns: BTreeMap::new(), all: 0 };
        for (report, column) in reports {
            for incident in &report.incidents {
                *cells.counts.entry((&incident.cause, column)).or_default() += 1;
                *cells.rows.entry(&incident.cause).or_default() += 1;
                *cells.columns.entry(column).or_default() += 1;
                cells.all += 1;
            }
        }
        cells
    }

    fn cell(&self, row: &str, column: &str) -> usize {
        self.counts.get(&(row, column)).copied().unwrap_or_default()
    }

    /// Row, column, count and share of every cell far from the share that its row and column give it.
    fn skewed(&self) -> impl Iterator<Item = (&'c str, &'c str, usize, f64)> {
        self.rows
            .iter()
            .flat_map(|(&row, &in_row)| self.columns.iter().map(move |(&column, &in_column)| (row, column, in_row * in_column)))
            .filter_map(|(row, column, product)| {
                // The share is product / all; compared without dividing.
                let count = self.cell(row, column);
                let many = count >= LEAST_SUPPORT && count * self.all > SKEW * product;
                let few = product >= LEAST_SHARE * self.all && SKEW * count * self.all < product;
                (many || few).then(|| (row, column, count, product as f64 / self.all as f64))
            })
    }
}

/// Has every label sentences in every language that the bank has sentences in?
fn check_bank(corpus: &Corpus, warn: &mut impl FnMut(&str, String)) {
    let present: BTreeSet<(&str, &str)> = corpus.sentences.iter().map(|row| (row.label.as_str(), row.language.as_str())).collect();
    let languages: BTreeSet<&str> = present.iter().map(|cell| cell.1).collect();
    for label in corpus.taxonomy.labels() {
        for &language in languages.iter().filter(|language| !present.contains(&(label, **language))) {
            warn(label, format!("label `{label}` has no sentence in `{language}`"));
        }
    }
}

/// Are there hard reports in each language, of each label that is common enough?
fn check_hard(corpus: &Corpus, told: &[&Report], languages: &[&str], findings: &mut Findings) {
    for &language in languages {
        let here: Vec<&Report> = told.iter().copied().filter(|report| report.language == language).collect();
        let Some(first) = here.first().filter(|_| here.len() >= WANTS_HARD) else { continue };
        let causes = |hard: bool| {
            let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
            for incident in here.iter().filter(|report| report.hard || !hard).flat_map(|report| &report.incidents) {
                *counts.entry(&incident.cause).or_default() += 1;
            }
            counts
        };
        let (all, hard) = (causes(false), causes(true));
        let without: Vec<&str> = corpus
            .taxonomy
            .labels()
            .filter(|label| all.get(label).is_some_and(|&count| count >= LEAST_SUPPORT) && !hard.contains_key(label))
            .collect();
        if hard.is_empty() {
            findings.warn(&first.path, first.line, format!("none of the {} incident reports in `{language}` is marked `hard`", here.len()));
        } else if !without.is_empty() {
            let message = format!("no report in `{language}` is marked `hard` for {}", without.join(", "));
            findings.warn(&first.path, first.line, message);
        }
    }
}
