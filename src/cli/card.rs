//! Scores entered into a model card: what stands around them is written by people and stays.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

const BEGIN: &str = "<!-- measured -->\n";
const END: &str = "<!-- /measured -->";

/// A card, cut at the place for its scores.
#[derive(Debug)]
pub(crate) struct Card {
    path: PathBuf,
    before: String,
    behind: String,
}

impl Card {
    /// The card in a file; a new one where there is no such file.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Card> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => format!("# Model card\n\n{BEGIN}{END}\n"),
            Err(error) => return Err(error).with_context(|| format!("{}: cannot be read", path.display())),
        };
        let place = text.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
        let Some((before, behind)) = place else {
            bail!("{}: no line `{}` with a line `{END}` behind it, to write between them", path.display(), BEGIN.trim_end());
        };
        Ok(Card { path: path.to_owned(), before: before.to_owned(), behind: behind.to_owned() })
    }

    /// Write the file with `measured` in its place.
    pub(crate) fn write(&self, measured: &str) -> anyhow::Result<()> {
        let Card { path, before, behind } = self;
        fs::write(path, format!("{before}{BEGIN}{measured}{END}{behind}")).with_context(|| format!("{}: cannot be written", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_around_the_scores_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("card.md");
        let enter =
            |measured: &str| Card::open(&path).and_then(|card| card.write(measured)).map(|()| fs::read_to_string(&path).expect("written"));
        assert_eq!(enter("one\n").expect("made"), "# Model card\n\n<!-- measured -->\none\n<!-- /measured -->\n");
        fs::write(&path, "# A card\n\nOf mine.\n\n<!-- measured -->\nold\n<!-- /measured -->\n\n## Limits\n").expect("written");
        let new = "# A card\n\nOf mine.\n\n<!-- measured -->\nnew\n<!-- /measured -->\n\n## Limits\n";
        assert_eq!((enter("new\n").expect("entered"), enter("new\n").expect("entered")), (new.to_owned(), new.to_owned()));
    }

    #[test]
    fn a_card_without_its_lines_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("card.md");
        fs::write(&path, "<!-- measured -->\nwithout an end\n").expect("written");
        let error = Card::open(&path).expect_err("nothing to write between");
        assert!(error.to_string().contains("card.md: no line `<!-- measured -->`"), "{error}");
    }
}
