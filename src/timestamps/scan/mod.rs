//! One walk over the tokens that finds every mention of a date or clock time.

mod anything;
mod joins;
mod ranges;

use std::cell::LazyCell;
use std::ops::Range;

use crate::span::Span;
use crate::tables::Class;
use crate::timestamps::clock::{self, ClockMatch, DayPart};
use crate::timestamps::cursor::{Cursor, Word, bit, traits};
use crate::timestamps::date::{self, DateMatch};
use crate::timestamps::fields::{Fields, Relative, Shift};
use crate::timestamps::moment::{Clock, Precision};
use crate::timestamps::stretch::{self, Stretch};
use crate::timestamps::zone::{self, Zone};
use crate::tokens::{Case, TokenKind};
use joins::{clock_first, date_behind_clock, date_first, day_part_first, set_clock};
use ranges::{bare_range_end, bare_range_start, day_range_start, lend_parts, link, next_night, spelled_range_start};

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
    /// What lasts, and is neither.
    pub(super) stretch: Option<Stretch>,
    /// How long what begins at its clock time lasts, and the tokens of both.
    pub(super) length: Option<(Shift, usize, usize)>,
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
    pub(super) fn new(tokens: Range<usize>) -> Mention {
        Mention { core: tokens.clone(), tokens, fields: None, clock: None, zone: None, stretch: None, length: None, link: Link::None }
    }

    /// Where it stands.
    pub(super) fn span(&self, cursor: &Cursor<'_>) -> Span {
        let start = cursor.token(self.tokens.start).map_or(0, |token| token.span().start);
        let end = cursor.token(self.tokens.end - 1).map_or(start, |token| token.span().end);
        Span::new(start, end.max(start))
    }

    /// Where tokens stand.
    pub(super) fn span_of(cursor: &Cursor<'_>, tokens: &Range<usize>) -> Span {
        let start = cursor.token(tokens.start).map_or(0, |token| token.span().start);
        let end = cursor.token(tokens.end.saturating_sub(1)).map_or(start, |token| token.span().end);
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
            TokenKind::Word => (token.classes != 0 || names_place(cursor, at)) && !part_of_identifier(cursor, at, last_end),
            _ => false,
        };
        if !candidate {
            at += 1;
            continue;
        }
        if let Some(end) = length_of_range(cursor, at, &mentions) {
            at = end;
            continue;
        }
        let first =
            First { at, starts: token.kind == TokenKind::Number || may_start(cursor, at), date: LazyCell::new(|| date::parse(cursor, at)) };
        let wider = if cursor.anything() { anything::first(cursor, &first, &mentions) } else { None };
        if let Some(mut mention) = wider.or_else(|| mention_at(cursor, &first)) {
            if cursor.anything() && mention.clock.is_some() {
                mention.length = stretch::behind_clock(cursor, mention.tokens.start, mention.tokens.end);
            }
            declared.extend(zone_behind_date(cursor, &mut mention, mentions.last_mut()));
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
        if token.kind == TokenKind::Word
            && let Some(named) = declared_zone(cursor, at)
        {
            declared.push((at, named.clone()));
            at = named.tokens.end.max(at + 1);
            continue;
        }
        at += 1;
    }
    link(cursor, &mut mentions);
    lend_parts(cursor, &mut mentions);
    (mentions, declared)
}

/// The zone in brackets behind a date belongs to the clock time before it: `at 10:00 on 5 May (EST)`, `until 9:35 AM the
/// following day (EST)`. Without one, a date and its zone alone on a line are the head of what stands below.
fn zone_behind_date(cursor: &Cursor<'_>, mention: &mut Mention, before: Option<&mut Mention>) -> Option<(usize, Named)> {
    let end = mention.tokens.end;
    if mention.fields.is_none() || mention.zone.is_some() || !cursor.is(end, '(') {
        return None;
    }
    let found = zone::behind_clock(cursor, end, false, false).filter(|found| found.zone.rule != zone::Rule::Local)?;
    let named = Named { tokens: end..found.end, zone: found.zone };
    let counted = mention.fields.is_some_and(|fields| fields.day.is_none());
    let near = |before: &&mut Mention| before.tokens.end + 2 >= mention.tokens.start && before.clock.is_some() && before.zone.is_none();
    if mention.clock.is_some() {
        mention.tokens.end = named.tokens.end;
        mention.zone = Some(named);
    } else if let Some(before) = before.filter(|_| counted).filter(near) {
        before.zone = Some(named);
    } else if !counted && cursor.at_line_end(named.tokens.end) {
        return Some((end, named));
    }
    None
}

/// Where a length that only looks like a clock time ends: `das 09:20 às 12:35 (3h15)`, which is what lies between the two.
fn length_of_range(cursor: &Cursor<'_>, at: usize, mentions: &[Mention]) -> Option<usize> {
    let [.., from, to] = mentions else { return None };
    let bracketed = at > 0 && cursor.is(at - 1, '(') && to.tokens.end + 1 == at;
    if !bracketed || !matches!(cursor.text_of(at + 1), "h" | "H") || !cursor.glued(at + 1) {
        return None;
    }
    let (hours, minutes) = (cursor.digits(at)?.value, cursor.glued_digits(at + 2)?.value);
    let length = |found: ClockMatch| i32::from(found.clock.hour) * 60 + i32::from(found.clock.minute);
    let between = (length(to.clock?) - length(from.clock?)).rem_euclid(24 * 60);
    (hours < 24 && hours * 60 + minutes == between).then_some(at + 3)
}

/// Is the token glued to what stands before it in a way that makes it part of a name, a path, a version, an amount?
pub(super) fn part_of_identifier(cursor: &Cursor<'_>, at: usize, last_end: usize) -> bool {
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

/// May the word be the first part of a zone's name: `America/Denver`?
fn names_place(cursor: &Cursor<'_>, at: usize) -> bool {
    cursor.is(at + 1, '/') && cursor.case(at) == Case::Title && cursor.case(at + 2) == Case::Title && cursor.glued(at + 1)
}

/// Can a mention start with the word at `at`? A look at it and the two behind it spares the grammars most of the text.
fn may_start(cursor: &Cursor<'_>, at: usize) -> bool {
    if cursor.has(at, traits::TELLING | traits::ORDINAL) || cursor.any_sense(at, Class::Month).is_some() {
        return true;
    }
    if cursor.has(at, traits::UNIT) {
        return cursor.does(at, Word::Day)
            || cursor.does(at + 1, Word::Last)
            || cursor.does(at + 1, Word::Next)
            || cursor.text_of(at + 1) == "que";
    }
    if !cursor.is_of(at, bit(Class::Function)) {
        return false;
    }
    let telling = |place: usize| cursor.has(place, traits::NUMBER | traits::TELLING | traits::ORDINAL | traits::UNIT);
    let opens = |place: usize| [Word::Half, Word::Mid, Word::Part].into_iter().any(|word| cursor.does(place, word));
    telling(at + 1)
        || telling(at + 2)
        || cursor.anything() && cursor.any_sense(at + 1, Class::Hedge).is_some()
        || opens(at)
        || cursor.does(at, Word::In) && (opens(at + 1) || cursor.does(at + 1, Word::Hedge) || cursor.does(at + 2, Word::Couple))
}

/// The place where a mention is looked for.
struct First<F> {
    at: usize,
    /// Can a mention start there, by a look at it and what stands behind it?
    starts: bool,
    /// The date that starts there; read once, where anybody asks for it.
    date: LazyCell<Option<DateMatch>, F>,
}

/// The mention that starts at `first`.
fn mention_at(cursor: &Cursor<'_>, first: &First<impl FnOnce() -> Option<DateMatch>>) -> Option<Mention> {
    let at = first.at;
    let number = cursor.is_number(at);
    if number {
        if let Some(mention) = compact(cursor, at) {
            return Some(mention);
        }
        let clock_shape =
            cursor.is(at + 1, ':') || cursor.any_sense(at + 1, Class::TimeUnit).is_some() && date::counted_parse(cursor, at).is_none();
        if clock_shape {
            return clock_first(cursor, at);
        }
        // "API version 2021-06-15"
        let version = cursor.before(at).is_some_and(|before| cursor.does(before, Word::Version));
        // "3/4 December" is no third of April.
        if cursor.is(at + 1, '/')
            && cursor.any_sense(at + 3, Class::Month).is_some()
            && let Some(mention) = day_range_start(cursor, at)
        {
            return Some(mention);
        }
        if let Some(found) =
            first.date.filter(|found| !version && (dates_end(cursor, found.end) || next_night(cursor, &found.fields, found.end).is_some()))
        {
            return Some(date_first(cursor, at, found));
        }
        return clock_first(cursor, at).or_else(|| bare_range_start(cursor, at)).or_else(|| day_range_start(cursor, at)).or_else(|| {
            let found = date::bare_year(cursor, at)?;
            Some(Mention { fields: Some(found.fields), ..Mention::new(at..found.end) })
        });
    }
    if !first.starts {
        return None;
    }
    if let Some(found) = *first.date {
        // "dia 14 de outubro" is told by what stands behind "dia".
        let said =
            cursor.does(at, Word::Day) && (found.fields.month.is_some() || found.fields.undecided.is_some()) && cursor.is_number(at + 1);
        return Some(date_first(cursor, if said { at + 1 } else { at }, found));
    }
    if let Some(mention) = day_part_first(cursor, at) {
        return Some(mention);
    }
    part_of_range(cursor, at)
        .or_else(|| clock_first(cursor, at))
        .or_else(|| day_range_start(cursor, at))
        .or_else(|| spelled_range_start(cursor, at))
}

/// The day of `last night between 11 PM and 1 AM`, `this morning from 9 to 10`: hours behind midnight are the next day's.
fn part_of_range(cursor: &Cursor<'_>, at: usize) -> Option<Mention> {
    let (mut fields, part, stop) = joins::day_and_part(cursor, at)?;
    let opens = stop + usize::from(cursor.is(stop, ','));
    if !(cursor.does(opens, Word::Between) || cursor.does(opens, Word::From)) || !cursor.is_number(opens + 1) {
        return None;
    }
    let from = clock::number_led(cursor, opens + 1);
    if part == DayPart::Night && from.is_some_and(|found| found.half_known && found.clock.hour < 6) {
        fields.relative = Some(Relative::Days(0));
    }
    Some(Mention { fields: Some(fields), ..Mention::new(at..stop) })
}

/// Is a numeric date not glued to more of a name, a path or a version?
pub(super) fn dates_end(cursor: &Cursor<'_>, end: usize) -> bool {
    if !cursor.glued(end) {
        return true;
    }
    if cursor.is_word(end) {
        return cursor.text_of(end) == "T" || !cursor.is_number(end - 1);
    }
    let more = cursor.glued(end + 1) && (cursor.is_word(end + 1) || cursor.is_number(end + 1));
    match cursor.token(end).map(|token| token.symbol) {
        Some('.' | '/' | '_' | '@' | '\\') => !more,
        // "2021-03-31-backup" is a name; "9/4-9/8" and "2/3/2021-4/6/2022" are ranges.
        Some('-' | '–') => !(more && cursor.is_word(end + 1)),
        Some('%' | '°' | '$' | '€') => false,
        _ => true,
    }
}

/// `20220101T101500Z`
pub(super) fn compact(cursor: &Cursor<'_>, at: usize) -> Option<Mention> {
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

/// A zone that the text declares for its clock times: `All times are UTC`, `Timeline (CET)`, `horários de Brasília`.
pub(super) fn declared_zone(cursor: &Cursor<'_>, at: usize) -> Option<Named> {
    let is_zone = cursor.any_sense(at, Class::Zone).is_some()
        || cursor.is(at + 1, '/') && cursor.case(at) != Case::Lower
        || cursor.does(at, Word::On) && cursor.does(at + 1, Word::Time)
        || cursor.does(at, Word::Times);
    if !is_zone {
        return None;
    }
    let near =
        (at.saturating_sub(8)..at).rev().take_while(|&place| !cursor.at_line_end(place)).any(|place| cursor.does(place, Word::Times));
    // "(tudo em UTC)", "(all UTC)"
    let all = cursor.near_before(at, 2, Word::Everything);
    // "times are US Central:"
    let title = near && cursor.case(at) == Case::Title && cursor.text_of(at).len() > 4;
    let found = zone::phrase(cursor, at, false).or_else(|| zone::phrase(cursor, at, title || cursor.case(at) == Case::Upper))?;
    let behind = cursor.does(found.end, Word::Throughout);
    // "| Start (UTC) | End (UTC) |" in the head of a table
    let head = at > 0 && cursor.is(at - 1, '(') && cursor.is(found.end, ')') && cursor.is(found.end + 1, '|');
    let named = Named { zone: found.zone, tokens: at..found.end };
    let spoken = found.end > at + 1 && cursor.does(at, Word::Times) && !cursor.does(at + 1, Word::Local);
    (near || spoken || all || behind || head).then_some(named)
}
