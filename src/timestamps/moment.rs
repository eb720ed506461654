//! A point in time of which some parts may be unknown.

use std::fmt;

use jiff::civil::{Date, DateTime};
use jiff::tz::Offset;
use serde::{Serialize, Serializer};

/// How exactly a moment is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// A year.
    Year,
    /// A month.
    Month,
    /// A day.
    Day,
    /// An hour.
    Hour,
    /// A minute.
    Minute,
    /// A second.
    Second,
}

/// A moment, its unknown parts left out.
///
/// Displayed as ISO 8601 as far as it is known: `2019-02-12T18:05:00+00:00`, `2021-02-09T10:52:00`, `2021-02-09`,
/// `2022-01`, `2022`, `--08-06T18:22:00` (no year), `---09` (no month), `T14:30:00` (no date).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Moment {
    /// The year, if known.
    pub year: Option<i16>,
    /// The month, 1 to 12.
    pub month: Option<i8>,
    /// The day of the month.
    pub day: Option<i8>,
    /// Hour, minute and second.
    pub clock: Option<Clock>,
    /// The distance from UTC; none for local times.
    pub offset: Option<Offset>,
}

/// A clock time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clock {
    /// 0 to 23.
    pub hour: i8,
    /// 0 to 59.
    pub minute: i8,
    /// 0 to 59.
    pub second: i8,
    /// `Hour`, `Minute` or `Second`.
    pub precision: Precision,
}

impl Moment {
    /// How exactly it is given.
    pub fn precision(&self) -> Precision {
        match (self.clock, self.day, self.month) {
            (Some(clock), _, _) => clock.precision,
            (None, Some(_), _) => Precision::Day,
            (None, None, Some(_)) => Precision::Month,
            (None, None, None) => Precision::Year,
        }
    }

    /// The calendar day, where year, month and day are known.
    pub fn date(&self) -> Option<Date> {
        Date::new(self.year?, self.month?, self.day?).ok()
    }

    /// Day and clock time as written, where both are known.
    pub fn local(&self) -> Option<DateTime> {
        let clock = self.clock?;
        Some(self.date()?.at(clock.hour, clock.minute, clock.second, 0))
    }

    /// The point on the time line, where day, clock time and offset are known.
    pub fn instant(&self) -> Option<jiff::Timestamp> {
        self.offset?.to_timestamp(self.local()?).ok()
    }

    /// Seconds from `earlier` to this moment, where both are complete and either both or neither has an offset.
    pub fn seconds_since(&self, earlier: &Moment) -> Option<i64> {
        match (self.instant(), earlier.instant()) {
            (Some(to), Some(from)) => Some(to.as_second() - from.as_second()),
            _ if self.offset.is_some() != earlier.offset.is_some() => None,
            _ => {
                let seconds = |moment: &Moment| Some(Offset::UTC.to_timestamp(moment.local()?).ok()?.as_second());
                Some(seconds(self)? - seconds(earlier)?)
            }
        }
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().as_str())
    }
}

impl Moment {
    fn text(&self) -> Text {
        let mut text = Text::default();
        if let Some(year) = self.year {
            text.sign(if year < 0 { "-" } else { "" });
            let year = year.unsigned_abs();
            text.two(year / 100);
            text.two(year % 100);
        }
        match (self.year, self.month, self.day) {
            (Some(_), Some(month), day) => {
                text.part("-", month);
                if let Some(day) = day {
                    text.part("-", day);
                }
            }
            (Some(_), None, _) | (None, None, None) => {}
            (None, Some(month), day) => {
                text.part("--", month);
                if let Some(day) = day {
                    text.part("-", day);
                }
            }
            (None, None, Some(day)) => text.part("---", day),
        }
        if let Some(clock) = self.clock {
            text.part("T", clock.hour);
            text.part(":", clock.minute);
            text.part(":", clock.second);
            if let Some(offset) = self.offset {
                let minutes = (offset.seconds() / 60).unsigned_abs() as u16;
                text.sign(if offset.seconds() / 60 < 0 { "-" } else { "+" });
                text.two(minutes / 60);
                text.sign(":");
                text.two(minutes % 60);
            }
        }
        text
    }
}

/// The text of a moment while it is put together: there are many of them, and all are short.
#[derive(Debug, Default)]
struct Text {
    bytes: [u8; 32],
    length: usize,
}

impl Text {
    fn sign(&mut self, sign: &str) {
        for byte in sign.bytes() {
            if let Some(place) = self.bytes.get_mut(self.length) {
                *place = byte;
                self.length += 1;
            }
        }
    }

    /// A number of two digits.
    fn two(&mut self, number: u16) {
        let digit = |number: u16| b'0' + (number % 10) as u8;
        for byte in [digit(number / 10), digit(number)] {
            if let Some(place) = self.bytes.get_mut(self.length) {
                *place = byte;
                self.length += 1;
            }
        }
    }

    fn part(&mut self, sign: &str, number: i8) {
        self.sign(sign);
        self.two(number.unsigned_abs().into());
    }

    fn as_str(&self) -> &str {
        self.bytes.get(..self.length).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text().as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_parts_are_left_out() {
        let clock = Some(Clock { hour: 14, minute: 30, second: 0, precision: Precision::Minute });
        let offset = Some(Offset::from_seconds(-3 * 3600).expect("in range"));
        for (moment, expected) in [
            (Moment { year: Some(2019), month: Some(2), day: Some(12), clock, offset }, "2019-02-12T14:30:00-03:00"),
            (Moment { year: Some(2022), month: Some(1), ..Moment::default() }, "2022-01"),
            (Moment { month: Some(8), day: Some(6), clock, ..Moment::default() }, "--08-06T14:30:00"),
            (Moment { day: Some(9), ..Moment::default() }, "---09"),
            (Moment { clock, ..Moment::default() }, "T14:30:00"),
        ] {
            assert_eq!(moment.to_string(), expected);
        }
    }
}
