//! Years, and what they are cut into: `2013 Q2`, `H1 2012`, `terceiro trimestre de 2012`, `mid 1985`, `the 1970s`.

use super::{Edge, Stretch, StretchMatch, Year, nth, of};
use crate::languages::Language;
use crate::timestamps::cursor::{Cue, Cursor, Word};
use crate::timestamps::date::{self, DateMatch};
use crate::timestamps::fields::Fields;
use crate::tokens::Case;

pub(super) fn parse(cursor: &Cursor<'_>, at: usize) -> Option<StretchMatch> {
    decade(cursor, at)
        .or_else(|| year_first(cursor, at))
        .or_else(|| part_first(cursor, at))
        .or_else(|| edge_of_year(cursor, at))
        .or_else(|| last_months(cursor, at))
        .or_else(|| edge_of_month(cursor, at))
        .or_else(|| outer_days(cursor, at))
}

/// A year in four digits, or one counted from this: `2016`, `last year`, `este ano`.
pub(super) fn year(cursor: &Cursor<'_>, at: usize) -> Option<(Year, usize)> {
    if let Some(year) = written(cursor, at) {
        return Some((Year::Written(year), at + 1));
    }
    let (shift, end) = date::counted_unit(cursor, at, date::YEAR)?;
    Some((Year::Counted(shift), end))
}

/// A year in four digits that no letter, decimal or unit makes something else.
fn written(cursor: &Cursor<'_>, at: usize) -> Option<i16> {
    let digits = cursor.digits(at).filter(|digits| digits.width == 4 && (1900..2200).contains(&digits.value))?;
    (!cursor.is_any(at + 1, &['%', '°', '$', '€'])).then_some(digits.value as i16)
}

/// `1970s`, `the 1970 s`, `anos 60`, `década de 1950`.
fn decade(cursor: &Cursor<'_>, at: usize) -> Option<StretchMatch> {
    if let Some(first) = written(cursor, at).filter(|year| year % 10 == 0) {
        let apostrophe = usize::from(cursor.is_any(at + 1, &['\'', '’']));
        let letter = at + 1 + apostrophe;
        let plural = cursor.text_of(letter) == "s" && (cursor.glued(letter) || apostrophe == 0);
        return plural.then_some(StretchMatch { end: letter + 1, stretch: Stretch::Years { first, count: 10 } });
    }
    // "in the 80s."
    let digits = cursor.digits(at).filter(|digits| digits.width == 2 && digits.value % 10 == 0 && digits.value >= 20);
    if let Some(digits) = digits.filter(|_| cursor.text_of(at + 1) == "s" && cursor.glued(at + 1)) {
        let closes = cursor.at_line_end(at + 2) || cursor.is_any(at + 2, &['.', ',', '!', '?']);
        let said = at > 1 && cursor.does(at - 1, Word::The) && cursor.does(at - 2, Word::In);
        let first = 1900 + digits.value as i16;
        return (closes && said).then_some(StretchMatch { end: at + 2, stretch: Stretch::Years { first, count: 10 } });
    }
    if !cursor.hints(at, Cue::Decade) {
        return None;
    }
    let place = of(cursor, at + 1);
    let place = place + usize::from(cursor.hints(place, Cue::Decade));
    let digits = cursor.digits(place).filter(|digits| digits.value % 10 == 0)?;
    let first = match digits.width {
        2 => 1900 + digits.value as i16,
        4 => written(cursor, place)?,
        _ => return None,
    };
    Some(StretchMatch { end: place + 1, stretch: Stretch::Years { first, count: 10 } })
}

/// `Q3`, `q 1`, `H2`: the months before it, how many it has, and the place behind it.
fn short_part(cursor: &Cursor<'_>, at: usize) -> Option<(i32, i32, usize)> {
    // "4Q 2021"
    if let Some(number) = cursor.digits(at).filter(|number| number.width == 1 && (1..=4).contains(&number.value)) {
        let letter = cursor.glued(at + 1) && cursor.text_of(at + 1) == "Q" && !cursor.glued(at + 2);
        return letter.then_some(((number.value - 1) * 3, 3, at + 2));
    }
    let number = cursor.glued_digits(at + 1).filter(|number| number.width == 1)?;
    if !cursor.is_word(at) || cursor.glued(at + 2) && cursor.is_any(at + 2, &['.', '/', '_', ':']) && cursor.glued(at + 3) {
        return None;
    }
    match cursor.text_of(at) {
        "Q" | "q" if (1..=4).contains(&number.value) => Some(((number.value - 1) * 3, 3, at + 2)),
        "H" if (1..=2).contains(&number.value) => Some(((number.value - 1) * 6, 6, at + 2)),
        _ => None,
    }
}

/// `2013 Q2`, `2014-Q4`, `2012H1`.
fn year_first(cursor: &Cursor<'_>, at: usize) -> Option<StretchMatch> {
    let year = Year::Written(written(cursor, at)?);
    let place = at + 1 + usize::from(cursor.is_dash(at + 1) || cursor.is(at + 1, '/'));
    let (first, count, end) = short_part(cursor, place)?;
    Some(StretchMatch { end, stretch: Stretch::Months { year, first, count, edge: None } })
}

/// `Q2 2011`, `q2 of 2012`, `third quarter of 2012`, `segundo semestre de 2012`, `Q2`.
fn part_first(cursor: &Cursor<'_>, at: usize) -> Option<StretchMatch> {
    let (first, count, end) = short_part(cursor, at).or_else(|| {
        let (number, place) = nth(cursor, at)?;
        let count = if cursor.hints(place, Cue::Quarter) {
            3
        } else if cursor.hints(place, Cue::HalfYear) {
            6
        } else {
            return None;
        };
        let parts = 12 / count;
        let number = if number == 0 { parts } else { i32::from(number) };
        (number <= parts).then_some(((number - 1) * count, count, place + 1))
    })?;
    let mut place = of(cursor, end);
    if place == end && (cursor.is(end, ',') || cursor.is_dash(end) || cursor.is(end, '/')) {
        place += 1;
    }
    let named = year(cursor, place).or_else(|| {
        // "Q4 '21"
        let digits = cursor.glued_digits(place + 1).filter(|digits| digits.width == 2 && cursor.is_any(place, &['\'', '’']))?;
        Some((Year::Written(crate::timestamps::fields::year(digits.value, 2)?), place + 2))
    });
    // "last quarter" is counted from this one; "the last half" is hardly ever one of a year.
    if named.is_none() && cursor.does(at, Word::Last) {
        return None;
    }
    let spelled = cursor.is_word(at + 1) && !cursor.is_number(at);
    let (year, end) = match named {
        Some(found) => found,
        None if !spelled => (Year::Counted(0), end),
        None if count == 3 && !cursor.does(end, Word::Of) => (Year::Counted(0), end),
        None => return None,
    };
    Some(StretchMatch { end, stretch: Stretch::Months { year, first, count, edge: None } })
}

/// `mid 1985`, `the end of 1985`, `início de 2012`: a third of the year.
fn edge_of_year(cursor: &Cursor<'_>, at: usize) -> Option<StretchMatch> {
    let edge = edge(cursor, at)?;
    let mut place = at + 1;
    if cursor.is_dash(place) && cursor.glued(place) {
        place += 1;
    }
    // "will end in 2031" is no end of a year.
    if cursor.does(place, Word::In) && cursor.language == Some(Language::En) {
        return None;
    }
    let (year, end) = year(cursor, of(cursor, place))?;
    let first = match edge {
        Edge::Start => 0,
        Edge::Middle => 4,
        Edge::End => 8,
    };
    Some(StretchMatch { end, stretch: Stretch::Months { year, first, count: 4, edge: Some(edge) } })
}

/// A month and the year behind it, written or counted.
fn month_of_year(cursor: &Cursor<'_>, at: usize) -> Option<(i8, Option<Year>, usize)> {
    let (month, written, end) = date::month_and_year(cursor, at)?;
    // "may" and "march" in lower case are hardly ever months.
    if cursor.case(at) == Case::Lower && cursor.hints(at, Cue::CommonWord) {
        return None;
    }
    let counted = || date::counted_unit(cursor, of(cursor, end), date::YEAR).map(|(shift, end)| (Year::Counted(shift), end));
    let (year, end) = match written {
        Some(year) => (Some(Year::Written(year)), end),
        None => counted().map_or((None, end), |(year, end)| (Some(year), end)),
    };
    Some((month, year, end))
}

/// `mid-May`, `early March 2021`, `late April`, `início de maio`, `the end of June`: a third of the month.
fn edge_of_month(cursor: &Cursor<'_>, at: usize) -> Option<StretchMatch> {
    let edge = edge(cursor, at)?;
    let place = at + 1 + usize::from(cursor.is_dash(at + 1) && cursor.glued(at + 1));
    if cursor.does(place, Word::In) && cursor.language == Some(Language::En) {
        return None;
    }
    let (month, year, end) = month_of_year(cursor, of(cursor, place))?;
    Some(StretchMatch { end, stretch: Stretch::Third { year, month, edge } })
}

/// `the first two weeks of May`, `the last 10 days of 2021`, `primeiros três dias de maio`.
fn outer_days(cursor: &Cursor<'_>, at: usize) -> Option<StretchMatch> {
    let last = cursor.does(at, Word::Last) || cursor.hints(at, Cue::NthLast);
    if !last && !cursor.hints(at, Cue::Nth1) && !cursor.text_of(at).eq_ignore_ascii_case("first") {
        return None;
    }
    let (shift, end) = date::length(cursor, at + 1)?;
    let whole = shift.months == 0 && shift.seconds == 0 && shift.workdays == 0 && (1..=60).contains(&shift.days);
    let place = of(cursor, end);
    if !whole || place == end {
        return None;
    }
    let days = |year, month, end| Some(StretchMatch { end, stretch: Stretch::Days { year, month, days: shift.days, last } });
    if let Some((month, year, end)) = month_of_year(cursor, place) {
        return days(year, Some(month), end);
    }
    let (year, end) = year(cursor, place)?;
    days(Some(year), None, end)
}

/// `start`, `middle`, `late`, `fim` at `at`.
pub(super) fn edge(cursor: &Cursor<'_>, at: usize) -> Option<Edge> {
    if cursor.hints(at, Cue::EdgeStart) {
        Some(Edge::Start)
    } else if cursor.hints(at, Cue::EdgeMiddle) {
        Some(Edge::Middle)
    } else if cursor.hints(at, Cue::EdgeEnd) {
        Some(Edge::End)
    } else {
        None
    }
}

/// `the last five months of 2012`, `primeiros dois meses de 2012`.
fn last_months(cursor: &Cursor<'_>, at: usize) -> Option<StretchMatch> {
    let back = cursor.does(at, Word::Last) || cursor.hints(at, Cue::NthLast);
    let forward = cursor.hints(at, Cue::Nth1) || cursor.text_of(at).eq_ignore_ascii_case("first");
    if !back && !forward {
        return None;
    }
    let (shift, end) = match date::length(cursor, at + 1) {
        Some(found) => found,
        // "the first month of 2012", "último mês de 2012"
        None if date::is_unit(cursor, at + 1, date::MONTH) => {
            (crate::timestamps::fields::Shift { months: 1, ..Default::default() }, at + 2)
        }
        None => return None,
    };
    if shift.days != 0 || shift.seconds != 0 || !(1..12).contains(&shift.months) {
        return None;
    }
    let (year, end) = year(cursor, of(cursor, end))?;
    let first = if back { 12 - shift.months } else { 0 };
    Some(StretchMatch { end, stretch: Stretch::Months { year, first, count: shift.months, edge: None } })
}

/// `2013 july`, `2013, aug`, `2013- 10`, `10 / 2013`, `10 -2013`: a year and a month in ways that reports do not write.
pub(in crate::timestamps) fn year_and_month(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    let found = |year: i16, month: i32, end: usize| {
        let fields = Fields { year: Some(year), month: Some(month as i8), ..Fields::default() };
        Some(DateMatch::new(end, fields))
    };
    let joined = |place: usize| {
        cursor.is_dash(place) || cursor.is(place, '/') || cursor.is(place, '.') && cursor.glued(place) && cursor.glued(place + 1)
    };
    if let Some(year) = written(cursor, at) {
        let comma = usize::from(cursor.is(at + 1, ','));
        if let Some(month) = date::month(cursor, at + 1 + comma).filter(|_| date::day(cursor, at + 2 + comma).is_none()) {
            return found(year, i32::from(month), at + 2 + comma);
        }
        let month = cursor.digits(at + 2).filter(|month| month.width <= 2 && (1..=12).contains(&month.value) && joined(at + 1))?;
        return if joined(at + 3) { None } else { found(year, month.value, at + 3) };
    }
    let month = cursor.digits(at).filter(|month| month.width <= 2 && (1..=12).contains(&month.value) && joined(at + 1))?;
    let year = written(cursor, at + 2)?;
    let more = joined(at + 3) && cursor.is_number(at + 4) || at > 0 && joined(at - 1);
    if more { None } else { found(year, month.value, at + 3) }
}

/// A year alone where something says that it is one: `from 2012`, `2012~2017`, `hoje, 2012`, `around 1995`, `cy 2011`, `=2012`.
pub(in crate::timestamps) fn bare_year(cursor: &Cursor<'_>, at: usize, dated: bool) -> Option<DateMatch> {
    let calendar = usize::from(cursor.hints(at, Cue::CalendarYear));
    let year = written(cursor, at + calendar)?;
    let end = at + calendar + 1;
    let free = |place: usize| {
        !cursor.glued(place)
            || cursor.is_any(place, &['.', ',', ';', ':', ')', '!', '?', '"', '”', '\'', '’', '~', '-', '–', '—'])
                && !(cursor.is_any(place, &['.', ',', ':']) && cursor.glued_digits_any(place + 1))
    };
    let counts = cursor.is_word(end)
        && !cursor.does(end, Word::And)
        && !cursor.does(end, Word::To)
        && !cursor.does(end, Word::Or)
        && date::month(cursor, end).is_none();
    if !free(end) || counts {
        return None;
    }
    let fields = Fields { year: Some(year), ..Fields::default() };
    let partner = |from: usize| {
        let joined = cursor.is_dash(from) || cursor.is(from, '~') || cursor.does(from, Word::To) || cursor.does(from, Word::And);
        let place = of(cursor, from + 1);
        let place = place + usize::from(cursor.does(place, Word::The));
        joined && (written(cursor, place).is_some() || edge(cursor, place).is_some() || date::month(cursor, place).is_some())
    };
    let before = at.checked_sub(1).filter(|&before| !cursor.at_line_end(before));
    let said = before.is_some_and(|before| {
        cursor.does(before, Word::From)
            || cursor.does(before, Word::Between)
            || cursor.does(before, Word::Since)
            || cursor.does(before, Word::In)
            || cursor.does(before, Word::Of) && cursor.near_before(before, 4, Word::Hedge)
            || cursor.does(before, Word::Hedge)
            || cursor.is(before, '=')
    });
    let second = before.is_some_and(|before| {
        dated
            && (cursor.does(before, Word::To)
                || cursor.does(before, Word::And)
                || cursor.is_dash(before)
                || cursor.is(before, '~')
                || cursor.is(before, ','))
    });
    let open = at == 0 && calendar == 0 && cursor.at_line_end(end);
    // "hoje 2012": right behind a day that names none.
    let behind = dated && before == at.checked_sub(1) && cursor.at_line_end(end);
    (calendar > 0 || said || second || open || behind || partner(end)).then_some(DateMatch::new(end, fields))
}
