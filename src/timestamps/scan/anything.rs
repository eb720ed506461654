//! Mentions that are no part of a report's story: stretches of time, `now`, the end of a day, years and hours that only
//! their company tells. Read with [`Scope::Anything`](crate::timestamps::Scope) alone.

use super::ranges::{part_in_front, range_word};
use super::{First, Mention, date_behind_clock, joins};
use crate::tables::Class;
use crate::timestamps::clock::{self, ClockMatch};
use crate::timestamps::cursor::{Cue, Cursor, Word, traits};
use crate::timestamps::date::{self, DateMatch};
use crate::timestamps::fields::{Fields, Relative};
use crate::timestamps::moment::{Clock, Precision};
use crate::timestamps::stretch;
use crate::tokens::Case;

/// The mention that starts at `first`, behind those found so far.
pub(super) fn first(cursor: &Cursor<'_>, first: &First<impl FnOnce() -> Option<DateMatch>>, mentions: &[Mention]) -> Option<Mention> {
    let at = first.at;
    if !(first.starts || cursor.has(at, traits::WIDE | traits::UNIT) || cursor.has(at + 1, traits::WIDE)) {
        return None;
    }
    if let Some(end) = stretch::now(cursor, at) {
        return Some(dated(at, DateMatch::new(end, Fields { relative: Some(Relative::Now), ..Fields::default() })));
    }
    if let Some(mention) = end_of_day(cursor, at) {
        return Some(mention);
    }
    // "last night", "this evening": the day
    if let Some((fields, _, end)) = joins::day_and_part(cursor, at).filter(|_| joins::day_part_first(cursor, at).is_none()) {
        return Some(dated(at, DateMatch::new(end, fields)));
    }
    let plain = *first.date;
    if let Some(found) = stretch::parse(cursor, at).filter(|found| plain.is_none_or(|plain| plain.end < found.end)) {
        return Some(Mention { stretch: Some(found.stretch), ..Mention::new(at..found.end) });
    }
    if plain.is_some_and(|plain| plain.fields.names_day() || plain.fields.month.is_some()) {
        return None;
    }
    if let Some(mention) = month_of_range(cursor, at, mentions.last()).or_else(|| month_between(cursor, at)) {
        return Some(mention);
    }
    if let Some(mention) = before_clock(cursor, at) {
        return Some(mention);
    }
    let near = mentions.last().filter(|last| last.clock.is_none() && at <= last.tokens.end + 3);
    if cursor.is_number(at) {
        if let Some(found) = compact_day(cursor, at).or_else(|| stretch::year_and_month(cursor, at)) {
            return Some(dated(at, found));
        }
        if let Some(mention) = hour_of_day(cursor, at) {
            return Some(mention);
        }
        if let Some(mention) = hour(cursor, at, near.is_some()) {
            return Some(mention);
        }
    }
    stretch::bare_year(cursor, at, near.is_some()).map(|found| dated(at, found))
}

/// `20210331`, where the digits are a day of these times.
fn compact_day(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    let digits = cursor.digits(at).filter(|digits| digits.width == 8 && (19_700_101..21_000_000).contains(&digits.value))?;
    let fields = Fields {
        year: Some((digits.value / 10_000) as i16),
        month: Some((digits.value / 100 % 100) as i8),
        day: Some((digits.value % 100) as i8),
        ..Fields::default()
    };
    fields.date().map(|_| DateMatch::new(at + 1, fields))
}

fn dated(at: usize, found: DateMatch) -> Mention {
    Mention { fields: Some(found.fields), ..Mention::new(at..found.end) }
}

/// A month whose days stand behind it: `May between 3 and 7`.
fn month_between(cursor: &Cursor<'_>, at: usize) -> Option<Mention> {
    let month = date::month(cursor, at)?;
    let opens = at + 1;
    if !(cursor.does(opens, Word::Between) || cursor.does(opens, Word::From)) || cursor.case(at) == Case::Lower {
        return None;
    }
    let (day, end, _) = date::day(cursor, opens + 1).filter(|_| cursor.is_number(opens + 1))?;
    let behind = range_word(cursor, end).filter(|&behind| cursor.is_number(behind))?;
    let (last, stop, _) = date::day(cursor, behind)?;
    let clock = clock::number_led(cursor, behind).is_some() || cursor.is(stop, ':') || cursor.is(end, ':');
    let fields = Fields { month: Some(month), day: Some(day), ..Fields::default() };
    (last > day && !clock && fields.possible()).then(|| dated(at, DateMatch::new(end, fields)))
}

/// A month alone that another one, or a word, makes one end of a range, and `in March`: `from April to July 2012`.
fn month_of_range(cursor: &Cursor<'_>, at: usize, last: Option<&Mention>) -> Option<Mention> {
    let month = date::month(cursor, at)?;
    let name = cursor.text_of(at).len() > 4 || cursor.case(at) == Case::Title || cursor.hints(at, Cue::WholeMonth);
    let end = at + 1 + usize::from(cursor.is(at + 1, '.') && cursor.glued(at + 1) && cursor.text_of(at).len() <= 4);
    let before = cursor.before(at);
    let governed = before.is_some_and(|before| cursor.does(before, Word::From) || cursor.does(before, Word::Between));
    let other = range_word(cursor, end).is_some_and(|behind| date::month(cursor, behind).is_some());
    let closes = last.is_some_and(|last| {
        last.fields.is_some_and(|fields| fields.month.is_some() && fields.day.is_none())
            && range_word(cursor, last.tokens.end).is_some_and(|behind| behind == at)
    });
    let alone = before.is_some_and(|before| cursor.does(before, Word::In))
        && cursor.case(at) == Case::Title
        && (cursor.at_line_end(end) || cursor.is_any(end, &['.', ',', '?', '!', ')', ';']));
    (name && (other && (governed || cursor.case(at) == Case::Title) || closes || alone))
        .then(|| dated(at, DateMatch::new(at + 1, Fields { month: Some(month), ..Fields::default() })))
}

/// `end of Sunday`, `fim do dia`, `ao final do domingo`: its last second.
fn end_of_day(cursor: &Cursor<'_>, at: usize) -> Option<Mention> {
    let today = Fields { relative: Some(Relative::Days(0)), ..Fields::default() };
    let mut place = at + 2;
    let (fields, end) = if cursor.hints(at, Cue::EndOfDay) {
        date::parse(cursor, at + 1).filter(|day| day.fields.names_day()).map_or((today, at + 1), |day| (day.fields, day.end))
    } else if !cursor.hints(at, Cue::EdgeEnd) || !cursor.does(at + 1, Word::Of) {
        return None;
    } else if cursor.does(place, Word::Day) {
        place += 1;
        let inner = if cursor.does(place, Word::Of) { date::parse(cursor, place + 1) } else { None };
        inner.map_or((today, place), |inner| (inner.fields, inner.end))
    } else {
        let found = date::parse(cursor, place)?;
        (found.fields, found.end)
    };
    if !fields.names_day() {
        return None;
    }
    let clock = Clock { hour: 23, minute: 59, second: 59, precision: Precision::Second };
    let clock = ClockMatch { end, clock, half_known: true, meridiem: None, next_day: false };
    Some(Mention { fields: Some(fields), clock: Some(clock), ..Mention::new(at..end) })
}

/// `9th at 8 a.m.`, `afternoon five pm`, `lunchtime 1 o'clock`: a day or a part of one right before a clock time.
fn before_clock(cursor: &Cursor<'_>, at: usize) -> Option<Mention> {
    if cursor.is_number(at) {
        let (day, end, _) = date::day(cursor, at).filter(|&(_, end, ordinal)| ordinal && cursor.does(end, Word::At))?;
        let found = clock::number_led(cursor, end + 1)?;
        let fields = Fields { day: Some(day), ..Fields::default() };
        let mut mention = Mention { fields: Some(fields), ..Mention::new(at..found.end) };
        joins::set_clock(cursor, &mut mention, end + 1, found, false);
        return Some(mention);
    }
    let part = clock::day_part_word(cursor, at);
    if part.is_none() && cursor.sense(at, Class::DayPart).is_none_or(|named| named.name != "noon-time") {
        return None;
    }
    let found = if cursor.is_number(at + 1) { clock::number_led(cursor, at + 1) } else { clock::word_led(cursor, at + 1) }?;
    let mut mention = Mention::new(at..found.end);
    joins::set_clock(cursor, &mut mention, at, joins::with_part(found, part), false);
    date_behind_clock(cursor, &mut mention);
    Some(mention)
}

/// `6 tomorrow`, `11, tonight`, `6 yesterday evening`: a bare hour that a day behind it tells.
fn hour_of_day(cursor: &Cursor<'_>, at: usize) -> Option<Mention> {
    let hour = cursor.digits(at).filter(|hour| hour.width <= 2 && hour.value <= 24)?;
    let clock = Clock { hour: hour.value as i8 % 24, minute: 0, second: 0, precision: Precision::Hour };
    let found =
        |end: usize| ClockMatch { end, clock, half_known: hour.value > 12 || hour.value == 0, meridiem: None, next_day: hour.value == 24 };
    let day = at + 1 + usize::from(cursor.is(at + 1, ','));
    let part = joins::tonight(cursor, day);
    let free = cursor.before(at).is_none_or(|before| !cursor.is_number(before) && !cursor.does(before, Word::On));
    if !free || cursor.sense(day, Class::RelativeDay).is_none() || day > at + 1 && part.is_none() {
        return None;
    }
    let day = date::parse(cursor, day)?;
    let (end, behind) = joins::part_behind_date(cursor, day.end);
    let clock = joins::with_part(found(at + 1), part.or(behind));
    Some(Mention { fields: Some(day.fields), clock: Some(clock), ..Mention::new(at..end) })
}

/// A bare hour that opens a range of a known day, `between 2 and 6 yesterday`, or a length, `for three hours from 7`.
fn hour(cursor: &Cursor<'_>, at: usize, near: bool) -> Option<Mention> {
    let hour = cursor.digits(at).filter(|hour| hour.width <= 2 && hour.value <= 24)?;
    let before = cursor.before(at)?;
    let governed = cursor.does(before, Word::From) || cursor.does(before, Word::Between) || cursor.does(before, Word::HourArticle);
    let near = near || part_in_front(cursor, at).is_some();
    if !(governed || near) {
        return None;
    }
    let clock = Clock { hour: hour.value as i8 % 24, minute: 0, second: 0, precision: Precision::Hour };
    let found =
        ClockMatch { end: at + 1, clock, half_known: hour.value > 12 || hour.value == 0, meridiem: None, next_day: hour.value == 24 };
    let mention = Mention { clock: Some(found), ..Mention::new(at..at + 1) };
    if clock::number_led(cursor, at).is_some() {
        return None;
    }
    if stretch::behind_clock(cursor, at, at + 1).is_some() && cursor.does(before, Word::From) {
        return Some(mention);
    }
    let behind = range_word(cursor, at + 1)?;
    cursor.digits(behind).filter(|second| second.width <= 2 && second.value <= 24)?;
    let free =
        !cursor.glued(behind + 1) || cursor.is_any(behind + 1, &['.', ',', ')', '?', '!', ';']) && !cursor.glued_digits_any(behind + 2);
    let mut second = Mention::new(behind..behind + 1);
    date_behind_clock(cursor, &mut second);
    let ends = cursor.at_line_end(behind + 1) || cursor.is_any(behind + 1, &['.', ',', ')', '?', '!', ';']);
    (free && (second.fields.is_some() && governed || near && ends)).then_some(mention)
}
