//! How far apart two moments are, as far as both are known.

use jiff::civil::{Date, DateTime};

use crate::timestamps::{Moment, Precision};

/// The distance of two moments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Gap {
    /// In seconds; of days where one of them has no clock time.
    pub(super) seconds: i64,
    /// Is it one of clock times?
    pub(super) exact: bool,
}

/// A day, in seconds.
pub(super) const DAY: i64 = 86_400;

/// The distance from one moment to a later one; none where they cannot be compared.
///
/// Moments that lack the same parts are compared in the parts they have: two clock times without a day are at most a
/// day apart, the later one being on the next day where it is the smaller one.
pub(super) fn between(from: &Moment, to: &Moment) -> Option<Gap> {
    let fine = from.precision().min(to.precision()) >= Precision::Hour;
    if let Some(seconds) = to.seconds_since(from) {
        return Some(Gap { seconds, exact: fine });
    }
    match (date(from), date(to)) {
        (None, None) => {
            let (from, to) = (from.clock?, to.clock?);
            let day = Date::constant(2000, 1, 1);
            let at = |clock: crate::timestamps::Clock| day.at(clock.hour, clock.minute, clock.second, 0);
            let seconds = seconds(at(from), at(to));
            Some(Gap { seconds: if seconds < 0 { seconds + DAY } else { seconds }, exact: fine })
        }
        (Some(first), Some(second)) if from.clock.is_some() && to.clock.is_some() => {
            // Without a year, or one with an offset and one without.
            let same_kind = from.offset.is_some() == to.offset.is_some();
            let at = |date: Date, moment: &Moment| moment.clock.map(|clock| date.at(clock.hour, clock.minute, clock.second, 0));
            Some(Gap { seconds: seconds(at(first, from)?, at(second, to)?), exact: fine && same_kind })
        }
        // One end of a range names its day, the other only its hour.
        (Some(_), None) | (None, Some(_)) if from.day.is_none() != to.day.is_none() => {
            let (from, to) = (from.clock?, to.clock?);
            let seconds =
                |clock: crate::timestamps::Clock| i64::from(clock.hour) * 3600 + i64::from(clock.minute) * 60 + i64::from(clock.second);
            Some(Gap { seconds: (seconds(to) - seconds(from)).rem_euclid(DAY), exact: fine })
        }
        (Some(first), Some(second)) => Some(Gap { seconds: seconds(first.at(0, 0, 0, 0), second.at(0, 0, 0, 0)), exact: false }),
        _ => None,
    }
}

/// Its day, in a leap year where it names none.
fn date(moment: &Moment) -> Option<Date> {
    Date::new(moment.year.unwrap_or(2000), moment.month?, moment.day?).ok()
}

fn seconds(from: DateTime, to: DateTime) -> i64 {
    to.duration_since(from).as_secs()
}

/// The moment `seconds` after another, as exactly as that one is given.
pub(super) fn shifted(moment: &Moment, seconds: i64) -> Option<Moment> {
    let length = jiff::SignedDuration::from_secs(seconds);
    let clock_of = |moved: DateTime| {
        moment.clock.map(|clock| crate::timestamps::Clock { hour: moved.hour(), minute: moved.minute(), second: moved.second(), ..clock })
    };
    let Some(local) = moment.local() else {
        // A clock time of no known day stays one, as long as it stays within the day.
        let clock = moment.clock.filter(|_| moment.date().is_none())?;
        let some_day = jiff::civil::date(2001, 6, 15);
        let moved = some_day.at(clock.hour, clock.minute, clock.second, 0).checked_add(length).ok()?;
        return (moved.date() == some_day || moment.day.is_none()).then(|| Moment { clock: clock_of(moved), ..*moment });
    };
    let moved = local.checked_add(length).ok()?;
    let clock = clock_of(moved);
    Some(Moment { year: Some(moved.year()), month: Some(moved.month()), day: Some(moved.day()), clock, offset: moment.offset })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timestamps::Clock;

    fn moment(date: Option<(i16, i8, i8)>, clock: Option<(i8, i8)>, hours: Option<i8>) -> Moment {
        Moment {
            year: date.map(|date| date.0),
            month: date.map(|date| date.1),
            day: date.map(|date| date.2),
            clock: clock.map(|(hour, minute)| Clock { hour, minute, second: 0, precision: Precision::Minute }),
            offset: hours.map(jiff::tz::offset),
        }
    }

    #[test]
    fn distances() {
        let day = Some((2023, 5, 9));
        for (name, from, to, expected) in [
            ("two zones", moment(day, Some((10, 0)), Some(0)), moment(day, Some((8, 30)), Some(-3)), Some((5_400, true))),
            ("local", moment(day, Some((10, 0)), None), moment(day, Some((9, 0)), None), Some((-3_600, true))),
            ("clocks over midnight", moment(None, Some((23, 50)), None), moment(None, Some((0, 20)), None), Some((1_800, true))),
            ("a day and a clock", moment(day, None, None), moment(day, Some((9, 0)), None), Some((0, false))),
            ("half a zone", moment(day, Some((9, 0)), Some(0)), moment(day, Some((9, 5)), None), Some((300, false))),
            ("nothing in common", moment(day, None, None), moment(None, Some((9, 0)), None), None),
            ("a day for one of two clocks", moment(day, Some((23, 0)), None), moment(None, Some((0, 30)), None), Some((5_400, true))),
        ] {
            assert_eq!(between(&from, &to).map(|gap| (gap.seconds, gap.exact)), expected, "{name}");
        }
    }

    #[test]
    fn shifting_crosses_midnight() {
        let moved = shifted(&moment(Some((2023, 5, 9)), Some((23, 50)), Some(-3)), 900).map(|moment| moment.to_string());
        assert_eq!(moved.as_deref(), Some("2023-05-10T00:05:00-03:00"));
    }
}
