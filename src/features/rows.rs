//! Sparse vectors.

/// A sparse vector: feature numbers with values.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Row {
    /// Feature numbers, each once.
    pub(crate) features: Vec<u32>,
    /// Their values.
    pub(crate) values: Vec<f32>,
}

impl Row {
    /// The vector of these values; those of one feature are added up in the order in which they come.
    pub(super) fn of(mut values: Vec<(u32, f32)>) -> Row {
        values.sort_by_key(|&(feature, _)| feature);
        let mut row = Row::default();
        for (feature, value) in values {
            match row.values.last_mut() {
                Some(last) if row.features.last() == Some(&feature) => *last += value,
                _ => {
                    row.features.push(feature);
                    row.values.push(value);
                }
            }
        }
        row
    }

    /// Features with their values.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, f32)> + '_ {
        self.features.iter().copied().zip(self.values.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_come_in_their_order_each_once() {
        let row = Row::of(vec![(4999, 0.5), (64, 0.5), (0, 0.5), (64, 0.25)]);
        assert_eq!(row, Row { features: vec![0, 64, 4999], values: vec![0.5, 0.75, 0.5] });
        assert_eq!(Row::of(Vec::new()), Row::default());
    }
}
