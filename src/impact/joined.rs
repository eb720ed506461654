//! Which moments are told together: one moment in two zones, a clock time and its day, the two ends of a range.

use std::ops::Range;

use super::Scene;
use super::counting::{WINDOW, is_emphasis};
use super::cues::{self, Cue, Hit, Side};
use super::places::Slot;
use super::spans;
use crate::timestamps::{Moment, Timestamp};
use crate::tokens::{Token, TokenKind};

/// Is the second timestamp the same moment as the first, in another zone?
pub(super) fn is_twin(first: &Moment, second: &Moment, gap: &[Token]) -> bool {
    if gap.len() > 4 || gap.iter().any(Token::ends_line) {
        return false;
    }
    match (first.instant(), second.instant()) {
        (Some(first), Some(second)) => first == second,
        _ => gap.len() == 1 && gap[0].is('/') && first.clock.is_some() && second.clock.is_some(),
    }
}

/// Are the two a clock time and its day, with nothing but brackets and a preposition between them?
pub(super) fn is_its_day(hits: &[Hit], first: &Moment, second: &Moment, range: Range<usize>, gap: &[Token]) -> bool {
    let inside = cues::within(hits, &range);
    let is_skipped = |at: usize| inside.iter().any(|hit| (hit.first..=hit.last).contains(&at) && hit.cue == Cue::Skip);
    let mut depth = 0_usize;
    let mut idle = |token: &Token, at: usize| match token.symbol {
        '(' => {
            depth += 1;
            true
        }
        ')' => {
            depth = depth.saturating_sub(1);
            true
        }
        _ => {
            depth > 0
                || token.is(',')
                || token.is('~')
                || is_emphasis(token)
                || token.is('.') && at > range.start && is_skipped(at - 1)
                || is_skipped(at)
        }
    };
    let parts = first.clock.is_some() != second.clock.is_some() && second.day.is_some();
    parts
        && (first.month, first.day) == (second.month, second.day)
        && gap.len() <= 8
        && gap.iter().zip(range.clone()).all(|(token, at)| idle(token, at))
}

/// Do the words between two moments make a range of them?
pub(super) fn is_range(scene: &Scene<'_>, timestamps: &[Timestamp], hits: &[Hit], first: &Slot, second: &Slot) -> bool {
    let gap = first.tokens.end..second.tokens.start;
    let tokens = scene.tokens.get(gap.clone()).unwrap_or_default();
    if tokens.len() > 8 || tokens.is_empty() {
        return false;
    }
    let mut joined = false;
    let inside = cues::within(hits, &gap);
    // `back at 10:00, and by 11:00 all was well` is no range.
    let listed = inside.iter().any(|hit| hit.cue == Cue::And) && !opened(hits, first.tokens.start);
    for (token, at) in tokens.iter().zip(gap) {
        let hit = inside.iter().find(|hit| (hit.first..=hit.last).contains(&at));
        joined |= match (token.kind, token.symbol, hit) {
            (TokenKind::Symbol, '-' | '–' | '—' | '→' | '~' | '>', _) => true,
            (TokenKind::Symbol, ',' | '(' | ')' | '*' | '_' | '`', _) | (TokenKind::LineEnd, ..) => false,
            (TokenKind::Word, _, Some(hit)) => match hit.cue {
                Cue::Join => !listed,
                Cue::End if hit.side == Side::Before => !listed,
                Cue::And => opened(hits, first.tokens.start),
                Cue::Skip | Cue::Open => false,
                _ => return false,
            },
            _ => return false,
        };
    }
    let (from, to) = (&timestamps[first.value].value, &timestamps[second.value].value);
    let day_and_clock = from.clock.is_none() && to.clock.is_some() && from.date() == to.date();
    joined && !day_and_clock && spans::between(from, to).is_none_or(|gap| gap.seconds >= 0)
}

/// Does a word that opens a range (`between`) stand right in front of token `first`?
pub(super) fn opened(hits: &[Hit], first: usize) -> bool {
    let end = hits.partition_point(|hit| hit.first < first);
    let mut next = first;
    for hit in hits[..end].iter().rev().take(WINDOW) {
        // Words that no phrase holds may not part the two.
        if hit.last + 2 < next {
            return false;
        }
        match hit.cue {
            Cue::Open | Cue::Since => return true,
            Cue::Skip | Cue::Join => next = hit.first,
            _ => return false,
        }
    }
    false
}
