//! What the whole document says about its dates and zones.

use jiff::civil::Date;
use jiff::tz::Offset;

use super::cursor::{Cursor, Word};
use super::fields::Fields;
use super::scan::{Mention, Named};
use super::zone::{Rule, Zone};
use super::{DateOrder, TimeSettings};
use crate::languages::Language;
use crate::lines::LineKind;

/// Facts that hold for all mentions of a document.
#[derive(Debug)]
pub(super) struct Evidence {
    /// Does the day stand first in all-number dates?
    pub(super) day_first: bool,
    /// Is that more than a habit of the language?
    pub(super) order_proven: bool,
    /// The zone of clock times that name none, if one zone rules the document.
    zone: Option<Zone>,
    /// Zones that the text declares, with the token from which they hold.
    declared: Vec<(usize, Zone)>,
}

impl Evidence {
    /// Gather it.
    pub(super) fn of(cursor: &Cursor<'_>, mentions: &[Mention], declared: &[(usize, Named)], settings: &TimeSettings) -> Evidence {
        let mut zones: Vec<&Zone> = Vec::new();
        for named in mentions.iter().filter(|mention| mention.clock.is_some()).filter_map(|mention| mention.zone.as_ref()) {
            if spoken(cursor, named) && !zones.contains(&&named.zone) {
                zones.push(&named.zone);
            }
        }
        let only = if let [zone] = zones[..] { (zone.rule != Rule::Local).then(|| zone.clone()) } else { None };
        // Where no person names a zone, the stamps of front matter, mail heads and status pages do, if they all agree.
        let stamped = if zones.is_empty() && declared.is_empty() { stamps(cursor, mentions) } else { None };
        let only = only.or(stamped);
        let zone = only.or_else(|| settings.zone.clone().map(Zone::place).filter(|_| zones.is_empty()));
        // Where clocks are European, so are dates.
        let named = || zones.iter().copied().chain(declared.iter().map(|(_, named)| &named.zone));
        let european =
            cursor.text.contains('£') || named().next().is_some() && named().all(|zone| zone.row.is_some_and(|row| row.day_first));
        let (day_first, order_proven) = order(cursor, mentions, settings, european);
        let declared = declared.iter().map(|(at, named)| (*at, named.zone.clone())).collect();
        Evidence { day_first, order_proven, zone, declared }
    }

    /// The zone of a clock time at token `at` that names none.
    pub(super) fn zone_at(&self, at: usize) -> Option<&Zone> {
        let after = self.declared.partition_point(|&(from, _)| from <= at);
        let declared = after.checked_sub(1).and_then(|last| self.declared.get(last)).or(self.declared.first());
        declared.map(|(_, zone)| zone).or(self.zone.as_ref())
    }
}

/// The one distance from UTC that all stamps of the document have, logs that it quotes left out.
fn stamps(cursor: &Cursor<'_>, mentions: &[Mention]) -> Option<Zone> {
    let quoted = |token: usize| {
        let line = cursor.lines.partition_point(|line| line.tokens.start <= token).checked_sub(1);
        line.and_then(|line| cursor.lines.get(line)).is_some_and(|line| line.kind == LineKind::Code)
    };
    let mut zones = mentions
        .iter()
        .filter(|mention| mention.clock.is_some() && mention.fields.is_some_and(|fields| fields.day.is_some()))
        .filter(|mention| !quoted(mention.tokens.start))
        .filter_map(|mention| mention.zone.as_ref())
        .map(|named| &named.zone);
    let first = zones.next()?;
    // A machine's stamp in UTC says nothing about the clock that people read, nor does one where they speak of local time.
    let local = |at: usize| cursor.does(at, Word::Local) && cursor.does(at + 1, Word::Time);
    if first.offset_at(None) == Some(Offset::UTC) || (0..cursor.tokens.len()).any(local) {
        return None;
    }
    zones.all(|zone| zone == first).then(|| first.clone())
}

/// Is it a zone that a person wrote, and not the `Z` or `+00:00` of a machine's stamp?
fn spoken(cursor: &Cursor<'_>, named: &Named) -> bool {
    let first = named.tokens.start;
    cursor.is_word(first) && cursor.text_of(first) != "Z" || cursor.is(first, '(')
}

/// Day or month first, and whether the document proves it.
fn order(cursor: &Cursor<'_>, mentions: &[Mention], settings: &TimeSettings, european: bool) -> (bool, bool) {
    match settings.order {
        DateOrder::DayMonthYear => return (true, true),
        DateOrder::MonthDayYear => return (false, true),
        DateOrder::Auto => {}
    }
    let known: Vec<(i8, i8)> = mentions
        .iter()
        .filter_map(|mention| mention.fields)
        .filter(|fields| fields.day_first.is_none())
        .filter_map(|fields| Some((fields.month?, fields.day?)))
        .collect();
    let (mut day_first, mut month_first) = (0, 0);
    for fields in mentions.iter().filter_map(|mention| mention.fields) {
        match fields.day_first {
            Some(true) => day_first += 2,
            Some(false) => month_first += 2,
            None => {}
        }
        let Some((a, b)) = fields.undecided else { continue };
        // The same day told elsewhere in words or in ISO form, or a weekday beside it.
        day_first += i32::from(known.contains(&(b, a)));
        month_first += i32::from(known.contains(&(a, b)));
        if let (Some(weekday), Some(year)) = (fields.weekday, fields.year) {
            let fits = |month: i8, day: i8| Date::new(year, month, day).is_ok_and(|date| date.weekday().to_monday_one_offset() == weekday);
            day_first += 2 * i32::from(fits(b, a));
            month_first += 2 * i32::from(fits(a, b));
        }
    }
    let habit = european || cursor.language != Some(Language::En);
    if day_first == month_first { (habit, false) } else { (day_first > month_first, true) }
}

/// Fields with day and month told apart.
pub(super) fn decided(fields: Fields, day_first: bool) -> Fields {
    let Some((a, b)) = fields.undecided else { return fields };
    let (day, month) = if day_first { (a, b) } else { (b, a) };
    Fields { day: Some(day), month: Some(month), undecided: None, ..fields }
}
