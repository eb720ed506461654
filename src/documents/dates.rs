//! Dates as the columns of exports write them.

use jiff::civil::DateTime;
use jiff::fmt::strtime;
use serde_json::Value;

use super::fields;

/// Forms whose order is clear, or is that of their sort of table.
const FORMS: [&str; 8] = [
    "%d/%b/%y %I:%M %p",
    "%d/%b/%Y %I:%M %p",
    "%d/%b/%y %H:%M",
    "%d/%b/%Y %H:%M",
    "%d %b %Y %H:%M",
    "%b %d, %Y %I:%M %p",
    "%b %d, %Y",
    "%d %b %Y",
];
/// What may stand behind a date in digits.
const CLOCKS: [&str; 5] = ["", " %H:%M", " %H:%M:%S", " %I:%M %p", " %I:%M:%S %p"];

/// Read `written`; `day_first` decides where it could be either.
///
/// # Errors
///
/// Says why it is not understood.
pub(super) fn parse(written: &str, day_first: bool) -> Result<DateTime, String> {
    let not_understood = || format!("date `{written}` is not understood; YYYY-MM-DD is");
    let number = written.parse::<i64>().ok().filter(|_| matches!(written.len(), 10 | 13));
    if let Some(found) = number.map_or_else(|| fields::parse_date(written), |number| fields::date_of(&Value::from(number))) {
        return Ok(found);
    }
    let clean = written.replace(',', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    let marks = clean.find(['/', '-', '.']).map(|at| clean.as_bytes()[at]).filter(|_| clean.starts_with(|c: char| c.is_ascii_digit()));
    let mut parts = clean.split(['/', '-', '.', ' ']).map(|part| part.parse::<u16>().ok());
    if let (Some(mark), Some(Some(first)), Some(Some(second)), Some(Some(year))) = (marks, parts.next(), parts.next(), parts.next()) {
        let month_last = first > 12 || second <= 12 && (day_first || mark == b'.' || first == second);
        let meridiem = clean.to_ascii_lowercase().ends_with('m');
        if first <= 12 && second <= 12 && !month_last && !meridiem {
            return Err(format!("date `{written}` may have day or month first and is left out; YYYY-MM-DD is sure"));
        }
        let mark = char::from(mark);
        let year = if year < 100 { "%y" } else { "%Y" };
        let date = if month_last { format!("%d{mark}%m{mark}{year}") } else { format!("%m{mark}%d{mark}{year}") };
        return CLOCKS.iter().find_map(|clock| read(&format!("{date}{clock}"), &clean)).ok_or_else(not_understood);
    }
    FORMS.iter().find_map(|form| read(&form.replace(',', ""), &clean)).ok_or_else(not_understood)
}

fn read(form: &str, written: &str) -> Option<DateTime> {
    let parsed = strtime::parse(form, written).ok()?;
    let date = parsed.to_date().ok()?;
    Some(date.to_datetime(parsed.to_time().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_exports() {
        for (written, day_first, expected) in [
            ("2024-05-01 10:22:33", false, "2024-05-01T10:22:33"),
            ("11/Feb/24 3:07 PM", false, "2024-02-11T15:07:00"),
            ("Feb 11, 2024 3:07 PM", false, "2024-02-11T15:07:00"),
            ("25/02/2024 16:22", false, "2024-02-25T16:22:00"),
            ("06/02/2024 16:22", true, "2024-02-06T16:22:00"),
            ("06/02/24", true, "2024-02-06T00:00:00"),
            ("02/25/2024", true, "2024-02-25T00:00:00"),
            ("6/2/2024 3:07 PM", false, "2024-06-02T15:07:00"),
            ("06.02.2024 16:22:01", false, "2024-02-06T16:22:01"),
            ("06/02/2024, 16:22", true, "2024-02-06T16:22:00"),
            ("1700000000", false, "2023-11-14T22:13:20"),
        ] {
            assert_eq!(parse(written, day_first).map(|date| date.to_string()).as_deref(), Ok(expected), "{written}");
        }
        for (written, why) in
            [("06/02/2024", "day or month"), ("soon", "not understood"), ("45/99/2024", "not understood"), ("", "not understood")]
        {
            assert!(parse(written, false).is_err_and(|error| error.contains(why)), "{written}");
        }
    }
}
