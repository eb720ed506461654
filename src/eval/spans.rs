//! Timestamps and figures that were found against those a reader marked, and the impact's start, end and length.

use serde::Serialize;

use crate::corpus::{GoldFigure, LabelledIncident, parse_moment};
use crate::record::{FigureRecord, Record};
use crate::span::Span;
use crate::timestamps::Moment;

use super::{f1, share};

/// How many marked spans were found, and how many of these with the right value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Marked ones that were found.
    pub(super) hits: usize,
    /// Of these, with the right value.
    pub(super) right: usize,
    /// Marked ones that may not be missed.
    pub(super) wanted: usize,
    /// Found ones, without those that match an optional mark.
    pub(super) found: usize,
}

/// Precision and recall of the places, accuracy of the values.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ExtractionScore {
    /// How many were marked.
    pub n: usize,
    /// Marked ones among the found ones.
    pub precision: Option<f64>,
    /// Found ones among the marked ones.
    pub recall: Option<f64>,
    /// Their harmonic mean.
    pub f1: Option<f64>,
    /// Right values among the found ones.
    pub value_accuracy: Option<f64>,
    /// Found with the right value among all marked ones.
    pub right_of_all: Option<f64>,
}

impl Tally {
    pub(super) fn add(&mut self, other: Tally) {
        self.hits += other.hits;
        self.right += other.right;
        self.wanted += other.wanted;
        self.found += other.found;
    }

    pub(super) fn score(self) -> ExtractionScore {
        ExtractionScore {
            n: self.wanted,
            precision: share(self.hits, self.found),
            recall: share(self.hits, self.wanted),
            f1: f1(self.hits, self.found, self.wanted),
            value_accuracy: share(self.right, self.hits),
            right_of_all: share(self.right, self.wanted),
        }
    }
}

/// Match marked with found spans one to one, the largest overlap first; a pair counts where it shares at least half of
/// the longer span. `marked` says which may be missed, `right` whether a pair agrees in value.
pub(super) fn match_spans(marked: &[(Span, bool)], found: &[Span], right: impl Fn(usize, usize) -> bool) -> Tally {
    let mut pairs: Vec<(usize, usize, usize)> = Vec::new();
    for (at, (span, _)) in marked.iter().enumerate() {
        for (other, given) in found.iter().enumerate() {
            let shared = span.end.min(given.end).saturating_sub(span.start.max(given.start));
            if shared > 0 && shared * 2 >= span.len().max(given.len()) {
                pairs.push((shared, at, other));
            }
        }
    }
    pairs.sort_unstable_by(|a, b| b.cmp(a));
    let (mut matched, mut used) = (vec![false; marked.len()], vec![false; found.len()]);
    let mut tally = Tally { wanted: marked.iter().filter(|mark| !mark.1).count(), found: found.len(), ..Tally::default() };
    for (_, at, other) in pairs {
        if matched[at] || used[other] {
            continue;
        }
        (matched[at], used[other]) = (true, true);
        if marked[at].1 {
            tally.found -= 1;
        } else {
            tally.hits += 1;
            tally.right += usize::from(right(at, other));
        }
    }
    tally
}

/// Do two moments say the same? Moments with a zone are compared on the time line; a zone that only one has is a difference.
pub(super) fn same_moment(wanted: &Moment, given: &Moment) -> bool {
    match (wanted.instant(), given.instant()) {
        (Some(wanted), Some(given)) => wanted == given,
        (None, None) => {
            let day = |moment: &Moment| (moment.year, moment.month, moment.day, moment.offset);
            let clock = |moment: &Moment| moment.clock.map(|clock| (clock.hour, clock.minute, clock.second));
            day(wanted) == day(given) && clock(wanted) == clock(given)
        }
        _ => false,
    }
}

/// The same, where a wanted moment without a clock time asks only for the day.
fn same_as_far_as_known(wanted: &Moment, given: &Moment) -> bool {
    let day = |moment: &Moment| (moment.year, moment.month, moment.day);
    if wanted.clock.is_none() { day(wanted) == day(given) } else { same_moment(wanted, given) }
}

/// Same kind and same stated numbers: "over 1000" may be given as 1000 to 1000 or as 1000 to nothing.
pub(super) fn same_figure(wanted: &GoldFigure, given: &FigureRecord) -> bool {
    let close = |a: f64, b: f64| (a - b).abs() <= f64::max(1e-9, 1e-3 * f64::max(a.abs(), b.abs()));
    let within =
        |some: [Option<f64>; 2], all: [Option<f64>; 2]| some.into_iter().flatten().all(|a| all.into_iter().flatten().any(|b| close(a, b)));
    let (wanted_ends, given_ends) = ([wanted.low, wanted.high], [given.low, given.high]);
    wanted.kind == given.kind && within(wanted_ends, given_ends) && within(given_ends, wanted_ends)
}

/// A number of answers and how many of them are right.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ImpactScores {
    /// Incidents whose start was marked.
    pub start_n: usize,
    /// Of these, with the right start.
    pub start: usize,
    /// Incidents whose end was marked.
    pub end_n: usize,
    /// Of these, with the right end.
    pub end: usize,
    /// Incidents whose length was marked.
    pub duration_n: usize,
    /// Of these, with the right length: within a minute or two per cent.
    pub duration: usize,
}

impl ImpactScores {
    /// Compare one incident with its record, if it has one.
    pub(super) fn add(&mut self, wanted: &LabelledIncident, given: Option<&Record>) {
        let moment = |value: &Option<String>| value.as_deref().and_then(parse_moment);
        let hit = |wanted: &Moment, given: Option<Moment>| usize::from(given.is_some_and(|given| same_as_far_as_known(wanted, &given)));
        if let Some(start) = moment(&wanted.start) {
            self.start_n += 1;
            self.start += hit(&start, given.and_then(|record| record.started));
        }
        if let Some(end) = moment(&wanted.end) {
            self.end_n += 1;
            self.end += hit(&end, given.and_then(|record| record.resolved));
        }
        if let Some(minutes) = wanted.duration_min {
            self.duration_n += 1;
            let close = |seconds: i64| (seconds as f64 / 60.0 - minutes).abs() <= f64::max(1.0, 0.02 * minutes);
            self.duration += usize::from(given.and_then(|record| record.duration_s).is_some_and(close));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{FigureKind, FigureRole};

    #[test]
    fn spans_match_by_half_of_the_longer_one() {
        let span = Span::new;
        // Marked 0-10 (found as 0-6: 6 of 10), 20-30 (found as 26-36: 4 of 10, no match), 40-44 optional (found), 50-52 missed.
        let marked = [(span(0, 10), false), (span(20, 30), false), (span(40, 44), true), (span(50, 52), false)];
        let found = [span(0, 6), span(26, 36), span(40, 44), span(60, 61)];
        let tally = match_spans(&marked, &found, |_, _| true);
        assert_eq!(tally, Tally { hits: 1, right: 1, wanted: 3, found: 3 });
        let score = tally.score();
        assert_eq!((score.precision, score.recall, score.f1), (Some(1.0 / 3.0), Some(1.0 / 3.0), Some(1.0 / 3.0)));
    }

    #[test]
    fn the_largest_overlap_wins_and_each_span_counts_once() {
        let span = Span::new;
        let marked = [(span(0, 8), false), (span(8, 20), false)];
        let tally = match_spans(&marked, &[span(0, 7), span(0, 8), span(7, 20)], |at, other| at + 1 == other);
        assert_eq!(tally, Tally { hits: 2, right: 2, wanted: 2, found: 3 });
    }

    #[test]
    fn moments_are_the_same_on_the_time_line() {
        let same = |a: &str, b: &str| same_moment(&parse_moment(a).expect(a), &parse_moment(b).expect(b));
        for (a, b, expected) in [
            ("2021-03-05T10:00-03:00", "2021-03-05T13:00:00Z", true),
            ("2021-03-05T10:00", "2021-03-05T10:00Z", false),
            ("2021-03-05T10:00", "2021-03-05T10:00:00", true),
            ("2021-03-05", "2021-03-05T10:00", false),
            ("--03-05T10:00+00:00", "--03-05T10:00+00:00", true),
            ("--03-05T10:00+00:00", "--03-05T10:00+01:00", false),
            ("T10:00", "T10:01", false),
        ] {
            assert_eq!(same(a, b), expected, "{a} {b}");
        }
        let day = parse_moment("2021-03-05").expect("a day");
        assert!(same_as_far_as_known(&day, &parse_moment("2021-03-05T10:00Z").expect("a moment")));
    }

    #[test]
    fn figures_are_the_same_in_kind_and_stated_numbers() {
        let gold = |low, high| GoldFigure {
            text: String::new(),
            kind: FigureKind::Count,
            low,
            high,
            unit: "users".into(),
            optional: false,
            line: 1,
        };
        let given = |kind, low, high| FigureRecord {
            text: String::new(),
            start: 0,
            end: 0,
            kind,
            low,
            high,
            unit: "people".into(),
            approximate: false,
            role: FigureRole::Other,
            impact: true,
        };
        for (wanted, found, expected) in [
            (gold(Some(1000.0), None), given(FigureKind::Count, Some(1000.0), Some(1000.0)), true),
            (gold(Some(1000.0), None), given(FigureKind::Count, Some(1000.5), None), true),
            (gold(Some(15.0), Some(20.0)), given(FigureKind::Count, Some(15.0), Some(15.0)), false),
            (gold(Some(15.0), Some(15.0)), given(FigureKind::Percentage, Some(15.0), Some(15.0)), false),
        ] {
            assert_eq!(same_figure(&wanted, &found), expected, "{wanted:?} {found:?}");
        }
    }
}
