//! The model folder: opened, checked, saved.
//!
//! Four files: `config.json` (labels, settings, small weights by name), `tokenizer.json` (subwords),
//! `model.safetensors` (feature names and large weights), `README.md` (the model card). Nothing in it is run, and
//! everything is checked before it is used, so that a folder from anywhere may be opened.

mod config;
mod weights;

use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

use safetensors::tensor::{Dtype, SafeTensors};

use self::config::{Config, Digests, FORMAT, Format, check_decisions, check_files, check_labels, finder_weights, sha256};
pub(crate) use self::config::{Origin, Term, phrases};
use self::weights::{floats, matrix, tensor};
use crate::cause::{Classifier, Encoder, KINDS, finder};
use crate::error::{Error, ErrorKind, Result};
use crate::features::cache::WordCache;
use crate::features::names::Names;
use crate::features::text::TextFeatures;
use crate::subwords::Subwords;

const CONFIG: &str = "config.json";

const TOKENIZER: &str = "tokenizer.json";

const WEIGHTS: &str = "model.safetensors";

const CARD: &str = "README.md";

/// No file of a model is longer; what is longer is not read at all.
const LONGEST_FILE: u64 = 1 << 30;

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
        let (tokenizer, weights) = (self.classifier.encoder.subwords.json().as_bytes().to_vec(), weights::serialize(&self.classifier)?);
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

#[cfg(feature = "embedded-model")]
static EMBEDDED: LazyLock<Option<Arc<Model>>> = LazyLock::new(|| {
    Model::from_parts(
        include_bytes!("../../models/base/config.json"),
        include_bytes!("../../models/base/tokenizer.json"),
        include_bytes!("../../models/base/model.safetensors"),
        include_str!("../../models/base/README.md"),
    )
    .ok()
    .map(Arc::new)
});

#[cfg(not(feature = "embedded-model"))]
static EMBEDDED: LazyLock<Option<Arc<Model>>> = LazyLock::new(|| None);

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

#[cfg(test)]
#[cfg(feature = "train")]
mod tests {
    use half::f16;

    use super::weights::single;
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
