//! What a date in the text says of itself, before the document is asked for the rest.

use jiff::civil::Date;

/// The parts of a date as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Fields {
    pub(super) year: Option<i16>,
    pub(super) month: Option<i8>,
    pub(super) day: Option<i8>,
    /// 1 (Monday) to 7.
    pub(super) weekday: Option<i8>,
    /// Two numbers of which one is the day and one the month, in the order of the text.
    pub(super) undecided: Option<(i8, i8)>,
    /// Whether the numbers prove that the day stands first.
    pub(super) day_first: Option<bool>,
    /// Counted from the day of writing.
    pub(super) relative: Option<Relative>,
}

/// A date that is counted from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relative {
    /// So many days on.
    Days(i32),
    /// The weekday of a week counted from this one.
    WeekdayOfWeek(i32),
    /// The last such weekday before the day of writing.
    WeekdayBefore,
    /// The first such weekday after the day of writing.
    WeekdayAfter,
    /// A day of a month counted from this one.
    DayOfMonth(i32),
    /// A weekday that the text calls "this": the day of writing itself, or one beside it.
    WeekdayHere,
    /// So many such weekdays after, or before, the day of writing.
    WeekdaysOn(i32),
    /// A length before or after the day of writing, or the weekday beside it.
    Shift(Shift),
    /// A month counted from this one.
    Month(i32),
    /// A year counted from this one.
    Year(i32),
    /// The n-th (or, at 0, last) such weekday of the month named beside it, or counted from this one.
    NthWeekday(i8, i32),
    /// The day after the one the text speaks of.
    DayAfter,
    /// The day before it.
    DayBefore,
    /// The moment of writing.
    Now,
}

/// A length on the calendar and the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Shift {
    pub(super) months: i32,
    pub(super) days: i32,
    pub(super) seconds: i64,
    /// Days on which people work: Monday to Friday.
    pub(super) workdays: i32,
}

impl Shift {
    /// The same length backwards.
    pub(super) fn negated(self) -> Shift {
        Shift { months: -self.months, days: -self.days, seconds: -self.seconds, workdays: -self.workdays }
    }

    /// Both lengths together.
    pub(super) fn plus(self, other: Shift) -> Option<Shift> {
        Some(Shift {
            months: self.months.checked_add(other.months)?,
            days: self.days.checked_add(other.days)?,
            seconds: self.seconds.checked_add(other.seconds)?,
            workdays: self.workdays.checked_add(other.workdays)?,
        })
    }
}

impl Fields {
    /// Can it stand alone as a date?
    pub(super) fn names_day(&self) -> bool {
        self.day.is_some() || self.undecided.is_some() || self.weekday.is_some() || matches!(self.relative, Some(Relative::Days(_)))
    }

    /// The full date, if all of it is written.
    pub(super) fn date(&self) -> Option<Date> {
        Date::new(self.year?, self.month?, self.day?).ok()
    }

    /// Does the calendar know such a day?
    pub(super) fn possible(&self) -> bool {
        match (self.month, self.day) {
            (Some(month), Some(day)) => Date::new(self.year.unwrap_or(2000), month, day).is_ok(),
            (None, Some(day)) => (1..=31).contains(&day),
            _ => true,
        }
    }
}

/// Year, month and day that `a/b/c` or `a/b` can mean, decided as far as the numbers alone decide it.
pub(super) fn numeric(a: i32, b: i32, year: Option<i16>) -> Option<Fields> {
    let (day, month) = (1..=31, 1..=12);
    let day_first = day.contains(&a) && month.contains(&b);
    let month_first = month.contains(&a) && day.contains(&b);
    let fields = Fields { year, ..Fields::default() };
    let decided = |month: i32, day: i32| Fields { month: Some(month as i8), day: Some(day as i8), ..fields };
    let proven = |fields: Fields, day_first: bool| Fields { day_first: Some(day_first), ..fields };
    let found = match (day_first, month_first) {
        (true, true) if a == b => decided(a, b),
        (true, true) => return Some(Fields { undecided: Some((a as i8, b as i8)), ..fields }),
        (true, false) => proven(decided(b, a), true),
        (false, true) => proven(decided(a, b), false),
        (false, false) => return None,
    };
    found.possible().then_some(found)
}

/// A year as written in two or four digits.
pub(super) fn year(value: i32, width: usize) -> Option<i16> {
    match width {
        4 if (1300..2300).contains(&value) => Some(value as i16),
        2 => Some(if value < 40 { 2000 + value } else { 1900 + value } as i16),
        _ => None,
    }
}
