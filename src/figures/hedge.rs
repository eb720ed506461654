//! Hedges around a quantity: `about`, `more than`, `up to`, `cerca de`, `pelo menos`, `~`, `>`, `200+`.

use super::function::Function;
use super::reader::Reader;
use crate::tables::Class;
use crate::tokens::{Case, TokenKind};

/// What a hedge makes of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hedge {
    /// It is rough.
    About,
    /// It is a least.
    Over,
    /// It is a most.
    Under,
}

/// The hedge before the quantity whose first token is `first`.
pub(super) fn before(reader: &Reader<'_>, first: usize) -> Option<Hedge> {
    let mut at = first;
    for _ in 0..3 {
        at = at.checked_sub(1)?;
        let token = reader.get(at)?;
        match token.symbol {
            '~' | '≈' | '±' => return Some(Hedge::About),
            '>' | '≥' => return (!starts_line(reader, at)).then_some(Hedge::Over),
            '<' | '≤' => return Some(Hedge::Under),
            '=' if reader.is(at.wrapping_sub(1), '>') => return Some(Hedge::Over),
            '=' if reader.is(at.wrapping_sub(1), '<') => return Some(Hedge::Under),
            '*' | '_' | '"' | '“' | '\'' | '‘' | '«' | '(' | '\\' => {}
            _ => break,
        }
    }
    let word = |at: usize| reader.get(at).filter(|token| token.kind == TokenKind::Word).map(|_| at);
    let mut at = word(at)?;
    if reader.means(at, Class::Hedge, "under") && reader.means(at.wrapping_sub(1), Class::Hedge, "over") {
        return Some(Hedge::Over);
    }
    if let Some(hedge) = plain(reader, at) {
        return Some(hedge);
    }
    // `pelo menos`, `ao menos`.
    if reader.means(at, Class::Hedge, "less") {
        return reader.function(at.checked_sub(1)?, Function::AtLeast).then_some(Hedge::Over);
    }
    if !reader.function(at, Function::Link) {
        return None;
    }
    let linked = at;
    at = word(at.checked_sub(1)?)?;
    if reader.function(at, Function::Link) && plain(reader, at).is_none() {
        at = word(at.checked_sub(1)?)?;
    }
    let negated = at > 0 && matches!(reader.word(at - 1), "no" | "not" | "não" | "nao");
    // `nothing more than`, `nada mais que`: exactly so many.
    if at > 0 && matches!(reader.word(at - 1), "nothing" | "nada") {
        return None;
    }
    if reader.means(at, Class::Hedge, "more") {
        return Some(if negated { Hedge::Under } else { Hedge::Over });
    }
    if reader.means(at, Class::Hedge, "less") {
        return Some(if negated { Hedge::Over } else { Hedge::Under });
    }
    if reader.means(at, Class::Hedge, "up") && reader.word(linked).eq_ignore_ascii_case("to") {
        return Some(Hedge::Under);
    }
    if reader.means(at, Class::Hedge, "as") && reader.word(linked).eq_ignore_ascii_case("as") {
        return Some(Hedge::Under);
    }
    if reader.means(at, Class::Hedge, "about-of") {
        return Some(Hedge::About);
    }
    let full = reader.word(linked).len() > 1;
    // `most of the 900` is no hedge, `at most` is.
    plain(reader, at).filter(|_| full && !reader.word(at).eq_ignore_ascii_case("most"))
}

/// The hedge that a single word is.
fn plain(reader: &Reader<'_>, at: usize) -> Option<Hedge> {
    let names = [("about", Hedge::About), ("over", Hedge::Over), ("under", Hedge::Under)];
    names.into_iter().find(|(name, _)| reader.means(at, Class::Hedge, name)).map(|(_, hedge)| hedge)
}

/// The hedge inside or behind the quantity of the tokens `first..end`: `200+`, `10 minutes or more`, `ou mais`.
pub(super) fn behind(reader: &Reader<'_>, first: usize, end: usize) -> Option<Hedge> {
    if (first..=end).any(|at| reader.is(at, '+') && reader.glued(at)) {
        return Some(Hedge::Over);
    }
    let or = reader.function(end, Function::OrElse) && reader.get(end).is_some_and(|token| token.case == Case::Lower);
    if or && reader.means(end + 1, Class::Hedge, "more") && !reader.function(end + 2, Function::Link) {
        return Some(Hedge::Over);
    }
    if or && reader.means(end + 1, Class::Hedge, "less") && !reader.function(end + 2, Function::Link) {
        return Some(Hedge::Under);
    }
    None
}

/// Is the token the first of its line (a quote mark)?
fn starts_line(reader: &Reader<'_>, at: usize) -> bool {
    at.checked_sub(1).and_then(|before| reader.get(before)).is_none_or(crate::tokens::Token::ends_line)
}
