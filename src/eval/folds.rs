//! Which report is tested in which round of cross-validation.

use std::collections::BTreeMap;

use crate::corpus::{Report, families};
use crate::incidents::Kind;

/// Deal `reports` into `count` folds: near-duplicates, families and one source's texts into one fold, each label and
/// language evenly over all. The same reports are dealt alike on every machine.
///
/// ```no_run
/// let corpus = raiz::Corpus::open(&["corpus"])?;
/// let reports: Vec<_> = corpus.reports.iter().collect();
/// let folds = raiz::eval::assign_folds(&reports, 5);
/// assert!(folds.iter().all(|&fold| fold < 5));
/// # Ok::<(), raiz::Error>(())
/// ```
pub fn assign_folds(reports: &[&Report], count: usize) -> Vec<usize> {
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (report, group) in families(reports).into_iter().enumerate() {
        groups.entry(group).or_default().push(report);
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    // Large groups first, while there is room everywhere to make up for them.
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));

    let mut filled: BTreeMap<(&str, &str, &str), Vec<usize>> = BTreeMap::new();
    let mut totals = vec![0; count];
    let mut folds = vec![0; reports.len()];
    for group in groups {
        let weight =
            |fold: usize| -> usize { group.iter().map(|&at| filled.get(&stratum(reports[at])).map_or(0, |counts| counts[fold])).sum() };
        let Some(fold) = (0..count).min_by_key(|&fold| (weight(fold), totals[fold], fold)) else { continue };
        for at in group {
            folds[at] = fold;
            totals[fold] += 1;
            filled.entry(stratum(reports[at])).or_insert_with(|| vec![0; count])[fold] += 1;
        }
    }
    folds
}

/// What is to be spread evenly: kind, label and language.
fn stratum(report: &Report) -> (&'static str, &str, &str) {
    let kind = match report.kind {
        Kind::Incident => "incident",
        Kind::Maintenance => "maintenance",
        Kind::Other => "other",
    };
    (kind, report.incidents.first().map_or("", |incident| incident.cause.as_str()), &report.language)
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;

    fn report(id: &str, label: &str, head: &str, text: &str) -> Report {
        let content = format!("---\nid: {id}\nlanguage: en\nkind: incident\n{head}incidents: [{{cause: {label}}}]\n---\n{text}\n");
        Report::parse(&Arc::from(Path::new("a.md")), &content).expect("a sound report")
    }

    #[test]
    fn labels_are_spread_and_stories_kept_together() {
        let mut reports = Vec::new();
        for at in 0..9 {
            let label = if at % 3 == 0 { "dns" } else { "attack" };
            // Words of its own, so that no text is a near-duplicate of another.
            let text = (0..8).map(|word| ["ka", "lo", "mi"][word % 3].repeat(at + 1)).collect::<Vec<_>>().join(" ");
            reports.push(report(&format!("r{at}"), label, "", &text));
        }
        reports.push(report("f1", "dns", "family: twins\n", "one two three four five six seven"));
        reports.push(report("f2", "attack", "family: twins\n", "um dois tres quatro cinco seis sete"));
        reports.push(report("d1", "attack", "", "the day the rain came down the roof and into the room"));
        reports.push(report("d2", "attack", "", "The day the rain came down the roof, and into the room!"));
        let reports: Vec<&Report> = reports.iter().collect();
        let folds = assign_folds(&reports, 3);
        assert_eq!((folds[9], folds[11]), (folds[10], folds[12]));
        for fold in 0..3 {
            let of = |label: &str| (0..13).filter(|&at| folds[at] == fold && reports[at].incidents[0].cause == label).count();
            assert!((1..=2).contains(&of("dns")) && (2..=4).contains(&of("attack")), "fold {fold}: {} {}", of("dns"), of("attack"));
        }
        assert_eq!(folds, assign_folds(&reports, 3));
    }
}
