//! Ranges and lists: ends that are bare numbers, and which mentions hang together.

use std::ops::Range;

use super::{Link, Mention, date_behind_clock};
use crate::languages::Language;
use crate::tables::Class;
use crate::timestamps::clock::{self, ClockMatch};
use crate::timestamps::cursor::{Cursor, Word};
use crate::timestamps::date::{self};
use crate::timestamps::fields::{Fields, Relative};
use crate::timestamps::moment::{Clock, Precision};

/// The word or dash at `at` that joins the ends of a range, and the place behind it and its articles.
pub(super) fn range_word(cursor: &Cursor<'_>, at: usize) -> Option<usize> {
    if cursor.is_dash(at) || cursor.is_any(at, &['~', '→']) {
        return Some(at + 1);
    }
    let mut place = at;
    if !cursor.does(place, Word::To) && !cursor.does(place, Word::And) {
        return None;
    }
    place += 1;
    while place < at + 4 && (cursor.does(place, Word::HourArticle) || cursor.does(place, Word::The) || cursor.does(place, Word::To)) {
        place += 1;
    }
    Some(place)
}

/// The number at `at` as the first end of a range whose other end is a clock time: `11 to 1 pm`, `das 8 às 10h`.
pub(super) fn bare_range_start(cursor: &Cursor<'_>, at: usize) -> Option<Mention> {
    let hour = cursor.digits(at).filter(|hour| hour.width <= 2 && hour.value <= 24)?;
    let behind = range_word(cursor, at + 1)?;
    if cursor.does(at + 1, Word::And) && !cursor.near_before(at, 3, Word::Between) {
        return None;
    }
    let end = clock::number_led(cursor, behind)?;
    let before = cursor.before(at);
    let governed = before.is_some_and(|before| {
        cursor.does(before, Word::From)
            || cursor.does(before, Word::Between)
            || cursor.does(before, Word::HourArticle)
            || cursor.sense(before, Class::Weekday).is_some()
            || cursor.sense(before, Class::RelativeDay).is_some()
    });
    let telling = end.meridiem.is_some() || governed;
    telling.then(|| {
        let clock = Clock { hour: hour.value as i8 % 24, minute: 0, second: 0, precision: Precision::Hour };
        let found =
            ClockMatch { end: at + 1, clock, half_known: hour.value > 12 || hour.value == 0, meridiem: None, next_day: hour.value == 24 };
        Mention { clock: Some(found), ..Mention::new(at..at + 1) }
    })
}

/// A bare number behind `at` as the second end of a range: `from 1pm to 4`, `8am-3`, `November 19-20`.
pub(super) fn bare_range_end(cursor: &Cursor<'_>, mentions: &[Mention], at: usize) -> Option<Mention> {
    let first = mentions.last()?;
    let behind = range_word(cursor, at)?;
    let digits = cursor.digits(behind).filter(|digits| digits.width <= 2)?;
    if let Some(fields) = first.fields.filter(|fields| first.clock.is_none() && fields.day.is_some() && fields.month.is_some()) {
        let (day, end, ordinal) = date::day(cursor, behind)?;
        let dash = cursor.is_dash(at);
        let tight = dash && cursor.glued(at) && cursor.glued(behind);
        if !tight && dash || fields.year.is_some() || Some(day) <= fields.day {
            return None;
        }
        let closes = ordinal
            || cursor.at_line_end(end)
            || cursor.is_any(end, &['.', ',', ')', ':', ';']) && !cursor.glued_digits_any(end + 1)
            || tight && !cursor.glued(end);
        if !closes || cursor.is(end, ':') && cursor.glued_digits_any(end + 1) || cursor.is(end, '%') {
            return None;
        }
        let mut end = end;
        let mut found = Fields { day: Some(day), month: fields.month, ..Fields::default() };
        if cursor.is(end, ',')
            && let Some(year) = cursor.digits(end + 1).filter(|year| year.width == 4 && (1970..2100).contains(&year.value))
        {
            (found.year, end) = (Some(year.value as i16), end + 2);
        }
        return Some(Mention { fields: Some(found), ..Mention::new(behind..end) });
    }
    let clock = first.clock?;
    if digits.value > 24
        || clock::number_led(cursor, behind).is_some()
        || cursor.glued(behind + 1) && !cursor.is_any(behind + 1, &['.', ',', ')', '?', '!', ';'])
        || date::parse(cursor, behind).is_some()
    {
        return None;
    }
    if cursor.is(behind + 1, '.') && cursor.glued_digits_any(behind + 2) || cursor.is_dash(at) && !cursor.glued(at) {
        return None;
    }
    let before = cursor.before(first.tokens.start);
    let governed = before.is_some_and(|before| {
        cursor.does(before, Word::From) || cursor.does(before, Word::Between) || cursor.does(before, Word::HourArticle)
    });
    // "Thursday 7 to 8"
    let dated = cursor.anything()
        && mentions
            .len()
            .checked_sub(2)
            .is_some_and(|last| mentions[last].clock.is_none() && mentions[last].tokens.end + 2 >= first.tokens.start);
    let governed = governed || dated;
    let ends = cursor.at_line_end(behind + 1)
        || cursor.is_any(behind + 1, &['.', ',', ')', '?', '!', ';'])
        || cursor.does(behind + 1, Word::On)
        || cursor.sense(behind + 1, Class::RelativeDay).is_some();
    if !(governed || clock.meridiem.is_some())
        || !ends
        || cursor.does(at, Word::And) && !cursor.near_before(first.tokens.start, 3, Word::Between)
    {
        return None;
    }
    let found = ClockMatch {
        end: behind + 1,
        clock: Clock { hour: digits.value as i8 % 24, minute: 0, second: 0, precision: Precision::Hour },
        half_known: digits.value > 12 || digits.value == 0,
        meridiem: None,
        next_day: digits.value == 24,
    };
    let mut mention = Mention { clock: Some(found), ..Mention::new(behind..behind + 1) };
    date_behind_clock(cursor, &mut mention);
    Some(mention)
}

/// A day whose month stands behind the next day: `4 to 22 January`, `14 e 15 de outubro`.
pub(super) fn day_range_start(cursor: &Cursor<'_>, at: usize) -> Option<Mention> {
    let (day, end, ordinal) = date::day(cursor, at)?;
    if !cursor.is_number(at) && !ordinal {
        return None;
    }
    let comma = cursor.is(end, ',');
    let behind = if comma { end + 1 } else { range_word(cursor, end)? };
    let (second, mut day_end, _) = date::day(cursor, behind)?;
    let mut last = behind;
    if comma {
        // "3, 4 e 5 de junho"
        while last < behind + 12 && (cursor.is(day_end, ',') || cursor.does(day_end, Word::And)) {
            let (_, next_end, _) = date::day(cursor, day_end + 1)?;
            (last, day_end) = (day_end + 1, next_end);
        }
        if last == behind {
            return None;
        }
    }
    let full = date::parse(cursor, last)?;
    // "6-19 of next month"
    let counted = full.fields.relative.filter(|relative| matches!(relative, Relative::DayOfMonth(_)));
    let names =
        full.fields.day.is_some() && (full.fields.month.is_some() || counted.is_some()) && cursor.is_number(last) == cursor.is_number(at);
    let month_named = cursor.is_word(full.end - 1) || full.fields.year.is_some();
    (names && month_named && second > day).then(|| Mention {
        fields: Some(Fields { day: Some(day), month: full.fields.month, year: full.fields.year, relative: counted, ..Fields::default() }),
        ..Mention::new(at..end)
    })
}

/// Link the mentions that hang together.
pub(super) fn link(cursor: &Cursor<'_>, mentions: &mut [Mention]) {
    for at in 1..mentions.len() {
        let (from, to) = (mentions[at - 1].tokens.end, mentions[at].tokens.start);
        if to > from + 7 || from >= to {
            continue;
        }
        mentions[at - 1].link = link_of(cursor, &mentions[at - 1], &mentions[at], from..to);
    }
}

pub(super) fn link_of(cursor: &Cursor<'_>, first: &Mention, second: &Mention, gap: Range<usize>) -> Link {
    let (mut joins, mut ands, mut slashes, mut commas, mut brackets) = (0, 0, 0, 0, 0);
    for place in gap.clone() {
        if cursor.is_dash(place) || cursor.is_any(place, &['→', '~', '>']) {
            joins += 1;
        } else if cursor.is_any(place, &['/', '|', '=']) {
            slashes += 1;
        } else if cursor.is(place, '(') || cursor.does(place, Word::Or) {
            brackets += 1;
        } else if cursor.is(place, ',') {
            commas += 1;
        } else if cursor.is_any(place, &['*', '_', '`', ')', '≈']) {
        } else if cursor.does(place, Word::And) {
            ands += 1;
        } else if cursor.does(place, Word::To) || cursor.does(place, Word::HourArticle) && place > gap.start {
            joins += 1;
        } else if cursor.is_word(place)
            && (cursor.does(place, Word::The)
                || cursor.does(place, Word::Hedge)
                || cursor.does(place, Word::At)
                || cursor.does(place, Word::Day)
                || cursor.does(place, Word::This)
                || cursor.does(place, Word::On))
        {
            if gap.len() == 1
                && cursor.does(place, Word::HourArticle)
                && cursor.does(place, Word::At)
                && cursor.language != Some(Language::En)
            {
                joins += 1;
            }
        } else if cursor.unwrapped(place) > place
            || cursor.sense(place, Class::DayPart).is_some()
            || cursor.does(place, Word::Of)
            || cursor.does(place, Word::Edge)
        {
        } else {
            return Link::None;
        }
    }
    let clocks = first.clock.is_some() && second.clock.is_some();
    let zones = first.zone.as_ref().zip(second.zone.as_ref());
    let different = zones.is_some_and(|(first, second)| first.zone != second.zone);
    if clocks && different && joins == 0 && ands == 0 && slashes + brackets > 0 {
        return Link::Same;
    }
    let between = cursor.near_before(first.tokens.start, 7, Word::Between);
    if joins > 0 && slashes == 0 && brackets == 0 && (first.clock.is_some() == second.clock.is_some()) || ands > 0 && between && commas == 0
    {
        return Link::Range;
    }
    if clocks && joins > 0 && slashes == 0 && brackets == 0 {
        return Link::Range;
    }
    let days = first.clock.is_none() && second.clock.is_none();
    if days && (ands > 0 || commas > 0) && joins + slashes + brackets == 0 {
        return Link::List;
    }
    Link::None
}
