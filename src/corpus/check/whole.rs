//! Reports against each other: identifiers, families, near-duplicates, support of each label.

use std::collections::BTreeMap;

use crate::language;
use crate::languages::Language;
use crate::tokens;

use super::super::duplicates::{self, TEXT_SHARE, TEXT_SHINGLE};
use super::super::{Corpus, Report};
use super::Findings;

/// Reports of a label in one language below which it can be neither learnt nor measured.
const LEAST_SUPPORT: usize = 10;
/// How sure the detector must be before its word counts against the head's.
const SURE_OF_LANGUAGE: f64 = 0.5;

/// Check the reports of `corpus` against each other.
pub(super) fn check(corpus: &Corpus, findings: &mut Findings) {
    check_names(corpus, findings);
    check_duplicates(&corpus.reports, findings);
    check_support(corpus, findings);
    for report in &corpus.reports {
        if let Some(found) = other_language(&report.language, &report.text) {
            let message = format!("the head says `{}`, the text reads like `{found}`", report.language);
            findings.warn(&report.path, report.text_line, message);
        }
    }
}

fn check_names(corpus: &Corpus, findings: &mut Findings) {
    let mut ids: BTreeMap<&str, &Report> = BTreeMap::new();
    let mut splits: BTreeMap<&str, &Report> = BTreeMap::new();
    for report in &corpus.reports {
        let first = ids.entry(&report.id).or_insert(report);
        if !std::ptr::eq(*first, report) {
            findings.error(&report.path, report.line, format!("the id `{}` stands in {} too", report.id, first.path.display()));
        }
        if let Some(family) = &report.family {
            let first = splits.entry(family).or_insert(report);
            if first.split != report.split {
                let name = |report: &Report| report.split.clone().unwrap_or_else(|| "no split".into());
                let message = format!("family `{family}` stands in `{}` and in `{}`", name(first), name(report));
                findings.error(&report.path, report.line, message);
            }
        }
    }
}

fn check_duplicates(reports: &[Report], findings: &mut Findings) {
    let texts: Vec<&str> = reports.iter().map(|report| report.text.as_str()).collect();
    for pair in duplicates::similar(&texts, TEXT_SHINGLE, TEXT_SHARE) {
        let (first, second) = (&reports[pair.first], &reports[pair.second]);
        if first.family.is_none() || first.family != second.family {
            let message = format!(
                "a near-duplicate of {} ({:.0} % of the shorter text); if on purpose, give both one `family`",
                first.path.display(),
                pair.share * 100.0
            );
            findings.error(&second.path, second.text_line, message);
        }
    }
}

fn check_support(corpus: &Corpus, findings: &mut Findings) {
    if !corpus.taxonomy.declared {
        return;
    }
    let Some(path) = corpus.reports.first().map(|report| &report.path) else { return };
    for (label, language, count) in support(corpus) {
        if count < LEAST_SUPPORT {
            let message = format!("label `{label}` has {count} reports in `{language}`, fewer than {LEAST_SUPPORT}");
            findings.warn(path.parent().unwrap_or(path), 1, message);
        }
    }
}

/// How many incidents each label has in each learnt language that the corpus has reports in.
fn support(corpus: &Corpus) -> impl Iterator<Item = (&str, &'static str, usize)> {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for report in &corpus.reports {
        for incident in &report.incidents {
            *counts.entry((&report.language, &incident.cause)).or_default() += 1;
        }
    }
    let languages: Vec<&str> = [Language::En, Language::Pt]
        .map(Language::code)
        .into_iter()
        .filter(|language| corpus.reports.iter().any(|report| report.language == *language && !report.incidents.is_empty()))
        .collect();
    corpus.taxonomy.labels().flat_map(move |label| {
        let cells: Vec<_> =
            languages.iter().map(|&language| (label, language, counts.get(&(language, label)).copied().unwrap_or_default())).collect();
        cells
    })
}

/// The other learnt language, where `text` is surely written in it and not in `stated`.
pub(super) fn other_language(stated: &str, text: &str) -> Option<&'static str> {
    let found = language::detect(text, &tokens::scan(text));
    let code = found.language.filter(|_| found.confidence >= SURE_OF_LANGUAGE)?.code();
    ([Language::En, Language::Pt].iter().any(|learnt| learnt.code() == stated) && code != stated).then_some(code)
}
