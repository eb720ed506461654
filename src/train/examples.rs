//! From a corpus to numbers: reports as scenes, sentences and terms as rows.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use rayon::prelude::*;

use super::folds;
use super::recipe::Recipe;
use super::seek::Candidate;
use crate::cause::decision::Manner;
use crate::cause::finder::READINGS;
use crate::cause::{Encoder, KINDS};
use crate::corpus::{Corpus, NO_CAUSE};
use crate::error::{Error, ErrorKind, Result};
use crate::features::cache::{Known, WordCache};
use crate::features::context::Setting;
use crate::features::meanings::{self, Meaning, Meant};
use crate::features::phrases::Fit;
use crate::features::rows::Row;
use crate::features::text::{Group, Said, TextLearner, TextRecipe};
use crate::features::words::{Words, within};
use crate::incidents::{self, Incident, Kind};
use crate::model::{Term, phrases};
use crate::reading::Reading;
use crate::span::Span;
use crate::subwords::Subwords;

/// An incident of a report to learn from.
#[derive(Debug)]
pub(super) struct Example {
    /// Its sentences.
    pub(super) settings: Vec<Setting>,
    /// What each of its sentences says.
    pub(super) rows: Vec<Row>,
    /// The number of its label.
    pub(super) label: usize,
    /// The numbers of its further labels.
    pub(super) contributing: Vec<usize>,
    /// For each sentence: does it tell the cause?
    pub(super) tells: Vec<bool>,
    /// The evidence alone.
    pub(super) evidence: Option<Row>,
    /// Its fold.
    pub(super) fold: usize,
    /// Its language, as the corpus says.
    pub(super) language: String,
}

/// A single sentence to learn from.
#[derive(Debug)]
pub(super) struct Single {
    /// What it says.
    pub(super) row: Row,
    /// The number of its label; the number behind all labels for *none*.
    pub(super) label: usize,
    /// How the finder sees it, readings still missing; terms are nothing for the finder.
    pub(super) candidate: Option<Candidate>,
    /// How much it counts.
    pub(super) weight: f32,
    /// Its fold.
    pub(super) fold: usize,
}

impl Examples {
    /// How many of the single rows are sentences of the bank; the others are terms.
    pub(super) fn sentences(&self) -> usize {
        self.singles.iter().filter(|single| single.candidate.is_some()).count()
    }
}

/// A whole text and its kind.
#[derive(Debug)]
pub(super) struct Whole {
    /// What its sentences say.
    pub(super) rows: Vec<Row>,
    /// How they speak.
    pub(super) manners: Vec<Manner>,
    /// Does its head call work planned?
    pub(super) planned: bool,
    /// The number of its kind.
    pub(super) kind: usize,
    /// Its fold.
    pub(super) fold: usize,
}

/// Everything to learn from.
#[derive(Debug)]
pub(super) struct Examples {
    pub(super) labels: Vec<String>,
    pub(super) encoder: Encoder,
    pub(super) terms: Vec<Term>,
    pub(super) incidents: Vec<Example>,
    /// Bank sentences, then terms.
    pub(super) singles: Vec<Single>,
    pub(super) wholes: Vec<Whole>,
}

/// A report's text, read.
struct Source<'c> {
    reading: Reading<'c>,
    words: Words,
    fold: usize,
}

impl<'c> Source<'c> {
    fn new(text: &'c str, fold: usize) -> Source<'c> {
        let reading = Reading::new(text);
        let words = Words::of(text, &reading.tokens);
        Source { reading, words, fold }
    }
}

/// Read a corpus.
pub(super) fn gather(corpus: &Corpus, recipe: &Recipe) -> Result<Examples> {
    let labels: Vec<String> = corpus.labels().into_iter().map(str::to_owned).collect();
    let used: std::collections::BTreeSet<&str> =
        corpus.reports.iter().flat_map(|report| &report.incidents).map(|incident| incident.cause.as_str()).collect();
    if used.len() < 2 {
        let only = used.first().map_or("no label at all".to_owned(), |label| format!("only the label `{label}`"));
        return Err(Error::new(ErrorKind::Corpus, format!("the reports have {only}; a model needs two or more to tell apart")));
    }
    let numbers: BTreeMap<&str, usize> = labels.iter().enumerate().map(|(number, label)| (label.as_str(), number)).collect();
    let number = |label: &str| {
        numbers.get(label).copied().ok_or_else(|| Error::new(ErrorKind::Corpus, format!("label `{label}` is not in the corpus's taxonomy")))
    };
    let folds = folds::deal(&corpus.reports, recipe.folds);
    let readable = |language: &str| language == "en" || language == "pt";
    let sources: Vec<Source<'_>> = corpus.reports.par_iter().zip(&folds).map(|(report, &fold)| Source::new(&report.text, fold)).collect();
    let bank: Vec<Source<'_>> = corpus
        .sentences
        .par_iter()
        .enumerate()
        .map(|(at, sentence)| Source::new(&sentence.text, scatter(at as u64, recipe.seed) as usize % recipe.folds))
        .collect();
    let terms = if recipe.lexicon_weight > 0.0 { corpus.lexicon.as_slice() } else { &[] };
    let term_texts: Vec<String> = terms.iter().map(|term| term.term.replace('*', "")).collect();
    let term_sources: Vec<Source<'_>> = term_texts.par_iter().map(|text| Source::new(text, usize::MAX)).collect();

    let seen: Vec<&Source<'_>> =
        corpus.reports.iter().zip(&sources).filter(|(report, _)| readable(&report.language)).map(|(_, source)| source).collect();
    let text = learn_text(&seen, &bank, recipe)?;
    let term_rows = lexicon_terms(corpus, recipe);
    let encoder = Encoder { subwords: text.0, text: text.1, aside: recipe.aside, phrases: phrases(&term_rows, &labels)? };
    let rows = Rows { encoder: &encoder, cache: WordCache::default() };

    let incidents = scenes(corpus, &sources, &rows, &number)?;
    let mut singles: Vec<Single> = Vec::with_capacity(bank.len() + terms.len());
    let lone = |source| rows.lone(source).map_or_else(|| (None, rows.plain(source)), |(setting, row)| (Some(setting), row));
    for ((sentence, source), (setting, row)) in corpus.sentences.iter().zip(&bank).zip(bank.par_iter().map(lone).collect::<Vec<_>>()) {
        let label = if sentence.label == NO_CAUSE { labels.len() } else { number(&sentence.label)? };
        let candidate = setting.map(|setting| Candidate { context: setting.features, dense: vec![0.0; READINGS.len()], tells: true });
        singles.push(Single { row, label, candidate, weight: 1.0, fold: source.fold });
    }
    for ((term, source), row) in
        terms.iter().zip(&term_sources).zip(term_sources.par_iter().map(|source| rows.plain(source)).collect::<Vec<_>>())
    {
        if term.label != crate::cause::UNKNOWN && numbers.contains_key(term.label.as_str()) {
            let weight = recipe.lexicon_weight * term.strength as f32 / 3.0;
            singles.push(Single { row, label: number(&term.label)?, candidate: None, weight, fold: source.fold });
        }
    }
    let wholes = corpus
        .reports
        .par_iter()
        .zip(&sources)
        .filter(|(report, _)| readable(&report.language))
        .map(|(report, source)| {
            let all = Incident::bare(Span::new(0, report.text.len()));
            let (settings, rows) = rows.settings(source, &all);
            Whole {
                manners: settings.iter().map(Setting::manner).collect(),
                planned: incidents::is_headed_planned(&source.reading.tokens, all.span),
                rows,
                kind: KINDS.iter().position(|&kind| kind == report.kind).unwrap_or_default(),
                fold: source.fold,
            }
        })
        .collect();
    Ok(Examples { labels, encoder, terms: term_rows, incidents, singles, wholes })
}

/// A number that looks random and is the same on every machine (`SplitMix64`).
fn scatter(number: u64, seed: u64) -> u64 {
    let mut mixed = number.wrapping_add(1).wrapping_add(seed << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31)) >> 1
}

/// Learn subwords and choose text features.
fn learn_text(reports: &[&Source<'_>], bank: &[Source<'_>], recipe: &Recipe) -> Result<(Subwords, crate::features::text::TextFeatures)> {
    let mut counts: HashMap<&str, u64> = HashMap::new();
    for source in reports.iter().copied().chain(bank) {
        for place in &source.words.places {
            *counts.entry(source.words.distinct.get(place.word)).or_insert(0) += 1;
        }
    }
    let mut words: Vec<(String, u64)> = counts.into_iter().map(|(word, count)| (word.to_owned(), count)).collect();
    words.sort_unstable();
    let subwords = Subwords::train(&words, recipe.subwords)?;
    let text = TextRecipe {
        groups: [
            (Group::Words, recipe.words, 1.0),
            (Group::Grams, recipe.grams, recipe.part_weights[0]),
            (Group::Pieces, recipe.pieces, recipe.part_weights[1]),
            (Group::Concepts, recipe.concepts, recipe.part_weights[2]),
        ],
        lengths: [3, 5],
        min_texts: 2,
        power: recipe.rarity_power,
    };
    let mut learner = TextLearner::default();
    let (phrases, mut concepts) = (meanings::of_tables(), Vec::new());
    let fits = |source: &Source<'_>| -> Vec<Fit<Meaning>> { source.words.distinct.iter().map(|word| phrases.fit(word)).collect() };
    let mut see = |source: &Source<'_>, fits: &[Fit<Meaning>], places: Range<usize>| {
        let of_sentence = source.words.places[places.clone()].iter().map(|place| fits[place.word as usize].lent());
        Meant::of(&phrases, of_sentence, source.reading.language.language).weigh_concepts(|_| 1.0, &mut concepts);
        learner.see(&source.words, places, &concepts, &text, &subwords);
    };
    for source in reports {
        let fits = fits(source);
        for sentence in &source.reading.sentences {
            see(source, &fits, within(&source.words.places, &sentence.tokens));
        }
    }
    for source in bank {
        see(source, &fits(source), 0..source.words.places.len());
    }
    let features = learner.finish(&text, &subwords)?;
    Ok((subwords, features))
}

/// The lexicon with its terms folded as words are.
fn lexicon_terms(corpus: &Corpus, recipe: &Recipe) -> Vec<Term> {
    if recipe.lexicon_weight <= 0.0 {
        return Vec::new();
    }
    let used = corpus.lexicon.iter().filter(|term| term.label != crate::cause::UNKNOWN);
    let mut terms: Vec<Term> = used
        .filter_map(|term| {
            let mut words = Vec::new();
            for word in term.term.split_whitespace() {
                words.extend(folded_words(word.trim_end_matches('*')));
                if let (true, Some(last)) = (word.ends_with('*'), words.last_mut()) {
                    last.push('*');
                }
            }
            (!words.is_empty()).then(|| Term(words.join(" "), term.language.clone(), term.label.clone()))
        })
        .collect();
    terms.sort_unstable();
    terms.dedup();
    terms
}

fn folded_words(text: &str) -> Vec<String> {
    let words = Words::of(text, &crate::tokens::scan(text));
    words.places.iter().map(|place| words.distinct.get(place.word).to_owned()).collect()
}

/// Every labelled incident in a readable language, in numbers.
fn scenes(
    corpus: &Corpus,
    sources: &[Source<'_>],
    rows: &Rows<'_>,
    number: &(impl Fn(&str) -> Result<usize> + Sync),
) -> Result<Vec<Example>> {
    let each: Vec<Result<Vec<Example>>> = corpus
        .reports
        .par_iter()
        .zip(sources)
        .map(|(report, source)| {
            let mut examples = Vec::new();
            if report.kind != Kind::Incident || !(report.language == "en" || report.language == "pt") {
                return Ok(examples);
            }
            let parts = incidents::segment(&report.text, &source.reading.tokens, &source.reading.lines);
            for (at, incident) in report.incidents.iter().enumerate() {
                let Some(span) = report.incident_span(at) else { continue };
                let whole = at_place(&parts, span);
                let (settings, of_settings) = rows.settings(source, &whole);
                let evidence = report.evidence_span(at);
                let tells = settings.iter().map(|setting| evidence.is_some_and(|evidence| holds(setting.span, evidence))).collect();
                examples.push(Example {
                    label: number(&incident.cause)?,
                    contributing: incident.contributing.iter().map(|link| number(&link.label)).collect::<Result<_>>()?,
                    tells,
                    evidence: incident.evidence.as_deref().map(|words| rows.plain(&Source::new(words, source.fold))),
                    fold: source.fold,
                    language: report.language.clone(),
                    settings,
                    rows: of_settings,
                });
            }
            Ok(examples)
        })
        .collect();
    Ok(each.into_iter().collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
}

/// Makes rows of what sentences say.
struct Rows<'e> {
    encoder: &'e Encoder,
    cache: WordCache,
}

impl Rows<'_> {
    /// An incident's sentences, and what each says.
    fn settings(&self, source: &Source<'_>, incident: &Incident) -> (Vec<Setting>, Vec<Row>) {
        let mut rows = Vec::new();
        let mut facts = self.encoder.facts_to_learn(&self.cache, &source.reading);
        let each = |known: &Known, said: &Said| rows.push(self.encoder.text.row(known, said));
        let settings = self.encoder.settings(&source.reading, &mut facts, incident, each);
        (settings, rows)
    }

    /// A text as one sentence in no setting, and what it says.
    fn lone(&self, source: &Source<'_>) -> Option<(Setting, Row)> {
        self.encoder.lone(&source.reading, &mut self.encoder.facts_to_learn(&self.cache, &source.reading))
    }

    /// What a text says as one sentence with all words alike.
    fn plain(&self, source: &Source<'_>) -> Row {
        self.encoder.plain(&source.reading, &mut self.encoder.facts_to_learn(&self.cache, &source.reading))
    }
}

/// The incident that `span` marks, with the title and updates that segmentation finds there.
fn at_place(parts: &[Incident], span: Span) -> Incident {
    let shared = |part: &&Incident| part.span.end.min(span.end).saturating_sub(part.span.start.max(span.start));
    let nearest = parts.iter().max_by_key(shared);
    let title = nearest.and_then(|part| part.title).filter(|&title| span.contains(title));
    let updates = nearest.map(|part| part.updates.clone()).unwrap_or_default();
    Incident { title, updates, ..Incident::bare(span) }
}

/// Does a sentence hold evidence: half of the sentence, or a good part of the evidence?
fn holds(sentence: Span, evidence: Span) -> bool {
    let shared = sentence.end.min(evidence.end).saturating_sub(sentence.start.max(evidence.start));
    shared > 0 && (shared * 2 >= sentence.len() || shared * 5 >= evidence.len() * 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_is_held_by_sentences_that_share_much_of_it() {
        let sentence = Span::new(10, 50);
        assert!(holds(sentence, Span::new(12, 20)), "all of the evidence");
        assert!(holds(sentence, Span::new(0, 32)), "half of the sentence");
        assert!(!holds(sentence, Span::new(0, 12)), "the tail of the evidence alone");
        assert!(!holds(sentence, Span::new(50, 60)), "the next sentence");
    }

    #[test]
    fn scattered_numbers_fill_all_folds() {
        let mut filled = [0; 5];
        for number in 0..1000 {
            filled[scatter(number, 3) as usize % 5] += 1;
        }
        assert!(filled.iter().all(|&count| (150..250).contains(&count)), "{filled:?}");
    }
}
