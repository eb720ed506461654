//! Dates in digits: `2021-03-31`, `31.03.2021`, `3/31/21`, `09/08`, `24-Aug-2021`.

use super::{DateMatch, month, trailing_year};
use crate::languages::Language;
use crate::tables::Class;
use crate::timestamps::clock::{self};
use crate::timestamps::cursor::{Cursor, Word};
use crate::timestamps::fields::{self, Fields};

/// All digits: `2021-03-31`, `2021/3/31`, `31.03.2021`, `3/31/21`, `2021-03`; also with a month name in the middle.
pub(super) fn numeric(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    let first = cursor.digits(at)?;
    let separator = at + 1;
    if !cursor.glued(separator) || !cursor.is_any(separator, &['-', '/', '.', '‑', '–', '−']) {
        return spaced_iso(cursor, at);
    }
    let mark = cursor.token(separator)?.symbol;
    if !cursor.glued(separator + 1) {
        return None;
    }
    if cursor.is_word(separator + 1) {
        return named_middle(cursor, at, mark);
    }
    let second = cursor.digits(separator + 1)?;
    let again = separator + 2;
    if let Some(found) = named_last(cursor, at, mark) {
        return Some(found);
    }
    let third = if cursor.is(again, mark) && cursor.glued(again) { cursor.glued_digits(again + 1) } else { None };
    if let Some(third) = third {
        let end = again + 2;
        // "2025.03.2" is a version.
        let version = mark == '.' && (second.width < 2 || third.width < 2) && !cursor.anything();
        if first.width == 4 && second.width <= 2 && third.width <= 2 && !version {
            let year = fields::year(first.value, 4)?;
            let mut found = Fields { year: Some(year), month: Some(second.value as i8), day: Some(third.value as i8), ..Fields::default() };
            if !found.possible() {
                // 2024/31/12: a day that is no month cannot be meant otherwise.
                found = Fields { month: found.day, day: found.month, ..found };
            }
            return found
                .possible()
                .then_some(DateMatch::new(end, found))
                .filter(|_| (1..=31).contains(&second.value) && (1..=31).contains(&third.value));
        }
        if first.width > 2 || second.width > 2 || mark == '.' && third.width == 2 && !(first.width == 2 && second.width == 2) {
            return None;
        }
        let year = fields::year(third.value, third.width)?;
        // With points the day stands first in any language: "9.11.2020".
        let found = fields::numeric(first.value, second.value, Some(year))?;
        let pointed = found.undecided.filter(|_| mark == '.').map(|(day, month)| Fields {
            day: Some(day),
            month: Some(month),
            undecided: None,
            ..found
        });
        return Some(DateMatch::new(end, pointed.unwrap_or(found)));
    }
    if cursor.is(again, mark) && cursor.glued(again) && cursor.glued(again + 1) && mark != '-' && mark != '.' {
        return None;
    }
    // "06/01, 2022"
    if first.width <= 2
        && second.width <= 2
        && mark == '/'
        && cursor.is(again, ',')
        && cursor.glued(again + 1)
        && let Some(year) = cursor.digits(again + 1).and_then(|digits| fields::year(digits.value, digits.width))
    {
        return Some(DateMatch::new(again + 2, fields::numeric(first.value, second.value, Some(year))?));
    }
    // A year and a month.
    if first.width == 4
        && second.width <= 2
        && mark != '–'
        && (1..=12).contains(&second.value)
        && (1900..2200).contains(&first.value)
        && !(mark == '.' && second.width == 1)
    {
        let found = Fields { year: Some(first.value as i16), month: Some(second.value as i8), ..Fields::default() };
        return Some(DateMatch::new(again, found));
    }
    if second.width == 4
        && first.width <= 2
        && mark != '–'
        && mark != '.'
        && (1..=12).contains(&first.value)
        && (1900..2200).contains(&second.value)
    {
        let found = Fields { year: Some(second.value as i16), month: Some(first.value as i8), ..Fields::default() };
        return Some(DateMatch::new(again, found));
    }
    if first.width > 2 || second.width > 2 || cursor.glued(again) && (cursor.is_word(again) || cursor.is(again, '%')) {
        return None;
    }
    // "on 5.19", "back 19/5": one of the numbers can be no month.
    let closed = cursor.at_line_end(again) || cursor.is_any(again, &['.', ',', '?', '!']) && !cursor.glued(again + 1);
    let said = match mark {
        '.' => cursor.before(at).is_some_and(|before| cursor.does(before, Word::On)),
        '/' => true,
        _ => false,
    };
    if cursor.anything() && closed && said && (first.value > 12 || second.value > 12) {
        return fields::numeric(first.value, second.value, None).map(|found| DateMatch::new(again, found));
    }
    two_numbers(cursor, at, first.value, second.value, mark)
}

/// Day and month alone, `09/08`: many other things look like it.
pub(super) fn two_numbers(cursor: &Cursor<'_>, at: usize, first: i32, second: i32, mark: char) -> Option<DateMatch> {
    let end = at + 3;
    let bare = mark == '-'
        && (cursor.at_line_end(end) || cursor.is_any(end, &['.', ',', '?']) && !cursor.glued_digits_any(end + 1))
        && cursor.before(at).is_some_and(|before| cursor.does(before, Word::On));
    if mark != '/' && !bare || first == 24 && second == 7 || cursor.is(end, '%') {
        return None;
    }
    let found = fields::numeric(first, second, None)?;
    let clock_follows = cursor.is_number(end) && cursor.is(end + 1, ':');
    // A share ("2/3 dos nós", "1/2 of") or a count ("3/5 nodes") says what it is of.
    if cursor.does(end, Word::Of) && !clock_follows && !cursor.does(end, Word::From) {
        return None;
    }
    let before = cursor.before(at);
    let governed = before.is_some_and(|before| {
        cursor.does(before, Word::On)
            || cursor.does(before, Word::From)
            || cursor.does(before, Word::To)
            || cursor.does(before, Word::Day)
            || cursor.does(before, Word::By)
            || cursor.does(before, Word::Between)
            || cursor.does(before, Word::This)
            || cursor.does(before, Word::Next)
            || cursor.does(before, Word::Of)
            || cursor.does(before, Word::And)
            || cursor.does(before, Word::Or)
            || cursor.is_any(before, &[',', '|', '-', '–', '/', '•'])
            || cursor.sense(before, Class::Weekday).is_some()
            || cursor.does(before, Word::WeekdaySuffix)
    });
    let padded = cursor.text_of(at).len() == 2 && cursor.text_of(at + 2).len() == 2;
    let alone =
        cursor.is(end, ')') || cursor.is(end, ':') || cursor.at_line_end(end) || cursor.is_any(end, &[',', '.', ';', '-', '–', '|']);
    let line_start = before.is_none();
    (governed
        && (padded
            || alone
            || !cursor.is_word(end)
            || cursor.language != Some(Language::En)
            || cursor.does(end, Word::At) && cursor.is_number(end + 1)
            || cursor.does(end, Word::To)
            || cursor.does(end, Word::Or)
            || cursor.does(end, Word::And))
        || padded && (alone || clock_follows || cursor.language != Some(Language::En))
        || clock_follows
        || line_start && alone)
        .then_some(DateMatch::new(end, found))
}

/// `2021 - 11 - 24` and `2021 04 09`, the blanks alike.
pub(super) fn spaced_iso(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    let year = cursor.digits(at).filter(|digits| digits.width == 4 && (1900..2200).contains(&digits.value))?;
    let dash = usize::from(cursor.is(at + 1, '-'));
    let month = cursor.digits(at + 1 + dash).filter(|month| month.width == 2)?;
    let dash_two = usize::from(cursor.is(at + 2 + dash, '-'));
    let day = cursor.digits(at + 2 + dash + dash_two).filter(|day| day.width == 2)?;
    if dash != dash_two {
        return None;
    }
    let found = Fields { year: Some(year.value as i16), month: Some(month.value as i8), day: Some(day.value as i8), ..Fields::default() };
    (found.possible() && month.value > 0 && day.value > 0).then_some(DateMatch::new(at + 3 + dash * 2, found))
}

/// `24-Aug-2021`, `09/fev`, `2018/may/04`, `17-2018-outubro` is read from its day elsewhere.
pub(super) fn named_middle(cursor: &Cursor<'_>, at: usize, mark: char) -> Option<DateMatch> {
    let first = cursor.digits(at)?;
    let month = month(cursor, at + 2)?;
    if first.width <= 2 && first.value == 0 {
        return None;
    }
    let point = usize::from(cursor.is(at + 3, '.') && mark != '.' && cursor.is(at + 4, mark));
    let again = at + 3 + point;
    let last = if cursor.is(again, mark) && cursor.glued(again) { cursor.glued_digits(again + 1) } else { None };
    let fields = Fields { month: Some(month), ..Fields::default() };
    let found = match last {
        Some(last) if first.width == 4 => Fields { year: fields::year(first.value, 4), day: Some(last.value as i8), ..fields },
        Some(last) if first.width <= 2 => Fields { year: fields::year(last.value, last.width), day: Some(first.value as i8), ..fields },
        None if first.width <= 2 => Fields { day: Some(first.value as i8), ..fields },
        _ => return None,
    };
    let end = if last.is_some() { again + 2 } else { at + 3 };
    if found.day.is_none_or(|day| day < 1) || !found.possible() {
        return None;
    }
    // "09/fev de 2021"
    if found.year.is_none()
        && let Some((year, end)) = trailing_year(cursor, end)
    {
        return Some(DateMatch::new(end, Fields { year: Some(year), ..found }));
    }
    Some(DateMatch::new(end, found))
}

/// `17-2018-outubro`, `2018/17/out`: the month's name last.
fn named_last(cursor: &Cursor<'_>, at: usize, mark: char) -> Option<DateMatch> {
    let (first, second) = (cursor.digits(at)?, cursor.digits(at + 2)?);
    if !cursor.is(at + 3, mark) || !cursor.glued(at + 3) || !cursor.glued(at + 4) || mark == '.' {
        return None;
    }
    let month = month(cursor, at + 4)?;
    let (day, year) = match (first.width, second.width) {
        (1 | 2, 4) => (first.value, second.value),
        (4, 1 | 2) => (second.value, first.value),
        _ => return None,
    };
    let found = Fields { year: fields::year(year, 4), month: Some(month), day: Some(day as i8), ..Fields::default() };
    (day > 0 && found.year.is_some() && found.possible()).then_some(DateMatch::new(at + 5, found))
}

/// `11.03` behind a weekday.
pub(super) fn dotted(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    let first = cursor.digits(at).filter(|first| first.width <= 2)?;
    if !cursor.is_any(at + 1, &['.', '-']) || !cursor.glued(at + 1) {
        return None;
    }
    let second = cursor.glued_digits(at + 2).filter(|second| second.width <= 2)?;
    if clock::meridiem(cursor, at + 3).is_some() || cursor.glued_digits_any(at + 4) {
        return None;
    }
    Some(DateMatch::new(at + 3, fields::numeric(first.value, second.value, None)?))
}
