//! From sentences to the incident: what all of its sentences say together.

use super::linear::{logistic, softmax, to_shares};

/// Ways in which sentences speak for a label together.
pub(crate) const PARTS: [&str; 5] = ["found-margin", "any-sentence", "many-sentences", "mean-margin", "lexicon"];

/// Numbers that tell whether a text names a cause at all: the finder's scores together, the length, how a sentence that
/// says that nothing is known reads, the best sentence with a causal cue, how surely any sentence names some label.
pub(crate) const STATED: usize = 5;

/// The finder's scores are softened before margins are pooled: it errs too often to be taken at its word.
const TRUST: f32 = 0.5;

/// A term of the lexicon counts so much in a sentence that does not tell the cause at all.
const TERM_ASIDE: f32 = 0.3;

/// Added to a chance before its logarithm is taken.
const LEAST: f32 = 0.03;
/// How much margins are stretched before they are read as probabilities of one sentence.
const SHARPNESS: f32 = 3.0;

/// A sentence as the models read it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Read<'s> {
    /// Margins of the sentence model: one for each label, then *none*.
    pub(crate) margins: &'s [f32],
    /// The finder's score.
    pub(crate) finder: f32,
    /// Does it hold a phrase that ties a cause to what it did?
    pub(crate) causal: bool,
    /// The labels that a term of the lexicon stands for, each once.
    pub(crate) terms: &'s [u32],
}

/// What an incident's sentences say together.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pooled {
    /// For each label the [`PARTS`].
    pub(crate) parts: Vec<[f32; PARTS.len()]>,
    /// Does the text name a cause at all?
    pub(crate) stated: [f32; STATED],
    /// Each sentence's share of the finder's attention.
    pub(crate) attention: Vec<f32>,
    /// Each sentence's label probabilities, sentence after sentence.
    pub(crate) shares: Vec<f32>,
}

impl Pooled {
    /// The probability of a label in a sentence.
    pub(crate) fn share(&self, sentence: usize, label: usize) -> f32 {
        let labels = self.parts.len();
        if label < labels { self.shares.get(sentence * labels + label).copied().unwrap_or_default() } else { 0.0 }
    }
}

/// Pool the sentences of an incident.
pub(crate) fn pool(sentences: &[Read<'_>], labels: usize, unknown: Option<usize>) -> Pooled {
    let scores: Vec<f32> = sentences.iter().map(|sentence| sentence.finder).collect();
    let attention = softmax(&scores, 1.0);
    let trusted = softmax(&scores, TRUST);
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut shares: Vec<f32> = Vec::with_capacity(sentences.len() * labels);
    let mut of_sentence: Vec<f32> = Vec::new();
    let mut parts = vec![[0.0_f32; PARTS.len()]; labels];
    let mut none_of_them = vec![1.0_f32; labels];
    let (mut open, mut cued) = (0.0_f32, -4.0_f32);
    for (at, sentence) in sentences.iter().enumerate() {
        let near_best = logistic(scores[at] - highest + 1.0);
        of_sentence.clear();
        of_sentence.extend_from_slice(sentence.margins);
        to_shares(&mut of_sentence, SHARPNESS);
        // *None* stands behind the labels and is nobody's share.
        of_sentence.resize(labels, 0.0);
        let of_labels = parts.iter_mut().zip(&mut none_of_them).zip(&of_sentence).zip(sentence.margins);
        for (((part, none), share), margin) in of_labels {
            part[0] += trusted[at] * margin;
            *none *= 1.0 - share * near_best;
            part[2] += share;
            part[3] += margin / sentences.len() as f32;
        }
        for &label in sentence.terms {
            if let Some(part) = parts.get_mut(label as usize) {
                part[4] += TERM_ASIDE + near_best;
            }
        }
        open = open.max(unknown.and_then(|unknown| of_sentence.get(unknown)).copied().unwrap_or_default());
        shares.extend_from_slice(&of_sentence);
        if sentence.causal {
            cued = cued.max(scores[at]);
        }
    }
    for (part, none) in parts.iter_mut().zip(none_of_them) {
        part[1] = (LEAST + 1.0 - none).ln();
        part[2] = (1.0 + part[2]).ln();
        part[4] = (1.0 + part[4]).ln();
    }
    let named = parts.iter().enumerate().filter(|(label, _)| Some(*label) != unknown).map(|(_, part)| part[1]);
    let named = named.fold(LEAST.ln(), f32::max);
    let together = scores.iter().map(|&score| score.min(30.0).exp()).sum::<f32>().max(1e-6).ln().clamp(-6.0, 12.0);
    Pooled { parts, stated: [together, (1.0 + sentences.len() as f32).ln(), open, cued, named], attention, shares }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the values are exact in binary")]
mod tests {
    use super::*;

    fn read<'s>(finder: f32, margins: &'s [f32], terms: &'s [u32]) -> Read<'s> {
        Read { margins, finder, causal: false, terms }
    }

    #[test]
    fn the_found_sentence_outweighs_the_others() {
        let pooled = pool(&[read(6.0, &[1.0, -1.0, -1.0], &[]), read(-2.0, &[-1.0, 1.0, -1.0], &[1])], 2, None);
        assert!(pooled.parts[0][0] > 0.9 && pooled.parts[1][0] < -0.9, "{:?}", pooled.parts);
        assert!(pooled.parts[0][1] > pooled.parts[1][1]);
        // The second sentence is far from the best, so that its term counts little more than nothing.
        let term = pooled.parts[1][4].exp() - 1.0;
        assert!(term > TERM_ASIDE && term < TERM_ASIDE + 0.01, "{term}");
        assert!((pooled.attention.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn an_empty_text_states_nothing() {
        let pooled = pool(&[], 3, Some(2));
        assert_eq!(pooled.stated, [-6.0, 0.0, 0.0, -4.0, LEAST.ln()]);
        assert_eq!(pooled.parts.len(), 3);
    }
}
