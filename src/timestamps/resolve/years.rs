//! The year that a document tells apart from its dates: in a title (`work log 2021`), a heading of months, in brackets.

use jiff::civil::Date;

use super::Resolver;
use crate::tables::Class;
use crate::timestamps::cursor::Word;
use crate::timestamps::fields::Fields;

/// A line of a page's frame has so many tokens at most.
const SHORT_LINE: usize = 14;
/// How many lines at the top of a document are taken for its title and head.
const TOP: usize = 6;

/// A year that stands alone, or with a month, and where.
#[derive(Debug, Clone, Copy)]
struct Told {
    token: usize,
    year: i16,
    month: Option<i8>,
}

impl Resolver<'_> {
    /// Give the dates of a document that writes no year with any of them the year of its title or of the month they stand under.
    pub(super) fn lend_years(&mut self) {
        let mut fields = self.mentions.iter().filter_map(|mention| mention.fields);
        if self.settings.anchor.is_some() || self.cursor.anything() || fields.any(|fields| fields.date().is_some()) {
            return;
        }
        let mut told = self.told_years();
        let Some(first) = told.first().copied() else { return };
        if told.iter().any(|other| other.year != first.year) {
            // Several years: only months with theirs say which dates they mean.
            told.retain(|told| told.month.is_some());
        }
        let dated = self.mentions.iter().filter_map(|mention| mention.fields).any(|fields| fields.day.is_some() && fields.month.is_some());
        for mention in &mut self.mentions {
            let Some(fields) = mention.fields.filter(|fields| fields.day.is_some() && fields.year.is_none()) else { continue };
            let at = mention.tokens.start;
            let above = told.partition_point(|told| told.token <= at).checked_sub(1).or(Some(0)).and_then(|last| told.get(last)).copied();
            let lent = match fields.month {
                Some(month) => {
                    let named = told.iter().find(|told| told.month == Some(month)).copied().or(above);
                    named.map(|told| Fields { year: Some(told.year), ..fields })
                }
                // "Wednesday, 6" in a bulletin of November
                None if !dated && fields.relative.is_none() => {
                    above.filter(|told| told.month.is_some()).map(|told| Fields { year: Some(told.year), month: told.month, ..fields })
                }
                None => None,
            };
            let fits = |fields: &Fields| {
                let weekday = fields.date().map(|date| date.weekday().to_monday_one_offset());
                weekday.is_some_and(|weekday| fields.weekday.is_none_or(|written| written == weekday))
            };
            if let Some(lent) = lent.filter(fits) {
                mention.fields = Some(lent);
            }
        }
    }

    /// The day in a name at the top of the document: `INC-20230117`, `PM-2024-10-17`, `incidents/2024-02-29-router.md`.
    ///
    /// It is no timestamp of its own, but tells the day where nothing else does.
    pub(super) fn named_day(&self) -> Option<Date> {
        let cursor = &self.cursor;
        (0..self.head(TOP)).find_map(|token| {
            let first = cursor.digits(token)?;
            let (year, month, day) = if first.width == 8 && !cursor.glued_digits_any(token + 1) {
                (first.value / 10_000, first.value / 100 % 100, first.value % 100)
            } else if first.width == 4 && cursor.is_any(token + 1, &['-', '_']) && cursor.is_any(token + 3, &['-', '_']) {
                let part = |place: usize| cursor.glued_digits(place).filter(|digits| digits.width == 2).map(|digits| digits.value);
                (first.value, part(token + 2)?, part(token + 4)?)
            } else {
                return None;
            };
            let date = Date::new(i16::try_from(year).ok()?, month as i8, day as i8).ok()?;
            (2000..2100).contains(&date.year()).then_some(date)
        })
    }

    /// The years that stand alone, in the order of the text.
    fn told_years(&self) -> Vec<Told> {
        let top = self.head(TOP);
        // A short line with a month, as pages have it above or below their entries: "Incident history / May 2024".
        let short = |token: usize| self.line_of(token).is_some_and(|line| line.tokens.len() <= SHORT_LINE);
        let heads = |token: usize| token < top || self.line_of(token).is_some_and(crate::lines::Line::is_heading);
        let mut told: Vec<Told> = self
            .mentions
            .iter()
            .filter_map(|mention| {
                let fields = mention.fields.filter(|fields| fields.day.is_none() && fields.relative.is_none())?;
                let token = mention.tokens.start;
                let page = fields.month.is_some() && short(token);
                (heads(token) || page).then_some(Told { token, year: fields.year?, month: fields.month })
            })
            .collect();
        let known = |token: usize| {
            let next = self.mentions.partition_point(|mention| mention.tokens.end <= token);
            self.mentions.get(next).is_some_and(|mention| mention.tokens.contains(&token))
        };
        let cursor = &self.cursor;
        for token in 0..cursor.tokens.len() {
            let Some(digits) = cursor.digits(token).filter(|digits| digits.width == 4 && (2000..2036).contains(&digits.value)) else {
                continue;
            };
            let bracketed = token > 0 && cursor.is(token - 1, '(') && cursor.is(token + 1, ')');
            if (heads(token) || bracketed) && !known(token) && self.alone(token) {
                told.push(Told { token, year: digits.value as i16, month: None });
            }
        }
        told.sort_by_key(|told| told.token);
        told
    }

    /// Are the four digits at `token` a year rather than a number, an amount of something or a part of one?
    fn alone(&self, token: usize) -> bool {
        let cursor = &self.cursor;
        let before = token > 0 && cursor.glued(token) && !cursor.is_any(token - 1, &['(', '[', '/', '-', '_', '"', '«', '*', '–']);
        let counted =
            [Class::CountNoun, Class::TimeUnit, Class::DataUnit].iter().any(|&class| cursor.any_sense(token + 1, class).is_some());
        let name = token > 0 && cursor.glued(token) && cursor.is(token - 1, '-') && !cursor.is_any(token + 1, &['-', '/']);
        let amount = cursor.glued(token + 1) && (cursor.is_any(token + 1, &[':', '%', '.', ',']) && cursor.glued_digits_any(token + 2));
        !before
            && !counted
            && !name
            && !amount
            && !cursor.near_before(token, 2, Word::Version)
            && !cursor.near_before(token, 2, Word::Since)
    }
}
