//! Dates that are counted from another: `yesterday`, `two weeks ago`, `next month`, `the first Friday of July`.

use super::lengths::{DAY, MONTH, WEEK, YEAR, chain, is_unit};
use super::{DateMatch, day_led, month_and_year, month_led, numeric, weekday, weekday_led};
use crate::languages::Language;
use crate::tables::{self, Class};
use crate::timestamps::clock::number_word;
use crate::timestamps::cursor::{Cue, Cursor, Word};
use crate::timestamps::fields::{Fields, Relative, Shift};

/// The counted date that starts at `at`.
pub(in crate::timestamps) fn parse(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    week_first(cursor, at)
        .or_else(|| of_month(cursor, at))
        .or_else(|| directed_weekday(cursor, at))
        .or_else(|| weekdays_on(cursor, at))
        .or_else(|| calendar_unit(cursor, at))
        .or_else(|| next_day(cursor, at))
        .or_else(|| lengths(cursor, at))
}

/// `last`, `this`, `next` as a number of weeks, months or years.
pub(in crate::timestamps) fn direction(cursor: &Cursor<'_>, at: usize) -> Option<i32> {
    if cursor.does(at, Word::Last) || cursor.does(at, Word::Previous) {
        Some(-1)
    } else if cursor.does(at, Word::Next) {
        Some(1)
    } else if cursor.does(at, Word::This) || cursor.does(at, Word::Current) {
        Some(0)
    } else {
        None
    }
}

/// Cues of ordinals that are weekdays too, or have a gender.
pub(in crate::timestamps) const NTH: [Cue; 5] = [Cue::Nth1, Cue::Nth2, Cue::Nth3, Cue::Nth4, Cue::Nth5];

/// `next week on Friday`, `last week Sunday`.
pub(super) fn week_first(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    let weeks = match direction(cursor, at).filter(|_| is_unit(cursor, at + 1, WEEK)) {
        Some(weeks) => weeks,
        // "semana passada na sexta"
        None if is_unit(cursor, at, WEEK) && cursor.language != Some(Language::En) => {
            direction(cursor, at + 1).filter(|&shift| shift != 0)?
        }
        None => return None,
    };
    let place = at + 2 + usize::from(cursor.does(at + 2, Word::On));
    let (weekday, end) = weekday(cursor, place)?;
    let fields = Fields { weekday: Some(weekday), relative: Some(Relative::WeekdayOfWeek(weeks)), ..Fields::default() };
    Some(DateMatch { end, fields })
}

/// `last Tuesday`, `próximo domingo`; "this" before a weekday stays outside.
pub(super) fn directed_weekday(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    direction(cursor, at).filter(|&shift| shift != 0)?;
    let found = weekday_led(cursor, at + 1)?;
    // "na última segunda-feira, 8" is told by its day.
    (found.fields.day.is_none() && found.fields.undecided.is_none() && found.fields.relative.is_some()).then_some(found)
}

/// `next month`, `last year`, `ano passado`, `próximo mês`: no day is known.
pub(super) fn calendar_unit(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    // "mês que vem"
    let coming = |place: usize| cursor.text_of(place) == "que" && cursor.text_of(place + 1) == "vem";
    let (shift, unit_at, end) = match direction(cursor, at) {
        Some(shift) => (shift, at + 1, at + 2),
        None if coming(at + 1) => (1, at, at + 3),
        None if cursor.language != Some(Language::En) => (direction(cursor, at + 1).filter(|&shift| shift != 0)?, at, at + 2),
        None => return None,
    };
    // "the last month of 2011", "this year's": not counted from the day of writing.
    if cursor.does(end, Word::Of) || cursor.is_any(end, &['\'', '’']) || cursor.is_number(end) {
        return None;
    }
    let relative = if is_unit(cursor, unit_at, MONTH) {
        Relative::Month(shift)
    } else if is_unit(cursor, unit_at, YEAR) {
        Relative::Year(shift)
    } else {
        return None;
    };
    Some(DateMatch { end, fields: Fields { relative: Some(relative), ..Fields::default() } })
}

/// `the following day`, `no dia seguinte`, `the day before`: counted from the day the text speaks of.
pub(super) fn next_day(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    let morning =
        || cursor.language == Some(Language::En) && cursor.sense(at + 1, Class::DayPart).is_some_and(|part| part.name == "morning");
    let forward = cursor.does(at, Word::Next) && (is_unit(cursor, at + 1, DAY) || morning())
        || (cursor.does(at, Word::Day) || cursor.sense(at, Class::DayPart).is_some() && cursor.language != Some(Language::En))
            && cursor.does(at + 1, Word::Following);
    // "past day": counted from the day of writing.
    if cursor.anything() && cursor.does(at, Word::Last) && is_unit(cursor, at + 1, DAY) && cursor.at_line_end(at + 2) {
        return Some(DateMatch { end: at + 2, fields: Fields { relative: Some(Relative::Days(-1)), ..Fields::default() } });
    }
    let relative = if forward { Relative::DayAfter } else { day_before(cursor, at).then_some(Relative::DayBefore)? };
    Some(DateMatch { end: at + 2, fields: Fields { relative: Some(relative), ..Fields::default() } })
}

/// `the previous day`, `the day before`, `no dia anterior`; "the day before the release" is counted from something else.
fn day_before(cursor: &Cursor<'_>, at: usize) -> bool {
    let ends = || {
        let mark = cursor.is_any(at + 2, &['.', ',', ';', ')', '!', '?']);
        cursor.at_line_end(at + 2) || mark || cursor.does(at + 2, Word::At) || cursor.does(at + 2, Word::Between)
    };
    let before = cursor.does(at, Word::Previous) && is_unit(cursor, at + 1, DAY)
        || cursor.does(at, Word::Day) && (cursor.text_of(at + 1).eq_ignore_ascii_case("before") || cursor.does(at + 1, Word::Previous));
    before && ends()
}

/// `first Tuesday of June 2021`, `third Wednesday of last month`, `last day of October`.
pub(super) fn of_month(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    let (nth, place) = if cursor.does(at, Word::Last) {
        (0, at + 1)
    } else {
        let cue = NTH.iter().position(|cue| cursor.hints(at, *cue)).map(|place| place as i8 + 1);
        let sense = || cursor.sense(at, Class::Ordinal).filter(|sense| (1.0..=5.0).contains(&sense.value));
        (cue.or_else(|| sense().map(|sense| sense.value as i8))?, at + 1)
    };
    let (weekday, end) = match weekday(cursor, place) {
        Some((weekday, end)) => (Some(weekday), end),
        None if nth == 0 && is_unit(cursor, place, DAY) => (None, place + 1),
        None => return None,
    };
    let fields = Fields { weekday, relative: Some(Relative::NthWeekday(nth, 0)), ..Fields::default() };
    if !(cursor.does(end, Word::Of) || cursor.does(end, Word::In)) {
        // "second Sunday": of this month.
        return (nth > 0 && weekday.is_some() && cursor.language == Some(Language::En)).then_some(DateMatch { end, fields });
    }
    let mut month = end + 1;
    if let Some(shift) = direction(cursor, month).filter(|_| is_unit(cursor, month + 1, MONTH)) {
        return Some(DateMatch { end: month + 2, fields: Fields { relative: Some(Relative::NthWeekday(nth, shift)), ..fields } });
    }
    if cursor.does(month, Word::The) {
        month += 1;
    }
    if let Some(shift) = direction(cursor, month).filter(|_| is_unit(cursor, month + 1, MONTH)) {
        return Some(DateMatch { end: month + 2, fields: Fields { relative: Some(Relative::NthWeekday(nth, shift)), ..fields } });
    }
    if is_unit(cursor, month, MONTH) {
        return Some(DateMatch { end: month + 1, fields });
    }
    let (month, year, end) = month_and_year(cursor, month)?;
    Some(DateMatch { end, fields: Fields { month: Some(month), year, ..fields } })
}

/// `two weeks ago`, `in 3 days`, `4 months from tomorrow`, `dois meses atrás`.
pub(super) fn lengths(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    // "daqui a dois dias"
    let hence = usize::from(cursor.hints(at, Cue::FromHere) && cursor.does(at + 1, Word::At));
    let prefixed = cursor.does(at, Word::In) && (hence > 0 || !cursor.hints(at, Cue::FromHere));
    let past = cursor.does(at, Word::SinceLength);
    let mut hedged = usize::from((prefixed || past) && cursor.does(at + 1, Word::Hedge));
    // "há cerca de duas horas"
    hedged += usize::from(past && hedged > 0 && cursor.does(at + 2, Word::Of));
    // "in less than two hours"
    if prefixed && cursor.anything() && cursor.any_sense(at + 1, Class::Hedge).is_some_and(|hedge| hedge.name == "less") {
        hedged = 1 + usize::from(cursor.hints(at + 2, Cue::Than));
    }
    let (mut shift, mut end) = chain(cursor, at + usize::from(prefixed || past) + hence + hedged)?;
    let mut base = None;
    if past {
        // "faz três semanas"; "faz três horas" is how long something has lasted.
        if shift.seconds != 0 && !cursor.anything() {
            return None;
        }
        // "há duas semanas atrás"
        end += usize::from(cursor.does(end, Word::Ago));
        shift = shift.negated();
    } else if cursor.does(end, Word::Ago) {
        (shift, end) = (shift.negated(), end + 1);
    } else if cursor.does(end, Word::Hence) || cursor.does(end, Word::From) && cursor.does(end + 1, Word::AlsoNow) {
        end += if cursor.does(end, Word::Hence) { 1 } else { 2 };
    } else if cursor.anything() && cursor.hints(end, Cue::Later) && closes(cursor, end + 1) {
        end += 1;
    } else if let Some((found, forward)) = counted_from(cursor, end) {
        if !forward {
            shift = shift.negated();
        }
        end = found.end;
        base = Some(found.fields);
    } else if !prefixed || hence == 0 && !looks_ahead(cursor, at, end) {
        return None;
    }
    let mut fields = Fields { relative: Some(Relative::Shift(shift)), ..Fields::default() };
    if let Some(base) = base {
        match base.relative {
            Some(Relative::Days(days)) => fields.relative = Some(Relative::Shift(Shift { days: shift.days + days, ..shift })),
            None if base.weekday.is_some() => fields.weekday = base.weekday,
            _ => return None,
        }
    }
    Some(DateMatch { end, fields })
}

/// `from tomorrow`, `before yesterday`, `depois de hoje`: the date and whether the length runs forward from it.
pub(super) fn counted_from(cursor: &Cursor<'_>, at: usize) -> Option<(DateMatch, bool)> {
    let text = cursor.text_of(at);
    let english = cursor.language == Some(Language::En);
    let (forward, mut place) = if english && cursor.does(at, Word::From) || cursor.does(at, Word::Past) && text != "past" {
        (true, at + 1)
    } else if text.eq_ignore_ascii_case("before") || cursor.does(at, Word::Back) {
        (false, at + 1)
    } else {
        return None;
    };
    if !english && cursor.does(place, Word::Of) {
        place += 1;
    }
    let found = super::parse(cursor, place)?;
    (matches!(found.fields.relative, Some(Relative::Days(_))) || found.fields.weekday.is_some()).then_some((found, forward))
}

/// Is "in three days" told of the future, and no length of something past? Only where the clause says so, or says
/// nothing else.
pub(in crate::timestamps) fn looks_ahead(cursor: &Cursor<'_>, at: usize, end: usize) -> bool {
    let mut words = 0;
    for place in (at.saturating_sub(12)..at).rev() {
        if cursor.at_line_end(place) || cursor.is_any(place, &['.', ';', '!', '?']) {
            break;
        }
        if cursor.does(place, Word::Future) {
            return true;
        }
        words += i32::from(!cursor.does(place, Word::Or));
    }
    words == 0 && (cursor.does(end, Word::At) || closes(cursor, end))
}

/// Does the sentence end before `at`?
fn closes(cursor: &Cursor<'_>, at: usize) -> bool {
    cursor.at_line_end(at) || cursor.is_any(at, &['.', '?', '!'])
}

/// `3 Mondays from now`, `two Fridays ago`: that many such weekdays on.
pub(super) fn weekdays_on(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    let (number, place) = match cursor.digits(at) {
        Some(digits) if digits.width <= 2 => (digits.value, at + 1),
        Some(_) => return None,
        None => number_word(cursor, at)?,
    };
    if cursor.language == Some(Language::Pt) || number == 0 {
        return None;
    }
    let weekday = weekday(cursor, place).map(|(weekday, _)| weekday).or_else(|| plural(cursor, place))?;
    let (count, end) = if cursor.does(place + 1, Word::Ago) {
        (-number, place + 2)
    } else if cursor.does(place + 1, Word::From) && cursor.does(place + 2, Word::AlsoNow) {
        (number, place + 3)
    } else {
        return None;
    };
    let fields = Fields { weekday: Some(weekday), relative: Some(Relative::WeekdaysOn(count)), ..Fields::default() };
    Some(DateMatch { end, fields })
}

/// `Sundays`, `fridays`: the weekday that several are of.
fn plural(cursor: &Cursor<'_>, at: usize) -> Option<i8> {
    let name = cursor.text_of(at).strip_suffix('s').filter(|name| name.len() > 5 && name.len() <= tables::LONGEST_WORD)?;
    let mut folded = Vec::with_capacity(name.len());
    tables::fold(name, &mut folded);
    Some(tables::lookup(&folded).sense_in(Class::Weekday, Some(Language::En))?.value as i8)
}

/// `this month`, `last year`, `próximo ano`, `mês passado`: so many of the unit on from this one, and the place behind it.
pub(in crate::timestamps) fn counted_unit(cursor: &Cursor<'_>, at: usize, length: f64) -> Option<(i32, usize)> {
    if is_unit(cursor, at + 1, length) {
        return Some((direction(cursor, at)?, at + 2));
    }
    let behind = is_unit(cursor, at, length) && cursor.language != Some(Language::En);
    Some((direction(cursor, at + 1).filter(|&shift| behind && shift != 0)?, at + 2))
}

/// `yesterday`, `hoje (16/03/2026)`, `hoje, domingo`, `the day before yesterday`, `depois de amanhã`.
pub(super) fn day_word(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    let mut place = at;
    let mut shift = 0;
    let portuguese = cursor.language != Some(Language::En);
    if cursor.does(place, Word::The) && cursor.does(place + 1, Word::Day) {
        place += 1;
    }
    if cursor.does(place, Word::Day)
        && (cursor.text_of(place + 1).eq_ignore_ascii_case("before") || cursor.text_of(place + 1).eq_ignore_ascii_case("after"))
    {
        shift = if cursor.text_of(place + 1).eq_ignore_ascii_case("before") { -1 } else { 1 };
        place += 2;
    } else if portuguese && cursor.does(place, Word::Past) && cursor.text_of(place + 1) == "de" {
        (shift, place) = (1, place + 2);
    } else if portuguese && cursor.text_of(place).eq_ignore_ascii_case("antes") && cursor.text_of(place + 1) == "de" {
        (shift, place) = (-1, place + 2);
    } else {
        place = at;
    }
    let sense = cursor.sense(place, Class::RelativeDay)?;
    let days = sense.value as i32 + shift;
    let mut fields = Fields { relative: Some(Relative::Days(days)), ..Fields::default() };
    let mut end = place + 1;
    // The date or weekday that says the same.
    let bracket = usize::from(cursor.is(end, '('));
    let inner = if bracket == 1 || cursor.is(end, ',') { parse_plain(cursor, end + 1) } else { None };
    if let Some(inner) = inner {
        let closes = bracket == 0 || cursor.is(inner.end, ')');
        if closes && (inner.fields.weekday.is_some() || bracket == 1) && inner.fields.relative.is_none() {
            fields = Fields { relative: fields.relative, ..inner.fields };
            end = inner.end + bracket;
        }
    }
    Some(DateMatch::new(end, fields))
}

/// A date that is not counted from another.
pub(super) fn parse_plain(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    if cursor.is_number(at) {
        return numeric(cursor, at).or_else(|| day_led(cursor, at));
    }
    weekday_led(cursor, at).or_else(|| month_led(cursor, at)).or_else(|| {
        let place = at + usize::from(cursor.does(at, Word::Day));
        if place > at { numeric(cursor, place).or_else(|| day_led(cursor, place)) } else { None }
    })
}
