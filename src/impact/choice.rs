//! The two moments between which the impact lay, chosen together.

use super::length::Stated;
use super::places::{Place, Slot};
use super::scores::Scores;
use super::spans::{self, Gap};
use crate::timestamps::{Moment, Timestamp};

/// A moment with less than this for a role does not have it.
pub(super) const LEAST: f32 = 1.0;
/// The impact's beginning and end need less, since nearly every report has one.
const LEAST_END: f32 = 0.25;
/// If nothing is a beginning otherwise, this is enough.
const LEAST_OF_ALL: f32 = -0.3;
/// Two moments that lie as far apart as the text says need hardly any.
const LEAST_AS_STATED: f32 = -1.2;
/// A stated length with this weight is surely the impact's.
const SURE: f32 = 2.0;
/// How many candidates for each end are tried with each other.
const CANDIDATES: usize = 24;
/// An impact longer than this is a less likely one.
const LONG: i64 = 30 * 86_400;

/// Labels with at most so many lines between them are one block.
const BLOCK: usize = 12;
/// Blocks of one impact begin within a day of each other, under the same words.
const SAME_LABEL: f32 = 0.45;
/// How much weaker a further range of the same impact may be.
const LIKENESS: f32 = 1.2;

/// What the choice of a pair adds to the scores of its two moments.
mod weigh {
    /// The two are one range.
    pub(super) const SAME_RANGE: f32 = 1.0;
    /// One of them is an end of a range whose other end is not taken.
    pub(super) const TORN_RANGE: f32 = -1.0;
    /// They stand in one block of labels.
    pub(super) const SAME_BLOCK: f32 = 1.2;
    /// They lie as far apart as the text says.
    pub(super) const AS_STATED: f32 = 2.7;
    pub(super) const AS_STATED_SURELY: f32 = 3.0;
    pub(super) const TO_THE_MINUTE: f32 = 0.7;
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
    let value = |at: usize| timestamps[slots[at].value].value;
    let starts = best(scores, |score| score.started, LEAST_AS_STATED, false);
    let ends = best(scores, |score| score.resolved, LEAST_AS_STATED, !newest_first(timestamps, slots));
    let is_near = |at: usize| scores[at].started >= LEAST_OF_ALL;
    let (is_start, is_end) = (|at: usize| scores[at].started >= LEAST_END, |at: usize| scores[at].resolved >= LEAST_END);
    let mut chosen = (None, None);
    let mut highest = f32::MIN;
    let mut consider = |pair: (Option<usize>, Option<usize>), total: f32| {
        if total > highest {
            (highest, chosen) = (total, pair);
        }
    };
    for &start in starts.iter().filter(|&&at| is_start(at)) {
        consider((Some(start), None), scores[start].started);
    }
    for &end in ends.iter().filter(|&&at| is_end(at)) {
        consider((None, Some(end)), scores[end].resolved);
    }
    for &start in &starts {
        for &end in ends.iter().filter(|&&end| end != start) {
            // A recovery is no beginning, however well its distance fits.
            let turned = scores[start].started < 0.0 && scores[start].resolved >= 1.0;
            if turned || scores[end].resolved < 0.0 && scores[end].started >= 1.0 {
                continue;
            }
            let gap = spans::between(&value(start), &value(end));
            let agreed = gap.filter(|gap| gap.exact).and_then(|gap| stated.iter().find(|stated| stated.agrees(gap.seconds)));
            // A length that is told to the minute and met to the minute is met by no chance.
            let met = |stated: &&Stated| stated.weight >= SURE || stated.is_fine() && gap.is_some_and(|gap| stated.meets(gap.seconds));
            if agreed.as_ref().is_some_and(met) || is_start(start) && is_end(end) {
                let stated = agreed.zip(gap).map_or(0.0, |(stated, gap)| as_stated(stated, gap.seconds));
                let fit = fit(slots, start, end, gap) + stated;
                consider((Some(start), Some(end)), scores[start].started + scores[end].resolved + fit);
            }
        }
    }
    if chosen.0.is_none() {
        // The first time of a report that tells of no other.
        let fits = |start: usize| {
            let before = |end: usize| spans::between(&value(start), &value(end)).is_none_or(|gap| gap.seconds >= 0);
            scores[start].started >= LEAST_OF_ALL && chosen.1 != Some(start) && chosen.1.is_none_or(before)
        };
        chosen.0 = starts.iter().copied().find(|&start| fits(start));
    }
    if let (Some(start), Some(end)) = chosen
        && slots[start].until == Some(end)
    {
        chosen = extended(slots, scores, (start, end), &value);
    }
    if let (Some(start), Some(end)) = chosen
        && slots[start].place == Place::Label
        && slots[end].place == Place::Label
    {
        chosen = widened(slots, scores, (start, end), &value);
    }
    (
        chosen.0.map(|start| refined(starts.iter().filter(|&&at| is_near(at) && chosen.1 != Some(at)), start, &value)),
        chosen.1.map(|end| refined(ends.iter().filter(|&&at| is_end(at)), end, &value)),
    )
}

/// The most windows that a stated length is taken to be the sum of.
const WINDOWS: usize = 4;

/// An impact of several windows of which the text tells the sum: `from 11:00 to 11:35 and from 14:10 to 15:00, 85 minutes in all`.
pub(super) fn summed<'s>(timestamps: &[Timestamp], slots: &[Slot], stated: &'s [Stated]) -> Option<(usize, usize, &'s Stated)> {
    let value = |at: usize| timestamps[slots[at].value].value;
    let told = |at: &usize| matches!(slots[*at].place, Place::Prose | Place::Label | Place::Entry) && value(*at).clock.is_some();
    let mut windows: Vec<(usize, usize, i64)> = Vec::new();
    for start in (0..slots.len()).filter(told) {
        let Some(end) = slots[start].until else { continue };
        let Some(gap) = spans::between(&value(start), &value(end)).filter(|gap| gap.exact && gap.seconds > 0) else { continue };
        let again = |&(other, _, seconds): &(usize, usize, i64)| value(other) == value(start) && seconds == gap.seconds;
        if windows.iter().any(again) {
            continue;
        }
        if windows.len() == WINDOWS {
            return None;
        }
        windows.push((start, end, gap.seconds));
    }
    if windows.len() < 2 {
        return None;
    }
    let sum: i64 = windows.iter().map(|&(.., seconds)| seconds).sum();
    let in_order = windows.windows(2).all(|pair| spans::between(&value(pair[0].1), &value(pair[1].0)).is_some_and(|gap| gap.seconds > 0));
    let single = |stated: &Stated| windows.iter().any(|&(.., seconds)| stated.agrees(seconds));
    let stated = stated.iter().find(|stated| stated.agrees(sum) && !single(stated)).filter(|_| in_order)?;
    Some((windows.first()?.0, windows.last()?.1, stated))
}

/// Do the posts of the page stand with the newest first?
fn newest_first(timestamps: &[Timestamp], slots: &[Slot]) -> bool {
    let mut posts =
        slots.iter().filter(|slot| matches!(slot.place, Place::Posted | Place::Update(_))).map(|slot| &timestamps[slot.value].value);
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
        let listed = slots[start].sentence == slots[chosen.0].sentence;
        let likeness = if listed { 3.0 * LIKENESS } else { LIKENESS };
        let alike = scores[start].started + likeness >= scores[chosen.0].started && (listed || slots[start].place == slots[chosen.0].place);
        let together = value(start) == value(chosen.0);
        if alike && (together || listed) {
            first = if listed && before(start, first) { start } else { first };
            last = if before(last, end) { end } else { last };
        }
    }
    (Some(first), Some(last))
}

/// An impact of several blocks of labels that stand together (`Start`, `End`, `Start`, `End`) lasts from the first to the last.
fn widened(slots: &[Slot], scores: &[Scores], chosen: (usize, usize), value: &impl Fn(usize) -> Moment) -> (Option<usize>, Option<usize>) {
    let (mut first, mut last) = chosen;
    let near = |at: usize, other: usize| slots[at].place == Place::Label && slots[at].line.abs_diff(slots[other].line) <= BLOCK;
    let before =
        |a: usize, b: usize| spans::between(&value(a), &value(b)).is_some_and(|gap| gap.exact && (1..spans::DAY).contains(&gap.seconds));
    let alike = |one: f32, other: f32| (one - other).abs() < SAME_LABEL;
    for at in 0..slots.len() {
        if near(at, chosen.0) && alike(scores[at].started, scores[chosen.0].started) && before(at, first) {
            first = at;
        }
        if near(at, chosen.1) && alike(scores[at].resolved, scores[chosen.1].resolved) && before(last, at) {
            last = at;
        }
    }
    (Some(first), Some(last))
}

/// The strongest candidate that gives a clock time on the day of one that gives none.
fn refined<'a>(mut candidates: impl Iterator<Item = &'a usize>, chosen: usize, value: &impl Fn(usize) -> Moment) -> usize {
    let day = value(chosen);
    let finer = |&&at: &&usize| {
        let other = value(at);
        other.clock.is_some() && (other.year, other.month, other.day) == (day.year, day.month, day.day)
    };
    if day.clock.is_some() { chosen } else { candidates.find(finer).copied().unwrap_or(chosen) }
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
fn fit(slots: &[Slot], start: usize, end: usize, gap: Option<Gap>) -> f32 {
    let mut fit = 0.0;
    if slots[start].until == Some(end) {
        fit += weigh::SAME_RANGE;
    } else if slots[end].from.is_some() || slots[start].until.is_some() {
        fit += weigh::TORN_RANGE;
    }
    let labels = slots[start].place == Place::Label && slots[end].place == Place::Label;
    if labels && slots[start].line.abs_diff(slots[end].line) <= BLOCK {
        fit += weigh::SAME_BLOCK;
    }
    let Some(gap) = gap else { return fit };
    // A page may be opened when all is over.
    let opened_late = matches!(slots[start].place, Place::Update(_) | Place::Posted) && slots[end].place == Place::Prose;
    match gap.seconds {
        ..0 => fit += if labels || opened_late { weigh::BACKWARDS_AS_SAID } else { weigh::BACKWARDS },
        0 if !labels => fit += weigh::NO_TIME,
        LONG.. => fit += weigh::LONG_TIME,
        _ => {}
    }
    fit
}

/// What it says for two moments that a stated length agrees with them.
fn as_stated(stated: &Stated, seconds: i64) -> f32 {
    // A length told to the minute is met by no chance.
    let fine = stated.seconds % 300 != 0 && stated.seconds % 60 == 0 && stated.seconds >= 600 && stated.meets(seconds);
    let sure = if stated.weight >= SURE { weigh::AS_STATED_SURELY } else { weigh::AS_STATED };
    let sure = if fine { sure + weigh::TO_THE_MINUTE } else { sure };
    if (seconds - stated.seconds).abs() <= 60 { sure } else { 0.5 * sure }
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
        let value = &timestamps[slots[*at].value].value;
        let after = bounds.0.and_then(|start| spans::between(start, value)).is_none_or(|gap| gap.seconds >= 0);
        let before = bounds.1.and_then(|end| spans::between(value, end)).is_none_or(|gap| gap.seconds >= 0);
        after && before && value.clock.is_some()
    };
    best(scores, role, LEAST, false).into_iter().find(inside)
}
