//! The grammar of clock times: `14:02:07`, `9.30 pm`, `11h07`, `às 8 horas da noite`, `half past two`, `meia-noite`.

use super::cursor::{Cursor, Digits, Word, bit};
use super::moment::{Clock, Precision};
use crate::language::Language;
use crate::tables::Class;
use crate::tokens::Case;

/// A clock time found in the text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ClockMatch {
    /// The first token behind it.
    pub(super) end: usize,
    pub(super) clock: Clock,
    /// Does it say which half of the day, by a word or by an hour above twelve?
    pub(super) half_known: bool,
    /// Did a word such as `pm` say so?
    pub(super) meridiem: Option<Half>,
    /// `24:00`, or midnight meant as the end of the day.
    pub(super) next_day: bool,
}

/// A half of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    Am,
    Pm,
}

impl Half {
    /// An hour as the twelve-hour clock gives it, on the clock of 24.
    pub(super) fn apply(self, hour: i8) -> i8 {
        match (self, hour) {
            (Half::Am, 12) => 0,
            (Half::Pm, 1..=11) => hour + 12,
            _ => hour,
        }
    }
}

/// The clock time that starts at the number at `at`, if it is one.
pub(super) fn number_led(cursor: &Cursor<'_>, at: usize) -> Option<ClockMatch> {
    read_number(cursor, at, false)
}

/// The same behind a date, where a point may stand between hour and minute: `2022-03-10 11.50`.
pub(super) fn behind_date(cursor: &Cursor<'_>, at: usize) -> Option<ClockMatch> {
    read_number(cursor, at, true)
}

fn read_number(cursor: &Cursor<'_>, at: usize, dated: bool) -> Option<ClockMatch> {
    let hour = cursor.digits(at)?;
    if hour.width > 4 {
        return None;
    }
    let found = colon(cursor, at, hour)
        .or_else(|| letter(cursor, at, hour))
        .or_else(|| point(cursor, at, hour, dated))
        .or_else(|| twelve_hour(cursor, at, hour))
        .or_else(|| {
            relative_minutes(cursor, at, hour.value, at + 1)
                .or_else(|| four_digits(cursor, at, hour))
                .or_else(|| governed(cursor, at, hour.value, hour.width, at + 1))
        })?;
    ends_cleanly(cursor, found.end).then_some(found)
}

/// A clock time in words: `noon`, `meia-noite`, `seven thirty pm`, `seis horas`, `half past eight`.
pub(super) fn word_led(cursor: &Cursor<'_>, at: usize) -> Option<ClockMatch> {
    if let Some(found) = named(cursor, at).or_else(|| fraction(cursor, at)) {
        return Some(found);
    }
    let (value, end) = number_word(cursor, at)?;
    relative_minutes(cursor, at, value, end).or_else(|| spelled(cursor, at, value, end))
}

/// Hour and minute with a colon, with or without seconds.
fn colon(cursor: &Cursor<'_>, at: usize, hour: Digits) -> Option<ClockMatch> {
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
    // "11:07h"; in Portuguese also "11:07 horas".
    let unit = cursor.sense(end, Class::TimeUnit).filter(|unit| unit.name == "3600");
    if unit.is_some() && (cursor.glued(end) || cursor.language != Some(Language::En)) {
        end += 1;
    }
    if measured(cursor, at) && !clock_article(cursor, at) && !opens_range(cursor, end) {
        return None;
    }
    Some(with_half(cursor, at, end, hour.value, minute.value, second, precision))
}

/// Portuguese `h`: `14h`, `14h30`, `14h30min`, `14 horas`.
fn letter(cursor: &Cursor<'_>, at: usize, hour: Digits) -> Option<ClockMatch> {
    let unit = cursor.any_sense(at + 1, Class::TimeUnit).filter(|unit| unit.name == "3600")?;
    let _ = unit;
    if hour.width > 2 || hour.value > 24 {
        return None;
    }
    let word = cursor.text_of(at + 1);
    let short = word.len() <= 3;
    let portuguese = cursor.language != Some(Language::En);
    let article = clock_article(cursor, at);
    let minute_at = at + 2;
    let minute = cursor
        .digits(minute_at)
        .filter(|minute| minute.width == 2 && minute.value < 60 && short && (cursor.glued(minute_at) || !cursor.glued(at + 1)));
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
        } else if cursor.is(end, ':') && cursor.glued(end) {
            if let Some(value) = cursor.glued_digits(end + 1).filter(|value| value.width == 2 && value.value < 60) {
                (second, end) = (Some(value.value), end + 2);
            }
        }
        if measured(cursor, at) && !article || hour.width == 1 && !article && !stands_alone(cursor, end) && !zoned(cursor, end) {
            return None;
        }
        let precision = if second.is_some() { Precision::Second } else { Precision::Minute };
        return Some(with_half(cursor, at, end, hour.value, minute.value, second.unwrap_or(0), precision));
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
    let dated = cursor.does(end, Word::Of) && cursor.is_of(end + 1, bit(Class::Weekday) | bit(Class::RelativeDay));
    let alone = short && cursor.glued(at + 1) && hour.width == 2 && hour.value < 24 && stands_alone(cursor, end);
    let placed = (free || dated) && alone && !measured(cursor, at);
    if !(article || part || placed) {
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
    Some(with_half(cursor, at, end, hour.value, minute, 0, precision))
}

fn zoned(cursor: &Cursor<'_>, at: usize) -> bool {
    super::zone::phrase(cursor, at, false).is_some()
}

/// Does a clock time that ends before `at` stand by itself there, so that nothing counts with it?
fn stands_alone(cursor: &Cursor<'_>, at: usize) -> bool {
    cursor.at_line_end(at)
        || cursor.is_any(at, &['.', ',', ';', ':', '!', '?', ')', '(', '-', '–', '—', '|', '/', '→', '*', '"', '”'])
        || cursor.does(at, Word::And)
        || cursor.does(at, Word::To)
        || cursor.does(at, Word::On)
        || cursor.sense(at, Class::RelativeDay).is_some()
        || cursor.does(at, Word::Of)
            && (cursor.sense(at + 1, Class::Weekday).is_some() || cursor.sense(at + 1, Class::RelativeDay).is_some())
}

/// `10.30am`; without a meridiem only behind a word that takes clock times.
fn point(cursor: &Cursor<'_>, at: usize, hour: Digits, dated: bool) -> Option<ClockMatch> {
    if hour.width > 2 || hour.value > 24 || !cursor.is(at + 1, '.') || !cursor.glued(at + 1) {
        return None;
    }
    if let Some((end, half)) = meridiem(cursor, at + 2).filter(|_| cursor.glued(at + 2) && (1..=12).contains(&hour.value)) {
        return Some(finish(cursor, end, half.apply(hour.value as i8), 0, 0, Precision::Hour, Some(half)));
    }
    let minute = cursor.glued_digits(at + 2).filter(|minute| minute.width == 2 && minute.value < 60)?;
    let end = at + 3;
    let half = meridiem(cursor, end).is_some();
    let unit = cursor.any_sense(end, Class::TimeUnit).is_some();
    // "14.30h", as in Portugal.
    if cursor.language != Some(Language::En) && cursor.glued(end) && matches!(cursor.text_of(end), "h" | "hs" | "H") {
        return Some(with_half(cursor, at, end + 1, hour.value, minute.value, 0, Precision::Minute));
    }
    let taken = cursor.before(at).is_some_and(|before| {
        cursor.does(before, Word::At) && cursor.case(before) == Case::Lower || cursor.does(before, Word::HourArticle)
    });
    if !(half
        || dated && hour.width == 2 && !unit
        || taken && !unit && (stands_alone(cursor, end) || super::zone::phrase(cursor, end, false).is_some()))
        || cursor.is(end, '%')
        || (cursor.is(end, '.') && cursor.glued_digits_any(end + 1))
    {
        return None;
    }
    Some(with_half(cursor, at, end, hour.value, minute.value, 0, Precision::Minute))
}

/// `5 PM`, `9 a.m.`, `340pm`, `9p`.
fn twelve_hour(cursor: &Cursor<'_>, at: usize, digits: Digits) -> Option<ClockMatch> {
    let (hour, minute, precision) = match digits.width {
        1 | 2 => (digits.value, 0, Precision::Hour),
        3 | 4 => (digits.value / 100, digits.value % 100, Precision::Minute),
        _ => return None,
    };
    if !(1..=12).contains(&hour) || minute > 59 {
        return None;
    }
    if let Some((end, half)) = meridiem(cursor, at + 1) {
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

/// `o'clock` at `at`, and the part of the day behind it.
fn o_clock(cursor: &Cursor<'_>, at: usize) -> Option<(usize, Option<DayPart>)> {
    let end = if cursor.does(at, Word::ClockWord) {
        at + 1
    } else if cursor.text_of(at).eq_ignore_ascii_case("o") && cursor.is_any(at + 1, &['\'', '’']) && cursor.does(at + 2, Word::ClockWord)
    {
        at + 3
    } else if cursor.does(at, Word::On) && cursor.does(at + 1, Word::Punctual) {
        at + 2
    } else {
        return None;
    };
    if let Some((end, half)) = meridiem(cursor, end) {
        return Some((end, Some(if half == Half::Am { DayPart::Morning } else { DayPart::Afternoon })));
    }
    Some(day_part(cursor, end).unwrap_or((end, None)))
}

/// `1430` before a zone, `0730` behind a word that takes clock times.
fn four_digits(cursor: &Cursor<'_>, at: usize, digits: Digits) -> Option<ClockMatch> {
    if digits.width != 4 || digits.value >= 2400 || digits.value % 100 >= 60 {
        return None;
    }
    let unit = cursor.any_sense(at + 1, Class::TimeUnit).is_some_and(|unit| unit.name == "3600");
    let zulu = cursor.glued(at + 1) && matches!(cursor.text_of(at + 1), "Z" | "UTC" | "z");
    let zoned = super::zone::phrase(cursor, at + 1, false).is_some();
    let leading = cursor.text_of(at).starts_with('0');
    let ranged = leading && cursor.is_dash(at + 1) && cursor.glued_digits(at + 2).is_some_and(|next| next.width == 4);
    let closes = leading
        && at >= 2
        && cursor.is_dash(at - 1)
        && cursor.glued(at)
        && cursor.digits(at - 2).is_some_and(|first| first.width == 4 && cursor.text_of(at - 2).starts_with('0'));
    if !(zulu || zoned || unit && leading || ranged || closes) {
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
    Some(with_half(cursor, at, stop, hour, minute, 0, precision))
}

/// Does a bare hour that ends before `at` end there, with no noun behind it that it counts?
fn bare_end(cursor: &Cursor<'_>, at: usize) -> bool {
    let punctuation =
        cursor.is_any(at, &['.', ',', ';', '!', '?', ')', '(', '"', '”', '|']) && !(cursor.glued(at + 1) && cursor.is_number(at + 1));
    cursor.at_line_end(at)
        || punctuation
        || and_minutes(cursor, at).is_some()
        || super::zone::phrase(cursor, at, false).is_some()
        || cursor.sense(at, Class::RelativeDay).is_some()
        || cursor.sense(at, Class::Weekday).is_some() && cursor.case(at) == Case::Title
        || cursor.does(at, Word::On)
            && (cursor.does(at + 1, Word::Day)
                || cursor.sense(at + 1, Class::Weekday).is_some()
                || cursor.sense(at + 1, Class::RelativeDay).is_some())
}

/// `e meia`, `e trinta`, `e 45` behind an hour.
fn and_minutes(cursor: &Cursor<'_>, at: usize) -> Option<(i32, usize)> {
    if cursor.language == Some(Language::En) || !cursor.does(at, Word::And) {
        return None;
    }
    if cursor.does(at + 1, Word::Half) {
        return Some((30, at + 2));
    }
    let (value, end) = match cursor.digits(at + 1) {
        Some(digits) if digits.width == 2 => (digits.value, at + 2),
        Some(_) => return None,
        None => number_word(cursor, at + 1)?,
    };
    (value > 0 && value < 60 && cursor.sense(end, Class::TimeUnit).is_none_or(|unit| unit.name == "60")).then_some((value, end))
}

/// `15 para as 8`, `20 past five`, `10 minutes to nine`: minutes at `at` of value `minutes`, read up to `end`.
fn relative_minutes(cursor: &Cursor<'_>, at: usize, minutes: i32, end: usize) -> Option<ClockMatch> {
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
    past_or_to(cursor, minutes, end + unit, false)
}

/// `half past`, `a quarter to`, `three quarters past`.
fn fraction(cursor: &Cursor<'_>, at: usize) -> Option<ClockMatch> {
    if cursor.language == Some(Language::Pt) {
        return None;
    }
    let (minutes, end) = match cursor.text_of(at).to_ascii_lowercase().as_str() {
        "half" => (30, at + 1),
        "quarter" => (15, at + 1),
        "three" if cursor.text_of(at + 1).eq_ignore_ascii_case("quarters") => (45, at + 2),
        _ => return None,
    };
    past_or_to(cursor, minutes, end, true)
}

fn past_or_to(cursor: &Cursor<'_>, minutes: i32, at_word: usize, fraction: bool) -> Option<ClockMatch> {
    let past = cursor.does(at_word, Word::Past);
    if !past && !cursor.does(at_word, Word::Before) {
        return None;
    }
    let mut place = at_word + 1;
    // "after" and "to" join numbers of all kinds; only an article or a part of the day makes them a clock time.
    let plain = cursor.text_of(at_word).eq_ignore_ascii_case("past");
    let article = cursor.does(place, Word::HourArticle);
    if article {
        place += 1;
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
fn spelled(cursor: &Cursor<'_>, at: usize, value: i32, end: usize) -> Option<ClockMatch> {
    if !(0..=24).contains(&value) {
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
    if (1..=12).contains(&hour) {
        if let Some((end, half)) = meridiem(cursor, stop) {
            return Some(finish(cursor, end, half.apply(hour), minute as i8, 0, precision, Some(half)));
        }
    }
    let article = clock_article(cursor, at);
    if stop == end && article {
        if let Some(unit) = cursor.sense(stop, Class::TimeUnit).filter(|unit| unit.name == "3600") {
            let _ = unit;
            return Some(with_half(cursor, at, stop + 1, value, 0, 0, Precision::Hour));
        }
    }
    if let Some((value, next)) = and_minutes(cursor, stop).filter(|&(_, next)| article || day_part(cursor, next).is_some()) {
        return Some(with_half(cursor, at, next, i32::from(hour), value, 0, Precision::Minute));
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
        let taken = cursor
            .before(at)
            .is_some_and(|before| cursor.does(before, Word::At) || cursor.does(before, Word::By) || cursor.text_of(before) == "for")
            && stands_alone(cursor, stop);
        return taken.then(|| finish(cursor, stop, hour, minute as i8, 0, precision, None));
    }
    governed(cursor, at, value, 2, end)
}

/// `noon`, `12 midnight`, `meia-noite`, `meio-dia e meia`.
fn named(cursor: &Cursor<'_>, at: usize) -> Option<ClockMatch> {
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
pub(super) fn repeated_name(cursor: &Cursor<'_>, at: usize) -> bool {
    cursor.digits(at).is_some_and(|digits| digits.value == 12) && named(cursor, at + 1).is_some()
}

/// A part of the day that says which half an hour lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DayPart {
    Morning,
    Afternoon,
    Night,
}

impl DayPart {
    pub(super) fn half(self) -> Half {
        if self == DayPart::Morning { Half::Am } else { Half::Pm }
    }
}

/// An hour on the clock of 24, by the part of the day it is said to lie in.
pub(super) fn by_day_part(hour: i8, part: DayPart) -> i8 {
    match part {
        DayPart::Morning => Half::Am.apply(hour),
        DayPart::Afternoon => Half::Pm.apply(hour),
        DayPart::Night if hour == 12 => 0,
        DayPart::Night => Half::Pm.apply(hour),
    }
}

/// The part of the day named by the word at `at`.
pub(super) fn day_part_word(cursor: &Cursor<'_>, at: usize) -> Option<DayPart> {
    Some(match cursor.sense(at, Class::DayPart)?.name {
        "morning" | "small-hours" => DayPart::Morning,
        "afternoon" => DayPart::Afternoon,
        "night" | "evening" => DayPart::Night,
        _ => return None,
    })
}

/// `in the morning`, `at night`, `da noite` behind an hour.
pub(super) fn day_part(cursor: &Cursor<'_>, at: usize) -> Option<(usize, Option<DayPart>)> {
    let mut place = at;
    if cursor.does(place, Word::This) {
        return None;
    }
    if cursor.does(place, Word::In) || cursor.does(place, Word::On) || cursor.does(place, Word::At) {
        place += 1;
        if cursor.does(place, Word::The) {
            place += 1;
        }
    } else {
        return None;
    }
    if let Some((end, half)) = meridiem(cursor, place).filter(|_| place == at + 2) {
        return Some((end, Some(if half == Half::Am { DayPart::Morning } else { DayPart::Afternoon })));
    }
    let part = day_part_word(cursor, place)?;
    Some((place + 1, Some(part)))
}

/// `am`, `p.m.`, `a m` at `at`.
pub(super) fn meridiem(cursor: &Cursor<'_>, at: usize) -> Option<(usize, Half)> {
    if let Some(sense) = cursor.any_sense(at, Class::Meridiem) {
        let half = if sense.name == "am" { Half::Am } else { Half::Pm };
        return Some((at + 1, half));
    }
    let half = match cursor.text_of(at) {
        "a" | "A" => Half::Am,
        "p" | "P" => Half::Pm,
        _ => return None,
    };
    let point = cursor.is(at + 1, '.');
    let letter = at + 1 + usize::from(point);
    if matches!(cursor.text_of(letter), "m" | "M") && (cursor.glued(letter) || !point) {
        let mut end = letter + 1;
        if point && cursor.is(end, '.') && cursor.glued(end) {
            end += 1;
        }
        return Some((end, half));
    }
    // "9p", "8:45a"; in Portuguese "6a" is Friday.
    if cursor.language == Some(Language::Pt) {
        return None;
    }
    (cursor.glued(at) && !cursor.glued(at + 1) || cursor.glued(at) && cursor.is_any(at + 1, &['.', ',', ')'])).then_some((at + 1, half))
}

/// Does an article of hours stand before it: `às`, `das`, `pelas`, `desde as`?
pub(super) fn clock_article(cursor: &Cursor<'_>, at: usize) -> bool {
    let Some(mut before) = cursor.before(at) else { return false };
    if cursor.language == Some(Language::En) {
        return cursor.does(before, Word::At);
    }
    // "de dia 8h", "a partir de 9h", "até 16h", "entre 4h35", "desde 7h"
    if cursor.does(before, Word::HourArticle)
        || cursor.does(before, Word::Between)
        || cursor.does(before, Word::From) && cursor.text_of(before).len() > 2
    {
        return true;
    }
    if cursor.does(before, Word::To) {
        // "de até 2h", "até 2h de atraso" are lengths.
        let length = cursor.does(before, Word::UpTo)
            && (before > 0 && cursor.does(before - 1, Word::Of)
                || cursor.does(at + 2, Word::Of) && cursor.is_word(at + 3) && !cursor.is_of(at + 3, DATED));
        return !length;
    }
    if cursor.does(before, Word::And) {
        before = before.saturating_sub(1);
        return cursor.any_sense(before, Class::TimeUnit).is_some() && cursor.near_before(before, 6, Word::Between);
    }
    false
}

/// Words that a clock time may belong to: "16h de sexta".
const DATED: u32 = bit(Class::Weekday) | bit(Class::RelativeDay) | bit(Class::DayPart) | bit(Class::Month) | bit(Class::Number);

/// Does a word before it make the number a length: `lasted 02:10`, `Duration: 00:45`?
fn measured(cursor: &Cursor<'_>, at: usize) -> bool {
    let Some(before) = cursor.before(at) else { return false };
    if cursor.does(before, Word::Length) {
        return true;
    }
    // A noun measures only what it is joined to: "outage (13:30)" names a moment.
    let joined = (before + 1..at).any(|place| cursor.is(place, ':'));
    if cursor.does(before, Word::LengthNoun) {
        return joined;
    }
    let Some(second) = before.checked_sub(1) else { return false };
    (cursor.does(before, Word::Of) || cursor.does(before, Word::Hedge))
        && (cursor.does(second, Word::Length) || cursor.does(second, Word::LengthNoun))
}

/// Is the clock time that ends before `at` the first end of a range of clock times?
fn opens_range(cursor: &Cursor<'_>, at: usize) -> bool {
    let dash = cursor.is_dash(at) || cursor.does(at, Word::To);
    dash && cursor.is_number(at + 1)
        && (cursor.is(at + 2, ':') || cursor.any_sense(at + 2, Class::TimeUnit).is_some_and(|unit| unit.name == "3600"))
}

/// Add what follows the digits: a meridiem or a part of the day.
fn with_half(cursor: &Cursor<'_>, _at: usize, end: usize, hour: i32, minute: i32, second: i32, precision: Precision) -> ClockMatch {
    let (mut end, mut part) = (end, None);
    let mut half = None;
    if let Some((next, found)) = meridiem(cursor, end) {
        (end, half) = (next, Some(found));
    } else if cursor.does(end, Word::ClockWord)
        || cursor.is_any(end + 1, &['\'', '’']) && cursor.does(end + 2, Word::ClockWord)
        || cursor.does(end, Word::On) && cursor.does(end + 1, Word::Punctual)
    {
        if let Some((next, found)) = o_clock(cursor, end) {
            (end, part) = (next, found);
        }
    }
    if let Some((next, found)) = day_part(cursor, end).filter(|_| half.is_none() || hour <= 12) {
        (end, part) = (next, found);
    }
    let hour = hour as i8;
    let applied = match (half, part) {
        (Some(half), _) if (1..=12).contains(&hour) => half.apply(hour),
        (None, Some(part)) if (1..=12).contains(&hour) => by_day_part(hour, part),
        _ => hour,
    };
    let meridiem = half.or(part.map(DayPart::half));
    let mut found = finish(cursor, end, applied, minute as i8, second as i8, precision, meridiem);
    found.half_known |= meridiem.is_some();
    found
}

fn finish(cursor: &Cursor<'_>, end: usize, hour: i8, minute: i8, second: i8, precision: Precision, meridiem: Option<Half>) -> ClockMatch {
    let mut end = end;
    if meridiem.is_some() {
        if let Some((next, _)) = day_part(cursor, end) {
            end = next;
        }
    }
    if cursor.is_dash(end) && cursor.glued(end) && cursor.does(end + 1, Word::Ish) {
        end += 2;
    }
    let next_day = hour == 24;
    let clock = Clock { hour: if next_day { 0 } else { hour }, minute, second, precision };
    ClockMatch { end, clock, half_known: meridiem.is_some() || hour > 12 || hour == 0, meridiem, next_day }
}

/// Is what was read so far not glued to more letters or digits?
fn ends_cleanly(cursor: &Cursor<'_>, end: usize) -> bool {
    if !cursor.glued(end) {
        return true;
    }
    if cursor.is_word(end) {
        let zone = super::zone::phrase(cursor, end, false).is_some();
        return zone || matches!(cursor.text_of(end), "T" | "Z" | "z");
    }
    if cursor.is_number(end) || cursor.is_any(end, &['%', '°', '$', '€']) {
        return false;
    }
    // "10.30.1", "12:30/24", "8080:80"
    !(cursor.is_any(end, &['.', ':', '_', '@'])
        && cursor.glued(end + 1)
        && (cursor.is_number(end + 1) || cursor.is_word(end + 1) && !cursor.is(end, ':')))
}

/// A number in words, and the place behind it: `twenty-five`, `quarenta e cinco`, `seven`.
pub(super) fn number_word(cursor: &Cursor<'_>, at: usize) -> Option<(i32, usize)> {
    let first = cursor.sense(at, Class::Number).filter(|first| first.value < 100.0)?.value as i32;
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

impl Cursor<'_> {
    /// Do digits stand right behind the token before `at`?
    pub(super) fn glued_digits_any(&self, at: usize) -> bool {
        self.glued(at) && self.is_number(at)
    }
}
