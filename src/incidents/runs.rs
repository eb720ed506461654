//! Runs of parts that open alike (dated paragraphs, numbered records, titles with a time below them), each of which tells
//! of trouble at a time of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::collections::collects;
use super::headed::told_of_one;
use super::telling::{self, Told};
use super::words::{self, Meaning};
use super::{Page, Start, titles, trim_marks};
use crate::layout::{Line, LineKind};
use crate::sections::Section;
use crate::tokens::{Case, Token, TokenKind};

/// How a part opens. Where two runs tell of as much, the one that stands first here is taken.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    /// A heading by its marks, of this level.
    Heading(u8),
    /// A heading between signs of equality, of so many.
    Wiki(u8),
    /// A word and a number: `Message: 1`, `Notice No. 12/2024`.
    Label(String),
    /// A row of a table, between bars or tabs.
    Row,
    /// A title, and behind it in the same line several updates with their status and time.
    Flattened,
    /// A number and a mark: `[1]`, `1)`, `a)`, `7.2`.
    Number(Mark),
    /// A day at the head of a paragraph.
    Dated,
    /// A short line behind an empty one, with text below it.
    Title,
    /// A day at the head of a list's item, which is indented so far.
    Item(usize),
    /// A paragraph that has a day among its first words.
    Paragraph,
}

/// The mark of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    /// `[1]`
    Square,
    /// `1)` or `1.`
    Closed,
    /// `a)`
    Letter,
    /// `7.2`
    Chapter,
}

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

/// The ways in which a line opens a part.
fn shapes(page: Page<'_>, line: usize) -> Vec<Shape> {
    let it = &page.lines[line];
    let mut shapes = Vec::new();
    if let LineKind::Heading(level @ 1..=5) = it.kind {
        // A day and an hour alone head an entry of a timeline.
        if it.section.is_none() && !(page.is_date(line) && super::updates::is_clock(page, line)) {
            shapes.push(Shape::Heading(level));
        }
        return shapes;
    }
    // A label inside a record, as in `Follow-up: ...`, says nothing of the next record.
    let section = it.section.filter(|_| it.heading.is_some_and(|above| page.lines[above].section == it.section));
    let elsewhere = matches!(section, Some(Section::Timeline | Section::Actions | Section::Lessons | Section::Background));
    if elsewhere || matches!(it.kind, LineKind::Rule | LineKind::Code) {
        return shapes;
    }
    let all = page.tokens_of(line);
    if let Some(level) = wiki_level(all) {
        return vec![Shape::Wiki(level)];
    }
    if it.kind == LineKind::Row || it.span.of(page.text).matches('\t').count() >= FEWEST_TABS {
        return vec![Shape::Row];
    }
    let fenced = line > 0 && page.lines[line - 1].kind == LineKind::Rule;
    let opens = it.after_blank || fenced;
    if is_flattened(page, all) {
        shapes.push(Shape::Flattened);
    }
    if let Some(mark) = number(page, line) {
        shapes.push(Shape::Number(mark));
    }
    let tokens = trim_marks(all);
    if opens && let Some(label) = label(page, tokens) {
        shapes.push(Shape::Label(label));
    }
    let day_first = telling::day(page, tokens, 1).is_some();
    // A day and an hour alone stand above an update.
    let stamp = page.is_date(line) && super::updates::is_clock(page, line);
    if it.kind == LineKind::Item {
        if day_first && it.span.len() >= SHORTEST_ITEM {
            shapes.push(Shape::Item(it.indent));
        }
        return shapes;
    }
    let below = page.lines.get(line + 1).is_some_and(|next| next.kind != LineKind::Rule);
    if opens && below && titles::is_title(page, line) && !tokens.last().is_some_and(|last| last.is('?')) {
        shapes.push(Shape::Title);
    }
    // On a page without empty lines a day and a title stand behind the end of a text.
    let closed = line > 0 && page.tokens_of(line - 1).last().is_some_and(|last| matches!(last.symbol, '.' | '!' | '?'));
    let dense = || closed && titles::is_title(page, line) && !super::updates::is_clock(page, line);
    if day_first && !stamp && (opens || dense()) {
        shapes.push(Shape::Dated);
    }
    if opens && it.span.len() >= SHORTEST_PARAGRAPH && !is_dateline(page, tokens) && telling::day(page, tokens, OPENING).is_some() {
        shapes.push(Shape::Paragraph);
    }
    shapes
}

/// So many tabs make a line a row.
const FEWEST_TABS: usize = 3;

/// A dated item is this long at least, in bytes, and a paragraph.
const SHORTEST_ITEM: usize = 30;
const SHORTEST_PARAGRAPH: usize = 60;

/// A paragraph's day stands among so many tokens.
const OPENING: usize = 7;

/// `Lisbon, 4 May (Agency) ...`: where and when news were written.
fn is_dateline(page: Page<'_>, tokens: &[Token]) -> bool {
    (1..OPENING.min(tokens.len())).any(|at| {
        let length = words::date_length(page.text, &tokens[at..]);
        length > 0 && tokens.get(at + length).is_some_and(|next| matches!(next.symbol, '(' | '—' | '–'))
    })
}

/// Do several statuses with a day and an hour behind them stand in the line?
fn is_flattened(page: Page<'_>, tokens: &[Token]) -> bool {
    let stamped = |at: &usize| {
        tokens[*at].case != Case::Lower
            && words::of_token(page.text, &tokens[*at]).iter().any(|meaning| matches!(meaning, Meaning::Status(_)))
            && words::date_length(page.text, &tokens[*at + 1..]) >= 5
    };
    (1..tokens.len()).filter(stamped).take(2).count() == 2
}

/// `== Title ==`
fn wiki_level(tokens: &[Token]) -> Option<u8> {
    let signs = tokens.iter().take_while(|token| token.is('=')).count();
    let closed = tokens.iter().rev().take_while(|token| token.is('=')).count();
    (signs >= 2 && signs == closed && tokens.len() > 2 * signs).then(|| u8::try_from(signs).unwrap_or(u8::MAX))
}

fn number(page: Page<'_>, line: usize) -> Option<Mark> {
    let tokens = page.tokens_of(line);
    let start = tokens.iter().position(|token| !matches!(token.symbol, '*' | '_' | '#'))?;
    let tokens = &tokens[start..];
    let short = |at: usize| tokens.get(at).is_some_and(|token| token.kind == TokenKind::Number && token.span().len() <= 2);
    let is = |at: usize, mark: char| tokens.get(at).is_some_and(|token| token.is(mark) && (at == 0 || !token.spaced));
    let goes_on = |at: usize| tokens.get(at).is_some_and(|token| token.spaced || token.is('*'));
    let letter = || tokens[0].kind == TokenKind::Word && tokens[0].span().len() == 1;
    if is(0, '[') && short(1) && is(2, ']') && goes_on(3) {
        Some(Mark::Square)
    } else if short(0) && (is(1, ')') || is(1, '.')) && goes_on(2) {
        Some(Mark::Closed)
    } else if letter() && is(1, ')') && goes_on(2) {
        Some(Mark::Letter)
    } else if short(0) && is(1, '.') && short(2) && goes_on(3) && tokens[3].kind == TokenKind::Word && tokens[3].case != Case::Lower {
        Some(Mark::Chapter)
    } else {
        None
    }
}

/// The word that stands before a number at the head of a short line: `Message: 1`, `Ref: AB-12`.
fn label(page: Page<'_>, tokens: &[Token]) -> Option<String> {
    let first = tokens.first().filter(|first| first.kind == TokenKind::Word && first.case != Case::Lower)?;
    let meanings = words::of_token(page.text, first);
    if meanings.iter().any(|meaning| matches!(meaning, Meaning::Month | Meaning::DateWord | Meaning::Status(_)))
        || tokens.len() > LONGEST_LABEL
    {
        return None;
    }
    let numbered =
        tokens.iter().skip(1).take(6).take_while(|token| !token.is('.') || !token.spaced).any(|token| token.kind == TokenKind::Number);
    let marked = tokens.get(1).is_some_and(|next| {
        next.kind == TokenKind::Number
            || matches!(next.symbol, ':' | '#' | '-')
            || matches!(next.of(page.text), "No" | "Nº" | "N" | "n" | "nº")
    });
    (numbered && marked).then(|| first.of(page.text).to_lowercase())
}

/// A line that is such a label has so many tokens at most.
const LONGEST_LABEL: usize = 10;

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
    let planned = |line| words::Words::new(page.text, page.tokens_of(line), 80).any(Meaning::Planned);
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
    if told < 2 || !apart || told * 2 < found.len() || !share || !firm && !collects(page) && !spread() {
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
    let date = words::date_length(page.text, tokens).max(1);
    let ends = |&at: &usize| tokens[at].is('.') && tokens.get(at + 1).is_some_and(|next| next.spaced && next.case != Case::Lower);
    match (date..tokens.len()).find(ends) {
        Some(end) if tokens[end].span().start < head.end => crate::span::Span::new(head.start, tokens[end - 1].span().end),
        _ => head,
    }
}

/// What stands before the first status of such a line.
fn flat_title(page: Page<'_>, line: usize) -> Option<crate::span::Span> {
    let tokens = page.tokens_of(line);
    let status = |token: &Token| words::of_token(page.text, token).iter().any(|meaning| matches!(meaning, Meaning::Status(_)));
    let end = (1..tokens.len()).find(|&at| status(&tokens[at]) && words::date_length(page.text, &tokens[at + 1..]) >= 5)?;
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
