//! How a quantity stands in its clause, its line and its section: what kind of sentence tells it.

use super::FigureKind;
use super::draft::Draft;
use super::function::Function;
use super::impact::Place;
use super::reader::Reader;
use crate::lines::{LineKind, Section};
use crate::tables::Class;
use crate::tokens::TokenKind;

/// The traits of `draft` that its place gives it, for the table of weights.
pub(super) fn traits(reader: &Reader<'_>, draft: &Draft, place: &Place<'_>, traits: &mut Vec<&'static str>) {
    if let Some(section) = place.line.and_then(|line| line.section) {
        traits.push(section_trait(section));
    }
    if place.line.is_some_and(|line| line.kind == LineKind::Row) {
        traits.push("=in-row");
    }
    let opens = opens_clause(reader, draft.first, place);
    let follows = predicate(reader, draft.read);
    if opens && follows {
        traits.push("=subject");
    } else if follows {
        traits.push("=before-verb");
    } else if opens {
        traits.push("=opens");
    }
    if place.line.is_some_and(|line| line.kind == LineKind::Item && draft.first < line.tokens.start + 4) {
        traits.push("=item");
    }
    if place.line.is_some_and(|line| clocked(reader, line.tokens.start)) {
        traits.push("=clocked");
    }
    if draft.kind == FigureKind::Count && per_time(reader, draft) {
        traits.push("=per-time");
    }
    if let Some(before) = draft.first.checked_sub(1).filter(|&before| before >= place.sentence.start) {
        if reader.function(before, Function::Owner) || reader.get(before).is_some_and(|token| matches!(token.symbol, '\'' | '’')) {
            traits.push("=owned");
        }
        if reader.function(before, Function::Those) {
            traits.push("=those");
        }
        // `of 148 mirrors`, `out of 2.3 million`: the whole that a part is taken from.
        if reader.function(before, Function::OfWhat) {
            traits.push("=of");
        }
    }
    if draft.first < TOP {
        traits.push("=top");
    }
}

/// The tokens at the top of a text that are its title.
const TOP: usize = 16;

fn section_trait(section: Section) -> &'static str {
    match section {
        Section::Summary => "=in-summary",
        Section::Impact => "=in-impact",
        Section::Cause => "=in-cause",
        Section::Factors => "=in-factors",
        Section::Excluded => "=in-excluded",
        Section::Timeline => "=in-timeline",
        Section::Detection => "=in-detection",
        Section::Response => "=in-response",
        Section::Resolution => "=in-resolution",
        Section::Actions => "=in-actions",
        Section::Lessons => "=in-lessons",
        Section::Background => "=in-background",
    }
}

/// Does the clause begin with the quantity, or with its hedge?
fn opens_clause(reader: &Reader<'_>, first: usize, place: &Place<'_>) -> bool {
    let mut at = first;
    while at > place.sentence.start
        && (reader.get(at - 1).is_some_and(|token| matches!(token.symbol, '~' | '*' | '_' | '"' | '“'))
            || reader.sense(at - 1, Class::Hedge).is_some())
    {
        at -= 1;
    }
    at <= place.sentence.start
        || reader.get(at - 1).is_some_and(|token| matches!(token.symbol, ',' | ';' | ':' | '(' | '-' | '–' | '—' | '|'))
        || reader.function(at - 1, Function::Plus)
        || reader.function(at - 1, Function::But)
}

/// Does what a subject does begin at `at`: `were`, `had`, `complained`, `foram`, `adiados`?
pub(super) fn predicate(reader: &Reader<'_>, at: usize) -> bool {
    if reader.glued(at) || !super::number::is_lower(reader, at) {
        return false;
    }
    let word = reader.word(at);
    let portuguese = reader.language == Some(crate::languages::Language::Pt);
    let endings: &[&str] = if portuguese { &["aram", "eram", "iram", "ados", "adas", "idos", "idas"] } else { &["ed"] };
    reader.function(at, Function::Does) || word.len() > 4 && endings.iter().any(|ending| word.ends_with(ending))
}

/// Does the line that begins at `at` open with a clock time: an entry of a timeline?
fn clocked(reader: &Reader<'_>, at: usize) -> bool {
    let at =
        (at..at + 3).find(|&at| !reader.get(at).is_some_and(|token| matches!(token.symbol, '-' | '*' | '|' | '[' | '•'))).unwrap_or(at);
    reader.is_kind(at, TokenKind::Number)
        && (reader.is(at + 1, ':') || reader.seconds(at + 1).is_some())
        && reader.is_kind(at + 2, TokenKind::Number)
}

/// `120 messages a second`, `400 consultas por segundo`.
fn per_time(reader: &Reader<'_>, draft: &Draft) -> bool {
    let inside = draft.end > draft.first + 1 && reader.seconds(draft.end - 1).is_some();
    let article = reader.function(draft.read, Function::One)
        || reader.function(draft.read, Function::Per)
        || reader.function(draft.read, Function::Each);
    inside || article && reader.seconds(draft.read + 1).is_some()
}
