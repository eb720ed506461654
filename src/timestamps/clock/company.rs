//! The company a clock time keeps: the words around a number that make it a time of the day or a length.

use super::and_minutes;
use crate::languages::Language;
use crate::lines::{Line, LineKind};
use crate::tables::Class;
use crate::timestamps::cursor::{Cue, Cursor, Word, bit};
use crate::timestamps::zone;
use crate::tokens::Case;

pub(super) fn zoned(cursor: &Cursor<'_>, at: usize) -> bool {
    zone::phrase(cursor, at, false).is_some()
}

/// Does a clock time that ends before `at` stand by itself there, so that nothing counts with it?
pub(super) fn stands_alone(cursor: &Cursor<'_>, at: usize) -> bool {
    cursor.at_line_end(at)
        || cursor.is_any(at, &['.', ',', ';', ':', '!', '?', ')', '(', '-', '–', '—', '|', '/', '→', '*', '"', '”'])
        || cursor.does(at, Word::And)
        || cursor.does(at, Word::To)
        || cursor.does(at, Word::On)
        || cursor.sense(at, Class::RelativeDay).is_some()
        || cursor.does(at, Word::Of)
            && (cursor.sense(at + 1, Class::Weekday).is_some() || cursor.sense(at + 1, Class::RelativeDay).is_some())
}

/// Does a bare hour that ends before `at` end there, with no noun behind it that it counts?
pub(super) fn bare_end(cursor: &Cursor<'_>, at: usize) -> bool {
    let punctuation =
        cursor.is_any(at, &['.', ',', ';', '!', '?', ')', '(', '"', '”', '|']) && !(cursor.glued(at + 1) && cursor.is_number(at + 1));
    cursor.at_line_end(at)
        || punctuation
        || and_minutes(cursor, at).is_some()
        || zone::phrase(cursor, at, false).is_some()
        || cursor.sense(at, Class::RelativeDay).is_some()
        || cursor.sense(at, Class::Weekday).is_some() && cursor.case(at) == Case::Title
        || cursor.does(at, Word::On)
            && (cursor.does(at + 1, Word::Day)
                || cursor.sense(at + 1, Class::Weekday).is_some()
                || cursor.sense(at + 1, Class::RelativeDay).is_some())
}

/// Does an article of hours stand before it: `às`, `das`, `pelas`, `desde as`?
pub(super) fn clock_article(cursor: &Cursor<'_>, at: usize) -> bool {
    let Some(mut before) = cursor.before(at) else { return false };
    if cursor.language == Some(Language::En) {
        return cursor.does(before, Word::At);
    }
    // "de dia 8h", "a partir de 9h", "até 16h", "entre 4h35", "desde 7h"
    if cursor.does(before, Word::HourArticle)
        || cursor.does(before, Word::Between)
        || cursor.does(before, Word::From) && cursor.text_of(before).len() > 2
    {
        return true;
    }
    if cursor.does(before, Word::To) {
        // "2 a 5 horas" are lengths; "das 2 às 5 horas" and "de 2 a 5h" are clock times.
        let opens =
            |place: usize| cursor.does(place, Word::HourArticle) || cursor.does(place, Word::Between) || cursor.does(place, Word::From);
        if before > 1 && cursor.is_number(before - 1) && !opens(before - 2) && cursor.text_of(before) == "a" {
            return false;
        }
        // "de até 2h", "durante até 2h", "até 2h de atraso" are lengths.
        let length = cursor.does(before, Word::UpTo)
            && (before > 0 && (cursor.does(before - 1, Word::Of) || cursor.does(before - 1, Word::Length))
                || cursor.does(at + 2, Word::Of) && cursor.is_word(at + 3) && !cursor.is_of(at + 3, DATED));
        return !length;
    }
    if cursor.does(before, Word::And) {
        before = before.saturating_sub(1);
        return cursor.any_sense(before, Class::TimeUnit).is_some() && cursor.near_before(before, 6, Word::Between);
    }
    false
}

/// Words that a clock time may belong to: "16h de sexta".
pub(super) const DATED: u32 = bit(Class::Weekday) | bit(Class::RelativeDay) | bit(Class::DayPart) | bit(Class::Month) | bit(Class::Number);

/// How many words of a label are looked through.
const LONGEST_LABEL: usize = 8;

/// Does a word before it make the number a length: `lasted 02:10`, `Duration: 00:45`?
pub(super) fn measured(cursor: &Cursor<'_>, at: usize) -> bool {
    if at > 0 && cursor.is(at - 1, '|') && in_column_of_lengths(cursor, at) {
        return true;
    }
    // The label may stand in the cell before: `| Duration | 00:45 |`.
    let label = |before: usize| if cursor.is(before, '|') { cursor.before(before) } else { Some(before) };
    let Some(before) = cursor.before(at).and_then(label) else { return false };
    if cursor.does(before, Word::Length) {
        // "scheduled for 22:00"
        return !(before > 0 && cursor.hints(before - 1, Cue::Appointed));
    }
    // A noun measures only what it is joined to: "outage (13:30)" names a moment.
    let joined = (before + 1..at).any(|place| cursor.is_any(place, &[':', '|']));
    if cursor.does(before, Word::LengthNoun) {
        return joined;
    }
    // "Total time of degraded service: 00:52:10", "Tempo de paragem: 4h40"
    let total = |place: usize| {
        let noun = |place: usize| cursor.does(place, Word::LengthNoun) || cursor.does(place, Word::Time);
        cursor.does(place, Word::LengthNoun) && (noun(place + 1) || cursor.does(place + 1, Word::Of) || place > 0 && noun(place - 1))
    };
    let mut label = (before.saturating_sub(LONGEST_LABEL)..before).rev().take_while(|&place| cursor.is_word(place));
    if joined && label.any(total) {
        return true;
    }
    let Some(second) = before.checked_sub(1) else { return false };
    (cursor.does(before, Word::Of) || cursor.does(before, Word::Hedge))
        && (cursor.does(second, Word::Length) || cursor.does(second, Word::LengthNoun))
}

/// Rows of a table that are looked through for its head.
const LONGEST_TABLE: usize = 100;
/// Tokens of a row that are looked through: no table that people read is wider.
const WIDEST_ROW: usize = 400;

/// Does the head of the column say that its cells are lengths: `| Start | End | Duration |`?
fn in_column_of_lengths(cursor: &Cursor<'_>, at: usize) -> bool {
    let table = |line: &&Line| matches!(line.kind, LineKind::Row | LineKind::Rule);
    let line = cursor.lines.partition_point(|line| line.tokens.start <= at);
    let above = cursor.lines[..line].iter().rev().take(LONGEST_TABLE).take_while(table).filter(|line| line.kind == LineKind::Row);
    let (Some(row), Some(head)) = (cursor.lines.get(line.wrapping_sub(1)), above.last()) else { return false };
    if row.tokens.start == head.tokens.start || at - row.tokens.start > WIDEST_ROW {
        return false;
    }
    let column = (row.tokens.start..at).filter(|&place| cursor.is(place, '|')).count();
    let mut bars = 0;
    let cell = head.tokens.clone().take(WIDEST_ROW).filter(|&place| {
        bars += usize::from(cursor.is(place, '|'));
        bars == column
    });
    let mut cell = cell.filter(|&place| cursor.is_word(place));
    cell.next().is_some_and(|first| cursor.does(first, Word::LengthNoun))
}

/// Is the clock time that ends before `at` the first end of a range of clock times, or told with its day: `21:18 de dia 5`?
pub(super) fn opens_range(cursor: &Cursor<'_>, at: usize) -> bool {
    let dash = cursor.is_dash(at) || cursor.does(at, Word::To);
    let day = cursor.does(at, Word::Of) && cursor.does(at + 1, Word::Day) && cursor.is_number(at + 2);
    day || dash
        && cursor.is_number(at + 1)
        && (cursor.is(at + 2, ':') || cursor.any_sense(at + 2, Class::TimeUnit).is_some_and(|unit| unit.name == "3600"))
}
