//! Lengths that end or begin at the time of writing, or at a clock time: `the last 4 days`, `within two hours`, `from 6 for 4 hours`.

use super::{Stretch, StretchMatch, Unit};
use crate::timestamps::cursor::{Cue, Cursor, Word};
use crate::timestamps::date;
use crate::timestamps::fields::Shift;

pub(super) fn parse(cursor: &Cursor<'_>, at: usize) -> Option<StretchMatch> {
    within(cursor, at).or_else(|| directed(cursor, at)).or_else(|| number_first(cursor, at))
}

/// Backwards or forwards from the time of writing?
fn ahead(cursor: &Cursor<'_>, at: usize) -> Option<bool> {
    if cursor.does(at, Word::Last) || cursor.does(at, Word::Previous) || cursor.hints(at, Cue::NthLast) {
        Some(false)
    } else if cursor.does(at, Word::Next) || cursor.hints(at, Cue::NthNext) {
        Some(true)
    } else {
        None
    }
}

/// `within 8 months`, `within the next 2 hours`, `dentro de 3 dias`, where the clause looks ahead.
fn within(cursor: &Cursor<'_>, at: usize) -> Option<StretchMatch> {
    if !cursor.hints(at, Cue::Inside) {
        return None;
    }
    let mut place = at + 1 + usize::from(cursor.does(at + 1, Word::Of));
    let article = usize::from(cursor.does(place, Word::The) && ahead(cursor, place + 1).is_some());
    place += article;
    let told = ahead(cursor, place);
    place += usize::from(told.is_some());
    let (shift, end) = date::length(cursor, place)?;
    let forward = told.unwrap_or(true);
    (told.is_some() || date::looks_ahead(cursor, at, end)).then_some(StretchMatch { end, stretch: Stretch::Length { shift, forward } })
}

/// `last 5 weeks and 4 days`, `próximas duas horas`; "last hour" is one.
fn directed(cursor: &Cursor<'_>, at: usize) -> Option<StretchMatch> {
    let forward = ahead(cursor, at)?;
    let (shift, end) = date::length(cursor, at + 1)?;
    // "the last 2 months of the year" is counted from elsewhere.
    let tied = cursor.does(end, Word::Of) && !cursor.does(end, Word::In);
    let stretch = coming(cursor, at, shift).unwrap_or(Stretch::Length { shift, forward });
    (!tied).then_some(StretchMatch { end, stretch })
}

/// What is "upcoming" are whole days, months or years; what is "next" begins at once.
fn coming(cursor: &Cursor<'_>, at: usize, shift: Shift) -> Option<Stretch> {
    let (unit, count) = match shift {
        Shift { months: 0, days, seconds: 0, workdays: 0 } => (Unit::Day, days),
        Shift { months, days: 0, seconds: 0, workdays: 0 } if months % 12 == 0 => (Unit::Year, months / 12),
        Shift { months, days: 0, seconds: 0, workdays: 0 } => (Unit::Month, months),
        _ => return None,
    };
    cursor.hints(at, Cue::Coming).then_some(Stretch::Coming { unit, count })
}

/// `25 last minutes`, `three upcoming weeks`.
fn number_first(cursor: &Cursor<'_>, at: usize) -> Option<StretchMatch> {
    let (number, place) = match cursor.digits(at) {
        Some(digits) if digits.width <= 3 => (digits.value, at + 1),
        Some(_) => return None,
        None => crate::timestamps::clock::number_word(cursor, at)?,
    };
    let forward = ahead(cursor, place)?;
    let shift = date::units(cursor, place + 1, f64::from(number))?;
    let stretch = coming(cursor, place, shift).unwrap_or(Stretch::Length { shift, forward });
    Some(StretchMatch { end: place + 2, stretch })
}

/// `for 3 hours` behind a clock time that ends before `at`, or before the `from` of one that starts there.
pub(in crate::timestamps) fn behind_clock(cursor: &Cursor<'_>, start: usize, end: usize) -> Option<(Shift, usize, usize)> {
    if cursor.text_of(end).eq_ignore_ascii_case("for") || cursor.hints(end, Cue::Lasting) {
        let (shift, stop) = date::length(cursor, end + 1).filter(|(shift, _)| shift.seconds > 0)?;
        return Some((shift, start, stop));
    }
    // "for 3 hours from 2pm", "for 3 hours starting at 2pm", "for 45 minutes at 2pm"
    let from = start.checked_sub(1).filter(|&from| cursor.does(from, Word::From) || cursor.does(from, Word::At))?;
    let starting = cursor.does(from, Word::At) && from > 0 && cursor.does(from - 1, Word::From);
    let from = from - usize::from(starting);
    (from.saturating_sub(8)..from.saturating_sub(2)).rev().take_while(|&place| !cursor.at_line_end(place)).find_map(|place| {
        let opens = cursor.text_of(place).eq_ignore_ascii_case("for") || cursor.hints(place, Cue::Lasting);
        let (shift, stop) = if opens { date::length(cursor, place + 1)? } else { return None };
        (stop == from && shift.seconds > 0).then_some((shift, place, end))
    })
}

/// `now`, `right now`, `at the moment`, `agora mesmo`, `neste momento`: the place behind it. A `now` inside a sentence says
/// that something is so, not when.
pub(in crate::timestamps) fn now(cursor: &Cursor<'_>, at: usize) -> Option<usize> {
    let sure = |place: usize| cursor.hints(place, Cue::NowSure);
    // "right now", "just now", "at present", "at the moment", "neste momento"
    if cursor.hints(at, Cue::NowLead) {
        let place = at + 1 + usize::from(cursor.does(at + 1, Word::The));
        if sure(place) || cursor.does(place, Word::AlsoNow) && place == at + 1 {
            return Some(place + 1);
        }
    }
    if !cursor.does(at, Word::AlsoNow) {
        return None;
    }
    let end = at + 1 + usize::from(cursor.hints(at + 1, Cue::NowTail));
    // "Shall we start now?", and not "All is well now."
    let closes =
        (cursor.at_line_end(end) || cursor.is_any(end, &['.', '?', '!']) && !cursor.glued(end + 1)) && date::looks_ahead(cursor, at, end);
    let ranged = cursor.before(at).is_some_and(|before| {
        cursor.does(before, Word::Between)
            || cursor.does(before, Word::And) && cursor.near_before(before, 8, Word::Between)
            || cursor.does(before, Word::From) && cursor.does(end, Word::To)
            || cursor.does(before, Word::To) && before > 0 && cursor.near_before(before, 5, Word::From)
    });
    (closes && !cursor.before(at).is_some_and(|before| cursor.does(before, Word::From)) || ranged || end > at + 1).then_some(end)
}
