//! One pass over the mentions in the order of the text that gives each its value.

use std::ops::Range;

use jiff::civil::{Date, DateTime, Weekday};
use jiff::{Span as Interval, tz::Offset};

use super::clock::{ClockMatch, Half};
use super::cursor::{Cursor, Word};
use super::evidence::{self, Evidence};
use super::fields::{Fields, Relative, Shift};
use super::moment::{Clock, Moment, Precision};
use super::scan::{Link, Mention};
use super::zone::{Row, Zone};
use super::{Role, TimeSettings, Timeline, Timestamp};
use crate::layout::{Line, LineKind};
use crate::span::Span;
use crate::tables::Class;

/// A day of which year or month may only be assumed, so that weekdays and neighbours can be reckoned all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Day {
    pub(super) date: Date,
    pub(super) year: bool,
    pub(super) month: bool,
    /// Does the assumed date fall on the right day of the week?
    pub(super) weekday: bool,
}

impl Day {
    fn sure(date: Date) -> Day {
        Day { date, year: true, month: true, weekday: true }
    }

    /// So many days on.
    fn plus(self, days: i64) -> Option<Day> {
        Some(Day { date: shifted(self.date, days)?, ..self })
    }

    fn full(self) -> bool {
        self.year && self.month
    }
}

fn shifted(date: Date, days: i64) -> Option<Date> {
    let days = i32::try_from(days).ok().filter(|days| days.abs() < 3_000_000)?;
    date.checked_add(Interval::new().days(days)).ok()
}

impl Shift {
    fn interval(self) -> Interval {
        Interval::new().months(self.months).days(self.days).seconds(self.seconds)
    }
}

fn days_between(from: Date, to: Date) -> i64 {
    to.duration_since(from).as_hours() / 24
}

struct Resolver<'a> {
    cursor: Cursor<'a>,
    settings: &'a TimeSettings,
    evidence: Evidence,
    mentions: Vec<Mention>,
    /// The day that bare clock times belong to.
    context: Option<Day>,
    /// The day on which the text above was written.
    today: Option<Day>,
    /// The first day in the document that is complete, and the first with a weekday: for what stands before any day.
    first: Option<Day>,
    first_weekday: Option<Day>,
    /// The moment last told in full, and the entry of a timeline that is being read: where its line ends, day and clock.
    instant: Option<jiff::Timestamp>,
    entry: Option<(usize, Day, Clock)>,
    /// The first entry of a timeline that has a date, and its clock time.
    first_entry: Option<(Range<usize>, Clock)>,
    /// The days of the "Posted ..." lines, and whether the context is one of them.
    posted: Vec<(usize, Day)>,
    context_posted: bool,
    /// The day that the entries of a timeline belong to.
    frame: Option<Day>,
    /// The first date that is not full, and the day that the text calls today.
    only_date: Option<Day>,
    said_today: Option<Day>,
    /// The day that the text declares for everything that names none.
    declared: Option<Day>,
    /// The last clock time without a date of its own, for the roll over midnight.
    last_clock: Option<(ClockMatch, Option<Offset>)>,
    rolled: bool,
    /// Ambiguous zone words already judged.
    hints: Vec<(&'static str, bool)>,
    warnings: Vec<(Span, String)>,
}

/// Give every mention its value.
pub(super) fn resolve(cursor: Cursor<'_>, mentions: Vec<Mention>, evidence: Evidence, settings: &TimeSettings) -> Timeline {
    let mut resolver = Resolver {
        cursor,
        settings,
        evidence,
        mentions,
        context: None,
        today: None,
        first: None,
        first_weekday: None,
        instant: None,
        entry: None,
        first_entry: None,
        posted: Vec::new(),
        context_posted: false,
        frame: None,
        only_date: None,
        said_today: None,
        hints: Vec::new(),
        declared: None,
        last_clock: None,
        rolled: false,
        warnings: Vec::new(),
    };
    resolver.prepare();
    resolver.prepare_partial();
    resolver.prepare_entries();
    resolver.run()
}

impl Resolver<'_> {
    /// What neighbours and the whole document settle before the pass.
    fn prepare(&mut self) {
        let day_first = self.evidence.day_first;
        let mut doubtful = None;
        for mention in &mut self.mentions {
            if let Some(fields) = mention.fields.as_mut() {
                if fields.undecided.is_some() && !self.evidence.order_proven && self.cursor.language == Some(crate::language::Language::En)
                {
                    doubtful.get_or_insert(mention.tokens.clone());
                }
                *fields = evidence::decided(*fields, day_first);
            }
        }
        if let Some(tokens) = doubtful {
            let span = Mention::span_of(&self.cursor, &tokens);
            self.warnings.push((
                span,
                format!("day and month of `{}` are not told apart by the document: read as month first", span.of(self.cursor.text)),
            ));
        }
        for at in 1..self.mentions.len() {
            let (before, after) = self.mentions.split_at_mut(at);
            let (Some(first), Some(second)) = (before.last_mut(), after.first_mut()) else { continue };
            match first.link {
                Link::Range => {
                    share_fields(first, second);
                    share_halves(first, second);
                }
                Link::List => share_fields(first, second),
                Link::None | Link::Same => {}
            }
        }
        let fields = || self.mentions.iter().filter_map(|mention| mention.fields);
        self.first = fields().find_map(|fields| fields.date()).map(Day::sure);
        let known_year = self.first.map(|day| day.date);
        self.first_weekday =
            fields().filter(|fields| fields.weekday.is_some() && fields.day.is_some() && fields.relative.is_none()).find_map(|fields| {
                let month = fields.month.or_else(|| {
                    self.mentions.iter().filter_map(|mention| mention.fields).find_map(|other| other.month.filter(|_| other.day.is_some()))
                });
                assumed(Fields { month, ..fields }, known_year)
            });
    }

    /// The first date that is no full one, and the day that the text itself calls today: "nesta quinta-feira (16)".
    fn prepare_partial(&mut self) {
        let known = self.first.map(|day| day.date);
        let dated = || self.mentions.iter().filter_map(|mention| mention.fields).filter(|fields| fields.day.is_some());
        self.only_date = dated().filter(|fields| fields.relative.is_none()).find_map(|fields| assumed(fields, None));
        self.said_today = dated()
            .filter(|fields| matches!(fields.relative, Some(Relative::WeekdayHere | Relative::Days(0))))
            .find_map(|fields| assumed(fields, known));
    }

    /// The entry of a timeline whose date tells the days of the entries above it.
    fn prepare_entries(&mut self) {
        let posted = self.mentions.iter().filter(|mention| mention.clock.is_some()).filter_map(|mention| {
            let date = mention.fields?.date()?;
            let line = self.line_of(mention.tokens.start)?;
            let first = line.tokens.start;
            (self.cursor.does(first, Word::Stamp) && mention.tokens.start <= first + 3).then_some((mention.tokens.start, Day::sure(date)))
        });
        self.posted = posted.collect();
        let dated = self.mentions.iter().find(|mention| mention.fields.is_some_and(|fields| fields.day.is_some()));
        let entry = dated.filter(|mention| mention.clock.is_some() && self.opens_line(mention.tokens.start));
        self.first_entry = entry.and_then(|mention| Some((mention.tokens.clone(), mention.clock?.clock)));
    }

    fn run(mut self) -> Timeline {
        let mut timestamps = Vec::with_capacity(self.mentions.len());
        let mut days: Vec<Option<Day>> = Vec::with_capacity(self.mentions.len());
        for at in 0..self.mentions.len() {
            let (day, own) = self.day_of(at, &days);
            days.push(day);
            let mention = &self.mentions[at];
            let partial = mention.fields.filter(|fields| fields.day.is_none() && fields.weekday.is_none());
            let mut span = mention.span(&self.cursor);
            if day.is_none()
                && mention.clock.is_some()
                && matches!(mention.fields, Some(Fields { relative: Some(Relative::Days(_)), weekday: None, .. }))
            {
                // "14:00 today" in a text of no known day is a clock time and nothing more.
                span = Mention::span_of(&self.cursor, &mention.core);
            }
            let mut value = Moment::default();
            if let Some(day) = day {
                value.day = Some(day.date.day());
                value.month = day.month.then_some(day.date.month());
                value.year = (day.year && day.month).then_some(day.date.year());
            } else if let Some(fields) = partial {
                (value.year, value.month) = self.month_and_year(fields);
                if (value.year.is_none() && value.month.is_none() || value.year.is_none() && fields.relative.is_some())
                    && mention.clock.is_none()
                {
                    continue;
                }
            } else if mention.clock.is_none() {
                continue;
            }
            // "the next day" alone only says which day the clock times behind it belong to.
            if mention.clock.is_none()
                && mention.fields.is_some_and(|fields| fields.relative == Some(Relative::DayAfter))
                && self.settings.anchor.is_none()
            {
                continue;
            }
            let mut zone_span = None;
            if let (Some(Fields { relative: Some(Relative::Shift(shift)), weekday: None, .. }), None) = (mention.fields, mention.clock) {
                // A length of hours or minutes lands on a clock time.
                let moment =
                    self.settings.anchor.filter(|_| shift.seconds != 0).and_then(|anchor| anchor.checked_add(shift.interval()).ok());
                value.clock = moment.map(|moment| Clock {
                    hour: moment.hour(),
                    minute: moment.minute(),
                    second: moment.second(),
                    precision: Precision::Minute,
                });
            }
            if let Some(found) = mention.clock {
                value.clock = Some(found.clock);
                if let Some(named) = &mention.zone {
                    zone_span = Some(trimmed_zone(&self.cursor, &named.tokens));
                }
                value.offset = self.offset(at, &value, zone_span);
                self.last_clock = Some((found, value.offset));
                if let Some(day) = day.filter(|_| self.opens_line(self.mentions[at].tokens.start)) {
                    let line_end = self.line_of(self.mentions[at].tokens.start).map_or(0, |line| line.tokens.end);
                    self.entry = Some((line_end, day, found.clock));
                }
                if found.next_day {
                    value = next_day(value);
                }
            }
            if own {
                self.check(at, &value, span);
                self.instant = value.instant();
            }
            timestamps.push(Timestamp { span, value, zone: zone_span, role: Role::Event });
        }
        Timeline { timestamps, warnings: self.warnings }
    }

    /// The day of the mention at `at`, and whether it is written there.
    fn day_of(&mut self, at: usize, days: &[Option<Day>]) -> (Option<Day>, bool) {
        let mention = &self.mentions[at];
        let linked = at.checked_sub(1).map(|before| self.mentions[before].link).unwrap_or(Link::None);
        if let Some(fields) = mention.fields {
            if let Some(day) = self.read(fields, at) {
                // What is told behind "from the 3rd to the 5th" begins on the 3rd.
                let ends_range = linked == Link::Range && mention.clock.is_none() && self.mentions[at - 1].clock.is_none();
                if !(ends_range && self.context.is_some()) {
                    self.learn(at, fields, day);
                }
                return (Some(day), true);
            }
            if fields.day.is_none() || mention.clock.is_none() {
                return (None, true);
            }
        }
        let Some(found) = mention.clock else { return (None, false) };
        // The second end of a range, or the same moment told again.
        if let (Link::Range | Link::Same, Some(Some(day))) = (linked, days.last()) {
            let first = &self.mentions[at - 1];
            let shift = match (linked, first.clock) {
                (Link::Range, Some(clock)) => i64::from(clock.clock > found.clock),
                (Link::Same, Some(clock)) => self.zone_shift(
                    *day,
                    &clock,
                    first.zone.as_ref().map(|named| &named.zone),
                    &found,
                    mention.zone.as_ref().map(|named| &named.zone),
                ),
                _ => 0,
            };
            let day = day.plus(shift);
            if linked == Link::Range && shift != 0 {
                self.context = day.or(self.context);
                self.rolled = true;
            }
            return (day, false);
        }
        if linked == Link::Range && days.last() == Some(&None) && mention.link != Link::Range {
            return (None, false);
        }
        // The first end of a range whose other end has the date.
        if let (Link::Range | Link::Same, Some(second)) = (mention.link, self.mentions.get(at + 1)) {
            if let Some(day) = second.fields.and_then(|fields| self.read(fields, at + 1)) {
                let shift = match (mention.link, second.clock) {
                    (Link::Range, Some(clock)) => -i64::from(clock.clock < found.clock),
                    (Link::Same, Some(clock)) => self.zone_shift(
                        day,
                        &clock,
                        second.zone.as_ref().map(|named| &named.zone),
                        &found,
                        mention.zone.as_ref().map(|named| &named.zone),
                    ),
                    _ => 0,
                };
                return (day.plus(shift), false);
            }
        }
        if self.cursor.near_before(mention.tokens.start, 5, Word::Schedule) {
            return (None, false);
        }
        let entry = self.opens_line(mention.tokens.start);
        let context = if entry { self.frame.or(self.context) } else { self.context };
        // What an update says stands above its "Posted ...".
        let context =
            if self.context.is_none() || self.context_posted { self.posted_below(mention.tokens.start).or(context) } else { context };
        let mut day = self.declared.or(context).or(self.first);
        if context.is_none() {
            day = day.or(self.only_date).and_then(|day| if self.before_first(at) { day.plus(-1) } else { Some(day) });
        }
        if let (Some(shown), Some(told), None) = (day, self.instant, self.declared) {
            // The last moment was told in another zone, where it may be another day.
            let local = shown.date.at(found.clock.hour, found.clock.minute, 0, 0);
            let date = self.zone_of(at).and_then(|zone| zone.offset_at(Some(local))).map(|offset| offset.to_datetime(told).date());
            if let Some(date) = date.filter(|date| shown.full() && context == self.context && days_between(shown.date, *date).abs() == 1) {
                day = Some(Day { date, ..shown });
            }
        }
        if let Some(day) = self.update_range(at) {
            return (Some(day), false);
        }
        // Over midnight, and back again.
        if let (Some(today), Some((last, _))) = (day, self.last_clock) {
            if last.clock.hour >= 18 && found.clock.hour < 6 && !self.rolled {
                day = today.plus(1);
                self.context = day;
                self.frame = if entry { day } else { self.frame };
                self.rolled = true;
            } else if self.rolled && last.clock.hour < 6 && found.clock.hour >= 18 {
                day = today.plus(-1);
                self.context = day;
                self.frame = if entry { day } else { self.frame };
                self.rolled = false;
            }
        }
        (day, false)
    }

    /// The day of the next "Posted ..." below a token.
    fn posted_below(&self, token: usize) -> Option<Day> {
        let next = self.posted.partition_point(|&(at, _)| at < token);
        self.posted.get(next).map(|&(_, day)| day)
    }

    /// Does the mention at `at` stand above the first dated entry of a timeline, and at a later hour: the evening before?
    fn before_first(&self, at: usize) -> bool {
        let Some((tokens, clock)) = &self.first_entry else { return false };
        self.mentions[at].tokens.start < tokens.start && self.mentions[at].clock.is_some_and(|found| found.clock > *clock)
    }

    /// The day of a range told in an entry of a timeline: the one whose end lies nearer to the entry's own hour. An update of
    /// half past midnight that tells of 17:30 to 23:50 means the evening before.
    fn update_range(&self, at: usize) -> Option<Day> {
        let (line_end, day, clock) = self.entry?;
        let (first, second) = (&self.mentions[at], self.mentions.get(at + 1)?);
        if first.link != Link::Range
            || first.tokens.start >= line_end
            || second.fields.is_some()
            || second.zone.is_none() && first.zone.is_none()
        {
            return None;
        }
        let (from, to) = (first.clock?.clock, second.clock?.clock);
        let minutes = |clock: Clock| i32::from(clock.hour) * 60 + i32::from(clock.minute);
        let back = i64::from(minutes(to) - minutes(clock) > 12 * 60) + i64::from(from > to && to <= clock);
        if back == 0 { None } else { day.plus(-back) }
    }

    /// How many days apart the same moment is in two zones.
    fn zone_shift(&self, day: Day, from: &ClockMatch, from_zone: Option<&Zone>, to: &ClockMatch, to_zone: Option<&Zone>) -> i64 {
        let local = |clock: &ClockMatch| day.date.at(clock.clock.hour, clock.clock.minute, clock.clock.second, 0);
        let (Some(from_offset), Some(to_offset)) =
            (from_zone.and_then(|zone| zone.offset_at(Some(local(from)))), to_zone.and_then(|zone| zone.offset_at(Some(local(to)))))
        else {
            return 0;
        };
        let Ok(instant) = from_offset.to_timestamp(local(from)) else { return 0 };
        days_between(day.date, to_offset.to_datetime(instant).date()).clamp(-1, 1)
    }

    /// Remember a written day for what follows.
    fn learn(&mut self, at: usize, fields: Fields, day: Day) {
        if self.attributive(at, fields) {
            return;
        }
        let start = self.mentions[at].tokens.start;
        if self.cursor.near_before(start, 9, Word::Otherwise) {
            self.declared = Some(day);
        }
        let header = if fields.day.is_some() { self.heads(at) } else { None };
        if header.is_some() {
            self.today = Some(day);
        }
        let context = if header == Some(Header::Later) { self.first.unwrap_or(day) } else { day };
        self.context = Some(context);
        self.context_posted = self.posted.binary_search_by_key(&start, |&(token, _)| token).is_ok();
        if header.is_some() || self.frame.is_none() || !self.passing(at, fields) {
            self.frame = Some(context);
        }
        if self.today.is_none()
            && self.settings.anchor.is_none()
            && (fields.relative == Some(Relative::WeekdayHere) || fields.relative == Some(Relative::Days(0)))
            && fields.weekday.is_some()
        {
            self.today = Some(day);
        }
        self.last_clock = None;
        self.rolled = false;
        self.instant = None;
    }

    /// Is the day only mentioned in passing, so that the entries of a timeline below do not belong to it?
    fn passing(&self, at: usize, fields: Fields) -> bool {
        let start = self.mentions[at].tokens.start;
        if self.opens_line(start) {
            return false;
        }
        let counted = fields.relative.is_some() || fields.day.is_none();
        let aside = start.checked_sub(1).is_some_and(|before| self.cursor.is_any(before, &['(', '"', '\'', '=']));
        counted || aside || self.line_of(start).is_some_and(|line| line.kind == LineKind::Code)
    }

    fn line_of(&self, token: usize) -> Option<&Line> {
        let line = self.cursor.lines.partition_point(|line| line.tokens.start <= token).checked_sub(1)?;
        self.cursor.lines.get(line)
    }

    /// Does what starts at this token open its line, as an entry of a timeline does? A speaker's name may stand before it.
    fn opens_line(&self, token: usize) -> bool {
        let Some(line) = self.line_of(token) else { return false };
        let before = line.tokens.start..token;
        before.len() <= 8
            && before.clone().filter(|&place| self.cursor.is_word(place)).count() <= 2
            && !before.clone().any(|place| {
                self.cursor.does(place, Word::At)
                    || self.cursor.does(place, Word::On)
                    || self.cursor.does(place, Word::From)
                    || self.cursor.is_number(place)
            })
    }

    /// Does the mention only tell which one of something is meant: "the release of yesterday"?
    fn attributive(&self, at: usize, fields: Fields) -> bool {
        let mention = &self.mentions[at];
        if mention.clock.is_some() || !matches!(fields.relative, Some(Relative::Days(_))) {
            return false;
        }
        let Some(of) = self.cursor.before(mention.tokens.start).filter(|&of| self.cursor.does(of, Word::Of) && self.cursor.is_word(of))
        else {
            return false;
        };
        let noun = of.checked_sub(1);
        noun.is_some_and(|noun| self.cursor.is_word(noun) && self.cursor.sense(noun, Class::DayPart).is_none())
    }

    /// Does the mention at `at` head the text below it, and is that text written after the incident?
    fn heads(&self, at: usize) -> Option<Header> {
        let mention = &self.mentions[at];
        let line = self.line_of(mention.tokens.start)?;
        let inside = |other: &&Mention| line.tokens.contains(&other.tokens.start);
        let before = self.mentions[..at].iter().rev().take(8).take_while(inside).map(|other| other.tokens.len());
        let after = self.mentions[at..].iter().take(8).take_while(inside).map(|other| other.tokens.len());
        let rest = line.tokens.len().saturating_sub(before.chain(after).sum());
        let stamped = line.tokens.clone().take(8).any(|place| self.cursor.does(place, Word::Stamp));
        if stamped && rest <= 10 {
            return Some(Header::Later);
        }
        let edge = mention.tokens.start < line.tokens.start + 5 || mention.tokens.end + 1 >= line.tokens.end;
        let short = rest <= 8 && (line.is_heading() || edge);
        (short && !matches!(line.kind, LineKind::Row | LineKind::Code)).then_some(Header::Plain)
    }

    /// The day that relative words count from.
    fn anchor(&self) -> Option<Day> {
        self.today.or_else(|| self.settings.anchor.map(|anchor| Day::sure(anchor.date()))).or(self.said_today)
    }

    /// The day that written fields mean.
    fn read(&self, fields: Fields, at: usize) -> Option<Day> {
        if let Some(date) = fields.date() {
            return Some(Day::sure(date));
        }
        if let (Some(month), Some(day)) = (fields.month, fields.day) {
            return self.with_year(fields, month, day);
        }
        if let (Some(day), Some(Relative::DayOfMonth(months))) = (fields.day, fields.relative) {
            let anchor = self.anchor()?;
            let month = anchor.date.first_of_month().checked_add(Interval::new().months(months)).ok()?;
            return Date::new(month.year(), month.month(), day).ok().map(|date| Day { date, ..anchor });
        }
        if let Some(day) = fields.day {
            return self.with_month(fields, day);
        }
        match fields.relative {
            Some(Relative::Shift(shift)) => return self.shifted(fields, shift, at),
            Some(Relative::NthWeekday(nth, months)) => return self.of_month(fields, nth, months),
            Some(Relative::DayAfter) => return self.context.or(self.anchor()).and_then(|day| day.plus(1)),
            Some(Relative::Month(_) | Relative::Year(_)) => return None,
            _ => {}
        }
        if let Some(Relative::Days(days)) = fields.relative {
            if let Some(anchor) = self.anchor() {
                return anchor.plus(i64::from(days));
            }
            if fields.weekday.is_none() {
                return None;
            }
        }
        self.weekday(fields, at)
    }

    /// A length before or after the day of writing. Only what the reader was told counts here: a document's own headings
    /// are no base for lengths in its story.
    fn shifted(&self, fields: Fields, shift: Shift, at: usize) -> Option<Day> {
        let anchor = self.settings.anchor?;
        let base = match fields.weekday {
            Some(_) => {
                // Forward from the weekday to come, backward from the one before.
                let relative = if shift.days + shift.months > 0 { Some(Relative::WeekdayAfter) } else { None };
                self.weekday(Fields { weekday: fields.weekday, relative, ..Fields::default() }, at)?.date.to_datetime(anchor.time())
            }
            None => anchor,
        };
        base.checked_add(shift.interval()).ok().map(|moment| Day::sure(moment.date()))
    }

    /// The n-th weekday, or the last day, of a month.
    fn of_month(&self, fields: Fields, nth: i8, months: i32) -> Option<Day> {
        let first = match (fields.month, fields.year) {
            (Some(month), Some(year)) => Date::new(year, month, 1).ok()?,
            (Some(_), None) => {
                let base = self.context.filter(|day| day.full()).or(self.first).or(self.anchor()).filter(|day| day.year)?;
                Date::new(base.date.year(), fields.month?, 1).ok()?
            }
            _ => self.anchor()?.date.first_of_month().checked_add(Interval::new().months(months)).ok()?,
        };
        let Some(weekday) = fields.weekday else { return Some(Day::sure(first.last_of_month())) };
        let weekday = Weekday::from_monday_one_offset(weekday).ok()?;
        first.nth_weekday_of_month(if nth == 0 { -1 } else { nth }, weekday).ok().map(Day::sure)
    }

    /// A day and month, with the year that the document or the day of writing gives.
    fn with_year(&self, fields: Fields, month: i8, day: i8) -> Option<Day> {
        let document = self.context.filter(|day| day.full()).or(self.first);
        let anchor = self.settings.anchor.map(|anchor| anchor.date());
        let Some(base) = document.map(|day| day.date).or(anchor) else { return assumed(fields, None) };
        // Reports look back: a day far ahead of the day of writing is last year's.
        let ahead = if document.is_some() { 183 } else { 60 };
        let fits = |date: &Date| fields.weekday.is_none_or(|weekday| date.weekday().to_monday_one_offset() == weekday);
        let candidates = || (-4..=4).filter_map(|shift| Date::new(base.year() + shift, month, day).ok());
        let distance = |date: &Date| {
            let days = days_between(base, *date);
            if days > ahead { days + 10_000 } else { days.abs() }
        };
        let nearest = candidates().min_by_key(distance)?;
        let best =
            candidates().filter(fits).min_by_key(distance).filter(|date| (date.year() - nearest.year()).abs() <= 1).unwrap_or(nearest);
        Some(Day::sure(best))
    }

    /// A day of the month alone.
    fn with_month(&self, fields: Fields, day: i8) -> Option<Day> {
        // A day with its weekday is near the day of writing; a bare one belongs to the month the text speaks of.
        let here = if fields.weekday.is_some() { self.today.filter(|today| today.weekday) } else { None };
        let base = here.or(self.context).or(self.first).or_else(|| self.settings.anchor.map(|anchor| Day::sure(anchor.date())));
        let Some(base) = base.filter(|base| base.month) else { return assumed(fields, None) };
        let month_of = |shift: i32| {
            base.date
                .first_of_month()
                .checked_add(Interval::new().months(shift))
                .ok()
                .and_then(|first| Date::new(first.year(), first.month(), day).ok())
        };
        let fits = |date: &Date| fields.weekday.is_none_or(|weekday| date.weekday().to_monday_one_offset() == weekday);
        let own = month_of(0);
        let date = if base.weekday && fields.weekday.is_some() {
            let by_distance = |date: &Date| days_between(base.date, *date).abs();
            let far = if self.settings.anchor.is_some() && self.context.is_none() && self.first.is_none() { 48 } else { 1 };
            (-far..=far).filter_map(month_of).filter(fits).min_by_key(by_distance).or(own)
        } else {
            own.or_else(|| month_of(-1))
        };
        Some(Day { date: date?, weekday: base.weekday || fields.weekday.is_some() && date.is_some_and(|date| fits(&date)), ..base })
    }

    /// A weekday alone.
    fn weekday(&self, fields: Fields, _at: usize) -> Option<Day> {
        let weekday = i64::from(fields.weekday?);
        let of = |day: Day| i64::from(day.date.weekday().to_monday_one_offset());
        if let Some(today) = self.anchor().filter(|day| day.weekday) {
            let own = of(today);
            let back = (own - weekday).rem_euclid(7);
            let days = match fields.relative {
                Some(Relative::WeekdayOfWeek(weeks)) => weekday - own + 7 * i64::from(weeks),
                Some(Relative::WeekdayBefore) => {
                    if back == 0 {
                        -7
                    } else {
                        -back
                    }
                }
                Some(Relative::WeekdayAfter) => {
                    let ahead = (weekday - own).rem_euclid(7);
                    if ahead == 0 { 7 } else { ahead }
                }
                Some(Relative::WeekdayHere) => {
                    if back > 3 {
                        7 - back
                    } else {
                        -back
                    }
                }
                _ => -back,
            };
            return today.plus(days);
        }
        let base = self.context.filter(|day| day.weekday).or(self.first.filter(|_| self.context.is_none())).or(self.first_weekday)?;
        let back = (of(base) - weekday).rem_euclid(7);
        base.plus(if back > 3 { 7 - back } else { -back })
    }

    /// Month and year of a mention that names no day.
    fn month_and_year(&self, fields: Fields) -> (Option<i16>, Option<i8>) {
        if fields.year.is_some() {
            return (fields.year, fields.month);
        }
        if let (Some(Relative::Month(shift)), Some(anchor)) = (fields.relative, self.settings.anchor) {
            let first = anchor.date().first_of_month().checked_add(Interval::new().months(shift)).ok();
            return (first.map(Date::year), first.map(Date::month));
        }
        if let (Some(Relative::Year(shift)), Some(anchor)) = (fields.relative, self.settings.anchor) {
            return (i16::try_from(i32::from(anchor.year()) + shift).ok(), None);
        }
        let Some(month) = fields.month else { return (None, None) };
        let base =
            self.context.filter(|day| day.full()).or(self.first).map(|day| day.date).or(self.settings.anchor.map(|anchor| anchor.date()));
        let year = base.map(|base| {
            let ahead = (i32::from(month) - i32::from(base.month())).rem_euclid(12);
            // Up to three months ahead is this year's or next year's; everything else lies behind.
            let months = if ahead <= 3 { ahead } else { ahead - 12 };
            base.first_of_month().checked_add(Interval::new().months(months)).map_or(base.year(), |date| date.year())
        });
        (year, Some(month))
    }

    /// The zone of the clock time at `at`: its own, its range's, the document's, or that of the time before it.
    fn zone_of(&self, at: usize) -> Option<Zone> {
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
    fn offset(&mut self, at: usize, value: &Moment, zone_span: Option<Span>) -> Option<Offset> {
        let zone = self.zone_of(at)?;
        if zone.ambiguous() && !self.hinted(&zone) {
            if let (Some(span), Some(row)) = (zone_span, zone.row) {
                let other = row.doubt.unwrap_or_default();
                self.warnings.push((span, format!("`{}` may also be {other}: left as local time", span.of(self.cursor.text))));
            }
            return None;
        }
        let offset = zone.offset_at(value.local());
        if let (Some(offset), Some(local), Some(span)) = (offset, value.local(), zone_span) {
            self.check_season(&zone, offset, local, span);
        }
        offset
    }

    /// Does the rest of the document speak for the usual reading of an ambiguous zone word?
    fn hinted(&mut self, zone: &Zone) -> bool {
        let Some(row) = zone.row else { return true };
        if let Some(&(_, known)) = self.hints.iter().find(|(name, _)| *name == row.name) {
            return known;
        }
        let known = self.search_hints(row);
        self.hints.push((row.name, known));
        known
    }

    fn search_hints(&self, row: &Row) -> bool {
        let same_place = self.mentions.iter().filter_map(|mention| mention.zone.as_ref()).any(|named| {
            named.zone.row.is_some_and(|other| {
                other.doubt.is_none()
                    && (other.place.is_some() && other.place == row.place
                        || row.name == "cst" && matches!(other.name, "est" | "edt" | "pst" | "pdt" | "mst" | "mdt" | "et" | "pt" | "ct")
                        || row.name == "bst" && other.name == "gmt")
            })
        });
        same_place
            || self.cursor.tokens.iter().any(|token| {
                token.word.senses().iter().any(|sense| sense.class == Class::Cue && sense.name.strip_prefix("hint-") == Some(row.name))
            })
    }

    /// Winter letters in summer, and the reverse.
    fn check_season(&mut self, zone: &Zone, offset: Offset, local: DateTime, span: Span) {
        let Some(place) = zone.row.and_then(|row| row.place.as_ref()) else { return };
        if let Ok(timestamp) = place.to_ambiguous_timestamp(local).compatible() {
            let there = place.to_offset(timestamp);
            if there != offset {
                self.warnings.push((span, format!("`{}` was not in force on {}", span.of(self.cursor.text), local.date())));
            }
        }
    }

    /// A weekday that contradicts its date.
    fn check(&mut self, at: usize, value: &Moment, span: Span) {
        let Some(fields) = self.mentions[at].fields else { return };
        if let (Some(weekday), Some(date), Some(_)) = (fields.weekday, value.date(), fields.day) {
            if date.weekday().to_monday_one_offset() != weekday && !self.mentions[at].clock.is_some_and(|found| found.next_day) {
                self.warnings.push((span, format!("`{}`: that day is a {:?}", span.of(self.cursor.text), date.weekday())));
            }
        }
    }
}

/// How a date heads the text below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Header {
    Plain,
    /// The text below was written after the incident.
    Later,
}

impl Mention {
    fn span_of(cursor: &Cursor<'_>, tokens: &Range<usize>) -> Span {
        let start = cursor.token(tokens.start).map_or(0, |token| token.span().start);
        let end = cursor.token(tokens.end.saturating_sub(1)).map_or(start, |token| token.span().end);
        Span::new(start, end.max(start))
    }
}

/// The zone word without the brackets around it.
fn trimmed_zone(cursor: &Cursor<'_>, tokens: &Range<usize>) -> Span {
    let bracketed = cursor.is_any(tokens.start, &['(', '[']) && tokens.len() > 2;
    let inner = if bracketed { tokens.start + 1..tokens.end - 1 } else { tokens.clone() };
    Mention::span_of(cursor, &inner)
}

/// `24:00` is the first moment of the next day.
fn next_day(value: Moment) -> Moment {
    match value.date().and_then(|date| date.tomorrow().ok()) {
        Some(date) => Moment { year: Some(date.year()), month: Some(date.month()), day: Some(date.day()), ..value },
        None => value,
    }
}

/// A day whose year, or month too, nobody knows: one is assumed in which the weekday is right.
fn assumed(fields: Fields, near: Option<Date>) -> Option<Day> {
    let day = fields.day?;
    let fits = |date: &Date| fields.weekday.is_none_or(|weekday| date.weekday().to_monday_one_offset() == weekday);
    if let Some(date) = fields.date() {
        return Some(Day::sure(date));
    }
    if let Some(month) = fields.month {
        if let Some(near) = near {
            let candidates = (-1..=1).filter_map(|shift| Date::new(near.year() + shift, month, day).ok());
            let date = candidates.min_by_key(|date| (!fits(date), days_between(near, *date).abs()))?;
            return Some(Day::sure(date));
        }
        let candidates = || (2000..2028).filter_map(|year| Date::new(year, month, day).ok());
        let date = candidates().find(fits).or_else(|| candidates().next())?;
        return Some(Day { date, year: false, month: true, weekday: fields.weekday.is_some() });
    }
    let candidates =
        || (2000..2012).flat_map(|year| [1, 3, 5, 7, 8, 10, 12].into_iter().filter_map(move |month| Date::new(year, month, day).ok()));
    let date = candidates().find(fits).or_else(|| candidates().next())?;
    Some(Day { date, year: false, month: false, weekday: fields.weekday.is_some() })
}

/// Month and year that one end of a range, or one day of a list, has from the other.
fn share_fields(first: &mut Mention, second: &mut Mention) {
    let (Some(mut from), Some(mut to)) = (first.fields, second.fields) else { return };
    if from.month.is_none() && from.day.is_some() && from.weekday.is_none() && from.relative.is_none() {
        from.month = to.month;
    }
    if to.month.is_none() && to.day.is_some() && to.weekday.is_none() && to.relative.is_none() {
        to.month = from.month;
    }
    let order = (from.month, from.day).cmp(&(to.month, to.day));
    if from.month.is_some() && to.month.is_some() {
        match (from.year, to.year) {
            (None, Some(year)) => from.year = Some(if order.is_gt() && first.link == Link::Range { year - 1 } else { year }),
            (Some(year), None) => to.year = Some(if order.is_gt() && first.link == Link::Range { year + 1 } else { year }),
            _ => {}
        }
    }
    (first.fields, second.fields) = (Some(from), Some(to));
}

/// The half of the day that one end of a range has from the other.
fn share_halves(first: &mut Mention, second: &mut Mention) {
    let (Some(from), Some(to)) = (first.clock.as_mut(), second.clock.as_mut()) else { return };
    if !from.half_known && to.meridiem.is_some() && first.fields.is_none_or(|_| second.fields.is_none()) {
        let applied = to.meridiem.map_or(from.clock.hour, |half| half.apply(from.clock.hour));
        let shared = Clock { hour: applied, ..from.clock };
        if shared <= to.clock {
            from.clock = shared;
        } else if to.meridiem == Some(Half::Am) && from.clock.hour < 12 && from.clock > to.clock {
            // "from 11 to 3 am" begins before midnight.
            from.clock.hour = Half::Pm.apply(from.clock.hour);
        }
        from.half_known = true;
    } else if !to.half_known
        && (from.meridiem.is_some() || to.clock.precision == Precision::Hour && from.clock.hour <= 12)
        && to.clock <= from.clock
        && second.fields.is_none() | first.fields.is_none()
    {
        let later = Clock { hour: Half::Pm.apply(to.clock.hour), ..to.clock };
        if later > from.clock {
            to.clock = later;
        }
    }
}
