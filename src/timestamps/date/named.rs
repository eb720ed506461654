//! Dates with a month's name or a day's number alone: `17 de Janeiro`, `August 9, 2021`, `dia 8`, `the 11th`.

use super::{
    DateMatch, YEAR, common_word, counted_unit, day, followed_by_measure, followed_by_unit, month, month_shift, numeric, short_march,
    trailing_year, weekday,
};
use crate::languages::Language;
use crate::tables::Class;
use crate::timestamps::clock::{self};
use crate::timestamps::cursor::{Cue, Cursor, Word};
use crate::timestamps::fields::{self, Fields, Relative};
use crate::tokens::Case;

/// `23 de Março de 2021`, `28th June of 2020`, `second of Aug`, `20. January`, `6th`.
pub(super) fn day_led(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    let (day, mut place, ordinal) = day(cursor, at)?;
    if !cursor.is_number(at) && !ordinal && cursor.language == Some(Language::En) {
        return None;
    }
    if cursor.is(place, '.')
        && cursor.glued(place)
        && !cursor.glued(place + 1)
        && cursor.is_word(place + 1)
        && cursor.case(place + 1) != Case::Lower
    {
        place += 1;
    }
    // "twenty third day of September", "20th of the next month"
    if ordinal && cursor.does(place, Word::Day) && cursor.does(place + 1, Word::Of) {
        place += 1;
    }
    place = cursor.unwrapped(place);
    let of = cursor.does(place, Word::Of) || cursor.language != Some(Language::En) && cursor.text_of(place) == "de";
    // "dia 8 deste mês"
    if !of
        && cursor.does(place, Word::This)
        && cursor.does(place, Word::On)
        && let Some((months, end)) = month_shift(cursor, place)
    {
        let fields = Fields { day: Some(day), relative: Some(Relative::DayOfMonth(months)), ..Fields::default() };
        return Some(DateMatch::new(end, fields));
    }
    if of {
        place = cursor.unwrapped(place + 1);
        if cursor.does(place, Word::The) {
            place += 1;
        }
        if let Some((months, end)) = month_shift(cursor, place) {
            let fields = Fields { day: Some(day), relative: Some(Relative::DayOfMonth(months)), ..Fields::default() };
            return Some(DateMatch::new(end, fields));
        }
    }
    if cursor.is_number(at) && !of && !ordinal && cursor.glued(place) && !cursor.is_dash(place) && !cursor.is_word(place) {
        return None;
    }
    let month = month(cursor, place)?;
    // "5 may fail", "10 set to"
    if common_word(cursor, place) && !of && cursor.case(place) == Case::Lower && !ordinal {
        let year = trailing_year(cursor, place + 1).is_some();
        let closes = cursor.at_line_end(place + 1) || cursor.is_any(place + 1, &['.', ',', ')', '-', '–', ':']);
        if !year && !closes {
            return None;
        }
    }
    if !cursor.is_number(at) && !ordinal && !of {
        return None;
    }
    let mut end = place + 1;
    // "16. Nov. 2016", "14 de ago. de 2023"
    let year_follows = cursor.is_number(end + 1) || of && cursor.does(end + 1, Word::Of) && cursor.is_number(end + 2);
    if cursor.is(end, '.') && cursor.glued(end) && cursor.text_of(place).len() <= 4 && year_follows {
        end += 1;
    }
    let mut fields = Fields { month: Some(month), day: Some(day), ..Fields::default() };
    if let Some((year, next)) = trailing_year(cursor, end) {
        (fields.year, end) = (Some(year), next);
    } else if let Some((shift, next)) = counted_year(cursor, end) {
        (fields.relative, end) = (Some(Relative::Year(shift)), next);
    }
    fields.possible().then_some(DateMatch::new(end, fields))
}

/// `of last year`, `do ano passado` behind a month.
fn counted_year(cursor: &Cursor<'_>, at: usize) -> Option<(i32, usize)> {
    counted_unit(cursor, at + usize::from(cursor.does(at, Word::Of)), YEAR)
}

/// `August 9, 2021`, `Junho 3, 2025`, `Nov. 16`, `July the 5th`, `March 2019`, `mês de 2021`, and months alone.
pub(super) fn month_led(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    let month = month(cursor, at)?;
    let name = cursor.text_of(at);
    let short = name.chars().count() <= 4 && !cursor.hints(at, Cue::WholeMonth);
    let lower = cursor.case(at) == Case::Lower;
    let mut place = at + 1;
    if short && cursor.is(place, '.') && cursor.glued(place) {
        place += 1;
    }
    let bare_end = at + 1;
    let fields = Fields { month: Some(month), ..Fields::default() };
    // September, 27 / Jan-1 / Jan/3 / July the 5th
    let mut day_place = cursor.unwrapped(place);
    let comma = cursor.is(day_place, ',') && cursor.digits(day_place + 1).is_some_and(|digits| digits.width <= 2);
    let mark = cursor.is_any(day_place, &['-', '/']) && cursor.glued(day_place) && cursor.glued(day_place + 1);
    let article = cursor.does(day_place, Word::The) && cursor.language != Some(Language::Pt);
    day_place += usize::from(comma || mark || article);
    let weak = common_word(cursor, at) && lower;
    if let Some((day, end, ordinal)) = day(cursor, day_place) {
        let number = cursor.is_number(day_place);
        let clock = number
            && (cursor.is(end, ':') && cursor.glued(end) && cursor.glued_digits_any(end + 1)
                || clock::meridiem(cursor, end).is_some() && !ordinal);
        let other = number
            && !ordinal
            && (cursor.glued(end) && (cursor.is_word(end) || cursor.is(end, '%'))
                || cursor.is(end, '.') && cursor.glued_digits_any(end + 1)
                || followed_by_measure(cursor, end)
                || followed_by_unit(cursor, end) && at.checked_sub(1).is_some_and(|before| cursor.does(before, Word::In)));
        let in_words = !number
            && cursor.language != Some(Language::Pt)
            && (ordinal || end > day_place + 1 || day >= 10 && !short)
            && (!weak || ordinal || trailing_year(cursor, end).is_some());
        if (number || in_words) && !clock && !other && (!weak || ordinal || trailing_year(cursor, end).is_some() || short_march(cursor, at))
        {
            let mut found = Fields { day: Some(day), ..fields };
            if found.possible() {
                let mut end = end;
                if let Some((year, next)) = trailing_year(cursor, end) {
                    (found.year, end) = (Some(year), next);
                } else if let Some((shift, next)) = counted_year(cursor, end) {
                    (found.relative, end) = (Some(Relative::Year(shift)), next);
                }
                return Some(DateMatch::new(end, found));
            }
        }
    }
    // Month and year.
    let mut year_place = place;
    if let Some((year, end)) = trailing_year(cursor, year_place).filter(|_| !weak || !cursor.is_word(place)) {
        // "Sep 2020 23"? no: "September-2020-23"
        if cursor.is(end, '-')
            && cursor.glued(end)
            && let Some(day) = cursor.glued_digits(end + 1).filter(|day| day.width <= 2 && (1..=31).contains(&day.value))
        {
            return Some(DateMatch::new(end + 2, Fields { year: Some(year), day: Some(day.value as i8), ..fields }));
        }
        return Some(DateMatch::new(end, Fields { year: Some(year), ..fields }));
    }
    // "May of last year", "maio do ano passado"
    if let Some((shift, end)) = counted_year(cursor, place).filter(|_| !weak) {
        return Some(DateMatch::new(end, Fields { relative: Some(Relative::Year(shift)), ..fields }));
    }
    // "May '99", "Aug 99"
    if let Some(digits) = cursor
        .digits(year_place)
        .filter(|digits| digits.width == 2 && digits.value > 31 && !cursor.is_any(year_place + 1, &['%', '.', ':']))
    {
        year_place += 1;
        if !followed_by_unit(cursor, year_place) && !cursor.is_word(year_place) && !lower {
            return Some(DateMatch::new(year_place, Fields { year: fields::year(digits.value, 2), ..fields }));
        }
    }
    // A month alone needs a word that takes one.
    let before = cursor.before(at)?;
    let governed = cursor.does(before, Word::In)
        || cursor.does(before, Word::On) && cursor.language != Some(Language::En)
        || cursor.text_of(before).eq_ignore_ascii_case("since")
        || cursor.text_of(before).eq_ignore_ascii_case("desde");
    let sure =
        !short && !weak && (cursor.case(at) == Case::Title || cursor.language != Some(Language::En)) && !cursor.does(before, Word::Of);
    (governed && sure && !cursor.is_number(bare_end)).then_some(DateMatch::new(bare_end, fields))
}

/// `dia 8`, `dia 28/11`, `dia 9 de agosto`, `the 11th`.
pub(super) fn day_word_led(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    let portuguese = cursor.language != Some(Language::En);
    if portuguese && cursor.does(at, Word::Day) {
        // "1 dia 4 horas" is a length.
        if at > 0 && cursor.is_number(at - 1) && cursor.any_sense(at + 2, Class::TimeUnit).is_some() {
            return None;
        }
        if let Some(found) = numeric(cursor, at + 1).or_else(|| day_led(cursor, at + 1)) {
            return Some(found);
        }
        let (day, end, _) = day(cursor, at + 1).filter(|_| cursor.is_number(at + 1))?;
        if cursor.is(end, '%') || cursor.is(end, ':') && cursor.glued(end) || cursor.is_word(end) && cursor.glued(end) {
            return None;
        }
        let mut fields = Fields { day: Some(day), ..Fields::default() };
        let mut stop = end;
        // "dia 20 (sexta-feira)"
        if cursor.is(end, '(')
            && let Some((weekday, after)) = weekday(cursor, end + 1).filter(|&(_, after)| cursor.is(after, ')'))
        {
            (fields.weekday, stop) = (Some(weekday), after + 1);
        }
        return Some(DateMatch::new(stop, fields));
    }
    if !portuguese && cursor.does(at, Word::On) && !cursor.does(at, Word::Of) {
        let (day, end, ordinal) = day(cursor, at + 1).filter(|_| cursor.is_number(at + 1))?;
        let clock = cursor.does(end, Word::At) && cursor.is_number(end + 1) && clock::number_led(cursor, end + 1).is_some();
        let counted = cursor.is_word(end) && !cursor.does(end, Word::At) && !cursor.does(end, Word::And);
        return (clock || ordinal && !counted).then_some(DateMatch::new(end, Fields { day: Some(day), ..Fields::default() }));
    }
    if !portuguese && cursor.does(at, Word::The) {
        if let Some(found) = day_led(cursor, at + 1) {
            return Some(found);
        }
        // "for the twenty first."
        let spelled =
            |end: usize| cursor.anything() && end > at + 2 && (cursor.at_line_end(end) || cursor.is_any(end, &['.', ',', '!', '?']));
        let (day, end, ordinal) = day(cursor, at + 1).filter(|&(_, end, _)| cursor.is_number(at + 1) || spelled(end))?;
        let before = cursor.before(at)?;
        let governed = cursor.does(before, Word::On)
            || cursor.does(before, Word::From)
            || cursor.does(before, Word::To)
            || cursor.does(before, Word::By)
            || cursor.text_of(before) == "for"
            || cursor.does(before, Word::Of);
        // "the 14 from 1pm", "for the 24."
        let bare = cursor.anything()
            && !ordinal
            && (cursor.does(end, Word::From)
                || cursor.does(end, Word::Between)
                || cursor.at_line_end(end)
                || cursor.is_any(end, &['.', '!', '?']) && !cursor.glued(end + 1));
        let ordinal = ordinal || bare;
        let counted = cursor.is_word(end)
            && cursor.case(end) == Case::Lower
            && !cursor.does(end, Word::At)
            && !cursor.does(end, Word::And)
            && !cursor.does(end, Word::On)
            && !cursor.does(end, Word::From)
            && !cursor.does(end, Word::Between)
            && !(cursor.does(end, Word::To) && cursor.does(end + 1, Word::The))
            && !cursor.does(end, Word::Subject)
            && !cursor.does(end, Word::Of);
        return (ordinal && governed && !counted).then_some(DateMatch::new(end, Fields { day: Some(day), ..Fields::default() }));
    }
    None
}
