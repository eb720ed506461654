//! Questions the grammars ask about single tokens.

use std::sync::LazyLock;

use super::Scope;
use super::words::WIDE;
pub(super) use super::words::{Cue, Word};
use crate::languages::Language;
use crate::lines::{Line, LineKind};
use crate::tables::{self, Class, Sense};
use crate::tokens::{Case, Token, TokenKind};

/// What a word can be, as bits: of [`Word`], of [`Cue`], and of [`Class`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Bits {
    words: u64,
    cues: u64,
    classes: u32,
    /// What is asked of every token; see [`traits`].
    traits: u8,
    /// The value of a run of digits; less than 0 where it is none, or too long.
    number: i32,
}

impl Default for Bits {
    fn default() -> Bits {
        Bits { words: 0, cues: 0, classes: 0, traits: 0, number: -1 }
    }
}

/// What is asked of every token, as bits.
pub(super) mod traits {
    /// It may begin, or be the second of, what only a reading of every expression of time asks for.
    pub(in crate::timestamps) const WIDE: u8 = 1;
    /// A word that a mention may start with, or be told by.
    pub(in crate::timestamps) const TELLING: u8 = 1 << 1;
    /// An ordinal, and no suffix of one.
    pub(in crate::timestamps) const ORDINAL: u8 = 1 << 2;
    /// A unit of time.
    pub(in crate::timestamps) const UNIT: u8 = 1 << 3;
    /// A run of digits.
    pub(in crate::timestamps) const NUMBER: u8 = 1 << 4;
}

/// The longest run of digits that has a value here.
const LONGEST_NUMBER: usize = 8;

/// Classes of words that a mention may start with, or be told by.
const TELLING: u32 = bit(Class::Month) | bit(Class::Weekday) | bit(Class::RelativeDay) | bit(Class::DayPart) | bit(Class::Number);

impl Bits {
    /// What each of `tokens` is: looked up once, since the grammars ask again and again. A word of four letters or more that
    /// only the other language knows is read in that: pages mix the two.
    pub(super) fn of_each(text: &str, tokens: &[Token], language: Option<Language>) -> Vec<Bits> {
        let facts = match language {
            Some(Language::En) => &*ENGLISH,
            Some(Language::Pt) => &*PORTUGUESE,
            None => &*UNKNOWN,
        };
        let of = |token: &Token| {
            if token.kind == TokenKind::Number {
                let digits = Some(token.of(text)).filter(|digits| digits.len() <= LONGEST_NUMBER);
                let value = digits.map(|digits| digits.bytes().fold(0, |value, digit| value * 10 + i32::from(digit - b'0')));
                return Bits { traits: traits::NUMBER, number: value.unwrap_or(-1), ..Bits::default() };
            }
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
            let is_wide = word == Some(Word::AlsoNow) || cue.is_some_and(|cue| WIDE.contains(&cue));
            // Of several rows the first counts.
            let is_ordinal = sense.class == Class::Ordinal && bits.classes & bit(Class::Ordinal) == 0 && sense.value > 0.0;
            let own = [
                (is_wide, traits::WIDE),
                (bit(sense.class) & TELLING != 0, traits::TELLING),
                (is_ordinal, traits::ORDINAL),
                (sense.class == Class::TimeUnit, traits::UNIT),
            ];
            Bits {
                words: bits.words | word.map_or(0, |word| 1 << word as u32),
                cues: bits.cues | cue.map_or(0, |cue| 1 << cue as u32),
                classes: bits.classes | 1 << sense.class as u32,
                traits: own.iter().filter(|(holds, _)| *holds).fold(bits.traits, |all, (_, one)| all | one),
                ..bits
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
        self.has(at, traits::NUMBER)
    }

    /// Does the line, or the text, end before `at`?
    pub(super) fn at_line_end(&self, at: usize) -> bool {
        self.token(at).is_none_or(Token::ends_line)
    }

    /// How the word at `at` is written.
    pub(super) fn case(&self, at: usize) -> Case {
        self.token(at).map_or(Case::Lower, |token| token.case)
    }

    /// The digits at `at`, up to eight of them.
    pub(super) fn digits(&self, at: usize) -> Option<Digits> {
        let value = self.bits.get(at).map(|bits| bits.number).filter(|&value| value >= 0)?;
        Some(Digits { value, width: self.token(at)?.span().len() })
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

    /// Has the token at `at` one of these [`traits`]?
    pub(super) fn has(&self, at: usize, traits: u8) -> bool {
        self.bits.get(at).is_some_and(|bits| bits.traits & traits != 0)
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
