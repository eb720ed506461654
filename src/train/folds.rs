//! Which reports are held out together.

use std::collections::BTreeMap;

use crate::corpus::{Report, families};
use crate::incidents::Kind;

/// A set with more than this share of all reports is no group to hold out: too little would be left to learn from.
const LARGEST: f64 = 0.5;

/// Deal `reports` into `count` folds, one for each report.
///
/// Whatever is fitted on held-out reports (how far the finder may trust a reading, how surely a cause is named) has to
/// meet them as it will meet the reports of others: written in another place and manner. So a set of the corpus falls into
/// one fold, and so does a family of reports, with the set of its first. Reports without a set are dealt by family, and so
/// are texts that are no incident: they may all be of one set, and there must be some to learn from in every fold.
pub(super) fn deal(reports: &[Report], count: usize) -> Vec<usize> {
    let all: Vec<&Report> = reports.iter().collect();
    let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
    for set in all.iter().filter_map(|report| report.set.as_deref()) {
        *sizes.entry(set).or_default() += 1;
    }
    let is_group = |set: &str| sizes.get(set).is_some_and(|&size| size as f64 <= LARGEST * reports.len() as f64);
    let mut groups: BTreeMap<(&str, usize), Vec<usize>> = BTreeMap::new();
    for (at, first) in families(&all).into_iter().enumerate() {
        let key = match reports[first].set.as_deref() {
            Some(set) if reports[first].kind == Kind::Incident && is_group(set) => (set, 0),
            _ => ("", first),
        };
        groups.entry(key).or_default().push(at);
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    // The largest first, each into the emptiest fold.
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    let mut filled = vec![0; count];
    let mut folds = vec![0; reports.len()];
    for group in groups {
        let Some(fold) = (0..count).min_by_key(|&fold| filled[fold]) else { continue };
        filled[fold] += group.len();
        for at in group {
            folds[at] = fold;
        }
    }
    folds
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;

    /// A report number so many, with words of its own, so that no text is a near-duplicate of another.
    fn report(number: usize, head: &str) -> Report {
        let text = (0..8).map(|word| ["ka", "lo", "mi"][word % 3].repeat(number + 1)).collect::<Vec<_>>().join(" ");
        let content = format!("---\nid: r{number}\nlanguage: en\nkind: incident\n{head}incidents: [{{cause: dns}}]\n---\n{text}\n");
        Report::parse(&Arc::from(Path::new("a.md")), &content).expect("a sound report")
    }

    #[test]
    fn sets_and_families_stay_together_and_folds_are_even() {
        let heads = ["set: a\n", "set: a\n", "set: b\nfamily: f\n", "set: b\n", "set: c\n", "", "", "", "", "", "", "family: f\n"];
        let reports: Vec<Report> = heads.iter().enumerate().map(|(number, head)| report(number, head)).collect();
        let folds = deal(&reports, 3);
        // A family goes where the set of its first report goes.
        assert_eq!((folds[0], folds[2], folds[2]), (folds[1], folds[3], folds[11]));
        let sizes: Vec<usize> = (0..3).map(|fold| folds.iter().filter(|&&of| of == fold).count()).collect();
        assert_eq!(sizes, [4, 4, 4]);
    }

    #[test]
    fn a_set_that_is_nearly_all_is_dealt_by_family() {
        let reports: Vec<Report> = (0..9).map(|number| report(number, "set: only\n")).collect();
        let folds = deal(&reports, 3);
        assert!((0..3).all(|fold| folds.contains(&fold)), "{folds:?}");
    }

    #[test]
    fn what_is_no_incident_is_found_in_every_fold() {
        let mut reports: Vec<Report> =
            (0..9).map(|number| report(number, if number < 3 { "set: others\n" } else { "set: news\n" })).collect();
        reports[..3].iter_mut().for_each(|report| report.kind = Kind::Other);
        let folds = deal(&reports, 3);
        assert_eq!(folds[..3].iter().collect::<std::collections::BTreeSet<_>>().len(), 3, "{folds:?}");
    }
}
