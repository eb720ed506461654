//! How fast each stage is on the reports of the corpus, on one thread, in bytes of text a second.
//!
//!     cargo bench --bench stages --features stages
#![allow(clippy::disallowed_methods, reason = "the reports are read from the repository")]

mod common;

use std::sync::{Arc, LazyLock};

use divan::Bencher;
use divan::counter::BytesCount;
use raiz::stages::Read;
use raiz::{Model, Pipeline};

fn main() {
    divan::main();
}

static TEXTS: LazyLock<Vec<String>> = LazyLock::new(common::texts);

static READ: LazyLock<Vec<Read<'static>>> = LazyLock::new(|| TEXTS.iter().map(|text| Read::new(text)).collect());

static MODEL: LazyLock<Arc<Model>> = LazyLock::new(|| Pipeline::default().model().expect("the model inside"));

fn bytes() -> BytesCount {
    BytesCount::new(TEXTS.iter().map(String::len).sum::<usize>())
}

/// Run one stage over every text.
fn stage(bencher: Bencher<'_, '_>, stage: impl Fn(&Read<'static>) -> usize + Sync) {
    let read = &*READ;
    bencher.counter(bytes()).bench(|| read.iter().map(&stage).sum::<usize>());
}

#[divan::bench]
fn a_tokens(bencher: Bencher<'_, '_>) {
    stage(bencher, Read::tokens);
}

#[divan::bench]
fn b_lines(bencher: Bencher<'_, '_>) {
    stage(bencher, Read::lines);
}

#[divan::bench]
fn c_sentences(bencher: Bencher<'_, '_>) {
    stage(bencher, Read::sentences);
}

#[divan::bench]
fn d_language(bencher: Bencher<'_, '_>) {
    stage(bencher, Read::language);
}

#[divan::bench]
fn e_incidents(bencher: Bencher<'_, '_>) {
    stage(bencher, Read::incidents);
}

#[divan::bench]
fn f_timestamps_and_figures(bencher: Bencher<'_, '_>) {
    stage(bencher, Read::extracted);
}

#[divan::bench]
fn g_causes(bencher: Bencher<'_, '_>) {
    let model = &*MODEL;
    stage(bencher, |read| read.judged(model));
}

#[divan::bench]
fn h_text_to_records(bencher: Bencher<'_, '_>) {
    let (pipeline, texts) = (Pipeline::default(), &*TEXTS);
    bencher.counter(bytes()).bench(|| texts.iter().map(|text| pipeline.tag(text).len()).sum::<usize>());
}

#[divan::bench]
fn i_text_to_json(bencher: Bencher<'_, '_>) {
    let (pipeline, texts) = (Pipeline::default(), &*TEXTS);
    let json =
        |text: &String| pipeline.tag(text).iter().map(|record| serde_json::to_vec(record).map_or(0, |bytes| bytes.len())).sum::<usize>();
    bencher.counter(bytes()).bench(|| texts.iter().map(json).sum::<usize>());
}
