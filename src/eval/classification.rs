//! Metrics of one label an item: accuracy, precision, recall, F1 and the table of confusions.

use serde::Serialize;

use super::{f1, share};

/// How often each label was given for each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Confusion {
    /// The labels, in the order of rows and columns.
    pub labels: Vec<String>,
    /// Rows: the true label; columns: the one given.
    pub counts: Vec<Vec<usize>>,
}

/// Precision, recall and F1 of one label; none where there is nothing to measure.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct LabelScore {
    /// The label.
    pub label: String,
    /// How many items have it.
    pub support: usize,
    /// Right ones among those given it.
    pub precision: Option<f64>,
    /// Found ones among those that have it.
    pub recall: Option<f64>,
    /// Their harmonic mean.
    pub f1: Option<f64>,
}

impl Confusion {
    /// Count pairs of true and given labels. Labels that `labels` lacks are added behind, in the order met.
    ///
    /// ```
    /// use raiz::eval::Confusion;
    /// let table = Confusion::new(["dns", "attack"], [("dns", "dns"), ("dns", "attack"), ("attack", "attack")]);
    /// assert_eq!(table.counts, [[1, 1], [0, 1]]);
    /// assert_eq!(table.accuracy(), Some(2.0 / 3.0));
    /// ```
    pub fn new<'l>(labels: impl IntoIterator<Item = &'l str>, pairs: impl IntoIterator<Item = (&'l str, &'l str)>) -> Confusion {
        let mut table = Confusion { labels: labels.into_iter().map(str::to_owned).collect(), counts: Vec::new() };
        table.counts = vec![vec![0; table.labels.len()]; table.labels.len()];
        for (truth, given) in pairs {
            let (row, column) = (table.index(truth), table.index(given));
            table.counts[row][column] += 1;
        }
        table
    }

    fn index(&mut self, label: &str) -> usize {
        self.labels.iter().position(|known| known == label).unwrap_or_else(|| {
            self.labels.push(label.to_owned());
            self.counts.iter_mut().for_each(|row| row.push(0));
            self.counts.push(vec![0; self.labels.len()]);
            self.labels.len() - 1
        })
    }

    /// How many items were counted.
    pub fn total(&self) -> usize {
        self.counts.iter().flatten().sum()
    }

    /// The share of items that were given their true label.
    pub fn accuracy(&self) -> Option<f64> {
        share((0..self.labels.len()).map(|at| self.counts[at][at]).sum(), self.total())
    }

    /// Precision, recall and F1 of each label, in the order of [`Confusion::labels`].
    pub fn scores(&self) -> Vec<LabelScore> {
        let score = |at: usize| {
            let right = self.counts[at][at];
            let support: usize = self.counts[at].iter().sum();
            let given: usize = self.counts.iter().map(|row| row[at]).sum();
            LabelScore {
                label: self.labels[at].clone(),
                support,
                precision: share(right, given),
                recall: share(right, support),
                f1: f1(right, given, support),
            }
        };
        (0..self.labels.len()).map(score).collect()
    }

    /// The mean F1 of the labels that at least `least` items have, each counted alike.
    pub fn macro_f1(&self, least: usize) -> Option<f64> {
        let scores: Vec<f64> =
            self.scores().into_iter().filter(|score| score.support >= least.max(1)).filter_map(|score| score.f1).collect();
        (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
    }

    /// The pairs of labels that were taken one for the other, the commonest first: true, given, how often.
    pub fn mistakes(&self) -> Vec<(&str, &str, usize)> {
        let mut mistakes: Vec<(&str, &str, usize)> = Vec::new();
        for (row, truth) in self.labels.iter().enumerate() {
            for (column, given) in self.labels.iter().enumerate().filter(|(column, _)| *column != row) {
                if self.counts[row][column] > 0 {
                    mistakes.push((truth, given, self.counts[row][column]));
                }
            }
        }
        mistakes.sort_by_key(|mistake| std::cmp::Reverse(mistake.2));
        mistakes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five `a` (three right, one as `b`, one as `c`), three `b` (two right, one as `a`), two `c` (none right, both as `b`).
    fn table() -> Confusion {
        let pairs = ["aa", "aa", "aa", "ab", "ac", "bb", "bb", "ba", "cb", "cb"];
        Confusion::new(["a", "b", "c"], pairs.iter().map(|pair| pair.split_at(1)))
    }

    #[test]
    fn a_table_of_three_by_three() {
        let table = table();
        assert_eq!(table.counts, [[3, 1, 1], [1, 2, 0], [0, 2, 0]]);
        assert_eq!(table.accuracy(), Some(0.5));
        let scores = table.scores();
        // a: given 4, of them 3 right; 5 have it. F1 = 2 * 3 / (4 + 5).
        assert_eq!((scores[0].support, scores[0].precision, scores[0].recall, scores[0].f1), (5, Some(0.75), Some(0.6), Some(6.0 / 9.0)));
        // b: given 5, of them 2 right; 3 have it. F1 = 4 / 8.
        assert_eq!((scores[1].support, scores[1].precision, scores[1].recall, scores[1].f1), (3, Some(0.4), Some(2.0 / 3.0), Some(0.5)));
        // c: given once, wrongly.
        assert_eq!((scores[2].support, scores[2].precision, scores[2].recall, scores[2].f1), (2, Some(0.0), Some(0.0), Some(0.0)));
        let near = |value: Option<f64>, expected: f64| value.is_some_and(|value| (value - expected).abs() < 1e-12);
        assert!(near(table.macro_f1(1), (6.0 / 9.0 + 0.5 + 0.0) / 3.0));
        // 2/3 and 1/2: c has too few.
        assert!(near(table.macro_f1(3), 7.0 / 12.0));
        assert_eq!(table.mistakes(), [("c", "b", 2), ("a", "b", 1), ("a", "c", 1), ("b", "a", 1)]);
    }

    #[test]
    fn the_order_of_labels_changes_no_score() {
        let turned = Confusion::new(
            ["c", "a", "b"],
            ["aa", "aa", "aa", "ab", "ac", "bb", "bb", "ba", "cb", "cb"].iter().map(|pair| pair.split_at(1)),
        );
        assert_eq!((turned.accuracy(), turned.macro_f1(3)), (table().accuracy(), table().macro_f1(3)));
    }

    #[test]
    fn labels_nobody_has_are_no_zero() {
        let table = Confusion::new(["a", "b"], [("a", "a"), ("a", "-")]);
        assert_eq!(table.labels, ["a", "b", "-"]);
        assert_eq!(table.macro_f1(1), Some(2.0 / 3.0));
        assert_eq!((Confusion::new(["a"], []).accuracy(), Confusion::new(["a"], []).macro_f1(1)), (None, None));
    }
}
