//! Tables with an event or an incident in each row: what the heads of their columns say of the times and lengths below.

use std::ops::Range;

use super::Scene;
use super::cues::{self, Cue, Hit};
use crate::lines::LineKind;

/// The most tokens of a column's head that is a label.
const LONGEST_HEAD: usize = 6;
/// A table's head is looked for so many lines above a row.
const LONGEST_TABLE: usize = 100;

/// The head of the table that `line` is a row of.
pub(super) fn table_head(scene: &Scene<'_>, line: usize) -> Option<usize> {
    let is_row = |line: usize| scene.lines.get(line).is_some_and(|line| line.kind == LineKind::Row);
    let is_table = |line: &usize| scene.lines.get(*line).is_some_and(|line| matches!(line.kind, LineKind::Row | LineKind::Rule));
    let first = (line.saturating_sub(LONGEST_TABLE)..line).rev().take_while(is_table).filter(|&above| is_row(above)).last()?;
    is_row(line).then_some(first)
}

/// The head of the column that a moment in a row of a table stands in, if it says what happened then.
pub(super) fn told_by_head(scene: &Scene<'_>, hits: &[Hit], line: usize, token: usize) -> Option<Range<usize>> {
    let cell = head_cell(scene, line, token)?;
    // `Date` alone does not say of what.
    let says = |hit: &Hit| matches!(hit.cue, Cue::Begin | Cue::End) && hit.weight >= 1.5;
    cues::within(hits, &cell).iter().any(says).then_some(cell)
}

/// The head of the column that `token` of the row `line` stands in.
pub(super) fn head_cell(scene: &Scene<'_>, line: usize, token: usize) -> Option<Range<usize>> {
    let head = scene.lines.get(table_head(scene, line)?)?;
    let row = scene.lines.get(line)?;
    let bar = |range: Range<usize>| scene.tokens.get(range).unwrap_or_default().iter().filter(|token| token.is('|')).count();
    let column = bar(row.tokens.start..token);
    let mut cell = head.tokens.start..head.tokens.start;
    let mut passed = 0;
    for at in head.tokens.clone() {
        if scene.tokens[at].is('|') {
            passed += 1;
            if passed > column {
                break;
            }
            cell = at + 1..at + 1;
        } else {
            cell.end = at + 1;
        }
    }
    (passed >= column && cell.len() <= LONGEST_HEAD).then_some(cell)
}
