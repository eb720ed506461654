//! Runs of parts that open alike (dated paragraphs, numbered records, titles with a time below them), each of which tells
//! of trouble at a time of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::collections::collects;
use super::headed::told_of_one;
use super::openings::{OPENING, Shape, shapes};
use super::telling::{self, Told};
use super::words::{self, Meaning};
use super::{Page, Start, titles, trim_marks};
use crate::lines::{Line, LineKind, Section};
use crate::tokens::{Case, Token};

/// So many runs are looked at, those with the first openings.
const MOST_RUNS: usize = 24;

/// Where the parts of the best run begin; fewer than two where there is none.
///
/// On a page of status updates, only what no update looks like opens a part.
pub(super) fn starts(page: Page<'_>, has_updates: bool) -> Vec<Start> {
    let mut runs: BTreeMap<Shape, Vec<usize>> = BTreeMap::new();
    for line in 0..page.lines.len() {
        for shape in shapes(page, line) {
            let known = runs.len();
            if let Some(run) = runs.get_mut(&shape) {
                run.push(line);
            } else if known < MOST_RUNS {
                runs.insert(shape, vec![line]);
            }
        }
    }
    let mut best: Vec<Start> = Vec::new();
    for (shape, run) in runs {
        let plain = matches!(shape, Shape::Heading(_) | Shape::Title | Shape::Dated | Shape::Paragraph);
        if run.len() < 2 || has_updates && plain {
            continue;
        }
        let found = tell(page, &shape, &run);
        // A run that opens less clearly has to find more.
        if found.len() * 2 > best.len() * 3 || best.is_empty() {
            best = found;
        }
    }
    best
}

/// So many lines above a table say what it lists.
const MOST_ABOVE: usize = 12;

/// A part of a run.
#[derive(Debug)]
struct Part {
    line: usize,
    told: Told,
}

/// The parts of a run that tell of trouble, where at least two do so in full, on days of their own.
fn tell(page: Page<'_>, shape: &Shape, run: &[usize]) -> Vec<Start> {
    if !matches!(shape, Shape::Label(_)) && told_of_one(page, run[0]) || is_report(page, shape) {
        return Vec::new();
    }
    // A table of planned work lists days as well.
    let planned = |line| words::Words::new(page.tokens_of(line), 80).any(Meaning::Planned);
    if *shape == Shape::Row && (run[0].saturating_sub(MOST_ABOVE)..run[0]).any(planned) {
        return Vec::new();
    }
    let mut parts: Vec<Part> = Vec::with_capacity(run.len());
    for (at, &line) in run.iter().enumerate() {
        let next = run.get(at + 1).copied().unwrap_or(page.lines.len());
        let lines = line..end(page, shape, line, next);
        parts.push(Part { line, told: telling::told(page, lines, head(page, shape, line)) });
    }
    let told = parts.iter().filter(|part| part.told.is_full()).count();
    // A list may go through the days of a week; headings say more.
    let heading = matches!(shape, Shape::Heading(_));
    let days: BTreeSet<_> =
        parts.iter().filter(|part| part.told.is_full()).filter_map(|part| part.told.day).filter(|day| heading || day.is_exact()).collect();
    let strict = matches!(shape, Shape::Flattened | Shape::Row | Shape::Label(_) | Shape::Number(_) | Shape::Dated | Shape::Item(_));
    let tells = |part: &&Part| {
        let told = &part.told;
        let whole = part.line > 0 || told.is_full();
        whole && !told.planned && !told.nothing && told.day.is_some() && (told.trouble || strict && told.has_time())
    };
    let found: Vec<&Part> = parts.iter().filter(tells).collect();
    let share = if strict && !matches!(shape, Shape::Dated) { found.len() * 3 >= parts.len() * 2 } else { found.len() * 3 >= parts.len() };
    let firm = matches!(shape, Shape::Flattened | Shape::Label(_));
    // A story of one incident goes through the days as well, in sentences: `On 4 May we ...`.
    let headed = || found.iter().filter(|part| telling::day(page, trim_marks(page.tokens_of(part.line)), 1).is_some()).count() >= 2;
    let may_spread = || match shape {
        Shape::Row => false,
        Shape::Paragraph => headed(),
        _ => true,
    };
    let apart = days.len() >= 2 || matches!(shape, Shape::Label(_));
    let spread = || may_spread() && found.len() >= 3 && found.len() * 2 >= parts.len() && telling::are_spread(&days);
    // Each on a day and in a window of its own: no story of one incident is told so.
    let windows = || strict && days.len() == parts.len() && parts.iter().all(|part| part.told.window && part.told.trouble);
    if told < 2 || !apart || told * 2 < found.len() || !share || !firm && !collects(page) && !spread() && !windows() {
        return Vec::new();
    }
    // Planned work stands for itself, so that its words and times are no incident's.
    let cut = |part: &&Part| tells(part) || part.told.planned && part.told.day.is_some();
    parts.iter().filter(cut).map(|part| Start { line: part.line, title: title(page, shape, part.line) }).collect()
}

/// In so many tokens of its head a part has its day.
fn head(page: Page<'_>, shape: &Shape, line: usize) -> usize {
    match shape {
        Shape::Heading(_) | Shape::Wiki(_) | Shape::Title => page.tokens_of(line).len() + BELOW,
        Shape::Label(_) | Shape::Number(_) => page.tokens_of(line).len().min(60) + BELOW_RECORD,
        Shape::Row | Shape::Flattened => 30,
        Shape::Dated | Shape::Item(_) | Shape::Paragraph => OPENING,
    }
}

/// So many tokens below a title are its head.
const BELOW: usize = 16;

/// And so many below the number of a record.
const BELOW_RECORD: usize = 45;

/// Where a part ends that begins in `line`, before the one that opens in line `next`.
fn end(page: Page<'_>, shape: &Shape, line: usize, next: usize) -> usize {
    let ends = |it: &Line| match *shape {
        Shape::Heading(level) => matches!(it.kind, LineKind::Heading(other) if other < level),
        Shape::Wiki(_) | Shape::Label(_) => false,
        Shape::Row | Shape::Flattened => true,
        Shape::Item(_) => it.is_heading() || it.kind == LineKind::Text && it.after_blank,
        Shape::Paragraph => it.after_blank,
        Shape::Number(_) | Shape::Title | Shape::Dated => it.is_marked_heading(),
    };
    let lines: Range<usize> = line + 1..next;
    lines.clone().find(|&at| ends(&page.lines[at])).unwrap_or(lines.end)
}

/// Is the text a report of one incident, with a section for its cause or its timeline that stands once?
fn is_report(page: Page<'_>, shape: &Shape) -> bool {
    let mut count: BTreeMap<usize, (usize, u8)> = BTreeMap::new();
    for it in page.lines {
        let inherited = it.heading.and_then(|above| page.lines[above].section) == it.section;
        if let (LineKind::Heading(level), Some(section)) = (it.kind, it.section)
            && !inherited
            && matches!(section, Section::Cause | Section::Timeline | Section::Resolution | Section::Detection | Section::Impact)
        {
            let seen = count.entry(section as usize).or_insert((0, level));
            seen.0 += 1;
        }
    }
    let deeper = |level: u8| matches!(*shape, Shape::Heading(own) if own < level);
    count.values().any(|&(times, level)| times == 1 && !deeper(level))
}

/// The head of a dated line, to the end of its first sentence at most.
fn first_sentence(page: Page<'_>, line: usize) -> crate::span::Span {
    let head = titles::head_of_item(page, line);
    let tokens = trim_marks(page.tokens_of(line));
    let date = words::date_length(tokens).max(1);
    let ends = |&at: &usize| tokens[at].is('.') && tokens.get(at + 1).is_some_and(|next| next.spaced && next.case != Case::Lower);
    match (date..tokens.len()).find(ends) {
        Some(end) if tokens[end].span().start < head.end => crate::span::Span::new(head.start, tokens[end - 1].span().end),
        _ => head,
    }
}

/// What stands before the first status of such a line.
fn flat_title(page: Page<'_>, line: usize) -> Option<crate::span::Span> {
    let tokens = page.tokens_of(line);
    let status = |token: &Token| words::of_token(token).iter().any(|meaning| matches!(meaning, Meaning::Status(_)));
    let end = (1..tokens.len()).find(|&at| status(&tokens[at]) && words::date_length(&tokens[at + 1..]) >= 5)?;
    Some(crate::span::Span::new(tokens[0].span().start, tokens[end - 1].span().end))
}

fn title(page: Page<'_>, shape: &Shape, line: usize) -> Option<crate::span::Span> {
    match shape {
        Shape::Row => super::records::row_title(page, line),
        Shape::Item(_) | Shape::Dated => Some(first_sentence(page, line)),
        Shape::Flattened => flat_title(page, line),
        Shape::Paragraph => None,
        Shape::Heading(_) | Shape::Wiki(_) | Shape::Label(_) | Shape::Number(_) | Shape::Title => {
            (page.lines[line].span.len() <= 200).then(|| titles::content(page, line))
        }
    }
}
