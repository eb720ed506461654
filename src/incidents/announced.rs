//! Reports that announce how many incidents they tell of, or count them off in their paragraphs.

use super::words::{self, Meaning, Strength, Words};
use super::{Page, Start, titles, trim_marks};
use crate::lines::{LineKind, Section};
use crate::span::Span;
use crate::tokens::{Token, TokenKind};

/// Where the incidents of such a report begin; fewer than two where it is none.
pub(super) fn starts(page: Page<'_>) -> Vec<Start> {
    let counted = counted_off(page);
    if counted.len() >= 2 {
        return counted;
    }
    if let Some((line, count)) = announcement(page, &[Strength::Strong, Strength::Weak]) {
        let listed = listed(page, line, count);
        if listed.len() == count {
            return listed;
        }
    }
    another(page)
}

/// The announcement stands near the top.
const LOOK: usize = 30;

/// The line that announces several incidents (`four separate incidents`) by a noun of one of `strengths`, and how many.
pub(super) fn announcement(page: Page<'_>, strengths: &[Strength]) -> Option<(usize, usize)> {
    for line in 0..page.lines.len().min(LOOK) {
        let tokens = page.tokens_of(line);
        for at in 0..tokens.len() {
            let Some(count) = count(page.text, tokens, at) else { continue };
            let mut next = at + 1;
            while tokens.get(next).is_some_and(|token| words::of_token(token).contains(&Meaning::Joint)) {
                next += 1;
            }
            if tokens.get(next).is_some_and(|token| strengths.iter().any(|&noun| words::of_token(token).contains(&Meaning::Noun(noun)))) {
                return Some((line, count));
            }
        }
    }
    None
}

/// The count that stands at `at`, in digits or as a word.
fn count(text: &str, tokens: &[Token], at: usize) -> Option<usize> {
    let token = tokens.get(at)?;
    if token.kind == TokenKind::Number {
        let next = tokens.get(at + 1);
        if !token.spaced || next.is_some_and(|next| !next.spaced) {
            return None;
        }
        return token.of(text).parse().ok().filter(|count| (2..=20).contains(count));
    }
    if !words::is_of(token, words::COUNT) {
        return None;
    }
    words::of_token(token).iter().find_map(|meaning| if let Meaning::Count(count) = meaning { Some(usize::from(*count)) } else { None })
}

/// The first list below the announcement with as many items, each of which begins with a date or a name in bold.
fn listed(page: Page<'_>, line: usize, count: usize) -> Vec<Start> {
    let mut items = Vec::new();
    for at in line + 1..page.lines.len().min(line + LOOK) {
        let it = &page.lines[at];
        if it.kind != LineKind::Item || it.section == Some(Section::Timeline) {
            if items.len() == count {
                break;
            }
            if it.after_blank || it.is_heading() {
                items.clear();
            }
            continue;
        }
        let tokens = page.tokens_of(at);
        let content = trim_marks(tokens);
        let bold = tokens.iter().zip(tokens.iter().skip(1)).take(3).any(|(a, b)| a.is('*') && b.is('*') && !b.spaced);
        let dated = words::date_length(content);
        if bold || dated >= 2 && !content[..dated].iter().any(|token| token.is(':')) {
            let end = content.iter().position(|token| token.is('*') || token.is(':')).unwrap_or(content.len());
            let title =
                content.first().zip(content.get(end.wrapping_sub(1))).map(|(first, last)| Span::new(first.span().start, last.span().end));
            items.push(Start { line: at, title });
        }
    }
    items
}

/// Paragraphs of news that go on to another incident: `In a separate incident, ...`, with a time of their own.
fn another(page: Page<'_>) -> Vec<Start> {
    if page.lines.iter().any(|line| line.section.is_some()) {
        return Vec::new();
    }
    let mut starts = vec![Start { line: 0, title: None }];
    for line in 1..page.lines.len() {
        let it = &page.lines[line];
        let tokens = page.tokens_of(line);
        let closed = page.tokens_of(line - 1).last().is_some_and(|last| matches!(last.symbol, '.' | '!' | '?' | '"' | '”'));
        let dated = || {
            tokens.iter().any(|token| {
                words::of_token(token).contains(&Meaning::DateWord) && token.case != crate::tokens::Case::Lower
                    || token.kind == TokenKind::Number
            })
        };
        if it.kind == LineKind::Text
            && (it.after_blank || closed)
            && it.span.len() >= SHORTEST_STORY
            && Words::new(tokens, 6).any(Meaning::Another)
            && dated()
        {
            starts.push(Start { line, title: None });
        }
    }
    starts
}

/// What tells of another incident takes so many bytes at least.
const SHORTEST_STORY: usize = 80;

/// Paragraphs that count incidents off: `The first degradation was ...`, `The second degradation ...`.
fn counted_off(page: Page<'_>) -> Vec<Start> {
    let mut starts: Vec<Start> = Vec::new();
    for line in 0..page.lines.len() {
        let it = &page.lines[line];
        if !it.after_blank || it.kind != LineKind::Text {
            continue;
        }
        let words = Words::new(page.tokens_of(line), 5);
        let next = u8::try_from(starts.len() + 1).unwrap_or(u8::MAX);
        let counts = (0..2).any(|from| {
            words.meanings(from, 1).contains(&Meaning::Ordinal(next))
                && words.meanings(from + 1, 1).iter().any(|meaning| matches!(meaning, Meaning::Noun(_)))
        });
        if counts {
            starts.push(Start { line, title: titles::is_title(page, line).then(|| titles::content(page, line)) });
        }
    }
    starts
}
