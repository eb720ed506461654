//! Number words and fractions: `twenty-two`, `cento e trinta`, `two and a half`, `um quarto`, `milhares`.

use super::function::Function;
use super::number::{Numeral, plain, scaled, tidy, vulgar};
use super::reader::Reader;
use crate::tables::Class;
use crate::tokens::TokenKind;

/// `2 and a half`, `5 e meio`, `2½`: the fraction behind a number, before its unit.
pub(super) fn half_behind(reader: &Reader<'_>, found: Numeral) -> Numeral {
    if let Some(part) = reader.get(found.end).filter(|token| token.kind == TokenKind::Symbol).and_then(|token| vulgar(token.symbol)) {
        return Numeral { value: found.value + part, end: found.end + 1, ..found };
    }
    if !reader.function(found.end, Function::Plus) {
        return found;
    }
    let Some((part, end)) = fraction(reader, found.end + 1) else { return found };
    let before_unit = reader.sense(after_of(reader, end), Class::TimeUnit).is_some();
    let million = reader.sense(end, Class::Magnitude);
    let value = found.value + part;
    match million {
        Some(sense) if sense.value >= 1000.0 => Numeral { value: tidy(value * sense.value), end: end + 1, scaled: true, ..found },
        // `a million and a half`, `dois milhões e meio`
        None if found.scaled && !before_unit => match reader.sense(found.end - 1, Class::Magnitude).filter(|sense| sense.value >= 1e6) {
            Some(sense) => {
                Numeral { value: tidy(found.value + part * sense.value), other: tidy(found.value + part * sense.value), end, ..found }
            }
            None => found,
        },
        _ if before_unit => Numeral { value, other: value, end: after_of(reader, end), ..found },
        _ => found,
    }
}

/// The place behind `of`, `of an`, `de` at `at`.
pub(super) fn after_of(reader: &Reader<'_>, at: usize) -> usize {
    let mut at = at;
    if reader.function(at, Function::OfWhat) {
        at += 1;
    }
    if reader.function(at, Function::One) {
        at += 1;
    }
    at
}

/// A fraction at `at`: `half`, `a half`, `two thirds`, `um quarto`, `meia`. Gives the value and the place behind it.
pub(super) fn fraction(reader: &Reader<'_>, at: usize) -> Option<(f64, usize)> {
    let value = |at: usize| reader.sense(at, Class::Number).map(|sense| sense.value);
    match value(at) {
        Some(part) if part > 0.0 && part < 1.0 => Some((part, at + 1)),
        Some(count) if (1.0..10.0).contains(&count) => {
            let next = if reader.is(at + 1, '-') { at + 2 } else { at + 1 };
            value(next).filter(|&part| part > 0.0 && part < 1.0 && count * part <= 1.0).map(|part| (count * part, next + 1))
        }
        None if reader.function(at, Function::One) => value(at + 1).filter(|&part| part > 0.0 && part < 1.0).map(|part| (part, at + 2)),
        _ => None,
    }
}

/// Number words: `twenty-two`, `cento e trinta`, `two hundred thousand`, `dois e meio`, `milhares`.
pub(super) fn words(reader: &Reader<'_>, at: usize) -> Option<Numeral> {
    if let Some((part, end)) = fraction(reader, at) {
        if let Some(sense) = reader.sense(skip_one(reader, end), Class::Magnitude).filter(|sense| sense.value >= 1000.0) {
            let end = skip_one(reader, end) + 1;
            return Some(Numeral { scaled: true, ..plain(tidy(part * sense.value), end) });
        }
        return Some(Numeral { fraction: true, ..plain(part, end) });
    }
    let lead = reader.sense(at, Class::Number).map(|sense| sense.value);
    let article = lead.is_none() && reader.function(at, Function::One);
    if lead.is_none() && !article {
        return collective(reader, at);
    }
    if article && reader.sense(at + 1, Class::Magnitude).is_none() && reader.sense(at + 1, Class::Number).is_none() {
        return None;
    }
    let mut end = at + 1;
    if article && let Some(few) = reader.sense(at + 1, Class::Number) {
        // `a few`, `a couple (of)`, `a half`.
        let next = at + 2;
        let next = if few.value == 2.0 && reader.function(next, Function::OfWhat) { next + 1 } else { next };
        return matches!(few.value, 2.0 | 3.0).then(|| scaled(reader, plain(few.value, next)));
    }
    let (mut total, mut group) = (0.0, lead.unwrap_or(1.0));
    let mut place = place_of(group);
    let (mut scaled, mut last_factor) = (false, f64::INFINITY);
    // No number has more words than this; a text may repeat `dozen` without end.
    while end < at + 16 {
        if let Some(sense) = reader.sense(end, Class::Magnitude).filter(|_| reader.word(end).len() > 2 && !reader.glued(end)) {
            if sense.value >= 1000.0 && sense.value < last_factor {
                total += group.max(if group == 0.0 { 1.0 } else { 0.0 }) * sense.value;
                last_factor = sense.value;
                (group, place) = (0.0, sense.value);
            } else if sense.value < 1000.0 {
                group *= sense.value;
                place = sense.value;
            } else {
                break;
            }
            scaled = true;
            end += 1;
            continue;
        }
        let joined = reader.function(end, Function::Plus) || reader.is(end, '-') && reader.glued(end) && reader.glued(end + 1);
        let next = if joined { end + 1 } else { end };
        let Some(value) = reader.sense(next, Class::Number).map(|sense| sense.value) else { break };
        if value < 1.0 || value >= place || reader.glued(next) && !joined {
            break;
        }
        // `two and ...` never goes on; `twenty two`, `cento e dois`, `two hundred and two` do.
        group += value;
        place = place_of(value);
        end = next + 1;
    }
    let value = total + group;
    // `trinta quintos`: more parts than one whole has.
    if let Some(part) = reader.sense(end, Class::Number).map(|sense| sense.value).filter(|part| (0.0..1.0).contains(part) && *part > 0.0)
        && value > 9.0
        && reader.word(end).ends_with('s')
    {
        return Some(Numeral { fraction: true, ..plain(tidy(value * part), end + 1) });
    }
    // `dois vírgula cinco`, `two point five`.
    if reader.function(end, Function::DecimalMark)
        && let Some(tenths) = reader.sense(end + 1, Class::Number).map(|sense| sense.value).filter(|tenths| (1.0..10.0).contains(tenths))
        && value < 1000.0
    {
        return Some(plain(tidy(value + tenths / 10.0), end + 2));
    }
    let end = if value == 2.0 && reader.function(end, Function::OfWhat) && reader.sense(end + 1, Class::TimeUnit).is_some() {
        end + 1
    } else {
        end
    };
    Some(half_behind(reader, Numeral { scaled, ..plain(tidy(value), end) }))
}

fn skip_one(reader: &Reader<'_>, at: usize) -> usize {
    if reader.function(at, Function::One) || reader.function(at, Function::OfWhat) && reader.function(at + 1, Function::One) {
        after_of(reader, at)
    } else {
        at
    }
}

/// The power of ten that a round number leaves open: 20 takes 1..9, 300 takes 1..99, 5 takes none.
fn place_of(value: f64) -> f64 {
    let mut place = 1.0;
    while value > 0.0 && place < 1e6 && (value / (place * 10.0)).fract() == 0.0 {
        place *= 10.0;
    }
    place
}

/// A plural magnitude alone: `hundreds of users`, `milhares de lojas`.
fn collective(reader: &Reader<'_>, at: usize) -> Option<Numeral> {
    let sense = reader.sense(at, Class::Magnitude)?;
    let token = reader.get(at)?;
    let word = reader.word(at);
    if word == "mil" || word == "Mil" {
        return Some(scaled(reader, Numeral { scaled: true, ..plain(1000.0, at + 1) }));
    }
    let plural = token.span().len() > 3 && word.ends_with(['s', 'S']);
    if !plural {
        return None;
    }
    let mut found = Numeral { open: true, scaled: true, ..plain(sense.value, at + 1) };
    // `tens of thousands`, `centenas de milhares`.
    if reader.function(at + 1, Function::OfWhat)
        && let Some(more) = reader.sense(at + 2, Class::Magnitude)
        && reader.word(at + 2).ends_with('s')
    {
        found.value *= more.value;
        found.end = at + 3;
    }
    found.other = found.value;
    Some(found)
}
