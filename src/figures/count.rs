//! Numbers of things: `61,000 jobs`, `3 master nodes`, `milhares de lojas`, `1000 per minute`, `less than 12`.

use super::FigureKind;
use super::bare;
use super::draft::Draft;
use super::function::Function;
use super::number::{self, Amount};
use super::reader::Reader;
use super::standing::predicate;
use crate::tables::Class;
use crate::tokens::{Case, TokenKind};

/// A counted noun: its first token (adjectives before it), the token behind it, its group.
#[derive(Debug, Clone, Copy)]
struct Noun {
    at: usize,
    end: usize,
    group: &'static str,
}

/// Read the count whose amount has been read.
pub(super) fn behind(reader: &Reader<'_>, amount: &Amount) -> Option<Draft> {
    if amount.numeral.fraction || article(reader, amount) || label_before(reader, amount.first) {
        return None;
    }
    let marked = reader.over_marks(amount.end);
    let closed = over_rough(reader, marked);
    let mut at = reader.over_wrap(closed);
    let mut part = false;
    if reader.glued(at) && at == amount.end {
        return rate(reader, amount);
    }
    let blank = [at, closed].iter().any(|&at| reader.is_kind(at, TokenKind::BlankLine));
    let wrapped = at > closed && bare::labelled(reader, amount);
    if blank || wrapped || reader.get(at).is_some_and(crate::tokens::Token::ends_line) {
        return None;
    }
    let beside = at;
    if amount.numeral.scaled && reader.function(at, Function::OfWhat) {
        at = reader.over_wrap(at + 1);
    } else if let Some((behind, whole)) = share(reader, amount, at) {
        // `one of the nodes`, `um dos servidores` count nothing.
        if !whole && !amount.numeral.digits && amount.high < 2.0 {
            return None;
        }
        (at, part) = (behind, whole);
    }
    let Some(noun) = noun(reader, at, amount) else { return rate(reader, amount) };
    // `three times`, `hundreds of ways` count nothing; `212 attempts` and `nine cases were put off` do.
    let idle = noun.group == "none" && (amount.numeral.open || at != beside || amount.high < MANY && !predicate(reader, noun.end));
    if idle || http_code(reader, amount, &noun) {
        return None;
    }
    let mut end = noun.end;
    if let Some(behind) = per(reader, end) {
        end = behind;
    }
    let (low, high) = counted(amount);
    let quoted = marked > amount.end && reader.get(amount.end).is_some_and(|token| !matches!(token.symbol, '*' | '_'));
    let mut draft = Draft::new(FigureKind::Count, amount.first, end, (low, high), reader.span(noun.at, noun.end).of(reader.text));
    draft.group = noun.group;
    draft.part = part && (amount.numeral.digits || amount.high > 1.0);
    if quoted {
        draft.end = amount.end;
    }
    if amount.numeral.open {
        draft.high = None;
        draft.approximate = true;
    }
    Some(draft)
}

/// Things are counted in whole numbers: `1,234 pedidos` and `1.234 orders` have a thousands mark in either language.
pub(super) fn counted(amount: &Amount) -> (f64, f64) {
    if amount.is_range() || amount.low.fract() == 0.0 || amount.numeral.other.fract() != 0.0 {
        return (amount.low, amount.high);
    }
    (amount.numeral.other, amount.numeral.other)
}

/// From how many on a noun that usually counts nothing (`times`, `cases`) is taken for counted.
const MANY: f64 = 10.0;

/// The place behind `-odd`, `-plus`, `or so`, `e poucos`: `40-odd people`, `two hundred or so bookings`.
fn over_rough(reader: &Reader<'_>, at: usize) -> usize {
    let odd = reader.is(at, '-') && reader.glued(at) && reader.glued(at + 1) && reader.function(at + 1, Function::Odd);
    let so = (reader.function(at, Function::OrElse) || reader.function(at, Function::Plus)) && reader.function(at + 1, Function::OrSo);
    if odd || so { at + 2 } else { at }
}

/// A lone `um`, `uma` is an article unless something marks it as a number.
fn article(reader: &Reader<'_>, amount: &Amount) -> bool {
    if amount.numeral.digits || amount.low != 1.0 || amount.is_range() {
        return false;
    }
    let one = amount.first;
    reader.function(one, Function::One)
        && !(one > 0 && reader.function(one - 1, Function::Only))
        && !reader.function(amount.end, Function::OfWhat)
}

/// `Cluster 7`, `error 502`, `#3`: the number names something.
pub(super) fn label_before(reader: &Reader<'_>, at: usize) -> bool {
    if at == 0 || !reader.is_kind(at, TokenKind::Number) {
        return false;
    }
    reader.function(at - 1, Function::Label) && !reader.get(at).is_some_and(|token| reader.gap(at).contains('\n') || !token.spaced)
}

/// `2 out of 3 nodes`, `uma das nove torres`, `3 of our 12 nodes`: the place of what is counted, and whether a whole
/// number is named.
fn share(reader: &Reader<'_>, amount: &Amount, at: usize) -> Option<(usize, bool)> {
    let mut next = at;
    if reader.function(next, Function::Out) {
        next += 1;
    }
    if reader.is(next, '/')
        || !(reader.function(next, Function::OfWhat) || reader.function(next, Function::OneIn) && reader.function(next + 1, Function::Link))
    {
        return None;
    }
    next += 1;
    while next < at + 4
        && reader.sense(next, Class::CountNoun).is_none()
        && (reader.function(next, Function::Link) || reader.function(next, Function::Stop))
    {
        next += 1;
    }
    match number::amount(reader, next) {
        Some(whole) if whole.high >= amount.high && !whole.numeral.fraction => Some((whole.end, true)),
        _ => Some((next, false)),
    }
}

/// The noun at `at`, behind up to two adjectives.
fn noun(reader: &Reader<'_>, at: usize, amount: &Amount) -> Option<Noun> {
    let several = amount.high != 1.0;
    for skipped in 0..3 {
        let place = at + skipped;
        let token = reader.get(place).filter(|token| token.kind == TokenKind::Word)?;
        // `nos` is a preposition, `nós` are nodes.
        let preposition = reader.word(place).is_ascii() && reader.function(place, Function::Stop);
        if let Some(sense) = reader.sense(place, Class::CountNoun).filter(|_| !preposition) {
            // `pod restarts`, `user accounts`: the last of a row of nouns is counted.
            let next = reader.sense(place + 1, Class::CountNoun).filter(|_| {
                !reader.glued(place + 1) && !reader.word(place).ends_with('s') && reader.language != Some(crate::languages::Language::Pt)
            });
            return Some(match next {
                Some(next) => Noun { at, end: place + 2, group: next.name },
                None => Noun { at, end: place + 1, group: sense.name },
            });
        }
        let last = compound(reader, place);
        if last > place {
            let listed = reader.sense(last, Class::CountNoun).map(|sense| sense.name);
            if let Some(group) = listed.or_else(|| plural(reader, last, 3).then_some("other")) {
                return Some(Noun { at, end: last + 1, group });
            }
        }
        let stop = reader.function(place, Function::OfThem)
            || reader.function(place, Function::Stop)
            || token.word.sense_in(Class::Number, reader.language).is_some()
            || reader.sense(place, Class::TimeUnit).is_some();
        if stop && !reader.function(place, Function::More) {
            return None;
        }
        let ends = reader.glued(place + 1)
            && !reader
                .get(place + 1)
                .is_some_and(|next| matches!(next.symbol, '.' | ',' | ';' | ')' | ':' | '"' | '*' | '!' | '?' | '\'' | '’'));
        if ends && !reader.is(place + 1, '-') {
            return None;
        }
        if several && unlisted(reader, place, amount.numeral.digits) && reader.sense(place + 1, Class::CountNoun).is_none() {
            return Some(Noun { at, end: place + 1, group: "other" });
        }
        if token.case == Case::Upper && token.span().len() > 4 {
            return None;
        }
    }
    None
}

/// The last part of the hyphenated word that begins at `at`: `sign-ins`, `e-mails`, `horas-núcleo` stay whole.
fn compound(reader: &Reader<'_>, at: usize) -> usize {
    let joined = reader.is(at + 1, '-') && reader.glued(at + 1) && reader.glued(at + 2);
    if joined && number::is_lower(reader, at + 2) { at + 2 } else { at }
}

/// Does the word look like a plural noun that the table does not know?
fn unlisted(reader: &Reader<'_>, at: usize, digits: bool) -> bool {
    let word = reader.word(at);
    let title = digits && reader.get(at).is_some_and(|token| token.case == Case::Title);
    // `DOIs`, `SKUs`: an abbreviation in the plural.
    let short = digits && word.len() >= 3 && word.ends_with('s') && word[..word.len() - 1].chars().all(|c| c.is_ascii_uppercase());
    (number::is_lower(reader, at) || title) && plural(reader, at, 4) || short
}

/// Does the word of at least `least` letters end like a plural?
pub(super) fn plural(reader: &Reader<'_>, at: usize, least: usize) -> bool {
    let word = reader.word(at);
    word.len() >= least && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("mos") && !word.ends_with("us")
}

/// `1000 per minute`, `500/s` without a noun.
fn rate(reader: &Reader<'_>, amount: &Amount) -> Option<Draft> {
    let end = per(reader, amount.end)?;
    let unit = reader.span(amount.end, end).of(reader.text);
    let mut draft = Draft::new(FigureKind::Count, amount.first, end, counted(amount), unit);
    draft.group = "rate";
    Some(draft)
}

/// The place behind `per minute`, `por segundo`, `/s` at `at`.
fn per(reader: &Reader<'_>, at: usize) -> Option<usize> {
    let slash = reader.is(at, '/') && reader.glued(at + 1);
    if !(slash || reader.function(at, Function::Per)) || reader.sense(at + 1, Class::TimeUnit).is_none() {
        return None;
    }
    Some(at + 2)
}

/// `502 responses`, `504 errors`: a status code before what it is the status of.
fn http_code(reader: &Reader<'_>, amount: &Amount, noun: &Noun) -> bool {
    // `404 Not Found`, `503 Service Unavailable`.
    let named = is_code(amount) && reader.get(noun.at).is_some_and(|token| token.case == Case::Title);
    named
        || !amount.is_range()
            && is_code(amount)
            && per(reader, noun.end).is_none()
            && reader.word(amount.first).len() == 3
            && (noun.group == "failure" || reader.function(noun.at, Function::Answer))
            && !reader.word(noun.at).starts_with(['u', 'U'])
}

/// Is the number a status code by its value?
pub(super) fn is_code(amount: &Amount) -> bool {
    let plain = amount.numeral.digits && !amount.numeral.scaled && amount.low.fract() == 0.0;
    plain && matches!(amount.low as u32, 200..=206 | 301..=308 | 400..=431 | 451 | 499..=511 | 520..=530)
}
