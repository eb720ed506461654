//! Linear scores: a row of weights for each feature, a column for each answer.

use crate::features::text::Row;

/// Weights of features for answers, with an intercept for each answer.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Weights {
    /// How many answers there are.
    pub(crate) answers: usize,
    /// The weights, feature by feature.
    pub(crate) of: Vec<f32>,
    /// The intercept of each answer.
    pub(crate) intercepts: Vec<f32>,
}

impl Weights {
    /// No weight at all.
    #[cfg(feature = "train")]
    pub(crate) fn zero(features: usize, answers: usize) -> Weights {
        Weights { answers, of: vec![0.0; features * answers], intercepts: vec![0.0; answers] }
    }

    /// Add the margin of every answer for `row` to `margins`.
    pub(crate) fn score(&self, row: &Row, margins: &mut [f32]) {
        margins.copy_from_slice(&self.intercepts);
        for (&feature, &value) in row.features.iter().zip(&row.values) {
            let from = feature as usize * self.answers;
            if let Some(weights) = self.of.get(from..from + self.answers) {
                for (margin, weight) in margins.iter_mut().zip(weights) {
                    *margin += weight * value;
                }
            }
        }
    }
}

/// Turn scores into probabilities; `sharpness` stretches the scores first.
pub(crate) fn softmax(scores: &[f32], sharpness: f32) -> Vec<f32> {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut shares: Vec<f32> = scores.iter().map(|score| (sharpness * (score - highest)).exp()).collect();
    let sum: f32 = shares.iter().sum();
    if sum > 0.0 {
        for share in &mut shares {
            *share /= sum;
        }
    }
    shares
}

/// The logistic function.
pub(crate) fn logistic(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the values are exact in binary")]
mod tests {
    use super::*;

    #[test]
    fn scores_are_sums_of_weighed_features() {
        let weights = Weights { answers: 2, of: vec![1.0, -1.0, 0.5, 2.0, 9.0, 9.0], intercepts: vec![0.25, 0.0] };
        let mut margins = [0.0; 2];
        weights.score(&Row { features: vec![0, 1], values: vec![2.0, 1.0] }, &mut margins);
        assert_eq!(margins, [2.75, 0.0]);
    }

    #[test]
    fn shares_sum_to_one_and_keep_the_order() {
        let shares = softmax(&[0.0, 1.0, -40.0], 3.0);
        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(shares[1] > 0.95 && shares[0] > shares[2]);
        assert!((logistic(0.0) - 0.5).abs() < 1e-6);
    }
}
