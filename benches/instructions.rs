//! Every stage once over the reports of the corpus, each in a function of its own, for counting instructions: see
//! `instructions.sh`.
#![allow(clippy::disallowed_methods, reason = "the reports are read from the repository")]

mod common;

use raiz::stages::Read;
use raiz::{Model, Pipeline};

/// A function that valgrind can tell from the others.
macro_rules! stages {
    ($($name:ident: $stage:expr;)*) => {
        $(#[inline(never)]
        fn $name(read: &[Read<'_>]) -> usize {
            read.iter().map($stage).sum()
        })*
    };
}

stages! {
    stage_tokens: Read::tokens;
    stage_lines: Read::lines;
    stage_sentences: Read::sentences;
    stage_language: Read::language;
    stage_incidents: Read::incidents;
    stage_timestamps_and_figures: Read::extracted;
}

#[inline(never)]
fn stage_causes(read: &[Read<'_>], model: &Model) -> usize {
    read.iter().map(|read| read.judged(model)).sum()
}

#[inline(never)]
fn stage_text_to_json(texts: &[String], pipeline: &Pipeline) -> usize {
    let json = |text: &String| serde_json::to_vec(&pipeline.tag(text)).map_or(0, |json| json.len());
    texts.iter().map(json).sum()
}

#[inline(never)]
fn stage_opening_the_model() -> Option<std::sync::Arc<Model>> {
    Pipeline::default().model()
}

fn main() {
    let texts = common::texts();
    let model = stage_opening_the_model().expect("the model inside");
    let read: Vec<Read<'_>> = texts.iter().map(|text| Read::new(text)).collect();
    // Tables and the facts of words are made once.
    for read in &read {
        let _ = (read.judged(&model), read.incidents(), read.extracted());
    }
    let bytes: usize = texts.iter().map(String::len).sum();
    let plain = [stage_tokens, stage_lines, stage_sentences, stage_language, stage_incidents, stage_timestamps_and_figures];
    let products: usize = plain.into_iter().map(|stage| stage(&read)).sum();
    let records = stage_causes(&read, &model) + stage_text_to_json(&texts, &Pipeline::default());
    assert!(products > 0 && records > 0);
    #[allow(clippy::print_stdout, reason = "the script reads it")]
    {
        println!("{bytes}");
    }
}
