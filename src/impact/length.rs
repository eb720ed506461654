//! How long the impact lasted, as the text states it.

use std::ops::Range;
use std::sync::LazyLock;

use super::Scene;
use super::columns;
use super::counting;
use super::cues::{self, Cue, Hit};
use super::places::Slot;
use super::spans;
use crate::figures::{self, Figure, FigureKind, FigureRole};
use crate::lines::{LineKind, Section};
use crate::tables::{self, WordId};
use crate::timestamps::{Moment, Timestamp};
use crate::tokens;

/// A length of the impact that the text states.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stated {
    /// The length in seconds.
    pub(super) seconds: i64,
    /// Is it rough: called so, or of whole hours or days?
    pub(super) rough: bool,
    /// How much speaks for it being the length of the whole impact.
    pub(super) weight: f32,
    /// Is it no number at all: `several hours`?
    pub(super) vague: bool,
    /// Is it believed against the times of the text?
    pub(super) plain: bool,
    /// Its first token.
    pub(super) token: usize,
}

/// A stated length with less than this is not the impact's.
const LEAST: f32 = 1.1;
/// A stated length with this much, of which so much is said by words about lengths, is believed against the times.
const PLAIN: (f32, f32) = (1.6, 0.9);
/// A stated length with less than this does not even speak for a pair of times that agrees with it.
const LEAST_HINT: f32 = 0.06;
/// Impacts mostly last from some minutes to some days; what a length outside of that loses.
const USUAL: (i64, i64) = (120, 4 * 86_400);
const UNUSUAL: f32 = 0.8;
/// What a length with one end only loses.
const OPEN: f32 = 0.5;
/// What `several hours` loses.
const VAGUE: f32 = 1.0;
/// How many tokens may stand between an end and the length in `the service came back 20 minutes later`.
const LATER: usize = 6;
/// What a length says that leads on to its beginning.
const FROM: f32 = 2.2;
/// The most stated lengths that are kept.
const MOST: usize = 16;

impl Stated {
    /// Does the time between two moments agree with it?
    pub(super) fn agrees(&self, seconds: i64) -> bool {
        let off = (seconds - self.seconds).abs();
        off <= 90 || off * 50 <= self.seconds
    }

    /// Does the time between two moments meet it to the minute?
    pub(super) fn meets(&self, seconds: i64) -> bool {
        (seconds - self.seconds).abs() < 60
    }

    /// Is it told to the minute, and as one that may be the impact's?
    pub(super) fn is_fine(&self) -> bool {
        self.weight >= LEAST && !self.rough && self.seconds >= 600 && self.seconds % 1800 != 0
    }

    /// Does it contradict it: by more than two minutes and a tenth?
    pub(super) fn contradicts(&self, seconds: i64) -> bool {
        let off = (seconds - self.seconds).abs();
        off > 120 && off * 10 > self.seconds
    }
}

/// The lengths that the text states, the likeliest first; of equals the first in the text.
pub(super) fn stated(scene: &Scene<'_>, hits: &[Hit]) -> Vec<Stated> {
    let mut found = Vec::new();
    for figure in scene.figures.iter().filter(|figure| figure.kind == FigureKind::Duration) {
        let Some(length) = figure.high.or(figure.low).filter(|length| *length >= 1.0 && *length < 1e9) else { continue };
        let seconds = length.round() as i64;
        let tokens = tokens::within(scene.tokens, figure.span);
        // `Twenty minutes before the page` is no length.
        if scene.tokens.get(tokens.end).is_some_and(|next| BEFORE.contains(&next.word)) {
            continue;
        }
        let (weight, said) = weight(scene, hits, figure, &tokens);
        // `over an hour` says less than a length.
        let weight = if figure.low.is_none() || figure.high.is_none() { weight - OPEN } else { weight };
        let weight = if (USUAL.0..USUAL.1).contains(&seconds) { weight } else { weight - UNUSUAL };
        let vague = figures::is_vague(&scene.tokens[tokens.clone()]);
        let weight = if vague { weight - VAGUE } else { weight };
        let plain = weight >= PLAIN.0 && said >= PLAIN.1;
        if weight >= LEAST_HINT {
            let rough = figure.approximate || figure.low != figure.high || seconds % 3600 == 0;
            found.push(Stated { seconds, rough, weight, vague, plain, token: tokens.start });
        }
    }
    found.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    found.truncate(MOST);
    // Of two ways to say the same, `4 days and 19 hours` is more exact than `5 days`.
    if let Some(&first) = found.first() {
        let same = |other: &Stated| (other.seconds - first.seconds).abs() * 10 <= first.seconds && other.weight + 1.0 >= first.weight;
        if let Some(finer) = found.iter().position(|other| same(other) && grain(other.seconds) < grain(first.seconds)) {
            found.swap(0, finer);
        }
    }
    found
}

/// A moment that is told by its distance from another, and the slot of that: `twenty minutes before the page`, `vinte minutos
/// antes do chamado das 14h32`.
pub(super) fn before(scene: &Scene<'_>, hits: &[Hit], slots: &[Slot], timestamps: &[Timestamp]) -> Option<(Moment, usize)> {
    let clocked = |at: usize| timestamps[slots[at].value].value.clock.is_some();
    scene.figures.iter().filter(|figure| figure.kind == FigureKind::Duration).find_map(|figure| {
        let seconds = figure.high.or(figure.low).filter(|length| (60.0..43_200.0).contains(length))?.round() as i64;
        let tokens = tokens::within(scene.tokens, figure.span);
        let end = tokens.end;
        if !BEFORE.contains(&scene.tokens.get(end)?.word) {
            return None;
        }
        let sentence = scene.sentences.partition_point(|sentence| sentence.tokens.start <= end).checked_sub(1)?;
        let bounds = scene.sentences.get(sentence)?.tokens.clone();
        let line = scene.lines.get(scene.lines.partition_point(|line| line.tokens.start <= end).checked_sub(1)?)?;
        let about = cues::within(hits, &bounds).iter().any(|hit| matches!(hit.cue, Cue::Trouble | Cue::Begin | Cue::Since));
        if !about || matches!(line.section, Some(Section::Actions | Section::Lessons | Section::Background | Section::Excluded)) {
            return None;
        }
        let near = end..bounds.end.min(end + LONGEST_NOUN);
        let next = slots.partition_point(|slot| slot.tokens.start < end);
        let told = (next..slots.len()).take_while(|&at| near.contains(&slots[at].tokens.start)).find(|&at| clocked(at));
        let noticed = || {
            let noun = scene.tokens[end..bounds.end.min(end + LONGEST_NOUN / 2)].iter().any(|token| NOTICE.contains(&token.word));
            (0..next).rev().take(counting::WINDOW).find(|&at| noun && slots[at].tokens.end <= tokens.start && clocked(at))
        };
        let anchor = told.or_else(noticed)?;
        Some((spans::shifted(&timestamps[slots[anchor].value].value, -seconds)?, anchor))
    })
}

/// So many tokens lie between `before` and the moment at most.
const LONGEST_NOUN: usize = 8;

static BEFORE: LazyLock<[WordId; 2]> = LazyLock::new(|| ["before", "antes"].map(|word| tables::lookup(word.as_bytes())));
/// What a moment is told from that has been told before.
static NOTICE: LazyLock<[WordId; 8]> = LazyLock::new(|| {
    ["page", "alert", "alarm", "ticket", "report", "alerta", "alarme", "chamado"].map(|word| tables::lookup(word.as_bytes()))
});

/// The largest unit of time that a length is a multiple of, in seconds.
fn grain(seconds: i64) -> i64 {
    [86_400, 3600, 1800, 300, 60].into_iter().find(|unit| seconds % unit == 0).unwrap_or(1)
}

/// The length of the whole impact, where enough speaks for one.
pub(super) fn whole(stated: &[Stated]) -> Option<&Stated> {
    stated.first().filter(|stated| stated.weight >= LEAST)
}

/// How much speaks for a figure being the length of the impact, and how much of it is said by the words around it.
fn weight(scene: &Scene<'_>, hits: &[Hit], figure: &Figure, tokens: &Range<usize>) -> (f32, f32) {
    let (first, end) = (tokens.start, tokens.end);
    let at_line = scene.lines.partition_point(|line| line.tokens.start <= first).saturating_sub(1);
    let sentence = scene.sentences.partition_point(|sentence| sentence.tokens.start <= first).saturating_sub(1);
    let Some((line, bounds)) = scene.lines.get(at_line).zip(scene.sentences.get(sentence).map(|sentence| &sentence.tokens)) else {
        return (0.0, 0.0);
    };
    let mut weight = match figure.role {
        FigureRole::Downtime => 1.2,
        FigureRole::Degraded => 0.6,
        FigureRole::Delay | FigureRole::Uptime => -1.5,
        _ => 0.0,
    };
    weight += if figure.impact { 0.2 } else { -0.4 };
    if line.kind == LineKind::Code {
        weight -= 3.0;
    }
    let start = bounds.start.min(first).min(line.tokens.start).max(first.saturating_sub(counting::WINDOW));
    let mut said: f32 = 0.0;
    let mut labelled = false;
    let mut trouble: f32 = 0.0;
    for hit in cues::within(hits, &(start..first)) {
        let distance = counting::words(scene, hits, &(hit.last + 1..first.max(hit.last + 1)));
        if hit.cue == Cue::Length && distance <= hit.reach {
            said = said.max(hit.weight / (1.0 + distance as f32 / 8.0));
            labelled |= distance == 0 && hit.last > hit.first;
        }
        if hit.cue == Cue::Elsewhere && distance <= 12 {
            weight -= hit.weight;
        }
        if hit.cue == Cue::Trouble && distance <= 6 {
            trouble = trouble.max(0.8 / (1.0 + distance as f32 / 4.0));
        }
    }
    for hit in cues::within(hits, &(end..bounds.end.min(end + counting::WINDOW).max(end))) {
        let distance = counting::words(scene, hits, &(end..hit.first));
        if hit.cue == Cue::Length && hit.side == cues::Side::Either && distance <= hit.reach {
            said = said.max(0.8 * hit.weight / (1.0 + distance as f32 / 8.0));
        }
        if hit.cue == Cue::Trouble && distance <= 6 {
            trouble = trouble.max(1.2 / (1.0 + distance as f32 / 4.0));
        }
    }
    // `It ended 3 hours later` tells from where: from the beginning, if that is what was told before.
    let nearby = cues::within(hits, &(start.max(first.saturating_sub(LATER))..first));
    let later = cues::within(hits, &(end..end + 1)).iter().find(|hit| hit.cue == Cue::Later);
    if let Some(later) = later.filter(|_| nearby.iter().any(|hit| hit.cue == Cue::End)) {
        said = said.max(later.weight);
    }
    // `An hour and a half from 17:00`
    let from = cues::within(hits, &(end..end + 1)).iter().find(|hit| hit.cue == Cue::Since && hit.first == end);
    if from.is_some_and(|from| scene.tokens.get(from.last + 1).is_some_and(|next| next.kind == tokens::TokenKind::Number)) {
        said = said.max(FROM);
    }
    // A figure alone on its line is told by the line above it.
    if line.tokens.start == first
        && let Some(above) = at_line.checked_sub(1).and_then(|above| scene.lines.get(above))
        && counting::words(scene, hits, &above.tokens) <= 3
    {
        let label = cues::within(hits, &above.tokens).iter().filter(|hit| hit.cue == Cue::Length);
        said = label.fold(said, |said, hit| said.max(hit.weight));
    }
    // In a table the head of its column tells it.
    if line.kind == LineKind::Row
        && let Some(cell) = columns::head_cell(scene, at_line, first)
    {
        let label = cues::within(hits, &cell).iter().filter(|hit| hit.cue == Cue::Length);
        said = label.fold(said, |said, hit| said.max(hit.weight));
    }
    // `Time to recovery: 30 minutes` is about the impact wherever it stands.
    weight += match line.section {
        Some(Section::Actions | Section::Lessons | Section::Background | Section::Excluded) if !labelled => -2.0,
        Some(Section::Impact | Section::Summary) => 0.3,
        _ => 0.0,
    };
    let said = said.max(trouble) + 0.5 * said.min(trouble);
    (weight + said, said)
}
