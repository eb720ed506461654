//! The parts of dates: days, month names, years, and what follows that shows a number to be none of them.

use super::DateMatch;
use crate::languages::Language;
use crate::tables::Class;
use crate::timestamps::clock::number_word;
use crate::timestamps::cursor::{Cue, Cursor, Word};
use crate::timestamps::fields::{self, Fields};
use crate::tokens::Case;

/// A day of the month at `at`: `17`, `1º`, `22nd`, `twenty-first`; the place behind it and whether it is an ordinal.
pub(in crate::timestamps) fn day(cursor: &Cursor<'_>, at: usize) -> Option<(i8, usize, bool)> {
    if let Some(digits) = cursor.digits(at) {
        if digits.width > 2 || !(1..=31).contains(&digits.value) {
            return None;
        }
        let suffix = cursor.glued(at + 1)
            && cursor
                .sense(at + 1, Class::Ordinal)
                .or_else(|| cursor.any_sense(at + 1, Class::Ordinal))
                .is_some_and(|sense| sense.value == 0.0)
            || cursor.glued(at + 1) && cursor.is_any(at + 1, &['°', 'º']);
        return Some((digits.value as i8, at + 1 + usize::from(suffix), suffix));
    }
    if !cursor.is_word(at) {
        return None;
    }
    if let Some(sense) = cursor.sense(at, Class::Ordinal).filter(|sense| sense.value > 0.0) {
        let value = sense.value as i8;
        // "vigésimo segundo"
        if value == 20
            && let Some(ones) = cursor.sense(at + 1, Class::Ordinal).filter(|ones| (1.0..10.0).contains(&ones.value))
        {
            return Some((20 + ones.value as i8, at + 2, true));
        }
        return Some((value, at + 1, true));
    }
    let tens = cursor.sense(at, Class::Number).filter(|sense| matches!(sense.name, "20" | "30"));
    if let Some(tens) = tens {
        let dash = usize::from(cursor.is_dash(at + 1) && cursor.glued(at + 1));
        if let Some(ones) = cursor.sense(at + 1 + dash, Class::Ordinal).filter(|ones| (1.0..10.0).contains(&ones.value)) {
            return Some((tens.value as i8 + ones.value as i8, at + 2 + dash, true));
        }
    }
    let (value, end) = number_word(cursor, at).filter(|(value, _)| (1..=31).contains(value))?;
    Some((value as i8, end, false))
}

/// The month named at `at`, judged by the word alone.
pub(in crate::timestamps) fn month(cursor: &Cursor<'_>, at: usize) -> Option<i8> {
    let sense = cursor.sense(at, Class::Month).or_else(|| {
        // English page chrome around Portuguese text, and the reverse; short words only in capitals.
        let other = cursor.any_sense(at, Class::Month)?;
        let foreign_word = cursor.token(at)?.word.senses().iter().any(|sense| sense.class == Class::Cue && sense.name == "common-word");
        (!foreign_word && (cursor.case(at) != Case::Lower || cursor.text_of(at).len() > 3)).then_some(other)
    })?;
    Some(sense.value as i8)
}

/// Is the month's name also a common word, so that it needs more than itself?
pub(super) fn common_word(cursor: &Cursor<'_>, at: usize) -> bool {
    cursor.hints(at, Cue::CommonWord)
}

/// "march 3" is hardly ever a walk; "may 5" is often a doubt.
pub(super) fn short_march(cursor: &Cursor<'_>, at: usize) -> bool {
    cursor.text_of(at).len() > 3
}

/// A year behind a day and month, or behind a month: `2022`, `, 2022`, `de 2022`, `of 1995`, `/2022`, `de 68`.
pub(in crate::timestamps) fn trailing_year(cursor: &Cursor<'_>, at: usize) -> Option<(i16, usize)> {
    let mut place = cursor.unwrapped(at);
    let comma = cursor.is(place, ',');
    if comma {
        place = cursor.unwrapped(place + 1);
    }
    let of = cursor.does(place, Word::Of) || cursor.does(place, Word::On) && cursor.text_of(place) == "de";
    if of {
        place += 1;
    }
    // "Aug 8 '21"
    let apostrophe = cursor.is_any(place, &['\'', '’']) && !cursor.glued(place) && !cursor.glued(place + 2);
    if let Some(digits) = cursor.glued_digits(place + 1).filter(|digits| apostrophe && digits.width == 2) {
        return Some((fields::year(digits.value, 2)?, place + 2));
    }
    if !comma && !of && cursor.is_any(place, &['/', '-', '.']) && cursor.glued(place) && cursor.glued(place + 1) {
        place += 1;
    }
    let digits = cursor.digits(place);
    if let Some(digits) = digits {
        if digits.width == 4 && (1300..2300).contains(&digits.value) && (digits.value >= 1900 || of || comma || !cursor.is_word(place + 1))
        {
            // "June 14 1500 requests", "May 3, 2000 users": a year counts nothing; a clock time has a colon.
            let clock = cursor.is(place + 1, ':') && cursor.glued(place + 1) && cursor.glued_digits_any(place + 2);
            return (!clock && !followed_by_measure(cursor, place + 1)).then_some((digits.value as i16, place + 1));
        }
        if digits.width == 2 && of && digits.value > 31 {
            return Some((fields::year(digits.value, 2)?, place + 1));
        }
        return None;
    }
    spelled_year(cursor, place)
}

/// `two thousand and eighteen`, `dois mil e vinte`, `nineteen eighty six`.
pub(super) fn spelled_year(cursor: &Cursor<'_>, at: usize) -> Option<(i16, usize)> {
    // "mil novecentos e noventa e dois"
    if cursor.text_of(at).eq_ignore_ascii_case("mil")
        && let Some(hundreds) = cursor.sense(at + 1, Class::Number).filter(|number| (100.0..1000.0).contains(&number.value))
    {
        let base = 1000 + hundreds.value as i16;
        let rest = if cursor.does(at + 2, Word::And) { number_word(cursor, at + 3) } else { None };
        return Some(rest.map_or((base, at + 2), |(rest, end)| (base + rest as i16, end)));
    }
    let (first, end) = number_word(cursor, at)?;
    if first == 2 {
        let thousand = matches!(cursor.text_of(end).to_ascii_lowercase().as_str(), "thousand" | "mil");
        if !thousand {
            return None;
        }
        let and = usize::from(cursor.does(end + 1, Word::And));
        return match number_word(cursor, end + 1 + and) {
            Some((rest, end)) => Some((2000 + rest as i16, end)),
            None => Some((2000, end + 1)),
        };
    }
    // "seventeen hundred and five"
    if (10..=20).contains(&first) && cursor.hints(end, Cue::Hundred) {
        let and = usize::from(cursor.does(end + 1, Word::And));
        return match number_word(cursor, end + 1 + and) {
            Some((rest, end)) => Some((first as i16 * 100 + rest as i16, end)),
            None => Some((first as i16 * 100, end + 1)),
        };
    }
    let (rest, end) = number_word(cursor, end).filter(|(rest, _)| (10..100).contains(rest))?;
    (19..=20).contains(&first).then_some((first as i16 * 100 + rest as i16, end))
}

/// Does a word that counts or measures follow?
pub(super) fn followed_by_unit(cursor: &Cursor<'_>, at: usize) -> bool {
    followed_by_measure(cursor, at) || cursor.any_sense(at, Class::CountNoun).is_some()
}

/// Does a unit of measure follow? Behind a day and a month even a counted noun leaves a year a year.
pub(super) fn followed_by_measure(cursor: &Cursor<'_>, at: usize) -> bool {
    cursor.is(at, '%') || cursor.any_sense(at, Class::DataUnit).is_some() || cursor.sense(at, Class::TimeUnit).is_some()
}

/// A month with the year behind it, if one is: what "the first Friday of" needs.
pub(in crate::timestamps) fn month_and_year(cursor: &Cursor<'_>, at: usize) -> Option<(i8, Option<i16>, usize)> {
    let month = month(cursor, at)?;
    let (year, end) = trailing_year(cursor, at + 1).map_or((None, at + 1), |(year, end)| (Some(year), end));
    Some((month, year, end))
}

/// `next month`, `last year`, `próximo mês`: so many months on, and the place behind it.
pub(super) fn month_shift(cursor: &Cursor<'_>, at: usize) -> Option<(i32, usize)> {
    let shift = |place: usize| {
        if cursor.does(place, Word::Last) || cursor.does(place, Word::Previous) {
            Some(-1)
        } else if cursor.does(place, Word::Next) {
            Some(1)
        } else if cursor.does(place, Word::This) {
            Some(0)
        } else {
            None
        }
    };
    let is_month = |place: usize| cursor.sense(place, Class::TimeUnit).is_some_and(|unit| unit.name == "2629746");
    // "the first of the month", "dia 5 do mês"
    let article = at > 0 && (cursor.does(at - 1, Word::The) || cursor.language != Some(Language::En));
    let this = article && is_month(at) && shift(at + 1).is_none() && !cursor.does(at + 1, Word::Of) && cursor.text_of(at + 1) != "que";
    if this {
        return Some((0, at + 1));
    }
    if is_month(at + 1) {
        return Some((shift(at)?, at + 2));
    }
    if is_month(at) && cursor.text_of(at + 1) == "que" && cursor.text_of(at + 2) == "vem" {
        return Some((1, at + 3));
    }
    if is_month(at) && cursor.language != Some(Language::En) {
        return Some((shift(at + 1)?, at + 2));
    }
    None
}

/// A year alone behind a word that takes one: `em 2020`, `since 2011`.
pub(in crate::timestamps) fn bare_year(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    let digits = cursor.digits(at).filter(|digits| digits.width == 4 && (1950..2100).contains(&digits.value))?;
    let before = cursor.before(at)?;
    let governed = cursor.does(before, Word::In) || cursor.does(before, Word::Since) || cursor.does(before, Word::UpTo);
    let adjacent =
        cursor.glued(at + 1) && !cursor.is_any(at + 1, &['.', ',', ';', ')', '"', '”', '!', '?', ':']) || cursor.glued_digits_any(at + 2);
    let counted = cursor.is_word(at + 1)
        && !cursor.does(at + 1, Word::And)
        && !cursor.does(at + 1, Word::The)
        && cursor.case(at + 1) == Case::Lower
        && !cursor.does(at + 1, Word::On)
        && !cursor.does(at + 1, Word::To)
        && !cursor.does(at + 1, Word::At);
    (governed && !adjacent && !counted && !followed_by_unit(cursor, at + 1))
        .then_some(DateMatch::new(at + 1, Fields { year: Some(digits.value as i16), ..Fields::default() }))
}
