//! Numbers: digits with separators, magnitudes and ranges.

use super::function::Function;
use super::reader::Reader;
use super::words;
use crate::languages::Language;
use crate::tables::Class;
use crate::tokens::{Case, TokenKind};

/// One number as it stands in the text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Numeral {
    /// Its value.
    pub(super) value: f64,
    /// The value where a lone separator before three digits is read the other way (`1.234`); else the same.
    pub(super) other: f64,
    /// The token behind it.
    pub(super) end: usize,
    /// Is it written in digits?
    pub(super) digits: bool,
    /// Does a magnitude (`mil`, `million`, `k`) belong to it?
    pub(super) scaled: bool,
    /// Is it a plural magnitude alone (`hundreds`, `milhares`): at least this many?
    pub(super) open: bool,
    /// Is it a fraction word alone (`half`, `um quarto`)?
    pub(super) fraction: bool,
}

/// A number or a range of numbers in front of a unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Amount {
    /// Its first token.
    pub(super) first: usize,
    /// The token behind it.
    pub(super) end: usize,
    /// The lower number; the only one where it is no range.
    pub(super) low: f64,
    /// The higher number.
    pub(super) high: f64,
    /// The last number read, for its marks.
    pub(super) numeral: Numeral,
}

impl Amount {
    /// The lower and the higher number, both times `unit`.
    pub(super) fn times(&self, unit: f64) -> (f64, f64) {
        (tidy(self.low * unit), tidy(self.high * unit))
    }

    /// Is it a range?
    pub(super) fn is_range(&self) -> bool {
        self.low < self.high
    }
}

/// Round away what multiplying decimals leaves behind the twelfth digit.
pub(super) fn tidy(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let digits = 12 - value.abs().log10().ceil() as i32;
    if !(0..=15).contains(&digits) {
        return value;
    }
    let factor = 10f64.powi(digits);
    (value * factor).round() / factor
}

/// Can a number begin at `at`, or does the token belong to an identifier, a path, an address, a date?
pub(super) fn starts(reader: &Reader<'_>, at: usize) -> bool {
    if !reader.glued(at) {
        return true;
    }
    let Some(before) = reader.get(at - 1) else { return true };
    let inner = reader.glued(at - 1);
    match before.kind {
        TokenKind::Word | TokenKind::Number => false,
        TokenKind::Symbol => match before.symbol {
            '#' | '_' | '@' | '\\' | '^' | '&' | '/' | '%' => false,
            // A clock time, a range that began before.
            ':' | '–' | '—' => !(inner && reader.is_kind(at.wrapping_sub(2), TokenKind::Number)),
            '-' | '.' | ',' | '+' | '\'' | '’' => !inner,
            _ => true,
        },
        _ => true,
    }
}

/// Read the number or range that begins at `at`.
pub(super) fn amount(reader: &Reader<'_>, at: usize) -> Option<Amount> {
    let mut found = range(reader, at)?;
    // `200+ users`: the sign belongs to the number, the hedge is read from it later.
    let plus = found.numeral.digits && reader.is(found.end, '+') && reader.glued(found.end);
    if plus && !(reader.glued(found.end + 1) && reader.is_kind(found.end + 1, TokenKind::Number)) {
        found.end += 1;
    }
    Some(found)
}

/// A number, or two that are one range.
fn range(reader: &Reader<'_>, at: usize) -> Option<Amount> {
    let first = numeral(reader, at)?;
    let single = Amount { first: at, end: first.end, low: first.value, high: first.value, numeral: first };
    if first.open || first.fraction {
        return Some(single);
    }
    let mut next = first.end;
    let dash = reader.get(next).is_some_and(|token| matches!(token.symbol, '-' | '–' | '—' | '~'));
    let joined = dash && (!reader.glued(next) || reader.glued(next + 1));
    let before = at.checked_sub(1);
    let between = before.is_some_and(|before| reader.function(before, Function::BetweenTwo));
    if joined || reader.function(next, Function::Range) || between && reader.function(next, Function::Plus) {
        next += 1;
        let plain = !joined || !reader.get(next).is_some_and(|token| token.kind == TokenKind::Word && !first.digits);
        if let Some(second) = numeral(reader, next).filter(|second| !second.open && !second.fraction && plain) {
            // `5 a 10 mil`: the magnitude belongs to both; `300 a 4 mil` reads better without.
            let factor = if second.scaled && !first.scaled { magnitude_behind(reader, next, second.end) } else { 1.0 };
            let low = if first.value * factor < second.value { first.value * factor } else { first.value };
            if low < second.value {
                return Some(Amount { first: at, end: second.end, low, high: second.value, numeral: second });
            }
        }
    }
    Some(single)
}

/// The magnitude that ends a number standing in `[first, end)`; 1 without.
fn magnitude_behind(reader: &Reader<'_>, first: usize, end: usize) -> f64 {
    if end <= first + 1 {
        return 1.0;
    }
    reader.sense(end - 1, Class::Magnitude).map_or(1.0, |sense| sense.value)
}

/// Read the number that begins at `at`.
pub(super) fn numeral(reader: &Reader<'_>, at: usize) -> Option<Numeral> {
    let token = reader.get(at)?;
    match token.kind {
        TokenKind::Number => {
            let found = headless(reader, at).or_else(|| mixed(reader, at)).or_else(|| digits(reader, at));
            found.map(|found| words::half_behind(reader, scaled(reader, found)))
        }
        TokenKind::Word if !token.word.is_none() => words::words(reader, at),
        TokenKind::Symbol => Some(Numeral { fraction: true, ..plain(vulgar(token.symbol)?, at + 1) }),
        _ => None,
    }
}

/// `.5`, `,08`: decimals without a whole part.
fn headless(reader: &Reader<'_>, at: usize) -> Option<Numeral> {
    let mark = at.checked_sub(1).filter(|&mark| reader.is(mark, '.') || reader.is(mark, ','))?;
    if !reader.glued(at) || reader.glued(mark) {
        return None;
    }
    let value = format!("0.{}", reader.word(at)).parse().ok()?;
    Some(Numeral { digits: true, ..plain(value, at + 1) })
}

/// `1 1/2`, `2 3/4`: a whole number and a proper fraction of one digit each.
fn mixed(reader: &Reader<'_>, at: usize) -> Option<Numeral> {
    let digit = |at: usize| reader.word(at).parse::<f64>().ok().filter(|_| reader.word(at).len() == 1);
    let whole = reader.word(at).parse::<f64>().ok().filter(|_| reader.word(at).len() <= 2)?;
    let parted = !reader.glued(at + 1) && reader.is(at + 2, '/') && reader.glued(at + 2) && reader.glued(at + 3);
    let (over, under) = if parted { (digit(at + 1)?, digit(at + 3)?) } else { return None };
    let ends = !(reader.glued(at + 4) && reader.get(at + 4).is_some_and(|next| next.kind != TokenKind::Symbol || next.is('/')));
    (over < under && ends).then(|| Numeral { digits: true, ..plain(whole + over / under, at + 4) })
}

pub(super) fn plain(value: f64, end: usize) -> Numeral {
    Numeral { value, other: value, end, digits: false, scaled: false, open: false, fraction: false }
}

/// The value of a fraction sign.
pub(super) fn vulgar(symbol: char) -> Option<f64> {
    Some(match symbol {
        '½' => 0.5,
        '⅓' => 1.0 / 3.0,
        '⅔' => 2.0 / 3.0,
        '¼' => 0.25,
        '¾' => 0.75,
        _ => return None,
    })
}

/// Digits with separators: `1,234.5`, `1.234,5`, `303 717`, `3/4`. None where they are no number (`10.0.0.1`, `2.4.1`).
fn digits(reader: &Reader<'_>, at: usize) -> Option<Numeral> {
    let mut parts: Vec<(char, &str)> = Vec::new();
    let whole = reader.word(at);
    let mut end = at + 1;
    while parts.len() < 8 {
        let separator = match reader.get(end) {
            Some(token) if !token.spaced && matches!(token.symbol, '.' | ',' | '\'' | '’') && reader.glued(end + 1) => token.symbol,
            Some(token) if token.kind == TokenKind::Number && groups_by_space(reader, end, whole, parts.last()) => ' ',
            _ => break,
        };
        let number = if separator == ' ' { end } else { end + 1 };
        if !reader.is_kind(number, TokenKind::Number) {
            // `3.x`, `2.foo`: a name.
            if separator == '.' && reader.is_kind(number, TokenKind::Word) {
                return None;
            }
            break;
        }
        parts.push((separator, reader.word(number)));
        end = number + 1;
    }
    // `3/4`, but not a date or a path.
    if parts.is_empty() && reader.is(end, '/') && reader.glued(end) && reader.glued(end + 1) && reader.is_kind(end + 1, TokenKind::Number) {
        let (over, under) = (whole.parse::<f64>().ok()?, reader.word(end + 1).parse::<f64>().ok()?);
        let proper = over < under && under <= 10.0 && !reader.is(end + 2, '/');
        return proper.then(|| Numeral { digits: true, fraction: true, ..plain(over / under, end + 2) });
    }
    let mut found = value_of(whole, &parts, reader.language)?;
    found.end = end;
    Some(found)
}

/// Are the three digits at `at` the next group of a number grouped by blanks?
fn groups_by_space(reader: &Reader<'_>, at: usize, whole: &str, last: Option<&(char, &str)>) -> bool {
    let gap = reader.gap(at);
    let narrow = matches!(gap, "\u{a0}" | "\u{202f}" | "\u{2009}");
    let blank = gap == " " && reader.language == Some(Language::Pt);
    (narrow || blank)
        && whole.len() <= 3
        && !whole.starts_with('0')
        && reader.word(at).len() == 3
        && last.is_none_or(|&(separator, _)| separator == ' ')
        && !(reader.glued(at + 1) && reader.get(at + 1).is_some_and(|next| matches!(next.symbol, '-' | '/' | ':')))
}

/// The value of digit groups; separators decide, then the language.
fn value_of(whole: &str, parts: &[(char, &str)], language: Option<Language>) -> Option<Numeral> {
    let join = |groups: usize, decimals: Option<&str>| -> Option<f64> {
        let mut all = String::from(whole);
        for (_, part) in &parts[..groups] {
            all.push_str(part);
        }
        if let Some(decimals) = decimals {
            all.push('.');
            all.push_str(decimals);
        }
        all.parse().ok()
    };
    let found = |value: f64, other: f64| Numeral { other, digits: true, ..plain(value, 0) };
    let Some(&(last, tail)) = parts.last() else {
        let value = join(0, None)?;
        return Some(found(value, value));
    };
    let heads = &parts[..parts.len() - 1];
    let three = |part: &(char, &str)| part.1.len() == 3;
    if heads.is_empty() {
        let decimal = join(0, Some(tail))?;
        let groupable = tail.len() == 3 && whole.len() <= 3 && !whole.starts_with('0');
        if last == ' ' || last == '\'' || last == '’' {
            return groupable.then(|| join(1, None)).flatten().map(|value| found(value, value));
        }
        if !groupable {
            return Some(found(decimal, decimal));
        }
        let grouped = join(1, None)?;
        let groups = match language {
            Some(Language::Pt) => last == '.',
            _ => last == ',',
        };
        return Some(if groups { found(grouped, decimal) } else { found(decimal, grouped) });
    }
    let one_kind = heads.iter().all(|&(separator, _)| separator == heads[0].0);
    if one_kind && heads[0].0 == last {
        // `1.234.567`, and `12,34,567` as India groups; `10.0.0.1` and `2.4.1` are names.
        let indian = last == ',' && heads.iter().all(|part| part.1.len() == 2) && whole.len() <= 2;
        let grouped = three(&(last, tail)) && (indian || heads.iter().all(three)) && whole.len() <= 3;
        let value = if grouped { join(parts.len(), None)? } else { return None };
        return Some(found(value, value));
    }
    let indian = heads[0].0 == ',' && heads.last().is_some_and(three);
    if one_kind && (heads.iter().all(three) || indian) && matches!(last, '.' | ',') {
        let value = join(heads.len(), Some(tail))?;
        return Some(found(value, value));
    }
    None
}

/// A magnitude behind digits: `3,6 milhões`, `10k`, `33 mil`, `1.2M`.
pub(super) fn scaled(reader: &Reader<'_>, mut found: Numeral) -> Numeral {
    for _ in 0..2 {
        let Some(factor) = magnitude(reader, found.end) else { break };
        found.value = tidy(found.value * factor);
        found.other = found.value;
        found.scaled = true;
        found.end += 1;
        if factor < 1000.0 {
            break;
        }
    }
    found
}

/// The factor of the magnitude at `at`; letters must be glued to the number and written as magnitudes are.
fn magnitude(reader: &Reader<'_>, at: usize) -> Option<f64> {
    let sense = reader.sense(at, Class::Magnitude)?;
    let token = reader.get(at)?;
    let letters = token.span().len();
    if letters <= 2 {
        let glued = reader.glued(at);
        // `5m` is minutes and `1b` no billion; `3 M` with a blank is left to money.
        let shape = match reader.word(at) {
            "k" | "K" | "M" | "B" | "MM" | "bn" | "mn" => glued,
            "mi" | "bi" => true,
            _ => false,
        };
        let ends =
            !reader.glued(at + 1) || !reader.get(at + 1).is_some_and(|next| matches!(next.kind, TokenKind::Word | TokenKind::Number));
        return (shape && ends).then_some(sense.value);
    }
    (!reader.glued(at) || reader.language == Some(Language::Pt)).then_some(sense.value)
}

/// Is the word at `at` written in lower case?
pub(super) fn is_lower(reader: &Reader<'_>, at: usize) -> bool {
    reader.get(at).is_some_and(|token| token.kind == TokenKind::Word && token.case == Case::Lower)
}
