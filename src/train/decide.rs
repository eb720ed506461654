//! Fitting the last step on held-out reports: weights of parts, silence, confidence, further links, kinds.

use std::collections::BTreeMap;
use std::fmt::Write;

use rayon::prelude::*;

use super::examples::{Example, Examples};
use super::hinge::{Fit, Labelled, one_vs_rest};
use super::logistic;
use super::recipe::Recipe;
use super::sentences::{Fitted, HeldOut};
use crate::cause::decision::{Decisions, Logistic, choose, log_odds};
use crate::cause::linear::Weights;
use crate::cause::pool::{PARTS, Pooled, Read, STATED, pool};
use crate::cause::{KINDS, UNKNOWN, kind_lean};

/// The last step and the model of kinds.
pub(super) struct Decided {
    pub(super) decisions: Decisions,
    pub(super) kind: Weights,
    pub(super) card: String,
}

/// Fit.
pub(super) fn fit(examples: &Examples, fitted: &Fitted, recipe: &Recipe) -> Decided {
    let unknown = examples.labels.iter().position(|label| label == UNKNOWN);
    let labels = examples.labels.len();
    let of_example = |(example, held_out): (&Example, &Vec<HeldOut>)| {
        let reads: Vec<Read<'_>> = example.settings.iter().zip(held_out).map(|(setting, held_out)| held_out.read(setting)).collect();
        pool(&reads, labels, unknown)
    };
    let pooled: Vec<Pooled> = examples.incidents.iter().zip(&fitted.held_out).map(of_example).collect();
    let mut decisions = Decisions {
        parts: part_weights(&pooled, unknown, recipe),
        sharpness: 1.0,
        unknown: silence(examples, &pooled, unknown, recipe),
        confidence: Logistic::default(),
        contributing: Logistic::default(),
        reliability: Vec::new(),
        link_priors: link_priors(examples),
        contributing_from: 1.0,
        incident: Logistic::default(),
        incident_from: recipe.incident_from,
    };
    decisions.sharpness = sharpness(examples, &pooled, unknown, &decisions);
    let probabilities: Vec<Vec<f32>> = pooled.iter().map(|pooled| decisions.probabilities(pooled, unknown)).collect();
    let causes: Vec<usize> = probabilities.iter().map(|shares| choose(shares, unknown)).collect();
    decisions.reliability = reliability(examples, &causes);
    let judged: Vec<_> = examples
        .incidents
        .iter()
        .enumerate()
        .map(|(at, example)| (decisions.confidence_inputs(&probabilities[at], causes[at], unknown), causes[at] == example.label))
        .collect();
    decisions.confidence = doubted(logistic::fit(&judged, 30.0), recipe);
    // The corpus holds more reports without a cause than the model will meet, so there *unknown* is right more often.
    if let Some(of_unknown) = decisions.confidence.weights.first_mut() {
        *of_unknown += fewer_unknown(examples, unknown, recipe);
    }
    (decisions.contributing, decisions.contributing_from) = links(examples, &pooled, &decisions, &causes, unknown);
    let card = card(examples, &causes);
    let (kind, incident) = kinds(examples, recipe);
    decisions.incident = incident;
    Decided { decisions, kind, card }
}

/// The recipe's weights, each divided by the spread of its part over all reports and labels.
fn part_weights(pooled: &[Pooled], unknown: Option<usize>, recipe: &Recipe) -> BTreeMap<String, f32> {
    let mut weights = BTreeMap::new();
    for (part, name) in PARTS.iter().enumerate() {
        let values = pooled.iter().flat_map(|pooled| pooled.parts.iter().enumerate()).filter(|(label, _)| Some(*label) != unknown);
        let values: Vec<f64> = values.map(|(_, parts)| f64::from(parts[part])).collect();
        let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
        let spread = (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len().max(1) as f64).sqrt();
        // Where held-out reports say nothing (a corpus of one story), the weight stands as it is.
        let unit = if spread > 1e-6 { spread } else { 1.0 };
        if recipe.parts[part] != 0.0 {
            weights.insert((*name).to_owned(), (f64::from(recipe.parts[part]) / unit) as f32);
        }
    }
    weights
}

/// Does a report name no cause? Learnt on reports of both kinds, then moved to the share that is expected of them.
fn silence(examples: &Examples, pooled: &[Pooled], unknown: Option<usize>, recipe: &Recipe) -> Logistic {
    let rows: Vec<([f32; STATED], bool)> =
        pooled.iter().zip(&examples.incidents).map(|(pooled, example)| (pooled.stated, Some(example.label) == unknown)).collect();
    let silent = rows.iter().filter(|row| row.1).count();
    if silent == 0 {
        return Logistic { intercept: -20.0, weights: vec![0.0; STATED] };
    }
    let mut model = logistic::fit(&rows, 1.0);
    model.intercept += fewer_unknown(examples, unknown, recipe);
    model
}

/// The log odds of *unknown* among the reports to be met against those in the corpus.
fn fewer_unknown(examples: &Examples, unknown: Option<usize>, recipe: &Recipe) -> f32 {
    let silent = examples.incidents.iter().filter(|example| Some(example.label) == unknown).count();
    if silent == 0 {
        return 0.0;
    }
    let met = (silent as f64 / examples.incidents.len() as f64).clamp(0.001, 0.999);
    let odds = |share: f64| (share / (1.0 - share)).ln();
    (odds(recipe.unknown_share) - odds(met)) as f32
}

/// The factor on scores under which held-out causes are the likeliest.
fn sharpness(examples: &Examples, pooled: &[Pooled], unknown: Option<usize>, decisions: &Decisions) -> f32 {
    let loss = |sharpness: f32| -> f64 {
        let trial = Decisions { sharpness, ..decisions.clone() };
        pooled
            .iter()
            .zip(&examples.incidents)
            .filter(|(_, example)| Some(example.label) != unknown)
            .map(|(pooled, example)| -f64::from(trial.probabilities(pooled, unknown)[example.label].max(1e-6)).ln())
            .sum()
    };
    let tried = (0..60).map(|step| 0.1 * 1.08_f32.powi(step));
    tried.map(|sharpness| (sharpness, loss(sharpness))).min_by(|a, b| a.1.total_cmp(&b.1)).map_or(1.0, |best| best.0)
}

/// For each label the log share of reports that name it as a further link; a few are added so that none is impossible.
fn link_priors(examples: &Examples) -> Vec<f32> {
    let count = examples.incidents.len() as f64;
    let times = |label: usize| examples.incidents.iter().filter(|example| example.contributing.contains(&label)).count() as f64;
    (0..examples.labels.len()).map(|label| ((times(label) + 3.0) / (count + 30.0)).ln() as f32).collect()
}

/// For each label by how much the log odds that it is right where it is named exceed those of all labels together; a few
/// answers as good as all are added, so that a rare label is taken for an ordinary one.
fn reliability(examples: &Examples, causes: &[usize]) -> Vec<f32> {
    let right = |label: Option<usize>| {
        let named = causes.iter().zip(&examples.incidents).filter(|&(&cause, _)| label.is_none_or(|label| cause == label));
        named.fold([0.0_f32; 2], |[right, all], (&cause, example)| [right + f32::from(u8::from(cause == example.label)), all + 1.0])
    };
    let [all_right, all] = right(None);
    let usual = all_right / all.max(1.0);
    let odds = |label| {
        let [right, all] = right(Some(label));
        log_odds((right + 10.0 * usual) / (all + 10.0)) - log_odds(usual)
    };
    (0..examples.labels.len()).map(odds).collect()
}

/// The model of further links, and from which probability on naming them pays (by F1 of the chain).
fn links(examples: &Examples, pooled: &[Pooled], decisions: &Decisions, causes: &[usize], unknown: Option<usize>) -> (Logistic, f32) {
    let mut rows = Vec::new();
    let (mut hits, mut named, mut wanted) = (0_usize, 0_usize, 0_usize);
    for (at, example) in examples.incidents.iter().enumerate() {
        let in_chain = |label: usize| label == example.label || example.contributing.contains(&label);
        wanted += 1 + example.contributing.len();
        named += 1;
        hits += usize::from(in_chain(causes[at]));
        if Some(causes[at]) == unknown {
            continue;
        }
        for (label, inputs) in decisions.link_inputs(&pooled[at], unknown).into_iter().enumerate() {
            if label != causes[at] && Some(label) != unknown {
                rows.push((inputs, in_chain(label)));
            }
        }
    }
    let model = logistic::fit(&rows, 1.0);
    let mut scored: Vec<(f32, bool)> = rows.iter().map(|(inputs, right)| (model.probability(inputs), *right)).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (mut best, mut from) = (2.0 * hits as f64 / (named + wanted) as f64, 1.0_f32);
    for (probability, right) in scored {
        named += 1;
        hits += usize::from(right);
        let f1 = 2.0 * hits as f64 / (named + wanted) as f64;
        if f1 > best {
            (best, from) = (f1, probability);
        }
    }
    (model, from)
}

/// Log odds moved as the recipe says.
fn doubted(mut model: Logistic, recipe: &Recipe) -> Logistic {
    let [factor, summand] = recipe.doubt;
    model.intercept = model.intercept * factor + summand;
    for weight in &mut model.weights {
        *weight *= factor;
    }
    model
}

/// How often a text that is no incident report counts: there are few of them.
const RARE_KINDS: usize = 5;
/// All sentences of incidents together weigh so many times as much as all sentences of articles and the like, however many
/// of either a corpus has: what grows with the reports must not drown the others.
const INCIDENTS_TO_OTHERS: f32 = 3.0;

/// The model of sentences' kinds, and what their average says of the text.
fn kinds(examples: &Examples, recipe: &Recipe) -> (Weights, Logistic) {
    let (incident, other) = (0, 2);
    let fit = |held_out: usize| {
        let mut rows: Vec<Labelled<'_>> = Vec::new();
        for whole in examples.wholes.iter().filter(|whole| whole.fold != held_out) {
            let weight = [0.3, 2.0, 1.0][whole.kind];
            rows.extend(whole.rows.iter().map(|row| Labelled { row, answer: whole.kind, weight }));
        }
        for single in examples.singles.iter().filter(|single| single.candidate.is_some() && single.fold != held_out) {
            rows.push(Labelled { row: &single.row, answer: incident, weight: 0.1 });
        }
        let sum = |kind: usize| rows.iter().filter(|row| row.answer == kind).map(|row| f64::from(row.weight)).sum::<f64>();
        let (incidents, others) = (sum(incident), sum(other));
        if others > 0.0 {
            let factor = INCIDENTS_TO_OTHERS * (others / incidents.max(1e-6)) as f32;
            rows.iter_mut().filter(|row| row.answer == incident).for_each(|row| row.weight *= factor);
        }
        one_vs_rest(&rows, examples.encoder.text.len(), KINDS.len(), Fit { cost: 0.3, iterations: recipe.iterations })
    };
    let mut models: Vec<Weights> = (0..=recipe.folds).into_par_iter().map(fit).collect();
    let mut judged = Vec::new();
    for whole in &examples.wholes {
        let lean = kind_lean(&models[whole.fold], &whole.rows, &whole.manners, whole.planned);
        let times = if whole.kind == incident { 1 } else { RARE_KINDS };
        judged.extend(std::iter::repeat_n((lean.inputs, whole.kind == incident), times));
    }
    (models.pop().unwrap_or_default(), logistic::fit(&judged, 1.0))
}

/// The model card as training knows it: what it was made from and how it does on held-out reports.
fn card(examples: &Examples, causes: &[usize]) -> String {
    let mut card = String::from(
        "---\nlanguage: [en, pt]\nlibrary_name: raiz\ntags: [text-classification, incident-postmortems]\n---\n\n# Root causes of incident reports\n\n",
    );
    let _ = writeln!(
        card,
        "Linear models that read incident reports in English and Portuguese for their root cause: {} labels, {} features, trained on {} \
         reports, {} single sentences and {} terms.\n\nReports of folds that were left out in training:\n\n| language | reports | right |\n|---|---|---|",
        examples.labels.len(),
        examples.encoder.text.len(),
        examples.incidents.len(),
        examples.sentences(),
        examples.singles.len() - examples.sentences()
    );
    for language in ["en", "pt"] {
        let of_language: Vec<bool> = examples
            .incidents
            .iter()
            .zip(causes)
            .filter(|(example, _)| example.language == language)
            .map(|(example, &cause)| example.label == cause)
            .collect();
        let right = of_language.iter().filter(|&&right| right).count();
        if !of_language.is_empty() {
            let _ = writeln!(card, "| {language} | {} | {:.1} % |", of_language.len(), 100.0 * right as f64 / of_language.len() as f64);
        }
    }
    card
}
