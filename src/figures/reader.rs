//! Reading tokens: what stands at a place, what follows it, and what its word means.

use super::function::{self, Function};
use crate::languages::Language;
use crate::span::Span;
use crate::tables::{self, Class, Sense};
use crate::tokens::{Case, Token, TokenKind};

/// The tokens of a document as the grammars of figures read them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) language: Option<Language>,
    /// What every word of the tables does in that language.
    functions: &'static [u64],
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, tokens: &'a [Token], language: Option<Language>) -> Reader<'a> {
        Reader { text, tokens, language, functions: function::of_words(language) }
    }

    /// The token at `at`.
    pub(super) fn get(&self, at: usize) -> Option<&'a Token> {
        self.tokens.get(at)
    }

    /// The text of the token at `at`; empty behind the last.
    pub(super) fn word(&self, at: usize) -> &'a str {
        self.get(at).map_or("", |token| token.of(self.text))
    }

    /// Is the token at `at` of this kind?
    pub(super) fn is_kind(&self, at: usize, kind: TokenKind) -> bool {
        self.get(at).is_some_and(|token| token.kind == kind)
    }

    /// Is the token at `at` this symbol?
    pub(super) fn is(&self, at: usize, symbol: char) -> bool {
        self.get(at).is_some_and(|token| token.is(symbol))
    }

    /// Does the token at `at` follow the one before it without white space?
    pub(super) fn glued(&self, at: usize) -> bool {
        at > 0 && self.get(at).is_some_and(|token| !token.spaced && !token.ends_line())
    }

    /// The sense of class `class` that the word or sign at `at` has.
    ///
    /// Prepositions, articles and the like are read in the document's language only; quantities and their units are
    /// also read in the other one, because status pages put English chrome around Portuguese text; number words and
    /// hedges where they mean nothing else in the document's own.
    pub(super) fn sense(&self, at: usize, class: Class) -> Option<&'static Sense> {
        let token = self.get(at)?;
        if token.kind == TokenKind::Word && token.classes & class.bit() == 0 {
            return None;
        }
        let word = match token.kind {
            TokenKind::Word if !token.word.is_none() => token.word,
            TokenKind::Symbol if !token.symbol.is_ascii() || token.symbol == '$' => {
                tables::lookup(token.symbol.encode_utf8(&mut [0; 4]).as_bytes())
            }
            _ => return None,
        };
        if word.classes() & class.bit() == 0 {
            return None;
        }
        let own = word.sense_in(class, self.language);
        let strict = match class {
            Class::Function => true,
            Class::Number | Class::Hedge => word.senses().iter().any(|sense| sense.holds_in(self.language)),
            _ => false,
        };
        if own.is_some() || strict { own } else { word.sense(class) }
    }

    /// The length in seconds of the unit of time at `at`. Of several rows the last holds: a month of a duration has
    /// 30 days, whatever a calendar makes of it.
    pub(super) fn seconds(&self, at: usize) -> Option<f64> {
        let token = self.get(at).filter(|token| token.kind == TokenKind::Word)?;
        let units = || token.word.senses().iter().filter(|sense| sense.class == Class::TimeUnit);
        units().rfind(|sense| sense.holds_in(self.language)).or_else(|| units().next_back()).map(|sense| sense.value)
    }

    /// Has the word at `at` the sense `name` of class `class`? Every sense is looked at.
    pub(super) fn means(&self, at: usize, class: Class, name: &str) -> bool {
        self.get(at).is_some_and(|token| {
            token.classes & class.bit() != 0
                && token.word.senses().iter().any(|sense| sense.class == class && sense.name == name && sense.holds_in(self.language))
        })
    }

    /// Does the word at `at` do this in the document's language?
    pub(super) fn function(&self, at: usize, function: Function) -> bool {
        self.get(at).and_then(|token| self.functions.get(token.word.index())).is_some_and(|does| does & function.bit() != 0)
    }

    /// The place behind `at` where the phrase goes on: over one line end if the next line starts in lower case.
    pub(super) fn over_wrap(&self, at: usize) -> usize {
        let wrapped = self.get(at).is_some_and(Token::ends_line)
            && self.get(at + 1).is_some_and(|next| next.kind == TokenKind::Word && next.case == Case::Lower);
        if wrapped { at + 1 } else { at }
    }

    /// The place behind closing quotes and emphasis marks at `at`.
    pub(super) fn over_marks(&self, at: usize) -> usize {
        let mut next = at;
        while next < at + 4
            && self.glued(next)
            && self.get(next).is_some_and(|token| matches!(token.symbol, '*' | '_' | '"' | '”' | '’' | '»'))
        {
            next += 1;
        }
        next
    }

    /// The text from token `first` up to, not including, token `end`.
    pub(super) fn span(&self, first: usize, end: usize) -> Span {
        match (self.get(first), end.checked_sub(1).and_then(|last| self.get(last))) {
            (Some(first), Some(last)) if first.span().start <= last.span().end => Span::new(first.span().start, last.span().end),
            _ => Span::default(),
        }
    }

    /// What stands between the tokens `at - 1` and `at`.
    pub(super) fn gap(&self, at: usize) -> &'a str {
        match (at.checked_sub(1).and_then(|before| self.get(before)), self.get(at)) {
            (Some(before), Some(token)) => self.text.get(before.span().end..token.span().start).unwrap_or_default(),
            _ => "",
        }
    }
}
