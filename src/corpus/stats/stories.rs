//! Families: texts that tell one story on purpose, and what they are to each other.

use std::collections::BTreeMap;

use super::super::head::kind_name;
use super::super::{Corpus, Report};
use super::Table;

/// Families of `corpus`, and the pairs in them: contrast pairs (one language, other causes), retellings (one language, the
/// same causes) and translations (two languages, the same causes).
pub(super) fn table(corpus: &Corpus) -> Table {
    let mut families: BTreeMap<&str, BTreeMap<&str, BTreeMap<String, usize>>> = BTreeMap::new();
    for report in &corpus.reports {
        if let Some(family) = &report.family {
            *families.entry(family).or_default().entry(&report.language).or_default().entry(told(report)).or_default() += 1;
        }
    }
    let mut rows: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    let mut add = |name: String, pairs: usize, texts: usize| {
        if pairs > 0 {
            let row = rows.entry(name).or_default();
            *row = [row[0] + pairs, row[1] + texts];
        }
    };
    for family in families.values() {
        for (number, (language, causes)) in family.iter().enumerate() {
            let texts: usize = causes.values().sum();
            let alike: usize = causes.values().map(|&count| pairs(count)).sum();
            add(format!("contrast pairs {language}"), pairs(texts) - alike, texts);
            add(format!("retellings {language}"), alike, causes.values().filter(|&&count| count > 1).sum());
            for (other, others) in family.iter().skip(number + 1) {
                let both = causes.iter().filter_map(|(cause, &count)| Some((count, *others.get(cause)?)));
                let (pairs, texts) = both.fold((0, 0), |(pairs, texts), (here, there)| (pairs + here * there, texts + here + there));
                add(format!("translations {language}-{other}"), pairs, texts);
            }
        }
    }
    let row = |name: &str, [number, texts]: [usize; 2]| vec![name.to_owned(), number.to_string(), texts.to_string()];
    let texts: usize = families.values().flat_map(BTreeMap::values).flat_map(BTreeMap::values).sum();
    let all = (!families.is_empty()).then(|| row("families", [families.len(), texts]));
    Table {
        title: "Families".into(),
        columns: ["what", "number", "texts"].map(str::to_owned).to_vec(),
        rows: all.into_iter().chain(rows.iter().map(|(name, &counts)| row(name, counts))).collect(),
    }
}

/// How many pairs `count` texts make.
fn pairs(count: usize) -> usize {
    count * count.saturating_sub(1) / 2
}

/// What a report says, as far as its labels go.
fn told(report: &Report) -> String {
    let causes = report.incidents.iter().map(|incident| incident.cause.as_str());
    std::iter::once(kind_name(report.kind)).chain(causes).collect::<Vec<_>>().join(" ")
}
