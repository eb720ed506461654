//! Sparse vectors, and how often each feature occurs in a sentence.

/// A sparse vector: feature numbers with values.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Row {
    /// Feature numbers, each once.
    pub(crate) features: Vec<u32>,
    /// Their values.
    pub(crate) values: Vec<f32>,
}

/// Counts of one text, kept between texts to save allocations.
#[derive(Debug, Default)]
pub(super) struct Counts {
    of: Vec<f32>,
    /// A bit for each feature that was counted, so that they come in their order without sorting.
    touched: Vec<u64>,
    /// A bit for each number of `touched` that is not 0.
    blocks: Vec<u64>,
}

impl Counts {
    /// Room for so many features.
    pub(super) fn fit(&mut self, features: usize) {
        self.of.resize(features, 0.0);
        self.touched.resize(features.div_ceil(64), 0);
        self.blocks.resize(self.touched.len().div_ceil(64), 0);
    }

    pub(super) fn add(&mut self, feature: u32, weight: f32) {
        let feature = feature as usize;
        if let Some(count) = self.of.get_mut(feature) {
            *count += weight;
            self.touched[feature / 64] |= 1 << (feature % 64);
            self.blocks[feature / 4096] |= 1 << (feature / 64 % 64);
        }
    }

    /// Put every feature that was counted into `row`, in their order, with its count, which is 0 again afterwards.
    pub(super) fn drain(&mut self, row: &mut Row) {
        row.features.clear();
        row.values.clear();
        for (block, bits) in self.blocks.iter_mut().enumerate() {
            each_bit(std::mem::take(bits), |at| {
                let at = block * 64 + at;
                each_bit(std::mem::take(&mut self.touched[at]), |bit| row.features.push((at * 64 + bit) as u32));
            });
        }
        let count = |&feature: &u32| std::mem::take(&mut self.of[feature as usize]);
        row.values.extend(row.features.iter().map(count));
    }
}

/// Call `found` with the place of each bit that is set, from the lowest on.
pub(super) fn each_bit(bits: u64, mut found: impl FnMut(usize)) {
    let mut rest = bits;
    while rest != 0 {
        found(rest.trailing_zeros() as usize);
        rest &= rest - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_come_in_their_order_and_are_gone_then() {
        let mut counts = Counts::default();
        counts.fit(5000);
        for feature in [4999, 64, 63, 0, 64, 4096, 9000] {
            counts.add(feature, 0.5);
        }
        let mut row = Row::default();
        counts.drain(&mut row);
        assert_eq!(row, Row { features: vec![0, 63, 64, 4096, 4999], values: vec![0.5, 0.5, 1.0, 0.5, 0.5] });
        counts.drain(&mut row);
        assert_eq!(row, Row::default());
    }
}
