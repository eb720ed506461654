//! Reports that tell of several incidents one after the other, each under a heading or front matter of its own.

use std::collections::BTreeSet;

use super::words::{self, Meaning, Strength, Words};
use super::{Page, Start, collections, headed, records, titles, trim_marks, updates};
use crate::lines::{LineKind, Section};
use crate::tokens::TokenKind;

/// Where the incidents of such a report begin; fewer than two where it is none.
///
/// On a page of status updates, dates and numbers at the head of lines belong to the updates.
pub(super) fn starts(page: Page<'_>, has_updates: bool) -> Vec<Start> {
    let found = settings(page);
    if found.len() >= 2 || has_updates {
        return found;
    }
    for find in [numbered, collections::starts, past, headed::starts, records::starts] {
        let found = find(page);
        if found.len() >= 2 {
            return found;
        }
    }
    Vec::new()
}

/// A block of settings is this long at most.
const LONGEST_BLOCK: usize = 15;

/// Several blocks of settings (`title: ...`, `date: ...`), one above each incident.
fn settings(page: Page<'_>) -> Vec<Start> {
    let mut starts = Vec::new();
    for line in 0..page.lines.len() {
        let it = &page.lines[line];
        let fenced = line > 0 && page.lines[line - 1].kind == LineKind::Rule;
        if it.kind == LineKind::Code || !(it.after_blank || fenced) {
            continue;
        }
        let Some(title) = titles::labelled(page, line, &[Meaning::TitleLabel]) else { continue };
        let dated = (line + 1..page.lines.len().min(line + LONGEST_BLOCK))
            .take_while(|&below| !page.lines[below].after_blank)
            .any(|below| is_dated_setting(page, below));
        if dated {
            starts.push(Start { line: if fenced { line - 1 } else { line }, title: Some(title) });
        }
    }
    starts
}

/// `name: 2024-01-02 ...`
fn is_dated_setting(page: Page<'_>, line: usize) -> bool {
    let tokens = page.tokens_of(line);
    let Some(at) = tokens.iter().take(3).position(|token| token.is(':') || token.is('=')) else { return false };
    let value = trim_marks(&tokens[at + 1..]);
    let value = if value.first().is_some_and(|token| token.is('"')) { &value[1..] } else { value };
    at > 0 && words::date_length(value) >= 5
}

/// The name that a heading gives its incident: a noun with a number, letter or ordinal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Number {
    Of(u32),
    Letter(char),
}

/// Headings that number incidents: `Incident 1: ...`, `Ocorrência A — ...`, `Second outage`.
fn numbered(page: Page<'_>) -> Vec<Start> {
    let mut found: Vec<(Number, Start)> = Vec::new();
    let mut seen = BTreeSet::new();
    for line in 0..page.lines.len() {
        let it = &page.lines[line];
        let closed = line.checked_sub(1).is_some_and(|above| page.tokens_of(above).last().is_some_and(|last| last.is('.')));
        let opens = it.is_heading() || it.kind == LineKind::Text && (it.after_blank || closed || it.span.len() <= 100);
        if !opens || it.section == Some(Section::Timeline) {
            continue;
        }
        if let Some(number) = number(page, line) {
            if !seen.insert(number) {
                // Told again further down: a summary, and then the details.
                continue;
            }
            found.push((number, Start { line, title: titles::is_title(page, line).then(|| titles::content(page, line)) }));
        }
    }
    let ordered = found.windows(2).all(|pair| match (pair[0].0, pair[1].0) {
        (Number::Of(a), Number::Of(b)) => a < b || a > 20 && b > 20,
        (Number::Letter(a), Number::Letter(b)) => a < b,
        _ => false,
    });
    // A list with the newest on top, where headings say so.
    let headings = found.iter().all(|(_, start)| page.lines[start.line].is_marked_heading());
    let backwards = headings && found.windows(2).all(|pair| matches!((pair[0].0, pair[1].0), (Number::Of(a), Number::Of(b)) if a > b));
    if ordered || backwards { found.into_iter().map(|(_, start)| start).collect() } else { Vec::new() }
}

fn number(page: Page<'_>, line: usize) -> Option<Number> {
    let tokens = trim_marks(page.tokens_of(line));
    let noun = |at: usize| tokens.get(at).is_some_and(|token| words::of_token(token).contains(&Meaning::Noun(Strength::Strong)));
    let ordinal = |at: usize| {
        words::of_token(tokens.get(at)?)
            .iter()
            .find_map(|meaning| if let Meaning::Ordinal(number) = meaning { Some(*number) } else { None })
    };
    if noun(0) {
        let mut at = 1;
        while tokens.get(at).is_some_and(|token| matches!(token.symbol, '#' | 'º' | '°' | 'ª'))
            || tokens.get(at).is_some_and(|token| token.of(page.text).eq_ignore_ascii_case("n")) && tokens.len() > at + 1
        {
            at += 1;
        }
        let it = tokens.get(at)?;
        // `Incident 12/2024`
        let yearly = tokens.get(at + 1).is_some_and(|slash| slash.is('/') && !slash.spaced)
            && tokens.get(at + 2).is_some_and(|year| year.kind == TokenKind::Number && year.span().len() == 4);
        let next = tokens.get(if yearly { at + 3 } else { at + 1 });
        // `Incident 2024-03-01` is a date, `Incident 12 hours long` a length.
        let ends = next.is_none_or(|next| matches!(next.symbol, ':' | '–' | '—' | ')' | '.' | '|' | '*') || next.is('-') && next.spaced);
        if !ends {
            return None;
        }
        return match it.kind {
            TokenKind::Number => it.of(page.text).parse().ok().map(Number::Of),
            TokenKind::Word if it.span().len() == 1 => {
                it.of(page.text).chars().next().map(|letter| Number::Letter(letter.to_ascii_uppercase()))
            }
            _ => None,
        };
    }
    // `First incident`, `The second outage: ...` as a heading.
    let from = usize::from(tokens.first().is_some_and(|token| matches!(token.of(page.text), "The" | "the" | "O" | "A" | "THE")));
    let number = ordinal(from)?;
    (noun(from + 1) && page.lines[line].is_heading()).then_some(Number::Of(u32::from(number)))
}

/// A list of past incidents without updates: title, last message, and the time of each (`Mar 3, 10:00 - 11:20 UTC`).
fn past(page: Page<'_>) -> Vec<Start> {
    let count = page.lines.len();
    let listed = |line: usize| updates::is_month(page, line) || Words::new(page.tokens_of(line), 8).any(Meaning::History);
    let Some(head) = (0..count).find(|&line| listed(line)) else { return Vec::new() };
    let mut starts = Vec::new();
    let mut line = head + 1;
    while line < count {
        if listed(line) || updates::is_chrome(page, line) || page.is_date(line) && !updates::is_clock(page, line) {
            line += 1;
            continue;
        }
        // A title, some lines of text, and the time that closes the entry; anything else is no such list.
        let Some(time) = (line + 1..count.min(line + 12)).find(|&line| page.is_date(line) && updates::is_clock(page, line)) else { break };
        if !titles::is_title(page, line) || time < line + 2 {
            return Vec::new();
        }
        starts.push(Start { line, title: Some(titles::content(page, line)) });
        line = time + 1;
    }
    starts
}
