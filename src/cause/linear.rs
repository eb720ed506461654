//! Linear scores: a row of weights for each feature, a column for each answer.

use crate::features::cache::{Known, LANES, Shares};
#[cfg(any(test, feature = "train"))]
use crate::features::rows::Row;
use crate::features::text::{GROUPS, OF_WORD, OwnFeatures, Said};

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

/// The weights of two models side by side, so that a sentence is read once for both and many answers are added up at a time.
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
    of: Vec<Lanes>,
    intercepts: Lanes,
}

/// A number for each answer of a block.
type Lanes = [f32; LANES];

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

    /// What a word adds to every answer in a sentence where each group's factor is 1.
    pub(crate) fn shares(&self, word: &OwnFeatures) -> Vec<Shares> {
        self.blocks.iter().map(|block| block.shares(word)).collect()
    }

    /// Append the margin of every answer for a sentence to `margins`: what [`Weights::score`] gives for its row with the one
    /// model and then with the other, but for rounding. It is added up with the widest registers that the machine has, always
    /// in the same order.
    pub(crate) fn score(&self, known: &Known, said: &Said, margins: &mut Vec<f32>) {
        let end = margins.len() + self.answers;
        for (number, block) in self.blocks.iter().enumerate() {
            let sums = pulp::Arch::new().dispatch(|| block.sums(number, known, said));
            margins.extend_from_slice(&sums[..LANES.min(end - margins.len())]);
        }
    }
}

impl Block {
    fn shares(&self, word: &OwnFeatures) -> Shares {
        let mut shares = [[0.0; LANES]; OF_WORD];
        for ((feature, value), &group) in word.row.iter().zip(&word.groups) {
            if let (Some(share), Some(weights)) = (shares.get_mut(group as usize), self.of.get(feature as usize)) {
                add(share, value, weights);
            }
        }
        shares
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "what is not inlined is compiled for the oldest machine")]
    fn sums(&self, number: usize, known: &Known, said: &Said) -> Lanes {
        let [mut words, mut grams, mut pieces, mut concepts] = [[0.0; LANES]; GROUPS];
        for &(word, weight) in &said.words {
            let Some([of_word, of_grams, of_pieces]) = known.shares(word, number) else { continue };
            add(&mut words, weight, of_word);
            add(&mut grams, weight, of_grams);
            add(&mut pieces, weight, of_pieces);
        }
        for (sums, values) in [(&mut words, &said.pairs), (&mut concepts, &said.concepts)] {
            for &(feature, value) in values {
                if let Some(weights) = self.of.get(feature as usize) {
                    add(sums, value, weights);
                }
            }
        }
        let mut sums = self.intercepts;
        for (group, factor) in [words, grams, pieces, concepts].iter().zip(said.factors) {
            add(&mut sums, factor, group);
        }
        sums
    }
}

/// Add so many times the one to the other.
#[inline(always)]
#[allow(clippy::inline_always, clippy::needless_range_loop, reason = "what is not inlined is compiled for the oldest machine")]
fn add(sums: &mut Lanes, times: f32, to_add: &Lanes) {
    for lane in 0..LANES {
        sums[lane] += times * to_add[lane];
    }
}

/// Turn scores into probabilities; `sharpness` stretches the scores first.
pub(crate) fn softmax(scores: &[f32], sharpness: f32) -> Vec<f32> {
    let mut shares = scores.to_vec();
    to_shares(&mut shares, sharpness);
    shares
}

/// The same in their place.
pub(crate) fn to_shares(scores: &mut [f32], sharpness: f32) {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for score in scores.iter_mut() {
        *score = (sharpness * (*score - highest)).exp();
    }
    let sum: f32 = scores.iter().sum();
    if sum > 0.0 {
        for share in scores {
            *share /= sum;
        }
    }
}

/// The logistic function.
pub(crate) fn logistic(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the values are exact in binary")]
mod tests {
    use super::*;
    use crate::features::cache::{WordCache, WordFacts};
    use crate::features::text::Group;

    #[test]
    fn scores_are_sums_of_weighed_features() {
        let weights = Weights { answers: 2, of: vec![1.0, -1.0, 0.5, 2.0, 9.0, 9.0], intercepts: vec![0.25, 0.0] };
        let mut margins = [0.0; 2];
        weights.score(&Row { features: vec![0, 1], values: vec![2.0, 1.0] }, &mut margins);
        assert_eq!(margins, [2.75, 0.0]);
    }

    #[test]
    fn two_models_side_by_side_give_what_each_gives_however_many_answers_they_have() {
        let own = |word: &str| OwnFeatures {
            row: Row { features: vec![word.len() as u32, 0], values: vec![0.5, -1.75] },
            groups: vec![Group::Words, Group::Grams],
            ..OwnFeatures::default()
        };
        for (first, second) in [(1, 1), (9, 8), (18, 3), (22, 3), (30, 30)] {
            let weights = |answers: usize, seed: usize| Weights {
                answers,
                of: (0..5 * answers).map(|at| ((at * 37 + seed) % 101) as f32 / 8.0 - 6.0).collect(),
                intercepts: (0..answers).map(|at| at as f32 / 4.0).collect(),
            };
            let (first, second) = (weights(first, 5), weights(second, 11));
            let joint = Joint::new(&first, &second);
            let (text, cache) = ("a ccc a dddd", WordCache::default());
            let facts = |word: &str| WordFacts { shares: joint.shares(&own(word)), ..WordFacts::default() };
            let mut facts = cache.read(text, &crate::tokens::scan(text), facts);
            let (known, said) = facts.saying();
            said.words = known.places().iter().map(|place| (place.word, 1.0)).collect();
            said.factors = [1.0; GROUPS];
            let mut margins = vec![1.5];
            joint.score(known, said, &mut margins);
            let row = Row { features: vec![0, 1, 3, 4], values: vec![-7.0, 1.0, 0.5, 0.5] };
            let mut expected = vec![0.0; first.answers + second.answers];
            let (of_first, of_second) = expected.split_at_mut(first.answers);
            first.score(&row, of_first);
            second.score(&row, of_second);
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
