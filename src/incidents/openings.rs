//! How the parts of a text open: headings, labels and numbers, days, rows of a table.

use super::words::{self, Meaning};
use super::{Page, telling, titles, trim_marks};
use crate::lines::{LineKind, Section};
use crate::tokens::{Case, Token, TokenKind};

/// How a part opens. Where two runs tell of as much, the one that stands first here is taken.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shape {
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
pub(super) enum Mark {
    /// `[1]`
    Square,
    /// `1)` or `1.`
    Closed,
    /// `a)`
    Letter,
    /// `7.2`
    Chapter,
}

/// The ways in which a line opens a part.
pub(super) fn shapes(page: Page<'_>, line: usize) -> Vec<Shape> {
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
    if is_flattened(all) {
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
    if opens && it.span.len() >= SHORTEST_PARAGRAPH && !is_dateline(tokens) && telling::day(page, tokens, OPENING).is_some() {
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
pub(super) const OPENING: usize = 7;

/// `Lisbon, 4 May (Agency) ...`: where and when news were written.
fn is_dateline(tokens: &[Token]) -> bool {
    (1..OPENING.min(tokens.len())).any(|at| {
        let length = words::date_length(&tokens[at..]);
        length > 0 && tokens.get(at + length).is_some_and(|next| matches!(next.symbol, '(' | '—' | '–'))
    })
}

/// Do several statuses with a day and an hour behind them stand in the line?
fn is_flattened(tokens: &[Token]) -> bool {
    let stamped = |at: &usize| {
        tokens[*at].case != Case::Lower && words::is_of(&tokens[*at], words::STATUS) && words::date_length(&tokens[*at + 1..]) >= 5
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
    let meanings = words::of_token(first);
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
