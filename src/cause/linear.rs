//! Linear scores: a row of weights for each feature, a column for each answer.

use crate::features::counts::Row;

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

    /// Put the margin of every answer for `row` into `margins`.
    #[cfg(any(test, feature = "train"))]
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

/// So many answers are added up at a time: as many as a model has, of causes and of kinds, fit into three registers.
const LANES: usize = 24;

/// The weights of two models side by side, so that a row is read once for both and many answers are added up at a time.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Joint {
    answers: usize,
    /// The answers of the first model and then the second, [`LANES`] of them in each block.
    blocks: Vec<Block>,
}

/// Weights of some of the answers, filled up with zeros.
#[derive(Debug, Clone, PartialEq, Default)]
struct Block {
    /// For each feature.
    of: Vec<[f32; LANES]>,
    intercepts: [f32; LANES],
}

impl Joint {
    /// The weights of `first` and `second`, which have the same features.
    pub(crate) fn new(first: &Weights, second: &Weights) -> Joint {
        let answers = first.answers + second.answers;
        let lanes = |from: usize, a: &[f32], b: &[f32]| {
            let mut lanes = [0.0; LANES];
            for (lane, weight) in lanes.iter_mut().zip(a.iter().chain(b).skip(from)) {
                *lane = *weight;
            }
            lanes
        };
        let block = |from: usize| {
            let rows = first.of.chunks(first.answers.max(1)).zip(second.of.chunks(second.answers.max(1)));
            let intercepts = lanes(from, &first.intercepts, &second.intercepts);
            Block { of: rows.map(|(a, b)| lanes(from, a, b)).collect(), intercepts }
        };
        Joint { answers, blocks: (0..answers).step_by(LANES).map(block).collect() }
    }

    /// How many answers there are, of both models.
    pub(crate) fn answers(&self) -> usize {
        self.answers
    }

    /// Append the margin of every answer for `row` to `margins`: what [`Weights::score`] gives for the one model and then for
    /// the other, bit by bit, with the widest registers that the machine has.
    pub(crate) fn score(&self, row: &Row, margins: &mut Vec<f32>) {
        let end = margins.len() + self.answers;
        for block in &self.blocks {
            let sums = pulp::Arch::new().dispatch(|| block.sums(row));
            margins.extend_from_slice(&sums[..LANES.min(end - margins.len())]);
        }
    }
}

impl Block {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "what is not inlined is compiled for the oldest machine")]
    fn sums(&self, row: &Row) -> [f32; LANES] {
        let mut sums = self.intercepts;
        for (&feature, &value) in row.features.iter().zip(&row.values) {
            let Some(weights) = self.of.get(feature as usize) else { continue };
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += weight * value;
            }
        }
        sums
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
    fn two_models_side_by_side_give_what_each_gives() {
        for (first, second) in [(1, 1), (2, 3), (7, 1), (9, 8), (18, 3), (30, 3)] {
            let weights = |answers: usize, seed: usize| Weights {
                answers,
                of: (0..5 * answers).map(|at| ((at * 37 + seed) % 101) as f32 / 7.0 - 6.0).collect(),
                intercepts: (0..answers).map(|at| at as f32 / 3.0).collect(),
            };
            let (first, second) = (weights(first, 5), weights(second, 11));
            let row = Row { features: vec![0, 1, 3, 4], values: vec![0.3, -1.7, 0.01, 2.9] };
            let mut expected = vec![0.0; first.answers + second.answers];
            let (of_first, of_second) = expected.split_at_mut(first.answers);
            first.score(&row, of_first);
            second.score(&row, of_second);
            let mut margins = vec![1.5];
            Joint::new(&first, &second).score(&row, &mut margins);
            assert_eq!(margins[1..], expected);
        }
    }

    #[test]
    fn shares_sum_to_one_and_keep_the_order() {
        let shares = softmax(&[0.0, 1.0, -40.0], 3.0);
        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(shares[1] > 0.95 && shares[0] > shares[2]);
        assert!((logistic(0.0) - 0.5).abs() < 1e-6);
    }
}
