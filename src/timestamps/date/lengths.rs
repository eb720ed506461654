//! Lengths of time on the calendar: `3 weeks`, `a year and a half`, `six business days`, `a quarter of an hour`.

use crate::tables::Class;
use crate::timestamps::clock::number_word;
use crate::timestamps::cursor::{Cue, Cursor, Word};
use crate::timestamps::fields::Shift;

/// The length in seconds of the unit of time at `at`.
pub(super) fn unit(cursor: &Cursor<'_>, at: usize) -> Option<f64> {
    cursor.sense(at, Class::TimeUnit).map(|unit| unit.value)
}

pub(in crate::timestamps) const WEEK: f64 = 604_800.0;
pub(in crate::timestamps) const MONTH: f64 = 2_629_746.0;
pub(in crate::timestamps) const YEAR: f64 = 31_556_952.0;
pub(super) const DAY: f64 = 86_400.0;

pub(in crate::timestamps) fn is_unit(cursor: &Cursor<'_>, at: usize, length: f64) -> bool {
    unit(cursor, at).is_some_and(|unit| (unit - length).abs() < 0.5)
}

/// Lengths in a row: `1 month, 2 days and 3 hours`.
pub(in crate::timestamps) fn chain(cursor: &Cursor<'_>, at: usize) -> Option<(Shift, usize)> {
    let (mut shift, mut end) = one(cursor, at)?;
    for _ in 0..4 {
        let mut place = end;
        if cursor.is(place, ',') {
            place += 1;
        }
        if cursor.does(place, Word::And) {
            place += 1;
        }
        let Some((more, next)) = one(cursor, place) else { break };
        (shift, end) = (shift.plus(more)?, next);
    }
    Some((shift, end))
}

/// One length: `3 weeks`, `a month`, `half an hour`, `2.5 hours`.
pub(super) fn one(cursor: &Cursor<'_>, at: usize) -> Option<(Shift, usize)> {
    let mut place = at;
    let amount = if let Some((amount, end)) = fraction(cursor, at) {
        place = end;
        amount
    } else if let Some(digits) = cursor.digits(place).filter(|digits| digits.width <= 4) {
        place += 1;
        if cursor.is_any(place, &['.', ',']) && cursor.glued_digits(place + 1).is_some_and(|tenths| tenths.width == 1) {
            let tenths = cursor.digits(place + 1).map_or(0, |tenths| tenths.value);
            place += 2;
            f64::from(digits.value) + f64::from(tenths) / 10.0
        } else {
            f64::from(digits.value)
        }
    } else if cursor.does(place, Word::Half) || cursor.does(place, Word::Part) && cursor.text_of(place).eq_ignore_ascii_case("half") {
        place += 1 + usize::from(cursor.does(place + 1, Word::Any));
        0.5
    } else if let Some((number, end)) = number_word(cursor, place) {
        place = end;
        f64::from(number)
    } else if cursor.does(place, Word::Any) {
        place += 1;
        if cursor.does(place, Word::Couple) {
            place += 1 + usize::from(cursor.does(place + 1, Word::Of));
            if cursor.text_of(place - 2).eq_ignore_ascii_case("few") || cursor.text_of(place - 1).eq_ignore_ascii_case("few") {
                3.0
            } else {
                2.0
            }
        } else {
            1.0
        }
    } else {
        return None;
    };
    // "three and a half hours", "a year and a half", "uma hora e meia"
    let half = |place: usize| {
        let article = usize::from(cursor.does(place + 1, Word::Any));
        let word = place + 1 + article;
        let half = cursor.does(word, Word::Half) || cursor.text_of(word).eq_ignore_ascii_case("half");
        (cursor.does(place, Word::And) && half && cursor.sense(word + 1, Class::DayPart).is_none()).then_some(word + 1)
    };
    if let Some(end) = half(place) {
        return Some((units(cursor, end, amount + 0.5)?, end + 1));
    }
    if let Some(end) = half(place + 1).filter(|&end| unit(cursor, end).is_none()) {
        return Some((units(cursor, place, amount + 0.5)?, end));
    }
    // "six business days"
    if cursor.hints(place, Cue::Workday) && is_unit(cursor, place + 1, DAY) {
        return Some((Shift { workdays: amount as i32, ..Shift::default() }, place + 2));
    }
    if cursor.hints(place + 1, Cue::Workday) && is_unit(cursor, place, DAY) {
        return Some((Shift { workdays: amount as i32, ..Shift::default() }, place + 2));
    }
    Some((units(cursor, place, amount)?, place + 1))
}

/// `1/4`, `a quarter of an`, `três quartos de`: a part of the unit behind it, and the place of that.
fn fraction(cursor: &Cursor<'_>, at: usize) -> Option<(f64, usize)> {
    if !cursor.anything() {
        return None;
    }
    if let Some(over) = cursor.digits(at).filter(|_| cursor.is(at + 1, '/') && cursor.glued(at + 1)) {
        let under = cursor.glued_digits(at + 2).filter(|under| (2..=4).contains(&under.value) && over.value < under.value)?;
        return Some((f64::from(over.value) / f64::from(under.value), at + 3));
    }
    let (many, place) = match number_word(cursor, at) {
        Some((many, place)) => (many, place),
        None => (1, at + usize::from(cursor.does(at, Word::Any))),
    };
    if !cursor.hints(place, Cue::Fourth) || !(1..=3).contains(&many) || !cursor.does(place + 1, Word::Of) {
        return None;
    }
    Some((f64::from(many) / 4.0, place + 2 + usize::from(cursor.does(place + 2, Word::Any))))
}

/// So many of the unit at `at`.
pub(in crate::timestamps) fn units(cursor: &Cursor<'_>, at: usize, amount: f64) -> Option<Shift> {
    // "in 25'"
    let prime = || {
        cursor.anything()
            && cursor.is_any(at, &['\'', '′', '’'])
            && cursor.glued(at)
            && (!cursor.glued(at + 1) || cursor.is_any(at + 1, &['.', ',', '?', '!']))
    };
    let length = unit(cursor, at).or_else(|| prime().then_some(60.0))?;
    let whole = amount as i32;
    // Half a year is six months; half a month is no length of its own.
    if (length - YEAR).abs() < 0.5 && amount.fract() > 0.0 && amount < 1000.0 {
        return Some(Shift { months: (amount * 12.0) as i32, ..Shift::default() });
    }
    Some(if (length - MONTH).abs() < 0.5 {
        Shift { months: whole, ..Shift::default() }
    } else if (length - YEAR).abs() < 0.5 {
        Shift { months: whole.checked_mul(12)?, ..Shift::default() }
    } else if length >= DAY {
        Shift { days: (amount * length / DAY) as i32, ..Shift::default() }
    } else {
        Shift { seconds: (amount * length) as i64, ..Shift::default() }
    })
}
