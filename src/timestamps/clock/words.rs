//! Clock times in words: `half past eight`, `15 para as 8`, `seven thirty pm`, `meia-noite`.

use super::{
    ClockMatch, DayPart, Half, and_minutes, by_day_part, clock_article, day_part, finish, governed, meridiem, o_clock, stands_alone,
    with_half,
};
use crate::languages::Language;
use crate::tables::Class;
use crate::timestamps::cursor::{Cursor, Word};
use crate::timestamps::moment::{Clock, Precision};

/// `15 para as 8`, `20 past five`, `10 minutes to nine`: minutes at `at` of value `minutes`, read up to `end`.
pub(super) fn relative_minutes(cursor: &Cursor<'_>, at: usize, minutes: i32, end: usize) -> Option<ClockMatch> {
    if !(1..60).contains(&minutes) {
        return None;
    }
    let unit = usize::from(cursor.sense(end, Class::TimeUnit).is_some_and(|unit| unit.name == "60"));
    // "5 to 6pm" is a range; "five to six" and "10 minutes to 9" are not.
    let range =
        unit == 0 && cursor.does(end, Word::To) && (cursor.is_number(at) || minutes % 5 != 0) && cursor.language != Some(Language::Pt);
    if range {
        return None;
    }
    // "20 minutes to 9." where every expression of time is wanted
    let counted = unit == 1 && cursor.anything() && minutes < 60;
    past_or_to(cursor, minutes, end + unit, counted).filter(|found| !counted || stands_alone(cursor, found.end) || found.half_known)
}

/// `half past`, `a quarter to`, `three quarters past`.
pub(super) fn fraction(cursor: &Cursor<'_>, at: usize) -> Option<ClockMatch> {
    if cursor.language == Some(Language::Pt) {
        return None;
    }
    let (minutes, end) = match cursor.text_of(at).to_ascii_lowercase().as_str() {
        "half" => (30, at + 1),
        "quarter" => (15, at + 1),
        "three" if cursor.text_of(at + 1).eq_ignore_ascii_case("quarters") => (45, at + 2),
        _ => return None,
    };
    past_or_to(cursor, minutes, end, true).or_else(|| if minutes == 30 { half_after(cursor, end) } else { None })
}

/// The hour behind a British `half`, which is half past it: `half five`.
fn half_after(cursor: &Cursor<'_>, at: usize) -> Option<ClockMatch> {
    let (hour, end) = match cursor.digits(at).filter(|_| cursor.anything()) {
        Some(digits) if digits.width <= 2 => (digits.value, at + 1),
        Some(_) => return None,
        None => number_word(cursor, at).filter(|_| cursor.anything())?,
    };
    let told = meridiem(cursor, end).is_some() || day_part(cursor, end).is_some();
    let alone = (1..=12).contains(&hour) && (told || stands_alone(cursor, end) && !cursor.does(end, Word::Of));
    alone.then(|| with_half(cursor, end, hour, 30, 0, Precision::Minute))
}

pub(super) fn past_or_to(cursor: &Cursor<'_>, minutes: i32, at_word: usize, fraction: bool) -> Option<ClockMatch> {
    let past = cursor.does(at_word, Word::Past);
    // "quinze minutos antes das nove"
    let back = cursor.does(at_word, Word::Back) && cursor.does(at_word + 1, Word::HourArticle);
    if !past && !back && !cursor.does(at_word, Word::Before) {
        return None;
    }
    let mut place = at_word + 1;
    // "after" and "to" join numbers of all kinds; only an article or a part of the day makes them a clock time.
    let plain = cursor.text_of(at_word).eq_ignore_ascii_case("past");
    // "quinze pras nove"
    let article = cursor.does(place, Word::HourArticle) || cursor.does(at_word, Word::HourArticle);
    if cursor.does(place, Word::HourArticle) {
        place += 1;
    }
    // "half past noon", "ten minutes to midnight"
    if let Some(base) = named(cursor, place).filter(|base| base.clock.minute == 0 && (plain || fraction)) {
        let minutes = (i32::from(base.clock.hour) * 60 + if past { minutes } else { -minutes }).rem_euclid(24 * 60);
        let clock = Clock { hour: (minutes / 60) as i8, minute: (minutes % 60) as i8, second: 0, precision: Precision::Minute };
        return Some(ClockMatch { clock, ..base });
    }
    let (hour, end) = match cursor.digits(place) {
        Some(digits) if digits.width <= 2 => (digits.value, place + 1),
        Some(_) => return None,
        None => number_word(cursor, place)?,
    };
    if !(1..=12).contains(&hour) {
        return None;
    }
    let (end, half) = match meridiem(cursor, end) {
        Some((end, half)) => (end, Some(if half == Half::Am { DayPart::Morning } else { DayPart::Afternoon })),
        None => day_part(cursor, end).or_else(|| o_clock(cursor, end)).unwrap_or((end, None)),
    };
    if !(plain || article || fraction || half.is_some()) {
        return None;
    }
    let mut hour = half.map_or(hour as i8, |part| by_day_part(hour as i8, part));
    let mut minute = minutes as i8;
    if !past {
        (hour, minute) = ((hour + 23) % 24, 60 - minute);
        if hour == 0 && half.is_none() {
            hour = 12;
        }
    }
    let clock = Clock { hour, minute, second: 0, precision: Precision::Minute };
    Some(ClockMatch { end, clock, half_known: half.is_some(), meridiem: half.map(DayPart::half), next_day: false })
}

/// An hour in words, `value` read up to `end`: `seven pm`, `ten forty five am`, `seis horas`, `às oito da noite`.
pub(super) fn spelled(cursor: &Cursor<'_>, at: usize, value: i32, end: usize) -> Option<ClockMatch> {
    // "stayed at zero" is no midnight; "zero horas" is.
    let bare = value == 0 && cursor.sense(end, Class::TimeUnit).is_none();
    if !(0..=24).contains(&value) || bare {
        return None;
    }
    let hour = value as i8;
    // Minutes may follow in words.
    let mut stop = end;
    let mut minute = 0;
    let hyphen = usize::from(cursor.is_dash(stop) && cursor.glued(stop));
    let english = cursor.language != Some(Language::Pt);
    if let Some((value, next)) = number_word(cursor, stop + hyphen).filter(|&(value, _)| english && (10..60).contains(&value)) {
        (minute, stop) = (value, next);
    }
    let precision = if stop > end { Precision::Minute } else { Precision::Hour };
    if (1..=12).contains(&hour)
        && let Some((end, half)) = meridiem(cursor, stop)
    {
        return Some(finish(cursor, end, half.apply(hour), minute as i8, 0, precision, Some(half)));
    }
    let article = clock_article(cursor, at);
    if stop == end && article && cursor.sense(stop, Class::TimeUnit).is_some_and(|unit| unit.name == "3600") {
        // "às oito horas e quinze minutos"
        if let Some((minutes, next)) = and_minutes(cursor, stop + 1) {
            let next = next + usize::from(cursor.sense(next, Class::TimeUnit).is_some_and(|unit| unit.name == "60"));
            return Some(with_half(cursor, next, value, minutes, 0, Precision::Minute));
        }
        return Some(with_half(cursor, stop + 1, value, 0, 0, Precision::Hour));
    }
    if let Some((value, next)) = and_minutes(cursor, stop).filter(|&(_, next)| article || day_part(cursor, next).is_some()) {
        return Some(with_half(cursor, next, i32::from(hour), value, 0, Precision::Minute));
    }
    if let Some((end, part)) = day_part(cursor, stop).or_else(|| o_clock(cursor, stop)) {
        let counts = cursor.language == Some(Language::En)
            && cursor.before(at).is_some_and(|before| cursor.does(before, Word::The) || cursor.does(before, Word::Length));
        if counts {
            return None;
        }
        let hour = part.map_or(hour, |part| by_day_part(hour, part));
        let clock = Clock { hour, minute: minute as i8, second: 0, precision };
        return Some(ClockMatch { end, clock, half_known: part.is_some(), meridiem: part.map(DayPart::half), next_day: false });
    }
    if stop > end {
        let taken = cursor.before(at).is_some_and(|before| {
            cursor.does(before, Word::At)
                || cursor.does(before, Word::By)
                || cursor.text_of(before) == "for"
                || cursor.anything() && cursor.sense(before, Class::Ordinal).is_some()
        }) && stands_alone(cursor, stop);
        return taken.then(|| finish(cursor, stop, hour, minute as i8, 0, precision, None));
    }
    governed(cursor, at, value, 2, end)
}

/// `noon`, `12 midnight`, `meia-noite`, `meio-dia e meia`.
pub(super) fn named(cursor: &Cursor<'_>, at: usize) -> Option<ClockMatch> {
    let (hour, mut end) = if cursor.does(at, Word::Half) {
        let dash = usize::from(cursor.is_dash(at + 1));
        let word = at + 1 + dash;
        if cursor.sense(word, Class::DayPart).is_some_and(|part| part.name == "night") {
            (0, word + 1)
        } else if cursor.does(word, Word::Day) && cursor.language != Some(Language::En) {
            (12, word + 1)
        } else {
            return None;
        }
    } else if cursor.does(at, Word::Mid) {
        let dash = usize::from(cursor.is_dash(at + 1));
        let word = at + 1 + dash;
        match cursor.sense(word, Class::DayPart).map(|part| part.name) {
            Some("night") => (0, word + 1),
            Some("afternoon") => (14, word + 1),
            Some("morning") => (10, word + 1),
            _ if cursor.does(word, Word::Day) && dash == 1 => (12, word + 1),
            _ => return None,
        }
    } else {
        match cursor.sense(at, Class::DayPart)?.name {
            "noon" => (12, at + 1),
            "midnight" => (0, at + 1),
            "mid-morning" => (10, at + 1),
            "mid-afternoon" => (14, at + 1),
            _ => return None,
        }
    };
    let mut minute = 0;
    let mut precision = Precision::Hour;
    if let Some((value, next)) = and_minutes(cursor, end) {
        (minute, end, precision) = (value, next, Precision::Minute);
    }
    let clock = Clock { hour, minute: minute as i8, second: 0, precision };
    Some(ClockMatch { end, clock, half_known: true, meridiem: None, next_day: false })
}

/// `12 noon`: the number only repeats the word.
pub(in crate::timestamps) fn repeated_name(cursor: &Cursor<'_>, at: usize) -> bool {
    cursor.digits(at).is_some_and(|digits| digits.value == 12) && named(cursor, at + 1).is_some()
}

/// A number in words, and the place behind it: `twenty-five`, `quarenta e cinco`, `seven`.
pub(in crate::timestamps) fn number_word(cursor: &Cursor<'_>, at: usize) -> Option<(i32, usize)> {
    let first = cursor.sense(at, Class::Number).filter(|first| first.value < 100.0 && first.value.fract() == 0.0)?.value as i32;
    let mut end = at + 1;
    if first < 20 || first % 10 != 0 {
        return Some((first, end));
    }
    let joined =
        usize::from(cursor.is_dash(end) && cursor.glued(end) || cursor.does(end, Word::And) && cursor.language != Some(Language::En));
    if let Some(ones) = cursor.sense(end + joined, Class::Number).filter(|ones| (1.0..10.0).contains(&ones.value)) {
        end += joined + 1;
        return Some((first + ones.value as i32, end));
    }
    Some((first, end))
}
