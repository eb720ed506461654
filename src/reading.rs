//! A document after the passes that every later step reads: tokens, lines, sentences, language.

use crate::language::{self, Detection};
use crate::layout::{self, Line};
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
        let tokens = tokens::scan(text);
        let lines = layout::lines(text, &tokens);
        let sentences = sentences::split(text, &tokens, &lines);
        let language = language::detect(text, &tokens);
        Reading { text, tokens, lines, sentences, language }
    }
}
