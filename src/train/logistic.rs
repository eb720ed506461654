//! Small logistic models over a few dense inputs. The only place that knows `linfa` and `ndarray`.

use linfa::DatasetBase;
use linfa::traits::Fit as _;
use linfa_logistic::LogisticRegression;
use ndarray::{Array1, Array2};

use crate::cause::decision::Logistic;

/// Fit the probability of `true` from the inputs; `strength` keeps the weights of the standardised inputs small.
///
/// Where all outcomes are alike there is nothing to learn from the inputs: the share of `true` is given.
pub(super) fn fit<const N: usize>(rows: &[([f32; N], bool)], strength: f64) -> Logistic {
    let positives = rows.iter().filter(|row| row.1).count();
    let share = (positives as f64 + 0.5) / (rows.len() as f64 + 1.0);
    let flat = Logistic { intercept: (share / (1.0 - share)).ln() as f32, weights: vec![0.0; N] };
    if positives == 0 || positives == rows.len() {
        return flat;
    }
    let count = rows.len() as f64;
    let (mut means, mut spreads) = ([0.0_f64; N], [0.0_f64; N]);
    for (inputs, _) in rows {
        for (mean, &input) in means.iter_mut().zip(inputs) {
            *mean += f64::from(input) / count;
        }
    }
    for (inputs, _) in rows {
        for ((spread, mean), &input) in spreads.iter_mut().zip(&means).zip(inputs) {
            *spread += (f64::from(input) - mean).powi(2) / count;
        }
    }
    for spread in &mut spreads {
        *spread = spread.sqrt().max(1e-9);
    }
    let inputs = Array2::from_shape_fn((rows.len(), N), |(row, column)| (f64::from(rows[row].0[column]) - means[column]) / spreads[column]);
    let outcomes: Array1<bool> = rows.iter().map(|row| row.1).collect();
    let data = DatasetBase::new(inputs, outcomes);
    let Ok(fitted) = LogisticRegression::default().alpha(strength).max_iterations(200).gradient_tolerance(1e-5).fit(&data) else {
        return flat;
    };
    // linfa takes the more frequent outcome as the positive class, whichever that is.
    let direction = if fitted.labels().pos.class { 1.0 } else { -1.0 };
    let mut intercept = direction * fitted.intercept();
    let mut weights = vec![0.0_f32; N];
    for (column, weight) in weights.iter_mut().enumerate() {
        let scaled = direction * fitted.params()[column] / spreads[column];
        intercept -= scaled * means[column];
        *weight = scaled as f32;
    }
    Logistic { intercept: intercept as f32, weights }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_follow_the_inputs() {
        let rows: Vec<([f32; 2], bool)> = (0..400).map(|n| ([(n % 20) as f32, 7.0], n % 20 + n / 20 % 5 > 12)).collect();
        let model = fit(&rows, 1.0);
        let (low, high) = (model.probability(&[2.0, 7.0]), model.probability(&[18.0, 7.0]));
        assert!(low < 0.05 && high > 0.95, "{low} {high}");
        let mean: f32 = rows.iter().map(|row| model.probability(&row.0)).sum::<f32>() / 400.0;
        let share = rows.iter().filter(|row| row.1).count() as f32 / 400.0;
        assert!((mean - share).abs() < 0.01, "{mean} {share}");
    }

    #[test]
    fn one_outcome_alone_gives_its_share() {
        let model = fit(&[([1.0], true), ([2.0], true)], 1.0);
        assert!(model.probability(&[5.0]) > 0.8);
    }
}
