//! Shares: `25-30%`, `2,5 por cento`, `half of the users`, `um quarto dos terminais`, `one in five`.

use super::FigureKind;
use super::draft::Draft;
use super::function::Function;
use super::number::{self, Amount};
use super::reader::Reader;
use crate::languages::Language;
use crate::tables::Class;
use crate::tokens::TokenKind;

/// Read the percentage whose amount has been read.
pub(super) fn behind(reader: &Reader<'_>, amount: &Amount) -> Option<Draft> {
    // `half a percent`
    let article = usize::from(amount.numeral.fraction && reader.function(amount.end, Function::One));
    if let Some(end) = sign(reader, amount.end + article) {
        let (mut low, mut high) = (amount.low, amount.high);
        // `99.999%` in a Portuguese text and `1,234%` in an English one: no share has a thousands mark.
        if high > 1000.0 && amount.numeral.other < 1000.0 && !amount.is_range() {
            (low, high) = (amount.numeral.other, amount.numeral.other);
        }
        let mut draft = ranged(reader, Draft::new(FigureKind::Percentage, amount.first, end, (low, high), "%"));
        // `-18%`: a fall.
        let minus = amount.first.checked_sub(1).filter(|&minus| reader.is(minus, '-') || reader.is(minus, '−'));
        if let Some(minus) = minus.filter(|&minus| reader.glued(amount.first) && !reader.glued(minus) && low == high) {
            (draft.first, draft.low, draft.high) = (minus, Some(-low), Some(-high));
        }
        return Some(draft);
    }
    if amount.is_range() {
        return None;
    }
    fraction(reader, amount).or_else(|| ratio(reader, amount))
}

/// `percent of 10`: the word before its number, at `at`.
pub(super) fn leading(reader: &Reader<'_>, at: usize) -> Option<Draft> {
    // `cent` of `per cent` is where the word is looked up.
    let at = if reader.means(at, Class::Percent, "per-cent") && at > 0 { at - 1 } else { at };
    let end = sign(reader, at).filter(|_| reader.is_kind(at, TokenKind::Word))?;
    let found = number::numeral(reader, end + 1).filter(|_| reader.word(end) == "of")?;
    Some(Draft::new(FigureKind::Percentage, at, found.end, (found.value, found.value), "%"))
}

/// The place behind a percent sign or word at `at`.
fn sign(reader: &Reader<'_>, at: usize) -> Option<usize> {
    if reader.is(at, '%') {
        return Some(at + 1);
    }
    let at = if reader.is(at, '-') { at + 1 } else { at };
    if reader.means(at, Class::Percent, "percent") {
        return Some(at + 1);
    }
    let two = reader.function(at, Function::Per) && reader.means(at + 1, Class::Percent, "per-cent");
    two.then_some(at + 2)
}

/// `10% to 20%`, `entre 10% e 20%`: two percentages are one range unless the text says from which to which it went.
fn ranged(reader: &Reader<'_>, draft: Draft) -> Draft {
    let before = draft.first.checked_sub(1);
    let between = before.is_some_and(|before| reader.function(before, Function::BetweenTwo));
    let from = before.is_some_and(|before| reader.function(before, Function::FromTo));
    let dash = reader.get(draft.end).is_some_and(|token| matches!(token.symbol, '-' | '–')) && reader.glued(draft.end);
    let joined = dash
        || between && reader.function(draft.end, Function::Plus)
        || !from && reader.function(draft.end, Function::Range) && !reader.function(draft.end, Function::Plus);
    if !joined || from {
        return draft;
    }
    let Some(second) = number::numeral(reader, draft.end + 1).filter(|second| !second.fraction && Some(second.value) > draft.low) else {
        return draft;
    };
    match sign(reader, second.end) {
        Some(end) => Draft { end, read: end, high: Some(second.value), ..draft },
        None => draft,
    }
}

/// `half of the users`, `two thirds of`, `metade dos pedidos`, `um quarto das máquinas`.
fn fraction(reader: &Reader<'_>, amount: &Amount) -> Option<Draft> {
    if !amount.numeral.fraction || reader.function(amount.first, Function::NoShare) {
        return None;
    }
    let mut at = reader.over_wrap(amount.end);
    let whole = reader.function(at, Function::OfWhat);
    if whole {
        at += 1;
    }
    let half = amount.low == 0.5 && amount.end == amount.first + 1;
    // `half the users`; `meia hora` and `um quarto de hora` are durations and were read before.
    let article = half && reader.function(at, Function::Link);
    if !whole && (!article || reader.function(amount.end, Function::One)) {
        return None;
    }
    let value = number::tidy(amount.low * 100.0);
    Some(Draft::new(FigureKind::Percentage, amount.first, amount.end, (value, value), "%"))
}

/// `one in five`, `um em cada cinco`, `1 out of 3` without a noun.
fn ratio(reader: &Reader<'_>, amount: &Amount) -> Option<Draft> {
    if amount.numeral.scaled || amount.low.fract() != 0.0 || amount.low < 1.0 {
        return None;
    }
    // `one request in four`, `um pedido em cada três`: the noun may stand between.
    let noun = number::is_lower(reader, amount.end)
        && !reader.function(amount.end, Function::OneIn)
        && !reader.function(amount.end, Function::Out)
        && amount.low == 1.0
        && reader.seconds(amount.end).is_none();
    let link = if noun { amount.end + 1 } else { amount.end };
    let out = reader.function(link, Function::Out) && reader.function(link + 1, Function::OfWhat);
    let in_each = reader.function(link, Function::OneIn);
    let mut at = link + if out { 2 } else { 1 };
    let each = reader.function(at, Function::Each);
    if !(out || in_each) {
        return None;
    }
    if each {
        at += 1;
    }
    let second = number::numeral(reader, at).filter(|second| !second.fraction && second.value > amount.low && second.value <= 1000.0)?;
    let unit_follows = reader.sense(second.end, Class::TimeUnit).is_some() || reader.sense(second.end, Class::DataUnit).is_some();
    let counted = reader.sense(second.end, Class::CountNoun).is_some() || number::is_lower(reader, second.end);
    let small = amount.low <= 9.0 && (each || amount.numeral.digits == second.digits);
    let plausible = if out { noun || !counted } else { each || reader.language == Some(Language::En) && small && amount.low == 1.0 };
    // `one node in 14 racks` is no share.
    let other = noun && reader.sense(second.end, Class::CountNoun).is_some();
    if unit_follows || !plausible || other || noun && second.scaled {
        return None;
    }
    let value = amount.low / second.value * 100.0;
    Some(Draft::new(FigureKind::Percentage, amount.first, second.end, (value, value), "%"))
}
