//! Linear one-vs-rest models with squared hinge loss over sparse rows.

use rayon::prelude::*;

use super::minimize::{Objective, minimize};
use crate::cause::linear::Weights;
use crate::features::rows::Row;

/// Answers that are fitted together: their weights of one feature lie side by side, so that a pass over the rows
/// serves all of them. Fixed, so that the same bytes come out on any number of threads.
const LANES: usize = 8;

/// A row to learn from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Labelled<'a> {
    /// The features.
    pub(super) row: &'a Row,
    /// The right answer.
    pub(super) answer: usize,
    /// How much it counts.
    pub(super) weight: f32,
}

/// Settings of a fit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fit {
    /// Price of errors against large weights.
    pub(super) cost: f32,
    /// Most iterations.
    pub(super) iterations: u64,
}

/// Weights that tell each of `answers` answers from all others.
pub(super) fn one_vs_rest(rows: &[Labelled<'_>], features: usize, answers: usize, fit: Fit) -> Weights {
    let blocks: Vec<usize> = (0..answers).step_by(LANES).collect();
    let scales = scales(rows, features, fit.cost);
    let fitted: Vec<Vec<f64>> = blocks
        .par_iter()
        .map(|&first| {
            let block = Block { rows, features, first, lanes: LANES.min(answers - first), cost: fit.cost, scales: &scales };
            // The intercept is one more feature that every row has.
            minimize(&block, vec![0.0; (features + 1) * LANES], fit.iterations, 1e-3)
        })
        .collect();
    let mut weights = Weights::zero(features, answers);
    for (&first, fitted) in blocks.iter().zip(&fitted) {
        for ((feature, lanes), scale) in fitted.as_chunks::<LANES>().0.iter().enumerate().zip(&scales) {
            for (lane, &value) in lanes.iter().enumerate().take(answers - first) {
                let (answer, value) = (first + lane, value * scale);
                if feature == features {
                    weights.intercepts[answer] = value as f32;
                } else {
                    weights.of[feature * answers + answer] = value as f32;
                }
            }
        }
    }
    weights
}

/// The unit in which each feature's weight is searched, the intercept last: frequent features bend the loss far more than
/// rare ones, and a search that sees all of them bent alike needs a third of the steps.
fn scales(rows: &[Labelled<'_>], features: usize, cost: f32) -> Vec<f64> {
    let mut bends = vec![1.0_f64; features + 1];
    for labelled in rows {
        let price = 2.0 * f64::from(cost * labelled.weight);
        for (&feature, &value) in labelled.row.features.iter().zip(&labelled.row.values) {
            bends[feature as usize] += price * f64::from(value * value);
        }
        bends[features] += price;
    }
    // Features of a row bend the loss together, so the unit is smaller than each alone would have it.
    bends.into_iter().map(|bend| 0.2 / bend.sqrt()).collect()
}

struct Block<'a> {
    rows: &'a [Labelled<'a>],
    features: usize,
    first: usize,
    lanes: usize,
    cost: f32,
    scales: &'a [f64],
}

impl Objective for Block<'_> {
    fn evaluate(&self, at: &[f64], gradient: &mut [f64]) -> f64 {
        // Single precision halves the memory that a pass goes through; sums over rows stay exact enough.
        let scaled = at.as_chunks::<LANES>().0.iter().zip(self.scales);
        let weights: Vec<f32> = scaled.flat_map(|(lanes, scale)| lanes.map(|weight| (weight * scale) as f32)).collect();
        let weights = weights.as_chunks::<LANES>().0;
        let mut slopes = vec![[0.0_f32; LANES]; self.features + 1];
        let mut loss = 0.0_f64;
        for labelled in self.rows {
            let mut margins = weights[self.features];
            for (&feature, &value) in labelled.row.features.iter().zip(&labelled.row.values) {
                for (margin, weight) in margins.iter_mut().zip(&weights[feature as usize]) {
                    *margin += value * weight;
                }
            }
            let mut steps = [0.0_f32; LANES];
            let mut any = false;
            let price = self.cost * labelled.weight;
            for (lane, step) in steps.iter_mut().enumerate().take(self.lanes) {
                let sign = if labelled.answer == self.first + lane { 1.0 } else { -1.0 };
                let short = 1.0 - sign * margins[lane];
                if short > 0.0 {
                    loss += f64::from(price * short * short);
                    *step = -2.0 * price * sign * short;
                    any = true;
                }
            }
            if any {
                for (&feature, &value) in labelled.row.features.iter().zip(&labelled.row.values) {
                    for (slope, step) in slopes[feature as usize].iter_mut().zip(&steps) {
                        *slope += value * step;
                    }
                }
                for (slope, step) in slopes[self.features].iter_mut().zip(&steps) {
                    *slope += step;
                }
            }
        }
        let mut square = 0.0;
        let lanes = gradient.as_chunks_mut::<LANES>().0.iter_mut().zip(weights).zip(&slopes).zip(self.scales);
        for (((gradient, weights), slopes), scale) in lanes {
            for ((gradient, &weight), &slope) in gradient.iter_mut().zip(weights).zip(slopes) {
                let weight = f64::from(weight);
                *gradient = scale * (weight + f64::from(slope));
                square += weight * weight;
            }
        }
        0.5 * square + loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<(Row, usize)> {
        (0..120)
            .map(|number| {
                let answer = number % 10;
                let noise = 10 + (number * 7 % 13) as u32;
                (Row { features: vec![answer as u32, noise], values: vec![0.8, 0.6] }, answer)
            })
            .collect()
    }

    #[test]
    fn answers_are_told_apart_on_any_number_of_threads() {
        let rows = rows();
        let labelled: Vec<_> = rows.iter().map(|(row, answer)| Labelled { row, answer: *answer, weight: 1.0 }).collect();
        let fitted = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            pool.install(|| one_vs_rest(&labelled, 23, 10, Fit { cost: 1.0, iterations: 60 }))
        };
        let (one, three) = (fitted(1), fitted(3));
        assert_eq!(one, three);
        for (row, answer) in &rows {
            let mut margins = vec![0.0; 10];
            one.score(row, &mut margins);
            let best = (0..10).max_by(|&a, &b| margins[a].total_cmp(&margins[b]));
            assert_eq!(best, Some(*answer), "{margins:?}");
        }
    }

    #[test]
    fn a_single_feature_reaches_the_minimum_by_hand() {
        // Least of w²/2 + b²/2 + C[(1 - w - b)² + (1 + b)²] for C = 1: 3w + 2b = 2, 2w + 5b = 0, so w = 10/11, b = -4/11.
        let (with, without) = (Row { features: vec![0], values: vec![1.0] }, Row::default());
        let rows = [Labelled { row: &with, answer: 0, weight: 1.0 }, Labelled { row: &without, answer: 1, weight: 1.0 }];
        let weights = one_vs_rest(&rows, 1, 2, Fit { cost: 1.0, iterations: 100 });
        assert!((weights.of[0] - 10.0 / 11.0).abs() < 1e-2, "{weights:?}");
        assert!((weights.intercepts[0] + 4.0 / 11.0).abs() < 1e-2, "{weights:?}");
    }
}
