//! Amounts of money: `R$ 33 mil`, `$1MM`, `US$ 4.7 billion`, `70 dollars 28 cents`, `323 million euros`.

use super::FigureKind;
use super::draft::Draft;
use super::function::Function;
use super::number::{self, Amount, Numeral};
use super::reader::Reader;
use crate::languages::Language;
use crate::tables::Class;
use crate::tokens::{Case, TokenKind};

/// A currency as the table names it.
#[derive(Debug, Clone, Copy)]
struct Currency {
    code: &'static str,
    /// The part of one unit that is counted: 0.01 for cents, 1,000,000 for `MEUR`.
    factor: f64,
    /// Is it a word of the language (`dollars`) rather than a code or sign?
    word: bool,
}

/// The currency at `at`; signs with a letter before them (`R$`) begin with that letter.
fn currency(reader: &Reader<'_>, at: usize) -> Option<(Currency, usize)> {
    let sense = reader.sense(at, Class::Currency)?;
    let token = reader.get(at)?;
    if let Some(code) = sense.name.strip_prefix('$') {
        // "cost us $40" is no `US$`.
        if reader.is(at + 1, '$') && (token.case != Case::Lower || reader.glued(at + 1)) {
            return Some((Currency { code, factor: 1.0, word: false }, at + 2));
        }
        let full = code.len() == 3 && token.span().len() == 3;
        return full.then_some((Currency { code, factor: 1.0, word: false }, at + 1));
    }
    // `Swiss francs`, `Hong Kong dollars`: the country says which.
    if let Some((code, place)) = country(reader, at) {
        let unit = reader.sense(place, Class::Currency).filter(|unit| !unit.name.contains(['$', '+', '*', '/']))?;
        let named = reader.is_kind(place, TokenKind::Word) && unit.name != reader.word(place) && reader.word(place).len() > 2;
        return named.then_some((Currency { code, factor: 1.0, word: true }, place + 1));
    }
    let (code, factor) = match sense.name.split_once(['/', '*']) {
        Some((code, "100")) => (code, 0.01),
        Some((code, _)) => (code, 1e6),
        None => (sense.name, 1.0),
    };
    let word = token.kind == TokenKind::Word && token.case != Case::Upper;
    let (code, end) = if word && factor == 1.0 { of_country(reader, at + 1).unwrap_or((code, at + 1)) } else { (code, at + 1) };
    Some((Currency { code, factor, word }, end))
}

/// `australianos`, `de Hong Kong` behind the word of a currency: whose it is, and the place behind.
fn of_country(reader: &Reader<'_>, at: usize) -> Option<(&'static str, usize)> {
    let place = at + usize::from(reader.function(at, Function::OfWhat));
    country(reader, place)
}

/// A word that tells whose the currency is, and the place behind; one country has a name of two words.
fn country(reader: &Reader<'_>, at: usize) -> Option<(&'static str, usize)> {
    let code = reader.sense(at, Class::Currency)?.name.strip_prefix('+')?;
    Some((code, at + 1 + usize::from(reader.word(at + 1).eq_ignore_ascii_case("kong"))))
}

/// Read money that begins with its currency at `at`: `R$ 33 mil`, `USD 200`, `€20`.
pub(super) fn leading(reader: &Reader<'_>, at: usize) -> Option<Draft> {
    if reader.glued(at)
        && reader.get(at - 1).is_some_and(|before| before.kind == TokenKind::Word)
        && reader.get(at)?.kind == TokenKind::Word
    {
        return None;
    }
    let (found, next) = currency(reader, at)?;
    // A word of the language before a number is no amount: `the pound 3 times`; a code or a sign is.
    let token = reader.get(at)?;
    if found.factor < 1.0
        || token.kind == TokenKind::Word && next == at + 1 && token.case == Case::Title && !reader.glued(next) && token.span().len() > 2
    {
        return None;
    }
    // `RM 42`, `Rs 20`, `Rs. 20`
    let short = token.kind == TokenKind::Word && next == at + 1 && token.span().len() < 3;
    if short && !(token.case == Case::Upper || token.case == Case::Title && found.code == "INR" || reader.is(next, '.')) {
        return None;
    }
    let next = if reader.is(next, '.') && reader.language != Some(Language::Pt) { next + 1 } else { next };
    let first = reader.get(next).filter(|token| token.kind == TokenKind::Number)?;
    if reader.gap(next).len() > 3 || first.ends_line() {
        return None;
    }
    let amount = scaled(reader, number::amount(reader, next)?);
    let mut draft = build(reader, &amount, found, amount.end);
    draft.first = at;
    // `R$ 120 mil a R$ 150 mil`
    if !amount.is_range()
        && reader.function(draft.end, Function::Range)
        && !from(reader, at)
        && let Some((again, number_at)) = currency(reader, draft.end + 1)
        && again.code == found.code
        && let Some(second) = number::amount(reader, number_at).map(|second| scaled(reader, second))
        && !second.is_range()
        && second.high > amount.low
    {
        draft.high = Some(second.high);
        draft.end = second.end;
        draft.read = second.end;
    }
    // `10 $` behind: `$ 5 USD` names its currency twice.
    if let Some((again, end)) = currency(reader, draft.end).filter(|(again, _)| !again.word && again.factor == 1.0)
        && (again.code == found.code || found.code == "USD")
        && reader.is_kind(draft.end, TokenKind::Word)
    {
        again.code.clone_into(&mut draft.unit);
        draft.end = end;
        draft.read = end;
        let (low, high) = (draft.low, draft.high);
        if let Some(sense) = reader.sense(end, Class::Magnitude).filter(|_| reader.word(end).len() > 2) {
            draft.low = low.map(|low| low * sense.value);
            draft.high = high.map(|high| high * sense.value);
            draft.end += 1;
            draft.read += 1;
        }
    }
    Some(draft)
}

/// Does the text say from which amount it went to another? `de 300 a 400` is a range; a change goes `para`.
fn from(reader: &Reader<'_>, at: usize) -> bool {
    at > 0 && reader.language != Some(Language::Pt) && reader.function(at - 1, Function::FromTo)
}

/// Read the money whose amount has been read: `20 euros`, `35 mil reais`, `10 $`.
pub(super) fn behind(reader: &Reader<'_>, amount: &Amount) -> Option<Draft> {
    // `1.5m euros`
    let whole = scaled(reader, *amount);
    let letter = whole.end > amount.end && reader.glued(amount.end) && currency(reader, whole.end).is_some_and(|(found, _)| found.word);
    let amount = if letter { &whole } else { amount };
    let mut at = amount.end;
    if amount.numeral.scaled && reader.function(at, Function::OfWhat) {
        at += 1;
    }
    // `10 us dollars`, `dólares de Hong Kong`, `finnish markka`: the country's word before the currency's.
    let country = reader.sense(at, Class::Currency).is_none()
        && reader.is_kind(at, TokenKind::Word)
        && reader.sense(at + 1, Class::Currency).is_some_and(|sense| !sense.name.starts_with('$'))
        && [Class::Function, Class::Number, Class::CountNoun].iter().all(|&class| reader.sense(at, class).is_none())
        && number::is_lower(reader, at)
        && reader.word(at + 1).len() > 3;
    let us = reader.means(at, Class::Currency, "$USD") && reader.sense(at + 1, Class::Currency).is_some() && !reader.is(at + 1, '$');
    if country || us {
        at += 1;
    }
    let (found, mut end) = currency(reader, at)?;
    let token = reader.get(at)?;
    if token.kind == TokenKind::Word && !found.word && token.span().len() < 3 && !reader.glued(at) {
        return None;
    }
    if token.kind == TokenKind::Symbol && reader.is_kind(end, TokenKind::Number) && reader.glued(end) {
        return None;
    }
    let mut amount = *amount;
    if let Some(sense) = reader.sense(end, Class::Magnitude).filter(|_| !found.word && reader.word(end).len() > 2) {
        (amount.low, amount.high) = amount.times(sense.value);
        end += 1;
    }
    Some(build(reader, &amount, found, end))
}

/// A magnitude that only money has: `$1MM`, `R$ 2 M`, `$5m`.
fn scaled(reader: &Reader<'_>, mut amount: Amount) -> Amount {
    let at = amount.end;
    // No amount of money has three decimals.
    let numeral = amount.numeral;
    if !amount.is_range() && !numeral.scaled && numeral.other > numeral.value {
        (amount.low, amount.high) = (numeral.other, numeral.other);
    }
    let factor = match reader.word(at) {
        "m" | "M" | "mm" | "MM" | "mn" | "mln" if !amount.numeral.scaled => 1e6,
        "b" | "B" | "bn" if !amount.numeral.scaled => 1e9,
        "k" | "K" if !amount.numeral.scaled => 1e3,
        _ => return amount,
    };
    (amount.low, amount.high) = amount.times(factor);
    amount.end += 1;
    amount
}

/// Does a letter between number and currency stand for millions: `1.5m euros`, which is no minute and a half?
pub(super) fn in_letters(reader: &Reader<'_>, amount: &Amount) -> bool {
    let currency = |at: usize| reader.sense(at, Class::Currency).is_some_and(|unit| !unit.name.starts_with(['$', '+']));
    matches!(reader.word(amount.end), "m" | "M")
        && reader.glued(amount.end)
        && currency(amount.end + 1)
        && reader.word(amount.end + 1).len() > 2
}

/// Put amount and currency together, with the hundredths that follow: `3 dollars 50 cents`, `15 euros e 20`.
fn build(reader: &Reader<'_>, amount: &Amount, found: Currency, end: usize) -> Draft {
    let (mut low, mut high) = amount.times(found.factor);
    let mut end = end;
    if found.factor == 1.0 && !amount.is_range() && !amount.numeral.scaled && amount.low.fract() == 0.0 {
        let joined = reader.function(end, Function::Plus);
        let at = if joined { end + 1 } else { end };
        let small = number::numeral(reader, at).filter(|small| fits(small) && !reader.is(small.end, '%'));
        if let Some(small) = small {
            // `20 dollars 43c`
            let letter = reader.glued(small.end) && reader.word(small.end) == "c" && found.word;
            let letter = letter.then_some((Currency { factor: 0.01, ..found }, small.end + 1));
            let named = currency(reader, small.end).filter(|(cents, _)| cents.factor < 1.0 && found.word | joined | small.digits);
            let cents = letter.or(named);
            let bare = joined || found.word || small.digits && reader.word(at).len() == 2;
            if let Some((_, behind)) = cents {
                (low, high, end) = (low + small.value / 100.0, high + small.value / 100.0, behind);
            } else if bare && stands_alone(reader, small.end) && reader.sense(small.end, Class::Currency).is_none() {
                (low, high, end) = (low + small.value / 100.0, high + small.value / 100.0, small.end);
            }
        }
    }
    let mut draft = Draft::new(FigureKind::Money, amount.first, end, (number::tidy(low), number::tidy(high)), found.code);
    draft.approximate = amount.numeral.open;
    if amount.numeral.open {
        draft.high = None;
    }
    draft
}

fn fits(small: &Numeral) -> bool {
    !small.scaled && !small.open && !small.fraction && small.value < 100.0 && small.value.fract() == 0.0
}

/// Does the number end its phrase at `at`, so that it can be hundredths without their name?
fn stands_alone(reader: &Reader<'_>, at: usize) -> bool {
    reader.get(at).is_none_or(|token| token.ends_line() || token.kind == TokenKind::Symbol && token.symbol != '%' && token.symbol != '$')
}
