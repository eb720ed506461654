//! The recipe: every choice of training in one place.

use serde::Deserialize;

/// How a model is trained. The default is what the shipped model was trained with.
///
/// ```
/// let recipe = raiz::train::Recipe { seed: 7, ..raiz::train::Recipe::default() };
/// assert_eq!(recipe.folds, 5);
/// ```
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Recipe {
    /// Decides which sentence of the bank falls into which fold; reports are dealt by set and family.
    pub seed: u64,
    /// Folds for everything that is fitted on held-out reports.
    pub folds: usize,
    /// Most words and pairs of words.
    pub words: usize,
    /// Most character n-grams.
    pub grams: usize,
    /// Most subwords and pairs of them.
    pub pieces: usize,
    /// Subwords that the tokenizer learns.
    pub subwords: usize,
    /// Most concepts and pairs of them.
    pub concepts: usize,
    /// Weights of character n-grams, of subwords and of concepts against words.
    pub part_weights: [f32; 3],
    /// The power of the inverse document frequency.
    pub rarity_power: f64,
    /// Weight of words that stand beside the clause which tells the cause.
    pub aside: f32,
    /// Price of errors of the sentence model.
    pub sentence_cost: f32,
    /// Weight of sentences that name no cause.
    pub none_weight: f32,
    /// Weight of a sure term of the lexicon as a sentence to learn from; 0 leaves the lexicon out.
    pub lexicon_weight: f32,
    /// Weight of bank sentences for the finder.
    pub bank_weight: f64,
    /// How strongly the finder's context weights are held at their priors.
    pub context_strength: f64,
    /// Start the finder from its table of priors.
    pub finder_priors: bool,
    /// Features that the finder does without, by name; one `*` in a name stands for anything. For measuring what they are worth.
    pub without: Vec<String>,
    /// Weights of the [parts](crate::train::Recipe::parts) of a label's score, in units of their spread.
    pub parts: [f32; 5],
    /// Share of reports that name no cause, among those the model will meet.
    pub unknown_share: f64,
    /// Held-out reports of the corpus are easier than those the model will meet: factor and summand of the log odds that
    /// a named cause is right.
    pub doubt: [f32; 2],
    /// A text is an incident report from this probability on.
    pub incident_from: f32,
    /// Most iterations of the sentence model.
    pub iterations: u64,
}

impl Recipe {
    /// Does the finder do without the feature of this name?
    pub(super) fn leaves_out(&self, feature: &str) -> bool {
        self.without.iter().any(|name| match name.split_once('*') {
            Some((before, after)) => feature.len() >= before.len() + after.len() && feature.starts_with(before) && feature.ends_with(after),
            None => feature == name,
        })
    }
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            seed: 0,
            folds: 5,
            words: 60_000,
            grams: 30_000,
            pieces: 10_000,
            subwords: 8_000,
            concepts: 3_000,
            part_weights: [0.7, 0.25, 0.3],
            rarity_power: 1.5,
            aside: 0.3,
            sentence_cost: 0.25,
            none_weight: 0.1,
            lexicon_weight: 1.0,
            bank_weight: 0.1,
            context_strength: 15.0,
            finder_priors: true,
            without: Vec::new(),
            parts: [1.0, 0.5, 0.5, 0.3, 0.3],
            unknown_share: 0.11,
            doubt: [0.7, -0.45],
            incident_from: 0.03,
            iterations: 25,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_left_out_by_name() {
        let recipe = Recipe { without: ["cue=future", "title=*", "section+cue=*+future"].map(str::to_owned).to_vec(), ..Recipe::default() };
        for (feature, out) in [
            ("cue=future", true),
            ("before-cue=future", false),
            ("title=1", true),
            ("section=title", false),
            ("section+cue=cause+future", true),
            ("section+cue=cause+due-to", false),
            ("section+cue=future", false),
        ] {
            assert_eq!(recipe.leaves_out(feature), out, "{feature}");
        }
    }
}
