//! The finder: which sentence of an incident tells the cause?

use crate::features::context::{self, Setting};

/// What the finder sees of a sentence besides its context: how the sentence model reads it.
pub(crate) const READINGS: [&str; 5] = ["best-label", "none", "second-label", "unknown", "best-over-none"];

/// The five readings of a sentence from its margins: one for each label, then one for *none*.
pub(crate) fn readings(margins: &[f32], unknown: Option<usize>) -> [f32; READINGS.len()] {
    let Some((&none, labels)) = margins.split_last() else { return [0.0; READINGS.len()] };
    let (mut best, mut second) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
    for &margin in labels {
        if margin > best {
            (best, second) = (margin, best);
        } else if margin > second {
            second = margin;
        }
    }
    let finite = |value: f32| if value.is_finite() { value } else { 0.0 };
    let (best, second) = (finite(best), finite(second));
    [best, none, second, unknown.and_then(|at| labels.get(at)).copied().unwrap_or_default(), best - none]
}

/// Names of all of the finder's features: context, then readings.
pub(crate) fn names() -> Vec<String> {
    context::names().into_iter().chain(READINGS.iter().map(|name| format!("reading={name}"))).collect()
}

/// The finder's score of a sentence; 0 is what "no sentence tells the cause" scores.
pub(crate) fn score(weights: &[f32], setting: &Setting, readings: &[f32; READINGS.len()]) -> f32 {
    let Some((context, last)) = weights.split_at_checked(weights.len().saturating_sub(READINGS.len())) else { return 0.0 };
    let by_context: f32 = setting.features.iter().filter_map(|&feature| context.get(feature as usize)).sum();
    by_context + last.iter().zip(readings).map(|(weight, reading)| weight * reading).sum::<f32>()
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the values are exact in binary")]
mod tests {
    use super::*;

    #[test]
    fn readings_of_margins() {
        assert_eq!(readings(&[0.5, -1.0, 0.25, -0.75], Some(1)), [0.5, -0.75, 0.25, -1.0, 1.25]);
        assert_eq!(readings(&[0.5, -0.75], None), [0.5, -0.75, 0.0, 0.0, 1.25]);
        assert_eq!(readings(&[], None), [0.0; 5]);
    }
}
