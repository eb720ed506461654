//! Ranges and lists: ends that are bare numbers, and which mentions hang together.

use std::ops::Range;

use super::{Link, Mention, date_behind_clock, joins, set_clock};
use crate::languages::Language;
use crate::tables::Class;
use crate::timestamps::clock::{self, ClockMatch, DayPart};
use crate::timestamps::cursor::{Cursor, Word};
use crate::timestamps::date::{self, DateMatch};
use crate::timestamps::fields::{Fields, Relative};
use crate::timestamps::moment::{Clock, Precision};
use crate::timestamps::zone;

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
    let end = if cursor.is_number(behind) { clock::number_led(cursor, behind) } else { clock::word_led(cursor, behind) }?;
    let before = cursor.before(at);
    let governed = before.is_some_and(|before| {
        cursor.does(before, Word::From)
            || cursor.does(before, Word::Between)
            || cursor.does(before, Word::HourArticle)
            || cursor.sense(before, Class::Weekday).is_some()
            || cursor.sense(before, Class::RelativeDay).is_some()
    });
    let telling = end.meridiem.is_some() || governed;
    telling.then(|| Mention { clock: Some(hour_match(hour.value, 0, at + 1)), ..Mention::new(at..at + 1) })
}

/// An hour that only its range tells, with its minutes.
fn hour_match(hour: i32, minute: i32, end: usize) -> ClockMatch {
    let precision = if minute > 0 { Precision::Minute } else { Precision::Hour };
    ClockMatch {
        end,
        clock: Clock { hour: hour as i8 % 24, minute: minute as i8, second: 0, precision },
        half_known: hour > 12 || hour == 0,
        meridiem: None,
        next_day: hour == 24,
    }
}

/// An hour in words, with minutes where they follow: `seven`, `five thirty`, `duas`; and the place behind it.
fn spelled_hour(cursor: &Cursor<'_>, at: usize) -> Option<(i32, i32, usize)> {
    let (hour, end) = clock::number_word(cursor, at).filter(|(hour, _)| (1..=12).contains(hour))?;
    let dash = usize::from(cursor.is_dash(end) && cursor.glued(end));
    let minutes = clock::number_word(cursor, end + dash).filter(|&(minute, _)| (10..60).contains(&minute));
    Some(minutes.filter(|_| cursor.language == Some(Language::En)).map_or((hour, 0, end), |(minute, end)| (hour, minute, end)))
}

/// An hour in words as the first end of a range of clock times: `from five to seven pm`, `das duas às quatro da tarde`,
/// `between five thirty and six fifteen`.
pub(super) fn spelled_range_start(cursor: &Cursor<'_>, at: usize) -> Option<Mention> {
    let before = cursor.before(at)?;
    if !(cursor.does(before, Word::From) || cursor.does(before, Word::Between) || cursor.does(before, Word::HourArticle)) {
        return None;
    }
    let (hour, minute, end) = spelled_hour(cursor, at)?;
    let behind = range_word(cursor, end)?;
    let told = if cursor.is_number(behind) { clock::number_led(cursor, behind) } else { clock::word_led(cursor, behind) };
    let both = || minute > 0 && spelled_hour(cursor, behind).is_some_and(|(_, minute, _)| minute > 0);
    (told.is_some() || both()).then(|| Mention { clock: Some(hour_match(hour, minute, end)), ..Mention::new(at..end) })
}

/// A number or word behind `at` as the second end of a range: `from 1pm to 4`, `8am-3`, `November 19-20`.
pub(super) fn bare_range_end(cursor: &Cursor<'_>, mentions: &[Mention], at: usize) -> Option<Mention> {
    let first = mentions.last()?;
    if let Some(next) = first.fields.filter(|_| first.clock.is_none()).and_then(|fields| next_night(cursor, &fields, at)) {
        return Some(Mention { fields: Some(next.fields), ..Mention::new(at + 1..next.end) });
    }
    let behind = range_word(cursor, at)?;
    let bare = || cursor.digits(behind).filter(|digits| digits.width <= 2);
    // "from the 3rd to the 7th", "do dia 3 ao 7"
    let days_alone = |fields: &Fields| {
        let opens =
            cursor.before(first.tokens.start).is_some_and(|before| cursor.does(before, Word::From) || cursor.does(before, Word::Between));
        let told = cursor.does(first.tokens.start, Word::Day) || date::day(cursor, behind).is_some_and(|(_, _, ordinal)| ordinal);
        opens && told && fields.weekday.is_none() && fields.relative.is_none()
    };
    let dated = |fields: &Fields| first.clock.is_none() && fields.day.is_some() && (fields.month.is_some() || days_alone(fields));
    if let Some(fields) = first.fields.filter(|fields| dated(fields) && cursor.is_number(behind)) {
        let (day, end, ordinal) = date::day(cursor, behind)?;
        let dash = cursor.is_dash(at);
        let tight = dash && cursor.glued(at) && cursor.glued(behind);
        let year = || date::trailing_year(cursor, end).filter(|_| cursor.anything());
        // "8th May to 9th of June" has a month of its own.
        let own = date::parse(cursor, behind).is_some_and(|found| found.fields.month.is_some());
        if own || !tight && dash && year().is_none() || fields.year.is_some() || Some(day) <= fields.day {
            return None;
        }
        let closes = ordinal
            || cursor.at_line_end(end)
            || cursor.is_any(end, &['.', ',', ')', ':', ';']) && !cursor.glued_digits_any(end + 1)
            || tight && !cursor.glued(end)
            || year().is_some();
        if !closes || cursor.is(end, ':') && cursor.glued_digits_any(end + 1) || cursor.is(end, '%') {
            return None;
        }
        let mut end = end;
        let mut found = Fields { day: Some(day), month: fields.month, ..Fields::default() };
        if cursor.is(end, ',')
            && let Some(year) = cursor.digits(end + 1).filter(|year| year.width == 4 && (1970..2100).contains(&year.value))
        {
            (found.year, end) = (Some(year.value as i16), end + 2);
        } else if let Some((year, next)) = year() {
            (found.year, end) = (Some(year), next);
        }
        return Some(Mention { fields: Some(found), ..Mention::new(behind..end) });
    }
    let clock = first.clock?;
    let (hour, minute, stop) = match bare() {
        Some(digits) => (digits.value, 0, behind + 1),
        None => spelled_hour(cursor, behind)?,
    };
    let told = if cursor.is_number(behind) { clock::number_led(cursor, behind) } else { clock::word_led(cursor, behind) };
    if hour > 24
        || told.is_some()
        || cursor.glued(stop) && !cursor.is_any(stop, &['.', ',', ')', '?', '!', ';'])
        || date::parse(cursor, behind).is_some()
    {
        return None;
    }
    if cursor.is(stop, '.') && cursor.glued_digits_any(stop + 1) || cursor.is_dash(at) && !cursor.glued(at) {
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
    let ends = cursor.at_line_end(stop)
        || cursor.is_any(stop, &['.', ',', ')', '?', '!', ';'])
        || cursor.does(stop, Word::On)
        || cursor.sense(stop, Class::RelativeDay).is_some()
        || zone::phrase(cursor, stop, false).is_some();
    if !(governed || clock.meridiem.is_some())
        || !ends
        || cursor.does(at, Word::And) && !cursor.near_before(first.tokens.start, 3, Word::Between)
    {
        return None;
    }
    let mut mention = Mention::new(behind..stop);
    set_clock(cursor, &mut mention, behind, hour_match(hour, minute, stop), false);
    date_behind_clock(cursor, &mut mention);
    Some(mention)
}

/// The day behind a slash that follows a full date, of a night over midnight: `2023-08-13/14`.
pub(super) fn next_night(cursor: &Cursor<'_>, fields: &Fields, at: usize) -> Option<DateMatch> {
    let day = cursor.digits(at + 1).filter(|_| cursor.is(at, '/') && cursor.glued(at) && cursor.glued(at + 1))?;
    let ends = !cursor.glued(at + 2) || cursor.is_any(at + 2, &[',', ')', ':', ';']);
    let alone = ends && day.width == 2 && cursor.any_sense(at + 2, Class::Month).is_none();
    let next = alone && fields.year.is_some() && fields.day.is_some_and(|first| day.value == i32::from(first) + 1);
    next.then(|| DateMatch::new(at + 2, Fields { day: Some(day.value as i8), ..*fields }))
}

/// A day whose month stands behind the next day: `4 to 22 January`, `14 e 15 de outubro`.
pub(super) fn day_range_start(cursor: &Cursor<'_>, at: usize) -> Option<Mention> {
    let (day, end, ordinal) = date::day(cursor, at)?;
    if !cursor.is_number(at) && !ordinal {
        return None;
    }
    let comma = cursor.is(end, ',');
    // "de 14 para 15 de outubro"
    let turns = cursor.language != Some(Language::En) && cursor.does(end, Word::Before);
    let slash = cursor.is(end, '/') && cursor.glued(end) && cursor.glued(end + 1);
    let behind = if comma || turns || slash { end + 1 } else { range_word(cursor, end)? };
    let (second, mut day_end, _) = date::day(cursor, behind)?;
    // "19/20 December" are two nights' days; "3/7 July" may be a share.
    if slash && second != day + 1 {
        return None;
    }
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

/// The part of the day that stands in front of a range of hours: `this afternoon from 2 to 4`, `in the evening between 6 and 8`.
pub(super) fn lend_parts(cursor: &Cursor<'_>, mentions: &mut [Mention]) {
    for at in 1..mentions.len() {
        let (head, tail) = mentions.split_at_mut(at);
        let (Some(first), Some(second)) = (head.last_mut(), tail.first_mut()) else { continue };
        let (Some(from), Some(to)) = (first.clock, second.clock) else { continue };
        if first.link != Link::Range || first.fields.is_some() || second.fields.is_some() {
            continue;
        }
        let Some(part) = part_in_front(cursor, first.tokens.start) else { continue };
        let (early, late) = (joins::with_part(from, Some(part)), joins::with_part(to, Some(part)));
        // "this afternoon from 11 to 2" begins before noon.
        first.clock = Some(if early.clock <= late.clock { early } else { from });
        second.clock = Some(late);
    }
}

/// The part of the day named in front of a `from` or `between` that opens a range at `at`.
pub(super) fn part_in_front(cursor: &Cursor<'_>, at: usize) -> Option<DayPart> {
    let opens = at.checked_sub(1).filter(|&opens| cursor.does(opens, Word::From) || cursor.does(opens, Word::Between))?;
    let place = opens.checked_sub(1)?;
    let place = place - usize::from(cursor.is(place, ',') && place > 0);
    clock::day_part_word(cursor, place)
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
        } else if cursor.does(place, Word::Before) && cursor.language != Some(Language::En) && gap.len() == 1 {
            // "de sábado para domingo"
            joins += usize::from(first.clock.is_none() && second.clock.is_none());
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
    // "from now until 6pm"
    let now = first.fields.is_some_and(|fields| fields.relative == Some(Relative::Now)) && second.clock.is_some();
    let zones = first.zone.as_ref().zip(second.zone.as_ref());
    let different = zones.is_some_and(|(first, second)| first.zone != second.zone);
    if clocks && different && joins == 0 && ands == 0 && slashes + brackets > 0 {
        return Link::Same;
    }
    // "19/20 December", "2023-08-13/14"
    let night = first.clock.is_none() && second.clock.is_none() && gap.len() == 1 && cursor.is(gap.start, '/') && cursor.glued(gap.end);
    let day = |mention: &Mention| mention.fields.and_then(|fields| fields.day);
    if night && cursor.glued(gap.start) && day(first).zip(day(second)).is_some_and(|(first, second)| second == first + 1) {
        return Link::Range;
    }
    let between = cursor.near_before(first.tokens.end, 7 + first.tokens.len(), Word::Between);
    if joins > 0 && slashes == 0 && brackets == 0 && (first.clock.is_some() == second.clock.is_some()) || ands > 0 && between && commas == 0
    {
        return Link::Range;
    }
    if (clocks || now) && joins > 0 && slashes == 0 && brackets == 0 {
        return Link::Range;
    }
    let days = first.clock.is_none() && second.clock.is_none();
    if days && (ands > 0 || commas > 0) && joins + slashes + brackets == 0 {
        return Link::List;
    }
    Link::None
}
