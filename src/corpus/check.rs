//! Is a corpus sound? Findings with file and line.

mod balance;
mod bank;
mod incident;
mod whole;

use std::fmt;
use std::path::{Path, PathBuf};

use crate::error::Error;

use super::Corpus;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth a look.
    Warning,
    /// Breaks the rules.
    Error,
}

/// Something wrong with a corpus, displayed as `file:line: message`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The file.
    pub path: PathBuf,
    /// The line there, counted from 1.
    pub line: usize,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = if self.severity == Severity::Warning { "warning: " } else { "" };
        write!(f, "{}:{}: {severity}{}", self.path.display(), self.line, self.message)
    }
}

/// A file or row that could not be read is a finding too.
impl From<&Error> for Finding {
    fn from(error: &Error) -> Finding {
        Finding {
            path: error.path().map(Path::to_path_buf).unwrap_or_default(),
            line: error.line().unwrap_or(1),
            severity: Severity::Error,
            message: error.message().to_owned(),
        }
    }
}

/// Everything wrong with `corpus`, by file and line.
///
/// ```no_run
/// use raiz::corpus::{Corpus, Finding, check};
/// let (corpus, broken) = Corpus::read(&["corpus"])?;
/// let findings: Vec<Finding> = broken.iter().map(Finding::from).chain(check(&corpus)).collect();
/// for finding in findings {
///     eprintln!("{finding}");
/// }
/// # Ok::<(), raiz::Error>(())
/// ```
pub fn check(corpus: &Corpus) -> Vec<Finding> {
    let mut findings = Findings(Vec::new());
    for report in &corpus.reports {
        incident::check_report(corpus, report, &mut findings);
    }
    whole::check(corpus, &mut findings);
    balance::check(corpus, &mut findings);
    bank::check(corpus, &mut findings);
    findings.0.sort_by(|a, b| (&a.path, a.line, &a.message).cmp(&(&b.path, b.line, &b.message)));
    findings.0
}

/// The findings so far.
struct Findings(Vec<Finding>);

impl Findings {
    fn error(&mut self, path: &Path, line: usize, message: impl Into<String>) {
        self.0.push(Finding { path: path.to_path_buf(), line, severity: Severity::Error, message: message.into() });
    }

    fn warn(&mut self, path: &Path, line: usize, message: impl Into<String>) {
        self.0.push(Finding { path: path.to_path_buf(), line, severity: Severity::Warning, message: message.into() });
    }
}

/// A quote, cut to what a message has room for.
fn short(text: &str) -> String {
    let mut cut: String = text.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(60).is_some() {
        cut.push('…');
    }
    cut
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Corpus, Report, bank as table};
    use super::*;

    /// The messages about a corpus of these reports (name, head, text) and these bank rows.
    fn told(reports: &[(&str, &str, &str)], rows: &str) -> Vec<String> {
        let mut corpus = Corpus::default();
        for (name, head, text) in reports {
            let path: Arc<Path> = Arc::from(Path::new(name));
            let content = format!("---\n{head}\n---\n{text}\n");
            corpus.reports.push(Report::parse(&path, &content).expect("a readable report"));
        }
        let labels = "label\ten\tpt\ndns\tnames\tnomes\nhardware\tparts\tpeças\nunknown\tnone told\tnenhuma dita\n";
        corpus.taxonomy.extend(&Arc::from(Path::new("labels.tsv")), labels, &mut Vec::new());
        let (sentences, _) = table::parse(&Arc::from(Path::new("en.tsv")), &format!("label\tround\ttext\n{rows}"));
        corpus.sentences = sentences;
        let found = check(&corpus).into_iter().filter(|finding| !finding.message.starts_with("label `"));
        found.map(|finding| finding.to_string()).collect()
    }

    /// The messages about one English incident whose head goes on so.
    fn about(incident: &str) -> Vec<String> {
        let head = format!("id: a\nlanguage: en\nkind: incident\nincidents:\n  - cause: {incident}");
        let text = "From 10:02 to 10:40 the names of all shops went away, since somebody had emptied the zone of 15% of them.";
        told(&[("a.md", &head, text)], "")
    }

    #[test]
    fn a_sound_report_is_left_alone() {
        assert_eq!(
            about(
                "dns\n    contributing: [hardware]\n    evidence: emptied the zone\n    start: 2021-01-05T10:02\n    end: 2021-01-05T10:40\n    duration_min: 38\n    timestamps:\n      - {text: \"10:02\", value: \"T10:02\"}\n      - {text: \"10:40\", value: \"T10:40\"}\n    figures: [{text: 15%, kind: percentage, low: 15, high: 15, unit: \"%\"}]"
            ),
            [""; 0]
        );
        assert_eq!(about("unknown"), [""; 0]);
    }

    #[test]
    fn labels_and_evidence() {
        for (incident, expected) in [
            ("frost\n    evidence: emptied the zone", "a.md:6: `frost` is no label of this corpus"),
            ("dns\n    contributing: [dns]\n    evidence: emptied the zone", "a.md:6: `dns` stands twice in the chain"),
            ("dns\n    contributing: [unknown]\n    evidence: emptied the zone", "a.md:6: `unknown` cannot contribute"),
            ("unknown\n    evidence: emptied the zone", "a.md:6: `unknown` with evidence"),
            ("dns", "a.md:6: warning: no evidence for `dns`"),
            ("dns\n    evidence: filled the zone", "a.md:6: evidence is not in the text: filled the zone"),
        ] {
            assert_eq!(about(incident), [expected], "{incident}");
        }
    }

    #[test]
    fn times_and_figures() {
        let sound = "dns\n    evidence: emptied the zone\n    ";
        for (gold, expected) in [
            ("start: 2021-02-30", "a.md:6: start is no moment: 2021-02-30"),
            ("start: 2021-01-05T11:00\n    end: 2021-01-05T10:00", "a.md:6: the end is before the start"),
            (
                "start: 2021-01-05T10:00\n    end: 2021-01-05T11:00\n    duration_min: 38",
                "a.md:6: warning: 38 minutes, but 60 from start to end",
            ),
            ("duration_min: -1", "a.md:6: -1 minutes"),
            ("timestamps: [{text: \"10:02\", value: ten}]", "a.md:8: value is no moment: ten"),
            ("timestamps: [{text: \"11:11\", value: \"T11:11\"}]", "a.md:8: not in the text: 11:11"),
            (
                "timestamps:\n      - {text: \"10:40\", value: \"T10:40\"}\n      - {text: \"10:02\", value: \"T10:02\"}",
                "a.md:10: out of order: 10:02",
            ),
            ("figures: [{text: 15%, kind: percentage, low: 15, high: 5, unit: \"%\"}]", "a.md:8: low is above high: 15%"),
            ("figures: [{text: 15%, kind: percentage, low: null, high: null, unit: \"%\"}]", "a.md:8: neither low nor high: 15%"),
            ("figures: [{text: 15%, kind: duration, low: 15, high: 15, unit: \"%\"}]", "a.md:8: unit `%` does not fit the kind: 15%"),
        ] {
            assert_eq!(about(&format!("{sound}{gold}")), [expected], "{gold}");
        }
    }

    #[test]
    fn reports_against_each_other() {
        let head = |id: &str, more: &str| format!("id: {id}\nlanguage: en\nkind: other\n{more}");
        let text = "How to keep a list of all the shops of a town and why nobody should ever have to write it by hand again.";
        let other = "A page about something else, with enough words of its own to share none of them with any other page here.";
        let (plain, one, two) = (head("a", ""), head("a", "family: f\nsplit: train"), head("b", "family: f\nsplit: test"));
        assert_eq!(told(&[("a.md", &plain, text), ("a2.md", &plain, other)], ""), ["a2.md:1: the id `a` stands in a.md too"]);
        assert_eq!(
            told(&[("a.md", &plain, text), ("b.md", &head("b", ""), text)], ""),
            ["b.md:6: a near-duplicate of a.md (100 % of the shorter text); if on purpose, give both one `family`"]
        );
        assert_eq!(told(&[("a.md", &one, text), ("b.md", &two, text)], ""), ["b.md:1: family `f` stands in `train` (a.md) and in `test`"]);
        let portuguese = "O texto todo está escrito em português, e por isso a língua que a cabeça dá não pode estar certa.";
        assert_eq!(told(&[("a.md", &plain, portuguese)], ""), ["a.md:6: warning: the head says `en`, the text reads like `pt`"]);
    }

    /// The messages about a page of two incidents with these heads.
    fn about_page(first: &str, second: &str) -> Vec<String> {
        let head =
            format!("id: p\nlanguage: en\nkind: incident\nincidents:\n  - cause: dns\n    {first}\n  - cause: hardware\n    {second}");
        let text = "Our week.\n## Monday\nAt 10:02 the zone was empty, for 4% of the shops.\n## Friday\nAt 11:30 a fan broke, see Monday, for 9% of them.";
        told(&[("p.md", &head, text)], "")
    }

    #[test]
    fn pages_of_several() {
        let (monday, friday) = ("at: \"## Monday\"\n    evidence: the zone was empty", "at: \"## Friday\"\n    evidence: a fan broke");
        let gold =
            "timestamps: [{text: \"11:30\", value: \"T11:30\"}]\n    figures: [{text: 9%, kind: percentage, low: 9, high: 9, unit: \"%\"}]";
        let marked = format!("{friday}\n    {gold}");
        assert_eq!(about_page(monday, &marked), [""; 0]);
        for (first, second, expected) in [
            (monday, "evidence: a fan broke", &["p.md:9: one of several incidents, without `at`"][..]),
            (monday, "at: \"## Sunday\"\n    evidence: a fan broke", &["p.md:9: `at` is not in the text: ## Sunday"]),
            (monday, "at: \"\"\n    evidence: a fan broke", &["p.md:9: `at` is empty"]),
            (friday, monday, &["p.md:9: `at` does not stand behind the incident before it: ## Monday"]),
            (monday, "at: \"a fan broke\"\n    evidence: a fan broke", &["p.md:9: warning: `at` begins no line of the text: a fan broke"]),
            ("at: \"## Monday\"\n    evidence: a fan broke", friday, &["p.md:6: evidence is outside its incident's part: a fan broke"]),
            (
                &format!("{monday}\n    {gold}"),
                &marked,
                &["p.md:9: outside its incident's part: 11:30", "p.md:10: outside its incident's part: 9%"],
            ),
        ] {
            assert_eq!(about_page(first, second), expected, "{first} | {second}");
        }
    }

    #[test]
    fn days_that_no_calendar_has() {
        let head = |day: &str| {
            format!(
                "id: a\nlanguage: en\nkind: incident\nincidents:\n  - cause: unknown\n    timestamps: [{{text: \"{day}, 14 March 2023\", value: \"2023-03-14\"}}]"
            )
        };
        for (day, expected) in
            [("Tuesday", &[][..]), ("Wed", &["a.md:7: warning: 2023-03-14 is another day of the week: Wed, 14 March 2023"])]
        {
            let text = format!("All of the shop was gone on {day}, 14 March 2023, and nobody knew why.");
            assert_eq!(told(&[("a.md", &head(day), &text)], ""), expected, "{day}");
        }
    }

    #[test]
    fn families_may_share_what_others_may_not() {
        let text = "The names of all shops of the town went away at noon, since somebody had emptied the zone by hand.";
        let head = |id: &str, more: &str| format!("id: {id}\nlanguage: en\nkind: other\n{more}");
        let (one, two) = (head("a", "family: f"), head("b", "family: f"));
        assert_eq!(told(&[("a.md", &one, text), ("b.md", &two, text)], ""), [""; 0]);
        let other = head("b", "family: g");
        let told_of = told(&[("a.md", &one, text), ("b.md", &other, text)], "");
        assert_eq!(told_of.len(), 3, "two families of one, and a duplicate across them: {told_of:?}");
        assert_eq!(told_of[0], "a.md:1: warning: no other text is of the family `f`");
        let brazilian = head("c", "variety: pt-BR");
        assert_eq!(told(&[("c.md", &brazilian, text)], ""), ["c.md:1: `pt-BR` is no variety of `en`"]);
        // A source told twice stays on one side as well; `a` is drawn to another than it.
        let (here, there) = (head("a", "source: s\nsplit: test"), head("b", "source: s\nsplit: dev"));
        let apart = "Another text altogether, of which no run of words stands in the first one that was told here before.";
        assert_eq!(
            told(&[("a.md", &here, text), ("b.md", &there, apart)], ""),
            ["b.md:1: source `s` stands in `test` (a.md) and in `dev`"]
        );
    }

    #[test]
    fn labels_out_of_proportion() {
        let path: Arc<Path> = Arc::from(Path::new("r.md"));
        let mut corpus = Corpus::default();
        corpus.taxonomy.extend(&Arc::from(Path::new("labels.tsv")), "label\ten\tpt\ndns\tn\tn\nhardware\tp\tp\n", &mut Vec::new());
        // dns: 60 en, 20 pt; hardware: 60 en, 1 pt, all of them in the set `s` but for the 20.
        for (label, language, set, count) in
            [("dns", "en", "s", 60), ("dns", "pt", "t", 20), ("hardware", "en", "s", 60), ("hardware", "pt", "s", 1)]
        {
            for number in 0..count {
                let id = format!("{label}-{language}-{number}");
                let hard = label == "dns" && language == "en" && number == 0;
                let content = format!(
                    "---\nid: {id}\nlanguage: {language}\nset: {set}\nhard: {hard}\nkind: incident\nincidents: [{{cause: {label}}}]\n---\n{number}\n"
                );
                corpus.reports.push(Report::parse(&path, &content).expect("a readable report"));
            }
        }
        let (sentences, _) = table::parse(&Arc::from(Path::new("en.tsv")), "label\tround\ttext\ndns\t1\tThe zone was empty.\n");
        corpus.sentences = sentences;
        let found: Vec<String> = check(&corpus)
            .iter()
            .filter(|finding| finding.path.ends_with("labels.tsv") || finding.message.contains("`hard`"))
            .map(ToString::to_string)
            .collect();
        let expected = [
            // 121 of 141 incidents are in `s`, 20 in `t`; of 61 in `t` by share 9: none; in pt by share 9: one.
            "labels.tsv:3: warning: label `hardware` has 0 incidents in set `t`, where its share would be 9",
            "labels.tsv:3: warning: label `hardware` has 1 incidents in `pt`, fewer than 10",
            "labels.tsv:3: warning: label `hardware` has 1 incidents in `pt`, where its share would be 9",
            "labels.tsv:3: warning: label `hardware` has no sentence in `en`",
            "r.md:1: warning: no report in `en` is marked `hard` for hardware",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn bank_rows() {
        for (rows, expected) in [
            (
                "dns\t1\tThe zone of the branch office was empty.\nfrost\t1\tThe river had frozen over by then.\n",
                "en.tsv:3: `frost` is no label of this corpus",
            ),
            (
                "dns\t1\tThe zone was empty at 10:00.\nhardware\t1\tthe zone was empty, at 11:30\n",
                "en.tsv:3: the same sentence as in line 2, which says `dns`",
            ),
            (
                "dns\t1\tThe zone of the branch office in Leeds was empty.\ndns\t1\tSo the zone of the branch office in Leeds was empty.\n",
                "en.tsv:3: warning: nearly the sentence of line 2",
            ),
            ("dns\t1\t Two spaces.\n", "en.tsv:2: white space at the ends"),
            ("dns\t1\t—\n", "en.tsv:2: no sentence: —"),
            ("none\t1\tThe shops opened again the next day.\n", ""),
        ] {
            let expected: Vec<&str> = Some(expected).filter(|message| !message.is_empty()).into_iter().collect();
            assert_eq!(told(&[], rows), expected, "{rows}");
        }
    }

    #[test]
    fn a_bank_row_that_stands_in_a_report_is_a_leak() {
        let head =
            "id: a\nlanguage: en\nkind: incident\nincidents:\n  - cause: dns\n    evidence: somebody had emptied the zone of the shop";
        let text = "All names went away, since somebody had emptied the zone of the shop at night.";
        assert_eq!(
            told(&[("a.md", head, text)], "dns\t1\tSomebody had emptied the zone of the shop.\n"),
            ["en.tsv:2: stands as evidence in a.md"]
        );
    }
}
