//! What a title names.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::sketch;
use crate::tables;
use crate::tokens::{self, TokenKind};

/// A title that names fewer things may be anybody's.
const FEWEST: usize = 2;

/// Words that any incident's title may have, folded.
static STOCK: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let rows = tables::rows(tables::TITLES);
    rows.filter_map(|row| row.split('\t').next()).collect()
});

/// One value for the words that make a title this incident's: names, places, parts of a product. `None` where they are too few
/// to tell it from other incidents.
pub(super) fn subject(title: &str) -> Option<u64> {
    let words = words(title);
    let own: Vec<&String> = words.iter().filter(|word| word.len() > 1 && !STOCK.contains(word.as_str())).collect();
    let named = own.iter().filter(|word| word.bytes().any(|byte| byte.is_ascii_alphabetic())).count();
    (named >= FEWEST).then(|| own.iter().fold(1, |state, word| sketch::mix(state, sketch::hash(word.as_bytes()))))
}

/// One value for all words of a title.
pub(super) fn digest(title: &str) -> u64 {
    words(title).iter().fold(2, |state, word| sketch::mix(state, sketch::hash(word.as_bytes())))
}

/// Words and numbers, lower-cased and without accents.
fn words(title: &str) -> Vec<String> {
    let folded = |word: &str| {
        let mut folded = Vec::new();
        word.chars().for_each(|c| tables::fold_char(c, &mut folded));
        String::from_utf8_lossy(&folded).into_owned()
    };
    let tokens = tokens::scan(title);
    let kept = tokens.iter().filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::Number));
    kept.map(|token| folded(token.of(title))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_one_incident_name_the_same_things() {
        for (one, two) in [
            ("Ferry bookings in Trondheim unavailable", "Postmortem: ferry bookings down in Trondheim"),
            ("Indisponibilidade do portal de matrículas em Évora", "RELATÓRIO - portal de matriculas, Évora"),
        ] {
            assert!(subject(one).is_some(), "{one}");
            assert_eq!(subject(one), subject(two), "{one} / {two}");
        }
        assert_ne!(subject("Ferry bookings in Trondheim"), subject("Ferry bookings in Bergen"));
    }

    #[test]
    fn titles_that_anybody_could_write_name_nothing() {
        for title in [
            "Elevated error rates",
            "Increased API latency and errors",
            "Partial outage",
            "Search outage",
            "Degraded performance on 3 May 2024",
            "Instabilidade no serviço",
            "Incidente #4711",
            "",
        ] {
            assert_eq!(subject(title), None, "{title}");
        }
    }

    #[test]
    fn stock_words_are_folded_and_stand_once() {
        let rows: Vec<&str> = tables::rows(tables::TITLES).collect();
        assert_eq!(rows.len(), STOCK.len());
        for row in rows {
            let (word, languages) = row.split_once('\t').unwrap_or_else(|| panic!("{row}"));
            assert_eq!(words(word), [word], "{row}");
            assert!(matches!(languages, "en" | "pt" | "*"), "{row}");
        }
    }
}
