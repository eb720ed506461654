//! What a part of a text tells: a day of its own, a length or a window, trouble, that it is over, or that nothing was.

use std::collections::BTreeSet;
use std::ops::Range;

use super::Page;
use super::collections::has_day;
use super::words::{self, Meaning, Words};
use crate::tables;
use crate::tokens::{Case, Token, TokenKind};

/// A day, as far as two parts are told apart by it: its number and its month, or the day of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Day(u32, u32);

impl Day {
    /// Is it a day of a month?
    pub(super) fn is_exact(self) -> bool {
        self.0 > 0 && self.1 != WEEKDAY
    }
}

/// What a part tells.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Told {
    /// The day in its head.
    pub(super) day: Option<Day>,
    /// A word for something that failed.
    pub(super) trouble: bool,
    /// Planned work.
    pub(super) planned: bool,
    /// That there was no incident.
    pub(super) nothing: bool,
    /// A window: two clock times joined, near its head.
    pub(super) window: bool,
    over: bool,
    clock: bool,
    length: bool,
}

impl Told {
    /// Does it tell of trouble on a day, and when or that it ended?
    pub(super) fn is_full(&self) -> bool {
        self.day.is_some() && self.trouble && !self.planned && !self.nothing && (self.over || self.has_time())
    }

    /// Is there a clock time or a length in it?
    pub(super) fn has_time(&self) -> bool {
        self.clock || self.length
    }
}

/// So many words of a part are read.
const MOST_READ: usize = 250;

/// What `lines` tell; the day stands among the first `head` tokens.
pub(super) fn told(page: Page<'_>, lines: Range<usize>, head: usize) -> Told {
    let Some(tokens) = lines.end.checked_sub(1).and_then(|last| {
        let (first, last) = (page.lines.get(lines.start)?, page.lines.get(last)?);
        page.tokens.get(first.tokens.start..last.tokens.end)
    }) else {
        return Told::default();
    };
    let mut told = Told { day: day(page, tokens, head), ..Told::default() };
    let words = Words::new(tokens, MOST_READ);
    for from in 0..words.len() {
        for count in 1..=words::LONGEST_PHRASE.min(words.len() - from) {
            for meaning in words.meanings(from, count) {
                match meaning {
                    Meaning::Trouble | Meaning::Noun(_) => told.trouble = true,
                    Meaning::Over => told.over = true,
                    Meaning::Nothing => told.nothing |= from < NOTHING_HEAD,
                    // Planned work is said at the head; further down it may be the cause.
                    Meaning::Planned => told.planned |= from < PLANNED_HEAD,
                    _ => {}
                }
            }
        }
    }
    let read = &tokens[..words.token(words.len().saturating_sub(1)).map_or(tokens.len(), |last| tokens.len().min(last + 8))];
    let mut last_clock: Option<usize> = None;
    for at in 0..read.len() {
        if is_clock(page.text, &read[at..]) {
            told.clock = true;
            told.window |= at < WINDOW_HEAD && last_clock.is_some_and(|last| leads_on(&read[last..at]));
            last_clock = Some(at);
        }
        told.length |= is_length(&read[at..]);
    }
    told
}

/// The window of what a list tells stands among so many tokens of an item.
const WINDOW_HEAD: usize = 30;

/// Do `tokens`, which begin with a clock time, lead on to the next: `09:00-`, `09:00 to`, `das 9h às`?
fn leads_on(tokens: &[Token]) -> bool {
    let parts = |token: &Token| token.ends_line() || matches!(token.symbol, ',' | ';' | '.' | '|' | '(');
    tokens.len() <= LONGEST_JOINT && !tokens.iter().any(parts)
}

/// A clock time and the word or dash that joins it to the next have so many tokens at most.
const LONGEST_JOINT: usize = 5;

/// That there was nothing is said among so many words.
const NOTHING_HEAD: usize = 14;

/// Is there a word for something that failed among `tokens`?
pub(super) fn has_trouble(tokens: &[Token]) -> bool {
    let words = Words::new(tokens, MOST_READ);
    (0..words.len())
        .any(|from| words.longest(from, |meaning| matches!(meaning, Meaning::Trouble | Meaning::Noun(_)).then_some(())).is_some())
}

/// Is there a clock time among `tokens`?
pub(super) fn has_clock(text: &str, tokens: &[Token]) -> bool {
    (0..tokens.len()).any(|at| is_clock(text, &tokens[at..]))
}

/// Planned work is named among so many words.
pub(super) const PLANNED_HEAD: usize = 6;

/// `10:20`, `10h20`, `10h`, `3pm`
fn is_clock(text: &str, tokens: &[Token]) -> bool {
    let number = |at: usize| tokens.get(at).is_some_and(|token| token.kind == TokenKind::Number && token.span().len() <= 2);
    let joined = |at: usize| tokens.get(at).filter(|token| !token.spaced);
    number(0)
        && joined(1).is_some_and(|mark| {
            mark.is(':') && number(2) && joined(2).is_some() || matches!(mark.of(text), "h" | "H" | "am" | "pm" | "AM" | "PM")
        })
        || number(0) && tokens.get(1).is_some_and(|mark| matches!(mark.of(text), "am" | "pm" | "AM" | "PM"))
}

/// A number and a unit of time: `45 minutes`, `half an hour`.
fn is_length(tokens: &[Token]) -> bool {
    let counted = tokens.first().is_some_and(|first| first.kind != TokenKind::Symbol);
    counted && tokens.get(1).is_some_and(|unit| words::is_of(unit, words::UNIT))
}

/// The first day among the first `furthest` tokens.
pub(super) fn day(page: Page<'_>, tokens: &[Token], furthest: usize) -> Option<Day> {
    let days = || (0..furthest.min(tokens.len())).filter_map(|at| day_at(page, tokens, at));
    days().find(|day| day.is_exact()).or_else(|| days().next())
}

/// Are there three days or more, no two of which follow each other?
pub(super) fn are_spread(days: &BTreeSet<Day>) -> bool {
    let exact: Vec<Day> = days.iter().copied().filter(|day| day.is_exact()).collect();
    let mut ordered = exact.clone();
    ordered.sort_unstable_by_key(|day| (day.1, day.0));
    ordered.len() >= 3 && ordered.windows(2).all(|pair| pair[0].1 != pair[1].1 || pair[1].0 >= pair[0].0 + 2)
}

fn day_at(page: Page<'_>, tokens: &[Token], at: usize) -> Option<Day> {
    let rest = &tokens[at..];
    let value = |token: &Token| token.of(page.text).parse::<u32>().ok();
    let first = rest.first()?;
    if first.kind == TokenKind::Number && has_day(rest, 1) {
        return Some(named_day(page, rest));
    }
    let month = words::is_of(first, words::MONTH);
    let opens = month || is_weekday(first);
    if opens && has_day(rest, 1) {
        return Some(named_day(page, rest));
    }
    // `06/05`, `06.05.`
    let short = |token: &&Token| token.kind == TokenKind::Number && token.span().len() <= 2;
    if let (Some(a), Some(mark), Some(b)) = (Some(first).filter(short), rest.get(1), rest.get(2).filter(short))
        && (mark.is('/') || mark.is('.') && first.span().len() == 2 && b.span().len() == 2)
        && !mark.spaced
        && !b.spaced
        && first.spaced | (at == 0 || matches!(tokens[at - 1].symbol, '*' | '(' | '['))
        && let (Some(a), Some(b)) = (value(a), value(b))
        && (1..=31).contains(&a)
        && (1..=31).contains(&b)
        && rest.get(3).is_none_or(|next| next.spaced || next.kind != TokenKind::Number && !next.is('%'))
    {
        return Some(Day(a, b));
    }
    // `the 22nd`, `dia 26`
    if let Some(number) = Some(first).filter(short).and_then(value)
        && (1..=31).contains(&number)
    {
        let ordinal = rest.get(1).is_some_and(|next| !next.spaced && matches!(next.of(page.text), "st" | "nd" | "rd" | "th"));
        // `Dia 3.` counts the days of a story.
        let counts = at == 1 && rest.get(1).is_some_and(|next| next.is('.') || next.is(':'));
        let named = !counts && at.checked_sub(1).is_some_and(|before| tokens[before].of(page.text).eq_ignore_ascii_case("dia"));
        if ordinal || named {
            return Some(Day(number, 0));
        }
    }
    // `October 2021`
    let year = rest.iter().skip(1).take(2).find(|token| token.kind == TokenKind::Number && token.span().len() == 4);
    if month && year.is_some() && (first.case != Case::Lower || rest[1].of(page.text) == "de") {
        return Some(Day(0, letters(page, first)));
    }
    is_weekday(first).then(|| Day(letters(page, first), WEEKDAY))
}

/// Is it a day of the week? The short names mean other things in lower case.
fn is_weekday(token: &Token) -> bool {
    (token.case != Case::Lower || token.span().len() > 4) && words::is_of(token, words::WEEKDAY)
}

/// In place of a month: the day is one of the week.
const WEEKDAY: u32 = u32::MAX;

/// The first three letters, folded, as a number.
fn letters(page: Page<'_>, token: &Token) -> u32 {
    let mut folded = Vec::with_capacity(16);
    tables::fold(token.of(page.text), &mut folded);
    folded.iter().take(3).fold(0, |sum, &byte| sum * 256 + u32::from(byte))
}

/// The day of a date that begins with `tokens`.
fn named_day(page: Page<'_>, tokens: &[Token]) -> Day {
    let date = &tokens[..words::date_length(tokens)];
    let numbers: Vec<&Token> = date.iter().filter(|token| token.kind == TokenKind::Number).collect();
    let value = |token: Option<&&Token>| token.and_then(|token| token.of(page.text).parse().ok()).unwrap_or_default();
    if let Some(month) = date.iter().find(|token| words::is_of(token, words::MONTH)) {
        let day = numbers.iter().find(|token| token.span().len() <= 2);
        return Day(value(day), letters(page, month));
    }
    if numbers.first().is_some_and(|first| first.span().len() == 4) {
        Day(value(numbers.get(2)), value(numbers.get(1)))
    } else {
        Day(value(numbers.first()), value(numbers.get(1)))
    }
}
