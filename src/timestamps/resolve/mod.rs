//! One pass over the mentions in the order of the text that gives each its value.

mod calendar;
mod context;
mod ranges;
mod stretches;
mod years;
mod zones;

use std::ops::Range;

use jiff::civil::Date;
use jiff::tz::Offset;

use crate::lines::{Line, LineKind};
use crate::span::Span;
use crate::timestamps::clock::ClockMatch;
use crate::timestamps::cursor::{Cursor, Word};
use crate::timestamps::evidence::{self, Evidence};
use crate::timestamps::fields::{Fields, Relative};
use crate::timestamps::moment::{Clock, Moment, Precision};
use crate::timestamps::scan::{Link, Mention};
use crate::timestamps::{Role, TimeSettings, Timeline, Timestamp};
use crate::tokens::TokenKind;
use calendar::{Day, assumed, days_between};
use ranges::{share_fields, share_halves};
use zones::trimmed_zone;

/// A title stands among so many first lines.
const TITLE_LINES: usize = 6;

struct Resolver<'a> {
    cursor: Cursor<'a>,
    settings: &'a TimeSettings,
    evidence: Evidence,
    mentions: Vec<Mention>,
    /// The day that bare clock times belong to.
    context: Option<Day>,
    /// The day on which the text above was written.
    today: Option<Day>,
    /// The first day in the document that is complete, and the first with a weekday: for what stands before any day.
    first: Option<Day>,
    first_weekday: Option<Day>,
    /// The day that the document's title tells.
    title: Option<Day>,
    /// The days, in order, that the document tells in full with their weekday or a clock time, unless it was written on them.
    story: Vec<Date>,
    /// The moment last told in full, and the entry of a timeline that is being read: where its line ends, day and clock.
    instant: Option<jiff::Timestamp>,
    entry: Option<(usize, Day, Clock)>,
    /// The first mention with a clock time, or how many mentions there are.
    first_clock: usize,
    /// Do dated clock times head the texts below them, as on pages of updates?
    posts: bool,
    /// The first entry of a timeline that has a date, and its clock time.
    first_entry: Option<(Range<usize>, Clock)>,
    /// The days of the "Posted ..." lines, and whether the context is one of them.
    posted: Vec<(usize, Day)>,
    context_posted: bool,
    /// The end of the last range over several days.
    range_end: Option<(Clock, Day)>,
    /// The day that the entries of a timeline belong to.
    frame: Option<Day>,
    /// Is it the day of writing, for want of a better one?
    frame_later: bool,
    /// Is the mention that is being read a clock time that opens its line?
    timed_entry: bool,
    /// Where the context was told, if only in passing: it holds for that paragraph.
    aside: Option<usize>,
    /// The tokens that end paragraphs.
    paragraphs: Vec<usize>,
    /// The last day told with its month, by its number.
    told: [Option<Date>; 32],
    /// The first date that is not full, and the day that the text calls today.
    only_date: Option<Day>,
    /// The one day that the text tells, if it tells no other.
    sole: Option<Day>,
    said_today: Option<Day>,
    /// The date below a text, as letters have it.
    signed: Option<Day>,
    /// The day that the text declares for everything that names none.
    declared: Option<Day>,
    /// The last clock time without a date of its own, for the roll over midnight.
    last_clock: Option<(ClockMatch, Option<Offset>)>,
    rolled: bool,
    /// Did an entry of a timeline roll over, and not a mention inside of one?
    rolled_frame: bool,
    /// Ambiguous zone words already judged.
    hints: Vec<(&'static str, bool)>,
    warnings: Vec<(Span, String)>,
}

/// Give every mention its value.
pub(super) fn resolve(cursor: Cursor<'_>, mentions: Vec<Mention>, evidence: Evidence, settings: &TimeSettings) -> Timeline {
    let mut resolver = Resolver {
        cursor,
        settings,
        evidence,
        mentions,
        context: None,
        today: None,
        first: None,
        first_weekday: None,
        title: None,
        story: Vec::new(),
        instant: None,
        entry: None,
        first_clock: 0,
        posts: false,
        first_entry: None,
        posted: Vec::new(),
        context_posted: false,
        frame: None,
        frame_later: false,
        range_end: None,
        timed_entry: false,
        aside: None,
        paragraphs: cursor.tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::BlankLine).map(|(at, _)| at).collect(),
        told: [None; 32],
        only_date: None,
        sole: None,
        said_today: None,
        signed: None,
        hints: Vec::new(),
        declared: None,
        last_clock: None,
        rolled: false,
        rolled_frame: false,
        warnings: Vec::new(),
    };
    resolver.prepare();
    resolver.prepare_partial();
    resolver.title = resolver.titled();
    resolver.prepare_entries();
    if !cursor.anything() {
        resolver.prepare_story();
    }
    resolver.run()
}

impl Resolver<'_> {
    /// What neighbours and the whole document settle before the pass.
    fn prepare(&mut self) {
        let day_first = self.evidence.day_first;
        let mut doubtful = None;
        for mention in &mut self.mentions {
            if let Some(fields) = mention.fields.as_mut() {
                if fields.undecided.is_some() && !self.evidence.order_proven && self.cursor.language == Some(crate::languages::Language::En)
                {
                    doubtful.get_or_insert(mention.tokens.clone());
                }
                *fields = evidence::decided(*fields, day_first);
            }
        }
        if let Some(tokens) = doubtful {
            let span = Mention::span_of(&self.cursor, &tokens);
            self.warnings.push((
                span,
                format!("day and month of `{}` are not told apart by the document: read as month first", span.of(self.cursor.text)),
            ));
        }
        for at in 1..self.mentions.len() {
            let (before, after) = self.mentions.split_at_mut(at);
            let (Some(first), Some(second)) = (before.last_mut(), after.first_mut()) else { continue };
            match first.link {
                Link::Range => {
                    share_fields(first, second);
                    share_halves(first, second);
                }
                Link::List => share_fields(first, second),
                Link::None | Link::Same => {}
            }
        }
        self.lend_years();
        let fields = || self.mentions.iter().filter_map(|mention| mention.fields);
        self.first_clock = self.mentions.iter().position(|mention| mention.clock.is_some()).unwrap_or(self.mentions.len());
        let named = if self.cursor.anything() { None } else { self.named_day() };
        self.first = named.or_else(|| fields().find_map(|fields| fields.date())).map(Day::sure);
        let known_year = self.first.map(|day| day.date);
        self.first_weekday =
            fields().filter(|fields| fields.weekday.is_some() && fields.day.is_some() && fields.relative.is_none()).find_map(|fields| {
                let month = fields.month.or_else(|| {
                    self.mentions.iter().filter_map(|mention| mention.fields).find_map(|other| other.month.filter(|_| other.day.is_some()))
                });
                assumed(Fields { month, ..fields }, known_year)
            });
    }

    /// The first date that is no full one, and the day that the text itself calls today: "nesta quinta-feira (16)".
    fn prepare_partial(&mut self) {
        let known = self.first.map(|day| day.date);
        let dated = || self.mentions.iter().filter_map(|mention| mention.fields).filter(|fields| fields.day.is_some());
        let mut days = dated().filter(|fields| fields.relative.is_none()).map(|fields| (fields.month, fields.day));
        let sole = days.next().filter(|(month, _)| month.is_some()).is_some_and(|first| days.all(|day| day == first));
        self.only_date = dated().filter(|fields| fields.relative.is_none()).find_map(|fields| assumed(fields, None));
        self.sole = self.only_date.filter(|_| sole);
        self.said_today = dated()
            .filter(|fields| matches!(fields.relative, Some(Relative::WeekdayHere | Relative::Days(0))))
            .find_map(|fields| assumed(fields, known));
        self.signed = self.mentions.last().and_then(|last| self.signed(last));
    }

    /// The token behind the first `lines` lines of the document.
    fn head(&self, lines: usize) -> usize {
        self.cursor.lines.get(lines - 1).map_or(self.cursor.tokens.len(), |line| line.tokens.end)
    }

    /// The day that the first line, or the first heading with a day, tells.
    fn titled(&self) -> Option<Day> {
        let top = self.cursor.lines.iter().find(|line| line.kind != LineKind::Rule)?.tokens.start;
        let mention = self.mentions.iter().find(|mention| {
            let dated = mention.fields.is_some_and(|fields| fields.day.is_some() && fields.relative.is_none());
            let title = |line: &Line| line.is_marked_heading() || line.tokens.start == top;
            dated && self.line_of(mention.tokens.start).is_some_and(title)
        })?;
        let early = mention.tokens.start < self.head(TITLE_LINES) && mention.clock.is_none();
        assumed(mention.fields?, self.first.map(|day| day.date)).filter(|_| early)
    }

    /// The day of a date that ends the text, with hardly a word before it: `Lisboa, 20 de janeiro de 2023`, `Published 3 May 2022`.
    fn signed(&self, last: &Mention) -> Option<Day> {
        let date = last.fields.filter(|fields| fields.relative.is_none() && self.mentions.len() > 1)?.date()?;
        let words = |place: &usize| self.cursor.is_word(*place) || self.cursor.is_number(*place);
        let opens = |place: usize| self.cursor.at_line_end(place) || self.cursor.is_any(place, &['.', '!', '?', '(', '—', '–', '-']);
        let before = (0..last.tokens.start).rev().take_while(|&place| !opens(place)).filter(words).count();
        let behind = (last.tokens.end..self.cursor.tokens.len()).filter(words).count();
        (before <= 4 && behind == 0).then(|| Day::sure(date))
    }

    /// The days on which the story happens.
    fn prepare_story(&mut self) {
        let known = self.first.map(|day| day.date);
        let told = |at: usize| {
            let mention = &self.mentions[at];
            let fields = mention.fields.filter(|fields| fields.day.is_some() && fields.relative.is_none())?;
            let ranged = mention.link == Link::Range || at > 0 && self.mentions[at - 1].link == Link::Range;
            let happens = fields.weekday.is_some() || mention.clock.is_some() || ranged;
            let code = self.line_of(mention.tokens.start).is_some_and(|line| line.kind == LineKind::Code);
            if !happens || code || fields.date().is_none() && (fields.month.is_none() || known.is_none()) {
                return None;
            }
            let start = mention.tokens.start;
            let written = self.heads(at) == Some(context::Header::Later) || self.cursor.near_before(start, 5, Word::Appointment);
            if written { None } else { assumed(fields, known).map(|day| day.date) }
        };
        let mut story: Vec<Date> = (0..self.mentions.len()).filter_map(told).collect();
        story.sort_unstable();
        story.dedup();
        self.story = story;
    }

    /// The entry of a timeline whose date tells the days of the entries above it.
    fn prepare_entries(&mut self) {
        let posted = self.mentions.iter().filter(|mention| mention.clock.is_some()).filter_map(|mention| {
            let date = mention.fields?.date()?;
            let line = self.line_of(mention.tokens.start)?;
            let first = line.tokens.start;
            (self.cursor.does(first, Word::Stamp) && mention.tokens.start <= first + 3).then_some((mention.tokens.start, Day::sure(date)))
        });
        self.posted = posted.collect();
        let heads = self.mentions.iter().filter(|mention| {
            let full = mention.clock.is_some() && mention.fields.is_some_and(|fields| fields.date().is_some());
            full && self.opens_line(mention.tokens.start)
        });
        self.posts = heads.count() >= 2;
        let dated = self.mentions.iter().find(|mention| mention.fields.is_some_and(|fields| fields.day.is_some()));
        let entry = dated.filter(|mention| mention.clock.is_some() && self.opens_line(mention.tokens.start));
        self.first_entry = entry.and_then(|mention| Some((mention.tokens.clone(), mention.clock?.clock)));
    }

    /// Does the weekday at `at` only say again which day the moment before its bracket is: `2020-05-04 21:10 (Monday night)`?
    fn repeats(&self, at: usize, day: Option<Day>, days: &[Option<Day>]) -> bool {
        let Some(before) = at.checked_sub(1) else { return false };
        let (mention, first) = (&self.mentions[at], &self.mentions[before]);
        let weekday = mention.clock.is_none() && mention.fields.is_some_and(|fields| fields.weekday.is_some() && fields.day.is_none());
        weekday
            && first.clock.is_some()
            && self.cursor.is(first.tokens.end, '(')
            && mention.tokens.start <= first.tokens.end + 4
            && day.is_some()
            && days.get(before).copied().flatten().map(|day| day.date) == day.map(|day| day.date)
    }

    fn run(mut self) -> Timeline {
        let mut timestamps = Vec::with_capacity(self.mentions.len());
        let mut points: Vec<Option<Timestamp>> = Vec::new();
        let anything = self.cursor.anything();
        let mut days: Vec<Option<Day>> = Vec::with_capacity(self.mentions.len());
        for at in 0..self.mentions.len() {
            let (day, own) = self.day_of(at, &days);
            days.push(day);
            let mention = &self.mentions[at];
            let partial = mention.fields.filter(|fields| fields.day.is_none() && fields.weekday.is_none());
            let mut span = mention.span(&self.cursor);
            if day.is_none()
                && mention.clock.is_some()
                && matches!(mention.fields, Some(Fields { relative: Some(Relative::Days(_)), weekday: None, .. }))
            {
                // "14:00 today" in a text of no known day is a clock time and nothing more.
                span = Mention::span_of(&self.cursor, &mention.core);
            }
            let mut value = Moment::default();
            if let Some(day) = day {
                value.day = Some(day.date.day());
                value.month = day.month.then_some(day.date.month());
                value.year = (day.year && day.month).then_some(day.date.year());
            } else if let Some(fields) = partial {
                (value.year, value.month) = self.month_and_year(fields);
                if (value.year.is_none() && value.month.is_none() || value.year.is_none() && fields.relative.is_some())
                    && mention.clock.is_none()
                {
                    continue;
                }
            } else if mention.clock.is_none() {
                continue;
            }
            // "the next day" alone only says which day the clock times behind it belong to.
            if mention.clock.is_none()
                && mention.fields.is_some_and(|fields| matches!(fields.relative, Some(Relative::DayAfter | Relative::DayBefore)))
                && self.settings.anchor.is_none()
            {
                continue;
            }
            if self.repeats(at, day, &days) {
                continue;
            }
            let mut zone_span = None;
            if let (Some(Fields { relative: Some(Relative::Shift(shift)), weekday: None, .. }), None) = (mention.fields, mention.clock) {
                // A length of hours or minutes lands on a clock time.
                let moment = self.settings.anchor.filter(|_| shift.seconds != 0).and_then(|anchor| shift.after(anchor));
                value.clock = moment.map(clock_of);
            }
            if mention.fields.is_some_and(|fields| fields.relative == Some(Relative::Now)) {
                let Some(anchor) = self.settings.anchor else { continue };
                value.clock = Some(clock_of(anchor));
            }
            if let Some(found) = mention.clock {
                value.clock = Some(found.clock);
                if let Some(named) = &mention.zone {
                    zone_span = Some(trimmed_zone(&self.cursor, &named.tokens));
                }
                value.offset = self.offset(at, &value, zone_span);
                self.last_clock = Some((found, value.offset));
                if let Some(day) = day.filter(|_| self.opens_line(self.mentions[at].tokens.start)) {
                    let line_end = self.line_of(self.mentions[at].tokens.start).map_or(0, |line| line.tokens.end);
                    self.entry = Some((line_end, day, found.clock));
                }
                if found.next_day {
                    value = next_day(value);
                }
            }
            if own {
                self.check(at, &value, span);
                let quoted = self.line_of(self.mentions[at].tokens.start).is_some_and(|line| line.kind == LineKind::Code);
                // The end of a range does not begin what follows.
                let here = self.context.map(|context| context.date) == day.map(|day| day.date);
                self.instant = if quoted || !here { self.instant } else { value.instant() };
            }
            let timestamp = Timestamp { span, value, zone: zone_span, role: Role::Event };
            if anything {
                points.resize(at, None);
                points.push(Some(timestamp.clone()));
            }
            // "2 hours later" is a quantity too.
            if !(anything && self.mentions[at].fields.is_some_and(|fields| matches!(fields.relative, Some(Relative::Shift(_))))) {
                timestamps.push(timestamp);
            }
        }
        points.resize(self.mentions.len(), None);
        let ends = if anything { self.ends(&points) } else { Vec::new() };
        Timeline { timestamps, ends, warnings: self.warnings }
    }
}

fn clock_of(moment: jiff::civil::DateTime) -> Clock {
    Clock { hour: moment.hour(), minute: moment.minute(), second: moment.second(), precision: Precision::Minute }
}

/// `24:00` is the first moment of the next day.
fn next_day(value: Moment) -> Moment {
    match value.date().and_then(|date| date.tomorrow().ok()) {
        Some(date) => Moment { year: Some(date.year()), month: Some(date.month()), day: Some(date.day()), ..value },
        None => value,
    }
}
