//! The sentence bank: tab-separated tables of single sentences with the label they speak for.

use std::path::Path;
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Result};

/// The label of bank sentences that name no cause at all, whatever taxonomy is in use.
pub const NO_CAUSE: &str = "none";

/// A sentence as it could stand in a report, and the label it speaks for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BankSentence {
    /// The table it was read from.
    pub path: Arc<Path>,
    /// Its line there, counted from 1.
    pub line: usize,
    /// A label of the taxonomy, or [`NO_CAUSE`].
    pub label: String,
    /// Which round of writing it comes from; 0 where the table does not say.
    pub round: u32,
    /// ISO 639-1 code: the table's `language` column, else the name of its file.
    pub language: String,
    /// The sentence.
    pub text: String,
}

/// Does a table with this first line hold sentences?
pub(super) fn is_bank(header: &str) -> bool {
    let names: Vec<&str> = header.split('\t').collect();
    names.contains(&"label") && names.contains(&"text")
}

/// Read a table; rows that break the format are errors, the others are kept.
pub(super) fn parse(path: &Arc<Path>, content: &str) -> (Vec<BankSentence>, Vec<Error>) {
    // Sentences may hold quotation marks anywhere, so a quote is a character like any other.
    let mut reader = csv::ReaderBuilder::new().delimiter(b'\t').quoting(false).flexible(true).from_reader(content.as_bytes());
    let (mut sentences, mut errors) = (Vec::new(), Vec::new());
    let columns = match reader.headers() {
        Ok(header) => Columns::new(header),
        Err(_) => return (sentences, vec![Error::new(ErrorKind::Corpus, "the header is unreadable").at_path(path).at_line(1)]),
    };
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
    for (at, row) in reader.records().enumerate() {
        let row = match row {
            Ok(row) => row,
            Err(error) => {
                errors.push(Error::new(ErrorKind::Corpus, error.to_string()).at_path(path).at_line(at + 2));
                continue;
            }
        };
        let line = row.position().map_or(at + 2, |place| {
            // The reader's place is before the empty lines that it skips.
            let skipped = content.as_bytes().iter().skip(place.byte() as usize).take_while(|&&byte| byte == b'\n' || byte == b'\r');
            place.line() as usize + skipped.filter(|&&byte| byte == b'\n').count()
        });
        match columns.sentence(&row, path, line, &stem) {
            Ok(sentence) => sentences.push(sentence),
            Err(error) => errors.push(error.at_path(path).at_line(line)),
        }
    }
    (sentences, errors)
}

struct Columns {
    count: usize,
    label: Option<usize>,
    round: Option<usize>,
    language: Option<usize>,
    text: Option<usize>,
}

impl Columns {
    fn new(header: &csv::StringRecord) -> Columns {
        let column = |name: &str| header.iter().position(|title| title == name);
        Columns { count: header.len(), label: column("label"), round: column("round"), language: column("language"), text: column("text") }
    }

    fn sentence(&self, row: &csv::StringRecord, path: &Arc<Path>, line: usize, stem: &str) -> Result<BankSentence> {
        if row.len() != self.count {
            return Err(Error::new(ErrorKind::Corpus, format!("{} columns where the header has {}", row.len(), self.count)));
        }
        let cell = |column: Option<usize>| column.and_then(|at| row.get(at));
        let round = match cell(self.round) {
            None => 0,
            Some(round) => round.parse().map_err(|_| Error::new(ErrorKind::Corpus, format!("round `{round}` is no number")))?,
        };
        Ok(BankSentence {
            path: Arc::clone(path),
            line,
            label: cell(self.label).unwrap_or_default().to_owned(),
            round,
            language: cell(self.language).unwrap_or(stem).to_owned(),
            text: cell(self.text).unwrap_or_default().to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_characters_and_lines_are_counted() {
        let table = "label\tround\ttext\ndns\t1\t\"The zone\" was empty, he said.\nnone\tx\tLunch.\ndns\t2\n\ndns\t2\tOnly one \" here.\n";
        let (sentences, errors) = parse(&Arc::from(Path::new("s/en.tsv")), table);
        let seen: Vec<_> = sentences.iter().map(|row| (row.line, row.round, row.language.as_str(), row.text.as_str())).collect();
        assert_eq!(seen, [(2, 1, "en", "\"The zone\" was empty, he said."), (6, 2, "en", "Only one \" here.")]);
        let told: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(told, ["s/en.tsv:3: round `x` is no number", "s/en.tsv:4: 2 columns where the header has 3"]);
    }
}
