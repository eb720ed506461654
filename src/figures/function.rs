//! What function words do in the grammars of figures, by their names in `figures.tsv`.

use std::sync::LazyLock;

use crate::languages::Language;
use crate::tables::{self, Class};

/// What a function word does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Function {
    /// `of`, `de`: before a whole or what is counted.
    OfWhat,
    /// `and`, `e`.
    Plus,
    /// `a`, `one`, `um`.
    One,
    /// `than`, `of`, `as`: joins a hedge to its number.
    Link,
    /// A preposition or conjunction: the noun phrase is over.
    Stop,
    /// `to`, `a`: between the two ends of a range.
    Range,
    /// `per`, `por`.
    Per,
    /// `out`, as in `out of`.
    Out,
    /// `in`, as in `one in ten`.
    OneIn,
    /// `more`, `additional`.
    More,
    /// `full`, `entire`, `todo`.
    Whole,
    /// `those`, `these`, `outros`.
    Those,
    /// `or`, `ou`.
    OrElse,
    /// `deles`, `delas`.
    OfThem,
    /// `meia`: a half that is no share.
    NoShare,
    /// `version`, `release`: its number counts nothing.
    Label,
    /// `from`, `de`: before a change.
    FromTo,
    /// `each`, `cada`.
    Each,
    /// `at`, `since`: a clock time may follow.
    Clock,
    /// `but`, `mas`.
    But,
    /// `between`, `entre`.
    BetweenTwo,
    /// `you`, `nós`.
    You,
    /// `few`, `several`, `poucos`.
    Vague,
    /// `them`, `us`.
    Them,
    /// `para`, `or`: joins quantities in a row.
    Row,
    /// `our`, `their`.
    Owner,
    /// `so`, `tantos`, behind a number.
    OrSo,
    /// `only`, `apenas`.
    Only,
    /// `odd`, `something`, behind a number.
    Odd,
    /// `were`, `was`: what a subject does begins.
    Does,
    /// `point`, `vírgula`.
    DecimalMark,
    /// `pelo`, `ao`, as in `pelo menos`.
    AtLeast,
    /// `responses`, `requests`: behind a status code.
    Answer,
}

impl Function {
    fn parse(name: &str) -> Option<Function> {
        Some(match name {
            "of-what" => Function::OfWhat,
            "plus" => Function::Plus,
            "one" => Function::One,
            "link" => Function::Link,
            "stop" => Function::Stop,
            "range" => Function::Range,
            "per" => Function::Per,
            "out" => Function::Out,
            "one-in" => Function::OneIn,
            "more" => Function::More,
            "whole" => Function::Whole,
            "those" => Function::Those,
            "or-else" => Function::OrElse,
            "of-them" => Function::OfThem,
            "no-share" => Function::NoShare,
            "label" => Function::Label,
            "from-to" => Function::FromTo,
            "each" => Function::Each,
            "clock" => Function::Clock,
            "but" => Function::But,
            "between-two" => Function::BetweenTwo,
            "you" => Function::You,
            "vague" => Function::Vague,
            "them" => Function::Them,
            "row" => Function::Row,
            "owner" => Function::Owner,
            "or-so" => Function::OrSo,
            "only" => Function::Only,
            "odd" => Function::Odd,
            "does" => Function::Does,
            "decimal-mark" => Function::DecimalMark,
            "at-least" => Function::AtLeast,
            "answer" => Function::Answer,
            _ => return None,
        })
    }

    /// Its bit in [`of_words`].
    pub(super) const fn bit(self) -> u64 {
        1 << self as u64
    }
}

/// For every word of the tables what it does in a language, as bits; where the language is not known, in any.
pub(super) fn of_words(language: Option<Language>) -> &'static [u64] {
    match language {
        Some(Language::En) => &ENGLISH,
        Some(Language::Pt) => &PORTUGUESE,
        None => &ANY,
    }
}

static ENGLISH: LazyLock<Vec<u64>> = LazyLock::new(|| read(Some(Language::En)));
static PORTUGUESE: LazyLock<Vec<u64>> = LazyLock::new(|| read(Some(Language::Pt)));
static ANY: LazyLock<Vec<u64>> = LazyLock::new(|| read(None));

fn read(language: Option<Language>) -> Vec<u64> {
    let of = |senses: &Vec<tables::Sense>| {
        let own = senses.iter().filter(|sense| sense.class == Class::Function && sense.holds_in(language));
        own.filter_map(|sense| Function::parse(sense.name)).fold(0, |bits, function| bits | function.bit())
    };
    tables::all().iter().map(of).collect()
}
