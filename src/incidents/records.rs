//! Incidents as records: blocks of the same labels, or the rows of a table, one for each incident.

use super::collections::has_day;
use super::words::{Meaning, Words};
use super::{Page, Start, titles, trim_marks};
use crate::lines::{LineKind, Section};
use crate::sections;
use crate::span::Span;
use crate::tables;
use crate::tokens::{Token, TokenKind};

/// Where the records begin; fewer than two where there are none.
pub(super) fn starts(page: Page<'_>) -> Vec<Start> {
    let found = blocks(page);
    if found.len() >= 2 { found } else { rows(page) }
}

/// The label of a line, folded, and what it tells.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    words: String,
    fact: bool,
}

impl Key {
    /// Does it tell a cause, a beginning, an end or a length?
    pub(super) fn is_fact(&self) -> bool {
        self.fact
    }
}

/// A label has so many tokens at most.
const LONGEST_LABEL: usize = 6;

/// The label that a line begins with, or that a heading of a section is.
pub(super) fn key(page: Page<'_>, line: usize) -> Option<Key> {
    let it = &page.lines[line];
    let tokens = trim_marks(page.tokens_of(line));
    if matches!(it.kind, LineKind::Row | LineKind::Rule | LineKind::Code) {
        return None;
    }
    let label = if it.is_heading() && it.section.is_some() {
        &tokens[..tokens.len().min(LONGEST_LABEL)]
    } else {
        let colon = tokens.iter().take(LONGEST_LABEL).position(|token| token.is(':'))?;
        // The colon of a clock time or of an address is no label's.
        if colon == 0 || tokens.get(colon + 1).is_some_and(|next| !next.spaced && !next.is('*')) {
            return None;
        }
        &tokens[..colon]
    };
    if !label.iter().all(|token| token.kind == TokenKind::Word || matches!(token.symbol, '*' | '_' | '-' | '/' | '(' | ')')) {
        return None;
    }
    let cause = sections::label(tokens).or(it.section.filter(|_| it.is_heading())) == Some(Section::Cause);
    named(page, label, cause)
}

fn named(page: Page<'_>, label: &[Token], cause: bool) -> Option<Key> {
    let words = Words::new(label, LONGEST_LABEL);
    let fact = cause || words.len() > 0 && words.meanings(0, words.len()).contains(&Meaning::Fact);
    (words.len() > 0).then(|| Key { words: folded(page.text, label), fact })
}

/// The words of a label, folded, with a blank between them.
fn folded(text: &str, label: &[Token]) -> String {
    let mut folded = Vec::with_capacity(32);
    for token in label.iter().filter(|token| is_word(token)) {
        if !folded.is_empty() {
            folded.push(b' ');
        }
        tables::fold(token.of(text), &mut folded);
    }
    String::from_utf8(folded).unwrap_or_default()
}

/// A block of labels is this long at most.
const LONGEST_BLOCK: usize = 20;

/// So many blocks below one are compared with it.
const NEIGHBOURS: usize = 4;

/// Blocks that begin with the same label and go on with the same, at least one of which tells a fact.
fn blocks(page: Page<'_>) -> Vec<Start> {
    let opens = |line: usize| page.lines[line].after_blank || line == 0 || page.lines[line - 1].kind == LineKind::Rule;
    let mut found: Vec<(usize, Vec<Key>)> = Vec::new();
    let mut line = 0;
    while line < page.lines.len() {
        if !opens(line) {
            line += 1;
            continue;
        }
        let first = line;
        line += 1;
        while line < page.lines.len() && line < first + LONGEST_BLOCK && !opens(line) {
            line += 1;
        }
        let Some(head) = key(page, first) else { continue };
        let keys: Vec<Key> = std::iter::once(head).chain((first + 1..line).filter_map(|line| key(page, line))).collect();
        if keys.len() >= 3 {
            found.push((first, keys));
        }
    }
    let alike = |a: &[Key], b: &[Key]| {
        let shared: Vec<&Key> = a.iter().filter(|key| b.contains(key)).collect();
        a[0] == b[0] && shared.len() >= 3 && shared.iter().any(|key| key.fact)
    };
    let near = |number: usize| found[number + 1..].iter().take(NEIGHBOURS).any(|(_, keys)| alike(&found[number].1, keys));
    let Some(model) = (0..found.len()).find(|&number| near(number)).map(|number| found[number].1.clone()) else {
        return Vec::new();
    };
    found.retain(|(_, keys)| alike(&model, keys));
    let title = |line: usize| (line..page.lines.len().min(line + 4)).find_map(|line| titles::labelled(page, line, &[Meaning::TitleLabel]));
    found.into_iter().map(|(line, _)| Start { line, title: title(line) }).collect()
}

/// A table with a day and a beginning or length in each row, in a text that is no report of one incident.
fn rows(page: Page<'_>) -> Vec<Start> {
    let reports = |line: usize| {
        let it = &page.lines[line];
        it.is_heading() && matches!(it.section, Some(Section::Cause | Section::Timeline | Section::Resolution | Section::Detection))
    };
    let Some(head) = (0..page.lines.len()).find(|&line| page.lines[line].kind == LineKind::Row) else { return Vec::new() };
    if page.lines[head].section.is_some() || (0..page.lines.len()).any(reports) {
        return Vec::new();
    }
    let facts = cells(page, head).filter_map(|cell| named(page, cell, false)).filter(Key::is_fact).count();
    let below = (head + 1..page.lines.len()).take_while(|&line| matches!(page.lines[line].kind, LineKind::Row | LineKind::Rule));
    let rows: Vec<usize> =
        below.filter(|&line| page.lines[line].kind == LineKind::Row && page.tokens_of(line).iter().any(is_word)).collect();
    let dated = |cell: &[Token]| has_day(cell, 2);
    if facts < 1 || cells(page, head).count() < 3 || rows.len() < 2 || !rows.iter().all(|&line| cells(page, line).take(3).any(dated)) {
        return Vec::new();
    }
    rows.into_iter().map(|line| Start { line, title: row_title(page, line) }).collect()
}

/// The first cell of a row that says something and is no day.
pub(super) fn row_title(page: Page<'_>, line: usize) -> Option<Span> {
    let cell = cells(page, line).find(|cell| !has_day(cell, 2) && cell.iter().any(is_word))?;
    Some(Span::new(cell.first()?.span().start, cell.last()?.span().end))
}

fn is_word(token: &Token) -> bool {
    token.kind == TokenKind::Word
}

/// The cells of a table's row.
fn cells(page: Page<'_>, line: usize) -> impl Iterator<Item = &[Token]> {
    page.tokens_of(line).split(|token| token.is('|')).filter(|cell| !cell.is_empty())
}
