//! Reading the ISO 8601 values of the gold: the writer's side is [`Moment`]'s `Display`.

use jiff::civil::Date;
use jiff::tz::Offset;

use crate::timestamps::{Clock, Moment, Precision};

/// The moment that `value` gives, with any part left out as records leave it out; none where it is no moment.
pub(crate) fn parse(value: &str) -> Option<Moment> {
    let (day, clock) = match value.split_once('T') {
        Some((day, clock)) => (day, Some(clock)),
        None => (value, None),
    };
    let mut moment = parse_day(day)?;
    if let Some(clock) = clock {
        let zone = clock.find(['Z', '+', '-']).unwrap_or(clock.len());
        let (clock, zone) = clock.split_at_checked(zone)?;
        moment.clock = Some(parse_clock(clock)?);
        moment.offset = if zone.is_empty() { None } else { Some(parse_offset(zone)?) };
    }
    (moment != Moment::default()).then_some(moment)
}

fn parse_day(day: &str) -> Option<Moment> {
    let mut moment = Moment::default();
    if let Some(day) = day.strip_prefix("---") {
        moment.day = Some(number(day, 2, 1..=31)? as i8);
    } else if let Some(rest) = day.strip_prefix("--") {
        let (month, day) = rest.split_once('-').map_or((rest, None), |(month, day)| (month, Some(day)));
        moment.month = Some(number(month, 2, 1..=12)? as i8);
        moment.day = day.map(|day| number(day, 2, 1..=31).map(|day| day as i8)).map_or(Some(None), |day| day.map(Some))?;
        // A leap year has every day that any year has.
        Date::new(2000, moment.month?, moment.day.unwrap_or(1)).ok()?;
    } else if !day.is_empty() {
        let mut parts = day.split('-');
        moment.year = Some(number(parts.next()?, 4, 1..=9999)? as i16);
        if let Some(month) = parts.next() {
            moment.month = Some(number(month, 2, 1..=12)? as i8);
        }
        if let Some(day) = parts.next() {
            moment.day = Some(number(day, 2, 1..=31)? as i8);
            moment.date()?;
        }
        if parts.next().is_some() {
            return None;
        }
    }
    Some(moment)
}

fn parse_clock(clock: &str) -> Option<Clock> {
    let clock = clock.split_once('.').map_or(clock, |(clock, _)| clock);
    let mut parts = clock.split(':');
    let hour = number(parts.next()?, 2, 0..=23)? as i8;
    let minute = parts.next().map(|minute| number(minute, 2, 0..=59)).map_or(Some(None), |minute| minute.map(Some))?;
    let second = parts.next().map(|second| number(second, 2, 0..=59)).map_or(Some(None), |second| second.map(Some))?;
    let precision = match (minute, second) {
        (None, _) => Precision::Hour,
        (_, None) => Precision::Minute,
        _ => Precision::Second,
    };
    parts.next().is_none().then_some(Clock { hour, minute: minute.unwrap_or(0) as i8, second: second.unwrap_or(0) as i8, precision })
}

fn parse_offset(zone: &str) -> Option<Offset> {
    if zone == "Z" {
        return Some(Offset::UTC);
    }
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    let digits: String = zone.get(1..)?.chars().filter(|&c| c != ':').collect();
    if digits.len() != 4 {
        return None;
    }
    let (hours, minutes) = digits.split_at_checked(2)?;
    Offset::from_seconds(sign * (number(hours, 2, 0..=14)? * 60 + number(minutes, 2, 0..=59)?) * 60).ok()
}

fn number(digits: &str, length: usize, range: std::ops::RangeInclusive<i32>) -> Option<i32> {
    let plain = digits.len() == length && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|value| plain && range.contains(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_of_a_record_reads_back() {
        for value in [
            "2019-02-12T18:05:00+00:00",
            "2022-01-06T11:07:00",
            "2024-02-29",
            "2022-01",
            "2022",
            "--08-06T18:22:00-03:00",
            "--08",
            "---09",
            "---09T10:00:00",
            "T14:30:00",
        ] {
            assert_eq!(parse(value).map(|moment| moment.to_string()).as_deref(), Some(value));
        }
        assert_eq!(
            parse("2022-01-06T11:07Z"),
            parse("2022-01-06T11:07:00+0000").map(|moment| {
                let clock = moment.clock.map(|clock| Clock { precision: Precision::Minute, ..clock });
                Moment { clock, ..moment }
            })
        );
    }

    #[test]
    fn what_no_calendar_has_is_refused() {
        for value in [
            "",
            "T",
            "2023-02-29",
            "2023-13-01",
            "--02-30",
            "2023-1-1",
            "T24:00",
            "T10:60",
            "10:30",
            "2023-01-01T10:00+99:00",
            "2023-01-01-01",
            "ontem",
            "2023-01-01T10:00é",
        ] {
            assert_eq!(parse(value), None, "{value}");
        }
    }
}
