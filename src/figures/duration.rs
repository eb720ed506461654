//! Lengths of time: `1 hour, 26 minutes`, `2h30`, `30-minute`, `uma hora e meia`, `quase dois dias`.

use super::FigureKind;
use super::draft::Draft;
use super::function::Function;
use super::number::{self, Amount};
use super::reader::Reader;
use super::words;
use crate::tables::Class;
use crate::tokens::{Case, TokenKind};

/// Read the duration whose amount has been read.
pub(super) fn behind(reader: &Reader<'_>, amount: &Amount) -> Option<Draft> {
    let (unit, mut end) = unit(reader, amount)?;
    let (mut low, mut high) = amount.times(unit);
    // A fraction needs its unit right behind it, or `of an hour`.
    let mut smallest = unit;
    if let Some((part, next)) = half(reader, end) {
        (low, high, end) = (low + part * unit, high + part * unit, next);
    } else if !amount.is_range() {
        let mut parts = 0;
        while let Some((length, size, next)) = part(reader, end, smallest, amount.numeral.digits).filter(|_| parts < 6) {
            (low, high, end, smallest) = (low + length, high + length, next, size);
            parts += 1;
        }
    }
    if clock(reader, amount, unit) {
        return None;
    }
    let mut draft = Draft::new(FigureKind::Duration, amount.first, end, (number::tidy(low), number::tidy(high)), "s");
    draft.approximate = amount.numeral.open;
    if amount.numeral.open {
        draft.high = None;
    }
    Some(draft)
}

/// Read an article or `whole` as one: `an hour`, `the whole day`; or a unit and half of it: `hora e meia`. `half hour` is a number already.
pub(super) fn single(reader: &Reader<'_>, at: usize) -> Option<Draft> {
    if let Some(unit) = reader.seconds(at) {
        return one_and_a_half(reader, at, unit);
    }
    let mut unit_at = at + 1;
    if reader.function(at, Function::Whole) {
        if reader.is(unit_at, '-') {
            unit_at += 1;
        }
    } else if !reader.function(at, Function::One) {
        return None;
    } else if reader.function(unit_at, Function::Whole) {
        unit_at += 1;
    }
    if reader.get(unit_at).is_none_or(|token| token.span().len() < 3) {
        return None;
    }
    let unit = reader.seconds(unit_at)?;
    // `a second engineer` is an ordinal.
    let ordinal =
        reader.word(unit_at) == "second" && reader.is_kind(unit_at + 1, TokenKind::Word) && !reader.function(unit_at + 1, Function::Stop);
    if ordinal {
        return None;
    }
    // `500 times a day`, `once an hour` are rates.
    let rate =
        at > 0 && (reader.sense(at - 1, Class::CountNoun).is_some() || matches!(reader.word(at - 1), "once" | "twice" | "per" | "times"));
    if rate {
        return None;
    }
    let (mut low, mut end) = (unit, unit_at + 1);
    if let Some((half, next)) = half(reader, end) {
        (low, end) = (low + half * unit, next);
    } else if let Some((length, _, next)) = part(reader, end, unit, true) {
        (low, end) = (low + length, next);
    }
    Some(Draft::new(FigureKind::Duration, at, end, (low, low), "s"))
}

/// `hora e meia`, `dia e meio`: one unit and half of it.
fn one_and_a_half(reader: &Reader<'_>, at: usize, unit: f64) -> Option<Draft> {
    let counted = at > 0 && reader.is_kind(at - 1, TokenKind::Number);
    let (part, end) = half(reader, at + 1).filter(|_| !counted && reader.word(at).len() > 2)?;
    Some(Draft::new(FigureKind::Duration, at, end, (unit + part * unit, unit + part * unit), "s"))
}

/// The unit behind an amount, and the place behind it.
fn unit(reader: &Reader<'_>, amount: &Amount) -> Option<(f64, usize)> {
    let mut at = reader.over_wrap(reader.over_marks(amount.end));
    let glued = reader.glued(at);
    let hyphen = reader.is(at, '-') && glued && reader.glued(at + 1);
    if hyphen || !glued && reader.function(at, Function::More) {
        at += 1;
    } else if amount.numeral.fraction {
        at = words::after_of(reader, at);
    }
    if let Some(found) = unit_at(reader, at, amount) {
        return Some((found, at + 1));
    }
    let blank = reader.get(at).is_some_and(|token| token.kind == TokenKind::BlankLine) && !amount.numeral.digits;
    if blank && number::is_lower(reader, at + 1) && reader.word(at + 1).len() > 3 {
        return unit_at(reader, at + 1, amount).map(|found| (found, at + 2));
    }
    None
}

/// The unit of time at `at`, if it is written as one there.
fn unit_at(reader: &Reader<'_>, at: usize, amount: &Amount) -> Option<f64> {
    let seconds = reader.seconds(at)?;
    let token = reader.get(at)?;
    if reader.glued(at + 1) && reader.get(at + 1).is_some_and(|next| next.is('_') || next.kind == TokenKind::Word) {
        return None;
    }
    let letters = token.span().len();
    if letters == 1 {
        // One letter is a unit only right behind its digits (`29m`, `7d`), hours and days also with a blank.
        let near = reader.glued(at) || matches!(reader.word(at), "h" | "s" | "d") && !amount.numeral.scaled;
        let small = token.case == Case::Lower || matches!(reader.word(at), "H" | "Y");
        // `returned 503s` is a code in the plural.
        let codes = reader.word(at) == "s" && (400.0..=599.0).contains(&amount.low) && super::count::is_code(amount);
        if !amount.numeral.digits || !near || !small || amount.numeral.scaled || codes {
            return None;
        }
    } else if letters == 2 && (token.case == Case::Upper || seconds < 0.001 && !reader.glued(at)) {
        // `10 US dollars` is no microsecond.
        return None;
    }
    Some(seconds)
}

/// `and a half`, `e meia`, `and a quarter` behind a unit.
fn half(reader: &Reader<'_>, at: usize) -> Option<(f64, usize)> {
    if !reader.function(at, Function::Plus) {
        return None;
    }
    let (part, end) = words::fraction(reader, at + 1)?;
    // `uma hora e meia hora` would be two figures; `a day and half a week` too.
    // `três horas e meia da noite`: `meia` is never a share of something.
    let share = reader.function(end, Function::OfWhat) && !reader.function(at + 1, Function::NoShare);
    let goes_on = share || reader.seconds(end).is_some();
    (!goes_on).then_some((part, end))
}

/// A further, smaller part: `, 13 minutes`, ` and 5 seconds`, `30` behind `2h`. Gives length, unit and the place behind.
fn part(reader: &Reader<'_>, at: usize, above: f64, digits: bool) -> Option<(f64, f64, usize)> {
    let mut start = at;
    if reader.is(start, ',') {
        start += 1;
    }
    if reader.function(start, Function::Plus) {
        start += 1;
    }
    start = reader.over_wrap(start);
    // `1h30`, `2h05m`: minutes glued to the hour.
    if start == at && reader.glued(at) && reader.is_kind(at, TokenKind::Number) {
        let value: f64 = reader.word(at).parse().ok()?;
        let smaller = if reader.glued(at + 1) { reader.seconds(at + 1) } else { None };
        return match smaller {
            Some(size) if size < above => Some((value * size, size, at + 2)),
            None if above == 3600.0 && reader.word(at).len() == 2 && value < 60.0 => Some((value * 60.0, 60.0, at + 1)),
            _ => None,
        };
    }
    let found = number::numeral(reader, start).filter(|found| !found.open && !found.scaled)?;
    let amount = Amount { first: start, end: found.end, low: found.value, high: found.value, numeral: found };
    if let Some((size, end)) = unit(reader, &amount).filter(|&(size, _)| size < above) {
        return (!found.fraction || start > at).then_some((found.value * size, size, end));
    }
    // `3 h 10 m`: one letter with a blank is a unit behind hours written so.
    let hours = above == 3600.0 && reader.word(at.wrapping_sub(1)) == "h";
    let word = reader.glued(found.end + 1) && !reader.get(found.end + 1).is_some_and(|next| next.kind == TokenKind::Symbol);
    if hours && start == at && reader.word(found.end) == "m" && found.value < 60.0 && !word {
        return Some((found.value * 60.0, 60.0, found.end + 1));
    }
    // `1 hour and thirty`, `2 hours ten`, `2 h 50`: minutes without their unit, if nothing follows.
    let two = hours && found.end == at + 1 && reader.word(at).len() == 2;
    let bare = (start > at || !found.digits || two)
        && above == 3600.0
        && !found.fraction
        && digits_or_end(reader, found.end)
        && found.value < 60.0;
    let joined = !found.digits;
    (bare && (digits || joined) && !reader.is(at, ',')).then_some((found.value * 60.0, 60.0, found.end))
}

/// Does the phrase end at `at`?
fn digits_or_end(reader: &Reader<'_>, at: usize) -> bool {
    reader.get(at).is_none_or(|token| token.ends_line() || matches!(token.symbol, '.' | ')' | ',') && !reader.glued(at + 1))
}

/// Is `14h30`, `às 8h` a clock time rather than a length?
fn clock(reader: &Reader<'_>, amount: &Amount, unit: f64) -> bool {
    if unit != 3600.0 || !amount.numeral.digits || amount.first == 0 {
        return false;
    }
    // A line that begins with `9h42` is one of a timeline.
    let opens =
        reader.tokens[amount.first - 1].ends_line() && reader.glued(amount.end) && reader.is_kind(amount.end + 1, TokenKind::Number);
    if opens && reader.glued(amount.end + 1) {
        return true;
    }
    let behind = amount.end + 2;
    let to = reader.function(behind, Function::Range) || reader.function(behind, Function::Clock);
    if to
        && reader.is_kind(amount.end + 1, TokenKind::Number)
        && reader.is_kind(behind + 1, TokenKind::Number)
        && reader.word(behind + 2) == "h"
    {
        // `03h41 às 04h58`: a span of the clock, not of time.
        return true;
    }
    let letter = reader.word(amount.end).len() == 1;
    let accented = reader.word(amount.first - 1).starts_with(['à', 'À']);
    (letter || accented) && reader.function(amount.first - 1, Function::Clock) && amount.high < 25.0
}
