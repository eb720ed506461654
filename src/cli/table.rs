//! Records as a table for people.

use std::collections::BTreeSet;

use comfy_table::{ColumnConstraint, Table, Width, presets};
use raiz::{Kind, Moment, Record};

use super::console::printable;
use super::tagged::Tagged;

/// A column: its head; its width on a narrow terminal and on a usual one; its share of what a wide one has beyond that.
type Column = (&'static str, [u16; 2], u16);

const TAGGED: &[Column] = &[
    ("SOURCE", [10, 18], 3),
    ("#", [2, 2], 0),
    ("TITLE", [14, 20], 4),
    ("CAUSE", [12, 26], 0),
    ("STARTED", [10, 23], 0),
    ("DURATION", [8, 11], 0),
    ("FIGURES", [12, 18], 4),
];
const EXTRACTED: &[Column] = &[("SOURCE", [14, 20], 2), ("LANGUAGE", [8, 8], 0), ("TIMES", [24, 36], 3), ("FIGURES", [20, 30], 4)];

/// Which of a record's facts the table shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum View {
    /// What happened: a row for each incident.
    Tagged,
    /// What was found: a row for each document.
    Extracted,
}

impl View {
    fn columns(self) -> &'static [Column] {
        match self {
            View::Tagged => TAGGED,
            View::Extracted => EXTRACTED,
        }
    }
}

/// Width of the column CAUSE.
const CAUSE_WIDTH: usize = 26;
/// What stands between two columns: a blank on either side.
const GAP: u16 = 2;
/// Lines of a row, at most.
const HEIGHT: usize = 3;
/// More figures or times than these are only counted.
const SHOWN: usize = 4;

/// The cells of a row, one for each column.
pub(crate) type Row = Vec<String>;

/// The rows of one document.
pub(crate) fn rows(view: View, records: &[Tagged]) -> Vec<Row> {
    records.iter().map(|tagged| row(view, tagged)).collect()
}

fn row(view: View, tagged: &Tagged) -> Row {
    let record = &tagged.record;
    let source = match &record.id {
        Some(id) if !record.source.contains(id.as_str()) => format!("{} {id}", record.source),
        _ => record.source.clone(),
    };
    let cells = match view {
        View::Tagged => vec![
            source,
            record.incident.to_string(),
            record.title.clone().unwrap_or_default(),
            match tagged.seen_before() {
                None => cause(record),
                Some(first) => format!("as in {}", shortened(first, CAUSE_WIDTH - "as in ".len())),
            },
            record.started.as_ref().map(moment).unwrap_or_default(),
            record.duration_s.map(duration).unwrap_or_default(),
            first_few(record.figures.iter().map(|figure| figure.text.clone())),
        ],
        View::Extracted => vec![
            source,
            record.language.map_or("neither", |language| language.code()).to_owned(),
            first_few(record.timestamps.iter().map(|time| moment(&time.value))),
            first_few(record.figures.iter().map(|figure| figure.text.clone())),
        ],
    };
    cells.into_iter().map(|cell| printable(&cell.replace(['\n', '\t'], " ")).into_owned()).collect()
}

fn cause(record: &Record) -> String {
    match (record.kind, &record.cause) {
        (Kind::Incident, Some(cause)) if record.confidence > 0.0 => format!("{cause} ({:.0}%)", record.confidence * 100.0),
        (Kind::Incident, Some(cause)) => cause.clone(),
        (Kind::Maintenance, _) => "- maintenance".into(),
        _ => "- no incident".into(),
    }
}

/// `2022-01-06 11:07 -03:00`: as ISO 8601 but for a blank, and without seconds that nobody wrote.
pub(crate) fn moment(moment: &Moment) -> String {
    let text = moment.to_string();
    let Some((day, rest)) = text.split_once('T') else { return text };
    let clock = rest.get(..8).unwrap_or(rest);
    let offset = rest.get(8..).unwrap_or_default();
    let clock = clock.strip_suffix(":00").unwrap_or(clock);
    let offset = if offset == "+00:00" { "UTC" } else { offset };
    [day, clock, offset].iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(" ")
}

/// The two largest units: `1 h 18 min`, `2 d 4 h`, `45 s`.
pub(crate) fn duration(seconds: i64) -> String {
    let sign = if seconds < 0 { "-" } else { "" };
    let total = seconds.unsigned_abs();
    let units = [(total / 86_400, "d"), (total / 3_600 % 24, "h"), (total / 60 % 60, "min"), (total % 60, "s")];
    let first = units.iter().position(|(count, _)| *count > 0).unwrap_or(units.len() - 1);
    let shown = units.iter().skip(first).take(2).filter(|(count, _)| *count > 0 || total == 0);
    let parts: Vec<String> = shown.map(|(count, unit)| format!("{count} {unit}")).collect();
    format!("{sign}{}", parts.join(" "))
}

/// The first few different texts, and how many more there are.
fn first_few(texts: impl Iterator<Item = String>) -> String {
    let (mut shown, mut seen) = (Vec::new(), BTreeSet::new());
    for text in texts {
        if seen.insert(text.clone()) && shown.len() < SHOWN {
            shown.push(text);
        }
    }
    let more = seen.len() - shown.len();
    let listed = shown.join(", ");
    if more > 0 { format!("{listed}, +{more}") } else { listed }
}

/// Lays out rows, a part of them at a time, so that a long table needs no more memory than a short one.
#[derive(Debug)]
pub(crate) struct Layout {
    columns: &'static [Column],
    widths: Vec<u16>,
    begun: bool,
}

impl Layout {
    /// A layout as wide as the terminal, or as `COLUMNS` says.
    pub(crate) fn new(view: View) -> Layout {
        let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let terminal = terminal_size::terminal_size().map(|(width, _)| width.0);
        Layout::of_width(view, columns.or(terminal).unwrap_or(150))
    }

    fn of_width(view: View, total: u16) -> Layout {
        let columns = view.columns();
        let sum = |roomy: usize| columns.iter().map(|(_, least, _)| least[roomy] + GAP).sum::<u16>();
        let roomy = usize::from(sum(1) <= total);
        let shares: u16 = columns.iter().map(|(_, _, share)| share).sum();
        let spare = u32::from(total.saturating_sub(sum(roomy)));
        let width = |(_, least, share): &Column| least[roomy] + (spare * u32::from(*share) / u32::from(shares)) as u16;
        Layout { columns, widths: columns.iter().map(width).collect(), begun: false }
    }

    /// Lay out the next rows; the first ones get the header.
    pub(crate) fn lay_out(&mut self, rows: Vec<Row>) -> String {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        if !self.begun {
            self.begun = true;
            table.set_header(self.columns.iter().map(|(head, ..)| *head));
        }
        let width = self.widths.first().copied().map_or(0, usize::from);
        for mut cells in rows {
            if let Some(source) = cells.first_mut() {
                *source = shortened(source, width);
            }
            let mut row = comfy_table::Row::from(cells);
            row.max_height(HEIGHT);
            table.add_row(row);
        }
        for (column, width) in table.column_iter_mut().zip(&self.widths) {
            column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(width + GAP)));
        }
        let mut text = table.trim_fmt();
        text.push('\n');
        text
    }
}

/// The end of a path, which tells more than its beginning.
fn shortened(path: &str, width: usize) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let length = name.chars().count();
    if length <= width {
        return name.to_owned();
    }
    let end: String = name.chars().skip(length + 1 - width).collect();
    format!("\u{2026}{end}")
}

#[cfg(test)]
mod tests {
    use raiz::{Clock, Precision};

    use super::*;

    #[test]
    fn durations_show_their_two_largest_units() {
        for (seconds, expected) in
            [(0, "0 s"), (45, "45 s"), (60, "1 min"), (4_680, "1 h 18 min"), (3_605, "1 h"), (187_200, "2 d 4 h"), (-90, "-1 min 30 s")]
        {
            assert_eq!(duration(seconds), expected, "{seconds}");
        }
    }

    #[test]
    fn moments_lose_only_what_says_nothing() {
        let clock = |second| Some(Clock { hour: 14, minute: 0, second, precision: Precision::Minute });
        let day = Moment { year: Some(2023), month: Some(5), day: Some(9), ..Moment::default() };
        let utc = Some(jiff::tz::Offset::UTC);
        for (value, expected) in [
            (day, "2023-05-09"),
            (Moment { clock: clock(0), ..day }, "2023-05-09 14:00"),
            (Moment { clock: clock(7), offset: utc, ..day }, "2023-05-09 14:00:07 UTC"),
            (Moment { clock: clock(0), ..Moment::default() }, "14:00"),
        ] {
            assert_eq!(moment(&value), expected);
        }
    }

    #[test]
    fn sources_show_their_ends() {
        for (path, expected) in [("reports/2024/queda.md", "queda.md"), ("a/situação-de-junho.md", "\u{2026}junho.md"), ("-", "-")] {
            assert_eq!(shortened(path, 9), expected, "{path}");
        }
    }

    #[test]
    fn a_wider_terminal_widens_titles_and_figures() {
        let widths = |total| Layout::of_width(View::Tagged, total).widths;
        let (narrow, wide) = (widths(80), widths(200));
        assert!(narrow.iter().map(|width| width + GAP).sum::<u16>() <= 84, "{narrow:?}");
        assert!(wide[2] > narrow[2] && wide[6] > narrow[6] && wide[5] == widths(150)[5], "{wide:?}");
        assert!(wide.iter().map(|width| width + GAP).sum::<u16>() <= 200);
    }

    #[test]
    fn further_figures_are_counted() {
        let texts = ["12 %", "40 min", "12 %", "3 mil", "9", "2 h", "7"].map(str::to_owned);
        assert_eq!(first_few(texts.into_iter()), "12 %, 40 min, 3 mil, 9, +2");
    }

    #[test]
    fn only_the_first_part_of_a_table_has_the_header() {
        let row = ["a.md", "0", "API down", "dns (80 %)", "2023-05-09 14:00", "40 min", "12 %"].map(str::to_owned).to_vec();
        let mut layout = Layout::of_width(View::Tagged, 140);
        let (first, second) = (layout.lay_out(vec![row.clone()]), layout.lay_out(vec![row]));
        assert!(first.contains("STARTED") && !second.contains("STARTED"), "{first}{second}");
        assert!(first.ends_with(&second), "columns line up:\n{first}{second}");
    }
}
