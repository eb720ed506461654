//! `raiz train`: a model folder from labelled reports.

use std::fs;

use anyhow::{Context, bail};
use raiz::Corpus;
use raiz::train::{Recipe, fit};

use super::args::{Common, TrainArgs};
use super::batch::threads;
use super::console::Console;
use super::status::Status;
use super::summary::counted;

/// Train a model and write its folder.
pub(crate) fn run(args: &TrainArgs, common: &Common) -> anyhow::Result<Status> {
    let console = Console::new(common);
    let corpus = sound_corpus(&args.corpus, &console)?;
    let marked = corpus.reports.iter().flat_map(|report| &report.incidents).any(|incident| incident.evidence.is_some());
    if !marked && corpus.sentences.is_empty() {
        bail!("no report says where its cause stands: give `evidence`, a sentence of the text, or labelled single sentences");
    }
    let unwritable = || format!("{}: cannot be written", args.out.display());
    // Before the long work, not after it.
    fs::create_dir_all(&args.out).with_context(unwritable)?;
    let model = threads(common)?.install(|| fit(&corpus, &Recipe::default())).inspect_err(|_| {
        // A folder that was made for nothing; one that holds anything stays.
        let _ = fs::remove_dir(&args.out);
    })?;
    model.save(&args.out)?;
    console.finish();
    console.note(format_args!(
        "{}: {} from {} and {}",
        args.out.display(),
        counted(model.labels().len(), "label", "labels"),
        counted(corpus.reports.len(), "report", "reports"),
        counted(corpus.sentences.len(), "sentence", "sentences"),
    ));
    Ok(Status::Done)
}

/// The corpus at `paths`; where a file of it is broken, every such file is named and nothing is done, since numbers from
/// half a corpus would be taken for numbers from the whole.
pub(crate) fn sound_corpus(paths: &[std::path::PathBuf], console: &Console) -> anyhow::Result<Corpus> {
    let (corpus, errors) = Corpus::read(paths)?;
    for error in &errors {
        console.complain(error);
    }
    if !errors.is_empty() {
        bail!("{}; mend the corpus first (`raiz corpus check` says more)", counted(errors.len(), "broken place", "broken places"));
    }
    Ok(corpus)
}
