//! Times as exports write them: compared where they can be, and completed where the year is left out.

use jiff::{Timestamp, civil};

use crate::documents::fields::parse_date;
use crate::tables::{self, Class};

/// Seconds or milliseconds since 1970 as ISO 8601; none where the text is no such number.
pub(super) fn from_epoch(text: &str) -> Option<String> {
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
    if !(9..=13).contains(&whole.len()) || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: i64 = whole.parse().ok()?;
    // Seconds reach this in the year 5138, milliseconds passed it in 1973.
    let seconds = if number >= 100_000_000_000 { number / 1000 } else { number };
    Some(Timestamp::from_second(seconds).ok()?.to_string())
}

/// The date and clock time of a stamp, without its offset.
pub(super) fn civil(text: &str) -> Option<civil::DateTime> {
    parse_date(text).or_else(|| Some(Stamp::parse(text)?.at(None)?.0))
}

/// A point on the line of time, in seconds; a stamp without an offset is taken for UTC.
pub(super) fn seconds(text: &str) -> Option<i64> {
    let text = text.trim();
    if let Ok(stamp) = text.parse::<Timestamp>() {
        return Some(stamp.as_second());
    }
    if let Ok(zoned) = jiff::fmt::rfc2822::parse(text) {
        return Some(zoned.timestamp().as_second());
    }
    Some(jiff::tz::Offset::UTC.to_timestamp(civil(text)?).ok()?.as_second())
}

/// The day that `text` begins with, where it is a stamp without a year, completed by the last year in which it is not
/// later than a day behind `latest`. A stamp with its year is given as it stands; none where the text is no stamp.
pub(super) fn complete(text: &str, latest: Option<civil::DateTime>) -> Option<String> {
    let stamp = Stamp::parse(text)?;
    match (stamp.year, latest) {
        (None, Some(latest)) => {
            let limit = latest.checked_add(jiff::Span::new().days(1)).unwrap_or(latest);
            let year = (0..5).map(|back| limit.year() - back).find(|&year| stamp.at(Some(year)).is_some_and(|(at, _)| at <= limit))?;
            Some(stamp.with_year(year))
        }
        _ => Some(text.trim().to_owned()),
    }
}

/// A stamp as status pages write it: `Aug 21, 00:37 UTC`, `Jun  5, 2017 01:40:38 GMT+0`, `Mar 3, 10:05 PST`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stamp<'t> {
    pub(super) month: i8,
    month_name: &'t str,
    day: i8,
    pub(super) year: Option<i16>,
    clock: civil::Time,
    /// The clock time and all behind it, as written.
    rest: &'t str,
}

impl<'t> Stamp<'t> {
    /// The stamp that the text is; none where it is anything else.
    pub(super) fn parse(text: &'t str) -> Option<Stamp<'t>> {
        let text = text.trim();
        let (month_name, rest) = text.split_once(char::is_whitespace)?;
        let month = month(month_name)?;
        let (day, rest) = number(rest.trim_start())?;
        let rest = rest.trim_start_matches(',').trim_start();
        let (year, rest) = match number(rest) {
            Some((year @ 1990..=2100, behind)) => (Some(year), behind.trim_start_matches(',').trim_start()),
            _ => (None, rest),
        };
        let (hour, behind) = number(rest)?;
        let (minute, behind) = number(behind.strip_prefix(':')?)?;
        let (second, behind) = behind.strip_prefix(':').and_then(number).unwrap_or((0, behind));
        // Behind the clock stand half-day and zone, and nothing else.
        let zone = behind.trim();
        let is_name = |word: &str| {
            let half = matches!(word, "am" | "pm" | "a.m." | "p.m.");
            half || word.starts_with(|c: char| c.is_ascii_uppercase() || matches!(c, '+' | '-'))
        };
        let plain = zone.chars().all(|c| c.is_alphanumeric() || matches!(c, '+' | '-' | ':' | ' ' | '.'));
        if zone.len() > LONGEST_ZONE || !plain || !zone.split(' ').all(|word| word.is_empty() || is_name(word)) {
            return None;
        }
        let half: String = zone.chars().filter(|&c| c != '.').take(2).collect::<String>().to_ascii_lowercase();
        let hour = match half.as_str() {
            "pm" if hour < 12 => hour + 12,
            "am" if hour == 12 => 0,
            _ => hour,
        };
        let clock = civil::Time::new(i8::try_from(hour).ok()?, i8::try_from(minute).ok()?, i8::try_from(second).ok()?, 0).ok()?;
        Some(Stamp { month, month_name, day: i8::try_from(day).ok()?, year, clock, rest })
    }

    /// Its place in time, in `year` where it has none of its own, and what stands for its zone.
    fn at(&self, year: Option<i16>) -> Option<(civil::DateTime, &'t str)> {
        let date = civil::Date::new(self.year.or(year)?, self.month, self.day).ok()?;
        Some((date.to_datetime(self.clock), self.rest))
    }

    /// The stamp with a year.
    pub(super) fn with_year(&self, year: i16) -> String {
        format!("{} {}, {}, {}", self.month_name, self.day, self.year.unwrap_or(year), self.rest)
    }

    /// What stands behind the clock time: the zone.
    pub(super) fn zone(&self) -> &'t str {
        self.rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':').trim()
    }
}

/// Longer than any zone's name behind a clock time.
const LONGEST_ZONE: usize = 24;

/// The month of a name, long or short.
pub(super) fn month(name: &str) -> Option<i8> {
    let mut folded = Vec::new();
    tables::fold(name.trim_end_matches('.'), &mut folded);
    Some(tables::lookup(&folded).sense(Class::Month)?.value as i8)
}

/// A number of up to four digits at the head of a text, and what stands behind it.
fn number(text: &str) -> Option<(i16, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 4 {
        return None;
    }
    Some((text.get(..digits)?.parse().ok()?, text.get(digits..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epochs() {
        assert_eq!(from_epoch("1700000000").as_deref(), Some("2023-11-14T22:13:20Z"));
        assert_eq!(from_epoch("1700000000000").as_deref(), Some("2023-11-14T22:13:20Z"));
        for text in ["", "2023", "2023-11-14", "170000000000000", "x1700000000"] {
            assert_eq!(from_epoch(text), None, "{text}");
        }
    }

    #[test]
    fn one_instant_in_many_spellings() {
        for text in [
            "2026-07-23T16:29:09Z",
            "2026-07-23T09:29:09.000-07:00",
            "2026-07-23 16:29:09",
            "Thu, 23 Jul 2026 16:29:09 Z",
            "Thu, 23 Jul 2026 17:29:09 +0100",
            "Jul 23, 2026, 16:29:09 UTC",
        ] {
            assert_eq!(seconds(text), Some(1_784_824_149), "{text}");
        }
        assert_eq!(seconds("soon"), None);
    }

    #[test]
    fn years_are_put_in() {
        let latest = Some(civil::date(2024, 1, 2).at(3, 0, 0, 0));
        for (text, expected) in [
            ("Jan  1, 23:10 UTC", Some("Jan 1, 2024, 23:10 UTC")),
            ("Dec 31, 23:10 PST", Some("Dec 31, 2023, 23:10 PST")),
            ("Jan 3, 02:00 UTC", Some("Jan 3, 2024, 02:00 UTC")),
            ("Feb 29, 10:00 UTC", Some("Feb 29, 2020, 10:00 UTC")),
            ("Dec 30, 2019, 11:05 PM UTC", Some("Dec 30, 2019, 11:05 PM UTC")),
            ("Jun  5, 2017 01:40:38 GMT+0", Some("Jun  5, 2017 01:40:38 GMT+0")),
            ("Jan 1, 9:10 p.m. PST", Some("Jan 1, 2024, 9:10 p.m. PST")),
            ("Jan 1, 23:10 UTC we saw errors", None),
            ("Jan 1", None),
            ("Monday, 10:00", None),
            ("May 40, 10:00 UTC", None),
            ("Mar 3, 25:00 UTC", None),
        ] {
            assert_eq!(complete(text, latest).as_deref(), expected, "{text}");
        }
    }
}
