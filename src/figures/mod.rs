//! Every quantity of a document, and which of them measure the incident.

#![allow(clippy::float_cmp, reason = "values from the tables are compared with themselves, not with results of arithmetic")]

mod bare;
#[cfg(test)]
mod cases;
mod clocked;
mod count;
mod data_size;
mod draft;
mod duration;
mod function;
mod hedge;
mod impact;
mod money;
mod number;
mod percentage;
mod reader;
mod role;
mod standing;
mod words;

use std::ops::Range;

use serde::Serialize;

use draft::Draft;
use function::Function;
use hedge::Hedge;
use impact::Place;
use reader::Reader;

use crate::languages::Language;
use crate::lines::Line;
use crate::sentences::Sentence;
use crate::span::Span;
use crate::tables::Class;
use crate::timestamps::Timestamp;
use crate::tokens::{Token, TokenKind};

/// What a figure measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FigureKind {
    /// A length of time; unit `s`.
    Duration,
    /// A share; unit `%`.
    Percentage,
    /// A number of things; the unit is the text's noun.
    Count,
    /// An amount of money; the unit is an ISO 4217 code.
    Money,
    /// An amount of data; unit `B`.
    DataSize,
}

/// What a figure says about the incident.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FigureRole {
    /// How long the service was down.
    Downtime,
    /// How long, or how much of it, was degraded.
    Degraded,
    /// How late things were.
    Delay,
    /// Which share or number failed.
    ErrorRate,
    /// How many were affected.
    Affected,
    /// What was lost.
    Lost,
    /// An uptime share that the incident caused.
    Uptime,
    /// Anything else.
    Other,
}

/// A quantity as it stands in the text, and what it says.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Figure {
    /// Where it stands.
    pub span: Span,
    /// What it measures.
    pub kind: FigureKind,
    /// The least it can be; none for "less than 10".
    pub low: Option<f64>,
    /// The most it can be; none for "more than 10".
    pub high: Option<f64>,
    /// `s`, `%`, `B`, an ISO 4217 code, or the noun that is counted.
    pub unit: String,
    /// Does the text call it rough ("about", "cerca de")?
    pub approximate: bool,
    /// What it says about the incident.
    pub role: FigureRole,
    /// Does it measure the incident (and not a threshold, a setting, a capacity ...)?
    pub impact: bool,
}

/// Does a figure of these tokens give no number at all: `several hours`, `algumas horas`?
pub(crate) fn is_vague(tokens: &[Token]) -> bool {
    let functions = function::of_words(None);
    tokens.iter().take(2).any(|token| functions[token.word.index()] & Function::Vague.bit() != 0)
}

/// Find every quantity of a document, in the order of the text, without overlaps.
pub(crate) fn find(
    text: &str,
    tokens: &[Token],
    lines: &[Line],
    sentences: &[Sentence],
    times: &[Timestamp],
    language: Option<Language>,
) -> Vec<Figure> {
    let reader = Reader::new(text, tokens, language);
    let functions = function::of_words(None);
    let mut figures = Vec::new();
    let (mut at, mut time, mut sentence) = (0, 0, 0);
    // Where the row of quantities begins that the last one belongs to, and where it ends.
    let (mut row, mut row_end) = (0, 0);
    while at < tokens.len() {
        // Asked first: hardly any token can, and the rest need not be looked for.
        if !may_start(&reader, functions, at) {
            at += 1;
            continue;
        }
        let start = tokens[at].span().start;
        while time < times.len() && times[time].span.end <= start {
            time += 1;
        }
        let taken = times.get(time).map(|timestamp| timestamp.span);
        if taken.is_some_and(|span| span.start <= start) {
            at += 1;
            continue;
        }
        while sentence + 1 < sentences.len() && sentences[sentence].tokens.end <= at {
            sentence += 1;
        }
        let within = sentences.get(sentence).filter(|sentence| sentence.tokens.contains(&at));
        let limits = within.map_or(at..at + 1, |sentence| sentence.tokens.clone());
        let Some(draft) = read(&reader, at, &limits) else {
            at += 1;
            continue;
        };
        let span = reader.span(draft.first, draft.end);
        if taken.is_some_and(|taken| taken.overlaps(span)) || span.is_empty() {
            at += 1;
            continue;
        }
        at = draft.read.max(at + 1);
        let joined = row_end + 1 == draft.first && impact::joins(&reader, row_end) || row_end == draft.first && row_end > 0;
        row = if joined { row } else { draft.first };
        row_end = draft.read;
        let hedge = hedge::before(&reader, draft.first).or_else(|| hedge::behind(&reader, draft.first, draft.end));
        let line = within.and_then(|sentence| lines.get(sentence.line));
        let heading = line.and_then(|line| line.heading).and_then(|heading| lines.get(heading));
        let place = Place { sentence: limits, line, heading, hedge, row };
        figures.push(finish(&reader, draft, &place, span));
    }
    figures
}

/// The classes of words that a quantity may begin with.
const OPENING: u32 = Class::Number.bit() | Class::Magnitude.bit() | Class::Currency.bit() | Class::Percent.bit();

/// The function words that it may begin with.
const OPENING_FUNCTIONS: u64 = Function::One.bit() | Function::Whole.bit();

/// Can a quantity begin at `at`? Cheap, because it is asked of every token. `functions` is what words do in any language.
fn may_start(reader: &Reader<'_>, functions: &[u64], at: usize) -> bool {
    let token = reader.tokens[at];
    match token.kind {
        TokenKind::Number => number::starts(reader, at),
        TokenKind::Word => {
            let opens = token.classes & OPENING != 0
                || token.classes & Class::TimeUnit.bit() != 0 && reader.language == Some(Language::Pt)
                || token.classes & Class::Function.bit() != 0 && functions[token.word.index()] & OPENING_FUNCTIONS != 0;
            opens && (!reader.glued(at) || number::starts(reader, at))
        }
        TokenKind::Symbol => matches!(token.symbol, '$' | '½' | '¼' | '¾' | '⅓' | '⅔' | '€' | '£' | '¥' | '₹'),
        TokenKind::LineEnd | TokenKind::BlankLine => false,
    }
}

/// Read the quantity that begins at `at`.
fn read(reader: &Reader<'_>, at: usize, limits: &Range<usize>) -> Option<Draft> {
    if let Some(money) = money::leading(reader, at) {
        return Some(money);
    }
    if let Some(length) = clocked::read(reader, at) {
        return Some(length);
    }
    let Some(amount) = number::amount(reader, at) else {
        return duration::single(reader, at).or_else(|| percentage::leading(reader, at));
    };
    duration::behind(reader, &amount)
        .filter(|_| !money::in_letters(reader, &amount))
        .or_else(|| percentage::behind(reader, &amount))
        .or_else(|| money::behind(reader, &amount))
        .or_else(|| data_size::behind(reader, &amount))
        .or_else(|| count::behind(reader, &amount))
        .or_else(|| bare::read(reader, &amount, limits))
}

/// Apply the hedge, decide about impact and role.
fn finish(reader: &Reader<'_>, draft: Draft, place: &Place<'_>, span: Span) -> Figure {
    let impact = impact::score(reader, &draft, place) > impact::THRESHOLD;
    let role = role::role(reader, &draft, place);
    let (mut low, mut high) = (draft.low, draft.high);
    if low == high {
        match place.hedge {
            Some(Hedge::Over) => high = None,
            Some(Hedge::Under) => low = None,
            _ => {}
        }
    }
    let approximate = draft.approximate || place.hedge.is_some();
    Figure { span, kind: draft.kind, low, high, unit: draft.unit, approximate, role, impact }
}
