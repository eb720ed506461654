//! The grammar of clock times: `14:02:07`, `9.30 pm`, `10h52`, `às 8 horas da noite`, `half past two`, `meia-noite`.

mod company;
mod digits;
mod halves;
mod words;

pub(super) use halves::{DayPart, Half, by_day_part, day_part_word, meridiem};
pub(super) use words::{number_word, repeated_name};

use crate::timestamps::cursor::{Cursor, Word};
use crate::timestamps::moment::{Clock, Precision};
use crate::timestamps::zone;
use company::{bare_end, clock_article, measured, opens_range, stands_alone, zoned};
use digits::{and_minutes, colon, four_digits, governed, ish, letter, parted, point, twelve_hour};
use halves::{day_part, o_clock};
use words::{fraction, named, relative_minutes, spelled};

/// A clock time found in the text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ClockMatch {
    /// The first token behind it.
    pub(super) end: usize,
    pub(super) clock: Clock,
    /// Does it say which half of the day, by a word or by an hour above twelve?
    pub(super) half_known: bool,
    /// Did a word such as `pm` say so?
    pub(super) meridiem: Option<Half>,
    /// `24:00`, or midnight meant as the end of the day.
    pub(super) next_day: bool,
}

/// The clock time that starts at the number at `at`, if it is one.
pub(super) fn number_led(cursor: &Cursor<'_>, at: usize) -> Option<ClockMatch> {
    read_number(cursor, at, false)
}

/// The same behind a date, where a point may stand between hour and minute: `2021-05-27 15.42`.
pub(super) fn behind_date(cursor: &Cursor<'_>, at: usize) -> Option<ClockMatch> {
    read_number(cursor, at, true)
}

pub(super) fn read_number(cursor: &Cursor<'_>, at: usize, dated: bool) -> Option<ClockMatch> {
    let hour = cursor.digits(at)?;
    if hour.width > 4 {
        return None;
    }
    let found = colon(cursor, at, hour)
        .or_else(|| letter(cursor, at, hour))
        .or_else(|| point(cursor, at, hour, dated))
        .or_else(|| twelve_hour(cursor, at, hour))
        .or_else(|| {
            relative_minutes(cursor, at, hour.value, at + 1)
                .or_else(|| ish(cursor, at, hour))
                .or_else(|| parted(cursor, at, hour))
                .or_else(|| four_digits(cursor, at, hour))
                .or_else(|| governed(cursor, at, hour.value, hour.width, at + 1))
        })?;
    ends_cleanly(cursor, found.end).then_some(found)
}

/// A clock time in words: `noon`, `meia-noite`, `seven thirty pm`, `seis horas`, `half past eight`.
pub(super) fn word_led(cursor: &Cursor<'_>, at: usize) -> Option<ClockMatch> {
    if let Some(found) = named(cursor, at).or_else(|| fraction(cursor, at)) {
        return Some(found);
    }
    let (value, end) = number_word(cursor, at)?;
    relative_minutes(cursor, at, value, end).or_else(|| spelled(cursor, at, value, end))
}

/// Add what follows the digits: a meridiem or a part of the day.
pub(super) fn with_half(cursor: &Cursor<'_>, end: usize, hour: i32, minute: i32, second: i32, precision: Precision) -> ClockMatch {
    let (mut end, mut part) = (end, None);
    let mut half = None;
    if let Some((next, found)) = meridiem(cursor, end) {
        (end, half) = (next, Some(found));
    } else if (cursor.does(end, Word::OClock)
        || cursor.is_any(end + 1, &['\'', '’']) && cursor.does(end + 2, Word::OClock)
        || cursor.does(end, Word::On) && cursor.does(end + 1, Word::Punctual))
        && let Some((next, found)) = o_clock(cursor, end)
    {
        (end, part) = (next, found);
    }
    if let Some((next, found)) = day_part(cursor, end).filter(|_| half.is_none() || hour <= 12) {
        (end, part) = (next, found);
    }
    let hour = hour as i8;
    let applied = match (half, part) {
        (Some(half), _) if (1..=12).contains(&hour) => half.apply(hour),
        (None, Some(part)) if (1..=12).contains(&hour) => by_day_part(hour, part),
        _ => hour,
    };
    let meridiem = half.or(part.map(DayPart::half));
    let mut found = finish(cursor, end, applied, minute as i8, second as i8, precision, meridiem);
    found.half_known |= meridiem.is_some();
    found
}

pub(super) fn finish(
    cursor: &Cursor<'_>,
    end: usize,
    hour: i8,
    minute: i8,
    second: i8,
    precision: Precision,
    meridiem: Option<Half>,
) -> ClockMatch {
    let mut end = end;
    if meridiem.is_some()
        && let Some((next, _)) = day_part(cursor, end)
    {
        end = next;
    }
    if cursor.is_dash(end) && cursor.glued(end) && cursor.does(end + 1, Word::Ish) {
        end += 2;
    }
    let next_day = hour == 24;
    let clock = Clock { hour: if next_day { 0 } else { hour }, minute, second, precision };
    ClockMatch { end, clock, half_known: meridiem.is_some() || hour > 12 || hour == 0, meridiem, next_day }
}

/// Is what was read so far not glued to more letters or digits?
pub(super) fn ends_cleanly(cursor: &Cursor<'_>, end: usize) -> bool {
    if !cursor.glued(end) {
        return true;
    }
    if cursor.is_word(end) {
        let zone = zone::phrase(cursor, end, false).is_some();
        return zone || matches!(cursor.text_of(end), "T" | "Z" | "z");
    }
    if cursor.is_number(end) || cursor.is_any(end, &['%', '°', '$', '€']) {
        return false;
    }
    // "10.30.1", "12:30/24", "8080:80"
    !(cursor.is_any(end, &['.', ':', '_', '@'])
        && cursor.glued(end + 1)
        && (cursor.is_number(end + 1) || cursor.is_word(end + 1) && !cursor.is(end, ':')))
}
