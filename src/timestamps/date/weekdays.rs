//! Weekdays, alone or with their date: `Tuesday, June 11th`, `quinta-feira (11)`, `sexta passada`.

use super::{DateMatch, day, day_led, dotted, month_led, numeric};
use crate::languages::Language;
use crate::tables::Class;
use crate::timestamps::clock::{self};
use crate::timestamps::cursor::{Cue, Cursor, Word};
use crate::timestamps::fields::{Fields, Relative};
use crate::tokens::Case;

/// The weekday named at `at` and the place behind its name.
pub(super) fn weekday(cursor: &Cursor<'_>, at: usize) -> Option<(i8, usize)> {
    if let Some(digits) = cursor.digits(at) {
        // "2a", "6ª feira"
        let letter = cursor.glued(at + 1) && matches!(cursor.text_of(at + 1), "a" | "ª");
        let feira = at + 2 + usize::from(cursor.is_dash(at + 2));
        let suffix = letter && cursor.does(feira, Word::WeekdaySuffix);
        // "na 5a", "ter. ou 5a"
        let bare = || {
            cursor.anything()
                && letter
                && cursor.text_of(at) != "1"
                && (cursor.at_line_end(at + 2) || cursor.is_any(at + 2, &['.', ',', '?', '!', ';']))
                && cursor.before(at).is_some_and(|before| cursor.does(before, Word::On) || cursor.does(before, Word::Or))
        };
        let (suffix, end) = if suffix { (true, feira + 1) } else { (bare(), at + 2) };
        return (suffix && (2..=6).contains(&digits.value)).then(|| (digits.value as i8 - 1, end));
    }
    let sense = cursor
        .sense(at, Class::Weekday)
        .or_else(|| cursor.any_sense(at, Class::Weekday).filter(|_| cursor.case(at) == Case::Title && cursor.text_of(at).len() > 4))?;
    let mut end = at + 1;
    if cursor.is_dash(end) && cursor.does(end + 1, Word::WeekdaySuffix) {
        end += 2;
    } else if cursor.does(end, Word::WeekdaySuffix) {
        end += 1;
    }
    Some((sense.value as i8, end))
}

/// A weekday, alone or with the date it belongs to.
pub(super) fn weekday_led(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    let (weekday, end) = weekday(cursor, at)?;
    let suffixed = end > at + 1;
    let short = !suffixed && cursor.hints(at, Cue::ShortWeekday);
    let ordinal = !suffixed && cursor.hints(at, Cue::OrdinalWeekday);
    let doubtful = short && cursor.case(at) == Case::Lower && cursor.language == Some(Language::En) && !cursor.is(end, ',');
    let dated = weekday_date(cursor, end, weekday, short).filter(|found| !doubtful || found.fields.month.is_some());
    if doubtful && dated.is_none() {
        return None;
    }
    if let Some(mut found) = dated {
        if cursor.before(at).is_some_and(|before| cursor.does(before, Word::This)) {
            found.fields.relative = found.fields.relative.or(Some(Relative::WeekdayHere));
        }
        return Some(found);
    }
    // "numa sexta-feira", "a Monday": any such day.
    if cursor.before(at).is_some_and(|before| cursor.does(before, Word::Any)) {
        return None;
    }
    // "Black Friday", "Patch Tuesday" name a day of the year, and no day of the story's week.
    if !cursor.anything() && at > 0 && cursor.does(at - 1, Word::Feast) {
        return None;
    }
    let (relative, stop) = weekday_direction(cursor, at, end);
    if (short || ordinal) && stop == end && cursor.anything() && in_row(cursor, at, end) {
        return Some(DateMatch::new(stop, Fields { weekday: Some(weekday), relative, ..Fields::default() }));
    }
    if (short || ordinal) && stop == end {
        // An entry of a timeline: "Sat 08:15 restarted", "Qui 14h20".
        let title = cursor.case(at) == Case::Title || cursor.case(at) == Case::Upper;
        let timed = title
            && cursor.is_number(end)
            && (cursor.is(end + 1, ':') || cursor.glued(end + 1) && cursor.is_word(end + 1))
            && clock::number_led(cursor, end).is_some();
        if timed {
            return Some(DateMatch::new(stop, Fields { weekday: Some(weekday), relative, ..Fields::default() }));
        }
        let before = cursor.before(at)?;
        let governed = cursor.does(before, Word::On)
            || cursor.does(before, Word::This)
            || cursor.does(before, Word::Next)
            || cursor.does(before, Word::Last)
            || cursor.does(before, Word::Previous)
            || cursor.does(before, Word::From)
            || cursor.does(before, Word::To)
            || cursor.does(before, Word::Of)
            || cursor.does(before, Word::And) && cursor.near_before(before, 4, Word::On);
        let counted = cursor.is_word(end)
            && !cursor.does(end, Word::And)
            && !cursor.does(end, Word::To)
            && !cursor.does(end, Word::Of)
            && !cursor.does(end, Word::Last)
            && !cursor.does(end, Word::Next)
            && !cursor.does(end, Word::At)
            && !cursor.does(end, Word::AlsoNow)
            && !cursor.does(end, Word::Or)
            && !cursor.does(end, Word::The)
            && !cursor.does(end, Word::Subject);
        if !governed || counted || short && cursor.language != Some(Language::En) && !cursor.is(end, ',') {
            return None;
        }
    }
    Some(DateMatch::new(stop, Fields { weekday: Some(weekday), relative, ..Fields::default() }))
}

/// Does another weekday stand beside the one at `at`, "Wed or Thu", "quarta, qui", or an hour, "sexta às 6"?
fn in_row(cursor: &Cursor<'_>, at: usize, end: usize) -> bool {
    let named = |place: usize| cursor.sense(place, Class::Weekday).is_some() || cursor.sense(place, Class::RelativeDay).is_some();
    let mark = |place: usize| cursor.is_any(place, &[',', '.']) || cursor.does(place, Word::Or) || cursor.does(place, Word::And);
    let marks = (end..end + 3).take_while(|&place| mark(place)).count();
    let back = (0..at).rev().take(3).take_while(|&place| mark(place)).count();
    named(end + marks)
        || at > back && named(at - back - 1)
        || (cursor.does(end, Word::At) || cursor.does(end, Word::From)) && cursor.does(end, Word::HourArticle) && cursor.is_number(end + 1)
}

/// `passada`, `que vem`, `of last week` behind a weekday; `last`, `next`, `nesta` before it.
pub(super) fn weekday_direction(cursor: &Cursor<'_>, at: usize, end: usize) -> (Option<Relative>, usize) {
    let is_week = |place: usize| cursor.sense(place, Class::TimeUnit).is_some_and(|unit| unit.name == "604800");
    // "Friday next week", "tuesday of last week", "domingo da última semana"
    let of = usize::from(cursor.does(end, Word::Of) || cursor.does(end, Word::From));
    let word = end + of;
    if is_week(word + 1) {
        if cursor.does(word, Word::Last) || cursor.does(word, Word::Previous) {
            return (Some(Relative::WeekdayOfWeek(-1)), word + 2);
        }
        if cursor.does(word, Word::Next) {
            return (Some(Relative::WeekdayOfWeek(1)), word + 2);
        }
        if cursor.does(word, Word::This) {
            return (Some(Relative::WeekdayOfWeek(0)), word + 2);
        }
    }
    // "sexta da semana passada", "segunda da semana que vem"
    if of == 1 && is_week(word) && cursor.language != Some(Language::En) {
        if cursor.does(word + 1, Word::Last) || cursor.does(word + 1, Word::Previous) {
            return (Some(Relative::WeekdayOfWeek(-1)), word + 2);
        }
        if cursor.text_of(word + 1) == "que" && cursor.text_of(word + 2) == "vem" {
            return (Some(Relative::WeekdayOfWeek(1)), word + 3);
        }
    }
    if cursor.language != Some(Language::En) {
        if cursor.does(end, Word::Last) {
            return (Some(Relative::WeekdayBefore), end + 1);
        }
        if cursor.text_of(end) == "que" && cursor.text_of(end + 1) == "vem" {
            return (Some(Relative::WeekdayOfWeek(1)), end + 2);
        }
        if cursor.does(end, Word::AlsoNow) {
            return (Some(Relative::WeekdayHere), end + 1);
        }
    }
    let Some(before) = cursor.before(at) else { return (None, end) };
    let relative = if cursor.does(before, Word::Last) {
        Some(Relative::WeekdayBefore)
    } else if cursor.does(before, Word::Previous) {
        Some(Relative::WeekdayOfWeek(-1))
    } else if cursor.does(before, Word::Next) {
        Some(if cursor.text_of(before).eq_ignore_ascii_case("coming") { Relative::WeekdayAfter } else { Relative::WeekdayOfWeek(1) })
    } else if cursor.does(before, Word::This) {
        Some(Relative::WeekdayHere)
    } else {
        None
    };
    (relative, end)
}

/// The date behind a weekday: `Tuesday, June 11th`, `quinta-feira (11)`, `domingo, dia 4 de Maio`, `Friday the 22nd`.
pub(super) fn weekday_date(cursor: &Cursor<'_>, end: usize, weekday: i8, short: bool) -> Option<DateMatch> {
    let fields = Fields { weekday: Some(weekday), ..Fields::default() };
    let mut place = end;
    let bracket = cursor.is(place, '(') || cursor.is(place, '[');
    if bracket {
        place += 1;
    } else {
        if short && cursor.is(place, '.') && cursor.glued(place) {
            place += 1;
        }
        place += usize::from(cursor.is(place, ',') || cursor.is_dash(place) && !cursor.glued(place));
        place = cursor.unwrapped(place);
        if cursor.does(place, Word::On) || cursor.does(place, Word::The) && cursor.language != Some(Language::Pt) {
            place += 1;
            if cursor.does(place, Word::The) {
                place += 1;
            }
        }
    }
    let before_day = place;
    if cursor.does(place, Word::Day) {
        place += 1;
    }
    let inner = if cursor.is_number(place) {
        numeric(cursor, place).or_else(|| dotted(cursor, place)).or_else(|| day_led(cursor, place))
    } else {
        month_led(cursor, place).or_else(|| day_led(cursor, place))
    };
    if let Some(inner) = inner.filter(|inner| inner.fields.day.is_some() || inner.fields.undecided.is_some()) {
        let end = if bracket {
            cursor
                .is(inner.end, ')')
                .then_some(inner.end + 1)
                .or_else(|| cursor.is(inner.end, ']').then_some(inner.end + 1))
                .unwrap_or(inner.end)
        } else {
            inner.end
        };
        return Some(DateMatch::new(end, Fields { weekday: Some(weekday), ..inner.fields }));
    }
    // "13 de outubro" behind a month alone is no date of the weekday.
    let (day, after, ordinal) = day(cursor, place)?;
    let closed = bracket && (cursor.is(after, ')') || cursor.is(after, ']'));
    let said = before_day != place || ordinal || place > end && !bracket && cursor.does(place - 1, Word::The);
    let plain = cursor.is_number(place)
        && !bracket
        && !cursor.is(after, ':')
        && !cursor.is(after, '%')
        && !cursor.glued(after)
        && (!cursor.is_word(after) || cursor.does(after, Word::At))
        || cursor.is_number(place) && !bracket && cursor.is_any(after, &[',', '.', ';', '!', '?']) && !cursor.glued_digits_any(after + 1);
    // "Monday 8-9am" and "Friday 3 to 5pm" are clock times.
    let clock = cursor.is_dash(after)
        || cursor.does(after, Word::To) && !cursor.does(after, Word::At)
        || clock::meridiem(cursor, after).is_some()
        || cursor.any_sense(after, Class::TimeUnit).is_some();
    if !(closed || said || plain && !clock) {
        return None;
    }
    Some(DateMatch::new(if closed { after + 1 } else { after }, Fields { day: Some(day), ..fields }))
}
