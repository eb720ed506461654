//! Where the words that a reader marked stand in the text.

use crate::span::Span;

/// Where a quote stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Behind the quote before it.
    At(Span),
    /// Only before it.
    Before(Span),
    /// Nowhere.
    Nowhere,
}

impl Place {
    /// Its span, in order or not.
    pub(crate) fn span(self) -> Option<Span> {
        match self {
            Place::At(span) | Place::Before(span) => Some(span),
            Place::Nowhere => None,
        }
    }
}

/// Find `quotes`, given in the order of the text, within `part` of `text`.
pub(crate) fn locate<'q>(text: &str, part: Span, quotes: impl Iterator<Item = &'q str>) -> Vec<Place> {
    let mut from = part.start;
    quotes
        .map(|quote| {
            if let Some(span) = find(text, Span::new(from, part.end.max(from)), quote) {
                from = span.end;
                Place::At(span)
            } else {
                find(text, part, quote).map_or(Place::Nowhere, Place::Before)
            }
        })
        .collect()
}

/// The first `quote` that stands on its own (`5%` does not in `15%`), else the first at all.
fn find(text: &str, part: Span, quote: &str) -> Option<Span> {
    if quote.is_empty() {
        return None;
    }
    let spans = || part.of(text).match_indices(quote).map(|(at, _)| Span::new(part.start + at, part.start + at + quote.len()));
    spans().find(|&span| stands_alone(text, span)).or_else(|| spans().next())
}

fn stands_alone(text: &str, span: Span) -> bool {
    let alike = |a: Option<char>, b: Option<char>| matches!((a, b), (Some(a), Some(b)) if a.is_alphanumeric() && b.is_alphanumeric());
    let quote = span.of(text);
    let before = text.get(..span.start).and_then(|before| before.chars().next_back());
    let after = text.get(span.end..).and_then(|after| after.chars().next());
    !alike(before, quote.chars().next()) && !alike(quote.chars().next_back(), after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_taken_in_the_order_of_the_text() {
        let text = "15% then 5% and 5% again; May 201898%";
        let whole = Span::new(0, text.len());
        let found = |quotes: &[&str]| locate(text, whole, quotes.iter().copied());
        assert_eq!(found(&["5%", "5%"]), [Place::At(Span::new(9, 11)), Place::At(Span::new(16, 18))]);
        assert_eq!(found(&["5%", "15%", "6%"]), [Place::At(Span::new(9, 11)), Place::Before(Span::new(0, 3)), Place::Nowhere]);
        // Glued by extraction: better inside a word than nowhere.
        assert_eq!(found(&["98%"]), [Place::At(Span::new(34, 37))]);
    }
}
