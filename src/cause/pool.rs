//! From sentences to the incident: what all of its sentences say together.

use super::linear::{logistic, softmax};

/// Ways in which sentences speak for a label together.
pub(crate) const PARTS: [&str; 4] = ["pooled-margin", "any-sentence", "many-sentences", "lexicon"];

/// How much margins are stretched before they are read as probabilities of one sentence.
const SHARPNESS: f32 = 3.0;

/// A sentence as the models read it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Read {
    /// Margins of the sentence model: one for each label, then *none*.
    pub(crate) margins: Vec<f32>,
    /// The finder's score.
    pub(crate) finder: f32,
    /// The labels that a term of the lexicon stands for, each once.
    pub(crate) terms: Vec<u32>,
}

/// What an incident's sentences say together.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pooled {
    /// For each label the [`PARTS`].
    pub(crate) parts: Vec<[f32; PARTS.len()]>,
    /// Does the text name a cause at all? Finder scores together, number of sentences, surest sentence.
    pub(crate) stated: [f32; 3],
    /// Each sentence's share of the finder's attention.
    pub(crate) attention: Vec<f32>,
    /// Each sentence's label probabilities, with *none* last.
    pub(crate) shares: Vec<Vec<f32>>,
}

/// Pool the sentences of an incident.
pub(crate) fn pool(sentences: &[Read], labels: usize, unknown: Option<usize>) -> Pooled {
    let scores: Vec<f32> = sentences.iter().map(|sentence| sentence.finder).collect();
    let attention = softmax(&scores, 1.0);
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let shares: Vec<Vec<f32>> = sentences.iter().map(|sentence| softmax(&sentence.margins, SHARPNESS)).collect();
    let mut parts = vec![[0.0_f32; PARTS.len()]; labels];
    let mut none_of_them = vec![1.0_f32; labels];
    let mut surest = 0.0_f32;
    for (at, sentence) in sentences.iter().enumerate() {
        let weight = attention[at];
        let near_best = logistic(scores[at] - highest + 1.0);
        let mut causal = 0.0;
        for label in 0..labels {
            let share = shares[at].get(label).copied().unwrap_or_default();
            let part = &mut parts[label];
            part[0] += weight * sentence.margins.get(label).copied().unwrap_or_default();
            none_of_them[label] *= 1.0 - share * near_best;
            part[2] += share;
            if Some(label) != unknown {
                causal += share;
            }
        }
        for &label in &sentence.terms {
            if let Some(part) = parts.get_mut(label as usize) {
                part[3] += 1.0;
            }
        }
        surest = surest.max(causal);
    }
    for (part, none) in parts.iter_mut().zip(none_of_them) {
        part[1] = (0.03 + 1.0 - none).ln();
        part[2] = (1.0 + part[2]).ln();
        part[3] = (1.0 + part[3]).ln();
    }
    let together = scores.iter().map(|&score| score.exp()).sum::<f32>().max(1e-9).ln().clamp(-3.0, 9.0);
    Pooled { parts, stated: [together, (1.0 + sentences.len() as f32).ln(), surest], attention, shares }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(finder: f32, margins: &[f32], terms: &[u32]) -> Read {
        Read { margins: margins.to_vec(), finder, terms: terms.to_vec() }
    }

    #[test]
    fn the_found_sentence_outweighs_the_others() {
        let pooled = pool(&[read(6.0, &[1.0, -1.0, -1.0], &[]), read(-2.0, &[-1.0, 1.0, -1.0], &[1])], 2, None);
        assert!(pooled.parts[0][0] > 0.9 && pooled.parts[1][0] < -0.9, "{:?}", pooled.parts);
        assert!(pooled.parts[0][1] > pooled.parts[1][1]);
        assert!((pooled.parts[1][3] - 2_f32.ln()).abs() < 1e-6);
        assert!((pooled.attention.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn an_empty_text_states_nothing() {
        let pooled = pool(&[], 3, Some(2));
        assert_eq!(pooled.stated, [-3.0, 0.0, 0.0]);
        assert_eq!(pooled.parts.len(), 3);
    }
}
