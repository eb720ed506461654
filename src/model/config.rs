//! The configuration of a model: what its other files are read with, and what is checked before it is believed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{CONFIG, TOKENIZER, WEIGHTS, bad};
use crate::cause::decision::{CONFIDENCE_INPUTS, Decisions, KIND_INPUTS, LINK_INPUTS};
use crate::cause::finder;
use crate::cause::pool::STATED;
use crate::error::Result;
use crate::features::meanings::{self, Meaning};
use crate::features::phrases::{Phrases, language_of};
use crate::features::text::GroupShape;

/// Format of the model folder that this version reads and writes.
pub(super) const FORMAT: &str = "raiz-model/1";

/// A taxonomy has fewer labels.
pub(super) const MOST_LABELS: usize = 1 << 12;

/// A term of the lexicon: words that stand for a label.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Term(
    /// The folded words; one that ends in `*` stands for all that begin so.
    pub(crate) String,
    /// `en`, `pt` or `*`.
    pub(crate) String,
    /// The label.
    pub(crate) String,
);

/// What a model was made from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Origin {
    /// Version of this library that trained it.
    pub(crate) raiz: String,
    /// Fingerprint of the corpus.
    pub(crate) corpus: String,
    /// Seed of the folds.
    pub(crate) seed: u64,
}

/// SHA-256 of the files beside the configuration, so that a damaged one is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Digests {
    pub(super) tokenizer: String,
    pub(super) weights: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Config {
    pub(super) format: String,
    pub(super) origin: Origin,
    /// None in models of the first versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) sha256: Option<Digests>,
    pub(super) labels: Vec<String>,
    pub(super) groups: Vec<GroupShape>,
    pub(super) ngrams: [usize; 2],
    pub(super) aside: f32,
    pub(super) decisions: Decisions,
    pub(super) finder: BTreeMap<String, f32>,
    pub(super) lexicon: Vec<Term>,
}

#[derive(Deserialize)]
pub(super) struct Format {
    pub(super) format: String,
}

/// Are the files beside the configuration those that were written with it?
pub(super) fn check_files(config: &[u8], tokenizer: &[u8], weights: &[u8]) -> Result<()> {
    #[derive(Deserialize)]
    struct Written {
        sha256: Option<Digests>,
    }
    // What else may be wrong with the configuration is said where it is read.
    let Ok(Written { sha256: Some(written) }) = serde_json::from_slice(config) else { return Ok(()) };
    for (name, bytes, expected) in [(TOKENIZER, tokenizer, written.tokenizer), (WEIGHTS, weights, written.weights)] {
        if sha256(bytes) != expected {
            return Err(bad(format!("{name}: damaged, or not the file that {CONFIG} was written with")));
        }
    }
    Ok(())
}

/// SHA-256 in hexadecimal digits.
pub(super) fn sha256(bytes: &[u8]) -> String {
    use std::fmt::Write;

    use sha2::Digest;
    sha2::Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

pub(super) fn check_labels(labels: &[String]) -> Result<()> {
    let distinct: std::collections::BTreeSet<&String> = labels.iter().collect();
    if labels.len() < 2 || labels.len() > MOST_LABELS || distinct.len() != labels.len() || distinct.contains(&String::new()) {
        return Err(bad(format!("{CONFIG}: {} labels, {} of them distinct", labels.len(), distinct.len())));
    }
    Ok(())
}

pub(super) fn check_decisions(decisions: &Decisions, aside: f32, labels: usize) -> Result<()> {
    let numbers = decisions.parts.values().chain(&decisions.reliability).chain(&decisions.link_priors).chain([
        &decisions.sharpness,
        &decisions.contributing_from,
        &decisions.incident_from,
        &aside,
    ]);
    let sound = decisions.unknown.is_sound(STATED)
        && decisions.confidence.is_sound(CONFIDENCE_INPUTS)
        && decisions.contributing.is_sound(LINK_INPUTS)
        && decisions.incident.is_sound(KIND_INPUTS)
        && decisions.reliability.len() == labels
        && decisions.link_priors.len() == labels
        && numbers.into_iter().all(|number| number.is_finite());
    if sound { Ok(()) } else { Err(bad(format!("{CONFIG}: the weights of decisions are not finite or not as many as they must be"))) }
}

pub(super) fn finder_weights(named: &BTreeMap<String, f32>) -> Result<Vec<f32>> {
    let names = finder::names();
    let numbers: BTreeMap<&str, usize> = names.iter().enumerate().map(|(number, name)| (name.as_str(), number)).collect();
    let mut weights = vec![0.0; names.len()];
    for (name, &weight) in named {
        let Some(&number) = numbers.get(name.as_str()) else { return Err(bad(format!("{CONFIG}: no finder feature `{name}`"))) };
        if !weight.is_finite() {
            return Err(bad(format!("{CONFIG}: the weight of `{name}` is no number")));
        }
        weights[number] = weight;
    }
    Ok(weights)
}

/// The phrases of the tables and of a lexicon.
pub(crate) fn phrases(terms: &[Term], labels: &[String]) -> Result<Phrases<Meaning>> {
    let mut phrases = meanings::of_tables();
    for Term(words, language, label) in terms {
        let Some(number) = labels.iter().position(|known| known == label) else {
            return Err(bad(format!("{CONFIG}: term `{words}` stands for `{label}`, which is no label")));
        };
        phrases.add(words, language_of(language), Meaning::Term(number as u32));
    }
    Ok(phrases)
}
