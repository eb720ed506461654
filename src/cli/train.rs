//! `raiz train`: a model folder from labelled reports.

use std::fs;
use std::path::Path;

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
    teaches(&corpus)?;
    let recipe = args.recipe.as_deref().map_or(Ok(Recipe::default()), recipe)?;
    let unwritable = || format!("{}: cannot be written", args.out.display());
    // Before the long work, not after it.
    fs::create_dir_all(&args.out).with_context(unwritable)?;
    let model = threads(common)?.install(|| fit(&corpus, &recipe)).inspect_err(|_| {
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

/// The recipe in a JSON file.
fn recipe(path: &Path) -> anyhow::Result<Recipe> {
    let text = fs::read_to_string(path).with_context(|| format!("{}: cannot be read", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{}: not a recipe", path.display()))
}

/// Is there anything to learn causes from?
pub(crate) fn teaches(corpus: &Corpus) -> anyhow::Result<()> {
    let marked = corpus.reports.iter().flat_map(|report| &report.incidents).any(|incident| incident.evidence.is_some());
    if !marked && corpus.sentences.is_empty() {
        bail!("no report says where its cause stands: give `evidence`, a sentence of the text, or labelled single sentences");
    }
    Ok(())
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
