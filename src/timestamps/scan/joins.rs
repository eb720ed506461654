//! Dates and clock times that stand together and are one timestamp.

use super::{Mention, Named, dates_end};
use crate::languages::Language;
use crate::tables::Class;
use crate::timestamps::clock::{self, ClockMatch, DayPart};
use crate::timestamps::cursor::{Cursor, Word};
use crate::timestamps::date::{self, DateMatch};
use crate::timestamps::fields::{Fields, Relative};
use crate::timestamps::moment::Precision;
use crate::timestamps::zone::{self};

/// A date, and the clock time that stands with it.
pub(super) fn date_first(cursor: &Cursor<'_>, at: usize, found: DateMatch) -> Mention {
    let mut mention = Mention { fields: Some(found.fields), ..Mention::new(at..found.end) };
    let iso = cursor.glued(found.end) && matches!(cursor.text_of(found.end), "T" | "t") && cursor.glued_digits_any(found.end + 1);
    if iso && let Some(clock) = clock::number_led(cursor, found.end + 1) {
        set_clock(cursor, &mut mention, found.end + 1, clock, true);
        return mention;
    }
    let (place, part) = part_behind_date(cursor, found.end);
    let place = if part.is_some() { place } else { found.end };
    // "tomorrow morning" is that day.
    if cursor.anything() && part.is_some() {
        mention.tokens.end = place;
    }
    if let Some((start, clock)) = clock_behind_date(cursor, place) {
        set_clock(cursor, &mut mention, start, with_part(clock, part), false);
        // C writes the year last: "Tue Mar 9 04:17:33 UTC 2021".
        if let Some(fields) = mention.fields.as_mut().filter(|fields| fields.year.is_none() && fields.month.is_some()) {
            let end = mention.tokens.end;
            if let Some(year) =
                cursor.digits(end).filter(|year| year.width == 4 && (1970..2100).contains(&year.value) && !cursor.is(end + 1, ':'))
            {
                fields.year = Some(year.value as i16);
                mention.tokens.end = end + 1;
            }
        }
    }
    if let Some(clock) = mention.clock.as_mut()
        && let Some(part) = tonight(cursor, at)
    {
        *clock = with_part(*clock, Some(part));
    }
    mention
}

/// "tonight" is a day and a part of it.
pub(super) fn tonight(cursor: &Cursor<'_>, at: usize) -> Option<DayPart> {
    cursor.sense(at, Class::RelativeDay)?;
    clock::day_part_word(cursor, at)
}

/// A clock time with the half of the day that a word beside it gives.
pub(super) fn with_part(mut found: ClockMatch, part: Option<DayPart>) -> ClockMatch {
    // "tonight at midnight" ends the day.
    let midnight = (found.clock.hour, found.clock.minute, found.meridiem) == (0, 0, None) && found.half_known;
    if midnight && part == Some(DayPart::Night) {
        found.next_day = true;
        return found;
    }
    if let Some(part) = part.filter(|&part| {
        found.meridiem.is_none() && (1..=12).contains(&found.clock.hour) && (found.clock.hour != 12 || part == DayPart::Night)
    }) {
        found.clock.hour =
            if part == DayPart::Night && found.clock.hour < 5 { found.clock.hour } else { clock::by_day_part(found.clock.hour, part) };
        found.half_known = true;
        found.meridiem = Some(part.half());
    }
    found
}

/// `morning`, `à noite`, `early morning` behind a date.
pub(super) fn part_behind_date(cursor: &Cursor<'_>, at: usize) -> (usize, Option<DayPart>) {
    let mut place = at + usize::from(cursor.text_of(at) == "pela");
    if cursor.does(place, Word::At) && !cursor.is_number(place + 1) || cursor.does(place, Word::On) || cursor.does(place, Word::In) {
        place += 1;
        if cursor.does(place, Word::The) {
            place += 1;
        }
    }
    if matches!(cursor.text_of(place), "early" | "late") {
        place += 1;
    }
    match clock::day_part_word(cursor, place) {
        Some(part) => (place + 1, Some(part)),
        None => (at, None),
    }
}

/// The clock time behind a date, with at most a comma, a dash, `at` or `às` between.
pub(super) fn clock_behind_date(cursor: &Cursor<'_>, at: usize) -> Option<(usize, ClockMatch)> {
    let mut place = at;
    // "2019-05-04 Sat 10:15", "05/04 (Sat) 10:15"
    let bracket = usize::from(cursor.is(place, '('));
    if cursor.is_number(place.saturating_sub(1))
        && cursor.sense(place + bracket, Class::Weekday).is_some()
        && (bracket == 0 || cursor.is(place + 2, ')'))
    {
        let behind = place + 1 + 2 * bracket;
        if cursor.is_number(behind) && cursor.is(behind + 1, ':') {
            place = behind;
        }
    }
    // "17 nov., 09h"
    if cursor.is(place, '.') && cursor.glued(place) && cursor.is(place + 1, ',') && !cursor.is_number(place - 1) {
        place += 1;
    }
    if cursor.is_any(place, &[',', '·', '@', ';']) {
        place += 1;
    }
    // A web server's log: "12/Mar/2021:10:15:32 +0000".
    if cursor.is(place, ':') && cursor.glued(place) && cursor.glued_digits_any(place + 1) {
        place += 1;
    }
    // Emphasis around one of the two: "Feb 28th **01:54**".
    while place < at + 4 && cursor.is_any(place, &['*', '_', '`']) {
        place += 1;
    }
    if cursor.is_dash(place) && !cursor.glued(place) {
        place += 1;
    }
    // The rest of the line may be wrapped away only behind a word that asks for it.
    let wrapped = cursor.unwrapped(place);
    if wrapped > place && (cursor.does(wrapped, Word::At) || cursor.is(place - 1, ',')) {
        place = wrapped;
    }
    let article = cursor.does(place, Word::At) && cursor.text_of(place).len() > 1
        || cursor.language != Some(Language::En) && cursor.does(place, Word::HourArticle) && cursor.does(place, Word::At);
    if article {
        place = cursor.unwrapped(place + 1);
    }
    // "yesterday around 4pm"
    if cursor.anything() && cursor.does(place, Word::Hedge) && cursor.is_number(place + 1) && cursor.language == Some(Language::En) {
        place += 1;
    }
    if cursor.is_number(place) {
        if clock::repeated_name(cursor, place) {
            return Some((place, clock::word_led(cursor, place + 1)?));
        }
        if let Some(found) = clock::behind_date(cursor, place) {
            return Some((place, found));
        }
        // "Friday at 5"
        return None;
    }
    let word = clock::word_led(cursor, place)?;
    // "Sunday noon"
    let named = matches!(cursor.text_of(place), "noon" | "midnight");
    (article || place > at || named || word.meridiem.is_some() || cursor.anything()).then_some((place, word))
}

/// A clock time, and the date that stands with it.
pub(super) fn clock_first(cursor: &Cursor<'_>, at: usize) -> Option<Mention> {
    let found = if clock::repeated_name(cursor, at) {
        clock::word_led(cursor, at + 1)?
    } else if cursor.is_number(at) {
        clock::number_led(cursor, at)?
    } else {
        clock::word_led(cursor, at)?
    };
    let mut mention = Mention::new(at..found.end);
    set_clock(cursor, &mut mention, at, found, false);
    date_behind_clock(cursor, &mut mention);
    Some(mention)
}

/// `this morning at 7`, `in the afternoon at 7`: a part of the day, then the clock time.
pub(super) fn day_part_first(cursor: &Cursor<'_>, at: usize) -> Option<Mention> {
    let mut place = at;
    let mut day = None;
    if cursor.does(place, Word::This) {
        (day, place) = (Some(0), place + 1);
    } else if cursor.does(place, Word::Last) && cursor.language == Some(Language::En) {
        (day, place) = (Some(-1), place + 1);
    } else if cursor.does(place, Word::In) || cursor.does(place, Word::At) || cursor.text_of(place) == "pela" {
        place += 1;
        if cursor.does(place, Word::The) {
            place += 1;
        }
    }
    let part = clock::day_part_word(cursor, place)?;
    let mut behind = place + 1;
    let article = cursor.does(behind, Word::At) || cursor.is(behind, ',');
    if article {
        behind += 1;
    }
    let found =
        if cursor.is_number(behind) { clock::number_led(cursor, behind) } else { clock::word_led(cursor, behind).filter(|_| article) }?;
    let fields = day.map(|day| Fields { relative: Some(Relative::Days(day)), ..Fields::default() });
    let mut mention = Mention { fields, ..Mention::new(at..found.end) };
    set_clock(cursor, &mut mention, at, with_part(found, Some(part)), false);
    if mention.fields.is_none() {
        date_behind_clock(cursor, &mut mention);
    }
    Some(mention)
}

/// Give the mention a clock time and the zone behind it.
pub(super) fn set_clock(cursor: &Cursor<'_>, mention: &mut Mention, from: usize, found: ClockMatch, iso: bool) {
    mention.tokens.end = found.end;
    mention.core = from..found.end;
    let exact = iso || found.clock.precision == Precision::Second;
    let named = zone::behind_clock(cursor, found.end, found.meridiem.is_some(), exact);
    mention.clock = Some(found);
    if let Some(named) = named {
        mention.zone = Some(Named { tokens: found.end..named.end, zone: named.zone });
        // "(hora local)" says which clock, not when: it stands outside.
        let local = mention.zone.as_ref().is_some_and(|named| named.zone.rule == zone::Rule::Local);
        if !local {
            mention.tokens.end = named.end;
            mention.core.end = named.end;
        }
    }
}

/// The date behind a clock time, with at most `on`, `de`, `do dia`, a comma or a dash between.
pub(super) fn date_behind_clock(cursor: &Cursor<'_>, mention: &mut Mention) {
    let end = mention.tokens.end;
    let mut place = end;
    let comma = cursor.is_any(place, &[',', '·']);
    if comma {
        place += 1;
    }
    if cursor.is_dash(place) && !cursor.glued(place) && !comma {
        // "10:00 - 11/05" is a date behind a dash; "10:00 - 11:00" no date at all.
        if cursor.is_word(place + 1) {
            return;
        }
        place += 1;
    }
    place = cursor.unwrapped(place);
    let word = place;
    // "this morning", "desta noite", "last night"
    if let Some((fields, part, stop)) = day_and_part(cursor, place) {
        mention.fields = Some(fields);
        if let Some(found) = mention.clock {
            mention.clock = Some(with_part(found, Some(part)));
        }
        mention.tokens.end = stop;
        return;
    }
    if (cursor.does(place, Word::On) || cursor.does(place, Word::Of)) && !cursor.does(place, Word::This) {
        place = cursor.unwrapped(place + 1);
        if cursor.does(place, Word::The) && cursor.language != Some(Language::En) {
            place += 1;
        }
    } else if cursor.does(place, Word::This) && cursor.does(place, Word::On) {
        place += 1;
    }
    let next = cursor.does(place, Word::Next) || cursor.does(place, Word::Last) || cursor.does(place, Word::This);
    if next && cursor.sense(place + 1, Class::Weekday).is_some() {
        place += 1;
    }
    // "9pm on the 21"
    if cursor.does(word, Word::On) && cursor.language == Some(Language::En) {
        let number = place + usize::from(cursor.does(place, Word::The));
        let day = date::day(cursor, number).filter(|_| cursor.is_number(number) && date::parse(cursor, number).is_none());
        if let Some((day, stop, _)) = day.filter(|&(_, stop, ordinal)| {
            ordinal || cursor.at_line_end(stop) || cursor.is_any(stop, &['.', ',', ')', ';']) && !cursor.glued_digits_any(stop + 1)
        }) {
            mention.fields = Some(Fields { day: Some(day), ..Fields::default() });
            mention.tokens.end = stop;
            return;
        }
    }
    let Some(found) = date::parse(cursor, place) else { return };
    // A new line of a list may start with a date of its own; a bare number behind a comma is one thing more.
    let loose = comma
        && word == place
        && !(found.fields.names_day()
            && (found.fields.month.is_some()
                || found.fields.undecided.is_some()
                || found.fields.weekday.is_some()
                || found.fields.relative.is_some()));
    let names = found.fields.names_day() || matches!(found.fields.relative, Some(Relative::DayOfMonth(_) | Relative::WeekdayOfWeek(_)));
    if loose || !names || cursor.is_number(place) && !dates_end(cursor, found.end) {
        return;
    }
    // "14:02, 2021-03-31 15:00": the date has a clock time of its own.
    let own = cursor.glued(found.end) && cursor.text_of(found.end) == "T" || clock_behind_date(cursor, found.end).is_some();
    if own && word == place {
        return;
    }
    mention.fields = Some(found.fields);
    mention.tokens.end = found.end;
    let (stop, part) = part_behind_date(cursor, found.end);
    if let (Some(part), Some(clock)) = (part, mention.clock) {
        mention.clock = Some(with_part(clock, Some(part)));
        mention.tokens.end = stop;
    }
    if let (Some(part), Some(clock)) = (tonight(cursor, found.end - 1), mention.clock) {
        mention.clock = Some(with_part(clock, Some(part)));
    }
}

/// `this morning`, `last night`, `desta noite`, `tomorrow evening` without a clock time.
pub(super) fn day_and_part(cursor: &Cursor<'_>, at: usize) -> Option<(Fields, DayPart, usize)> {
    let day = if cursor.does(at, Word::This) {
        0
    } else if cursor.does(at, Word::Last) && cursor.language == Some(Language::En) {
        -1
    } else {
        return None;
    };
    let part = clock::day_part_word(cursor, at + 1)?;
    Some((Fields { relative: Some(Relative::Days(day)), ..Fields::default() }, part, at + 2))
}
