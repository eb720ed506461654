//! Sections of a report: what a heading or an inline label (`Root cause: ...`) says that the text below it is about.

use std::sync::LazyLock;

use crate::lines::{Line, LineKind, Section};
use crate::tables::phrases::Phrases;
use crate::tables::{self, WordId};
use crate::tokens::{Case, Token, TokenKind};

/// A row of the table: the section, and whether the words may stand among others.
#[derive(Debug, Clone, Copy)]
struct Phrase {
    section: Section,
    part: bool,
}

static PHRASES: LazyLock<Phrases<Phrase>> = LazyLock::new(|| {
    let mut phrases = Phrases::new();
    for (words, phrase) in tables::SECTIONS.lines().filter_map(parse_row) {
        *phrases.entry(words) = Some(phrase);
    }
    phrases
});

fn parse_row(row: &'static str) -> Option<(&'static str, Phrase)> {
    if row.starts_with('#') {
        return None;
    }
    let mut cells = row.split('\t');
    let (words, _language, name, extent) = (cells.next()?, cells.next()?, cells.next()?, cells.next()?);
    let section = Section::ALL.into_iter().find(|section| section.name() == name)?;
    Some((words, Phrase { section, part: extent == "part" }))
}

/// A heading of more words than this names no section.
const LONGEST_HEADING: usize = 8;
/// The longest phrase of the table, in words.
const LONGEST_PHRASE: usize = 7;

/// The section that the words of `tokens` name; all of them where `whole` is set, else some of them may.
fn named(tokens: &[Token], whole: bool) -> Option<Section> {
    let mut read = [WordId::NONE; LONGEST_HEADING];
    let mut count = 0;
    for token in tokens.iter().filter(|token| token.kind == TokenKind::Word) {
        *read.get_mut(count)? = token.word;
        count += 1;
    }
    let words = &read[..count];
    let phrase = |from: usize, to: usize| PHRASES.get(words.get(from..=to)?.iter().copied());
    if let Some(found) = phrase(0, words.len().checked_sub(1)?) {
        return Some(found.section);
    }
    if whole {
        return None;
    }
    // What stands in brackets or behind a dash qualifies the heading: `Timeline (UTC)`, `Root cause - part two`.
    let head = tokens.iter().skip(1).position(|token| matches!(token.symbol, '(' | '–' | '—' | '/' | '|' | '[')).map_or(0, |at| at + 1);
    if head > 0
        && let Some(section) = named(&tokens[..head], true)
    {
        return Some(section);
    }
    for length in (1..words.len().min(LONGEST_PHRASE + 1)).rev() {
        for from in 0..=words.len() - length {
            if let Some(found) = phrase(from, from + length - 1)
                && found.part
            {
                return Some(found.section);
            }
        }
    }
    None
}

/// The section that a label at the start of `tokens` opens: `Root cause: ...`, `**Impact** - ...`.
pub(crate) fn label(tokens: &[Token]) -> Option<Section> {
    let (end, dash) = label_end(tokens)?;
    named(&tokens[..end], dash || end > 5)
}

/// Where the label at the start of `tokens` ends, and whether a dash ends it.
fn label_end(tokens: &[Token]) -> Option<(usize, bool)> {
    let mut words = 0;
    for (at, token) in tokens.iter().enumerate().take(16) {
        let dash = matches!(token.symbol, '-' | '–' | '—') && token.spaced && words > 0;
        if token.is(':') || dash && tokens.get(at + 1).is_none_or(|next| next.spaced) {
            return (words > 0).then_some((at, dash));
        }
        match token.kind {
            TokenKind::Word if words < LONGEST_PHRASE => words += 1,
            TokenKind::Symbol if !matches!(token.symbol, '.' | ',' | ';' | '!') => {}
            TokenKind::Number if words == 0 => {}
            _ => return None,
        }
    }
    None
}

/// Say of every line which section it stands in.
///
/// A heading that names none stays in the section of the heading above it; a label holds to the end of its paragraph.
pub(crate) fn assign(tokens: &[Token], lines: &mut [Line]) {
    let mut labelled = None;
    for at in 0..lines.len() {
        let line = &lines[at];
        let own = &tokens[line.tokens.clone()];
        let above = line.heading.and_then(|heading| lines.get(heading)).and_then(|heading| heading.section);
        let section = match line.kind {
            LineKind::Heading(_) => {
                labelled = None;
                // The first line is the title; a title that holds a word such as "impact" opens no section.
                label(own).or_else(|| named(own, at == 0)).or(above)
            }
            LineKind::Rule | LineKind::Meta => None,
            LineKind::Text | LineKind::Item | LineKind::Row => {
                // Another label, known or not, ends the one before it.
                let other = label_end(own).is_some_and(|(end, _)| end <= 3 && own[0].case != Case::Lower);
                if line.after_blank || other {
                    labelled = None;
                }
                labelled = label(own).or(labelled);
                labelled.or(above)
            }
            LineKind::Code => above,
        };
        lines[at].section = section;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{layout, tokens};

    /// The section of every line, by name.
    fn sections(text: &str) -> Vec<&'static str> {
        let tokens = tokens::scan(text);
        layout::lines(text, &tokens).iter().map(|line| line.section.map_or("-", Section::name)).collect()
    }

    #[test]
    fn every_row_is_well_formed() {
        for row in tables::rows(tables::SECTIONS) {
            let (words, _) = parse_row(row).unwrap_or_else(|| panic!("{row}"));
            assert!((1..=LONGEST_PHRASE).contains(&words.split(' ').count()), "{row}");
            let mut folded = Vec::new();
            for word in words.split(' ') {
                tables::fold(word, &mut folded);
                folded.push(b' ');
            }
            assert_eq!(folded, format!("{words} ").as_bytes(), "{row}");
        }
    }

    #[test]
    fn headings_in_both_languages() {
        for (heading, expected) in [
            ("## Root Cause(s)", "cause"),
            ("## 3. Causa-raiz", "cause"),
            ("### Timeline (UTC-3)", "timeline"),
            ("**IMPACTO**", "impact"),
            ("## Lições aprendidas", "lessons"),
            ("## What it wasn’t", "excluded"),
            ("## ✅ What went well", "lessons"),
            ("## Próximos passos do time de dados", "actions"),
            ("## Redis and its many friends", "-"),
        ] {
            let text = format!("# Title\n\n{heading}\nThe disk was full.\n");
            assert_eq!(sections(&text)[1..], [expected, expected], "{heading}");
        }
    }

    #[test]
    fn labels_hold_to_the_end_of_their_paragraph() {
        let text = "Impact: half of the orders\nwere late.\nRoot cause: a full disk.\nOwner: Ana\n\nThanks for waiting.\n";
        assert_eq!(sections(text), ["impact", "impact", "cause", "-", "-"]);
    }

    #[test]
    fn sub_headings_stay_in_the_section_above() {
        let text = "# Report\n## Root cause\n### Third node\nIt ran out of memory.\n## Thanks\nTo all.\n";
        assert_eq!(sections(text), ["-", "cause", "cause", "cause", "-", "-"]);
    }

    #[test]
    fn a_title_opens_no_section() {
        assert_eq!(sections("Impact of the full disk on orders\n\nOrders were late.\n"), ["-", "-"]);
    }
}
