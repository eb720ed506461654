//! The page's plots: counts, and where each bar stands in its drawing.

use std::collections::BTreeMap;

use serde::Serialize;

use super::rows::Row;

/// A drawing of horizontal bars.
#[derive(Debug, Serialize)]
pub(super) struct Chart {
    id: &'static str,
    title: &'static str,
    height: usize,
    bars: Vec<Bar>,
}

/// One bar and its label.
#[derive(Debug, Serialize)]
struct Bar {
    label: String,
    count: usize,
    /// Upper edge, length.
    y: usize,
    width: usize,
}

/// Distance of two bars, and the length of the longest, in units of the drawing.
const STEP: usize = 24;
const LONGEST: usize = 420;

/// Lengths of impact: from so many seconds on, under this name.
const DURATIONS: [(i64, &str); 7] = [
    (0, "below 5 min"),
    (300, "5 to 15 min"),
    (900, "15 to 60 min"),
    (3_600, "1 to 4 h"),
    (14_400, "4 to 12 h"),
    (43_200, "12 to 24 h"),
    (86_400, "1 day or more"),
];

/// How often each cause is the root.
pub(super) fn causes(rows: &[&Row]) -> Chart {
    Chart::new("causes", "Root causes", by_number(rows.iter().map(|row| row.cause())))
}

/// How often each cause is a further link of the chain.
pub(super) fn contributing(rows: &[&Row]) -> Chart {
    let labels = rows.iter().flat_map(|row| &row.contributing).map(|link| link.label.as_str());
    Chart::new("contributing", "Contributing causes", by_number(labels))
}

/// How long the impact lasted.
pub(super) fn durations(rows: &[&Row]) -> Chart {
    let mut counts = DURATIONS.map(|(_, name)| (name.to_owned(), 0)).to_vec();
    for seconds in rows.iter().filter_map(|row| row.duration_s) {
        let class = DURATIONS.iter().rposition(|(least, _)| *least <= seconds).unwrap_or(0);
        if let Some((_, count)) = counts.get_mut(class) {
            *count += 1;
        }
    }
    if counts.iter().all(|(_, count)| *count == 0) {
        counts.clear();
    }
    Chart::new("durations", "Length of the impact, where known", counts)
}

fn by_number<'a>(labels: impl Iterator<Item = &'a str>) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for label in labels {
        *counts.entry(label).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().map(|(label, count)| (label.to_owned(), count)).collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

impl Chart {
    fn new(id: &'static str, title: &'static str, counts: Vec<(String, usize)>) -> Chart {
        let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1);
        let bars = counts.into_iter().enumerate();
        let bars: Vec<Bar> =
            bars.map(|(number, (label, count))| Bar { label, count, y: number * STEP, width: count * LONGEST / most }).collect();
        Chart { id, title, height: bars.len() * STEP, bars }
    }
}

/// A drawing of columns over time.
#[derive(Debug, Serialize)]
pub(super) struct Timeline {
    /// `month` or `year`.
    unit: &'static str,
    width: usize,
    columns: Vec<Column>,
    /// Incidents whose start is not known well enough.
    undated: usize,
}

/// The incidents of one month or year.
#[derive(Debug, Serialize)]
struct Column {
    name: String,
    count: usize,
    x: usize,
    y: usize,
    height: usize,
    width: usize,
    /// Is its name written under it?
    named: bool,
}

/// Height of the highest column.
const HIGHEST: usize = 120;
/// Width of the drawing, at most.
const WIDEST: usize = 720;
/// More months than these are put together to years.
const MONTHS: usize = 72;
/// Stray years far apart would make endless drawings; the latest ones are shown.
const YEARS: usize = 72;

/// How many incidents began in each month; in each year, where the months are too many.
pub(super) fn timeline(rows: &[&Row]) -> Timeline {
    let months: Vec<(i32, u32)> = rows.iter().filter_map(|row| row.month()).collect();
    let undated = rows.len() - months.len();
    let number = |(year, month): (i32, u32)| i64::from(year) * 12 + i64::from(month) - 1;
    let (Some(first), Some(last)) = (months.iter().copied().map(number).min(), months.iter().copied().map(number).max()) else {
        return Timeline { unit: "month", width: WIDEST, columns: Vec::new(), undated };
    };
    let by_month = last - first < MONTHS as i64;
    let (length, most) = if by_month { (1, MONTHS) } else { (12, YEARS) };
    let (first, last) = (first / length, last / length);
    let first = first.max(last - most as i64 + 1);
    let mut counts = vec![0_usize; (last - first + 1) as usize];
    for month in months {
        let place = usize::try_from(number(month) / length - first).ok();
        if let Some(count) = place.and_then(|place| counts.get_mut(place)) {
            *count += 1;
        }
    }
    let highest = counts.iter().copied().max().unwrap_or(1).max(1);
    let step = (WIDEST / counts.len()).clamp(8, 48);
    // As many names as there is room for, some 56 units each.
    let every = 56_usize.div_ceil(step);
    let columns = counts.iter().enumerate().map(|(place, count)| {
        let at = first + place as i64;
        let name = if by_month { format!("{:04}-{:02}", at / 12, at % 12 + 1) } else { format!("{at:04}") };
        let height = count * HIGHEST / highest;
        Column { name, count: *count, x: place * step, y: HIGHEST - height, height, width: step - 2, named: place % every == 0 }
    });
    Timeline { unit: if by_month { "month" } else { "year" }, width: counts.len() * step + 56, columns: columns.collect(), undated }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cause: &str, started: Option<&str>, duration_s: Option<i64>) -> Row {
        let json = serde_json::json!({
            "schema": raiz::SCHEMA, "source": "a", "kind": "incident", "cause": cause, "started": started, "duration_s": duration_s
        });
        serde_json::from_value(json).expect("a record")
    }

    #[test]
    fn the_most_frequent_cause_has_the_longest_bar() {
        let rows = [row("dns", None, None), row("attack", None, None), row("dns", None, None)];
        let chart = causes(&rows.iter().collect::<Vec<_>>());
        let bars: Vec<_> = chart.bars.iter().map(|bar| (bar.label.as_str(), bar.count, bar.width)).collect();
        assert_eq!(bars, [("dns", 2, LONGEST), ("attack", 1, LONGEST / 2)]);
    }

    #[test]
    fn durations_fall_into_classes() {
        let rows: Vec<Row> = [-5, 299, 300, 3_599, 3_600, 1_000_000].map(|seconds| row("dns", None, Some(seconds))).to_vec();
        let counts: Vec<usize> = durations(&rows.iter().collect::<Vec<_>>()).bars.iter().map(|bar| bar.count).collect();
        assert_eq!(counts, [2, 1, 1, 1, 0, 0, 1]);
    }

    #[test]
    fn months_without_incidents_keep_their_place() {
        let rows = [row("dns", Some("2023-11-02"), None), row("dns", Some("2024-01-05T10:00:00"), None), row("dns", Some("--03-01"), None)];
        let timeline = timeline(&rows.iter().collect::<Vec<_>>());
        let columns: Vec<_> = timeline.columns.iter().map(|column| (column.name.as_str(), column.count)).collect();
        assert_eq!(columns, [("2023-11", 1), ("2023-12", 0), ("2024-01", 1)]);
        assert_eq!(timeline.undated, 1);
    }

    #[test]
    fn many_months_become_years_and_stray_years_stay_bounded() {
        let rows = [row("dns", Some("2010-01"), None), row("dns", Some("2024-01"), None)];
        assert_eq!(timeline(&rows.iter().collect::<Vec<_>>()).columns.len(), 15);
        let rows = [row("dns", Some("0001-01"), None), row("dns", Some("9999-01"), None)];
        assert_eq!(timeline(&rows.iter().collect::<Vec<_>>()).columns.len(), YEARS);
    }
}
