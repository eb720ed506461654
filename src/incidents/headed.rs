//! Reports one below the other, each under a heading of the same level that is dated, has a ticket, or names an incident,
//! or under which a cause or a length of its own is told.

use std::collections::{BTreeMap, BTreeSet};

use super::collections::{has_day, is_ticket};
use super::records::{self, Key};
use super::words::{self, Meaning, Strength, Words};
use super::{Page, Start, Status, announced, titles, trim_marks};
use crate::lines::LineKind;
use crate::tokens::{Token, TokenKind};

/// Where the reports begin; fewer than two where there are none.
pub(super) fn starts(page: Page<'_>) -> Vec<Start> {
    for find in [by_head, by_facts, by_count] {
        let found = find(page);
        if found.len() >= 2 {
            return found;
        }
    }
    Vec::new()
}

/// The level of a heading by its marks that opens no section of a report.
fn level(page: Page<'_>, line: usize) -> Option<u8> {
    let it = &page.lines[line];
    if let LineKind::Heading(level @ 1..=5) = it.kind { Some(level).filter(|_| it.section.is_none()) } else { None }
}

/// Does a line open a report?
type Opens = fn(Page<'_>, usize) -> bool;

/// Headings of one level, all of which that open no section say that they head an incident.
fn by_head(page: Page<'_>) -> Vec<Start> {
    let all: [Opens; 3] = [has_day_and_title, is_ticket, is_named];
    for (number, heads) in all.into_iter().enumerate() {
        // A heading that says it heads an incident opens no section, whatever else it names.
        let anywhere = number == 2;
        let mut found: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
        let mut others: BTreeMap<u8, usize> = BTreeMap::new();
        for line in 0..page.lines.len() {
            let LineKind::Heading(level @ 1..=5) = page.lines[line].kind else { continue };
            let own = page.lines[line].section.is_none();
            if (own || anywhere) && heads(page, line) {
                found.entry(level).or_default().push(line);
            } else if own {
                *others.entry(level).or_default() += 1;
            }
        }
        for (level, lines) in found {
            // A heading for the introduction and one for the end may stand beside them.
            let others = others.get(&level).copied().unwrap_or_default();
            if lines.len() >= 2 && others <= 2 && !told_of_one(page, lines[0]) {
                return lines.into_iter().map(|line| start(page, line)).collect();
            }
        }
    }
    Vec::new()
}

fn start(page: Page<'_>, line: usize) -> Start {
    Start { line, title: Some(titles::content(page, line)) }
}

/// Does a heading above `line` name one incident: `Postmortem of ...`, `Outage on ...`?
pub(super) fn told_of_one(page: Page<'_>, line: usize) -> bool {
    (0..line).filter(|&above| page.lines[above].is_heading()).any(|above| {
        if Words::new(page.tokens_of(above), 16).any(Meaning::Collection) {
            return false;
        }
        page.tokens_of(above).iter().take(24).any(|token| {
            let one = !token.of(page.text).ends_with(['s', 'S']);
            one && words::of_token(token)
                .iter()
                .any(|meaning| matches!(meaning, Meaning::Noun(Strength::Strong) | Meaning::Status(Status::Postmortem)))
        })
    })
}

/// A day, no clock time, and a word that belongs to no date.
fn has_day_and_title(page: Page<'_>, line: usize) -> bool {
    let tokens = trim_marks(page.tokens_of(line));
    let tokens = &tokens[..tokens.len().min(40)];
    let dated = |token: &Token| {
        let meanings = words::of_token(token);
        meanings.iter().any(|meaning| matches!(meaning, Meaning::Month | Meaning::DateWord))
    };
    has_day(tokens, tokens.len())
        && !super::updates::is_clock(page, line)
        && tokens.iter().any(|token| token.kind == TokenKind::Word && token.span().len() > 2 && !dated(token))
}

/// `Incident: ...`, `Postmortem - ...`
fn is_named(page: Page<'_>, line: usize) -> bool {
    let tokens = trim_marks(page.tokens_of(line));
    let named = tokens.first().is_some_and(|token| {
        let meanings = words::of_token(token);
        meanings.iter().any(|meaning| matches!(meaning, Meaning::Noun(Strength::Strong) | Meaning::Status(Status::Postmortem)))
    });
    let parted = tokens.get(1).is_some_and(|mark| mark.is(':') || matches!(mark.symbol, '-' | '–' | '—') && mark.spaced);
    named && parted && tokens.get(2..).is_some_and(|rest| rest.iter().any(|token| token.kind == TokenKind::Word))
}

/// A part of the text under a heading of its own: the heading, the facts told below it, and whether a time is.
#[derive(Debug, Clone)]
struct Part {
    line: usize,
    keys: BTreeSet<Key>,
    dated: bool,
}

/// Headings of one level, each with a time and the same fact told anew below it: a cause, a beginning, a length.
fn by_facts(page: Page<'_>) -> Vec<Start> {
    let mut parts: BTreeMap<u8, Vec<Part>> = BTreeMap::new();
    let mut open: Vec<u8> = Vec::new();
    for line in 0..page.lines.len() {
        if let LineKind::Heading(own) = page.lines[line].kind {
            open.retain(|&level| level < own);
            if let Some(level) = level(page, line) {
                parts.entry(level).or_default().push(Part { line, keys: BTreeSet::new(), dated: is_timed(page, line) });
                open.push(level);
                continue;
            }
        }
        if open.is_empty() {
            continue;
        }
        let key = records::key(page, line).filter(Key::is_fact);
        let undated = |level: &u8| parts.get(level).and_then(|parts| parts.last()).is_some_and(|part| !part.dated);
        let dated = open.iter().any(undated) && is_timed(page, line);
        for level in &open {
            if let Some(part) = parts.get_mut(level).and_then(|parts| parts.last_mut()) {
                part.keys.extend(key.clone());
                part.dated |= dated;
            }
        }
    }
    for parts in parts.into_values() {
        let mut count: BTreeMap<&Key, usize> = BTreeMap::new();
        for key in parts.iter().filter(|part| part.dated).flat_map(|part| &part.keys) {
            *count.entry(key).or_default() += 1;
        }
        let shared = |key: &Key| count.get(key).is_some_and(|&parts| parts >= 2);
        let told: Vec<&Part> = parts.iter().filter(|part| part.dated && part.keys.iter().any(shared)).collect();
        if told.len() >= 2 && told.len() + 2 >= parts.len() && !told_of_one(page, told[0].line) {
            return told.into_iter().map(|part| start(page, part.line)).collect();
        }
    }
    Vec::new()
}

/// As many headings of one level as the text says that it has incidents, each with a time below it.
fn by_count(page: Page<'_>) -> Vec<Start> {
    let Some((told, count)) = announced::announcement(page, &[Strength::Strong]) else { return Vec::new() };
    for wanted in 1..=5 {
        let heads: Vec<usize> = (told + 1..page.lines.len()).filter(|&line| level(page, line) == Some(wanted)).collect();
        let until = |at: usize| heads.get(at + 1).copied().unwrap_or(page.lines.len());
        let timed = |at: usize| (heads[at]..until(at)).any(|line| is_timed(page, line) || has_clock(page, line));
        if heads.len() == count && (0..count).all(timed) {
            return heads.into_iter().map(|line| start(page, line)).collect();
        }
    }
    Vec::new()
}

/// Is a clock time written as a number with `h` in the line?
fn has_clock(page: Page<'_>, line: usize) -> bool {
    let tokens = page.tokens_of(line);
    tokens
        .windows(2)
        .any(|pair| pair[0].kind == TokenKind::Number && !pair[1].spaced && matches!(pair[1].of(page.text), "h" | "H" | "am" | "pm"))
}

/// Is a day or a clock time near the beginning of the line?
fn is_timed(page: Page<'_>, line: usize) -> bool {
    let tokens = page.tokens_of(line);
    has_day(&tokens[..tokens.len().min(60)], 20) || super::updates::is_clock(page, line)
}
