//! The company a clock time keeps: the words around a number that make it a time of the day or a length.

use super::and_minutes;
use crate::languages::Language;
use crate::tables::Class;
use crate::timestamps::cursor::{Cursor, Word, bit};
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

/// Does a word before it make the number a length: `lasted 02:10`, `Duration: 00:45`?
pub(super) fn measured(cursor: &Cursor<'_>, at: usize) -> bool {
    let Some(before) = cursor.before(at) else { return false };
    if cursor.does(before, Word::Length) {
        return true;
    }
    // A noun measures only what it is joined to: "outage (13:30)" names a moment.
    let joined = (before + 1..at).any(|place| cursor.is(place, ':'));
    if cursor.does(before, Word::LengthNoun) {
        return joined;
    }
    let Some(second) = before.checked_sub(1) else { return false };
    (cursor.does(before, Word::Of) || cursor.does(before, Word::Hedge))
        && (cursor.does(second, Word::Length) || cursor.does(second, Word::LengthNoun))
}

/// Is the clock time that ends before `at` the first end of a range of clock times?
pub(super) fn opens_range(cursor: &Cursor<'_>, at: usize) -> bool {
    let dash = cursor.is_dash(at) || cursor.does(at, Word::To);
    dash && cursor.is_number(at + 1)
        && (cursor.is(at + 2, ':') || cursor.any_sense(at + 2, Class::TimeUnit).is_some_and(|unit| unit.name == "3600"))
}
