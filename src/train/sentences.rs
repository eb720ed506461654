//! Fitting what reads sentences: the sentence model, then the finder on its held-out margins.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::examples::{Example, Examples};
use super::hinge::{Fit, Labelled, one_vs_rest};
use super::recipe::Recipe;
use super::seek::{self, Candidate, Choice, Prior};
use crate::cause::UNKNOWN;
use crate::cause::finder::{self, READINGS};
use crate::cause::linear::Weights;
use crate::cause::pool::Read;
use crate::features::context::Setting;
use crate::features::rows::Row;

/// The two models, and how they read every report that they did not learn from.
pub(super) struct Fitted {
    /// Sentence to labels and *none*.
    pub(super) sentence: Weights,
    /// Weights of the finder.
    pub(super) finder: Vec<f32>,
    /// Every incident's sentences, read by models of the other folds.
    pub(super) held_out: Vec<Vec<HeldOut>>,
}

/// How the models of the other folds read a sentence.
pub(super) struct HeldOut {
    /// Margins of the sentence model: one for each label, then *none*.
    pub(super) margins: Vec<f32>,
    /// The finder's score.
    pub(super) finder: f32,
}

impl HeldOut {
    /// The same with what needs no model.
    pub(super) fn read<'s>(&'s self, setting: &'s Setting) -> Read<'s> {
        Read { margins: &self.margins, finder: self.finder, causal: setting.is_causal(), terms: setting.terms() }
    }
}

/// Fit both.
pub(super) fn fit(examples: &Examples, recipe: &Recipe) -> Fitted {
    // The fold behind the last one holds nothing out: it is the model that is shipped.
    let folds: Vec<usize> = (0..=recipe.folds).collect();
    let sentence: Vec<Weights> = folds.par_iter().map(|&fold| fit_sentence(examples, fold, recipe)).collect();
    let margins: Vec<Vec<Vec<f32>>> = examples.incidents.par_iter().map(|example| read(&sentence[example.fold], &example.rows)).collect();
    let of_singles: Vec<Vec<f32>> = examples
        .singles
        .par_iter()
        .map(|single| if single.candidate.is_some() { margins_of(&sentence[single.fold], &single.row) } else { Vec::new() })
        .collect();
    let unknown = examples.labels.iter().position(|label| label == UNKNOWN);
    let priors = priors(recipe);
    let context = priors.len() - READINGS.len();
    let sight = Sight { unknown, left_out: finder::names().iter().map(|name| recipe.leaves_out(name)).collect(), context };
    let candidates: Vec<Vec<Candidate>> =
        examples.incidents.iter().zip(&margins).map(|(example, margins)| candidates(example, margins, &sight)).collect();
    let lone: Vec<Option<Candidate>> = examples
        .singles
        .iter()
        .zip(&of_singles)
        .map(|(single, margins)| {
            let candidate = single.candidate.as_ref()?;
            Some(sight.candidate(&candidate.context, margins, candidate.tells))
        })
        .collect();
    let choices = Choices { examples, candidates: &candidates, lone: &lone, unknown, recipe };
    let finders: Vec<Vec<f32>> = folds.par_iter().map(|&fold| seek::fit(&choices.without(fold), context, &priors, 200)).collect();
    let held_out = examples
        .incidents
        .iter()
        .zip(margins)
        .map(|(example, margins)| {
            let weights = &finders[example.fold];
            let read = |(margins, setting): (Vec<f32>, &Setting)| {
                let finder = finder::score(weights, setting, &finder::readings(&margins, unknown));
                HeldOut { margins, finder }
            };
            margins.into_iter().zip(&example.settings).map(read).collect()
        })
        .collect();
    let last = |mut fitted: Vec<_>| fitted.pop();
    let sentence = sentence.into_iter().last().unwrap_or_default();
    Fitted { sentence, finder: last(finders).unwrap_or_default(), held_out }
}

fn margins_of(weights: &Weights, row: &Row) -> Vec<f32> {
    let mut margins = vec![0.0; weights.answers];
    weights.score(row, &mut margins);
    margins
}

fn read(weights: &Weights, rows: &[Row]) -> Vec<Vec<f32>> {
    rows.iter().map(|row| margins_of(weights, row)).collect()
}

/// The sentence model of every fold but `held_out`.
fn fit_sentence(examples: &Examples, held_out: usize, recipe: &Recipe) -> Weights {
    let none = examples.labels.len();
    let unknown = examples.labels.iter().position(|label| label == UNKNOWN);
    let mut rows: Vec<Labelled<'_>> = Vec::new();
    for single in examples.singles.iter().filter(|single| single.fold != held_out) {
        rows.push(Labelled { row: &single.row, answer: single.label, weight: single.weight });
    }
    for example in examples.incidents.iter().filter(|example| example.fold != held_out) {
        if let Some(evidence) = &example.evidence {
            rows.push(Labelled { row: evidence, answer: example.label, weight: 1.0 });
        }
        for (row, &tells) in example.rows.iter().zip(&example.tells) {
            if tells {
                rows.push(Labelled { row, answer: example.label, weight: 1.0 });
            } else if Some(example.label) != unknown {
                rows.push(Labelled { row, answer: none, weight: recipe.none_weight });
            }
        }
    }
    let fit = Fit { cost: recipe.sentence_cost, iterations: recipe.iterations };
    one_vs_rest(&rows, examples.encoder.text.len(), none + 1, fit)
}

/// What the finder sees of sentences.
struct Sight {
    unknown: Option<usize>,
    /// For each feature: is it to do without? Readings stand behind the context.
    left_out: Vec<bool>,
    context: usize,
}

impl Sight {
    fn candidate(&self, context: &[u32], margins: &[f32], tells: bool) -> Candidate {
        let (of_context, of_readings) = self.left_out.split_at(self.context);
        let context = context.iter().copied().filter(|&feature| !of_context[feature as usize]).collect();
        let readings = finder::readings(margins, self.unknown).into_iter().zip(of_readings);
        Candidate { context, dense: readings.map(|(reading, &out)| if out { 0.0 } else { reading }).collect(), tells }
    }
}

fn candidates(example: &Example, margins: &[Vec<f32>], sight: &Sight) -> Vec<Candidate> {
    let sentences = example.settings.iter().zip(margins).zip(&example.tells);
    sentences.map(|((setting, margins), &tells)| sight.candidate(&setting.features, margins, tells)).collect()
}

struct Choices<'a> {
    examples: &'a Examples,
    candidates: &'a [Vec<Candidate>],
    lone: &'a [Option<Candidate>],
    unknown: Option<usize>,
    recipe: &'a Recipe,
}

impl<'a> Choices<'a> {
    /// What the finder of every fold but `held_out` learns from.
    fn without(&self, held_out: usize) -> Vec<Choice<'a>> {
        let mut choices = Vec::new();
        for (at, example) in self.examples.incidents.iter().enumerate().filter(|(_, example)| example.fold != held_out) {
            let all: Vec<&Candidate> = self.candidates[at].iter().collect();
            if all.is_empty() {
                continue;
            }
            if Some(example.label) == self.unknown {
                choices.push(Choice { candidates: all, silent: true, weight: 1.0 });
                continue;
            }
            if all.iter().any(|candidate| candidate.tells) {
                choices.push(Choice { candidates: all, silent: false, weight: 1.0 });
            }
        }
        if self.recipe.bank_weight > 0.0 {
            for (single, candidate) in self.examples.singles.iter().zip(self.lone).filter(|(single, _)| single.fold != held_out) {
                let Some(candidate) = candidate else { continue };
                let silent = single.label == self.examples.labels.len() || Some(single.label) == self.unknown;
                choices.push(Choice { candidates: vec![candidate], silent, weight: self.recipe.bank_weight });
            }
        }
        choices
    }
}

/// What is believed of the finder's weights beforehand: the table for context, nothing for readings.
fn priors(recipe: &Recipe) -> Vec<Prior> {
    let table: BTreeMap<&str, f64> = crate::tables::rows(include_str!("priors.tsv"))
        .filter_map(|row| row.split_once('\t').and_then(|(name, weight)| Some((name, weight.parse().ok()?))))
        .collect();
    finder::names()
        .iter()
        .map(|name| {
            let free = name.starts_with("reading=") || name.starts_with("shape=");
            let mean =
                if recipe.finder_priors && !recipe.leaves_out(name) { table.get(name.as_str()).copied().unwrap_or_default() } else { 0.0 };
            Prior { mean, strength: if free { 1.0 } else { recipe.context_strength } }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_prior_names_a_feature() {
        let names = finder::names();
        for row in crate::tables::rows(include_str!("priors.tsv")) {
            let (name, weight) = row.split_once('\t').expect("feature and weight");
            assert!(names.iter().any(|known| known == name), "{name}");
            assert!(weight.parse::<f64>().is_ok_and(f64::is_finite), "{row}");
        }
    }
}
