//! When an incident was, as far as its record tells: do two records contradict, do they overlap?

use jiff::civil::DateTime;
use jiff::tz::Offset;

use super::index::MOST_DAYS;
use super::sketch;
use crate::record::Record;
use crate::timestamps::Moment;

const DAY: i64 = 86_400;

/// The times of a record.
#[derive(Debug, Clone, Copy)]
pub(super) struct When {
    started: Option<Moment>,
    resolved: Option<Moment>,
    duration: Option<i64>,
    /// When the document was written, where its input says so.
    written: Option<DateTime>,
}

/// From when to when, in seconds.
struct Stretch {
    from: i64,
    to: i64,
    /// Are these of the time line, or of some place's clock?
    zoned: bool,
    /// Is there a clock time, or only a day?
    clock: bool,
}

impl When {
    /// The times of `record`, whose document was written at `written`.
    pub(super) fn of(record: &Record, written: Option<DateTime>) -> When {
        When { started: record.started, resolved: record.resolved, duration: record.duration_s, written }
    }

    /// One value for the start as it is told: texts that are the same tell it alike.
    pub(super) fn digest(&self) -> u64 {
        self.started.map_or(0, |moment| sketch::hash(moment.to_string().as_bytes()))
    }

    /// Is the day of the start known?
    pub(super) fn is_dated(&self) -> bool {
        self.started.is_some_and(|moment| moment.date().is_some())
    }

    /// Are day and clock time of the start known?
    pub(super) fn is_minute(&self) -> bool {
        self.started.is_some_and(|moment| moment.local().is_some())
    }

    /// Can they not be the times of one incident?
    pub(super) fn contradicts(&self, other: &When) -> bool {
        let differ = |one: Option<Moment>, two: Option<Moment>| one.zip(two).is_some_and(|(one, two)| differ(&one, &two));
        let written = self.written.zip(other.written).is_some_and(|(one, two)| one.date() != two.date());
        let undated = !self.is_dated() || !other.is_dated();
        differ(self.started, other.started) || differ(self.resolved, other.resolved) || (undated && written)
    }

    /// Do they overlap, as far as both are known?
    pub(super) fn overlaps(&self, other: &When) -> bool {
        self.stretch()
            .zip(other.stretch())
            .is_some_and(|(one, two)| one.zoned == two.zoned && (one.clock || two.clock) && one.from <= two.to && two.from <= one.to)
    }

    /// The days it lasted, the first few of them.
    pub(super) fn days(&self) -> Vec<i32> {
        let Some(stretch) = self.stretch() else { return Vec::new() };
        let day = |seconds: i64| seconds.div_euclid(DAY) as i32;
        (day(stretch.from)..=day(stretch.to)).take(MOST_DAYS).collect()
    }

    fn stretch(&self) -> Option<Stretch> {
        let start = self.started?;
        let zoned = start.offset.is_some() && start.clock.is_some();
        let seconds = |moment: &Moment| {
            let offset = if zoned { moment.offset? } else { Offset::UTC };
            Some(offset.to_timestamp(moment.local()?).ok()?.as_second())
        };
        let Some(from) = seconds(&start) else {
            let from = Offset::UTC.to_timestamp(start.date()?.at(0, 0, 0, 0)).ok()?.as_second();
            return Some(Stretch { from, to: from + DAY - 1, zoned: false, clock: false });
        };
        let end = self.resolved.as_ref().and_then(seconds).or(self.duration.map(|length| from.saturating_add(length)));
        Some(Stretch { from, to: end.unwrap_or(from).max(from), zoned, clock: true })
    }
}

/// Do both tell a part, and tell it differently?
fn differ(one: &Moment, two: &Moment) -> bool {
    if let (Some(one), Some(two)) = (one.instant(), two.instant()) {
        return one != two;
    }
    let clock = |moment: &Moment| moment.clock.map(|clock| (clock.hour, clock.minute));
    let part = |one: Option<i64>, two: Option<i64>| one.zip(two).is_some_and(|(one, two)| one != two);
    part(one.year.map(i64::from), two.year.map(i64::from))
        || part(one.month.map(i64::from), two.month.map(i64::from))
        || part(one.day.map(i64::from), two.day.map(i64::from))
        || clock(one).zip(clock(two)).is_some_and(|(one, two)| one != two)
}
