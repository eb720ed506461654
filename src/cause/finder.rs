//! The finder: which sentence of an incident tells the cause?

use std::sync::LazyLock;

use crate::features::context::{self, Setting};

/// What the finder sees of a sentence besides its context: how the sentence model reads it, and by how much its best label
/// beats *none* once more where that says less than elsewhere (see [`LESS_TRUSTED`]).
pub(crate) const READINGS: [&str; 5 + LESS_TRUSTED.len()] =
    ["best-label", "none", "second-label", "unknown", "best-over-none", "over-none-aside", "over-none-short", "over-none-item"];

/// Where a sentence that reads like a cause often is none: what responders did and will do, names and fragments, the entries
/// of lists and timelines. Each is told by these features of the context.
const LESS_TRUSTED: [&[&str]; 3] = [
    &[
        "section=timeline",
        "section=response",
        "section=resolution",
        "section=detection",
        "section=impact",
        "section=actions",
        "section=lessons",
        "section=excluded",
    ],
    &["length=0", "length=1", "length=2"],
    &["item=1", "timed=1"],
];

/// For each feature of the context, by number, which of [`LESS_TRUSTED`] it tells, a bit each.
static TELLS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let bits = |name: &String| LESS_TRUSTED.iter().enumerate().map(|(at, by)| u8::from(by.contains(&name.as_str())) << at).sum();
    context::names().iter().map(bits).collect()
});

/// The readings of a sentence from its margins (one for each label, then one for *none*) and its context.
pub(crate) fn readings(margins: &[f32], unknown: Option<usize>, context: &[u32]) -> [f32; READINGS.len()] {
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
    let tells = context.iter().filter_map(|&feature| TELLS.get(feature as usize)).fold(0, |all, bits| all | bits);
    let where_told = |at: usize| if tells & 1 << at != 0 { best - none } else { 0.0 };
    let unknown = unknown.and_then(|at| labels.get(at)).copied().unwrap_or_default();
    [best, none, second, unknown, best - none, where_told(0), where_told(1), where_told(2)]
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
        assert_eq!(readings(&[0.5, -1.0, 0.25, -0.75], Some(1), &[]), [0.5, -0.75, 0.25, -1.0, 1.25, 0.0, 0.0, 0.0]);
        assert_eq!(readings(&[0.5, -0.75], None, &[]), [0.5, -0.75, 0.0, 0.0, 1.25, 0.0, 0.0, 0.0]);
        assert_eq!(readings(&[], None, &[]), [0.0; READINGS.len()]);
    }

    #[test]
    fn readings_are_looked_at_again_where_they_say_less() {
        let names = context::names();
        let number = |wanted: &str| names.iter().position(|name| name == wanted).expect("a feature") as u32;
        let told = |context: &[u32]| readings(&[0.5, -0.75], None, context)[5..].to_vec();
        assert_eq!(told(&[number("section=timeline"), number("item=1")]), [1.25, 0.0, 1.25]);
        assert_eq!(told(&[number("section=cause"), number("item=0"), number("length=2")]), [0.0, 1.25, 0.0]);
        assert!(LESS_TRUSTED.iter().copied().flatten().all(|told| names.iter().any(|name| name == told)));
    }
}
