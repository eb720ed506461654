//! How much speaks for each role of each moment.

use super::Scene;
use super::cues::Hit;
use super::evidence::{self, Evidence};
use super::length::Stated;
use super::pages;
use super::places::{Place, Slot};
use super::spans;
use crate::lines::{LineKind, Section};
use crate::timestamps::{Moment, Precision, Timestamp};

/// The weights of everything that is no phrase of the table. They were set by hand, and then moved one at a time while more
/// beginnings, ends and lengths of the reports of `corpus/` and `training/held-out/` came out right.
pub(super) mod weigh {
    /// First and last time of a range.
    pub(super) const RANGE: f32 = 2.4;
    /// The same, where the range stands with trouble, behind a label, or under a heading about the impact.
    pub(super) const RANGE_OF_IMPACT: f32 = 3.2;
    /// The most that the text below a clock says for the clock.
    pub(super) const CLOCK_STARTS: f32 = 0.4;
    pub(super) const CLOCK_ENDS: f32 = 1.0;
    /// The first entry of a timeline, and the first that tells of trouble.
    pub(super) const FIRST_ENTRY: f32 = 0.5;
    pub(super) const FIRST_TROUBLE: f32 = 0.9;
    /// A change that broke what was noticed later; trouble that goes on; a beginning without trouble.
    pub(super) const BROKEN_BY_CHANGE: f32 = 0.6;
    pub(super) const LATER_TROUBLE: f32 = -0.8;
    pub(super) const LATER_BEGIN: f32 = 0.6;
    pub(super) const MERE_BEGIN: f32 = 0.4;
    /// A phrase with this much names the beginning of the impact itself.
    pub(super) const PLAIN_BEGIN: f32 = 2.6;
    /// The most that the words of an entry say for a beginning, else.
    pub(super) const ENTRY_BEGINS: f32 = 1.2;
    /// The most that they say for an end.
    pub(super) const ENTRY_ENDS: f32 = 1.5;
    /// `On Monday the service went down`: a sentence that opens with the time.
    pub(super) const LEADS_TROUBLE: f32 = 0.8;
    /// The last entry of a timeline, and the last that tells of an end.
    pub(super) const LAST_ENTRY: f32 = 0.6;
    pub(super) const LAST_END: f32 = 0.8;
    /// The date in the title is the day of the incident, if nothing else is.
    pub(super) const TITLE: f32 = 1.25;
    /// What the last update says.
    pub(super) const TOLD_LAST: f32 = 0.4;
    /// The first time in the running text.
    pub(super) const FIRST_TOLD: f32 = 0.65;
    /// The sentence tells the length of the impact.
    pub(super) const BESIDE_LENGTH: f32 = 1.4;
    /// Another place says the same.
    pub(super) const REPEATED: f32 = 0.4;
    /// Sections about other things, and code.
    pub(in crate::impact) const ASIDE: f32 = -2.0;
    pub(super) const BACKGROUND: f32 = -1.0;
    /// A time that is told within the entry of another.
    pub(super) const INSIDE_ENTRY: f32 = -0.8;
    pub(super) const CODE: f32 = -3.0;
    /// The day of another incident in a history.
    pub(super) const OTHER_DAY: f32 = -5.0;
    /// Days say less than clock times; months and years hardly anything.
    pub(super) const DAY: f32 = -0.8;
    pub(super) const MONTH: f32 = -5.0;
    /// How trouble and notice speak for a beginning, remedies and wholeness for an end, and what speaks against.
    pub(super) const TROUBLE_BEGINS: f32 = 0.6;
    pub(super) const NOTICE_BEGINS: f32 = 0.4;
    pub(super) const END_BEGINS: f32 = -0.6;
    pub(super) const REMEDY_BEGINS: f32 = -0.65;
    pub(super) const REMEDY_ENDS: f32 = 0.8;
    pub(super) const BOTH_END: f32 = 0.2;
    pub(super) const FULL_ENDS: f32 = 0.3;
    pub(super) const PART_ENDS: f32 = -0.8;
    pub(super) const PART_OF_RANGE: f32 = -2.0;
    pub(super) const MERE_SINCE: f32 = 0.7;
    pub(super) const AS_OF_ENDS: f32 = 0.6;
    pub(super) const AS_OF_BEGINS: f32 = 0.7;
    pub(super) const SINCE_ENDS: f32 = 0.4;
    pub(super) const BEGIN_ENDS: f32 = -0.5;
    pub(super) const NOTICE_ENDS: f32 = -0.2;
}

/// `Sign-ins have been at normal rates since 09:26`: with this much for an end in front of it, `since` tells of the end.
const WELL_SINCE: f32 = 1.5;

/// How much speaks for each role of a moment.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Scores {
    /// The impact began.
    pub(super) started: f32,
    /// The impact ended.
    pub(super) resolved: f32,
    /// It was noticed.
    pub(super) detected: f32,
    /// Its cause was found.
    pub(super) identified: f32,
    /// A remedy worked.
    pub(super) mitigated: f32,
    /// The text was written.
    pub(super) published: f32,
    /// Something else: to come, or of another incident.
    pub(super) other: f32,
}

/// The scores of every moment.
pub(super) fn score(scene: &Scene<'_>, timestamps: &[Timestamp], hits: &[Hit], slots: &[Slot], whole: Option<&Stated>) -> Vec<Scores> {
    let evidence: Vec<Evidence> =
        (0..slots.len()).map(|at| evidence::gather(scene, hits, &slots[at], slots.get(at + 1).map(|next| next.tokens.start))).collect();
    let value = |slot: &Slot| timestamps[slot.value].value;
    let mut scores: Vec<Scores> = slots.iter().zip(&evidence).map(|(slot, evidence)| base(scene, slot, evidence, &value(slot))).collect();
    let posts = series(slots, &evidence, &value, &mut scores);
    if let Some(stated) = whole {
        // Where the length is told, the beginning is not far.
        let sentence = scene.sentences.partition_point(|sentence| sentence.tokens.start <= stated.token).saturating_sub(1);
        for (_, scores) in slots.iter().zip(&mut scores).filter(|(slot, _)| slot.sentence == sentence) {
            scores.started += weigh::BESIDE_LENGTH;
        }
    }
    // Reports open with when it was.
    let told = |slot: &&Slot| matches!(slot.place, Place::Prose) && value(slot).precision() >= Precision::Day;
    if let Some(first) = slots.iter().position(|slot| told(&slot)) {
        scores[first].started += weigh::FIRST_TOLD;
        if slots[first].leads && evidence[first].change >= 0.8 {
            scores[first].started += weigh::BROKEN_BY_CHANGE;
        }
    }
    repeated(slots, &value, &mut scores);
    pages::updates(scene, slots, &evidence, &value, &mut scores);
    pages::before_the_page(slots, &evidence, &value, posts, &mut scores);
    scores
}

/// What a moment's own words and place say.
fn base(scene: &Scene<'_>, slot: &Slot, evidence: &Evidence, value: &Moment) -> Scores {
    let line = scene.lines.get(slot.line);
    let section = line.and_then(|line| line.section);
    let mut common = match value.precision() {
        Precision::Year | Precision::Month => weigh::MONTH,
        Precision::Day => weigh::DAY,
        _ => 0.0,
    };
    common += match section {
        // An entry of a timeline tells of the incident wherever it stands.
        _ if slot.place == Place::Entry && value.clock.is_some() => 0.0,
        Some(Section::Actions | Section::Lessons | Section::Excluded) => weigh::ASIDE,
        Some(Section::Background) => weigh::BACKGROUND,
        _ => 0.0,
    };
    if section == Some(Section::Timeline) && slot.place == Place::Prose {
        common += weigh::INSIDE_ENTRY;
    }
    if line.is_some_and(|line| line.kind == LineKind::Code) {
        common += weigh::CODE;
    }
    if slot.place == Place::OtherDay {
        common += weigh::OTHER_DAY;
    }
    common -= evidence.publish + evidence.plan + evidence.elsewhere;
    // In a timeline many things begin that are no trouble.
    let mere = slot.place == Place::Entry && evidence.trouble < 0.4;
    let mut begin = if mere { weigh::MERE_BEGIN * evidence.begin } else { evidence.begin };
    let mut end = evidence.end;
    if evidence.since > 0.0 && (evidence.end_behind >= 1.0 || evidence.end >= WELL_SINCE) {
        // `Since 10:00 all is well` is an end.
        end += weigh::SINCE_ENDS * evidence.since;
    } else {
        // What has been so since then need not be the trouble.
        let since = if evidence.trouble < 0.4 { weigh::MERE_SINCE * evidence.since } else { evidence.since };
        begin = begin.max(since);
    }
    if evidence.end >= 1.0 {
        end += weigh::AS_OF_ENDS * evidence.as_of;
    } else {
        begin = begin.max(weigh::AS_OF_BEGINS * evidence.as_of);
    }
    let mut scores = Scores {
        started: common
            + begin
            + weigh::TROUBLE_BEGINS * evidence.trouble
            + weigh::NOTICE_BEGINS * evidence.detect
            + weigh::END_BEGINS * evidence.end
            + weigh::REMEDY_BEGINS * evidence.mitigate,
        resolved: common
            + end.max(weigh::REMEDY_ENDS * evidence.mitigate)
            + weigh::BOTH_END * end.min(evidence.mitigate)
            + weigh::FULL_ENDS * evidence.full
            + weigh::PART_ENDS * evidence.part
            + weigh::BEGIN_ENDS * begin
            + weigh::NOTICE_ENDS * evidence.detect,
        detected: common + evidence.detect,
        identified: common + evidence.identify,
        mitigated: common + evidence.mitigate,
        published: evidence.publish,
        other: evidence.plan + evidence.elsewhere,
    };
    if slot.place == Place::Entry && begin < weigh::PLAIN_BEGIN {
        scores.started = scores.started.min(weigh::ENTRY_BEGINS);
    }
    if slot.place == Place::Entry {
        scores.resolved = scores.resolved.min(weigh::ENTRY_ENDS);
    }
    if slot.place == Place::Prose && slot.leads && evidence.trouble >= 0.8 && end < 1.0 && evidence.detect < 1.0 {
        scores.started += weigh::LEADS_TROUBLE;
    }
    let about_impact = evidence.trouble > 0.0
        || slot.place == Place::Label
        || matches!(section, Some(Section::Impact | Section::Summary)) && slot.place != Place::Entry;
    let range = common
        + begin.max(evidence.trouble) * 0.5
        + weigh::PART_OF_RANGE * evidence.part
        + if about_impact { weigh::RANGE_OF_IMPACT } else { weigh::RANGE };
    if matches!(slot.place, Place::Update(_) | Place::Posted) {
        only_clock(&mut scores);
    }
    // An entry that covers some minutes is no longer than its neighbours.
    if slot.place == Place::Entry {
        scores.started += if slot.from.is_some() { weigh::MONTH } else { 0.0 };
    } else if slot.until.is_some() {
        scores.started = range;
        scores.resolved = common;
    } else if slot.from.is_some() {
        scores.resolved = range;
        scores.started = common;
    }
    if slot.place == Place::Title {
        scores.started += weigh::TITLE;
    }
    scores
}

/// The clock of a page tells when something was written: the prose goes before it.
fn only_clock(scores: &mut Scores) {
    scores.started = scores.started.min(weigh::CLOCK_STARTS);
    scores.resolved = scores.resolved.min(weigh::CLOCK_ENDS);
}

/// A moment that is told twice as the beginning, or the end, is it more surely.
fn repeated(slots: &[Slot], value: &impl Fn(&Slot) -> Moment, scores: &mut [Scores]) {
    let mut told: Vec<(String, usize)> = slots
        .iter()
        .enumerate()
        .filter(|(_, slot)| value(slot).clock.is_some())
        .map(|(at, slot)| {
            let value = value(slot);
            (value.instant().map_or_else(|| value.to_string(), |instant| instant.to_string()), at)
        })
        .collect();
    told.sort();
    for same in told.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1) {
        let roles: [fn(&mut Scores) -> &mut f32; 2] = [|scores| &mut scores.started, |scores| &mut scores.resolved];
        for role in roles {
            let speak = same.iter().filter(|&&(_, at)| *role(&mut scores[at]) >= super::choice::LEAST).count();
            for &(_, at) in same.iter().filter(|_| speak > 1) {
                *role(&mut scores[at]) += weigh::REPEATED;
            }
        }
    }
}

/// Entries that follow each other are a timeline: its first and last entries say more. Are they posts of a page?
fn series(slots: &[Slot], evidence: &[Evidence], value: &impl Fn(&Slot) -> Moment, scores: &mut [Scores]) -> bool {
    let mut entries: Vec<usize> = (0..slots.len()).filter(|&at| slots[at].place == Place::Entry && slots[at].from.is_none()).collect();
    // Only what is posted piece by piece stands with the newest on top.
    let newest_first = order_by_time(slots, value, &mut entries) && entries.len() >= 3;
    let (Some(&first), Some(&last)) = (entries.first(), entries.last()) else { return false };
    if first == last {
        return false;
    }
    // A page of posts: its entries say when they were written.
    let posts = entries.iter().filter(|&&at| evidence[at].post > 0.0).count();
    if posts * 3 >= entries.len() || newest_first {
        for &at in &entries {
            only_clock(&mut scores[at]);
        }
        scores[first].started = scores[first].started.max(0.0) + pages::weigh::UPDATE;
        scores[last].resolved += pages::weigh::LAST_UPDATE;
        // The first post that says that all is well again, behind the last that tells of trouble.
        let troubled = |&&at: &&usize| evidence[at].trouble >= 0.8 && !pages::is_well(&evidence[at]);
        let behind = entries.iter().rposition(|at| troubled(&at)).map_or(0, |at| at + 1);
        if let Some(&at) = entries[behind..].iter().find(|&&at| pages::is_well(&evidence[at])) {
            scores[at].resolved += pages::weigh::WELL_AGAIN;
        }
        for at in last..slots.len().min(if last > first { slots.len() } else { first }) {
            if slots[at].place == Place::Prose {
                scores[at].started += weigh::TOLD_LAST;
                scores[at].resolved += weigh::TOLD_LAST;
            }
        }
        return true;
    }
    scores[first].started += weigh::FIRST_ENTRY;
    scores[last].resolved += weigh::LAST_ENTRY;
    let tells = |at: usize| {
        let seen = &evidence[at];
        let begins = seen.begin.max(seen.since);
        seen.trouble.max(seen.detect) >= 0.8 || begins >= weigh::PLAIN_BEGIN || begins >= 0.8 && seen.trouble >= 0.4
    };
    if let Some(noticed) = entries.iter().position(|&at| tells(at)) {
        // What was only noticed then was broken by a change before it.
        let seen = &evidence[entries[noticed]];
        let only_noticed = seen.detect >= 0.8 && seen.begin < 1.0;
        let change = entries[..noticed].iter().position(|&at| evidence[at].change >= 0.8 && evidence[at].end < 1.0);
        let begin = change.filter(|_| only_noticed).unwrap_or(noticed);
        scores[entries[begin]].started += weigh::FIRST_TROUBLE;
        if begin != noticed {
            scores[entries[begin]].started += weigh::BROKEN_BY_CHANGE;
        }
        for &at in &entries[begin + 1..] {
            scores[at].started += weigh::LATER_TROUBLE;
            if evidence[at].begin < weigh::PLAIN_BEGIN {
                scores[at].started -= weigh::LATER_BEGIN * evidence[at].begin;
            }
        }
    }
    // What still fails then, or is back only in part, has not ended.
    let tells_end = |&&at: &&usize| evidence[at].end >= 1.5 && evidence[at].part < 0.5;
    if let Some(&at) = entries.iter().rev().find(tells_end) {
        scores[at].resolved += weigh::LAST_END;
    }
    false
}

/// Many pages give the newest entry first: most entries then stand behind a later one. Put them in order, and say so.
pub(super) fn order_by_time(slots: &[Slot], value: &impl Fn(&Slot) -> Moment, order: &mut [usize]) -> bool {
    let steps = order.windows(2).filter_map(|pair| spans::between(&value(&slots[pair[0]]), &value(&slots[pair[1]])));
    let balance: i32 = steps.map(|gap| gap.seconds.signum() as i32).sum();
    if balance < 0 {
        order.reverse();
    }
    balance < 0
}
