//! Counts without a noun behind them: `less than 12`, `Orders affected: 611`, `143 of them`, `peaked at 7,300`.

use std::ops::Range;

use super::FigureKind;
use super::count::{counted, is_code, label_before, plural};
use super::draft::Draft;
use super::function::Function;
use super::hedge;
use super::number::{self, Amount};
use super::reader::Reader;
use super::standing::predicate;
use crate::tables::Class;
use crate::tokens::TokenKind;

/// A number without a noun, where something else marks it as a count: a hedge (`less than 12`), a magnitude
/// (`do total de 8,7 mil`), a label (`Orders affected: 611`), a thousands mark (`peaked at 7,300`), `of them`.
pub(super) fn read(reader: &Reader<'_>, amount: &Amount, limits: &Range<usize>) -> Option<Draft> {
    let numeral = &amount.numeral;
    let hedged = hedge::before(reader, amount.first).is_some();
    let of_them = of_them(reader, amount.end);
    if !(numeral.digits || numeral.scaled || amount.high > 2.0) || numeral.fraction || numeral.open || label_before(reader, amount.first) {
        return None;
    }
    let grouped = numeral.digits && amount.end > amount.first + 2;
    let labelled = labelled(reader, amount);
    let subject = subject(reader, amount, limits);
    let whole = part_of(reader, amount);
    if !(numeral.scaled || hedged || grouped || labelled || subject || of_them.is_some() || whole.is_some())
        || !apart(reader, amount.end, grouped || subject || of_them.is_some() || whole.is_some())
    {
        return None;
    }
    let (low, high) = counted(amount);
    if low.fract() != 0.0 {
        return None;
    }
    let end = of_them.or(whole).unwrap_or(amount.end);
    // The noun stands earlier in the sentence: `a handful of orders (fewer than 12 ...)`.
    let cell = amount.first > 0 && reader.is(amount.first - 1, '|');
    let reach = amount.first.saturating_sub(24);
    let line_end = (reach..amount.first).rev().find(|&at| reader.tokens[at].ends_line());
    let reach = if cell { line_end.map_or(reach, |at| at + 1) } else { limits.start.max(reach) };
    if !grouped && !numeral.scaled && !subject && whole.is_none() && is_code(amount)
        || amount.is_range() && !(hedged || numeral.scaled || grouped)
    {
        return None;
    }
    // `Six orders were late. 74 had to be sent again.`
    let loose = subject || whole.is_some();
    let reach = if loose { amount.first.saturating_sub(SENTENCE) } else { reach };
    let listed = |at: usize| reader.sense(at, Class::CountNoun).map(|sense| (at, sense.name));
    let unlisted = |at: usize| (number::is_lower(reader, at) && plural(reader, at, 5)).then_some((at, "other"));
    let noun = (reach..amount.first).rev().find_map(|at| listed(at).or_else(|| unlisted(at).filter(|_| loose)));
    let (unit, group) = match noun.filter(|&(_, group)| group != "none") {
        Some((at, group)) => (reader.word(at), group),
        None if labelled => (label(reader, amount.first, reach), "other"),
        None if of_them.is_some() => (reader.word(end - 1), "other"),
        None => return None,
    };
    let mut draft = Draft::new(FigureKind::Count, amount.first, amount.end, (low, high), unit);
    draft.read = end;
    if whole.is_some() {
        draft.end = end;
        draft.part = true;
    }
    draft.group = group;
    draft.labelled = labelled || of_them.is_some();
    draft.bare = !labelled && of_them.is_none();
    if of_them.is_some_and(|end| reader.function(end - 1, Function::You)) {
        draft.group = "people";
    }
    Some(draft)
}

/// The place behind `of 611` in `590 of 611`: a part and its whole, both in digits.
fn part_of(reader: &Reader<'_>, amount: &Amount) -> Option<usize> {
    if !amount.numeral.digits || !reader.function(amount.end, Function::OfWhat) || amount.is_range() {
        return None;
    }
    let whole = number::numeral(reader, amount.end + 1).filter(|whole| whole.digits && whole.value >= amount.high)?;
    ends(reader, whole.end).then_some(whole.end).or_else(|| predicate(reader, whole.end).then_some(whole.end))
}

/// How far back a number that is the subject of its clause looks for the noun that it leaves out, in tokens.
const SENTENCE: usize = 48;

/// Is the number the subject of its clause, with its noun told before: `Most came back by themselves. 74 had to be restarted`,
/// `of those, 388 complained`, `and 26 delayed`, `as outras 5.700 ficaram`?
fn subject(reader: &Reader<'_>, amount: &Amount, limits: &Range<usize>) -> bool {
    let mut at = amount.first;
    while at > limits.start && reader.get(at - 1).is_some_and(|token| matches!(token.symbol, '~' | '*' | '_' | '"' | '“')) {
        at -= 1;
    }
    if at > limits.start && reader.sense(at - 1, Class::Hedge).is_some() {
        at -= 1;
    }
    let opens = at <= limits.start
        || reader.get(at - 1).is_some_and(|token| matches!(token.symbol, ',' | ';' | ':' | '(' | '-' | '–' | '—'))
        || reader.function(at - 1, Function::Plus)
        || reader.function(at - 1, Function::But);
    let named = at > limits.start && (reader.function(at - 1, Function::Those) || reader.function(at - 1, Function::More));
    let year = amount.numeral.digits && amount.end == amount.first + 1 && (1900.0..2100.0).contains(&amount.high);
    (opens || named) && !year && amount.high >= 2.0 && !amount.is_range() && predicate(reader, amount.end)
}

/// The place behind `of them`, `of you`, `delas`.
fn of_them(reader: &Reader<'_>, at: usize) -> Option<usize> {
    if reader.function(at, Function::OfThem) {
        return Some(at + 1);
    }
    (reader.function(at, Function::OfWhat) && reader.function(at + 1, Function::Them)).then_some(at + 2)
}

/// Does the number stand behind its label: `Orders affected: 611`, `| Orders affected | 611 |`?
pub(super) fn labelled(reader: &Reader<'_>, amount: &Amount) -> bool {
    let mut at = amount.first;
    while at > 0
        && at + 3 > amount.first
        && reader.get(at - 1).is_some_and(|token| matches!(token.symbol, '~' | '*' | '_' | '≈' | '>' | '<'))
    {
        at -= 1;
    }
    // `port: 8081`: a key of a configuration file.
    let key = number::is_lower(reader, at.wrapping_sub(2)) && at.checked_sub(3).is_none_or(|before| reader.tokens[before].ends_line());
    let word = at > 1 && reader.is_kind(at - 2, TokenKind::Word) && !reader.function(at - 2, Function::Label);
    let colon = word && !key && reader.is(at - 1, ':') && reader.glued(at - 1) && !reader.glued(at);
    // A cell of its own behind the one that says what is counted.
    let cell = word && reader.is(at - 1, '|') && reader.is(amount.end, '|');
    (colon || cell) && amount.numeral.digits && amount.high >= 2.0 && ends(reader, amount.end)
}

/// Does the phrase end at `at`?
fn ends(reader: &Reader<'_>, at: usize) -> bool {
    reader.get(at).is_none_or(|token| {
        let number = reader.glued(at + 1) && reader.is_kind(at + 1, TokenKind::Number);
        token.ends_line() || matches!(token.symbol, '.' | ',') && !number || matches!(token.symbol, ';' | ')' | '(' | '|' | '*')
    })
}

/// Does what follows leave the number without a noun of its own?
fn apart(reader: &Reader<'_>, at: usize, certain: bool) -> bool {
    let Some(next) = reader.get(at) else { return true };
    match next.kind {
        TokenKind::Word => next.spaced && (certain || reader.function(at, Function::Stop) || reader.sense(at, Class::CountNoun).is_some()),
        TokenKind::Number => false,
        TokenKind::Symbol => !matches!(next.symbol, '/' | '-' | '–' | ':' | '_' | '%' | '°' | '×'),
        _ => true,
    }
}

/// The last word of the label before the number at `at`, or the word before it.
fn label<'a>(reader: &Reader<'a>, at: usize, start: usize) -> &'a str {
    (start..at).find(|&at| reader.is_kind(at, TokenKind::Word)).map_or("", |at| reader.word(at))
}
