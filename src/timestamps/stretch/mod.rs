//! The grammar of what lasts: `Q2 2011`, `the first week of May`, `the last three days`, `the 1970s`, `within 8 months`.
//!
//! Reports tell by moments; these are read only with [`Scope::Anything`](super::Scope).

mod lengths;
mod weeks;
mod years;

pub(super) use lengths::{behind_clock, now};
pub(super) use years::{bare_year, year_and_month};

use super::cursor::{Cue, Cursor, Word};
use super::fields::{Fields, Shift};
use crate::tables::Class;

/// A stretch of time as written, before the day of writing is asked for the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stretch {
    /// Months of a year: how many lie before the first of them, and how many they are.
    Months { year: Year, first: i32, count: i32, edge: Option<Edge> },
    /// A third of a month.
    Third { year: Option<Year>, month: i8, edge: Edge },
    /// So many days at the start of a month or year, or at its end.
    Days { year: Option<Year>, month: Option<i8>, days: i32, last: bool },
    /// Whole years.
    Years { first: i16, count: i16 },
    /// A week of a year by ISO 8601, counted from 1; 0 is the last.
    WeekOfYear { year: Year, number: i8 },
    /// A week of a month, counted from 1; 0 is the last. Without a month: of one counted from this.
    WeekOfMonth { year: Option<i16>, month: Option<i8>, months: i32, number: i8 },
    /// The week, or the month, that a day lies in.
    Around { day: Fields, month: bool },
    /// A week, a weekend or a quarter counted from this one.
    Counted { unit: Counted, shift: i32 },
    /// The days, months or years that come next, this one left out.
    Coming { unit: Unit, count: i32 },
    /// A length that ends, or begins, at the time of writing.
    Length { shift: Shift, forward: bool },
}

/// Which part of a year, or of a range of them, is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Edge {
    Start,
    Middle,
    End,
}

/// A year as written, or counted from this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Year {
    Written(i16),
    Counted(i32),
}

/// What is counted from the one at the time of writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counted {
    Week,
    Weekend,
    Quarter,
}

/// A unit of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Day,
    Month,
    Year,
}

/// A stretch found in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StretchMatch {
    /// The first token behind it.
    pub(super) end: usize,
    pub(super) stretch: Stretch,
}

/// The stretch that starts at `at`.
pub(super) fn parse(cursor: &Cursor<'_>, at: usize) -> Option<StretchMatch> {
    let found = years::parse(cursor, at).or_else(|| weeks::parse(cursor, at)).or_else(|| lengths::parse(cursor, at))?;
    // "Q2-backup" and "1970s_data" are names.
    let mark = cursor.is_any(found.end, &['.', ',', ';', ':', ')', '!', '?', '\'', '’', '"', '”', '~']);
    let dash = cursor.is_dash(found.end)
        && !(cursor.glued(found.end + 1) && cursor.is_word(found.end + 1) && !cursor.hints(found.end + 1, Cue::QuarterLetter));
    (!cursor.glued(found.end) || mark || dash).then_some(found)
}

/// `first`, `3rd`, `segunda`, `last` at `at`: the number, 0 for the last, and the place behind it.
fn nth(cursor: &Cursor<'_>, at: usize) -> Option<(i8, usize)> {
    if cursor.does(at, Word::Last) && !cursor.text_of(at).eq_ignore_ascii_case("past") {
        return Some((0, at + 1));
    }
    if let Some(place) = (1..=5).find(|place| cursor.hints(at, super::date::NTH[*place as usize - 1])) {
        return Some((place, at + 1));
    }
    if cursor.is_number(at) {
        let (number, end, ordinal) = super::date::day(cursor, at)?;
        return ordinal.then_some((number, end));
    }
    let sense = cursor.sense(at, Class::Ordinal).filter(|sense| (1.0..=31.0).contains(&sense.value))?;
    Some((sense.value as i8, at + 1))
}

/// The place behind `of`, `in`, `de` and an article, where they stand at `at`.
fn of(cursor: &Cursor<'_>, at: usize) -> usize {
    let place = at + usize::from(cursor.does(at, Word::Of) || cursor.does(at, Word::In));
    place + usize::from(place > at && cursor.does(place, Word::The) && cursor.is_word(place))
}
