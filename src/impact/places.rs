//! Where each moment stands: in running text, behind a label, at the head of a timeline entry or of an update, and
//! with which other moment it forms a range.

use std::ops::Range;

use super::Scene;
use super::columns;
use super::counting::{LONGEST_TITLE, WINDOW, few_words, is_emphasis, words};
use super::cues::{self, Cue, Hit, Side};
use super::joined::{is_its_day, is_range, is_twin};
use crate::incidents::Update;
use crate::lines::{Line, LineKind, Section};
use crate::span::Span;
use crate::timestamps::Timestamp;
use crate::tokens::{self, Token, TokenKind};

/// What a moment's place in the text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Behind a label: `Start: 10:00`.
    Label,
    /// At the head of a timeline's entry: `10:00 - traffic fails`.
    Entry,
    /// In the header of a status page's update, by its index.
    Update(usize),
    /// Day and clock time alone on a line, as above posts and updates.
    Posted,
    /// A day alone on a line among the incidents of a history, and not that of this one.
    OtherDay,
    /// In a heading or the document's first line.
    Title,
    /// In running text.
    Prose,
}

/// A moment as the text gives it, perhaps twice in two zones, with the words that may tell of it.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    /// Its timestamps, as indices.
    pub(super) timestamps: Range<usize>,
    /// The one of them whose value counts: the first, or the clock time that follows its day.
    pub(super) value: usize,
    /// Its tokens.
    pub(super) tokens: Range<usize>,
    /// Its line.
    pub(super) line: usize,
    /// Its sentence.
    pub(super) sentence: usize,
    /// Where it stands.
    pub(super) place: Place,
    /// Does it begin its clause, so that the words behind it tell of it?
    pub(super) leads: bool,
    /// The other moment of its range, by index.
    pub(super) until: Option<usize>,
    /// The moment that begins the range which this one ends.
    pub(super) from: Option<usize>,
    /// The tokens in front of it that may tell of it.
    pub(super) before: Range<usize>,
    /// The tokens behind it that may tell of it.
    pub(super) after: Range<usize>,
}

/// The most tokens of an entry's or update's text that are read.
const LONGEST_ENTRY: usize = 60;

/// The most lines that are read behind a moment for the end of its entry.
const LONGEST_PART: usize = 60;

/// The most updates that are looked at: a block of labels has fewer.
const LONGEST_BLOCK: usize = 12;

/// The most other words of a line that is the window of the impact.
const LONGEST_WINDOW: usize = 6;

/// The head of a report has so many lines.
const HEAD_LINES: usize = 8;

/// The most words of a label.
const LONGEST_LABEL: usize = 6;

/// The moments of an incident, in the order of the text.
pub(super) fn slots(scene: &Scene<'_>, timestamps: &[Timestamp], hits: &[Hit]) -> Vec<Slot> {
    let mut slots: Vec<Slot> = Vec::with_capacity(timestamps.len());
    for (number, timestamp) in timestamps.iter().enumerate() {
        let Range { start: first, end } = tokens::within(scene.tokens, timestamp.span);
        if let Some(last) = slots.last_mut() {
            let gap = scene.tokens.get(last.tokens.end..first).unwrap_or_default();
            let held = &timestamps[last.timestamps.end - 1].value;
            if is_twin(held, &timestamp.value, gap) || is_its_day(hits, held, &timestamp.value, last.tokens.end..first, gap) {
                last.timestamps.end = number + 1;
                last.tokens.end = end;
                if timestamps[last.value].value.clock.is_none() {
                    last.value = number;
                }
                continue;
            }
        }
        let line = scene.lines.partition_point(|line| line.tokens.start <= first).saturating_sub(1);
        slots.push(Slot {
            timestamps: number..number + 1,
            value: number,
            tokens: first..end,
            line,
            sentence: scene.sentences.partition_point(|sentence| sentence.tokens.start <= first).saturating_sub(1),
            place: Place::Prose,
            leads: false,
            until: None,
            from: None,
            before: first..first,
            after: end..end,
        });
    }
    for second in 1..slots.len() {
        if slots[second - 1].from.is_none() && is_range(scene, timestamps, hits, &slots[second - 1], &slots[second]) {
            slots[second - 1].until = Some(second);
            slots[second].from = Some(second - 1);
        }
    }
    let mut listed = false;
    for at in 0..slots.len() {
        if slots[at].from.is_none() {
            settle(scene, timestamps, hits, &mut slots, at, listed);
            listed |= slots[at].place == Place::Entry;
        }
    }
    other_days(scene, timestamps, hits, &mut slots);
    // A lone heading time among the entries of a timeline is one of them, and no post.
    let count = |place: Place| slots.iter().filter(|slot| slot.place == place).count();
    let timeline = count(Place::Posted) < count(Place::Entry);
    for slot in slots.iter_mut().filter(|slot| timeline && slot.place == Place::Posted) {
        slot.place = Place::Entry;
    }
    for at in 0..slots.len() {
        if let Some(from) = slots[at].from {
            let Slot { line, place, leads, before, after, .. } = slots[from].clone();
            slots[at] = Slot { line, place, leads, before, after, ..slots[at].clone() };
        }
    }
    slots
}

/// Find out where a moment stands and which words may tell of it; `listed` is whether a timeline's entry stands above it.
fn settle(scene: &Scene<'_>, timestamps: &[Timestamp], hits: &[Hit], slots: &mut [Slot], at: usize, listed: bool) {
    let slot = &slots[at];
    let start = slot.tokens.start;
    let end = slot.until.map_or(slot.tokens.end, |until| slots[until].tokens.end);
    let next = slots.get(slot.until.unwrap_or(at) + 1).map_or(scene.tokens.len(), |next| next.tokens.start);
    let previous = at.checked_sub(1).map_or(0, |at| slots[at].tokens.end);
    let Some(line) = scene.lines.get(slot.line) else { return };
    let first = if line.kind == LineKind::Item && numbered(scene, line) { line.tokens.start + 1 } else { line.tokens.start };
    let before = first.max(previous.min(start)).min(start)..start;
    let words_before = few_words(scene, hits, &(first.min(start)..start)) + usize::from(goes_on(hits, line));
    let words_after = few_words(scene, hits, &(end..line.tokens.end.max(end)));
    let update = scene.tokens.get(start).and_then(|token| update_with(&scene.incident.updates, token.span()));
    let labelled = words_before <= LONGEST_LABEL
        && words_before > 0
        && (words_after == 0
            || scene.tokens[before.clone()].iter().rev().find(|token| !is_emphasis(token)).is_some_and(|token| token.is(':')))
        && !cues::within(hits, &(start.saturating_sub(1)..start)).iter().any(|hit| hit.cue == Cue::Skip);
    let title = line.span.start <= scene.incident.span.start && few_words(scene, hits, &line.tokens) <= LONGEST_TITLE;
    let head = || columns::told_by_head(scene, hits, slot.line, start);
    let window =
        slot.until.filter(|_| !listed).is_some_and(|until| is_window(scene, timestamps, slots, at, until, words_before + words_after));
    let (place, leads, before, after) = if let Some(label) = head() {
        (Place::Label, false, label, end..end)
    } else if window {
        (Place::Label, false, before, end..end)
    } else if let Some(number) = update.filter(|_| !(labelled && are_labels(scene, hits))) {
        let update = &scene.incident.updates[number];
        let to = scene.tokens.partition_point(|token| token.span().start < update.span.end);
        let text = scene.tokens.partition_point(|token| token.span().end <= update.header.end);
        (Place::Update(number), true, start..start, text..to.min(text + LONGEST_ENTRY).max(text))
    } else if labelled && before.start == first && !line.is_heading() {
        (Place::Label, false, before, end..end)
    } else if title && words_before == 0 && words_after > 0 {
        (Place::Title, true, start..start, end..line.tokens.end.min(next).max(end))
    } else if words_before == 0
        && words_after == 0
        && let Some(label) = label_above(scene, hits, slot.line)
    {
        (Place::Label, false, label, end..end)
    } else if words_before == 0
        && words_after <= 2
        && slot.until.is_none()
        && !(words_after > 0 && scene.tokens.get(end).is_some_and(|token| token.is(':')))
        && !line.is_marked_heading()
        && line.kind != LineKind::Row
        && end - start >= 5
    {
        let stop = next_part(scene, slot.line).min(next);
        (Place::Posted, true, start..start, line.tokens.end..stop.min(line.tokens.end + LONGEST_ENTRY).max(line.tokens.end))
    } else if words_before == 0 && heads_entry(scene, line, start, end, timestamps[slot.value].value.clock.is_some()) {
        let stop = if words_after == 0 { next_part(scene, slot.line) } else { end_of_entry(scene, slot.line) };
        (Place::Entry, true, start..start, end..stop.min(next).min(end + LONGEST_ENTRY).max(end))
    } else {
        let bounds = scene.sentences.get(slot.sentence).map_or(start..end, |sentence| sentence.tokens.clone());
        let before = bounds.start.max(previous.min(start)).max(start.saturating_sub(WINDOW)).min(start)..start;
        let after = end..bounds.end.min(next).min(end + WINDOW).max(end);
        (if title || line.is_heading() { Place::Title } else { Place::Prose }, leads_clause(scene, hits, &before), before, after)
    };
    let slot = &mut slots[at];
    (slot.place, slot.leads, slot.before, slot.after) = (place, leads, before, after);
}

/// Is a range of clock times, alone on a line of the head or under a heading about the impact, the window of the impact?
/// `2023-02-09, 14:05–19:20 UTC`, `**02:10 until 05:45**`, `13:30-14:12 | sev2 | 42 min`
fn is_window(scene: &Scene<'_>, timestamps: &[Timestamp], slots: &[Slot], at: usize, until: usize, words: usize) -> bool {
    let Some(line) = scene.lines.get(slots[at].line) else { return false };
    let clocks = [at, until].iter().all(|&end| timestamps[slots[end].value].value.clock.is_some());
    if !clocks || words > LONGEST_WINDOW || slots[until].line != slots[at].line || matches!(line.kind, LineKind::Code | LineKind::Row) {
        return false;
    }
    let first = scene.lines.partition_point(|line| line.span.end <= scene.incident.span.start);
    let about = match line.section {
        Some(Section::Impact | Section::Summary) => true,
        None => slots[at].line < first + HEAD_LINES,
        _ => false,
    };
    // Ranges in a row are the entries of a timeline.
    let listed = slots.get(until + 1).is_some_and(|next| next.until.is_some() && next.line == slots[at].line + 1);
    about && !listed
}

/// Does the line go on with a preposition's time: `... between` / `10:00 and 11:00`?
fn goes_on(hits: &[Hit], line: &Line) -> bool {
    let Some(last) = line.tokens.start.checked_sub(2).filter(|_| line.kind == LineKind::Text && !line.after_blank) else { return false };
    cues::within(hits, &(last..last + 1))
        .iter()
        .any(|hit| matches!(hit.cue, Cue::Skip | Cue::Join | Cue::Open | Cue::Since) || hit.side == Side::Before && hit.reach <= 1)
}

/// Are the updates but labels with their times: `Reported: 2024-06-08 13:40` / `Restored: 2024-06-08 15:05`?
fn are_labels(scene: &Scene<'_>, hits: &[Hit]) -> bool {
    let says_nothing = |update: &Update| {
        let from = scene.tokens.partition_point(|token| token.span().end <= update.header.end);
        let to = scene.tokens.partition_point(|token| token.span().start < update.span.end);
        few_words(scene, hits, &(from..to.max(from))) == 0
    };
    // The last one may take in what stands below the block.
    let Some((_, block)) = scene.incident.updates.split_last() else { return false };
    (2..LONGEST_BLOCK).contains(&block.len()) && block.iter().all(says_nothing)
}

/// The update whose own time it is that stands there.
fn update_with(updates: &[Update], span: Span) -> Option<usize> {
    let number = updates.partition_point(|update| update.header.start <= span.start).checked_sub(1)?;
    let update = &updates[number];
    (update.header.contains(span) || update.time.is_some_and(|time| time.contains(span))).then_some(number)
}

/// The day above the first update is that of the incident; the others head incidents of their own, or none.
fn other_days(scene: &Scene<'_>, timestamps: &[Timestamp], hits: &[Hit], slots: &mut [Slot]) {
    let updates = &scene.incident.updates;
    let Some(first) = updates.first().filter(|_| updates.iter().any(|update| update.time.is_some())) else { return };
    let mut own = true;
    for slot in slots.iter_mut().rev() {
        let begin = timestamps[slot.timestamps.start].span.start;
        let Some(line) = scene.lines.get(slot.line) else { continue };
        let inside =
            updates.partition_point(|update| update.span.start <= begin).checked_sub(1).is_some_and(|at| begin < updates[at].span.end);
        let alone = slot.tokens.len() <= 8
            && words(scene, hits, &(line.tokens.start..slot.tokens.start)) == 0
            && words(scene, hits, &(slot.tokens.end..line.tokens.end)) == 0;
        if inside || !alone || timestamps[slot.value].value.clock.is_some() || timestamps[slot.value].value.day.is_none() {
            continue;
        }
        if own && begin < first.span.start {
            (slot.place, slot.leads, own) = (Place::Title, true, false);
        } else {
            slot.place = Place::OtherDay;
        }
        (slot.before, slot.after) = (slot.tokens.start..slot.tokens.start, slot.tokens.end..slot.tokens.end);
    }
}

/// Is a time at the start of a line the head of an entry, and not of a sentence (`At 10:00, the ...`)?
fn heads_entry(scene: &Scene<'_>, line: &Line, start: usize, end: usize, clock: bool) -> bool {
    if end >= line.tokens.end || matches!(line.kind, LineKind::Row | LineKind::Heading(_)) {
        return true;
    }
    let preposed = scene.tokens[line.tokens.start..start].iter().any(|token| token.kind == TokenKind::Word);
    let closes = |token: &Token| is_emphasis(token) || token.is(')') || token.is(']');
    match scene.tokens[end..line.tokens.end].iter().find(|token| !closes(token)) {
        Some(next) if next.is(',') => false,
        Some(next) if next.kind == TokenKind::Symbol => true,
        _ => clock && !preposed,
    }
}

/// Does the list item begin with a number?
fn numbered(scene: &Scene<'_>, line: &Line) -> bool {
    scene.tokens.get(line.tokens.start).is_some_and(|token| token.kind == TokenKind::Number)
}

/// The line above, if it is a label for a time that stands alone on its line.
fn label_above(scene: &Scene<'_>, hits: &[Hit], line: usize) -> Option<Range<usize>> {
    let above = scene.lines.get(line.checked_sub(1)?)?;
    let count = words(scene, hits, &above.tokens);
    let first = cues::within(hits, &above.tokens).iter().find(|hit| !matches!(hit.cue, Cue::Skip | Cue::Join))?;
    let labels = matches!(first.cue, Cue::Begin | Cue::End | Cue::Detect | Cue::Identify | Cue::Mitigate | Cue::Publish);
    let sentence = scene.tokens.get(above.tokens.end.checked_sub(1)?)?.is('.');
    (labels && (1..=3).contains(&count) && !above.is_marked_heading() && !sentence).then(|| above.tokens.clone())
}

/// Where the text of an entry that begins in `line` ends: with its paragraph or list item.
fn end_of_entry(scene: &Scene<'_>, line: usize) -> usize {
    let mut at = line;
    while let Some(next) = scene.lines.get(at + 1)
        && at < line + LONGEST_PART
        && next.kind == LineKind::Text
        && !next.after_blank
        && scene.lines[at].kind != LineKind::Row
    {
        at += 1;
    }
    scene.lines[at].tokens.end
}

/// Where the text below `line` ends: in front of the next heading.
fn next_part(scene: &Scene<'_>, line: usize) -> usize {
    let below = &scene.lines[line + 1..];
    below.iter().take(LONGEST_PART).find(|line| line.is_marked_heading()).map_or(scene.tokens.len(), |line| line.tokens.start)
}

/// Does nothing but prepositions stand between the start of the clause and the moment?
fn leads_clause(scene: &Scene<'_>, hits: &[Hit], before: &Range<usize>) -> bool {
    let near = cues::within(hits, before);
    for at in before.clone().rev() {
        let token = scene.tokens[at];
        if matches!(token.symbol, ',' | ';' | ':' | '(' | '—' | '–' | '“' | '"' | '«') {
            return true;
        }
        if !matches!(token.kind, TokenKind::Word | TokenKind::Number) {
            continue;
        }
        match near.iter().rev().find(|hit| (hit.first..=hit.last).contains(&at)) {
            Some(hit) if hit.cue == Cue::And => return true,
            Some(hit)
                if matches!(hit.cue, Cue::Skip | Cue::Join | Cue::Open)
                    || (hit.cue == Cue::Since || hit.side == Side::Before && hit.reach <= 1) => {}
            _ => return false,
        }
    }
    true
}
