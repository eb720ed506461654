//! The grammar of dates: `2021-03-31`, `06/01/2022`, `17 de Janeiro de 2022`, `September 27, 2022`, `quarta-feira (18/2)`.

use super::clock::number_word;
use super::cursor::{Cursor, Word};
use super::fields::{self, Fields, Relative};
use crate::language::Language;
use crate::tables::Class;
use crate::tokens::Case;

/// A date found in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DateMatch {
    /// The first token behind it.
    pub(super) end: usize,
    pub(super) fields: Fields,
}

impl DateMatch {
    fn new(end: usize, fields: Fields) -> DateMatch {
        DateMatch { end, fields }
    }
}

/// The date that starts at `at`, the longest reading first. A number such as `0001` behind it shows that it is none.
pub(super) fn parse(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    longest(cursor, at).map(|found| with_weekday(cursor, found)).filter(|found| {
        found.fields.year.is_some() || !(cursor.text_of(found.end).len() == 4 && cursor.text_of(found.end).starts_with("00"))
    })
}

/// A date with the weekday that stands behind it: `10 de março (quarta-feira)`, `June 5 (Sat)`.
fn with_weekday(cursor: &Cursor<'_>, found: DateMatch) -> DateMatch {
    let fields = found.fields;
    if fields.weekday.is_some() || fields.day.is_none() && fields.undecided.is_none() {
        return found;
    }
    let bracket = cursor.is(found.end, '(');
    let place = found.end + usize::from(bracket || cursor.is(found.end, ','));
    let Some((weekday, end)) = weekday(cursor, place).filter(|_| place > found.end) else { return found };
    let suffixed = end > place + 1;
    let closes = if bracket {
        cursor.is(end, ')')
    } else {
        suffixed && !cursor.is_number(end) && !(cursor.is(end, ',') && cursor.is_number(end + 1)) && !cursor.is(end, '(')
    };
    if closes { DateMatch::new(end + usize::from(bracket), Fields { weekday: Some(weekday), ..fields }) } else { found }
}

fn longest(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    if let Some(found) = super::relative::parse(cursor, at) {
        return Some(found);
    }
    if cursor.is_number(at) {
        return numeric(cursor, at).or_else(|| day_led(cursor, at));
    }
    weekday_led(cursor, at)
        .or_else(|| relative(cursor, at))
        .or_else(|| month_led(cursor, at))
        .or_else(|| day_word_led(cursor, at))
        .or_else(|| day_led(cursor, at))
}

/// All digits: `2021-03-31`, `2021/3/31`, `31.03.2021`, `3/31/21`, `2021-03`; also with a month name in the middle.
fn numeric(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
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
    let third = if cursor.is(again, mark) && cursor.glued(again) { cursor.glued_digits(again + 1) } else { None };
    if let Some(third) = third {
        let end = again + 2;
        if first.width == 4 && second.width <= 2 && third.width <= 2 {
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
        return Some(DateMatch::new(end, fields::numeric(first.value, second.value, Some(year))?));
    }
    if cursor.is(again, mark) && cursor.glued(again) && cursor.glued(again + 1) && mark != '-' && mark != '.' {
        return None;
    }
    // "06/01, 2022"
    if first.width <= 2 && second.width <= 2 && mark == '/' && cursor.is(again, ',') && cursor.glued(again + 1) {
        if let Some(year) = cursor.digits(again + 1).and_then(|digits| fields::year(digits.value, digits.width)) {
            return Some(DateMatch::new(again + 2, fields::numeric(first.value, second.value, Some(year))?));
        }
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
    two_numbers(cursor, at, first.value, second.value, mark)
}

/// Day and month alone, `09/08`: many other things look like it.
fn two_numbers(cursor: &Cursor<'_>, at: usize, first: i32, second: i32, mark: char) -> Option<DateMatch> {
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
            || cursor.does(end, Word::To)
            || cursor.does(end, Word::Or)
            || cursor.does(end, Word::And))
        || padded && (alone || clock_follows || cursor.language != Some(Language::En))
        || clock_follows
        || line_start && alone)
        .then_some(DateMatch::new(end, found))
}

/// `2016 - 12 - 22` and `2016 10 16`, the blanks alike.
fn spaced_iso(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
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

/// `24-Aug-2021`, `06/jan`, `2019/aug/01`, `23-2020-setembro` is read from its day elsewhere.
fn named_middle(cursor: &Cursor<'_>, at: usize, mark: char) -> Option<DateMatch> {
    let first = cursor.digits(at)?;
    let month = month(cursor, at + 2)?;
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
    // "06/jan de 2022"
    if found.year.is_none() {
        if let Some((year, end)) = trailing_year(cursor, end) {
            return Some(DateMatch::new(end, Fields { year: Some(year), ..found }));
        }
    }
    Some(DateMatch::new(end, found))
}

/// A day of the month at `at`: `17`, `1º`, `22nd`, `twenty-first`; the place behind it and whether it is an ordinal.
pub(super) fn day(cursor: &Cursor<'_>, at: usize) -> Option<(i8, usize, bool)> {
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
        if value == 20 {
            if let Some(ones) = cursor.sense(at + 1, Class::Ordinal).filter(|ones| (1.0..10.0).contains(&ones.value)) {
                return Some((20 + ones.value as i8, at + 2, true));
            }
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
fn month(cursor: &Cursor<'_>, at: usize) -> Option<i8> {
    let sense = cursor.sense(at, Class::Month).or_else(|| {
        // English page chrome around Portuguese text, and the reverse; short words only in capitals.
        let other = cursor.any_sense(at, Class::Month)?;
        let foreign_word = cursor.token(at)?.word.senses().iter().any(|sense| sense.class == Class::Cue && sense.name == "common-word");
        (!foreign_word && (cursor.case(at) != Case::Lower || cursor.text_of(at).len() > 3)).then_some(other)
    })?;
    Some(sense.value as i8)
}

/// Is the month's name also a common word, so that it needs more than itself?
fn common_word(cursor: &Cursor<'_>, at: usize) -> bool {
    cursor.cues(at, "common-word")
}

/// A year behind a day and month, or behind a month: `2022`, `, 2022`, `de 2022`, `of 1995`, `/2022`, `de 68`.
fn trailing_year(cursor: &Cursor<'_>, at: usize) -> Option<(i16, usize)> {
    let mut place = cursor.unwrapped(at);
    let comma = cursor.is(place, ',');
    if comma {
        place = cursor.unwrapped(place + 1);
    }
    let of = cursor.does(place, Word::Of) || cursor.does(place, Word::On) && cursor.text_of(place) == "de";
    if of {
        place += 1;
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
            return (!clock && !followed_by_unit(cursor, place + 1)).then_some((digits.value as i16, place + 1));
        }
        if digits.width == 2 && of && digits.value > 31 {
            return Some((fields::year(digits.value, 2)?, place + 1));
        }
        return None;
    }
    spelled_year(cursor, place)
}

/// `two thousand and eighteen`, `dois mil e vinte`, `nineteen eighty six`.
fn spelled_year(cursor: &Cursor<'_>, at: usize) -> Option<(i16, usize)> {
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
    let (rest, end) = number_word(cursor, end).filter(|(rest, _)| (10..100).contains(rest))?;
    (19..=20).contains(&first).then_some((first as i16 * 100 + rest as i16, end))
}

/// Does a word that counts or measures follow?
fn followed_by_unit(cursor: &Cursor<'_>, at: usize) -> bool {
    cursor.is(at, '%')
        || cursor.any_sense(at, Class::CountNoun).is_some()
        || cursor.any_sense(at, Class::DataUnit).is_some()
        || cursor.sense(at, Class::TimeUnit).is_some()
}

/// `17 de Janeiro de 2022`, `28th June of 2020`, `second of Aug`, `20. January`, `6th`.
fn day_led(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
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
    // "16. Nov. 2016"
    if cursor.is(end, '.') && cursor.glued(end) && cursor.text_of(place).len() <= 4 && cursor.is_number(end + 1) {
        end += 1;
    }
    let mut fields = Fields { month: Some(month), day: Some(day), ..Fields::default() };
    if let Some((year, next)) = trailing_year(cursor, end) {
        (fields.year, end) = (Some(year), next);
    }
    fields.possible().then_some(DateMatch::new(end, fields))
}

/// `September 27, 2022`, `Junho 3, 2025`, `Nov. 16`, `July the 5th`, `March 2019`, `mês de 2021`, and months alone.
fn month_led(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    let month = month(cursor, at)?;
    let name = cursor.text_of(at);
    let short = name.chars().count() <= 4;
    let lower = cursor.case(at) == Case::Lower;
    let mut place = at + 1;
    if short && cursor.is(place, '.') && cursor.glued(place) {
        place += 1;
    }
    let bare_end = at + 1;
    let fields = Fields { month: Some(month), ..Fields::default() };
    // September, 27 / Jan-1 / Jan/3 / July the 5th
    let mut day_place = cursor.unwrapped(place);
    if cursor.is(day_place, ',') && cursor.digits(day_place + 1).is_some_and(|digits| digits.width <= 2) {
        day_place += 1;
    } else if cursor.is_any(day_place, &['-', '/']) && cursor.glued(day_place) && cursor.glued(day_place + 1) {
        day_place += 1;
    } else if cursor.does(day_place, Word::The) && cursor.language != Some(Language::Pt) {
        day_place += 1;
    }
    let weak = common_word(cursor, at) && lower;
    if let Some((day, end, ordinal)) = day(cursor, day_place) {
        let number = cursor.is_number(day_place);
        let clock = number
            && (cursor.is(end, ':') && cursor.glued(end) && cursor.glued_digits_any(end + 1)
                || super::clock::meridiem(cursor, end).is_some() && !ordinal);
        let other = number
            && !ordinal
            && (cursor.glued(end) && (cursor.is_word(end) || cursor.is(end, '%'))
                || cursor.is(end, '.') && cursor.glued_digits_any(end + 1)
                || followed_by_unit(cursor, end));
        let in_words = !number
            && cursor.language != Some(Language::Pt)
            && (ordinal || end > day_place + 1 || day >= 10 && !short)
            && (!weak || ordinal);
        if (number || in_words)
            && !clock
            && !other
            && !(weak && !ordinal && trailing_year(cursor, end).is_none() && !short_march(cursor, at))
        {
            let mut found = Fields { day: Some(day), ..fields };
            if found.possible() {
                let mut end = end;
                if let Some((year, next)) = trailing_year(cursor, end) {
                    (found.year, end) = (Some(year), next);
                }
                return Some(DateMatch::new(end, found));
            }
        }
    }
    // Month and year.
    let mut year_place = place;
    if let Some((year, end)) = trailing_year(cursor, year_place).filter(|_| !weak || !cursor.is_word(place)) {
        // "Sep 2020 23"? no: "September-2020-23"
        if cursor.is(end, '-') && cursor.glued(end) {
            if let Some(day) = cursor.glued_digits(end + 1).filter(|day| day.width <= 2 && (1..=31).contains(&day.value)) {
                return Some(DateMatch::new(end + 2, Fields { year: Some(year), day: Some(day.value as i8), ..fields }));
            }
        }
        return Some(DateMatch::new(end, Fields { year: Some(year), ..fields }));
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

/// A month with the year behind it, if one is: what "the first Friday of" needs.
pub(super) fn month_and_year(cursor: &Cursor<'_>, at: usize) -> Option<(i8, Option<i16>, usize)> {
    let month = month(cursor, at)?;
    let (year, end) = trailing_year(cursor, at + 1).map_or((None, at + 1), |(year, end)| (Some(year), end));
    Some((month, year, end))
}

/// "march 3" is hardly ever a walk; "may 5" is often a doubt.
fn short_march(cursor: &Cursor<'_>, at: usize) -> bool {
    cursor.text_of(at).len() > 3
}

/// `next month`, `last year`, `próximo mês`: so many months on, and the place behind it.
fn month_shift(cursor: &Cursor<'_>, at: usize) -> Option<(i32, usize)> {
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
    if is_month(at + 1) {
        return Some((shift(at)?, at + 2));
    }
    if is_month(at) && cursor.language != Some(Language::En) {
        return Some((shift(at + 1)?, at + 2));
    }
    None
}

/// The weekday named at `at` and the place behind its name.
pub(super) fn weekday(cursor: &Cursor<'_>, at: usize) -> Option<(i8, usize)> {
    if let Some(digits) = cursor.digits(at) {
        // "2a", "6ª feira"
        let letter = cursor.glued(at + 1) && matches!(cursor.text_of(at + 1), "a" | "ª");
        let feira = at + 2 + usize::from(cursor.is_dash(at + 2));
        let suffix = letter && cursor.does(feira, Word::WeekdaySuffix);
        return (suffix && (2..=6).contains(&digits.value)).then_some((digits.value as i8 - 1, feira + 1));
    }
    let sense = cursor
        .sense(at, Class::Weekday)
        .or_else(|| cursor.any_sense(at, Class::Weekday).filter(|_| cursor.case(at) == Case::Title && cursor.text_of(at).len() > 4))?;
    let mut end = at + 1;
    if cursor.is_dash(end) && cursor.does(end + 1, Word::WeekdaySuffix) {
        end += 2;
    } else if cursor.does(end, Word::WeekdaySuffix) {
        end += 1;
    }
    Some((sense.value as i8, end))
}

/// A weekday, alone or with the date it belongs to.
pub(super) fn weekday_led(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    let (weekday, end) = weekday(cursor, at)?;
    let suffixed = end > at + 1;
    let short = !suffixed && cursor.cues(at, "short-weekday");
    let ordinal = !suffixed && cursor.cues(at, "ordinal-weekday");
    if short && cursor.case(at) == Case::Lower && cursor.language == Some(Language::En) && !cursor.is(end, ',') {
        return None;
    }
    if let Some(mut found) = weekday_date(cursor, at, end, weekday, short) {
        if cursor.before(at).is_some_and(|before| cursor.does(before, Word::This)) {
            found.fields.relative = found.fields.relative.or(Some(Relative::WeekdayHere));
        }
        return Some(found);
    }
    // "numa sexta-feira", "a Monday": any such day.
    if cursor.before(at).is_some_and(|before| cursor.does(before, Word::Any)) {
        return None;
    }
    let (relative, stop) = weekday_direction(cursor, at, end);
    if (short || ordinal) && stop == end {
        let before = cursor.before(at)?;
        let governed = cursor.does(before, Word::On)
            || cursor.does(before, Word::This)
            || cursor.does(before, Word::Next)
            || cursor.does(before, Word::Last)
            || cursor.does(before, Word::Previous)
            || cursor.does(before, Word::From)
            || cursor.does(before, Word::To)
            || cursor.does(before, Word::Of)
            || cursor.does(before, Word::And) && cursor.near_before(before, 4, Word::On);
        let counted = cursor.is_word(end)
            && !cursor.does(end, Word::And)
            && !cursor.does(end, Word::To)
            && !cursor.does(end, Word::Of)
            && !cursor.does(end, Word::Last)
            && !cursor.does(end, Word::Next)
            && !cursor.does(end, Word::At)
            && !cursor.does(end, Word::AlsoNow)
            && !cursor.does(end, Word::Or);
        if !governed || counted || short && cursor.language != Some(Language::En) && !cursor.is(end, ',') {
            return None;
        }
    }
    Some(DateMatch::new(stop, Fields { weekday: Some(weekday), relative, ..Fields::default() }))
}

/// `passada`, `que vem`, `of last week` behind a weekday; `last`, `next`, `nesta` before it.
fn weekday_direction(cursor: &Cursor<'_>, at: usize, end: usize) -> (Option<Relative>, usize) {
    let is_week = |place: usize| cursor.sense(place, Class::TimeUnit).is_some_and(|unit| unit.name == "604800");
    // "Friday next week", "tuesday of last week", "domingo da última semana"
    let of = usize::from(cursor.does(end, Word::Of) || cursor.does(end, Word::From));
    let word = end + of;
    if is_week(word + 1) {
        if cursor.does(word, Word::Last) || cursor.does(word, Word::Previous) {
            return (Some(Relative::WeekdayOfWeek(-1)), word + 2);
        }
        if cursor.does(word, Word::Next) {
            return (Some(Relative::WeekdayOfWeek(1)), word + 2);
        }
        if cursor.does(word, Word::This) {
            return (Some(Relative::WeekdayOfWeek(0)), word + 2);
        }
    }
    if cursor.language != Some(Language::En) {
        if cursor.does(end, Word::Last) {
            return (Some(Relative::WeekdayBefore), end + 1);
        }
        if cursor.text_of(end) == "que" && cursor.text_of(end + 1) == "vem" {
            return (Some(Relative::WeekdayOfWeek(1)), end + 2);
        }
        if cursor.does(end, Word::AlsoNow) {
            return (Some(Relative::WeekdayHere), end + 1);
        }
    }
    let Some(before) = cursor.before(at) else { return (None, end) };
    let relative = if cursor.does(before, Word::Last) {
        Some(Relative::WeekdayBefore)
    } else if cursor.does(before, Word::Previous) {
        Some(Relative::WeekdayOfWeek(-1))
    } else if cursor.does(before, Word::Next) {
        Some(if cursor.text_of(before).eq_ignore_ascii_case("coming") { Relative::WeekdayAfter } else { Relative::WeekdayOfWeek(1) })
    } else if cursor.does(before, Word::This) {
        Some(Relative::WeekdayHere)
    } else {
        None
    };
    (relative, end)
}

/// The date behind a weekday: `Tuesday, June 11th`, `quinta-feira (11)`, `domingo, dia 4 de Maio`, `Friday the 22nd`.
fn weekday_date(cursor: &Cursor<'_>, at: usize, end: usize, weekday: i8, short: bool) -> Option<DateMatch> {
    let fields = Fields { weekday: Some(weekday), ..Fields::default() };
    let mut place = end;
    let bracket = cursor.is(place, '(') || cursor.is(place, '[');
    if bracket {
        place += 1;
    } else {
        if short && cursor.is(place, '.') && cursor.glued(place) {
            place += 1;
        }
        if cursor.is(place, ',') {
            place += 1;
        } else if cursor.is_dash(place) && !cursor.glued(place) {
            place += 1;
        }
        place = cursor.unwrapped(place);
        if cursor.does(place, Word::On) || cursor.does(place, Word::The) && cursor.language != Some(Language::Pt) {
            place += 1;
            if cursor.does(place, Word::The) {
                place += 1;
            }
        }
    }
    let before_day = place;
    if cursor.does(place, Word::Day) {
        place += 1;
    }
    let inner = if cursor.is_number(place) {
        numeric(cursor, place).or_else(|| dotted(cursor, place)).or_else(|| day_led(cursor, place))
    } else {
        month_led(cursor, place).or_else(|| day_led(cursor, place))
    };
    if let Some(inner) = inner.filter(|inner| inner.fields.day.is_some() || inner.fields.undecided.is_some()) {
        let end = if bracket {
            cursor
                .is(inner.end, ')')
                .then_some(inner.end + 1)
                .or_else(|| cursor.is(inner.end, ']').then_some(inner.end + 1))
                .unwrap_or(inner.end)
        } else {
            inner.end
        };
        return Some(DateMatch::new(end, Fields { weekday: Some(weekday), ..inner.fields }));
    }
    // "13 de outubro" behind a month alone is no date of the weekday.
    let (day, after, ordinal) = day(cursor, place)?;
    let closed = bracket && (cursor.is(after, ')') || cursor.is(after, ']'));
    let said = before_day != place || ordinal || place > end && !bracket && cursor.does(place - 1, Word::The);
    let plain = cursor.is_number(place)
        && !bracket
        && !cursor.is(after, ':')
        && !cursor.is(after, '%')
        && !cursor.glued(after)
        && (!cursor.is_word(after) || cursor.does(after, Word::At))
        || cursor.is_number(place) && !bracket && cursor.is_any(after, &[',', '.', ';', '!', '?']) && !cursor.glued_digits_any(after + 1);
    // "Monday 8-9am" and "Friday 3 to 5pm" are clock times.
    let clock = cursor.is_dash(after)
        || cursor.does(after, Word::To) && !cursor.does(after, Word::At)
        || super::clock::meridiem(cursor, after).is_some()
        || cursor.any_sense(after, Class::TimeUnit).is_some();
    if !(closed || said || plain && !clock) {
        return None;
    }
    let _ = at;
    Some(DateMatch::new(if closed { after + 1 } else { after }, Fields { day: Some(day), ..fields }))
}

/// `11.03` behind a weekday.
fn dotted(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    let first = cursor.digits(at).filter(|first| first.width <= 2)?;
    if !cursor.is_any(at + 1, &['.', '-']) || !cursor.glued(at + 1) {
        return None;
    }
    let second = cursor.glued_digits(at + 2).filter(|second| second.width <= 2)?;
    if super::clock::meridiem(cursor, at + 3).is_some() || cursor.glued_digits_any(at + 4) {
        return None;
    }
    Some(DateMatch::new(at + 3, fields::numeric(first.value, second.value, None)?))
}

/// `yesterday`, `hoje (16/03/2026)`, `hoje, domingo`, `the day before yesterday`, `depois de amanhã`.
fn relative(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
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
fn parse_plain(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    if cursor.is_number(at) {
        return numeric(cursor, at).or_else(|| day_led(cursor, at));
    }
    weekday_led(cursor, at).or_else(|| month_led(cursor, at)).or_else(|| {
        let place = at + usize::from(cursor.does(at, Word::Day));
        if place > at { numeric(cursor, place).or_else(|| day_led(cursor, place)) } else { None }
    })
}

/// `dia 8`, `dia 28/11`, `dia 9 de agosto`, `the 11th`.
fn day_word_led(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
    let portuguese = cursor.language != Some(Language::En);
    if portuguese && cursor.does(at, Word::Day) {
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
        if cursor.is(end, '(') {
            if let Some((weekday, after)) = weekday(cursor, end + 1).filter(|&(_, after)| cursor.is(after, ')')) {
                (fields.weekday, stop) = (Some(weekday), after + 1);
            }
        }
        return Some(DateMatch::new(stop, fields));
    }
    if !portuguese && cursor.does(at, Word::On) && !cursor.does(at, Word::Of) {
        let (day, end, ordinal) = day(cursor, at + 1).filter(|_| cursor.is_number(at + 1))?;
        let clock = cursor.does(end, Word::At) && cursor.is_number(end + 1) && super::clock::number_led(cursor, end + 1).is_some();
        let counted = cursor.is_word(end) && !cursor.does(end, Word::At) && !cursor.does(end, Word::And);
        return (clock || ordinal && !counted).then_some(DateMatch::new(end, Fields { day: Some(day), ..Fields::default() }));
    }
    if !portuguese && cursor.does(at, Word::The) {
        if let Some(found) = day_led(cursor, at + 1) {
            return Some(found);
        }
        let (day, end, ordinal) = day(cursor, at + 1).filter(|_| cursor.is_number(at + 1))?;
        let before = cursor.before(at)?;
        let governed = cursor.does(before, Word::On)
            || cursor.does(before, Word::From)
            || cursor.does(before, Word::To)
            || cursor.does(before, Word::By)
            || cursor.text_of(before) == "for"
            || cursor.does(before, Word::Of);
        let counted = cursor.is_word(end)
            && cursor.case(end) == Case::Lower
            && !cursor.does(end, Word::At)
            && !cursor.does(end, Word::And)
            && !cursor.does(end, Word::On)
            && !cursor.does(end, Word::From)
            && !cursor.does(end, Word::Between)
            && !cursor.does(end, Word::Subject)
            && !cursor.does(end, Word::Of);
        return (ordinal && governed && !counted).then_some(DateMatch::new(end, Fields { day: Some(day), ..Fields::default() }));
    }
    None
}

/// A year alone behind a word that takes one: `em 2020`, `since 2011`.
pub(super) fn bare_year(cursor: &Cursor<'_>, at: usize) -> Option<DateMatch> {
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
