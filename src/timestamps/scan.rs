//! One walk over the tokens that finds every mention of a date or clock time.

use std::ops::Range;

use super::clock::{self, ClockMatch, DayPart};
use super::cursor::{Cursor, Word, bit};
use super::date::{self, DateMatch};
use super::fields::{Fields, Relative};
use super::moment::{Clock, Precision};
use super::zone::{self, Zone};
use crate::language::Language;
use crate::span::Span;
use crate::tables::Class;
use crate::tokens::{Case, TokenKind};

/// A date, a clock time or both, as written.
#[derive(Debug, Clone)]
pub(super) struct Mention {
    /// Its tokens.
    pub(super) tokens: Range<usize>,
    /// The tokens of its clock time, with the zone.
    pub(super) core: Range<usize>,
    pub(super) fields: Option<Fields>,
    pub(super) clock: Option<ClockMatch>,
    pub(super) zone: Option<Named>,
    /// How it hangs together with the next mention.
    pub(super) link: Link,
}

/// A zone and the tokens that name it.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub(super) zone: Zone,
    pub(super) tokens: Range<usize>,
}

/// How a mention hangs together with the one behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    None,
    /// The two are the ends of a range.
    Range,
    /// The two are days of one list: they share month and year.
    List,
    /// The two tell the same moment in different zones.
    Same,
}

impl Mention {
    fn new(tokens: Range<usize>) -> Mention {
        Mention { core: tokens.clone(), tokens, fields: None, clock: None, zone: None, link: Link::None }
    }

    /// Where it stands.
    pub(super) fn span(&self, cursor: &Cursor<'_>) -> Span {
        let start = cursor.token(self.tokens.start).map_or(0, |token| token.span().start);
        let end = cursor.token(self.tokens.end - 1).map_or(start, |token| token.span().end);
        Span::new(start, end.max(start))
    }
}

/// Every mention in the order of the text, and the zones that the text declares for the clock times behind them.
pub(super) fn scan(cursor: &Cursor<'_>) -> (Vec<Mention>, Vec<(usize, Named)>) {
    let mut mentions: Vec<Mention> = Vec::new();
    let mut declared = Vec::new();
    let (mut at, mut last_end) = (0, 0);
    while at < cursor.tokens.len() {
        let token = &cursor.tokens[at];
        let candidate = match token.kind {
            TokenKind::Number => !part_of_identifier(cursor, at, last_end),
            TokenKind::Word => !token.word.is_none() && !part_of_identifier(cursor, at, last_end),
            _ => false,
        };
        if !candidate {
            at += 1;
            continue;
        }
        if let Some(mention) = mention_at(cursor, at) {
            at = mention.tokens.end;
            last_end = at;
            mentions.push(mention);
            if let Some(end) = bare_range_end(cursor, &mentions, at) {
                at = end.tokens.end;
                last_end = at;
                mentions.push(end);
            }
            continue;
        }
        if token.kind == TokenKind::Word {
            if let Some(named) = declared_zone(cursor, at) {
                declared.push((at, named.clone()));
                at = named.tokens.end.max(at + 1);
                continue;
            }
        }
        at += 1;
    }
    link(cursor, &mut mentions);
    (mentions, declared)
}

/// Is the token glued to what stands before it in a way that makes it part of a name, a path, a version, an amount?
fn part_of_identifier(cursor: &Cursor<'_>, at: usize, last_end: usize) -> bool {
    if !cursor.glued(at) || last_end > 0 && (last_end == at || last_end + 1 == at) {
        return false;
    }
    let before = at - 1;
    if cursor.is_word(before) || cursor.is_number(before) {
        return true;
    }
    let Some(symbol) = cursor.token(before).map(|token| token.symbol) else { return false };
    let behind_name = cursor.glued(before) && before > 0 && (cursor.is_word(before - 1) || cursor.is_number(before - 1));
    match symbol {
        '#' | '$' | '€' | '£' | '&' | '\\' | '+' | '%' | '^' => true,
        ':' | ',' => cursor.glued(before) && before > 0 && cursor.is_number(before - 1),
        '-' | '–' | '—' | '‑' | '_' | '.' | '/' | '@' => behind_name,
        _ => false,
    }
}

/// Words that a mention may start with, or be told by.
const TELLING: u32 = bit(Class::Month) | bit(Class::Weekday) | bit(Class::RelativeDay) | bit(Class::DayPart) | bit(Class::Number);

/// Can a mention start with the word at `at`? A look at it and the two behind it spares the grammars most of the text.
fn may_start(cursor: &Cursor<'_>, at: usize) -> bool {
    if cursor.is_of(at, TELLING) || cursor.any_sense(at, Class::Month).is_some() {
        return true;
    }
    let ordinal = |place: usize| cursor.sense(place, Class::Ordinal).is_some_and(|sense| sense.value > 0.0);
    let unit = |place: usize| cursor.is_of(place, bit(Class::TimeUnit));
    if ordinal(at) {
        return true;
    }
    if unit(at) {
        return cursor.does(at, Word::Day)
            || cursor.does(at + 1, Word::Last)
            || cursor.does(at + 1, Word::Next)
            || cursor.text_of(at + 1) == "que";
    }
    if !cursor.is_of(at, bit(Class::Function)) {
        return false;
    }
    let telling = |place: usize| cursor.is_number(place) || cursor.is_of(place, TELLING) || ordinal(place) || unit(place);
    let opens = |place: usize| [Word::Half, Word::Mid, Word::Part].into_iter().any(|word| cursor.does(place, word));
    telling(at + 1)
        || telling(at + 2)
        || opens(at)
        || cursor.does(at, Word::In) && (opens(at + 1) || cursor.does(at + 1, Word::Hedge) || cursor.does(at + 2, Word::Couple))
}

/// The mention that starts at `at`.
fn mention_at(cursor: &Cursor<'_>, at: usize) -> Option<Mention> {
    let number = cursor.is_number(at);
    if number {
        if let Some(mention) = compact(cursor, at) {
            return Some(mention);
        }
        let clock_shape =
            cursor.is(at + 1, ':') || cursor.any_sense(at + 1, Class::TimeUnit).is_some() && super::relative::parse(cursor, at).is_none();
        if clock_shape {
            return clock_first(cursor, at);
        }
        // "API version 2022-11-28"
        let version = cursor.before(at).is_some_and(|before| cursor.does(before, Word::Version));
        if let Some(found) = date::parse(cursor, at).filter(|found| !version && dates_end(cursor, at, found.end)) {
            return Some(date_first(cursor, at, found));
        }
        return clock_first(cursor, at).or_else(|| bare_range_start(cursor, at)).or_else(|| day_range_start(cursor, at)).or_else(|| {
            let found = date::bare_year(cursor, at)?;
            Some(Mention { fields: Some(found.fields), ..Mention::new(at..found.end) })
        });
    }
    if !may_start(cursor, at) {
        return None;
    }
    if let Some(found) = date::parse(cursor, at) {
        // "dia 14 de outubro" is told by what stands behind "dia".
        let said =
            cursor.does(at, Word::Day) && (found.fields.month.is_some() || found.fields.undecided.is_some()) && cursor.is_number(at + 1);
        return Some(date_first(cursor, if said { at + 1 } else { at }, found));
    }
    if let Some(mention) = day_part_first(cursor, at) {
        return Some(mention);
    }
    clock_first(cursor, at).or_else(|| day_range_start(cursor, at))
}

/// Is a numeric date not glued to more of a name, a path or a version?
fn dates_end(cursor: &Cursor<'_>, at: usize, end: usize) -> bool {
    if !cursor.glued(end) {
        return true;
    }
    if cursor.is_word(end) {
        return cursor.text_of(end) == "T" || !cursor.is_number(end - 1);
    }
    let more = cursor.glued(end + 1) && (cursor.is_word(end + 1) || cursor.is_number(end + 1));
    let _ = at;
    match cursor.token(end).map(|token| token.symbol) {
        Some('.' | '/' | '_' | '@' | '\\') => !more,
        // "2021-03-31-backup" is a name; "10/1-11/2" and "1/1/2019-5/7/2020" are ranges.
        Some('-' | '–') => !(more && cursor.is_word(end + 1)),
        Some('%' | '°' | '$' | '€') => false,
        _ => true,
    }
}

/// `20220101T101500Z`
fn compact(cursor: &Cursor<'_>, at: usize) -> Option<Mention> {
    let day = cursor.digits(at).filter(|digits| digits.width == 8)?;
    if cursor.text_of(at + 1) != "T" || !cursor.glued(at + 1) {
        return None;
    }
    let time = cursor.glued_digits(at + 2).filter(|digits| digits.width == 6 || digits.width == 4)?;
    let time = if time.width == 4 { time.value * 100 } else { time.value };
    let fields = Fields {
        year: Some((day.value / 10_000) as i16),
        month: Some((day.value / 100 % 100) as i8),
        day: Some((day.value % 100) as i8),
        ..Fields::default()
    };
    fields.date()?;
    let clock =
        Clock { hour: (time / 10_000) as i8, minute: (time / 100 % 100) as i8, second: (time % 100) as i8, precision: Precision::Second };
    if clock.hour > 23 || clock.minute > 59 || clock.second > 59 {
        return None;
    }
    let mut mention = Mention { fields: Some(fields), ..Mention::new(at..at + 3) };
    set_clock(cursor, &mut mention, at, ClockMatch { end: at + 3, clock, half_known: true, meridiem: None, next_day: false }, true);
    Some(mention)
}

/// A date, and the clock time that stands with it.
fn date_first(cursor: &Cursor<'_>, at: usize, found: DateMatch) -> Mention {
    let mut mention = Mention { fields: Some(found.fields), ..Mention::new(at..found.end) };
    let iso = cursor.glued(found.end) && matches!(cursor.text_of(found.end), "T" | "t") && cursor.glued_digits_any(found.end + 1);
    if iso {
        if let Some(clock) = clock::number_led(cursor, found.end + 1) {
            set_clock(cursor, &mut mention, found.end + 1, clock, true);
            return mention;
        }
    }
    let (place, part) = part_behind_date(cursor, found.end);
    let place = if part.is_some() { place } else { found.end };
    if let Some((start, clock)) = clock_behind_date(cursor, place) {
        set_clock(cursor, &mut mention, start, with_part(clock, part), false);
        // C writes the year last: "Wed Oct 26 15:50:06 UTC 2016".
        if let Some(fields) = mention.fields.as_mut().filter(|fields| fields.year.is_none() && fields.month.is_some()) {
            let end = mention.tokens.end;
            if let Some(year) =
                cursor.digits(end).filter(|year| year.width == 4 && (1970..2100).contains(&year.value) && !cursor.is(end + 1, ':'))
            {
                fields.year = Some(year.value as i16);
                mention.tokens.end = end + 1;
            }
        }
    } else if let Some(part) = part.or_else(|| tonight(cursor, at)) {
        // "10, tonight" and "tonight at 7" only know their hour with the part of the day; alone it says no clock time.
        let _ = part;
    }
    if let Some(clock) = mention.clock.as_mut() {
        if let Some(part) = tonight(cursor, at) {
            *clock = with_part(*clock, Some(part));
        }
    }
    mention
}

/// "tonight" is a day and a part of it.
fn tonight(cursor: &Cursor<'_>, at: usize) -> Option<DayPart> {
    cursor.sense(at, Class::RelativeDay)?;
    clock::day_part_word(cursor, at)
}

/// A clock time with the half of the day that a word beside it gives.
fn with_part(mut found: ClockMatch, part: Option<DayPart>) -> ClockMatch {
    if let Some(part) = part.filter(|&part| {
        found.meridiem.is_none() && (1..=12).contains(&found.clock.hour) && (found.clock.hour != 12 || part == DayPart::Night)
    }) {
        found.clock.hour =
            if part == DayPart::Night && found.clock.hour < 5 { found.clock.hour } else { clock::by_day_part(found.clock.hour, part) };
        found.half_known = true;
        found.meridiem = Some(part.half());
    }
    found
}

/// `morning`, `à noite`, `early morning` behind a date.
fn part_behind_date(cursor: &Cursor<'_>, at: usize) -> (usize, Option<DayPart>) {
    let mut place = at;
    if cursor.does(place, Word::At) && !cursor.is_number(place + 1) || cursor.does(place, Word::On) || cursor.does(place, Word::In) {
        place += 1;
        if cursor.does(place, Word::The) {
            place += 1;
        }
    }
    if matches!(cursor.text_of(place), "early" | "late") {
        place += 1;
    }
    match clock::day_part_word(cursor, place) {
        Some(part) => (place + 1, Some(part)),
        None => (at, None),
    }
}

/// The clock time behind a date, with at most a comma, a dash, `at` or `às` between.
fn clock_behind_date(cursor: &Cursor<'_>, at: usize) -> Option<(usize, ClockMatch)> {
    let mut place = at;
    if cursor.is_any(place, &[',', '·', '@', ';']) {
        place += 1;
    }
    // A web server's log: "12/Mar/2021:10:15:32 +0000".
    if cursor.is(place, ':') && cursor.glued(place) && cursor.glued_digits_any(place + 1) {
        place += 1;
    }
    // Emphasis around one of the two: "Feb 28th **01:54**".
    while place < at + 4 && cursor.is_any(place, &['*', '_', '`']) {
        place += 1;
    }
    if cursor.is_dash(place) && !cursor.glued(place) {
        place += 1;
    }
    // The rest of the line may be wrapped away only behind a word that asks for it.
    let wrapped = cursor.unwrapped(place);
    if wrapped > place && (cursor.does(wrapped, Word::At) || cursor.is(place - 1, ',')) {
        place = wrapped;
    }
    let article = cursor.does(place, Word::At) && cursor.text_of(place).len() > 1
        || cursor.language != Some(Language::En) && cursor.does(place, Word::HourArticle) && cursor.does(place, Word::At);
    if article {
        place = cursor.unwrapped(place + 1);
    }
    if cursor.is_number(place) {
        if clock::repeated_name(cursor, place) {
            return Some((place, clock::word_led(cursor, place + 1)?));
        }
        if let Some(found) = clock::behind_date(cursor, place) {
            return Some((place, found));
        }
        // "Friday at 5"
        return None;
    }
    let word = clock::word_led(cursor, place)?;
    (article || place > at || word.meridiem.is_some()).then_some((place, word))
}

/// A clock time, and the date that stands with it.
fn clock_first(cursor: &Cursor<'_>, at: usize) -> Option<Mention> {
    let found = if clock::repeated_name(cursor, at) {
        clock::word_led(cursor, at + 1)?
    } else if cursor.is_number(at) {
        clock::number_led(cursor, at)?
    } else {
        clock::word_led(cursor, at)?
    };
    let mut mention = Mention::new(at..found.end);
    set_clock(cursor, &mut mention, at, found, false);
    date_behind_clock(cursor, &mut mention);
    Some(mention)
}

/// `this morning at 7`, `in the afternoon at 7`: a part of the day, then the clock time.
fn day_part_first(cursor: &Cursor<'_>, at: usize) -> Option<Mention> {
    let mut place = at;
    let mut day = None;
    if cursor.does(place, Word::This) {
        (day, place) = (Some(0), place + 1);
    } else if cursor.does(place, Word::Last) && cursor.language == Some(Language::En) {
        (day, place) = (Some(-1), place + 1);
    } else if cursor.does(place, Word::In) || cursor.does(place, Word::At) || cursor.text_of(place) == "pela" {
        place += 1;
        if cursor.does(place, Word::The) {
            place += 1;
        }
    }
    let part = clock::day_part_word(cursor, place)?;
    let mut behind = place + 1;
    let article = cursor.does(behind, Word::At) || cursor.is(behind, ',');
    if article {
        behind += 1;
    }
    let found =
        if cursor.is_number(behind) { clock::number_led(cursor, behind) } else { clock::word_led(cursor, behind).filter(|_| article) }?;
    let fields = day.map(|day| Fields { relative: Some(Relative::Days(day)), ..Fields::default() });
    let mut mention = Mention { fields, ..Mention::new(at..found.end) };
    set_clock(cursor, &mut mention, at, with_part(found, Some(part)), false);
    if mention.fields.is_none() {
        date_behind_clock(cursor, &mut mention);
    }
    Some(mention)
}

/// Give the mention a clock time and the zone behind it.
fn set_clock(cursor: &Cursor<'_>, mention: &mut Mention, from: usize, found: ClockMatch, iso: bool) {
    mention.tokens.end = found.end;
    mention.core = from..found.end;
    let exact = iso || found.clock.precision == Precision::Second;
    let named = zone::behind_clock(cursor, found.end, found.meridiem.is_some(), exact);
    mention.clock = Some(found);
    if let Some(named) = named {
        mention.zone = Some(Named { tokens: found.end..named.end, zone: named.zone });
        // "(hora local)" says which clock, not when: it stands outside.
        let local = mention.zone.as_ref().is_some_and(|named| named.zone.rule == zone::Rule::Local);
        if !local {
            mention.tokens.end = named.end;
            mention.core.end = named.end;
        }
    }
}

/// The date behind a clock time, with at most `on`, `de`, `do dia`, a comma or a dash between.
fn date_behind_clock(cursor: &Cursor<'_>, mention: &mut Mention) {
    let end = mention.tokens.end;
    let mut place = end;
    let comma = cursor.is(place, ',');
    if comma {
        place += 1;
    }
    if cursor.is_dash(place) && !cursor.glued(place) && !comma {
        // "10:00 - 11/05" is a date behind a dash; "10:00 - 11:00" no date at all.
        if cursor.is_word(place + 1) {
            return;
        }
        place += 1;
    }
    place = cursor.unwrapped(place);
    let word = place;
    // "this morning", "desta noite", "last night"
    if let Some((fields, part, stop)) = day_and_part(cursor, place) {
        mention.fields = Some(fields);
        if let Some(found) = mention.clock {
            mention.clock = Some(with_part(found, Some(part)));
        }
        mention.tokens.end = stop;
        return;
    }
    if (cursor.does(place, Word::On) || cursor.does(place, Word::Of)) && !cursor.does(place, Word::This) {
        place = cursor.unwrapped(place + 1);
        if cursor.does(place, Word::The) && cursor.language != Some(Language::En) {
            place += 1;
        }
    } else if cursor.does(place, Word::This) && cursor.does(place, Word::On) {
        place += 1;
    }
    let next = cursor.does(place, Word::Next) || cursor.does(place, Word::Last) || cursor.does(place, Word::This);
    if next && cursor.sense(place + 1, Class::Weekday).is_some() {
        place += 1;
    }
    // "8pm on the 15"
    if cursor.does(word, Word::On) && cursor.language == Some(Language::En) {
        let number = place + usize::from(cursor.does(place, Word::The));
        let day = date::day(cursor, number).filter(|_| cursor.is_number(number) && date::parse(cursor, number).is_none());
        if let Some((day, stop, _)) = day.filter(|&(_, stop, ordinal)| {
            ordinal || cursor.at_line_end(stop) || cursor.is_any(stop, &['.', ',', ')', ';']) && !cursor.glued_digits_any(stop + 1)
        }) {
            mention.fields = Some(Fields { day: Some(day), ..Fields::default() });
            mention.tokens.end = stop;
            return;
        }
    }
    let Some(found) = date::parse(cursor, place) else { return };
    // A new line of a list may start with a date of its own; a bare number behind a comma is one thing more.
    let loose = comma
        && word == place
        && !(found.fields.names_day()
            && (found.fields.month.is_some()
                || found.fields.undecided.is_some()
                || found.fields.weekday.is_some()
                || found.fields.relative.is_some()));
    let names = found.fields.names_day() || matches!(found.fields.relative, Some(Relative::DayOfMonth(_) | Relative::WeekdayOfWeek(_)));
    if loose || !names || cursor.is_number(place) && !dates_end(cursor, place, found.end) {
        return;
    }
    // "14:02, 2021-03-31 15:00": the date has a clock time of its own.
    let own = cursor.glued(found.end) && cursor.text_of(found.end) == "T" || clock_behind_date(cursor, found.end).is_some();
    if own && word == place {
        return;
    }
    mention.fields = Some(found.fields);
    mention.tokens.end = found.end;
    let (stop, part) = part_behind_date(cursor, found.end);
    if let (Some(part), Some(clock)) = (part, mention.clock) {
        mention.clock = Some(with_part(clock, Some(part)));
        mention.tokens.end = stop;
    }
    if let (Some(part), Some(clock)) = (tonight(cursor, found.end - 1), mention.clock) {
        mention.clock = Some(with_part(clock, Some(part)));
    }
}

/// `this morning`, `last night`, `desta noite`, `tomorrow evening` without a clock time.
fn day_and_part(cursor: &Cursor<'_>, at: usize) -> Option<(Fields, DayPart, usize)> {
    let day = if cursor.does(at, Word::This) {
        0
    } else if cursor.does(at, Word::Last) && cursor.language == Some(Language::En) {
        -1
    } else {
        return None;
    };
    let part = clock::day_part_word(cursor, at + 1)?;
    Some((Fields { relative: Some(Relative::Days(day)), ..Fields::default() }, part, at + 2))
}

/// The word or dash at `at` that joins the ends of a range, and the place behind it and its articles.
fn range_word(cursor: &Cursor<'_>, at: usize) -> Option<usize> {
    if cursor.is_dash(at) || cursor.is_any(at, &['~', '→']) {
        return Some(at + 1);
    }
    let mut place = at;
    if !cursor.does(place, Word::To) && !cursor.does(place, Word::And) {
        return None;
    }
    place += 1;
    while place < at + 4 && (cursor.does(place, Word::HourArticle) || cursor.does(place, Word::The) || cursor.does(place, Word::To)) {
        place += 1;
    }
    Some(place)
}

/// The number at `at` as the first end of a range whose other end is a clock time: `11 to 1 pm`, `das 8 às 10h`.
fn bare_range_start(cursor: &Cursor<'_>, at: usize) -> Option<Mention> {
    let hour = cursor.digits(at).filter(|hour| hour.width <= 2 && hour.value <= 24)?;
    let behind = range_word(cursor, at + 1)?;
    if cursor.does(at + 1, Word::And) && !cursor.near_before(at, 3, Word::Between) {
        return None;
    }
    let end = clock::number_led(cursor, behind)?;
    let before = cursor.before(at);
    let governed = before.is_some_and(|before| {
        cursor.does(before, Word::From)
            || cursor.does(before, Word::Between)
            || cursor.does(before, Word::HourArticle)
            || cursor.sense(before, Class::Weekday).is_some()
            || cursor.sense(before, Class::RelativeDay).is_some()
    });
    let telling = end.meridiem.is_some() || governed;
    telling.then(|| {
        let clock = Clock { hour: hour.value as i8 % 24, minute: 0, second: 0, precision: Precision::Hour };
        let found =
            ClockMatch { end: at + 1, clock, half_known: hour.value > 12 || hour.value == 0, meridiem: None, next_day: hour.value == 24 };
        Mention { clock: Some(found), ..Mention::new(at..at + 1) }
    })
}

/// A bare number behind `at` as the second end of a range: `from 1pm to 4`, `8am-3`, `November 19-20`.
fn bare_range_end(cursor: &Cursor<'_>, mentions: &[Mention], at: usize) -> Option<Mention> {
    let first = mentions.last()?;
    let behind = range_word(cursor, at)?;
    let digits = cursor.digits(behind).filter(|digits| digits.width <= 2)?;
    if let Some(fields) = first.fields.filter(|fields| first.clock.is_none() && fields.day.is_some() && fields.month.is_some()) {
        let (day, end, ordinal) = date::day(cursor, behind)?;
        let dash = cursor.is_dash(at);
        let tight = dash && cursor.glued(at) && cursor.glued(behind);
        if !(tight || !dash) || fields.year.is_some() || Some(day) <= fields.day {
            return None;
        }
        let closes = ordinal
            || cursor.at_line_end(end)
            || cursor.is_any(end, &['.', ',', ')', ':', ';']) && !cursor.glued_digits_any(end + 1)
            || tight && !cursor.glued(end);
        if !closes || cursor.is(end, ':') && cursor.glued_digits_any(end + 1) || cursor.is(end, '%') {
            return None;
        }
        let mut end = end;
        let mut found = Fields { day: Some(day), month: fields.month, ..Fields::default() };
        if cursor.is(end, ',') {
            if let Some(year) = cursor.digits(end + 1).filter(|year| year.width == 4 && (1970..2100).contains(&year.value)) {
                (found.year, end) = (Some(year.value as i16), end + 2);
            }
        }
        return Some(Mention { fields: Some(found), ..Mention::new(behind..end) });
    }
    let clock = first.clock?;
    if digits.value > 24
        || clock::number_led(cursor, behind).is_some()
        || cursor.glued(behind + 1) && !cursor.is_any(behind + 1, &['.', ',', ')', '?', '!', ';'])
        || date::parse(cursor, behind).is_some()
    {
        return None;
    }
    if cursor.is(behind + 1, '.') && cursor.glued_digits_any(behind + 2) || cursor.is_dash(at) && !cursor.glued(at) {
        return None;
    }
    let before = cursor.before(first.tokens.start);
    let governed = before.is_some_and(|before| {
        cursor.does(before, Word::From) || cursor.does(before, Word::Between) || cursor.does(before, Word::HourArticle)
    });
    let ends = cursor.at_line_end(behind + 1)
        || cursor.is_any(behind + 1, &['.', ',', ')', '?', '!', ';'])
        || cursor.does(behind + 1, Word::On)
        || cursor.sense(behind + 1, Class::RelativeDay).is_some();
    if !(governed || clock.meridiem.is_some())
        || !ends
        || cursor.does(at, Word::And) && !cursor.near_before(first.tokens.start, 3, Word::Between)
    {
        return None;
    }
    let found = ClockMatch {
        end: behind + 1,
        clock: Clock { hour: digits.value as i8 % 24, minute: 0, second: 0, precision: Precision::Hour },
        half_known: digits.value > 12 || digits.value == 0,
        meridiem: None,
        next_day: digits.value == 24,
    };
    let mut mention = Mention { clock: Some(found), ..Mention::new(behind..behind + 1) };
    date_behind_clock(cursor, &mut mention);
    Some(mention)
}

/// A day whose month stands behind the next day: `4 to 22 January`, `14 e 15 de outubro`.
fn day_range_start(cursor: &Cursor<'_>, at: usize) -> Option<Mention> {
    let (day, end, ordinal) = date::day(cursor, at)?;
    if !cursor.is_number(at) && !ordinal {
        return None;
    }
    let comma = cursor.is(end, ',');
    let behind = if comma { end + 1 } else { range_word(cursor, end)? };
    let (second, second_end, _) = date::day(cursor, behind)?;
    let mut last = behind;
    let mut last_end = second_end;
    if comma {
        // "3, 4 e 5 de junho"
        let mut day_end = last_end;
        while last < behind + 12 && (cursor.is(day_end, ',') || cursor.does(day_end, Word::And)) {
            let (_, next_end, _) = date::day(cursor, day_end + 1)?;
            (last, day_end) = (day_end + 1, next_end);
        }
        last_end = day_end;
        if last == behind {
            return None;
        }
    }
    let _ = last_end;
    let full = date::parse(cursor, last)?;
    let names = full.fields.day.is_some() && full.fields.month.is_some() && cursor.is_number(last) == cursor.is_number(at);
    let month_named = cursor.is_word(full.end - 1) || full.fields.year.is_some();
    (names && month_named && second > day).then(|| Mention {
        fields: Some(Fields { day: Some(day), month: full.fields.month, year: full.fields.year, ..Fields::default() }),
        ..Mention::new(at..end)
    })
}

/// A zone that the text declares for its clock times: `All times are UTC`, `Timeline (CET)`, `horários de Brasília`.
fn declared_zone(cursor: &Cursor<'_>, at: usize) -> Option<Named> {
    let is_zone = cursor.any_sense(at, Class::Zone).is_some()
        || cursor.is(at + 1, '/') && cursor.case(at) != Case::Lower
        || cursor.does(at, Word::On) && cursor.does(at + 1, Word::Time)
        || cursor.does(at, Word::Times);
    if !is_zone {
        return None;
    }
    let found = zone::phrase(cursor, at, false).or_else(|| zone::phrase(cursor, at, cursor.case(at) == Case::Upper))?;
    let named = Named { zone: found.zone, tokens: at..found.end };
    let spoken = found.end > at + 1 && cursor.does(at, Word::Times) && !cursor.does(at + 1, Word::Local);
    let near =
        (at.saturating_sub(8)..at).rev().take_while(|&place| !cursor.at_line_end(place)).any(|place| cursor.does(place, Word::Times));
    (near || spoken).then_some(named)
}

/// Link the mentions that hang together.
fn link(cursor: &Cursor<'_>, mentions: &mut [Mention]) {
    for at in 1..mentions.len() {
        let (from, to) = (mentions[at - 1].tokens.end, mentions[at].tokens.start);
        if to > from + 7 || from >= to {
            continue;
        }
        mentions[at - 1].link = link_of(cursor, &mentions[at - 1], &mentions[at], from..to);
    }
}

fn link_of(cursor: &Cursor<'_>, first: &Mention, second: &Mention, gap: Range<usize>) -> Link {
    let (mut joins, mut ands, mut slashes, mut commas, mut brackets) = (0, 0, 0, 0, 0);
    for place in gap.clone() {
        if cursor.is_dash(place) || cursor.is_any(place, &['→', '~', '>']) {
            joins += 1;
        } else if cursor.is_any(place, &['/', '|', '=']) {
            slashes += 1;
        } else if cursor.is(place, '(') || cursor.does(place, Word::Or) {
            brackets += 1;
        } else if cursor.is(place, ',') {
            commas += 1;
        } else if cursor.is_any(place, &['*', '_', '`', ')', '≈']) {
        } else if cursor.does(place, Word::And) {
            ands += 1;
        } else if cursor.does(place, Word::To) || cursor.does(place, Word::HourArticle) && place > gap.start {
            joins += 1;
        } else if cursor.is_word(place)
            && (cursor.does(place, Word::The)
                || cursor.does(place, Word::Hedge)
                || cursor.does(place, Word::At)
                || cursor.does(place, Word::Day)
                || cursor.does(place, Word::This)
                || cursor.does(place, Word::On))
        {
            if gap.len() == 1
                && cursor.does(place, Word::HourArticle)
                && cursor.does(place, Word::At)
                && cursor.language != Some(Language::En)
            {
                joins += 1;
            }
        } else if cursor.unwrapped(place) > place
            || cursor.sense(place, Class::DayPart).is_some()
            || cursor.does(place, Word::Of)
            || cursor.does(place, Word::Edge)
        {
        } else {
            return Link::None;
        }
    }
    let clocks = first.clock.is_some() && second.clock.is_some();
    let zones = first.zone.as_ref().zip(second.zone.as_ref());
    let different = zones.is_some_and(|(first, second)| first.zone != second.zone);
    if clocks && different && joins == 0 && ands == 0 && slashes + brackets > 0 {
        return Link::Same;
    }
    let between = cursor.near_before(first.tokens.start, 7, Word::Between);
    if joins > 0 && slashes == 0 && brackets == 0 && (first.clock.is_some() == second.clock.is_some()) || ands > 0 && between && commas == 0
    {
        return Link::Range;
    }
    if clocks && joins > 0 && slashes == 0 && brackets == 0 {
        return Link::Range;
    }
    let days = first.clock.is_none() && second.clock.is_none();
    if days && (ands > 0 || commas > 0) && joins + slashes + brackets == 0 {
        return Link::List;
    }
    Link::None
}
