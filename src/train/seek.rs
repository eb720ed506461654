//! Fitting the finder: within an incident, the sentences that tell the cause against all others and against silence.

use super::minimize::{Objective, minimize};

/// A sentence as the finder sees it.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    /// Context features, by number.
    pub(super) context: Vec<u32>,
    /// Numbers behind the context features.
    pub(super) dense: Vec<f32>,
    /// Does it tell the cause?
    pub(super) tells: bool,
}

/// The sentences of an incident, or of a part of it that names no cause.
#[derive(Debug, Clone)]
pub(super) struct Choice<'a> {
    /// The sentences.
    pub(super) candidates: Vec<&'a Candidate>,
    /// Is the right answer that none of them tells the cause?
    pub(super) silent: bool,
    /// How much it counts.
    pub(super) weight: f64,
}

/// A belief about a weight before data is seen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prior {
    /// What it should be.
    pub(super) mean: f64,
    /// How much it costs to be elsewhere.
    pub(super) strength: f64,
}

struct Likelihood<'a> {
    choices: &'a [Choice<'a>],
    context: usize,
    priors: &'a [Prior],
}

/// Weights under which the right sentences are the likeliest, near `priors`.
pub(super) fn fit(choices: &[Choice<'_>], context: usize, priors: &[Prior], iterations: u64) -> Vec<f32> {
    let objective = Likelihood { choices, context, priors };
    let start = priors.iter().map(|prior| prior.mean).collect();
    minimize(&objective, start, iterations, 1e-4).into_iter().map(|weight| weight as f32).collect()
}

impl Objective for Likelihood<'_> {
    fn evaluate(&self, at: &[f64], gradient: &mut [f64]) -> f64 {
        let mut loss = 0.0;
        for ((slope, &weight), prior) in gradient.iter_mut().zip(at).zip(self.priors) {
            let away = weight - prior.mean;
            loss += 0.5 * prior.strength * away * away;
            *slope = prior.strength * away;
        }
        let mut scores: Vec<f64> = Vec::new();
        for choice in self.choices {
            scores.clear();
            scores.extend(choice.candidates.iter().map(|candidate| self.score(at, candidate)));
            // Silence scores 0.
            let highest = scores.iter().copied().fold(0.0, f64::max);
            let silence = (-highest).exp();
            for score in &mut scores {
                *score = (*score - highest).exp();
            }
            let all = silence + scores.iter().sum::<f64>();
            let tells = |candidate: &Candidate| candidate.tells && !choice.silent;
            let right: f64 = if choice.silent { silence } else { 0.0 }
                + scores.iter().zip(&choice.candidates).filter(|(_, candidate)| tells(candidate)).map(|(score, _)| score).sum::<f64>();
            if right <= 0.0 {
                continue;
            }
            loss += choice.weight * (all.ln() - right.ln());
            for (score, candidate) in scores.iter().zip(&choice.candidates) {
                let step = choice.weight * (score / all - if tells(candidate) { score / right } else { 0.0 });
                for &feature in &candidate.context {
                    gradient[feature as usize] += step;
                }
                for (slope, &value) in gradient[self.context..].iter_mut().zip(&candidate.dense) {
                    *slope += step * f64::from(value);
                }
            }
        }
        loss
    }
}

impl Likelihood<'_> {
    fn score(&self, at: &[f64], candidate: &Candidate) -> f64 {
        let context: f64 = candidate.context.iter().map(|&feature| at[feature as usize]).sum();
        context + at[self.context..].iter().zip(&candidate.dense).map(|(weight, &value)| weight * f64::from(value)).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(context: &[u32], tells: bool) -> Candidate {
        Candidate { context: context.to_vec(), dense: vec![1.0], tells }
    }

    #[test]
    fn the_feature_of_telling_sentences_gains_weight_and_silence_has_its_place() {
        let (telling, other, filler) = (candidate(&[0], true), candidate(&[1], false), candidate(&[2], false));
        let mut choices = vec![];
        for _ in 0..40 {
            choices.push(Choice { candidates: vec![&other, &telling, &filler], silent: false, weight: 1.0 });
            choices.push(Choice { candidates: vec![&other, &filler], silent: true, weight: 1.0 });
        }
        let priors = [Prior { mean: 0.0, strength: 1.0 }; 4];
        let weights = fit(&choices, 3, &priors, 100);
        let score = |context: usize| weights[context] + weights[3];
        assert!(score(0) > 1.0 && score(1) < -1.0 && score(2) < -1.0, "{weights:?}");
    }

    #[test]
    fn without_data_the_priors_stand() {
        let weights = fit(&[], 1, &[Prior { mean: 0.7, strength: 3.0 }, Prior { mean: -0.2, strength: 1.0 }], 100);
        assert_eq!(weights, [0.7, -0.2]);
    }
}
