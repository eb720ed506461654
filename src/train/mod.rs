//! Training: from a labelled corpus to a model. The same corpus and recipe give the same bytes on any number of threads.

mod decide;
mod examples;
mod folds;
mod hinge;
mod logistic;
mod minimize;
mod recipe;
mod seek;
mod sentences;

use std::sync::OnceLock;

use half::f16;

pub use recipe::Recipe;

use crate::cause::Classifier;
use crate::cause::linear::Weights;
use crate::corpus::Corpus;
use crate::error::{Error, ErrorKind, Result};
use crate::features::cache::WordCache;
use crate::model::{Model, Origin};

/// Train a model.
///
/// Labels, words and weights all come from the corpus; the only name with a meaning is `unknown`, for reports that name no
/// cause.
///
/// ```no_run
/// use raiz::train::{Recipe, fit};
/// let corpus = raiz::Corpus::open(&["corpus"])?;
/// fit(&corpus, &Recipe::default())?.save("models/base")?;
/// # Ok::<(), raiz::Error>(())
/// ```
///
/// # Errors
/// Of kind [`ErrorKind::Corpus`], where the corpus has fewer than two labels or too few reports to hold some out; of kind
/// [`ErrorKind::Usage`], where the recipe has fewer than two folds.
pub fn fit(corpus: &Corpus, recipe: &Recipe) -> Result<Model> {
    if recipe.folds < 2 {
        return Err(Error::new(ErrorKind::Usage, "training needs two folds or more"));
    }
    let examples = examples::gather(corpus, recipe)?;
    let read = sentences::fit(&examples, recipe);
    let decided = decide::fit(&examples, &read, recipe);
    let examples::Examples { labels, encoder, terms, .. } = examples;
    let classifier = Classifier {
        labels,
        encoder,
        sentence: halved(read.sentence),
        kind: halved(decided.kind),
        joint: OnceLock::new(),
        cache: WordCache::default(),
        finder: read.finder,
        decisions: decided.decisions,
    };
    let origin = Origin { raiz: env!("CARGO_PKG_VERSION").to_owned(), corpus: corpus.digest().to_owned(), seed: recipe.seed };
    Ok(Model { classifier, lexicon: terms, origin, digest: OnceLock::new(), card: decided.card })
}

/// Weights as the model folder keeps them, so that a model just trained and one read from its folder are the same.
fn halved(mut weights: Weights) -> Weights {
    for weight in &mut weights.of {
        *weight = f16::from_f32(*weight).to_f32();
    }
    weights
}
