//! The filter of crawls: which texts can be incident reports at all.
//!
//! One pass of an automaton over the bytes, before anything is decoded. Its stems are ASCII in both languages, so that it
//! reads UTF-8, Windows-1252 and markup alike. It lets through too much rather than too little.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

/// Why a text was left out.
pub(super) const REASON: &str = "no incident report by its words";

/// Stems and their weights.
const STEMS: &str = include_str!("../tables/crawl.tsv");
/// A clock time speaks for a report like a word of this weight.
const CLOCK: u32 = 2;
/// The weights of the different stems of a text have to add up to this.
const ENOUGH: u32 = 7;
/// In a longer text words meet by chance: one more for so many bytes, up to a number.
const BYTES_FOR_ONE: usize = 700;
const MOST_FOR_LENGTH: u32 = 8;
/// What a report has to say it says in its first bytes.
const LOOK: usize = 32 * 1024;

/// The automaton, and the weight of each of its patterns.
struct Filter {
    automaton: AhoCorasick,
    weights: Vec<u32>,
}

/// None where the automaton cannot be built, which the tests rule out; then everything is let through.
static FILTER: LazyLock<Option<Filter>> = LazyLock::new(|| {
    let rows = crate::tables::rows(STEMS).filter_map(|line| line.split_once('\t'));
    let mut patterns: Vec<String> = Vec::new();
    let mut weights = Vec::new();
    for (stem, weight) in rows {
        patterns.push(stem.to_owned());
        weights.push(weight.parse().ok()?);
    }
    // `9:30`, `9h30`: a digit and a mark; all of them stand for one stem, the last.
    for digit in '0'..='9' {
        patterns.extend([':', 'h'].map(|mark| format!("{digit}{mark}")));
    }
    weights.push(CLOCK);
    let automaton = AhoCorasick::builder().kind(Some(AhoCorasickKind::DFA)).ascii_case_insensitive(true).build(patterns).ok()?;
    Some(Filter { automaton, weights })
});

/// Can `text` be an incident report?
pub(super) fn may_report(text: &[u8]) -> bool {
    let for_length = u32::try_from(text.len() / BYTES_FOR_ONE).map_or(MOST_FOR_LENGTH, |more| more.min(MOST_FOR_LENGTH));
    reaches(&text[..text.len().min(LOOK)], ENOUGH + for_length)
}

/// Can the text in `markup` be an incident report? Its length says nothing, so more is let through.
pub(super) fn markup_may_report(markup: &[u8]) -> bool {
    reaches(markup, ENOUGH)
}

fn reaches(bytes: &[u8], enough: u32) -> bool {
    let Some(filter) = &*FILTER else { return true };
    let mut seen = [0_u64; 8];
    let mut sum = 0;
    for found in filter.automaton.find_iter(bytes) {
        let stem = found.pattern().as_usize().min(filter.weights.len() - 1);
        let (word, bit) = (&mut seen[stem / 64 % 8], 1 << (stem % 64));
        if *word & bit == 0 {
            *word |= bit;
            sum += filter.weights[stem];
            if sum >= enough {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The reports of the corpus, without their heads: the text, and whether it is an incident report.
    fn corpus() -> Vec<(String, bool)> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
        let mut found = Vec::new();
        for folder in ["reports/en", "reports/pt", "others/en", "others/pt"] {
            for entry in fs::read_dir(root.join(folder)).expect("a folder of the corpus") {
                let text = fs::read_to_string(entry.expect("a report").path()).expect("text");
                let (head, body) = text.trim_start_matches("---\n").split_once("\n---\n").expect("a head");
                found.push((body.to_owned(), head.contains("kind: incident")));
            }
        }
        found
    }

    #[test]
    fn the_reports_of_the_corpus_pass() {
        let corpus = corpus();
        let passed = |incident: bool| {
            let texts: Vec<_> = corpus.iter().filter(|(_, is)| *is == incident).collect();
            let passed = texts.iter().filter(|(text, _)| may_report(text.as_bytes())).count();
            assert!(texts.len() > 100, "the corpus has texts of both sorts");
            println!("incident reports: {incident}: {passed} of {} pass the filter", texts.len());
            passed as f64 / texts.len() as f64
        };
        assert!(passed(true) >= 0.99);
        // Many of the others are there because they look like reports; what is dropped of them is no measure.
        passed(false);
    }

    #[test]
    fn other_pages_are_dropped() {
        for page in [
            "Red shoes, sizes 36 to 42. Free delivery. Add to basket. Reviews: 4 stars of 5. See also: blue shoes, laces, polish.",
            "The cathedral dates from 1163, its towers from a century later. Open daily; entrance by the south door.",
            "How to install: download the archive, unpack it, run make. See the manual for options. Licensed under the MIT licence.",
            "Apartamento de dois quartos, vista para o mar, mobiliado, garagem. Aluguel por temporada. Fale com o corretor.",
            "Our yoga classes are for everyone. Bring a mat and water. First class free. Mondays and Thursdays with Ines.",
            "O time venceu por dois a um no sábado e subiu para o terceiro lugar da tabela. O técnico elogiou o meio de campo.",
            "Bolo de cenoura: bata os ovos com o óleo, junte a farinha e leve ao forno por 40 minutos. Rende doze pedaços.",
            "",
        ] {
            assert!(!may_report(page.as_bytes()), "{page}");
        }
        assert!(may_report(b"OUTAGE AT 09:10, RESOLVED AT 09:40. ROOT CAUSE: DISK FULL"));
    }

    #[test]
    fn the_table_is_well_formed() {
        let rows: Vec<&str> = crate::tables::rows(STEMS).collect();
        assert!(FILTER.as_ref().is_some_and(|filter| filter.weights.len() == rows.len() + 1 && filter.weights.len() <= 512));
        for row in rows {
            let (stem, weight) = row.split_once('\t').expect("two cells");
            assert!(stem.len() > 2 && stem.is_ascii() && !stem.contains(char::is_uppercase) && ["1", "2", "3"].contains(&weight), "{row}");
        }
    }
}
