//! Status pages: what the clock of their updates says of the impact, and what their text tells of earlier times.

use super::Scene;
use super::evidence::Evidence;
use super::places::{Place, Slot};
use super::scores::{Scores, order_by_time};
use super::spans;
use crate::incidents::Status;
use crate::timestamps::Moment;

/// The weights of what a page's clock and text say.
pub(super) mod weigh {
    /// The first update of a status page, or post.
    pub(in crate::impact) const UPDATE: f32 = 1.0;
    /// The last one of a page where none says "resolved".
    pub(in crate::impact) const LAST_UPDATE: f32 = 0.6;
    /// An update that says "resolved".
    pub(super) const RESOLVED: f32 = 1.0;
    /// An update of what is watched, and said to be well again.
    pub(in crate::impact) const WELL_AGAIN: f32 = 1.3;
    /// The first update if it says "investigating".
    pub(super) const INVESTIGATING: f32 = 0.53;
    /// A time before the first update.
    pub(super) const BEFORE_PAGE: f32 = 1.3;
    /// A report that was written afterwards is no update, nor is the notice of planned work.
    pub(super) const POSTMORTEM: f32 = -5.0;
}

/// A time that the text of an update tells, and that lies before the first update: so long had it lasted.
pub(super) fn before_the_page(slots: &[Slot], evidence: &[Evidence], value: &impl Fn(&Slot) -> Moment, posts: bool, scores: &mut [Scores]) {
    let posted = |slot: &&Slot| matches!(slot.place, Place::Update(_) | Place::Posted) || posts && slot.place == Place::Entry;
    let mut first: Option<Moment> = None;
    for slot in slots.iter().filter(posted) {
        let moment = value(slot);
        if first.as_ref().is_none_or(|first| spans::between(&moment, first).is_some_and(|gap| gap.seconds > 0)) {
            first = Some(moment);
        }
    }
    let Some(first) = first.filter(|first| first.clock.is_some()) else { return };
    for at in 0..slots.len() {
        let (slot, seen, moment) = (&slots[at], &evidence[at], value(&slots[at]));
        let told = slot.place == Place::Prose && slot.from.is_none() && moment.clock.is_some();
        let early = || spans::between(&moment, &first).is_some_and(|gap| gap.exact && (1..=HALF_A_DAY).contains(&gap.seconds));
        let other = seen.plan + seen.elsewhere + seen.publish > 0.0 || seen.end >= 1.0 || seen.mitigate >= 1.0;
        if told && !other && early() {
            scores[at].started += weigh::BEFORE_PAGE;
        }
    }
}

/// A phrase with this much, near the head of an update, says that all is well again.
const WELL: f32 = 1.8;

/// Does the text of an update say that all is well again?
pub(super) fn is_well(seen: &Evidence) -> bool {
    seen.end >= WELL && seen.part < 0.5 && seen.trouble + seen.plan < seen.end
}

/// What lies further back than this before a page was opened has hardly been unnoticed.
const HALF_A_DAY: i64 = 12 * 3600;

/// The clock of a status page: the first update and the one that resolves.
pub(super) fn updates(scene: &Scene<'_>, slots: &[Slot], evidence: &[Evidence], value: &impl Fn(&Slot) -> Moment, scores: &mut [Scores]) {
    let status = |at: usize| match slots[at].place {
        Place::Update(number) => scene.incident.updates.get(number).map(|update| update.status),
        _ => None,
    };
    let mut order: Vec<usize> = Vec::new();
    let begun = (0..slots.len()).any(|at| matches!(status(at), Some(Status::Maintenance)));
    for at in 0..slots.len() {
        match status(at) {
            Some(Status::Postmortem) => {
                let score = &mut scores[at];
                score.started += weigh::POSTMORTEM;
                score.resolved += weigh::POSTMORTEM;
                score.published += 1.5;
            }
            Some(Status::Scheduled) if begun => {
                let score = &mut scores[at];
                score.started += weigh::POSTMORTEM;
                score.resolved += weigh::POSTMORTEM;
                score.published += 1.5;
            }
            Some(_) => order.push(at),
            None if slots[at].place == Place::Posted && scores[at].started > super::scores::weigh::ASIDE => order.push(at),
            None => {}
        }
    }
    order_by_time(slots, value, &mut order);
    if let Some(&first) = order.first() {
        if status(first) == Some(Status::Investigating) {
            // Whatever it says of an end: it was not the last.
            scores[first].started = scores[first].started.max(0.0) + weigh::INVESTIGATING;
        }
        // What it says of a remedy to come does not make it a later one.
        scores[first].started = scores[first].started.max(0.0) + weigh::UPDATE;
    }
    // The first "resolved" behind the last update that still worked on it.
    let open = |&at: &usize| matches!(status(at), Some(Status::Investigating | Status::Identified | Status::Monitoring));
    let from = order.iter().rposition(open).map_or(0, |at| at + 1);
    if let Some(&at) = order[from..].iter().find(|&&at| matches!(status(at), Some(Status::Resolved | Status::Completed))) {
        scores[at].resolved += weigh::RESOLVED;
    } else if let Some(&last) = order.last() {
        scores[last].resolved += weigh::LAST_UPDATE;
    }
    // What is only watched any more, and said to be well again, was over then.
    let well = |&&at: &&usize| is_well(&evidence[at]);
    let troubled = |at: usize| matches!(status(at), Some(Status::Investigating | Status::Identified)) && !well(&&at);
    let watched = order.iter().rev().take_while(|&&at| !troubled(at));
    let closing = |at: usize| matches!(status(at), Some(Status::Resolved | Status::Completed));
    if let Some(&at) = watched.filter(|&&at| !closing(at)).filter(well).last() {
        scores[at].resolved += weigh::WELL_AGAIN;
    }
}
