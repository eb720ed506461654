//! Sentences: where they begin and end, across wrapped lines, and under which heading they stand.

use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::lines::{Line, LineKind, Section};
use crate::sections;
use crate::span::Span;
use crate::tokens::{Case, Token, TokenKind};

/// A sentence, a heading or a table row: the unit that causes are read from.
#[derive(Debug, Clone)]
pub(crate) struct Sentence {
    /// Its text, without white space, bullets or heading marks at the ends.
    pub(crate) span: Span,
    /// Its tokens: a range of the document's.
    pub(crate) tokens: Range<usize>,
    /// The line it begins in, as an index into the document's lines.
    pub(crate) line: usize,
    /// The section of the report that it stands in: its own label's, else that of the sentence before it in its line, else
    /// its line's.
    pub(crate) section: Option<Section>,
}

/// When the point of an abbreviation ends no sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Abbreviation {
    /// Never: it stands before a name or an example.
    BeforeName,
    /// Where a number follows.
    BeforeNumber,
}

/// The abbreviations, in lower case, without the last point.
static ABBREVIATIONS: LazyLock<FxHashMap<&'static str, Abbreviation>> = LazyLock::new(|| {
    let parse = |row: &'static str| {
        let mut cells = row.split('\t');
        let (word, _language, when) = (cells.next()?, cells.next()?, cells.next()?);
        Some((word, if when == "number" { Abbreviation::BeforeNumber } else { Abbreviation::BeforeName }))
    };
    crate::tables::rows(include_str!("tables/abbreviations.tsv")).filter_map(parse).collect()
});

/// Cut a document into sentences, in order; together they hold every word of it.
pub(crate) fn split(text: &str, tokens: &[Token], lines: &[Line]) -> Vec<Sentence> {
    let mut sentences = Vec::with_capacity(lines.len() * 2);
    let mut at = 0;
    while at < lines.len() {
        let first = at;
        at += 1;
        if matches!(lines[first].kind, LineKind::Text | LineKind::Item) {
            while at < lines.len() && continues(text, tokens, &lines[at - 1], &lines[at]) {
                at += 1;
            }
        }
        if lines[first].kind == LineKind::Rule {
            continue;
        }
        split_block(text, tokens, lines[first].tokens.start..lines[at - 1].tokens.end, first, lines, &mut sentences);
    }
    sentences
}

/// Is `next` the rest of a sentence that was wrapped at the end of `line`?
fn continues(text: &str, tokens: &[Token], line: &Line, next: &Line) -> bool {
    if next.after_blank || next.kind != LineKind::Text || !matches!(line.kind, LineKind::Text | LineKind::Item) {
        return false;
    }
    // Two blanks at the end of a line break it in Markdown, and a line with its own address is an entry of a list.
    let breaks = Span::new(line.span.end, next.span.start).of(text).starts_with("  ");
    let own = &tokens[next.tokens.clone()];
    let entry = own[0].is('[') && own.windows(2).take(12).any(|pair| pair[0].is(']') && pair[1].is(':'));
    if breaks || entry || bullet(&own[0]) || stamp(own) == Some(Stamp::InBrackets) {
        return false;
    }
    let above = &tokens[line.tokens.clone()];
    let closed = above.last().is_some_and(|last| matches!(last.symbol, '.' | '!' | '?' | ':' | ')' | '"' | '”'));
    if stamp(own).is_some() && (closed || stamp(above).is_some()) {
        return false;
    }
    let last = tokens[line.tokens.end - 1];
    if own[0].kind == TokenKind::Word && own[0].case == Case::Lower {
        return true;
    }
    if last.is('.') || last.is('!') || last.is('?') || last.is(':') {
        // The next line is a new sentence in the same paragraph only where lines are wrapped at some width.
        return false;
    }
    // A line that is broken by a width limit is long, and the next one keeps to the limit; a line of its own is short.
    let width = line.span.of(text).chars().count();
    width >= 60 && next.span.of(text).chars().count() <= width.max(80) + 40
}

/// How the time at the start of a log's entry is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stamp {
    /// `[Tue 11:02]`, `<2024-03-05 11:02>`
    InBrackets,
    /// `11:02`, `2024-03-05 11:02`
    Bare,
}

/// A time in brackets has so many tokens at most.
const LONGEST_STAMP: usize = 16;

/// The time that a log's entry begins with.
fn stamp(tokens: &[Token]) -> Option<Stamp> {
    let number = |at: usize| tokens.get(at).is_some_and(|token| token.kind == TokenKind::Number);
    let close = match tokens.first()?.symbol {
        '[' => ']',
        '<' => '>',
        '(' => ')',
        _ => {
            // A mark between two numbers: a clock time, or a day before it.
            let joined = |at: usize| {
                let mark = tokens.get(at + 1).is_some_and(|mark| matches!(mark.symbol, ':' | '-' | '/' | '.') && !mark.spaced);
                number(at) && mark && number(at + 2) && !tokens[at + 2].spaced
            };
            let clock = |at: usize| joined(at) && tokens[at + 1].is(':');
            let day = joined(0) && joined(2) && (5..8).any(clock);
            return (clock(0) || day).then_some(Stamp::Bare);
        }
    };
    let inside = tokens.iter().take(LONGEST_STAMP).position(|token| token.is(close))?;
    let clock = (1..inside).any(|at| {
        number(at) && number(at + 2) && tokens.get(at + 1).is_some_and(|mark| mark.is(':') || mark.kind == TokenKind::Word && !mark.spaced)
    });
    // Round brackets stand in prose too.
    clock.then_some(if close == ')' { Stamp::Bare } else { Stamp::InBrackets })
}

/// A sign that begins an entry as a bullet does.
fn bullet(token: &Token) -> bool {
    token.kind == TokenKind::Symbol
        && matches!(token.symbol, '✅' | '✔' | '✓' | '✗' | '✘' | '❌' | '➜' | '➤' | '→' | '►' | '‣' | '■' | '□' | '○' | '∙')
}

fn split_block(text: &str, tokens: &[Token], range: Range<usize>, line: usize, lines: &[Line], out: &mut Vec<Sentence>) {
    let mut line = line;
    let mut start = range.start;
    let mut section = None;
    // The number of a list item is a mark of the list and no sentence.
    if lines[line].kind == LineKind::Item
        && range.len() > 2
        && tokens[start].kind == TokenKind::Number
        && (tokens[start + 1].is('.') || tokens[start + 1].is(')'))
    {
        start += 2;
    }
    let first = start;
    let is_log = stamp(&tokens[first..range.end]) == Some(Stamp::InBrackets);
    for at in first..range.end {
        let entry = |next: usize| is_log && tokens[next].is('[') && stamp(&tokens[next..range.end]).is_some();
        let ends = at + 1 == range.end || entry(at + 1) || ends_sentence(text, tokens, at, &range);
        if !ends {
            continue;
        }
        let (mut first, mut last) = (start, at);
        start = at + 1;
        while first < last && is_mark(&tokens[first]) {
            first += 1;
        }
        while last > first && (is_mark(&tokens[last]) || tokens[last].is(':')) {
            last -= 1;
        }
        if !tokens[first..=last].iter().any(|token| matches!(token.kind, TokenKind::Word | TokenKind::Number)) {
            continue;
        }
        while line + 1 < lines.len() && lines[line + 1].tokens.start <= first {
            line += 1;
            section = None;
        }
        section = sections::label(&tokens[first..=last]).or(section).or(lines[line].section);
        let span = Span::new(tokens[first].span().start, tokens[last].span().end);
        out.push(Sentence { span, tokens: first..last + 1, line, section });
    }
}

/// Marks that stand around a sentence and do not belong to it.
fn is_mark(token: &Token) -> bool {
    token.ends_line()
        || (token.kind == TokenKind::Symbol
            && matches!(token.symbol, '#' | '*' | '_' | '-' | '•' | '–' | '—' | '=' | '>' | '+' | '|' | '·' | '◦' | '▪' | '●'))
}

fn ends_sentence(text: &str, tokens: &[Token], at: usize, range: &Range<usize>) -> bool {
    let token = tokens[at];
    if token.kind != TokenKind::Symbol {
        return false;
    }
    let next = tokens[at + 1];
    if token.is(';') && next.spaced {
        return false;
    }
    if token.is('|') {
        return true;
    }
    // Closing quotes, brackets and emphasis belong to the sentence they close.
    let mut stop_at = at;
    while stop_at > range.start && stop_at + MOST_CLOSING > at && is_closing(&tokens[stop_at]) && !tokens[stop_at].spaced {
        stop_at -= 1;
    }
    let stop = tokens[stop_at];
    if !(stop.is('.') || stop.is('!') || stop.is('?') || stop.is('…')) || !next.spaced && !next.ends_line() {
        return false;
    }
    if stop.is('.') && stop_at > range.start && !stop.spaced && tokens[stop_at - 1].kind == TokenKind::Word {
        let before = tokens[stop_at - 1];
        let word = before.of(text);
        // `e.g.` is two words to the scanner.
        let pointed = stop_at >= range.start + 3 && tokens[stop_at - 2].is('.') && !before.spaced && !tokens[stop_at - 2].spaced;
        let from = if pointed { tokens[stop_at - 3].span().start } else { before.span().start };
        let whole = Span::new(from, before.span().end).of(text);
        match ABBREVIATIONS.get(whole.to_lowercase().as_str()) {
            Some(Abbreviation::BeforeName) => return false,
            Some(Abbreviation::BeforeNumber) if next.kind == TokenKind::Number => return false,
            _ => {}
        }
        let initial = word.chars().count() == 1 && (before.case == Case::Title || pointed);
        if initial && before.case != Case::Lower {
            return false;
        }
    }
    following_starts(tokens, at, range) || stop.is('!') || stop.is('?')
}

/// So many marks may stand between a point and the blank behind it: `.")**`.
const MOST_CLOSING: usize = 6;

fn is_closing(token: &Token) -> bool {
    token.kind == TokenKind::Symbol && matches!(token.symbol, '"' | '”' | '’' | '\'' | ')' | ']' | '*' | '_' | '»')
}

/// Does what follows look like the start of a sentence?
fn following_starts(tokens: &[Token], at: usize, range: &Range<usize>) -> bool {
    tokens[at + 1..range.end].iter().find(|token| !token.ends_line() && !(token.kind == TokenKind::Symbol)).is_none_or(|next| {
        match next.kind {
            TokenKind::Word => next.case != Case::Lower,
            _ => true,
        }
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(text: &str) -> Vec<&str> {
        let tokens = crate::tokens::scan(text);
        let lines = crate::layout::lines(text, &tokens);
        split(text, &tokens, &lines).iter().map(|sentence| sentence.span.of(text)).collect()
    }

    #[test]
    fn points_that_end_nothing() {
        assert_eq!(
            shown("O Sr. Lima reiniciou o nó às 9 p.m. de ontem. Tudo voltou."),
            ["O Sr. Lima reiniciou o nó às 9 p.m. de ontem.", "Tudo voltou."]
        );
        assert_eq!(
            shown("He met on 3/mar. Then it failed, e.g. Redis stopped. It was 9 etc. Nobody was in. No. 4 fell. It said no. So be it."),
            [
                "He met on 3/mar.",
                "Then it failed, e.g. Redis stopped.",
                "It was 9 etc.",
                "Nobody was in.",
                "No. 4 fell.",
                "It said no.",
                "So be it."
            ]
        );
        assert_eq!(
            shown("**Não houve perda.** Como sempre, (nada sumiu.) Fim."),
            ["Não houve perda.", "Como sempre, (nada sumiu.)", "Fim."]
        );
        assert_eq!(
            shown("Version 2.4.1 failed at 11.40am. We rolled back, approx. 20 minutes later."),
            ["Version 2.4.1 failed at 11.40am.", "We rolled back, approx. 20 minutes later."]
        );
    }

    #[test]
    fn wrapped_lines_are_one_sentence_and_items_are_not() {
        assert_eq!(
            shown("The queue filled because the consumer of the billing topic was\nstopped by hand.\n- restarted it\n- wrote a check"),
            ["The queue filled because the consumer of the billing topic was\nstopped by hand.", "restarted it", "wrote a check"]
        );
    }

    #[test]
    fn lines_that_are_broken_on_purpose() {
        assert_eq!(shown("ana [9:07 AM]  \nlooking at it"), ["ana [9:07 AM]", "looking at it"]);
        assert_eq!(shown("[one]: https://a.example\n[two]: https://b.example"), ["[one]: https://a.example", "[two]: https://b.example"]);
        assert_eq!(shown("1. Add a check. It is missing.\n2. Sleep"), ["Add a check.", "It is missing.", "Sleep"]);
        assert_eq!(shown("title: Disk full\ndate: 2024-01-02\n\nIt was full."), ["title: Disk full", "date: 2024-01-02", "It was full."]);
    }

    #[test]
    fn entries_of_a_log_are_sentences_of_their_own() {
        let chat = "[Wed 09:14] desk: callers hear nothing at all, and the second line is as mute as the first one\n\
                    [Wed 09:31] net: moved the trunk to the spare gateway and asked the desk to place a call once more\n\
                    [Wed 09:33] audible again";
        assert_eq!(shown(chat).len(), 3, "{chat}");
        let joined = chat.replace('\n', " ");
        assert_eq!(shown(&joined).len(), 3, "{joined}");
        let bare = "09:14 callers hear nothing at all, and the second line is as mute as the first one was before\n\
                    09:31 moved the trunk to the spare gateway and asked the desk to place a call once more today\n\
                    2024-05-08 09:33 audible again";
        assert_eq!(shown(bare).len(), 3, "{bare}");
        // A time at the start of a wrapped line is part of its sentence.
        let prose =
            "The trunk was moved to the spare gateway by the network team, who had been paged at\n09:31 and had it up again at once.";
        assert_eq!(shown(prose).len(), 1, "{prose}");
        assert_eq!(shown("✅ the trunk was moved to the spare gateway, where calls go through as they always did\n➜ watch it").len(), 2);
    }

    proptest! {
        #[test]
        fn sentences_are_ordered_and_hold_every_word(text in "(\\PC|\n|[-*#|:.!?] |[a-zé]{1,4} |[A-Z]{1,3}\\. ?|3|\n\n|```\n){0,60}") {
            let tokens = crate::tokens::scan(&text);
            let lines = crate::layout::lines(&text, &tokens);
            let sentences = split(&text, &tokens, &lines);
            let mut end = 0;
            for sentence in &sentences {
                prop_assert!(sentence.span.start >= end && !sentence.span.is_empty());
                prop_assert!(text.get(sentence.span.start..sentence.span.end).is_some());
                prop_assert!(lines[sentence.line].tokens.contains(&sentence.tokens.start));
                end = sentence.span.end;
            }
            for token in tokens.iter().filter(|token| token.kind == TokenKind::Word) {
                prop_assert!(sentences.iter().any(|sentence| sentence.span.contains(token.span())), "{}", token.of(&text));
            }
        }
    }

    #[test]
    fn headings_stand_alone() {
        assert_eq!(shown("## Root cause\nA disk failed.\n\nImpact:\nNone."), ["Root cause", "A disk failed.", "Impact", "None."]);
    }
}
