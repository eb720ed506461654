//! The two moments between which the impact lay, chosen together.

use super::length::Stated;
use super::places::{Place, Slot};
use super::scores::Scores;
use super::spans::{self, Gap};
use crate::timestamps::{Moment, Timestamp};

/// A moment with less than this for a role does not have it.
pub(super) const LEAST: f32 = 1.0;
/// The impact's beginning and end need less, since nearly every report has one.
const LEAST_END: f32 = 0.4;
/// How many candidates for each end are tried with each other.
const CANDIDATES: usize = 24;
/// An impact longer than this is a less likely one.
const LONG: i64 = 30 * 86_400;

/// How much weaker a further range of the same impact may be.
const LIKENESS: f32 = 1.2;

/// What the choice of a pair adds to the scores of its two moments.
mod weigh {
    /// The two are one range.
    pub(super) const SAME_RANGE: f32 = 1.0;
    /// They lie as far apart as the text says.
    pub(super) const AS_STATED: f32 = 2.0;
    /// The end lies before the beginning; but where the page says so plainly, it is wrong and not the reading.
    pub(super) const BACKWARDS: f32 = -4.0;
    pub(super) const BACKWARDS_AS_SAID: f32 = -0.5;
    /// No time lies between them.
    pub(super) const NO_TIME: f32 = -0.8;
    /// Very much time lies between them.
    pub(super) const LONG_TIME: f32 = -1.0;
}

/// The slots of the impact's beginning and end, as far as the text gives them.
pub(super) fn choose(timestamps: &[Timestamp], slots: &[Slot], scores: &[Scores], stated: &[Stated]) -> (Option<usize>, Option<usize>) {
    let value = |at: usize| timestamps[slots[at].timestamps.start].value;
    let starts = best(scores, |score| score.started, LEAST_END, false);
    let ends = best(scores, |score| score.resolved, LEAST_END, !newest_first(timestamps, slots));
    let mut chosen = (None, None);
    let mut highest = f32::MIN;
    let mut consider = |pair: (Option<usize>, Option<usize>), total: f32| {
        if total > highest {
            (highest, chosen) = (total, pair);
        }
    };
    for &start in &starts {
        consider((Some(start), None), scores[start].started);
    }
    for &end in &ends {
        consider((None, Some(end)), scores[end].resolved);
    }
    for &start in &starts {
        for &end in ends.iter().filter(|&&end| end != start) {
            let fit = fit(slots, start, end, spans::between(&value(start), &value(end)), stated);
            consider((Some(start), Some(end)), scores[start].started + scores[end].resolved + fit);
        }
    }
    if let (Some(start), Some(end)) = chosen
        && slots[start].until == Some(end)
    {
        return extended(slots, scores, (start, end), &value);
    }
    (chosen.0.map(|start| refined(&starts, start, &value)), chosen.1.map(|end| refined(&ends, end, &value)))
}

/// Do the posts of the page stand with the newest first?
fn newest_first(timestamps: &[Timestamp], slots: &[Slot]) -> bool {
    let mut posts = slots
        .iter()
        .filter(|slot| matches!(slot.place, Place::Posted | Place::Update(_)))
        .map(|slot| &timestamps[slot.timestamps.start].value);
    let ends = posts.next().zip(posts.next_back());
    ends.and_then(|(first, last)| spans::between(first, last)).is_some_and(|gap| gap.seconds < 0)
}

/// An impact told in several ranges lasts from the first to the last: those of one sentence (`between 1 and 2, and between
/// 3 and 4`), and those that begin together (`errors from 1 to 2; delays from 1 to 3`).
fn extended(slots: &[Slot], scores: &[Scores], chosen: (usize, usize), value: &impl Fn(usize) -> Moment) -> (Option<usize>, Option<usize>) {
    let (mut first, mut last) = chosen;
    let before = |a: usize, b: usize| spans::between(&value(a), &value(b)).is_some_and(|gap| gap.exact && gap.seconds > 0);
    let ranges = slots.iter().enumerate().filter_map(|(start, slot)| Some((start, slot.until?)));
    for (start, end) in ranges.filter(|&(start, _)| start != chosen.0) {
        let alike = scores[start].started + LIKENESS >= scores[chosen.0].started && slots[start].place == slots[chosen.0].place;
        let together = value(start) == value(chosen.0);
        let listed = slots[start].sentence == slots[chosen.0].sentence;
        if alike && (together || listed) {
            first = if listed && before(start, first) { start } else { first };
            last = if before(last, end) { end } else { last };
        }
    }
    (Some(first), Some(last))
}

/// The strongest candidate that gives a clock time on the day of one that gives none.
fn refined(candidates: &[usize], chosen: usize, value: &impl Fn(usize) -> Moment) -> usize {
    let day = value(chosen);
    let finer = |&&at: &&usize| {
        let other = value(at);
        other.clock.is_some() && (other.year, other.month, other.day) == (day.year, day.month, day.day)
    };
    if day.clock.is_some() { chosen } else { candidates.iter().find(finer).copied().unwrap_or(chosen) }
}

/// The slots that speak most for a role, the strongest first; of equals the first in the text, or the last.
fn best(scores: &[Scores], role: impl Fn(&Scores) -> f32, least: f32, later: bool) -> Vec<usize> {
    let mut found: Vec<usize> = (0..scores.len()).filter(|&at| role(&scores[at]) >= least).collect();
    if later {
        found.reverse();
    }
    found.sort_by(|&a, &b| role(&scores[b]).total_cmp(&role(&scores[a])));
    found.truncate(CANDIDATES);
    found
}

/// How well two moments fit each other.
fn fit(slots: &[Slot], start: usize, end: usize, gap: Option<Gap>, stated: &[Stated]) -> f32 {
    let mut fit = 0.0;
    if slots[start].until == Some(end) {
        fit += weigh::SAME_RANGE;
    }
    let Some(gap) = gap else { return fit };
    let labels = slots[start].place == Place::Label && slots[end].place == Place::Label;
    // A page may be opened when all is over.
    let opened_late = matches!(slots[start].place, Place::Update(_) | Place::Posted) && slots[end].place == Place::Prose;
    match gap.seconds {
        ..0 => fit += if labels || opened_late { weigh::BACKWARDS_AS_SAID } else { weigh::BACKWARDS },
        0 if !labels => fit += weigh::NO_TIME,
        LONG.. => fit += weigh::LONG_TIME,
        _ => {}
    }
    if gap.exact && stated.iter().any(|stated| stated.agrees(gap.seconds)) {
        fit += weigh::AS_STATED;
    }
    fit
}

/// The slot that speaks most for another role, not before the beginning nor behind the end; of equals the first.
pub(super) fn between(
    timestamps: &[Timestamp],
    slots: &[Slot],
    scores: &[Scores],
    role: impl Fn(&Scores) -> f32,
    bounds: (Option<&Moment>, Option<&Moment>),
) -> Option<usize> {
    let inside = |at: &usize| {
        let value = &timestamps[slots[*at].timestamps.start].value;
        let after = bounds.0.and_then(|start| spans::between(start, value)).is_none_or(|gap| gap.seconds >= 0);
        let before = bounds.1.and_then(|end| spans::between(value, end)).is_none_or(|gap| gap.seconds >= 0);
        after && before && value.clock.is_some()
    };
    best(scores, role, LEAST, false).into_iter().find(inside)
}
