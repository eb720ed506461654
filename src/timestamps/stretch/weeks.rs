//! Weeks, weekends and quarters: `week 17`, `the first week of May`, `the week of the 23rd`, `last weekend`, `this quarter`.

use super::years::year;
use super::{Counted, Stretch, StretchMatch, Year, nth, of};
use crate::timestamps::cursor::{Cue, Cursor, Word};
use crate::timestamps::date;

pub(super) fn parse(cursor: &Cursor<'_>, at: usize) -> Option<StretchMatch> {
    numbered(cursor, at).or_else(|| around(cursor, at)).or_else(|| nth_week(cursor, at)).or_else(|| counted(cursor, at))
}

fn is_week(cursor: &Cursor<'_>, at: usize) -> bool {
    date::is_unit(cursor, at, date::WEEK)
}

/// `week 17`, `week 14 of last year`, `semana 12 de 2013`.
fn numbered(cursor: &Cursor<'_>, at: usize) -> Option<StretchMatch> {
    let number = cursor.digits(at + 1).filter(|number| is_week(cursor, at) && number.width <= 2 && (1..=53).contains(&number.value))?;
    if cursor.is_any(at + 2, &['%', '/', ':']) || cursor.glued_digits_any(at + 3) && cursor.is(at + 2, '.') {
        return None;
    }
    let (year, end) = year(cursor, of(cursor, at + 2)).unwrap_or((Year::Counted(0), at + 2));
    Some(StretchMatch { end, stretch: Stretch::WeekOfYear { year, number: number.value as i8 } })
}

/// `the week of the 23rd`, `week of March 23`, `week starting 9 May`, `semana do dia 4`.
fn around(cursor: &Cursor<'_>, at: usize) -> Option<StretchMatch> {
    let month = date::is_unit(cursor, at, date::MONTH);
    let starting = !month && cursor.hints(at + 1, Cue::WeekOf);
    if !(month || is_week(cursor, at)) || !(cursor.does(at + 1, Word::Of) || starting) {
        return None;
    }
    let article = usize::from(cursor.does(at + 2, Word::The));
    let place = at + 2 + article;
    let dotted = date::month(cursor, place).filter(|_| cursor.is(place + 1, '.') && cursor.glued(place + 1)).and_then(|month| {
        let (day, end, _) = date::day(cursor, place + 2)?;
        let fields = crate::timestamps::fields::Fields { month: Some(month), day: Some(day), ..Default::default() };
        Some(date::DateMatch::new(end, fields))
    });
    let bare = || {
        let (day, end, ordinal) = date::day(cursor, place).filter(|_| cursor.is_number(place))?;
        let fields = crate::timestamps::fields::Fields { day: Some(day), ..Default::default() };
        (ordinal && !cursor.is_word(end)).then_some(date::DateMatch::new(end, fields))
    };
    let day = dotted.or_else(|| date::parse(cursor, place)).or_else(bare)?;
    (day.fields.day.is_some() || day.fields.undecided.is_some())
        .then_some(StretchMatch { end: day.end, stretch: Stretch::Around { day: day.fields, month } })
}

/// `the first week of 2012`, `second week of May 2012`, `última semana do mês`.
fn nth_week(cursor: &Cursor<'_>, at: usize) -> Option<StretchMatch> {
    let (number, place) = nth(cursor, at).filter(|&(number, place)| number <= 5 && is_week(cursor, place))?;
    if !(cursor.does(place + 1, Word::Of) || cursor.does(place + 1, Word::In)) {
        return None;
    }
    let inner = of(cursor, place + 1);
    if let Some((year, end)) = year(cursor, inner) {
        return Some(StretchMatch { end, stretch: Stretch::WeekOfYear { year, number } });
    }
    if let Some((months, end)) = date::counted_unit(cursor, inner, date::MONTH) {
        return Some(StretchMatch { end, stretch: Stretch::WeekOfMonth { year: None, month: None, months, number } });
    }
    let (month, year, end) = date::month_and_year(cursor, inner)?;
    Some(StretchMatch { end, stretch: Stretch::WeekOfMonth { year, month: Some(month), months: 0, number } })
}

/// `last week`, `this weekend`, `próxima semana`, `semana passada`, `semana que vem`, `the last quarter`.
fn counted(cursor: &Cursor<'_>, at: usize) -> Option<StretchMatch> {
    let unit = |place: usize| {
        if is_week(cursor, place) {
            Some(Counted::Week)
        } else if cursor.hints(place, Cue::Weekend) {
            Some(Counted::Weekend)
        } else if cursor.hints(place, Cue::Quarter) {
            Some(Counted::Quarter)
        } else {
            None
        }
    };
    // "fim de semana", "próximo final de semana", "fim de semana passado"
    let weekend = |place: usize| cursor.hints(place, Cue::EdgeEnd) && cursor.does(place + 1, Word::Of) && is_week(cursor, place + 2);
    let turned = |shift: i32, end: usize| Some(StretchMatch { end, stretch: Stretch::Counted { unit: Counted::Weekend, shift } });
    if weekend(at + 1)
        && let Some(shift) = date::direction(cursor, at)
    {
        return turned(shift, at + 4);
    }
    if weekend(at) {
        return match date::direction(cursor, at + 3) {
            Some(shift) if shift != 0 => turned(shift, at + 4),
            _ if cursor.text_of(at + 3) == "que" && cursor.text_of(at + 4) == "vem" => turned(1, at + 5),
            _ => turned(0, at + 3),
        };
    }
    // "the week after next"
    if is_week(cursor, at) && cursor.does(at + 1, Word::Past) && cursor.does(at + 2, Word::Next) {
        return Some(StretchMatch { end: at + 3, stretch: Stretch::Counted { unit: Counted::Week, shift: 2 } });
    }
    if let Some(unit) = unit(at + 1) {
        let shift = date::direction(cursor, at)?;
        let end = at + 2;
        // "this week's", "the last week of"
        let tied = cursor.is_any(end, &['\'', '’']) || cursor.does(end, Word::Of) && !cursor.does(end, Word::In);
        return (!tied).then_some(StretchMatch { end, stretch: Stretch::Counted { unit, shift } });
    }
    let unit = unit(at)?;
    if cursor.text_of(at + 1) == "que" && cursor.text_of(at + 2) == "vem" {
        return Some(StretchMatch { end: at + 3, stretch: Stretch::Counted { unit, shift: 1 } });
    }
    let shift = date::direction(cursor, at + 1).filter(|&shift| shift != 0 && cursor.language != Some(crate::languages::Language::En))?;
    Some(StretchMatch { end: at + 2, stretch: Stretch::Counted { unit, shift } })
}
