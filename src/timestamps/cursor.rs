//! Questions the grammars ask about single tokens.

use crate::languages::Language;
use crate::layout::{Line, LineKind};
use crate::tables::{Class, Sense};
use crate::tokens::{Case, Token, TokenKind};

/// A document's tokens with what is needed to read words from them. Every question about a place behind the last token
/// has a harmless answer, so that grammars may look ahead freely.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: &'t [Token],
    pub(super) lines: &'t [Line],
    pub(super) language: Option<Language>,
}

/// A run of digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Digits {
    pub(super) value: i32,
    pub(super) width: usize,
}

impl<'t> Cursor<'t> {
    /// The token at `at`.
    pub(super) fn token(&self, at: usize) -> Option<&'t Token> {
        self.tokens.get(at)
    }

    /// The text of the token at `at`; empty behind the end.
    pub(super) fn text_of(&self, at: usize) -> &'t str {
        self.token(at).map_or("", |token| token.of(self.text))
    }

    /// Does the token at `at` stand right behind the one before it?
    pub(super) fn glued(&self, at: usize) -> bool {
        at > 0 && self.token(at).is_some_and(|token| !token.spaced)
    }

    /// Is it the symbol `symbol`?
    pub(super) fn is(&self, at: usize, symbol: char) -> bool {
        self.token(at).is_some_and(|token| token.is(symbol))
    }

    /// Is it one of these symbols?
    pub(super) fn is_any(&self, at: usize, symbols: &[char]) -> bool {
        self.token(at).is_some_and(|token| token.kind == TokenKind::Symbol && symbols.contains(&token.symbol))
    }

    /// Is it a dash of any length?
    pub(super) fn is_dash(&self, at: usize) -> bool {
        self.is_any(at, &['-', '–', '—', '‐', '‑', '−', '‒'])
    }

    /// Is it a word?
    pub(super) fn is_word(&self, at: usize) -> bool {
        self.token(at).is_some_and(|token| token.kind == TokenKind::Word)
    }

    /// Is it a run of digits?
    pub(super) fn is_number(&self, at: usize) -> bool {
        self.token(at).is_some_and(|token| token.kind == TokenKind::Number)
    }

    /// Does the line, or the text, end before `at`?
    pub(super) fn at_line_end(&self, at: usize) -> bool {
        self.token(at).is_none_or(Token::ends_line)
    }

    /// How the word at `at` is written.
    pub(super) fn case(&self, at: usize) -> Case {
        self.token(at).map_or(Case::Lower, |token| token.case)
    }

    /// The digits at `at`, up to six of them.
    pub(super) fn digits(&self, at: usize) -> Option<Digits> {
        let token = self.token(at).filter(|token| token.kind == TokenKind::Number)?;
        let digits = token.of(self.text);
        if digits.len() > 8 {
            return None;
        }
        Some(Digits { value: digits.parse().ok()?, width: digits.len() })
    }

    /// The digits at `at`, if they stand right behind the token before.
    pub(super) fn glued_digits(&self, at: usize) -> Option<Digits> {
        if self.glued(at) { self.digits(at) } else { None }
    }

    /// The word's sense of this class in the document's language.
    pub(super) fn sense(&self, at: usize, class: Class) -> Option<&'static Sense> {
        let token = self.token(at)?;
        token.word.sense_in(class, self.language).or_else(|| if self.foreign(token) { token.word.sense(class) } else { None })
    }

    /// Is it a word of the other language only, too long to be one of this language by chance? Pages mix the two.
    fn foreign(&self, token: &Token) -> bool {
        token.span().len() > 3
            && !token.word.is_none()
            && token
                .word
                .senses()
                .iter()
                .all(|sense| !sense.holds_in(self.language) && !(sense.class == Class::Cue && sense.name == "common-word"))
    }

    /// The word's sense of this class in any language.
    pub(super) fn any_sense(&self, at: usize, class: Class) -> Option<&'static Sense> {
        self.token(at)?.word.sense(class)
    }

    /// Has the word the function `name` in the document's language?
    pub(super) fn does(&self, at: usize, name: &str) -> bool {
        self.has(at, Class::Function, name)
    }

    /// Is the word a cue `name` in the document's language?
    pub(super) fn cues(&self, at: usize, name: &str) -> bool {
        self.has(at, Class::Cue, name)
    }

    fn has(&self, at: usize, class: Class, name: &str) -> bool {
        self.token(at).is_some_and(|token| {
            let holds = |foreign: bool| {
                token
                    .word
                    .senses()
                    .iter()
                    .any(|sense| sense.class == class && sense.name == name && (foreign || sense.holds_in(self.language)))
            };
            holds(false) || holds(true) && self.foreign(token)
        })
    }

    /// The next place behind `at` inside a wrapped paragraph: steps over one line end in running text.
    pub(super) fn unwrapped(&self, at: usize) -> usize {
        let Some(token) = self.token(at).filter(|token| token.kind == TokenKind::LineEnd) else { return at };
        let next = self.lines.partition_point(|line| line.tokens.start <= at);
        let (Some(before), Some(after)) = (next.checked_sub(1).and_then(|line| self.lines.get(line)), self.lines.get(next)) else {
            return at;
        };
        let wrapped = matches!(before.kind, LineKind::Text | LineKind::Item) && after.kind == LineKind::Text && before.span.len() >= 40;
        let _ = token;
        if wrapped { at + 1 } else { at }
    }

    /// The place before `at` that is no emphasis mark, hedge sign or opening bracket.
    pub(super) fn before(&self, at: usize) -> Option<usize> {
        let mut at = at.checked_sub(1)?;
        while self.is_any(at, &['*', '_', '~', '`', '"', '“', '‘', '(', '[', '≈', '\'', ':']) {
            at = at.checked_sub(1)?;
        }
        if self.token(at).is_some_and(|token| token.kind == TokenKind::LineEnd) {
            let next = at + 1;
            return if self.unwrapped(at) == next { at.checked_sub(1) } else { None };
        }
        Some(at)
    }

    /// Is one of the `reach` words before `at` one that does `name`, in the same clause?
    pub(super) fn near_before(&self, at: usize, reach: usize, name: &str) -> bool {
        (at.saturating_sub(reach)..at)
            .rev()
            .take_while(|&place| !self.is_any(place, &['.', ';', '!', '?']) && !self.at_line_end(place))
            .any(|place| self.does(place, name))
    }
}
