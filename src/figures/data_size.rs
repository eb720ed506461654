//! Amounts of data: `12 GB`, `2-4GB`, `3,5 TB`.

use super::FigureKind;
use super::draft::Draft;
use super::number::Amount;
use super::reader::Reader;
use crate::tables::Class;
use crate::tokens::{Case, TokenKind};

/// Read the data size whose amount has been read.
pub(super) fn behind(reader: &Reader<'_>, amount: &Amount) -> Option<Draft> {
    let at = if reader.is(amount.end, '-') && reader.glued(amount.end) { amount.end + 1 } else { amount.end };
    let sense = reader.sense(at, Class::DataUnit)?;
    let token = reader.get(at)?;
    let letter = token.span().len() == 1;
    // `61G` is data, `5 g` is not; `Mb` and `Gbps` are bits.
    if letter && !(reader.glued(at) && token.case == Case::Title) || !amount.numeral.digits && token.span().len() < 4 {
        return None;
    }
    if token.span().len() == 2 && reader.word(at).ends_with('b') && !reader.word(at).starts_with(|c: char| c.is_lowercase()) {
        return None;
    }
    if reader.glued(at + 1) && reader.get(at + 1).is_some_and(|next| matches!(next.kind, TokenKind::Word | TokenKind::Number)) {
        return None;
    }
    Some(Draft::new(FigureKind::DataSize, amount.first, at + 1, amount.times(sense.value), "B"))
}
