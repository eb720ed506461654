//! Which day a clock time belongs to, by what stands around it.

use super::{Day, Resolver, days_between};
use crate::lines::{Line, LineKind};
use crate::tables::Class;
use crate::timestamps::clock::ClockMatch;
use crate::timestamps::cursor::{Cue, Word};
use crate::timestamps::fields::{Fields, Relative};
use crate::timestamps::moment::Clock;
use crate::timestamps::scan::{Link, Mention, Named};

/// Reports are written within so many days.
const MOST_DAYS_TO_REPORT: i64 = 120;

/// So many tokens behind the line of its header a text may still be the update's.
const LONGEST_UPDATE: usize = 200;

/// `Later` stands so many tokens before its clock time at most.
const LATER: usize = 4;

/// A byline is one of so many first lines.
const BYLINES: usize = 5;

/// How a date heads the text below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Header {
    Plain,
    /// The text below was written after the incident.
    Later,
}

impl Resolver<'_> {
    /// The day of the mention at `at`, and whether it is written there.
    pub(super) fn day_of(&mut self, at: usize, days: &[Option<Day>]) -> (Option<Day>, bool) {
        self.timed_entry = self.mentions[at].clock.is_some() && self.opens_line(self.mentions[at].tokens.start);
        let mention = &self.mentions[at];
        let linked = at.checked_sub(1).map_or(Link::None, |before| self.mentions[before].link);
        if let Some(fields) = mention.fields {
            let first = days.last().copied().flatten().filter(|_| linked == Link::Range);
            if let Some(day) = self.read(fields).map(|day| first.map_or(day, |first| Self::behind(fields, first, day))) {
                // What is told behind "from the 3rd to the 5th" begins on the 3rd.
                let ends_range = linked == Link::Range && {
                    let first = &self.mentions[at - 1];
                    mention.clock.is_none() && first.clock.is_none()
                        || mention.clock.is_some() && first.clock.is_some() && first.fields.is_some_and(|fields| fields.day.is_some())
                };
                if ends_range && self.context.is_some() {
                    self.range_end = mention.clock.map(|found| (found.clock, day));
                } else {
                    self.learn(at, fields, day);
                }
                return (Some(day), true);
            }
            if fields.day.is_none() || mention.clock.is_none() {
                return (None, true);
            }
        }
        let Some(found) = mention.clock else { return (None, false) };
        // The second end of a range, or the same moment told again.
        if let (Link::Range | Link::Same, Some(Some(day))) = (linked, days.last()) {
            let first = &self.mentions[at - 1];
            let shift = match (linked, first.clock) {
                (Link::Range, Some(clock)) => i64::from(clock.clock > found.clock),
                (Link::Same, Some(clock)) => days_apart(*day, (clock, first.zone.as_ref()), (found, mention.zone.as_ref())),
                _ => 0,
            };
            let day = day.plus(shift);
            if linked == Link::Range && shift != 0 {
                self.context = day.or(self.context);
                self.rolled = true;
            }
            return (day, false);
        }
        // "Jan 5 (18:00 UTC)" is that day, whatever the range around it says.
        let start = mention.tokens.start;
        let bracketed = start > 0 && self.cursor.is(start - 1, '(');
        if let Some(before) =
            at.checked_sub(1).map(|before| &self.mentions[before]).filter(|before| bracketed && before.tokens.end + 1 == start)
            && before.clock.is_none()
            && before.fields.is_some_and(|fields| fields.day.is_some())
        {
            // "the night of 12 to 13 January (21:30 – 03:10)" begins on the first of its days.
            let night = mention.link == Link::Range && at >= 2 && self.mentions[at - 2].link == Link::Range;
            return (days[days.len() - if night { 2 } else { 1 }], false);
        }
        if linked == Link::Range && days.last() == Some(&None) && mention.link != Link::Range {
            return (None, false);
        }
        // "from 2pm until tomorrow 9am" begins today.
        if let (Link::Range, Some(second)) = (mention.link, self.mentions.get(at + 1))
            && second.tokens.start < second.core.start
            && matches!(second.fields, Some(Fields { relative: Some(Relative::Days(1)), weekday: None, .. }))
            && let Some(today) = self.anchor()
        {
            return (Some(today), false);
        }
        // The first end of a range whose other end has the date.
        if let (Link::Range | Link::Same, Some(second)) = (mention.link, self.mentions.get(at + 1))
            && let Some(day) = second.fields.and_then(|fields| self.read(fields))
        {
            let shift = match (mention.link, second.clock) {
                (Link::Range, Some(clock)) => -i64::from(clock.clock < found.clock),
                (Link::Same, Some(clock)) => days_apart(day, (clock, second.zone.as_ref()), (found, mention.zone.as_ref())),
                _ => 0,
            };
            return (day.plus(shift), false);
        }
        if self.cursor.near_before(mention.tokens.start, 5, Word::Schedule) {
            return (None, false);
        }
        let entry = self.opens_line(mention.tokens.start);
        let over = self.aside.is_some_and(|told| self.paragraph(told) != self.paragraph(mention.tokens.start));
        let context = if entry || over { self.frame.or(self.context) } else { self.context };
        // What an update says stands above its "Posted ...".
        let context =
            if self.context.is_none() || self.context_posted { self.posted_below(mention.tokens.start).or(context) } else { context };
        let mut day = self.declared.or(context).or(self.first);
        if context.is_none() {
            day = day.or(self.only_date).and_then(|day| if self.before_first(at) { day.plus(-1) } else { Some(day) });
        }
        if let (Some(shown), Some(told), None) = (day, self.instant, self.declared) {
            // The last moment was told in another zone, where it may be another day.
            let local = shown.date.at(found.clock.hour, found.clock.minute, 0, 0);
            let date = self.zone_of(at).and_then(|zone| zone.offset_at(Some(local))).map(|offset| offset.to_datetime(told).date());
            if let Some(date) = date.filter(|date| shown.full() && context == self.context && days_between(shown.date, *date).abs() == 1) {
                day = Some(Day { date, ..shown });
            }
        }
        // The end of a range of several days, told again.
        if let Some((_, day)) = self.range_end.filter(|(clock, _)| (clock.hour, clock.minute) == (found.clock.hour, found.clock.minute)) {
            return (Some(day), false);
        }
        if let Some(day) = self.update_range(at) {
            return (Some(day), false);
        }
        // Over midnight, and back again.
        if let (Some(today), Some((last, _))) = (day, self.last_clock) {
            let till_day = !entry
                && mention.link == Link::Range
                && self.mentions.get(at + 1).and_then(|end| end.clock).is_some_and(|end| end.clock.hour >= 6);
            // "Twelve hours later, at 4:11 AM" is the next day's, whatever the hour before it.
            let start = self.mentions[at].tokens.start;
            let later = found.clock < last.clock
                && (start.saturating_sub(LATER)..start)
                    .any(|place| self.cursor.hints(place, Cue::Later) && !self.cursor.at_line_end(place));
            let over = last.clock.hour >= 18 && found.clock.hour < 6;
            if (over || later) && !self.rolled && !till_day {
                day = today.plus(1);
                self.context = day;
                let story = entry || self.frame == Some(today);
                self.frame = if story { day } else { self.frame };
                self.rolled = true;
                self.rolled_frame = story;
            } else if self.rolled && last.clock.hour < 6 && found.clock.hour >= 18 {
                // An entry below one that only told of midnight is of the day that it stands under.
                day = if entry && !self.rolled_frame { Some(today) } else { today.plus(-1) };
                self.context = day;
                self.frame = if entry { day } else { self.frame };
                self.rolled = false;
            }
        }
        (day, false)
    }

    /// A weekday that ends a range is the first behind its beginning: `from Tuesday 22:06 to Wednesday 04:40`.
    fn behind(fields: Fields, first: Day, day: Day) -> Day {
        let plain = fields.weekday.is_some() && fields.day.is_none() && fields.relative.is_none();
        let back = days_between(day.date, first.date);
        if plain && back > 0 && back < 7 { day.plus(7).unwrap_or(day) } else { day }
    }

    /// The day of the next "Posted ..." below a token.
    pub(super) fn posted_below(&self, token: usize) -> Option<Day> {
        let next = self.posted.partition_point(|&(at, _)| at < token);
        self.posted.get(next).map(|&(_, day)| day)
    }

    /// Does the mention at `at` stand above the first dated entry of a timeline, and at a later hour: the evening before?
    pub(super) fn before_first(&self, at: usize) -> bool {
        let Some((tokens, clock)) = &self.first_entry else { return false };
        let minutes = |clock: Clock| i32::from(clock.hour) * 60 + i32::from(clock.minute);
        // From half past five to a quarter past four is no step over midnight, but one back in a page that tells of the end first.
        let over = |from: Clock| from > *clock && (minutes(*clock) - minutes(from)).rem_euclid(24 * 60) < 12 * 60;
        self.mentions[at].tokens.start < tokens.start && self.mentions[at].clock.is_some_and(|found| over(found.clock))
    }

    /// The day of a range told in an entry of a timeline: the one whose end lies nearer to the entry's own hour. An update of
    /// half past midnight that tells of 17:30 to 23:50 means the evening before.
    pub(super) fn update_range(&self, at: usize) -> Option<Day> {
        let (line_end, day, clock) = self.entry?;
        let (first, second) = (&self.mentions[at], self.mentions.get(at + 1)?);
        // The text may stand below its header, up to the next one.
        let below = first.tokens.start >= line_end;
        if first.link != Link::Range
            || below && (first.tokens.start > line_end + LONGEST_UPDATE || !self.posts || self.context != Some(day))
            || second.fields.is_some()
            || second.zone.is_none() && first.zone.is_none()
        {
            return None;
        }
        let (from, to) = (first.clock?.clock, second.clock?.clock);
        let minutes = |clock: Clock| i32::from(clock.hour) * 60 + i32::from(clock.minute);
        let back = i64::from(minutes(to) - minutes(clock) > 12 * 60) + i64::from(from > to && to <= clock);
        if back == 0 { None } else { day.plus(-back) }
    }

    /// Remember a written day for what follows.
    pub(super) fn learn(&mut self, at: usize, fields: Fields, day: Day) {
        // A story goes on; what was the day before is told in passing.
        let ahead = fields.weekday.is_none() && matches!(fields.relative, Some(Relative::Days(days)) if days > 0);
        if self.attributive(at, fields)
            || fields.relative == Some(Relative::DayBefore)
            || ahead && self.mentions[at].clock.is_none() && !self.cursor.anything()
        {
            return;
        }
        if fields.day.is_some() && fields.month.is_some() && day.full() {
            self.told[day.date.day() as usize % 32] = Some(day.date);
        }
        let start = self.mentions[at].tokens.start;
        // "Meeting: 19/02, 14h", "due 31/10" are no days of the story.
        if !self.cursor.anything() && self.cursor.near_before(start, 3, Word::Appointment) {
            return;
        }
        // "Opened: 10 Oct 22:51" / "Closed: 11 Oct 09:30": the story begins with the first of the two.
        if self.context.is_some() && self.mentions[at].clock.is_some() && self.closes(start) {
            return;
        }
        // A log that is quoted in a report does not tell the days of what stands below it.
        if self.context.is_some() && self.line_of(start).is_some_and(|line| line.kind == LineKind::Code) {
            return;
        }
        if self.cursor.near_before(start, 9, Word::Otherwise) {
            self.declared = Some(day);
        }
        let header = if fields.day.is_some() { self.heads(at) } else { None };
        // Behind a day that is settled: "failing since 4 February", "as of 3 May" tell no day of what follows.
        let settled = self.frame.is_some() && !self.frame_later && header.is_none();
        if settled && self.bounds(at) {
            return;
        }
        // A range in a head is when it happened, not when it was written.
        let range = self.mentions[at].link == Link::Range || at > 0 && self.mentions[at - 1].link == Link::Range;
        if header.is_some() && !(range && self.mentions[at].clock.is_some()) {
            self.today = Some(day);
        }
        // What was written later, and the date of a page, leave the title's day in force.
        let kind = self.line_of(start).map(|line| line.kind);
        let written = header == Some(Header::Later) || kind == Some(LineKind::Meta);
        let headed = header.is_some() || kind == Some(LineKind::Row);
        let title = self.title.filter(|title| written || headed && self.follows_title(at, *title, day));
        let context = title.unwrap_or(if header == Some(Header::Later) { self.first.unwrap_or(day) } else { day });
        self.context = Some(context);
        self.context_posted = self.posted.binary_search_by_key(&start, |&(token, _)| token).is_ok();
        let passing = header.is_none() && self.passing(at, fields);
        // "the 8th" inside a sentence, a list or a table of dates of its own
        let passing = passing || header.is_none() && fields.month.is_none() && !self.opens_line(start);
        // and a date without a clock time deep in a sentence, where a day is settled
        let passing =
            passing || settled && !self.clock_follows(at) && !self.opens_line(start) && (self.inside_sentence(at) || self.qualifies(at));
        // and one of another day, told with its clock time after the story
        let after = |frame: Day| day.full() && frame.full() && days_between(frame.date, day.date) >= 2;
        let passing = passing || settled && !self.opens_line(start) && self.inside_sentence(at) && self.frame.is_some_and(after);
        self.aside = (passing || header.is_none() && fields.month.is_none()).then_some(start);
        if self.frame.is_none() || !passing {
            self.frame = Some(context);
            // Front matter dates the page; the story has the last word.
            self.frame_later = written && title.is_none();
        }
        if self.today.is_none()
            && self.settings.anchor.is_none()
            && (fields.relative == Some(Relative::WeekdayHere) || fields.relative == Some(Relative::Days(0)))
            && fields.weekday.is_some()
        {
            self.today = Some(day);
        }
        self.last_clock = None;
        self.rolled = false;
        self.range_end = None;
        self.instant = None;
    }

    /// Is the day one on which a text was written that has the day of its story in its title: later, and told before any clock time?
    fn follows_title(&self, at: usize, title: Day, day: Day) -> bool {
        let days = days_between(title.date, day.date);
        // A day that heads a part is the day of what it tells.
        if self.line_of(self.mentions[at].tokens.start).is_some_and(Line::is_heading) {
            return false;
        }
        (1..=MOST_DAYS_TO_REPORT).contains(&days) && at < self.first_clock
    }

    /// Does a label for the end of something stand in front of the token, at the start of its line or cell?
    fn closes(&self, token: usize) -> bool {
        let Some(label) = self.cursor.before(token).filter(|_| token >= 2) else { return false };
        let joined = (label + 1..token).any(|place| self.cursor.is_any(place, &[':', '|']));
        let opens = self.line_of(token).is_some_and(|line| line.tokens.start + 4 > label);
        joined && opens && self.cursor.does(label, Word::Closing)
    }

    /// The number of the paragraph that a token stands in.
    fn paragraph(&self, token: usize) -> usize {
        self.paragraphs.partition_point(|&end| end < token)
    }

    /// Is the day only mentioned in passing, so that the entries of a timeline below do not belong to it?
    pub(super) fn passing(&self, at: usize, fields: Fields) -> bool {
        let start = self.mentions[at].tokens.start;
        // A report looks back: what it says of tomorrow is no day of its story.
        let ahead = fields.day.is_none() && matches!(fields.relative, Some(Relative::Days(days)) if days > 0);
        if self.opens_line(start) && !ahead {
            return false;
        }
        let counted = fields.relative.is_some() || fields.day.is_none();
        let aside = start.checked_sub(1).is_some_and(|before| self.cursor.is_any(before, &['(', '"', '\'', '=']));
        counted || aside || self.line_of(start).is_some_and(|line| line.kind == LineKind::Code)
    }

    pub(super) fn line_of(&self, token: usize) -> Option<&Line> {
        let line = self.cursor.lines.partition_point(|line| line.tokens.start <= token).checked_sub(1)?;
        self.cursor.lines.get(line)
    }

    /// Does what starts at this token open its line, as an entry of a timeline does? A speaker's name may stand before it.
    pub(super) fn opens_line(&self, token: usize) -> bool {
        let Some(line) = self.line_of(token) else { return false };
        let before = line.tokens.start..token;
        before.len() <= 8
            && before.clone().filter(|&place| self.cursor.is_word(place)).count() <= 2
            && !before.clone().any(|place| {
                self.cursor.does(place, Word::At)
                    || self.cursor.does(place, Word::On)
                    || self.cursor.does(place, Word::From)
                    || self.cursor.is_number(place)
            })
    }

    /// Does a date without a clock time only say how far something reaches: `since 4 February`, `até 3 de maio`?
    fn bounds(&self, at: usize) -> bool {
        let mention = &self.mentions[at];
        let linked = mention.link != Link::None || at > 0 && self.mentions[at - 1].link != Link::None;
        let Some(before) = mention.tokens.start.checked_sub(1).filter(|_| mention.clock.is_none() && !linked) else { return false };
        [Word::Since, Word::UpTo, Word::By].into_iter().any(|word| self.cursor.does(before, word))
    }

    /// Has the mention a clock time, or its sentence one behind it?
    fn clock_follows(&self, at: usize) -> bool {
        let ends =
            |place: usize| self.cursor.is_any(place, &['.', '!', '?']) && !self.cursor.glued(place + 1) || self.cursor.at_line_end(place);
        let end = self.mentions[at].tokens.end;
        let stop = (end..end + 24).find(|&place| ends(place)).unwrap_or(end + 24);
        self.mentions[at..].iter().take(3).take_while(|mention| mention.tokens.start < stop).any(|mention| mention.clock.is_some())
    }

    /// Do more than a few words of its sentence stand before the mention?
    fn inside_sentence(&self, at: usize) -> bool {
        let start = self.mentions[at].tokens.start;
        let opens = |place: usize| self.cursor.is_any(place, &['.', '!', '?', ':', ';']) || self.cursor.at_line_end(place);
        let words = (0..start).rev().take(24).take_while(|&place| !opens(place)).filter(|&place| self.cursor.is_word(place)).count();
        words > 3
    }

    /// Does a date tell which one of something is meant: "the release of August 5", "o relatório de 3 de maio"?
    fn qualifies(&self, at: usize) -> bool {
        let of = self.cursor.before(self.mentions[at].tokens.start).filter(|&of| self.cursor.is_word(of) && self.cursor.does(of, Word::Of));
        of.and_then(|of| of.checked_sub(1))
            .is_some_and(|noun| self.cursor.is_word(noun) && self.cursor.sense(noun, Class::DayPart).is_none())
    }

    /// Does the mention only tell which one of something is meant: "the release of yesterday"?
    pub(super) fn attributive(&self, at: usize, fields: Fields) -> bool {
        let mention = &self.mentions[at];
        if mention.clock.is_some() || !matches!(fields.relative, Some(Relative::Days(_))) {
            return false;
        }
        self.qualifies(at)
    }

    /// Does the mention at `at` head the text below it, and is that text written after the incident?
    pub(super) fn heads(&self, at: usize) -> Option<Header> {
        let mention = &self.mentions[at];
        let line = self.line_of(mention.tokens.start)?;
        let inside = |other: &&Mention| line.tokens.contains(&other.tokens.start);
        let before = self.mentions[..at].iter().rev().take(8).take_while(inside).map(|other| other.tokens.len());
        let after = self.mentions[at..].iter().take(8).take_while(inside).map(|other| other.tokens.len());
        let rest = line.tokens.len().saturating_sub(before.chain(after).sum());
        let stamped = line.tokens.clone().take(8).any(|place| self.cursor.does(place, Word::Stamp));
        // "Owner: the platform team. Last edit: 2022-11-28"
        let edited = mention.clock.is_none() && self.cursor.near_before(mention.tokens.start, 3, Word::Stamp);
        // "*Posted by the platform team on 24 October 2023. What follows is ...*"
        let opens = line.tokens.clone().find(|&place| self.cursor.is_word(place)).filter(|&place| self.cursor.does(place, Word::Stamp));
        // "_Incident review, payments team, 2022-10-03_"
        let emphasis = |place: usize| self.cursor.is_any(place, &['*', '_']);
        let byline = mention.clock.is_none()
            && line.tokens.start > 0
            && emphasis(line.tokens.start)
            && !line.is_heading()
            && line.tokens.len() <= 40
            && line.tokens.start < self.head(BYLINES);
        let posted = byline || mention.clock.is_none() && opens.is_some_and(|opens| mention.tokens.start <= opens + 12);
        if stamped && rest <= 10 || edited && rest <= 24 || posted {
            return Some(Header::Later);
        }
        let edge = mention.tokens.start < line.tokens.start + 5 || mention.tokens.end + 1 >= line.tokens.end;
        let short = rest <= 8 && (line.is_heading() || edge) || rest <= 14 && line.is_marked_heading();
        (short && !matches!(line.kind, LineKind::Row | LineKind::Code)).then_some(Header::Plain)
    }
}

/// How many days apart the same moment is on the clocks of two zones.
fn days_apart(day: Day, from: (ClockMatch, Option<&Named>), to: (ClockMatch, Option<&Named>)) -> i64 {
    let offset = |(found, named): (ClockMatch, Option<&Named>)| {
        let local = day.date.at(found.clock.hour, found.clock.minute, found.clock.second, 0);
        Some((local, named?.zone.offset_at(Some(local))?))
    };
    let (Some((local, here)), Some((_, there))) = (offset(from), offset(to)) else { return 0 };
    let Ok(instant) = here.to_timestamp(local) else { return 0 };
    days_between(day.date, there.to_datetime(instant).date()).clamp(-1, 1)
}
