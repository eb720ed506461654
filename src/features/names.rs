//! The names of features.

/// The names of features: one after the other, as the model's file has them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Names {
    text: String,
    /// Where each name begins in `text`, and behind them where a next one would.
    starts: Vec<u32>,
}

impl Names {
    /// Names with a line end between them.
    pub(crate) fn of_lines(text: &str) -> Names {
        let mut starts = Vec::with_capacity(text.len() / 8);
        if !text.is_empty() {
            starts.push(0);
            starts.extend(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1));
        }
        starts.push(text.len() as u32 + 1);
        Names { text: text.to_owned(), starts }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The names with a line end between them.
    pub(crate) fn lines(&self) -> &str {
        &self.text
    }

    /// The name of a number.
    pub(super) fn get(&self, number: u32) -> &str {
        let bounds = self.starts.get(number as usize).zip(self.starts.get(number as usize + 1));
        bounds.and_then(|(&from, &next)| self.text.get(from as usize..next as usize - 1)).unwrap_or_default()
    }
}
