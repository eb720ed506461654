//! Reports against each other: identifiers, families and their sides, near-duplicates, languages.

use std::collections::BTreeMap;

use crate::language;
use crate::languages::Language;
use crate::tokens;

use super::super::duplicates::{self, TEXT_SHARE, TEXT_SHINGLE};
use super::super::{Corpus, Report};
use super::Findings;

/// How sure the detector must be before its word counts against the head's.
const SURE_OF_LANGUAGE: f64 = 0.5;

/// Check the reports of `corpus` against each other.
pub(super) fn check(corpus: &Corpus, findings: &mut Findings) {
    check_names(corpus, findings);
    check_duplicates(&corpus.reports, findings);
    for report in &corpus.reports {
        if let Some(found) = other_language(&report.language, &report.text) {
            let message = format!("the head says `{}`, the text reads like `{found}`", report.language);
            findings.warn(&report.path, report.text_line, message);
        }
    }
}

fn check_names(corpus: &Corpus, findings: &mut Findings) {
    let mut ids: BTreeMap<&str, &Report> = BTreeMap::new();
    let mut stories: BTreeMap<(&str, &str), &Report> = BTreeMap::new();
    let mut members: BTreeMap<&str, usize> = BTreeMap::new();
    for report in &corpus.reports {
        if let Some(family) = &report.family {
            *members.entry(family).or_default() += 1;
        }
        let first = ids.entry(&report.id).or_insert(report);
        if !std::ptr::eq(*first, report) {
            findings.error(&report.path, report.line, format!("the id `{}` stands in {} too", report.id, first.path.display()));
        }
        let named = [("family", &report.family), ("source", &report.source)];
        for (what, name) in named.into_iter().filter_map(|(what, name)| Some((what, name.as_deref()?))) {
            let first = stories.entry((what, name)).or_insert(report);
            if first.split() != report.split() {
                let (one, two) = (first.split().name(), report.split().name());
                let message = format!("{what} `{name}` stands in `{one}` ({}) and in `{two}`", first.path.display());
                findings.error(&report.path, report.line, message);
            }
        }
    }
    for report in corpus.reports.iter().filter(|report| report.family.as_deref().is_some_and(|family| members.get(family) == Some(&1))) {
        let family = report.family.as_deref().unwrap_or_default();
        findings.warn(&report.path, report.line, format!("no other text is of the family `{family}`"));
    }
}

fn check_duplicates(reports: &[Report], findings: &mut Findings) {
    let texts: Vec<&str> = reports.iter().map(|report| report.text.as_str()).collect();
    for pair in duplicates::similar(&texts, TEXT_SHINGLE, TEXT_SHARE) {
        let (first, second) = (&reports[pair.first], &reports[pair.second]);
        if first.family.is_none() || first.family != second.family {
            let message = format!(
                "a near-duplicate of {} ({:.0} % of the shorter text); if on purpose, give both one `family`",
                if first.path == second.path { format!("line {}", first.text_line) } else { first.path.display().to_string() },
                pair.share * 100.0
            );
            findings.error(&second.path, second.text_line, message);
        }
    }
}

/// The other learnt language, where `text` is surely written in it and not in `stated`.
pub(super) fn other_language(stated: &str, text: &str) -> Option<&'static str> {
    let found = language::detect(text, &tokens::scan(text));
    let code = found.language.filter(|_| found.confidence >= SURE_OF_LANGUAGE)?.code();
    ([Language::En, Language::Pt].iter().any(|learnt| learnt.code() == stated) && code != stated).then_some(code)
}
