//! The impact: when it began and ended, how long it lasted, and the role of every timestamp.
//!
//! Every moment gets a score for each role from the phrases around it ([`cues`], [`evidence`]), from where it stands ([`places`]) and
//! from what it is part of ([`scores`]); beginning and end are then chosen together ([`choice`]).

mod choice;
mod columns;
mod counting;
mod cues;
mod evidence;
mod joined;
mod length;
mod pages;
mod places;
mod scores;
mod spans;
#[cfg(test)]
mod tests;

use std::ops::Range;

use self::places::{Place, Slot};
use self::scores::Scores;
use crate::figures::Figure;
use crate::incidents::Incident;
use crate::lines::Line;
use crate::record::{Bases, Basis};
use crate::sentences::Sentence;
use crate::timestamps::{Moment, Role, Timestamp};
use crate::tokens::{self, Token};

/// The moments of one incident.
#[derive(Debug, Clone, Default)]
pub(crate) struct Impact {
    pub(crate) started: Option<Moment>,
    pub(crate) detected: Option<Moment>,
    pub(crate) identified: Option<Moment>,
    pub(crate) mitigated: Option<Moment>,
    pub(crate) resolved: Option<Moment>,
    pub(crate) basis: Bases,
    /// Length of the customer impact, in seconds.
    pub(crate) duration_s: Option<i64>,
    /// Contradictions met.
    pub(crate) warnings: Vec<String>,
}

/// What [`assess`] reads.
#[derive(Debug)]
pub(crate) struct Scene<'a> {
    pub(crate) tokens: &'a [Token],
    pub(crate) lines: &'a [Line],
    pub(crate) sentences: &'a [Sentence],
    pub(crate) incident: &'a Incident,
    /// The figures inside the incident's span.
    pub(crate) figures: &'a [Figure],
}

/// Give each of the incident's timestamps its role and choose the impact's moments. No update's clock ends what is `open`.
pub(crate) fn assess(scene: &Scene<'_>, timestamps: &mut [Timestamp], open: bool) -> Impact {
    let span = scene.incident.span;
    let Range { start: from, end: to } = tokens::within(scene.tokens, span);
    // A row of a table is read with the table's head, though that may stand in another incident.
    let line = scene.lines.partition_point(|line| line.tokens.start < from);
    let head = columns::table_head(scene, line).and_then(|head| scene.lines.get(head)).map_or(from..from, |line| line.tokens.clone());
    let mut hits = cues::find(scene.tokens, head.start.min(from)..head.end.min(from));
    hits.extend(cues::find(scene.tokens, from..to));
    let slots = places::slots(scene, timestamps, &hits);
    let stated = length::stated(scene, &hits);
    let scores = scores::score(scene, timestamps, &hits, &slots, length::whole(&stated));
    let summed = choice::summed(timestamps, &slots, &stated);
    let (start, end) =
        summed.map_or_else(|| choice::choose(timestamps, &slots, &scores, &stated), |(start, end, _)| (Some(start), Some(end)));
    let posted = |at: &usize| matches!(slots[*at].place, Place::Update(_) | Place::Posted);
    let end = end.filter(|at| !(open && posted(at)));

    let mut impact = Impact::default();
    let value = |at: Option<usize>| at.map(|at| timestamps[slots[at].value].value);
    let basis = |at: Option<usize>| at.map(|at| basis(&slots[at]));
    (impact.started, impact.basis.started) = (value(start), basis(start));
    (impact.resolved, impact.basis.resolved) = (value(end), basis(end));
    let bounds = (impact.started.as_ref(), impact.resolved.as_ref());
    let find = |role: fn(&Scores) -> f32| choice::between(timestamps, &slots, &scores, role, bounds);
    let (detected, identified, mitigated) =
        (find(|scores| scores.detected), find(|scores| scores.identified), find(|scores| scores.mitigated));
    (impact.detected, impact.basis.detected) = (value(detected), basis(detected));
    (impact.identified, impact.basis.identified) = (value(identified), basis(identified));
    (impact.mitigated, impact.basis.mitigated) = (value(mitigated), basis(mitigated));

    for (at, (slot, scores)) in slots.iter().zip(&scores).enumerate() {
        let role = if start == Some(at) {
            Role::Started
        } else if end == Some(at) {
            Role::Resolved
        } else {
            role(scores)
        };
        for timestamp in &mut timestamps[slot.timestamps.clone()] {
            timestamp.role = role;
        }
    }
    let strength = start.map_or(0.0, |at| scores[at].started) + end.map_or(0.0, |at| scores[at].resolved);
    if let Some((moment, slot)) = length::before(scene, &hits, &slots, timestamps).filter(|_| summed.is_none()) {
        // `Mail had begun to back up twenty minutes before the page.`
        let later = |start: &Moment| spans::between(&moment, start).is_none_or(|gap| gap.seconds > 0);
        if impact.started.as_ref().is_none_or(later) {
            (impact.started, impact.basis.started) = (Some(moment), Some(self::basis(&slots[slot])));
        }
    }
    match summed {
        Some((.., stated)) => impact.duration_s = Some(stated.seconds),
        None => measure(&mut impact, &stated, strength),
    }
    impact
}

/// Where a moment was read.
fn basis(slot: &Slot) -> Basis {
    match slot.place {
        Place::Update(_) | Place::Posted => Basis::Update,
        Place::Label | Place::Title => Basis::Header,
        Place::Entry | Place::Prose | Place::OtherDay => Basis::Prose,
    }
}

/// The role for which most speaks, if enough does.
fn role(scores: &Scores) -> Role {
    let mut best = (choice::LEAST, Role::Event);
    for (score, role) in [
        (scores.other, Role::Event),
        (scores.published, Role::Published),
        (scores.resolved, Role::Resolved),
        (scores.mitigated, Role::Mitigated),
        (scores.identified, Role::Identified),
        (scores.started, Role::Started),
        (scores.detected, Role::Detected),
    ] {
        if score > best.0 {
            best = (score, role);
        }
    }
    best.1
}

/// Beginning and end with this much for both are sure.
const SURE_TIMES: f32 = 7.5;
/// With this much they are likely, and a length of so many times theirs is not.
const LIKELY_TIMES: f32 = 1.3;
const FAR_OFF: i64 = 4;
/// A stated length with this much is believed against sure times.
const SURE_LENGTH: f32 = 3.5;

/// Fill in the length, and a missing end of the impact from it; warn of contradictions.
fn measure(impact: &mut Impact, lengths: &[length::Stated], strength: f32) {
    let gap = impact.started.as_ref().zip(impact.resolved.as_ref()).and_then(|(start, end)| spans::between(start, end));
    if let Some(gap) = gap
        && gap.seconds < 0
    {
        impact.warnings.push("the incident is said to be over before it began".to_owned());
    }
    let measured = gap.filter(|gap| gap.exact && gap.seconds >= 0).map(|gap| gap.seconds);
    // Of several stated lengths the one that is told plainly, else the one that the times agree with.
    let agreed = lengths.iter().find(|length| measured.is_some_and(|seconds| length.agrees(seconds)));
    let whole = length::whole(lengths);
    let stated = whole.filter(|length| length.plain).or(agreed).or(whole);
    impact.duration_s = match (stated, measured) {
        (Some(stated), Some(measured)) => {
            if stated.contradicts(measured) && (!stated.rough || stated.seconds > 2 * measured) && stated.plain {
                let (said, found) = (minutes(stated.seconds), minutes(measured));
                impact.warnings.push(format!("the text says that it lasted {said}, but its times lie {found} apart"));
            }
            // Rough lengths are less exact than the times they were taken from.
            let refines = stated.rough && (measured - stated.seconds).abs() * 5 <= stated.seconds;
            // Times that are told twice over are surer than a length among many words; and one that is many times longer or
            // shorter than they lie apart is hardly that of the same thing.
            let far = measured > 0 && (stated.seconds > FAR_OFF * measured || measured > FAR_OFF * stated.seconds);
            let least = if far { LIKELY_TIMES } else { SURE_TIMES };
            let surer = strength >= least && stated.weight < SURE_LENGTH;
            // Days lie between the times of a report that goes on to tell of later ones.
            let surer = surer && !(measured > spans::DAY && stated.seconds * FAR_OFF < measured && stated.seconds < spans::DAY / 2);
            let plain = stated.plain && !surer && !stated.vague || stated.agrees(measured);
            Some(if refines || !plain { measured } else { stated.seconds })
        }
        (Some(stated), None) => Some(stated.seconds),
        (None, measured) => measured,
    };
    if let Some(stated) = stated.filter(|stated| !stated.vague) {
        if impact.resolved.is_none() {
            impact.resolved = impact.started.as_ref().and_then(|start| ended(start, stated));
            impact.basis.resolved = impact.resolved.and(impact.basis.started);
        } else if impact.started.is_none() {
            impact.started = impact.resolved.as_ref().and_then(|end| spans::shifted(end, -stated.seconds));
            impact.basis.started = impact.started.and(impact.basis.resolved);
        } else if let Some((start, end)) = impact.started.zip(impact.resolved)
            && start.clock.is_none()
            && end.clock.is_some()
            && let Some(moment) = spans::shifted(&end, -stated.seconds)
            && (moment.month, moment.day) == (start.month, start.day)
        {
            // "On 5 December ... back at 12:30 after three hours"
            (impact.started, impact.basis.started) = (Some(moment), impact.basis.resolved);
        }
    }
}

/// When an impact ended that began then and lasted so long; what lasts some hours of a day ends on that day.
fn ended(start: &Moment, stated: &length::Stated) -> Option<Moment> {
    match start.clock {
        Some(_) => spans::shifted(start, stated.seconds),
        None => Some(*start).filter(|start| start.day.is_some() && stated.seconds < 18 * 3600),
    }
}

/// A length for people: `3 h 5 min`.
fn minutes(seconds: i64) -> String {
    match (seconds / 3600, seconds / 60 % 60) {
        (0, 0) => format!("{seconds} s"),
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}
