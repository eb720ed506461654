//! Reckoning days: years and months that are not written, weekdays, and days counted from others.

use jiff::Span as Interval;
use jiff::civil::{Date, DateTime, Weekday};

use super::Resolver;
use crate::timestamps::fields::{Fields, Relative, Shift};

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
    pub(super) fn sure(date: Date) -> Day {
        Day { date, year: true, month: true, weekday: true }
    }

    /// So many days on.
    pub(super) fn plus(self, days: i64) -> Option<Day> {
        Some(Day { date: shifted(self.date, days)?, ..self })
    }

    pub(super) fn full(self) -> bool {
        self.year && self.month
    }
}

pub(super) fn shifted(date: Date, days: i64) -> Option<Date> {
    let days = i32::try_from(days).ok().filter(|days| days.abs() < 3_000_000)?;
    date.checked_add(Interval::new().days(days)).ok()
}

impl Shift {
    pub(super) fn interval(self) -> Interval {
        // Longer ones leave the calendar anyway, and must not leave the range of the type.
        let (months, days) = (self.months.clamp(-200_000, 200_000), self.days.clamp(-3_000_000, 3_000_000));
        Interval::new().months(months).days(days).seconds(self.seconds.clamp(-100_000_000_000, 100_000_000_000))
    }

    /// The moment this length after another.
    pub(super) fn after(self, moment: DateTime) -> Option<DateTime> {
        let (weeks, rest) = (self.workdays / 5, self.workdays % 5);
        let mut date = shifted(moment.date(), i64::from(weeks) * 7)?;
        for _ in 0..rest.abs() {
            date = shifted(date, i64::from(rest.signum()))?;
            while matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday) {
                date = shifted(date, i64::from(rest.signum()))?;
            }
        }
        date.to_datetime(moment.time()).checked_add(self.interval()).ok()
    }
}

pub(super) fn days_between(from: Date, to: Date) -> i64 {
    to.duration_since(from).as_hours() / 24
}

/// A day whose year, or month too, nobody knows: one is assumed in which the weekday is right.
pub(super) fn assumed(fields: Fields, near: Option<Date>) -> Option<Day> {
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

impl Resolver<'_> {
    /// The day that relative words count from.
    pub(super) fn anchor(&self) -> Option<Day> {
        let given = self.settings.anchor.map(|anchor| Day::sure(anchor.date()));
        // A heading's date is that of a report; a text of any kind has only the one it was given.
        if self.cursor.anything() { given.or(self.today) } else { self.today.or(given) }.or(self.said_today).or(self.signed)
    }

    /// The day that written fields mean.
    pub(super) fn read(&self, fields: Fields) -> Option<Day> {
        if let Some(date) = fields.date() {
            return Some(Day::sure(date));
        }
        if let (Some(month), Some(day), Some(Relative::Year(shift))) = (fields.month, fields.day, fields.relative) {
            let year = i16::try_from(i32::from(self.anchor()?.date.year()) + shift).ok()?;
            return Date::new(year, month, day).ok().map(Day::sure);
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
            Some(Relative::Shift(shift)) => return self.shifted(fields, shift),
            Some(Relative::NthWeekday(nth, months)) => return self.of_month(fields, nth, months),
            Some(Relative::DayAfter) => return self.context.or(self.anchor()).and_then(|day| day.plus(1)),
            Some(Relative::DayBefore) => return self.context.or(self.anchor()).and_then(|day| day.plus(-1)),
            Some(Relative::Now) => return self.settings.anchor.map(|anchor| Day::sure(anchor.date())),
            Some(Relative::Month(_) | Relative::Year(_)) => return None,
            _ => {}
        }
        if let Some(Relative::Days(days)) = fields.relative {
            // "after 11:30 today" in an update is the update's day.
            let posted = self.entry.filter(|_| self.posts).map(|(_, day, _)| day);
            if let Some(anchor) = self.anchor().or(posted) {
                return anchor.plus(i64::from(days));
            }
            fields.weekday?;
        }
        self.weekday(fields)
    }

    /// A length before or after the day of writing. Only what the reader was told counts here: a document's own headings
    /// are no base for lengths in its story.
    pub(super) fn shifted(&self, fields: Fields, shift: Shift) -> Option<Day> {
        let anchor = self.settings.anchor?;
        let base = match fields.weekday {
            Some(_) => {
                // Forward from the weekday to come, backward from the one before.
                let relative = if shift.days + shift.months > 0 { Some(Relative::WeekdayAfter) } else { None };
                self.weekday(Fields { weekday: fields.weekday, relative, ..Fields::default() })?.date.to_datetime(anchor.time())
            }
            None => anchor,
        };
        shift.after(base).map(|moment| Day::sure(moment.date()))
    }

    /// The n-th weekday, or the last day, of a month.
    pub(super) fn of_month(&self, fields: Fields, nth: i8, months: i32) -> Option<Day> {
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
    pub(super) fn with_year(&self, fields: Fields, month: i8, day: i8) -> Option<Day> {
        let document = self.context.filter(|day| day.full()).or(self.first);
        let anchor = self.settings.anchor.map(DateTime::date);
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
    pub(super) fn with_month(&self, fields: Fields, day: i8) -> Option<Day> {
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
        // "On the 7th" behind "Friday 7 June" and another day of May is that Friday.
        let told = self.told.get(day as usize).copied().flatten().filter(|told| days_between(base.date, *told).abs() <= 45);
        if let Some(told) = told.filter(|_| base.full() && fields.weekday.is_none()) {
            return Some(Day { date: told, ..base });
        }
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
    pub(super) fn weekday(&self, fields: Fields) -> Option<Day> {
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
                Some(Relative::WeekdaysOn(count)) => {
                    let ahead = (weekday - own).rem_euclid(7);
                    let next = if ahead == 0 { 7 } else { ahead };
                    if count > 0 { next + 7 * i64::from(count - 1) } else { -(if back == 0 { 7 } else { back }) + 7 * i64::from(count + 1) }
                }
                Some(Relative::WeekdayHere) => {
                    if back > 3 {
                        7 - back
                    } else {
                        -back
                    }
                }
                // An entry of a timeline may well be of the day or two after the one that heads it.
                _ if back >= 5 && self.timed_entry && !self.frame_later && self.frame.is_some_and(|frame| frame.date == today.date) => {
                    7 - back
                }
                _ => -back,
            };
            let day = today.plus(days);
            let plain = fields.relative.is_none() && today.full();
            return day.map(|day| if plain { self.in_story(day) } else { day });
        }
        let base = self.context.filter(|day| day.weekday).or(self.first.filter(|_| self.context.is_none())).or(self.first_weekday);
        // "this Thursday" of a text that tells one day alone is that day.
        let Some(base) = base else { return self.sole.filter(|_| fields.relative == Some(Relative::WeekdayHere)) };
        let back = (of(base) - weekday).rem_euclid(7);
        let day = base.plus(if back > 3 { 7 - back } else { -back });
        let plain = fields.relative.is_none() && base.full() && !self.cursor.anything();
        day.map(|day| if plain { self.in_story(day) } else { day })
    }

    /// The day of the same weekday that fits the days of the story: between the first and the last near the context, else up
    /// to two days behind the last, else before the first.
    fn in_story(&self, day: Day) -> Day {
        let near = self.context.filter(|context| context.full()).unwrap_or(day).date;
        let close = || self.story.iter().copied().filter(|told| days_between(near, *told).abs() <= 10);
        let (Some(first), Some(last)) = (close().next(), close().next_back()) else { return day };
        if (first..=last).contains(&day.date) {
            return day;
        }
        let weeks = |weeks: i64| shifted(day.date, weeks * 7);
        let inside = (-2..=2).filter_map(weeks).find(|date| (first..=last).contains(date));
        let behind = || (-2..=2).filter_map(weeks).find(|date| *date > last && days_between(last, *date) <= 2);
        let written = self.today.filter(|today| today.full() && today.date > last).map(|today| today.date);
        let behind = || behind().filter(|date| written.is_none_or(|written| *date <= written));
        let before = || (-2..=2).rev().filter_map(weeks).find(|date| *date < first);
        inside.or_else(behind).or_else(before).map_or(day, |date| Day { date, ..day })
    }

    /// Month and year of a mention that names no day.
    pub(super) fn month_and_year(&self, fields: Fields) -> (Option<i16>, Option<i8>) {
        if fields.year.is_some() {
            return (fields.year, fields.month);
        }
        if let (Some(Relative::Month(shift)), Some(anchor)) = (fields.relative, self.settings.anchor) {
            let first = anchor.date().first_of_month().checked_add(Interval::new().months(shift)).ok();
            return (first.map(Date::year), first.map(Date::month));
        }
        if let (Some(Relative::Year(shift)), Some(anchor)) = (fields.relative, self.settings.anchor) {
            return (i16::try_from(i32::from(anchor.year()) + shift).ok(), fields.month);
        }
        let Some(month) = fields.month else { return (None, None) };
        let base = self.context.filter(|day| day.full()).or(self.first).map(|day| day.date).or(self.settings.anchor.map(DateTime::date));
        let year = base.map(|base| {
            let ahead = (i32::from(month) - i32::from(base.month())).rem_euclid(12);
            // Up to three months ahead is this year's or next year's; everything else lies behind.
            let months = if ahead <= 3 { ahead } else { ahead - 12 };
            base.first_of_month().checked_add(Interval::new().months(months)).map_or(base.year(), Date::year)
        });
        (year, Some(month))
    }
}
