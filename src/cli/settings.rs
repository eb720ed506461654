//! From options to the library's settings.

use anyhow::{Context, anyhow, bail};
use jiff::civil::DateTime;
use jiff::tz::{Offset, TimeZone};
use raiz::{DateOrder, Pipeline, TimeSettings};

use super::args::{self, Common, Judging, Reading};

/// The pipeline that the options ask for.
pub(crate) fn pipeline(common: &Common, reading: &Reading, judging: Option<&Judging>) -> anyhow::Result<Pipeline> {
    let times = TimeSettings {
        anchor: reading.as_of.as_deref().map(as_of).transpose()?,
        zone: reading.time_zone.as_deref().map(time_zone).transpose()?,
        order: match reading.date_order {
            args::DateOrder::Auto => DateOrder::Auto,
            args::DateOrder::Dmy => DateOrder::DayMonthYear,
            args::DateOrder::Mdy => DateOrder::MonthDayYear,
        },
    };
    let pipeline = match (&common.model, judging) {
        // Without causes no model is asked, so none is opened.
        (Some(folder), Some(_)) => Pipeline::open(folder)?,
        _ => Pipeline::default(),
    };
    if judging.is_some() && pipeline.model().is_none() {
        bail!("there is no model inside this build; name one with --model DIR");
    }
    let least = judging.and_then(|judging| judging.min_confidence).unwrap_or(0.0);
    Ok(pipeline.with_settings(times).with_min_confidence(least))
}

/// What tells one model from another.
pub(crate) fn model_name(pipeline: &Pipeline) -> String {
    pipeline.model().map_or_else(String::new, |model| model.digest().to_owned())
}

fn as_of(typed: &str) -> anyhow::Result<DateTime> {
    // A day alone is read as its midnight.
    typed.parse::<DateTime>().map_err(|_| anyhow!("--as-of {typed}: no date; write it like 2024-03-31"))
}

fn time_zone(typed: &str) -> anyhow::Result<TimeZone> {
    let offset = typed.strip_prefix("UTC").or(typed.strip_prefix("GMT")).filter(|rest| !rest.is_empty()).unwrap_or(typed);
    if let Some(zone) = fixed_offset(offset) {
        return Ok(TimeZone::fixed(zone));
    }
    TimeZone::get(typed).with_context(|| format!("--time-zone {typed}: not known; write it like Europe/Lisbon, UTC or -03:00"))
}

/// `-03:00`, `+0530` or `-3`.
fn fixed_offset(typed: &str) -> Option<Offset> {
    let (sign, digits) = match typed.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-" | "\u{2212}", digits) => (-1, digits),
        _ => return None,
    };
    let (hours, minutes) = match digits.split_once(':') {
        Some(parts) => parts,
        None if digits.len() == 4 => digits.split_at_checked(2)?,
        None => (digits, "0"),
    };
    let number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<i32>().ok()).flatten();
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    (hours <= 15 && minutes < 60).then(|| Offset::from_seconds(sign * (hours * 3600 + minutes * 60)).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_names_or_offsets() {
        for (typed, seconds) in [("-03:00", -10_800), ("+0530", 19_800), ("-3", -10_800), ("UTC", 0), ("UTC-3", -10_800), ("GMT+1", 3_600)]
        {
            let zone = time_zone(typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
            assert_eq!(zone.to_fixed_offset().map(Offset::seconds).ok(), Some(seconds), "{typed}");
        }
        assert_eq!(time_zone("America/Sao_Paulo").expect("known").iana_name(), Some("America/Sao_Paulo"));
        for typed in ["Mars/Olympus", "+25:00", "-3h", "", "\u{2212}"] {
            assert!(time_zone(typed).is_err(), "{typed}");
        }
    }

    #[test]
    fn documents_are_dated_by_day_or_by_the_minute() {
        assert_eq!(as_of("2024-03-31").expect("a day").to_string(), "2024-03-31T00:00:00");
        assert_eq!(as_of("2024-03-31T08:15").expect("a minute").to_string(), "2024-03-31T08:15:00");
        assert!(as_of("31/03/2024").is_err_and(|error| error.to_string().contains("--as-of 31/03/2024")));
    }
}
