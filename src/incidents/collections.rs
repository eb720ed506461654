//! Texts that say they collect incidents, or how many they have, with a day, a ticket or a number at the head of each.

use super::words::{self, Meaning, Strength, Words};
use super::{Page, Start, announced, titles, trim_marks, updates};
use crate::lines::{LineKind, Section};
use crate::tokens::{Case, Token, TokenKind};

/// A text that says it collects incidents, or how many it has, with a date, a ticket or a number at the head of each.
pub(super) fn starts(page: Page<'_>) -> Vec<Start> {
    let collects = (0..page.lines.len().min(4)).any(|line| {
        let it = &page.lines[line];
        let subject = || titles::labelled(page, line, &[Meaning::TitleLabel, Meaning::SubjectLabel]).is_some();
        (it.is_heading() || line == 0 || it.kind == LineKind::Meta || subject()) && names_several(page, line)
    });
    let announced = announced::announcement(page, &[Strength::Strong, Strength::Weak]).map(|(_, count)| count);
    if !collects && announced.is_none() {
        return Vec::new();
    }
    let days = if collects { days(page) } else { Vec::new() };
    if days.len() >= 2 {
        return days;
    }
    for opens in [is_dated, is_ticket, is_numbered] {
        let found = of_one_kind(page, opens);
        // A text that only says how many there are has to keep its word.
        if found.len() >= 2 && (collects || announced == Some(found.len())) {
            return found;
        }
    }
    if !collects {
        return Vec::new();
    }
    let items = dated_items(page);
    if items.len() >= 2 { items } else { dated_paragraphs(page) }
}

/// Does the text say near its top that it tells of several incidents?
pub(super) fn collects(page: Page<'_>) -> bool {
    let several = |line: usize| {
        let words = Words::new(page.tokens_of(line), 80);
        words.any(Meaning::Several) || page.lines[line].span.len() <= LONGEST_TITLE && words.any(Meaning::Plural)
    };
    let top = page.lines.len().min(LOOK);
    (0..top).any(|line| names_several(page, line) || several(line))
        || announced::announcement(page, &[Strength::Strong, Strength::Weak]).is_some()
}

/// A title is this long at most.
const LONGEST_TITLE: usize = 110;

/// A text says so in its first lines.
const LOOK: usize = 14;

/// Paragraphs that begin with a day and a mark behind it: `April 4: ...`
fn dated_paragraphs(page: Page<'_>) -> Vec<Start> {
    let opens = |&line: &usize| {
        let it = &page.lines[line];
        let tokens = page.tokens_of(line);
        let marks = |&at: &usize| {
            let next = tokens.get(at + 1).is_some_and(|next| next.spaced);
            next && (tokens[at].is(':') || matches!(tokens[at].symbol, '-' | '–' | '—') && tokens[at].spaced)
        };
        let head = (1..tokens.len().min(10)).find(marks).map(|at| &tokens[..at]);
        let dated = head.is_some_and(|head| words::date_length(head) == head.len() && has_day(head, 1));
        it.kind == LineKind::Text && it.after_blank && it.section.is_none() && dated
    };
    (1..page.lines.len()).filter(opens).map(|line| Start { line, title: Some(titles::head_of_item(page, line)) }).collect()
}

/// Days alone on their lines, each with a title and a text below it.
fn days(page: Page<'_>) -> Vec<Start> {
    let mut starts = Vec::new();
    for line in 1..page.lines.len().saturating_sub(2) {
        let heads = page.is_date(line) && !updates::is_clock(page, line) && page.lines[line].after_blank;
        if !heads || matches!(page.lines[line].section, Some(Section::Timeline | Section::Actions)) {
            continue;
        }
        if !titles::is_title(page, line + 1) || page.lines[line + 2].kind == LineKind::Item {
            return Vec::new();
        }
        starts.push(Start { line, title: Some(titles::content(page, line + 1)) });
    }
    starts
}

/// Does a title name several incidents: by a phrase, or by a noun in the plural beside a month, a week or a quarter?
fn names_several(page: Page<'_>, line: usize) -> bool {
    let tokens = page.tokens_of(line);
    let words = Words::new(tokens, 16);
    let plural =
        |token: &Token| token.of(page.text).ends_with(['s', 'S']) && words::of_token(token).contains(&Meaning::Noun(Strength::Strong));
    let period = |token: &Token| {
        let meanings = words::of_token(token);
        meanings.iter().any(|meaning| matches!(meaning, Meaning::Month | Meaning::Period))
    };
    words.any(Meaning::Collection)
        || words.any(Meaning::History)
        || tokens.iter().take(40).any(plural) && tokens.iter().take(40).any(period)
}

/// `06/05`, as a day and its month.
fn day_and_month(tokens: &[Token]) -> bool {
    let short = |at: usize| tokens.get(at).is_some_and(|token| token.kind == TokenKind::Number && token.span().len() == 2);
    short(0)
        && tokens.get(1).is_some_and(|slash| slash.is('/') && !slash.spaced)
        && short(2)
        && tokens.get(3).is_some_and(|next| next.spaced)
}

/// A list of which every item begins with a day and tells of it.
fn dated_items(page: Page<'_>) -> Vec<Start> {
    let is_item = |line: usize| page.lines[line].kind == LineKind::Item && page.lines[line].section != Some(Section::Timeline);
    let Some(first) = (1..page.lines.len()).find(|&line| is_item(line)) else { return Vec::new() };
    let indent = page.lines[first].indent;
    let items: Vec<usize> = (first..page.lines.len())
        .take_while(|&line| !page.lines[line].is_heading())
        .filter(|&line| is_item(line) && page.lines[line].indent == indent)
        .collect();
    let tells = |&line: &usize| {
        let tokens = trim_marks(page.tokens_of(line));
        (has_day(tokens, 1) || day_and_month(tokens)) && page.lines[line].span.len() > 40
    };
    if items.len() < 2 || !items.iter().all(tells) {
        return Vec::new();
    }
    items.into_iter().map(|line| Start { line, title: Some(titles::head_of_item(page, line)) }).collect()
}

/// The lines that `opens` accepts, if all of them are headings of one level, or all are none.
fn of_one_kind(page: Page<'_>, opens: fn(Page<'_>, usize) -> bool) -> Vec<Start> {
    let mut found: Vec<(Option<u8>, Start)> = Vec::new();
    for line in 1..page.lines.len().saturating_sub(1) {
        let it = &page.lines[line];
        let level = if let LineKind::Heading(level @ 1..=5) = it.kind { Some(level) } else { None };
        let own = page.tokens_of(line);
        let closed = page.tokens_of(line - 1).last().is_some_and(|last| matches!(last.symbol, '.' | '!' | '?' | ')' | ':'));
        let short = it.span.len() <= 120 && !own.last().is_some_and(|last| matches!(last.symbol, '.' | ';' | ','));
        let stands_alone = level.is_some() || short && (it.after_blank || it.is_heading() || closed);
        // An incident has a text of its own below its head.
        let has_text = !page.lines[line + 1].is_heading() || page.lines[line + 1].section.is_some();
        let elsewhere = matches!(it.section, Some(Section::Timeline | Section::Actions | Section::Lessons | Section::Background));
        if stands_alone && has_text && !elsewhere && opens(page, line) {
            found.push((level, Start { line, title: Some(titles::content(page, line)) }));
        }
    }
    let Some(&(level, _)) = found.first() else { return Vec::new() };
    if found.iter().all(|&(other, _)| other == level) { found.into_iter().map(|(_, start)| start).collect() } else { Vec::new() }
}

/// So many tokens of a heading are searched for a date.
const LONGEST_HEAD: usize = 60;

/// A date at the start of the line, or anywhere in a heading.
pub(super) fn is_dated(page: Page<'_>, line: usize) -> bool {
    let tokens = trim_marks(page.tokens_of(line));
    let tokens = &tokens[..tokens.len().min(LONGEST_HEAD)];
    if page.lines[line].kind == LineKind::Item {
        return false;
    }
    let heading = matches!(page.lines[line].kind, LineKind::Heading(1..=5));
    // `Incident on 4 March`
    let named = page.lines[line].is_heading()
        && tokens.first().is_some_and(|first| words::of_token(first).contains(&Meaning::Noun(Strength::Strong)));
    let furthest = if heading { tokens.len() } else { 1 + 3 * usize::from(named) };
    if !heading && !named && !reads_like_a_head(page, line, tokens) {
        return false;
    }
    has_day(tokens, furthest)
}

/// Is there a day among the first `furthest` tokens, and not the hour of a timeline's entry?
pub(super) fn has_day(tokens: &[Token], furthest: usize) -> bool {
    // No day is without a number, and few lines have one.
    if !tokens.iter().any(|token| token.kind == TokenKind::Number) {
        return false;
    }
    (0..furthest.min(tokens.len())).any(|at| {
        let length = words::date_length(&tokens[at..]);
        if length == 0 {
            return false;
        }
        let date = &tokens[at..at + length];
        let named = date.iter().any(|token| words::is_of(token, words::MONTH));
        let numbers = date.iter().filter(|token| token.kind == TokenKind::Number).count();
        // A clock time alone is an entry of a timeline, a month and a year alone a period.
        let day = date.iter().any(|token| token.kind == TokenKind::Number && token.span().len() <= 2);
        day && (named || numbers >= 3)
            && !date.first().is_some_and(|first| date.get(1).is_some_and(|next| next.is(':')) && first.kind == TokenKind::Number)
    })
}

/// A date with a few words beside it, not a sentence that begins with one (`On March 3 we ...`).
fn reads_like_a_head(page: Page<'_>, line: usize, tokens: &[Token]) -> bool {
    let opens = tokens.first().is_some_and(|first| {
        first.kind == TokenKind::Number || first.case != Case::Lower && words::of_token(first).contains(&Meaning::Month)
    });
    let beside = tokens[words::date_length(tokens)..].iter().filter(|token| token.kind == TokenKind::Word).count();
    let goes_on = page.tokens_of(line + 1).first().is_some_and(|next| next.kind == TokenKind::Word && next.case == Case::Lower);
    opens && beside <= 12 && !goes_on
}

/// A ticket such as `INC-1042` among the first tokens of a line that is no list item.
pub(super) fn is_ticket(page: Page<'_>, line: usize) -> bool {
    let tokens = trim_marks(page.tokens_of(line));
    page.lines[line].kind != LineKind::Item
        && tokens.windows(3).take(10).any(|part| {
            part[0].case == Case::Upper
                && part[1].is('-')
                && !part[1].spaced
                && part[2].kind == TokenKind::Number
                && !part[2].spaced
                && part[2].span().len() >= 2
        })
}

/// `1. Title` or `1) Title` with text below it.
fn is_numbered(page: Page<'_>, line: usize) -> bool {
    let tokens = trim_marks(page.tokens_of(line));
    let numbered = tokens.len() > 3
        && tokens[0].kind == TokenKind::Number
        && tokens[0].span().len() <= 2
        && (tokens[1].is('.') || tokens[1].is(')'))
        && tokens[2].spaced;
    numbered && page.lines[line].kind == LineKind::Item && page.lines[line].after_blank && page.lines[line + 1].kind == LineKind::Text
}
