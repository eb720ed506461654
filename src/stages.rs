//! The stages of the pipeline one by one, for the benchmarks. Hidden: it may change with any version.

use crate::figures;
use crate::incidents;
use crate::model::Model;
use crate::reading::Reading;
use crate::timestamps::{self, Scope, TimeSettings};
use crate::{language, layout, sentences, tokens};

/// A document that was read.
#[derive(Debug)]
pub struct Read<'t> {
    reading: Reading<'t>,
}

impl<'t> Read<'t> {
    /// Read `text`.
    pub fn new(text: &'t str) -> Read<'t> {
        Read { reading: Reading::new(text) }
    }

    /// Text to tokens. Like all below, it gives how many of its products there are.
    pub fn tokens(&self) -> usize {
        tokens::scan(self.reading.text).len()
    }

    /// Tokens to lines and sections.
    pub fn lines(&self) -> usize {
        layout::lines(self.reading.text, &self.reading.tokens).len()
    }

    /// Lines to sentences.
    pub fn sentences(&self) -> usize {
        sentences::split(self.reading.text, &self.reading.tokens, &self.reading.lines).len()
    }

    /// Tokens to the language: 1 where it is read.
    pub fn language(&self) -> usize {
        usize::from(language::detect(self.reading.text, &self.reading.tokens).language.is_some())
    }

    /// Lines to incidents.
    pub fn incidents(&self) -> usize {
        incidents::segment(self.reading.text, &self.reading.tokens, &self.reading.lines).len()
    }

    /// Tokens to timestamps and figures.
    pub fn extracted(&self) -> usize {
        let Reading { text, tokens, lines, sentences, language } = &self.reading;
        let settings = TimeSettings::default();
        let times = timestamps::find(text, tokens, lines, language.language, &settings, Scope::Report).timestamps;
        times.len() + figures::find(text, tokens, lines, sentences, &times, language.language).len()
    }

    /// Words and sentences to causes, of the whole text as one incident.
    pub fn judged(&self, model: &Model) -> usize {
        let classifier = &model.classifier;
        let incident = incidents::Incident::bare(crate::span::Span::new(0, self.reading.text.len()));
        let mut facts = classifier.facts(&self.reading);
        classifier.judge(&self.reading, &mut facts, &incident, 0.0).cause.evidence.len()
    }
}
