//! How far two readers agree, with what chance alone would give taken off: Cohen's kappa.

use serde::Serialize;

use super::classification::Confusion;
use super::share;

/// Two labelings of the same items, held against each other.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Agreement {
    /// How many items both labelled.
    pub n: usize,
    /// How many of them got the same label from both.
    pub same: usize,
    /// The share of these.
    pub observed: Option<f64>,
    /// The share that two readers would reach who keep their frequencies of labels but know nothing of the items.
    pub expected: Option<f64>,
    /// Cohen's kappa: 1 is full agreement, 0 that of chance. None where chance alone agrees fully.
    pub kappa: Option<f64>,
    /// Each label by itself, in the order of the alphabet.
    pub labels: Vec<LabelAgreement>,
    /// Pairs of labels given to one item, the commonest first: by the first reader, by the second, how often.
    pub disagreements: Vec<(String, String, usize)>,
}

/// Agreement on one label: it or another.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct LabelAgreement {
    /// The label.
    pub label: String,
    /// How often the first reader gave it.
    pub first: usize,
    /// How often the second did.
    pub second: usize,
    /// How often both gave it to one item.
    pub both: usize,
    /// Cohen's kappa of this label against all others.
    pub kappa: Option<f64>,
}

/// Compare pairs of labels: what the first reader said of an item, and what the second.
///
/// ```
/// use raiz::eval::agreement;
/// let found = agreement([("dns", "dns"), ("dns", "attack"), ("attack", "attack"), ("attack", "attack")]);
/// // Observed 3 of 4; by chance 1/2 * 1/4 + 1/2 * 3/4 = 1/2.
/// assert_eq!(found.kappa, Some(0.5));
/// ```
pub fn agreement<'l>(pairs: impl IntoIterator<Item = (&'l str, &'l str)>) -> Agreement {
    let pairs: Vec<(&str, &str)> = pairs.into_iter().collect();
    let mut names: Vec<&str> = pairs.iter().flat_map(|&(first, second)| [first, second]).collect();
    names.sort_unstable();
    names.dedup();
    let n = pairs.len();
    let table = Confusion::new(names, pairs);
    let row = |at: usize| table.counts[at].iter().sum::<usize>();
    let column = |at: usize| table.counts.iter().map(|row| row[at]).sum::<usize>();
    let same: usize = (0..table.labels.len()).map(|at| table.counts[at][at]).sum();
    let chance: usize = (0..table.labels.len()).map(|at| row(at) * column(at)).sum();
    let labels = table.labels.iter().enumerate().map(|(at, label)| {
        let (first, second, both) = (row(at), column(at), table.counts[at][at]);
        // Items on which both say this label, or both do not.
        let same = n + 2 * both - first - second;
        let chance = first * second + (n - first) * (n - second);
        LabelAgreement { label: label.clone(), first, second, both, kappa: kappa(same, chance, n) }
    });
    let disagreements = table.mistakes().into_iter().map(|(first, second, count)| (first.to_owned(), second.to_owned(), count));
    Agreement {
        n,
        same,
        observed: share(same, n),
        expected: share(chance, n * n),
        kappa: kappa(same, chance, n),
        labels: labels.collect(),
        disagreements: disagreements.collect(),
    }
}

/// Kappa of `n` items, of which `same` agree; `chance` is the expected agreement, in items times `n`.
fn kappa(same: usize, chance: usize, n: usize) -> Option<f64> {
    let room = (n * n).checked_sub(chance).filter(|&room| room > 0)?;
    Some(((same * n) as f64 - chance as f64) / room as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() < 1e-12)
    }

    /// `count` pairs of each.
    fn pairs<'l>(cells: &[(&'l str, &'l str, usize)]) -> Vec<(&'l str, &'l str)> {
        cells.iter().flat_map(|&(first, second, count)| vec![(first, second); count]).collect()
    }

    #[test]
    fn two_labels_by_hand() {
        // Of 40 items: both yes 15, both no 11, yes/no 4, no/yes 10.
        let found = agreement(pairs(&[("yes", "yes", 15), ("no", "no", 11), ("yes", "no", 4), ("no", "yes", 10)]));
        assert_eq!((found.n, found.same), (40, 26));
        // Observed 26/40; chance (19 * 25 + 21 * 15) / 1600 = 790/1600.
        assert!(near(found.observed, 0.65) && near(found.expected, 0.493_75));
        // (26 * 40 - 790) / (1600 - 790) = 250/810.
        assert!(near(found.kappa, 250.0 / 810.0), "{found:?}");
        // With two labels, each against the other is the whole.
        assert!(found.labels.iter().all(|label| label.kappa == found.kappa), "{found:?}");
        assert_eq!(found.disagreements, [("no".into(), "yes".into(), 10), ("yes".into(), "no".into(), 4)]);
    }

    #[test]
    fn three_labels_by_hand() {
        // Rows (first reader) a b c: [4 1 0] [0 3 1] [1 0 2]; 12 items, 9 alike; rows 5 4 3, columns 5 4 3.
        let cells = [("a", "a", 4), ("a", "b", 1), ("b", "b", 3), ("b", "c", 1), ("c", "a", 1), ("c", "c", 2)];
        let found = agreement(pairs(&cells));
        // Chance (25 + 16 + 9) / 144 = 50/144; (9 * 12 - 50) / (144 - 50) = 58/94.
        assert!(near(found.kappa, 58.0 / 94.0) && near(found.expected, 50.0 / 144.0));
        // c: both 2, either's others alike 8: 10 of 12; chance 9 + 81 = 90; (120 - 90) / (144 - 90) = 30/54.
        let c = &found.labels[2];
        assert_eq!((c.label.as_str(), c.first, c.second, c.both), ("c", 3, 3, 2));
        assert!(near(c.kappa, 30.0 / 54.0), "{c:?}");
        // The same whichever reader comes first.
        let turned = agreement(pairs(&cells).into_iter().map(|(first, second)| (second, first)));
        assert_eq!(turned.kappa, found.kappa);
    }

    #[test]
    fn the_ends_of_the_scale() {
        assert_eq!(agreement([("a", "a"), ("b", "b")]).kappa, Some(1.0));
        // Always the other label of two: observed 0, chance 1/2.
        assert_eq!(agreement([("a", "b"), ("b", "a")]).kappa, Some(-1.0));
        // Independent of each other: exactly chance.
        assert_eq!(agreement([("a", "a"), ("a", "b"), ("b", "a"), ("b", "b")]).kappa, Some(0.0));
        // One label alone: nothing that chance would not do.
        assert_eq!((agreement([("a", "a"), ("a", "a")]).kappa, agreement([]).kappa), (None, None));
        assert_eq!(agreement([]).observed, None);
    }
}
