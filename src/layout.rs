//! The lines of a document and what each of them is: heading, list item, table row, running text.

use std::ops::Range;

use crate::documents::FrontMatter;
use crate::lines::{Line, LineKind, Section};
use crate::sections;
use crate::span::Span;
use crate::tokens::{Case, Token, TokenKind};

/// Cut `text` into lines and say what each is.
pub(crate) fn lines(text: &str, tokens: &[Token]) -> Vec<Line> {
    let mut lines = Vec::new();
    let (mut first, mut after_blank) = (0, true);
    let mut line_start = 0;
    for at in 0..=tokens.len() {
        if at < tokens.len() && !tokens[at].ends_line() {
            continue;
        }
        if first < at {
            let span = Span::new(tokens[first].span().start, tokens[at - 1].span().end);
            let indent = text[line_start..span.start].chars().rev().take_while(|&c| c != '\n').count();
            lines.push(Line { span, kind: LineKind::Text, indent, tokens: first..at, after_blank, heading: None, section: None });
            after_blank = false;
        }
        if at < tokens.len() {
            after_blank |= tokens[at].kind == TokenKind::BlankLine;
            line_start = tokens[at].span().start;
        }
        first = at + 1;
    }
    classify(text, tokens, &mut lines);
    sections::assign(tokens, &mut lines);
    lines
}

fn classify(text: &str, tokens: &[Token], lines: &mut [Line]) {
    let settings = setting_blocks(text, tokens, lines);
    let mut block = 0;
    let mut fenced = false;
    for at in 0..lines.len() {
        let line = &lines[at];
        let content = line.span.of(text);
        // A fence that is closed on its own line is a word in code.
        let fence = !(at > 0 && is_waved_underline(text, &lines[at - 1], line))
            && ["```", "~~~"]
                .iter()
                .any(|mark| content.strip_prefix(mark).is_some_and(|rest| !rest.trim_start_matches(['`', '~']).contains(mark)));
        let mut kind = if fence {
            LineKind::Rule
        } else if fenced {
            LineKind::Code
        } else {
            mark(content, &tokens[line.tokens.clone()])
        };
        while settings.get(block).is_some_and(|block| block.end <= at) {
            block += 1;
        }
        if kind != LineKind::Rule && settings.get(block).is_some_and(|block| block.contains(&at)) {
            kind = LineKind::Meta;
        }
        fenced ^= fence;
        if kind == LineKind::Text && introduces(content, tokens, line, at == 0, lines.get(at + 1)) {
            kind = LineKind::Heading(6);
        }
        let underlines = kind == LineKind::Rule && !fence && !line.after_blank && is_underline(content);
        lines[at].kind = kind;
        if underlines && at > 0 && lines[at - 1].kind == LineKind::Text {
            lines[at - 1].kind = LineKind::Heading(if content.starts_with('=') { 1 } else { 2 });
        }
    }
    let mut open: Vec<(u8, usize)> = Vec::new();
    for (at, line) in lines.iter_mut().enumerate() {
        if let LineKind::Heading(level) = line.kind {
            while open.last().is_some_and(|&(above, _)| above >= level) {
                open.pop();
            }
            line.heading = open.last().map(|&(_, at)| at);
            open.push((level, at));
        } else {
            line.heading = open.last().map(|&(_, at)| at);
        }
    }
}

/// What the marks at the start of a line say.
fn mark(content: &str, tokens: &[Token]) -> LineKind {
    let hashes = content.bytes().take_while(|&byte| byte == b'#').count();
    if (1..=6).contains(&hashes) && content.as_bytes().get(hashes).is_none_or(|&next| next == b' ' || next >= b'A') {
        return LineKind::Heading(hashes as u8);
    }
    if tokens.iter().all(|token| token.kind == TokenKind::Symbol) && tokens.len() >= 3 {
        return LineKind::Rule;
    }
    if content.starts_with('|') && content.matches('|').count() >= 3 {
        return LineKind::Row;
    }
    let bold = content.len() > 4 && (content.starts_with("**") || content.starts_with("__"));
    if bold && tokens.len() <= 16 {
        let inner = content[2..].trim_end_matches(':');
        if (inner.ends_with("**") || inner.ends_with("__")) && !inner[..inner.len() - 2].contains("**") {
            return LineKind::Heading(5);
        }
    }
    let mut chars = content.chars();
    if let Some(first) = chars.next() {
        let spaced = chars.next().is_some_and(char::is_whitespace);
        if spaced && matches!(first, '-' | '*' | '+' | '•' | '–' | '—' | '·' | '◦' | '▪' | '>') || matches!(first, '•' | '▪' | '●')
        {
            return LineKind::Item;
        }
    }
    if tokens.len() > 2 && tokens[0].kind == TokenKind::Number && tokens[0].span().len() <= 2 {
        let closes = tokens[1].is('.') || tokens[1].is(')');
        if closes && !tokens[1].spaced && tokens[2].spaced {
            return LineKind::Item;
        }
    }
    LineKind::Text
}

fn is_underline(content: &str) -> bool {
    [b'=', b'-', b'~'].into_iter().any(|mark| content.bytes().all(|byte| byte == mark))
}

/// A line of `~` as long as the one above it is no fence: so headings are underlined in reStructuredText.
fn is_waved_underline(text: &str, above: &Line, line: &Line) -> bool {
    let content = line.span.of(text);
    !line.after_blank
        && content.len() > 3
        && content.bytes().all(|byte| byte == b'~')
        && above.span.of(text).chars().count().abs_diff(content.len()) <= 2
}

/// A short line that reads like a title: no sentence end, few words, and text below it.
fn introduces(content: &str, tokens: &[Token], line: &Line, first: bool, next: Option<&Line>) -> bool {
    let Some(next) = next else { return false };
    if content.len() > 80 || !content.chars().any(char::is_alphabetic) {
        return false;
    }
    let first_upper = content.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase);
    let words = content.split_whitespace().count();
    if words > 8 || content.ends_with(['.', '!', ';', ',']) || !first_upper {
        return false;
    }
    if content.ends_with(':') {
        return words <= 6;
    }
    let own = &tokens[line.tokens.clone()];
    // `Severity: high` is a label with its value; the first line may be a title in two parts.
    let labels = own.windows(2).take(12).any(|pair| pair[0].is(':') && (pair[1].spaced || pair[1].is('*')));
    // A clock time belongs to an entry of a timeline or log.
    let clock = own.windows(3).any(|part| part[0].kind == TokenKind::Number && part[1].is(':') && part[2].kind == TokenKind::Number);
    let goes_on =
        !next.after_blank && tokens.get(next.tokens.start).is_some_and(|token| token.kind == TokenKind::Word && token.case == Case::Lower);
    if labels && !first || clock || goes_on {
        return false;
    }
    line.after_blank && (next.after_blank || next.span.len() > content.len())
}

/// A block of settings is this long at most.
const LONGEST_BLOCK: usize = 40;

/// The lines of front matter, and of blocks like it without fences (`title: ...`, `date: ...`), as ranges.
fn setting_blocks(text: &str, tokens: &[Token], lines: &[Line]) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let mut at = 0;
    if let Some(front) = FrontMatter::find(text) {
        at = lines.partition_point(|line| line.span.start < front.span.end);
        blocks.push(0..at);
    }
    while at < lines.len() {
        let opens = lines[at].after_blank || at > 0 && lines[at - 1].span.of(text) == "---";
        if !opens || !is_setting(text, tokens, &lines[at]) {
            at += 1;
            continue;
        }
        let (begin, mut settings, mut named, mut prose) = (at, 0, false, false);
        while at < lines.len() && at - begin < LONGEST_BLOCK && (at == begin || !lines[at].after_blank) {
            let setting = is_setting(text, tokens, &lines[at]);
            if !setting && lines[at].indent == 0 && !lines[at].span.of(text).starts_with("- ") {
                break;
            }
            if setting {
                settings += 1;
                let own = &tokens[lines[at].tokens.clone()];
                named |= matches!(own[0].of(text), "title" | "date" | "titulo" | "data");
                prose |= matches!(sections::label(own), Some(Section::Cause | Section::Factors | Section::Actions));
            }
            at += 1;
        }
        // A report in short, with labels in lower case, has a cause among them.
        if settings >= 2 && named && !prose {
            blocks.push(begin..at);
        }
    }
    blocks
}

/// `name: value`, with a name in lower case of one word, as configuration has it and prose has not.
fn is_setting(text: &str, tokens: &[Token], line: &Line) -> bool {
    let own = &tokens[line.tokens.clone()];
    let name = own.iter().take_while(|token| token.kind != TokenKind::Symbol || token.is('_') || token.is('-')).count();
    let colon = own.get(name).is_some_and(|token| token.is(':') && !token.spaced);
    let plain = own[..name].iter().enumerate().all(|(at, token)| at == 0 || !token.spaced);
    let value = own.get(name + 1).is_none_or(|token| token.spaced);
    line.indent == 0
        && name > 0
        && colon
        && plain
        && value
        && own[0].kind == TokenKind::Word
        && own[0].case == Case::Lower
        && own[0].of(text).is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waves_below_a_heading_are_no_fence() {
        let kinds = |text: &str| lines(text, &crate::tokens::scan(text)).iter().map(|line| line.kind).collect::<Vec<_>>();
        assert_eq!(kinds("What ended it\n~~~~~~~~~~~~~\n\nAt noon we moved it.\n"), [LineKind::Heading(2), LineKind::Rule, LineKind::Text]);
        assert_eq!(kinds("So it said:\n~~~\nError 5\n~~~\n")[1..], [LineKind::Rule, LineKind::Code, LineKind::Rule]);
    }
}
