//! Lengths that are written like a clock: `Duration: 02:13:00`, `uma duração de 0:38h`. Clock times are taken before.

use super::FigureKind;
use super::draft::Draft;
use super::reader::Reader;
use crate::tables::Class;
use crate::tokens::TokenKind;

/// How many tokens a word that announces a length may stand before it.
const REACH: usize = 5;

/// Read the length at `at`, if a word before it says that it is one: nothing else tells it from a time of the day.
pub(super) fn read(reader: &Reader<'_>, at: usize) -> Option<Draft> {
    let hours = reader.get(at).filter(|token| token.kind == TokenKind::Number && token.span().len() <= 3)?.of(reader.text);
    let minutes = sixtieths(reader, at + 1)?;
    let seconds = sixtieths(reader, at + 3);
    let mut end = if seconds.is_some() { at + 5 } else { at + 3 };
    // What is no clock time though it stands alone in a cell or behind a label was found to be a length there.
    let cell = at > 0 && (reader.is(at - 1, '|') && reader.is(end, '|') || reader.is(at - 1, ':') && !reader.glued(at));
    // `a split of 50:50`, `Line: 120:15` are no lengths: more than a day takes seconds, a unit, or the word for it.
    let plain = seconds.is_some() || reader.seconds(end).is_some() || hours.parse::<u32>().is_ok_and(|hours| hours < 24);
    if reader.is(end, ':') && reader.glued(end) || !(plain && cell || announced(reader, at, plain)) {
        return None;
    }
    let mut length = hours.parse::<f64>().ok()? * 3600.0 + minutes * 60.0 + seconds.unwrap_or(0.0);
    match reader.seconds(end) {
        Some(3600.0) => end += 1,
        // `2:30 min` counts minutes.
        Some(60.0) if seconds.is_none() => (length, end) = (length / 60.0, end + 1),
        _ => {}
    }
    Some(Draft::new(FigureKind::Duration, at, end, (length, length), "s"))
}

/// A colon and two digits below sixty, both glued to what stands before them.
fn sixtieths(reader: &Reader<'_>, at: usize) -> Option<f64> {
    if !reader.is(at, ':') || !reader.glued(at) || !reader.glued(at + 1) || !reader.is_kind(at + 1, TokenKind::Number) {
        return None;
    }
    Some(reader.word(at + 1)).filter(|digits| digits.len() == 2).and_then(|digits| digits.parse().ok()).filter(|value| *value < 60.0)
}

/// Does a word on the same line say that a length follows? One that looks like none takes the word for it.
fn announced(reader: &Reader<'_>, at: usize, plain: bool) -> bool {
    let cues: &[&str] = if plain { &["label", "lasted", "span"] } else { &["label"] };
    let near = (at.saturating_sub(REACH)..at).rev().take_while(|&place| !reader.tokens[place].ends_line());
    near.filter(|&place| reader.is_kind(place, TokenKind::Word)).any(|place| cues.iter().any(|cue| reader.means(place, Class::Cue, cue)))
}
