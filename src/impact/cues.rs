//! Phrases that say what happened at a moment, found in one pass over the tokens.
//!
//! The phrases are data: `tables/roles.tsv` lists each with what it speaks for, on which side of its time it stands,
//! how far from it, and how much it counts.

use std::ops::Range;
use std::sync::LazyLock;

use crate::tables::{self, WordId};
use crate::tokens::{Token, TokenKind};

/// What a phrase speaks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cue {
    /// The impact began.
    Begin,
    /// From then on: trouble, or none any more.
    Since,
    /// By then: an end where the words around it say so, else a beginning.
    AsOf,
    /// The impact ended.
    End,
    /// Somebody or something noticed.
    Detect,
    /// The cause was found.
    Identify,
    /// A remedy.
    Mitigate,
    /// The text was written or changed.
    Publish,
    /// Something to come.
    Plan,
    /// What an impact looks like.
    Trouble,
    /// A change that may have broken something.
    Change,
    /// Wholly: an end without a remainder.
    Full,
    /// In part: no end yet.
    Part,
    /// Another incident.
    Elsewhere,
    /// A figure beside it tells how long the impact lasted.
    Length,
    /// A range of two times follows.
    Open,
    /// Joins the two times of a range.
    Join,
    /// Joins the two times of a range that was opened, and parts clauses elsewhere.
    And,
    /// Written while it lasts.
    Post,
    /// Behind a length: it was reached so long after what was told before.
    Later,
    /// Words between a preposition and its time, which are not counted.
    Skip,
    /// Nothing; the phrase only hides shorter ones inside it.
    Nothing,
}

impl Cue {
    fn parse(name: &str) -> Option<Cue> {
        Some(match name {
            "begin" => Cue::Begin,
            "since" => Cue::Since,
            "as-of" => Cue::AsOf,
            "end" => Cue::End,
            "detect" => Cue::Detect,
            "identify" => Cue::Identify,
            "mitigate" => Cue::Mitigate,
            "publish" => Cue::Publish,
            "plan" => Cue::Plan,
            "trouble" => Cue::Trouble,
            "change" => Cue::Change,
            "full" => Cue::Full,
            "part" => Cue::Part,
            "elsewhere" => Cue::Elsewhere,
            "length" => Cue::Length,
            "open" => Cue::Open,
            "join" => Cue::Join,
            "and" => Cue::And,
            "post" => Cue::Post,
            "later" => Cue::Later,
            "skip" => Cue::Skip,
            "none" => Cue::Nothing,
            _ => return None,
        })
    }
}

/// On which side of its time a phrase stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// In front of it: `since 10:00`.
    Before,
    /// Behind it: `10:00: normal again`.
    After,
    /// On either side.
    Either,
}

/// A row of the table.
#[derive(Debug)]
struct Phrase {
    /// For each word its alternatives.
    words: Vec<Vec<WordId>>,
    cue: Cue,
    side: Side,
    reach: u8,
    weight: f32,
}

/// The phrases, and for every word those that begin with it, longest first.
struct Phrases {
    rows: Vec<Phrase>,
    by_first: Vec<(WordId, u32)>,
    /// For each word of the tables where its phrases are in `by_first`.
    of_word: Vec<Range<u32>>,
}

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let mut rows = Vec::new();
    let mut by_first = Vec::new();
    for (number, row) in tables::ROLES.lines().enumerate().filter(|(_, row)| !row.is_empty() && !row.starts_with('#')) {
        let phrase = parse_row(row).unwrap_or_else(|| panic!("roles.tsv:{}: not `phrase cue side reach weight`: {row}", number + 1));
        by_first.extend(phrase.words[0].iter().map(|&word| (word, rows.len() as u32)));
        rows.push(phrase);
    }
    by_first.sort_by_key(|&(word, row)| (word, std::cmp::Reverse(rows[row as usize].words.len()), row));
    let mut of_word = vec![0..0; tables::ids().len()];
    for run in by_first.chunk_by(|a, b| a.0 == b.0) {
        let from = by_first.partition_point(|&(first, _)| first < run[0].0) as u32;
        of_word[run[0].0.index()] = from..from + run.len() as u32;
    }
    Phrases { rows, by_first, of_word }
});

fn parse_row(row: &str) -> Option<Phrase> {
    let cells: Vec<&str> = row.split('\t').collect();
    let &[phrase, cue, side, reach, weight] = cells.as_slice() else { return None };
    let words: Vec<Vec<WordId>> =
        tables::phrase_words(phrase).map(|words| words.map(|word| tables::lookup(word.as_bytes())).collect()).collect();
    let side = match side {
        "<" => Side::Before,
        ">" => Side::After,
        "*" => Side::Either,
        _ => return None,
    };
    let known = words.iter().flatten().all(|word| !word.is_none());
    known.then_some(Phrase { words, cue: Cue::parse(cue)?, side, reach: reach.parse().ok()?, weight: weight.parse().ok()? })
}

/// A phrase of the table in the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    /// Index of its first token.
    pub(super) first: usize,
    /// Index of its last token.
    pub(super) last: usize,
    /// What it speaks for.
    pub(super) cue: Cue,
    /// Where its time stands.
    pub(super) side: Side,
    /// The most words between it and its time.
    pub(super) reach: usize,
    /// How much it counts.
    pub(super) weight: f32,
}

/// Every phrase of the table among the tokens of `range`, in order, without overlaps.
pub(super) fn find(tokens: &[Token], range: Range<usize>) -> Vec<Hit> {
    let phrases = &*PHRASES;
    let mut hits = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let Range { start, end } = phrases.of_word[tokens[at].word.index()];
        if start == end {
            at += 1;
            continue;
        }
        let rows = phrases.by_first[start as usize..end as usize].iter();
        let found =
            rows.map(|&(_, row)| &phrases.rows[row as usize]).find_map(|phrase| Some((phrase, matches(tokens, at, range.end, phrase)?)));
        let Some((phrase, last)) = found else {
            at += 1;
            continue;
        };
        hits.push(Hit { first: at, last, cue: phrase.cue, side: phrase.side, reach: phrase.reach.into(), weight: phrase.weight });
        at = last + 1;
    }
    hits
}

/// The last token of `phrase`, if it stands at token `first`.
fn matches(tokens: &[Token], first: usize, end: usize, phrase: &Phrase) -> Option<usize> {
    let mut last = first;
    for alternatives in &phrase.words[1..] {
        let mut next = last + 1;
        // Hyphens, apostrophes, emphasis and a wrapped line part the words of a phrase; other marks end it.
        while next < end && (matches!(tokens[next].symbol, '-' | '\'' | '’' | '*' | '_') || tokens[next].kind == TokenKind::LineEnd) {
            next += 1;
        }
        if next >= end || !alternatives.contains(&tokens[next].word) || tokens[next].word.is_none() {
            return None;
        }
        last = next;
    }
    Some(last)
}

/// The hits whose first token lies in `tokens`.
pub(super) fn within<'h>(hits: &'h [Hit], tokens: &Range<usize>) -> &'h [Hit] {
    let from = hits.partition_point(|hit| hit.first < tokens.start);
    let to = hits.partition_point(|hit| hit.first < tokens.end);
    &hits[from..to.max(from)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(&str, Cue)> {
        let tokens = crate::tokens::scan(text);
        let cut = |hit: &Hit| &text[tokens[hit.first].span().start..tokens[hit.last].span().end];
        find(&tokens, 0..tokens.len()).iter().filter(|hit| hit.cue != Cue::Skip).map(|hit| (cut(hit), hit.cue)).collect()
    }

    #[test]
    fn every_row_is_folded_and_well_formed() {
        for phrase in &PHRASES.rows {
            assert!(!phrase.words.is_empty());
        }
        for row in tables::rows(tables::ROLES) {
            let phrase = row.split('\t').next().unwrap_or_default();
            let mut folded = Vec::new();
            assert!(
                phrase.split([' ', '|']).all(|word| {
                    folded.clear();
                    tables::fold(word, &mut folded);
                    folded == word.as_bytes()
                }),
                "{row}"
            );
        }
    }

    #[test]
    fn the_longest_phrase_counts() {
        assert_eq!(shown("service went down"), [("went down", Cue::Trouble)]);
        assert_eq!(shown("Back-to\nnormal!"), [("Back-to\nnormal", Cue::End)]);
        assert_eq!(shown("logins weren't working"), [("weren't working", Cue::Trouble)]);
        assert_eq!(shown("that didn’t help"), [("didn’t help", Cue::Nothing)]);
        assert_eq!(shown("we usually resolve it"), [("usually resolve", Cue::Nothing)]);
        assert_eq!(shown("investigation started"), [("investigation started", Cue::Nothing)]);
        assert_eq!(shown("O serviço VOLTOU AO NORMAL"), [("VOLTOU AO NORMAL", Cue::End)]);
    }

    #[test]
    fn a_full_stop_parts_phrases() {
        assert_eq!(shown("went. Down"), [("Down", Cue::Trouble)]);
    }
}
