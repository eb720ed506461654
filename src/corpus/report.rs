//! A labelled report: its head and its text.

use std::path::Path;
use std::sync::Arc;

use crate::figures::FigureKind;
use crate::incidents::Kind;
use crate::span::Span;

use super::head::{self, Head};
use super::split::Split;
use crate::error::{Error, ErrorKind, Result};

/// A text with what a reader found in it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// Identifier, unique in the corpus.
    pub id: String,
    /// The file it was read from.
    pub path: Arc<Path>,
    /// The line its head begins in, counted from 1.
    pub line: usize,
    /// ISO 639-1 code: `en` and `pt` are learnt from, others are there to be refused.
    pub language: String,
    /// Which variety of it: `pt-BR` or `pt-PT`, where a reader said so.
    pub variety: Option<String>,
    /// Incident report, notice of planned work, or neither.
    pub kind: Kind,
    /// Which part of the corpus it belongs to.
    pub set: Option<String>,
    /// Written to be hard: causes ruled out, remedies that name other labels, a cause only the title gives.
    pub hard: bool,
    /// Where a retold incident was first told.
    pub source: Option<String>,
    /// What texts that tell one story on purpose (contrast pairs, translations) share.
    pub family: Option<String>,
    /// The side of the fixed split that its head gives; [`Report::split()`] knows one for every report.
    pub split: Option<Split>,
    /// A remark for reviewers.
    pub note: Option<String>,
    /// The incidents it tells of, in the order of the text.
    pub incidents: Vec<LabelledIncident>,
    /// The text.
    pub text: String,
    /// The line the text begins in, counted from 1.
    pub text_line: usize,
}

/// What a reader found of one incident.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct LabelledIncident {
    /// The line of the file that names the cause.
    pub line: usize,
    /// Where a text tells of several: the heading (or first words) its part begins with.
    pub at: Option<String>,
    /// The root cause.
    pub cause: String,
    /// Further links of the chain.
    pub contributing: Vec<Contribution>,
    /// The words of the text that name the cause.
    pub evidence: Option<String>,
    /// Start of the impact, ISO 8601 as far as the text gives it.
    pub start: Option<String>,
    /// End of the impact.
    pub end: Option<String>,
    /// Stated or implied length of the impact in minutes.
    pub duration_min: Option<f64>,
    /// Every date and clock time in the order of the text; none where nobody marked them.
    pub timestamps: Option<Vec<GoldTimestamp>>,
    /// Every impact figure in the order of the text; none where nobody marked them.
    pub figures: Option<Vec<GoldFigure>>,
}

/// A further link of the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contribution {
    /// Its label.
    pub label: String,
    /// The words of the text that name it.
    pub evidence: Option<String>,
}

/// A date or clock time as a reader marked it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GoldTimestamp {
    /// The words of the text.
    pub text: String,
    /// ISO 8601 as far as the document determines it.
    pub value: String,
    /// May be found or not.
    pub optional: bool,
    /// The line of the file it is marked in.
    pub line: usize,
}

/// An impact figure as a reader marked it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GoldFigure {
    /// The words of the text.
    pub text: String,
    /// What it measures.
    pub kind: FigureKind,
    /// The least it can be.
    pub low: Option<f64>,
    /// The most it can be.
    pub high: Option<f64>,
    /// `s`, `%`, `B`, an ISO 4217 code, or the noun that is counted.
    pub unit: String,
    /// May be found or not.
    pub optional: bool,
    /// The line of the file it is marked in.
    pub line: usize,
}

impl Report {
    /// Read a Markdown report.
    pub(crate) fn parse(path: &Arc<Path>, content: &str) -> Result<Report> {
        let broken = |line: usize, message: &str| Error::new(ErrorKind::Corpus, message).at_path(path).at_line(line);
        // A checkout on another system may have changed the line ends; offsets are those of the text with plain ones.
        let plain = content.trim_start_matches('\u{feff}').replace("\r\n", "\n");
        let Some(rest) = plain.strip_prefix("---\n") else {
            return Err(broken(1, "no head: a report begins with a line `---`"));
        };
        let Some((yaml, text)) = rest.split_once("\n---\n") else {
            return Err(broken(1, "the head is not closed by a line `---`"));
        };
        // YAML takes a name without a value for one left out, but whoever wrote it meant something.
        if let Some((at, name)) = empty_field(yaml) {
            return Err(broken(at + 2, &format!("the field `{name}` is empty")));
        }
        let text = text.strip_suffix('\n').unwrap_or(text);
        let head: Head = head::parse(yaml, 1).map_err(|error| error.at_path(path))?;
        let text_line = yaml.lines().count() + 3;
        head.into_report(path, 1, text.to_owned(), text_line).map_err(|error| error.at_path(path))
    }

    /// The part of the text that incident number `index` is told in; none where its `at` is not in the text.
    ///
    /// It begins where its `at` stands, behind the incident before it, and ends where the next begins. Without `at` it is
    /// the whole text.
    pub fn incident_span(&self, index: usize) -> Option<Span> {
        let begins = self.incident_starts();
        let start = *begins.get(index)?;
        let end = begins.get(index + 1).copied().unwrap_or(Some(self.text.len()))?;
        (start? <= end).then(|| Span::new(start.unwrap_or_default(), end))
    }

    /// Where each incident's part begins; none where its `at` does not stand behind the part before it.
    pub(super) fn incident_starts(&self) -> Vec<Option<usize>> {
        let mut from = 0;
        self.incidents
            .iter()
            .map(|incident| match &incident.at {
                None => Some(from),
                Some(at) => {
                    let found = from + find_line(self.text.get(from..)?, at)?;
                    from = found + at.len();
                    Some(found)
                }
            })
            .collect()
    }

    /// Where the evidence of incident number `index` stands.
    pub fn evidence_span(&self, index: usize) -> Option<Span> {
        let evidence = self.incidents.get(index)?.evidence.as_deref()?;
        let part = self.incident_span(index)?;
        let at = part.start + part.of(&self.text).find(evidence)?;
        Some(Span::new(at, at + evidence.len()))
    }
}

/// The first field of a head that has no value: its line, counted from 0, and its name.
fn empty_field(yaml: &str) -> Option<(usize, &str)> {
    let mut lines = yaml.lines().enumerate().peekable();
    while let Some((at, line)) = lines.next() {
        let name = line.trim_end().strip_suffix(':').filter(|name| name.bytes().all(|byte| byte.is_ascii_lowercase()));
        // What belongs to a field is indented, or a list.
        if let Some(name) = name.filter(|_| lines.peek().is_none_or(|(_, next)| !next.starts_with([' ', '-', '#', '[']))) {
            return Some((at, name));
        }
    }
    None
}

/// Where `words` first begin a line of `text`; else where they first stand at all.
fn find_line(text: &str, words: &str) -> Option<usize> {
    text.match_indices(words)
        .map(|(at, _)| at)
        .find(|&at| text.get(..at).is_some_and(|before| before.is_empty() || before.ends_with('\n')))
        .or_else(|| text.find(words))
}

impl LabelledIncident {
    /// Cause and contributing labels, the cause first.
    ///
    /// ```no_run
    /// # let corpus = raiz::Corpus::open(&["corpus"])?;
    /// let chain: Vec<&str> = corpus.reports[0].incidents[0].chain().collect();
    /// # Ok::<(), raiz::Error>(())
    /// ```
    pub fn chain(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.cause.as_str()).chain(self.contributing.iter().map(|link| link.label.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "---\nid: p-1\nlanguage: en\nkind: incident\nincidents:\n  - at: \"## Monday\"\n    cause: dns\n    evidence: \"the zone was empty\"\n  - at: \"## Friday\"\n    cause: hardware\n    contributing: [database, {label: overload, evidence: \"too many\"}]\n---\nAll of the week\n## Monday\nAt noon the zone was empty.\n## Friday\nA disk broke, then too many came.\n";

    fn parse(content: &str) -> Result<Report> {
        Report::parse(&Arc::from(Path::new("p.md")), content)
    }

    #[test]
    fn incidents_of_a_page_lie_between_their_headings() {
        let report = parse(PAGE).expect("a sound report");
        let parts: Vec<&str> = (0..2).filter_map(|at| Some(report.incident_span(at)?.of(&report.text))).collect();
        assert_eq!(parts, ["## Monday\nAt noon the zone was empty.\n", "## Friday\nA disk broke, then too many came."]);
        assert_eq!(report.evidence_span(0).map(|span| span.of(&report.text)), Some("the zone was empty"));
        assert_eq!(report.incidents[1].chain().collect::<Vec<_>>(), ["hardware", "database", "overload"]);
        assert_eq!(report.incidents[1].contributing[1].evidence.as_deref(), Some("too many"));
    }

    #[test]
    fn lines_are_those_of_the_file() {
        let report = parse(PAGE).expect("a sound report");
        assert_eq!(report.incidents.iter().map(|incident| incident.line).collect::<Vec<_>>(), [7, 10]);
        assert_eq!(PAGE.lines().nth(report.text_line - 1), Some("All of the week"));
    }

    #[test]
    fn broken_heads_are_refused_with_their_line() {
        for (content, expected) in [
            ("Only text", "p.md:1: no head: a report begins with a line `---`"),
            ("---\nid: a\n", "p.md:1: the head is not closed by a line `---`"),
            ("---\nid: a\nlanguage: en\nkind: incident\ncolour: red\n---\nx\n", "p.md:5: unknown field `colour`"),
            ("---\nid: a\nlanguage: en\nkind: outage\n---\nx\n", "p.md:4: no kind `outage`: one of incident, maintenance, other"),
            ("---\nid: a\nlanguage: en\nkind: other\nhard:\n---\nx\n", "p.md:5: the field `hard` is empty"),
            ("---\nid: a\nhard:\nlanguage: en\nkind: other\n---\nx\n", "p.md:3: the field `hard` is empty"),
            ("---\nid: a\nlanguage: pt\nkind: other\nvariety: pt\n---\nx\n", "p.md:5: no variety `pt`: one of pt-BR, pt-PT"),
            ("---\nid: a\nlanguage: pt\nkind: other\nsplit: best\n---\nx\n", "p.md:5: no split `best`: one of train, dev, test"),
            ("---\nid: a\nlanguage: en\n---\nx\n", "p.md:3: missing field `kind`"),
        ] {
            let message = parse(content).expect_err("a broken head").to_string();
            assert!(message.starts_with(expected), "{message} for {content:?}");
        }
    }
}
