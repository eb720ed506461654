//! The grammar of dates: `2021-03-31`, `09/02/2021`, `23 de Março de 2021`, `August 9, 2021`, `quarta-feira (18/2)`.

mod counted;
mod lengths;
mod named;
mod numeric;
mod parts;
mod weekdays;

pub(super) use counted::{NTH, counted_unit, direction, looks_ahead, parse as counted_parse};
pub(super) use lengths::{MONTH, WEEK, YEAR, chain as length, is_unit, units};
pub(super) use parts::{bare_year, day, month, month_and_year, trailing_year};

use crate::timestamps::cursor::Cursor;
use crate::timestamps::fields::Fields;
use counted::day_word;
use named::{day_led, day_word_led, month_led};
use numeric::{dotted, numeric};
use parts::{common_word, followed_by_measure, followed_by_unit, month_shift, short_march};
use weekdays::{weekday, weekday_led};

/// A date found in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DateMatch {
    /// The first token behind it.
    pub(super) end: usize,
    pub(super) fields: Fields,
}

impl DateMatch {
    pub(super) fn new(end: usize, fields: Fields) -> DateMatch {
        DateMatch { end, fields }
    }
}

/// The date that starts at `at`, the longest reading first. A number such as `0001` behind it shows that it is none.
pub(super) fn parse(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    longest(cursor, at).map(|found| with_weekday(cursor, found)).filter(|found| {
        found.fields.year.is_some() || !(cursor.text_of(found.end).len() == 4 && cursor.text_of(found.end).starts_with("00"))
    })
}

pub(super) fn longest(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    if let Some(found) = counted::parse(cursor, at) {
        return Some(found);
    }
    if cursor.is_number(at) {
        let weekday = || if cursor.anything() { weekday_led(cursor, at) } else { None };
        return numeric(cursor, at).or_else(|| day_led(cursor, at)).or_else(weekday);
    }
    weekday_led(cursor, at)
        .or_else(|| day_word(cursor, at))
        .or_else(|| month_led(cursor, at))
        .or_else(|| day_word_led(cursor, at))
        .or_else(|| day_led(cursor, at))
}

/// A date with the weekday that stands behind it: `10 de março (quarta-feira)`, `June 5 (Sat)`.
pub(super) fn with_weekday(cursor: &Cursor<'_>, found: DateMatch) -> DateMatch {
    let fields = found.fields;
    if fields.weekday.is_some() || fields.day.is_none() && fields.undecided.is_none() {
        return found;
    }
    let bracket = cursor.is(found.end, '(');
    let place = found.end + usize::from(bracket || cursor.is(found.end, ','));
    let Some((weekday, end)) = weekday(cursor, place).filter(|_| place > found.end) else { return found };
    let suffixed = end > place + 1;
    let closes = if bracket {
        cursor.is(end, ')')
    } else {
        let number = end + usize::from(cursor.is(end, ','));
        suffixed && !cursor.is_number(number) && !cursor.is(end, '(')
    };
    if closes { DateMatch::new(end + usize::from(bracket), Fields { weekday: Some(weekday), ..fields }) } else { found }
}
