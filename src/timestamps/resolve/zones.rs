//! The distance from UTC of a clock time, and what contradicts itself.

use std::ops::Range;

use jiff::civil::DateTime;
use jiff::tz::Offset;

use super::Resolver;
use crate::span::Span;
use crate::tables::Class;
use crate::timestamps::cursor::Cursor;
use crate::timestamps::moment::Moment;
use crate::timestamps::scan::{Link, Mention};
use crate::timestamps::zone::{Row, Zone};

/// Years whose Sundays fall on all days of the month.
const YEARS: [i16; 7] = [2018, 2019, 2020, 2021, 2022, 2023, 2025];

/// The zone word without the brackets around it.
pub(super) fn trimmed_zone(cursor: &Cursor<'_>, tokens: &Range<usize>) -> Span {
    let bracketed = cursor.is_any(tokens.start, &['(', '[']) && tokens.len() > 2;
    let inner = if bracketed { tokens.start + 1..tokens.end - 1 } else { tokens.clone() };
    Mention::span_of(cursor, &inner)
}

/// Does the date settle which zone an ambiguous word is: a `BST` on a summer's day?
fn in_season(zone: &Zone, local: Option<DateTime>) -> bool {
    let Some((row, local)) = zone.row.filter(|row| row.seasonal).zip(local) else { return false };
    let there = row.place.as_ref().and_then(|place| Some(place.to_offset(place.to_ambiguous_timestamp(local).compatible().ok()?)));
    there.is_some() && there == zone.offset_at(Some(local))
}

/// The local day and time of a moment, were it of that year.
fn in_year(value: &Moment, year: i16) -> Option<DateTime> {
    let clock = value.clock?;
    let date = jiff::civil::Date::new(year, value.month?, value.day?).ok()?;
    Some(date.at(clock.hour, clock.minute, clock.second, 0))
}

/// A year to ask for seasons, where only the year is not known: they are much the same in all.
const SOME_YEAR: i16 = 2024;

/// The distance that a zone has on that day and hour in any year: all but some days around the changes of season.
fn of_all_years(zone: &Zone, value: &Moment) -> Option<Offset> {
    let mut offsets = YEARS.iter().filter(|_| value.year.is_none()).map(|&year| zone.offset_at(Some(in_year(value, year)?)));
    let first = offsets.next()??;
    offsets.all(|offset| offset == Some(first)).then_some(first)
}

impl Resolver<'_> {
    /// The zone of the clock time at `at`: its own, its range's, the document's, or that of the time before it.
    pub(super) fn zone_of(&self, at: usize) -> Option<Zone> {
        let mention = &self.mentions[at];
        let partner = || {
            let before = at.checked_sub(1).map(|before| &self.mentions[before]).filter(|before| before.link == Link::Range);
            let after = self.mentions.get(at + 1).filter(|_| mention.link == Link::Range);
            after.into_iter().chain(before).find_map(|other| other.zone.as_ref()).map(|named| &named.zone)
        };
        let near = || {
            // The clock time before it in the same line.
            let before = &self.mentions[at.checked_sub(1)?];
            let close = before.clock.is_some() && mention.tokens.start - before.tokens.end < 40;
            let same_line = close && (before.tokens.end..mention.tokens.start).all(|place| !self.cursor.at_line_end(place));
            before.zone.as_ref().filter(|_| same_line).map(|named| &named.zone)
        };
        let own = mention.zone.as_ref().map(|named| &named.zone);
        own.or_else(partner).or_else(|| self.evidence.zone_at(mention.tokens.start)).or_else(near).cloned()
    }

    /// The distance from UTC of the clock time at `at`.
    pub(super) fn offset(&mut self, at: usize, value: &Moment, zone_span: Option<Span>) -> Option<Offset> {
        let zone = self.zone_of(at)?;
        let zone = self.other_reading(&zone).unwrap_or(zone);
        if zone.ambiguous() && !in_season(&zone, value.local().or_else(|| in_year(value, SOME_YEAR))) && !self.hinted(&zone) {
            if let (Some(span), Some(row)) = (zone_span, zone.row) {
                let other = row.doubt.unwrap_or_default();
                self.warnings.push((span, format!("`{}` may also be {other}: left as local time", span.of(self.cursor.text))));
            }
            return None;
        }
        let offset = zone.offset_at(value.local()).or_else(|| of_all_years(&zone, value));
        if let (Some(offset), Some(local), Some(span)) = (offset, value.local(), zone_span) {
            self.check_season(&zone, offset, local, span);
        }
        offset
    }

    /// Does the rest of the document speak for the usual reading of an ambiguous zone word?
    pub(super) fn hinted(&mut self, zone: &Zone) -> bool {
        let Some(row) = zone.row else { return true };
        if let Some(&(_, known)) = self.hints.iter().find(|(name, _)| *name == row.name) {
            return known;
        }
        let known = self.search_hints(row);
        self.hints.push((row.name, known));
        known
    }

    /// What an ambiguous zone word stands for where the document speaks of another place than the usual one: cues named
    /// `other-ist-dublin`. Nothing where it speaks of both.
    fn other_reading(&self, zone: &Zone) -> Option<Zone> {
        let row = zone.row.filter(|_| zone.ambiguous())?;
        let mut cues = self.cursor.tokens.iter().flat_map(|token| token.word.senses()).filter(|sense| sense.class == Class::Cue);
        let place = cues.find_map(|sense| sense.name.strip_prefix("other-")?.strip_prefix(row.name)?.strip_prefix('-'))?;
        if self.search_hints(row) { None } else { Zone::named(place) }
    }

    pub(super) fn search_hints(&self, row: &Row) -> bool {
        let same_place = self.mentions.iter().filter_map(|mention| mention.zone.as_ref()).any(|named| {
            named.zone.row.is_some_and(|other| {
                other.doubt.is_none()
                    && (other.place.is_some() && other.place == row.place
                        || row.name == "cst"
                            && matches!(
                                other.name,
                                "est" | "edt" | "pst" | "pdt" | "mst" | "mdt" | "et" | "pt" | "ct" | "central" | "eastern"
                            )
                        || row.name == "bst" && other.name == "gmt")
            })
        });
        same_place
            || self.cursor.tokens.iter().any(|token| {
                token.word.senses().iter().any(|sense| sense.class == Class::Cue && sense.name.strip_prefix("hint-") == Some(row.name))
            })
    }

    /// Winter letters in summer, and the reverse.
    pub(super) fn check_season(&mut self, zone: &Zone, offset: Offset, local: DateTime, span: Span) {
        let Some(place) = zone.row.and_then(|row| row.place.as_ref()) else { return };
        if let Ok(timestamp) = place.to_ambiguous_timestamp(local).compatible() {
            let there = place.to_offset(timestamp);
            if there != offset {
                self.warnings.push((span, format!("`{}` was not in force on {}", span.of(self.cursor.text), local.date())));
            }
        }
    }

    /// A weekday that contradicts its date.
    pub(super) fn check(&mut self, at: usize, value: &Moment, span: Span) {
        let Some(fields) = self.mentions[at].fields else { return };
        if let (Some(weekday), Some(date), Some(_)) = (fields.weekday, value.date(), fields.day)
            && date.weekday().to_monday_one_offset() != weekday
            && !self.mentions[at].clock.is_some_and(|found| found.next_day)
        {
            self.warnings.push((span, format!("`{}`: that day is a {:?}", span.of(self.cursor.text), date.weekday())));
        }
    }
}
