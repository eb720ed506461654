//! The title of an incident.

use std::ops::Range;

use super::words::{Meaning, Words};
use super::{Page, trim_marks};
use crate::documents::FrontMatter;
use crate::lines::LineKind;
use crate::span::Span;
use crate::tokens::TokenKind;

/// The longest line that can be a title, in bytes and in words.
const LONGEST: usize = 160;
const MOST_WORDS: usize = 20;
/// A title stands among the first lines.
const LOOK: usize = 12;

/// The best title for the incident in `lines`.
pub(super) fn find(page: Page<'_>, lines: Range<usize>) -> Option<Span> {
    if lines.start == 0
        && let Some(front) = FrontMatter::find(page.text)
        && let Some(title) = front.value(page.text, "title").filter(|title| !title.is_empty())
    {
        return Some(title);
    }
    let head = lines.start..lines.end.min(lines.start + LOOK);
    if let Some(title) = head.clone().find_map(|line| labelled(page, line, &[Meaning::TitleLabel, Meaning::SubjectLabel])) {
        return Some(title);
    }
    let first = head.clone().find(|&line| !matches!(page.lines[line].kind, LineKind::Rule | LineKind::Code | LineKind::Meta))?;
    // `Vireo incident` names the page; the incident's own title stands below it.
    let first = if is_page_name(page, first) && first + 1 < lines.end && is_title(page, first + 1) { first + 1 } else { first };
    // A heading at the top, or a first line that reads like one; further down only an outermost heading.
    if is_title(page, first) && (page.lines[first].is_heading() || first + 1 < lines.end) {
        return Some(content(page, first));
    }
    let outermost = |line: &usize| matches!(page.lines[*line].kind, LineKind::Heading(1 | 2)) && is_title(page, *line);
    head.into_iter().find(outermost).map(|line| content(page, line))
}

/// A name and a word such as `incident`, and nothing else.
fn is_page_name(page: Page<'_>, line: usize) -> bool {
    let tokens = page.tokens_of(line);
    tokens.len() <= 3 && tokens.last().is_some_and(|last| super::words::of_token(last).contains(&Meaning::PageName))
}

/// The value of a line `title: ...` or `Subject: ...`, where its label is one of `labels`.
pub(super) fn labelled(page: Page<'_>, line: usize, labels: &[Meaning]) -> Option<Span> {
    let tokens = trim_marks(page.tokens_of(line));
    if page.lines[line].indent > 0 {
        return None;
    }
    let colon = tokens.iter().take(4).position(|token| token.is(':') || token.is('='))?;
    let words = Words::new(&tokens[..colon], 4);
    if !words.meanings(0, words.len()).iter().any(|meaning| labels.contains(meaning)) {
        return None;
    }
    let mark = |symbol| matches!(symbol, '"' | '\'' | '*' | '“' | '”');
    let value = &tokens[colon + 1..];
    let first = value.iter().position(|token| !mark(token.symbol))?;
    let last = value.iter().rposition(|token| !mark(token.symbol))?;
    Some(Span::new(value[first].span().start, value[last].span().end))
}

/// Does the line read like a title: short, no sentence, no date, no label?
pub(super) fn is_title(page: Page<'_>, line: usize) -> bool {
    let Some(it) = page.lines.get(line) else { return false };
    if it.span.len() > LONGEST || matches!(it.kind, LineKind::Rule | LineKind::Row | LineKind::Code | LineKind::Meta) {
        return false;
    }
    let tokens = trim_marks(page.tokens_of(line));
    let words = tokens.iter().filter(|token| token.kind == TokenKind::Word).count();
    let Some(last) = tokens.iter().rfind(|token| !matches!(token.symbol, '*' | '_' | '"' | '”' | '#')) else { return false };
    let whole = Words::new(tokens, words);
    if whole.meanings(0, words).iter().any(|meaning| matches!(meaning, Meaning::Chrome | Meaning::History | Meaning::Status(_))) {
        return false;
    }
    if super::records::key(page, line).is_some_and(|key| key.is_fact()) {
        return false;
    }
    let sentence = matches!(last.symbol, '.' | ':' | ';' | ',' | '-' | '–' | '—');
    (1..=MOST_WORDS).contains(&words) && !sentence && (it.section.is_none() || !it.is_heading()) && !page.is_date(line)
}

/// What the line says, without marks around it.
pub(super) fn content(page: Page<'_>, line: usize) -> Span {
    let it = &page.lines[line];
    let inner = it.content(page.text);
    let start = inner.as_ptr() as usize - page.text.as_ptr() as usize;
    Span::new(start, start + inner.len())
}

/// The words in bold, or in front of the colon, that an item begins with; all of it where it has neither.
pub(super) fn head_of_item(page: Page<'_>, line: usize) -> Span {
    let content = trim_marks(page.tokens_of(line));
    // A clock time holds a colon that ends nothing.
    let ends = |at: usize| content[at].is('*') || content[at].is(':') && content.get(at + 1).is_none_or(|next| next.spaced || next.is('*'));
    let end = (1..content.len()).find(|&at| ends(at)).unwrap_or(content.len());
    let last = content[..end].iter().rposition(|token| !matches!(token.symbol, '.' | ':' | ','));
    match content.first().zip(last.and_then(|last| content.get(last))) {
        Some((first, last)) => Span::new(first.span().start, last.span().end),
        None => self::content(page, line),
    }
}
