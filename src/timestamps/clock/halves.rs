//! Halves and parts of the day: `am`, `p.m.`, `da noite`, `o'clock in the morning`.

use crate::languages::Language;
use crate::tables::Class;
use crate::timestamps::cursor::{Cursor, Word};

/// A half of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::timestamps) enum Half {
    Am,
    Pm,
}

impl Half {
    /// An hour as the twelve-hour clock gives it, on the clock of 24.
    pub(in crate::timestamps) fn apply(self, hour: i8) -> i8 {
        match (self, hour) {
            (Half::Am, 12) => 0,
            (Half::Pm, 1..=11) => hour + 12,
            _ => hour,
        }
    }
}

/// A part of the day that says which half an hour lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::timestamps) enum DayPart {
    Morning,
    Afternoon,
    Night,
}

impl DayPart {
    pub(in crate::timestamps) fn half(self) -> Half {
        if self == DayPart::Morning { Half::Am } else { Half::Pm }
    }
}

/// An hour on the clock of 24, by the part of the day it is said to lie in.
pub(in crate::timestamps) fn by_day_part(hour: i8, part: DayPart) -> i8 {
    match part {
        DayPart::Morning => Half::Am.apply(hour),
        DayPart::Night if hour == 12 => 0,
        DayPart::Afternoon | DayPart::Night => Half::Pm.apply(hour),
    }
}

/// The part of the day named by the word at `at`.
pub(in crate::timestamps) fn day_part_word(cursor: &Cursor<'_>, at: usize) -> Option<DayPart> {
    Some(match cursor.sense(at, Class::DayPart)?.name {
        "morning" | "small-hours" => DayPart::Morning,
        "afternoon" => DayPart::Afternoon,
        "night" | "evening" => DayPart::Night,
        _ => return None,
    })
}

/// `in the morning`, `at night`, `da noite` behind an hour.
pub(super) fn day_part(cursor: &Cursor<'_>, at: usize) -> Option<(usize, Option<DayPart>)> {
    let mut place = at;
    if cursor.does(place, Word::This) {
        return None;
    }
    if cursor.does(place, Word::In) || cursor.does(place, Word::On) || cursor.does(place, Word::At) {
        place += 1;
        if cursor.does(place, Word::The) {
            place += 1;
        }
    } else {
        return None;
    }
    if let Some((end, half)) = meridiem(cursor, place).filter(|_| place == at + 2) {
        return Some((end, Some(if half == Half::Am { DayPart::Morning } else { DayPart::Afternoon })));
    }
    let part = day_part_word(cursor, place)?;
    Some((place + 1, Some(part)))
}

/// `am`, `p.m.`, `a m` at `at`.
pub(in crate::timestamps) fn meridiem(cursor: &Cursor<'_>, at: usize) -> Option<(usize, Half)> {
    if let Some(sense) = cursor.any_sense(at, Class::Meridiem) {
        let half = if sense.name == "am" { Half::Am } else { Half::Pm };
        return Some((at + 1, half));
    }
    let half = match cursor.text_of(at) {
        "a" | "A" => Half::Am,
        "p" | "P" => Half::Pm,
        _ => return None,
    };
    let point = cursor.is(at + 1, '.');
    let letter = at + 1 + usize::from(point);
    if matches!(cursor.text_of(letter), "m" | "M") && (cursor.glued(letter) || !point) {
        let mut end = letter + 1;
        if point && cursor.is(end, '.') && cursor.glued(end) {
            end += 1;
        }
        return Some((end, half));
    }
    // "9p", "8:45a"; in Portuguese "6a" is Friday.
    if cursor.language == Some(Language::Pt) {
        return None;
    }
    (cursor.glued(at) && !cursor.glued(at + 1) || cursor.glued(at) && cursor.is_any(at + 1, &['.', ',', ')'])).then_some((at + 1, half))
}

/// `o'clock` at `at`, and the part of the day behind it.
pub(super) fn o_clock(cursor: &Cursor<'_>, at: usize) -> Option<(usize, Option<DayPart>)> {
    let end = if cursor.does(at, Word::OClock) {
        at + 1
    } else if cursor.text_of(at).eq_ignore_ascii_case("o") && cursor.is_any(at + 1, &['\'', '’']) && cursor.does(at + 2, Word::OClock) {
        at + 3
    } else if cursor.does(at, Word::On) && cursor.does(at + 1, Word::Punctual) {
        at + 2
    } else {
        return None;
    };
    if let Some((end, half)) = meridiem(cursor, end) {
        return Some((end, Some(if half == Half::Am { DayPart::Morning } else { DayPart::Afternoon })));
    }
    Some(day_part(cursor, end).unwrap_or((end, None)))
}
