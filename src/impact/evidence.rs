//! What the phrases around a moment say.

use std::ops::Range;

use super::Scene;
use super::counting;
use super::cues::{self, Cue, Hit, Side};
use super::places::{Place, Slot};

/// A label is plainer than a sentence.
const LABEL: f32 = 1.6;

/// The strongest phrase of each kind near a moment.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Evidence {
    /// The impact began.
    pub(super) begin: f32,
    /// It has been so since then.
    pub(super) since: f32,
    /// It was so by then.
    pub(super) as_of: f32,
    /// The impact ended.
    pub(super) end: f32,
    /// Of `end`, what stands behind the moment.
    pub(super) end_behind: f32,
    /// Somebody noticed.
    pub(super) detect: f32,
    /// The cause was found.
    pub(super) identify: f32,
    /// A remedy.
    pub(super) mitigate: f32,
    /// The text was written.
    pub(super) publish: f32,
    /// Something to come.
    pub(super) plan: f32,
    /// What an impact looks like.
    pub(super) trouble: f32,
    /// What may have broken something.
    pub(super) change: f32,
    /// Wholly.
    pub(super) full: f32,
    /// In part.
    pub(super) part: f32,
    /// Another incident.
    pub(super) elsewhere: f32,
    /// Written while it lasts.
    pub(super) post: f32,
}

impl Evidence {
    fn add(&mut self, hit: &Hit, factor: f32) {
        let held = match hit.cue {
            Cue::Begin => &mut self.begin,
            Cue::Since => &mut self.since,
            Cue::AsOf => &mut self.as_of,
            Cue::End => &mut self.end,
            Cue::Detect => &mut self.detect,
            Cue::Identify => &mut self.identify,
            Cue::Mitigate => &mut self.mitigate,
            Cue::Publish => &mut self.publish,
            Cue::Plan => &mut self.plan,
            Cue::Trouble => &mut self.trouble,
            Cue::Change => &mut self.change,
            Cue::Full => &mut self.full,
            Cue::Part => &mut self.part,
            Cue::Elsewhere => &mut self.elsewhere,
            Cue::Post => &mut self.post,
            Cue::Length | Cue::Later | Cue::Open | Cue::Join | Cue::And | Cue::Skip | Cue::Nothing => return,
        };
        *held = held.max(hit.weight * factor);
    }
}

/// Read the phrases around a moment.
///
/// `next` is the first token of the moment that follows: what is said right in front of it tells of that one.
pub(super) fn gather(scene: &Scene<'_>, hits: &[Hit], slot: &Slot, next: Option<usize>) -> Evidence {
    let mut found = Evidence::default();
    let (in_front, behind) = match slot.place {
        Place::Label => (LABEL, 0.0),
        Place::Entry | Place::Update(_) | Place::Posted | Place::OtherDay => (0.0, 1.0),
        Place::Title | Place::Prose if slot.leads => (0.4, 1.0),
        Place::Title | Place::Prose => (1.0, 0.6),
    };
    for hit in cues::within(hits, &slot.before).iter().rev().filter(|hit| hit.side != Side::After) {
        let distance = counting::words(scene, hits, &(hit.last + 1..slot.before.end));
        if slot.place == Place::Label {
            found.add(hit, in_front);
        } else if distance <= hit.reach {
            let preposition = hit.side == Side::Before && hit.reach <= 1;
            found.add(hit, if preposition { 1.0 } else { in_front } * near(distance));
        }
    }
    let far = matches!(slot.place, Place::Entry | Place::Update(_) | Place::Posted);
    let text = slot.after.clone();
    let mut clause = 1.0;
    for hit in cues::within(hits, &text).iter().filter(|hit| hit.side != Side::Before) {
        if hit.cue == Cue::And && !far {
            clause = 0.6;
        }
        let distance = counting::words(scene, hits, &(text.start..hit.first));
        let of_next = far
            && matches!(hit.cue, Cue::Begin | Cue::End)
            && next.is_some_and(|next| hit.last < next && leads_to(scene, hits, hit.last + 1..next));
        if of_next {
            continue;
        }
        let factor = match distance {
            _ if far => behind / (1.0 + distance as f32 / 20.0),
            _ if distance <= hit.reach => behind * clause * near(distance),
            _ => continue,
        };
        found.add(hit, factor);
        if hit.cue == Cue::End {
            found.end_behind = found.end_behind.max(hit.weight * factor);
        }
    }
    found
}

/// Does nothing but prepositions stand in `range`, inside of one line and cell?
fn leads_to(scene: &Scene<'_>, hits: &[Hit], range: Range<usize>) -> bool {
    let between = scene.tokens.get(range.clone()).unwrap_or_default();
    range.len() <= 4
        && !range.is_empty()
        && !between.iter().any(|token| token.ends_line() || matches!(token.symbol, '|' | '.' | ';'))
        && counting::words(scene, hits, &range) == 0
}

/// What is left of a phrase's weight at a distance in words.
fn near(distance: usize) -> f32 {
    1.0 / (1.0 + distance as f32 / 8.0)
}
