//! Is a confidence worth its name?

use serde::Serialize;

/// What is left, and how good it is, when answers below a confidence are withheld.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Coverage {
    /// Answers below this confidence are withheld.
    pub min_confidence: f64,
    /// The share of items that are still answered.
    pub coverage: f64,
    /// The share of right answers among them; none where all are withheld.
    pub accuracy: Option<f64>,
}

/// The answers whose confidence lies in one tenth.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Reliability {
    /// The tenth begins here.
    pub from: f64,
    /// How many answers.
    pub n: usize,
    /// Their mean confidence.
    pub confidence: f64,
    /// The share of right ones.
    pub accuracy: f64,
}

/// Confidence against accuracy in each tenth that holds an answer.
///
/// ```
/// let tenths = raiz::eval::reliability(&[(0.84, true), (0.86, false), (1.0, true)]);
/// assert_eq!(tenths.iter().map(|tenth| (tenth.n, tenth.accuracy)).collect::<Vec<_>>(), [(2, 0.5), (1, 1.0)]);
/// ```
pub fn reliability(answers: &[(f64, bool)]) -> Vec<Reliability> {
    let mut tenths = [(0_usize, 0.0_f64, 0_usize); 10];
    for &(confidence, right) in answers {
        let tenth = &mut tenths[tenth(confidence)];
        *tenth = (tenth.0 + 1, tenth.1 + confidence, tenth.2 + usize::from(right));
    }
    let filled = tenths.into_iter().enumerate().filter(|(_, (n, ..))| *n > 0);
    filled
        .map(|(at, (n, sum, right))| Reliability {
            from: at as f64 / 10.0,
            n,
            confidence: sum / n as f64,
            accuracy: right as f64 / n as f64,
        })
        .collect()
}

fn tenth(confidence: f64) -> usize {
    ((confidence * 10.0) as usize).min(9)
}

/// Expected calibration error over ten bins of equal width: by how much confidence and accuracy differ in a bin, on
/// average over the items.
///
/// ```
/// // Two answers given 0.8, one of them right: off by 0.3.
/// let error = raiz::eval::calibration_error(&[(0.8, true), (0.8, false)]);
/// assert!(error.is_some_and(|error| (error - 0.3).abs() < 1e-12));
/// ```
pub fn calibration_error(answers: &[(f64, bool)]) -> Option<f64> {
    let mut gaps = [0.0_f64; 10];
    for &(confidence, right) in answers {
        gaps[tenth(confidence)] += confidence - f64::from(u8::from(right));
    }
    (!answers.is_empty()).then(|| gaps.iter().map(|gap| gap.abs()).sum::<f64>() / answers.len() as f64)
}

/// The accuracy of the half of the answers that are given with the most confidence.
///
/// ```
/// let answers = [(0.9, true), (0.8, true), (0.3, false), (0.2, true)];
/// assert_eq!(raiz::eval::accuracy_of_surest_half(&answers), Some(1.0));
/// ```
pub fn accuracy_of_surest_half(answers: &[(f64, bool)]) -> Option<f64> {
    let mut sorted = answers.to_vec();
    sorted.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
    let half = &sorted[..sorted.len().div_euclid(2).max(1).min(sorted.len())];
    super::share(half.iter().filter(|answer| answer.1).count(), half.len())
}

/// Coverage and accuracy at each tenth of `--min-confidence`.
pub fn risk_coverage(answers: &[(f64, bool)]) -> Vec<Coverage> {
    (0..10)
        .map(|tenth| {
            let min_confidence = f64::from(tenth) / 10.0;
            let kept: Vec<bool> = answers.iter().filter(|answer| answer.0 >= min_confidence).map(|answer| answer.1).collect();
            Coverage {
                min_confidence,
                coverage: super::share(kept.len(), answers.len()).unwrap_or_default(),
                accuracy: super::share(kept.iter().filter(|&&right| right).count(), kept.len()),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: Option<f64>, expected: f64) -> bool {
        value.is_some_and(|value| (value - expected).abs() < 1e-12)
    }

    #[test]
    fn gaps_of_bins_are_weighted_by_their_items() {
        // Bin 9: 0.95 + 1.0 against 2 right: 0.05 short. Bin 5: 0.5 + 0.55 + 0.59 against 1 right: 0.64 too sure. Five answers.
        let answers = [(0.95, true), (1.0, true), (0.5, false), (0.55, true), (0.59, false)];
        assert!(near(calibration_error(&answers), (0.05 + 0.64) / 5.0));
        assert!(near(calibration_error(&[(1.0, true), (0.0, false)]), 0.0));
        assert_eq!(calibration_error(&[]), None);
    }

    #[test]
    fn the_surest_half_rounds_down_but_holds_one() {
        let answers = [(0.2, false), (0.9, true), (0.7, false), (0.6, true), (0.1, true)];
        assert_eq!(accuracy_of_surest_half(&answers), Some(0.5));
        assert_eq!(accuracy_of_surest_half(&[(0.4, true)]), Some(1.0));
        assert_eq!(accuracy_of_surest_half(&[]), None);
    }

    #[test]
    fn withheld_answers_leave_the_rest() {
        let curve = risk_coverage(&[(0.9, true), (0.5, true), (0.5, false), (0.1, false)]);
        let at = |tenth: usize| (curve[tenth].coverage, curve[tenth].accuracy);
        assert_eq!([at(0), at(5), at(6)], [(1.0, Some(0.5)), (0.75, Some(2.0 / 3.0)), (0.25, Some(1.0))]);
        assert_eq!(risk_coverage(&[(0.3, true)])[4].accuracy, None);
    }
}
