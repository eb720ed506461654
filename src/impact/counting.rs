//! How many words stand somewhere, when those between a preposition and its time are not counted.

use std::ops::Range;

use super::Scene;
use super::cues::{self, Cue, Hit};
use crate::tokens::{Token, TokenKind};

/// The most tokens on each side of a moment that are read for what they tell of it.
pub(super) const WINDOW: usize = 48;

/// The most words of a first line that is a title.
pub(super) const LONGEST_TITLE: usize = 16;

/// How many words of a range count: all but those that stand between a preposition and its time, or in brackets.
/// A range of more than [`WINDOW`] tokens has as many words as anybody asks for.
pub(super) fn words(scene: &Scene<'_>, hits: &[Hit], range: &Range<usize>) -> usize {
    words_up_to(scene, hits, range, usize::MAX)
}

/// The same where it does not matter how many they are beyond those of a title.
pub(super) fn few_words(scene: &Scene<'_>, hits: &[Hit], range: &Range<usize>) -> usize {
    words_up_to(scene, hits, range, LONGEST_TITLE + 1)
}

/// The same, but no more than `most`.
pub(super) fn words_up_to(scene: &Scene<'_>, hits: &[Hit], range: &Range<usize>, most: usize) -> usize {
    if range.len() > 2 * WINDOW {
        return WINDOW;
    }
    let near = cues::within(hits, &(range.start.saturating_sub(4)..range.end));
    let mut uncounted = near.iter().filter(|hit| matches!(hit.cue, Cue::Skip | Cue::Join));
    let mut hit = uncounted.next();
    let mut depth = 0_usize;
    let mut count = 0;
    for (at, token) in (range.start..).zip(scene.tokens.get(range.clone()).unwrap_or_default()) {
        match token.symbol {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        // Hits stand in the order of the text, and none overlaps another.
        while hit.is_some_and(|hit| hit.last < at) {
            hit = uncounted.next();
        }
        let counts = matches!(token.kind, TokenKind::Word | TokenKind::Number) && hit.is_none_or(|hit| at < hit.first);
        count += usize::from(depth == 0 && counts);
        if count >= most {
            break;
        }
    }
    count
}

pub(super) fn is_emphasis(token: &Token) -> bool {
    matches!(token.symbol, '*' | '_' | '`')
}
