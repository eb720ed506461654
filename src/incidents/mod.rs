//! Incidents: the parts of a document that each tell of one.
//!
//! A page of status updates is cut where a title stands before updates of its own; any other report is one incident,
//! unless it numbers the incidents it tells of. Cutting wrongly costs more than not cutting, since a half report has
//! neither cause nor times; so every rule asks for more than one sign.

mod announced;
mod boundaries;
mod collections;
mod headed;
mod openings;
mod parts;
mod records;
mod runs;
mod telling;
mod titles;
mod updates;
mod words;

use serde::Serialize;

use crate::lines::Line;
use crate::span::Span;
use crate::tokens::{self, Token, TokenKind};

/// What a part of a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A report of something that went wrong.
    Incident,
    /// Planned work, announced or done.
    Maintenance,
    /// No report: an article, a template, a changelog.
    Other,
}

/// A part of a document that tells of one incident.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Incident {
    /// Its part of the document.
    pub(crate) span: Span,
    /// Its title, as it stands in the text.
    pub(crate) title: Option<Span>,
    /// The updates of a status page, in the order of the text.
    pub(crate) updates: Vec<Update>,
    /// Was it cut because of what it tells, not only because of a title's label?
    pub(crate) is_told: bool,
    /// Is it one of several that open alike, each with trouble and a time of its own?
    pub(crate) is_run: bool,
}

impl Incident {
    /// One without a title or updates, that nothing was cut for.
    pub(crate) fn bare(span: Span) -> Incident {
        Incident { span, title: None, updates: Vec::new(), is_told: false, is_run: false }
    }

    /// What of a sentence stands behind the status and the time that open an update; nothing where it is only these.
    pub(crate) fn behind_header(&self, text: &str, sentence: Span) -> Span {
        let before = self.updates.partition_point(|update| update.header.start < sentence.end);
        let header = before.checked_sub(1).map(|last| self.updates[last].header);
        // Emphasis or a bullet may stand between the start of the line and that of the sentence, or the other way round.
        let Some(header) = header.filter(|header| header.end > sentence.start && header.start <= sentence.start + MARKS) else {
            return sentence;
        };
        let rest = Span::new(header.end.min(sentence.end), sentence.end).of(text);
        Span::new(sentence.end - rest.trim_start_matches(|c: char| !c.is_alphanumeric()).len(), sentence.end)
    }
}

/// What the parts of a page are, each of which was judged by itself: beside one incident, what its heading, its record or
/// its paragraph sets apart in the same way is another, however few words it has; but no work that is called planned, and
/// nothing without a word for trouble.
pub(crate) fn settle_kinds(tokens: &[Token], parts: &[Incident], kinds: &mut [Kind]) {
    if parts.len() < 2 || !kinds.contains(&Kind::Incident) && !parts.iter().all(|part| part.is_run) {
        return;
    }
    for (part, kind) in parts.iter().zip(kinds) {
        let own = &tokens[tokens::within(tokens, part.span)];
        let trouble = part.is_told || !part.updates.is_empty() || telling::has_trouble(own);
        if part.is_run && words::Words::new(own, telling::PLANNED_HEAD).any(words::Meaning::Planned) {
            *kind = Kind::Maintenance;
        } else if *kind == Kind::Incident && !trouble {
            *kind = Kind::Other;
        } else if *kind != Kind::Incident && trouble && !is_planned(part, own) {
            *kind = Kind::Incident;
        }
    }
}

/// A text that is no incident, calls work planned at its head and gives it a clock time announces or reports that work.
pub(crate) fn find_planned(text: &str, tokens: &[Token], parts: &[Incident], kinds: &mut [Kind]) {
    for (part, kind) in parts.iter().zip(kinds).filter(|(_, kind)| **kind == Kind::Other) {
        let own = &tokens[tokens::within(tokens, part.span)];
        if calls_planned(own, MOST_BEFORE_WORK) && telling::has_clock(text, own) {
            *kind = Kind::Maintenance;
        }
    }
}

/// Do the first words of a part call work planned?
pub(crate) fn is_headed_planned(tokens: &[Token], span: Span) -> bool {
    calls_planned(&tokens[tokens::within(tokens, span)], HEAD_WORDS)
}

/// Is work called planned among the first `most` words?
fn calls_planned(tokens: &[Token], most: usize) -> bool {
    words::Words::new(tokens, most).any(words::Meaning::Planned)
}

/// The head of a text has so many words.
const HEAD_WORDS: usize = 12;

/// Work is called planned among so many words.
const MOST_BEFORE_WORK: usize = 30;

/// What an export of incidents holds is an incident, unless it is called planned.
pub(crate) fn trust_export(tokens: &[Token], parts: &[Incident], kinds: &mut [Kind]) {
    for (part, kind) in parts.iter().zip(kinds) {
        if *kind != Kind::Incident && !is_planned(part, &tokens[tokens::within(tokens, part.span)]) {
            *kind = Kind::Incident;
        }
    }
}

/// Does a part call its work planned?
fn is_planned(part: &Incident, own: &[Token]) -> bool {
    part.updates.iter().any(|update| update.status.is_planned()) || calls_planned(own, MOST_READ)
}

/// So many bytes of marks at most stand before the status that opens an update.
const MARKS: usize = 4;

/// So many words of a part are searched for planned work.
const MOST_READ: usize = 120;

/// One entry of a status page's timeline.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Update {
    /// The whole entry.
    pub(crate) span: Span,
    /// Its status.
    pub(crate) status: Status,
    /// What opens the entry: the status word, and the time where it stands beside it.
    pub(crate) header: Span,
    /// Where the entry's own time stands: in the header, or in a line of its own below it or behind the text.
    pub(crate) time: Option<Span>,
}

/// The status that a status page gives an update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// Being looked into.
    Investigating,
    /// The cause is known.
    Identified,
    /// A remedy is in place and watched.
    Monitoring,
    /// News without a change.
    Update,
    /// Over.
    Resolved,
    /// A report afterwards.
    Postmortem,
    /// Planned work, announced.
    Scheduled,
    /// Planned work, begun or checked.
    Maintenance,
    /// Planned work, done.
    Completed,
}

impl Status {
    /// The status of that name in the table.
    fn parse(name: &str) -> Option<Status> {
        Some(match name {
            "investigating" => Status::Investigating,
            "identified" => Status::Identified,
            "monitoring" => Status::Monitoring,
            "update" => Status::Update,
            "resolved" => Status::Resolved,
            "postmortem" => Status::Postmortem,
            "scheduled" => Status::Scheduled,
            "maintenance" => Status::Maintenance,
            "completed" => Status::Completed,
            _ => return None,
        })
    }

    /// Is it one of planned work?
    pub(crate) fn is_planned(self) -> bool {
        matches!(self, Status::Scheduled | Status::Maintenance | Status::Completed)
    }
}

/// A document as the segmentation reads it.
#[derive(Debug, Clone, Copy)]
struct Page<'a> {
    text: &'a str,
    tokens: &'a [Token],
    lines: &'a [Line],
}

impl<'a> Page<'a> {
    /// The tokens of line `line`.
    fn tokens_of(&self, line: usize) -> &'a [Token] {
        self.lines.get(line).and_then(|line| self.tokens.get(line.tokens.clone())).unwrap_or_default()
    }

    /// Is line `line` nothing but a date or a time?
    fn is_date(&self, line: usize) -> bool {
        let tokens = trim_marks(self.tokens_of(line));
        let length = words::date_length(tokens);
        length > 0 && tokens[length..].iter().all(|token| token.kind == TokenKind::Symbol)
    }
}

/// `tokens` without bullets, heading marks and emphasis before them.
fn trim_marks(tokens: &[Token]) -> &[Token] {
    let marks = |token: &Token| token.kind == TokenKind::Symbol && !matches!(token.symbol, '$' | '€' | '<' | '{' | '"' | '“' | '`' | '/');
    let first = tokens.iter().position(|token| !marks(token)).unwrap_or(tokens.len());
    &tokens[first..]
}

/// Where an incident begins, and its title where the place says so.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Start {
    /// The line that its part begins with.
    line: usize,
    title: Option<Span>,
}

/// Cut a document into incidents: at least one, together covering it, in its order.
pub(crate) fn segment(text: &str, tokens: &[Token], lines: &[Line]) -> Vec<Incident> {
    let page = Page { text, tokens, lines };
    let headers = updates::headers(page);
    let mut starts = boundaries::starts(page, &headers);
    let by_updates = starts.len() >= 2;
    if !by_updates {
        starts = parts::starts(page, headers.len() >= 2);
    }
    if starts.len() < 2 && headers.len() < 2 {
        starts = announced::starts(page);
    }
    let mut is_run = false;
    let runs = if by_updates { Vec::new() } else { runs::starts(page, headers.len() >= 2) };
    let holds = |start: &Start| runs.binary_search_by_key(&start.line, |run| run.line).is_ok();
    if starts.len() < 2 || runs.len() > starts.len() && (starts.iter().all(holds) || runs.len() >= 2 * starts.len()) {
        starts = runs;
        is_run = true;
    }
    if starts.len() < 2 {
        starts = vec![Start { line: 0, title: starts.first().and_then(|start| start.title) }];
    }
    let mut incidents = Vec::with_capacity(starts.len());
    for (number, start) in starts.iter().enumerate() {
        let next = starts.get(number + 1);
        let end_line = next.map_or(lines.len(), |next| next.line);
        // What stands above the first incident belongs to it, so that no byte belongs to none.
        let first_line = if number == 0 { 0 } else { start.line };
        let begin = if number == 0 { 0 } else { lines[start.line].span.start };
        let end = next.map_or(text.len(), |next| lines[next.line].span.start);
        // Only blocks of settings are cut whatever they tell.
        let is_told = is_run || (start.line..end_line.min(start.line + 2)).all(|line| !is_setting(page, line));
        let title = start.title.or_else(|| titles::find(page, first_line..end_line));
        let updates = updates::entries(page, &headers, first_line..end_line, end);
        incidents.push(Incident { title, updates, is_told, is_run, ..Incident::bare(Span::new(begin, end)) });
    }
    incidents
}

/// Does the line name the title of what stands below it: `title: ...`?
fn is_setting(page: Page<'_>, line: usize) -> bool {
    titles::labelled(page, line, &[words::Meaning::TitleLabel]).is_some()
}

#[cfg(test)]
mod tests;
