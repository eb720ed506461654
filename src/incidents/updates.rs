//! The updates of status pages: which lines open one, and what belongs to it.

use std::ops::Range;

use super::words::{self, Meaning, Words};
use super::{Page, Status, Update, trim_marks};
use crate::lines::LineKind;
use crate::span::Span;
use crate::tokens::{Case, Token, TokenKind};

/// How the line that opens an update is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// The status and nothing else.
    Alone,
    /// `Resolved - text`.
    Dash,
    /// The status beside a date or a time.
    Dated,
    /// `**Update** text`.
    Emphasis,
    /// `Resolved: text`: as much the label of a report's paragraph.
    Colon,
}

/// A line that opens an update.
#[derive(Debug, Clone, Copy)]
pub(super) struct Header {
    /// Its line.
    pub(super) line: usize,
    /// The last line that belongs to the header.
    pub(super) last_line: usize,
    /// Where the header ends inside its last line, and the text may begin.
    pub(super) end: usize,
    pub(super) status: Status,
    form: Form,
    pub(super) time: Option<Span>,
}

/// The lines of a page that open updates; none where the page has no timeline of updates.
pub(super) fn headers(page: Page<'_>) -> Vec<Header> {
    let mut headers: Vec<Header> = Vec::new();
    for line in 0..page.lines.len() {
        let Some(mut header) = header(page, line) else { continue };
        if let Some(previous) = headers.last_mut()
            && previous.form == Form::Alone
            && header.form == Form::Alone
            && previous.last_line + 1 == line
        {
            // Some pages give the state of the incident and then the sort of the update, each in a line.
            previous.last_line = line;
            previous.end = header.end;
            previous.status = header.status;
            continue;
        }
        if header.form == Form::Alone && page.is_date(line + 1) && line > 0 && page.is_date(line - 1) {
            // `Started`, a time, `Resolved`, a time: the facts of the incident in short.
            continue;
        }
        if header.form == Form::Alone && header.time.is_none() && page.is_date(line + 1) {
            header.last_line = line + 1;
            header.end = page.lines.get(line + 1).map_or(header.end, |line| line.span.end);
            header.time = page.lines.get(line + 1).map(|line| line.span);
        }
        headers.push(header);
    }
    let lines: Vec<usize> = headers.iter().map(|header| header.line).collect();
    headers.retain(|header| !(header.form == Form::Dated && is_key_event(page, &lines, header.line)));
    let timed = |at: usize| {
        let until = headers.get(at + 1).map_or(page.lines.len(), |next| next.line);
        headers[at].time.is_some() || (headers[at].line + 1..until.min(headers[at].line + 40)).any(|line| page.is_date(line))
    };
    let strong = headers.iter().filter(|header| header.form != Form::Colon).count();
    let weak_but_timed = (0..headers.len()).filter(|&at| headers[at].form == Form::Colon && timed(at)).count();
    let single = headers.len() == 1 && strong == 1 && timed(0);
    if strong >= 2 {
        // The labels of a report's paragraphs are no updates.
        headers.retain(|header| header.form != Form::Colon || header.time.is_some());
        headers
    } else if single || strong + weak_but_timed >= 2 {
        headers
    } else {
        Vec::new()
    }
}

/// Is the line one of a list of key events (`Declared: 14:02`, `Resolved: 15:10`), not all of which are statuses?
fn is_key_event(page: Page<'_>, headers: &[usize], line: usize) -> bool {
    let it = &page.lines[line];
    // A page may quote its updates.
    if it.span.of(page.text).starts_with('>') {
        return false;
    }
    let sibling = |other: Option<usize>| {
        let Some((at, other)) = other.and_then(|at| Some((at, page.lines.get(at)?))) else { return false };
        other.kind == LineKind::Item && other.indent == it.indent && headers.binary_search(&at).is_err()
    };
    it.kind == LineKind::Item && (sibling(line.checked_sub(1)) || sibling(Some(line + 1)) && !page.lines[line + 1].after_blank)
}

/// Does this line open an update?
fn header(page: Page<'_>, at: usize) -> Option<Header> {
    let line = page.lines.get(at)?;
    if matches!(line.kind, LineKind::Code | LineKind::Rule | LineKind::Meta | LineKind::Row) {
        return None;
    }
    let all = page.tokens_of(at);
    let mut tokens = trim_marks(all);
    let marked = tokens.len() < all.len();
    // `1. investigating Mar 3 ...`
    if tokens.len() > 2 && tokens[0].kind == TokenKind::Number && (tokens[1].is('.') || tokens[1].is(')')) && tokens[2].spaced {
        tokens = trim_marks(&tokens[2..]);
    }
    let mut time = None;
    let dated = words::date_length(tokens);
    if dated > 0 && dated < tokens.len() {
        time = Some(Span::new(tokens[0].span().start, tokens[dated - 1].span().end));
        tokens = trim_marks(&tokens[dated..]);
    }
    let words = Words::new(tokens.get(..tokens.len().min(8))?, 4);
    let (status, count) = words.longest(0, |meaning| if let Meaning::Status(status) = meaning { Some(status) } else { None })?;
    if words.token(0) != Some(0) || words.token(count - 1)? >= count * 2 {
        return None;
    }
    let emphasised = words
        .token(0)
        .and_then(|first| all.len().checked_sub(tokens.len() - first)?.checked_sub(1))
        .is_some_and(|before| is_emphasis(&all[before]));
    let lower = tokens[0].case == Case::Lower;
    let mut rest = &tokens[words.token(count - 1)? + 1..];
    let closed = rest.first().is_some_and(|token| is_emphasis(token) && !token.spaced);
    while rest.first().is_some_and(|token| is_emphasis(token) || token.is(']') || token.is(')')) {
        rest = &rest[1..];
    }
    // `Update 3`, `Update #2`
    if rest.first().is_some_and(|token| token.is('#')) {
        rest = &rest[1..];
    }
    let numbered = rest.first().is_some_and(|first| first.kind == TokenKind::Number && first.span().len() <= 2);
    if numbered && rest.get(1).is_none_or(|next| next.is(':') || is_dash(next) && next.spaced) {
        rest = &rest[1..];
    }
    let mut end = line.span.end;
    let status_end = tokens[words.token(count - 1)?].span().end;
    let form = match rest.first() {
        None if !lower || marked => Form::Alone,
        None => return None,
        Some(_) if time.is_some() && rest.iter().all(|token| token.kind == TokenKind::Symbol) => Form::Dated,
        Some(mark) => {
            let behind = if is_dash(mark)
                || mark.is(':')
                || mark.is(',')
                || mark.is('|')
                || mark.is('(')
                || mark.is('@')
                || mark.is('·')
                || mark.is('•')
            {
                &rest[1..]
            } else {
                rest
            };
            let length = words::date_length(behind);
            let ends = length > 0 && behind.get(length).is_none_or(|next| is_dash(next) || next.is(':') || next.kind == TokenKind::Symbol);
            if ends && time.is_none() && behind[0].kind != TokenKind::Symbol {
                let stamp = Span::new(behind[0].span().start, behind[length - 1].span().end);
                (time, end) = (Some(stamp), stamp.end);
                Form::Dated
            } else if lower && !emphasised && !(time.is_some() && mark.is(':') && mark.span().start == status_end) {
                return None;
            } else if is_dash(mark) && mark.spaced && rest.get(1).is_none_or(|next| next.spaced) {
                end = mark.span().end;
                Form::Dash
            } else if mark.is(':') {
                end = mark.span().end;
                if time.is_some() { Form::Dated } else { Form::Colon }
            } else if time.is_some() && mark.span().start >= status_end + 2 {
                // Columns that are parted by blanks.
                end = status_end;
                Form::Dated
            } else if emphasised && closed {
                end = mark.span().start;
                Form::Emphasis
            } else if time.is_some() && mark.is('.') && (rest.len() == 1 || marked) {
                end = mark.span().end;
                Form::Dated
            } else {
                return None;
            }
        }
    };
    if form == Form::Colon && matches!(line.kind, LineKind::Heading(1 | 2)) {
        // `# Postmortem: full disk` is a title.
        return None;
    }
    Some(Header { line: at, last_line: at, end, status, form, time })
}

fn is_emphasis(token: &Token) -> bool {
    token.is('*') || token.is('_')
}

fn is_dash(token: &Token) -> bool {
    matches!(token.symbol, '-' | '–' | '—') && token.kind == TokenKind::Symbol
}

/// A label of the page that belongs to no incident or stands between a title and its updates.
pub(super) fn is_chrome(page: Page<'_>, line: usize) -> bool {
    let tokens = page.tokens_of(line);
    let words = Words::new(tokens, 12);
    if words.len() == 0 {
        // `04/03, 10:20` closes an update.
        return !is_clock(page, line);
    }
    let whole = words.len() <= words::LONGEST_PHRASE
        && words.meanings(0, words.len()).iter().any(|meaning| matches!(meaning, Meaning::Chrome | Meaning::History));
    whole && tokens.len() <= words.len() + 2
        || tokens.len() <= 40 && words.longest(0, |meaning| (meaning == Meaning::ChromePrefix).then_some(())).is_some()
}

/// Is the line a day or a month, as they head the incidents of a history?
fn is_day(page: Page<'_>, line: usize) -> bool {
    is_month(page, line) || page.is_date(line) && !is_clock(page, line)
}

/// Is a clock time in this line?
pub(super) fn is_clock(page: Page<'_>, line: usize) -> bool {
    let tokens = page.tokens_of(line);
    tokens.windows(3).any(|part| {
        part[0].kind == TokenKind::Number
            && (part[1].is(':') || matches!(part[1].of(page.text), "h" | "H"))
            && part[2].kind == TokenKind::Number
    })
}

/// Is the line a month and a year: the heading of a month's incidents?
pub(super) fn is_month(page: Page<'_>, line: usize) -> bool {
    let tokens = trim_marks(page.tokens_of(line));
    tokens.len() <= 4
        && tokens.first().is_some_and(|token| words::of_token(token).contains(&Meaning::Month))
        && tokens.last().is_some_and(|token| token.kind == TokenKind::Number && token.span().len() == 4)
}

/// The updates in `lines`; the last of them ends at byte `end` at most.
pub(super) fn entries(page: Page<'_>, headers: &[Header], lines: Range<usize>, end: usize) -> Vec<Update> {
    let first = headers.partition_point(|header| header.line < lines.start);
    let last = headers.partition_point(|header| header.line < lines.end);
    let own = headers.get(first..last).unwrap_or_default();
    let mut entries = Vec::with_capacity(own.len());
    for (at, header) in own.iter().enumerate() {
        let next = own.get(at + 1).map(|next| next.line);
        let until = next.unwrap_or(lines.end);
        let begin = page.lines[header.line].span.start;
        // The days below the last update have no incidents or others: they belong to no update.
        let days = || (header.last_line + 1..until).rev().take_while(|&line| is_chrome(page, line) || is_day(page, line));
        let last = if next.is_none() { days().filter(|&line| is_day(page, line)).last().unwrap_or(until) } else { until };
        let end = if last < until { page.lines[last].span.start } else { next.map_or(end, |next| page.lines[next].span.start) };
        let own_line =
            || (header.last_line + 1..until).find(|&line| page.is_date(line) && is_clock(page, line)).map(|line| page.lines[line].span);
        let time = header
            .time
            .or_else(own_line)
            .or_else(|| time_in_brackets(page, header.line..until))
            .or_else(|| time_at_end(page, header.line..until));
        entries.push(Update {
            span: Span::new(begin, end).trimmed(page.text),
            status: header.status,
            header: Span::new(begin, header.end),
            time,
        });
    }
    entries
}

/// A date and time with nothing behind it, that follows the last sentence of an entry: `... is done. Mar 3, 2024 03:00 UTC`.
fn time_at_end(page: Page<'_>, lines: Range<usize>) -> Option<Span> {
    let last = lines.rev().find(|&line| page.lines.get(line).is_some_and(|line| line.kind != LineKind::Rule))?;
    let tokens = page.tokens_of(last);
    let first = tokens.len().saturating_sub(LONGEST_STAMP).max(1);
    let at = (first..tokens.len()).find(|&at| {
        let stop = matches!(tokens[at - 1].symbol, '.' | '!' | '|') && tokens[at].spaced;
        stop && words::date_length(&tokens[at..]) == tokens.len() - at
    })?;
    let date = &tokens[at..];
    let clock = date.iter().any(|token| token.is(':') || token.of(page.text) == "h");
    let day = date.iter().filter(|token| token.kind == TokenKind::Number).count() > 2;
    (clock && day).then(|| Span::new(date[0].span().start, date[date.len() - 1].span().end).trimmed(page.text))
}

/// A stamp has so many tokens at most.
const LONGEST_STAMP: usize = 16;

/// A date and time that stands in quotes or brackets at the end of an entry: `(Mar 3, 10:00 UTC)`, `track "2024-03-03 10:00"`.
fn time_in_brackets(page: Page<'_>, lines: Range<usize>) -> Option<Span> {
    let last = lines.rev().find(|&line| page.lines.get(line).is_some_and(|line| line.kind != LineKind::Rule))?;
    let tokens = page.tokens_of(last);
    (1..tokens.len()).rev().filter(|&at| matches!(tokens[at - 1].symbol, '"' | '(' | '[')).take(2).find_map(|at| {
        let length = words::date_length(&tokens[at..]);
        let (date, rest) = tokens[at..].split_at(length);
        let clock = date.iter().any(|token| token.is(':') || token.of(page.text) == "h");
        let closed = rest.iter().all(|token| token.kind == TokenKind::Symbol);
        (clock && closed).then(|| Span::new(date[0].span().start, date[length - 1].span().end).trimmed(page.text))
    })
}
