//! Zone words and offsets: `UTC`, `PT`, `GMT-3`, `+02:00`, `horário de Brasília`, `US/Pacific`.

use std::collections::HashMap;
use std::sync::LazyLock;

use jiff::civil::{Date, DateTime};
use jiff::tz::{Offset, TimeZone};

use super::cursor::{Cursor, Word};
use crate::tables::Class;
use crate::tokens::Case;

/// What fixes a zone's distance from UTC.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Rule {
    /// The word does.
    Fixed(Offset),
    /// The place and the date do.
    Place(TimeZone),
    /// The text says "local time": nothing does.
    Local,
}

/// A zone as the text names it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Zone {
    pub(super) rule: Rule,
    /// The row of the table it comes from, if any.
    pub(super) row: Option<&'static Row>,
}

/// Days in both seasons of a year whose rules every zone database knows.
const LATEST: Date = Date::constant(2025, 1, 10);
const LATEST_JULY: Date = Date::constant(2025, 7, 10);

/// A row of `zones.tsv`.
#[derive(Debug, PartialEq)]
pub(super) struct Row {
    pub(super) name: &'static str,
    rule: Rule,
    /// The place whose clocks the word is about.
    pub(super) place: Option<TimeZone>,
    /// The other reading of an ambiguous abbreviation.
    pub(super) doubt: Option<&'static str>,
    /// Does a date on which the word's own place keeps that time settle the doubt?
    pub(super) seasonal: bool,
    /// Do people of its place write the day before the month?
    pub(super) day_first: bool,
    /// Is it a zone only in a phrase such as "hora de ..." or "... time"?
    phrase_only: bool,
}

static ROWS: LazyLock<HashMap<&'static str, Row>> = LazyLock::new(|| {
    let rows = crate::tables::rows(include_str!("../tables/zones.tsv"));
    rows.map(|row| parse_row(row).unwrap_or_else(|| panic!("zones.tsv: not `name rule place doubt`: {row}"))).collect()
});

fn parse_row(row: &'static str) -> Option<(&'static str, Row)> {
    let mut cells = row.split('\t');
    let (name, rule, place, doubt) = (cells.next()?, cells.next()?, cells.next()?, cells.next()?);
    let rule = match parse_offset(rule) {
        Some(offset) => Rule::Fixed(offset),
        None => Rule::Place(TimeZone::get(rule).ok()?),
    };
    let day_first = place.starts_with("Europe/");
    let place = if place == "-" { None } else { Some(TimeZone::get(place).ok()?) };
    let phrase_only = doubt == "*";
    let seasonal = doubt.starts_with('~');
    let doubt = if doubt == "-" || phrase_only { None } else { Some(doubt.trim_start_matches('~')) };
    Some((name, Row { name, rule, place, doubt, seasonal, day_first, phrase_only }))
}

/// `+05:30` as an offset.
fn parse_offset(text: &str) -> Option<Offset> {
    let (sign, rest) = match text.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = rest.split_once(':')?;
    offset(sign, hours.parse().ok()?, minutes.parse().ok()?)
}

fn offset(sign: i32, hours: i32, minutes: i32) -> Option<Offset> {
    if !(0..=14).contains(&hours) || !(0..60).contains(&minutes) {
        return None;
    }
    Offset::from_seconds(sign * (hours * 3600 + minutes * 60)).ok()
}

impl Zone {
    fn fixed(offset: Offset) -> Zone {
        Zone { rule: Rule::Fixed(offset), row: None }
    }

    /// The zone of a row of `zones.tsv`.
    pub(super) fn named(row: &str) -> Option<Zone> {
        ROWS.get(row).map(|row| Zone { rule: row.rule.clone(), row: Some(row) })
    }

    /// The zone that a setting names.
    pub(super) fn place(zone: TimeZone) -> Zone {
        Zone { rule: Rule::Place(zone), row: None }
    }

    /// Is it a word that people use for several zones?
    pub(super) fn ambiguous(&self) -> bool {
        self.row.is_some_and(|row| row.doubt.is_some())
    }

    /// The distance from UTC at a local day and time; without a day only words that fix it say.
    pub(super) fn offset_at(&self, local: Option<DateTime>) -> Option<Offset> {
        match &self.rule {
            Rule::Fixed(offset) => Some(*offset),
            Rule::Place(zone) => {
                let at = |local: DateTime| Some(zone.to_offset(zone.to_ambiguous_timestamp(local).compatible().ok()?));
                if let Some(local) = local {
                    return at(local);
                }
                // Without a date: a place that keeps one time all year, as the rules stand.
                let (winter, summer) = (at(LATEST.at(0, 0, 0, 0))?, at(LATEST_JULY.at(0, 0, 0, 0))?);
                (winter == summer).then_some(winter)
            }
            Rule::Local => None,
        }
    }
}

/// A zone found in the text: the place behind it, and what it is.
#[derive(Debug, Clone)]
pub(super) struct ZoneMatch {
    pub(super) end: usize,
    pub(super) zone: Zone,
}

/// The zone that starts at `at`, behind a clock time; brackets around it belong to it.
pub(super) fn behind_clock(cursor: &Cursor<'_>, at: usize, behind_meridiem: bool, exact: bool) -> Option<ZoneMatch> {
    if cursor.is_any(at, &['(', '[']) {
        let close = if cursor.is(at, '(') { ')' } else { ']' };
        let found = phrase(cursor, at + 1, true).filter(|found| cursor.is(found.end, close))?;
        return Some(ZoneMatch { end: found.end + 1, ..found });
    }
    if let Some(found) = iso_offset(cursor, at, exact) {
        return Some(found);
    }
    phrase(cursor, at, behind_meridiem)
}

/// A zone word or phrase at `at`. `loose` also takes lower-case abbreviations.
pub(super) fn phrase(cursor: &Cursor<'_>, at: usize, loose: bool) -> Option<ZoneMatch> {
    if !cursor.is_word(at) {
        return None;
    }
    if let Some(sense) = cursor.any_sense(at, Class::Zone) {
        let row = ROWS.get(sense.name)?;
        let zone = Zone { rule: row.rule.clone(), row: Some(row) };
        if row.phrase_only && cursor.text_of(at + 1).eq_ignore_ascii_case("European") {
            // "Central European Summer Time"
            let place = match row.name {
                "eastern" => "helsinki",
                _ => "paris",
            };
            let end = (at + 2..at + 4).find(|&place| cursor.does(place, Word::Time))?;
            let row = ROWS.get(place)?;
            return Some(ZoneMatch { end: end + 1, zone: Zone { rule: row.rule.clone(), row: Some(row) } });
        }
        if row.phrase_only {
            // "Pacific time", "Eastern Standard Time", "London time"; "US" may stand before it.
            let mut end = at + 1;
            while end < at + 3 && cursor.is_word(end) && !cursor.does(end, Word::Time) {
                end += 1;
            }
            if cursor.does(end, Word::Time) && cursor.is_word(end) {
                return Some(ZoneMatch { end: end + 1, zone });
            }
            if cursor.is(at + 1, '/') && !cursor.is_word(at + 2) {
                return None;
            }
            if !cursor.is(at + 1, '/') {
                return (cursor.case(at) == Case::Title && loose).then_some(ZoneMatch { end: at + 1, zone });
            }
        } else {
            let text = cursor.text_of(at);
            if cursor.case(at) == Case::Upper || text == "Z" || (loose && text.len() == 3) || matches!(row.name, "utc" | "gmt") {
                return Some(signed(cursor, at, zone));
            }
        }
    }
    // horário de Brasília, hora de Lisboa, (de Lisboa), hora local, local time
    let mut place = at;
    if cursor.does(place, Word::Local) && cursor.does(place + 1, Word::Time)
        || cursor.does(place, Word::Time) && cursor.does(place + 1, Word::Local)
    {
        return Some(ZoneMatch { end: place + 2, zone: Zone { rule: Rule::Local, row: None } });
    }
    if cursor.does(place, Word::On) && cursor.does(place + 1, Word::The) && cursor.does(place + 2, Word::Time) {
        place += 2;
    } else if cursor.does(place, Word::On) && cursor.does(place + 1, Word::Time) {
        place += 1;
    }
    if cursor.does(place, Word::Time) || cursor.does(place, Word::Times) && !cursor.does(place, Word::Of) {
        place += 1;
        // "horário oficial de Brasília"
        place += usize::from(cursor.is_word(place) && cursor.does(place + 1, Word::Of));
    }
    if cursor.does(place, Word::Of) {
        let row = cursor.any_sense(place + 1, Class::Zone).and_then(|sense| ROWS.get(sense.name));
        if let Some(row) = row.filter(|row| row.phrase_only) {
            return Some(ZoneMatch { end: place + 2, zone: Zone { rule: row.rule.clone(), row: Some(row) } });
        }
    }
    database_name(cursor, at)
}

/// `UTC`, `UTC+1`, `GMT-03:00`, `UTC −3`: the abbreviation at `at` with a distance behind it.
fn signed(cursor: &Cursor<'_>, at: usize, zone: Zone) -> ZoneMatch {
    let plain = ZoneMatch { end: at + 1, zone };
    if !cursor.does(at, Word::OffsetSign) {
        return plain;
    }
    let sign = at + 1;
    let digits = cursor.glued_digits(sign + 1).filter(|digits| digits.width <= 2 || digits.width == 4);
    let negative = cursor.is_dash(sign);
    let Some(digits) = digits.filter(|_| negative || cursor.is(sign, '+')) else { return plain };
    // "10:00 UTC - 11:00" is a range.
    if !cursor.glued(sign) && cursor.is(sign + 2, ':') && negative && digits.value > 12 {
        return plain;
    }
    let (hours, mut minutes) = if digits.width == 4 { (digits.value / 100, digits.value % 100) } else { (digits.value, 0) };
    let mut end = sign + 2;
    if digits.width <= 2
        && cursor.is(end, ':')
        && cursor.glued(end)
        && let Some(more) = cursor.glued_digits(end + 1).filter(|more| more.width == 2)
    {
        minutes = more.value;
        end += 2;
    }
    match offset(if negative { -1 } else { 1 }, hours, minutes) {
        // "10:00 UTC-11:00 UTC" is a range.
        Some(_) if phrase(cursor, end, false).is_some() => plain,
        Some(offset) => ZoneMatch { end, zone: Zone::fixed(offset) },
        None => plain,
    }
}

/// `Z`, `+02:00`, `-0300` right behind a clock time; `+0000` also after a blank. Only behind an `exact` time, one with
/// seconds or an ISO date, is `-02:00` a distance: `10:00-11:30` is a range.
fn iso_offset(cursor: &Cursor<'_>, at: usize, exact: bool) -> Option<ZoneMatch> {
    if cursor.is_word(at) && cursor.glued(at) && matches!(cursor.text_of(at), "Z" | "z") {
        return Some(ZoneMatch { end: at + 1, zone: Zone { rule: Rule::Fixed(Offset::UTC), row: None } });
    }
    let negative = cursor.is_any(at, &['-', '−']);
    if !negative && !cursor.is(at, '+') {
        return None;
    }
    let digits = cursor.glued_digits(at + 1)?;
    // Status pages of places without a zone's name: "Mar 05, 2012 - 08:14 -03"
    if negative && !cursor.glued(at) && digits.width == 2 && cursor.text_of(at + 1).starts_with('0') {
        let ends = !cursor.glued(at + 2) || cursor.is_any(at + 2, &[')', ',', ';', '.', '|', '*']) && !cursor.glued_digits_any(at + 3);
        return if ends { Some(ZoneMatch { end: at + 2, zone: Zone::fixed(offset(-1, digits.value, 0)?) }) } else { None };
    }
    // "05:55 -0100" is no range.
    let spaced = !cursor.glued(at) && digits.width == 4 && digits.value <= 1400 && digits.value % 100 % 15 == 0 && !cursor.glued(at + 2);
    if negative && !exact && !spaced {
        return None;
    }
    let sign = if negative { -1 } else { 1 };
    if digits.width == 4 {
        let found = offset(sign, digits.value / 100, digits.value % 100)?;
        return Some(ZoneMatch { end: at + 2, zone: Zone::fixed(found) });
    }
    if digits.width != 2 || !cursor.glued(at) && negative {
        return None;
    }
    if cursor.is(at + 2, ':') && cursor.glued(at + 2) {
        let minutes = cursor.glued_digits(at + 3).filter(|minutes| minutes.width == 2)?;
        let found = offset(sign, digits.value, minutes.value).filter(|_| minutes.value % 15 == 0)?;
        return Some(ZoneMatch { end: at + 4, zone: Zone::fixed(found) });
    }
    if negative { None } else { Some(ZoneMatch { end: at + 2, zone: Zone::fixed(offset(sign, digits.value, 0)?) }) }
}

/// An IANA name: `US/Pacific`, `America/Sao_Paulo`.
fn database_name(cursor: &Cursor<'_>, at: usize) -> Option<ZoneMatch> {
    if !cursor.is(at + 1, '/') || !cursor.glued(at + 1) || !cursor.glued(at + 2) {
        return None;
    }
    let mut end = at + 2;
    while end < at + 8 && cursor.glued(end) && (cursor.is_word(end) || cursor.is_any(end, &['/', '_', '-'])) {
        end += 1;
    }
    let span = crate::span::Span::new(cursor.token(at)?.span().start, cursor.token(end - 1)?.span().end);
    let zone = TimeZone::get(span.of(cursor.text)).ok()?;
    Some(ZoneMatch { end, zone: Zone::place(zone) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_zone_word_has_a_row() {
        assert!(ROWS.len() > 60);
        for row in include_str!("../tables/times.tsv").lines().filter(|row| row.contains("\tzone\t")) {
            let name = row.rsplit('\t').next().unwrap_or_default();
            assert!(ROWS.contains_key(name), "times.tsv names a zone that zones.tsv lacks: {row}");
        }
    }
}
