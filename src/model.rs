//! The model folder: opened, checked, saved.
//!
//! Four files: `config.json` (labels, settings, small weights by name), `tokenizer.json` (subwords),
//! `model.safetensors` (feature names and large weights), `README.md` (the model card). Nothing in it is run, and
//! everything is checked before it is used, so that a folder from anywhere may be opened.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

use half::f16;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};

use crate::cause::decision::{CONFIDENCE_INPUTS, Decisions, KIND_INPUTS, LINK_INPUTS};
use crate::cause::linear::Weights;
use crate::cause::pool::STATED;
use crate::cause::{Classifier, Encoder, KINDS, finder};
use crate::error::{Error, ErrorKind, Result};
use crate::features::cache::WordCache;
use crate::features::meanings::{self, Meaning};
use crate::features::names::Names;
use crate::features::phrases::{Phrases, language_of};
use crate::features::text::{GroupShape, TextFeatures};
use crate::subwords::Subwords;

/// Format of the model folder that this version reads and writes.
const FORMAT: &str = "raiz-model/1";
const CONFIG: &str = "config.json";
const TOKENIZER: &str = "tokenizer.json";
const WEIGHTS: &str = "model.safetensors";
const CARD: &str = "README.md";
/// No file of a model is longer; what is longer is not read at all.
const LONGEST_FILE: u64 = 1 << 30;
/// A taxonomy has fewer labels.
const MOST_LABELS: usize = 1 << 12;

/// A trained model: reads incidents for their causes.
///
/// ```no_run
/// let model = raiz::Model::open("models/base")?;
/// assert!(model.labels().iter().any(|label| label == "configuration"));
/// # Ok::<(), raiz::Error>(())
/// ```
pub struct Model {
    pub(crate) classifier: Classifier,
    pub(crate) lexicon: Vec<Term>,
    pub(crate) origin: Origin,
    pub(crate) digest: OnceLock<String>,
    pub(crate) card: String,
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Model({} labels, {} features)", self.labels().len(), self.classifier.encoder.text.len())
    }
}

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
struct Digests {
    tokenizer: String,
    weights: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    format: String,
    origin: Origin,
    /// None in models of the first versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sha256: Option<Digests>,
    labels: Vec<String>,
    groups: Vec<GroupShape>,
    ngrams: [usize; 2],
    aside: f32,
    decisions: Decisions,
    finder: BTreeMap<String, f32>,
    lexicon: Vec<Term>,
}

impl Model {
    /// Open a model folder.
    ///
    /// # Errors
    /// Of kind [`ErrorKind::Model`], where a file is missing, damaged, of another format version, or does not fit the others.
    pub fn open(folder: impl AsRef<Path>) -> Result<Model> {
        let folder = folder.as_ref();
        let config = read(&folder.join(CONFIG))?;
        let tokenizer = read(&folder.join(TOKENIZER))?;
        let weights = read(&folder.join(WEIGHTS))?;
        let card = read(&folder.join(CARD)).unwrap_or_default();
        let whole = check_files(&config, &tokenizer, &weights);
        whole
            .and_then(|()| Model::from_parts(&config, &tokenizer, &weights, &String::from_utf8_lossy(&card)))
            .map_err(|error| error.at_path(folder))
    }

    /// The labels, in the model's order.
    pub fn labels(&self) -> &[String] {
        &self.classifier.labels
    }

    /// The model card, in Markdown.
    pub fn card(&self) -> &str {
        &self.card
    }

    /// Fingerprint of the corpus it was trained on.
    pub fn corpus_digest(&self) -> &str {
        &self.origin.corpus
    }

    /// Fingerprint of the model itself: SHA-256 of its configuration, which holds those of its other files.
    pub fn digest(&self) -> &str {
        let of_files = || self.files().map(|files| sha256(&files[0].1)).unwrap_or_default();
        self.digest.get_or_init(of_files)
    }

    /// Put another card beside the weights.
    #[must_use]
    pub fn with_card(mut self, card: impl Into<String>) -> Model {
        self.card = card.into();
        self
    }

    /// Write the four files of the model into `folder`, which is made where it is missing.
    ///
    /// # Errors
    /// Of kind [`ErrorKind::Io`], where a file cannot be written.
    pub fn save(&self, folder: impl AsRef<Path>) -> Result<()> {
        let folder = folder.as_ref();
        let failed = |path: &Path, error: &std::io::Error| Error::new(ErrorKind::Io, error.to_string()).at_path(path);
        fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
        for (name, bytes) in self.files()? {
            // A reader that opens the folder meanwhile finds the old file or the new one, never half of it.
            let (path, partial) = (folder.join(name), folder.join(format!("{name}.partial")));
            fs::write(&partial, bytes).and_then(|()| fs::rename(&partial, &path)).map_err(|error| failed(&path, &error))?;
        }
        Ok(())
    }

    /// The files of the model, the configuration first.
    fn files(&self) -> Result<[(&'static str, Vec<u8>); 4]> {
        let (tokenizer, weights) = (self.classifier.encoder.subwords.json().as_bytes().to_vec(), self.weights()?);
        let sha256 = Digests { tokenizer: sha256(&tokenizer), weights: sha256(&weights) };
        let config = self.config(sha256)?.into_bytes();
        Ok([(CONFIG, config), (TOKENIZER, tokenizer), (WEIGHTS, weights), (CARD, self.card.clone().into_bytes())])
    }

    fn config(&self, sha256: Digests) -> Result<String> {
        let classifier = &self.classifier;
        let config = Config {
            format: FORMAT.to_owned(),
            origin: self.origin.clone(),
            sha256: Some(sha256),
            labels: classifier.labels.clone(),
            groups: classifier.encoder.text.groups().to_vec(),
            ngrams: classifier.encoder.text.lengths(),
            aside: self.classifier.encoder.aside,
            decisions: classifier.decisions.clone(),
            finder: finder::names().into_iter().zip(classifier.finder.iter().copied()).filter(|(_, weight)| *weight != 0.0).collect(),
            lexicon: self.lexicon.clone(),
        };
        let mut text = serde_json::to_string_pretty(&config).map_err(|error| Error::new(ErrorKind::Model, error.to_string()))?;
        text.push('\n');
        Ok(text)
    }

    fn weights(&self) -> Result<Vec<u8>> {
        let classifier = &self.classifier;
        let text = &classifier.encoder.text;
        let names = text.names().lines().as_bytes().to_vec();
        let halves = |weights: &Weights| -> Vec<u8> { weights.of.iter().flat_map(|&weight| f16::from_f32(weight).to_le_bytes()).collect() };
        let singles = |values: &[f32]| -> Vec<u8> { values.iter().flat_map(|value| value.to_le_bytes()).collect() };
        let tensors = [
            ("features.names", Dtype::U8, vec![names.len()], names),
            ("features.rarity", Dtype::F32, vec![text.len()], singles(text.rarity())),
            ("kind.bias", Dtype::F32, vec![classifier.kind.answers], singles(&classifier.kind.intercepts)),
            ("kind.weight", Dtype::F16, vec![text.len(), classifier.kind.answers], halves(&classifier.kind)),
            ("sentence.bias", Dtype::F32, vec![classifier.sentence.answers], singles(&classifier.sentence.intercepts)),
            ("sentence.weight", Dtype::F16, vec![text.len(), classifier.sentence.answers], halves(&classifier.sentence)),
        ];
        let failed = |error: safetensors::SafeTensorError| Error::new(ErrorKind::Model, error.to_string());
        let mut views = Vec::with_capacity(tensors.len());
        for (name, dtype, shape, bytes) in &tensors {
            views.push((*name, TensorView::new(*dtype, shape.clone(), bytes).map_err(failed)?));
        }
        safetensors::serialize(views, None).map_err(failed)
    }

    /// A model from the contents of its files.
    pub(crate) fn from_parts(config: &[u8], tokenizer: &[u8], weights: &[u8], card: &str) -> Result<Model> {
        let digest = OnceLock::from(sha256(config));
        let format: Format = serde_json::from_slice(config).map_err(|error| bad(format!("{CONFIG}: {error}")))?;
        if format.format != FORMAT {
            return Err(bad(format!("{CONFIG}: format `{}` is not `{FORMAT}`", format.format)));
        }
        let config: Config = serde_json::from_slice(config).map_err(|error| bad(format!("{CONFIG}: {error}")))?;
        check_labels(&config.labels)?;
        let tokenizer = std::str::from_utf8(tokenizer).map_err(|_| bad(format!("{TOKENIZER}: not UTF-8")))?;
        let subwords = Subwords::from_json(tokenizer)?;
        let tensors = SafeTensors::deserialize(weights).map_err(|error| bad(format!("{WEIGHTS}: {error}")))?;
        let names = tensor(&tensors, "features.names", Dtype::U8, None)?;
        let names = std::str::from_utf8(names).map_err(|_| bad(format!("{WEIGHTS}: feature names are not UTF-8")))?;
        let names = Names::of_lines(names);
        let features = names.len();
        let rarity = floats(&tensors, "features.rarity", &[features])?;
        let text = TextFeatures::new(config.groups, config.ngrams, names, rarity, &subwords)?;
        let sentence = matrix(&tensors, "sentence", features, config.labels.len() + 1)?;
        let kind = matrix(&tensors, "kind", features, KINDS.len())?;
        check_decisions(&config.decisions, config.aside, config.labels.len())?;
        let finder = finder_weights(&config.finder)?;
        let phrases = phrases(&config.lexicon, &config.labels)?;
        let encoder = Encoder { subwords, text, aside: config.aside, phrases };
        let (labels, decisions) = (config.labels, config.decisions);
        let (joint, cache) = (OnceLock::new(), WordCache::default());
        let classifier = Classifier { labels, encoder, sentence, kind, joint, cache, finder, decisions };
        Ok(Model { classifier, lexicon: config.lexicon, origin: config.origin, digest, card: card.to_owned() })
    }

    /// The model inside the library; none where it was built without one.
    pub(crate) fn embedded() -> Option<Arc<Model>> {
        EMBEDDED.clone()
    }
}

#[derive(Deserialize)]
struct Format {
    format: String,
}

#[cfg(feature = "embedded-model")]
static EMBEDDED: LazyLock<Option<Arc<Model>>> = LazyLock::new(|| {
    Model::from_parts(
        include_bytes!("../models/base/config.json"),
        include_bytes!("../models/base/tokenizer.json"),
        include_bytes!("../models/base/model.safetensors"),
        include_str!("../models/base/README.md"),
    )
    .ok()
    .map(Arc::new)
});
#[cfg(not(feature = "embedded-model"))]
static EMBEDDED: LazyLock<Option<Arc<Model>>> = LazyLock::new(|| None);

/// Are the files beside the configuration those that were written with it?
fn check_files(config: &[u8], tokenizer: &[u8], weights: &[u8]) -> Result<()> {
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
fn sha256(bytes: &[u8]) -> String {
    use std::fmt::Write;

    use sha2::Digest;
    sha2::Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

fn bad(message: String) -> Error {
    Error::new(ErrorKind::Model, message)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    let failed = |error: std::io::Error| Error::new(ErrorKind::Model, error.to_string()).at_path(path);
    let length = fs::metadata(path).map_err(failed)?.len();
    if length > LONGEST_FILE {
        return Err(bad(format!("{length} bytes are more than a model has")).at_path(path));
    }
    fs::read(path).map_err(failed)
}

fn check_labels(labels: &[String]) -> Result<()> {
    let distinct: std::collections::BTreeSet<&String> = labels.iter().collect();
    if labels.len() < 2 || labels.len() > MOST_LABELS || distinct.len() != labels.len() || distinct.contains(&String::new()) {
        return Err(bad(format!("{CONFIG}: {} labels, {} of them distinct", labels.len(), distinct.len())));
    }
    Ok(())
}

fn check_decisions(decisions: &Decisions, aside: f32, labels: usize) -> Result<()> {
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

fn finder_weights(named: &BTreeMap<String, f32>) -> Result<Vec<f32>> {
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

fn tensor<'a>(tensors: &SafeTensors<'a>, name: &str, dtype: Dtype, shape: Option<&[usize]>) -> Result<&'a [u8]> {
    let found = tensors.tensor(name).map_err(|error| bad(format!("{WEIGHTS}: {error}")))?;
    if found.dtype() != dtype || shape.is_some_and(|shape| found.shape() != shape) {
        return Err(bad(format!(
            "{WEIGHTS}: `{name}` is {:?} {:?}, not {dtype:?} {:?}",
            found.dtype(),
            found.shape(),
            shape.unwrap_or_default()
        )));
    }
    Ok(found.data())
}

fn floats(tensors: &SafeTensors<'_>, name: &str, shape: &[usize]) -> Result<Vec<f32>> {
    let bytes = tensor(tensors, name, Dtype::F32, Some(shape))?;
    finite(name, bytes.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect())
}

fn matrix(tensors: &SafeTensors<'_>, name: &str, features: usize, answers: usize) -> Result<Weights> {
    let weight = format!("{name}.weight");
    let bytes = tensor(tensors, &weight, Dtype::F16, Some(&[features, answers]))?;
    let of = finite(&weight, bytes.as_chunks().0.iter().map(|two| single(u16::from_le_bytes(*two))).collect())?;
    Ok(Weights { answers, of, intercepts: floats(tensors, &format!("{name}.bias"), &[answers])? })
}

/// The bits of a half-precision number in single precision: exponent and mantissa move to their new places, and a power of
/// two makes up for the exponents' different biases. Quicker than looking at each kind of number by itself.
fn single(bits: u16) -> f32 {
    let magnitude = u32::from(bits & 0x7fff) << 13;
    // Infinities and what is no number keep their exponent of ones.
    let endless = if bits & 0x7c00 == 0x7c00 { 0x7f80_0000 } else { 0 };
    let value = f32::from_bits(magnitude) * f32::from_bits((254 - 15) << 23);
    f32::from_bits(value.to_bits() | endless | u32::from(bits & 0x8000) << 16)
}

fn finite(name: &str, values: Vec<f32>) -> Result<Vec<f32>> {
    if values.iter().all(|value| value.is_finite()) {
        Ok(values)
    } else {
        Err(bad(format!("{WEIGHTS}: `{name}` holds a number that is not finite")))
    }
}

#[cfg(test)]
#[cfg(feature = "train")]
mod tests {
    use super::*;
    use crate::corpus::Corpus;
    use crate::train::{Recipe, fit};

    /// Two causes told in a few ways, in both languages.
    fn trained() -> Model {
        let folder = tempfile::tempdir().expect("a folder");
        for number in 0..24 {
            let (label, evidence) = if number % 2 == 0 {
                ("leak", ["a pipe burst above the server room", "um cano rompeu sobre a sala"][number / 2 % 2])
            } else {
                ("strike", ["the crew walked out over pay", "a equipe parou por causa do salario"][number / 2 % 2])
            };
            let language = ["en", "pt"][number / 2 % 2];
            let text = format!("Ferry {number} stopped\n\nNobody could board. This happened because {evidence} at noon. Boats sail again.");
            let head = format!(
                "---\nid: f-{number}\nlanguage: {language}\nkind: incident\nincidents:\n  - cause: {label}\n    evidence: \"{evidence}\"\n---\n"
            );
            fs::write(folder.path().join(format!("f-{number}.md")), format!("{head}{text}\n")).expect("a report");
        }
        let corpus = Corpus::open(&[folder.path()]).expect("a sound corpus");
        fit(&corpus, &Recipe { subwords: 200, ..Recipe::default() }).expect("a model")
    }

    fn parts(model: &Model) -> [Vec<u8>; 3] {
        let [config, tokenizer, weights, _] = model.files().expect("files").map(|(_, bytes)| bytes);
        [config, tokenizer, weights]
    }

    #[test]
    fn a_folder_gives_the_same_model_and_the_same_bytes() {
        let model = trained();
        let folder = tempfile::tempdir().expect("a folder");
        model.save(folder.path()).expect("writable");
        let again = Model::open(folder.path()).expect("just written");
        assert_eq!(parts(&model), parts(&again));
        assert_eq!(again.labels(), ["leak", "strike"]);
        assert_eq!(again.digest(), model.digest());
        assert_eq!(model.classifier.sentence, again.classifier.sentence);
        let names: Vec<_> = fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name()).collect();
        assert_eq!(names.len(), 4, "{names:?}");
    }

    #[test]
    fn training_gives_the_same_bytes_on_any_number_of_threads() {
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            pool.install(|| parts(&trained()))
        };
        assert_eq!(on(1), on(3));
    }

    #[test]
    fn damaged_folders_are_errors_of_kind_model() {
        let [config, tokenizer, weights] = parts(&trained());
        let text = String::from_utf8(config.clone()).expect("JSON is UTF-8");
        let changed = |from: &str, to: &str| {
            assert!(text.contains(from), "{from} is not in the config");
            text.replacen(from, to, 1).into_bytes()
        };
        // The header's length stands in the first eight bytes; single-precision numbers come right behind the header.
        let header = weights.first_chunk().map_or(0, |length| u64::from_le_bytes(*length) as usize);
        let mut endless = weights.clone();
        endless[8 + header..12 + header].copy_from_slice(&f32::INFINITY.to_le_bytes());
        let cases = [
            ("no JSON", b"{".to_vec(), tokenizer.as_slice(), weights.as_slice()),
            ("another format", changed("raiz-model/1", "raiz-model/9"), &tokenizer, &weights),
            ("a label twice", changed("\"strike\"", "\"leak\""), &tokenizer, &weights),
            ("one label too few", changed("\"leak\",", ""), &tokenizer, &weights),
            ("a feature too many", changed("\"features\": ", "\"features\": 1"), &tokenizer, &weights),
            ("an unknown finder feature", changed("\"cue=", "\"clue="), &tokenizer, &weights),
            ("n-grams of no length", changed("\"ngrams\": [\n    3", "\"ngrams\": [\n    0"), &tokenizer, &weights),
            ("no tokenizer", config.clone(), b"[]".as_slice(), &weights),
            ("weights cut short", config.clone(), &tokenizer, &weights[..weights.len() / 2]),
            ("a weight without end", config.clone(), &tokenizer, &endless),
        ];
        for (name, config, tokenizer, weights) in cases {
            let error = Model::from_parts(&config, tokenizer, weights, "").expect_err(name);
            assert_eq!(error.kind(), ErrorKind::Model, "{name}: {error}");
        }
        assert!(Model::from_parts(&config, &tokenizer, &weights, "").is_ok());
    }

    #[test]
    fn a_changed_byte_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        trained().save(folder.path()).expect("writable");
        let path = folder.path().join(WEIGHTS);
        let mut bytes = fs::read(&path).expect("weights");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&path, bytes).expect("written");
        let error = Model::open(folder.path()).expect_err("damaged");
        assert!(error.to_string().contains("model.safetensors: damaged"), "{error}");
    }

    #[test]
    fn halves_are_read_as_what_they_are() {
        for bits in 0..=u16::MAX {
            let (read, expected) = (single(bits), f16::from_bits(bits).to_f32());
            assert!(read.to_bits() == expected.to_bits() || !read.is_finite() && !expected.is_finite(), "{bits:x}: {read} for {expected}");
        }
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let error = Model::open("no/such/model").expect_err("nothing there");
        assert_eq!(error.kind(), ErrorKind::Model);
        assert!(error.to_string().contains("no/such/model"), "{error}");
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_bring_it_down(config in ".{0,200}", tokenizer in ".{0,200}", weights: Vec<u8>) {
            let opened = Model::from_parts(config.as_bytes(), tokenizer.as_bytes(), &weights, "");
            proptest::prop_assert!(opened.is_err());
        }
    }
}
