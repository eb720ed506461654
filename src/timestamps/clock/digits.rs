//! Clock times in digits: `14:02:07`, `14h30`, `11.40am`, `5 PM`, `1430 UTC`, `at 5`.

use super::{
    ClockMatch, DayPart, bare_end, by_day_part, clock_article, day_part, day_part_word, finish, measured, meridiem, number_word, o_clock,
    opens_range, stands_alone, with_half, zoned,
};
use crate::languages::Language;
use crate::tables::Class;
use crate::timestamps::cursor::{Cue, Cursor, Digits, Word, bit};
use crate::timestamps::moment::{Clock, Precision};
use crate::timestamps::zone;
use crate::tokens::Case;

/// Hour and minute with a colon, with or without seconds.
pub(super) fn colon(cursor: &Cursor<'_>, at: usize, hour: Digits) -> Option<ClockMatch> {
    if hour.width > 2 || hour.value > 24 || !cursor.is(at + 1, ':') || !cursor.glued(at + 1) {
        return None;
    }
    let minute = cursor.glued_digits(at + 2).filter(|minute| minute.width == 2 && minute.value < 60)?;
    let (mut end, mut second, mut precision) = (at + 3, 0, Precision::Minute);
    if cursor.is(end, ':') && cursor.glued(end) && cursor.glued_digits_any(end + 1) {
        // A third part that is no seconds makes it something else: an address, a ratio.
        let value = cursor.glued_digits(end + 1).filter(|value| value.width == 2 && value.value <= 60)?;
        (second, precision, end) = (value.value.min(59), Precision::Second, end + 2);
        if cursor.is_any(end, &['.', ',']) && cursor.glued(end) && cursor.glued_digits_any(end + 1) {
            end += 2;
        }
        if cursor.is(end, ':') && cursor.glued(end) && cursor.glued_digits_any(end + 1) {
            return None;
        }
    }
    // "10:52h"; in Portuguese also "10:52 horas".
    let unit = cursor.sense(end, Class::TimeUnit).filter(|unit| unit.name == "3600");
    if unit.is_some() && (cursor.glued(end) || cursor.language != Some(Language::En)) {
        end += 1;
    }
    // "for 10:30 UTC", "for 10:30 pm" are no lengths.
    let told = || zoned(cursor, end) || meridiem(cursor, end).is_some();
    if measured(cursor, at) && !clock_article(cursor, at) && !opens_range(cursor, end) && !told() {
        return None;
    }
    Some(with_half(cursor, end, hour.value, minute.value, second, precision))
}

/// Portuguese `h`: `14h`, `14h30`, `14h30min`, `14 horas`.
pub(super) fn letter(cursor: &Cursor<'_>, at: usize, hour: Digits) -> Option<ClockMatch> {
    cursor.any_sense(at + 1, Class::TimeUnit).filter(|unit| unit.name == "3600")?;
    if hour.width > 2 || hour.value > 24 {
        return None;
    }
    let word = cursor.text_of(at + 1);
    let short = word.len() <= 3;
    let portuguese = cursor.language != Some(Language::En);
    let article = clock_article(cursor, at);
    let minute_at = at + 2;
    let minute = cursor.digits(minute_at).filter(|minute| minute.width == 2 && minute.value < 60 && short).filter(|_| {
        // "às 15h 30min"
        let named = || article && cursor.any_sense(minute_at + 1, Class::TimeUnit).is_some_and(|unit| unit.name == "60");
        cursor.glued(minute_at) || !cursor.glued(at + 1) || named()
    });
    if let Some(minute) = minute {
        let mut end = minute_at + 1;
        let mut second = None;
        let minute_unit = cursor.any_sense(end, Class::TimeUnit).is_some_and(|unit| unit.name == "60");
        if minute_unit {
            // "1h18m" is a length unless a word says otherwise.
            if !article {
                return None;
            }
            end += 1;
            if let Some(value) = cursor
                .digits(end)
                .filter(|value| value.value < 60 && cursor.any_sense(end + 1, Class::TimeUnit).is_some_and(|unit| unit.name == "1"))
            {
                (second, end) = (Some(value.value), end + 2);
            }
        } else if cursor.is(end, ':')
            && cursor.glued(end)
            && let Some(value) = cursor.glued_digits(end + 1).filter(|value| value.width == 2 && value.value < 60)
        {
            (second, end) = (Some(value.value), end + 2);
        }
        // "7h05 o alarme tocou" at the start of a line is an entry of a timeline.
        let opens = at == 0 || cursor.at_line_end(at - 1);
        let placed = article || opens || stands_alone(cursor, end) || zoned(cursor, end);
        if measured(cursor, at) && !article || hour.width == 1 && !placed {
            return None;
        }
        let precision = if second.is_some() { Precision::Second } else { Precision::Minute };
        return Some(with_half(cursor, end, hour.value, minute.value, second.unwrap_or(0), precision));
    }
    let end = at + 2;
    if !portuguese {
        let at_sign = cursor.before(at).is_some_and(|before| cursor.does(before, Word::At));
        if !at_sign || !(word.eq_ignore_ascii_case("h") || word.eq_ignore_ascii_case("hrs") || word.eq_ignore_ascii_case("hours")) {
            return None;
        }
    }
    // "14h" alone: a clock time after an article, before a part of the day, or where it stands like one.
    let part = day_part(cursor, end).is_some() || meridiem(cursor, end).is_some();
    // "14h" that no word governs: at the start of a line, behind a date, a bracket or a colon; "24h" is a whole day.
    let free = cursor
        .before(at)
        .is_none_or(|before| !cursor.is_word(before) || at > before + 1 && (before + 1..at).any(|place| cursor.is_any(place, &[':', '('])));
    let dated = cursor.does(end, Word::Of)
        && (cursor.is_of(end + 1, bit(Class::Weekday) | bit(Class::RelativeDay))
            || cursor.does(end + 1, Word::Day) && cursor.is_number(end + 2));
    let alone = short && cursor.glued(at + 1) && (hour.width == 2 || dated) && hour.value < 24 && stands_alone(cursor, end);
    // "de 21h às 3h"
    let opens = cursor.does(end, Word::HourArticle)
        && cursor.does(end, Word::To)
        && cursor.is_number(end + 1)
        && cursor.before(at).is_some_and(|before| cursor.does(before, Word::From));
    // "em dois períodos: 6h às 8h10"
    let range = free && cursor.does(end, Word::HourArticle) && cursor.does(end, Word::To) && cursor.is_number(end + 1);
    let placed = (free || dated) && alone && !measured(cursor, at) || (opens || range && cursor.before(at).is_some()) && portuguese;
    // "18 horas 11/02/2012"
    let followed = cursor.anything() && cursor.is_number(end) && crate::timestamps::date::parse(cursor, end).is_some();
    if !(article || part || placed || followed) {
        return None;
    }
    let mut end = end;
    let mut minute = 0;
    let mut precision = Precision::Hour;
    if article && cursor.does(end, Word::And) {
        if let Some(value) = cursor
            .digits(end + 1)
            .filter(|value| value.value < 60 && cursor.sense(end + 2, Class::TimeUnit).is_some_and(|unit| unit.name == "60"))
        {
            (minute, precision, end) = (value.value, Precision::Minute, end + 3);
        } else if cursor.does(end + 1, Word::Half) {
            (minute, precision, end) = (30, Precision::Minute, end + 2);
        }
    }
    Some(with_half(cursor, end, hour.value, minute, 0, precision))
}

/// `11.40am`; without a meridiem only behind a word that takes clock times.
pub(super) fn point(cursor: &Cursor<'_>, at: usize, hour: Digits, dated: bool) -> Option<ClockMatch> {
    if hour.width > 2 || hour.value > 24 || !cursor.is(at + 1, '.') || !cursor.glued(at + 1) {
        return None;
    }
    if let Some((end, half)) = meridiem(cursor, at + 2).filter(|_| cursor.glued(at + 2) && (1..=12).contains(&hour.value)) {
        return Some(finish(cursor, end, half.apply(hour.value as i8), 0, 0, Precision::Hour, Some(half)));
    }
    let minute = cursor.glued_digits(at + 2).filter(|minute| minute.width == 2 && minute.value < 60)?;
    let end = at + 3;
    // "7.15 am", "7.15 in the morning"
    let half = meridiem(cursor, end).is_some() || day_part(cursor, end).is_some();
    let unit = cursor.any_sense(end, Class::TimeUnit).is_some();
    // "14.30h", as in Portugal.
    if cursor.language != Some(Language::En) && cursor.glued(end) && matches!(cursor.text_of(end), "h" | "hs" | "H") {
        return Some(with_half(cursor, end + 1, hour.value, minute.value, 0, Precision::Minute));
    }
    let taken = cursor.before(at).is_some_and(|before| {
        cursor.does(before, Word::At) && cursor.case(before) == Case::Lower || cursor.does(before, Word::HourArticle)
    });
    // "at 20.30 hrs"
    if taken && minute.width == 2 && matches!(cursor.text_of(end), "h" | "hrs" | "hours" | "hs") {
        return Some(with_half(cursor, end + 1, hour.value, minute.value, 0, Precision::Minute));
    }
    if !(half
        || dated && hour.width == 2 && !unit
        || taken && !unit && (stands_alone(cursor, end) || zone::phrase(cursor, end, false).is_some()))
        || cursor.is(end, '%')
        || (cursor.is(end, '.') && cursor.glued_digits_any(end + 1))
    {
        return None;
    }
    Some(with_half(cursor, end, hour.value, minute.value, 0, Precision::Minute))
}

/// `5 PM`, `9 a.m.`, `340pm`, `9p`.
pub(super) fn twelve_hour(cursor: &Cursor<'_>, at: usize, digits: Digits) -> Option<ClockMatch> {
    let (hour, minute, precision) = match digits.width {
        1 | 2 => (digits.value, 0, Precision::Hour),
        3 | 4 => (digits.value / 100, digits.value % 100, Precision::Minute),
        _ => return None,
    };
    if !(1..=12).contains(&hour) || minute > 59 {
        return None;
    }
    if let Some((end, half)) = meridiem(cursor, at + 1) {
        // "9 pm e meia"
        if let Some((minute, end)) = and_minutes(cursor, end).filter(|_| minute == 0) {
            return Some(finish(cursor, end, half.apply(hour as i8), minute as i8, 0, Precision::Minute, Some(half)));
        }
        return Some(finish(cursor, end, half.apply(hour as i8), minute as i8, 0, precision, Some(half)));
    }
    // "8 in the morning", "8 da noite"
    let this_part = || {
        let part = day_part_word(cursor, at + 2).filter(|_| cursor.does(at + 1, Word::This))?;
        Some((at + 1, Some(part)))
    };
    let (end, half) = day_part(cursor, at + 1).or_else(|| o_clock(cursor, at + 1)).or_else(this_part)?;
    if measured(cursor, at) && !clock_article(cursor, at) {
        return None;
    }
    let hour = half.map_or(hour as i8, |half| by_day_part(hour as i8, half));
    Some(ClockMatch {
        end,
        clock: Clock { hour, minute: minute as i8, second: 0, precision },
        half_known: half.is_some(),
        meridiem: half.map(DayPart::half),
        next_day: false,
    })
}

/// Are four digits a time of the day?
fn is_clock_of_four(digits: Digits) -> bool {
    digits.width == 4 && digits.value < 2400 && digits.value % 100 < 60
}

/// Can the four digits at `at` open a range of clock times? Only a zero in front tells them from numbers.
fn opens_range_of_four(cursor: &Cursor<'_>, at: usize) -> bool {
    cursor.digits(at).is_some_and(is_clock_of_four) && cursor.text_of(at).starts_with('0')
}

/// Does the word at `at` say that the four digits before it are hours and minutes?
fn hours_said(cursor: &Cursor<'_>, at: usize) -> bool {
    let hours = cursor.any_sense(at, Class::TimeUnit).is_some_and(|unit| unit.name == "3600");
    hours || cursor.text_of(at) == "Z" || zone::phrase(cursor, at, false).is_some()
}

/// `8 fifteen pm`, `8 15 pm`: minutes behind a blank, where a word says the half of the day.
pub(super) fn parted(cursor: &Cursor<'_>, at: usize, hour: Digits) -> Option<ClockMatch> {
    if !cursor.anything() || hour.width > 2 || !(1..=12).contains(&hour.value) || cursor.glued(at + 1) {
        return None;
    }
    let (minute, end) = match cursor.digits(at + 1) {
        Some(minute) if minute.width == 2 => (minute.value, at + 2),
        Some(_) => return None,
        None => number_word(cursor, at + 1).filter(|&(minute, _)| minute >= 5)?,
    };
    let (end, half) = meridiem(cursor, end).filter(|_| minute < 60)?;
    Some(finish(cursor, end, half.apply(hour.value as i8), minute as i8, 0, Precision::Minute, Some(half)))
}

/// `7ish`, `730-ish`, `at 7ish`.
pub(super) fn ish(cursor: &Cursor<'_>, at: usize, digits: Digits) -> Option<ClockMatch> {
    let place = at + 1 + usize::from(cursor.is_dash(at + 1) && cursor.glued(at + 1));
    if !cursor.glued(place) || !cursor.does(place, Word::Ish) || !(cursor.anything() || clock_article(cursor, at)) {
        return None;
    }
    let (hour, minute) = if digits.width <= 2 { (digits.value, 0) } else { (digits.value / 100, digits.value % 100) };
    let precision = if digits.width <= 2 { Precision::Hour } else { Precision::Minute };
    (hour < 24 && minute < 60).then(|| with_half(cursor, place + 1, hour, minute, 0, precision))
}

/// `1430` before a zone, `0730` behind a word that takes clock times.
pub(super) fn four_digits(cursor: &Cursor<'_>, at: usize, digits: Digits) -> Option<ClockMatch> {
    if !is_clock_of_four(digits) {
        return None;
    }
    let unit = cursor.any_sense(at + 1, Class::TimeUnit).is_some_and(|unit| unit.name == "3600");
    let zulu = cursor.glued(at + 1) && matches!(cursor.text_of(at + 1), "Z" | "UTC" | "z");
    let zoned = zone::phrase(cursor, at + 1, false).is_some();
    let leading = cursor.text_of(at).starts_with('0');
    let ranged = leading && cursor.is_dash(at + 1) && cursor.glued_digits(at + 2).is_some_and(|next| next.width == 4);
    let closes = at >= 2 && cursor.is_dash(at - 1) && cursor.glued(at) && opens_range_of_four(cursor, at - 2);
    // "from 0830 to 1145", "between 1320 and 1405 hrs"
    let spoken = (leading || hours_said(cursor, at + 3)) && cursor.does(at + 1, Word::To) | cursor.does(at + 1, Word::And) && {
        let governed = |before| cursor.does(before, Word::From) || cursor.does(before, Word::Between);
        cursor.digits(at + 2).is_some_and(is_clock_of_four) && cursor.before(at).is_some_and(governed)
    };
    let ends = at >= 3
        && (cursor.does(at - 1, Word::To) || cursor.does(at - 1, Word::And))
        && (cursor.does(at - 3, Word::From) || cursor.does(at - 3, Word::Between))
        && (opens_range_of_four(cursor, at - 2) || hours_said(cursor, at + 1) && cursor.digits(at - 2).is_some_and(is_clock_of_four));
    // "at 1500h"
    let unit_said = unit && (leading || clock_article(cursor, at));
    if !(zulu || zoned || unit_said || ranged || closes || spoken || ends) {
        return None;
    }
    let end = if unit { at + 2 } else { at + 1 };
    Some(finish(cursor, end, (digits.value / 100) as i8, (digits.value % 100) as i8, 0, Precision::Minute, None))
}

/// A bare hour behind a word that takes one: `at 5`, `às 7`.
pub(super) fn governed(cursor: &Cursor<'_>, at: usize, hour: i32, width: usize, end: usize) -> Option<ClockMatch> {
    if width > 2 || hour > 24 {
        return None;
    }
    let before = cursor.before(at)?;
    let taken = match cursor.language {
        Some(Language::En) => cursor.does(before, Word::At),
        _ => cursor.does(before, Word::HourArticle) && cursor.does(before, Word::At),
    };
    if !taken || !bare_end(cursor, end) {
        return None;
    }
    // "às 3 e trinta", "às 5 e 45", "às três e meia"
    let (mut stop, mut minute, mut precision) = (end, 0, Precision::Hour);
    if let Some((value, next)) = and_minutes(cursor, end) {
        (minute, stop, precision) = (value, next, Precision::Minute);
    }
    Some(with_half(cursor, stop, hour, minute, 0, precision))
}

/// `e meia`, `e trinta`, `e 45` behind an hour.
pub(super) fn and_minutes(cursor: &Cursor<'_>, at: usize) -> Option<(i32, usize)> {
    if cursor.language == Some(Language::En) || !cursor.does(at, Word::And) {
        return None;
    }
    if cursor.does(at + 1, Word::Half) {
        return Some((30, at + 2));
    }
    // "sete e um quarto"
    if cursor.does(at + 1, Word::Any) && cursor.hints(at + 2, Cue::Fourth) {
        return Some((15, at + 3));
    }
    let (value, end) = match cursor.digits(at + 1) {
        Some(digits) if digits.width == 2 => (digits.value, at + 2),
        Some(_) => return None,
        None => number_word(cursor, at + 1)?,
    };
    (value > 0 && value < 60 && cursor.sense(end, Class::TimeUnit).is_none_or(|unit| unit.name == "60")).then_some((value, end))
}
