//! Root causes: which label, how surely, and on what evidence.
//!
//! Three linear models in a row: one reads each sentence for a cause, one says which sentences tell it, and what they
//! say is pooled with the finder's attention. Every step is a sum of named weights, so that a decision can be taken apart.

use std::sync::Arc;

pub(crate) mod decision;
pub(crate) mod finder;
pub(crate) mod linear;
pub(crate) mod pool;

use crate::features::cache::WordCache;
use crate::features::concepts::CONCEPTS;
use crate::features::context::{self, Setting};
use crate::features::phrases::Phrases;
use crate::features::text::{Counts, Row, TextFeatures, WordFeatures};
use crate::features::words::Words;
use crate::incidents::{Incident, Kind};
use crate::reading::Reading;
use crate::span::Span;
use crate::subwords::Subwords;

use decision::{Decisions, KindLean, Manner};
use linear::Weights;
use pool::Read;

/// The label of incidents whose report names no cause.
pub(crate) const UNKNOWN: &str = "unknown";

/// A sentence that speaks for a label.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Evidence {
    /// The sentence.
    pub(crate) span: Span,
    /// Its share in the decision.
    pub(crate) weight: f64,
}

/// A label with its probability and what speaks for it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Link {
    pub(crate) label: String,
    pub(crate) confidence: f64,
    pub(crate) evidence: Vec<Evidence>,
}

/// What the model says of one incident.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Verdict {
    pub(crate) kind: Kind,
    /// The root cause.
    pub(crate) cause: Link,
    /// Further links of the chain, strongest first.
    pub(crate) contributing: Vec<Link>,
    /// Every label of the model with its probability.
    pub(crate) scores: Vec<(String, f64)>,
}

impl Verdict {
    /// The verdict of nobody: without a model, every cause is unknown.
    pub(crate) fn silent() -> Verdict {
        let cause = Link { label: UNKNOWN.to_owned(), confidence: 0.0, evidence: Vec::new() };
        Verdict { kind: Kind::Incident, cause, contributing: Vec::new(), scores: Vec::new() }
    }
}

/// What turns text into numbers: chosen once from a corpus, then closed.
#[derive(Debug)]
pub(crate) struct Encoder {
    /// Parts of words.
    pub(crate) subwords: Subwords,
    /// Words and parts of words as features.
    pub(crate) text: TextFeatures,
    /// Weight of words that stand beside the clause which tells the cause.
    pub(crate) aside: f32,
    /// Terms that stand for a label; a phrase's meaning is the label's number.
    pub(crate) lexicon: Phrases,
    /// The features of words met before.
    pub(crate) cache: WordCache,
}

/// The sentences of an incident in numbers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scene {
    /// Where each stands and how it speaks.
    pub(crate) settings: Vec<Setting>,
    /// What each says.
    pub(crate) rows: Vec<Row>,
    /// The labels whose terms stand in each.
    pub(crate) terms: Vec<Vec<u32>>,
}

impl Encoder {
    /// The sentences of an incident in numbers.
    pub(crate) fn scene(&self, reading: &Reading<'_>, words: &Words, incident: &Incident, counts: &mut Counts) -> Scene {
        let settings = context::settings(reading, words, incident);
        let known = self.known(words);
        let fits = self.lexicon.fits(&words.distinct);
        let concept_fits = CONCEPTS.fits(words);
        let (mut rows, mut terms) = (Vec::with_capacity(settings.len()), Vec::with_capacity(settings.len()));
        for setting in &settings {
            let of_sentence = || words.places[setting.places.clone()].iter().map(|place| place.word);
            let concepts = setting.concepts(&concept_fits, words, reading.language.language, self.aside);
            rows.push(self.text.row(&known, setting.weighed(words, self.aside), &concepts, counts));
            let mut labels = Vec::new();
            self.lexicon.find(&fits, of_sentence(), reading.language.language, |label, _, _| labels.push(label));
            labels.sort_unstable();
            labels.dedup();
            terms.push(labels);
        }
        Scene { settings, rows, terms }
    }

    /// A text as one sentence with all words alike.
    #[cfg(feature = "train")]
    pub(crate) fn plain_row(&self, reading: &Reading<'_>, words: &Words) -> Row {
        let places = 0..words.places.len();
        let concepts = CONCEPTS.of(&CONCEPTS.fits(words), words, places, reading.language.language, |_| 1.0);
        let all = words.places.iter().map(|place| (place.word, 1.0));
        self.text.row(&self.known(words), all, &concepts, &mut Counts::default())
    }

    /// A text as the one sentence that `setting` is.
    #[cfg(feature = "train")]
    pub(crate) fn row(&self, reading: &Reading<'_>, words: &Words, setting: &Setting) -> Row {
        let concepts = setting.concepts(&CONCEPTS.fits(words), words, reading.language.language, self.aside);
        self.text.row(&self.known(words), setting.weighed(words, self.aside), &concepts, &mut Counts::default())
    }

    /// The features of each distinct word of a document.
    pub(crate) fn known(&self, words: &Words) -> Vec<Arc<WordFeatures>> {
        self.cache.features(&words.distinct, |word| self.text.word(word, &self.subwords))
    }
}

/// Judges incidents.
#[derive(Debug)]
pub(crate) struct Classifier {
    /// The labels, in the order of the columns.
    pub(crate) labels: Vec<String>,
    /// Text to numbers.
    pub(crate) encoder: Encoder,
    /// Sentence to labels, then *none*.
    pub(crate) sentence: Weights,
    /// Sentence to [`KINDS`].
    pub(crate) kind: Weights,
    /// Sentence to its chance of telling the cause.
    pub(crate) finder: Vec<f32>,
    /// From pooled sentences to probabilities.
    pub(crate) decisions: Decisions,
}

/// How sentences read to a model of kinds.
pub(crate) fn kind_lean(kind: &Weights, rows: &[Row], manners: &[Manner]) -> KindLean {
    KindLean::of(rows.iter().zip(manners).map(|(row, &manner)| {
        let mut margins = [0.0; KINDS.len()];
        kind.score(row, &mut margins);
        (margins, manner)
    }))
}

impl Scene {
    /// How each sentence speaks.
    pub(crate) fn manners(&self) -> Vec<Manner> {
        self.settings.iter().map(Setting::manner).collect()
    }
}

/// The kinds, in the order of the kind model's answers.
pub(crate) const KINDS: [Kind; 3] = [Kind::Incident, Kind::Maintenance, Kind::Other];

impl Classifier {
    /// The number of the label for texts that name no cause, where the taxonomy has one.
    pub(crate) fn unknown(&self) -> Option<usize> {
        self.labels.iter().position(|label| label == UNKNOWN)
    }

    /// Judge one incident of a document. A label below `min_confidence` is withheld.
    pub(crate) fn judge(&self, reading: &Reading<'_>, words: &Words, incident: &Incident, min_confidence: f64) -> Verdict {
        let scene = self.encoder.scene(reading, words, incident, &mut Counts::default());
        let kind = self.decisions.kind(&kind_lean(&self.kind, &scene.rows, &scene.manners()), incident);
        let reads = self.read(&scene);
        let unknown = self.unknown();
        let pooled = pool::pool(&reads, self.labels.len(), unknown);
        let decided = self.decisions.decide(&pooled, unknown);
        let spans: Vec<Span> = scene.settings.iter().map(|setting| setting.span).collect();
        let scores = self.labels.iter().cloned().zip(decided.probabilities.iter().map(|&share| f64::from(share))).collect();
        let link = |label: usize, confidence: f32, alone: f32| Link {
            label: self.labels.get(label).cloned().unwrap_or_else(|| UNKNOWN.to_owned()),
            confidence: f64::from(confidence),
            evidence: if Some(label) == unknown { Vec::new() } else { decision::evidence(&pooled, &spans, label, alone) },
        };
        let mut cause = link(decided.cause, decided.confidence, decision::ATTENTION_ALONE);
        if cause.confidence < min_confidence {
            UNKNOWN.clone_into(&mut cause.label);
            cause.evidence.clear();
        }
        let contributing =
            decided.contributing.iter().map(|&(label, confidence)| link(label, confidence, decision::ATTENTION_TO_LINK)).collect();
        Verdict { kind, cause, contributing, scores }
    }

    /// Read every sentence with the sentence model and the finder.
    fn read(&self, scene: &Scene) -> Vec<Read> {
        let unknown = self.unknown();
        let mut reads = Vec::with_capacity(scene.rows.len());
        for (at, row) in scene.rows.iter().enumerate() {
            let mut margins = vec![0.0; self.sentence.answers];
            self.sentence.score(row, &mut margins);
            let readings = finder::readings(&margins, unknown);
            let score = finder::score(&self.finder, &scene.settings[at], &readings);
            reads.push(Read { margins, finder: score, causal: scene.settings[at].is_causal(), terms: scene.terms[at].clone() });
        }
        reads
    }
}
