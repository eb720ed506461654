//! Where the incidents of a page of updates begin: titles between the updates, and updates that follow no other.

use super::updates::{Header, is_chrome, is_clock, is_month};
use super::words::{self, Meaning, Words};
use super::{Page, Start, Status, titles, trim_marks};
use crate::lines::LineKind;
use crate::span::Span;

/// Where the incidents of a page begin, judged by the titles that stand between its updates.
pub(super) fn starts(page: Page<'_>, headers: &[Header]) -> Vec<Start> {
    let order = order(headers);
    let mut starts = Vec::new();
    for (number, header) in headers.iter().enumerate() {
        let previous = number.checked_sub(1).and_then(|previous| headers.get(previous));
        let from = previous.map_or(0, |previous| previous.last_line + 1);
        let Some(title) = title_before(page, from, header, previous, order) else {
            if number == 0 {
                starts.push(Start { line: 0, title: None });
            } else if previous.is_some_and(|previous| is_apart(page, previous, header)) {
                starts.push(Start { line: header.line, title: None });
            }
            continue;
        };
        // The day that the title stands under belongs to it.
        let mut line = title;
        while line > from
            && (page.is_date(line - 1) || is_month(page, line - 1))
            && page.lines[line - 1].span.len() < 60
            && !is_clock(page, line - 1)
        {
            line -= 1;
        }
        starts.push(Start { line, title: Some(titles::content(page, title)) });
    }
    if starts.len() < 2 { by_title_behind(page, headers) } else { starts }
}

/// A page whose updates each repeat the title behind their status: `Resolved - Search is slow`.
fn by_title_behind(page: Page<'_>, headers: &[Header]) -> Vec<Start> {
    let title = |header: &Header| {
        let line = page.lines.get(header.last_line)?;
        let tokens = page.tokens_of(header.last_line);
        let behind = trim_marks(&tokens[tokens.partition_point(|token| token.span().start < header.end)..]);
        let start = behind.first()?.span().start;
        Some(Span::new(start, line.span.end)).filter(|span| span.len() >= 4)
    };
    let titles: Vec<Option<Span>> = headers.iter().map(title).collect();
    let same = |a: &Option<Span>, b: &Option<Span>| a.is_some() && a.map(|span| span.of(page.text)) == b.map(|span| span.of(page.text));
    let groups: Vec<&[Option<Span>]> = titles.chunk_by(same).collect();
    if groups.len() < 2 || groups.iter().any(|group| group.len() < 2) {
        return Vec::new();
    }
    let mut at = 0;
    let mut starts = Vec::with_capacity(groups.len());
    for group in groups {
        starts.push(Start { line: headers[at].line, title: group[0] });
        at += group.len();
    }
    starts
}

/// The title that stands above an update and makes it the first of an incident.
fn title_before(page: Page<'_>, from: usize, header: &Header, previous: Option<&Header>, order: Order) -> Option<usize> {
    let mut at = header.line;
    // Labels and dates may stand between a title and its updates.
    while at > from && (is_chrome(page, at - 1) || page.is_date(at - 1) && !is_clock(page, at - 1)) {
        at -= 1;
    }
    let title = at.checked_sub(1).filter(|&title| title >= from)?;
    // A line that begins with a time is an entry of a timeline.
    if !titles::is_title(page, title) || words::date_length(trim_marks(page.tokens_of(title))) > 0 {
        return None;
    }
    let Some(previous) = previous else { return Some(title) };
    let line = &page.lines[title];
    // What stands above it, past the day, the month and labels.
    let mut above = title;
    while above > from && (is_chrome(page, above - 1) || page.is_date(above - 1) && !is_clock(page, above - 1) || is_month(page, above - 1))
    {
        above -= 1;
    }
    let day_above = (above..title).any(|line| page.is_date(line) || is_month(page, line));
    // Behind the time that closes the update before it, only a title can stand.
    if previous.time.is_none() && above > from && page.is_date(above - 1) && is_clock(page, above - 1) {
        return Some(title);
    }
    let outdented = line.indent < page.lines[header.line].indent && line.indent < page.lines[previous.line].indent;
    let heading = matches!(line.kind, LineKind::Heading(1..=5));
    let stands_out = heading && line.section.is_none() || outdented || day_above;
    let begins_again = restarts(order, previous.status, header.status);
    let opens = line.after_blank || heading || above < title && page.lines[above].after_blank;
    (opens && (stands_out || begins_again)).then_some(title)
}

/// In which order of time a page lists its updates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    NewestFirst,
    OldestFirst,
}

/// The order of a page's updates, told by the status that it begins with.
fn order(headers: &[Header]) -> Order {
    match headers.first().map(|header| header.status) {
        Some(Status::Investigating | Status::Identified) => Order::OldestFirst,
        _ => Order::NewestFirst,
    }
}

/// Can an update of status `next` not follow one of status `previous` in the same incident?
fn restarts(order: Order, previous: Status, next: Status) -> bool {
    use Status::{Identified, Investigating, Postmortem, Resolved};
    let (earlier, later) = match order {
        Order::NewestFirst => (next, previous),
        Order::OldestFirst => (previous, next),
    };
    matches!((earlier, later), (Resolved | Postmortem, Investigating | Identified))
        || previous.is_planned() != next.is_planned()
            && matches!((previous, next), (Resolved | Investigating, _) | (_, Resolved | Investigating))
}

/// Does the update say that it is about something else than the one before it?
fn is_apart(page: Page<'_>, previous: &Header, header: &Header) -> bool {
    matches!(previous.status, Status::Resolved | Status::Postmortem)
        && matches!(header.status, Status::Investigating | Status::Identified | Status::Update)
        && Words::new(page.tokens_of(header.line), 10).any(Meaning::Apart)
}
