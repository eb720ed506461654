//! A document after the passes that every later step reads: tokens, lines, sentences, language.

use crate::documents::FrontMatter;
use crate::language::{self, Detection};
use crate::layout;
use crate::lines::Line;
use crate::sentences::{self, Sentence};
use crate::tokens::{self, Token};

/// A document's text with everything that one pass over it finds.
#[derive(Debug)]
pub(crate) struct Reading<'t> {
    /// The text as given.
    pub(crate) text: &'t str,
    /// Its tokens.
    pub(crate) tokens: Vec<Token>,
    /// Its lines that are not empty.
    pub(crate) lines: Vec<Line>,
    /// Its sentences.
    pub(crate) sentences: Vec<Sentence>,
    /// Its language.
    pub(crate) language: Detection,
}

impl<'t> Reading<'t> {
    /// Read `text`.
    pub(crate) fn new(text: &'t str) -> Reading<'t> {
        let mut tokens = tokens::scan(text);
        if let Some(front) = FrontMatter::find(text) {
            // Lists and blocks of settings are for programs: nobody reads times, figures or causes in them.
            let nested = front.nested(text);
            let mut next = 0;
            tokens.retain(|token| {
                while nested.get(next).is_some_and(|span| span.end <= token.span().start) {
                    next += 1;
                }
                nested.get(next).is_none_or(|span| token.span().start < span.start)
            });
        }
        let lines = layout::lines(text, &tokens);
        let sentences = sentences::split(text, &tokens, &lines);
        let language = language::detect(text, &tokens);
        Reading { text, tokens, lines, sentences, language }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_in_front_matter_are_not_read() {
        let text = "---\ntitle: Queue stuck\nincidents:\n  - start: \"2024-05-06T07:08:00Z\"\n    evidence: \"a lock\"\n---\n\nThe queue was stuck.\n";
        let reading = Reading::new(text);
        let sentences: Vec<&str> = reading.sentences.iter().map(|sentence| sentence.span.of(text)).collect();
        assert_eq!(sentences, ["title: Queue stuck", "incidents", "The queue was stuck."]);
    }
}
