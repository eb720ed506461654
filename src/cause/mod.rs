//! Root causes: which label, how surely, and on what evidence.
//!
//! Three linear models in a row: one reads each sentence for a cause, one says which sentences tell it, and what they
//! say is pooled with the finder's attention. Every step is a sum of named weights, so that a decision can be taken apart.

use std::sync::OnceLock;

pub(crate) mod decision;
pub(crate) mod finder;
pub(crate) mod linear;
pub(crate) mod pool;

use crate::features::cache::{Facts, WordCache, WordFacts};
use crate::features::concepts::CONCEPTS;
use crate::features::context::{self, Setting};
use crate::features::counts::Row;
use crate::features::cues;
use crate::features::phrases::Phrases;
use crate::features::text::TextFeatures;
use crate::features::words::Words;
use crate::incidents::{Incident, Kind};
use crate::reading::Reading;
use crate::span::Span;
use crate::subwords::Subwords;

use decision::{Decisions, KindLean, Manner};
use linear::{Joint, Weights};
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
    /// The facts of words met before.
    pub(crate) cache: WordCache,
}

/// The sentences of an incident in numbers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scene {
    /// Where each stands and how it speaks.
    pub(crate) settings: Vec<Setting>,
    /// The labels whose terms stand in each.
    pub(crate) terms: Vec<Vec<u32>>,
}

impl Encoder {
    /// The sentences of an incident in numbers; `rows` sees what each says.
    pub(crate) fn scene(
        &self,
        reading: &Reading<'_>,
        words: &Words,
        facts: &mut Facts<'_>,
        incident: &Incident,
        mut rows: impl FnMut(&Row),
    ) -> Scene {
        let settings = context::settings(reading, words, facts, incident);
        let mut terms = Vec::with_capacity(settings.len());
        for setting in &settings {
            rows(self.row(reading, words, facts, setting));
            let of_sentence = words.places[setting.places.clone()].iter().map(|place| place.word);
            let mut labels = Vec::new();
            self.lexicon.find(|word| facts.terms(word), of_sentence, reading.language.language, |label, _, _| labels.push(label));
            labels.sort_unstable();
            labels.dedup();
            terms.push(labels);
        }
        Scene { settings, terms }
    }

    /// What the sentence that `setting` is says.
    pub(crate) fn row<'f>(&self, reading: &Reading<'_>, words: &Words, facts: &'f mut Facts<'_>, setting: &Setting) -> &'f Row {
        let concepts = setting.concepts(facts, words, reading.language.language, self.aside);
        self.text.row(facts, setting.weighed(words, self.aside), &concepts)
    }

    /// What a text says as one sentence with all words alike.
    #[cfg(feature = "train")]
    pub(crate) fn plain_row<'f>(&self, reading: &Reading<'_>, words: &Words, facts: &'f mut Facts<'_>) -> &'f Row {
        let places = 0..words.places.len();
        let concepts = CONCEPTS.of(|word| facts.concepts(word), words, places, reading.language.language, |_| 1.0);
        self.text.row(facts, words.places.iter().map(|place| (place.word, 1.0)), &concepts)
    }

    /// The facts of each distinct word of a document.
    pub(crate) fn facts(&self, words: &Words) -> Facts<'_> {
        let facts = |word: &str| WordFacts {
            cues: cues::patterns(word),
            terms: self.lexicon.fits(word),
            concepts: CONCEPTS.fits(word),
            ..self.text.word(word, &self.subwords)
        };
        self.cache.facts(words, facts)
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
    /// Both of them, made when the first text is judged.
    pub(crate) joint: OnceLock<Joint>,
    /// Sentence to its chance of telling the cause.
    pub(crate) finder: Vec<f32>,
    /// From pooled sentences to probabilities.
    pub(crate) decisions: Decisions,
}

/// How sentences read to a model of kinds.
#[cfg(feature = "train")]
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
    pub(crate) fn judge(
        &self,
        reading: &Reading<'_>,
        words: &Words,
        facts: &mut Facts<'_>,
        incident: &Incident,
        min_confidence: f64,
    ) -> Verdict {
        let joint = self.joint.get_or_init(|| Joint::new(&self.sentence, &self.kind));
        let mut margins = Vec::new();
        let scene = self.encoder.scene(reading, words, facts, incident, |row| joint.score(row, &mut margins));
        let margins: Vec<&[f32]> = margins.chunks(joint.answers()).collect();
        let kinds = margins.iter().zip(scene.manners()).map(|(margins, manner)| {
            let of_kinds = margins.get(self.sentence.answers..).and_then(|kinds| kinds.first_chunk());
            (of_kinds.copied().unwrap_or_default(), manner)
        });
        let kind = self.decisions.kind(&KindLean::of(kinds), incident);
        let reads = self.read(scene.terms, &scene.settings, &margins);
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

    /// Read every sentence with the finder; `margins` begin with what the sentence model makes of it.
    fn read(&self, terms: Vec<Vec<u32>>, settings: &[Setting], margins: &[&[f32]]) -> Vec<Read> {
        let unknown = self.unknown();
        let read = |((terms, setting), margins): ((Vec<u32>, &Setting), &&[f32])| {
            let margins = margins.get(..self.sentence.answers).unwrap_or_default().to_vec();
            let readings = finder::readings(&margins, unknown);
            Read { finder: finder::score(&self.finder, setting, &readings), causal: setting.is_causal(), terms, margins }
        };
        terms.into_iter().zip(settings).zip(margins).map(read).collect()
    }
}
