//! Questions the grammars ask about single tokens.

use std::sync::LazyLock;

use super::Scope;
use super::words::WIDE;
pub(super) use super::words::{Cue, Word};
use crate::languages::Language;
use crate::layout::{Line, LineKind};
use crate::tables::{self, Class, Sense};
use crate::tokens::{Case, Token, TokenKind};

/// What a word can be, as bits: of [`Word`], of [`Cue`], and of [`Class`].
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bits {
    words: u64,
    cues: u64,
    classes: u32,
    wide: bool,
}

impl Bits {
    /// What each of `tokens` is: looked up once, since the grammars ask again and again. A word of four letters or more that
    /// only the other language knows is read in that: pages mix the two.
    pub(super) fn of_each(tokens: &[Token], language: Option<Language>) -> Vec<Bits> {
        let facts = match language {
            Some(Language::En) => &*ENGLISH,
            Some(Language::Pt) => &*PORTUGUESE,
            None => &*UNKNOWN,
        };
        let of = |token: &Token| {
            if token.classes == 0 {
                return Bits::default();
            }
            let index = token.word.index();
            let own = facts.own.get(index).copied().unwrap_or_default();
            if own.classes == 0 && token.span().len() > 3 { facts.foreign.get(index).copied().unwrap_or_default() } else { own }
        };
        tokens.iter().map(of).collect()
    }

    fn of<'s>(senses: impl Iterator<Item = &'s Sense>) -> Bits {
        senses.fold(Bits::default(), |bits, sense| {
            let word = if sense.class == Class::Function { Word::parse(sense.name) } else { None };
            let cue = if sense.class == Class::Cue { Cue::parse(sense.name) } else { None };
            Bits {
                words: bits.words | word.map_or(0, |word| 1 << word as u32),
                cues: bits.cues | cue.map_or(0, |cue| 1 << cue as u32),
                classes: bits.classes | 1 << sense.class as u32,
                wide: bits.wide || word == Some(Word::AlsoNow) || cue.is_some_and(|cue| WIDE.contains(&cue)),
            }
        })
    }
}

/// What every word of the tables is in one language, and what it is if only the other language knows it.
#[derive(Debug)]
struct Facts {
    own: Vec<Bits>,
    foreign: Vec<Bits>,
}

impl Facts {
    fn new(language: Option<Language>) -> Facts {
        let own = tables::all().iter().map(|senses| Bits::of(senses.iter().filter(|sense| sense.holds_in(language)))).collect();
        let foreign = tables::all().iter().map(|senses| {
            let only = senses.iter().all(|sense| !(sense.holds_in(language) || sense.class == Class::Cue && sense.name == "common-word"));
            if only { Bits { cues: 0, ..Bits::of(senses.iter()) } } else { Bits::default() }
        });
        Facts { own, foreign: foreign.collect() }
    }
}

static ENGLISH: LazyLock<Facts> = LazyLock::new(|| Facts::new(Some(Language::En)));
static PORTUGUESE: LazyLock<Facts> = LazyLock::new(|| Facts::new(Some(Language::Pt)));
static UNKNOWN: LazyLock<Facts> = LazyLock::new(|| Facts::new(None));

/// A document's tokens with what is needed to read words from them. Every question about a place behind the last token
/// has a harmless answer, so that grammars may look ahead freely.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: &'t [Token],
    pub(super) lines: &'t [Line],
    pub(super) language: Option<Language>,
    pub(super) scope: Scope,
    /// What each of the tokens is.
    pub(super) bits: &'t [Bits],
}

/// A run of digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Digits {
    pub(super) value: i32,
    pub(super) width: usize,
}

/// The bit of a class.
pub(super) const fn bit(class: Class) -> u32 {
    1 << class as u32
}

impl<'t> Cursor<'t> {
    /// Is every expression of time wanted, and not only what reports tell by?
    pub(super) fn anything(&self) -> bool {
        self.scope == Scope::Anything
    }

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

    /// Is the word at `at` of one of these classes?
    pub(super) fn is_of(&self, at: usize, classes: u32) -> bool {
        self.bits.get(at).is_some_and(|bits| bits.classes & classes != 0)
    }

    /// The word's sense of this class in the document's language.
    pub(super) fn sense(&self, at: usize, class: Class) -> Option<&'static Sense> {
        if !self.is_of(at, bit(class)) {
            return None;
        }
        let token = self.token(at)?;
        token.word.sense_in(class, self.language).or_else(|| token.word.sense(class))
    }

    /// The word's sense of this class in any language.
    pub(super) fn any_sense(&self, at: usize, class: Class) -> Option<&'static Sense> {
        self.token(at).filter(|token| token.classes & bit(class) != 0)?.word.sense(class)
    }

    /// Does the word at `at` do this in the document's language?
    pub(super) fn does(&self, at: usize, word: Word) -> bool {
        self.bits.get(at).is_some_and(|bits| bits.words & (1 << word as u32) != 0)
    }

    /// May the word begin, or be the second of, what only a reading of every expression of time asks for?
    pub(super) fn wide(&self, at: usize) -> bool {
        self.bits.get(at).is_some_and(|bits| bits.wide)
    }

    /// Is the word such a cue in the document's language?
    pub(super) fn hints(&self, at: usize, cue: Cue) -> bool {
        self.bits.get(at).is_some_and(|bits| bits.cues & (1 << cue as u32) != 0)
    }

    /// The next place behind `at` inside a wrapped paragraph: steps over one line end in running text.
    pub(super) fn unwrapped(&self, at: usize) -> usize {
        if self.token(at).is_none_or(|token| token.kind != TokenKind::LineEnd) {
            return at;
        }
        let next = self.lines.partition_point(|line| line.tokens.start <= at);
        let (Some(before), Some(after)) = (next.checked_sub(1).and_then(|line| self.lines.get(line)), self.lines.get(next)) else {
            return at;
        };
        let wrapped = matches!(before.kind, LineKind::Text | LineKind::Item) && after.kind == LineKind::Text && before.span.len() >= 40;
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

    /// Is one of the `reach` words before `at` one that does this, in the same clause?
    pub(super) fn near_before(&self, at: usize, reach: usize, word: Word) -> bool {
        (at.saturating_sub(reach)..at)
            .rev()
            .take_while(|&place| !self.is_any(place, &['.', ';', '!', '?']) && !self.at_line_end(place))
            .any(|place| self.does(place, word))
    }

    /// Do digits stand right behind the token before `at`?
    pub(super) fn glued_digits_any(&self, at: usize) -> bool {
        self.glued(at) && self.is_number(at)
    }
}
