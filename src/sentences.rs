//! Sentences: where they begin and end, across wrapped lines, and under which heading they stand.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use crate::layout::{Line, LineKind};
use crate::sections::{self, Section};
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

/// Abbreviations whose point ends no sentence, folded, without the point.
static ABBREVIATIONS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    include_str!("tables/abbreviations.tsv").lines().filter(|row| !row.starts_with('#')).filter_map(|row| row.split('\t').next()).collect()
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
    let last = tokens[line.tokens.end - 1];
    let begin = tokens[next.tokens.start];
    if begin.kind == TokenKind::Word && begin.case == Case::Lower {
        return true;
    }
    if last.is('.') || last.is('!') || last.is('?') || last.is(':') {
        // The next line is a new sentence in the same paragraph only where lines are wrapped at some width.
        return false;
    }
    // A line that is broken by a width limit is long; a line of its own is short.
    line.span.of(text).chars().count() >= 60
}

fn split_block(text: &str, tokens: &[Token], range: Range<usize>, line: usize, lines: &[Line], out: &mut Vec<Sentence>) {
    let mut line = line;
    let mut start = range.start;
    let mut section = None;
    for at in range.clone() {
        let ends = at + 1 == range.end || ends_sentence(text, tokens, at, &range);
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
        section = sections::label(text, &tokens[first..=last]).or(section).or(lines[line].section);
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
    let next = tokens[at + 1];
    if token.is(';') && next.spaced {
        return false;
    }
    if token.is('|') {
        return true;
    }
    // Closing quotes and brackets belong to the sentence they close.
    let closing = matches!(token.symbol, '"' | '”' | '’' | ')' | ']' | '*' | '_' | '»');
    let stop_at = if closing && at > range.start && !tokens[at].spaced { at - 1 } else { at };
    let stop = tokens[stop_at];
    if !(stop.is('.') || stop.is('!') || stop.is('?') || stop.is('…')) || !next.spaced && !next.ends_line() {
        return false;
    }
    if matches!(next.symbol, ')' | ']' | '”' | '’' | '»') && !next.spaced {
        return false;
    }
    if stop.is('.') && stop_at > range.start {
        let before = tokens[stop_at - 1];
        if !stop.spaced && before.kind == TokenKind::Word {
            let word = before.of(text);
            let initial = word.chars().count() == 1 && (before.case == Case::Title || stop_at >= 2 && tokens[stop_at - 2].is('.'));
            if initial || ABBREVIATIONS.contains(word.to_lowercase().as_str()) {
                return following_starts(tokens, at, range) && initial && before.case == Case::Lower;
            }
        }
    }
    following_starts(tokens, at, range) || stop.is('!') || stop.is('?')
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
            shown("Version 2.4.1 failed at 10.30am. We rolled back, approx. 20 minutes later."),
            ["Version 2.4.1 failed at 10.30am.", "We rolled back, approx. 20 minutes later."]
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
    fn headings_stand_alone() {
        assert_eq!(shown("## Root cause\nA disk failed.\n\nImpact:\nNone."), ["Root cause", "A disk failed.", "Impact", "None."]);
    }
}
