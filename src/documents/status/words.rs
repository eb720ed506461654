//! The words for the state of an incident, as programs spell them and as pages write them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::tables;

/// The words that pages write, among other rows: `words  languages  status  state`.
const ROWS: &str = include_str!("../../tables/incidents.tsv");

static STATES: LazyLock<BTreeMap<&'static str, &'static str>> = LazyLock::new(|| {
    let state = |row: &'static str| {
        let mut cells = row.split('\t');
        let words = cells.next()?;
        (cells.nth(1)? == "status").then_some((words, cells.next()?))
    };
    ROWS.lines().filter_map(state).collect()
});

/// Spellings of programs that are no words, and the word that stands for each.
const SPELLINGS: [(&str, &str); 20] = [
    ("backfilled", "Resolved"),
    ("detected", "Reported"),
    ("ended", "Completed"),
    ("fixing", "Identified"),
    ("informational", "Update"),
    ("inprogress", "In progress"),
    ("issue", "Update"),
    ("live", "Update"),
    ("maintenance", "Update"),
    ("maintenance complete", "Completed"),
    ("maintenance in progress", "In progress"),
    ("maintenance scheduled", "Scheduled"),
    ("note", "Update"),
    ("notice", "Update"),
    ("notstartedyet", "Scheduled"),
    ("ongoing", "Update"),
    ("open", "Update"),
    ("opened", "Reported"),
    ("operational", "Resolved"),
    ("started", "Reported"),
];

/// The word that heads an update of this status; none where the status is not known.
pub(super) fn word(status: &str) -> Option<String> {
    let plain = status.replace(['_', '-'], " ");
    let folded = folded(&plain)?;
    if let Ok(at) = SPELLINGS.binary_search_by_key(&folded.as_str(), |(spelling, _)| spelling) {
        return Some(SPELLINGS[at].1.to_owned());
    }
    STATES.contains_key(folded.as_str()).then(|| sentence_case(&plain))
}

/// Words in lower case and without accents, parted by one blank.
fn folded(words: &str) -> Option<String> {
    let mut bytes = Vec::new();
    for word in words.split_whitespace() {
        if !bytes.is_empty() {
            bytes.push(b' ');
        }
        if !tables::fold(word, &mut bytes) {
            return None;
        }
    }
    String::from_utf8(bytes).ok()
}

/// The state of a word that heads updates.
fn state(word: &str) -> Option<&'static str> {
    STATES.get(folded(word)?.as_str()).copied()
}

/// Does the word say that it is over?
pub(super) fn is_over(word: &str) -> bool {
    matches!(state(word), Some("resolved" | "completed"))
}

/// Does the word say that it is being worked on? A report by itself does not, since trackers go on without such words.
pub(super) fn is_open(word: &str) -> bool {
    word != "Reported" && matches!(state(word), Some("investigating" | "identified" | "monitoring"))
}

/// Does the word say that planned work is under way?
pub(super) fn has_begun(word: &str) -> bool {
    state(word) == Some("maintenance")
}

fn sentence_case(words: &str) -> String {
    let lower = words.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let mut chars = lower.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_programs_are_words_of_pages() {
        for (status, expected) in [
            ("investigating", "Investigating"),
            ("RESOLVED", "Resolved"),
            ("in_progress", "In progress"),
            ("INPROGRESS", "In progress"),
            ("SERVICE_OUTAGE", "Service outage"),
            ("post-mortem", "Post mortem"),
            ("Em andamento", "Em andamento"),
            ("NOTSTARTEDYET", "Scheduled"),
        ] {
            assert_eq!(word(status).as_deref(), Some(expected), "{status}");
        }
        for status in ["", "frobnicated", "🙂", "resolved by hand"] {
            assert_eq!(word(status), None, "{status}");
        }
    }

    #[test]
    fn spellings_are_sorted_and_stand_for_words_that_are_read() {
        assert!(SPELLINGS.is_sorted_by(|a, b| a.0 < b.0));
        for (spelling, word) in SPELLINGS {
            assert!(state(word).is_some(), "{spelling}: {word}");
        }
    }
}
