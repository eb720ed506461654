//! Root causes: which label, how surely, and on what evidence.
//!
//! Three linear models in a row: one reads each sentence for a cause, one says which sentences tell it, and what they
//! say is pooled with the finder's attention. Every step is a sum of named weights, so that a decision can be taken apart.

use std::sync::OnceLock;

pub(crate) mod decision;
pub(crate) mod finder;
pub(crate) mod linear;
pub(crate) mod pool;

use crate::features::cache::{Facts, Known, WordCache, WordFacts};
use crate::features::context::{self, Setting};
use crate::features::meanings::Meaning;
#[cfg(feature = "train")]
use crate::features::meanings::Meant;
use crate::features::openings::Opening;
use crate::features::phrases::Phrases;
#[cfg(feature = "train")]
use crate::features::rows::Row;
use crate::features::tenses::Tense;
use crate::features::text::{OwnFeatures, Said, TextFeatures};
use crate::incidents::{self, Incident, Kind};
use crate::reading::Reading;
use crate::span::Span;
use crate::subwords::Subwords;

#[cfg(feature = "train")]
use decision::Manner;
use decision::{Decisions, KindLean};
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
    /// Phrases with a meaning: those of the tables, and terms that stand for a label.
    pub(crate) phrases: Phrases<Meaning>,
}

impl Encoder {
    /// The sentences of an incident in their settings; `each` sees what each says.
    pub(crate) fn settings(
        &self,
        reading: &Reading<'_>,
        facts: &mut Facts<'_>,
        incident: &Incident,
        mut each: impl FnMut(&Known, &Said),
    ) -> Vec<Setting> {
        let (known, said) = facts.saying();
        let settings = context::settings(reading, known, &self.phrases, incident);
        let mut concepts = Vec::new();
        for setting in &settings {
            setting.weigh_concepts(self.aside, &mut concepts);
            self.text.say(known, setting.weighed(known, self.aside), &concepts, said);
            each(known, said);
        }
        settings
    }

    /// A text as one sentence in no setting, and what it says.
    #[cfg(feature = "train")]
    pub(crate) fn lone(&self, reading: &Reading<'_>, facts: &mut Facts<'_>) -> Option<(Setting, Row)> {
        let (known, said) = facts.saying();
        let setting = context::lone(reading, known, &self.phrases)?;
        let mut concepts = Vec::new();
        setting.weigh_concepts(self.aside, &mut concepts);
        self.text.say(known, setting.weighed(known, self.aside), &concepts, said);
        Some((setting, self.text.row(known, said)))
    }

    /// What a text says as one sentence with all words alike.
    #[cfg(feature = "train")]
    pub(crate) fn plain(&self, reading: &Reading<'_>, facts: &mut Facts<'_>) -> Row {
        let (known, said) = facts.saying();
        let of_text = known.places().iter().map(|place| place.word);
        let meant = Meant::of(&self.phrases, of_text.clone().map(|word| known.fits(word)), reading.language.language);
        let mut concepts = Vec::new();
        meant.weigh_concepts(|_| 1.0, &mut concepts);
        self.text.say(known, of_text.map(|word| (word, 1.0)), &concepts, said);
        self.text.row(known, said)
    }

    /// What a word is by itself, and the facts of it that need no weights.
    fn word(&self, word: &str) -> (OwnFeatures, WordFacts) {
        let own = self.text.word(word, &self.subwords);
        let facts = WordFacts {
            feature: own.word,
            squares: own.squares,
            fit: self.phrases.fit(word),
            opening: Opening::of(word),
            tense: Tense::of(word),
            ..WordFacts::default()
        };
        (own, facts)
    }

    /// The words of a document for those who learn: with their features, without weights.
    #[cfg(any(test, feature = "train"))]
    pub(crate) fn facts_to_learn<'c>(&self, cache: &'c WordCache, reading: &Reading<'_>) -> Facts<'c> {
        cache.read(reading.text, &reading.tokens, |word| {
            let (own, facts) = self.word(word);
            WordFacts { row: own.row, ..facts }
        })
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
    /// The facts of words met before.
    pub(crate) cache: WordCache,
    /// Sentence to its chance of telling the cause.
    pub(crate) finder: Vec<f32>,
    /// From pooled sentences to probabilities.
    pub(crate) decisions: Decisions,
}

/// How sentences read to a model of kinds.
#[cfg(feature = "train")]
pub(crate) fn kind_lean(kind: &Weights, rows: &[Row], manners: &[Manner], planned: bool) -> KindLean {
    let sentences = rows.iter().zip(manners).map(|(row, &manner)| {
        let mut margins = [0.0; KINDS.len()];
        kind.score(row, &mut margins);
        (margins, manner)
    });
    KindLean::of(sentences, planned)
}

/// The kinds, in the order of the kind model's answers.
pub(crate) const KINDS: [Kind; 3] = [Kind::Incident, Kind::Maintenance, Kind::Other];

impl Classifier {
    /// The number of the label for texts that name no cause, where the taxonomy has one.
    pub(crate) fn unknown(&self) -> Option<usize> {
        self.labels.iter().position(|label| label == UNKNOWN)
    }

    /// The two models of sentences side by side.
    fn joint(&self) -> &Joint {
        self.joint.get_or_init(|| Joint::new(&self.sentence, &self.kind))
    }

    /// The words of a document.
    pub(crate) fn facts(&self, reading: &Reading<'_>) -> Facts<'_> {
        let joint = self.joint();
        self.cache.read(reading.text, &reading.tokens, |word| {
            let (own, facts) = self.encoder.word(word);
            WordFacts { shares: joint.shares(&own), ..facts }
        })
    }

    /// Judge one incident of a document. A label below `min_confidence` is withheld.
    pub(crate) fn judge(&self, reading: &Reading<'_>, facts: &mut Facts<'_>, incident: &Incident, min_confidence: f64) -> Verdict {
        let joint = self.joint();
        let mut margins = Vec::new();
        let settings = self.encoder.settings(reading, facts, incident, |known, said| joint.score(known, said, &mut margins));
        let margins: Vec<&[f32]> = margins.chunks(joint.answers()).collect();
        let kinds = margins.iter().zip(&settings).map(|(margins, setting)| {
            let of_kinds = margins.get(self.sentence.answers..).and_then(|kinds| kinds.first_chunk());
            (of_kinds.copied().unwrap_or_default(), setting.manner())
        });
        let planned = incidents::is_headed_planned(&reading.tokens, incident.span);
        let kind = self.decisions.kind(&KindLean::of(kinds, planned), incident);
        let reads = self.read(&settings, &margins);
        let unknown = self.unknown();
        let pooled = pool::pool(&reads, self.labels.len(), unknown);
        let decided = self.decisions.decide(&pooled, unknown);
        let spans: Vec<Span> = settings.iter().map(|setting| setting.span).collect();
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
    fn read<'s>(&self, settings: &'s [Setting], margins: &[&'s [f32]]) -> Vec<Read<'s>> {
        let unknown = self.unknown();
        let read = |(setting, margins): (&'s Setting, &&'s [f32])| {
            let margins = margins.get(..self.sentence.answers).unwrap_or_default();
            let readings = finder::readings(margins, unknown);
            Read { finder: finder::score(&self.finder, setting, &readings), causal: setting.is_causal(), terms: setting.terms(), margins }
        };
        settings.iter().zip(margins).map(read).collect()
    }
}

#[cfg(all(test, feature = "embedded-model"))]
mod tests {
    use crate::features::cache::WordCache;
    use crate::incidents::Incident;
    use crate::model::Model;
    use crate::reading::Reading;
    use crate::span::Span;

    #[test]
    fn a_sentence_scores_as_the_row_that_is_learnt_from() {
        let model = Model::embedded().expect("the model inside");
        let (classifier, cache) = (&model.classifier, WordCache::default());
        for text in [
            "# Search outage\n\nOn 4 March the search cluster was down for 40 minutes. A configuration change that raised the cache's \
             size was deployed to all nodes at once, and the nodes ran out of memory. The deploy was rolled back because of it.",
            "O banco de dados ficou fora do ar. A causa raiz foi um disco cheio no servidor, o disco que guarda o registro do banco, o \
             que levou o banco a recusar conexoes. Reiniciamos o servidor; o servidor voltou.",
            "x. Down down down! 12:40 zzyzx qwrtplk",
        ] {
            let reading = Reading::new(text);
            let incident = Incident::bare(Span::new(0, text.len()));
            let (mut facts, mut learnt) = (classifier.facts(&reading), classifier.encoder.facts_to_learn(&cache, &reading));
            let (mut margins, mut rows) = (Vec::new(), Vec::new());
            classifier.encoder.settings(&reading, &mut facts, &incident, |known, said| classifier.joint().score(known, said, &mut margins));
            classifier.encoder.settings(&reading, &mut learnt, &incident, |known, said| {
                rows.push(classifier.encoder.text.row(known, said));
            });
            assert!(!rows.is_empty());
            for (row, margins) in rows.iter().zip(margins.chunks(classifier.joint().answers())) {
                let mut expected = vec![0.0; margins.len()];
                let (of_causes, of_kinds) = expected.split_at_mut(classifier.sentence.answers);
                classifier.sentence.score(row, of_causes);
                classifier.kind.score(row, of_kinds);
                for (margin, expected) in margins.iter().zip(expected) {
                    assert!((margin - expected).abs() < 1e-4, "{margin} for {expected} in {text}");
                }
            }
        }
    }
}
