//! What a corpus holds, in tables.

mod stories;
mod vocabulary;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::languages::Language;

use super::head::kind_name;
use super::{Corpus, NO_CAUSE, Report, Split, duplicates};

/// A table of counts.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Table {
    /// What it counts.
    pub title: String,
    /// The heads of its columns, the first over the rows' names.
    pub columns: Vec<String>,
    /// Its rows, each as long as `columns`.
    pub rows: Vec<Vec<String>>,
}

/// The tables of a corpus; displayed as Markdown.
///
/// ```no_run
/// let corpus = raiz::Corpus::open(&["corpus"])?;
/// println!("{}", raiz::corpus::stats(&corpus));
/// # Ok::<(), raiz::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// The tables, in the order they are shown.
    pub tables: Vec<Table>,
}

/// Count what `corpus` holds.
pub fn stats(corpus: &Corpus) -> Stats {
    let mut texts = Counts::new("Texts", "kind");
    let mut causes = Counts::new("Incidents by root cause", "label");
    let mut links = Counts::new("Incidents by contributing label", "label");
    let mut sets = Counts::new("Texts by set", "set");
    let mut gold = Counts::new("Incidents with", "field");
    let mut splits = Counts::new("Texts by split", "split");
    let mut hardness = Counts::new("Incident reports, plain and hard", "written to be");
    let mut pages = Counts::new("Pages of several incidents", "field");
    let mut varieties = Counts::new("Varieties of Portuguese", "variety");
    for split in Split::ALL {
        splits.row(split.name());
    }
    for label in corpus.taxonomy.labels() {
        causes.row(label);
        links.row(label);
    }
    for report in &corpus.reports {
        let language = report.language.as_str();
        texts.add(kind_name(report.kind), language, 1);
        sets.add(report.set.as_deref().unwrap_or("-"), language, 1);
        if report.hard {
            sets.add("(of these hard)", language, 1);
        }
        splits.add(report.split().name(), language, 1);
        if !report.incidents.is_empty() {
            hardness.add("plain", language, usize::from(!report.hard));
            hardness.add("hard", language, usize::from(report.hard));
        }
        if report.incidents.len() > 1 {
            pages.add("pages", language, 1);
            pages.add("incidents on them", language, report.incidents.len());
        }
        if language == Language::Pt.code() {
            varieties.add(report.variety.as_deref().unwrap_or("not said"), kind_name(report.kind), 1);
        }
        for incident in &report.incidents {
            causes.add(&incident.cause, language, 1);
            for link in &incident.contributing {
                links.add(&link.label, language, 1);
            }
            let marked = [
                ("evidence", incident.evidence.is_some()),
                ("start", incident.start.is_some()),
                ("end", incident.end.is_some()),
                ("duration", incident.duration_min.is_some()),
                ("timestamps marked", incident.timestamps.is_some()),
                ("figures marked", incident.figures.is_some()),
            ];
            for (name, holds) in marked {
                gold.add(name, language, usize::from(holds));
            }
            gold.add("(timestamps)", language, incident.timestamps.as_ref().map_or(0, Vec::len));
            gold.add("(figures)", language, incident.figures.as_ref().map_or(0, Vec::len));
        }
    }
    let mut sentences = Counts::new("Sentences by label, language and round", "label");
    for label in corpus.taxonomy.labels().chain([NO_CAUSE]) {
        sentences.row(label);
    }
    for row in &corpus.sentences {
        sentences.add(&row.label, &format!("{} {}", row.language, row.round), 1);
    }
    let lengths = lengths(&corpus.reports);
    let told = [texts.table(), sets.table(), causes.table(), links.table(), gold.table(), lengths, sentences.table()];
    let kept = [splits.table(), hardness.table(), stories::table(corpus), pages.table(), varieties.table(), vocabulary::table(corpus)];
    let tables = told.into_iter().chain(kept);
    Stats { tables: tables.filter(|table| !table.rows.is_empty()).collect() }
}

/// Words a text: the least, the quartiles and the most.
fn lengths(reports: &[Report]) -> Table {
    let mut words: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for report in reports {
        words.entry((kind_name(report.kind), &report.language)).or_default().push(duplicates::word_count(&report.text));
    }
    let rows = words.into_iter().map(|((kind, language), mut counts)| {
        counts.sort_unstable();
        let at = |share: usize| counts[(counts.len() - 1) * share / 4].to_string();
        let mut row = vec![format!("{kind} {language}"), counts.len().to_string()];
        row.extend((0..=4).map(at));
        row
    });
    let columns = ["texts", "number", "least", "quarter", "half", "three quarters", "most"].map(str::to_owned).to_vec();
    Table { title: "Words in a text".into(), columns, rows: rows.collect() }
}

/// A table in the making: rows in the order they were met or named, columns by name.
struct Counts {
    title: &'static str,
    corner: &'static str,
    rows: Vec<String>,
    columns: BTreeSet<String>,
    cells: BTreeMap<(String, String), usize>,
}

impl Counts {
    fn new(title: &'static str, corner: &'static str) -> Counts {
        Counts { title, corner, rows: Vec::new(), columns: BTreeSet::new(), cells: BTreeMap::new() }
    }

    fn row(&mut self, name: &str) {
        if !self.rows.iter().any(|row| row == name) {
            self.rows.push(name.to_owned());
        }
    }

    fn add(&mut self, row: &str, column: &str, count: usize) {
        self.row(row);
        self.columns.insert(column.to_owned());
        *self.cells.entry((row.to_owned(), column.to_owned())).or_default() += count;
    }

    /// With sums at the right and, where they make sense (no row in brackets counts another thing), below.
    fn table(self) -> Table {
        let cell = |row: &str, column: &str| self.cells.get(&(row.to_owned(), column.to_owned())).copied().unwrap_or_default();
        let line = |name: &str, counts: Vec<usize>| {
            let sum: usize = counts.iter().sum();
            let mut line = vec![name.to_owned()];
            line.extend(counts.into_iter().chain([sum]).map(|count| count.to_string()));
            line
        };
        let mut rows: Vec<Vec<String>> =
            self.rows.iter().map(|row| line(row, self.columns.iter().map(|column| cell(row, column)).collect())).collect();
        if self.columns.is_empty() {
            rows.clear();
        } else if self.corner != "field" {
            let counted: Vec<&String> = self.rows.iter().filter(|row| !row.starts_with('(')).collect();
            rows.push(line("all", self.columns.iter().map(|column| counted.iter().map(|row| cell(row, column)).sum()).collect()));
        }
        let mut columns = vec![self.corner.to_owned()];
        columns.extend(self.columns);
        columns.push("all".into());
        Table { title: self.title.into(), columns, rows }
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, table) in self.tables.iter().enumerate() {
            if at > 0 {
                writeln!(f)?;
            }
            write!(f, "{table}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "### {}\n", self.title)?;
        writeln!(f, "| {} |", self.columns.join(" | "))?;
        writeln!(f, "|---|{}", "--:|".repeat(self.columns.len().saturating_sub(1)))?;
        for row in &self.rows {
            writeln!(f, "| {} |", row.join(" | "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;

    #[test]
    fn counts_by_language() {
        let path: Arc<Path> = Arc::from(Path::new("a.md"));
        let report = |language: &str, rest: &str, text: &str| {
            Report::parse(&path, &format!("---\nid: x\nlanguage: {language}\nset: s\n{rest}\n---\n{text}\n")).expect("a sound report")
        };
        let reports = vec![
            report("en", "kind: incident\nincidents: [{cause: dns, contributing: [hardware], evidence: a}]", "a b c"),
            report("pt", "kind: incident\nhard: true\nincidents: [{cause: dns, duration_min: 3}]", "a b"),
            report("pt", "kind: other\nvariety: pt-PT\nsplit: test", "a b c d e"),
        ];
        let shown = stats(&Corpus { reports, ..Corpus::default() }).to_string();
        for expected in [
            "| kind | en | pt | all |\n|---|--:|--:|--:|\n| incident | 1 | 1 | 2 |\n| other | 0 | 1 | 1 |\n| all | 1 | 2 | 3 |\n",
            "| s | 1 | 2 | 3 |\n| (of these hard) | 0 | 1 | 1 |\n| all | 1 | 2 | 3 |\n",
            "| dns | 1 | 1 | 2 |\n| all | 1 | 1 | 2 |\n",
            "| hardware | 1 | 1 |\n",
            "| evidence | 1 | 0 | 1 |\n",
            "| duration | 0 | 1 | 1 |\n",
            "| incident en | 1 | 3 | 3 | 3 | 3 | 3 |\n",
            "| plain | 1 | 0 | 1 |\n| hard | 0 | 1 | 1 |\n",
            "| variety | incident | other | all |\n|---|--:|--:|--:|\n| not said | 1 | 0 | 1 |\n| pt-PT | 0 | 1 | 1 |\n",
            "| incident reports en | 1 | 3 | 3 | - | - | - |\n",
        ] {
            assert!(shown.contains(expected), "{expected} in\n{shown}");
        }
    }

    #[test]
    fn families_sides_and_pages() {
        let path: Arc<Path> = Arc::from(Path::new("a.md"));
        let mut reports = Vec::new();
        for (family, language, cause) in [
            ("f", "en", "dns"),
            ("f", "en", "attack"),
            ("f", "pt", "dns"),
            ("g", "en", "dns"),
            ("g", "pt", "dns"),
            ("g", "en", "dns"),
            ("g", "en", "dns"),
        ] {
            let content = format!(
                "---\nid: x\nlanguage: {language}\nkind: incident\nfamily: {family}\nsplit: dev\nincidents: [{{cause: {cause}}}]\n---\nA.\n"
            );
            reports.push(Report::parse(&path, &content).expect("a sound report"));
        }
        let content =
            "---\nid: x\nlanguage: en\nkind: incident\nsplit: test\nincidents: [{at: A, cause: dns}, {at: B, cause: dns}]\n---\nA\nB\n";
        reports.push(Report::parse(&path, content).expect("a sound report"));
        let shown = stats(&Corpus { reports, ..Corpus::default() }).to_string();
        for expected in [
            "| families | 2 | 7 |\n| contrast pairs en | 1 | 2 |\n| retellings en | 3 | 3 |\n| translations en-pt | 4 | 6 |\n",
            "| train | 0 | 0 | 0 |\n| dev | 5 | 2 | 7 |\n| test | 1 | 0 | 1 |\n",
            "| pages | 1 | 1 |\n| incidents on them | 2 | 2 |\n",
        ] {
            assert!(shown.contains(expected), "{expected} in\n{shown}");
        }
    }
}
