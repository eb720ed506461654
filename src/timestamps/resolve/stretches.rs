//! The two ends of what lasts: ranges, months, weeks, `the last three days`.

use jiff::Span as Interval;
use jiff::civil::{Date, DateTime, ISOWeekDate, Weekday};

use super::Resolver;
use super::calendar::shifted;
use crate::span::Span;
use crate::tables::Class;
use crate::timestamps::cursor::Word;
use crate::timestamps::evidence;
use crate::timestamps::fields::{Fields, Relative, Shift};
use crate::timestamps::moment::{Clock, Moment, Precision};
use crate::timestamps::scan::Link;
use crate::timestamps::stretch::{Counted, Edge, Stretch, Unit, Year};
use crate::timestamps::{Role, Timestamp};

fn day(date: Date) -> Moment {
    Moment { year: Some(date.year()), month: Some(date.month()), day: Some(date.day()), ..Moment::default() }
}

fn point(moment: DateTime, exact: bool) -> Moment {
    let clock = Clock { hour: moment.hour(), minute: moment.minute(), second: moment.second(), precision: Precision::Minute };
    Moment { clock: exact.then_some(clock), ..day(moment.date()) }
}

/// First day, and the first day behind it, of what a moment without a day lasts.
fn span_of(moment: &Moment) -> Option<(Date, Date)> {
    if moment.day.is_some() || moment.clock.is_some() {
        return None;
    }
    let first = Date::new(moment.year?, moment.month.unwrap_or(1), 1).ok()?;
    let length = if moment.month.is_some() { Interval::new().months(1) } else { Interval::new().years(1) };
    Some((first, first.checked_add(length).ok()?))
}

impl Resolver<'_> {
    /// Every timestamp in the order of the text. A range (`from 3 to 5 pm`) is two that share its span, and so is what lasts and
    /// is told in one piece (`last week`). A month or a year that is named by itself is one, as precise as it is.
    /// `points` are the values of the mentions.
    pub(super) fn ends(&self, points: &[Option<Timestamp>]) -> Vec<Timestamp> {
        let mut out: Vec<Timestamp> = Vec::with_capacity(points.len() * 2);
        let mut at = 0;
        while at < self.mentions.len() {
            let mention = &self.mentions[at];
            if mention.link == Link::Range && self.push_range(at, points, &mut out) {
                at += 1;
            } else if let Some(Stretch::Coming { unit, count }) = mention.stretch {
                if let Some(value) = self.coming(unit, count) {
                    out.push(Timestamp { span: mention.span(&self.cursor), value, zone: None, role: Role::Event });
                }
            } else if let Some(Stretch::Months { year, first, count: 1, edge: None }) = mention.stretch {
                // "the last month of 2011" is one month, as "December 2011" is.
                let value =
                    self.year(year).map(|year| Moment { year: Some(year), month: i8::try_from(first + 1).ok(), ..Moment::default() });
                let span = mention.span(&self.cursor);
                out.extend(value.map(|value| Timestamp { span, value, zone: None, role: Role::Event }));
            } else if let Some(stretch) = mention.stretch {
                if let Some((start, end)) = self.reckon(stretch) {
                    push(&mut out, mention.span(&self.cursor), start, end);
                }
            } else if let Some(point) = &points[at] {
                if let Some((shift, first, stop)) = mention.length {
                    if let Some(end) = later(point.value, shift) {
                        let span = crate::timestamps::scan::Mention::span_of(&self.cursor, &(first..stop));
                        push(&mut out, span, point.value, end);
                    }
                } else {
                    out.push(point.clone());
                }
            }
            at += 1;
        }
        out
    }

    /// The two ends of the range that begins at the mention `at`. A date right before it belongs to it.
    fn push_range(&self, at: usize, points: &[Option<Timestamp>], out: &mut Vec<Timestamp>) -> bool {
        let Some(second) = self.mentions.get(at + 1) else { return false };
        let first = &self.mentions[at];
        let (Some(mut start), Some(mut end)) = (self.end_of_range(at, points, false), self.end_of_range(at + 1, points, true)) else {
            return false;
        };
        // "from March to now": the day is meant.
        let now = |index: usize| self.mentions[index].fields.is_some_and(|fields| fields.relative == Some(Relative::Now));
        if now(at) {
            if end.clock.is_none() {
                start.clock = None;
            }
            // What lasts from now on ends in the year to come.
            let dated = second.fields.is_some_and(|fields| fields.year.is_none() && fields.month.is_some());
            end.year = if dated && end.date() < start.date() { end.year.map(|year| year + 1) } else { end.year };
        }
        if now(at + 1) && start.clock.is_none() {
            end.clock = None;
        }
        let mut span = Span::new(first.span(&self.cursor).start, second.span(&self.cursor).end);
        // "from Monday to Friday" is one week.
        let weekday = |index: usize| self.mentions[index].fields.is_some_and(|fields| fields.weekday.is_some() && fields.day.is_none());
        let opens = weekday(at) || first.fields.is_some_and(|fields| matches!(fields.relative, Some(Relative::Days(_))));
        if opens
            && weekday(at + 1)
            && let (Some(from), Some(to)) = (start.date(), end.date())
            && to < from
            && let Some(later) = shifted(to, 7)
        {
            end = Moment { clock: end.clock, offset: end.offset, ..day(later) };
        }
        let mut insert = out.len();
        if first.fields.is_none()
            && self.belongs(at, start)
            && let Some(date) = out.last()
        {
            span.start = date.span.start;
            insert -= 1;
        }
        let zone = |index: usize| points[index].as_ref().and_then(|point| point.zone);
        out.truncate(insert);
        out.push(Timestamp { span, value: start, zone: zone(at), role: Role::Event });
        out.push(Timestamp { span, value: end, zone: zone(at + 1), role: Role::Event });
        true
    }

    /// Does the date before the range at `at` say its day: `Thursday from 1:10 to 1:40 pm`?
    fn belongs(&self, at: usize, start: Moment) -> bool {
        let Some(date) = at.checked_sub(1).map(|before| &self.mentions[before]) else { return false };
        let gap = date.tokens.end..self.mentions[at].tokens.start;
        let joined = gap.len() <= 4
            && gap.clone().all(|place| {
                self.cursor.is(place, ',')
                    || self.cursor.does(place, Word::From)
                    || self.cursor.does(place, Word::Between)
                    || self.cursor.does(place, Word::At)
                    || self.cursor.does(place, Word::The)
                    || self.cursor.does(place, Word::HourArticle)
                    || self.cursor.sense(place, Class::DayPart).is_some()
            });
        joined && date.clock.is_none() && date.fields.is_some() && start.clock.is_some()
    }

    /// The value of a mention as one end of a range.
    fn end_of_range(&self, at: usize, points: &[Option<Timestamp>], last: bool) -> Option<Moment> {
        let Some(stretch) = self.mentions[at].stretch else {
            let value = points[at].as_ref()?.value;
            return Some(span_of(&value).map_or(value, |(first, _)| day(first)));
        };
        let (start, end) = self.reckon(stretch)?;
        match stretch {
            Stretch::Months { edge: Some(Edge::Middle), year, .. } => {
                let first = Date::new(self.year(year)?, 1, 1).ok()?;
                shifted(first, i64::from(first.days_in_year()) / 2).map(day)
            }
            Stretch::Months { edge: Some(Edge::End), .. } if last => Some(end),
            _ => Some(start),
        }
    }

    /// The moment that stretches count from.
    fn base(&self) -> Option<DateTime> {
        self.settings.anchor.or(self.first.map(|day| day.date.at(0, 0, 0, 0)))
    }

    fn year(&self, year: Year) -> Option<i16> {
        match year {
            Year::Written(year) => Some(year),
            Year::Counted(shift) => i16::try_from(i32::from(self.base()?.year()) + shift).ok(),
        }
    }

    /// The first day of a month; without its year, of the nearest that lies behind, as a month by itself is read.
    fn month_of(&self, year: Option<Year>, month: i8) -> Option<Date> {
        let year = match year {
            Some(year) => self.year(year)?,
            None => self.month_and_year(Fields { month: Some(month), ..Fields::default() }).0?,
        };
        Date::new(year, month, 1).ok()
    }

    /// The last of the coming days, months or years: by when what is announced for them is due.
    fn coming(&self, unit: Unit, count: i32) -> Option<Moment> {
        let today = self.settings.anchor?.date();
        let (length, day, month) = match unit {
            Unit::Day => (Interval::new().days(count), true, true),
            Unit::Month => (Interval::new().months(count), false, true),
            Unit::Year => (Interval::new().years(count), false, false),
        };
        let last = today.checked_add(length).ok()?;
        let (day, month) = (day.then_some(last.day()), month.then_some(last.month()));
        Some(Moment { year: Some(last.year()), month, day, ..Moment::default() })
    }

    /// The first moment of a stretch, and the first one behind it.
    fn reckon(&self, stretch: Stretch) -> Option<(Moment, Moment)> {
        let days = |first: Date, count: i64| Some((day(first), day(shifted(first, count)?)));
        let months = |first: Date, count: i32| Some((day(first), day(first.checked_add(Interval::new().months(count)).ok()?)));
        let monday = |date: Date| shifted(date, -i64::from(date.weekday().to_monday_zero_offset()));
        match stretch {
            Stretch::Months { year, first, count, .. } => {
                let start = Date::new(self.year(year)?, i8::try_from(first + 1).ok()?, 1).ok()?;
                months(start, count)
            }
            Stretch::Third { year, month, edge } => {
                let first = self.month_of(year, month)?;
                let next = first.checked_add(Interval::new().months(1)).ok()?;
                let (from, to) = match edge {
                    Edge::Start => (first, shifted(first, 10)?),
                    Edge::Middle => (shifted(first, 10)?, shifted(first, 20)?),
                    Edge::End => (shifted(first, 20)?, next),
                };
                Some((day(from), day(to)))
            }
            Stretch::Days { year, month, days: count, last } => {
                let (first, length) = match month {
                    Some(month) => (self.month_of(year, month)?, Interval::new().months(1)),
                    None => (Date::new(self.year(year?)?, 1, 1).ok()?, Interval::new().years(1)),
                };
                let count = i64::from(count);
                if last { days(shifted(first.checked_add(length).ok()?, -count)?, count) } else { days(first, count) }
            }
            Stretch::Years { first, count } => months(Date::new(first, 1, 1).ok()?, i32::from(count) * 12),
            Stretch::WeekOfYear { year, number } => {
                let year = self.year(year)?;
                let first = ISOWeekDate::new(year, 1, Weekday::Monday).ok()?;
                let number = if number == 0 { first.weeks_in_year() } else { number };
                days(ISOWeekDate::new(year, number, Weekday::Monday).ok()?.date(), 7)
            }
            Stretch::WeekOfMonth { year, month, months: shift, number } => {
                let base = self.base();
                let first = match month {
                    Some(month) => Date::new(year.or(base.map(DateTime::year))?, month, 1).ok()?,
                    None => base?.date().first_of_month().checked_add(Interval::new().months(shift)).ok()?,
                };
                // The week that holds the month's n-th Thursday, as the weeks of a year are counted.
                let nth = if number == 0 { -1 } else { number };
                days(monday(first.nth_weekday_of_month(nth, Weekday::Thursday).ok()?)?, 7)
            }
            Stretch::Around { day: fields, month } => {
                let date = self.read(evidence::decided(fields, self.evidence.day_first)).filter(|day| day.full())?.date;
                if month { months(date.first_of_month(), 1) } else { days(monday(date)?, 7) }
            }
            Stretch::Counted { unit, shift } => {
                let today = self.base()?.date();
                match unit {
                    Counted::Week => days(shifted(monday(today)?, 7 * i64::from(shift))?, 7),
                    Counted::Weekend => days(shifted(monday(today)?, 7 * i64::from(shift) + 5)?, 2),
                    Counted::Quarter => {
                        let into = (i32::from(today.month()) - 1) % 3;
                        months(today.first_of_month().checked_add(Interval::new().months(3 * shift - into)).ok()?, 3)
                    }
                }
            }
            Stretch::Coming { .. } => None,
            Stretch::Length { shift, forward } => {
                let base = self.settings.anchor?;
                let exact = shift.seconds != 0;
                let other = if forward { shift } else { shift.negated() }.after(base)?;
                let (from, to) = if forward { (base, other) } else { (other, base) };
                Some((point(from, exact), point(to, exact)))
            }
        }
    }
}

/// A clock time so much later.
fn later(value: Moment, shift: Shift) -> Option<Moment> {
    let clock = value.clock?;
    let date = value.date();
    let start = date.unwrap_or(Date::constant(2000, 1, 1)).at(clock.hour, clock.minute, clock.second, 0);
    let end = shift.after(start)?;
    let clock = Clock { hour: end.hour(), minute: end.minute(), second: end.second(), precision: clock.precision.max(Precision::Minute) };
    let dated = if date.is_some() { day(end.date()) } else { Moment { day: None, month: None, year: None, ..value } };
    Some(Moment { clock: Some(clock), offset: value.offset, ..dated })
}

fn push(out: &mut Vec<Timestamp>, span: Span, start: Moment, end: Moment) {
    for value in [start, end] {
        out.push(Timestamp { span, value, zone: None, role: Role::Event });
    }
}
